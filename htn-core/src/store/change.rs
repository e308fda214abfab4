//! How facts come and go.
//!
//! The changes that a search makes most are those of one or two columns, on a trail that keeps nothing besides and has room
//! for all they may write. They do the same as others, by the same functions of the representations, but without calling
//! any, so that they have all they need in registers; and where emitted code makes them, their addresses are constants.

use super::dirty_log::Journaled;
use super::fact_buffer::{BufferWriter, FactBuffer, Unrecorded, WordRecorder};
use super::hash::{hash_row, stamp_after};
use super::layout::{HASH, Layout, RelationKind, SMALL, STAMP};
use super::trail::{ReservedRecorder, TrailMode};
use super::undo::NoopUndo;
use super::{Added, Full, NIL, Store, Trail};
use crate::tables::RelId;

/// What came of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeOutcome {
    /// The fact that was to come was there, or that was to go was not.
    Nothing,
    Done,
    /// The fact that came took the place of another one.
    Replaced,
    /// The predicate is full.
    Full,
    /// The trail has no room.
    NoRoom,
}

impl ChangeOutcome {
    /// What is full, where something is.
    #[cold]
    pub fn full(self, l: &Layout) -> Full {
        match self {
            ChangeOutcome::Full => Full::Relation(l.rel),
            _ => Full::Trail,
        }
    }

    #[inline(always)]
    pub(super) fn added(self, rel: RelId) -> Result<Added, Full> {
        match self {
            ChangeOutcome::Nothing => Ok(Added::There),
            ChangeOutcome::Done => Ok(Added::New),
            ChangeOutcome::Replaced => Ok(Added::Replaced),
            ChangeOutcome::Full => Err(Full::Relation(rel)),
            ChangeOutcome::NoRoom => Err(Full::Trail),
        }
    }

    #[inline(always)]
    pub(super) fn removed(self) -> Result<bool, Full> {
        match self {
            ChangeOutcome::NoRoom => Err(Full::Trail),
            outcome => Ok(outcome == ChangeOutcome::Done),
        }
    }
}

impl Store {
    /// Adds a fact.
    #[inline]
    pub fn add(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<Added, Full> {
        self.change::<true>(rel, words, trail).added(rel)
    }

    /// Removes a fact, and tells whether it was there.
    #[inline]
    pub fn remove(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<bool, Full> {
        self.change::<false>(rel, words, trail).removed()
    }

    /// Removes a row, which is there.
    pub fn remove_row(
        &mut self,
        rel: RelId,
        row: u32,
        trail: Option<&mut Trail>,
    ) -> Result<(), Full> {
        let (facts, l) = (self.read(), self.layout(rel));
        let word = |column| facts.word(l, row, column);
        match l.arity {
            1 => self.remove(rel, &[word(0)], trail),
            2 => self.remove(rel, &[word(0), word(1)], trail),
            3 => self.remove(rel, &[word(0), word(1), word(2)], trail),
            _ => self.remove(rel, &facts.row(l, row), trail),
        }
        .map(|_| ())
    }

    #[inline]
    fn change<const ADDS: bool>(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> ChangeOutcome {
        let Some(trail) = trail else {
            return self.change_any(ADDS, rel, words, None);
        };
        let l = &self.layouts[rel.0 as usize];
        match change_quickly::<ADDS>(&mut self.image, l, words, trail) {
            Some(outcome) => outcome,
            None => self.change_any(ADDS, rel, words, Some(trail)),
        }
    }

    /// Changes a fact.
    #[inline(always)]
    pub fn change_row<const ADDS: bool>(
        &mut self,
        l: &Layout,
        words: &[u64],
        trail: &mut Trail,
    ) -> ChangeOutcome {
        match change_quickly::<ADDS>(&mut self.image, l, words, trail) {
            Some(outcome) => outcome,
            None => self.change_any(ADDS, l.rel, words, Some(trail)),
        }
    }

    /// Changes a word, where it is a bit that no condition goes over; nothing where it is not, or there may be no room.
    #[inline(always)]
    pub fn change_bit<const ADDS: bool>(
        &mut self,
        l: &Layout,
        word: u64,
        trail: &mut Trail,
    ) -> Option<ChangeOutcome> {
        if l.kind != RelationKind::Bits || word >= u64::from(SMALL) {
            return None;
        }
        quickly::<2>(&mut self.image, trail, |facts| {
            facts.change_bit::<ADDS>(l, word)
        })
    }

    /// Changes a row of two columns, where it is the value of a key that has a home, there are no further indexes, and its
    /// place in the order is to be kept or is not; nothing where that is not so, or there may be no room.
    #[inline(always)]
    pub fn change_value<const ADDS: bool, const ORDERED: bool>(
        &mut self,
        l: &Layout,
        (key, value): (u64, u64),
        trail: &mut Trail,
    ) -> Option<ChangeOutcome> {
        let is_of_this_kind = l.order_is_apart() != ORDERED && l.indexes.is_empty();
        if key >= u64::from(l.homes) || !is_of_this_kind {
            return None;
        }
        quickly::<6>(&mut self.image, trail, |facts| {
            facts.change_value::<ADDS, ORDERED>(l, key, value)
        })
    }

    /// Makes a change of any kind.
    #[inline(never)]
    fn change_any(
        &mut self,
        adds: bool,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> ChangeOutcome {
        let (stamp, l) = (self.stamp(), &self.layouts[rel.0 as usize]);
        let (image, journal) = (&mut self.image, &mut self.journal);
        let Some(trail) = trail else {
            let record = Journaled {
                journal,
                stamp,
                record: Unrecorded,
            };
            return image.write(record, true).make(l, adds, words, true);
        };
        let (keeps, record) = (trail.keeps, trail.record());
        let (outcome, height) = if keeps == TrailMode::All {
            let record = Journaled {
                journal,
                stamp,
                record,
            };
            let mut facts = image.write(record, true);
            let outcome = facts.make(l, adds, words, true);
            (outcome, facts.record.record.height)
        } else {
            let mut facts = image.write(record, false);
            let outcome = facts.make(l, adds, words, keeps == TrailMode::Hash);
            (outcome, facts.record.height)
        };
        if trail.reach(height) {
            outcome
        } else {
            self.has_no_room(trail)
        }
    }

    /// Takes back what was made of a change for which the trail had no room.
    #[cold]
    fn has_no_room(&mut self, trail: &mut Trail) -> ChangeOutcome {
        let mark = trail.mark();
        trail.fill();
        self.undo_all(trail, mark, &mut NoopUndo);
        ChangeOutcome::NoRoom
    }
}

impl<R: WordRecorder> BufferWriter<'_, R> {
    /// Makes a change, and brings up to date what is known of all facts if that is wanted.
    fn make(&mut self, l: &Layout, adds: bool, words: &[u64], sums: bool) -> ChangeOutcome {
        if !sums {
            return self.change(l, adds, words);
        }
        let (new, old) = (hash_row(words, l.rel), self.hash_of_key(l, words));
        let outcome = self.change(l, adds, words);
        match (outcome, adds) {
            (ChangeOutcome::Done, true) => self.sum(l, new, new),
            (ChangeOutcome::Done, false) => self.sum(l, new.wrapping_neg(), !new),
            (ChangeOutcome::Replaced, _) => {
                self.sum(l, new.wrapping_sub(old), new.rotate_left(32) ^ old);
            }
            _ => {}
        }
        outcome
    }

    fn change(&mut self, l: &Layout, adds: bool, words: &[u64]) -> ChangeOutcome {
        match (l.kind, words, adds) {
            (RelationKind::Bits | RelationKind::Words, &[word], _) => {
                self.change_word(l, adds, word)
            }
            (RelationKind::Single, _, true) => self.add_single(l, words),
            (RelationKind::Single, ..) => self.remove_single(l, words),
            (_, _, true) => self.add_row(l, words),
            (_, _, false) => self.remove_row(l, words),
        }
    }

    /// The hash of the fact that has the key of these words, where there is a `=>`.
    fn hash_of_key(&self, l: &Layout, words: &[u64]) -> u64 {
        let facts = self.read();
        let row = if l.keyed {
            facts.find_key_of(l, words)
        } else {
            NIL
        };
        match row {
            NIL => 0,
            row => hash_row(&facts.row(l, row), l.rel),
        }
    }

    /// A sum of hashes rises; and for changes that may stand, their event is taken in.
    fn sum(&mut self, l: &Layout, rise: u64, event: u64) {
        self.set(HASH, self.get(HASH).wrapping_add(rise));
        if self.whole {
            let old = self.get(l.stamp());
            let new = stamp_after(old, event);
            self.set(l.stamp(), new);
            let all = self.get(STAMP).wrapping_sub(old).wrapping_add(new);
            self.set(STAMP, all);
        }
    }
}

/// Makes a change of few columns; nothing where that can't be done quickly.
#[inline(always)]
fn change_quickly<const ADDS: bool>(
    image: &mut FactBuffer,
    l: &Layout,
    words: &[u64],
    trail: &mut Trail,
) -> Option<ChangeOutcome> {
    match words {
        &[word] => change_home::<ADDS>(image, l, word, trail),
        [_, _] => change_few::<ADDS, 2, 13>(image, l, words.first_chunk()?, trail),
        [_, _, _] => change_few::<ADDS, 3, 14>(image, l, words.first_chunk()?, trail),
        _ => None,
    }
}

/// Changes a word that has a home.
#[inline(never)]
fn change_home<const ADDS: bool>(
    image: &mut FactBuffer,
    l: &Layout,
    word: u64,
    trail: &mut Trail,
) -> Option<ChangeOutcome> {
    if l.kind != RelationKind::Words || word >= u64::from(l.homes) {
        return None;
    }
    quickly::<5>(image, trail, |facts| facts.change_home::<ADDS>(l, word))
}

/// Changes a row that is looked up by its key and one index at most, which writes so many words: its columns, three for
/// its bucket, three for the order, and five for the index.
#[inline(never)]
fn change_few<const ADDS: bool, const COLUMNS: usize, const WRITES: usize>(
    image: &mut FactBuffer,
    l: &Layout,
    words: &[u64; COLUMNS],
    trail: &mut Trail,
) -> Option<ChangeOutcome> {
    if l.kind != RelationKind::Rows || l.indexes.len() > 1 {
        return None;
    }
    quickly::<WRITES>(image, trail, |facts| {
        if ADDS {
            facts.add_row(l, words)
        } else {
            facts.remove_row(l, words)
        }
    })
}

/// Makes a change of no more than so many words; nothing where the trail may have no room for it, or keeps anything
/// besides.
#[inline(always)]
fn quickly<const N: usize>(
    image: &mut FactBuffer,
    trail: &mut Trail,
    change: impl FnOnce(&mut BufferWriter<'_, ReservedRecorder<'_, N>>) -> ChangeOutcome,
) -> Option<ChangeOutcome> {
    let mut facts = image.write(trail.room()?, false);
    let outcome = change(&mut facts);
    let used = facts.record.used;
    trail.rise(used);
    Some(outcome)
}
