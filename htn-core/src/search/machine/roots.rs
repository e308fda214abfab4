//! The tasks that the game set.

use super::builder::ReturnTo;
use super::run::Flow;
use super::{Limit, Machine, SearchState, Signal};
use crate::model::domain::{MAX_COLUMNS, Row, TaskCode};
use crate::store::Store;
use crate::tables::{BranchId, Callee, RelId, Slot, Tables, TaskId, TaskKind};

/// The tasks that the game set: their root frames are the first slots. A root frame is a word for the task, then the
/// arguments.
#[derive(Clone, Copy, Default)]
pub(super) struct Roots {
    /// End of the root frames.
    end: u32,
}

impl Roots {
    pub fn is_empty(self) -> bool {
        self.end == 0
    }

    /// Returns the root frame after the one at `fp`, if any. The words are the slots, or the words of a plan that has them.
    pub fn after(self, fp: u32, tables: &Tables, words: &[u64]) -> Option<u32> {
        let (_, args) = task_at(fp, tables, words);
        let next = fp + 1 + args.len() as u32;
        (next < self.end).then_some(next)
    }
}

/// Returns the task and the arguments of the root frame at `fp`.
pub(super) fn task_at<'w>(fp: u32, tables: &Tables, words: &'w [u64]) -> (TaskCode, &'w [u64]) {
    let code = decode(words[fp as usize]);
    let count = match code {
        TaskCode::Task(task) => tables.tasks[task.0 as usize].params.len(),
        TaskCode::Add(rel) | TaskCode::Delete(rel) => {
            tables.relations[rel.0 as usize].columns.len()
        }
    };
    (code, &words[fp as usize + 1..][..count])
}

fn encode(task: TaskCode) -> u64 {
    match task {
        TaskCode::Task(task) => task.0 as u64,
        TaskCode::Add(rel) => 1 << 32 | rel.0 as u64,
        TaskCode::Delete(rel) => 2 << 32 | rel.0 as u64,
    }
}

fn decode(word: u64) -> TaskCode {
    let id = word as u16;
    match word >> 32 {
        0 => TaskCode::Task(TaskId(id)),
        1 => TaskCode::Add(RelId(id)),
        _ => TaskCode::Delete(RelId(id)),
    }
}

/// The slots of the arguments in a root frame.
const ARGS: [Slot; MAX_COLUMNS] = {
    let mut slots = [Slot::NONE; MAX_COLUMNS];
    let mut i = 0;
    while i < MAX_COLUMNS {
        slots[i] = Slot(i as u16 + 1);
        i += 1;
    }
    slots
};

impl Machine {
    /// Sets the tasks to search for.
    pub fn set_tasks(&mut self, tasks: impl Iterator<Item = (TaskCode, Row)>) -> Result<(), Limit> {
        let state = &mut self.state;
        let (slots, top) = (&mut state.slots, &mut state.work.top);
        for (task, row) in tasks {
            let at = slots.claim(top, 1 + row.len() as u32)? as usize;
            slots[at] = encode(task);
            // Word by word: a call of `memcpy` costs more than a few words.
            let slots = slots[at + 1..].iter_mut();
            slots.zip(&row).for_each(|(slot, word)| *slot = *word);
        }
        state.roots.end = *top;
        state.begin_roots()
    }

    /// Sets the same tasks again after a [reset](Machine::reset), which leaves their words in the first slots. Returns
    /// `None` if no task was ever set.
    pub fn set_tasks_again(&mut self) -> Option<Result<(), Limit>> {
        let state = &mut self.state;
        if state.roots.is_empty() {
            return None;
        }
        let claimed = state.slots.claim(&mut state.work.top, state.roots.end);
        Some(claimed.and_then(|_| state.begin_roots()))
    }
}

impl SearchState {
    fn begin_roots(&mut self) -> Result<(), Limit> {
        if self.roots.is_empty() {
            // The search begins at its end, because the plan is empty.
            (self.registers.pc, self.registers.fp) = (1, 0);
            return Ok(());
        }
        self.begin_root(0)
    }

    fn begin_root(&mut self, fp: u32) -> Result<(), Limit> {
        self.plan.begin_root(fp)?;
        (self.registers.pc, self.registers.fp) = (0, fp);
        Ok(())
    }

    /// `Op::RootCall`.
    #[inline(never)]
    pub(super) fn root_call(&mut self, store: &mut Store) -> Result<Flow, Limit> {
        let (code, args) = task_at(self.registers.fp, self.tables, &self.slots);
        let (rel, adds) = match code {
            TaskCode::Task(task) => return Ok(self.enter(task, store)?.into()),
            TaskCode::Add(rel) => (rel, true),
            TaskCode::Delete(rel) => (rel, false),
        };
        let row: Row = args.iter().copied().collect();
        self.push_change(store, rel, &row, adds)?;
        self.registers.pc += 1;
        Ok(Flow::Go)
    }

    /// `Op::RootNext`.
    pub(super) fn root_next(&mut self) -> Result<Flow, Limit> {
        if self.roots.is_empty() {
            return Ok(Flow::Stop(Signal::Found));
        }
        match self
            .roots
            .after(self.registers.fp, self.tables, &self.slots)
        {
            Some(next) => {
                self.begin_root(next)?;
                Ok(Flow::Go)
            }
            // Each step was affordable, but there may be no step.
            None if self.plan.is_affordable() => Ok(Flow::Stop(Signal::Found)),
            None => Ok(Flow::Fail),
        }
    }

    /// Begins the task of the current root frame. Returns false if it is refused as a loop.
    fn enter(&mut self, task: TaskId, store: &Store) -> Result<bool, Limit> {
        let row = &self.tables.tasks[task.0 as usize];
        let (pc, fp) = (self.registers.pc, self.registers.fp);
        let (slots, top) = (&mut self.slots, &mut self.work.top);
        let args = &ARGS[..row.params.len()];
        if !matches!(row.kind, TaskKind::Method | TaskKind::Block) {
            let at = (pc as usize + 1, fp as usize);
            self.registers.fp = slots.claim_operator(top, at, row.frame, args)? as u32;
            self.registers.pc = row.entry.0;
            return Ok(true);
        }
        let of = Callee {
            task,
            method: row.method,
            branch: BranchId::NONE,
            entry: row.entry,
            frame: row.frame,
        };
        let at = slots.claim_with(top, fp as usize, usize::from(row.frame), args)?;
        let to = ReturnTo {
            parent: self.plan.frame(),
            pc: pc + 1,
            slot: Slot::NONE,
        };
        let begun = self.begin(&of, at, to, store)?;
        if let Some((pc, fp)) = begun {
            (self.registers.pc, self.registers.fp) = (pc as u32, fp as u32);
        }
        Ok(begun.is_some())
    }
}
