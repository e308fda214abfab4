//! Predicates of one column: a bit for each small word, and large words in a table.
//!
//! Where conditions go over the words, they stand in order as rows besides, and the rows stand for the table.

use super::NIL;
use super::change::Outcome;
use super::image::{Record, Writer};
use super::layout::{Layout, SMALL};
use super::read::Reader;
use super::trail::MARK;

impl Reader<'_> {
    /// Whether the fact of this one word is there, in a predicate of one column without `=>`.
    #[inline]
    pub fn has_one(self, l: &Layout, word: u64) -> bool {
        match word < u64::from(SMALL) {
            true => self.bit(l.small, word),
            false => self.has_large(l, word),
        }
    }

    #[inline(never)]
    fn has_large(self, l: &Layout, word: u64) -> bool {
        match l.scanned {
            true => self.find_row(&l.rows, &[word]) != NIL,
            false => self.place_of(&l.table, word).is_ok(),
        }
    }

    /// One of the bits from an address on.
    #[inline(always)]
    pub(super) fn bit(self, at: u32, number: u64) -> bool {
        self.get(at + (number >> 6) as u32) >> (number & 63) & 1 == 1
    }

    /// The row of this word, or [`NIL`].
    #[inline(always)]
    pub(super) fn find_word(self, l: &Layout, word: u64) -> u32 {
        if word >= u64::from(SMALL) {
            return self.find_large(l, word);
        }
        match self.bit(l.small, word) {
            false => NIL,
            true if l.scanned && word >= u64::from(l.rows.homes) => self.find_large(l, word),
            true => word as u32 + 1,
        }
    }

    #[inline(never)]
    fn find_large(self, l: &Layout, word: u64) -> u32 {
        match l.scanned {
            true => self.find_row(&l.rows, &[word]),
            false => self
                .place_of(&l.table, word)
                .map_or(NIL, |place| SMALL + 1 + place),
        }
    }
}

impl<R: Record> Writer<'_, R> {
    #[inline(always)]
    pub(super) fn add_word(&mut self, l: &Layout, word: u64) -> Outcome {
        if word >= u64::from(SMALL) {
            return self.add_large(l, word);
        }
        let (at, bit) = (l.small + (word >> 6) as u32, 1 << (word & 63));
        let bits = self.get(at);
        if bits & bit != 0 {
            return Outcome::There;
        }
        let count = self.get(l.count);
        if count as u32 >= l.capacity {
            return Outcome::Full;
        }
        self.set_noting(at, bits | bit, l.note | word as u32);
        match l.scanned {
            true => self.enter_one(l, word),
            false => self.set(l.count, count + 1),
        }
        if self.whole && !l.scanned {
            self.enter_one(l, word);
        }
        Outcome::New
    }

    /// Removes a word, and tells whether it was there.
    #[inline(always)]
    pub(super) fn remove_word(&mut self, l: &Layout, word: u64) -> bool {
        if word >= u64::from(SMALL) {
            return self.remove_large(l, word);
        }
        let (at, bit) = (l.small + (word >> 6) as u32, 1 << (word & 63));
        let bits = self.get(at);
        if bits & bit == 0 {
            return false;
        }
        // The bit still says where the row is.
        match l.scanned {
            true => self.leave_one(l, word),
            false => self.set(l.count, self.get(l.count) - 1),
        }
        self.set_noting(at, bits ^ bit, l.note | word as u32);
        if self.whole && !l.scanned {
            self.leave_one(l, word);
        }
        true
    }

    #[inline(never)]
    fn add_large(&mut self, l: &Layout, word: u64) -> Outcome {
        let place = match l.scanned {
            true if self.read().find_row(&l.rows, &[word]) != NIL => return Outcome::There,
            true => 0,
            false => match self.read().place_of(&l.table, word) {
                Ok(_) => return Outcome::There,
                Err(place) => place,
            },
        };
        let count = self.get(l.count);
        if count as u32 >= l.capacity {
            return Outcome::Full;
        }
        self.record.note(MARK, word, l.note);
        if !l.scanned {
            self.set(l.count, count + 1);
            self.set(l.table.at(place), word);
        }
        if l.scanned || self.whole {
            self.enter_one(l, word);
        }
        Outcome::New
    }

    #[inline(never)]
    fn remove_large(&mut self, l: &Layout, word: u64) -> bool {
        if !self.read().has_one(l, word) {
            return false;
        }
        self.record.note(MARK, word, l.note);
        if !l.scanned
            && let Ok(place) = self.read().place_of(&l.table, word)
        {
            self.set(l.count, self.get(l.count) - 1);
            self.free_place(&l.table, place);
        }
        if l.scanned || self.whole {
            self.leave_one(l, word);
        }
        true
    }

    /// The word gets a row.
    fn enter_one(&mut self, l: &Layout, word: u64) {
        self.enter(&l.rows, &[word], true);
    }

    /// The row of the word goes.
    fn leave_one(&mut self, l: &Layout, word: u64) {
        let row = match word < u64::from(l.rows.homes) {
            true => word as u32 + 1,
            false => self.read().find_row(&l.rows, &[word]),
        };
        self.leave(&l.rows, row, &[word], true);
    }
}
