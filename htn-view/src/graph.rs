//! The graph of a domain: tasks and their subtasks.

mod layout;
mod svg;
mod words;

use std::collections::BTreeMap;

use htn_core::domain::Domain;
use htn_core::reference::rows::{BlockSource, DomainSource, DoneBy, Stmt};
use htn_core::tables::TaskKind;

use crate::coverage::{Coverage, Covered};

/// The kind of a node.
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
pub(crate) struct GraphNode {
    pub name: String,
    pub doc: String,
    pub kind: NodeKind,
    pub branches: Vec<Branch>,
}

#[derive(Clone, Debug)]
pub(crate) struct Branch {
    /// The name of the branch; its number if it is unnamed and not the only one; otherwise empty.
    pub label: String,
    /// The indices of the method and of the branch.
    pub place: (usize, usize),
    /// The nodes of its body, each once, in the order of the body.
    pub to: Vec<usize>,
    /// The coverage of the branch, if the graph has any.
    pub heat: Option<Heat>,
}

/// The number of attempts of a branch, by result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Heat {
    pub tried: u64,
    pub taken: u64,
    pub refused: u64,
    pub dead_ends: u64,
}

/// The success of a branch, shown by its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fared {
    NeverTried,
    NeverTaken,
    /// Fewer than half of the attempts.
    Seldom,
    Often,
}

impl Fared {
    pub const ALL: [Fared; 4] = [
        Fared::Often,
        Fared::Seldom,
        Fared::NeverTaken,
        Fared::NeverTried,
    ];

    /// Returns the text of the legend. Plans alone do not contain failed attempts.
    pub fn legend(self, searched: bool) -> &'static str {
        match (self, searched) {
            (Fared::Often, true) => "chosen in at least half of the attempts",
            (Fared::Often, false) => "taken",
            (Fared::Seldom, _) => "chosen less often",
            (Fared::NeverTaken, _) => "tried, never chosen",
            (Fared::NeverTried, true) => "never tried",
            (Fared::NeverTried, false) => "never chosen",
        }
    }

    /// Returns the colour for formats without styles. It is distinguishable without seeing red.
    pub fn colour(self) -> &'static str {
        match self {
            Fared::Often => "#1f6feb",
            Fared::Seldom => "#d08700",
            Fared::NeverTaken => "#c4352b",
            Fared::NeverTried => "#9a9fa5",
        }
    }
}

impl Branch {
    /// Returns `12/40`: taken and tried; `×12` if failed attempts are unknown.
    pub fn figures(&self, searched: bool) -> String {
        match self.heat {
            None => String::new(),
            Some(Heat { tried: 0, .. }) => "0".to_owned(),
            Some(Heat { taken, .. }) if !searched => format!("×{taken}"),
            Some(Heat { taken, tried, .. }) => format!("{taken}/{tried}"),
        }
    }
}

impl Heat {
    pub fn fared(self) -> Fared {
        match self {
            Heat { tried: 0, .. } => Fared::NeverTried,
            Heat { taken: 0, .. } => Fared::NeverTaken,
            Heat { tried, taken, .. } if taken * 2 < tried => Fared::Seldom,
            _ => Fared::Often,
        }
    }

    /// `tried 40 times: taken 12, its condition did not hold 20, dead ends 8`.
    pub fn words(self, searched: bool) -> String {
        let Heat {
            tried,
            taken,
            refused,
            dead_ends,
        } = self;
        let times = |count: u64| match count {
            1 => "once".to_owned(),
            count => format!("{count} times"),
        };
        match (tried, searched) {
            (0, _) => return Fared::NeverTried.legend(searched).to_owned(),
            (_, false) => return format!("taken {}", times(taken)),
            _ => {}
        }
        let mut words = format!("tried {}: taken {taken}", times(tried));
        for (count, what) in [
            (refused, "its condition did not hold"),
            (dead_ends, "dead ends"),
        ] {
            if count > 0 {
                words += &format!(", {what} {count}");
            }
        }
        words
    }
}

/// The graph of a domain: methods, operators, and the branches between them. It prints as [Mermaid](Graph::to_mermaid)
/// and [DOT](Graph::to_dot), and draws itself as [SVG](Graph::to_svg).
///
#[cfg_attr(feature = "compiled", doc = "```")]
#[cfg_attr(not(feature = "compiled"), doc = "```no_run")]
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
///     let graph = Graph::of::<breach::Domain>().expect("the feature `reference` of squad-htn is on");
///     assert!(graph.to_mermaid().contains("-->|\"with_a_bang\"|"));
///     assert!(graph.to_svg().starts_with("<svg") && graph.to_dot().starts_with("digraph"));
///
///     // Fewer nodes: without operators that change facts only, and without tasks of these names.
///     let smaller = graph.without_bookkeeping().without(&["enter"]);
///     assert!(!smaller.to_dot().contains("enter"));
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    pub(crate) name: String,
    pub(crate) nodes: Vec<GraphNode>,
    /// The sources of the counts, if there are any.
    pub(crate) counted: String,
    /// True if failed attempts are known.
    pub(crate) searched: bool,
}

impl Graph {
    /// Creates the graph of a domain; `None` without the feature `reference` of `squad-htn`, which provides the bodies of
    /// methods. See the example of [`Graph`](Self).
    pub fn of<D: Domain>() -> Option<Graph> {
        let tasks = D::tables().tasks;
        let task = |at: usize| {
            tasks
                .get(at)
                .map_or((TaskKind::Method, ""), |row| (row.kind, row.doc))
        };
        Some(Graph::from_rows(D::reference()?.rows, task))
    }

    /// Returns the graph of a domain that was read from its source. `task` returns the kind and the documentation of a
    /// task of the rows.
    pub fn from_rows<'d>(
        rows: &DomainSource<'_>,
        task: impl Fn(usize) -> (TaskKind, &'d str),
    ) -> Graph {
        let nodes = rows.tasks.iter().enumerate().map(|(at, row)| {
            let (kind, doc) = task(at);
            GraphNode {
                name: row.name.to_string(),
                doc: doc.trim().to_owned(),
                kind: match kind {
                    TaskKind::External => NodeKind::External,
                    TaskKind::Internal => NodeKind::Internal,
                    TaskKind::Method | TaskKind::Block => NodeKind::Method,
                    _ => NodeKind::Sync,
                },
                branches: branches(&row.done_by),
            }
        });
        let graph = Graph {
            name: rows.name.to_string(),
            nodes: nodes.collect(),
            counted: String::new(),
            searched: false,
        };
        // Each domain has the synchronisation operators, used or not.
        let used: Vec<bool> = graph.used();
        graph.only(|at, node| used[at] || node.kind != NodeKind::Sync)
    }

    /// Returns for each node whether another node uses it.
    fn used(&self) -> Vec<bool> {
        let mut used = vec![false; self.nodes.len()];
        for branch in self.nodes.iter().flat_map(|node| &node.branches) {
            for to in &branch.to {
                used[*to] = true;
            }
        }
        used
    }

    /// Returns the graph of these nodes, with new indices.
    fn only(&self, stays: impl Fn(usize, &GraphNode) -> bool) -> Graph {
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
            counted: self.counted.clone(),
            searched: self.searched,
        }
    }

    /// Removes internal and synchronisation operators. [`Graph`](Self) has an example.
    #[must_use]
    pub fn without_bookkeeping(&self) -> Graph {
        self.only(|_, node| !matches!(node.kind, NodeKind::Internal | NodeKind::Sync))
    }

    /// Removes the tasks with these names: tasks that are part of everything make a picture hard to read.
    /// [`Graph`](Self) has an example.
    #[must_use]
    pub fn without(&self, names: &[&str]) -> Graph {
        self.only(|_, node| !names.contains(&&node.name[..]))
    }

    /// Adds the counts of [`Coverage`]: the width of an edge shows the number of attempts, and its colour their
    /// success, so that frequent and unused parts are visible at once. The counts are texts beside the branches in an
    /// SVG (`taken / tried`), and tooltips in formats that have them. Coverage of another domain changes nothing.
    #[must_use]
    pub fn with(&self, coverage: &Coverage) -> Graph {
        let mut graph = self.clone();
        if coverage.domain() != self.name {
            return graph;
        }
        graph.counted = coverage.counted();
        graph.searched = coverage.searches() > 0;
        for node in &mut graph.nodes {
            for branch in &mut node.branches {
                let is_it =
                    |of: &&Covered| of.task == node.name && (of.method, of.branch) == branch.place;
                let found = coverage.branches().iter().find(is_it);
                branch.heat = found.map(|of| Heat {
                    tried: of.tried(),
                    taken: of.taken,
                    refused: of.refused,
                    dead_ends: of.dead_ends,
                });
            }
        }
        graph
    }

    /// Iterates over the counts of all branches.
    pub(crate) fn heats(&self) -> impl Iterator<Item = Heat> {
        let branches = self.nodes.iter().flat_map(|node| &node.branches);
        branches.filter_map(|branch| branch.heat)
    }

    /// Returns the width of the edges of a branch.
    pub(crate) fn stroke(&self, tried: u64) -> f64 {
        let most = self.heats().map(|heat| heat.tried).max().unwrap_or(0);
        1.0 + 4.0 * (tried as f64).ln_1p() / (most.max(1) as f64).ln_1p()
    }
}

fn branches(done_by: &DoneBy<'_>) -> Vec<Branch> {
    let DoneBy::Methods(methods) = done_by else {
        return Vec::new();
    };
    let blocks = methods.iter().enumerate().flat_map(|(method, of)| {
        let branches = of.branches.iter().enumerate();
        branches.map(move |(branch, block)| ((method, branch), block))
    });
    let alone = blocks.clone().count() == 1;
    let branch = |(at, (place, block)): (usize, ((usize, usize), &BlockSource<'_>))| {
        let mut to = Vec::new();
        collect(&block.body, &mut to);
        Branch {
            place,
            label: match &block.name[..] {
                "" if alone => String::new(),
                "" => format!("{}.", at + 1),
                name => name.to_owned(),
            },
            to,
            heat: None,
        }
    };
    blocks.enumerate().map(branch).collect()
}

/// Collects the tasks of a body, each once.
fn collect(body: &[Stmt<'_>], to: &mut Vec<usize>) {
    for stmt in body {
        match stmt {
            Stmt::Task { task, .. } | Stmt::Later { task, .. } => {
                let task = usize::from(*task);
                if !to.contains(&task) {
                    to.push(task);
                }
            }
            Stmt::If(blocks) => blocks.iter().for_each(|block| collect(&block.body, to)),
            Stmt::While(block) | Stmt::For(block) | Stmt::UnorderedFor(block) => {
                collect(&block.body, to);
            }
            Stmt::Unordered(strands) => strands.iter().for_each(|strand| collect(strand, to)),
            _ => {}
        }
    }
}
