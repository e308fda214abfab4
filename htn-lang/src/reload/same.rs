//! Compares a domain with the compiled one. The items that became types must not change.

use htn_core::domain::Domain;
use htn_core::reload::Registry;
use htn_core::tables::{Columns, FactVerb, Param, Relation, Tables, TaskKind, TaskRow};
use proc_macro2::{Ident, Span};
use quote::quote_spanned;

use super::Fixed;
use super::expression::Known;
use crate::ast::{self, Branch, Condition, Docs, Method, Rust, Sorted, Statement};
use crate::errors::Errors;
use crate::ir::BoundDomain;
use crate::parse::tokens::plain;
use crate::resolve::Names;
use crate::signature::Signature;
use crate::text::text;

/// The error for capacities that no memory has room for.
pub const TOO_LARGE: &str = "the capacities of the predicates need more memory than can be addressed\nhelp: make them smaller";

/// Reports every change that needs a rebuild, and puts the items into the order of the compiled domain, so that they get the
/// same numbers. Returns the tasks whose numbers are fixed.
pub fn arrange<D: Domain>(
    domain: &mut ast::Domain,
    registry: &Registry<D>,
    compiled: &Tables,
    errors: &mut Errors,
) -> Fixed {
    let order = |domain: &ast::Domain| {
        let predicates = domain.predicates.iter().map(|of| plain(&of.name));
        let operators = domain.operators.iter().map(|of| plain(&of.name));
        let methods = domain.methods.iter().map(|of| plain(&of.name));
        predicates
            .chain(operators)
            .chain(methods)
            .collect::<Vec<_>>()
    };
    let written = order(domain);
    header(domain, registry, errors);
    protections(domain, compiled, errors);
    predicates(domain, compiled, errors);
    operators(domain, compiled, errors);
    let tasks = methods(domain, registry, compiled, errors);
    let is_new = |name: &String| !tasks.iter().any(|(of, _)| of == name);
    let has_new = domain.methods.iter().any(|of| is_new(&plain(&of.name)));
    Fixed {
        is_as_written: written == order(domain) && !has_new,
        tasks,
    }
}

/// Reports a change of an item that exists in both domains, or in one of them.
fn changed(errors: &mut Errors, at: Span, what: &str, was: &str) {
    let was = if was.is_empty() {
        String::new()
    } else {
        format!(", or restore `{was}`")
    };
    errors.at(
        at,
        format!("{what} needs a rebuild\nhelp: compile the program again{was}"),
    );
}

fn header<D: Domain>(domain: &ast::Domain, registry: &Registry<D>, errors: &mut Errors) {
    let now = Signature::of(domain);
    let at = |rust: Option<&Rust>| rust.map_or(domain.name.span(), |rust| rust.span);
    if now.context != registry.context {
        let at = domain.context.as_ref().map(|context| &context.ty);
        let at = at.map_or(domain.name.span(), |ty| ty.span);
        changed(errors, at, "another context", registry.context);
    }
    if now.agent != registry.agent {
        let was = match registry.agent {
            "" => String::new(),
            agent => format!("agent {agent};"),
        };
        changed(
            errors,
            at(domain.agents.first()),
            "another type of agents",
            &was,
        );
    }
    for (number, item) in now.uses.iter().enumerate() {
        if !registry.uses.contains(&item.as_str()) {
            errors.on(
                &domain.uses[number],
                "another `use` needs a rebuild\nhelp: compile the program again",
            );
        }
    }
    for item in registry.uses {
        if !now.uses.iter().any(|now| now == item) {
            changed(errors, domain.name.span(), "a `use` less", item);
        }
    }
}

/// Reports the first `protect` of a domain that had none: its steps are variants of `Task`.
fn protections(domain: &ast::Domain, compiled: &Tables, errors: &mut Errors) {
    let branches = domain.methods.iter().flat_map(|method| &method.branches);
    let mut bodies = branches.map(|branch| &branch.body[..]);
    if compiled.protected.len == 0
        && let Some(at) = bodies.find_map(first_protect)
    {
        changed(errors, at, "the first `protect` of a domain", "");
    }
}

fn first_protect(body: &[Statement]) -> Option<Span> {
    body.iter().find_map(|statement| match statement {
        Statement::Effect(effect) if effect.verb == FactVerb::Protect => Some(effect.keyword),
        _ => {
            let mut blocks = statement.blocks().into_iter();
            blocks.find_map(|(_, block)| first_protect(block))
        }
    })
}

fn signature<'t>(tables: &Tables, name: &str, params: impl Iterator<Item = &'t Param>) -> String {
    let params = params.map(|param| {
        let ty = tables.types[usize::from(param.ty.0)].name;
        match param.name {
            "" => ty.to_owned(),
            name => format!("{name}: {ty}"),
        }
    });
    format!("{name}({})", params.collect::<Vec<_>>().join(", "))
}

fn predicates(domain: &mut ast::Domain, compiled: &Tables, errors: &mut Errors) {
    let number = |name: &Ident| {
        let name = plain(name);
        compiled.relations.iter().position(|of| of.name == name)
    };
    for predicate in &domain.predicates {
        match number(&predicate.name) {
            None => {
                let what = format!("the new predicate `{}`", plain(&predicate.name));
                changed(errors, predicate.name.span(), &what, "");
            }
            Some(at) if !is_same_predicate(predicate, &compiled.relations[at], compiled) => {
                let what = format!(
                    "the predicate `{}` with other columns",
                    plain(&predicate.name)
                );
                let was = predicate_text(&compiled.relations[at], compiled);
                changed(errors, predicate.name.span(), &what, &was);
            }
            Some(_) => {}
        }
    }
    for relation in compiled.relations {
        if !domain
            .predicates
            .iter()
            .any(|of| plain(&of.name) == relation.name)
        {
            let what = format!("the domain without the predicate `{}`", relation.name);
            changed(
                errors,
                domain.name.span(),
                &what,
                &predicate_text(relation, compiled),
            );
        }
    }
    domain
        .predicates
        .sort_by_key(|predicate| number(&predicate.name));
}

fn predicate_text(relation: &Relation, tables: &Tables) -> String {
    let keys = relation.key.0.count_ones() as usize;
    let column = |param: &Param| tables.types[usize::from(param.ty.0)].name;
    let mut text = format!("predicate {}(", relation.name);
    for (at, param) in relation.columns.iter().enumerate() {
        text += match at {
            _ if relation.keyed && at == keys => {
                if at == 0 {
                    "=> "
                } else {
                    " => "
                }
            }
            0 => "",
            _ => ", ",
        };
        text += column(param);
    }
    text + ")"
}

fn is_same_predicate(now: &ast::Predicate, was: &Relation, tables: &Tables) -> bool {
    let types = was
        .columns
        .iter()
        .map(|column| tables.types[usize::from(column.ty.0)].name);
    let key = now
        .key
        .map(|key| Columns(((1_u32 << key.min(16)) - 1) as u16));
    now.columns
        .iter()
        .map(|column| text(&column.ty.tokens))
        .eq(types)
        && key == was.keyed.then_some(was.key)
}

fn is_same_params(now: &[ast::Parameter], was: &TaskRow, tables: &Tables) -> bool {
    let now = now
        .iter()
        .map(|param| (plain(&param.name), text(&param.ty.tokens)));
    let was = was.params.iter().map(|param| {
        let ty = tables.types[usize::from(param.ty.0)].name;
        (param.name.to_owned(), ty.to_owned())
    });
    now.eq(was)
}

fn operators(domain: &mut ast::Domain, compiled: &Tables, errors: &mut Errors) {
    let is_operator = |kind| matches!(kind, TaskKind::External | TaskKind::Internal);
    let number = |name: &Ident| {
        let name = plain(name);
        let mut tasks = compiled.tasks.iter();
        tasks.position(|task| is_operator(task.kind) && task.name == name)
    };
    for operator in &domain.operators {
        let name = plain(&operator.name);
        let Some(at) = number(&operator.name) else {
            changed(
                errors,
                operator.name.span(),
                &format!("the new operator `{name}`"),
                "",
            );
            continue;
        };
        let was = &compiled.tasks[at];
        let kind = if operator.internal {
            TaskKind::Internal
        } else {
            TaskKind::External
        };
        if kind != was.kind || !is_same_params(&operator.params, was, compiled) {
            let what = format!("the operator `{name}` with other parameters or of another kind");
            let word = if was.kind == TaskKind::Internal {
                "internal operator"
            } else {
                "operator"
            };
            let was = format!("{word} {}", signature(compiled, &name, was.params.iter()));
            changed(errors, operator.name.span(), &what, &was);
        }
    }
    for task in compiled.tasks.iter().filter(|task| is_operator(task.kind)) {
        if !domain
            .operators
            .iter()
            .any(|of| plain(&of.name) == task.name)
        {
            let what = format!("the domain without the operator `{}`", task.name);
            let was = signature(compiled, task.name, task.params.iter());
            changed(errors, domain.name.span(), &what, &was);
        }
    }
    domain
        .operators
        .sort_by_key(|operator| number(&operator.name));
}

/// Methods that are not public may come and go, and change. The numbers of those that are gone belong to methods without
/// solutions, which nothing calls.
fn methods<D: Domain>(
    domain: &mut ast::Domain,
    registry: &Registry<D>,
    compiled: &Tables,
    errors: &mut Errors,
) -> Vec<(String, TaskKind)> {
    let mut fixed = Vec::new();
    let returned = |name: &str| {
        let mut returns = registry.returns.iter();
        returns
            .find(|(of, _)| *of == name)
            .map_or("", |(_, ty)| *ty)
    };
    for task in compiled
        .tasks
        .iter()
        .filter(|task| task.kind != TaskKind::Block)
    {
        let mut name = task.name.to_owned();
        if task.kind == TaskKind::Method {
            let now = domain.methods.iter().find(|of| plain(&of.name) == name);
            let is_same = now.is_some_and(|now| {
                let returns = now
                    .returns
                    .as_ref()
                    .map_or(String::new(), |ty| text(&ty.tokens));
                is_same_params(&now.params, task, compiled) && returns == returned(&name)
            });
            if !is_same && registry.public.contains(&task.name) {
                let (what, at) = match now {
                    Some(now) => ("with other parameters", now.name.span()),
                    None => ("which is gone,", domain.name.span()),
                };
                let was = signature(compiled, &name, task.params.iter());
                changed(
                    errors,
                    at,
                    &format!("the public task `{name}` {what}"),
                    &was,
                );
            }
            if !is_same {
                name += "__compiled";
                domain.methods.push(without_solution(&name, task, compiled));
            }
        }
        fixed.push((name, task.kind));
    }
    let number = |name: &Ident| {
        let name = plain(name);
        fixed
            .iter()
            .position(|(of, _)| *of == name)
            .unwrap_or(usize::MAX)
    };
    domain.methods.sort_by_key(|method| number(&method.name));
    fixed
}

/// Returns a method with the signature of one that is gone.
fn without_solution(name: &str, task: &TaskRow, tables: &Tables) -> Method {
    let span = Span::call_site();
    let params = task
        .params
        .iter()
        .enumerate()
        .map(|(at, param)| ast::Parameter {
            name: Ident::new(&format!("_p{at}"), span),
            ty: Rust {
                tokens: tables.types[usize::from(param.ty.0)]
                    .name
                    .parse()
                    .unwrap_or_default(),
                span,
                poll: None,
            },
        });
    let never = Rust {
        tokens: quote_spanned!(span=> false),
        span,
        poll: None,
    };
    Method {
        docs: Docs::default(),
        public: true,
        name: Ident::new(name, span),
        params: params.collect(),
        returns: None,
        branches: vec![Branch {
            docs: Docs::default(),
            name: None,
            span,
            guard: Some(Sorted {
                condition: Condition::Rust(never),
                sort: None,
            }),
            body: Vec::new(),
            incomplete: false,
        }],
        incomplete: false,
    }
}

/// Reports types that the compiled domain does not have.
pub fn types(moded: &BoundDomain<'_>, compiled: &Tables, errors: &mut Errors) {
    for ty in moded.types.list.iter().skip(compiled.types.len()) {
        let what = format!(
            "the type `{}`, which the compiled domain does not have,",
            ty.text
        );
        changed(errors, ty.rust.span, &what, "");
    }
}

/// Reports `later` for methods that the compiled domain does not have. Such a task is a step of a plan, and the type of
/// steps has no variant for it.
pub fn later(names: &Names<'_>, compiled: &Tables, errors: &mut Errors) {
    fn find<'s>(body: &'s [Statement], found: &mut Vec<&'s Ident>) {
        for statement in body {
            if let Statement::Later { name, .. } = statement {
                found.push(name);
            }
            for (_, block) in statement.blocks() {
                find(block, found);
            }
        }
    }
    let mut found = Vec::new();
    let branches = names
        .domain
        .methods
        .iter()
        .flat_map(|method| &method.branches);
    branches.for_each(|branch| find(&branch.body, &mut found));
    for name in found {
        let task = names.task(name).and_then(|task| compiled.tasks.get(task));
        if task.is_none_or(|task| task.kind == TaskKind::Block) {
            let what = format!("`later` with the new method `{}`", plain(name));
            changed(errors, name.span(), &what, "");
        }
    }
}

/// Reports values of one type that are used as another.
pub fn uses<D: Domain>(moded: &BoundDomain<'_>, known: &Known<D>, errors: &mut Errors) {
    let name = |ty| &moded.types.get(ty).text;
    for check in &moded.checks {
        if !known.is_same_type(check.from, check.to.ty) {
            let (from, to) = (name(check.from), name(check.to.ty));
            errors.at(
                check.at.span(),
                format!("mismatched types: expected {to}, found {from}"),
            );
        }
    }
    for count in moded
        .counts
        .iter()
        .filter(|count| !known.is_count(count.ty))
    {
        errors.at(
            count.span,
            format!("`count` gives a `usize`, not a `{}`", name(count.ty)),
        );
    }
}
