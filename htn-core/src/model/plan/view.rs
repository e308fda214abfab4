//! A typed reader over a plan.

use core::fmt;
use core::marker::PhantomData;

use super::Plan;
use super::indices::StepIndex;
use super::print;
use super::raw::RawPlan;
use super::tree::Tree;
use crate::model::domain::Domain;
use crate::model::iterators::{Actions, Tasks};

/// A reader over a plan [of a planner](Plan::view), or one that [runs in an executor](crate::PlanStatus::plan). It copies
/// nothing.
///
/// Printing it shows the tree, as for a [`Plan`].
///
/// ```
/// use squad_htn::PlanView;
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain watch;
///     operator patrol(lap: u8) { cost 2.0; }
///     internal operator note() {}
///     pub method guard() { patrol(1); note(); patrol(2); }
/// }
/// use watch::{Domain, Executor, Planner, State, Task};
///
/// /// Works for plans of planners and of executors.
/// fn summary(plan: PlanView<'_, Domain>) -> String {
///     let actions = plan.actions().count();
///     format!("{actions} of {} steps, cost {}: {:?}", plan.len(), plan.cost(), plan.tree().node(0))
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let (mut state, mut planner, mut executor) = (State::new(), Planner::new(), Executor::new());
/// let plan = planner.find(&state, &(), Task::Guard)?.unwrap();
/// assert!(summary(plan.view()).starts_with("2 of 3 steps, cost 4: "));
/// assert_eq!((plan.view().cost_of(0), plan.view().cost_of(1)), (2.0, 0.0));
///
/// executor.submit(plan, 0)?;
/// executor.tick(&mut state, &());
/// let running = executor.plans().next().unwrap().plan();
/// assert_eq!(summary(running), summary(plan.view()));
/// assert!(!running.is_empty() && running.priority().is_none());
/// assert_eq!(running.tasks().nth(1), Some(Task::Note));
/// // A copy runs from the beginning, here in the same executor.
/// executor.submit(&running.to_plan(), 0)?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct PlanView<'a, D: Domain> {
    pub(crate) raw: RawPlan<'a>,
    domain: PhantomData<fn() -> D>,
}

impl<'a, D: Domain> PlanView<'a, D> {
    pub(crate) fn new(raw: RawPlan<'a>) -> Self {
        PlanView {
            raw,
            domain: PhantomData,
        }
    }

    /// Iterates over all steps in order, including internal and synchronising ones. [`PlanView`] has an example.
    pub fn tasks(self) -> Tasks<'a, D> {
        Tasks::new(self.raw, self.len())
    }

    /// Iterates over the external steps in order: the actions of the plan. The example of [`PlanView`] counts them.
    pub fn actions(self) -> Actions<'a, D> {
        Actions::new(self.raw)
    }

    /// Returns the sum of the costs of its steps.
    pub fn cost(self) -> f32 {
        self.raw.cost()
    }

    /// Returns the cost of a step, within the precision of the sum; 0 if the step does not exist. See the example of
    /// [`PlanView`].
    pub fn cost_of(self, step: usize) -> f32 {
        let step = self.step(step);
        step.map_or(0.0, |step| self.raw.cost_of(step))
    }

    /// Returns the priority that the `priority` of a branch gives this plan; see [`Plan::priority`].
    pub fn priority(self) -> Option<i32> {
        self.raw.priority()
    }

    /// Returns the number of steps.
    pub fn len(self) -> usize {
        self.raw.steps().len()
    }

    /// Returns true if there are no steps.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the tree of its compound tasks. [`Tree`] has an example.
    pub fn tree(self) -> Tree<'a, D> {
        Tree::new(self.raw)
    }

    /// Iterates over the conditions above a step that the planner expects to hold when it starts; see [`Plan::expected`]. Empty for
    /// steps that had started when the plan was last repaired.
    pub fn expected(self, step: usize) -> impl Iterator<Item = &'static str> + use<'a, D> {
        let step = self.step(step).into_iter();
        step.flat_map(move |step| self.raw.expected(step))
    }

    /// Copies the plan, so that any executor of the domain can run it from the beginning. Allocates. The example of
    /// [`PlanView`] submits such a copy.
    pub fn to_plan(self) -> Plan<D> {
        Plan::new(self.raw.to_data())
    }

    pub(super) fn step(self, step: usize) -> Option<StepIndex> {
        (step < self.len()).then(|| StepIndex::new(step))
    }
}

impl<'a, D: Domain> From<&'a Plan<D>> for PlanView<'a, D> {
    fn from(plan: &'a Plan<D>) -> Self {
        plan.view()
    }
}

impl<D: Domain> fmt::Display for PlanView<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print::print(self.raw, f)
    }
}

impl<D: Domain> fmt::Debug for PlanView<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tasks()).finish()
    }
}
