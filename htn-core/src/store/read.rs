//! Lookups by the layout of a predicate.

use super::NIL;
use super::chain::after;
use super::layout::{Layout, RelationKind, SMALL};
use super::rows::columns;
use crate::model::domain::Row;
use crate::tables::Columns;

/// Reads the facts of a store.
///
/// A row keeps its number while it is present, and gets the same number again if undoing restores it. [`NIL`] is no
/// row.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    words: &'a [u64],
}

impl<'a> Reader<'a> {
    #[inline(always)]
    pub(super) fn new(words: &'a [u64]) -> Self {
        Reader { words }
    }

    /// Returns a reader of the first `N` words, whose bounds are then known at compile time. `None` if there are fewer.
    #[inline(always)]
    pub fn sized<const N: usize>(self) -> Option<Self> {
        let words: &[u64; N] = self.words.first_chunk()?;
        Some(Reader { words })
    }

    /// Returns a word. All addresses of layouts are within the buffer.
    #[inline(always)]
    pub(super) fn get(self, address: u32) -> u64 {
        self.words[address as usize]
    }

    /// Returns adjacent words.
    #[inline(always)]
    fn run<const N: usize>(self, address: u32) -> [u64; N] {
        let start = address as usize;
        let words = self.words[start..start + N].first_chunk();
        words.copied().unwrap_or([0; N])
    }

    /// Returns the number of facts.
    #[inline]
    pub fn len(self, l: &Layout) -> usize {
        self.get(l.count) as u32 as usize
    }

    /// Returns true if the predicate has a fact.
    #[inline]
    pub fn has_any(self, l: &Layout) -> bool {
        self.get(l.count) as u32 != 0
    }

    /// Returns true if the fact of these words is present.
    #[inline]
    pub fn has(self, l: &Layout, words: &[u64]) -> bool {
        match (l.kind, words) {
            (RelationKind::Bits | RelationKind::Words, &[word]) => self.has_one(l, word),
            _ => self.find(l, words) != NIL,
        }
    }

    /// Returns the row of these words, or [`NIL`].
    #[inline(always)]
    pub(super) fn find(self, l: &Layout, words: &[u64]) -> u32 {
        let row = match (l.kind, words) {
            (RelationKind::Single, _) => self.get(l.count) as u32,
            (RelationKind::Bits | RelationKind::Words, &[word]) => return self.find_word(l, word),
            _ if !l.keyed => return self.find_row(l, words),
            _ => self.find_row(l, words),
        };
        let mut columns = (0..).zip(words);
        if row != NIL && columns.all(|(c, &word)| self.word(l, row, c) == word) {
            row
        } else {
            NIL
        }
    }

    /// Returns the row with the key of these words, or [`NIL`].
    pub(super) fn find_key_of(self, l: &Layout, words: &[u64]) -> u32 {
        self.seek_by(l, 1, columns(l.key).map(|column| words[column]))
    }

    /// Returns the words of a row.
    pub(super) fn row(self, l: &Layout, row: u32) -> Row {
        (0..l.arity)
            .map(|column| self.word(l, row, column))
            .collect()
    }

    /// Returns the value of a key, for a two-column predicate `key => value`.
    #[inline]
    pub fn value_of(self, l: &Layout, key: u64) -> Option<u64> {
        if key < u64::from(l.homes) {
            let is_there = self.bit(l.bits, key);
            return is_there.then(|| self.get(l.column(key as u32 + 1, 1)));
        }
        self.value_elsewhere(l, key)
    }

    /// Returns the value of a key without a home.
    fn value_elsewhere(self, l: &Layout, key: u64) -> Option<u64> {
        let row = self.find_key(l, core::iter::once(key));
        (row != NIL).then(|| self.get(l.column(row, 1)))
    }

    /// Returns the value of a predicate `=> value`.
    #[inline]
    pub fn value(self, l: &Layout) -> Option<u64> {
        self.has_any(l).then(|| self.get(l.column(1, 0)))
    }

    /// Returns the first row in order, or [`NIL`], of a predicate that is scanned.
    #[inline]
    pub fn first(self, l: &Layout) -> u32 {
        self.next(l, 0)
    }

    /// Returns the next row in order, or [`NIL`].
    #[inline]
    pub fn next(self, l: &Layout, row: u32) -> u32 {
        debug_assert!(
            l.scanned || l.kind == RelationKind::Single,
            "nobody goes over these"
        );
        after(self.get(l.link(row)))
    }

    /// Returns the word of a row of a one-column predicate that is scanned, and the next row.
    #[inline(always)]
    pub fn one(self, l: &Layout, row: u32) -> (u64, u32) {
        debug_assert!(l.arity == 1 && l.stride == Layout::OF_ONE);
        let [word, link] = self.run(l.nodes + row * Layout::OF_ONE + 1);
        (word, after(link))
    }

    /// Returns the words of a row of a two-column predicate that is scanned, and the next row.
    #[inline(always)]
    pub fn two(self, l: &Layout, row: u32) -> ([u64; 2], u32) {
        debug_assert!(l.arity == 2 && !l.order_is_apart());
        let [a, b, link] = self.run(l.column(row, 0));
        ([a, b], after(link))
    }

    /// Returns a word of a row.
    #[inline]
    pub fn word(self, l: &Layout, row: u32, column: u32) -> u64 {
        if l.in_rows() {
            self.get(l.column(row, column))
        } else {
            self.word_of_bit(l, row)
        }
    }

    /// Returns the word of a fact of `Bits`. Its row number stands for a small word, or above those for a place in the
    /// table.
    fn word_of_bit(self, l: &Layout, row: u32) -> u64 {
        match (row - 1).checked_sub(SMALL) {
            Some(place) => self.get(l.table + place),
            None => u64::from(row - 1),
        }
    }

    /// Returns the first row in the chain of an index that may have these words in the columns of the index, or
    /// [`NIL`]. The chain contains all rows that have them, in order, and may contain others. Index 0 has all rows,
    /// index 1 only the row of the key.
    #[inline]
    pub fn seek(self, l: &Layout, index: u8, words: &[u64]) -> u32 {
        self.seek_by(l, index, words.iter().copied())
    }

    #[inline(always)]
    pub(super) fn seek_by(
        self,
        l: &Layout,
        index: u8,
        mut words: impl Iterator<Item = u64> + Clone,
    ) -> u32 {
        match (index, l.kind) {
            (0, _) | (_, RelationKind::Single) => self.first(l),
            (1, RelationKind::Rows) => self.find_key(l, words),
            (1, RelationKind::Bits | RelationKind::Words) => {
                words.next().map_or(NIL, |word| self.find_word(l, word))
            }
            _ if l.has_index(index) => {
                let head = l.index_head(u32::from(index) - 2, words);
                after(self.get(head))
            }
            _ => self.first(l),
        }
    }

    /// Returns the first row whose columns have these words, or [`NIL`]. All columns of the index must be among them.
    #[inline]
    pub fn find_bound(self, l: &Layout, index: u8, bound: &[(u32, u64)]) -> u32 {
        let of_index = columns(l.columns_of(index)).map(|column| {
            let mut bound = bound.iter().filter(|(other, _)| *other as usize == column);
            bound.next().map_or(0, |(_, word)| *word)
        });
        let row = self.seek_by(l, index, of_index);
        self.find_bound_from(l, index, row, bound)
    }

    /// Returns the first row in the chain of an index, from a row on, whose columns have these words, or [`NIL`].
    #[inline(always)]
    pub fn find_bound_from(self, l: &Layout, index: u8, mut row: u32, bound: &[(u32, u64)]) -> u32 {
        while row != NIL {
            let mut bound = bound.iter();
            if bound.all(|&(column, word)| self.word(l, row, column) == word) {
                break;
            }
            row = self.next_in(l, index, row);
        }
        row
    }

    /// Returns the first row with a word in one column, or [`NIL`]. Always inlined, so that the layout is a constant.
    #[inline(always)]
    pub fn find_by_one(self, l: &Layout, index: u8, column: u32, word: u64) -> u32 {
        let row = self.seek_by(l, index, core::iter::once(word));
        if row == NIL || self.word(l, row, column) == word {
            row
        } else {
            self.find_after(l, index, row, column, word)
        }
    }

    // Apart, because the first row of a chain nearly always matches.
    #[inline(never)]
    fn find_after(self, l: &Layout, index: u8, mut row: u32, column: u32, word: u64) -> u32 {
        while row != NIL && self.word(l, row, column) != word {
            row = self.next_in(l, index, row);
        }
        row
    }

    /// Returns the next row in the chain of an index, or [`NIL`].
    #[inline]
    pub fn next_in(self, l: &Layout, index: u8, row: u32) -> u32 {
        match index {
            1 => NIL,
            _ if l.has_index(index) => after(self.get(l.index_link(u32::from(index) - 2, row))),
            _ => self.next(l, row),
        }
    }
}

impl Layout {
    /// Returns true if this index exists besides the order and the key. If there are few rows it does not, and its
    /// chain is the order.
    #[inline(always)]
    pub fn has_index(&self, index: u8) -> bool {
        index >= 2 && usize::from(index) < self.indexes.len() + 2
    }

    /// Returns the columns of an index.
    #[inline(always)]
    pub(super) fn columns_of(&self, index: u8) -> u16 {
        match self.indexes.get(usize::from(index).wrapping_sub(2)) {
            Some(&Columns(columns)) => columns,
            None if index == 1 => self.key,
            None => 0,
        }
    }
}
