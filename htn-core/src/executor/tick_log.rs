//! The log of a tick: its events and commands, without the domain's types.

use alloc::sync::Arc;

use super::command_log::{CommandLog, LoggedCommand, SharedCommands};
use super::engine::Engine;
use super::indices::{PlanSlot, StepIndex, Subtree};
use super::plan_record::Stage;
use super::wait::Wait;
use crate::domain::TaskCode;
use crate::error::SearchError;
use crate::event::{AbandonReason, ActionId, FailureCause, NoPlanReason, PlanId};
use crate::limits::Limits;
use crate::pool::{Memory, Pool};
use crate::tables::{Tables, TaskKind};

/// A task or fact that an event names. Its words are in the log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoggedTask {
    pub code: TaskCode,
    at: u32,
    len: u16,
}

/// An event without its plan.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RawEvent {
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
    /// `on` is the step that is waited for, if there is one.
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
    pub what: RawEvent,
}

/// The log of a tick.
///
/// All events and commands in it are of one tick. Reading it for another tick gives none, and writing for another tick
/// clears it first. So nothing has to clear the log when a tick is over, and a squad without work is not touched for it.
#[derive(Clone)]
pub(crate) struct TickLog {
    tick: u64,
    events: Pool<LoggedEvent>,
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
    pub fn events(&self, tick: u64) -> &[LoggedEvent] {
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

    /// Returns the words of a task that an event names.
    pub fn words(&self, task: LoggedTask) -> &[u64] {
        &self.words[task.at as usize..][..usize::from(task.len)]
    }

    /// Clears the log unless it is of this tick.
    pub fn begin(&mut self, tick: u64) {
        if self.tick != tick {
            self.tick = tick;
            self.events.clear();
            self.words.clear();
            self.missed = 0;
            self.commands.clear();
        }
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

    pub fn add(&mut self, tick: u64, plan: PlanId, what: RawEvent) {
        self.begin(tick);
        if self.events.len() < self.capacity {
            self.events.push(LoggedEvent { plan, what });
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
        self.log.keep_task(self.clock.now(), code, args)
    }

    /// Keeps the task of a part of a plan for the event that is logged next. Returns `None` for the whole plan.
    pub(super) fn log_part(&mut self, slot: PlanSlot, part: Subtree) -> Option<LoggedTask> {
        let Subtree::Below(node) = part else {
            return None;
        };
        let plan = self.plans.view(slot);
        let (code, args) = plan.node_task(plan.node(Some(node))?);
        Some(self.log.keep_task(self.clock.now(), code, args))
    }

    pub(super) fn log_event(&mut self, slot: PlanSlot, what: RawEvent) {
        self.log.add(self.now(), self.plans[slot].id, what);
    }

    /// Logs an event of the director: about a plan that has not entered, or about none.
    pub fn log_event_of(&mut self, plan: PlanId, what: RawEvent) {
        self.clock.unfinished = true;
        self.log.add(self.now(), plan, what);
    }

    /// Logs what has changed of what steps wait for.
    pub(super) fn log_waits(&mut self) {
        while let Some(slot) = self.queues.untold.pop(self.plans.in_order()) {
            if self.plans[slot].stage == Stage::Running {
                self.log_waits_of(slot);
            }
        }
    }

    fn log_waits_of(&mut self, slot: PlanSlot) {
        if let Some(barrier) = &mut self.plans[slot].barrier
            && core::mem::take(&mut barrier.untold)
        {
            let (step, action) = (barrier.step, self.actions[barrier.action].id);
            self.log_wait(slot, step, Wait::Action(action));
        }
        let mut next = self.plans[slot].turns.ready;
        while let Some(step) = next {
            let row = self.plans.step_mut(slot, step);
            let (untold, wait) = (core::mem::take(&mut row.untold), row.wait);
            next = row.next;
            if untold && wait != Wait::None {
                self.log_wait(slot, step, wait);
            }
        }
    }

    pub(super) fn log_wait(&mut self, slot: PlanSlot, step: StepIndex, wait: Wait) {
        let task = self.log_step(slot, step);
        let on = match wait {
            Wait::Engaged { action, .. } | Wait::Held { action, .. } | Wait::Action(action) => {
                let Some((owner, step)) = self.owner(action) else {
                    return;
                };
                Some(self.log_step(owner, step))
            }
            Wait::Effect { step, .. } => Some(self.log_step(slot, step)),
            Wait::None | Wait::Sensors { .. } | Wait::Claim { .. } | Wait::Repair => None,
        };
        let waits = RawEvent::Waits {
            step,
            task,
            wait,
            on,
        };
        self.log_event(slot, waits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::TaskId;

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
        log.add(7, PlanId::NONE, RawEvent::Completed);
        log.add_command(7, command, &[]);
        assert_eq!(log.events(7).len(), 1);
        assert_eq!(log.commands(7).map(|commands| commands.len()), Some(1));
        assert!(log.events(8).is_empty() && log.commands(8).is_none());
        log.add(8, PlanId::NONE, RawEvent::Completed);
        assert!(log.events(7).is_empty() && log.events(8).len() == 1);
        assert!(log.commands(8).is_none());
    }

    #[test]
    fn events_beyond_the_limit_are_counted() {
        let mut log = log(2);
        for _ in 0..5 {
            log.add(1, PlanId::NONE, RawEvent::Completed);
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
