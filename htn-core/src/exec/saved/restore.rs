//! Restores engines from snapshots. Each number is checked before anything is built on it.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::{ActionSnapshot, ExecutorSnapshot, HoldSnapshot, SlotsSnapshot};
use crate::exec::SubmitError;
use crate::exec::engine::Engine;
use crate::exec::inbox::Request;
use crate::exec::indices::{ActionSlot, Index, PlanSlot, StepIndex};
use crate::exec::plans::Plans;
use crate::exec::plans::plan_record::{Barrier, PlanStage};
use crate::exec::plans::progress::StepProgress;
use crate::exec::status::StepState;
use crate::model::limits::LimitKind;
use crate::model::plan::SHARE;
use crate::persist::save::tasks::{InvalidSave, TaskCodec, ensure, invalid};
use crate::tables::{FnId, TaskKind};

/// The limit of ticks, ids and counters in a save. No sum of such numbers overflows.
pub(super) const MAX_COUNT: u64 = 3 << 33;

impl<I: Index> SlotsSnapshot<I> {
    /// Checks that ids and free slots cover each slot exactly once, and that `next` is greater than all numbers of ids.
    fn validate(&self, kind: &str, ids: &[(u64, I)]) -> Result<(), InvalidSave> {
        let used = ids.iter().map(|(_, slot)| slot);
        let mut is_covered = alloc::vec![false; ids.len() + self.free.len()];
        let mut slots = used.chain(&self.free);
        let covers_each_once = slots.all(|slot| {
            let slot = is_covered.get_mut(slot.index());
            slot.is_some_and(|slot| !core::mem::replace(slot, true))
        });
        ensure!(
            covers_each_once,
            "{kind} ids and free slots must cover each slot exactly once"
        );
        let mut numbers: Vec<_> = ids.iter().map(|(number, _)| *number).collect();
        numbers.sort_unstable();
        ensure!(
            numbers.is_sorted_by(|a, b| a < b),
            "two {kind}s have the same number"
        );
        let next = self.next;
        let out_of_range = numbers.iter().find(|number| !(1..next).contains(number));
        match out_of_range {
            Some(number) => Err(invalid!(
                "{kind} id {number} is 0 or not below the next {kind} id {next}"
            )),
            None => Ok(()),
        }
    }
}

impl Engine {
    /// Restores a snapshot into a new engine.
    pub fn restore<T: TaskCodec>(
        &mut self,
        snapshot: &ExecutorSnapshot<T>,
    ) -> Result<(), InvalidSave> {
        Restorer { engine: self }.restore(snapshot)
    }

    /// Restores the numbers of the last tick, the next plan and the next action.
    pub fn restore_counters(
        &mut self,
        tick: u64,
        next_plan: u64,
        next_action: u64,
    ) -> Result<(), InvalidSave> {
        if let Some(bytes) = self.cx.missing_bytes() {
            return Err(does_not_fit(SubmitError::OutOfMemory { bytes }));
        }
        for number in [tick, next_plan, next_action] {
            ensure!(
                number < MAX_COUNT,
                "tick or next id {number} is out of range (limit {MAX_COUNT})"
            );
        }
        ensure!(
            next_plan > 0 && next_action > 0,
            "next plan id and next action id must be at least 1, found {next_plan} and {next_action}"
        );
        self.cx.clock.set(tick);
        self.live.plans.set_next(next_plan);
        self.live.actions.set_next(next_action);
        Ok(())
    }

    /// Checks that actions engage their agents as `busy` says, if its value is known without the game.
    pub fn check_busy(
        &self,
        busy_of: impl Fn(FnId, &[u64]) -> Option<bool>,
    ) -> Result<(), InvalidSave> {
        for action in self.live.actions.all() {
            let plan = self.live.plans.view(action.plan);
            let busy = plan.info(action.step).operator.and_then(|row| row.busy);
            let engages = busy.and_then(|test| busy_of(test, plan.frame(action.step)));
            ensure!(
                engages.is_none_or(|engages| engages == action.engages),
                "action {}: `engages` is {}, but its `busy` condition says otherwise",
                action.id,
                action.engages
            );
        }
        Ok(())
    }
}

/// Restores a new engine.
///
/// Invariant: nothing of a snapshot is used before it is checked.
pub(super) struct Restorer<'e> {
    pub engine: &'e mut Engine,
}

impl Restorer<'_> {
    fn restore<T: TaskCodec>(&mut self, snapshot: &ExecutorSnapshot<T>) -> Result<(), InvalidSave> {
        let (next_plan, next_action) = (snapshot.plan_slots.next, snapshot.action_slots.next);
        self.engine
            .restore_counters(snapshot.tick, next_plan, next_action)?;
        let plans = || {
            snapshot
                .plans
                .iter()
                .map(|plan| (plan.record.id.slot(), plan))
        };
        self.restore_plans(snapshot)?;
        self.restore_actions(snapshot)?;
        for (plan, _) in &snapshot.adopted {
            ensure!(
                self.engine.live.plans.find(*plan).is_some(),
                "`adopted` has the steps of plan {plan}, which does not exist"
            );
        }
        self.engine
            .rejected
            .adopted_mut()
            .restore(&snapshot.adopted);
        for (slot, plan) in plans() {
            if let Some(barrier) = plan.record.footprint.barrier {
                let restored = self.restore_barrier(slot, barrier);
                restored.map_err(|error| error.within("plan", plan.record.id))?;
            }
        }
        self.restore_holds(&snapshot.holds)?;
        for (slot, plan) in plans() {
            let block = self.engine.live.plans[slot].block;
            self.engine.live.plans[slot].turns = self.engine.live.turns().survey(slot, &block);
            self.engine.live.turns().list_turns(slot);
            let restored = self.restore_repair(slot, plan);
            restored.map_err(|error| error.within("plan", plan.record.id))?;
        }
        for (slot, plan) in plans() {
            let restored = self.restore_waits(slot, plan);
            restored.map_err(|error| error.within("plan", plan.record.id))?;
        }
        self.restore_calls(snapshot)?;
        for (slot, plan) in plans() {
            if let Some(replacement) = &plan.replacement {
                let restored = self.restore_replacement(slot, replacement);
                restored.map_err(|error| error.within("plan", plan.record.id))?;
            }
            self.queue_restored(slot, plan.visit);
        }
        self.engine.live.wakes.end_restore();
        Ok(())
    }

    fn restore_plans<T: TaskCodec>(
        &mut self,
        snapshot: &ExecutorSnapshot<T>,
    ) -> Result<(), InvalidSave> {
        let limits = self.engine.cx.limits();
        let slots = snapshot.plans.len() + snapshot.plan_slots.free.len();
        // A plan that takes the place of another one does not count.
        let new = snapshot
            .plans
            .iter()
            .filter(|plan| plan.record.calls.replaces.is_none());
        let needs = new
            .count()
            .max((slots + limits.plans).saturating_sub(Plans::slots(limits)));
        if needs > limits.plans {
            return Err(InvalidSave::limit(LimitKind::Plans, limits.plans, needs));
        }
        let ids = snapshot.plans.iter().map(|plan| plan.record.id);
        let ids: Vec<_> = ids.map(|id| (id.number(), id.slot())).collect();
        snapshot.plan_slots.validate("plan", &ids)?;
        self.engine
            .live
            .plans
            .restore_slots(&snapshot.plan_slots.free, ids.len());
        for plan in &snapshot.plans {
            let restored = self.restore_plan(plan);
            restored.map_err(|error| error.within("plan", plan.record.id))?;
        }
        ensure!(
            self.engine.live.plans.order().is_sorted_by(|a, b| self
                .engine
                .live
                .plans
                .goes_before(*a, *b)),
            "plans are not sorted by priority and age"
        );
        Ok(())
    }

    fn restore_actions<T>(&mut self, snapshot: &ExecutorSnapshot<T>) -> Result<(), InvalidSave> {
        let limit = self.engine.cx.limits().steps * SHARE;
        let slots = snapshot.actions.len() + snapshot.action_slots.free.len();
        if slots > limit {
            return Err(InvalidSave::limit(LimitKind::Steps, limit, slots));
        }
        let ids = snapshot.actions.iter().map(|action| action.id);
        let ids: Vec<_> = ids.map(|id| (id.number(), id.slot())).collect();
        snapshot.action_slots.validate("action", &ids)?;
        ensure!(
            ids.is_sorted_by_key(|(number, _)| *number),
            "actions are not in the order in which they started"
        );
        self.engine
            .live
            .actions
            .restore_slots(&snapshot.action_slots.free, ids.len());
        for action in &snapshot.actions {
            let restored = self.validate_action(action);
            restored.map_err(|error| error.within("action", action.id))?;
            self.engine.live.resume_action(action, &self.engine.cx);
        }
        let steps = self
            .engine
            .live
            .plans
            .order()
            .iter()
            .flat_map(|slot| self.engine.live.plans.view(*slot).states());
        let running = steps
            .filter(|step| step.status == StepState::Running)
            .count();
        ensure!(
            running == snapshot.actions.len(),
            "{running} steps are running, but the save has {} actions",
            snapshot.actions.len()
        );
        Ok(())
    }

    fn validate_action(&self, action: &ActionSnapshot) -> Result<(), InvalidSave> {
        let ActionSnapshot { plan, step, .. } = *action;
        self.check_plan(plan)?;
        let view = self.engine.live.plans.view(plan);
        let row = view.states().get(step.index());
        ensure!(
            row.is_some_and(|row| row.status == StepState::Running && row.action.is_none()),
            "step {} is not running, or already belongs to another action",
            step.index()
        );
        let (since, now) = (action.since, self.engine.cx.now());
        ensure!(
            since <= now,
            "start tick {since} is later than the current tick {now}"
        );
        let busy = view.info(step).operator.and_then(|operator| operator.busy);
        ensure!(
            action.engages || busy.is_some(),
            "marked as not engaging its agents, but its operator has no `busy` condition"
        );
        for number in view.info(step).by().filter(|_| action.engages) {
            let agent = self
                .engine
                .live
                .agents
                .named(self.engine.live.plans.mention(plan, step, number));
            if let Some(other) = self.engine.live.agents.engaged_by(agent) {
                let (word, other) = (
                    self.engine.live.agents.word(agent),
                    self.engine.live.actions[other].id,
                );
                return Err(invalid!(
                    "agent {word} is already engaged by action {other}"
                ));
            }
        }
        Ok(())
    }

    fn check_plan(&self, slot: PlanSlot) -> Result<(), InvalidSave> {
        let is_used = self.engine.live.plans.is_used(slot);
        ensure!(
            is_used,
            "plan slot {} is free or out of range",
            slot.index()
        );
        Ok(())
    }

    fn check_action(&self, slot: ActionSlot) -> Result<(), InvalidSave> {
        let is_used = self.engine.live.actions.is_used(slot);
        ensure!(
            is_used,
            "action slot {} is free or out of range",
            slot.index()
        );
        Ok(())
    }

    /// Returns true if this step of a plan is a built-in operator of this kind, and was carried out.
    fn is_done(&self, slot: PlanSlot, step: StepIndex, kind: TaskKind) -> bool {
        let plan = self.engine.live.plans.view(slot);
        let is_done = |row: &StepProgress| row.status == StepState::Done;
        plan.states().get(step.index()).is_some_and(is_done) && plan.info(step).kind == kind
    }

    fn restore_barrier(&mut self, slot: PlanSlot, barrier: Barrier) -> Result<(), InvalidSave> {
        self.check_action(barrier.action)?;
        ensure!(
            self.is_done(slot, barrier.step, TaskKind::GlobalBlock),
            "barrier refers to step {}, which is not a finished `global_block`",
            barrier.step.index()
        );
        self.engine
            .live
            .actions
            .close_barrier(&mut self.engine.live.plans, slot, barrier);
        Ok(())
    }

    fn restore_holds(&mut self, holds: &[HoldSnapshot]) -> Result<(), InvalidSave> {
        let mut steps: Vec<_> = holds.iter().map(|hold| (hold.plan, hold.step)).collect();
        steps.sort_unstable();
        ensure!(
            steps.is_sorted_by(|a, b| a < b),
            "two holds refer to the same `block_on`"
        );
        for &HoldSnapshot { plan, step, action } in holds {
            self.check_plan(plan)?;
            self.check_action(action)?;
            ensure!(
                self.is_done(plan, step, TaskKind::BlockOn),
                "hold refers to step {}, which is not a finished `block_on`",
                step.index()
            );
            let mentions = self.engine.live.plans.view(plan).mentions(step);
            let agents: Vec<_> = mentions
                .map(|mention| self.engine.live.agents.named(mention))
                .collect();
            let agent = agents.first().filter(|agent| agents.get(1) != Some(agent));
            let Some(agent) = agent.copied() else {
                let step = step.index();
                return Err(invalid!(
                    "hold of `block_on` (step {step}): the agent waits for itself"
                ));
            };
            self.engine.live.hold(plan, step, agent, action);
        }
        Ok(())
    }

    /// Restores the calls of the game since the last tick.
    fn restore_calls<T>(&mut self, snapshot: &ExecutorSnapshot<T>) -> Result<(), InvalidSave> {
        for (slot, outcome) in &snapshot.reports {
            self.check_action(*slot)?;
            let is_new = self.engine.live.actions.mark_reported(*slot);
            ensure!(
                is_new,
                "duplicate report for action {}",
                self.engine.live.actions[*slot].id
            );
            self.engine.inbox.add_report(*slot, *outcome);
        }
        let mut sorted = snapshot.requests.clone();
        sorted.sort_unstable();
        ensure!(
            sorted.is_sorted_by(|a, b| a < b),
            "duplicate pending call in `requests`"
        );
        let (mut enters, mut losses) = (0, 0);
        for request in &snapshot.requests {
            match *request {
                Request::Enter(slot) => {
                    self.check_plan(slot)?;
                    let (id, stage) = (
                        self.engine.live.plans[slot].id,
                        self.engine.live.plans[slot].stage,
                    );
                    ensure!(
                        stage == PlanStage::Submitted,
                        "plan {id} has a pending submit but has already entered"
                    );
                    enters += 1;
                }
                Request::Cancel(slot) => {
                    self.check_plan(slot)?;
                    self.engine.live.plans[slot].calls.cancelled = true;
                }
                Request::PlanLostAgent(slot) => {
                    self.check_plan(slot)?;
                    let id = self.engine.live.plans[slot].id;
                    ensure!(
                        self.engine.live.plans[slot].calls.agent_left.is_some(),
                        "plan {id} has a pending loss of an agent, but none of its tasks"
                    );
                    losses += 1;
                }
                Request::ActionLostAgent(slot) => {
                    self.check_action(slot)?;
                    self.engine.live.actions.mark_agent_left(slot);
                }
                Request::HoldLostAgent(slot) => {
                    let (place, count) = (slot.index(), snapshot.holds.len());
                    ensure!(
                        place < count,
                        "hold index {place} is out of range: the save has {count} holds"
                    );
                    self.engine.live.agents.mark_hold(slot);
                }
            }
            self.engine.inbox.add_request(*request);
        }
        let records = || {
            self.engine
                .live
                .plans
                .order()
                .iter()
                .map(|slot| &self.engine.live.plans[*slot])
        };
        let submitted = records()
            .filter(|plan| plan.stage == PlanStage::Submitted)
            .count();
        ensure!(
            enters == submitted,
            "{submitted} plans are in stage `submitted`, but there are {enters} pending submits"
        );
        let marked = records()
            .filter(|plan| plan.calls.agent_left.is_some())
            .count();
        ensure!(
            losses == marked,
            "{marked} plans have lost an agent, but there are {losses} pending calls about that"
        );
        Ok(())
    }

    /// Queues a plan for the next tick. A plan that waits for busy agents sleeps until something ends, as it did.
    fn queue_restored(&mut self, slot: PlanSlot, visit: bool) {
        self.engine
            .repairs
            .update_request(slot, &self.engine.live.plans);
        self.engine
            .live
            .wakes
            .set_timer(slot, &mut self.engine.live.plans, &self.engine.cx);
        if self.engine.live.plans[slot].repair.unrepairable {
            self.engine
                .repairs
                .add_failing(slot, &self.engine.live.plans);
        }
        if self.engine.live.plans[slot].stage != PlanStage::Running {
            return;
        }
        let asleep = self.engine.live.waits_for_agents(slot);
        self.engine
            .live
            .wakes
            .restore(slot, asleep, visit, &mut self.engine.live.plans);
    }
}

/// Returns the error of a save that does not fit.
pub(super) fn does_not_fit(error: SubmitError) -> InvalidSave {
    InvalidSave(error.to_string())
}
