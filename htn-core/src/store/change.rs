//! How the rows of a relation change, and how each change is undone and done again.
//!
//! Undoing brings back everything: slots, chains, the stack of free slots, hash and stamp. Doing again what was just
//! undone does so too, and with nothing but the trail: an entry for a removed row *swaps* its words with those in the
//! slot. So what a later change had left in that slot moves to the trail while its row is back, and is there again
//! when it is needed; a row that is added again finds its words in its slot.

use super::hash::{START, Stamp, finish, take_in};
use super::index::Link;
use super::relation::Relation;

impl Relation {
    /// Adds a row whose key is not there; there is room.
    #[inline(always)]
    pub(super) fn add(&mut self, words: &[u64], key_hash: u64) {
        let row = self.next_slot();
        let at = row as usize * self.arity;
        for (to, &from) in self.words[at..at + self.arity].iter_mut().zip(words) {
            *to = from;
        }
        self.link_next_slot(Some(key_hash));
    }

    /// Does again an addition that was just undone.
    #[inline(always)]
    pub(super) fn redo_add(&mut self) {
        self.link_next_slot(None);
    }

    /// Takes the next slot, which holds its words already, to the end of every chain.
    #[inline(always)]
    fn link_next_slot(&mut self, key_hash: Option<u64>) {
        let row = self.next_slot();
        match self.freed {
            0 => self.fresh += 1,
            _ => self.freed -= 1,
        }
        let at = row as usize * self.arity;
        let words = &self.words[at..at + self.arity];
        for index in 0..self.indexes.count() {
            let bucket = match key_hash {
                Some(hash) if index == self.key => self.indexes.bucket_of_hash(index, hash),
                _ => self.indexes.bucket(index, words),
            };
            self.indexes.append(index, bucket, row);
        }
        if let Some(place) = self.places.get_mut(row as usize) {
            *place = self.next_place;
        }
        self.next_place += 1;
        self.len += 1;
        let hash = match key_hash {
            Some(hash) if !self.keyed => finish(hash, self.seed),
            _ => row_hash(words, self.seed),
        };
        self.hash = self.hash.wrapping_add(hash);
        self.stamp.take_in(hash);
    }

    #[inline(always)]
    pub(super) fn undo_add(&mut self, row: u32, fresh: bool) {
        let at = row as usize * self.arity;
        let words = &self.words[at..at + self.arity];
        for index in 0..self.indexes.count() {
            self.indexes.unlink(index, row);
        }
        let hash = row_hash(words, self.seed);
        self.hash = self.hash.wrapping_sub(hash);
        self.stamp.take_back(hash);
        self.next_place -= 1;
        self.len -= 1;
        if fresh {
            self.fresh -= 1;
        } else {
            self.free[self.freed] = row;
            self.freed += 1;
        }
    }

    /// Removes a row. `entry` takes its words and its neighbours.
    #[inline(always)]
    pub(super) fn remove(&mut self, row: u32, entry: Option<&mut [u64]>) {
        let at = row as usize * self.arity;
        let words = &self.words[at..at + self.arity];
        match entry {
            Some(entry) => {
                let (kept, rest) = entry.split_at_mut(self.arity);
                for (to, &from) in kept.iter_mut().zip(words) {
                    *to = from;
                }
                let (links, place) = rest.split_at_mut(self.indexes.count());
                for (index, kept) in links.iter_mut().enumerate() {
                    *kept = self.indexes.unlink(index, row).to_word();
                }
                if let Some(kept) = place.first_mut() {
                    *kept = self.places[row as usize];
                }
            }
            None => {
                for index in 0..self.indexes.count() {
                    self.indexes.unlink(index, row);
                }
            }
        }
        let hash = row_hash(words, self.seed);
        self.hash = self.hash.wrapping_sub(hash);
        self.stamp.take_in(!hash);
        self.len -= 1;
        self.free[self.freed] = row;
        self.freed += 1;
    }

    #[inline(always)]
    pub(super) fn undo_remove(&mut self, row: u32, entry: &mut [u64]) {
        let at = row as usize * self.arity;
        let words = &mut self.words[at..at + self.arity];
        let (kept, rest) = entry.split_at_mut(self.arity);
        for (word, kept) in words.iter_mut().zip(kept) {
            core::mem::swap(word, kept);
        }
        let (links, place) = rest.split_at(self.indexes.count());
        for (index, &link) in links.iter().enumerate() {
            self.indexes.insert(index, row, Link::from_word(link));
        }
        if let Some(&place) = place.first() {
            self.places[row as usize] = place;
        }
        let hash = row_hash(words, self.seed);
        self.hash = self.hash.wrapping_add(hash);
        self.stamp.take_back(!hash);
        self.len += 1;
        self.freed -= 1;
    }

    /// Does again a removal that was just undone.
    pub(super) fn redo_remove(&mut self, row: u32, entry: &mut [u64]) {
        self.remove(row, None);
        let at = row as usize * self.arity;
        self.words[at..at + self.arity].swap_with_slice(&mut entry[..self.arity]);
    }

    /// Writes new words over a row of the same key. It keeps its place in the order, and so in every chain: where it
    /// belongs to another bucket now, it goes between the rows that were added before it and after it.
    pub(super) fn replace(&mut self, row: u32, words: &[u64], entry: Option<&mut [u64]>) {
        let mut spare = core::mem::take(&mut self.spare);
        let entry = entry.unwrap_or(&mut spare);
        entry[..self.arity].copy_from_slice(words);
        self.redo_replace(row, entry);
        self.spare = spare;
    }

    /// Does again a replacement that was just undone: the entry holds the new words, and takes the old ones.
    pub(super) fn redo_replace(&mut self, row: u32, entry: &mut [u64]) {
        let (old, links) = self.swap_words(row, entry);
        for index in 0..self.indexes.count() {
            let (from, to) = self.buckets_of_both(index, row, old);
            if from != to {
                links[index] = self.indexes.unlink(index, row).to_word();
                let link = self.indexes.find_place(index, to, row, &self.places);
                self.indexes.insert(index, row, link);
            }
        }
        let (old, new) = (row_hash(old, self.seed), row_hash(self.row(row), self.seed));
        self.hash = self.hash.wrapping_sub(old).wrapping_add(new);
        self.stamp.take_in(replacement(old, new));
    }

    pub(super) fn undo_replace(&mut self, row: u32, entry: &mut [u64]) {
        let (new, links) = self.swap_words(row, entry);
        for (index, &link) in links.iter().enumerate().take(self.indexes.count()) {
            let (from, to) = self.buckets_of_both(index, row, new);
            if from != to {
                self.indexes.unlink(index, row);
                self.indexes.insert(index, row, Link::from_word(link));
            }
        }
        let (old, new) = (row_hash(self.row(row), self.seed), row_hash(new, self.seed));
        self.hash = self.hash.wrapping_sub(new).wrapping_add(old);
        self.stamp.take_back(replacement(old, new));
    }

    /// Swaps the words of a row with those of an entry, and hands back what the entry holds then: words, and links.
    fn swap_words<'a>(&mut self, row: u32, entry: &'a mut [u64]) -> (&'a [u64], &'a mut [u64]) {
        let (kept, links) = entry.split_at_mut(self.arity);
        let at = row as usize * self.arity;
        self.words[at..at + self.arity].swap_with_slice(kept);
        (kept, links)
    }

    /// The bucket where the row was with its former words, and where it belongs with the words it has.
    fn buckets_of_both(&self, index: usize, row: u32, former: &[u64]) -> (u32, u32) {
        let now = self.indexes.bucket(index, self.row(row));
        (self.indexes.bucket(index, former), now)
    }

    pub(super) fn clear(&mut self) {
        self.indexes.clear();
        self.next_place = 0;
        self.freed = 0;
        self.fresh = 0;
        self.len = 0;
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
        let used = other.fresh as usize;
        let words = used * other.arity;
        let places = used.min(other.places.len());
        self.words[..words].copy_from_slice(&other.words[..words]);
        self.places[..places].copy_from_slice(&other.places[..places]);
        self.free[..other.freed].copy_from_slice(&other.free[..other.freed]);
        self.indexes.copy_from(&other.indexes, other.fresh);
        self.next_place = other.next_place;
        self.freed = other.freed;
        self.fresh = other.fresh;
        self.len = other.len;
        self.hash = other.hash;
        self.stamp = other.stamp;
    }
}

/// The hash of a row among all facts.
#[inline(always)]
fn row_hash(words: &[u64], seed: u64) -> u64 {
    let hash = words.iter().fold(START, |hash, &word| take_in(hash, word));
    finish(hash, seed)
}

/// What the stamp takes in for a replacement.
fn replacement(old: u64, new: u64) -> u64 {
    new.rotate_left(32) ^ old
}
