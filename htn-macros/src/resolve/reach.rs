//! Who calls whom: items that no `pub` task reaches, and axioms that call themselves through a negation.

use std::collections::BTreeSet;

use htn_core::tables::TaskKind;
use proc_macro2::Ident;

use super::uses::kind_word;
use super::walk::{self, Use};
use super::{Callee, Check};

impl<'a> Check<'_, 'a> {
    /// With at least one `pub`, everything is there for the sake of a `pub` task.
    pub fn reached(&mut self) {
        let domain = self.names.domain;
        let broken = domain.blind
            || domain.lost
            || !domain.unread.is_empty()
            || domain.axioms.iter().any(|item| item.broken)
            || domain.operators.iter().any(|item| item.broken)
            || domain.methods.iter().any(|item| item.broken);
        let roots: Vec<usize> = (0..self.names.tasks.len())
            .filter(|&task| self.is_public(task))
            .collect();
        if roots.is_empty() || broken {
            return;
        }
        let mut tasks: BTreeSet<usize> = roots.iter().copied().collect();
        let mut axioms: BTreeSet<usize> = BTreeSet::new();
        let mut open_tasks = roots;
        let mut open_axioms: Vec<usize> = Vec::new();
        loop {
            let mut uses: Vec<Use<'a>> = Vec::new();
            if let Some(task) = open_tasks.pop() {
                self.uses_of_task(task, &mut uses);
            } else if let Some(axiom) = open_axioms.pop() {
                self.uses_of_axiom(axiom, &mut uses);
            } else {
                break;
            }
            for found in uses {
                match found {
                    Use::Atom { atom, .. } => {
                        // What was meant by a name that is unknown is reached too.
                        let meant = || self.names.callee(&self.near_name(&atom.name)?);
                        let callee = self.names.callee(&atom.name).or_else(meant);
                        if let Some(Callee::Axiom(axiom)) = callee
                            && axioms.insert(axiom)
                        {
                            open_axioms.push(axiom);
                        }
                    }
                    Use::Task { name, .. } | Use::Undo { name, .. } => {
                        let meant = || self.near_task(name);
                        if let Some(task) = self.names.task(name).or_else(meant)
                            && tasks.insert(task)
                        {
                            open_tasks.push(task);
                        }
                    }
                    Use::Fact { .. } | Use::Rust(_) => {}
                }
            }
        }
        self.report_unreached(&tasks, &axioms);
    }

    fn near_name(&self, name: &Ident) -> Option<Ident> {
        let (_, near) = self.near_callee(name)?;
        Some(Ident::new(&near, name.span()))
    }

    fn report_unreached(&mut self, tasks: &BTreeSet<usize>, axioms: &BTreeSet<usize>) {
        let names = self.names;
        for (index, group) in names.axioms.iter().enumerate() {
            if !axioms.contains(&index) {
                self.unreached(
                    "axiom",
                    &names.domain.axioms[group.items[0]].name,
                    "use it or remove it",
                );
            }
        }
        for (index, group) in names.tasks.iter().enumerate() {
            let name = match (group.kind, group.items.first()) {
                (TaskKind::Method, Some(&item)) => &names.domain.methods[item].name,
                (_, Some(&item)) => &names.domain.operators[item].name,
                (_, None) => continue,
            };
            if !tasks.contains(&index) {
                self.unreached(
                    kind_word(group.kind),
                    name,
                    "use it, remove it, or make it `pub` if the game asks for it",
                );
            }
        }
    }

    fn unreached(&mut self, kind: &str, name: &Ident, help: &str) {
        self.errors.at(
            name.span(),
            format_args!("no `pub` task reaches the {kind} `{name}`\nhelp: {help}"),
        );
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

    /// An axiom whose truth would depend on its own falsehood has no meaning.
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

/// For each node the number of its strongly connected component (Tarjan's, with a stack of its own). A node alone
/// shares its number with nobody, so that an edge inside a component is an edge of a cycle.
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
