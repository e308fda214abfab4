//! Taking back what a plan has reserved, and how a plan ends.

use super::engine::Engine;
use super::evaluator::{GameCall, Guarded};
use super::indices::{PlanSlot, StepIndex, Subtree};
use super::plan_record::PlanStage;
use super::status::StepState;
use super::step_info::START;
use super::wait::Wait;
use super::world::World;
use crate::model::domain::TaskCode;
use crate::model::event::{AbandonReason, Event, FailureCause};
use crate::tables::{TaskId, Undo};

impl Engine {
    /// A step has been carried out: it takes back the latest one that it is the `undo` of, or has to be taken back
    /// itself where the plan is abandoned.
    pub(super) fn record_undo(&mut self, slot: PlanSlot, step: StepIndex) {
        let plan = self.plans.view(slot);
        if let (TaskCode::Task(task), args) = plan.task(step)
            && let Some(taken_back) = self.latest_undone_by(slot, task, args)
        {
            self.remove_undo(slot, taken_back);
            return;
        }
        if plan.state(step).undo.known {
            self.plans.state_mut(slot, step).undo.before = self.plans[slot].undo;
            self.plans[slot].undo = Some(step);
        }
    }

    /// Works out the arguments of the `undo` of a step that is about to have been carried out, where it has any.
    pub(super) fn prepare_undo(&mut self, slot: PlanSlot, step: StepIndex, world: &mut World<'_>) {
        let plan = self.plans.view(slot);
        let changed = plan.state(step).undo.changed;
        let undo = plan.info(step).undo().filter(|_| changed);
        let undoable = undo.is_some_and(|undo| self.work_out_undo(slot, step, undo, world));
        self.plans.state_mut(slot, step).undo.known = undoable;
    }

    /// The latest step of a plan that has to be taken back by this task with these arguments.
    fn latest_undone_by(&self, slot: PlanSlot, task: TaskId, args: &[u64]) -> Option<StepIndex> {
        let plan = self.plans.view(slot);
        plan.undo_chain().find(|step| {
            let undo = plan.info(*step).undo();
            undo.is_some_and(|undo| undo.task == task) && plan.undo_args(*step) == args
        })
    }

    /// A step need not be taken back any more.
    pub(super) fn remove_undo(&mut self, slot: PlanSlot, step: StepIndex) {
        let plan = self.plans.view(slot);
        let before = plan.state(step).undo.before;
        let is_later = |later: &StepIndex| plan.state(*later).undo.before == Some(step);
        let later = if plan.record.undo == Some(step) {
            None
        } else {
            plan.undo_chain().find(is_later)
        };
        match later {
            Some(later) => self.plans.state_mut(slot, later).undo.before = before,
            None => self.plans[slot].undo = before,
        }
    }

    /// Works out the arguments of a step's `undo`.
    fn work_out_undo(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        undo: Undo,
        world: &mut World<'_>,
    ) -> bool {
        self.eval.begin_call(GameCall::Step(slot, step));
        let plan = self.plans.view(slot);
        let (size, frame) = (plan.info(step).size, plan.frame(step));
        if world.ask(undo.entry, size, frame) != Ok(true) {
            return false;
        }
        let slots = &self.cx.tables().slots[undo.args.at as usize..][..usize::from(undo.args.len)];
        let values = world.solution(size);
        let (at, block) = (plan.state(step).undo_words(), plan.record.block);
        let words = self.plans.arena.words_mut(&block, at, slots.len());
        for (word, slot) in words.iter_mut().zip(slots) {
            *word = values[slot.0 as usize];
        }
        true
    }

    /// Takes back the steps of a part of a plan that have to be, last one first.
    pub(super) fn take_back_in(&mut self, slot: PlanSlot, part: Subtree, world: &mut World<'_>) {
        let mut next = self.plans[slot].undo;
        while let Some(step) = next {
            next = self.plans.state(slot, step).undo.before;
            if self.plans.view(slot).is_in(step, part) {
                self.eval.begin_call(GameCall::Undo(slot, step));
                if let Some(why) = self.take_back(slot, step, world) {
                    self.log_failed_undo(slot, step, why);
                }
                world.commit();
                self.remove_undo(slot, step);
            }
        }
    }

    /// The same over other facts, to see what will be: nothing is said, and they are still to be taken back afterwards.
    pub(super) fn simulate_undo(&mut self, slot: PlanSlot, part: Subtree, world: &mut World<'_>) {
        let mut next = self.plans[slot].undo;
        while let Some(step) = next {
            next = self.plans.state(slot, step).undo.before;
            if self.plans.view(slot).is_in(step, part) {
                self.take_back(slot, step, world);
                world.commit();
            }
        }
    }

    /// Takes one step back; `Some` where that changed nothing.
    fn take_back(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        world: &mut World<'_>,
    ) -> Option<FailureCause> {
        let plan = self.plans.view(slot);
        let undo = plan.info(step).undo()?;
        let task = &self.cx.tables().tasks[undo.task.0 as usize];
        let args = plan.undo_args(step);
        if world.host.is_absent() && self.undo_asks_game(undo.task) && world.host.skips(undo.task) {
            return Some(FailureCause::CannotUndo);
        }
        match world.ask(task.entry, task.frame, args) {
            Ok(true) => {}
            Ok(false) => return Some(FailureCause::CannotUndo),
            Err(full) => return Some(FailureCause::Full(full)),
        }
        let operator = world.machine.solved()?;
        self.eval.set_frame(world.solution(task.frame));
        let operator = &self.cx.tables().operators[operator.0 as usize];
        if operator.writes[START].is_empty() {
            return None;
        }
        let entry = operator.moments[START];
        let done = world.carry_out(entry, task.frame, &self.eval.frame);
        done.err().map(FailureCause::Full)
    }

    /// Returns true if the precondition or the effects of an internal operator see the context.
    fn undo_asks_game(&self, task: TaskId) -> bool {
        let mut operators = self.cx.tables().operators.iter();
        operators.any(|operator| operator.task == task && operator.asks_game != 0)
    }

    /// Takes back all that a plan has to, for as long as a look at the facts takes.
    pub fn without(
        &mut self,
        slot: PlanSlot,
        world: &mut World<'_>,
        look: impl FnOnce(&mut Engine, &mut World<'_>),
    ) {
        let guarded = &mut Guarded::new(self, world);
        let (engine, world) = (&mut *guarded.engine, &mut *guarded.world);
        let mut next = engine.plans[slot].undo;
        while let Some(step) = next {
            engine.take_back(slot, step, world);
            next = engine.plans.state(slot, step).undo.before;
        }
        look(engine, world);
        world.rollback();
        guarded.over = true;
    }

    pub(super) fn log_failed_undo(&mut self, slot: PlanSlot, step: StepIndex, why: FailureCause) {
        let plan = self.plans.view(slot);
        let Some(undo) = plan.info(step).undo() else {
            return;
        };
        let args = plan.undo_args(step);
        let task = self
            .log
            .keep_task(self.cx.now(), TaskCode::Task(undo.task), args);
        self.log_failure(slot, step, task, why);
    }

    /// Gives a plan up: its actions are stopped, its holds and barriers opened, and what it has reserved taken back.
    pub(super) fn abandon(&mut self, slot: PlanSlot, reason: AbandonReason, world: &mut World<'_>) {
        self.plans[slot].abandoning = Some(reason);
        self.wind_up(slot, world);
        let used_up = match reason {
            AbandonReason::NoRepair | AbandonReason::AgentLeft => self.repairs_used_up(slot),
            AbandonReason::Cancelled | AbandonReason::Same(_) => None,
            AbandonReason::Deadlock | AbandonReason::Stuck => None,
        };
        self.log_event(slot, |tick, plan| Event::Abandoned {
            tick,
            plan,
            reason,
            used_up,
        });
        self.close(slot);
    }

    /// Leaves nothing of a plan behind in the world.
    pub(super) fn wind_up(&mut self, slot: PlanSlot, world: &mut World<'_>) {
        self.stop(slot, Subtree::Whole, world);
        self.take_back_in(slot, Subtree::Whole, world);
    }

    /// The plan has ended well, where it has.
    pub(super) fn complete(&mut self, slot: PlanSlot) {
        let record = &self.plans[slot];
        let over = record.turns.unstarted == 0
            && record.actions.is_empty()
            && record.holds.is_empty()
            && record.barrier.is_none();
        if over {
            self.log_event(slot, |tick, plan| Event::Completed { tick, plan });
            self.close(slot);
        }
    }

    /// A step of a plan, and what it waits for.
    pub fn waits_for(&self, slot: PlanSlot) -> (StepIndex, Wait) {
        let plan = self.plans.view(slot);
        let record = plan.record;
        let last = StepIndex::new(plan.steps().len().saturating_sub(1));
        let first = record.turns.first.min(last);
        if record.stage == PlanStage::Repairing {
            return (first, Wait::Repair);
        }
        let waits = |lead: &StepIndex| plan.state(*lead).wait != Wait::None;
        if let Some(lead) = plan.open_leads().find(waits) {
            return (lead, plan.state(lead).wait);
        }
        if let Some(barrier) = record.barrier {
            return (barrier.step, Wait::Action(self.actions[barrier.action].id));
        }
        let runs = |step: &StepIndex| plan.state(*step).status == StepState::Running;
        if let Some(step) = plan.all().find(runs)
            && let Some(action) = plan.state(step).action
        {
            return (step, Wait::Action(self.actions[action].id));
        }
        match record.holds.first.map(|hold| self.agents.hold(hold)) {
            Some(hold) => {
                let wait = Wait::Held {
                    agent: self.agents.word(hold.agent),
                    action: self.actions[hold.action].id,
                };
                (hold.step, wait)
            }
            None => (first, Wait::None),
        }
    }
}
