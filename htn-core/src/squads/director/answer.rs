//! What searches for the root task came to: an answer that is the same as the last one is no event.

use super::state::DirectorState;
use crate::model::domain::Domain;
use crate::model::event::{Event, NoPlanReason, PlanId};
use crate::search::planner::Planner;

/// What a search for the root task came to.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub(crate) enum SearchOutcome {
    /// A plan with steps, or there was no search yet: what comes next is told.
    News,
    /// The empty plan.
    Empty,
    NoPlan(NoPlanReason),
}

/// The answers so far.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
pub(crate) struct Answers {
    pub last: SearchOutcome,
    /// How often the last one was given again.
    pub repeated: u64,
    /// How many there were.
    pub count: u64,
}

impl Answers {
    pub const NONE: Answers = Answers {
        last: SearchOutcome::News,
        repeated: 0,
        count: 0,
    };

    /// Takes an answer down. Where it is to be told: how often the one before was given again.
    pub fn take(&mut self, answer: SearchOutcome) -> Option<u64> {
        self.count += 1;
        if answer != SearchOutcome::News && answer == self.last {
            self.repeated += 1;
            return None;
        }
        self.last = answer;
        Some(core::mem::take(&mut self.repeated))
    }
}

impl<D: Domain> DirectorState<D> {
    /// Takes down what the tick of the executor has to do with the next search: that nothing is left to do.
    pub fn look_at_ends(&mut self) {
        let now = self.executor.engine.now();
        if self.executor.engine.rejected.take_acted()
            && self.executor.engine.live.plans.order().is_empty()
            && self.settings.when_idle
        {
            // One that is under way began with facts in which that plan was still there.
            self.forget_root_search();
            self.next_search = self.next_search.min(now);
        }
    }

    /// Tells that a plan was found, where that is news.
    pub fn tell_planned(&mut self, planner: &Planner<D>, plan: PlanId, answer: SearchOutcome) {
        let data = &planner.plan.data;
        let (steps, cost) = (data.steps.len(), data.view().cost());
        if let Some(repeated) = self.answers.take(answer) {
            let engine = &mut self.executor.engine;
            engine.log_event_of_director(Event::Planned {
                tick: engine.now(),
                plan,
                steps,
                cost,
                repeated,
            });
        }
    }

    /// Tells that there is no plan, where that is news.
    pub fn no_plan(&mut self, reason: NoPlanReason) {
        if let Some(repeated) = self.answers.take(SearchOutcome::NoPlan(reason)) {
            let engine = &mut self.executor.engine;
            engine.log_event_of_director(Event::NoPlan {
                tick: engine.now(),
                reason,
                repeated,
            });
        }
    }
}
