//! Whether what stands above a task that is to be planned again still holds.
//!
//! The branches above it were chosen under conditions, and the steps that are to be replaced were expected to find some of
//! them true. Those must hold when the new steps begin: else it is not the task that is wrong, but that there is one.

use super::engine::Engine;
use super::indices::{PlanSlot, StepIndex, Subtree};
use super::status::StepState;
use super::view::LivePlan;
use super::world::World;
use crate::model::plan::NodeRecord;
use crate::tables::RelId;

impl Engine {
    /// Whether the conditions above a plan's repair hold over the facts that it will be searched from: those that were
    /// expected at the first step that goes and has not ended well.
    pub fn ancestors_hold(&mut self, slot: PlanSlot, world: &mut World<'_>) -> bool {
        let plan = self.plans.view(slot);
        let part = plan.record.repair_at;
        let Subtree::Below(node) = part else {
            return true;
        };
        let Some(step) = plan.first_unfinished(part, |_| true) else {
            return true;
        };
        let mut above = plan.node_at(node).parent();
        while let Some(&node) = self.plans.view(slot).node(above) {
            above = node.parent();
            let checks = self.plans.view(slot).branch(&node).map(|row| row.checks);
            let checks = checks.map_or(0..0, |run| run.at..run.at + u32::from(run.len));
            for (number, check) in checks.enumerate() {
                let check = &self.cx.tables().checks[check as usize];
                if !self.counts_in_repair(slot, step, &node, number) {
                    continue;
                }
                let frame = self.plans.view(slot).node_frame(&node);
                let answer = world.ask(check.entry, check.frame, frame);
                if answer != Ok(true) && !self.comes_about(slot, check.reads) {
                    return false;
                }
            }
        }
        true
    }

    /// As [`is_expected`](Engine::is_expected), where a part of the plan is about to go: what its steps would have brought
    /// about explains nothing, unless they have ended well.
    pub(super) fn counts_in_repair(
        &self,
        slot: PlanSlot,
        step: StepIndex,
        node: &NodeRecord,
        check: usize,
    ) -> bool {
        let plan = self.plans.view(slot);
        let part = plan.record.repair_at;
        self.is_expected_after(slot, step, node, check, |later| {
            plan.state(later).status == StepState::Done || !plan.is_in(later, part)
        })
    }

    /// Whether a condition may yet come about before the new steps: by a step that stays and has not started, or by the new
    /// ones themselves in place of one that is taken back. Then what was found tells whether it does.
    fn comes_about(&self, slot: PlanSlot, reads: &[RelId]) -> bool {
        let plan = self.plans.view(slot);
        let part = plan.record.repair_at;
        let stays = |step: &StepIndex| !plan.state(*step).has_started() && !plan.is_in(*step, part);
        let taken_back = plan.undo_chain().filter(|step| plan.is_in(*step, part));
        let mut steps = plan.all().filter(stays).chain(taken_back);
        steps.any(|step| plan.info(step).writes(reads))
    }
}

impl LivePlan<'_> {
    /// The first of the steps that are meant in a part of the plan that has not ended well.
    pub fn first_unfinished(
        self,
        part: Subtree,
        meant: impl Fn(StepIndex) -> bool,
    ) -> Option<StepIndex> {
        self.all().find(|step| {
            let goes = self.state(*step).status != StepState::Done && self.is_in(*step, part);
            goes && !self.step(*step).is_absorbed() && meant(*step)
        })
    }
}
