//! What the game calls between two ticks.
//!
//! Reported ends are processed first, in the order of the calls; then leavings, cancels and submits, in theirs.

use super::actions::ActionEnd;
use super::engine::Engine;
use super::inbox::Request;
use super::indices::{PlanSlot, Subtree};
use super::plan_record::{PlanRecord, PlanStage};
use super::view::LivePlan;
use super::world::World;
use super::{FinishError, ReplaceError, SubmitError};
use crate::model::event::{AbandonReason, ActionId, Event, FailureCause, Outcome, PlanId};
use crate::model::limits::LimitKind;
use crate::model::plan::PlanData;

impl Engine {
    pub fn submit(&mut self, data: &PlanData, priority: i32) -> Result<PlanId, SubmitError> {
        self.submit_in_place_of(data, priority, None)
    }

    /// Where a plan is given, it is over when this one enters.
    pub fn submit_in_place_of(
        &mut self,
        data: &PlanData,
        priority: i32,
        replaces: Option<PlanId>,
    ) -> Result<PlanId, SubmitError> {
        if let Some(bytes) = self.cx.missing_bytes() {
            return Err(SubmitError::OutOfMemory { bytes });
        }
        let full = SubmitError::Full {
            kind: LimitKind::Plans,
            capacity: self.cx.limits().plans,
        };
        if replaces.is_none() && self.plans.order().len() >= self.cx.limits().plans {
            return Err(full);
        }
        let slot = self.plans.free_slot().ok_or(full)?;
        let block = self.admit(slot, data)?;
        let turns = self.turns().survey(slot, &block);
        self.plans.open(slot, priority, block);
        self.plans[slot].turns = turns;
        self.plans[slot].replaces = replaces;
        self.turns().list_turns(slot);
        self.request(Request::Enter(slot));
        Ok(self.plans[slot].id)
    }

    fn request(&mut self, request: Request) {
        self.inbox.add_request(request);
        self.mark_dirty();
    }

    pub fn replace(&mut self, id: PlanId, data: &PlanData) -> Result<(), ReplaceError> {
        let slot = self.plans.find(id).ok_or(ReplaceError::Unknown(id))?;
        if self.plans[slot].stage != PlanStage::Repairing {
            return Err(ReplaceError::NotInRepair(id));
        }
        // The former answer makes way for it.
        self.plans.fits_as_replacement(slot, self.sizes_of(data))?;
        self.drop_replacement(slot);
        let block = self.admit(slot, data)?;
        self.plans[slot].repair_at = Subtree::Whole;
        self.set_replacement(slot, block);
        Ok(())
    }

    pub fn finish(&mut self, id: ActionId, outcome: Outcome) -> Result<(), FinishError> {
        let Some(slot) = self.actions.find(id) else {
            return Err(if self.actions.has_started(id) {
                FinishError::Ended(id)
            } else {
                FinishError::Unknown(id)
            });
        };
        if self.eval.will_end(slot, id) {
            return Err(FinishError::Ended(id));
        }
        if !self.actions.mark_reported(slot) {
            return Err(FinishError::Reported(id));
        }
        self.inbox.add_report(slot, outcome);
        self.mark_dirty();
        Ok(())
    }

    pub fn cancel(&mut self, id: PlanId) -> bool {
        let Some(slot) = self.plans.find(id) else {
            return false;
        };
        if !core::mem::replace(&mut self.plans[slot].cancelled, true) {
            self.request(Request::Cancel(slot));
        }
        true
    }

    /// The action that has this number.
    pub fn action_numbered(&self, number: u64) -> Option<ActionId> {
        let mut ids = self.actions.all().map(|action| action.id);
        ids.find(|id| id.number() == number)
    }

    /// The plan that has this number.
    pub fn plan_numbered(&self, number: u64) -> Option<PlanId> {
        let mut ids = self.plans.order().iter().map(|slot| self.plans[*slot].id);
        ids.find(|id| id.number() == number)
    }

    pub fn agent_left(&mut self, agent: u64) {
        self.mark_dirty();
        let Some(found) = self.agents.find(agent) else {
            return;
        };
        if let Some(slot) = self.agents.engaged_by(found)
            && self.actions.mark_agent_left(slot)
        {
            self.request(Request::ActionLostAgent(slot));
        }
        while let Some(slot) = self.agents.mark_next_hold(found) {
            self.request(Request::HoldLostAgent(slot));
        }
        for at in 0..self.plans.order().len() {
            self.must_do_without(self.plans.order()[at], agent);
        }
    }

    /// A plan can't count on an agent any more.
    fn must_do_without(&mut self, slot: PlanSlot, agent: u64) {
        let plan = self.plans.view(slot);
        let mut part = named_in(plan, plan.record.turns.first.index(), agent);
        let replacement = plan.record.replacement.filter(|block| {
            let replacement = self.plans.view_of(slot, block);
            named_in(replacement, 0, agent).is_some()
        });
        if replacement.is_some() {
            // What was found to repair the plan is of no use any more.
            let repair_at = plan.record.repair_at;
            part = Some(part.map_or(repair_at, |part| plan.above_both(part, repair_at)));
        }
        let Some(part) = part else { return };
        let former = plan.record.agent_left;
        let all = former.map_or(part, |former| plan.above_both(former, part));
        if replacement.is_some() {
            self.drop_replacement(slot);
            self.plans[slot].repair_serial += 1;
        }
        self.plans[slot].agent_left = Some(all);
        if former.is_none() {
            self.request(Request::PlanLostAgent(slot));
        }
    }

    /// Takes up leavings, cancels and submits.
    pub(super) fn take_requests(&mut self, world: &mut World<'_>) {
        for at in 0..self.inbox.requests().len() {
            match self.inbox.requests()[at] {
                Request::Enter(slot) => self.enter(slot, world),
                Request::Cancel(slot) => {
                    if self.plans[slot].cancelled {
                        self.abandon(slot, AbandonReason::Cancelled, world);
                    }
                }
                Request::PlanLostAgent(slot) => self.lost_agent(slot),
                Request::ActionLostAgent(slot) => {
                    if self.actions[slot].lost_agent() {
                        self.end_action(slot, ActionEnd::Failed(FailureCause::AgentLeft), world);
                    }
                }
                Request::HoldLostAgent(slot) => {
                    if self.agents.hold_lost_agent(slot) {
                        self.release(slot);
                    }
                }
            }
        }
        self.inbox.clear_requests();
    }

    fn enter(&mut self, slot: PlanSlot, world: &mut World<'_>) {
        let tick = self.now();
        let record = &mut self.plans[slot];
        if record.stage == PlanStage::Submitted {
            record.stage = PlanStage::Running;
            record.wake.set_moved(tick);
            self.wakes.set_timer(slot, &mut self.plans, &self.cx);
            self.wakes.wake(slot, &self.plans);
        }
        let PlanRecord { id, replaces, .. } = self.plans[slot];
        if let Some(former) = replaces.and_then(|former| self.plans.find(former)) {
            self.wind_up(former, world);
            self.log_event(former, |tick, plan| Event::Replaced { tick, plan, by: id });
            self.close(former);
        }
        self.plans[slot].replaces = None;
    }

    fn lost_agent(&mut self, slot: PlanSlot) {
        let record = &mut self.plans[slot];
        let Some(part) = record.agent_left.take() else {
            return;
        };
        record.lost_agent = true;
        if record.wants_repair() {
            // A search that is under way began with facts in which the agent was still there.
            record.repair_serial += 1;
        }
        self.has_failed(slot, part);
    }
}

/// The smallest part of a plan with all steps that have not started and name an agent; `None` where there are none. Steps
/// before `from` have started.
fn named_in(plan: LivePlan<'_>, from: usize, agent: u64) -> Option<Subtree> {
    let named = plan.all().skip(from).filter(|step| {
        let params = plan.info(*step).params.iter().zip(plan.frame(*step));
        let mut agents = params.filter(|(param, _)| param.agent);
        !plan.state(*step).has_started() && agents.any(|(_, other)| *other == agent)
    });
    let parts = named.map(|step| Subtree::below(plan.step(step).node()));
    parts.reduce(|a, b| plan.above_both(a, b))
}
