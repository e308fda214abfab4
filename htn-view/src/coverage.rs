//! Coverage: how often the branches of a domain were tried and chosen, in tests or missions.

mod file;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use htn_core::domain::Domain;
use htn_core::reference::rows::DoneBy;
use htn_core::{EventEffect, Plan, TreeNode};

use crate::recording::{Recorded, What};

pub use file::CoverageError;

/// The counts of a branch: an element of [`Coverage::branches`]. [`Coverage`] has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Covered {
    /// The task.
    pub task: String,
    /// The index of the method among those with this name.
    pub method: usize,
    /// The index of the branch in its method.
    pub branch: usize,
    /// The name of the branch; empty for an unnamed branch, which is the only one of its method.
    pub name: String,
    /// Its line; 0 if unknown.
    pub line: u32,
    /// The number of times it is part of a plan.
    pub taken: u64,
    /// The number of times that its condition had no solution.
    pub refused: u64,
    /// The number of times that its condition had a solution, but it is not part of the plan: its body or a task beside
    /// it failed.
    pub dead_ends: u64,
}

impl Covered {
    /// Returns the number of attempts: the sum of the three counts. [`Coverage`](crate::Coverage) has an example.
    pub fn tried(&self) -> u64 {
        self.taken + self.refused + self.dead_ends
    }

    /// Returns the number of failed attempts: the sum of `refused` and `dead_ends`.
    pub fn failed(&self) -> u64 {
        self.refused + self.dead_ends
    }
}

/// `help: by_two (line 38)`. An unnamed branch is the only one of its method: `lit (line 51)`, `lit: method 2 (line
/// 60)`.
impl fmt::Display for Covered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.task)?;
        match (&self.name[..], self.method) {
            ("", 0) => {}
            ("", method) => write!(f, ": method {}", method + 1)?,
            (name, _) => write!(f, ": {name}")?,
        }
        match self.line {
            0 => Ok(()),
            line => write!(f, " (line {line})"),
        }
    }
}

/// The number of attempts and successes of each branch of a domain: for pictures that show frequent and unused parts
/// ([`Graph::with`](crate::Graph::with)), and for tests that require each branch to be chosen.
///
/// There are two sources. **Plans** contain only chosen branches: [`plan`](Self::plan), and recordings. **Searches**
/// that are traced count for each branch how often its condition was evaluated, how often it held, and whether the
/// branch is part of the plan: [`search`](Self::search), and recordings with [explanations](crate::Recording::explain);
/// both need the feature `explain`. If a recording has searches, its plans are not counted, so that nothing counts
/// twice.
///
#[cfg_attr(feature = "compiled", doc = "```")]
#[cfg_attr(not(feature = "compiled"), doc = "```no_run")]
/// use htn_view::Coverage;
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
/// use breach::{Domain, Planner, State, Task};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut coverage = Coverage::of::<Domain>().expect("the feature `reference` of squad-htn is on");
/// let mut planner = Planner::new();
/// let plan = planner.find(&State::new(), &(), Task::Through { door: 7 })?.expect("it is open");
/// coverage.plan(&plan);
/// let never: Vec<&str> = coverage.never_taken().map(|branch| &branch.name[..]).collect();
/// assert_eq!(never, ["with_a_bang"]);
/// assert_eq!((coverage.domain(), coverage.plans(), coverage.searches()), ("breach", 1, 0));
/// assert_eq!(coverage.branches()[1].taken, 1);
///
/// // The same plan, counted elsewhere.
/// let other = coverage.clone();
/// assert!(coverage.merge(&other));
/// println!("{}", coverage.to_text());
/// assert_eq!(coverage.plans(), 2);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage {
    domain: String,
    plans: u64,
    searches: u64,
    branches: Vec<Covered>,
}

impl Coverage {
    /// Creates counts of zero for a domain; `None` without the feature `reference` of `squad-htn`, which provides the
    /// list of branches. The example of [`Coverage`](Self) uses it.
    pub fn of<D: Domain>() -> Option<Coverage> {
        let rows = D::reference()?.rows;
        let mut branches = Vec::new();
        for task in rows.tasks.iter() {
            let DoneBy::Methods(methods) = &task.done_by else {
                continue;
            };
            for (method, of) in methods.iter().enumerate() {
                for (branch, block) in of.branches.iter().enumerate() {
                    branches.push(Covered {
                        task: task.name.to_string(),
                        method,
                        branch,
                        name: block.name.to_string(),
                        line: block.line,
                        taken: 0,
                        refused: 0,
                        dead_ends: 0,
                    });
                }
            }
        }
        Some(Coverage {
            domain: rows.name.to_string(),
            plans: 0,
            searches: 0,
            branches,
        })
    }

    /// Returns the name of the domain. [`Coverage`](Self) has an example.
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// Returns the number of sources: `3 plans and 12 searches`.
    pub(crate) fn counted(&self) -> String {
        let count = |count: u64, one: &str, more: &str| match count {
            1 => format!("1 {one}"),
            count => format!("{count} {more}"),
        };
        let plans = count(self.plans, "plan", "plans");
        let searches = count(self.searches, "search", "searches");
        match (self.plans, self.searches) {
            (_, 0) => plans,
            (0, _) => searches,
            _ => format!("{plans} and {searches}"),
        }
    }

    /// Returns all branches, in the order of the domain. [`Coverage`](Self) has an example.
    pub fn branches(&self) -> &[Covered] {
        &self.branches
    }

    /// Returns the number of plans counted. [`Coverage`](Self) has an example.
    pub fn plans(&self) -> u64 {
        self.plans
    }

    /// Returns the number of searches counted. [`Coverage`](Self) has an example.
    pub fn searches(&self) -> u64 {
        self.searches
    }

    /// Iterates over the branches that are part of no plan. [`Coverage`](Self) has an example.
    pub fn never_taken(&self) -> impl Iterator<Item = &Covered> {
        self.branches.iter().filter(|branch| branch.taken == 0)
    }

    /// Iterates over the branches that were never tried. Plans do not contain this information; count searches.
    /// [`Coverage`](Self) has an example.
    pub fn never_tried(&self) -> impl Iterator<Item = &Covered> {
        self.branches.iter().filter(|branch| branch.tried() == 0)
    }

    /// Counts the branches of a plan. See the example of [`Coverage`](Self).
    pub fn plan<D: Domain>(&mut self, plan: &Plan<D>) {
        self.plans += 1;
        let tree = plan.tree();
        let chosen = |node: &TreeNode<'_, D>| node.task().is_some() && !node.is_later();
        for node in tree.nodes().filter(chosen) {
            self.took(node.name(), node.method(), node.branch());
        }
    }

    /// Counts a branch of a plan. An unnamed branch is the only one of its method.
    fn took(&mut self, task: &str, method: usize, name: &str) {
        let mut branches = self.branches.iter_mut();
        let found = branches.find(|of| of.task == task && of.method == method && of.name == name);
        if let Some(found) = found {
            found.taken += 1;
        }
    }

    /// Counts a recording: its searches if it has explanations, otherwise its plans. Of a repaired plan, the new part
    /// counts; after a restart of the director's clock, plans that a rollback carried over do not count again. Returns
    /// false, and counts nothing, if the recording belongs to another domain. [`Coverage`](Self) has an example.
    pub fn recording(&mut self, recorded: &Recorded) -> bool {
        if recorded.domain() != self.domain {
            return false;
        }
        let whats = || recorded.entries().map(|entry| entry.what);
        let mut searched = false;
        for what in whats() {
            if let What::Branches(searches, tallies) = what {
                searched = true;
                self.searches += searches;
                for of in &tallies {
                    let place = (
                        recorded.text(of.task),
                        of.method as usize,
                        of.branch as usize,
                    );
                    self.tally(place, [of.tried, of.held, of.taken]);
                }
            }
        }
        if !searched {
            self.recorded_plans(recorded);
        }
        true
    }

    fn recorded_plans(&mut self, recorded: &Recorded) {
        // The tasks of each plan of this segment, with their arguments and branches.
        let mut known = BTreeMap::<u64, Vec<_>>::new();
        // The plans found in this segment. `None` in the first one, whose plans may be older than the recording.
        let mut found: Option<BTreeSet<u64>> = None;
        for entry in recorded.entries() {
            let shape = match entry.what {
                What::Plan(shape) => shape,
                What::Event(event) if event.kind.effect() == EventEffect::PlanAdded => {
                    found
                        .iter_mut()
                        .for_each(|found| _ = found.insert(event.plan));
                    continue;
                }
                What::Restarted(_) => {
                    known.clear();
                    found = Some(BTreeSet::new());
                    continue;
                }
                _ => continue,
            };
            let nodes = shape.nodes.iter();
            let keys = nodes.filter_map(|node| Some((node.call?, node.method, node.branch)));
            let before = known.insert(shape.plan, keys.collect());
            if before.is_none() {
                let is_carried = |found: &BTreeSet<u64>| !found.contains(&shape.plan);
                if found.as_ref().is_some_and(is_carried) {
                    continue;
                }
                self.plans += 1;
            }
            let mut old = before.unwrap_or_default();
            for node in shape.nodes {
                let Some(call) = node.call else { continue };
                let key = (call, node.method, node.branch);
                if let Some(at) = old.iter().position(|other| *other == key) {
                    old.swap_remove(at);
                    continue;
                }
                let (task, branch) = (recorded.text(node.name), recorded.text(node.branch));
                self.took(task, node.method as usize, branch);
            }
        }
    }

    /// Adds the counts of a branch by its position.
    fn tally(
        &mut self,
        (task, method, branch): (&str, usize, usize),
        [tried, held, taken]: [u64; 3],
    ) {
        let mut branches = self.branches.iter_mut();
        let found =
            branches.find(|of| of.task == task && (of.method, of.branch) == (method, branch));
        if let Some(found) = found {
            found.taken += taken;
            found.refused += tried.saturating_sub(held);
            found.dead_ends += held.saturating_sub(taken);
        }
    }

    /// Searches for a task as a planner does, and counts the branches that it tries. It takes milliseconds: for tests.
    ///
    /// # Errors
    ///
    /// The domain is too large for explanations, or the task is a step.
    #[cfg(feature = "explain")]
    pub fn search<D: Domain>(
        &mut self,
        state: &htn_core::State<D>,
        context: &D::Context<'_>,
        task: D::Task,
    ) -> Result<(), htn_core::explain::ExplainError> {
        let why = state.explain(context, task)?;
        self.searches += 1;
        for of in &why.branches {
            let place = (of.task, of.method, of.branch);
            self.tally(place, [of.tried, of.held, of.taken]);
        }
        Ok(())
    }

    /// Adds other counts: of another test, or of another process through [`to_text`](Self::to_text). Returns false, and
    /// adds nothing, if the domain or its branches differ. [`Coverage`](Self) has an example.
    pub fn merge(&mut self, other: &Coverage) -> bool {
        let key = |of: &Covered| (of.task.clone(), of.method, of.branch, of.name.clone());
        let same = self.domain == other.domain
            && self
                .branches
                .iter()
                .map(key)
                .eq(other.branches.iter().map(key));
        if !same {
            return false;
        }
        self.plans += other.plans;
        self.searches += other.searches;
        for (own, more) in self.branches.iter_mut().zip(&other.branches) {
            own.taken += more.taken;
            own.refused += more.refused;
            own.dead_ends += more.dead_ends;
        }
        true
    }
}

/// One line per branch with its counts.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.branches.len();
        let taken = all - self.never_taken().count();
        let (domain, counted) = (&self.domain, self.counted());
        writeln!(f, "{domain}: {taken} of {all} branches taken, in {counted}")?;
        let (tried, took, refused, failed) = ("tried", "taken", "refused", "dead end");
        writeln!(f, "{tried:>9}{took:>9}{refused:>9}{failed:>9}")?;
        for branch in &self.branches {
            let tried = branch.tried();
            let Covered {
                taken,
                refused,
                dead_ends,
                ..
            } = branch;
            writeln!(
                f,
                "{tried:>9}{taken:>9}{refused:>9}{dead_ends:>9}  {branch}"
            )?;
        }
        Ok(())
    }
}
