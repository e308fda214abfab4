//! Visits: a plan's first step that can start is started, again and again.

use super::actions::ActionEnd;
use super::conditions::{Seen, Verdict};
use super::engine::{Engine, World};
use super::indices::{PlanSlot, StepIndex};
use super::inputs::Inputs;
use super::live::StepStatus;
use super::log::Happened;
use super::panics::Asking;
use super::plan_record::{Rank, Stage};
use super::wait::Wait;
use crate::event::{AbandonReason, FailureCause};
use crate::tables::TaskKind;

/// What came of trying to start a group of steps.
enum Attempt {
    Started,
    Waits(Wait),
    Failed { step: StepIndex, why: FailureCause },
}

impl Engine {
    /// Visits all plans for which anything has changed, in order, from the first one again after each visit in which
    /// anything happened.
    pub(super) fn visit_all(&mut self, world: &mut World<'_>) {
        self.wake_watching(Inputs::ANYTHING);
        if !self.queues.visits.is_empty() || !self.plan_watchers.is_empty() {
            self.notice_facts(world.store);
        }
        loop {
            let happened = match self.queues.visits.first() {
                Some(slot) => {
                    self.visited.come_to(self.plans[slot].rank());
                    let happened = self.visit(slot, world);
                    self.visit_is_over(slot);
                    happened
                }
                None if self.give_up_stuck(world) || self.give_up_ring(world) => true,
                None => break,
            };
            if happened {
                // Actions of other plans may have been stopped.
                self.deal_with_failures(world);
                self.something_happened(world);
            }
        }
        self.visited.come_to(Rank::LAST);
        debug_assert!(self.nothing_is_left(world));
    }

    /// Visits a plan, and tells whether anything happened.
    fn visit(&mut self, slot: PlanSlot, world: &mut World<'_>) -> bool {
        let mut happened = false;
        while self.plans[slot].stage == Stage::Running {
            match self.try_groups(slot, world) {
                Some(Attempt::Started) => {
                    happened = true;
                    // It may have stopped an action of its own.
                    if self.plans[slot].failed.is_some() {
                        self.deal_with_failure(slot, world);
                    }
                }
                Some(Attempt::Failed { step, why }) => {
                    self.fail_step(slot, step, why, world);
                    return true;
                }
                Some(Attempt::Waits(_)) | None => {
                    self.rest(slot);
                    break;
                }
            }
        }
        happened
    }

    /// What a plan has done itself, it has seen: it need not be visited for it.
    fn visit_is_over(&mut self, slot: PlanSlot) {
        self.queues.visits.remove(slot, self.plans.in_order());
        self.queues.after_end.remove(slot, self.plans.in_order());
    }

    /// A plan has nothing to start, and is not visited again before anything changes.
    fn rest(&mut self, slot: PlanSlot) {
        let Seen {
            inputs,
            sensors_until,
            untold,
        } = self.seen;
        self.set_inputs(slot, inputs, sensors_until);
        let barrier = self.plans[slot].barrier;
        if untold || barrier.is_some_and(|barrier| barrier.untold) {
            self.queues.untold.put(slot, self.plans.in_order());
        }
        self.complete(slot);
    }

    /// Starts the first group that can start.
    fn try_groups(&mut self, slot: PlanSlot, world: &mut World<'_>) -> Option<Attempt> {
        self.seen = Seen::NOTHING;
        let end = self.plans.view(slot).open_end();
        let mut next = self.plans[slot].turns.ready;
        let mut asleep = true;
        while let Some(lead) = next
            && lead < end
        {
            match self.try_group(slot, lead, world) {
                Attempt::Waits(wait) => {
                    asleep &= wait.is_for_busy_agent();
                    let step = self.plans.step_mut(slot, lead);
                    step.untold |= step.wait != wait;
                    step.wait = wait;
                    next = step.next;
                    self.seen.untold |= step.untold;
                }
                attempt => {
                    self.plans[slot].asleep = None;
                    return Some(attempt);
                }
            }
        }
        self.plans[slot].asleep = asleep.then_some(self.visited.ends);
        None
    }

    /// Starts a group whose turn it is, where nothing else is in its way.
    fn try_group(&mut self, slot: PlanSlot, lead: StepIndex, world: &mut World<'_>) -> Attempt {
        if let Some(wait) = self.busy_agent(slot, lead) {
            return Attempt::Waits(wait);
        }
        let info = self.plans.view(slot).info(lead);
        let (kind, synchronises) = (info.kind, info.synchronises());
        if !info.is_external() && !synchronises {
            return self.carry_out_group(slot, lead, world);
        }
        match self.verdict(slot, lead, lead, world) {
            Verdict::Holds => {}
            Verdict::Waits(wait) => return Attempt::Waits(wait),
            Verdict::Fails { step, why } => return Attempt::Failed { step, why },
        }
        if synchronises {
            self.synchronise(slot, lead, kind, world);
            return Attempt::Started;
        }
        let engages = self.would_engage(slot, lead, world);
        if engages && let Some(wait) = self.claimed(slot, lead, world) {
            self.seen.inputs = self.seen.inputs.and(Inputs::OTHERS);
            return Attempt::Waits(wait);
        }
        self.start_action(slot, lead, engages, world)
    }

    /// What keeps an agent of the group busy, the first one that is.
    pub(super) fn busy_agent(&self, slot: PlanSlot, lead: StepIndex) -> Option<Wait> {
        let plan = self.plans.view(slot);
        plan.group(lead).find_map(|step| {
            if plan.info(step).synchronises() {
                return None;
            }
            plan.mentions(step).find_map(|mention| {
                let agent = self.agents.get(self.agents.mention(mention).agent);
                let word = agent.word;
                if let Some(action) = agent.engaged_by {
                    return Some(Wait::Engaged {
                        agent: word,
                        action: self.actions[action].id,
                    });
                }
                let hold = &self.holds[agent.holds.first?];
                Some(Wait::Held {
                    agent: word,
                    action: self.actions[hold.action].id,
                })
            })
        })
    }

    /// Whether an action engages its agents, with the values in `frame`.
    fn would_engage(&mut self, slot: PlanSlot, step: StepIndex, world: &World<'_>) -> bool {
        self.interruption.asking = Asking::Step(slot, step);
        let operator = self.plans.view(slot).info(step).operator;
        let busy = operator.and_then(|operator| operator.busy);
        busy.is_none_or(|test| world.host.test(test, &self.frame))
    }

    fn start_action(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        engages: bool,
        world: &mut World<'_>,
    ) -> Attempt {
        if let Err(full) = self.apply_start(slot, step, world) {
            let why = FailureCause::Full(full);
            return Attempt::Failed { step, why };
        }
        world.let_stand();
        self.keep_frame(slot, step);
        self.begin_action(slot, step, engages);
        Attempt::Started
    }

    /// The values in `frame` are those that the step has started with.
    fn keep_frame(&mut self, slot: PlanSlot, step: StepIndex) {
        let words = self.plans.frame_mut(slot, step, self.frame.len());
        words.copy_from_slice(&self.frame);
    }

    fn synchronise(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        kind: TaskKind,
        world: &mut World<'_>,
    ) {
        let count = usize::from(self.plans.step(slot, step).agents);
        let agent = |number: usize| {
            let mention = (number < count).then(|| self.plans.mention(slot, step, number))?;
            Some(self.agents.mention(mention).agent)
        };
        let (first, second) = (agent(0), agent(1));
        self.carried_out(slot, step);
        let Some(agent) = first else { return };
        match kind {
            TaskKind::BlockOn => {
                if let Some(other) = second.filter(|other| *other != agent)
                    && let Some(action) = self.current_action(other)
                {
                    self.hold(slot, step, agent, action);
                }
            }
            TaskKind::GlobalBlock => {
                if let Some(action) = self.current_action(agent) {
                    self.close_barrier(slot, step, action);
                }
            }
            _ => {
                let by = self.plans[slot].id;
                let end = match kind {
                    TaskKind::StopAction => ActionEnd::Failed(FailureCause::Interrupted { by }),
                    _ => ActionEnd::Finished,
                };
                if let Some(action) = self.current_action(agent) {
                    self.end_action(action, end, world);
                }
            }
        }
    }

    /// Carries out internal steps, all of them or none.
    fn carry_out_group(
        &mut self,
        slot: PlanSlot,
        lead: StepIndex,
        world: &mut World<'_>,
    ) -> Attempt {
        let group = self.plans.view(slot).group(lead);
        let alone = group.clone().nth(1).is_none();
        let mut tried = self.apply_group(slot, lead, alone, world);
        // Values that were not planned are kept when all steps are known to start, and not before: the planned ones may hold
        // again by then. It is rare, and a second look at the group.
        if let Ok(true) = tried {
            world.take_back();
            tried = self.apply_group(slot, lead, true, world);
        }
        if let Err(attempt) = tried {
            world.take_back();
            return attempt;
        }
        for step in group.clone() {
            self.prepare_undo(slot, step, world);
        }
        world.let_stand();
        for step in group {
            self.note_undo(slot, step);
            self.carried_out(slot, step);
        }
        Attempt::Started
    }

    /// Brings about the effects of all steps of a group, and keeps the values that they start with where it `keeps` them.
    /// Whether others than the planned ones are left to be kept.
    fn apply_group(
        &mut self,
        slot: PlanSlot,
        lead: StepIndex,
        keeps: bool,
        world: &mut World<'_>,
    ) -> Result<bool, Attempt> {
        let mut differs = false;
        for step in self.plans.view(slot).group(lead) {
            let facts = world.store.hash();
            match self.verdict(slot, step, lead, world) {
                Verdict::Holds => {}
                Verdict::Waits(wait) => {
                    if step != lead {
                        // It depends on what the effects before it depend on, too, and the tables do not say what that is.
                        self.seen.inputs = self.seen.inputs.and(Inputs::ANYTHING);
                    }
                    return Err(Attempt::Waits(wait));
                }
                Verdict::Fails { step, why } => return Err(Attempt::Failed { step, why }),
            }
            if let Err(full) = self.apply_start(slot, step, world) {
                let why = FailureCause::Full(full);
                return Err(Attempt::Failed { step, why });
            }
            if keeps {
                self.keep_frame(slot, step);
            } else {
                let planned = self.plans.view(slot).frame(step);
                differs |= !planned.starts_with(&self.frame);
            }
            self.plans.step_mut(slot, step).changed = world.store.hash() != facts;
        }
        Ok(differs)
    }

    /// An internal or synchronising step has been carried out.
    fn carried_out(&mut self, slot: PlanSlot, step: StepIndex) {
        let tick = self.now();
        let row = self.plans.step_mut(slot, step);
        row.status = StepStatus::Done;
        row.ended = tick;
        let task = self.log_step(slot, step);
        let started = Happened::Started {
            step,
            task,
            action: None,
        };
        self.log_event(slot, started);
        self.started(slot, step);
    }

    /// Abandons the first plan that has not moved for too long, and tells whether there was one.
    fn give_up_stuck(&mut self, world: &mut World<'_>) -> bool {
        let (limit, now) = (self.settings.wait_limit, self.now());
        if !self.may_be_stuck {
            return false;
        }
        let stuck = self.plans.order().iter().copied().find(|slot| {
            let record = &self.plans[*slot];
            let entered = matches!(record.stage, Stage::Running | Stage::Repairing);
            limit > 0 && entered && record.moved + limit <= now
        });
        self.may_be_stuck = stuck.is_some();
        let Some(slot) = stuck else { return false };
        self.give_up(slot, AbandonReason::Stuck, world);
        true
    }

    /// Abandons a plan that waits for itself, in builds that look for one, and tells whether there was one.
    fn give_up_ring(&mut self, world: &mut World<'_>) -> bool {
        if !cfg!(debug_assertions) {
            return false;
        }
        let Some(slot) = self.plan_in_ring() else {
            return false;
        };
        self.give_up(slot, AbandonReason::Deadlock, world);
        true
    }

    /// Abandons a plan, and tells what it waited for.
    fn give_up(&mut self, slot: PlanSlot, reason: AbandonReason, world: &mut World<'_>) {
        let (step, wait) = self.waits_for(slot);
        self.log_wait(slot, step, wait);
        self.abandon(slot, reason, world);
    }

    /// Whether no step could start of any plan that rests on facts alone: it would have been visited. For debug builds; what
    /// the game's expressions say is not asked once more than it has to be.
    fn nothing_is_left(&mut self, world: &mut World<'_>) -> bool {
        (0..self.plans.order().len()).all(|at| {
            let slot = self.plans.order()[at];
            let record = &self.plans[slot];
            let inputs = record.inputs;
            if record.stage != Stage::Running || inputs.game || inputs.others {
                return true;
            }
            let mut next = record.turns.ready;
            let end = self.plans.view(slot).open_end();
            while let Some(lead) = next.filter(|lead| *lead < end) {
                let busy = self.busy_agent(slot, lead).is_some();
                if !busy && !matches!(self.group_verdict(slot, lead, world), Verdict::Waits(_)) {
                    return false;
                }
                next = self.plans.step(slot, lead).next;
            }
            true
        })
    }
}
