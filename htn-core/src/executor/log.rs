//! The commands and events of a tick, without the domain's types.

use alloc::sync::Arc;

use super::indices::StepIndex;
use super::wait::Wait;
use crate::domain::TaskCode;
use crate::error::SearchError;
use crate::event::{AbandonReason, ActionId, FailureCause, NoPlanReason, PlanId};
use crate::limits::Limits;
use crate::pool::{Memory, Pool};
use crate::tables::{Tables, TaskId, TaskKind};

use crate::plan::SHARE;

/// A task or fact that an event names. Its words are in the log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoggedTask {
    pub code: TaskCode,
    at: u32,
    len: u16,
}

/// What happened.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Happened {
    Planned {
        steps: usize,
        cost: f32,
        repeated: u64,
    },
    NoPlan {
        reason: NoPlanReason,
        repeated: u64,
    },
    Started {
        step: StepIndex,
        task: LoggedTask,
        action: Option<ActionId>,
    },
    Finished {
        step: StepIndex,
        task: LoggedTask,
        action: ActionId,
        lost: Option<SearchError>,
    },
    Failed {
        step: StepIndex,
        task: LoggedTask,
        action: Option<ActionId>,
        why: FailureCause,
        lost: Option<SearchError>,
    },
    /// `on` is what it waits for, where that is a step.
    Waits {
        step: StepIndex,
        task: LoggedTask,
        wait: Wait,
        on: Option<LoggedTask>,
    },
    NeedsRepair {
        at: Option<LoggedTask>,
    },
    Repaired {
        at: Option<LoggedTask>,
    },
    Replaced {
        by: PlanId,
    },
    Completed,
    Abandoned {
        reason: AbandonReason,
        used_up: Option<u32>,
    },
}

/// An event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoggedEvent {
    pub plan: PlanId,
    pub what: Happened,
}

/// The events of a tick.
#[derive(Clone)]
pub(crate) struct EventLog {
    events: Pool<LoggedEvent>,
    words: Pool<u64>,
    /// Words of the longest task or fact.
    longest: usize,
    most: usize,
    /// Events that did not fit.
    pub missed: u64,
}

impl EventLog {
    pub fn new(tables: &Tables, limits: &Limits, memory: Memory) -> EventLog {
        let tasks = tables
            .tasks
            .iter()
            .filter(|task| task.kind != TaskKind::Block);
        let tasks = tasks.map(|task| task.params.len());
        let longest = tasks.chain(tables.relations.iter().map(|rel| rel.columns.len()));
        let longest = longest.max().unwrap_or(0);
        EventLog {
            events: memory.pool(limits.events),
            words: memory.pool(limits.events * 2 * longest),
            longest,
            most: limits.events,
            missed: 0,
        }
    }

    pub fn clear(&mut self) {
        self.events.clear();
        self.words.clear();
        self.missed = 0;
    }

    /// Keeps the words of a task for the event that is added next.
    pub fn keep_task(&mut self, code: TaskCode, words: &[u64]) -> LoggedTask {
        let at = self.words.len() as u32;
        // An event names at most two: where there is room for it, there is room for them.
        let len = words.len().min(self.longest);
        if self.events.len() < self.most && self.words.len() + len <= self.most * 2 * self.longest {
            self.words.extend_from_slice(&words[..len]);
        }
        LoggedTask {
            code,
            at,
            len: len as u16,
        }
    }

    pub fn words(&self, task: LoggedTask) -> &[u64] {
        &self.words[task.at as usize..][..usize::from(task.len)]
    }

    pub fn add(&mut self, plan: PlanId, what: Happened) {
        if self.events.len() < self.most {
            self.events.push(LoggedEvent { plan, what });
        } else {
            self.missed += 1;
        }
    }

    pub fn all(&self) -> &[LoggedEvent] {
        &self.events
    }

    pub fn bytes(&self) -> usize {
        self.events.bytes() + self.words.bytes()
    }
}

/// A command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoggedCommand {
    /// Whether to start the action, or to stop it.
    pub start: bool,
    pub id: ActionId,
    pub plan: PlanId,
    pub task: TaskId,
}

/// The commands of a tick.
#[derive(Clone)]
pub(crate) struct CommandLog {
    commands: Pool<LoggedCommand>,
    /// `longest` words for each.
    words: Pool<u64>,
    longest: usize,
}

impl CommandLog {
    pub fn new(tables: &Tables, limits: &Limits, memory: Memory) -> CommandLog {
        let actions = tables
            .tasks
            .iter()
            .filter(|task| task.kind == TaskKind::External);
        let longest = actions.map(|task| task.params.len()).max().unwrap_or(0);
        // In one tick, what ran before may stop, what is there may start, and that may stop too.
        let most = 3 * SHARE * limits.steps;
        CommandLog {
            commands: memory.pool(most),
            words: memory.pool(most * longest),
            longest,
        }
    }

    /// One without commands, of the same size.
    fn another(&self) -> CommandLog {
        CommandLog {
            commands: Pool::new(self.commands.capacity()),
            words: Pool::new(self.words.capacity()),
            ..*self
        }
    }

    fn clear(&mut self) {
        self.commands.clear();
        self.words.clear();
    }

    fn push(&mut self, command: LoggedCommand, args: &[u64]) {
        let end = self.words.len() + self.longest;
        self.words
            .extend_from_slice(&args[..args.len().min(self.longest)]);
        self.words.resize(end, 0);
        self.commands.push(command);
    }

    pub fn len(&self) -> usize {
        self.commands.len()
    }

    pub fn get(&self, at: usize) -> Option<(LoggedCommand, &[u64])> {
        let command = *self.commands.get(at)?;
        Some((
            command,
            &self.words[at * self.longest..(at + 1) * self.longest],
        ))
    }

    pub fn bytes(&self) -> usize {
        self.commands.bytes() + self.words.bytes()
    }
}

/// A log that the game may go through while it calls the executor, so that it can't be borrowed from there. A game that
/// keeps it until the next tick is left with it, and the executor takes a new one: only then is memory taken.
pub(crate) struct SharedCommands(Arc<CommandLog>);

impl SharedCommands {
    pub fn new(log: CommandLog) -> SharedCommands {
        SharedCommands(Arc::new(log))
    }

    pub fn log(&self) -> &CommandLog {
        &self.0
    }

    pub fn share(&self) -> Arc<CommandLog> {
        Arc::clone(&self.0)
    }

    pub fn clear(&mut self) {
        if self.0.len() == 0 {
            return;
        }
        match Arc::get_mut(&mut self.0) {
            Some(log) => log.clear(),
            None => self.0 = Arc::new(self.0.another()),
        }
    }

    /// Since the log was last cleared, nobody has had it.
    pub fn push(&mut self, command: LoggedCommand, args: &[u64]) {
        Arc::make_mut(&mut self.0).push(command, args);
    }
}

/// A copy has a log of its own.
impl Clone for SharedCommands {
    fn clone(&self) -> Self {
        SharedCommands::new(CommandLog::clone(&self.0))
    }
}
