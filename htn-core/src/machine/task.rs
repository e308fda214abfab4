//! Frames of tasks: beginning, ending, and the tasks that the game asked for.

use super::{Limit, Machine, NONE, Signal};
use crate::domain::{Row, TaskCode};
use crate::host::Host;
use crate::store::Store;
use crate::tables::{FnId, MethodId, Run, Slot, TaskId};

/// What a frame stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FrameKind {
    /// A compound task: a node of the plan's tree.
    Task,
    /// One of the tasks that the game asked for, before it is called.
    Root,
    /// A strand of an `unordered` block: shares the slots of the task around it.
    Strand,
}

/// A task that has been begun.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub kind: FrameKind,
    pub task: TaskId,
    /// Which alternative is being tried.
    pub method: u16,
    /// Which branch was chosen.
    pub branch: u16,
    /// Where the value it returns goes.
    pub ret: Slot,
    /// The frame that is gone on with afterwards, and where.
    pub parent: u32,
    pub ret_pc: u32,
    /// Where its slots are.
    pub fp: u32,
    depth: u32,
    /// The strand it is in, or `NONE`.
    pub strand: u32,
    /// How many steps the plan had when it was begun.
    pub first_step: u32,
    /// The set of facts when it was begun, where loops are looked for.
    facts: u64,
}

const ROOT_TASK: TaskId = TaskId(u16::MAX);

impl Machine {
    /// Lays out what the game asked for, one root frame after another: a word for the task, then its arguments.
    pub fn ask_for(&mut self, tasks: impl Iterator<Item = (TaskCode, Row)>) -> Result<(), Limit> {
        for (task, row) in tasks {
            let at = self.claim(1 + row.len() as u32)? as usize;
            self.slots[at] = encode(task);
            self.slots[at + 1..at + 1 + row.len()].copy_from_slice(&row);
        }
        self.roots_end = self.top;
        self.fp = 0;
        // Where nothing was asked for, the empty plan is the answer: the search begins at its end.
        self.pc = 1;
        if self.roots_end > 0 {
            self.begin_root(0)
        } else {
            Ok(())
        }
    }

    fn begin_root(&mut self, fp: u32) -> Result<(), Limit> {
        self.frame = self.push_frame(Frame {
            kind: FrameKind::Root,
            task: ROOT_TASK,
            method: 0,
            branch: u16::MAX,
            ret: Slot::NONE,
            parent: NONE,
            ret_pc: 0,
            fp,
            depth: 0,
            strand: NONE,
            first_step: self.steps.len() as u32,
            facts: 0,
        })?;
        self.fp = fp;
        self.pc = 0;
        Ok(())
    }

    /// `Op::RootCall`.
    pub(super) fn root_call(&mut self, store: &mut Store) -> Result<Option<bool>, Limit> {
        let at = self.fp as usize;
        let words = self.root_words();
        match decode(self.slots[at]) {
            TaskCode::Task(task) => {
                let fp = self.new_frame(task)?;
                let params = self.tables.tasks[task.0 as usize].params.len();
                self.slots.copy_within(at + 1..at + 1 + params, fp as usize);
                self.enter(task, fp, Slot::NONE, store).map(Some)
            }
            TaskCode::Add(rel) => self.root_step(store, rel, words, true).map(|()| None),
            TaskCode::Delete(rel) => self.root_step(store, rel, words, false).map(|()| None),
        }
    }

    fn root_step(
        &mut self,
        store: &mut Store,
        rel: crate::tables::RelId,
        words: usize,
        add: bool,
    ) -> Result<(), Limit> {
        let at = self.fp as usize;
        let row: Row = self.slots[at + 1..at + 1 + words].iter().copied().collect();
        self.fact_step(store, rel, &row, add)?;
        self.pc += 1;
        Ok(())
    }

    /// How many argument words the present root frame has.
    fn root_words(&self) -> usize {
        match decode(self.slots[self.fp as usize]) {
            TaskCode::Task(task) => self.tables.tasks[task.0 as usize].params.len(),
            TaskCode::Add(rel) | TaskCode::Delete(rel) => {
                self.tables.relations[rel.0 as usize].columns.len()
            }
        }
    }

    /// `Op::RootNext`.
    pub(super) fn root_next(&mut self) -> Result<Option<Signal>, Limit> {
        if self.roots_end == 0 {
            return Ok(Some(Signal::Found));
        }
        let next = self.fp + 1 + self.root_words() as u32;
        if next == self.roots_end {
            return Ok(Some(Signal::Found));
        }
        self.begin_root(next)?;
        Ok(None)
    }

    pub(super) fn push_frame(&mut self, frame: Frame) -> Result<u32, Limit> {
        if self.frames.len() == self.limits.tasks {
            return Err(Limit::Tasks);
        }
        self.frames.push(frame);
        self.stats.used.tasks = self.stats.used.tasks.max(self.frames.len());
        Ok(self.frames.len() as u32 - 1)
    }

    /// A frame for a strand that shares the slots of the present one.
    pub(super) fn push_strand_frame(&mut self, strand: u32) -> Result<u32, Limit> {
        let outer = self.frames[self.frame as usize];
        self.push_frame(Frame {
            kind: FrameKind::Strand,
            strand,
            parent: self.frame,
            first_step: self.steps.len() as u32,
            ..outer
        })
    }

    /// Slots for a task: one word of return address for primitive ones, then the frame.
    #[inline]
    fn new_frame(&mut self, task: TaskId) -> Result<u32, Limit> {
        let words = self.tables.tasks[task.0 as usize].frame as u32;
        Ok(self.claim(words + 1)? + 1)
    }

    /// `Op::Task`: false where it is refused as a loop.
    #[inline(never)]
    pub(super) fn task(
        &mut self,
        task: TaskId,
        args: Run,
        ret: Slot,
        store: &mut Store,
    ) -> Result<bool, Limit> {
        let fp = self.new_frame(task)?;
        self.copy_args(args, fp);
        let depth = self.frames[self.frame as usize].depth + 1;
        self.begin(task, fp, ret, self.frame, self.pc + 1, depth, store)
    }

    #[inline]
    fn copy_args(&mut self, args: Run, to: u32) {
        let (from, to) = (self.fp as usize, to as usize);
        let args = &self.tables.slots[args.at as usize..args.at as usize + args.len as usize];
        for (i, slot) in args.iter().enumerate() {
            self.slots[to + i] = self.slots[from + slot.0 as usize];
        }
    }

    /// Calls a task, primitive or compound.
    fn enter(
        &mut self,
        task: TaskId,
        fp: u32,
        ret: Slot,
        store: &mut Store,
    ) -> Result<bool, Limit> {
        let row = &self.tables.tasks[task.0 as usize];
        if Self::is_primitive(row.kind) {
            self.slots[fp as usize - 1] = pack(self.pc + 1, self.fp);
            self.fp = fp;
            self.pc = row.entry.0;
            return Ok(true);
        }
        let depth = self.frames[self.frame as usize].depth + 1;
        self.begin(task, fp, ret, self.frame, self.pc + 1, depth, store)
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of a frame")]
    #[inline(always)]
    fn begin(
        &mut self,
        task: TaskId,
        fp: u32,
        ret: Slot,
        parent: u32,
        ret_pc: u32,
        depth: u32,
        store: &mut Store,
    ) -> Result<bool, Limit> {
        let row = &self.tables.tasks[task.0 as usize];
        if depth as usize > self.limits.depth {
            return Err(Limit::Depth);
        }
        self.went_to(depth);
        let facts = if self.detect_loops { store.hash() } else { 0 };
        if self.detect_loops && self.is_loop(task, fp, row.params.len(), parent, facts) {
            return Ok(false);
        }
        let strand = self.frames[self.frame as usize].strand;
        self.frame = self.push_frame(Frame {
            kind: FrameKind::Task,
            task,
            method: row.method.0,
            branch: u16::MAX,
            ret,
            parent,
            ret_pc,
            fp,
            depth,
            strand,
            first_step: self.steps.len() as u32,
            facts,
        })?;
        self.fp = fp;
        self.pc = row.entry.0;
        Ok(true)
    }

    /// `Op::Method`.
    pub(super) fn begin_method(&mut self, id: MethodId) {
        let frame = &mut self.frames[self.frame as usize];
        frame.method = id.0;
        frame.branch = u16::MAX;
    }

    /// Notes how deep the search is.
    #[inline]
    fn went_to(&mut self, depth: u32) {
        self.stats.deepest = self.stats.deepest.max(depth as usize);
    }

    /// An axiom is called: one level deeper.
    #[inline]
    pub(super) fn deeper(&mut self) -> Result<(), Limit> {
        self.axioms += 1;
        let tasks = self
            .frames
            .get(self.frame as usize)
            .map_or(0, |frame| frame.depth);
        let depth = tasks + self.axioms;
        if depth as usize > self.limits.depth {
            return Err(Limit::Depth);
        }
        self.went_to(depth);
        Ok(())
    }

    /// `Op::Again`.
    pub(super) fn again(
        &mut self,
        task: TaskId,
        args: Run,
        store: &mut Store,
    ) -> Result<bool, Limit> {
        let fp = self.new_frame(task)?;
        self.copy_args(args, fp);
        let round = self.frames[self.frame as usize];
        // The rounds of a loop are side by side, but each counts as one deeper: an endless loop must end somewhere.
        self.begin(
            task,
            fp,
            round.ret,
            round.parent,
            round.ret_pc,
            round.depth + 1,
            store,
        )
    }

    /// Whether an unfinished task above is the same one over the same set of facts.
    fn is_loop(&self, task: TaskId, fp: u32, params: usize, parent: u32, facts: u64) -> bool {
        let args = &self.slots[fp as usize..fp as usize + params];
        let mut at = parent;
        while at != NONE {
            let above = &self.frames[at as usize];
            let fp = above.fp as usize;
            if above.kind == FrameKind::Task
                && above.task == task
                && above.facts == facts
                && &self.slots[fp..fp + params] == args
            {
                return true;
            }
            at = above.parent;
        }
        false
    }

    /// `Op::Done`.
    #[inline]
    pub(super) fn done(&mut self) {
        let frame = self.frames[self.frame as usize];
        self.frame = frame.parent;
        self.pc = frame.ret_pc;
        self.fp = self.frames[frame.parent as usize].fp;
    }

    /// `Op::Return`.
    pub(super) fn return_value(&mut self, f: FnId, host: &dyn Host) {
        let word = host.word(f, self.window());
        let ret = self.frames[self.frame as usize].ret;
        self.done();
        if ret != Slot::NONE {
            self.set(ret, word);
        }
    }
}

/// A return address in one word.
#[inline]
pub(super) fn pack(pc: u32, fp: u32) -> u64 {
    (pc as u64) << 32 | fp as u64
}

#[inline]
pub(super) fn unpack(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
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
        1 => TaskCode::Add(crate::tables::RelId(id)),
        _ => TaskCode::Delete(crate::tables::RelId(id)),
    }
}
