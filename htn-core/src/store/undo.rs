//! Undoing along the trail, and stepping forward again.

use super::dirty_log::DirtyLog;
use super::fact_buffer::Unrecorded;
use super::hash::hash_row;
use super::layout::HASH;
use super::trail::{TrailMode, address, custom_entry};
use super::{CustomEntry, NIL, Store, Trail, UndoHandler};
use crate::tables::RelId;

/// Ignores custom entries.
pub(super) struct NoopUndo;

impl UndoHandler for NoopUndo {
    fn undo(&mut self, _: CustomEntry) {}
}

impl Store {
    /// Undoes the entries above a mark, newest first, and removes them from the trail. Each takes one from the granted
    /// budget, which may end before all are undone. Custom entries go to the handler.
    #[inline]
    pub fn undo_within(
        &mut self,
        trail: &mut Trail,
        mark: u32,
        granted: &mut i64,
        others: &mut impl UndoHandler,
    ) {
        trail.update_high_water();
        let entries = i64::from(trail.mark().saturating_sub(mark)).min((*granted).max(0));
        *granted -= entries;
        self.undo_all(trail, trail.mark() - entries as u32, others);
    }

    /// Undoes all entries above a mark.
    #[inline(always)]
    pub(super) fn undo_all(&mut self, trail: &mut Trail, mark: u32, others: &mut impl UndoHandler) {
        if trail.mode != TrailMode::FactsOnly {
            return self.undo_keeping(trail, mark, others);
        }
        self.restore(trail, mark, others);
    }

    #[inline(always)]
    fn restore(&mut self, trail: &mut Trail, mark: u32, others: &mut impl UndoHandler) {
        let entries = trail.entries().get(mark as usize..).unwrap_or_default();
        self.image.restore(entries, |entry| {
            if let Some(custom) = custom_entry(entry) {
                others.undo(custom);
            }
        });
        trail.truncate(mark);
    }

    /// Undoes entries on a trail that also keeps derived data.
    #[inline(never)]
    fn undo_keeping(&mut self, trail: &mut Trail, mark: u32, others: &mut impl UndoHandler) {
        if trail.mode == TrailMode::All {
            let stamp = self.stamp();
            // As much at a time as one change may log.
            let undone = trail.entries().get(mark as usize..).unwrap_or_default();
            for entries in undone.chunks(DirtyLog::RESERVED) {
                let mut log = self.journal.begin(stamp);
                entries.iter().for_each(|entry| log.push(address(entry)));
                let used = log.used;
                self.journal.commit(used);
            }
        }
        self.restore(trail, mark, others);
        if mark < self.hash_from {
            self.rehash(mark);
        }
    }

    /// Undoes the entry below a height, but keeps it on the trail. There must be one. Returns the height below it.
    /// Custom entries are skipped. No other change is allowed until all these entries are repeated.
    pub fn step_back(&mut self, trail: &mut Trail, height: u32) -> u32 {
        self.image.exchange(trail.entry_above(height - 1));
        height - 1
    }

    /// Repeats the entry above a height, which [`step_back`](Store::step_back) has undone. Returns the height above it.
    pub fn step_forward(&mut self, trail: &mut Trail, height: u32) -> u32 {
        self.image.exchange(trail.entry_above(height));
        height + 1
    }

    /// Returns a hash of the set of facts, which does not depend on their order. It is out of date while a trail has
    /// changes that do not keep it.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.read().get(HASH)
    }

    /// Makes this trail record only facts, and the hash if `on` is set. All its changes must be undone before the facts
    /// are copied or compared. May be called at any time.
    pub fn keep_hash(&mut self, trail: &mut Trail, on: bool) {
        trail.mode = if on {
            TrailMode::Hash
        } else {
            TrailMode::FactsOnly
        };
        if on {
            self.rehash(trail.mark());
        }
    }

    /// Computes the hash with the trail at this height. Entries below it do not keep the hash, so undoing them computes
    /// it again.
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
