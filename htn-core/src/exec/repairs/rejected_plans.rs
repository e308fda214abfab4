//! Plans that a director must not adopt again for a while.

use crate::exec::repairs::step_lists::{Step, StepLists};
use crate::model::event::PlanId;
use crate::model::limits::Limits;
use crate::model::pool::Memory;

/// The number of abandoned plans that are remembered, per plan that may run at once. A plan that was repaired counts twice.
const PER_PLAN: usize = 4;

/// The memory for steps, as a multiple of the steps of the longest plan.
const SHARE: usize = 2;

/// The steps of plans that were abandoned because no repair was found. A director rejects plans with the same steps for a
/// while.
///
/// Invariant: the steps of a plan that was repaired are remembered as it was adopted, as long as it is there.
#[derive(Clone)]
pub(crate) struct RejectedPlans {
    /// For how many ticks a plan is rejected; 0 for none.
    ticks: u64,
    /// Plans as they were adopted, if they were repaired since.
    adopted: StepLists<PlanId>,
    /// Plans that were abandoned, and until when they are rejected.
    rejected: StepLists<u64>,
    /// True if a plan with an action ended since [`RejectedPlans::take_acted`].
    acted: bool,
}

impl RejectedPlans {
    /// Creates one that remembers nothing, for an executor without a director.
    pub fn none() -> RejectedPlans {
        RejectedPlans {
            ticks: 0,
            adopted: StepLists::new(0, 0, Memory::Growing),
            rejected: StepLists::new(0, 0, Memory::Growing),
            acted: false,
        }
    }

    /// Reserves memory for steps that have up to `step` words with their arguments.
    pub fn new(limits: &Limits, step: usize, memory: Memory) -> RejectedPlans {
        let words = SHARE * limits.steps * step;
        RejectedPlans {
            // A plan may be there beside the one that takes its place.
            adopted: StepLists::new(limits.plans + 1, words, memory),
            rejected: StepLists::new(PER_PLAN * limits.plans, words, memory),
            ..RejectedPlans::none()
        }
    }

    /// Sets for how many ticks a plan is rejected; 0 for none.
    pub fn set_ticks(&mut self, ticks: u64) {
        self.ticks = ticks;
    }

    /// Records whether a plan that ended had an action.
    pub fn plan_ended(&mut self, acted: bool) {
        self.acted |= acted;
    }

    /// Returns true if a plan with an action ended since the last call.
    pub fn take_acted(&mut self) -> bool {
        core::mem::take(&mut self.acted)
    }

    /// Remembers the steps of a plan before a part of it is repaired.
    pub fn repaired<'s>(&mut self, plan: PlanId, steps: impl Iterator<Item = Step<'s>> + Clone) {
        // Only before the first repair are they the steps that were adopted.
        if !self.adopted.iter().any(|(other, _)| other == plan) {
            self.adopted.add(plan, steps);
        }
    }

    /// Forgets the steps of a plan that has ended, or was planned again from the root.
    pub fn forget(&mut self, plan: PlanId) {
        if !self.adopted.is_empty() {
            self.adopted.retain(|other| other != plan);
        }
    }

    /// Rejects plans with these steps from now on: one was abandoned because no repair was found.
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
        if let Some((_, words)) = self.adopted.iter().find(|(other, _)| *other == plan) {
            self.rejected.add_words(until, words);
        }
        self.rejected.add(until, steps);
    }

    /// Returns until when a plan with these steps is rejected, if that is later than now.
    pub fn until<'s>(
        &mut self,
        steps: impl Iterator<Item = Step<'s>> + Clone,
        now: u64,
    ) -> Option<u64> {
        if self.rejected.is_empty() {
            return None;
        }
        self.rejected.retain(|until| until > now);
        self.rejected.same(steps).max()
    }

    pub fn bytes(&self) -> usize {
        self.adopted.bytes() + self.rejected.bytes()
    }
}

#[cfg(feature = "serde")]
impl RejectedPlans {
    /// Creates an empty one with as much memory.
    pub fn blank(&self) -> RejectedPlans {
        let mut blank = self.clone();
        blank.adopted.retain(|_| false);
        blank.rejected.retain(|_| false);
        blank.acted = false;
        blank
    }

    /// Returns the plans as they were adopted, if they were repaired since.
    pub fn adopted_mut(&mut self) -> &mut StepLists<PlanId> {
        &mut self.adopted
    }

    pub fn adopted(&self) -> &StepLists<PlanId> {
        &self.adopted
    }

    /// Returns the plans that are rejected, each with the tick until which it is.
    pub fn rejected(&self) -> &StepLists<u64> {
        &self.rejected
    }

    pub fn rejected_mut(&mut self) -> &mut StepLists<u64> {
        &mut self.rejected
    }
}
