//! Rows of words in hash buckets of their keys, in order, with chains for further indexes.
//!
//! The first nodes are *homes*: a small word that is a key by itself has a node of its own there. Rows of other keys
//! use any node above the homes. The low half of the first word of such a node is the next row in its bucket. In a free
//! node it is the distance to the next free node, minus one, so that a buffer of zeros is a list of all free nodes. The
//! high half of the first word of the n-th node is the head of the n-th bucket, whatever else that node is.
//!
//! Node 0 is not a row. The low half of its first word is the number of rows, the high half the first free node above
//! the homes. Its link is the head of the order, its place in the order that of the next row.
//!
//! A row that is replaced keeps its node and its place in the order. If it moves to another bucket of an index, it is
//! inserted between the rows that were added before and after it.

use super::NIL;
use super::chain::{self, NodeChain};
use super::change::ChangeOutcome;
use super::fact_buffer::{BufferWriter, WordRecorder};
use super::hash::spread_all;
use super::layout::Layout;
use super::read::Reader;
use crate::tables::Columns;

impl Layout {
    /// Returns the address of the node of a row.
    #[inline(always)]
    pub(super) fn node(&self, row: u32) -> u32 {
        self.nodes + row * self.stride
    }

    /// Returns the address of a word of a row.
    #[inline(always)]
    pub(super) fn column(&self, row: u32, column: u32) -> u32 {
        self.node(row) + 1 + column
    }

    /// Returns the address of the link of a row in the order.
    #[inline(always)]
    pub(super) fn link(&self, row: u32) -> u32 {
        self.links + row * self.links_apart
    }

    /// Returns the address of the word whose high half is the head of the bucket of a hash.
    #[inline(always)]
    fn head(&self, hash: u64) -> u32 {
        self.node((hash >> self.shift) as u32 + 1)
    }

    /// Returns the same address for the key of a row.
    #[inline(always)]
    fn head_of(&self, words: &[u64]) -> u32 {
        self.head(match self.keyed {
            false => spread_all(words.iter().copied()),
            true => spread_all(columns(self.key).map(|c| words[c])),
        })
    }

    /// Returns the address of a chain head of a further index.
    #[inline(always)]
    pub(super) fn index_head(&self, index: u32, words: impl Iterator<Item = u64>) -> u32 {
        let bucket = (spread_all(words) >> self.shift) as u32;
        self.index_heads + index * self.buckets + bucket
    }

    /// Returns the address of the link of a row in a further index.
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

    /// Returns the chain of a further index to which a row with these words in its columns belongs.
    #[inline(always)]
    fn chain(&self, index: u32, words: impl Iterator<Item = u64>) -> NodeChain {
        NodeChain {
            head: self.index_head(index, words),
            links: self.index_link(index, 0),
            apart: self.stride,
        }
    }
}

/// Iterates over the columns of a set.
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

/// The place of a row, or the place for it if it is absent.
#[derive(Clone, Copy)]
pub(super) struct RowPlace {
    /// The row, or [`NIL`] if it is absent.
    pub row: u32,
    /// The address of the word with the head of its bucket, or 0 if the row has a home.
    head: u32,
    /// The row before it in the bucket, or [`NIL`].
    before: u32,
}

impl RowPlace {
    /// Returns the home of a word.
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
    /// Returns the place of the row with the key of these words.
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

    /// Returns the words of a row in some columns.
    #[inline(always)]
    fn words_of(self, l: &Layout, row: u32, of: Columns) -> impl Iterator<Item = u64> + Clone {
        columns(of.0).map(move |c| self.get(l.column(row, c as u32)))
    }

    /// Returns the place of a row that is present.
    #[inline(always)]
    fn place_of_present(self, l: &Layout, row: u32) -> RowPlace {
        if row <= l.homes {
            return RowPlace::home(u64::from(row - 1), true);
        }
        let head = l.head(spread_all(self.words_of(l, row, Columns(l.key))));
        let (mut before, mut next) = (NIL, high(self.get(head)));
        while next != row && next != NIL {
            before = next;
            next = self.get(l.node(next)) as u32;
        }
        RowPlace { row, head, before }
    }

    /// Returns true if a row has the key of these words.
    #[inline(always)]
    fn has_key(self, l: &Layout, row: u32, words: &[u64]) -> bool {
        if l.keyed {
            return columns(l.key).all(|c| self.get(l.column(row, c as u32)) == words[c]);
        }
        self.has_words(l, row, words)
    }

    /// Returns true if a row has these words.
    #[inline(always)]
    fn has_words(self, l: &Layout, row: u32, words: &[u64]) -> bool {
        let mut columns = (l.column(row, 0)..).zip(words);
        columns.all(|(at, &word)| self.get(at) == word)
    }

    /// Returns the row with the key of these words, or [`NIL`].
    #[inline(always)]
    pub(super) fn find_row(self, l: &Layout, words: &[u64]) -> u32 {
        self.place_of_row(l, words).row
    }

    /// Returns the row with these words in the columns of the key, or [`NIL`].
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
        self.remove_from(l, place);
        ChangeOutcome::Done
    }

    /// Removes a row that is present.
    #[inline(always)]
    pub(super) fn remove_present(&mut self, l: &Layout, row: u32) {
        let place = self.read().place_of_present(l, row);
        self.remove_from(l, place);
    }

    /// Removes a row from its place, from the order and from its chains.
    #[inline(always)]
    fn remove_from(&mut self, l: &Layout, place: RowPlace) {
        self.leave(l, place, self.keeps_order(l));
        for (index, &of) in (0..).zip(l.indexes) {
            let chain = l.chain(index, self.read().words_of(l, place.row, of));
            self.unlink(chain, place.row);
        }
    }

    /// Returns true if changes update the order.
    #[inline(always)]
    fn keeps_order(&self, l: &Layout) -> bool {
        self.whole || !l.order_is_apart()
    }

    /// Replaces the words of a row with others of the same key.
    #[inline(always)]
    fn replace(&mut self, l: &Layout, row: u32, words: &[u64]) -> ChangeOutcome {
        if l.place != 0 {
            self.move_in_indexes(l, row, words);
        }
        // The key comes first, and is the same.
        let first = l.key.trailing_ones();
        self.put_columns(l.column(row, first), &words[first as usize..])
    }

    /// Inserts a row at its place and at the end of the order. There must be room. Returns its number.
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
        // The key is in a home permanently. The other words are written even if the node of a removed row has the same
        // ones: the number of writes, and so of steps to undo them, must follow from the facts alone.
        let first = usize::from(place.head == 0);
        for (at, &word) in (l.column(row, 0)..).zip(words).skip(first) {
            self.set(at, word);
        }
        row
    }

    /// Writes the words that differ. Returns `Replaced` if any did.
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

    /// Removes a row from its place and from the order.
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
                // Marks it as absent from the order.
                self.set(l.link(row), 0);
            }
        }
    }

    /// Appends a row to its chains in further indexes.
    #[inline(always)]
    fn enter_indexes(&mut self, l: &Layout, row: u32, words: &[u64]) {
        for (index, &of) in (0..).zip(l.indexes) {
            self.append(l.chain(index, columns(of.0).map(|c| words[c])), row);
        }
        if l.place != 0 {
            let next = self.get(l.nodes + l.place);
            self.set(l.nodes + l.place, next + 1);
            self.set(l.node(row) + l.place, next);
        }
    }

    /// Moves a row to the chains of its new words.
    fn move_in_indexes(&mut self, l: &Layout, row: u32, words: &[u64]) {
        for (index, &of) in (0..).zip(l.indexes) {
            let old = l.chain(index, self.read().words_of(l, row, of));
            let new = l.chain(index, columns(of.0).map(|c| words[c]));
            if old.head == new.head {
                continue;
            }
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

    /// Writes the keys into the homes.
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
