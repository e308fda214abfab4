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
use super::chain::{self, NodeChain};
use super::change::ChangeOutcome;
use super::fact_buffer::{BufferWriter, WordRecorder};
use super::hash::spread_all;
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
    fn order(&self) -> NodeChain {
        NodeChain {
            head: self.links,
            links: self.links,
            apart: self.links_apart,
        }
    }

    /// The chain of an index that a row of these words belongs to.
    fn chain(&self, index: u32, of: Columns, words: &[u64]) -> NodeChain {
        NodeChain {
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

/// Where a row is, or would be.
#[derive(Clone, Copy)]
pub(super) struct RowPlace {
    /// The row, or [`NIL`] where there is none.
    pub row: u32,
    /// The word with the head of its bucket, or 0 where it has a home.
    head: u32,
    /// The row in front of it in the bucket, or [`NIL`].
    before: u32,
}

impl RowPlace {
    /// The home of a word, with its row or without.
    #[inline(always)]
    pub fn home(word: u64, is_there: bool) -> RowPlace {
        RowPlace {
            row: if is_there { word as u32 + 1 } else { NIL },
            head: 0,
            before: NIL,
        }
    }
}

impl Reader<'_> {
    /// Where the row with the key of these words is, or would be.
    #[inline(always)]
    pub(super) fn place_of_row(self, l: &Layout, words: &[u64]) -> RowPlace {
        if let Some(&word) = words.first()
            && word < u64::from(l.homes)
        {
            return RowPlace::home(word, self.bit(l.bits, word));
        }
        let head = l.head_of(words);
        let mut place = RowPlace {
            row: high(self.get(head)),
            head,
            before: NIL,
        };
        while place.row != NIL && !self.has_key(l, place.row, words) {
            place.before = place.row;
            place.row = self.get(l.node(place.row)) as u32;
        }
        place
    }

    /// Whether a row has the key of these words.
    #[inline(always)]
    fn has_key(self, l: &Layout, row: u32, words: &[u64]) -> bool {
        if l.keyed {
            return columns(l.key).all(|c| self.get(l.column(row, c as u32)) == words[c]);
        }
        self.has_words(l, row, words)
    }

    /// Whether these are the words of a row.
    #[inline(always)]
    fn has_words(self, l: &Layout, row: u32, words: &[u64]) -> bool {
        let mut columns = (l.column(row, 0)..).zip(words);
        columns.all(|(at, &word)| self.get(at) == word)
    }

    /// The row with the key of these words, or [`NIL`].
    #[inline(always)]
    pub(super) fn find_row(self, l: &Layout, words: &[u64]) -> u32 {
        self.place_of_row(l, words).row
    }

    /// The row whose key has these words in its columns, or [`NIL`].
    #[inline(always)]
    pub(super) fn find_key(self, l: &Layout, key: impl Iterator<Item = u64> + Clone) -> u32 {
        if l.homes > 0
            && let Some(word) = key.clone().next()
            && word < u64::from(l.homes)
        {
            return if self.bit(l.bits, word) {
                word as u32 + 1
            } else {
                NIL
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

impl<R: WordRecorder> BufferWriter<'_, R> {
    #[inline(always)]
    pub(super) fn add_row(&mut self, l: &Layout, words: &[u64]) -> ChangeOutcome {
        let place = self.read().place_of_row(l, words);
        if place.row != NIL {
            return if l.keyed {
                self.replace(l, place.row, words)
            } else {
                ChangeOutcome::Nothing
            };
        }
        if self.get(l.nodes) as u32 >= l.capacity {
            return ChangeOutcome::Full;
        }
        let row = self.enter(l, place, words, self.keeps_order(l));
        self.enter_indexes(l, row, words);
        ChangeOutcome::Done
    }

    #[inline(always)]
    pub(super) fn remove_row(&mut self, l: &Layout, words: &[u64]) -> ChangeOutcome {
        let place = self.read().place_of_row(l, words);
        if place.row == NIL || l.keyed && !self.read().has_words(l, place.row, words) {
            return ChangeOutcome::Nothing;
        }
        self.leave(l, place, self.keeps_order(l));
        for (index, &of) in (0..).zip(l.indexes) {
            self.unlink(l.chain(index, of, words), place.row);
        }
        ChangeOutcome::Done
    }

    /// Whether changes keep the order up to date.
    #[inline(always)]
    fn keeps_order(&self, l: &Layout) -> bool {
        self.whole || !l.order_is_apart()
    }

    /// A row gets the words of another one with the same key.
    #[inline(always)]
    fn replace(&mut self, l: &Layout, row: u32, words: &[u64]) -> ChangeOutcome {
        if l.place != 0 {
            self.move_in_indexes(l, row, words);
        }
        self.put_columns(l.column(row, 0), words)
    }

    /// The value of a key that has a home comes or goes, where there are no further indexes.
    #[inline(always)]
    pub(super) fn change_value<const ADDS: bool, const ORDERED: bool>(
        &mut self,
        l: &Layout,
        key: u64,
        value: u64,
    ) -> ChangeOutcome {
        let row = key as u32 + 1;
        let at = l.column(row, 1);
        match (self.read().bit(l.bits, key), ADDS) {
            (true, true) => return self.put_columns(at, &[value]),
            (true, false) if self.get(at) == value => {}
            (_, false) => return ChangeOutcome::Nothing,
            (false, true) if self.get(l.nodes) as u32 >= l.capacity => return ChangeOutcome::Full,
            (false, true) => self.set(at, value),
        }
        self.flip(l.bits, key);
        if ORDERED {
            self.change_home_row::<ADDS>(l, row)
        } else {
            self.count_home_row::<ADDS>(l)
        }
        ChangeOutcome::Done
    }

    /// The row of a home comes or goes, whose words stand there.
    #[inline(always)]
    pub(super) fn change_home_row<const ADDS: bool>(&mut self, l: &Layout, row: u32) {
        self.count_home_row::<ADDS>(l);
        if ADDS {
            self.append(l.order(), row)
        } else {
            self.unlink(l.order(), row)
        }
    }

    #[inline(always)]
    fn count_home_row<const ADDS: bool>(&mut self, l: &Layout) {
        let state = self.get(l.nodes);
        self.set(l.nodes, if ADDS { state + 1 } else { state - 1 });
    }

    /// Puts a row to its place and to the end of the order; returns its number. There is room for it.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        l: &Layout,
        place: RowPlace,
        words: &[u64],
        ordered: bool,
    ) -> u32 {
        let state = self.get(l.nodes);
        let row = match (place.head, words) {
            (0, &[word, ..]) => {
                self.set(l.nodes, state + 1);
                if l.keyed {
                    self.flip(l.bits, word);
                }
                word as u32 + 1
            }
            _ => l.homes + 1 + high(state),
        };
        if place.head != 0 {
            let node = self.get(l.node(row));
            let next = (high(state) + 1).wrapping_add(node as u32);
            self.set(l.nodes, pack(next, state as u32 + 1));
            let first = high(self.get(place.head));
            self.set(l.node(row), pack(high(node), first));
            self.set(place.head, pack(row, self.get(place.head) as u32));
        }
        if ordered {
            self.append(l.order(), row);
        }
        // In homes, the key stands there for good. Words are written whatever is left in the node of a row that has gone: how
        // many writes a change takes, and so how many steps it takes to take it back, follows from the facts alone.
        let first = usize::from(place.head == 0);
        for (at, &word) in (l.column(row, 0)..).zip(words).skip(first) {
            self.set(at, word);
        }
        row
    }

    /// Writes words where there are others, and tells whether there were.
    #[inline(always)]
    pub(super) fn put_columns(&mut self, at: u32, words: &[u64]) -> ChangeOutcome {
        let mut outcome = ChangeOutcome::Nothing;
        for (at, &word) in (at..).zip(words) {
            if self.get(at) != word {
                self.set(at, word);
                outcome = ChangeOutcome::Replaced;
            }
        }
        outcome
    }

    /// Takes a row out of its place and the order.
    #[inline(always)]
    pub(super) fn leave(&mut self, l: &Layout, place: RowPlace, ordered: bool) {
        let (row, state) = (place.row, self.get(l.nodes));
        if place.head == 0 {
            if l.keyed {
                self.flip(l.bits, u64::from(row - 1));
            }
            self.set(l.nodes, state - 1);
        } else {
            let next = self.get(l.node(row)) as u32;
            match place.before {
                NIL => self.set(place.head, pack(next, self.get(place.head) as u32)),
                before => {
                    let node = l.node(before);
                    self.set(node, pack(high(self.get(node)), next));
                }
            }
            let number = row - l.homes - 1;
            let further = high(state).wrapping_sub(number + 1);
            let node = self.get(l.node(row));
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
            let old = NodeChain { head: old, ..new };
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
                    predicate(2, None, 16, false, &[Columns(0), Columns(3), Columns(2)]),
                    predicate(2, Some(1), 12, false, &[Columns(0), Columns(1), Columns(2)]),
                    predicate(3, None, 7, false, &[Columns(0), Columns(7), Columns(2)]),
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
