//! The memo of failures: a task that has failed once is not searched again.
//!
//! An entry is a hash, of one of two kinds:
//!
//! * A *failed task* hashes the facts, the task and its arguments. All alternatives of the task failed before its end.
//! * A *dead end* hashes the same and all tasks that remained after it. The task did end, but no plan was found.
//!
//! Backtracking adds an entry when it removes the frame of a task, because all alternatives of the task have been tried
//! then. *Opaque* tasks have no entries, because their result depends on more than the hash: tasks that begin while strands
//! are open, loops of bodies, and tasks that depend on the order of the facts. Nothing is recorded while a bound limits the
//! cost, because the bound may be the cause of a failure.
//!
//! # Loop detection
//!
//! A task may fail only because loop detection refused a task below it, which repeats an ancestor. If that ancestor is the
//! failed task itself or is below it, the failure is final: a decomposition that repeats a task within itself exists only
//! if one without the repetition exists. Otherwise the failure is *tentative*: it depends on the ancestor. It is used while
//! the ancestor has not ended, becomes final if the ancestor fails, and is dropped if the ancestor ends.
//!
//! `Memo::tentative` lists the tentative failures in the order in which they were found, and each frame records the length
//! of this list when it began. The frames that a failure depends on are not stored with it. Instead, a failed frame passes
//! the oldest frame that it depends on to its parent. So if a tentative failure was found below a frame of the stack, the
//! `depends_on` of that frame is at least as old as all frames that the failure depends on.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::builder::{PlanBuilder, ReturnTo};
use super::{Limit, Machine, NONE, SearchState};
use crate::model::error::MemoError;
use crate::model::limits::Limits;
use crate::model::plan::NodeRecord;
use crate::model::pool::Pool;
use crate::store::{Store, hash_row};
use crate::tables::{Callee, Op, RelId, Run, Slot, Tables, TaskId};

/// An entry of the table.
#[derive(Clone, Copy)]
struct MemoEntry {
    key: u64,
    /// The search that made it. Entries of other searches are empty places.
    search: u32,
    /// The number of the tentative failure, or `NONE` for a final one.
    tentative: u32,
}

/// The number of entries in a set. The hash of a key selects its set, and the key may be in any entry of it.
const SET: usize = 4;

/// The number of ancestors to visit in the search for the frame below which a tentative failure was found.
const MAX_CLIMB: usize = 64;

/// The memo's record of a frame.
#[derive(Clone, Copy)]
struct MemoNote {
    /// The key of the failed task.
    key: u64,
    /// The hash of what remains to be done after the task, or 0 if it is unknown.
    rest: u64,
    /// The frame of the nearest ancestor that is not opaque, or `NONE`.
    parent: u32,
    /// The number of tentative failures when the frame began.
    tentative: u32,
    /// The oldest frame that a refused task below this one repeated, or `NONE`.
    depends_on: u32,
    /// The oldest frame that any task repeated that was refused since this one began, or `NONE`.
    since: u32,
    /// True if nothing about the task itself may be recorded.
    opaque: bool,
    /// True if the task has ended.
    ended: bool,
    /// True if the task might have ended: something in it was refused as a dead end.
    unsure: bool,
}

/// The memo of a planner.
#[derive(Clone)]
pub(super) struct Memo {
    /// Sets of [`SET`] entries, the oldest first.
    entries: Box<[MemoEntry]>,
    search: u32,
    /// By frame.
    notes: Pool<MemoNote>,
    /// The keys of the tentative failures.
    tentative: Pool<u64>,
    /// The number of frames that belong to the last plan that was found.
    in_plan: u32,
    records: bool,
    refused: u64,
    /// The ops of the domain. They show which tasks remain after a task.
    code: Box<[Op]>,
}

/// A task that is about to begin.
pub(super) struct Beginning<'a> {
    pub task: TaskId,
    pub args: &'a [u64],
    pub facts: u64,
    pub to: ReturnTo,
    /// True if strands are open.
    pub in_strand: bool,
}

/// The parts of the search that the memo reads.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub plan: &'a PlanBuilder,
    pub slots: &'a [u64],
    pub tables: &'static Tables,
}

// The kinds of hashed items.
const TASK: u64 = 1 << 32;
const STEP: u64 = 2 << 32;
const OPERATOR: u64 = 3 << 32;
const ROOT: u64 = 4 << 32;
const DEAD_END: u64 = 5 << 32;

/// Mixes a word into a hash, all of whose bits are used.
fn mix(hash: u64, word: u64) -> u64 {
    hash_row(&[hash, word], RelId(0))
}

impl Memo {
    fn new(entries: usize, code: &[Op], limits: &Limits) -> Result<Memo, MemoError> {
        if entries == 0 {
            return Err(MemoError::Empty);
        }
        let count = entries.div_ceil(SET).saturating_mul(SET);
        let mut table = Vec::new();
        let empty = MemoEntry {
            key: 0,
            search: 0,
            tentative: NONE,
        };
        let allocated = table.try_reserve_exact(count);
        allocated.map_err(|_| MemoError::OutOfMemory {
            bytes: count.saturating_mul(size_of::<MemoEntry>()),
        })?;
        table.resize(count, empty);
        Ok(Memo {
            entries: table.into_boxed_slice(),
            search: 1,
            notes: Pool::new(limits.tasks + 1),
            tentative: Pool::new(limits.tasks),
            in_plan: 0,
            records: true,
            refused: 0,
            code: code.into(),
        })
    }

    /// Empties the memo for the next search.
    pub fn clear(&mut self) {
        self.search = match self.search.checked_add(1) {
            Some(next) => next,
            None => {
                self.entries.iter_mut().for_each(|entry| entry.search = 0);
                1
            }
        };
        self.notes.clear();
        self.tentative.clear();
        self.in_plan = 0;
        self.records = true;
        self.refused = 0;
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.entries)
            + self.notes.bytes()
            + self.tentative.bytes()
            + size_of_val(&*self.code)
    }

    /// Records that a plan with this number of frames was found.
    pub fn found(&mut self, frames: usize) {
        self.in_plan = frames as u32;
    }

    /// Enables or disables recording. It is disabled while a bound on the cost may be the cause of a failure.
    pub fn record(&mut self, on: bool) {
        self.records = on;
    }

    /// Returns the number of tasks that the memo has refused in this search.
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// Records that the task of a frame has ended.
    pub fn ended(&mut self, frame: u32) {
        if let Some(note) = self.notes.get_mut(frame as usize)
            && !note.opaque
        {
            note.ended = true;
            let before = note.tentative as usize;
            self.tentative.truncate(before);
        }
    }

    /// Returns true if a task is known to fail here. Otherwise adds a note for its frame, which is the next one.
    pub fn refuses(&mut self, task: &Beginning<'_>, view: View<'_>) -> bool {
        self.catch_up(view);
        let parent = self.transparent(task.to.parent);
        let opaque = task.in_strand || view.tables.tasks[task.task.0 as usize].not_memoized;
        let mut note = MemoNote {
            key: 0,
            rest: 0,
            parent,
            tentative: self.tentative.len() as u32,
            depends_on: NONE,
            since: NONE,
            opaque,
            ended: false,
            unsure: false,
        };
        if !opaque {
            let key = mix(task.facts, TASK | u64::from(task.task.0));
            note.key = task.args.iter().copied().fold(key, mix);
            note.rest = self.rest(task.to, view);
            if self.has_failed(note.key, parent) || self.is_dead_end(note, parent) {
                self.refused += 1;
                return true;
            }
        }
        self.notes.push(note);
        false
    }

    /// Records that loop detection refused the task of the newest note, because it repeats the task of a frame.
    pub fn refused_as_loop(&mut self, repeated: u32, in_strand: bool) {
        let parent = self.notes.pop().map_or(NONE, |note| note.parent);
        let is_opaque = self
            .notes
            .get(repeated as usize)
            .is_none_or(|note| note.opaque);
        // Frame 0 is that of a task that the game set. It never fails, so a failure that depends on it never becomes final.
        let known = if in_strand || is_opaque { 0 } else { repeated };
        self.depend(parent, known);
        self.since(repeated);
    }

    /// Returns true if a task has failed before. `parent` is the note below which it would begin.
    fn has_failed(&mut self, key: u64, parent: u32) -> bool {
        let Some(entry) = self.find(key) else {
            return false;
        };
        if entry.tentative == NONE {
            return true;
        }
        let Some(depends_on) = self.dependence(entry, parent) else {
            return false;
        };
        self.depend(parent, depends_on);
        self.since(depends_on);
        true
    }

    /// Returns a frame at least as old as all those that a tentative failure depends on, if it counts here.
    fn dependence(&self, entry: MemoEntry, parent: u32) -> Option<u32> {
        if self.tentative.get(entry.tentative as usize) != Some(&entry.key) {
            return None;
        }
        let mut at = parent;
        for _ in 0..MAX_CLIMB {
            let note = self.notes.get(at as usize)?;
            if note.tentative <= entry.tentative {
                // If backtracking has returned into a task that ended, some failures were found after it, not below it.
                let is_known = !note.ended && note.depends_on != NONE && note.depends_on > 0;
                return is_known.then_some(note.depends_on);
            }
            at = note.parent;
        }
        None
    }

    /// Returns true if the same tasks remained once before and no plan was found. The ancestors might have ended otherwise,
    /// so their failure is not recorded.
    fn is_dead_end(&mut self, note: MemoNote, parent: u32) -> bool {
        let is_known = note.rest != 0 && self.find(dead_end(&note)).is_some();
        if is_known && let Some(above) = self.notes.get_mut(parent as usize) {
            above.unsure = true;
        }
        is_known
    }

    /// Records that the failure of a frame depends on another one.
    fn depend(&mut self, frame: u32, on: u32) {
        if let Some(note) = self.notes.get_mut(frame as usize) {
            note.depends_on = note.depends_on.min(on);
        }
    }

    /// Records for the newest frame that a task was refused because it repeats one.
    fn since(&mut self, repeated: u32) {
        if let Some(newest) = self.notes.last_mut() {
            newest.since = newest.since.min(repeated);
        }
    }

    /// Returns true if there are notes of more than `frames` frames.
    pub fn has_newer(&self, frames: usize) -> bool {
        self.notes.len() > frames
    }

    /// Removes the newest note, whose frame is removed, and records its failure. If tentative failures below it have become
    /// final, makes the newest of them final instead; the caller then calls again.
    pub fn settle(&mut self) {
        let Some(note) = self.notes.last().copied() else {
            return;
        };
        let frame = self.notes.len() as u32 - 1;
        let is_final = note.depends_on >= frame;
        let has_failed = !note.opaque && !note.ended && !note.unsure;
        if has_failed && is_final && self.tentative.len() > note.tentative as usize {
            if let Some(key) = self.tentative.pop() {
                self.insert(key, NONE);
            }
            return;
        }
        self.notes.pop();
        if has_failed && is_final {
            self.insert(note.key, NONE);
        } else if has_failed && note.depends_on > 0 {
            self.insert_tentative(note.key);
        } else if !has_failed && !note.opaque {
            self.tentative.truncate(note.tentative as usize);
            let is_alone = note.since >= frame && frame >= self.in_plan;
            if is_alone && note.rest != 0 {
                self.insert(dead_end(&note), NONE);
            }
        }
        self.in_plan = self.in_plan.min(frame);
        if let Some(above) = self.notes.get_mut(note.parent as usize) {
            above.unsure |= note.unsure;
        }
        if note.depends_on < frame {
            self.depend(note.parent, note.depends_on);
        }
        if note.since < frame {
            self.since(note.since);
        }
    }

    fn insert_tentative(&mut self, key: u64) {
        if self.records && self.tentative.take(key) {
            self.insert(key, self.tentative.len() as u32 - 1);
        }
    }

    fn set(&self, key: u64) -> usize {
        let sets = (self.entries.len() / SET) as u128;
        ((u128::from(key) * sets) >> 64) as usize * SET
    }

    fn find(&self, key: u64) -> Option<MemoEntry> {
        let at = self.set(key);
        let set = self.entries[at..at + SET].iter();
        set.copied()
            .find(|entry| entry.key == key && entry.search == self.search)
    }

    /// Adds an entry, in place of the same key or else of the oldest entry of its set.
    fn insert(&mut self, key: u64, tentative: u32) {
        if !self.records {
            return;
        }
        let at = self.set(key);
        let search = self.search;
        let set = &mut self.entries[at..at + SET];
        let same = |entry: &MemoEntry| entry.key == key && entry.search == search;
        let old = |entry: &MemoEntry| entry.search != search;
        let place = set
            .iter()
            .position(same)
            .or_else(|| set.iter().position(old));
        set[place.unwrap_or(0)..].rotate_left(1);
        set[SET - 1] = MemoEntry {
            key,
            search,
            tentative,
        };
    }

    /// Returns a frame, or the nearest ancestor that is not opaque.
    fn transparent(&self, frame: u32) -> u32 {
        match self.notes.get(frame as usize) {
            Some(note) if note.opaque => note.parent,
            Some(_) => frame,
            None => NONE,
        }
    }

    /// Notes the frames that no task of a body began: those of strands, and of tasks that the game set.
    fn catch_up(&mut self, view: View<'_>) {
        while let Some(frame) = view.plan.frames().get(self.notes.len()) {
            let is_root = frame.node.task == NodeRecord::ROOT;
            let rest = mix(ROOT, u64::from(frame.node.words));
            let note = MemoNote {
                key: 0,
                rest: if is_root { rest } else { 0 },
                parent: self.transparent(frame.node.parent),
                tentative: self.tentative.len() as u32,
                depends_on: NONE,
                since: NONE,
                opaque: true,
                ended: false,
                unsure: false,
            };
            self.notes.push(note);
        }
    }

    /// Returns the hash of what remains to be done after a task, or 0 if that is more than a sequence of tasks.
    fn rest(&self, to: ReturnTo, view: View<'_>) -> u64 {
        let Some(above) = self.notes.get(to.parent as usize) else {
            return 0;
        };
        if above.rest == 0 || to.slot != Slot::NONE {
            return 0;
        }
        let fp = view.plan.frames()[to.parent as usize].node.words as usize;
        let with = |hash: u64, what: u64, args: &[Slot]| {
            let words = args.iter().map(|slot| view.slots[fp + usize::from(slot.0)]);
            words.fold(mix(hash, what), mix)
        };
        let slots = |run: Run| &view.tables.slots[run.at as usize..][..usize::from(run.len)];
        let (mut hash, mut pc) = (0, to.pc as usize);
        loop {
            hash = match self.code[pc] {
                Op::Done => return mix(hash, above.rest),
                // The tasks that the game set follow, and `above.rest` says from where on.
                Op::RootNext => return mix(hash, above.rest),
                Op::Stepped | Op::Stay => hash,
                Op::Begin { of, ref args } if is_memoized(&of, view.tables) => {
                    with(hash, TASK | u64::from(of.task.0), args.as_slice())
                }
                Op::Task {
                    of,
                    args,
                    ret: Slot::NONE,
                } if is_memoized(&of, view.tables) => {
                    with(hash, TASK | u64::from(of.task.0), slots(args))
                }
                Op::Step { id, ref args, .. } => {
                    with(hash, STEP | u64::from(id.0), args.as_slice())
                }
                Op::Do { entry, args, .. } => {
                    with(hash, OPERATOR | u64::from(entry.0), slots(args))
                }
                Op::Jump(to) => {
                    pc = to.0 as usize;
                    continue;
                }
                _ => return 0,
            };
            pc += 1;
        }
    }
}

/// Returns the key of a dead end.
fn dead_end(note: &MemoNote) -> u64 {
    mix(mix(note.key, DEAD_END), note.rest)
}

fn is_memoized(of: &Callee, tables: &Tables) -> bool {
    !tables.tasks[of.task.0 as usize].not_memoized
}

impl Machine {
    /// Returns the number of entries of the memo, if there is one.
    #[cfg(feature = "reload")]
    pub fn remembers(&self) -> Option<usize> {
        self.state.memo.as_ref().map(|memo| memo.entries.len())
    }

    /// Creates a memo, in place of the present one.
    pub fn remember(&mut self, entries: usize) -> Result<(), MemoError> {
        let memo = Memo::new(entries, &self.code, &self.limits)?;
        self.state.memo = Some(Box::new(memo));
        self.state.update_hooks();
        Ok(())
    }

    /// Removes the memo.
    pub fn forget(&mut self) {
        self.state.memo = None;
        self.state.update_hooks();
    }
}

impl Machine {
    /// Returns true if loop detection or the memo compares the tasks that begin.
    pub fn compares_tasks(&self) -> bool {
        self.state.compares_tasks()
    }
}

impl SearchState {
    /// Returns true if loop detection or the memo compares the tasks that begin.
    pub(super) fn compares_tasks(&self) -> bool {
        self.loops.is_enabled() || self.memo.is_some()
    }

    /// Returns true if a task is refused: the plan would cost too much, the memo knows that the task fails, or it repeats an
    /// ancestor.
    #[inline(never)]
    pub(super) fn is_refused(
        &mut self,
        task: TaskId,
        fp: usize,
        to: ReturnTo,
        store: &Store,
    ) -> Result<bool, Limit> {
        if self.is_too_costly(task, to) {
            return Ok(true);
        }
        let in_strand = self.agenda.is_open();
        let facts = self.hash_of_state(store);
        if let Some(memo) = &mut self.memo {
            let params = self.tables.tasks[task.0 as usize].params.len();
            let beginning = Beginning {
                task,
                args: &self.slots[fp..fp + params],
                facts,
                to,
                in_strand,
            };
            let view = View {
                plan: &self.plan,
                slots: &self.slots,
                tables: self.tables,
            };
            if memo.refuses(&beginning, view) {
                return Ok(true);
            }
        }
        if !self.loops.is_enabled() {
            return Ok(false);
        }
        let Some(repeated) = self.repeated(task, fp as u32, to.parent, store)? else {
            return Ok(false);
        };
        if let Some(memo) = &mut self.memo {
            memo.refused_as_loop(repeated, in_strand);
        }
        Ok(true)
    }

    /// Settles the notes of the frames from `frames` on, one step of the budget each. Returns false if the budget is
    /// exhausted first.
    #[inline(never)]
    pub(super) fn settle_memo(&mut self, frames: usize) -> bool {
        let Some(memo) = &mut self.memo else {
            return true;
        };
        while memo.has_newer(frames) {
            if self.work.left <= 0 {
                return false;
            }
            self.work.left -= 1;
            memo.settle();
        }
        true
    }

    /// Records in the memo that the current task ends.
    #[inline(always)]
    pub(super) fn note_end(&mut self) {
        if let Some(memo) = &mut self.memo {
            memo.ended(self.plan.frame());
        }
    }
}
