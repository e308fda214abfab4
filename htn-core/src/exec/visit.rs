//! Visiting plans: starts every step that can start in this tick.
//!
//! A visit starts the groups of one plan until none can start. Plans are visited in rank order, and only after something
//! has changed that could let one of their steps start; see `wake`.

use super::agents::actions::ActionEnd;
use super::agents::claims::Claims;
use super::evaluation::Blocked;
use super::evaluation::evaluator::VisitSummary;
use super::indices::{PlanSlot, StepIndex};
use super::lifecycle::Lifecycle;
use super::plans::plan_record::{Barrier, PlanStage};
use super::plans::wait::Wait;
use super::wake::inputs::Inputs;
use crate::model::event::{AbandonReason, FailureCause};
use crate::tables::TaskKind;

/// The visits of a tick.
///
/// Invariant: `slot` is the plan that is visited. When [`Visits::run`] returns, every plan with a step that could start or
/// fail has been visited.
pub(super) struct Visits<'e> {
    pub life: Lifecycle<'e>,
    pub claims: &'e mut Claims,
    pub slot: PlanSlot,
}

impl Visits<'_> {
    /// Visits the queued plans in rank order until the queue is empty.
    ///
    /// A visit that changes something may queue earlier plans again. When the queue is empty, abandons one stalled or
    /// deadlocked plan, if there is any, and continues.
    pub fn run(&mut self) {
        let live = &mut *self.life.live;
        live.wakes.notice(Inputs::ANYTHING, &live.plans);
        if live.wakes.needs_facts() {
            self.life.notice_facts();
        }
        loop {
            let live = &mut *self.life.live;
            let changed = match live.wakes.begin_visit(&live.plans) {
                Some(slot) => {
                    self.slot = slot;
                    let changed = self.visit();
                    let live = &mut *self.life.live;
                    live.wakes.end_visit(slot, &live.plans);
                    changed
                }
                None if self.abandon_stalled() || self.abandon_deadlocked() => true,
                None => break,
            };
            if changed {
                // A `stop_action` may have ended actions of other plans.
                self.life.handle_failures();
                self.life.notice_facts();
                let live = &mut *self.life.live;
                live.wakes.notice(Inputs::OTHERS, &live.plans);
            }
        }
        self.life.live.wakes.end_visits();
        debug_assert!(self.no_plan_was_missed());
    }

    /// Starts the groups of a plan until none can start. Returns true if anything changed.
    fn visit(&mut self) -> bool {
        let mut changed = false;
        while self.life.live.plans[self.slot].stage == PlanStage::Running {
            if let Some(step) = self.life.live.plans.later_in_turn(self.slot) {
                self.life.plan_later(self.slot, step);
                return true;
            }
            match self.try_groups() {
                Ok(true) => {
                    changed = true;
                    // A `stop_action` may have ended an action of the plan itself.
                    if self.life.live.plans[self.slot].repair.failed.is_some() {
                        self.life.handle_failure(self.slot);
                    }
                }
                Ok(false) => {
                    self.park();
                    break;
                }
                Err((step, why)) => {
                    self.life.fail_step(self.slot, step, why);
                    return true;
                }
            }
        }
        changed
    }

    /// Records the inputs of the conditions of a plan that has nothing to start, so that it is visited again only if one of
    /// them changes. Completes the plan if nothing is left to do.
    fn park(&mut self) {
        let VisitSummary {
            inputs,
            sensors_until,
            unreported,
        } = self.life.eval.summary;
        let (slot, cx) = (self.slot, self.life.cx);
        let live = &mut *self.life.live;
        live.wakes
            .set_inputs(slot, inputs, sensors_until, &mut live.plans, cx);
        let barrier = live.plans[slot].footprint.barrier;
        if unreported || barrier.is_some_and(|barrier| barrier.unreported) {
            live.wakes.report_waits(slot, &live.plans);
        }
        self.life.complete(slot);
    }

    /// Tries the groups whose turn it is, in plan order. Returns true if one started, false if all of them wait, or the
    /// step that failed.
    fn try_groups(&mut self) -> Result<bool, (StepIndex, FailureCause)> {
        let slot = self.slot;
        self.life.eval.summary = VisitSummary::NOTHING;
        let end = self.life.live.plans.view(slot).open_end();
        let mut next = self.life.live.plans[slot].turns.ready;
        let mut all_wait_for_agents = true;
        while let Some(lead) = next
            && lead < end
        {
            let attempt = self.try_group(lead);
            let plans = &mut self.life.live.plans;
            let Err(Blocked::Waits(wait)) = attempt else {
                plans[slot].wake.end_sleep();
                return match attempt {
                    Err(Blocked::Fails { step, why }) => Err((step, why)),
                    _ => Ok(true),
                };
            };
            all_wait_for_agents &= wait.is_for_busy_agent();
            let step = plans.state_mut(slot, lead);
            step.unreported |= step.wait != wait;
            step.wait = wait;
            next = step.turn.next;
            self.life.eval.summary.unreported |= step.unreported;
        }
        // If all of them wait for busy agents, nothing can start before an action or a hold ends.
        let live = &mut *self.life.live;
        let record = &mut live.plans[slot];
        if all_wait_for_agents {
            live.wakes.put_to_sleep(record);
        } else {
            record.wake.end_sleep();
        }
        Ok(false)
    }

    /// Starts the group at `lead`, whose turn it is, unless something else blocks it.
    fn try_group(&mut self, lead: StepIndex) -> Result<(), Blocked> {
        let live = &*self.life.live;
        if let Some(wait) = live.busy_agent(self.slot, lead) {
            return Err(Blocked::Waits(wait));
        }
        let info = live.plans.view(self.slot).info(lead);
        let (kind, synchronises) = (info.kind, info.synchronises());
        if info.is_later() {
            return Err(Blocked::Waits(live.wait_of_later(self.slot)));
        }
        if !info.is_external() && !synchronises {
            return self.start_internal_group(lead);
        }
        let mut evaluation = self.life.evaluation(self.slot);
        evaluation.check(lead, lead)?;
        if synchronises {
            self.synchronise(lead, kind);
            return Ok(());
        }
        let engages = evaluation.would_engage(lead);
        if engages && let Some(wait) = self.claimed(lead) {
            self.life.eval.depends_on(Inputs::OTHERS);
            return Err(Blocked::Waits(wait));
        }
        let mut evaluation = self.life.evaluation(self.slot);
        evaluation.apply_start(lead)?;
        evaluation.world.commit();
        evaluation.store_frame(lead);
        let at = (self.slot, lead);
        self.life.live.begin_action(at, engages, self.life.cx);
        Ok(())
    }

    /// Carries out a synchronisation step.
    fn synchronise(&mut self, step: StepIndex, kind: TaskKind) {
        let slot = self.slot;
        let live = &mut *self.life.live;
        let (first, second) = live.first_agents(live.plans.view(slot), step);
        live.mark_done(slot, step, self.life.cx.now());
        let Some(agent) = first else { return };
        let end = match kind {
            TaskKind::BlockOn => {
                if let Some(other) = second.filter(|other| *other != agent)
                    && let Some(action) = live.current_action(other)
                {
                    live.hold(slot, step, agent, action);
                }
                return;
            }
            TaskKind::GlobalBlock => {
                if let Some(action) = live.current_action(agent) {
                    let barrier = Barrier {
                        step,
                        action,
                        unreported: true,
                    };
                    live.close_barrier(slot, barrier);
                }
                return;
            }
            TaskKind::StopAction => {
                let by = live.plans[slot].id;
                ActionEnd::Failed(FailureCause::Interrupted { by })
            }
            TaskKind::FinishAction => ActionEnd::Finished,
            TaskKind::Method | TaskKind::Block | TaskKind::Internal | TaskKind::External => return,
        };
        if let Some(action) = live.current_action(agent) {
            self.life.end_action(action, end);
        }
    }

    /// Carries out a group of internal steps: all of them or none.
    fn start_internal_group(&mut self, lead: StepIndex) -> Result<(), Blocked> {
        let mut evaluation = self.life.evaluation(self.slot);
        let group = evaluation.plan().group(lead);
        let is_single = group.clone().nth(1).is_none();
        let mut applied = evaluation.apply_group(lead, is_single);
        // Values that differ from the planned ones are stored only once the whole group is known to start. If it has to
        // wait, the planned values may hold again by the next attempt. This is rare enough to apply the group twice.
        if applied == Ok(true) {
            evaluation.world.rollback();
            applied = evaluation.apply_group(lead, true);
        }
        if let Err(blocked) = applied {
            evaluation.world.rollback();
            return Err(blocked);
        }
        for step in group.clone() {
            evaluation.prepare_undo(step);
        }
        evaluation.world.commit();
        let (live, now) = (&mut *self.life.live, self.life.cx.now());
        for step in group {
            live.plans.record_undo(self.slot, step);
            live.mark_done(self.slot, step, now);
        }
        Ok(())
    }

    /// Abandons the first plan that has made no progress for `stall_timeout` ticks. Returns true if there was one.
    fn abandon_stalled(&mut self) -> bool {
        let live = &mut *self.life.live;
        let stalled = live.wakes.stalled_plan(&live.plans, self.life.cx);
        self.abandon_waiting(stalled, AbandonReason::Stuck)
    }

    /// Abandons a plan that waits for itself. Returns true if there was one.
    ///
    /// A step only ever waits for a running action, an earlier step or an earlier plan, which rules this out. Debug builds
    /// check it.
    fn abandon_deadlocked(&mut self) -> bool {
        if !cfg!(debug_assertions) {
            return false;
        }
        let deadlocked = self.claims.deadlocked_plan(&self.life.live.plans);
        self.abandon_waiting(deadlocked, AbandonReason::Deadlock)
    }

    /// Logs what a plan waits for, and abandons it. Returns false if there is no such plan.
    fn abandon_waiting(&mut self, slot: Option<PlanSlot>, reason: AbandonReason) -> bool {
        let Some(slot) = slot else { return false };
        let (step, wait) = self.life.live.waits_for(slot);
        self.life.live.log_wait(slot, step, wait);
        self.life.abandon(slot, reason);
        true
    }

    /// Returns true if every plan with a step that could start or fail has been visited: a check of the wake-up rules, for
    /// debug builds.
    ///
    /// Leaves out plans that depend on other plans, and plans whose conditions call the game, because debug builds must not
    /// make extra calls.
    fn no_plan_was_missed(&mut self) -> bool {
        (0..self.life.live.plans.order().len()).all(|at| {
            let live = &*self.life.live;
            let slot = live.plans.order()[at];
            let record = &live.plans[slot];
            let inputs = record.wake.inputs();
            if record.stage != PlanStage::Running || inputs.game || inputs.others {
                return true;
            }
            let mut next = record.turns.ready;
            let end = live.plans.view(slot).open_end();
            while let Some(lead) = next.filter(|lead| *lead < end) {
                let is_later = self.life.live.plans.view(slot).info(lead).is_later();
                if is_later && self.life.live.plans.later_in_turn(slot).is_some() {
                    return false;
                }
                if !is_later && self.life.live.busy_agent(slot, lead).is_none() {
                    let checked = self.life.evaluation(slot).check_group(lead);
                    if !matches!(checked, Err(Blocked::Waits(_))) {
                        return false;
                    }
                }
                next = self.life.live.plans.state(slot, lead).turn.next;
            }
            true
        })
    }

    /// Returns the claim of a plan before this one on an agent that the step would engage.
    fn claimed(&mut self, step: StepIndex) -> Option<Wait> {
        let live = &*self.life.live;
        self.claims.collect(self.slot, step, live);
        if self.claims.is_empty() {
            return None;
        }
        // The values that the step would start with are still needed.
        self.life.eval.swap_frames();
        let mut claim = None;
        while let Some(other) = self.claims.pop(&self.life.live.plans) {
            if claim.is_none() {
                claim = self.claim_of(other, step);
            }
        }
        self.life.eval.swap_frames();
        claim
    }

    /// Returns the claim of another plan on an agent that the step would engage.
    fn claim_of(&mut self, other: PlanSlot, step: StepIndex) -> Option<Wait> {
        let end = self.life.live.plans.view(other).open_end();
        let mut next = self.life.live.plans[other].turns.ready;
        while let Some(lead) = next
            && lead < end
        {
            let live = &*self.life.live;
            if let Some(agent) = live.shared_agent((self.slot, step), (other, lead))
                && live.busy_agent(other, lead).is_some()
                && self.life.evaluation(other).check_group(lead).is_ok()
                && !self.claims.leads_to(self.slot, other, self.life.live)
            {
                let live = &*self.life.live;
                return Some(Wait::Claim {
                    agent: live.agents.word(agent),
                    plan: live.plans[other].id,
                });
            }
            next = self.life.live.plans.state(other, lead).turn.next;
        }
        None
    }
}
