//! Failures, and what is planned again because of them.

use super::engine::Engine;
use super::indices::{PlanSlot, StepIndex, Subtree};
use super::inputs::Inputs;
use super::plan_record::PlanStage;
use super::world::World;
use crate::model::event::{AbandonReason, Event, FailureCause};
use crate::model::settings::Repair;

impl Engine {
    /// A step can't start and has nothing to wait for.
    pub(super) fn fail_step(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        why: FailureCause,
        world: &mut World<'_>,
    ) {
        let task = self.log_step(slot, step);
        self.log_failure(slot, step, task, why);
        let node = self.plans.step(slot, step).node();
        self.plans[slot].reported = None;
        self.has_failed(slot, Subtree::below(node));
        self.handle_failure(slot, world);
    }

    /// Something failed in a part of a plan.
    pub(super) fn has_failed(&mut self, slot: PlanSlot, part: Subtree) {
        let plan = self.plans.view(slot);
        if !matches!(plan.record.stage, PlanStage::Running | PlanStage::Repairing) {
            return;
        }
        let failed = match plan.record.failed {
            Some(other) => plan.above_both(other, part),
            None => part,
        };
        self.plans[slot].failed = Some(failed);
        self.repairs.add_failing(slot, &self.plans);
    }

    /// Plans in order: into repair, wider, or abandoned.
    pub(super) fn handle_failures(&mut self, world: &mut World<'_>) {
        while let Some(slot) = self.repairs.first_failing() {
            self.handle_failure(slot, world);
        }
    }

    /// Deals with what failed of a plan.
    pub(super) fn handle_failure(&mut self, slot: PlanSlot, world: &mut World<'_>) {
        let plan = self.plans.view(slot);
        let record = plan.record;
        let repair = self.cx.settings.repair;
        let used_up = self.repairs_used_up(slot).is_some();
        if record.unrepairable || (record.failed.is_some() && used_up) {
            return self.abandon_unrepaired(slot, world);
        }
        let Some(failed) = record.failed else {
            return self.repairs.remove_failing(slot, &self.plans);
        };
        let again = record.stage == PlanStage::Repairing;
        let failed = if again {
            plan.above_both(record.repair_at, failed)
        } else {
            failed
        };
        let wanted = match repair {
            Some(Repair::Replan) => Subtree::Whole,
            Some(Repair::Abandon | Repair::Subtree) | None => plan.lowest_repair(failed),
        };
        let answered = again && wanted == record.repair_at;
        self.repairs.remove_failing(slot, &self.plans);
        let record = &mut self.plans[slot];
        record.failed = None;
        record.same = None;
        record.stage = PlanStage::Repairing;
        // Where the game has lost its answer to an agent that left, it is asked again.
        if answered && (repair.is_some() || record.replacement.is_some()) {
            return;
        }
        self.wakes
            .set_inputs(slot, Inputs::NONE, u64::MAX, &mut self.plans, &self.cx);
        self.drop_replacement(slot);
        self.request_repair(slot, wanted);
    }

    /// How many repairs a plan may have, where it has had them and was not just searched for another one.
    pub(super) fn repairs_used_up(&self, slot: PlanSlot) -> Option<u32> {
        let record = &self.plans[slot];
        let allowed = match self.cx.settings.repair? {
            Repair::Abandon => 0,
            Repair::Subtree | Repair::Replan => self.cx.settings.max_repairs,
        };
        (record.repairs >= allowed && !record.unrepairable).then_some(allowed)
    }

    /// Requests a repair of a part of a plan.
    fn request_repair(&mut self, slot: PlanSlot, part: Subtree) {
        let tick = self.now();
        let record = &mut self.plans[slot];
        record.repair_at = part;
        record.repair_serial += 1;
        record.wake.set_moved(tick);
        self.repairs.update_request(slot, &self.plans);
        let at = self.log_part(slot, part);
        self.log_event(slot, |tick, plan| Event::NeedsRepair { tick, plan, at });
    }

    fn abandon_unrepaired(&mut self, slot: PlanSlot, world: &mut World<'_>) {
        let (plan, now) = (self.plans.view(slot), self.now());
        let steps = plan.all().map(|step| plan.task(step));
        self.rejected.abandoned(plan.record.id, steps, now);
        let record = &self.plans[slot];
        let same = record
            .same
            .filter(|plan| record.unrepairable && self.plans.find(*plan).is_some());
        let reason = match (same, record.lost_agent) {
            (Some(plan), _) => AbandonReason::Same(plan),
            (None, true) => AbandonReason::AgentLeft,
            (None, false) => AbandonReason::NoRepair,
        };
        self.abandon(slot, reason, world);
    }

    /// There is no plan for what is to be repaired: the task above is next. Where there is none, the plan is given up
    /// in the next tick.
    pub fn repair_above(&mut self, slot: PlanSlot) {
        self.mark_dirty();
        let plan = self.plans.view(slot);
        let Subtree::Below(node) = plan.record.repair_at else {
            self.plans[slot].unrepairable = true;
            self.repairs.update_request(slot, &self.plans);
            return self.repairs.add_failing(slot, &self.plans);
        };
        let parent = plan.node_at(node).parent();
        let above = plan.lowest_repair(Subtree::below(parent));
        self.request_repair(slot, above);
    }

    /// What was found to repair plans and was not adopted yet is to be searched for again.
    pub fn drop_found_repairs(&mut self) {
        for at in 0..self.plans.order().len() {
            let slot = self.plans.order()[at];
            if self.plans[slot].replacement.is_some() {
                self.drop_replacement(slot);
                self.mark_dirty();
            }
        }
    }

    /// The first plan that wants a repair that was not found yet, and the number of its wish.
    pub fn wants_repair(&self) -> Option<(PlanSlot, u32)> {
        let slot = self.repairs.first_requested()?;
        Some((slot, self.plans[slot].repair_serial))
    }

    /// Whether a wish for a repair still stands.
    pub fn still_wants(&self, slot: PlanSlot, serial: u32) -> bool {
        let record = &self.plans[slot];
        record.wants_repair() && record.repair_serial == serial
    }
}
