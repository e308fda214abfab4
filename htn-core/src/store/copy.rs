//! Copying the facts of another store: only what has changed since the last copy.

use super::fact_buffer::{FactBuffer, Unrecorded};
use super::layout::{HASH, Layout, STAMP};
use super::undo::NoopUndo;
use super::{Store, Trail};

impl Store {
    /// Discards all changes and clears the trail. Only [`copy_from`](Store::copy_from) may follow.
    ///
    /// A short trail is undone, so that nothing needs to be copied. After a long one everything is copied, which takes
    /// as long as the buffer is large.
    pub fn give_up(&mut self, trail: &mut Trail) {
        if trail.mark() < self.long_trail {
            let mut granted = i64::MAX;
            self.undo_within(trail, 0, &mut granted, &mut NoopUndo);
        } else {
            self.copies_all = true;
        }
        trail.clear();
    }

    /// Makes the next copy complete, because some changes cannot be undone.
    pub fn must_be_copied(&mut self) {
        self.copies_all = true;
    }

    /// Declares that the next copy is of another history than the last one, so that neither dirty log is searched.
    pub fn expect_another(&mut self) {
        self.copied = None;
    }

    /// Copies another store of the same domain without allocating. Equal parts cost almost nothing. Entries on a trail
    /// can no longer be undone.
    ///
    /// Equal stamps mean that both had the same changes in the same order since they were empty, so all their words are
    /// equal (but for one chance in 2^64). Changes that do not update the stamps have been undone or discarded by now.
    pub fn copy_from(&mut self, other: &Store) {
        if core::mem::take(&mut self.copies_all) {
            self.image.copy_words(&other.image, 0..other.image.len());
            self.journal.clear();
        } else if self.stamp() != other.stamp() {
            self.copy_unlike(other);
        }
        // The hash may not have been kept all the time.
        self.image.copy_word(&other.image, HASH);
        self.hash_from = 0;
        self.copied = Some(other.stamp());
    }

    #[inline(never)]
    fn copy_unlike(&mut self, other: &Store) {
        let (here, there) = (self.stamp(), other.stamp());
        let (image, from) = (&mut self.image, &other.image);
        // Copies the words that either side has written since the last copy.
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

/// Copies the facts of one predicate if their stamps differ.
fn copy_predicate(to: &mut FactBuffer, from: &FactBuffer, layout: &Layout) {
    let stamp = layout.stamp();
    if to.read().get(stamp) != from.read().get(stamp) {
        for [start, end] in [layout.own, layout.order] {
            to.copy_words(from, start as usize..end as usize);
        }
    }
}
