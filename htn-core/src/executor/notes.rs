//! The commands and events of a tick, in words.

use super::wait::Wait;
use crate::domain::TaskCode;
use crate::error::PlannerFull;
use crate::event::{ActionId, PlanId, Reason, Why};
use crate::limits::Limits;
use crate::pool::Pool;
use crate::tables::{Tables, TaskId, TaskKind};

use super::shelf::SHARE;

/// A task or fact whose words are kept beside it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said {
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
    },
    NoPlan {
        keeps: Option<PlanId>,
        full: Option<PlannerFull>,
    },
    Started {
        step: u32,
        task: Said,
        action: Option<ActionId>,
    },
    Finished {
        step: u32,
        task: Said,
        action: ActionId,
        lost: Option<PlannerFull>,
    },
    Failed {
        step: u32,
        task: Said,
        action: Option<ActionId>,
        why: Why,
        lost: Option<PlannerFull>,
    },
    /// `on` is what it waits for, where that is a step.
    Waits {
        step: u32,
        task: Said,
        wait: Wait,
        on: Option<Said>,
    },
    NeedsRepair {
        at: Option<Said>,
    },
    Repaired {
        at: Option<Said>,
    },
    Replaced {
        by: PlanId,
    },
    Completed,
    Abandoned(Reason),
}

/// An event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Note {
    pub tick: u64,
    pub plan: PlanId,
    pub what: Happened,
}

/// The events of a tick.
#[derive(Clone)]
pub(crate) struct Notes {
    notes: Pool<Note>,
    words: Pool<u64>,
    /// Words of the longest task or fact.
    longest: usize,
    most: usize,
    /// Events that did not fit.
    pub missed: u64,
}

impl Notes {
    pub fn new(tables: &Tables, limits: &Limits) -> Notes {
        let tasks = tables
            .tasks
            .iter()
            .filter(|task| task.kind != TaskKind::Block);
        let tasks = tasks.map(|task| task.params.len());
        let longest = tasks.chain(tables.relations.iter().map(|rel| rel.columns.len()));
        let longest = longest.max().unwrap_or(0);
        Notes {
            notes: Pool::new(limits.events),
            words: Pool::new(limits.events * 2 * longest),
            longest,
            most: limits.events,
            missed: 0,
        }
    }

    pub fn clear(&mut self) {
        self.notes.clear();
        self.words.clear();
        self.missed = 0;
    }

    /// Keeps the words of a task for a note that is made next.
    pub fn say(&mut self, code: TaskCode, words: &[u64]) -> Said {
        let at = self.words.len() as u32;
        // A note holds at most two: where there is room for it, there is room for them.
        let len = words.len().min(self.longest);
        if self.notes.len() < self.most && self.words.len() + len <= self.most * 2 * self.longest {
            self.words.extend_from_slice(&words[..len]);
        }
        Said {
            code,
            at,
            len: len as u16,
        }
    }

    pub fn words(&self, said: Said) -> &[u64] {
        &self.words[said.at as usize..said.at as usize + said.len as usize]
    }

    pub fn note(&mut self, tick: u64, plan: PlanId, what: Happened) {
        if self.notes.len() < self.most {
            self.notes.push(Note { tick, plan, what });
        } else {
            self.missed += 1;
        }
    }

    pub fn all(&self) -> &[Note] {
        &self.notes
    }

    pub fn bytes(&self) -> usize {
        self.most * (size_of::<Note>() + 2 * self.longest * size_of::<u64>())
    }
}

/// A command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    /// Whether to start the action, or to stop it.
    pub start: bool,
    pub id: ActionId,
    pub plan: PlanId,
    pub task: TaskId,
}

/// The commands of a tick.
#[derive(Clone)]
pub(crate) struct Orders {
    orders: Pool<Order>,
    /// `longest` words for each.
    words: Pool<u64>,
    longest: usize,
    most: usize,
}

impl Orders {
    pub fn new(tables: &Tables, limits: &Limits) -> Orders {
        let actions = tables
            .tasks
            .iter()
            .filter(|task| task.kind == TaskKind::External);
        let longest = actions.map(|task| task.params.len()).max().unwrap_or(0);
        // In one tick, what ran before may stop, what is there may start, and that may stop too.
        let most = 3 * SHARE * limits.steps;
        Orders {
            orders: Pool::new(most),
            words: Pool::new(most * longest),
            longest,
            most,
        }
    }

    pub fn clear(&mut self) {
        self.orders.clear();
        self.words.clear();
    }

    pub fn push(&mut self, order: Order, args: &[u64]) {
        let end = self.words.len() + self.longest;
        self.words
            .extend_from_slice(&args[..args.len().min(self.longest)]);
        self.words.resize(end, 0);
        self.orders.push(order);
    }

    pub fn len(&self) -> usize {
        self.orders.len()
    }

    pub fn get(&self, at: usize) -> Option<(Order, &[u64])> {
        let order = *self.orders.get(at)?;
        Some((
            order,
            &self.words[at * self.longest..(at + 1) * self.longest],
        ))
    }

    pub fn bytes(&self) -> usize {
        self.most * (size_of::<Order>() + self.longest * size_of::<u64>())
    }
}
