//! A checked domain as data, for tools.

use htn_core::tables::TaskKind;
use proc_macro2::Span;

use crate::ast::{Branch, Statement};
use crate::diagnostic::Location;
use crate::parse::tokens::plain;
use crate::pretty;
use crate::resolve::Names;
use crate::sources::SourceFile;
use crate::text::text;

/// The declarations of a domain. [`Sources`](crate::Sources) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DomainSummary {
    /// The name, without `r#`.
    pub name: String,
    /// The text of the doc comments.
    pub docs: String,
    /// The context, such as `game: &Game`.
    pub context: Option<String>,
    /// The type of the agents.
    pub agent: Option<String>,
    /// The hash of all tokens but documentation, with those of the parts. `Domain::HASH` is computed from it.
    pub hash: u64,
    /// The predicates, in the order of their declarations.
    pub predicates: Vec<PredicateSummary>,
    /// The axioms: one for each name.
    pub axioms: Vec<AxiomSummary>,
    /// The tasks, one for each name: operators, then methods, then the synchronisation operators of domains with
    /// agents.
    pub tasks: Vec<TaskSummary>,
}

/// A predicate of a [`DomainSummary`]. [`Sources`](crate::Sources) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PredicateSummary {
    /// The name and the columns: `at(who: Actor => Place)`.
    pub signature: String,
    /// The text of the doc comments.
    pub docs: String,
    /// The expression in brackets.
    pub capacity: Option<String>,
    /// The name in the declaration.
    pub place: DeclarationPlace,
}

/// The axioms with one name. [`Sources`](crate::Sources) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AxiomSummary {
    /// The name and the parameters: `different(a: Actor, b: Actor)`.
    pub signature: String,
    /// The conditions: one list for each alternative, with one condition for each `else`.
    pub alternatives: Vec<Vec<String>>,
    /// The name in the first declaration.
    pub place: DeclarationPlace,
}

/// The operators or the methods with one name, or a synchronisation operator.
/// [`Sources`](crate::Sources) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TaskSummary {
    /// The name, without `r#`.
    pub name: String,
    /// The name and the parameters: `restrain(squad: Actor, target: Actor)`.
    pub signature: String,
    /// The text of the doc comments of the first declaration.
    pub docs: String,
    /// The kind of task.
    pub kind: TaskKind,
    /// True for `pub` tasks.
    pub is_public: bool,
    /// The branches of all methods with this name.
    pub branches: Vec<BranchSummary>,
    /// The name in the first declaration. `None` for a synchronisation operator.
    pub place: Option<DeclarationPlace>,
}

/// A branch of a method. [`Sources`](crate::Sources) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BranchSummary {
    /// The name. `None` if the method is its only branch.
    pub name: Option<String>,
    /// The text of the doc comments.
    pub docs: String,
    /// The condition, with its `sort by`.
    pub condition: Option<String>,
    /// The names of the tasks in the body, each once, in the order of the body.
    pub tasks: Vec<String>,
    /// The name of the branch, or that of the method.
    pub place: DeclarationPlace,
}

/// A place in a file. [`Sources`](crate::Sources) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclarationPlace {
    /// The path of the file, as it was given to [`Sources`](crate::Sources).
    pub path: String,
    /// The place in its text.
    pub location: Location,
}

impl DomainSummary {
    pub(crate) fn new<'s>(
        names: &Names<'_>,
        locate: impl Fn(Span) -> (&'s SourceFile, Location),
    ) -> DomainSummary {
        let place = |span| {
            let (file, location) = locate(span);
            DeclarationPlace {
                path: file.path().to_owned(),
                location,
            }
        };
        let domain = names.domain;
        let predicates = domain.predicates.iter().enumerate();
        let axioms = names.axioms.iter().enumerate();
        let tasks = names.tasks.iter().enumerate();
        DomainSummary {
            name: plain(&domain.name),
            docs: domain.docs.text(),
            context: domain.context.as_ref().map(|context| {
                let ty = text(&context.ty.tokens);
                format!("{}: &{ty}", context.name)
            }),
            agent: names.agent().map(|agent| text(&agent.tokens)),
            hash: domain.hash,
            predicates: predicates
                .map(|(at, predicate)| PredicateSummary {
                    signature: names.predicate_signature(at),
                    docs: predicate.docs.text(),
                    capacity: predicate.capacity.as_ref().map(|of| text(&of.tokens)),
                    place: place(predicate.name.span()),
                })
                .collect(),
            axioms: axioms
                .map(|(at, group)| {
                    let items = group.items.iter().map(|item| &domain.axioms[*item]);
                    let conditions = items.map(|item| item.clauses.iter().map(pretty::condition));
                    AxiomSummary {
                        signature: names.axiom_signature(at),
                        alternatives: conditions.map(Iterator::collect).collect(),
                        place: place(domain.axioms[group.items[0]].name.span()),
                    }
                })
                .collect(),
            tasks: tasks.map(|(at, _)| task(names, at, &place)).collect(),
        }
    }
}

fn task(names: &Names<'_>, at: usize, place: &impl Fn(Span) -> DeclarationPlace) -> TaskSummary {
    let (group, domain) = (&names.tasks[at], names.domain);
    let mut summary = TaskSummary {
        name: group.name.clone(),
        signature: names.task_signature(at),
        docs: String::new(),
        kind: group.kind,
        is_public: false,
        branches: Vec::new(),
        place: None,
    };
    if group.kind == TaskKind::Method {
        let methods = || group.items.iter().map(|item| &domain.methods[*item]);
        summary.is_public = methods().any(|method| method.public);
        let branches = methods().flat_map(|method| &method.branches);
        summary.branches = branches.map(|of| branch(of, place)).collect();
        if let Some(first) = methods().next() {
            summary.docs = first.docs.text();
            summary.place = Some(place(first.name.span()));
        }
    } else {
        let operators = || group.items.iter().map(|item| &domain.operators[*item]);
        summary.is_public = operators().any(|operator| operator.public);
        if let Some(first) = operators().next() {
            summary.docs = first.docs.text();
            summary.place = Some(place(first.name.span()));
        }
    }
    summary
}

fn branch(of: &Branch, place: &impl Fn(Span) -> DeclarationPlace) -> BranchSummary {
    let mut tasks = Vec::new();
    tasks_of(&of.body, &mut tasks);
    BranchSummary {
        name: of.name.as_ref().map(plain),
        docs: of.docs.text(),
        condition: of.guard.as_ref().map(pretty::sorted),
        tasks,
        place: place(of.span),
    }
}

/// Collects the tasks of a body.
fn tasks_of(body: &[Statement], tasks: &mut Vec<String>) {
    for statement in body {
        match statement {
            Statement::Task { name, .. }
            | Statement::Later { name, .. }
            | Statement::LetTask { task: name, .. } => {
                let name = plain(name);
                if !tasks.contains(&name) {
                    tasks.push(name);
                }
            }
            _ => {}
        }
        for (_, body) in statement.blocks() {
            tasks_of(body, tasks);
        }
    }
}
