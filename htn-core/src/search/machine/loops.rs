//! Whether a task is begun below itself over the same facts.
//!
//! Tasks that were begun stand in buckets by their number, their arguments and the facts, newest first; what a bucket was
//! before is on the trail. Of those that are the same as the new one, most searches look at one: it is above the new one,
//! which is refused then; or it ended before, and then so did whatever was begun before it and is not above both. Only
//! between strands of an `unordered` block there may be others to look at.
//!
//! Where the ways from two frames up to the root meet is found over jumps: each frame knows one that is further up, in
//! such distances that a way of any length has few of them (Myers, *An applicative random-access stack*).

use super::agenda::Agenda;
use super::{Frame, Limit, Machine, NONE};
use crate::model::pool::Pool;
use crate::store::{CustomEntry, Store, Trail, UndoHandler, spread_all};
use crate::tables::TaskId;

/// On the trail: a bucket `a` began with the frame `b`, and notes were this many.
pub(super) const BEGUN: u8 = 5;

/// What is known of a frame that was begun.
#[derive(Clone, Copy, Debug)]
struct Note {
    /// The facts when it was begun.
    facts: u64,
    /// The next one in its bucket, or `NONE`.
    below: u32,
    /// How many are above it, and one of them.
    level: u32,
    jump: u32,
    /// Whether it stands in a bucket: neither a strand, nor begun before anybody looked for loops.
    known: bool,
}

/// The first frame of a bucket, in a search of this number.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    search: u32,
    first: u32,
}

/// What is known of all frames. It takes no memory until loops are looked for.
#[derive(Clone, Debug)]
pub(super) struct Loops {
    /// That above all frames, and then by frame.
    notes: Pool<Note>,
    buckets: Pool<Bucket>,
    search: u32,
}

/// The note above all others.
const ABOVE_ALL: Note = Note {
    facts: 0,
    below: NONE,
    level: 0,
    jump: 0,
    known: false,
};

/// A task that is to be begun.
pub(super) struct Begun<'a> {
    pub task: TaskId,
    pub args: &'a [u64],
    pub facts: u64,
    pub parent: u32,
}

/// Where two ways up to the root meet, by their notes, and what is below on each.
struct Meeting {
    at: u32,
    below: (u32, u32),
}

impl Loops {
    pub fn none() -> Loops {
        Loops {
            notes: Pool::new(0),
            buckets: Pool::new(0),
            search: 0,
        }
    }

    /// Takes memory for so many tasks, where there is none yet.
    pub fn prepare(&mut self, tasks: usize) {
        if self.buckets.is_empty() {
            let blank = Bucket {
                search: 0,
                first: NONE,
            };
            let buckets = tasks.next_power_of_two();
            self.buckets = Pool::new(buckets);
            self.buckets.resize(buckets, blank);
            self.notes = Pool::new(tasks + 2);
        }
    }

    /// Nothing is known of any frame.
    pub fn forget(&mut self) {
        self.notes.clear();
        self.search = match self.search.checked_add(1) {
            Some(next) => next,
            None => {
                self.buckets.iter_mut().for_each(|bucket| bucket.search = 0);
                1
            }
        };
    }

    pub fn bytes(&self) -> usize {
        self.notes.bytes() + self.buckets.bytes()
    }

    /// Whether a task is below itself. Where it is not, it is noted as the next frame.
    pub fn begin(
        &mut self,
        begun: &Begun<'_>,
        frames: &[Frame],
        slots: &[u64],
        trail: &mut Trail,
    ) -> Result<bool, Limit> {
        let known = self.notes.len() as u32;
        self.catch_up(frames);
        let what = [u64::from(begun.task.0), begun.facts];
        let hash = spread_all(begun.args.iter().copied().chain(what));
        // The high bits are good.
        let bucket = (hash >> 32) as usize & (self.buckets.len() - 1);
        let first = match self.buckets[bucket] {
            Bucket { search, first } if search == self.search => first,
            _ => NONE,
        };
        if self.is_below_itself(begun, first, frames, slots) {
            // Nothing on the trail would tell that the strands are gone that were noted just now.
            self.notes.truncate(known as usize);
            return Ok(true);
        }
        trail.push_foreign(BEGUN, bucket as u32, first, known)?;
        self.buckets[bucket] = Bucket {
            search: self.search,
            first: frames.len() as u32,
        };
        let note = self.note_below(begun.parent);
        self.notes.push(Note {
            facts: begun.facts,
            below: first,
            known: true,
            ..note
        });
        Ok(false)
    }

    fn is_below_itself(
        &self,
        begun: &Begun<'_>,
        first: u32,
        frames: &[Frame],
        slots: &[u64],
    ) -> bool {
        let parent = begun.parent.wrapping_add(1);
        let mut next = first;
        // What is above the new task down to this level is not it.
        let mut level = 0;
        while let Some(frame) = frames.get(next as usize) {
            let at = next + 1;
            let note = &self.notes[at as usize];
            next = note.below;
            let args = slots.get(frame.node.words as usize..).unwrap_or(&[]);
            let same = frame.node.task == begun.task
                && note.known
                && note.facts == begun.facts
                && args.starts_with(begun.args);
            if !same || note.level <= level {
                continue;
            }
            let meeting = self.meet(parent, at, frames);
            if meeting.at == at {
                return true;
            }
            level = self.notes[meeting.at as usize].level;
            let is_strand = |at: u32| {
                let frame = at.checked_sub(1).and_then(|at| frames.get(at as usize));
                frame.is_some_and(|frame| frame.node.is_anonymous())
            };
            let (here, there) = meeting.below;
            if meeting.at == parent || !is_strand(here) || !is_strand(there) {
                return false;
            }
        }
        false
    }

    /// Where the ways up from two notes meet.
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
            // One is above the other.
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

    /// Notes the frames that stand in no bucket and came since the last note.
    fn catch_up(&mut self, frames: &[Frame]) {
        if self.notes.is_empty() {
            self.notes.push(ABOVE_ALL);
        }
        while let Some(frame) = frames.get(self.notes.len() - 1) {
            let note = self.note_below(frame.node.parent);
            self.notes.push(note);
        }
    }

    /// The note of a frame below this one, or below all.
    fn note_below(&self, parent: u32) -> Note {
        let parent = parent.wrapping_add(1);
        let note = |at: u32| &self.notes[at as usize];
        let above = note(parent);
        let jump = note(above.jump);
        let further = note(jump.jump);
        Note {
            level: above.level + 1,
            jump: if above.level - jump.level == jump.level - further.level {
                jump.jump
            } else {
                parent
            },
            ..ABOVE_ALL
        }
    }

    fn undo(&mut self, bucket: u32, first: u32, notes: u32) {
        let search = self.search;
        if let Some(bucket) = self.buckets.get_mut(bucket as usize) {
            *bucket = Bucket { search, first };
        }
        self.notes.truncate(notes as usize);
    }
}

/// What has changes on the trail of a search besides the facts.
pub(super) struct Undoing<'a> {
    pub agenda: &'a mut Agenda,
    pub loops: &'a mut Loops,
}

impl UndoHandler for Undoing<'_> {
    // Apart, since most entries are about facts.
    #[inline(never)]
    fn undo(&mut self, entry: CustomEntry) {
        match entry.tag {
            BEGUN => self.loops.undo(entry.a, entry.b, entry.c),
            _ => self.agenda.undo(entry),
        }
    }
}

impl Machine {
    /// Whether to look for loops from now on. Where that is new, nothing is known of the tasks begun up to now.
    pub fn detect_loops(&mut self, on: bool) {
        if on {
            self.loops.prepare(self.limits.tasks);
        }
        if on != self.detect_loops {
            self.loops.forget();
        }
        self.detect_loops = on;
    }

    #[cfg(feature = "serde")]
    pub fn looks_for_loops(&self) -> bool {
        self.detect_loops
    }

    /// Whether an unfinished task above is the same one over the same set of facts. Else it is the next frame.
    #[inline(never)]
    pub(super) fn is_loop(
        &mut self,
        task: TaskId,
        fp: u32,
        parent: u32,
        store: &Store,
    ) -> Result<bool, Limit> {
        let params = self.tables.tasks[task.0 as usize].params.len();
        let begun = Begun {
            task,
            args: &self.slots[fp as usize..fp as usize + params],
            facts: store.hash(),
            parent,
        };
        self.loops
            .begin(&begun, &self.frames, &self.slots, &mut self.work.trail)
    }
}

#[cfg(test)]
mod tests;
