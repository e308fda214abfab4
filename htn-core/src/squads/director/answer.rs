//! The outcomes of searches for the root task. An outcome that equals the previous one is not an event.

use super::state::DirectorState;
use crate::model::domain::Domain;
use crate::model::event::{Event, NoPlanReason, PlanId};
use crate::search::planner::Planner;

/// The outcome of a search for the root task.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub(crate) enum SearchOutcome {
    /// A plan with steps, or no search yet: the next outcome is reported.
    New,
    /// The empty plan.
    Empty,
    NoPlan(NoPlanReason),
}

/// The outcomes so far.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
pub(crate) struct Answers {
    pub last: SearchOutcome,
    /// The number of times that the last outcome was repeated.
    pub repeated: u64,
    /// The number of outcomes.
    pub count: u64,
}

impl Answers {
    pub const NONE: Answers = Answers {
        last: SearchOutcome::New,
        repeated: 0,
        count: 0,
    };

    /// Records an outcome. If it must be reported, returns the number of times that the previous one was repeated.
    pub fn take(&mut self, answer: SearchOutcome) -> Option<u64> {
        self.count += 1;
        if answer != SearchOutcome::New && answer == self.last {
            self.repeated += 1;
            return None;
        }
        self.last = answer;
        Some(core::mem::take(&mut self.repeated))
    }
}

impl<D: Domain> DirectorState<D> {
    /// With the setting `when_idle`, makes a search due if the last plan has ended in this tick.
    pub fn look_at_ends(&mut self) {
        let now = self.executor.engine.now();
        if self.executor.engine.rejected.take_acted()
            && self.executor.engine.live.plans.order().is_empty()
            && self.settings.when_idle
        {
            // A search in progress began with facts in which that plan was still running.
            self.forget_root_search();
            self.next_search = self.next_search.min(now);
        }
    }

    /// Reports that a plan was found, if the outcome is new.
    pub fn report_plan(&mut self, planner: &Planner<D>, plan: PlanId, answer: SearchOutcome) {
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

    /// Reports the progress of a search, which is not its outcome.
    pub fn report_search(&mut self, reason: NoPlanReason) {
        let engine = &mut self.executor.engine;
        engine.log_event_of_director(Event::NoPlan {
            tick: engine.now(),
            reason,
            repeated: 0,
        });
    }

    /// Reports that there is no plan, if the outcome is new.
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
