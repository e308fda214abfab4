//! Durations and agents of a plan's steps, from their operators.

use super::{Plan, PlanView};
use crate::model::domain::Domain;
use crate::model::limits::Limits;
use crate::search::host::{Bound, Host};
use crate::tables::OperatorRow;

impl<'a, D: Domain> PlanView<'a, D> {
    /// Returns the expected duration of a step: the `duration` of its operator for the variables that the planner has bound, or 1
    /// if the operator has none. 0 for a step that is not an action or does not exist.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// htn_domain! {
    ///     domain watch;
    ///     operator walk(meters: f32) { duration meters / 1.5; }
    ///     operator salute() {}
    ///     internal operator note() {}
    ///     pub method guard() { walk(30.0); salute(); note(); }
    /// }
    /// # fn main() -> Result<(), SearchError> {
    /// # use watch::{Planner, State, Task};
    /// let mut planner = Planner::new();
    /// let plan = planner.find(&State::new(), &(), Task::Guard)?.unwrap();
    /// let durations = [0, 1, 2].map(|step| plan.view().duration_of(step, &()));
    /// assert_eq!(durations, [20.0, 1.0, 0.0]);
    /// assert!(plan.is_busy(0, &()) && !plan.is_busy(2, &()));
    /// # Ok(())
    /// # }
    /// ```
    pub fn duration_of(self, step: usize, context: &D::Context<'_>) -> f32 {
        let Some((operator, words)) = self.action(step) else {
            return 0.0;
        };
        let host = Bound::<D>::new(self.raw.tables, context);
        operator.duration.map_or(1.0, |f| host.cost(f, words))
    }

    /// Returns true if a step engages its agents: an action whose operator has no `busy`, or whose `busy` is true for the
    /// variables that the planner has bound. [`duration_of`](Self::duration_of) has an example.
    pub fn is_busy(self, step: usize, context: &D::Context<'_>) -> bool {
        let host = Bound::<D>::new(self.raw.tables, context);
        self.action(step)
            .is_some_and(|(operator, words)| operator.busy.is_none_or(|f| host.test(f, words)))
    }

    /// Returns the operator and the words of a step, if it is an action.
    fn action(self, step: usize) -> Option<(&'static OperatorRow, &'a [u64])> {
        let step = self.step(step)?;
        let info = self.raw.info(step);
        let operator = info.operator.filter(|_| info.is_external())?;
        Some((operator, self.raw.frame(step)))
    }
}

impl<D: Domain> Plan<D> {
    /// Returns the expected duration of a step; [`PlanView::duration_of`] has an example.
    pub fn duration_of(&self, step: usize, context: &D::Context<'_>) -> f32 {
        self.view().duration_of(step, context)
    }

    /// Returns true if a step engages its agents. [`PlanView::is_busy`] defines it, and [`PlanView::duration_of`] has an
    /// example.
    pub fn is_busy(&self, step: usize, context: &D::Context<'_>) -> bool {
        self.view().is_busy(step, context)
    }

    /// Returns limits for an executor of this plan alone. Simulations create one per plan.
    pub fn limits(&self) -> Limits {
        let data = &self.data;
        let steps = self.len().max(1);
        Limits {
            steps,
            tasks: data.frames.len().max(1),
            bindings: data.words.len() + 64 + 64 * steps,
            checks: data.condition_history.len() + data.trail.len() + 64,
            plans: 1,
            // Events of a step: its start, its end, and each wait.
            events: 64 + 8 * steps,
            ..Limits::new()
        }
    }
}
