//! Rows of words, found by buckets of their keys, in order, with chains for whatever else they are looked up by.
//!
//! The first nodes are *homes*: small words that are a key by themselves have a node each that nobody else takes. Rows of
//! other keys take any of the nodes above them. The low half of the first word of such a node is the next row in its bucket,
//! or, while it is free, how much further than to the next node it is to the next free one, so that an image of zeros is a
//! list of all free nodes. The high half of the first word of the n-th node is where the n-th bucket begins, whatever else
//! that node is.
//!
//! Node 0 is no row. Its first word has the number of rows in its low half, and the first free node above the homes in its
//! high half; its link is the head of the order; its place in the order is that of the row that comes next.
//!
//! A row that is replaced keeps its node, and its place in the order and so in every chain: where it belongs to another
//! bucket of an index now, it goes between the rows that were added before it and after it.

use super::NIL;
use super::chain::{self, Chain};
use super::change::Outcome;
use super::hash::spread_all;
use super::image::{Record, Writer};
use super::layout::Layout;
use super::read::Reader;
use crate::tables::Columns;

impl Layout {
    /// The node of a row.
    #[inline(always)]
    pub(super) fn node(&self, row: u32) -> u32 {
        self.nodes + row * self.stride
    }

    /// The address of a word of a row.
    #[inline(always)]
    pub(super) fn column(&self, row: u32, column: u32) -> u32 {
        self.node(row) + 1 + column
    }

    /// The link of a row in the order.
    #[inline(always)]
    pub(super) fn link(&self, row: u32) -> u32 {
        self.links + row * self.links_apart
    }

    #[inline(always)]
    pub(super) fn is_home(&self, row: u32) -> bool {
        row <= self.homes
    }

    /// The word whose high half is where the bucket of a hash begins.
    #[inline(always)]
    fn head(&self, hash: u64) -> u32 {
        self.node((hash >> self.shift) as u32 + 1)
    }

    /// The same for the bucket of a row's key.
    #[inline(always)]
    fn head_of(&self, words: &[u64]) -> u32 {
        self.head(match self.keyed {
            false => spread_all(words.iter().copied()),
            true => spread_all(columns(self.key).map(|c| words[c])),
        })
    }

    /// The head of a chain of an index, counted from the third on.
    #[inline(always)]
    pub(super) fn index_head(&self, index: u32, words: impl Iterator<Item = u64>) -> u32 {
        let bucket = (spread_all(words) >> self.shift) as u32;
        self.index_heads + index * self.buckets + bucket
    }

    /// The link of a row in such an index.
    #[inline(always)]
    pub(super) fn index_link(&self, index: u32, row: u32) -> u32 {
        self.node(row) + self.index_links + index
    }

    #[inline(always)]
    fn order(&self) -> Chain {
        Chain {
            head: self.links,
            links: self.links,
            apart: self.links_apart,
        }
    }

    /// The chain of an index that a row of these words belongs to.
    fn chain(&self, index: u32, of: Columns, words: &[u64]) -> Chain {
        Chain {
            head: self.index_head(index, columns(of.0).map(|c| words[c])),
            links: self.index_link(index, 0),
            apart: self.stride,
        }
    }
}

/// The numbers of these columns.
#[inline(always)]
pub(super) fn columns(of: u16) -> impl Iterator<Item = usize> + Clone {
    core::iter::successors(Some(of), |left| Some(left & left.wrapping_sub(1)))
        .take_while(|left| *left != 0)
        .map(|left| left.trailing_zeros() as usize)
}

#[inline(always)]
fn high(word: u64) -> u32 {
    (word >> 32) as u32
}

#[inline(always)]
fn pack(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

impl Reader<'_> {
    /// The row with the key of these words, or [`NIL`].
    #[inline(always)]
    pub(super) fn find_row(self, l: &Layout, words: &[u64]) -> u32 {
        if l.keyed {
            return self.find_key(l, columns(l.key).map(|c| words[c]));
        }
        let mut row = high(self.get(l.head_of(words)));
        while row != NIL {
            let mut columns = (l.column(row, 0)..).zip(words);
            if columns.all(|(at, &word)| self.get(at) == word) {
                break;
            }
            row = self.get(l.node(row)) as u32;
        }
        row
    }

    /// The row whose key has these words in its columns, or [`NIL`].
    #[inline(always)]
    pub(super) fn find_key(self, l: &Layout, key: impl Iterator<Item = u64> + Clone) -> u32 {
        if l.homes > 0
            && let Some(word) = key.clone().next()
            && word < u64::from(l.homes)
        {
            return match self.bit(l.bits, word) {
                true => word as u32 + 1,
                false => NIL,
            };
        }
        let mut row = high(self.get(l.head(spread_all(key.clone()))));
        while row != NIL {
            let mut columns = columns(l.key).zip(key.clone());
            if columns.all(|(c, word)| self.get(l.column(row, c as u32)) == word) {
                break;
            }
            row = self.get(l.node(row)) as u32;
        }
        row
    }
}

impl<R: Record> Writer<'_, R> {
    #[inline]
    pub(super) fn add_row(&mut self, l: &Layout, words: &[u64]) -> Outcome {
        let row = self.read().find_row(l, words);
        if row != NIL && l.place != 0 {
            self.move_in_indexes(l, row, words);
        }
        let next = self.next_node(l, words);
        let outcome = self.change_plain::<true>(l, row, words);
        if outcome == Outcome::Done {
            self.enter_indexes(l, next, words);
        }
        outcome
    }

    #[inline]
    pub(super) fn remove_row(&mut self, l: &Layout, words: &[u64]) -> Outcome {
        let row = self.read().find_row(l, words);
        let outcome = self.change_plain::<false>(l, row, words);
        if outcome == Outcome::Done {
            for (index, &of) in (0..).zip(l.indexes) {
                self.unlink(l.chain(index, of, words), row);
            }
        }
        outcome
    }

    /// A row comes or goes, but for further indexes. This is the one of its key.
    #[inline(always)]
    pub(super) fn change_plain<const ADDS: bool>(
        &mut self,
        l: &Layout,
        row: u32,
        words: &[u64],
    ) -> Outcome {
        let ordered = self.whole || !l.order_is_apart();
        match (row != NIL, ADDS) {
            (true, true) if l.keyed => return self.put_columns(l.column(row, 0), words),
            (true, true) | (false, false) => return Outcome::Nothing,
            (false, true) if self.get(l.nodes) as u32 >= l.capacity => return Outcome::Full,
            (false, true) => self.enter(l, words, ordered),
            (true, false) => {
                let mut columns = (l.column(row, 0)..).zip(words);
                if l.keyed && !columns.all(|(at, &word)| self.get(at) == word) {
                    return Outcome::Nothing;
                }
                self.leave(l, row, words, ordered);
            }
        }
        Outcome::Done
    }

    /// The value of a key that has a home comes or goes, but for the order.
    #[inline(always)]
    pub(super) fn change_value<const ADDS: bool>(
        &mut self,
        l: &Layout,
        key: u64,
        value: u64,
    ) -> Outcome {
        let (state, at) = (self.get(l.nodes), l.column(key as u32 + 1, 1));
        match (self.read().bit(l.bits, key), ADDS) {
            (true, true) => return self.put_columns(at, &[value]),
            (true, false) if self.get(at) == value => self.set(l.nodes, state - 1),
            (false, true) if state as u32 >= l.capacity => return Outcome::Full,
            (false, true) => {
                self.set(l.nodes, state + 1);
                self.set(at, value);
            }
            (_, false) => return Outcome::Nothing,
        }
        self.flip(l.bits, key);
        Outcome::Done
    }

    /// The row of a home comes or goes, whose words stand there.
    #[inline(always)]
    pub(super) fn change_home_row<const ADDS: bool>(&mut self, l: &Layout, row: u32) {
        let state = self.get(l.nodes);
        match ADDS {
            true => {
                self.set(l.nodes, state + 1);
                self.append(l.order(), row);
            }
            false => {
                self.set(l.nodes, state - 1);
                self.unlink(l.order(), row);
            }
        }
    }

    /// Where a new row of these words would be.
    #[inline(always)]
    fn next_node(&self, l: &Layout, words: &[u64]) -> u32 {
        match words.first() {
            Some(&word) if word < u64::from(l.homes) => word as u32 + 1,
            _ => l.homes + 1 + high(self.get(l.nodes)),
        }
    }

    /// Puts a row to the end of its bucket and the order. There is room for it.
    #[inline(always)]
    pub(super) fn enter(&mut self, l: &Layout, words: &[u64], ordered: bool) {
        let (state, row) = (self.get(l.nodes), self.next_node(l, words));
        if l.is_home(row) {
            self.set(l.nodes, state + 1);
            if l.keyed {
                self.flip(l.bits, u64::from(row - 1));
            }
        } else {
            let node = self.get(l.node(row));
            let next = (high(state) + 1).wrapping_add(node as u32);
            self.set(l.nodes, pack(next, state as u32 + 1));
            let head = l.head_of(words);
            let first = high(self.get(head));
            self.set(l.node(row), pack(high(node), first));
            self.set(head, pack(row, self.get(head) as u32));
        }
        if ordered {
            self.append(l.order(), row);
        }
        // In homes, the key stands there for good.
        self.put_columns(l.column(row, 0), words);
    }

    /// Writes words where there are others, and tells whether there were.
    #[inline(always)]
    pub(super) fn put_columns(&mut self, at: u32, words: &[u64]) -> Outcome {
        let mut outcome = Outcome::Nothing;
        for (at, &word) in (at..).zip(words) {
            if self.get(at) != word {
                self.set(at, word);
                outcome = Outcome::Replaced;
            }
        }
        outcome
    }

    /// Takes a row of these words, which is there, out of its bucket and the order.
    #[inline(always)]
    pub(super) fn leave(&mut self, l: &Layout, row: u32, words: &[u64], ordered: bool) {
        let state = self.get(l.nodes);
        if l.is_home(row) {
            if l.keyed {
                self.flip(l.bits, u64::from(row - 1));
            }
            self.set(l.nodes, state - 1);
        } else {
            self.leave_bucket(l, row, words);
            let node = self.get(l.node(row));
            let number = row - l.homes - 1;
            let further = high(state).wrapping_sub(number + 1);
            self.set(l.node(row), pack(high(node), further));
            self.set(l.nodes, pack(number, state as u32 - 1));
        }
        if ordered {
            self.unlink(l.order(), row);
            if l.order_is_apart() {
                // So that it can be seen that it is not in the order.
                self.set(l.link(row), 0);
            }
        }
    }

    /// Takes a row of these words out of its bucket.
    #[inline(always)]
    fn leave_bucket(&mut self, l: &Layout, row: u32, words: &[u64]) {
        let (head, next) = (l.head_of(words), self.get(l.node(row)) as u32);
        let mut before = high(self.get(head));
        if before == row {
            return self.set(head, pack(next, self.get(head) as u32));
        }
        while let at = self.get(l.node(before)) as u32
            && at != row
            && at != NIL
        {
            before = at;
        }
        let node = l.node(before);
        self.set(node, pack(high(self.get(node)), next));
    }

    /// Puts a row to the ends of its chains in further indexes.
    fn enter_indexes(&mut self, l: &Layout, row: u32, words: &[u64]) {
        for (index, &of) in (0..).zip(l.indexes) {
            self.append(l.chain(index, of, words), row);
        }
        if l.place != 0 {
            let next = self.get(l.nodes + l.place);
            self.set(l.nodes + l.place, next + 1);
            self.set(l.node(row) + l.place, next);
        }
    }

    /// Moves a row to the chains that it belongs to with these words.
    fn move_in_indexes(&mut self, l: &Layout, row: u32, words: &[u64]) {
        for (index, &of) in (0..).zip(l.indexes) {
            let old = columns(of.0).map(|c| self.get(l.column(row, c as u32)));
            let old = l.index_head(index, old);
            let new = l.chain(index, of, words);
            if old == new.head {
                continue;
            }
            let old = Chain { head: old, ..new };
            self.unlink(old, row);
            let place = self.get(l.node(row) + l.place);
            let (mut prev, mut next) = (chain::before(self.get(new.head)), 0);
            while prev != 0 && self.get(l.node(prev) + l.place) > place {
                next = prev;
                prev = chain::before(self.get(l.index_link(index, prev)));
            }
            self.insert(new, row, prev, next);
        }
    }

    /// Writes the keys of homes.
    pub(super) fn write_homes(&mut self, l: &Layout) {
        for home in 1..=l.homes {
            self.set(l.column(home, 0), u64::from(home - 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::store::tests::{are_like_lists, predicate};
    use crate::tables::Columns;

    #[test]
    fn rows_are_like_lists() {
        are_like_lists(
            const {
                &[
                    predicate(2, None, 16, false, &[Columns(0), Columns(3)]),
                    predicate(2, None, 5, true, &[Columns(0), Columns(3), Columns(1)]),
                    predicate(2, Some(1), 12, true, &[Columns(0), Columns(1)]),
                    predicate(2, Some(1), 12, false, &[Columns(0), Columns(1)]),
                    predicate(3, Some(3), 12, false, &[Columns(0), Columns(3)]),
                ]
            },
            8_000,
            120_000,
        );
    }

    #[test]
    fn rows_with_further_indexes_are_like_lists() {
        are_like_lists(
            const {
                &[
                    predicate(2, None, 16, true, &[Columns(0), Columns(3), Columns(2)]),
                    predicate(2, Some(1), 12, true, &[Columns(0), Columns(1), Columns(2)]),
                    predicate(
                        4,
                        Some(3),
                        14,
                        true,
                        &[Columns(0), Columns(3), Columns(4), Columns(9), Columns(1)],
                    ),
                ]
            },
            8_000,
            120_000,
        );
    }
}
