//! Going back along the trail, and forth again.

use super::fact_buffer::Unrecorded;
use super::hash::hash_row;
use super::layout::HASH;
use super::trail::{TrailMode, address, foreign};
use super::{CustomEntry, NIL, Store, Trail, UndoHandler};
use crate::tables::RelId;

/// Has no changes on the trail.
pub(super) struct NoopUndo;

impl UndoHandler for NoopUndo {
    fn undo(&mut self, _: CustomEntry) {}
}

impl Store {
    /// Undoes what is above the mark, newest first, and cuts it off the trail: as far as is granted, which each entry
    /// takes one off. Foreign entries are handed back.
    #[inline]
    pub fn undo_within(
        &mut self,
        trail: &mut Trail,
        mark: u32,
        granted: &mut i64,
        others: &mut impl UndoHandler,
    ) {
        trail.note_height();
        let entries = i64::from(trail.mark().saturating_sub(mark)).min((*granted).max(0));
        *granted -= entries;
        self.undo_all(trail, trail.mark() - entries as u32, others);
    }

    /// Undoes everything above the mark.
    #[inline(always)]
    pub(super) fn undo_all(&mut self, trail: &mut Trail, mark: u32, others: &mut impl UndoHandler) {
        if trail.keeps != TrailMode::Nothing {
            return self.undo_keeping(trail, mark, others);
        }
        self.restore(trail, mark, others);
    }

    #[inline(always)]
    fn restore(&mut self, trail: &mut Trail, mark: u32, others: &mut impl UndoHandler) {
        let entries = trail.entries().get(mark as usize..).unwrap_or_default();
        self.image.restore(entries, |entry| {
            if let Some(foreign) = foreign(entry) {
                others.undo(foreign);
            }
        });
        trail.cut(mark);
    }

    /// The same on a trail that keeps something.
    #[inline(never)]
    fn undo_keeping(&mut self, trail: &mut Trail, mark: u32, others: &mut impl UndoHandler) {
        if trail.keeps == TrailMode::All {
            let stamp = self.stamp();
            for entry in trail.entries().get(mark as usize..).unwrap_or_default() {
                self.journal.push(address(entry), stamp);
            }
        }
        self.restore(trail, mark, others);
        if mark < self.hash_from {
            self.rehash(mark);
        }
    }

    /// Undoes the entry below the height, of which there is one, and leaves it on the trail; returns the height below it.
    /// Foreign entries are passed over. Until all that was undone so has been done again, nothing else may change.
    pub fn step_back(&mut self, trail: &mut Trail, height: u32) -> u32 {
        self.image.exchange(trail.entry_above(height - 1));
        height - 1
    }

    /// Does again the entry above the height, of which there is one and which was undone by
    /// [`step_back`](Store::step_back); returns the height above it.
    pub fn step_forward(&mut self, trail: &mut Trail, height: u32) -> u32 {
        self.image.exchange(trail.entry_above(height));
        height + 1
    }

    /// A hash of the set of facts: the same in whatever order they were added. Not up to date while there are changes on
    /// a trail that does not keep it.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.read().get(HASH)
    }

    /// From now on this trail is for changes that are all undone before the facts are copied over or compared, and they
    /// keep the hash up to date only where it is asked for. Both may change at any time.
    pub fn keep_hash(&mut self, trail: &mut Trail, on: bool) {
        trail.keeps = if on {
            TrailMode::Hash
        } else {
            TrailMode::Nothing
        };
        if on {
            self.rehash(trail.mark());
        }
    }

    /// Works the hash out anew, with the trail at this height. What is on it below does not know of the hash: where that is
    /// undone, the hash is worked out again.
    #[inline(never)]
    fn rehash(&mut self, height: u32) {
        let mut hash = 0u64;
        for (id, layout) in self.layouts.iter().enumerate() {
            let relation = self.rel(RelId(id as u16));
            let mut place = relation.first_fact();
            while place != NIL {
                let row = relation.with_fact(place, |row| hash_row(row, layout.rel));
                hash = hash.wrapping_add(row);
                place = relation.fact_after(place);
            }
        }
        self.image.write(Unrecorded, false).set(HASH, hash);
        self.hash_from = height;
    }
}
