//! How facts come and go.

use super::hash::{hash_row, stamp_after};
use super::image::{Record, Writer};
use super::journal::Journaled;
use super::layout::{HASH, Kind, Layout, STAMP};
use super::trail::{Keeps, Undoable};
use super::undo::Nobody;
use super::{Added, Full, NIL, Store, Trail};
use crate::tables::RelId;

/// What came of an addition, if its record had room for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    There,
    New,
    Replaced,
    /// The predicate is full.
    Full,
    /// The record has no room, and nothing was changed.
    NoRoom,
}

impl<R: Record> Writer<'_, R> {
    /// Adds a fact.
    fn add(&mut self, l: &Layout, words: &[u64]) -> Outcome {
        match (l.kind, words) {
            (Kind::Word, &[word]) => self.add_word(l, word),
            (Kind::Pair, &[key, value]) => self.add_pair(l, key, value),
            (Kind::Single, _) => self.add_single(l, words),
            _ => self.add_row(&l.rows, words),
        }
    }

    /// Removes a fact, and tells whether it was there.
    fn remove(&mut self, l: &Layout, words: &[u64]) -> bool {
        if let (Kind::Word, &[word]) = (l.kind, words) {
            return self.remove_word(l, word);
        }
        let row = self.read().find(l, words);
        if row == NIL {
            return false;
        }
        match (l.kind, words) {
            (Kind::Single, _) => self.remove_single(l),
            (Kind::Pair, &[key, _]) => self.remove_pair(l, key),
            _ => self.remove_row(&l.rows, row, words),
        }
        true
    }

    /// Brings what is known of all facts up to date: the hash, and for changes that may stand the stamps.
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

impl Store {
    /// Adds a fact.
    #[inline]
    pub fn add(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<Added, Full> {
        match (words, trail) {
            (&[a], Some(trail)) => self.add_one(rel, a, trail),
            (&[a, b], Some(trail)) => self.add_two(rel, [a, b], trail),
            (_, trail) => self.add_any(rel, words, trail),
        }
    }

    /// Removes a fact, and tells whether it was there.
    #[inline]
    pub fn remove(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<bool, Full> {
        match (words, trail) {
            (&[a], Some(trail)) => self.remove_one(rel, a, trail),
            (&[a, b], Some(trail)) => self.remove_two(rel, [a, b], trail),
            (_, trail) => self.remove_any(rel, words, trail),
        }
    }

    /// Removes a row, which is there.
    pub fn remove_row(
        &mut self,
        rel: RelId,
        row: u32,
        trail: Option<&mut Trail>,
    ) -> Result<(), Full> {
        let words = self.rel(rel).row(row);
        self.remove(rel, &words, trail).map(|_| ())
    }

    /// Adds a fact of any columns.
    #[inline(never)]
    pub(super) fn add_any(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<Added, Full> {
        match trail {
            Some(trail) if trail.keeps == Keeps::Nothing => {
                let layout = &self.layouts[rel.0 as usize];
                let mut facts = self.image.write(trail.record(), false);
                let outcome = facts.add(layout, words);
                let height = facts.record.height;
                match trail.reach(height) {
                    true => outcome.result(rel),
                    false => self.has_no_room(trail),
                }
            }
            trail => self.add_keeping(rel, words, trail),
        }
    }

    /// Removes a fact of any columns, and tells whether it was there.
    #[inline(never)]
    pub(super) fn remove_any(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<bool, Full> {
        match trail {
            Some(trail) if trail.keeps == Keeps::Nothing => {
                let layout = &self.layouts[rel.0 as usize];
                let mut facts = self.image.write(trail.record(), false);
                let removed = facts.remove(layout, words);
                let height = facts.record.height;
                match trail.reach(height) {
                    true => Ok(removed),
                    false => self.has_no_room(trail),
                }
            }
            trail => self.remove_keeping(rel, words, trail),
        }
    }

    /// Takes back what was made of a change for which the trail had no room.
    #[cold]
    #[inline(never)]
    pub(super) fn has_no_room<T>(&mut self, trail: &mut Trail) -> Result<T, Full> {
        let mark = trail.mark();
        trail.fill();
        self.undo_all(trail, mark, &mut Nobody);
        Err(Full::Trail)
    }

    #[inline(never)]
    fn add_keeping(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<Added, Full> {
        let layout = self.layouts[rel.0 as usize];
        let relation = self.rel(rel);
        let hash = |words: &[u64]| hash_row(words, layout.seed);
        let old = match relation.find_by_key(|column| words[column]) {
            row if layout.keyed && row != NIL => hash(&relation.row(row)),
            _ => 0,
        };
        let outcome = self.keeping(trail, |facts| {
            let (outcome, new) = (facts.add(&layout, words), hash(words));
            match outcome {
                Outcome::New => facts.sum(&layout, new, new),
                Outcome::Replaced => {
                    facts.sum(&layout, new.wrapping_sub(old), new.rotate_left(32) ^ old);
                }
                Outcome::There | Outcome::Full | Outcome::NoRoom => {}
            }
            outcome
        })?;
        outcome.result(rel)
    }

    #[inline(never)]
    fn remove_keeping(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<bool, Full> {
        let layout = self.layouts[rel.0 as usize];
        self.keeping(trail, |facts| {
            let removed = facts.remove(&layout, words);
            if removed {
                let hash = hash_row(words, layout.seed);
                facts.sum(&layout, hash.wrapping_neg(), !hash);
            }
            removed
        })
    }

    /// Makes a change that keeps what the trail says, or all where there is none.
    fn keeping<T>(
        &mut self,
        trail: Option<&mut Trail>,
        change: impl FnOnce(&mut Writer<'_, &mut dyn Record>) -> T,
    ) -> Result<T, Full> {
        let Some(trail) = trail else {
            return Ok(self.journaling(None, change).0);
        };
        let (done, height) = match trail.keeps {
            Keeps::All => self.journaling(Some(trail.record()), change),
            _ => {
                let mut record = trail.record();
                let done = change(&mut self.image.write(&mut record, false));
                (done, record.height)
            }
        };
        match trail.reach(height) {
            true => Ok(done),
            false => self.has_no_room(trail),
        }
    }

    /// Makes a change that may stand. Returns the height of its record, too.
    fn journaling<T>(
        &mut self,
        trail: Option<Undoable<'_>>,
        change: impl FnOnce(&mut Writer<'_, &mut dyn Record>) -> T,
    ) -> (T, usize) {
        let stamp = self.stamp();
        let mut record = Journaled {
            journal: &mut self.journal,
            stamp,
            trail,
        };
        let done = change(&mut self.image.write(&mut record, true));
        (done, record.trail.map_or(0, |trail| trail.height))
    }
}

impl Outcome {
    #[inline(always)]
    pub fn result(self, rel: RelId) -> Result<Added, Full> {
        match self {
            Outcome::There => Ok(Added::There),
            Outcome::New => Ok(Added::New),
            Outcome::Replaced => Ok(Added::Replaced),
            Outcome::Full => Err(Full::Relation(rel)),
            Outcome::NoRoom => Err(Full::Trail),
        }
    }
}
