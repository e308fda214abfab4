//! The log of a tick: its events and commands, without the domain's types.

pub(super) mod command_log;

use alloc::sync::Arc;

use super::indices::{StepIndex, Subtree};
use crate::exec::plans::view::LivePlan;
use crate::exec::tick_log::command_log::{CommandLog, LoggedCommand, SharedCommands};
use crate::model::domain::{Domain, TaskCode};
use crate::model::event::{ActionId, Event, EventForm, FailureCause, PlanId};
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
/// Invariant: all events and commands in it are of one tick, which [`TickLog::begin`] sets. Reading the log for another
/// tick gives none. So the log need not be cleared at the end of a tick, and an idle squad's log is not written.
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

    /// Starts the log of a tick: clears it unless it is of this tick.
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
    pub fn keep_task(&mut self, code: TaskCode, words: &[u64]) -> LoggedTask {
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

    /// Keeps the task of a step for the event that is added next.
    pub fn keep_step(&mut self, plan: LivePlan<'_>, step: StepIndex) -> LoggedTask {
        let (code, args) = plan.task(step);
        self.keep_task(code, args)
    }

    /// Keeps the task of a part of a plan for the event that is added next. Returns `None` for the whole plan.
    pub fn keep_part(&mut self, plan: LivePlan<'_>, part: Subtree) -> Option<LoggedTask> {
        let Subtree::Below(node) = part else {
            return None;
        };
        let (code, args) = plan.node_task(plan.node(Some(node))?);
        Some(self.keep_task(code, args))
    }

    /// Adds an event of the tick of the log.
    #[inline]
    pub fn add(&mut self, event: RawEvent) {
        if self.events.len() < self.capacity {
            self.events.push(event);
        } else {
            self.missed += 1;
        }
    }

    /// Adds an event about a plan, which `event` makes from the tick and the id of the plan.
    #[inline]
    pub fn add_for(&mut self, plan: PlanId, event: impl FnOnce(u64, PlanId) -> RawEvent) {
        self.add(event(self.tick, plan));
    }

    /// Adds the start of a step.
    pub fn add_start(&mut self, plan: LivePlan<'_>, step: StepIndex, action: Option<ActionId>) {
        let task = self.keep_step(plan, step);
        let step = step.index();
        self.add_for(plan.record.id, |tick, plan| Event::Started {
            tick,
            plan,
            step,
            task,
            action,
        });
    }

    /// Adds that a step could not start or be undone; `task` is what failed.
    pub fn add_failure(
        &mut self,
        plan: LivePlan<'_>,
        step: StepIndex,
        task: LoggedTask,
        why: FailureCause,
    ) {
        self.add_for(plan.record.id, |tick, plan| Event::Failed {
            tick,
            plan,
            step: step.index(),
            task,
            action: None,
            why,
            lost: None,
        });
    }

    /// Adds that a step could not be undone.
    pub fn add_failed_undo(&mut self, plan: LivePlan<'_>, step: StepIndex, why: FailureCause) {
        if let Some(undo) = plan.info(step).undo() {
            let task = self.keep_task(TaskCode::Task(undo.task), plan.undo_args(step));
            self.add_failure(plan, step, task, why);
        }
    }

    pub fn add_command(&mut self, command: LoggedCommand, args: &[u64]) {
        self.commands.push(command, args);
    }

    pub fn bytes(&self) -> usize {
        self.events.bytes() + self.words.bytes() + self.commands.log().bytes()
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
        log.begin(7);
        log.add(completed(7));
        log.add_command(command, &[]);
        assert_eq!(log.events(7).len(), 1);
        assert_eq!(log.commands(7).map(|commands| commands.len()), Some(1));
        assert!(log.events(8).is_empty() && log.commands(8).is_none());
        log.begin(8);
        log.add(completed(8));
        assert!(log.events(7).is_empty() && log.events(8).len() == 1);
        assert!(log.commands(8).is_none());
    }

    #[test]
    fn events_beyond_the_limit_are_counted() {
        let mut log = log(2);
        log.begin(1);
        for _ in 0..5 {
            log.add(completed(1));
        }
        assert_eq!((log.events(1).len(), log.missed(1)), (2, 3));
        assert_eq!(log.missed(2), 0);
        log.begin(2);
        assert_eq!(log.missed(2), 0);
    }

    // The game may hold the commands of a tick when the next one begins.
    #[test]
    fn commands_that_are_held_do_not_change() {
        let mut log = log(1);
        let command = LoggedCommand {
            start: true,
            id: ActionId::NONE,
            plan: PlanId::NONE,
            task: TaskId(0),
        };
        log.begin(1);
        log.add_command(command, &[]);
        let held = log.commands(1).expect("there is a command");
        log.begin(2);
        log.add_command(command, &[]);
        log.add_command(command, &[]);
        let now = log.commands(2).expect("there are commands");
        assert_eq!((held.len(), now.len()), (1, 2));
    }
}
