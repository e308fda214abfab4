//! Plans: steps, and the tree of tasks above them.

mod arena;
mod changes;
pub(crate) mod condition_history;
mod data;
mod indices;
mod operators;
mod print;
mod raw;
mod records;
#[cfg(feature = "serde")]
pub(crate) mod saved;
mod tree;
mod view;

pub(crate) use arena::{Arena, Block, SHARE, Sizes};
pub(crate) use changes::Changed;
pub(crate) use data::PlanData;
pub(crate) use indices::{Index, NodeIndex, StepIndex, Subtree, index};
pub(crate) use raw::RawPlan;
pub(crate) use records::{NodeRecord, StepKind, StepRecord};
pub use tree::{Binding, Tree, TreeNode};
pub use view::PlanView;

use core::fmt;
use core::marker::PhantomData;

use crate::model::domain::Domain;
use crate::model::iterators::{Actions, Tasks};

/// A plan: its steps, and the tree of tasks above them.
///
/// Prints as the indented tree, with the names of branches and the variables that they bound. Lines deeper than 32 levels print
/// their depth instead of indentation.
///
/// ```
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain breach;
///     predicate locked(u8) [8];
///     predicate has_key(u8) [8];
///     internal operator unlock(door: u8) { delete locked(door); }
///     operator blast(door: u8) { cost 5.0; delete locked(door); }
///     operator enter(door: u8) { if !locked(door); }
///     pub method through(door: u8) {
///         branch with_a_key if locked(door) && has_key(door) { unlock(door); enter(door); }
///         branch with_a_bang if locked(door) { blast(door); enter(door); }
///         branch open { enter(door); }
///     }
/// }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use breach::{Action, Fact, Planner, State, Task};
///
/// let state = State::from_facts([Fact::Locked(7), Fact::HasKey(7)])?;
/// let mut planner = Planner::new();
/// let plan = planner.find(&state, &(), Task::Through { door: 7 })?.unwrap();
///
/// // All steps, and those that become commands to the game.
/// assert_eq!(plan.tasks().collect::<Vec<_>>(), [Task::Unlock { door: 7 }, Task::Enter { door: 7 }]);
/// assert_eq!(plan.actions().collect::<Vec<_>>(), [Action::Enter { door: 7 }]);
/// assert_eq!(plan.cost(), 1.0);
///
/// // The reason for a step: the tasks above it.
/// let node = plan.tree().above(1).unwrap();
/// assert_eq!(node.branch(), "with_a_key");
/// assert_eq!(node.steps(), 0..2);
/// println!("{plan}");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
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

    /// Returns a reader over the plan. Running plans have the same reader: [`PlanView`] has an example.
    pub fn view(&self) -> PlanView<'_, D> {
        PlanView::new(self.data.view())
    }

    /// Iterates over all steps in order, including internal and synchronising ones. [`Plan`] has an example of the
    /// difference to [`actions`](Self::actions).
    pub fn tasks(&self) -> Tasks<'_, D> {
        self.view().tasks()
    }

    /// Iterates over the external steps in order: the future commands to the game, as in the example of [`Plan`].
    pub fn actions(&self) -> Actions<'_, D> {
        self.view().actions()
    }

    /// Returns the sum of the costs of its steps. An operator without `cost` costs 1, and an internal one 0; see the
    /// example of [`Plan`].
    pub fn cost(&self) -> f32 {
        self.view().cost()
    }

    /// Returns the priority from the `priority` of a branch; `None` if the branch of the root task has none.
    ///
    /// A director submits the plan with this priority instead of its own. A game that calls
    /// [`Executor::submit`](crate::Executor::submit) itself passes it on. For a search for several tasks, the first one
    /// whose branch has a priority counts.
    ///
    /// ```
    /// use squad_htn::prelude::*;
    ///
    /// htn_domain! {
    ///     domain camp;
    ///     predicate fire(u8) [4];
    ///     operator douse(tent: u8) {}
    ///     operator sweep() {}
    ///     pub method work() {
    ///         branch urgent if fire(tent) { priority 10 + i32::from(tent); douse(tent); }
    ///         branch usual { sweep(); }
    ///     }
    /// }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use camp::{Executor, Fact, Planner, State, Task};
    ///
    /// let (mut planner, mut executor) = (Planner::new(), Executor::new());
    /// let plan = planner.find(&State::from_facts([Fact::Fire(2)])?, &(), Task::Work)?.unwrap();
    /// assert_eq!(plan.priority(), Some(12));
    /// executor.submit(plan, plan.priority().unwrap_or(0))?;
    ///
    /// let plan = planner.find(&State::new(), &(), Task::Work)?.unwrap();
    /// assert_eq!(plan.priority(), None);
    /// # Ok(())
    /// # }
    /// ```
    pub fn priority(&self) -> Option<i32> {
        self.view().priority()
    }

    /// Returns the cost of a step, within the precision of the sum; 0 if the step does not exist.
    pub fn cost_of(&self, step: usize) -> f32 {
        self.view().cost_of(step)
    }

    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.data.steps.len()
    }

    /// Returns true if there are no steps.
    pub fn is_empty(&self) -> bool {
        self.data.steps.is_empty()
    }

    /// Frees spare capacity, for plans that are kept. A plan is created in the memory of its planner, and has the same capacity.
    pub fn shrink_to_fit(&mut self) {
        self.data = self.data.without_slack();
    }

    /// Returns the tree of its compound tasks. It has the reason for each step: [`Tree`] has an example.
    pub fn tree(&self) -> Tree<'_, D> {
        self.view().tree()
    }

    /// Iterates over the conditions above a step that the planner expects to hold when it starts, as written in the domain.
    ///
    /// Empty for internal steps, which are checked only against their own precondition. The cost is linear in the changes of
    /// the plan for each condition, so use it for display only.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// htn_domain! {
    ///     domain watch;
    ///     agent u8;
    ///     predicate dark();
    ///     operator patrol(who: u8) by who {}
    ///     pub method guard() { branch at_night if dark() { patrol(1); patrol(2); } }
    /// }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use watch::{Fact, Planner, State, Task};
    ///
    /// let mut planner = Planner::new();
    /// let plan = planner.find(&State::from_facts([Fact::Dark])?, &(), Task::Guard)?.unwrap();
    /// assert_eq!(plan.expected(1).collect::<Vec<_>>(), ["dark()"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn expected(&self, step: usize) -> impl Iterator<Item = &'static str> + '_ {
        self.view().expected(step)
    }
}

impl<D: Domain> fmt::Display for Plan<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.view(), f)
    }
}

impl<D: Domain> fmt::Debug for Plan<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.view(), f)
    }
}
