//! The commands of a tick, without the domain's types.

use alloc::sync::Arc;

use crate::model::event::{ActionId, PlanId};
use crate::model::limits::Limits;
use crate::model::plan::SHARE;
use crate::model::pool::{Memory, Pool};
use crate::tables::{Tables, TaskId, TaskKind};

/// A command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoggedCommand {
    /// True to start the action, false to stop it.
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
        // In one tick, every action may stop, every step may start, and the actions that started may stop too.
        let limit = 3 * SHARE * limits.steps;
        CommandLog {
            commands: memory.pool(limit),
            words: memory.pool(limit * longest),
            longest,
        }
    }

    /// Returns an empty log of the same capacity.
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

/// A log that the game may read while it calls the executor, which therefore shares it instead of lending it. If the game
/// still holds it in the next tick, the executor allocates a new one.
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

    /// Adds a command. The log has not been shared since it was last cleared, so this copies nothing.
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
