//! Tables whose rows come and go: slabs, and chains through their rows.

use core::ops;

use super::indices::Index;
use crate::model::pool::{Memory, Pool};

/// A row of a [`Slab`]. While it is free, one field of it leads to the next free row.
pub(super) trait Reusable<I> {
    fn next_free(&mut self) -> &mut Option<I>;
}

/// Rows by number. A row keeps its number until it is given back. Memory is not touched before it is used.
#[derive(Clone, Debug)]
pub(super) struct Slab<I, T> {
    rows: Pool<T>,
    /// The row that was given back last; the others follow.
    free: Option<I>,
}

impl<I: Index, T: Reusable<I>> Slab<I, T> {
    pub fn new(capacity: usize, memory: Memory) -> Self {
        Slab {
            rows: memory.pool(capacity),
            free: None,
        }
    }

    /// Keeps a row. There must be room: whoever adds rows counts them.
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

    /// Gives a row back, which has nothing in it any more.
    pub fn give_back(&mut self, slot: I, mut blank: T) {
        *blank.next_free() = self.free.replace(slot);
        self[slot] = blank;
    }

    /// The row of this number, which may be free; `None` where there never was one.
    pub fn get(&self, slot: I) -> Option<&T> {
        self.rows.get(slot.index())
    }

    /// How many rows there have been at once, at most.
    pub fn reached(&self) -> usize {
        self.rows.len()
    }

    /// The rows that are free, in the order in which they are used again. `next` is what [`Reusable::next_free`] is.
    #[cfg(feature = "serde")]
    pub fn freed(&self, next: impl Fn(&T) -> Option<I>) -> impl Iterator<Item = I> {
        core::iter::successors(self.free, move |slot| next(&self[*slot]))
    }

    pub fn bytes(&self) -> usize {
        self.rows.bytes()
    }

    /// All rows, free ones too.
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

/// A list of rows of one table, in the order in which they joined. The links are in the rows; where a row can be in
/// several chains, a function says which of its links is meant.
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
    /// Puts a row, which is in no chain by this link, at the end.
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

    /// Takes a row out, which is in this chain.
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
