//! The call graph: items that no `pub` task reaches, and axioms that call themselves through a negation.

use std::collections::BTreeSet;

use htn_core::tables::TaskKind;
use proc_macro2::Ident;

use super::uses::kind_word;
use super::walk::{self, Use};
use super::{Callee, Check};

/// An item that others can use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum UsableItem {
    Axiom(usize),
    Task(usize),
}

impl<'a> Check<'_, 'a> {
    /// Reports items that no `pub` task uses, if there is a `pub` task.
    pub fn reached(&mut self) {
        let domain = self.names.domain;
        let incomplete = domain.context_unparsed
            || domain.items_unparsed
            || !domain.unparsed_names.is_empty()
            || domain.axioms.iter().any(|item| item.incomplete)
            || domain.operators.iter().any(|item| item.incomplete)
            || domain.methods.iter().any(|item| item.incomplete);
        let public = (0..self.names.tasks.len()).filter(|&task| self.is_public(task));
        let public: Vec<UsableItem> = public.map(UsableItem::Task).collect();
        if public.is_empty() || incomplete {
            return;
        }
        let mut reached = BTreeSet::new();
        self.spread(public, &mut reached);
        let axioms = (0..self.names.axioms.len()).map(UsableItem::Axiom);
        let tasks = (0..self.names.tasks.len()).filter(|&task| !self.is_builtin(task));
        let unreached = axioms.chain(tasks.map(UsableItem::Task));
        let unreached: Vec<UsableItem> = unreached.filter(|item| !reached.contains(item)).collect();
        // An item that only unreached items use is not reported, except the first method of a cycle.
        let used = |item: &UsableItem| {
            let mut others = unreached.iter().filter(|other| *other != item);
            others.any(|other| self.calls(*other).contains(item))
        };
        let (mut inner, outer): (Vec<UsableItem>, Vec<UsableItem>) =
            unreached.iter().partition(|item| used(item));
        inner.sort_by_key(|item| !self.is_method(*item));
        for item in outer.into_iter().chain(inner) {
            if !reached.contains(&item) {
                self.spread(vec![item], &mut reached);
                self.unreached(item);
            }
        }
    }

    /// Adds items and everything that they use.
    fn spread(&self, from: Vec<UsableItem>, reached: &mut BTreeSet<UsableItem>) {
        let mut open = from;
        while let Some(item) = open.pop() {
            if reached.insert(item) {
                open.extend(self.calls(item));
            }
        }
    }

    /// Returns the items that an item uses, with those that an unknown name probably means.
    fn calls(&self, item: UsableItem) -> Vec<UsableItem> {
        let mut uses = Vec::new();
        match item {
            UsableItem::Task(task) => self.uses_of_task(task, &mut uses),
            UsableItem::Axiom(axiom) => self.uses_of_axiom(axiom, &mut uses),
        }
        let calls = uses.into_iter().filter_map(|found| match found {
            Use::Atom { atom, .. } => {
                let meant = || self.names.callee(&self.near_name(&atom.name)?);
                match self.names.callee(&atom.name).or_else(meant) {
                    Some(Callee::Axiom(axiom)) => Some(UsableItem::Axiom(axiom)),
                    _ => None,
                }
            }
            Use::Task { name, .. } | Use::Undo { name, .. } => {
                let meant = || self.near_task(name);
                self.names.task(name).or_else(meant).map(UsableItem::Task)
            }
            Use::Fact { .. } | Use::Rust(_) => None,
        });
        calls.collect()
    }

    fn near_name(&self, name: &Ident) -> Option<Ident> {
        let (_, near) = self.near_callee(name)?;
        Some(Ident::new(&near, name.span()))
    }

    fn unreached(&mut self, item: UsableItem) {
        let (names, domain) = (self.names, self.names.domain);
        let (kind, name, help) = match item {
            UsableItem::Axiom(axiom) => {
                let first = names.axioms[axiom].items[0];
                ("axiom", &domain.axioms[first].name, "use it or remove it")
            }
            UsableItem::Task(task) => {
                let group = &names.tasks[task];
                let name = match group.kind {
                    TaskKind::Method => &domain.methods[group.items[0]].name,
                    _ => &domain.operators[group.items[0]].name,
                };
                let help = "use it, remove it, or make it `pub` if the game queries it";
                (kind_word(group.kind), name, help)
            }
        };
        self.errors.at(
            name.span(),
            format_args!("no `pub` task reaches the {kind} `{name}`\nhelp: {help}"),
        );
    }

    fn is_method(&self, item: UsableItem) -> bool {
        matches!(item, UsableItem::Task(task) if self.names.tasks[task].kind == TaskKind::Method)
    }

    /// Returns true if the domain has no such item.
    fn is_builtin(&self, task: usize) -> bool {
        self.names.tasks[task].items.is_empty()
    }

    fn is_public(&self, task: usize) -> bool {
        let group = &self.names.tasks[task];
        let domain = self.names.domain;
        group.items.iter().any(|&item| match group.kind {
            TaskKind::Method => domain.methods[item].public,
            _ => domain.operators[item].public,
        })
    }

    fn uses_of_task(&self, task: usize, uses: &mut Vec<Use<'a>>) {
        let group = &self.names.tasks[task];
        let domain = self.names.domain;
        for &item in &group.items {
            match group.kind {
                TaskKind::Method => {
                    walk::method(&domain.methods[item], &mut |found| uses.push(found))
                }
                _ => walk::operator(&domain.operators[item], &mut |found| uses.push(found)),
            }
        }
    }

    fn uses_of_axiom(&self, axiom: usize, uses: &mut Vec<Use<'a>>) {
        for &item in &self.names.axioms[axiom].items {
            walk::axiom(&self.names.domain.axioms[item], &mut |found| {
                uses.push(found)
            });
        }
    }

    /// Reports axioms that depend on their own negation.
    pub fn recursion_through_negation(&mut self) {
        let count = self.names.axioms.len();
        let mut calls: Vec<Vec<(usize, &'a Ident, bool)>> = Vec::with_capacity(count);
        for axiom in 0..count {
            let mut uses = Vec::new();
            self.uses_of_axiom(axiom, &mut uses);
            calls.push(
                uses.into_iter()
                    .filter_map(|found| match found {
                        Use::Atom { atom, negated } => match self.names.callee(&atom.name) {
                            Some(Callee::Axiom(callee)) => Some((callee, &atom.name, negated)),
                            _ => None,
                        },
                        _ => None,
                    })
                    .collect(),
            );
        }
        let component = components(
            &calls
                .iter()
                .map(|from| from.iter().map(|(to, ..)| *to).collect())
                .collect::<Vec<_>>(),
        );
        for (axiom, from) in calls.iter().enumerate() {
            for (callee, name, negated) in from {
                if *negated && component[axiom] == component[*callee] {
                    let whole = &self.names.axioms[axiom].name;
                    self.errors.at(
                        name.span(),
                        format_args!(
                            "the axiom `{whole}` depends on its own negation here\nhelp: call `{name}` outside of `!`, `forall`, aggregates and blocks that an `else` follows"
                        ),
                    );
                }
            }
        }
    }
}

/// Returns the strongly connected component of each node (Tarjan's algorithm with an explicit stack). A node without a
/// cycle has a component of its own, so an edge inside a component belongs to a cycle.
fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let count = edges.len();
    let (mut order, mut low, mut component) =
        (vec![NONE; count], vec![0; count], vec![NONE; count]);
    let mut stack = Vec::new();
    let mut next_order = 0;
    let mut next_component = 0;
    for root in 0..count {
        if order[root] != NONE {
            continue;
        }
        let mut path: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some((node, edge)) = path.pop() {
            if edge == 0 {
                order[node] = next_order;
                low[node] = next_order;
                next_order += 1;
                stack.push(node);
            }
            match edges[node].get(edge) {
                Some(&to) => {
                    path.push((node, edge + 1));
                    if order[to] == NONE {
                        path.push((to, 0));
                    } else if component[to] == NONE {
                        low[node] = low[node].min(order[to]);
                    }
                }
                None => {
                    if low[node] == order[node] {
                        while let Some(member) = stack.pop() {
                            component[member] = next_component;
                            if member == node {
                                break;
                            }
                        }
                        next_component += 1;
                    }
                    if let Some((parent, _)) = path.last() {
                        low[*parent] = low[*parent].min(low[node]);
                    }
                }
            }
        }
    }
    component
}
