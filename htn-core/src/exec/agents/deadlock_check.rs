//! The check that no plan waits for itself.
//!
//! A step waits for earlier steps of its plan, for actions that run, or for a step of an earlier plan that claims an agent.
//! Actions end by themselves, so only steps could wait in a cycle; and since every wait is for an earlier step or an
//! earlier plan, no cycle exists. This checks the actual waits instead of relying on that.

use crate::exec::agents::claims::Claims;
use crate::exec::indices::{PlanSlot, StepIndex};
use crate::exec::plans::Plans;
use crate::exec::plans::plan_record::PlanStage;
use crate::exec::plans::wait::Wait;

impl Claims {
    /// Returns a plan that waits for itself, directly or through other plans.
    pub fn deadlocked_plan(&mut self, plans: &Plans) -> Option<PlanSlot> {
        let mut all = plans.order().iter().copied();
        if all.all(|slot| waits_go_back(plans, slot) && claims_go_back(plans, slot)) {
            return None;
        }
        let mut all = plans.order().iter().copied();
        all.find(|slot| !waits_go_back(plans, *slot) || self.claims_come_back(plans, *slot))
    }

    /// Returns true if the claims that a plan waits for lead back to it.
    fn claims_come_back(&mut self, plans: &Plans, slot: PlanSlot) -> bool {
        self.search(slot, |from, add| {
            claims(plans, from).any(|(_, other)| {
                add(other);
                other == slot
            })
        })
    }
}

/// Returns the waits of a plan that runs.
fn waits(plans: &Plans, slot: PlanSlot) -> impl Iterator<Item = (StepIndex, Wait)> {
    let plan = plans.view(slot);
    let running = plan.record.stage == PlanStage::Running;
    let leads = plan.leads().filter(move |_| running);
    leads.map(move |lead| (lead, plan.state(lead).wait))
}

/// Returns the plans whose claims a plan waits for, each with the step that waits.
fn claims(plans: &Plans, slot: PlanSlot) -> impl Iterator<Item = (StepIndex, PlanSlot)> {
    waits(plans, slot).filter_map(|(lead, wait)| match wait {
        Wait::Claim { plan, .. } => Some((lead, plans.find(plan)?)),
        Wait::None
        | Wait::Engaged { .. }
        | Wait::Held { .. }
        | Wait::Action(_)
        | Wait::Effect { .. }
        | Wait::Sensors { .. }
        | Wait::Answer { .. }
        | Wait::Repair => None,
    })
}

/// Returns true if every plan whose claim a plan waits for goes before it. If that is so of all plans, no claims come back.
fn claims_go_back(plans: &Plans, slot: PlanSlot) -> bool {
    claims(plans, slot).all(|(_, other)| plans.goes_before(other, slot))
}

/// Returns true if every step of a plan that waits for a step of the plan waits for an earlier one.
fn waits_go_back(plans: &Plans, slot: PlanSlot) -> bool {
    let record = &plans[slot];
    let goes_back = waits(plans, slot).all(|(lead, wait)| match wait {
        Wait::Effect { step, .. } => step < lead,
        Wait::None
        | Wait::Engaged { .. }
        | Wait::Held { .. }
        | Wait::Action(_)
        | Wait::Sensors { .. }
        | Wait::Answer { .. }
        | Wait::Claim { .. }
        | Wait::Repair => true,
    });
    // It is the turn of some step, unless all have started.
    let has_turn = record.turns.unstarted == 0 || record.turns.ready.is_some();
    goes_back && (has_turn || record.stage != PlanStage::Running)
}
