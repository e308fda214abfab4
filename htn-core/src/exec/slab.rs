//! Tables with reusable rows: slabs, and chains through their rows.

use core::ops;

use super::indices::Index;
use crate::model::pool::{Memory, Pool};

/// A row of a [`Slab`]. A free row has a link to the next free row in one of its fields.
pub(super) trait Reusable<I> {
    fn next_free(&mut self) -> &mut Option<I>;
}

/// Rows by number.
///
/// Invariant: a row keeps its number until it is given back. The free rows form a list from `free`. Memory is not touched
/// before its first use.
#[derive(Clone, Debug)]
pub(super) struct Slab<I, T> {
    rows: Pool<T>,
    /// The row that was given back last, the first of the free ones.
    free: Option<I>,
}

impl<I: Index, T: Reusable<I>> Slab<I, T> {
    pub fn new(capacity: usize, memory: Memory) -> Self {
        Slab {
            rows: memory.pool(capacity),
            free: None,
        }
    }

    /// Adds a row. The caller ensures that there is room.
    pub fn add(&mut self, row: T) -> I {
        match self.free {
            Some(slot) => {
                self.free = self[slot].next_free().take();
                self[slot] = row;
                slot
            }
            None => {
                self.rows.push(row);
                I::new(self.rows.len() - 1)
            }
        }
    }

    /// Frees a row. Its fields become those of `blank`.
    pub fn give_back(&mut self, slot: I, mut blank: T) {
        *blank.next_free() = self.free.replace(slot);
        self[slot] = blank;
    }

    /// Returns the row with this number, which may be free; `None` if it was never used.
    pub fn get(&self, slot: I) -> Option<&T> {
        self.rows.get(slot.index())
    }

    /// Returns the number of rows that have been used.
    pub fn reached(&self) -> usize {
        self.rows.len()
    }

    /// Returns the free rows, in the order in which they will be reused. `next` reads the field of [`Reusable::next_free`].
    #[cfg(feature = "serde")]
    pub fn freed(&self, next: impl Fn(&T) -> Option<I>) -> impl Iterator<Item = I> {
        core::iter::successors(self.free, move |slot| next(&self[*slot]))
    }

    pub fn bytes(&self) -> usize {
        self.rows.bytes()
    }

    /// Returns all rows, including free ones.
    pub fn rows_mut(&mut self) -> &mut [T] {
        &mut self.rows
    }
}

impl<I: Index, T> ops::Index<I> for Slab<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, slot: I) -> &T {
        &self.rows[slot.index()]
    }
}

impl<I: Index, T> ops::IndexMut<I> for Slab<I, T> {
    #[inline]
    fn index_mut(&mut self, slot: I) -> &mut T {
        &mut self.rows[slot.index()]
    }
}

/// The neighbours of a row in a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<I> {
    pub before: Option<I>,
    pub after: Option<I>,
}

impl<I> Link<I> {
    pub const NONE: Link<I> = Link {
        before: None,
        after: None,
    };
}

/// A linked list of rows of one table, in the order in which they joined.
///
/// Invariant: the links are in the rows. If a row can be in several chains, a function selects the link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain<I> {
    pub first: Option<I>,
    pub last: Option<I>,
}

impl<I> Chain<I> {
    pub const EMPTY: Chain<I> = Chain {
        first: None,
        last: None,
    };

    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }
}

impl<I: Index> Chain<I> {
    /// Appends a row, which must not be in a chain by this link.
    pub fn push<T>(&mut self, rows: &mut [T], link: impl Fn(&mut T) -> &mut Link<I>, row: I) {
        *link(&mut rows[row.index()]) = Link {
            before: self.last,
            after: None,
        };
        match self.last.replace(row) {
            Some(last) => link(&mut rows[last.index()]).after = Some(row),
            None => self.first = Some(row),
        }
    }

    /// Removes a row, which must be in this chain.
    pub fn remove<T>(&mut self, rows: &mut [T], link: impl Fn(&mut T) -> &mut Link<I>, row: I) {
        let Link { before, after } = core::mem::replace(link(&mut rows[row.index()]), Link::NONE);
        match before {
            Some(before) => link(&mut rows[before.index()]).after = after,
            None => self.first = after,
        }
        match after {
            Some(after) => link(&mut rows[after.index()]).before = before,
            None => self.last = before,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::super::indices::HoldSlot;
    use super::*;

    struct Row {
        name: u64,
        link: Link<HoldSlot>,
    }

    impl Reusable<HoldSlot> for Row {
        fn next_free(&mut self) -> &mut Option<HoldSlot> {
            &mut self.link.after
        }
    }

    fn row(name: u64) -> Row {
        Row {
            name,
            link: Link::NONE,
        }
    }

    fn names(slab: &Slab<HoldSlot, Row>, chain: Chain<HoldSlot>) -> Vec<u64> {
        let after = |slot: &HoldSlot| slab[*slot].link.after;
        let slots = core::iter::successors(chain.first, after);
        slots.map(|slot| slab[slot].name).collect()
    }

    #[test]
    fn chains_hold_what_lists_hold() {
        let mut slab = Slab::new(40, Memory::Reserved);
        let mut chains = [Chain::EMPTY; 3];
        let mut model: [Vec<(HoldSlot, u64)>; 3] = Default::default();
        let mut seed = 0x1234_5678_9ABC_DEF1_u64;
        for round in 0..20_000_u64 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let list = (seed >> 8) as usize % 3;
            let count: usize = model.iter().map(Vec::len).sum();
            if seed >> 63 == 0 && count < 40 {
                let slot = slab.add(row(round));
                chains[list].push(slab.rows_mut(), |row| &mut row.link, slot);
                model[list].push((slot, round));
            } else if !model[list].is_empty() {
                let at = (seed >> 16) as usize % model[list].len();
                let (slot, _) = model[list].remove(at);
                chains[list].remove(slab.rows_mut(), |row| &mut row.link, slot);
                slab.give_back(slot, row(u64::MAX));
            }
            assert!(
                names(&slab, chains[list])
                    .iter()
                    .eq(model[list].iter().map(|(_, name)| name))
            );
            assert_eq!(chains[list].last, model[list].last().map(|(slot, _)| *slot));
            assert!(slab.reached() <= 40);
        }
    }
}
