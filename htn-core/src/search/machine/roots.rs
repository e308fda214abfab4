//! The tasks that the game set.

use super::builder::ReturnTo;
use super::run::Flow;
use super::{Limit, Machine, SearchState, Signal};
use crate::model::domain::{MAX_COLUMNS, Row, TaskCode};
use crate::model::plan::StepKind;
use crate::store::Store;
use crate::tables::{BranchId, Callee, FactVerb, Op, Pc, RelId, Slot, Tables, TaskId, TaskKind};

/// The code of a strand for a task that the game set, at the end of a machine's code: the task, and the end of its step if
/// it is one change of a fact.
pub(super) const ROOT_STRAND: [Op; 3] = [Op::RootCall, Op::Stepped, Op::StrandEnd];

/// A task that a search is for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RootTask {
    Now(TaskCode),
    /// A later task of a plan in repair. It stays a later task.
    Later(TaskId),
    /// A `protect` or `release` of a plan in repair that has started. It has its effect, but is not a step.
    Started(FactVerb, RelId),
}

impl RootTask {
    pub fn code(self) -> TaskCode {
        match self {
            RootTask::Now(code) => code,
            RootTask::Later(task) => TaskCode::Task(task),
            RootTask::Started(verb, rel) => TaskCode::Fact(verb, rel),
        }
    }
}

impl From<TaskCode> for RootTask {
    fn from(code: TaskCode) -> RootTask {
        RootTask::Now(code)
    }
}

/// The tasks that the game set: their root frames are the first slots. A root frame is a word for the task, then the
/// arguments.
#[derive(Clone, Copy, Default)]
pub(super) struct Roots {
    /// End of the root frames.
    end: u32,
    /// True if they are strands, which may interleave.
    unordered: bool,
}

impl Roots {
    pub fn is_empty(self) -> bool {
        self.end == 0
    }

    /// Returns true if the tasks may interleave.
    #[cfg(feature = "serde")]
    pub fn are_unordered(self) -> bool {
        self.unordered
    }

    /// Returns the root frame after the one at `fp`, if any. The words are the slots, or the words of a plan that has them.
    pub fn after(self, fp: u32, tables: &Tables, words: &[u64]) -> Option<u32> {
        let (_, args) = task_at(fp, tables, words);
        let next = fp + 1 + args.len() as u32;
        (next < self.end).then_some(next)
    }
}

/// Returns the task and the arguments of the root frame at `fp`.
pub(super) fn task_at<'w>(fp: u32, tables: &Tables, words: &'w [u64]) -> (RootTask, &'w [u64]) {
    let root = decode(words[fp as usize]);
    let count = match root.code() {
        TaskCode::Task(task) => tables.tasks[task.0 as usize].params.len(),
        TaskCode::Fact(_, rel) => tables.relations[rel.0 as usize].columns.len(),
    };
    (root, &words[fp as usize + 1..][..count])
}

fn encode(task: RootTask) -> u64 {
    match task {
        RootTask::Now(TaskCode::Task(task)) => task.0 as u64,
        RootTask::Later(task) => 1 << 32 | task.0 as u64,
        RootTask::Now(TaskCode::Fact(verb, rel)) => (2 + verb as u64) << 32 | rel.0 as u64,
        RootTask::Started(verb, rel) => (6 + verb as u64) << 32 | rel.0 as u64,
    }
}

fn decode(word: u64) -> RootTask {
    let id = word as u16;
    let verb = |number: u64| FactVerb::ALL[number as usize & 3];
    match word >> 32 {
        0 => TaskCode::Task(TaskId(id)).into(),
        1 => RootTask::Later(TaskId(id)),
        number @ ..6 => TaskCode::Fact(verb(number - 2), RelId(id)).into(),
        number => RootTask::Started(verb(number - 6), RelId(id)),
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
    /// Sets the tasks to search for: in this order, or `unordered`.
    pub fn set_tasks<T: Into<RootTask>>(
        &mut self,
        tasks: impl Iterator<Item = (T, Row)>,
        unordered: bool,
    ) -> Result<(), Limit> {
        let state = &mut self.state;
        let (slots, top) = (&mut state.slots, &mut state.work.top);
        for (task, row) in tasks {
            let at = slots.claim(top, 1 + row.len() as u32)? as usize;
            slots[at] = encode(task.into());
            // Word by word: a call of `memcpy` costs more than a few words.
            let slots = slots[at + 1..].iter_mut();
            slots.zip(&row).for_each(|(slot, word)| *slot = *word);
        }
        state.roots = Roots {
            end: *top,
            unordered,
        };
        let strand = self.root_strand();
        self.state.begin_roots(strand)
    }

    /// Returns the place of [`ROOT_STRAND`].
    fn root_strand(&self) -> Pc {
        Pc((self.code.len() - ROOT_STRAND.len()) as u32)
    }

    /// Sets the same tasks again after a [reset](Machine::reset), which leaves their words in the first slots. Returns
    /// `None` if no task was ever set.
    pub fn set_tasks_again(&mut self) -> Option<Result<(), Limit>> {
        let strand = self.root_strand();
        let state = &mut self.state;
        if state.roots.is_empty() {
            return None;
        }
        let claimed = state.slots.claim(&mut state.work.top, state.roots.end);
        Some(claimed.and_then(|_| state.begin_roots(strand)))
    }
}

impl SearchState {
    fn begin_roots(&mut self, strand: Pc) -> Result<(), Limit> {
        if self.roots.is_empty() {
            // The search begins at its end, because the plan is empty.
            (self.registers.pc, self.registers.fp) = (1, 0);
            return Ok(());
        }
        if self.roots.unordered {
            return self.begin_root_strands(strand);
        }
        self.begin_root(0)
    }

    fn begin_root_strands(&mut self, strand: Pc) -> Result<(), Limit> {
        let mut next = Some(0);
        let mut count = 0;
        while let Some(fp) = next {
            self.plan.begin_root_strand(fp, count)?;
            count += 1;
            next = self.roots.after(fp, self.tables, &self.slots);
        }
        self.open_root_strands(0..count, strand)
    }

    fn begin_root(&mut self, fp: u32) -> Result<(), Limit> {
        self.plan.begin_root(fp)?;
        (self.registers.pc, self.registers.fp) = (0, fp);
        Ok(())
    }

    /// `Op::RootCall`. Returns false if the task is refused as a loop.
    #[inline(never)]
    pub(super) fn root_call(&mut self, store: &mut Store) -> Result<bool, Limit> {
        let (root, args) = task_at(self.registers.fp, self.tables, &self.slots);
        let (verb, rel) = match root {
            RootTask::Now(TaskCode::Task(task)) => return self.enter(task, store),
            RootTask::Now(TaskCode::Fact(verb, rel)) => (verb, rel),
            RootTask::Started(verb, rel) => {
                let columns = args.len();
                self.change_protection(verb, rel, self.registers.fp + 1, columns)?;
                self.registers.pc += 1;
                return Ok(true);
            }
            RootTask::Later(task) => {
                // It has a node already, which the repair adds.
                let (words, trail) = (self.registers.fp + 1, self.work.trail.mark());
                self.plan.push_step(StepKind::Later(task), words, trail)?;
                self.registers.pc += 1;
                return Ok(true);
            }
        };
        let row: Row = args.iter().copied().collect();
        let guards = self.tables.protects() && verb.changes_facts();
        let is_done = (!guards || self.may_change(store, verb, rel, &row))
            && self.push_fact(store, verb, rel, &row)?;
        self.registers.pc += 1;
        Ok(is_done)
    }

    /// `Op::RootNext`.
    pub(super) fn root_next(&mut self) -> Result<Flow, Limit> {
        if self.roots.is_empty() {
            return Ok(Flow::Stop(Signal::Found));
        }
        let fp = self.registers.fp;
        let is_last = self.roots.unordered;
        let next = (!is_last).then(|| self.roots.after(fp, self.tables, &self.slots));
        match next.flatten() {
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
