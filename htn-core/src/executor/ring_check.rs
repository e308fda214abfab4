//! The check that no plan waits for itself.
//!
//! A step waits for earlier steps of its plan, for actions that run, or for a step of a plan before its own that
//! claims an agent. Actions end by themselves, so a ring could only be made of steps; and since every wait goes to an
//! earlier step or an earlier plan, there is none. This looks at what is really waited for, and does not trust that.

use super::engine::Engine;
use super::indices::PlanSlot;
use super::plan_record::Stage;
use super::wait::Wait;
use crate::pool::Pool;

impl Engine {
    /// A plan that waits for itself, through whatever other plans.
    pub(super) fn plan_in_ring(&mut self) -> Option<PlanSlot> {
        let mut plans = self.plans.order().iter().copied();
        if plans.all(|slot| self.waits_go_back(slot) && self.claims_go_back(slot)) {
            return None;
        }
        let mut found = core::mem::replace(&mut self.found_plans, Pool::new(0));
        let mut plans = self.plans.order().iter().copied();
        let ring = plans
            .find(|slot| !self.waits_go_back(*slot) || self.claims_come_back(*slot, &mut found));
        self.found_plans = found;
        ring
    }

    /// Whether every plan that a plan waits for to have an agent goes before it. Where that is so of all plans, no claims
    /// come back.
    fn claims_go_back(&self, slot: PlanSlot) -> bool {
        let plan = self.plans.view(slot);
        let running = plan.record.stage == Stage::Running;
        let mut leads = plan.leads().filter(|_| running);
        leads.all(|lead| match plan.state(lead).wait {
            Wait::Claim { plan, .. } => {
                let other = self.plans.find(plan);
                other.is_none_or(|other| self.plans.goes_before(other, slot))
            }
            _ => true,
        })
    }

    /// Whether every wait of a plan's steps for its own steps is for an earlier one.
    fn waits_go_back(&self, slot: PlanSlot) -> bool {
        let plan = self.plans.view(slot);
        if plan.record.stage != Stage::Running {
            return true;
        }
        let goes_back = plan.leads().all(|lead| match plan.state(lead).wait {
            Wait::Effect { step, .. } => step < lead,
            _ => true,
        });
        // Somebody's turn it must be, unless all have started.
        let turns = &plan.record.turns;
        goes_back && (turns.unstarted == 0 || turns.ready.is_some())
    }

    /// Whether the claims that a plan waits for lead back to it.
    fn claims_come_back(&self, slot: PlanSlot, found: &mut Pool<PlanSlot>) -> bool {
        found.clear();
        let mut at = 0;
        let mut from = slot;
        loop {
            let plan = self.plans.view(from);
            let running = plan.record.stage == Stage::Running;
            for lead in plan.leads().filter(|_| running) {
                if let Wait::Claim { plan, .. } = plan.state(lead).wait
                    && let Some(other) = self.plans.find(plan)
                {
                    if other == slot {
                        return true;
                    }
                    if !found.contains(&other) {
                        found.push(other);
                    }
                }
            }
            match found.get(at) {
                Some(&next) => from = next,
                None => return false,
            }
            at += 1;
        }
    }
}
