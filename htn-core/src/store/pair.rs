//! Predicates `key => value` that no condition goes over: for each small key a bit that says whether it has a value, and a
//! place for that; large keys in a table.

use super::NIL;
use super::change::Outcome;
use super::image::{Record, Writer};
use super::layout::Layout;
use super::read::Reader;

impl Reader<'_> {
    /// The row of this key, or [`NIL`].
    #[inline(always)]
    pub(super) fn find_pair(self, l: &Layout, key: u64) -> u32 {
        match key < u64::from(l.direct) {
            true if self.bit(l.small, key) => key as u32 + 1,
            true => NIL,
            false => self.find_far_pair(l, key),
        }
    }

    #[inline(never)]
    fn find_far_pair(self, l: &Layout, key: u64) -> u32 {
        let place = self.place_of(&l.table, key);
        place.map_or(NIL, |place| l.direct + 1 + place)
    }

    /// A word of a row.
    #[inline(always)]
    pub(super) fn pair_word(self, l: &Layout, row: u32, column: u32) -> u64 {
        match (row - 1).checked_sub(l.direct) {
            Some(place) => self.get(l.table.at(place) + column),
            None if column == 0 => u64::from(row - 1),
            None => self.get(l.values + row - 1),
        }
    }
}

impl<R: Record> Writer<'_, R> {
    #[inline(always)]
    pub(super) fn add_pair(&mut self, l: &Layout, key: u64, value: u64) -> Outcome {
        if key >= u64::from(l.direct) {
            return self.add_far_pair(l, key, value);
        }
        let (at, bit) = (l.small + (key >> 6) as u32, 1 << (key & 63));
        let (bits, place) = (self.get(at), l.values + key as u32);
        if bits & bit != 0 {
            return self.put_value(place, value);
        }
        let count = self.get(l.count);
        if count as u32 >= l.capacity {
            return Outcome::Full;
        }
        self.set(at, bits | bit);
        self.set(place, value);
        self.set(l.count, count + 1);
        self.enter_key(l, key);
        Outcome::New
    }

    #[inline(always)]
    fn put_value(&mut self, at: u32, value: u64) -> Outcome {
        if self.get(at) == value {
            return Outcome::There;
        }
        self.set(at, value);
        Outcome::Replaced
    }

    #[inline(never)]
    fn add_far_pair(&mut self, l: &Layout, key: u64, value: u64) -> Outcome {
        let place = match self.read().place_of(&l.table, key) {
            Ok(place) => return self.put_value(l.table.at(place) + 1, value),
            Err(place) => l.table.at(place),
        };
        let count = self.get(l.count);
        if count as u32 >= l.capacity {
            return Outcome::Full;
        }
        self.set(place, key);
        self.set(place + 1, value);
        self.set(l.count, count + 1);
        self.enter_key(l, key);
        Outcome::New
    }

    /// Removes the row of a key, which is there.
    #[inline(always)]
    pub(super) fn remove_pair(&mut self, l: &Layout, key: u64) {
        self.set(l.count, self.get(l.count) - 1);
        if key < u64::from(l.direct) {
            let at = l.small + (key >> 6) as u32;
            self.set(at, self.get(at) ^ 1 << (key & 63));
        } else if let Ok(place) = self.read().place_of(&l.table, key) {
            self.free_place(&l.table, place);
        }
        if self.whole {
            let row = self.read().find_row(&l.rows, &[key]);
            self.leave(&l.rows, row, &[key], true);
        }
    }

    #[inline(always)]
    fn enter_key(&mut self, l: &Layout, key: u64) {
        if self.whole {
            self.enter(&l.rows, &[key], true);
        }
    }
}
