//! Visits: a plan's first step that can start is started, again and again.

use super::actions::ActionEnd;
use super::agents::Busy;
use super::conditions::ConditionVerdict;
use super::engine::Engine;
use super::evaluator::{GameCall, VisitSummary};
use super::indices::{PlanSlot, StepIndex};
use super::inputs::Inputs;
use super::plan_record::{Barrier, PlanStage};
use super::status::StepState;
use super::wait::Wait;
use super::world::World;
use crate::model::event::{AbandonReason, FailureCause};
use crate::tables::TaskKind;

/// What came of trying to start a group of steps.
enum StartAttempt {
    Started,
    Waits(Wait),
    Failed { step: StepIndex, why: FailureCause },
}

impl Engine {
    /// Visits the queued plans in rank order until the queue is empty.
    ///
    /// A visit that changes something may queue earlier plans again. When the queue is empty, abandons one stalled or
    /// deadlocked plan, if there is any, and continues.
    pub(super) fn visit_all(&mut self, world: &mut World<'_>) {
        self.wakes.notice(Inputs::ANYTHING, &self.plans);
        if self.wakes.needs_facts() {
            self.notice_facts(world.store);
        }
        loop {
            let changed = match self.wakes.begin_visit(&self.plans) {
                Some(slot) => {
                    let changed = self.visit(slot, world);
                    self.wakes.end_visit(slot, &self.plans);
                    changed
                }
                None if self.abandon_stalled(world) || self.abandon_deadlocked(world) => true,
                None => break,
            };
            if changed {
                // A `stop_action` may have ended actions of other plans.
                self.handle_failures(world);
                self.notice_facts(world.store);
                self.wakes.notice(Inputs::OTHERS, &self.plans);
            }
        }
        self.wakes.end_visits();
        debug_assert!(self.no_plan_was_missed(world));
    }

    /// Starts the groups of a plan until none can start. Returns whether anything changed.
    fn visit(&mut self, slot: PlanSlot, world: &mut World<'_>) -> bool {
        let mut changed = false;
        while self.plans[slot].stage == PlanStage::Running {
            match self.try_groups(slot, world) {
                Some(StartAttempt::Started) => {
                    changed = true;
                    // A `stop_action` may have ended an action of the plan itself.
                    if self.plans[slot].failed.is_some() {
                        self.handle_failure(slot, world);
                    }
                }
                Some(StartAttempt::Failed { step, why }) => {
                    self.fail_step(slot, step, why, world);
                    return true;
                }
                Some(StartAttempt::Waits(_)) | None => {
                    self.park(slot);
                    break;
                }
            }
        }
        changed
    }

    /// Records what the conditions of a plan that has nothing to start depend on, so that it is visited again only when
    /// one of these inputs changes. Completes the plan if nothing is left to do.
    fn park(&mut self, slot: PlanSlot) {
        let VisitSummary {
            inputs,
            sensors_until,
            unreported,
        } = self.eval.summary;
        self.wakes
            .set_inputs(slot, inputs, sensors_until, &mut self.plans, &self.cx);
        let barrier = self.plans[slot].barrier;
        if unreported || barrier.is_some_and(|barrier| barrier.unreported) {
            self.wakes.report_waits(slot, &self.plans);
        }
        self.complete(slot);
    }

    /// Tries the groups whose turn it is, in plan order, until one starts or fails. Returns `None` if all of them wait.
    fn try_groups(&mut self, slot: PlanSlot, world: &mut World<'_>) -> Option<StartAttempt> {
        self.eval.summary = VisitSummary::NOTHING;
        let end = self.plans.view(slot).open_end();
        let mut next = self.plans[slot].turns.ready;
        let mut all_wait_for_agents = true;
        while let Some(lead) = next
            && lead < end
        {
            match self.try_group(slot, lead, world) {
                StartAttempt::Waits(wait) => {
                    all_wait_for_agents &= wait.is_for_busy_agent();
                    let step = self.plans.state_mut(slot, lead);
                    step.unreported |= step.wait != wait;
                    step.wait = wait;
                    next = step.turn.next;
                    self.eval.summary.unreported |= step.unreported;
                }
                attempt => {
                    self.plans[slot].wake.end_sleep();
                    return Some(attempt);
                }
            }
        }
        // If all of them wait for busy agents, nothing can start before an action or a hold ends.
        let record = &mut self.plans[slot];
        if all_wait_for_agents {
            self.wakes.put_to_sleep(record);
        } else {
            record.wake.end_sleep();
        }
        None
    }

    /// Starts the group at `lead`, whose turn it is, unless something else blocks it.
    fn try_group(
        &mut self,
        slot: PlanSlot,
        lead: StepIndex,
        world: &mut World<'_>,
    ) -> StartAttempt {
        if let Some(wait) = self.busy_agent(slot, lead) {
            return StartAttempt::Waits(wait);
        }
        let info = self.plans.view(slot).info(lead);
        let (kind, synchronises) = (info.kind, info.synchronises());
        if !info.is_external() && !synchronises {
            return self.start_internal_group(slot, lead, world);
        }
        match self.verdict(slot, lead, lead, world) {
            ConditionVerdict::Holds => {}
            ConditionVerdict::Waits(wait) => return StartAttempt::Waits(wait),
            ConditionVerdict::Fails { step, why } => return StartAttempt::Failed { step, why },
        }
        if synchronises {
            self.synchronise(slot, lead, kind, world);
            return StartAttempt::Started;
        }
        let engages = self.would_engage(slot, lead, world);
        if engages && let Some(wait) = self.claimed(slot, lead, world) {
            self.eval.depends_on(Inputs::OTHERS);
            return StartAttempt::Waits(wait);
        }
        self.start_action(slot, lead, engages, world)
    }

    /// Returns what the first busy agent of the group is busy with. Synchronisation steps do not wait for busy agents.
    pub(super) fn busy_agent(&self, slot: PlanSlot, lead: StepIndex) -> Option<Wait> {
        let plan = self.plans.view(slot);
        plan.group(lead).find_map(|step| {
            if plan.info(step).synchronises() {
                return None;
            }
            plan.mentions(step).find_map(|mention| {
                let agent = self.agents.named(mention);
                let busy = self.agents.busy_with(agent)?;
                let agent = self.agents.word(agent);
                Some(match busy {
                    Busy::Engaged(action) => Wait::Engaged {
                        agent,
                        action: self.actions[action].id,
                    },
                    Busy::Held(action) => Wait::Held {
                        agent,
                        action: self.actions[action].id,
                    },
                })
            })
        })
    }

    /// Whether an action engages its agents, with the values in `frame`.
    fn would_engage(&mut self, slot: PlanSlot, step: StepIndex, world: &World<'_>) -> bool {
        self.eval.begin_call(GameCall::Step(slot, step));
        let operator = self.plans.view(slot).info(step).operator;
        let busy = operator.and_then(|operator| operator.busy);
        busy.is_none_or(|test| world.host.test(test, &self.eval.frame))
    }

    fn start_action(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        engages: bool,
        world: &mut World<'_>,
    ) -> StartAttempt {
        if let Err(full) = self.apply_start(slot, step, world) {
            let why = FailureCause::Full(full);
            return StartAttempt::Failed { step, why };
        }
        world.commit();
        self.store_frame(slot, step);
        self.begin_action(slot, step, engages);
        StartAttempt::Started
    }

    /// The values in `frame` are those that the step has started with.
    fn store_frame(&mut self, slot: PlanSlot, step: StepIndex) {
        let words = self.plans.frame_mut(slot, step, self.eval.frame.len());
        words.copy_from_slice(&self.eval.frame);
    }

    fn synchronise(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        kind: TaskKind,
        world: &mut World<'_>,
    ) {
        let count = usize::from(self.plans.state(slot, step).agents);
        let agent = |number: usize| {
            let mention = (number < count).then(|| self.plans.mention(slot, step, number))?;
            Some(self.agents.named(mention))
        };
        let (first, second) = (agent(0), agent(1));
        self.mark_done(slot, step);
        let Some(agent) = first else { return };
        let by = self.plans[slot].id;
        let end = match kind {
            TaskKind::BlockOn => {
                if let Some(other) = second.filter(|other| *other != agent)
                    && let Some(action) = self.current_action(other)
                {
                    self.hold(slot, step, agent, action);
                }
                return;
            }
            TaskKind::GlobalBlock => {
                if let Some(action) = self.current_action(agent) {
                    let barrier = Barrier {
                        step,
                        action,
                        unreported: true,
                    };
                    self.actions.close_barrier(&mut self.plans, slot, barrier);
                }
                return;
            }
            TaskKind::StopAction => ActionEnd::Failed(FailureCause::Interrupted { by }),
            TaskKind::FinishAction => ActionEnd::Finished,
            TaskKind::Method | TaskKind::Block | TaskKind::Internal | TaskKind::External => return,
        };
        if let Some(action) = self.current_action(agent) {
            self.end_action(action, end, world);
        }
    }

    /// Carries out internal steps, all of them or none.
    fn start_internal_group(
        &mut self,
        slot: PlanSlot,
        lead: StepIndex,
        world: &mut World<'_>,
    ) -> StartAttempt {
        let group = self.plans.view(slot).group(lead);
        let alone = group.clone().nth(1).is_none();
        let mut tried = self.apply_group(slot, lead, alone, world);
        // Values that were not planned are kept when all steps are known to start, and not before: the planned ones may hold
        // again by then. It is rare, and a second look at the group.
        if let Ok(true) = tried {
            world.rollback();
            tried = self.apply_group(slot, lead, true, world);
        }
        if let Err(attempt) = tried {
            world.rollback();
            return attempt;
        }
        for step in group.clone() {
            self.prepare_undo(slot, step, world);
        }
        world.commit();
        for step in group {
            self.record_undo(slot, step);
            self.mark_done(slot, step);
        }
        StartAttempt::Started
    }

    /// Brings about the effects of all steps of a group, and keeps the values that they start with where it `keeps` them.
    /// Whether others than the planned ones are left to be kept.
    fn apply_group(
        &mut self,
        slot: PlanSlot,
        lead: StepIndex,
        keeps: bool,
        world: &mut World<'_>,
    ) -> Result<bool, StartAttempt> {
        let mut differs = false;
        for step in self.plans.view(slot).group(lead) {
            let facts = world.store.hash();
            match self.verdict(slot, step, lead, world) {
                ConditionVerdict::Holds => {}
                ConditionVerdict::Waits(wait) => {
                    if step != lead {
                        // It depends on what the effects before it depend on, too, and the tables do not say what that is.
                        self.eval.depends_on(Inputs::ANYTHING);
                    }
                    return Err(StartAttempt::Waits(wait));
                }
                ConditionVerdict::Fails { step, why } => {
                    return Err(StartAttempt::Failed { step, why });
                }
            }
            if let Err(full) = self.apply_start(slot, step, world) {
                let why = FailureCause::Full(full);
                return Err(StartAttempt::Failed { step, why });
            }
            if keeps {
                self.store_frame(slot, step);
            } else {
                let planned = self.plans.view(slot).frame(step);
                differs |= !planned.starts_with(&self.eval.frame);
            }
            self.plans.state_mut(slot, step).undo.changed = world.store.hash() != facts;
        }
        Ok(differs)
    }

    /// An internal or synchronising step has been carried out.
    fn mark_done(&mut self, slot: PlanSlot, step: StepIndex) {
        let tick = self.now();
        let row = self.plans.state_mut(slot, step);
        row.status = StepState::Done;
        row.ended = tick;
        self.log_start(slot, step, None);
        self.turns().started(slot, step, tick);
    }

    /// Abandons the first plan that has made no progress for `stall_timeout` ticks. Returns whether there was one.
    fn abandon_stalled(&mut self, world: &mut World<'_>) -> bool {
        let stalled = self.wakes.stalled_plan(&self.plans, &self.cx);
        self.abandon_waiting(stalled, AbandonReason::Stuck, world)
    }

    /// Abandons a plan that waits for itself. Returns whether there was one.
    ///
    /// A step only ever waits for a running action, an earlier step or an earlier plan, which rules this out. Debug builds
    /// check it.
    fn abandon_deadlocked(&mut self, world: &mut World<'_>) -> bool {
        if !cfg!(debug_assertions) {
            return false;
        }
        let deadlocked = self.claims.deadlocked_plan(&self.plans);
        self.abandon_waiting(deadlocked, AbandonReason::Deadlock, world)
    }

    /// Logs what a plan waits for, and abandons it. Returns whether there is one.
    fn abandon_waiting(
        &mut self,
        slot: Option<PlanSlot>,
        reason: AbandonReason,
        world: &mut World<'_>,
    ) -> bool {
        let Some(slot) = slot else { return false };
        let (step, wait) = self.waits_for(slot);
        self.log_wait(slot, step, wait);
        self.abandon(slot, reason, world);
        true
    }

    /// Returns whether every plan with a step that could start or fail has been visited: a check of the wake-up rules, for
    /// debug builds.
    ///
    /// Leaves out plans that depend on other plans, and plans whose conditions call the game, because debug builds must not
    /// make extra calls.
    fn no_plan_was_missed(&mut self, world: &mut World<'_>) -> bool {
        (0..self.plans.order().len()).all(|at| {
            let slot = self.plans.order()[at];
            let record = &self.plans[slot];
            let inputs = record.wake.inputs();
            if record.stage != PlanStage::Running || inputs.game || inputs.others {
                return true;
            }
            let mut next = record.turns.ready;
            let end = self.plans.view(slot).open_end();
            while let Some(lead) = next.filter(|lead| *lead < end) {
                let busy = self.busy_agent(slot, lead).is_some();
                if !busy
                    && !matches!(
                        self.group_verdict(slot, lead, world),
                        ConditionVerdict::Waits(_)
                    )
                {
                    return false;
                }
                next = self.plans.state(slot, lead).turn.next;
            }
            true
        })
    }
}
