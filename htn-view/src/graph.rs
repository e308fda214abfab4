//! The graph of a domain: which task is done by which others.

mod layout;
mod svg;
mod words;

use std::collections::BTreeMap;

use htn_core::domain::Domain;
use htn_core::plain::rows::{Block, DoneBy, Rows, Stmt};
use htn_core::tables::{Tables, TaskKind};

use crate::recording::{Recorded, What};

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NodeKind {
    Method,
    /// An operator that an agent carries out.
    External,
    Internal,
    /// `block_on`, `global_block`, `finish_action`, `stop_action`.
    Sync,
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub name: String,
    pub doc: String,
    pub kind: NodeKind,
    pub branches: Vec<Branch>,
}

#[derive(Clone, Debug)]
pub(crate) struct Branch {
    /// As in the domain; or its number, where it has no name and is not the only one; or empty.
    pub label: String,
    /// Whether the label is a name.
    pub named: bool,
    /// The nodes that it is done by, each of them once, in the order of the body.
    pub to: Vec<usize>,
    /// In how many plans it was taken, where the graph was told.
    pub taken: Option<u64>,
}

/// The graph of a domain: methods, operators, and the branches that lead from the one to the others. It prints as
/// [Mermaid](Graph::to_mermaid) and [DOT](Graph::to_dot), and [draws itself](Graph::to_svg).
///
/// ```
/// use htn_view::Graph;
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain breach;
///     predicate locked(u8) [8];
///     operator blast(door: u8) { delete locked(door); }
///     operator enter(door: u8) { if !locked(door); }
///     pub method through(door: u8) {
///         branch with_a_bang if locked(door) { blast(door); enter(door); }
///         branch open { enter(door); }
///     }
/// }
///
/// fn main() {
///     let graph = Graph::of::<breach::Domain>().expect("the feature `plain` of squad-htn is on");
///     assert!(graph.to_mermaid().contains("-->|\"with_a_bang\"|"));
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    pub(crate) name: String,
    pub(crate) nodes: Vec<Node>,
}

impl Graph {
    /// The graph of a domain; `None` where `squad-htn` is without its feature `plain`, so that nothing is known of the bodies
    /// of methods.
    pub fn of<D: Domain>() -> Option<Graph> {
        Some(Graph::from_rows(D::plain()?.rows, D::tables()))
    }

    fn from_rows(rows: &Rows<'_>, tables: &Tables) -> Graph {
        let tasks = rows.tasks.iter().enumerate();
        let nodes = tasks.map(|(at, task)| {
            let row = tables.tasks.get(at);
            Node {
                name: task.name.to_string(),
                doc: row.map_or("", |row| row.doc).trim().to_owned(),
                kind: match row.map(|row| row.kind) {
                    Some(TaskKind::External) => NodeKind::External,
                    Some(TaskKind::Internal) => NodeKind::Internal,
                    Some(TaskKind::Method | TaskKind::Block) | None => NodeKind::Method,
                    Some(_) => NodeKind::Sync,
                },
                branches: branches(&task.done_by),
            }
        });
        let graph = Graph {
            name: rows.name.to_string(),
            nodes: nodes.collect(),
        };
        // The synchronisation operators are there in each domain, used or not.
        let used: Vec<bool> = graph.used();
        graph.only(|at, node| used[at] || node.kind != NodeKind::Sync)
    }

    /// Which nodes are part of another one.
    fn used(&self) -> Vec<bool> {
        let mut used = vec![false; self.nodes.len()];
        for branch in self.nodes.iter().flat_map(|node| &node.branches) {
            for to in &branch.to {
                used[*to] = true;
            }
        }
        used
    }

    /// The nodes that are to stay, with new numbers.
    fn only(&self, stays: impl Fn(usize, &Node) -> bool) -> Graph {
        let mut numbers = BTreeMap::new();
        for (at, node) in self.nodes.iter().enumerate() {
            if stays(at, node) {
                numbers.insert(at, numbers.len());
            }
        }
        let nodes = numbers.keys().map(|at| {
            let mut node = self.nodes[*at].clone();
            for branch in &mut node.branches {
                let to = branch.to.iter().filter_map(|to| numbers.get(to).copied());
                branch.to = to.collect();
            }
            node
        });
        Graph {
            name: self.name.clone(),
            nodes: nodes.collect(),
        }
    }

    /// The same without internal and synchronisation operators: what is to be done, and not how it is kept in books.
    #[must_use]
    pub fn without_bookkeeping(&self) -> Graph {
        self.only(|_, node| !matches!(node.kind, NodeKind::Internal | NodeKind::Sync))
    }

    /// The same without the tasks of these names: what is part of everything makes a picture hard to read.
    #[must_use]
    pub fn without(&self, names: &[&str]) -> Graph {
        self.only(|_, node| !names.contains(&&node.name[..]))
    }

    /// The same with how often each branch was taken in plans that were recorded: wider the more often, dashed where it never
    /// was. A plan that was repaired counts once more with what is new in it. Recordings of other domains count for nothing.
    #[must_use]
    pub fn taken_in<'r>(&self, recordings: impl IntoIterator<Item = &'r Recorded>) -> Graph {
        let mut counts: BTreeMap<(String, String), u64> = BTreeMap::new();
        for recorded in recordings {
            if recorded.domain() != self.name {
                continue;
            }
            for entry in recorded.entries() {
                let What::Plan(shape) = entry.what else {
                    continue;
                };
                for node in &shape.nodes {
                    let (name, branch) = (recorded.text(node.name), recorded.text(node.branch));
                    let key = (name.to_owned(), branch.to_owned());
                    *counts.entry(key).or_default() += 1;
                }
            }
        }
        let mut graph = self.clone();
        for node in &mut graph.nodes {
            // Those without a name can't be told from one another, unless there is but one.
            let unnamed = node.branches.iter().filter(|branch| !branch.named).count();
            for branch in &mut node.branches {
                let label = if branch.named { &branch.label[..] } else { "" };
                let key = (node.name.clone(), label.to_owned());
                let count = counts.get(&key).copied().unwrap_or(0);
                branch.taken = (branch.named || unnamed == 1).then_some(count);
            }
        }
        graph
    }

    /// The branches that [`taken_in`](Self::taken_in) has found in no plan, as `task: branch`.
    pub fn never_taken(&self) -> Vec<String> {
        let branches = self.nodes.iter().flat_map(|node| {
            let never = node
                .branches
                .iter()
                .filter(|branch| branch.taken == Some(0));
            never.map(|branch| match &branch.label[..] {
                "" => node.name.clone(),
                label => format!("{}: {label}", node.name),
            })
        });
        branches.collect()
    }

    /// How many branches `taken_in` could tell anything of.
    pub(crate) fn most_taken(&self) -> u64 {
        let branches = self.nodes.iter().flat_map(|node| &node.branches);
        branches
            .filter_map(|branch| branch.taken)
            .max()
            .unwrap_or(0)
    }
}

fn branches(done_by: &DoneBy<'_>) -> Vec<Branch> {
    let DoneBy::Methods(methods) = done_by else {
        return Vec::new();
    };
    let blocks = methods.iter().flat_map(|method| method.branches.iter());
    let alone = blocks.clone().count() == 1;
    let branch = |(at, block): (usize, &Block<'_>)| {
        let mut to = Vec::new();
        collect(&block.body, &mut to);
        Branch {
            named: !block.name.is_empty(),
            label: match &block.name[..] {
                "" if alone => String::new(),
                "" => format!("{}.", at + 1),
                name => name.to_owned(),
            },
            to,
            taken: None,
        }
    };
    blocks.enumerate().map(branch).collect()
}

/// The tasks of a body, each of them once.
fn collect(body: &[Stmt<'_>], to: &mut Vec<usize>) {
    for stmt in body {
        match stmt {
            Stmt::Task { task, .. } => {
                let task = usize::from(*task);
                if !to.contains(&task) {
                    to.push(task);
                }
            }
            Stmt::If(blocks) => blocks.iter().for_each(|block| collect(&block.body, to)),
            Stmt::While(block) | Stmt::For(block) => collect(&block.body, to),
            Stmt::Unordered(strands) => strands.iter().for_each(|strand| collect(strand, to)),
            Stmt::Let { .. } | Stmt::Effect(_) | Stmt::Return(..) => {}
        }
    }
}
