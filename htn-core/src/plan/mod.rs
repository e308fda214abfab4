//! Plans: what the planner found.

mod changes;
mod data;
mod tree;
pub(crate) mod truth;

pub(crate) use changes::{Changed, Chosen};
pub(crate) use data::{Mark, PlanData, Step, StepKind, node_at};
pub use tree::{Binding, Tree, TreeNode};

use core::fmt;
use core::marker::PhantomData;

use crate::domain::{Domain, TaskCode};

/// A plan: its steps, and the tree of tasks that they come from.
///
/// Printing it shows the tree, indented, with the names of branches and what they bound.
///
/// ```
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     pub domain errands;
///     predicate near(u8) [4];
///
///     operator walk(to: u8) { cost 3.0; }
///     operator buy(what: u8) {}
///     pub method fetch(what: u8) {
///         branch here if near(what) { buy(what); }
///         branch away { walk(what); buy(what); }
///     }
/// }
///
/// use errands::{Planner, State, Task};
///
/// fn main() -> Result<(), PlannerFull> {
///     let mut planner = Planner::new();
///     let plan = planner.find(&State::new(), &(), Task::Fetch { what: 9 })?.unwrap();
///     assert!(plan.tasks().eq([Task::Walk { to: 9 }, Task::Buy { what: 9 }]));
///     assert_eq!(plan.cost(), 4.0);
///     let root = plan.tree().node(0).unwrap();
///     assert_eq!((root.name(), root.branch(), root.steps()), ("fetch", "away", 0..2));
///     assert_eq!(plan.to_string(), "fetch(9) [away]\n  walk(9)\n  buy(9)\n");
///     Ok(())
/// }
/// ```
pub struct Plan<D: Domain> {
    pub(crate) data: PlanData,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain> Plan<D> {
    pub(crate) fn new(data: PlanData) -> Self {
        Plan {
            data,
            domain: PhantomData,
        }
    }

    /// Every step in order, internal and synchronising ones too.
    pub fn tasks(&self) -> impl ExactSizeIterator<Item = D::Task> + '_ {
        self.data.steps.iter().map(|step| {
            let (code, row) = self.data.code(step);
            D::task_from_row(code, row)
        })
    }

    /// The external steps in order: what the game will be told to do.
    pub fn actions(&self) -> impl Iterator<Item = D::Action> + '_ {
        self.data
            .steps
            .iter()
            .filter_map(|step| match self.data.code(step) {
                (TaskCode::Task(task), row) => D::action_from_row(task, row),
                _ => None,
            })
    }

    /// What its steps cost together.
    pub fn cost(&self) -> f32 {
        self.data.cost()
    }

    /// How many steps it has.
    pub fn len(&self) -> usize {
        self.data.steps.len()
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.data.steps.is_empty()
    }

    /// The compound tasks that it comes from.
    pub fn tree(&self) -> Tree<'_, D> {
        Tree::new(&self.data)
    }

    /// The conditions above a step that the planner expects to hold when it starts, as they are written in the
    /// domain. Empty for internal steps, which are checked against their own precondition only. Takes a walk over all that
    /// the plan changes for each condition: it is for people who look at a plan.
    pub fn expected(&self, step: usize) -> impl Iterator<Item = &'static str> + '_ {
        tree::expected(&self.data, step)
    }
}

impl<D: Domain> Clone for Plan<D> {
    fn clone(&self) -> Self {
        Plan::new(self.data.clone())
    }
}

impl<D: Domain> fmt::Display for Plan<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        tree::print(&self.data, f)
    }
}

impl<D: Domain> fmt::Debug for Plan<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tasks()).finish()
    }
}
