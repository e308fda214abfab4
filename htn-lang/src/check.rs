//! Checks the domains and parts of files, without a compiler.

#[cfg(feature = "reference")]
use htn_core::reference::rows::DomainSource;
use proc_macro2::{Span, TokenTree};
use quote::quote;

use crate::ast;
use crate::diagnostic::{Diagnostic, Severity};
use crate::errors::Errors;
use crate::gather::{Gathered, PartLookup};
use crate::lower::lower;
use crate::modes::modes;
use crate::parse::fragments::in_place;
use crate::parse::tokens::{list, plain};
use crate::parse::{parse, parse_items};
use crate::part;
use crate::resolve::resolve;
use crate::sources::{MacroCall, MacroKind, Sources};
use crate::summary::DomainSummary;

/// The result of checking a domain or a part. [`Sources`] has an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// All errors and notes, in the order of the files and of their texts.
    pub diagnostics: Vec<Diagnostic>,
    /// The domain. `None` if it has errors, or if a part of it was not found.
    pub domain: Option<DomainSummary>,
    /// The IR of the domain, in the shape of its source. `None` if `domain` is. Capacities are 0, since only rustc can
    /// evaluate them.
    #[cfg(feature = "reference")]
    pub rows: Option<DomainSource<'static>>,
}

impl Analysis {
    /// Returns the errors, without the notes.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        let is_error = |of: &&Diagnostic| of.severity == Severity::Error;
        self.diagnostics.iter().filter(is_error)
    }
}

/// A domain with the items of its parts.
pub(crate) struct Whole {
    /// `None` if nothing could be read.
    pub domain: Option<ast::Domain>,
    /// The parts that were not found, and why.
    pub missing: Vec<(Span, String)>,
    /// The attributes of items that were left out, and their conditions.
    pub left_out: Vec<(Span, String)>,
}

impl Sources {
    /// Checks a call: reports every error that `htn_domain!` or `htn_part!` would report. Errors of types and of Rust
    /// expressions are those of rustc, and are not found. [`Sources`](Self) has an example.
    ///
    /// The items of a part are checked with each domain that uses the part. By itself, only its syntax is checked. If a
    /// part of a domain is not in any file, a note says so, and only the syntax of the domain is checked.
    pub fn check(&self, call: &MacroCall) -> Analysis {
        let mut analysis = Analysis {
            diagnostics: Vec::new(),
            domain: None,
            #[cfg(feature = "reference")]
            rows: None,
        };
        if call.is_template() {
            let reason = "not checked: the call has variables of another macro";
            let path = self.file(call.file).path();
            let note = Diagnostic::new(Severity::Note, path, call.name_location(), reason);
            analysis.diagnostics.push(note);
            return analysis;
        }
        let mut errors = Errors::default();
        match call.kind() {
            MacroKind::Part => read(call, &mut errors),
            MacroKind::Domain => self.check_domain(call, &mut errors, &mut analysis),
        }
        analysis.diagnostics.extend(self.diagnostics(errors, call));
        let elsewhere = |of: &Diagnostic| of.path != self.file(call.file).path();
        let key = |of: &Diagnostic| (elsewhere(of), of.path.clone(), of.location);
        analysis.diagnostics.sort_by_key(key);
        analysis
    }

    /// Checks only the syntax of a call, and not the names in it. A call without such errors can be formatted.
    pub fn check_syntax(&self, call: &MacroCall) -> Vec<Diagnostic> {
        let mut errors = Errors::default();
        read(call, &mut errors);
        self.diagnostics(errors, call)
    }

    pub(crate) fn diagnostics(&self, errors: Errors, call: &MacroCall) -> Vec<Diagnostic> {
        let errors = errors.into_list().into_iter().map(|(span, text)| {
            let (file, location) = self.locate(span, call);
            Diagnostic::new(Severity::Error, file.path(), location, &text)
        });
        errors.collect()
    }

    /// Assembles a domain of its items and those of its parts, and parses it.
    pub(crate) fn whole(&self, call: &MacroCall, errors: &mut Errors) -> Whole {
        let mut gathered = Gathered::default();
        let part = |path: &[TokenTree]| self.look_up(path, call);
        gathered.add(&list(call.tokens.clone()), Some(&self.cfg), &part, errors);
        let Gathered {
            tokens,
            missing,
            left_out,
            ..
        } = gathered;
        Whole {
            domain: parse(in_place(tokens.into_iter().collect()), errors),
            missing,
            left_out,
        }
    }

    fn check_domain(&self, call: &MacroCall, errors: &mut Errors, analysis: &mut Analysis) {
        let whole = self.whole(call, errors);
        let mut note = |span, text: &str| {
            let (file, location) = self.locate(span, call);
            let note = Diagnostic::new(Severity::Note, file.path(), location, text);
            analysis.diagnostics.push(note);
        };
        for (span, condition) in &whole.left_out {
            note(
                *span,
                &format!("not checked: `#[cfg{condition}]` does not hold"),
            );
        }
        for (span, reason) in &whole.missing {
            let rest = "so only the syntax of this domain was checked";
            note(*span, &format!("{reason}, {rest}"));
        }
        let Some(domain) = whole.domain.filter(|_| whole.missing.is_empty()) else {
            return;
        };
        let names = resolve(&domain, errors);
        let mut bound = modes(&domain, &names, errors);
        if !errors.is_empty() {
            return;
        }
        let index = bound.types.own(quote!(::core::primitive::usize));
        lower(&names, &bound, index, errors);
        if !errors.is_empty() {
            return;
        }
        analysis.domain = Some(DomainSummary::new(&names, |span| self.locate(span, call)));
        #[cfg(feature = "reference")]
        {
            analysis.rows = crate::reference::lower(&names, &bound).map(|of| of.rows);
        }
    }

    fn look_up(&self, path: &[TokenTree], call: &MacroCall) -> PartLookup {
        let names = path.iter().filter_map(|token| match token {
            TokenTree::Ident(name) => Some(plain(name)),
            _ => None,
        });
        let names: Vec<String> = names.collect();
        let name = names.last().map_or("", String::as_str);
        let found = self.parts(&names, call);
        let [part] = found.as_slice() else {
            return PartLookup::Unknown(if found.is_empty() {
                format!("the part `{name}` was not found")
            } else {
                format!("{} parts are called `{name}`", found.len())
            });
        };
        // The errors of the declaration are reported where the part is checked.
        match part::declaration(part.tokens.clone(), &mut Errors::default()) {
            Some(declaration) if !part.is_template() => PartLookup::Found {
                id: (part.file, part.body().start.offset),
                declaration: Box::new(declaration),
            },
            _ => PartLookup::Unknown(format!("the part `{name}` cannot be read")),
        }
    }
}

/// Parses a call, with all its `#[cfg]` items and without the items of its parts.
fn read(call: &MacroCall, errors: &mut Errors) {
    let mut gathered = Gathered::default();
    let part = |_: &[TokenTree]| PartLookup::Unknown(String::new());
    match call.kind() {
        MacroKind::Domain => {
            gathered.add(&list(call.tokens.clone()), None, &part, errors);
            parse(gathered.tokens.into_iter().collect(), errors);
        }
        MacroKind::Part => {
            if let Some(declaration) = part::declaration(call.tokens.clone(), errors) {
                gathered.add(&list(declaration.items), None, &part, errors);
                parse_items(&gathered.tokens, errors);
            }
        }
    }
}
