//! Domains that are read while a program runs.
//!
//! | file | contents |
//! |---|---|
//! | `source` | files, and the domain that is looked for in them |
//! | `same` | the comparison with the compiled domain: the items that must not change |
//! | `tables` | the runtime's tables |
//! | `expression`, `syntax`, `primitive` | Rust expressions: those of the compiled domain, and literals and operators around them |
//! | `interpret` | the interpreter of conditions and operators |
//!
//! The stages up to lowering are those of the macro. The tasks, predicates and types keep the numbers that they have in the
//! compiled program, because its enums were made with them.

mod expression;
mod interpret;
mod primitive;
mod same;
mod source;
mod syntax;
pub(crate) mod tables;

pub use source::{ReloadError, Source};

use htn_core::domain::Domain;
use htn_core::host::Layout;
use htn_core::reload::{BranchOrigin, Origins, Registry, ReloadedDomain, ReloadedProgram};
use htn_core::save::hash;
use htn_core::tables::{Tables, TaskKind};
use quote::quote;

use crate::ast;
use crate::check::Whole;
use crate::diagnostic::Diagnostic;
use crate::errors::Errors;
use crate::fingerprint;
use crate::lower::lower;
use crate::lower::rows::{CAPACITY, Constant, Rows};
use crate::modes::modes_with;
use crate::resolve::{Names, resolve_with};
use crate::signature::Signature;
use crate::sources::{MacroCall, Sources};
use crate::types::Types;
use expression::{Known, needs_rebuild, report};
use interpret::Interpreter;

impl Sources {
    /// Compiles a domain for the program that runs, whose domain of this name is `D`. The error has the diagnostics of the
    /// domain, as [`check`](Self::check) returns them, and those of changes that need rustc.
    pub(crate) fn reload<D: Domain>(
        &self,
        call: &MacroCall,
        registry: &'static Registry<D>,
        tables: &'static Tables,
    ) -> Result<ReloadedDomain<D>, Vec<Diagnostic>> {
        let mut errors = Errors::default();
        let whole = self.whole(call, &mut errors);
        let mut diagnostics = self.missing_parts(&whole, call);
        let reloaded = match whole.domain {
            Some(domain) if errors.is_empty() && diagnostics.is_empty() => {
                compile(domain, registry, tables, &mut errors)
            }
            _ => None,
        };
        diagnostics.extend(self.diagnostics(errors, call));
        match reloaded {
            Some(reloaded) if diagnostics.is_empty() => Ok(reloaded),
            _ => Err(diagnostics),
        }
    }

    /// Returns true if the domain includes a part that is in none of the files.
    pub(crate) fn has_unknown_parts(&self, call: &MacroCall) -> bool {
        let whole = self.whole(call, &mut Errors::default());
        !whole.missing.is_empty()
    }

    /// Returns an error for each part that was not found.
    fn missing_parts(&self, whole: &Whole, call: &MacroCall) -> Vec<Diagnostic> {
        let mut errors = Errors::default();
        for (span, reason) in &whole.missing {
            errors.at(*span, reason);
        }
        self.diagnostics(errors, call)
    }
}

/// Compiles a domain. Returns `None` after an error.
fn compile<D: Domain>(
    mut domain: ast::Domain,
    registry: &'static Registry<D>,
    compiled: &'static Tables,
    errors: &mut Errors,
) -> Option<ReloadedDomain<D>> {
    let fixed = same::arrange(&mut domain, registry, compiled, errors);
    if !errors.is_empty() {
        return None;
    }
    let names = resolve_with(&domain, &fixed.tasks, errors);
    let types = Types::named(compiled.types.iter().map(|ty| ty.name));
    let mut moded = modes_with(&domain, &names, types, errors);
    if !errors.is_empty() {
        return None;
    }
    same::types(&moded, compiled, errors);
    same::later(&names, compiled, errors);
    let index = moded.types.own(quote!(::core::primitive::usize));
    let known = Known::new(registry, compiled.types);
    same::uses(&moded, &known, errors);
    let rows = lower(&names, &moded, index, errors);
    if !errors.is_empty() {
        return None;
    }
    let functions = functions(&rows, &known, errors)?;
    let constants = constants(&domain, &rows, &functions, compiled, registry, errors);
    let name = crate::parse::tokens::plain(&domain.name);
    let tables = tables::tables(&name, domain.docs.text(), &rows, compiled.types, constants);
    let Some((layouts, buffer)) = Layout::checked(tables.relations).filter(|_| errors.is_empty())
    else {
        if errors.is_empty() {
            errors.at(domain.name.span(), same::TOO_LARGE);
        }
        return None;
    };
    let mut hash = hash::domain(domain.hash, &tables);
    if !fixed.is_as_written {
        // A program that is compiled from this source has other numbers.
        hash = hash::number(hash, 1);
    }
    let origins = origins(&names, &rows);
    let functions = Box::new(Interpreter {
        layouts,
        buffer,
        ..functions
    });
    Some(ReloadedDomain::new(
        tables,
        ReloadedProgram {
            functions,
            hash,
            origins,
        },
    ))
}

/// Returns the functions of the tables, without layouts. Returns `None` after an error.
fn functions<D: Domain>(
    rows: &Rows<'_>,
    known: &Known<D>,
    errors: &mut Errors,
) -> Option<Interpreter<D>> {
    let all = &rows.functions;
    macro_rules! each {
        ($list:ident $of:ident) => {
            (all.$list.iter())
                .filter_map(|function| report(known.$of(function), errors))
                .collect()
        };
    }
    let interpreter = Interpreter {
        words: each!(words word),
        tests: each!(tests test),
        options: each!(options option),
        items: each!(items items),
        spans: each!(spans span),
        keys: each!(keys key),
        folds: each!(folds fold),
        costs: each!(costs cost),
        polls: each!(polls poll),
        solvers: all.solvers.clone(),
        changes: all.changes.clone(),
        layouts: Vec::new(),
        buffer: 0,
    };
    errors.is_empty().then_some(interpreter)
}

/// Evaluates the numbers that rustc computes for a compiled domain.
fn constants<D: Domain>(
    domain: &ast::Domain,
    rows: &Rows<'_>,
    functions: &Interpreter<D>,
    compiled: &Tables,
    registry: &Registry<D>,
    errors: &mut Errors,
) -> Vec<usize> {
    let written = Signature::of(domain).capacities;
    let constants = rows.constants.iter().map(|constant| match constant {
        Constant::DefaultCapacity => CAPACITY,
        Constant::KeyWords(key) => functions.keys[usize::from(key.0)].words(),
        Constant::Capacity(number) => {
            // Predicates with one capacity, written in the same way, have the same number.
            let mut same = registry.capacities.iter().zip(compiled.relations);
            let same = same.find(|(text, _)| **text == written[*number]);
            let tokens = domain.predicates[*number]
                .capacity
                .as_ref()
                .map(|of| &of.tokens);
            match (same, tokens) {
                (Some((_, relation)), _) => relation.capacity,
                (None, Some(tokens)) => expression::count(tokens).unwrap_or_else(|| {
                    let (tokens, message) = needs_rebuild(tokens);
                    errors.on(tokens, message);
                    0
                }),
                (None, None) => CAPACITY,
            }
        }
    });
    constants.collect()
}

/// Returns the hashes of the parts that running plans rely on.
fn origins(names: &Names<'_>, rows: &Rows<'_>) -> Origins {
    let branches = fingerprint::branches(names, rows);
    let branches = branches.iter().zip(&rows.branches);
    let branches: Vec<BranchOrigin> = branches
        .map(|(hash, branch)| BranchOrigin {
            hash: *hash,
            task: branch.task,
            method: branch.method,
        })
        .collect();
    Origins {
        branches: branches.leak(),
        operators: fingerprint::operators(names).leak(),
    }
}

/// The numbers that items keep.
struct Fixed {
    /// The tasks of the compiled domain, in the order of their numbers.
    tasks: Vec<(String, TaskKind)>,
    /// True if the items would have the same numbers in a new program.
    is_as_written: bool,
}
