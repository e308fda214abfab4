//! Frames of tasks: beginning, ending, and the tasks that the game asked for.

use arrayvec::ArrayVec;

use super::run::Flow;
use super::{Limit, Machine, NONE, Signal};
use crate::model::domain::{MAX_COLUMNS, Row, TaskCode};
use crate::model::limits::LimitKind;
use crate::model::plan::NodeRecord;
use crate::search::host::Host;
use crate::store::Store;
use crate::tables::{BranchId, Callee, FnId, InlineArgs, MethodId, Run, Slot, TaskId};

/// A task that has been begun: a node of the plan's tree, or an anonymous frame, which is listed in
/// [`Machine::anonymous_frames`]; and where the search resumes when the task is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub node: NodeRecord,
    /// The op of the parent that is next.
    pub ret_pc: u32,
    pub depth: u32,
    /// The strand it is in, or `NONE`.
    pub strand: u32,
}

impl Frame {
    /// The frame of a strand: it shares the slots of the task around it, and is never returned from.
    #[inline(always)]
    pub(super) fn of_strand(strand: u32, parent: u32, fp: u32, depth: u32, chosen: u32) -> Self {
        Frame {
            node: NodeRecord {
                task: NodeRecord::STRAND,
                method: u16::MAX,
                parent,
                words: fp,
                chosen,
                ..NodeRecord::BLANK
            },
            ret_pc: 0,
            depth,
            strand,
        }
    }

    /// A node that no search has begun: of a save, or grafted to a plan.
    pub fn of_node(node: NodeRecord) -> Self {
        Frame {
            node,
            ret_pc: 0,
            depth: 0,
            strand: NONE,
        }
    }
}

impl Machine {
    /// Lays out what the game asked for, one root frame after another: a word for the task, then its arguments.
    pub fn ask_for(&mut self, tasks: impl Iterator<Item = (TaskCode, Row)>) -> Result<(), Limit> {
        for (task, row) in tasks {
            let at = self.claim(1 + row.len() as u32)? as usize;
            self.slots[at] = encode(task);
            // One by one: to call for the copying of a few words takes longer.
            let slots = self.slots[at + 1..].iter_mut();
            slots.zip(&row).for_each(|(slot, word)| *slot = *word);
        }
        self.roots_end = self.work.top;
        self.begin_roots()
    }

    /// Returns true if there is a task to search for.
    pub fn has_tasks(&self) -> bool {
        self.roots_end > 0
    }

    /// Lays out the same tasks again after a [reset](Machine::reset), which leaves their words in the first slots.
    pub fn ask_again(&mut self) -> Result<(), Limit> {
        self.claim(self.roots_end)?;
        self.begin_roots()
    }

    fn begin_roots(&mut self) -> Result<(), Limit> {
        self.fp = 0;
        // Where nothing was asked for, the empty plan is the answer: the search begins at its end.
        self.pc = 1;
        if self.has_tasks() {
            self.begin_root(0)
        } else {
            Ok(())
        }
    }

    /// The tasks that the game asked for, which are in the first of these words.
    #[cfg(feature = "serde")]
    pub fn asked(&self, words: &[u64]) -> alloc::vec::Vec<(TaskCode, Row)> {
        let mut tasks = alloc::vec::Vec::new();
        let mut left = &words[..self.roots_end as usize];
        while let Some((code, args)) = left.split_first() {
            let code = decode(*code);
            let (args, others) = args.split_at(self.count_words(code));
            tasks.push((code, args.iter().copied().collect()));
            left = others;
        }
        tasks
    }

    fn begin_root(&mut self, fp: u32) -> Result<(), Limit> {
        self.note_anonymous(1);
        (self.depth, self.strand) = (0, NONE);
        self.frame = self.push_frame(Frame::of_node(NodeRecord {
            task: NodeRecord::ROOT,
            words: fp,
            chosen: self.steps.len() as u32,
            ..NodeRecord::BLANK
        }))?;
        self.fp = fp;
        self.pc = 0;
        Ok(())
    }

    /// `Op::RootCall`.
    #[inline(never)]
    pub(super) fn root_call(&mut self, store: &mut Store) -> Result<Flow, Limit> {
        match decode(self.slots[self.fp as usize]) {
            TaskCode::Task(task) => Ok(self.enter(task, store)?.into()),
            TaskCode::Add(rel) => self.root_step(store, rel, true),
            TaskCode::Delete(rel) => self.root_step(store, rel, false),
        }
    }

    #[inline(never)]
    fn root_step(
        &mut self,
        store: &mut Store,
        rel: crate::tables::RelId,
        add: bool,
    ) -> Result<Flow, Limit> {
        let at = self.fp as usize + 1;
        let words = self.root_words();
        let row: Row = self.slots[at..at + words].iter().copied().collect();
        self.push_change(store, rel, &row, add)?;
        self.pc += 1;
        Ok(Flow::Go)
    }

    /// How many argument words the present root frame has.
    fn root_words(&self) -> usize {
        self.count_words(decode(self.slots[self.fp as usize]))
    }

    fn count_words(&self, code: TaskCode) -> usize {
        match code {
            TaskCode::Task(task) => self.tables.tasks[task.0 as usize].params.len(),
            TaskCode::Add(rel) | TaskCode::Delete(rel) => {
                self.tables.relations[rel.0 as usize].columns.len()
            }
        }
    }

    /// `Op::RootNext`.
    pub(super) fn root_next(&mut self) -> Result<Flow, Limit> {
        if self.roots_end == 0 {
            return Ok(Flow::Stop(Signal::Found));
        }
        let next = self.fp + 1 + self.root_words() as u32;
        if next == self.roots_end {
            // Steps have been found to be affordable, but there may be none.
            return Ok(if self.costs.affords(self.costs.so_far) {
                Flow::Stop(Signal::Found)
            } else {
                Flow::Fail
            });
        }
        self.begin_root(next)?;
        Ok(Flow::Go)
    }

    /// Records that the next `count` frames are anonymous.
    #[inline(always)]
    pub(super) fn note_anonymous(&mut self, count: u32) {
        let first = self.frames.len() as u32;
        // Where there is no room for them, there is none for the frames.
        let _ = self.anonymous_frames.take_all(first..first + count);
    }

    pub(super) fn push_frame(&mut self, frame: Frame) -> Result<u32, Limit> {
        let number = self.frames.len() as u32;
        if self.frames.take(frame) {
            Ok(number)
        } else {
            Err(Limit::Kind(LimitKind::Tasks))
        }
    }

    /// Takes the slots of a new frame at the top, and writes its arguments there; returns the first.
    #[inline(always)]
    pub(super) fn claim_with(
        &mut self,
        fp: usize,
        size: usize,
        args: &[Slot],
    ) -> Result<usize, Limit> {
        let at = self.work.top as usize;
        let (below, above) = self.slots.split_at_mut(at);
        let Some(frame) = above.get_mut(..size) else {
            return Err(Limit::Kind(LimitKind::Bindings));
        };
        for (to, from) in frame.iter_mut().zip(args) {
            *to = below[fp + from.0 as usize];
        }
        self.work.top = (at + size) as u32;
        Ok(at)
    }

    /// The same for few arguments: mostly there is room for the most of them, so that nothing else is asked.
    #[inline(always)]
    pub(super) fn claim_few(
        &mut self,
        fp: usize,
        size: u16,
        args: &InlineArgs,
    ) -> Result<usize, Limit> {
        let at = self.work.top as usize;
        let (below, above) = self.slots.split_at_mut(at);
        let (size, room) = (usize::from(size), above.len());
        let Some([a, b, c, d]) = above.first_chunk_mut() else {
            return self.claim_with(fp, size, args.as_slice());
        };
        if room < size {
            return Err(Limit::Kind(LimitKind::Bindings));
        }
        let [from_a, from_b, from_c, from_d] = args.slots;
        let word = |from: Slot| below[fp + usize::from(from.0)];
        if args.len > 0 {
            *a = word(from_a);
        }
        if args.len > 1 {
            *b = word(from_b);
        }
        if args.len > 2 {
            *c = word(from_c);
        }
        if args.len > 3 {
            *d = word(from_d);
        }
        self.work.top = (at + size) as u32;
        Ok(at)
    }

    /// The slots of a run.
    #[inline(always)]
    pub(super) fn run_of(&self, run: Run) -> &'static [Slot] {
        &self.tables.slots[run.at as usize..][..run.len as usize]
    }

    /// `Op::Begin` and `Op::Task`, at `pc`, over the slots from `fp` on: where its code is, and its slots; nothing where it
    /// is refused as a loop.
    #[inline(always)]
    pub(super) fn begin(
        &mut self,
        pc: usize,
        of: &Callee,
        fp: usize,
        ret: Slot,
        store: &Store,
    ) -> Result<Option<(usize, usize)>, Limit> {
        self.begin_frame(of, fp, (self.frame, pc as u32 + 1, ret), store)
    }

    /// `Op::Round` and `Op::Again`, in the same way.
    #[inline(always)]
    pub(super) fn next_round(
        &mut self,
        of: &Callee,
        fp: usize,
        store: &Store,
    ) -> Result<Option<(usize, usize)>, Limit> {
        // The rounds of a loop are side by side, but each counts as one deeper: an endless loop must end somewhere.
        let round = &self.frames[self.frame as usize];
        let back = (round.node.parent, round.ret_pc, round.node.ret);
        self.begin_frame(of, fp, back, store)
    }

    /// Begins a compound task over the slots from `fp` on. `back` has the frame around it, where that is gone on with
    /// afterwards, and where a returned value goes.
    #[inline(always)]
    fn begin_frame(
        &mut self,
        of: &Callee,
        fp: usize,
        back: (u32, u32, Slot),
        store: &Store,
    ) -> Result<Option<(usize, usize)>, Limit> {
        let (parent, ret_pc, ret) = back;
        let depth = self.depth + 1;
        self.note_depth(depth)?;
        if self.detect_loops && self.is_loop(of.task, fp as u32, parent, store)? {
            return Ok(None);
        }
        self.frame = self.push_frame(Frame {
            node: NodeRecord {
                task: of.task,
                method: of.method.0,
                branch: of.branch.0,
                ret,
                parent,
                words: fp as u32,
                chosen: self.steps.len() as u32,
                truth: NONE,
            },
            ret_pc,
            depth,
            strand: self.strand,
        })?;
        self.depth = depth;
        Ok(Some((of.entry.0 as usize, fp)))
    }

    /// `Op::Do` and `Op::Step`, at `pc`: a word says where to go on afterwards, then comes the operator's frame, which this
    /// returns.
    #[inline(always)]
    pub(super) fn operator(
        &mut self,
        (pc, fp): (usize, usize),
        frame: u16,
        args: &[Slot],
    ) -> Result<usize, Limit> {
        let link = self.work.top as usize;
        let (below, above) = self.slots.split_at_mut(link);
        let Some([back, frame @ ..]) = above.get_mut(..usize::from(frame) + 1) else {
            return Err(Limit::Kind(LimitKind::Bindings));
        };
        *back = pack(pc as u32 + 1, fp as u32);
        for (to, from) in frame.iter_mut().zip(args) {
            *to = below[fp + usize::from(from.0)];
        }
        self.work.top = (link + 1 + frame.len()) as u32;
        Ok(link + 1)
    }

    /// Calls a task that the game asked for, primitive or compound, whose arguments are behind the word for it.
    fn enter(&mut self, task: TaskId, store: &Store) -> Result<bool, Limit> {
        let row = &self.tables.tasks[task.0 as usize];
        if Self::is_primitive(row.kind) {
            // A word of return address, then the frame.
            let at = self.claim(u32::from(row.frame) + 1)? as usize;
            let args = self.fp as usize + 1..self.fp as usize + 1 + row.params.len();
            self.slots.copy_within(args, at + 1);
            self.slots[at] = pack(self.pc + 1, self.fp);
            self.fp = at as u32 + 1;
            self.pc = row.entry.0;
            return Ok(true);
        }
        let args: ArrayVec<Slot, MAX_COLUMNS> = (1..=row.params.len() as u16).map(Slot).collect();
        let of = Callee {
            task,
            method: row.method,
            branch: BranchId::NONE,
            entry: row.entry,
            frame: row.frame,
        };
        let fp = self.claim_with(self.fp as usize, usize::from(row.frame), &args)?;
        let begun = self.begin(self.pc as usize, &of, fp, Slot::NONE, store)?;
        if let Some((pc, fp)) = begun {
            (self.pc, self.fp) = (pc as u32, fp as u32);
        }
        Ok(begun.is_some())
    }

    /// A branch of the present task is chosen, if this is one.
    #[inline(always)]
    pub(super) fn choose(&mut self, branch: BranchId) {
        if branch != BranchId::NONE {
            self.frames[self.frame as usize].node.branch = branch.0;
        }
    }

    /// Whether a branch of the present task has been chosen.
    pub(super) fn has_chosen(&self) -> bool {
        self.frames[self.frame as usize].node.branch != BranchId::NONE.0
    }

    /// `Op::Method`.
    pub(super) fn begin_method(&mut self, id: MethodId) {
        let node = &mut self.frames[self.frame as usize].node;
        node.method = id.0;
        node.branch = u16::MAX;
    }

    /// Notes how deep the search is.
    #[inline(always)]
    fn note_depth(&mut self, depth: u32) -> Result<(), Limit> {
        if depth as usize > self.stats.deepest {
            if depth as usize > self.limits.depth {
                return Err(Limit::Kind(LimitKind::Depth));
            }
            self.stats.deepest = depth as usize;
        }
        Ok(())
    }

    /// Notes how deep the search is in so many axioms.
    #[inline]
    pub(super) fn note_axiom_depth(&mut self, axioms: u32) -> Result<(), Limit> {
        self.note_depth(self.depth + axioms)
    }

    /// `Op::Done`: where it goes on, and the slots there.
    #[inline(always)]
    pub(super) fn done(&mut self) -> (usize, usize) {
        let Frame { node, ret_pc, .. } = &self.frames[self.frame as usize];
        let around = &self.frames[node.parent as usize];
        (self.frame, self.depth) = (node.parent, around.depth);
        (*ret_pc as usize, around.node.words as usize)
    }

    /// Goes on with a task that was left; returns its slots.
    #[inline(always)]
    pub(super) fn go_to_frame(&mut self, number: u32) -> u32 {
        self.frame = number;
        match self.frames.get(number as usize) {
            Some(frame) => {
                (self.depth, self.strand) = (frame.depth, frame.strand);
                frame.node.words
            }
            None => {
                self.leave_frames();
                0
            }
        }
    }

    /// No task is being worked on.
    pub(super) fn leave_frames(&mut self) {
        (self.frame, self.depth, self.strand) = (NONE, 0, NONE);
    }

    /// `Op::Return`.
    pub(super) fn return_value(&mut self, f: FnId, host: &dyn Host) {
        let word = host.word(f, self.window());
        let ret = self.frames[self.frame as usize].node.ret;
        let (pc, fp) = self.done();
        (self.pc, self.fp) = (pc as u32, fp as u32);
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
