//! The log of a tick: its events and commands, without the domain's types.

use alloc::sync::Arc;

use super::command_log::{CommandLog, LoggedCommand, SharedCommands};
use super::engine::Engine;
use super::indices::{PlanSlot, StepIndex, Subtree};
use super::plan_record::PlanStage;
use super::wait::Wait;
use crate::model::domain::{Domain, TaskCode};
use crate::model::event::{ActionId, Event, EventForm, FailureCause, PlanId, WaitFor, Waiting};
use crate::model::limits::Limits;
use crate::model::pool::{Memory, Pool};
use crate::model::term::Term;
use crate::tables::{Tables, TaskKind};

/// A task or fact that an event names. Its words are in the log.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct LoggedTask {
    code: TaskCode,
    at: u32,
    len: u16,
}

/// The form of events in the log: words.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct RawForm;

impl EventForm for RawForm {
    type Task = LoggedTask;
    type Agent = u64;
}

/// An event without the domain's types.
pub(crate) type RawEvent = Event<RawForm>;

/// The log of a tick.
///
/// All events and commands in it are of one tick. Reading it for another tick gives none, and writing for another tick
/// clears it first. So nothing has to clear the log when a tick is over, and a squad without work is not touched for it.
#[derive(Clone)]
pub(crate) struct TickLog {
    tick: u64,
    events: Pool<RawEvent>,
    /// The words of the tasks that events name.
    words: Pool<u64>,
    /// The number of words of the longest task or fact.
    longest: usize,
    /// The maximum number of events.
    capacity: usize,
    /// The number of events that did not fit.
    missed: u64,
    commands: SharedCommands,
}

impl TickLog {
    pub fn new(tables: &Tables, limits: &Limits, memory: Memory) -> TickLog {
        let tasks = tables
            .tasks
            .iter()
            .filter(|task| task.kind != TaskKind::Block);
        let tasks = tasks.map(|task| task.params.len());
        let longest = tasks.chain(tables.relations.iter().map(|rel| rel.columns.len()));
        let longest = longest.max().unwrap_or(0);
        TickLog {
            tick: 0,
            events: memory.pool(limits.events),
            words: memory.pool(limits.events * 2 * longest),
            longest,
            capacity: limits.events,
            missed: 0,
            commands: SharedCommands::new(CommandLog::new(tables, limits, memory)),
        }
    }

    /// Returns the events of a tick.
    pub fn events(&self, tick: u64) -> &[RawEvent] {
        if self.tick == tick { &self.events } else { &[] }
    }

    /// Returns the number of events of a tick that did not fit.
    pub fn missed(&self, tick: u64) -> u64 {
        if self.tick == tick { self.missed } else { 0 }
    }

    /// Returns the commands of a tick, if there are any.
    pub fn commands(&self, tick: u64) -> Option<Arc<CommandLog>> {
        let any = self.tick == tick && self.commands.log().len() > 0;
        any.then(|| self.commands.share())
    }

    /// Returns an event of the log in the domain's types.
    pub fn typed<D: Domain>(&self, event: RawEvent) -> Event<D> {
        let task = |task: LoggedTask| {
            let words = &self.words[task.at as usize..][..usize::from(task.len)];
            D::task_from_row(task.code, words)
        };
        event.map(task, Term::from_word)
    }

    /// Clears the log unless it is of this tick.
    #[inline]
    pub fn begin(&mut self, tick: u64) {
        if self.tick != tick {
            self.clear();
            self.tick = tick;
        }
    }

    #[inline(never)]
    fn clear(&mut self) {
        self.events.clear();
        self.words.clear();
        self.missed = 0;
        self.commands.clear();
    }

    /// Keeps the words of a task for the event that is added next.
    pub fn keep_task(&mut self, tick: u64, code: TaskCode, words: &[u64]) -> LoggedTask {
        self.begin(tick);
        let at = self.words.len() as u32;
        // An event names at most two tasks: if it fits, they fit.
        let len = words.len().min(self.longest);
        let end = self.words.len() + len;
        if self.events.len() < self.capacity && end <= self.capacity * 2 * self.longest {
            self.words.extend_from_slice(&words[..len]);
        }
        LoggedTask {
            code,
            at,
            len: len as u16,
        }
    }

    /// Adds an event of this tick.
    #[inline]
    pub fn add(&mut self, tick: u64, event: RawEvent) {
        self.begin(tick);
        if self.events.len() < self.capacity {
            self.events.push(event);
        } else {
            self.missed += 1;
        }
    }

    pub fn add_command(&mut self, tick: u64, command: LoggedCommand, args: &[u64]) {
        self.begin(tick);
        self.commands.push(command, args);
    }

    pub fn bytes(&self) -> usize {
        self.events.bytes() + self.words.bytes() + self.commands.log().bytes()
    }
}

impl Engine {
    /// Keeps the task of a step for the event that is logged next.
    pub(super) fn log_step(&mut self, slot: PlanSlot, step: StepIndex) -> LoggedTask {
        let (code, args) = self.plans.view(slot).task(step);
        self.log.keep_task(self.cx.clock.now(), code, args)
    }

    /// Keeps the task of a part of a plan for the event that is logged next. Returns `None` for the whole plan.
    pub(super) fn log_part(&mut self, slot: PlanSlot, part: Subtree) -> Option<LoggedTask> {
        let Subtree::Below(node) = part else {
            return None;
        };
        let plan = self.plans.view(slot);
        let (code, args) = plan.node_task(plan.node(Some(node))?);
        Some(self.log.keep_task(self.cx.clock.now(), code, args))
    }

    /// Logs an event about a plan: `event` makes it from the tick and the plan's id.
    #[inline]
    pub(super) fn log_event(
        &mut self,
        slot: PlanSlot,
        event: impl FnOnce(u64, PlanId) -> RawEvent,
    ) {
        let tick = self.now();
        self.log.add(tick, event(tick, self.plans[slot].id));
    }

    /// Logs the start of a step.
    pub(super) fn log_start(&mut self, slot: PlanSlot, step: StepIndex, action: Option<ActionId>) {
        let task = self.log_step(slot, step);
        let step = step.index();
        self.log_event(slot, |tick, plan| Event::Started {
            tick,
            plan,
            step,
            task,
            action,
        });
    }

    /// Logs that a step could not start or be undone; `task` is what failed.
    pub(super) fn log_failure(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        task: LoggedTask,
        why: FailureCause,
    ) {
        self.log_event(slot, |tick, plan| Event::Failed {
            tick,
            plan,
            step: step.index(),
            task,
            action: None,
            why,
            lost: None,
        });
    }

    /// Logs an event of the director, which is no part of the executor's tick.
    pub fn log_event_of_director(&mut self, event: RawEvent) {
        self.cx.clock.unfinished = true;
        self.log.add(event.tick(), event);
    }

    /// Logs what has changed of what steps wait for.
    pub(super) fn log_waits(&mut self) {
        while let Some(slot) = self.wakes.next_unreported(&self.plans) {
            if self.plans[slot].stage == PlanStage::Running {
                self.log_waits_of(slot);
            }
        }
    }

    fn log_waits_of(&mut self, slot: PlanSlot) {
        if let Some(barrier) = &mut self.plans[slot].barrier
            && core::mem::take(&mut barrier.unreported)
        {
            let (step, action) = (barrier.step, self.actions[barrier.action].id);
            self.log_wait(slot, step, Wait::Action(action));
        }
        let mut next = self.plans[slot].turns.ready;
        while let Some(step) = next {
            let row = self.plans.state_mut(slot, step);
            let (unreported, wait) = (core::mem::take(&mut row.unreported), row.wait);
            next = row.turn.next;
            if unreported && wait != Wait::None {
                self.log_wait(slot, step, wait);
            }
        }
    }

    /// Returns the plan and the step whose end a step of this plan waits for, if there is one.
    pub(super) fn waited_for(&self, slot: PlanSlot, wait: Wait) -> Option<(PlanSlot, StepIndex)> {
        match wait {
            Wait::Engaged { action, .. } | Wait::Held { action, .. } | Wait::Action(action) => {
                self.owner(action)
            }
            Wait::Effect { step, .. } => Some((slot, step)),
            Wait::None | Wait::Sensors { .. } | Wait::Claim { .. } | Wait::Repair => None,
        }
    }

    pub(super) fn log_wait(&mut self, slot: PlanSlot, step: StepIndex, wait: Wait) {
        let task = self.log_step(slot, step);
        let on = self.waited_for(slot, wait);
        let on = on.map(|(slot, step)| self.log_step(slot, step));
        // A plan that is given up may wait for nothing that is known: only a repair can help it.
        let unknown = (wait == Wait::None).then_some(WaitFor::Repaired);
        let Some(until) = wait.shown(on, |agent| agent).or(unknown) else {
            return;
        };
        let step = step.index();
        let waiting = Waiting { step, task, until };
        self.log_event(slot, |tick, plan| Event::Waits {
            tick,
            plan,
            waiting,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::TaskId;

    fn completed(tick: u64) -> RawEvent {
        let plan = PlanId::NONE;
        Event::Completed { tick, plan }
    }

    fn log(events: usize) -> TickLog {
        let limits = Limits {
            events,
            ..Limits::compact()
        };
        TickLog::new(&Tables::EMPTY, &limits, Memory::Reserved)
    }

    #[test]
    fn another_tick_has_no_events_and_no_commands() {
        let mut log = log(2);
        let command = LoggedCommand {
            start: true,
            id: ActionId::NONE,
            plan: PlanId::NONE,
            task: TaskId(0),
        };
        log.add(7, completed(7));
        log.add_command(7, command, &[]);
        assert_eq!(log.events(7).len(), 1);
        assert_eq!(log.commands(7).map(|commands| commands.len()), Some(1));
        assert!(log.events(8).is_empty() && log.commands(8).is_none());
        log.add(8, completed(8));
        assert!(log.events(7).is_empty() && log.events(8).len() == 1);
        assert!(log.commands(8).is_none());
    }

    #[test]
    fn events_beyond_the_limit_are_counted() {
        let mut log = log(2);
        for _ in 0..5 {
            log.add(1, completed(1));
        }
        assert_eq!((log.events(1).len(), log.missed(1)), (2, 3));
        assert_eq!(log.missed(2), 0);
        log.begin(2);
        assert_eq!(log.missed(2), 0);
    }

    /// The game may hold the commands of a tick when the next one begins.
    #[test]
    fn commands_that_are_held_do_not_change() {
        let mut log = log(1);
        let command = LoggedCommand {
            start: true,
            id: ActionId::NONE,
            plan: PlanId::NONE,
            task: TaskId(0),
        };
        log.add_command(1, command, &[]);
        let held = log.commands(1).expect("there is a command");
        log.begin(2);
        log.add_command(2, command, &[]);
        log.add_command(2, command, &[]);
        let now = log.commands(2).expect("there are commands");
        assert_eq!((held.len(), now.len()), (1, 2));
    }
}
