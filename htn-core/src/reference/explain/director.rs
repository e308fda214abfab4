//! Explains the search that a director would begin.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{ExplainError, Explainer, Explanation, Found};
use crate::exec::QueryContext;
use crate::model::budget::Budget;
use crate::model::domain::Domain;
use crate::model::error::SearchError;
use crate::search::host::Bound;
use crate::search::planner::{Planner, Progress};
use crate::squads::director::Director;
use crate::squads::director::search::make_way;
use crate::store::state::State;

impl<D: Domain> Director<D> {
    /// Explains why a search for its task would find the plan that it finds, or none, if it began now. See
    /// [`Explanation`].
    ///
    /// It is the search that the director would begin: with its limits and its setting for loops. Under
    /// [`Policy::Replace`](crate::Policy::Replace) and [`Policy::Preempt`](crate::Policy::Preempt), it begins with the
    /// facts as if the running plan had made way. A planner searches first, so [`Explanation::found`] is the director's
    /// result, even if it reaches a limit or needs more steps than an explanation may have.
    ///
    /// # Errors
    ///
    /// The domain is too large for explanations.
    pub fn explain(&self, context: &D::Context<'_>) -> Result<Explanation<D>, ExplainError> {
        let (state, loops) = (self.root_state(context), self.squad.settings.detect_loops);
        let explainer = Explainer::new(&state, context).detect_loops(loops);
        let mut why = explainer.explain(self.task())?;
        // A squad of a scheduler that has no planner now has at least the limits of its executor.
        let limits = self.executor().limits();
        let mut planner = Planner::with_limits(self.planner().map_or(limits, Planner::limits));
        planner.detect_loops(loops);
        planner.start(&state, self.task());
        let progress = planner.resume(context, Budget::steps(explainer.bounds.work));
        let progress = match planner.waits_for() {
            Some(expression) => Err(SearchError::Pending { expression }),
            None => progress,
        };
        let plan = planner
            .plan()
            .map_or(Vec::new(), |plan| plan.tasks().collect());
        why.decide(progress, plan);
        Ok(why)
    }

    /// The facts that a search for the root task would begin with.
    fn root_state(&self, context: &D::Context<'_>) -> State<D> {
        let mut engine = self.executor().engine.clone();
        let mut state = self.state().clone();
        let scope = &mut QueryContext {
            host: &Bound::<D>::new(engine.cx.tables(), context),
            machine: &mut engine.machine(),
        };
        let world = &mut scope.over(state.store_mut());
        make_way(self.squad.settings.policy, &mut engine, world);
        state
    }
}

impl<D: Domain> Explanation<D> {
    /// Replaces the interpreter's result by the planner's, and records how the two searches differ.
    fn decide(&mut self, progress: Result<Progress, SearchError>, plan: Vec<D::Task>) {
        let found = match progress {
            Ok(Progress::Found) => Found::Plan(plan),
            Ok(Progress::NoPlan) => Found::NoPlan,
            Ok(Progress::Paused | Progress::Waiting) => return,
            Err(full) => Found::Error(full),
        };
        self.differs = match (&found, &self.found) {
            (Found::Plan(plan), Found::Plan(told)) if plan == told => None,
            (Found::NoPlan, Found::NoPlan) => None,
            (Found::Error(_), Found::Error(_) | Found::Unknown(_)) => None,
            (Found::Error(_), _) => Some(String::from("this explains a search with larger limits")),
            (_, Found::Unknown(bound)) => {
                Some(format!("this explains a part of the search: {bound}"))
            }
            _ => Some(String::from("this explains another search")),
        };
        self.found = found;
    }
}
