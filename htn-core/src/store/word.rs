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
            true => self.bit(l.bits, word),
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
        match self.bit(l.bits, word) {
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
    pub(super) fn add_word(&mut self, l: &Layout, word: u64) -> Outcome {
        match word < u64::from(SMALL) {
            true if l.scanned && word < u64::from(l.rows.homes) => self.add_home(l, word),
            true => self.add_small(l, word),
            false => self.add_large(l, word),
        }
    }

    /// Removes a word, and tells whether it was there.
    pub(super) fn remove_word(&mut self, l: &Layout, word: u64) -> bool {
        match word < u64::from(SMALL) {
            true if l.scanned && word < u64::from(l.rows.homes) => self.remove_home(l, word),
            true => self.remove_small(l, word),
            false => self.remove_large(l, word),
        }
    }

    /// Turns the bit of a small word on that no condition goes over.
    #[inline(always)]
    pub(super) fn add_bit(&mut self, l: &Layout, word: u64) -> Outcome {
        let count = self.get(l.count);
        let outcome = self.turn_on(l, word, count);
        if outcome == Outcome::New {
            self.set(l.count, count + 1);
        }
        outcome
    }

    /// Turns it off.
    #[inline(always)]
    pub(super) fn remove_bit(&mut self, l: &Layout, word: u64) -> bool {
        let was_on = self.turn_off(l, word);
        if was_on {
            self.set(l.count, self.get(l.count) - 1);
        }
        was_on
    }

    /// Adds a word that has a home.
    #[inline(always)]
    pub(super) fn add_home(&mut self, l: &Layout, word: u64) -> Outcome {
        let outcome = self.turn_on(l, word, self.get(l.count));
        if outcome == Outcome::New {
            self.enter_home(&l.rows, word as u32 + 1);
        }
        outcome
    }

    #[inline(always)]
    pub(super) fn remove_home(&mut self, l: &Layout, word: u64) -> bool {
        let was_on = self.turn_off(l, word);
        if was_on {
            self.leave_home(&l.rows, word as u32 + 1);
        }
        was_on
    }

    #[inline(always)]
    fn turn_on(&mut self, l: &Layout, word: u64, count: u64) -> Outcome {
        let (at, bit) = (l.bits + (word >> 6) as u32, 1 << (word & 63));
        let bits = self.get(at);
        if bits & bit != 0 {
            return Outcome::There;
        }
        if count as u32 >= l.capacity {
            return Outcome::Full;
        }
        self.set_noting(at, bits | bit, l.note | word as u32);
        Outcome::New
    }

    #[inline(always)]
    fn turn_off(&mut self, l: &Layout, word: u64) -> bool {
        let (at, bit) = (l.bits + (word >> 6) as u32, 1 << (word & 63));
        let bits = self.get(at);
        if bits & bit == 0 {
            return false;
        }
        self.set_noting(at, bits ^ bit, l.note | word as u32);
        true
    }

    /// Adds a small word that has no home.
    fn add_small(&mut self, l: &Layout, word: u64) -> Outcome {
        let outcome = match l.scanned {
            true => self.turn_on(l, word, self.get(l.count)),
            false => self.add_bit(l, word),
        };
        if outcome == Outcome::New {
            self.enter_order(l, word);
        }
        outcome
    }

    fn remove_small(&mut self, l: &Layout, word: u64) -> bool {
        let was_on = match l.scanned {
            true => self.turn_off(l, word),
            false => self.remove_bit(l, word),
        };
        if was_on {
            self.leave_order(l, word);
        }
        was_on
    }

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
            self.set(l.table.at + place, word);
        }
        self.enter_order(l, word);
        Outcome::New
    }

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
        self.leave_order(l, word);
        true
    }

    /// Turns one of the bits from an address on.
    #[inline(always)]
    pub(super) fn flip(&mut self, at: u32, number: u64) {
        let at = at + (number >> 6) as u32;
        self.set(at, self.get(at) ^ 1 << (number & 63));
    }

    /// The word gets a row in the order, where that is kept.
    fn enter_order(&mut self, l: &Layout, word: u64) {
        if l.scanned || self.whole {
            self.enter(&l.rows, &[word], true);
        }
    }

    /// Its row goes.
    fn leave_order(&mut self, l: &Layout, word: u64) {
        if l.scanned || self.whole {
            let row = self.read().find_row(&l.rows, &[word]);
            self.leave(&l.rows, row, &[word], true);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::store::tests::{are_like_lists, predicate};
    use crate::tables::Columns;

    #[test]
    fn words_are_like_lists() {
        are_like_lists(
            const {
                &[
                    predicate(1, None, 12, false, &[Columns(0), Columns(1)]),
                    predicate(1, None, 12, true, &[Columns(0), Columns(1)]),
                    predicate(1, None, 1, true, &[Columns(0), Columns(1)]),
                ]
            },
            8_000,
            120_000,
        );
    }
}
