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
}

impl<R: Record> Writer<'_, R> {
    pub(super) fn add_pair(&mut self, l: &Layout, key: u64, value: u64) -> Outcome {
        let outcome = match key < u64::from(l.direct) {
            true => self.add_near(l, key, value),
            false => self.add_far(l, key, value),
        };
        if outcome == Outcome::New {
            self.enter_order(l, key);
        }
        outcome
    }

    /// Removes the row of a key, which is there.
    pub(super) fn remove_pair(&mut self, l: &Layout, key: u64) {
        match key < u64::from(l.direct) {
            true => self.remove_near(l, key),
            false => {
                if let Ok(place) = self.read().place_of(&l.table, key) {
                    self.set(l.count, self.get(l.count) - 1);
                    self.free_place(&l.table, place);
                }
            }
        }
        self.leave_order(l, key);
    }

    /// Adds a pair of a small key, but for its order.
    #[inline(always)]
    pub(super) fn add_near(&mut self, l: &Layout, key: u64, value: u64) -> Outcome {
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
        Outcome::New
    }

    #[inline(always)]
    pub(super) fn remove_near(&mut self, l: &Layout, key: u64) {
        self.flip(l.small, key);
        self.set(l.count, self.get(l.count) - 1);
    }

    #[inline(always)]
    fn put_value(&mut self, at: u32, value: u64) -> Outcome {
        if self.get(at) == value {
            return Outcome::There;
        }
        self.set(at, value);
        Outcome::Replaced
    }

    fn add_far(&mut self, l: &Layout, key: u64, value: u64) -> Outcome {
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
        Outcome::New
    }
}

#[cfg(test)]
mod tests {
    use crate::store::tests::{are_like_lists, predicate};
    use crate::tables::Columns;

    #[test]
    fn pairs_are_like_lists() {
        are_like_lists(
            const {
                &[
                    predicate(2, Some(1), 12, false, &[Columns(0), Columns(1)]),
                    predicate(2, Some(1), 3, false, &[Columns(0), Columns(1)]),
                ]
            },
            8_000,
            120_000,
        );
    }
}
