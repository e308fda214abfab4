//! Loop detection: refuses a task if an ancestor is the same task, with the same arguments and the same facts.
//!
//! A hash table maps the task, its arguments and the hash of the facts to the frames that began with them, newest first. Most
//! lookups compare one candidate. If it is an ancestor of the new task, the task is a loop. Otherwise the candidate has
//! ended, and so has every older one that is not an ancestor of both. Several candidates matter only between strands of an
//! `unordered` block.
//!
//! The number of buckets follows the number of frames, so that a search with few frames stays in the cache whatever its
//! limits. Frames are removed in the reverse order of their insertion, so the trail records only how many there were.
//!
//! The lowest common ancestor of two frames is found over jump pointers (Myers, *An applicative random-access stack*).

use alloc::vec;
use alloc::vec::Vec;

use super::{Frame, Limit, Machine, NONE, SearchState};
use crate::model::pool::Pool;
use crate::store::{Store, Trail, spread_all};
use crate::tables::TaskId;

/// Tag of a trail entry: a task began. `a` is the number of notes before it.
pub(super) const BEGUN: u8 = 5;

/// The record of a frame for loop detection.
#[derive(Clone, Copy, Debug)]
struct LoopNote {
    /// Hash of the task, its arguments and the facts when it began.
    hash: u64,
    /// The next frame in its bucket, or `NONE`.
    below: u32,
    /// The number of ancestors.
    level: u32,
    /// The note of an ancestor, further up.
    jump: u32,
    /// False for a frame that is in no bucket: a strand, or a task that began before loop detection was enabled.
    in_bucket: bool,
}

/// The frames of a search by hash. It allocates nothing until loop detection is enabled.
///
/// Invariant: each of the first `used` buckets is either stale (its generation is not the current one) or heads the list of
/// all frames in it, newest first.
#[derive(Clone, Debug)]
pub(super) struct Loops {
    /// The root note, and then one note per frame.
    notes: Pool<LoopNote>,
    /// The generation in the high half, and the first frame in the low half. Zeroed memory is not touched until it is used.
    buckets: Vec<u64>,
    /// The number of buckets in use, a power of two.
    used: usize,
    /// The number of buckets that the frames of this search need, a power of two.
    most: usize,
    generation: u32,
    enabled: bool,
}

/// The number of buckets that a search starts with.
const FEWEST_BUCKETS: usize = 256;

/// The note above all frames.
const ROOT: LoopNote = LoopNote {
    hash: 0,
    below: NONE,
    level: 0,
    jump: 0,
    in_bucket: false,
};

/// A task that is about to begin.
pub(super) struct Begun<'a> {
    pub task: TaskId,
    pub args: &'a [u64],
    pub facts: u64,
    pub parent: u32,
}

/// The lowest common ancestor of two notes, and its children on both paths.
struct Meeting {
    at: u32,
    below: (u32, u32),
}

impl Loops {
    pub fn none() -> Loops {
        Loops {
            notes: Pool::new(0),
            buckets: Vec::new(),
            used: 0,
            most: 0,
            generation: 0,
            enabled: false,
        }
    }

    #[inline(always)]
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Enables or disables loop detection, with memory for up to `tasks` frames.
    fn enable(&mut self, on: bool, tasks: usize) {
        if on {
            self.prepare(tasks);
        }
        if on != self.enabled {
            self.forget();
        }
        self.enabled = on;
    }

    /// Allocates memory for up to `tasks` frames, unless that was done before.
    pub fn prepare(&mut self, tasks: usize) {
        if self.buckets.is_empty() {
            self.buckets = vec![0; tasks.next_power_of_two()];
            self.notes = Pool::new(tasks + 2);
            self.forget();
        }
    }

    /// Removes all frames. The next search starts with the buckets that this one needed.
    pub fn forget(&mut self) {
        self.notes.clear();
        self.used = self.most.max(FEWEST_BUCKETS).min(self.buckets.len());
        self.most = 0;
        self.invalidate();
    }

    /// Makes all buckets stale.
    fn invalidate(&mut self) {
        self.generation = match self.generation.checked_add(1) {
            Some(next) => next,
            None => {
                self.buckets.fill(0);
                1
            }
        };
    }

    pub fn bytes(&self) -> usize {
        self.notes.bytes() + self.buckets.len() * size_of::<u64>()
    }

    /// Returns the frame that a task repeats, if the task is below itself. Otherwise records it as the next frame.
    pub fn begin(
        &mut self,
        begun: &Begun<'_>,
        frames: &[Frame],
        slots: &[u64],
        trail: &mut Trail,
    ) -> Result<Option<u32>, Limit> {
        let before = self.notes.len();
        self.catch_up(frames);
        let what = [u64::from(begun.task.0), begun.facts];
        let hash = spread_all(begun.args.iter().copied().chain(what));
        let first = self.first(hash);
        if let Some(repeated) = self.repeated(begun, (hash, first), frames, slots) {
            // No trail entry would remove the strands that were recorded just now.
            self.notes.truncate(before);
            return Ok(Some(repeated));
        }
        trail.push_custom_short(BEGUN, before as u32)?;
        self.set_first(hash, frames.len() as u32);
        let note = self.note_below(begun.parent);
        self.notes.push(LoopNote {
            hash,
            below: first,
            in_bucket: true,
            ..note
        });
        if self.notes.len() > self.most {
            self.most = self.notes.len().next_power_of_two();
            if self.most > self.used {
                self.grow();
            }
        }
        Ok(None)
    }

    fn bucket(&self, hash: u64) -> usize {
        // The high bits are well distributed.
        (hash >> 32) as usize & (self.used - 1)
    }

    /// Returns the newest frame in the bucket of a hash, or `NONE`.
    fn first(&self, hash: u64) -> u32 {
        let bucket = self.buckets[self.bucket(hash)];
        if bucket >> 32 == u64::from(self.generation) {
            bucket as u32
        } else {
            NONE
        }
    }

    fn set_first(&mut self, hash: u64, frame: u32) {
        let bucket = self.bucket(hash);
        self.buckets[bucket] = u64::from(self.generation) << 32 | u64::from(frame);
    }

    /// Uses four times as many buckets, up to those allocated, and distributes all frames again.
    #[cold]
    fn grow(&mut self) {
        if self.used == self.buckets.len() {
            return;
        }
        self.used = (self.used * 4).min(self.buckets.len());
        self.invalidate();
        for at in 1..self.notes.len() {
            let LoopNote {
                hash, in_bucket, ..
            } = self.notes[at];
            if in_bucket {
                self.notes[at].below = self.first(hash);
                self.set_first(hash, at as u32 - 1);
            }
        }
    }

    /// Returns the ancestor that a task repeats.
    fn repeated(
        &self,
        begun: &Begun<'_>,
        (hash, first): (u64, u32),
        frames: &[Frame],
        slots: &[u64],
    ) -> Option<u32> {
        let parent = begun.parent.wrapping_add(1);
        let mut next = first;
        // No ancestor of the new task down to this level is the same task.
        let mut level = 0;
        while let Some(frame) = frames.get(next as usize) {
            let at = next + 1;
            let note = &self.notes[at as usize];
            next = note.below;
            let args = slots.get(frame.node.words as usize..).unwrap_or(&[]);
            let same =
                note.hash == hash && frame.node.task == begun.task && args.starts_with(begun.args);
            if !same || note.level <= level {
                continue;
            }
            let meeting = self.meet(parent, at, frames);
            if meeting.at == at {
                return Some(at - 1);
            }
            level = self.notes[meeting.at as usize].level;
            let is_strand = |at: u32| {
                let frame = at.checked_sub(1).and_then(|at| frames.get(at as usize));
                frame.is_some_and(|frame| frame.node.is_anonymous())
            };
            let (here, there) = meeting.below;
            if meeting.at == parent || !is_strand(here) || !is_strand(there) {
                return None;
            }
        }
        None
    }

    /// Returns the lowest common ancestor of two notes.
    fn meet(&self, mut a: u32, mut b: u32, frames: &[Frame]) -> Meeting {
        let note = |at: u32| &self.notes[at as usize];
        let parent = |at: u32| frames[at as usize - 1].node.parent.wrapping_add(1);
        let up_to = |mut at: u32, level: u32| {
            while note(at).level > level {
                let jump = note(at).jump;
                at = if note(jump).level >= level {
                    jump
                } else {
                    parent(at)
                };
            }
            at
        };
        let level = note(a).level.min(note(b).level);
        let whole = (a, b);
        (a, b) = (up_to(a, level), up_to(b, level));
        if a == b {
            // One is an ancestor of the other.
            return Meeting {
                at: a,
                below: whole,
            };
        }
        loop {
            let (jump, other) = (note(a).jump, note(b).jump);
            if jump != other {
                (a, b) = (jump, other);
            } else if parent(a) == parent(b) {
                let (at, below) = (parent(a), (a, b));
                return Meeting { at, below };
            } else {
                (a, b) = (parent(a), parent(b));
            }
        }
    }

    /// Records the frames since the last note. They are in no bucket.
    fn catch_up(&mut self, frames: &[Frame]) {
        if self.notes.is_empty() {
            self.notes.push(ROOT);
        }
        while let Some(frame) = frames.get(self.notes.len() - 1) {
            let note = self.note_below(frame.node.parent);
            self.notes.push(note);
        }
    }

    /// Returns the note of a new child of a frame, or of the root.
    fn note_below(&self, parent: u32) -> LoopNote {
        let parent = parent.wrapping_add(1);
        let note = |at: u32| &self.notes[at as usize];
        let above = note(parent);
        let jump = note(above.jump);
        let further = note(jump.jump);
        LoopNote {
            level: above.level + 1,
            jump: if above.level - jump.level == jump.level - further.level {
                jump.jump
            } else {
                parent
            },
            ..ROOT
        }
    }

    /// Removes the newest frames until `notes` are left.
    pub fn undo(&mut self, notes: u32) {
        while self.notes.len() > notes as usize {
            if let Some(note) = self.notes.pop()
                && note.in_bucket
            {
                self.set_first(note.hash, note.below);
            }
        }
    }
}

impl Machine {
    /// Enables or disables loop detection. If it was disabled before, tasks that have already begun are not compared.
    pub fn detect_loops(&mut self, on: bool) {
        self.state.loops.enable(on, self.limits.tasks);
        self.state.update_hooks();
    }
}

impl SearchState {
    /// Returns an unfinished ancestor that is the same task over the same set of facts, or records the task and returns
    /// `None`.
    #[inline(never)]
    pub(super) fn repeated(
        &mut self,
        task: TaskId,
        fp: u32,
        parent: u32,
        store: &Store,
    ) -> Result<Option<u32>, Limit> {
        let params = self.tables.tasks[task.0 as usize].params.len();
        let begun = Begun {
            task,
            args: &self.slots[fp as usize..fp as usize + params],
            facts: self.hash_of_state(store),
            parent,
        };
        let frames = self.plan.frames();
        self.loops
            .begin(&begun, frames, &self.slots, &mut self.work.trail)
    }
}

#[cfg(test)]
mod tests;
