//! Plans that are not to be taken again for a while, because they could not be repaired: for a director, which plans for the same
//! task again and again.

use super::step_lists::{Step, StepLists};
use crate::event::PlanId;
use crate::limits::Limits;
use crate::pool::Memory;

/// How many plans that were abandoned are remembered, for each that may run at once. A plan counts twice where it was
/// repaired.
const PER_PLAN: usize = 4;

/// How many times the steps of the longest plan there is room for.
const SHARE: usize = 2;

/// The steps of plans that were abandoned for want of a repair.
#[derive(Clone)]
pub(crate) struct Shunned {
    /// For how many ticks they are not taken; 0 for none.
    pub ticks: u64,
    /// Plans as they were taken, where they were repaired since.
    pub taken: StepLists<PlanId>,
    /// Plans that were abandoned, and until when they are not taken.
    pub plans: StepLists<u64>,
}

impl Shunned {
    /// For an executor that nobody plans for.
    pub fn none() -> Shunned {
        Shunned {
            ticks: 0,
            taken: StepLists::new(0, 0, Memory::Growing),
            plans: StepLists::new(0, 0, Memory::Growing),
        }
    }

    /// Where a step and its arguments have at most so many words.
    pub fn new(limits: &Limits, step: usize, memory: Memory) -> Shunned {
        let words = SHARE * limits.steps * step;
        Shunned {
            ticks: 0,
            // A plan may be there beside the one that takes its place.
            taken: StepLists::new(limits.plans + 1, words, memory),
            plans: StepLists::new(PER_PLAN * limits.plans, words, memory),
        }
    }

    /// A plan is repaired in part: these are its steps before that.
    pub fn repaired<'s>(&mut self, plan: PlanId, steps: impl Iterator<Item = Step<'s>> + Clone) {
        // The first repair is what has made it another one.
        if !self.taken.iter().any(|(other, _)| other == plan) {
            self.taken.add(plan, steps);
        }
    }

    /// A plan is over, or all of it was planned anew.
    pub fn forget(&mut self, plan: PlanId) {
        if !self.taken.is_empty() {
            self.taken.retain(|other| other != plan);
        }
    }

    /// A plan with these steps is abandoned now, for want of a repair.
    pub fn abandoned<'s>(
        &mut self,
        plan: PlanId,
        steps: impl Iterator<Item = Step<'s>> + Clone,
        now: u64,
    ) {
        if self.ticks == 0 {
            return;
        }
        let until = now + self.ticks;
        if let Some((_, words)) = self.taken.iter().find(|(other, _)| *other == plan) {
            self.plans.add_words(until, words);
        }
        self.plans.add(until, steps);
    }

    /// Until when a plan with these steps is not to be taken, where that is later than now.
    pub fn until<'s>(
        &mut self,
        steps: impl Iterator<Item = Step<'s>> + Clone,
        now: u64,
    ) -> Option<u64> {
        if self.plans.is_empty() {
            return None;
        }
        self.plans.retain(|until| until > now);
        self.plans.same(steps).max()
    }

    /// One with as much room, and nothing in it.
    #[cfg(feature = "serde")]
    pub fn blank(&self) -> Shunned {
        let mut blank = self.clone();
        blank.taken.retain(|_| false);
        blank.plans.retain(|_| false);
        blank
    }

    pub fn bytes(&self) -> usize {
        self.taken.bytes() + self.plans.bytes()
    }
}
