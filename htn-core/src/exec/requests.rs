//! The calls of the game between two ticks.
//!
//! The next tick processes the calls: reported ends first, in their order; then lost agents, cancelled plans and submitted
//! plans, in theirs.

use super::engine::Engine;
use super::inbox::Request;
use super::indices::{PlanSlot, Subtree};
use super::plans::admit::sizes_of;
use super::plans::plan_record::PlanStage;
use super::plans::view::LivePlan;
use super::{FinishError, ReplaceError, SubmitError};
use crate::model::event::{ActionId, Outcome, PlanId};
use crate::model::limits::LimitKind;
use crate::model::plan::{Block, PlanData};

impl Engine {
    /// Copies a plan, which enters in the next tick. If `replaces` is given, that plan ends when this one enters.
    pub fn submit(
        &mut self,
        data: &PlanData,
        priority: i32,
        replaces: Option<PlanId>,
    ) -> Result<PlanId, SubmitError> {
        if let Some(bytes) = self.cx.missing_bytes() {
            return Err(SubmitError::OutOfMemory { bytes });
        }
        let capacity = self.cx.limits().plans;
        let full = SubmitError::Full {
            kind: LimitKind::Plans,
            capacity,
        };
        if replaces.is_none() && self.live.plans.order().len() >= capacity {
            return Err(full);
        }
        let slot = self.live.plans.free_slot().ok_or(full)?;
        let block = self.admit(slot, data)?;
        let turns = self.live.turns().survey(slot, &block);
        self.live.plans.open(slot, priority, block);
        let record = &mut self.live.plans[slot];
        record.turns = turns;
        record.calls.replaces = replaces;
        let id = record.id;
        self.live.turns().list_turns(slot);
        self.request(Request::Enter(slot));
        Ok(id)
    }

    fn admit(&mut self, slot: PlanSlot, data: &PlanData) -> Result<Block, SubmitError> {
        let asked = self.cx.asked();
        let sizes = sizes_of(data, self.cx.tables(), asked);
        self.live.admit(slot, data, sizes, asked)
    }

    fn request(&mut self, request: Request) {
        self.inbox.add_request(request);
        self.cx.clock.mark_dirty();
    }

    /// Replaces all that a plan in repair has left to do with another plan.
    pub fn replace(&mut self, id: PlanId, data: &PlanData) -> Result<(), ReplaceError> {
        let slot = self.live.plans.find(id).ok_or(ReplaceError::Unknown(id))?;
        if self.live.plans[slot].stage != PlanStage::Repairing {
            return Err(ReplaceError::NotInRepair(id));
        }
        // A former replacement makes room for this one.
        let sizes = sizes_of(data, self.cx.tables(), self.cx.asked());
        self.live.plans.fits_as_replacement(slot, sizes)?;
        self.repairs.drop_replacement(slot, &mut self.live);
        let block = self.admit(slot, data)?;
        let repair = &mut self.live.plans[slot].repair;
        (repair.part, repair.later) = (Subtree::Whole, None);
        self.repairs.set_replacement(slot, block, &mut self.live);
        self.cx.clock.mark_dirty();
        Ok(())
    }

    /// Reports the end of an action.
    pub fn finish(&mut self, id: ActionId, outcome: Outcome) -> Result<(), FinishError> {
        let actions = &mut self.live.actions;
        let Some(slot) = actions.find(id) else {
            return Err(if actions.has_started(id) {
                FinishError::Ended(id)
            } else {
                FinishError::Unknown(id)
            });
        };
        if self.eval.will_end(slot, id) {
            return Err(FinishError::Ended(id));
        }
        if !actions.mark_reported(slot) {
            return Err(FinishError::Reported(id));
        }
        self.inbox.add_report(slot, outcome);
        self.cx.clock.mark_dirty();
        Ok(())
    }

    /// Abandons a plan in the next tick. Returns false if there is no such plan.
    pub fn cancel(&mut self, id: PlanId) -> bool {
        let Some(slot) = self.live.plans.find(id) else {
            return false;
        };
        let calls = &mut self.live.plans[slot].calls;
        if !core::mem::replace(&mut calls.cancelled, true) {
            self.request(Request::Cancel(slot));
        }
        true
    }

    /// Fails the actions and repairs the plans that an agent which left takes part in.
    pub fn agent_left(&mut self, agent: u64) {
        self.cx.clock.mark_dirty();
        let Some(found) = self.live.agents.find(agent) else {
            return;
        };
        if let Some(slot) = self.live.agents.engaged_by(found)
            && self.live.actions.mark_agent_left(slot)
        {
            self.request(Request::ActionLostAgent(slot));
        }
        while let Some(slot) = self.live.agents.mark_next_hold(found) {
            self.request(Request::HoldLostAgent(slot));
        }
        for at in 0..self.live.plans.order().len() {
            self.remove_agent_from(self.live.plans.order()[at], agent);
        }
    }

    /// Requests that the next tick repairs the steps of a plan that name an agent which left.
    fn remove_agent_from(&mut self, slot: PlanSlot, agent: u64) {
        let plan = self.live.plans.view(slot);
        let record = plan.record;
        let mut part = named_in(plan, record.turns.first.index(), agent);
        let is_named = record.repair.replacement.is_some_and(|block| {
            let replacement = self.live.plans.view_of(slot, &block);
            named_in(replacement, 0, agent).is_some()
        });
        if is_named {
            // The repair that was found needs the agent, so its part has to be planned again too.
            let repaired = record.repair.part;
            part = Some(part.map_or(repaired, |part| plan.above_both(part, repaired)));
        }
        let Some(part) = part else { return };
        let former = record.calls.agent_left;
        let all = former.map_or(part, |former| plan.above_both(former, part));
        if is_named {
            self.repairs.drop_replacement(slot, &mut self.live);
            self.live.plans[slot].repair.serial += 1;
        }
        self.live.plans[slot].calls.agent_left = Some(all);
        if former.is_none() {
            self.request(Request::PlanLostAgent(slot));
        }
    }
}

/// Returns the smallest part of a plan with all steps that name an agent and have not started; `None` without such steps.
/// All steps before `from` have started.
fn named_in(plan: LivePlan<'_>, from: usize, agent: u64) -> Option<Subtree> {
    let named = plan.all().skip(from).filter(|step| {
        let params = plan.info(*step).params.iter().zip(plan.frame(*step));
        let mut agents = params.filter(|(param, _)| param.agent);
        !plan.state(*step).has_started() && agents.any(|(_, other)| *other == agent)
    });
    let parts = named.map(|step| Subtree::below(plan.step(step).node()));
    parts.reduce(|a, b| plan.above_both(a, b))
}
