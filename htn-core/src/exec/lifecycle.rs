//! How actions and plans end: reported, stopped, failed, abandoned or completed.

use super::agents::actions::ActionEnd;
use super::agents::claims::Claims;
use super::evaluation::Evaluation;
use super::evaluation::evaluator::{Evaluator, GameCall, PendingEnd};
use super::inbox::{Inbox, Request};
use super::indices::{ActionSlot, PlanSlot, StepIndex, Subtree};
use super::live::LiveState;
use super::plans::plan_record::PlanStage;
use super::repairs::Repairs;
use super::repairs::rejected_plans::RejectedPlans;
use super::setup::TickContext;
use super::wake::inputs::Inputs;
use super::world::World;
use crate::model::error::SearchError;
use crate::model::event::{AbandonReason, Event, FailureCause, Unmet};
use crate::model::settings::Repair;
use crate::tables::Run;

/// Ends actions and plans, and handles what fails.
///
/// Invariant: whatever an action or a plan has in the world ends with it. The effects of an end are applied before its
/// event is logged, and every failure is queued until [`Lifecycle::handle_failure`] has requested a repair or abandoned the
/// plan.
pub(super) struct Lifecycle<'e> {
    pub cx: &'e TickContext,
    pub live: &'e mut LiveState,
    pub eval: &'e mut Evaluator,
    pub repairs: &'e mut Repairs,
    pub rejected: &'e mut RejectedPlans,
    pub world: World<'e>,
}

impl<'e> Lifecycle<'e> {
    /// Returns what evaluates the steps of a plan.
    #[inline]
    pub fn evaluation(&mut self, slot: PlanSlot) -> Evaluation<'_, 'e> {
        Evaluation {
            cx: self.cx,
            live: self.live,
            eval: self.eval,
            world: &mut self.world,
            slot,
        }
    }

    pub fn notice_facts(&mut self) {
        self.live.notice_facts(self.world.store, self.cx.now());
    }

    /// Ends an action.
    pub fn end_action(&mut self, slot: ActionSlot, end: ActionEnd) {
        self.eval.begin_ending(slot, end);
        self.resume_ending();
    }

    /// Ends the action that is ending: first its effects, which may call the game, and then everything that ends with it.
    fn resume_ending(&mut self) {
        while let Some(ending) = self.eval.ending_mut()
            && let Some(moment) = ending.end.moments().get(ending.moments)
        {
            // Counted first: if its effects panic, they are lost.
            ending.moments += 1;
            let action = &self.live.actions[ending.action];
            self.eval.begin_call(GameCall::End);
            let plan = self.live.plans.view(action.plan);
            let lost = plan.apply_moments(action.step, &[*moment], &mut self.world);
            if let Some(ending) = self.eval.ending_mut() {
                ending.lost = ending.lost.or(lost);
            }
        }
        if let Some(ending) = self.eval.take_ending() {
            self.finish_ending(ending);
        }
    }

    /// Removes an action whose effects were applied, and logs how it ended.
    fn finish_ending(&mut self, ending: PendingEnd) {
        let PendingEnd { end, lost, .. } = ending;
        let (live, now) = (&mut *self.live, self.cx.now());
        let action = live.remove_action(ending.action, self.cx);
        let (slot, step) = (action.plan, action.step);
        let reported = matches!(end, ActionEnd::Reported(_));
        if !reported {
            live.log_command((slot, step), action.id, false);
        }
        live.plans.end_step(slot, step, end.is_success(), now);
        let plan = live.plans.view(slot);
        let task = live.log.keep_step(plan, step);
        let (number, id) = (step.index(), Some(action.id));
        live.log
            .add_for(plan.record.id, |tick, plan| match end.failure() {
                None => Event::Finished {
                    tick,
                    plan,
                    step: number,
                    task,
                    action: id,
                    lost,
                },
                Some(why) => Event::Failed {
                    tick,
                    plan,
                    step: number,
                    task,
                    action: id,
                    why,
                    lost,
                },
            });
        if end.fails_plan(action.engages) {
            let part = Subtree::below(plan.step(step).node());
            self.repairs.add_failure(slot, part, &mut live.plans);
            let repair = &mut live.plans[slot].repair;
            repair.reported = reported.then_some(step);
            repair.lost_agent |= end == ActionEnd::Failed(FailureCause::AgentLeft);
        }
        live.wake(slot);
    }

    /// Ends the actions whose end the game reported, in the order of its calls.
    pub fn take_reports(&mut self, inbox: &mut Inbox) {
        for &(slot, outcome) in inbox.reports() {
            if self.live.actions[slot].is_reported() {
                self.end_action(slot, ActionEnd::Reported(outcome));
            }
        }
        inbox.clear_reports();
    }

    /// Processes the calls that are no reports, in their order.
    pub fn take_requests(&mut self, inbox: &mut Inbox) {
        for &request in inbox.requests() {
            match request {
                Request::Enter(slot) => self.enter(slot),
                Request::Cancel(slot) => {
                    if self.live.plans[slot].calls.cancelled {
                        self.abandon(slot, AbandonReason::Cancelled);
                    }
                }
                Request::PlanLostAgent(slot) => self.repair_without_agent(slot),
                Request::ActionLostAgent(slot) => {
                    if self.live.actions[slot].lost_agent() {
                        self.end_action(slot, ActionEnd::Failed(FailureCause::AgentLeft));
                    }
                }
                Request::HoldLostAgent(slot) => {
                    if self.live.agents.hold_lost_agent(slot) {
                        self.live.release(slot);
                    }
                }
            }
        }
        inbox.clear_requests();
    }

    /// Starts a plan that was submitted, and removes the plan that it replaces.
    fn enter(&mut self, slot: PlanSlot) {
        let live = &mut *self.live;
        let record = &mut live.plans[slot];
        if record.stage == PlanStage::Submitted {
            record.stage = PlanStage::Running;
            record.wake.set_moved(self.cx.now());
            live.wakes.set_timer(slot, &mut live.plans, self.cx);
            live.wake(slot);
        }
        let record = &live.plans[slot];
        let by = record.id;
        if let Some(former) = record.calls.replaces.and_then(|id| live.plans.find(id)) {
            self.wind_up(former);
            let former_id = self.live.plans[former].id;
            let replaced = |tick, plan| Event::Replaced { tick, plan, by };
            self.live.log.add_for(former_id, replaced);
            self.close(former);
        }
        self.live.plans[slot].calls.replaces = None;
    }

    /// Reports the steps that name an agent which left as failed.
    fn repair_without_agent(&mut self, slot: PlanSlot) {
        let record = &mut self.live.plans[slot];
        let Some(part) = record.calls.agent_left.take() else {
            return;
        };
        record.repair.lost_agent = true;
        if record.wants_repair() {
            // The search for it began with facts in which the agent was still there.
            record.repair.serial += 1;
        }
        self.repairs.add_failure(slot, part, &mut self.live.plans);
    }

    /// Ends the actions whose `while` condition no longer holds. Each is checked once, in the order in which they started.
    pub fn check_whiles(&mut self) {
        if self.live.whiles.is_empty() {
            return;
        }
        self.live.whiles.begin();
        self.notice_facts();
        let now = self.cx.now();
        let live = &mut *self.live;
        live.whiles.notice(Inputs::GAME, &mut live.actions, now);
        while let Some(slot) = self.live.whiles.next(&self.live.actions, now) {
            let broken = self.broken_while(slot);
            self.live.whiles.clear_check(slot, &self.live.actions);
            if let Some(why) = broken {
                self.end_action(slot, ActionEnd::Failed(why));
                self.notice_facts();
            }
        }
        self.live.whiles.end();
    }

    /// Returns why the `while` condition of an action does not hold, if it does not.
    fn broken_while(&mut self, slot: ActionSlot) -> Option<FailureCause> {
        let action = &self.live.actions[slot];
        self.eval.begin_call(GameCall::While(action.id));
        let plan = self.live.plans.view(action.plan);
        let operator = plan.info(action.step).operator?;
        let check = operator.during.as_ref()?;
        // Without a context the condition is not evaluated, and the action continues.
        if check.asks_game && self.world.host.is_absent() {
            return None;
        }
        let frame = plan.frame(action.step);
        match self.world.evaluate(check.entry, check.frame, frame) {
            Ok(true) => return None,
            Ok(false) => {}
            // The action continues until the game answers.
            Err(SearchError::Pending { .. }) => return None,
            Err(full) => return Some(FailureCause::Full(full)),
        }
        self.eval.set_frame(frame);
        // The conjuncts of the `while` follow those of the precondition.
        let Run { at, len } = operator.pieces;
        let before = len.saturating_sub(operator.while_pieces);
        let pieces = Run {
            at: at + u32::from(before),
            len: operator.while_pieces,
        };
        let tables = self.cx.tables();
        let world = &mut self.world;
        let found = self
            .eval
            .find_failed_conjunct(pieces, Ok(false), tables, world);
        let unmet = Unmet::new(tables, found.unwrap_or(check), &self.eval.frame);
        Some(FailureCause::While(unmet))
    }

    /// Ends the actions of a part of a plan as failures, and opens the holds and the barrier of the steps there.
    pub fn stop(&mut self, slot: PlanSlot, part: Subtree) {
        let mut next = self.live.plans[slot].footprint.actions.first;
        while let Some(action) = next {
            next = self.live.actions.after(action);
            let step = self.live.actions[action].step;
            if self.live.plans.view(slot).is_in(step, part) {
                self.end_action(action, ActionEnd::Stopped);
            }
        }
        let live = &mut *self.live;
        let mut next = live.plans[slot].footprint.holds.first;
        while let Some(hold) = next {
            next = live.agents.after(hold);
            let step = live.agents.hold(hold).step;
            if live.plans.view(slot).is_in(step, part) {
                live.release(hold);
            }
        }
        let plan = live.plans.view(slot);
        let barrier = plan.record.footprint.barrier;
        if barrier.is_some_and(|barrier| plan.is_in(barrier.step, part)) {
            live.open_barrier(slot);
        }
    }

    /// Undoes the steps of a part of a plan, the latest first.
    pub fn undo(&mut self, slot: PlanSlot, part: Subtree) {
        let mut next = self.live.plans[slot].footprint.undo;
        while let Some(step) = next {
            let plan = self.live.plans.view(slot);
            next = plan.state(step).undo.before;
            if plan.is_in(step, part) {
                self.eval.begin_call(GameCall::Undo(slot, step));
                if let Some(why) = self.eval.undo(plan, step, &mut self.world) {
                    self.live.log.add_failed_undo(plan, step, why);
                }
                self.world.commit();
                self.live.plans.remove_undo(slot, step);
            }
        }
    }

    /// Ends everything that a plan has in the world.
    fn wind_up(&mut self, slot: PlanSlot) {
        self.stop(slot, Subtree::Whole);
        self.undo(slot, Subtree::Whole);
    }

    /// Abandons a plan: stops its actions, opens its holds and its barrier, and undoes its steps.
    pub fn abandon(&mut self, slot: PlanSlot, reason: AbandonReason) {
        self.live.plans[slot].abandoning = Some(reason);
        self.wind_up(slot);
        let record = &self.live.plans[slot];
        let used_up = match reason {
            AbandonReason::NoRepair | AbandonReason::AgentLeft => {
                self.cx.settings.exhausted_repairs(record)
            }
            AbandonReason::Cancelled | AbandonReason::Same(_) => None,
            AbandonReason::Deadlock | AbandonReason::Stuck | AbandonReason::DomainChanged => None,
        };
        self.live
            .log
            .add_for(record.id, |tick, plan| Event::Abandoned {
                tick,
                plan,
                reason,
                used_up,
            });
        self.close(slot);
    }

    /// Completes a plan if nothing of it is left.
    pub fn complete(&mut self, slot: PlanSlot) {
        let record = &self.live.plans[slot];
        if record.turns.unstarted == 0 && record.footprint.has_ended() {
            let completed = |tick, plan| Event::Completed { tick, plan };
            self.live.log.add_for(record.id, completed);
            self.close(slot);
        }
    }

    /// Removes a plan that has ended everything in the world.
    fn close(&mut self, slot: PlanSlot) {
        let live = &mut *self.live;
        let plan = live.plans.view(slot);
        let acts = || plan.all().any(|step| plan.info(step).is_external());
        let acted = plan.record.acted || acts();
        self.rejected.plan_ended(acted);
        live.wakes.remove(slot, &mut live.plans, self.cx);
        self.repairs.remove(slot, &live.plans);
        live.turns().drop_turns(slot);
        let record = live.plans[slot];
        live.forget_mentions(slot, &record.block, |_, _| true);
        if let Some(block) = record.repair.replacement {
            live.forget_replacement(slot, &block);
        }
        self.rejected.forget(record.id);
        live.plans.close(slot);
    }

    /// Resumes a tick in which the game panicked: an action that was ending ends. Returns false if the game did not panic
    /// in the last call.
    pub fn resume(&mut self, claims: &mut Claims) -> bool {
        let panicked = self.eval.take_panicked();
        if panicked {
            self.live.whiles.end();
            claims.clear(&self.live.plans);
            self.resume_ending();
        }
        panicked
    }

    /// Handles the call in which the game panicked. Ends that were reported since have been processed before.
    pub fn handle_panic(&mut self) {
        match self.eval.take_pending() {
            GameCall::Nothing | GameCall::End => {}
            GameCall::Step(slot, step) => {
                let plans = &self.live.plans;
                let runs = plans[slot].stage == PlanStage::Running;
                if runs && !plans.state(slot, step).has_started() {
                    self.fail_step(slot, step, FailureCause::Panicked);
                }
            }
            GameCall::While(id) => {
                if let Some(action) = self.live.actions.find(id) {
                    self.end_action(action, ActionEnd::Failed(FailureCause::Panicked));
                }
            }
            // An undo is tried twice, or something could stay reserved for ever.
            GameCall::Undo(slot, step) => {
                let LiveState { plans, log, .. } = &mut *self.live;
                let row = plans.state_mut(slot, step);
                if core::mem::replace(&mut row.undo.panicked, true) {
                    log.add_failed_undo(plans.view(slot), step, FailureCause::Panicked);
                    plans.remove_undo(slot, step);
                }
            }
        }
        while let Some((slot, reason)) = self.live.plans.abandoning() {
            self.abandon(slot, reason);
        }
    }

    /// Fails a step that can't start and has nothing to wait for.
    pub fn fail_step(&mut self, slot: PlanSlot, step: StepIndex, why: FailureCause) {
        let live = &mut *self.live;
        let plan = live.plans.view(slot);
        let task = live.log.keep_step(plan, step);
        live.log.add_failure(plan, step, task, why);
        let part = Subtree::below(plan.step(step).node());
        live.plans[slot].repair.reported = None;
        self.repairs.add_failure(slot, part, &mut live.plans);
        self.handle_failure(slot);
    }

    /// Handles the failures of all plans, in the order of the plans.
    pub fn handle_failures(&mut self) {
        while let Some(slot) = self.repairs.first_failing() {
            self.handle_failure(slot);
        }
    }

    /// Handles the failures of a plan: requests a repair, extends one, or abandons the plan.
    pub fn handle_failure(&mut self, slot: PlanSlot) {
        let live = &mut *self.live;
        let plan = live.plans.view(slot);
        let record = plan.record;
        let policy = self.cx.settings.repair;
        let is_exhausted = self.cx.settings.exhausted_repairs(record).is_some();
        if record.repair.unrepairable || (record.repair.failed.is_some() && is_exhausted) {
            return self.abandon_unrepaired(slot);
        }
        let Some(failed) = record.repair.failed else {
            return self.repairs.remove_failing(slot, &live.plans);
        };
        let again = record.stage == PlanStage::Repairing;
        let failed = if again {
            plan.above_both(record.repair.part, failed)
        } else {
            failed
        };
        let wanted = match policy {
            Some(Repair::Replan) => Subtree::Whole,
            Some(Repair::Abandon | Repair::Subtree) | None => plan.lowest_repair(failed),
        };
        let answered = again && wanted == record.repair.part;
        self.repairs.remove_failing(slot, &live.plans);
        let record = &mut live.plans[slot];
        record.repair.failed = None;
        record.repair.same = None;
        if !again || wanted != record.repair.part {
            record.repair.later = None;
        }
        record.stage = PlanStage::Repairing;
        // If the game's replacement was dropped because an agent left, the game needs another request.
        if answered && (policy.is_some() || record.repair.replacement.is_some()) {
            return;
        }
        live.wakes
            .set_inputs(slot, Inputs::NONE, u64::MAX, &mut live.plans, self.cx);
        self.repairs.drop_replacement(slot, live);
        self.repairs.request(slot, wanted, live, self.cx.now());
    }

    /// Requests a plan for a later task whose turn it is, by the means of a repair.
    pub fn plan_later(&mut self, slot: PlanSlot, step: StepIndex) {
        let live = &mut *self.live;
        let part = live.plans.view(slot).part_of_later(step);
        let record = &mut live.plans[slot];
        record.stage = PlanStage::Repairing;
        record.repair.same = None;
        record.repair.later = Some(step);
        live.wakes
            .set_inputs(slot, Inputs::NONE, u64::MAX, &mut live.plans, self.cx);
        self.repairs.request(slot, part, live, self.cx.now());
    }

    fn abandon_unrepaired(&mut self, slot: PlanSlot) {
        let plans = &self.live.plans;
        let plan = plans.view(slot);
        let steps = plan.all().map(|step| plan.task(step));
        self.rejected
            .abandoned(plan.record.id, steps, self.cx.now());
        let repair = &plan.record.repair;
        let same = repair
            .same
            .filter(|same| repair.unrepairable && plans.find(*same).is_some());
        let reason = match (same, repair.lost_agent) {
            (Some(plan), _) => AbandonReason::Same(plan),
            (None, true) => AbandonReason::AgentLeft,
            (None, false) => AbandonReason::NoRepair,
        };
        self.abandon(slot, reason);
    }
}
