//! How the rows of a relation change, and how each change is undone and done again.
//!
//! Undoing brings back everything: slots, chains, the stack of free slots, hash and stamp. Doing again what was just
//! undone does so too, and with nothing but the trail: an entry for a removed row *swaps* its record with that in the
//! slot. So what a later change had left in that slot moves to the trail while its row is back, and is there again
//! when it is needed; a row that is added again finds its record in its slot.

use super::hash::{Stamp, finish, hash_words};
use super::relation::Relation;

impl Relation {
    /// Adds a row whose key is not there, in the next slot.
    #[inline(always)]
    pub(super) fn add(&mut self, (row, fresh): (u32, bool), words: &[u64], key_hash: u64) {
        let all = match self.keyed {
            true => hash_words(words),
            false => key_hash,
        };
        let hash = finish(all, self.seed);
        let at = row as usize * self.stride;
        let record = &mut self.records[at..at + self.stride];
        for (to, &from) in record.iter_mut().zip(words) {
            *to = from;
        }
        record[words.len()] = hash;
        if self.moves {
            record[words.len() + 1] = self.next_place;
        }
        self.take_slot(fresh, hash);
        self.indexes.append(row, words, key_hash);
        self.flip_row(row);
    }

    /// Notes that a row comes or goes, where a bit says so.
    #[inline(always)]
    fn flip_row(&mut self, row: u32) {
        if !self.small.is_empty() {
            self.flip(self.records[row as usize * self.stride]);
        }
    }

    /// Does again an addition that was just undone. The record is still there.
    pub(super) fn redo_add(&mut self, row: u32, fresh: bool) {
        let at = row as usize * self.stride;
        let words = &self.records[at..at + self.arity];
        let key_hash = self.hash_key(words);
        self.indexes.append(row, words, key_hash);
        self.take_slot(fresh, self.records[at + self.arity]);
        self.flip_row(row);
    }

    #[inline(always)]
    fn take_slot(&mut self, fresh: bool, hash: u64) {
        match fresh {
            true => self.fresh += 1,
            false => self.freed -= 1,
        }
        self.next_place += 1;
        self.hash = self.hash.wrapping_add(hash);
        self.stamp.take_in(hash);
    }

    #[inline(always)]
    pub(super) fn undo_add(&mut self, row: u32, fresh: bool) {
        self.flip_row(row);
        let hash = self.records[row as usize * self.stride + self.arity];
        self.indexes.unlink(row);
        self.hash = self.hash.wrapping_sub(hash);
        self.stamp.take_back(hash);
        self.next_place -= 1;
        if fresh {
            self.fresh -= 1;
        } else {
            self.free[self.freed as usize] = row;
            self.freed += 1;
        }
    }

    /// Removes a row. `entry` takes its record and its neighbours.
    #[inline(always)]
    pub(super) fn remove(&mut self, row: u32, entry: Option<&mut [u64]>) {
        self.flip_row(row);
        let at = row as usize * self.stride;
        let record = &self.records[at..at + self.stride];
        let hash = record[self.arity];
        match entry {
            Some(entry) => {
                let (kept, notes) = entry.split_at_mut(self.stride);
                for (to, &from) in kept.iter_mut().zip(record) {
                    *to = from;
                }
                self.indexes.unlink_noting(row, notes);
            }
            None => self.indexes.unlink(row),
        }
        self.hash = self.hash.wrapping_sub(hash);
        self.stamp.take_in(!hash);
        self.free[self.freed as usize] = row;
        self.freed += 1;
    }

    #[inline(always)]
    pub(super) fn undo_remove(&mut self, row: u32, entry: &mut [u64]) {
        let (_, notes) = self.swap_record(row, entry);
        let hash = self.records[row as usize * self.stride + self.arity];
        self.indexes.relink(row, notes);
        self.hash = self.hash.wrapping_add(hash);
        self.stamp.take_back(!hash);
        self.freed -= 1;
        self.flip_row(row);
    }

    /// Does again a removal that was just undone.
    pub(super) fn redo_remove(&mut self, row: u32, entry: &mut [u64]) {
        self.remove(row, None);
        self.swap_record(row, entry);
    }

    /// Writes new words over a row of the same key. It keeps its place in the order, and so in every chain: where it
    /// belongs to another bucket now, it goes between the rows that were added before it and after it.
    #[inline(always)]
    pub(super) fn replace(&mut self, row: u32, words: &[u64], entry: Option<&mut [u64]>) {
        let mut spare = core::mem::take(&mut self.spare);
        let entry = entry.unwrap_or(&mut spare);
        for (to, &from) in entry.iter_mut().zip(words) {
            *to = from;
        }
        entry[self.arity] = finish(hash_words(words), self.seed);
        if self.moves {
            entry[self.arity + 1] = self.records[row as usize * self.stride + self.arity + 1];
        }
        self.redo_replace(row, entry);
        self.spare = spare;
    }

    /// Does again a replacement that was just undone: the entry holds the new record, and takes the old one.
    #[inline(always)]
    pub(super) fn redo_replace(&mut self, row: u32, entry: &mut [u64]) {
        let (old, notes) = self.swap_record(row, entry);
        let at = row as usize * self.stride;
        let new = &self.records[at..at + self.stride];
        if self.moves {
            let (records, stride, arity) = (&self.records, self.stride, self.arity);
            let place = |row| records[row as usize * stride + arity + 1];
            self.indexes.rebucket(row, (old, new), notes, place);
        }
        let (old, new) = (old[self.arity], new[self.arity]);
        self.hash = self.hash.wrapping_sub(old).wrapping_add(new);
        self.stamp.take_in(replacement(old, new));
    }

    #[inline(always)]
    pub(super) fn undo_replace(&mut self, row: u32, entry: &mut [u64]) {
        let (new, notes) = self.swap_record(row, entry);
        let at = row as usize * self.stride;
        let old = &self.records[at..at + self.stride];
        if self.moves {
            self.indexes.rebucket_back(row, (old, new), notes);
        }
        let (old, new) = (old[self.arity], new[self.arity]);
        self.hash = self.hash.wrapping_sub(new).wrapping_add(old);
        self.stamp.take_back(replacement(old, new));
    }

    /// Swaps the record of a row with that of an entry, and hands out the entry then: record, and notes of the indexes.
    #[inline(always)]
    fn swap_record<'a>(&mut self, row: u32, entry: &'a mut [u64]) -> (&'a [u64], &'a mut [u64]) {
        let (kept, notes) = entry.split_at_mut(self.stride);
        let at = row as usize * self.stride;
        let record = &mut self.records[at..at + self.stride];
        for (here, there) in record.iter_mut().zip(kept.iter_mut()) {
            core::mem::swap(here, there);
        }
        (kept, notes)
    }

    pub(super) fn clear(&mut self) {
        self.indexes.clear();
        self.small.fill(0);
        self.next_place = 0;
        self.freed = 0;
        self.fresh = 0;
        self.hash = 0;
        self.stamp = Stamp::default();
    }

    /// Becomes like another one of the same predicate.
    ///
    /// Equal stamps mean that the same changes were made to both, one after another from the empty relation on, so that
    /// they hold the same rows in the same order (but for one chance in 2^64), and nothing is to be done.
    pub(super) fn copy_from(&mut self, other: &Relation) {
        if self.stamp == other.stamp {
            return;
        }
        let words = other.fresh as usize * other.stride;
        let freed = other.freed as usize;
        self.records[..words].copy_from_slice(&other.records[..words]);
        self.free[..freed].copy_from_slice(&other.free[..freed]);
        self.indexes.copy_from(&other.indexes, other.fresh);
        self.small.copy_from_slice(&other.small);
        self.next_place = other.next_place;
        self.freed = other.freed;
        self.fresh = other.fresh;
        self.hash = other.hash;
        self.stamp = other.stamp;
    }
}

/// What the stamp takes in for a replacement.
#[inline(always)]
fn replacement(old: u64, new: u64) -> u64 {
    new.rotate_left(32) ^ old
}
