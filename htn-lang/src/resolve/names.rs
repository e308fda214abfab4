//! The table of names for later stages.

use std::collections::{BTreeMap, BTreeSet};

use htn_core::tables::{FactVerb, TaskKind};
use proc_macro2::Ident;

use super::walk::{self, Use};
use crate::ast::{Domain, Parameter, Rust};
use crate::parse::tokens::plain;
use crate::text::text;

/// The synchronisation operators, with the names of their parameters.
pub const SYNCHRONISATION: [(&str, TaskKind, &[&str]); 4] = [
    ("block_on", TaskKind::BlockOn, &["a", "b"]),
    ("global_block", TaskKind::GlobalBlock, &["a"]),
    ("finish_action", TaskKind::FinishAction, &["a"]),
    ("stop_action", TaskKind::StopAction, &["a"]),
];

/// The axioms of one name, which are alternatives.
#[derive(Clone, Debug)]
pub struct AxiomGroup {
    /// As in the domain, without `r#`.
    pub name: String,
    /// Indices of `domain.axioms`, at least one.
    pub items: Vec<usize>,
}

/// The methods or the operators of one name, which are alternatives; or a synchronisation operator.
#[derive(Clone, Debug)]
pub struct TaskGroup {
    /// As in the domain, without `r#`.
    pub name: String,
    pub kind: TaskKind,
    /// Indices of `domain.methods` or `domain.operators`, at least one; none for a synchronisation operator.
    pub items: Vec<usize>,
}

impl TaskGroup {
    /// Returns true if it is built in.
    pub fn is_synchronisation(&self) -> bool {
        matches!(
            self.kind,
            TaskKind::BlockOn
                | TaskKind::GlobalBlock
                | TaskKind::FinishAction
                | TaskKind::StopAction
        )
    }
}

/// The referent of an atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// An index of `domain.predicates`.
    Predicate(usize),
    /// An index of [`Names::axioms`].
    Axiom(usize),
}

/// The names of a domain. If several things have one name, which is an error, the first counts.
#[derive(Debug)]
pub struct Names<'a> {
    pub domain: &'a Domain,
    /// In the order of their first declarations.
    pub axioms: Vec<AxiomGroup>,
    /// Operators in the order of their first declarations, then methods, then the synchronisation operators if the domain has
    /// an agent.
    pub tasks: Vec<TaskGroup>,
    callees: BTreeMap<String, Callee>,
    tasks_by_name: BTreeMap<String, usize>,
    /// Names of items with different heads, which is reported. Their uses are ambiguous.
    pub(super) disputed: BTreeSet<String>,
}

impl<'a> Names<'a> {
    /// Returns the predicates that a `protect` is about.
    pub fn protected(&self) -> BTreeSet<usize> {
        let mut protected = BTreeSet::new();
        let mut sink = |found: Use<'_>| {
            if let Use::Fact {
                atom,
                verb: FactVerb::Protect,
            } = found
            {
                protected.extend(self.predicate(&plain(&atom.name)));
            }
        };
        for method in &self.domain.methods {
            walk::method(method, &mut sink);
        }
        protected
    }

    /// Numbers the items. The tasks in `fixed` come first.
    pub(super) fn new(domain: &'a Domain, fixed: &[(String, TaskKind)]) -> Self {
        let mut names = Names {
            domain,
            axioms: Vec::new(),
            tasks: Vec::new(),
            callees: BTreeMap::new(),
            tasks_by_name: BTreeMap::new(),
            disputed: BTreeSet::new(),
        };
        for (name, kind) in fixed {
            names.add_group(name.clone(), *kind);
        }
        for (index, predicate) in domain.predicates.iter().enumerate() {
            names
                .callees
                .entry(plain(&predicate.name))
                .or_insert(Callee::Predicate(index));
        }
        for (index, axiom) in domain.axioms.iter().enumerate() {
            names.add_axiom(plain(&axiom.name), index);
        }
        for (index, operator) in domain.operators.iter().enumerate() {
            let kind = if operator.internal {
                TaskKind::Internal
            } else {
                TaskKind::External
            };
            names.add_task(plain(&operator.name), kind, index);
        }
        for (index, method) in domain.methods.iter().enumerate() {
            names.add_task(plain(&method.name), TaskKind::Method, index);
        }
        if !domain.agents.is_empty() {
            for (name, kind, _) in SYNCHRONISATION {
                if !names.tasks.iter().any(|group| group.kind == kind) {
                    names.add_group(name.to_owned(), kind);
                }
            }
        }
        names
    }

    /// Adds a task without items.
    fn add_group(&mut self, name: String, kind: TaskKind) {
        (self.tasks_by_name.entry(name.clone())).or_insert(self.tasks.len());
        self.tasks.push(TaskGroup {
            name,
            kind,
            items: Vec::new(),
        });
    }

    fn add_axiom(&mut self, name: String, index: usize) {
        match self.callees.get(&name) {
            Some(Callee::Axiom(group)) => self.axioms[*group].items.push(index),
            Some(Callee::Predicate(_)) => {}
            None => {
                self.callees
                    .insert(name.clone(), Callee::Axiom(self.axioms.len()));
                self.axioms.push(AxiomGroup {
                    name,
                    items: vec![index],
                });
            }
        }
    }

    fn add_task(&mut self, name: String, kind: TaskKind, index: usize) {
        match self.tasks_by_name.get(&name) {
            Some(&group) => {
                let group = &mut self.tasks[group];
                if (group.kind == TaskKind::Method) == (kind == TaskKind::Method) {
                    group.items.push(index);
                }
            }
            None => {
                self.tasks_by_name.insert(name.clone(), self.tasks.len());
                self.tasks.push(TaskGroup {
                    name,
                    kind,
                    items: vec![index],
                });
            }
        }
    }

    /// Returns the predicate or axiom of this name.
    pub fn callee(&self, name: &Ident) -> Option<Callee> {
        self.callees.get(&plain(name)).copied()
    }

    /// Returns the predicate of this name: an index of `domain.predicates`.
    pub fn predicate(&self, name: &str) -> Option<usize> {
        match self.callees.get(name.strip_prefix("r#").unwrap_or(name)) {
            Some(Callee::Predicate(index)) => Some(*index),
            _ => None,
        }
    }

    /// Returns the axiom of this name: an index of `axioms`.
    pub fn axiom(&self, name: &str) -> Option<usize> {
        match self.callees.get(name.strip_prefix("r#").unwrap_or(name)) {
            Some(Callee::Axiom(index)) => Some(*index),
            _ => None,
        }
    }

    /// Returns the task of this name: an index of `tasks`.
    pub fn task(&self, name: &Ident) -> Option<usize> {
        self.tasks_by_name.get(&plain(name)).copied()
    }

    /// Returns true if the items of this name agree.
    pub fn is_undisputed(&self, name: &str) -> bool {
        !self
            .disputed
            .contains(name.strip_prefix("r#").unwrap_or(name))
    }

    /// Returns true if an item of this name exists, parsed or not.
    pub fn is_item(&self, name: &Ident) -> bool {
        let unparsed = || self.domain.unparsed_names.iter().map(plain);
        self.callee(name).is_some()
            || self.task(name).is_some()
            || unparsed().any(|unparsed| unparsed == plain(name))
    }

    /// Returns the parameters of an axiom's first alternative.
    pub fn axiom_params(&self, axiom: usize) -> &'a [Parameter] {
        &self.domain.axioms[self.axioms[axiom].items[0]].params
    }

    /// Returns the parameters of a task's first alternative; none for synchronisation operators, whose parameters are all
    /// agents (see [`Names::arity`]).
    pub fn task_params(&self, task: usize) -> &'a [Parameter] {
        let group = &self.tasks[task];
        match group.kind {
            TaskKind::Method => &self.domain.methods[group.items[0]].params,
            TaskKind::External | TaskKind::Internal => {
                &self.domain.operators[group.items[0]].params
            }
            _ => &[],
        }
    }

    /// Returns the number of parameters of a task.
    pub fn arity(&self, task: usize) -> usize {
        let group = &self.tasks[task];
        match SYNCHRONISATION
            .iter()
            .find(|(_, kind, _)| *kind == group.kind)
        {
            Some((_, _, params)) => params.len(),
            None => self.task_params(task).len(),
        }
    }

    /// Returns the type of a method's value.
    pub fn returns(&self, task: usize) -> Option<&'a Rust> {
        let group = &self.tasks[task];
        match group.kind {
            TaskKind::Method => self.domain.methods[group.items[0]].returns.as_ref(),
            _ => None,
        }
    }

    /// Returns the type of agents.
    pub fn agent(&self) -> Option<&'a Rust> {
        self.domain.agents.first()
    }

    /// Returns true if a type has the spelling of the agent's.
    pub fn is_agent(&self, ty: &Rust) -> bool {
        self.agent()
            .is_some_and(|agent| text(&agent.tokens) == text(&ty.tokens))
    }
}

/// Returns true if a CamelCase name can be the name of a variant.
pub fn is_variant(camel: &str) -> bool {
    camel != "Self" && camel.starts_with(char::is_alphabetic)
}

/// Returns the name of an enum's variant: `squad_restrain` gives `SquadRestrain`.
pub fn camel(name: &str) -> String {
    let name = name.strip_prefix("r#").unwrap_or(name);
    let mut camel = String::with_capacity(name.len());
    for word in name.split('_') {
        let mut letters = word.chars();
        if let Some(first) = letters.next() {
            camel.extend(first.to_uppercase());
            camel.push_str(letters.as_str());
        }
    }
    camel
}
