//! Taking back what a plan has reserved, and how a plan ends.

use super::engine::{Engine, World};
use super::kind::START;
use super::live::Stage;
use super::notes::Happened;
use super::shelf::Status;
use super::wait::Wait;
use crate::domain::TaskCode;
use crate::event::{Reason, Why};
use crate::machine::NONE;
use crate::tables::Undo;

impl Engine {
    /// A step has been carried out: it takes back the latest one that it is the `undo` of, or has to be taken back
    /// itself where the plan is abandoned.
    pub(super) fn note_undo(&mut self, place: usize, at: usize, world: &mut World<'_>) {
        if self.is_taken_back_by(place, at) {
            return;
        }
        let step = *self.step(place, at);
        let Some(undo) = self
            .kind(&step)
            .operator()
            .and_then(|operator| operator.undo)
        else {
            return;
        };
        if !step.changed || !self.work_out_undo(place, at, undo, world) {
            return;
        }
        self.step_mut(place, at).undo_before = self.plans[place].undo;
        self.plans[place].undo = at as u32;
    }

    /// Looks for the latest step that this one takes back, and strikes it off.
    fn is_taken_back_by(&mut self, place: usize, at: usize) -> bool {
        let step = *self.step(place, at);
        let kind = self.kind(&step);
        let TaskCode::Task(task) = kind.code() else {
            return false;
        };
        let block = self.plans[place].block;
        let args = kind.params().len();
        let mut later = NONE;
        let mut number = self.plans[place].undo;
        while number != NONE {
            let record = *self.step(place, number as usize);
            let undo = self
                .kind(&record)
                .operator()
                .and_then(|operator| operator.undo);
            let words = self.shelf.words(&block);
            if undo.is_some_and(|undo| undo.task == task)
                && words[record.undo as usize..][..args] == words[step.words as usize..][..args]
            {
                match later {
                    NONE => self.plans[place].undo = record.undo_before,
                    later => self.step_mut(place, later as usize).undo_before = record.undo_before,
                }
                return true;
            }
            later = number;
            number = record.undo_before;
        }
        false
    }

    /// Works out the arguments of a step's `undo`.
    fn work_out_undo(
        &mut self,
        place: usize,
        at: usize,
        undo: Undo,
        world: &mut World<'_>,
    ) -> bool {
        let step = *self.step(place, at);
        let size = self.kind(&step).size();
        let block = self.plans[place].block;
        let frame = &self.shelf.words(&block)[step.words as usize..][..size as usize];
        let (store, host) = (&mut *world.store, world.host);
        if self.machine.ask(store, host, undo.entry, size, frame) != Ok(true) {
            return false;
        }
        let slots = &self.tables.slots[undo.args.at as usize..][..undo.args.len as usize];
        let values = self.machine.solution(size);
        let words = &mut self.shelf.words_mut(&block)[step.undo as usize..][..slots.len()];
        for (word, slot) in words.iter_mut().zip(slots) {
            *word = values[slot.0 as usize];
        }
        true
    }

    /// Takes back the steps at or below a node (`NONE`: all) that have to be, last one first. Where `aloud` is false,
    /// it is a rehearsal over other facts: nothing is said, and they are still to be taken back afterwards.
    pub(super) fn take_back_below(
        &mut self,
        place: usize,
        node: u32,
        aloud: bool,
        world: &mut World<'_>,
    ) {
        let mut later = NONE;
        let mut number = self.plans[place].undo;
        while number != NONE {
            let step = *self.step(place, number as usize);
            if !self.is_below(place, number as usize, node) {
                later = number;
            } else {
                let failed = self.take_back(place, number as usize, world);
                self.machine.let_stand();
                if let Some(why) = failed.filter(|_| aloud) {
                    self.say_failed_undo(place, number as usize, why);
                }
                if aloud {
                    match later {
                        NONE => self.plans[place].undo = step.undo_before,
                        later => {
                            self.step_mut(place, later as usize).undo_before = step.undo_before;
                        }
                    }
                }
            }
            number = step.undo_before;
        }
    }

    /// Takes one step back; `Some` where that changed nothing.
    fn take_back(&mut self, place: usize, at: usize, world: &mut World<'_>) -> Option<Why> {
        let step = *self.step(place, at);
        let undo = self
            .kind(&step)
            .operator()
            .and_then(|operator| operator.undo)?;
        let task = &self.tables.tasks[undo.task.0 as usize];
        let block = self.plans[place].block;
        let args = &self.shelf.words(&block)[step.undo as usize..][..undo.args.len as usize];
        let (store, host) = (&mut *world.store, world.host);
        let machine = &mut self.machine;
        match machine.ask(store, host, task.entry, task.frame, args) {
            Ok(true) => {}
            Ok(false) => return Some(Why::CannotUndo),
            Err(full) => return Some(Why::Full(full)),
        }
        let operator = machine.solved()?;
        self.frame.clear();
        self.frame.extend_from_slice(machine.solution(task.frame));
        let operator = &self.tables.operators[operator.0 as usize];
        if operator.writes[START].is_empty() {
            return None;
        }
        let entry = operator.moments[START];
        let done = machine.carry_out(store, host, entry, task.frame, &self.frame);
        done.err().map(Why::Full)
    }

    /// Takes back all that a plan has to, for as long as a look at the facts takes.
    pub fn without(
        &mut self,
        place: usize,
        world: &mut World<'_>,
        look: impl FnOnce(&mut Engine, &mut World<'_>),
    ) {
        let mut number = self.plans[place].undo;
        while number != NONE {
            self.take_back(place, number as usize, world);
            number = self.step(place, number as usize).undo_before;
        }
        look(self, world);
        self.machine.take_back(world.store);
    }

    fn say_failed_undo(&mut self, place: usize, at: usize, why: Why) {
        let step = *self.step(place, at);
        let Some(undo) = self
            .kind(&step)
            .operator()
            .and_then(|operator| operator.undo)
        else {
            return;
        };
        let block = self.plans[place].block;
        let args = &self.shelf.words(&block)[step.undo as usize..][..undo.args.len as usize];
        let task = self.notes.say(TaskCode::Task(undo.task), args);
        let failed = Happened::Failed {
            step: at as u32,
            task,
            action: None,
            why,
            lost: None,
        };
        self.note(place, failed);
    }

    /// Gives a plan up: its actions are stopped, its holds and barriers opened, and what it has reserved taken back.
    pub(super) fn abandon(&mut self, place: usize, reason: Reason, world: &mut World<'_>) {
        self.wind_up(place, world);
        self.note(place, Happened::Abandoned(reason));
        self.close_place(place);
    }

    /// Leaves nothing of a plan behind in the world.
    pub(super) fn wind_up(&mut self, place: usize, world: &mut World<'_>) {
        self.stop_below(place, NONE, world);
        self.take_back_below(place, NONE, true, world);
    }

    /// The plan has ended well, where it has.
    pub(super) fn complete(&mut self, place: usize) {
        let live = &self.plans[place];
        let over = live.course.unstarted == 0
            && live.running == 0
            && live.holds == 0
            && live.barrier.is_none();
        if over {
            self.note(place, Happened::Completed);
            self.close_place(place);
        }
    }

    /// A step of a plan, and what it waits for.
    pub fn waits_for(&self, place: usize) -> (usize, Wait) {
        let live = &self.plans[place];
        let steps = self.shelf.steps(&live.block);
        let first = (live.course.first as usize).min(steps.len().saturating_sub(1));
        if live.stage == Stage::Repairing {
            return (first, Wait::Repair);
        }
        let (mut lead, end) = (live.course.ready, self.end_of_visit(place));
        while lead != NONE && lead < end {
            let step = &steps[lead as usize];
            if step.wait != Wait::None {
                return (lead as usize, step.wait);
            }
            lead = step.next;
        }
        if let Some((step, action)) = live.barrier {
            return (step as usize, Wait::Action(action));
        }
        let running = steps.iter().position(|step| step.status == Status::Running);
        let action = running.and_then(|step| {
            let mut actions = self.actions.iter();
            actions.find(|action| action.place as usize == place && action.step as usize == step)
        });
        if let Some(action) = action {
            return (action.step as usize, Wait::Action(action.id));
        }
        match self.holds.iter().find(|hold| hold.place as usize == place) {
            Some(hold) => {
                let (agent, action) = (hold.agent, hold.action);
                (hold.step as usize, Wait::Held { agent, action })
            }
            None => (first, Wait::None),
        }
    }
}
