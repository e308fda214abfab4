//! Predicates of one column: a bit for each small word, and a table of large words.
//!
//! If conditions scan the predicate, its words are also rows in order, which replace the table.

use super::NIL;
use super::change::ChangeOutcome;
use super::fact_buffer::{BufferWriter, WordRecorder};
use super::layout::{Layout, SMALL};
use super::read::Reader;
use super::rows::RowPlace;
use super::trail::{MARK, change_note};

impl Reader<'_> {
    /// Returns true if the fact of one word is present, for a one-column predicate without `=>`.
    #[inline]
    pub fn has_one(self, l: &Layout, word: u64) -> bool {
        if word < u64::from(SMALL) {
            self.bit(l.bits, word)
        } else {
            self.has_large(l, word)
        }
    }

    #[inline(never)]
    fn has_large(self, l: &Layout, word: u64) -> bool {
        if l.scanned {
            self.find_row(l, &[word]) != NIL
        } else {
            self.place_of(l, word).is_ok()
        }
    }

    /// Returns one of the bits from an address on.
    #[inline(always)]
    pub(super) fn bit(self, at: u32, number: u64) -> bool {
        self.get(at + (number >> 6) as u32) >> (number & 63) & 1 == 1
    }

    /// Returns the row of a word, or [`NIL`].
    #[inline(always)]
    pub(super) fn find_word(self, l: &Layout, word: u64) -> u32 {
        if word >= u64::from(SMALL) {
            return self.find_large(l, word);
        }
        match self.bit(l.bits, word) {
            false => NIL,
            true if l.scanned && word >= u64::from(l.homes) => self.find_large(l, word),
            true => word as u32 + 1,
        }
    }

    #[inline(never)]
    fn find_large(self, l: &Layout, word: u64) -> u32 {
        match l.scanned {
            true => self.find_row(l, &[word]),
            false => self
                .place_of(l, word)
                .map_or(NIL, |place| SMALL + 1 + place),
        }
    }
}

impl<R: WordRecorder> BufferWriter<'_, R> {
    /// Adds or removes a word.
    #[inline(always)]
    pub(super) fn change_word(&mut self, l: &Layout, adds: bool, word: u64) -> ChangeOutcome {
        let is_small = word < u64::from(SMALL);
        let count = self.get(l.count);
        if self.read().has_one(l, word) == adds {
            return ChangeOutcome::Nothing;
        }
        if adds && count as u32 >= l.capacity {
            return ChangeOutcome::Full;
        }
        if is_small {
            self.turn(l, word);
        } else {
            self.record.note(MARK, word, change_note(l.rel));
        }
        if !l.scanned {
            let count = if adds { count + 1 } else { count - 1 };
            self.set(l.count, count);
        }
        if !l.scanned && !is_small {
            match self.read().place_of(l, word) {
                Ok(place) => self.free_place(l, place),
                Err(place) => self.set(l.table + place, word),
            }
        }
        if l.scanned || self.whole {
            // Its bit is already flipped.
            let place = if word < u64::from(l.homes) {
                RowPlace::home(word, !adds)
            } else {
                self.read().place_of_row(l, &[word])
            };
            if adds {
                _ = self.enter(l, place, &[word], true)
            } else {
                self.leave(l, place, true)
            }
        }
        ChangeOutcome::Done
    }

    #[inline(always)]
    fn turn(&mut self, l: &Layout, word: u64) {
        let at = l.bits + (word >> 6) as u32;
        let bits = self.get(at) ^ 1 << (word & 63);
        self.set_noting(at, bits, change_note(l.rel) | word as u32);
    }

    /// Flips one of the bits from an address on.
    #[inline(always)]
    pub(super) fn flip(&mut self, at: u32, number: u64) {
        let at = at + (number >> 6) as u32;
        self.set(at, self.get(at) ^ 1 << (number & 63));
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
