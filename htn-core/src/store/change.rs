//! Changes of facts.
//!
//! Most changes of a search are on a trail that records only facts and has room for all words that they may write. They
//! use the same functions as other changes, but emitted code inlines them, so that the layout is a constant.

use super::dirty_log::Journaled;
use super::fact_buffer::{BufferWriter, FactBuffer, Unrecorded, WordRecorder};
use super::hash::{hash_row, stamp_after};
use super::layout::{HASH, Layout, RelationKind, SMALL, STAMP};
use super::trail::TrailMode;
use super::undo::NoopUndo;
use super::{Added, Full, NIL, Store, Trail};
use crate::tables::RelId;

/// The result of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeOutcome {
    /// The fact to add was present, or the fact to remove absent.
    Nothing,
    Done,
    /// The new fact replaced another one.
    Replaced,
    /// The predicate is full.
    Full,
    /// The trail has no room.
    NoRoom,
}

impl ChangeOutcome {
    /// Returns the memory that is full, for `Full` and `NoRoom`.
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

/// The trail entries that are reserved for a change, so that its writes need no check whether they fit.
const RESERVED: usize = 32;

impl Layout {
    /// Returns true if no change of these words writes more words than are [`RESERVED`]: the columns, two of the bucket, three
    /// of the order, the count, and five for each further index.
    #[inline(always)]
    fn fits_reserved(&self, words: &[u64]) -> bool {
        match (self.kind, words) {
            // Removing a large word may move others in the table.
            (RelationKind::Bits, &[word]) => word < u64::from(SMALL),
            _ => self.arity as usize + 5 * self.indexes.len() + 10 <= RESERVED,
        }
    }
}

/// Makes a change on a trail that records only facts. Returns `None` if the trail records more, or if there may be no room.
#[inline(always)]
fn change_reserved<const ADDS: bool>(
    buffer: &mut FactBuffer,
    l: &Layout,
    words: &[u64],
    trail: &mut Trail,
) -> Option<ChangeOutcome> {
    if !l.fits_reserved(words) {
        return None;
    }
    let mut facts = buffer.write_below(l.own[1], trail.reserve::<RESERVED>()?);
    let outcome = facts.change(l, ADDS, words);
    let used = facts.record.used;
    trail.commit_reserved(used);
    Some(outcome)
}

#[inline(never)]
fn change_columns<const ADDS: bool, const COLUMNS: usize>(
    buffer: &mut FactBuffer,
    l: &Layout,
    words: &[u64; COLUMNS],
    trail: &mut Trail,
) -> Option<ChangeOutcome> {
    match l.kind {
        RelationKind::Rows => change_reserved::<ADDS>(buffer, l, words, trail),
        _ => None,
    }
}

impl Store {
    /// Adds a fact.
    pub fn add(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<Added, Full> {
        self.change_by_rel::<true>(rel, words, trail).added(rel)
    }

    /// Removes a fact. Returns true if it was present.
    pub fn remove(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<bool, Full> {
        self.change_by_rel::<false>(rel, words, trail).removed()
    }

    /// Removes a row, which must be present. Inlined into emitted code.
    #[inline(always)]
    pub fn remove_row(&mut self, l: &Layout, row: u32, trail: &mut Trail) -> ChangeOutcome {
        if l.kind == RelationKind::Rows
            && l.fits_reserved(&[])
            && let Some(record) = trail.reserve::<RESERVED>()
        {
            let mut facts = self.image.write_below(l.own[1], record);
            facts.remove_present(l, row);
            let used = facts.record.used;
            trail.commit_reserved(used);
            return ChangeOutcome::Done;
        }
        let words = self.read().row(l, row);
        self.change_any(false, l.rel, &words, Some(trail))
    }

    #[inline(never)]
    fn change_by_rel<const ADDS: bool>(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> ChangeOutcome {
        let Some(trail) = trail else {
            return self.change_any(ADDS, rel, words, None);
        };
        // A known number of columns saves loops over them.
        let (buffer, l) = (&mut self.image, &self.layouts[rel.0 as usize]);
        let changed = match words {
            [a, b] => change_columns::<ADDS, 2>(buffer, l, &[*a, *b], trail),
            [a, b, c] => change_columns::<ADDS, 3>(buffer, l, &[*a, *b, *c], trail),
            words => change_reserved::<ADDS>(buffer, l, words, trail),
        };
        match changed {
            Some(outcome) => outcome,
            None => self.change_any(ADDS, rel, words, Some(trail)),
        }
    }

    /// Adds or removes a fact. Inlined into emitted code, where the layout is a constant.
    #[inline(always)]
    pub fn change<const ADDS: bool>(
        &mut self,
        l: &Layout,
        words: &[u64],
        trail: &mut Trail,
    ) -> ChangeOutcome {
        match change_reserved::<ADDS>(&mut self.image, l, words, trail) {
            Some(outcome) => outcome,
            None => self.change_any(ADDS, l.rel, words, Some(trail)),
        }
    }

    /// Makes a change with any trail or none.
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
            let log = journal.begin(stamp);
            let mut facts = image.write(
                Journaled {
                    log,
                    record: Unrecorded,
                },
                true,
            );
            let outcome = facts.make(l, adds, words, true);
            let used = facts.record.log.used;
            journal.commit(used);
            return outcome;
        };
        let (mode, record) = (trail.mode, trail.recorder());
        let (outcome, height) = if mode == TrailMode::All {
            let log = journal.begin(stamp);
            let mut facts = image.write(Journaled { log, record }, true);
            let outcome = facts.make(l, adds, words, true);
            let Journaled { log, record } = facts.record;
            let (used, height) = (log.used, record.height);
            journal.commit(used);
            (outcome, height)
        } else {
            let mut facts = image.write(record, false);
            let outcome = facts.make(l, adds, words, mode == TrailMode::Hash);
            (outcome, facts.record.height)
        };
        if trail.commit_to(height) {
            outcome
        } else {
            self.has_no_room(trail)
        }
    }

    /// Undoes the part of a change that was made before the trail was full.
    #[cold]
    fn has_no_room(&mut self, trail: &mut Trail) -> ChangeOutcome {
        let mark = trail.mark();
        trail.extend_to_capacity();
        self.undo_all(trail, mark, &mut NoopUndo);
        ChangeOutcome::NoRoom
    }
}

impl<R: WordRecorder> BufferWriter<'_, R> {
    /// Makes a change, and updates the hash and the stamps if `sums` is set.
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

    #[inline(always)]
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

    /// Returns the hash of the fact with the same key, for predicates with `=>`, or 0.
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

    /// Adds to the hash of all facts, and mixes the event into the stamps if changes may be committed.
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
