//! What searches for the root task came to: an answer that is the same as the last one is no event.

use super::squad::Squad;
use crate::domain::Domain;
use crate::event::{NoPlanReason, PlanId};
use crate::executor::{Happened, StepsHash};
use crate::plan::PlanData;
use crate::planner::Planner;
use crate::pool::{Memory, Pool};

/// What a search for the root task came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Answer {
    /// A plan with steps, or there was no search yet: what comes next is told.
    News,
    /// The empty plan.
    Empty,
    NoPlan(NoPlanReason),
}

/// The answers so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answers {
    pub last: Answer,
    /// How often the last one was given again.
    pub repeated: u64,
    /// How many there were.
    pub count: u64,
}

impl Answers {
    pub const NONE: Answers = Answers {
        last: Answer::News,
        repeated: 0,
        count: 0,
    };

    /// Takes an answer down. Where it is to be told: how often the one before was given again.
    pub fn take(&mut self, answer: Answer) -> Option<u64> {
        self.count += 1;
        if answer != Answer::News && answer == self.last {
            self.repeated += 1;
            return None;
        }
        self.last = answer;
        Some(core::mem::take(&mut self.repeated))
    }
}

/// The plans that were abandoned for want of a repair, and until when they are not taken again.
#[derive(Clone)]
pub(crate) struct Shunned {
    plans: Pool<(StepsHash, u64)>,
    most: usize,
}

impl Shunned {
    /// Room for so many.
    pub fn new(most: usize, memory: Memory) -> Shunned {
        Shunned {
            plans: memory.pool(most),
            most,
        }
    }

    /// Where there is no room for another one, the oldest is forgotten.
    pub fn add(&mut self, steps: StepsHash, until: u64) {
        if self.plans.len() == self.most && !self.plans.is_empty() {
            self.plans.remove(0);
        }
        if self.plans.len() < self.most {
            self.plans.push((steps, until));
        }
    }

    /// All of them, the oldest first.
    #[cfg(feature = "serde")]
    pub fn all(&self) -> impl Iterator<Item = (StepsHash, u64)> + '_ {
        self.plans.iter().copied()
    }

    /// Until when a plan is not to be taken, where that is later than now.
    pub fn until(&mut self, plan: &PlanData, now: u64) -> Option<u64> {
        self.plans.retain(|(_, until)| *until > now);
        if self.plans.is_empty() {
            return None;
        }
        let steps = StepsHash::of_found(plan);
        let same = self.plans.iter().filter(|(other, _)| *other == steps);
        same.map(|(_, until)| *until).max()
    }

    pub fn bytes(&self) -> usize {
        self.plans.bytes()
    }
}

impl<D: Domain> Squad<D> {
    /// Takes down what the tick of the executor has to do with the next search: plans that were abandoned for want of a
    /// repair, and that nothing is left to do.
    pub fn look_at_ends(&mut self) {
        let now = self.executor.engine.now();
        let until = now + self.retry_after_ticks();
        for steps in self.executor.engine.take_unrepaired() {
            if until > now {
                self.shunned.add(steps, until);
            }
        }
        if self.executor.engine.take_ended_with_action()
            && self.executor.engine.plans.order().is_empty()
            && self.when_idle
        {
            // One that is under way began with facts in which that plan was still there.
            self.forget_root_search();
            self.next_search = self.next_search.min(now);
        }
    }

    /// Tells that a plan was found, where that is news.
    pub fn tell_planned(&mut self, planner: &Planner<D>, plan: PlanId, answer: Answer) {
        let data = &planner.plan.data;
        let (steps, cost) = (data.steps.len(), data.cost());
        if let Some(repeated) = self.answers.take(answer) {
            let planned = Happened::Planned {
                steps,
                cost,
                repeated,
            };
            self.executor.engine.log_event_of(plan, planned);
        }
    }

    /// Tells that there is no plan, where that is news.
    pub fn no_plan(&mut self, reason: NoPlanReason) {
        if let Some(repeated) = self.answers.take(Answer::NoPlan(reason)) {
            let no_plan = Happened::NoPlan { reason, repeated };
            self.executor.engine.log_event_of(PlanId::NONE, no_plan);
        }
    }
}
