//! Changes of relations with more indexes or more words: what [`change`](super::change) leaves out.

use super::index::{Index, Link};
use super::relation::{Node, Relation, SHORT};
use super::sums::{Change, Keeps, Sums};
use super::trail::{Event, Header, Trail};
use super::{Full, NIL};
use crate::tables::RelId;

impl Relation {
    /// All the words of a slot that an entry keeps.
    #[inline(always)]
    pub(super) fn stored_mut(&mut self, row: u32) -> &mut [u64] {
        match self.arity <= SHORT {
            true => &mut self.nodes[row as usize].words,
            false => &mut self.long[row as usize * self.arity..][..self.arity],
        }
    }

    /// Puts the row to the end of its chains in the other indexes.
    #[inline(never)]
    pub(super) fn append(&mut self, row: u32) {
        let words = match self.arity <= SHORT {
            true => &self.nodes[row as usize].words[..self.arity],
            false => &self.long[row as usize * self.arity..][..self.arity],
        };
        for index in &mut self.indexes {
            index.append(row, words);
        }
        if let Some(place) = self.places.get_mut(row as usize) {
            *place = self.next_place;
        }
        self.next_place += 1;
    }

    #[inline(never)]
    pub(super) fn unlink_others(&mut self, row: u32) {
        for index in &mut self.indexes {
            index.unlink(row);
        }
    }

    /// The same for a row that is removed, and makes its entry.
    #[inline(never)]
    pub(super) fn unlink_others_noting(
        &mut self,
        rel: RelId,
        row: u32,
        trail: &mut Trail,
    ) -> Result<(), Full> {
        let words = self.arity.max(SHORT);
        let size = 1 + self.indexes.len() + usize::from(self.moves) + words + 1;
        let entry = trail.push_run(Header::new(Event::Removed, rel, row, size))?;
        entry[0] = self.nodes[row as usize].link.to_word();
        for (index, note) in self.indexes.iter_mut().zip(&mut entry[1..]) {
            *note = index.unlink(row).to_word();
        }
        let (front, words) = entry.split_at_mut(size - 1 - words);
        words.copy_from_slice(self.stored_mut(row));
        if self.moves {
            front[self.indexes.len() + 1] = self.places[row as usize];
        }
        Ok(())
    }

    /// Puts a row that was removed back into the other indexes; returns its link in the order.
    #[inline(never)]
    pub(super) fn relink_others(&mut self, row: u32, entry: &mut [u64]) -> u64 {
        self.swap_record(row, entry);
        for (index, &note) in self.indexes.iter_mut().zip(&entry[1..]) {
            index.insert(row, Link::from_word(note));
        }
        entry[0]
    }

    /// Swaps what is in a slot with what the entry of a removed row keeps.
    pub(super) fn swap_record(&mut self, row: u32, entry: &mut [u64]) {
        let words = entry.len() - self.arity.max(SHORT);
        self.swap_words(row, &mut entry[words..]);
        if self.moves {
            core::mem::swap(&mut self.places[row as usize], &mut entry[words - 1]);
        }
    }

    /// Writes new words over a row of the same key. It keeps its place in the order, and so in every chain: where it
    /// belongs to another bucket now, it goes between the rows that were added before it and after it.
    #[inline(never)]
    pub(super) fn replace(
        &mut self,
        rel: RelId,
        row: u32,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<(), Full> {
        let mut spare = core::mem::take(&mut self.spare);
        let size = spare.len() + 1;
        let (entry, keeps) = match trail {
            Some(trail) => {
                let keeps = trail.keeps;
                let header = Header::new(Event::Replaced, rel, row, size);
                (trail.push_run(header), keeps)
            }
            None => (Ok(&mut *spare), Keeps::HashAndStamp),
        };
        let done = entry.map(|entry| {
            entry[..words.len()].copy_from_slice(words);
            self.replace_with(row, entry, keeps);
        });
        self.spare = spare;
        done
    }

    /// Replaces a row by the words at the beginning of the entry, which takes the old ones, and notes where it was.
    pub(super) fn replace_with(&mut self, row: u32, entry: &mut [u64], keeps: Keeps) {
        let (new, notes) = entry.split_at_mut(self.arity);
        if self.moves {
            let old = match self.arity <= SHORT {
                true => &self.nodes[row as usize].words[..self.arity],
                false => &self.long[row as usize * self.arity..][..self.arity],
            };
            for (index, note) in self.indexes.iter_mut().zip(notes) {
                if let Some(was) = index.rebucket(row, old, new, &self.places) {
                    *note = was.to_word();
                }
            }
        }
        if keeps != Keeps::Nothing {
            let change = Change::replaced(self.hash_of(row), self.hash_words(new));
            self.sums.take_in(keeps, change);
        }
        self.swap_words(row, new);
    }

    /// A loop, since rows are too short for anything better.
    #[inline(always)]
    fn swap_words(&mut self, row: u32, words: &mut [u64]) {
        for (here, there) in self.stored_mut(row).iter_mut().zip(words) {
            core::mem::swap(here, there);
        }
    }

    /// Undoes [`replace_with`](Relation::replace_with).
    #[inline(never)]
    pub(super) fn replace_back(&mut self, row: u32, entry: &mut [u64], keeps: Keeps) {
        let (old, notes) = entry.split_at_mut(self.arity);
        if keeps != Keeps::Nothing {
            let change = Change::replaced(self.hash_words(old), self.hash_of(row));
            self.sums.take_back(keeps, change);
        }
        if self.moves {
            let new = match self.arity <= SHORT {
                true => &self.nodes[row as usize].words[..self.arity],
                false => &self.long[row as usize * self.arity..][..self.arity],
            };
            for (index, &mut note) in self.indexes.iter_mut().zip(notes) {
                index.rebucket_back(row, old, new, Link::from_word(note));
            }
        }
        self.swap_words(row, old);
    }

    /// Works the sum of the hashes out anew.
    pub(super) fn rehash(&mut self) {
        let mut hash = 0u64;
        let mut place = self.first_fact();
        while place != NIL {
            hash = hash.wrapping_add(self.with_fact(place, |row| self.hash_words(row)));
            place = self.fact_after(place);
        }
        self.sums.hash = hash;
    }

    pub(super) fn clear(&mut self) {
        self.heads.fill(NIL);
        self.nodes[NIL as usize] = Node::default();
        for home in &mut self.nodes[1..=self.homes as usize] {
            home.same = NIL;
        }
        self.indexes.iter_mut().for_each(Index::clear);
        self.small.fill(0);
        self.next_place = 0;
        self.room = self.capacity;
        self.reach = NIL;
        self.fresh = self.homes;
        self.freed = NIL;
        self.sums = Sums::default();
    }

    /// Whether it is like another one of the same predicate.
    ///
    /// Equal stamps mean that the same changes were made to both, one after another from the empty relation on, so that
    /// they hold the same rows in the same order (but for one chance in 2^64). Changes that leave the stamp alone have
    /// been undone by now, or are given up.
    #[inline(always)]
    pub(super) fn is_like(&self, other: &Relation) -> bool {
        self.sums.stamp == other.sums.stamp
    }

    /// Becomes like another one of the same predicate, where it is not, or where that is not sure.
    pub(super) fn copy_from(&mut self, other: &Relation, all: bool) {
        if all || !self.is_like(other) {
            self.copy_rows(other);
        }
        self.sums = other.sums;
    }

    fn copy_rows(&mut self, other: &Relation) {
        // A home that is empty there may be taken here.
        let reach = self.reach.max(other.reach) as usize;
        let slots = [
            0..reach + 1,
            other.homes as usize + 1..other.fresh as usize + 1,
        ];
        for used in slots.clone() {
            self.nodes[used.clone()].copy_from_slice(&other.nodes[used.clone()]);
            if self.arity > SHORT {
                let words = used.start * other.arity..used.end * other.arity;
                self.long[words.clone()].copy_from_slice(&other.long[words]);
            }
            if self.moves {
                self.places[used.clone()].copy_from_slice(&other.places[used]);
            }
        }
        self.heads.copy_from_slice(&other.heads);
        for (to, from) in self.indexes.iter_mut().zip(&other.indexes) {
            to.copy_from(from, &slots);
        }
        self.small = other.small;
        self.next_place = other.next_place;
        self.room = other.room;
        self.reach = other.reach;
        self.fresh = other.fresh;
        self.freed = other.freed;
    }
}
