//! Taking over the facts of another store: what has changed since the last time, and not what it could hold.

use super::fact_buffer::{FactBuffer, Unrecorded};
use super::layout::{HASH, Layout, STAMP};
use super::undo::NoopUndo;
use super::{Store, Trail};

impl Store {
    /// Gives up all changes, and clears the trail. Until [`copy_from`](Store::copy_from), nothing else may be done.
    ///
    /// Short trails are undone, so that nothing is to be copied. After long ones everything is, which takes as long as the
    /// image is large, however much the search has changed.
    pub fn give_up(&mut self, trail: &mut Trail) {
        if trail.mark() < self.long_trail {
            let mut granted = i64::MAX;
            self.undo_within(trail, 0, &mut granted, &mut NoopUndo);
        } else {
            self.copies_all = true;
        }
        trail.clear();
    }

    /// There are changes that nobody can undo: everything is copied next.
    pub fn must_be_copied(&mut self) {
        self.copies_all = true;
    }

    /// What is copied next has another history than what was copied last: nobody need look for one in the other.
    pub fn expect_another(&mut self) {
        self.copied = None;
    }

    /// Becomes like another store of the same domain, without allocating; costs next to nothing for what is alike already.
    /// What is on a trail can't be undone after this.
    ///
    /// Equal stamps mean that the same changes were made to both, one after another from the empty store on, so that all
    /// their words are the same (but for one chance in 2^64). Changes that leave the stamps alone have been undone by now,
    /// or are given up.
    pub fn copy_from(&mut self, other: &Store) {
        if core::mem::take(&mut self.copies_all) {
            self.image.copy_words(&other.image, 0..other.image.len());
            self.journal.clear();
        } else if self.stamp() != other.stamp() {
            self.copy_unlike(other);
        }
        // It may not have been kept all the time.
        self.image.copy_word(&other.image, HASH);
        self.hash_from = 0;
        self.copied = Some(other.stamp());
    }

    #[inline(never)]
    fn copy_unlike(&mut self, other: &Store) {
        let (here, there) = (self.stamp(), other.stamp());
        let (image, from) = (&mut self.image, &other.image);
        // What was written here since the last copy, and what there.
        let mut copy = |address| image.copy_word(from, address);
        let is_known = self.copied.is_some_and(|since| {
            (here == since || self.journal.since(since, &mut copy))
                && (there == since || other.journal.since(since, &mut copy))
        });
        if !is_known {
            for layout in self.layouts.iter() {
                copy_predicate(image, from, layout);
            }
        }
        image.copy_words(from, 0..Layout::sums(self.layouts.len()));
        self.journal.clear();
    }

    /// Removes all facts. What is on a trail can't be undone after this.
    pub fn clear(&mut self) {
        self.image.clear();
        self.journal.clear();
        self.write_homes();
    }

    pub(super) fn write_homes(&mut self) {
        let mut words = self.image.write(Unrecorded, true);
        for layout in self.layouts.iter() {
            words.write_homes(layout);
        }
    }

    /// The stamp of its history.
    pub(super) fn stamp(&self) -> u64 {
        self.read().get(STAMP)
    }
}

/// Takes over the facts of one predicate, where they are not alike.
fn copy_predicate(to: &mut FactBuffer, from: &FactBuffer, layout: &Layout) {
    let stamp = layout.stamp();
    if to.read().get(stamp) != from.read().get(stamp) {
        for [start, end] in [layout.own, layout.order] {
            to.copy_words(from, start as usize..end as usize);
        }
    }
}
