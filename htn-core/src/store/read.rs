//! How facts are looked up, by the layout of their predicate.

use super::NIL;
use super::chain::after;
use super::layout::{Layout, RelationKind, SMALL};
use super::rows::columns;
use crate::model::domain::Row;
use crate::tables::Columns;

/// The facts of a store, to be read.
///
/// A row is a number that stays the same for as long as the row is there, and is the same again where it comes back by
/// undoing. [`NIL`] is no row.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    words: &'a [u64],
}

impl<'a> Reader<'a> {
    #[inline(always)]
    pub(super) fn new(words: &'a [u64]) -> Self {
        Reader { words }
    }

    /// A word. All addresses of layouts are within the image.
    #[inline(always)]
    pub(super) fn get(self, address: u32) -> u64 {
        self.words[address as usize]
    }

    /// Words that lie side by side.
    #[inline(always)]
    fn run<const N: usize>(self, address: u32) -> [u64; N] {
        let start = address as usize;
        let words = self.words[start..start + N].first_chunk();
        words.copied().unwrap_or([0; N])
    }

    /// How many facts there are.
    #[inline]
    pub fn len(self, l: &Layout) -> usize {
        self.get(l.count) as u32 as usize
    }

    /// Whether there is a fact at all: of a predicate without columns, whether it is there.
    #[inline]
    pub fn has_any(self, l: &Layout) -> bool {
        self.get(l.count) as u32 != 0
    }

    /// Whether the fact of these words is there.
    #[inline]
    pub fn has(self, l: &Layout, words: &[u64]) -> bool {
        match (l.kind, words) {
            (RelationKind::Bits | RelationKind::Words, &[word]) => self.has_one(l, word),
            _ => self.find(l, words) != NIL,
        }
    }

    /// The row of these words, or [`NIL`].
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

    /// The row with the key of these words, or [`NIL`].
    pub(super) fn find_key_of(self, l: &Layout, words: &[u64]) -> u32 {
        self.seek_by(l, 1, columns(l.key).map(|column| words[column]))
    }

    /// The words of a row.
    pub(super) fn row(self, l: &Layout, row: u32) -> Row {
        (0..l.arity)
            .map(|column| self.word(l, row, column))
            .collect()
    }

    /// The value of this key, in a predicate `key => value` of two columns.
    #[inline]
    pub fn value_of(self, l: &Layout, key: u64) -> Option<u64> {
        if key < u64::from(l.homes) {
            let is_there = self.bit(l.bits, key);
            return is_there.then(|| self.get(l.column(key as u32 + 1, 1)));
        }
        self.value_elsewhere(l, key)
    }

    /// The same for a large key.
    fn value_elsewhere(self, l: &Layout, key: u64) -> Option<u64> {
        let row = self.find_key(l, core::iter::once(key));
        (row != NIL).then(|| self.get(l.column(row, 1)))
    }

    /// The value of a predicate `=> value`.
    #[inline]
    pub fn value(self, l: &Layout) -> Option<u64> {
        self.has_any(l).then(|| self.get(l.column(1, 0)))
    }

    /// The first row in order, or [`NIL`], of a predicate that is scanned.
    #[inline]
    pub fn first(self, l: &Layout) -> u32 {
        self.next(l, 0)
    }

    /// The row after this one in order, or [`NIL`].
    #[inline]
    pub fn next(self, l: &Layout, row: u32) -> u32 {
        debug_assert!(
            l.scanned || l.kind == RelationKind::Single,
            "nobody goes over these"
        );
        after(self.get(l.link(row)))
    }

    /// The word of a row of a predicate of one column that is scanned, and the row after it in order.
    #[inline(always)]
    pub fn one(self, l: &Layout, row: u32) -> (u64, u32) {
        debug_assert!(l.arity == 1 && l.stride == Layout::OF_ONE);
        let [word, link] = self.run(l.nodes + row * Layout::OF_ONE + 1);
        (word, after(link))
    }

    /// The words of a row of two columns that is scanned, and the row after it in order.
    #[inline(always)]
    pub fn two(self, l: &Layout, row: u32) -> ([u64; 2], u32) {
        debug_assert!(l.arity == 2 && !l.order_is_apart());
        let [a, b, link] = self.run(l.column(row, 0));
        ([a, b], after(link))
    }

    /// A word of a row.
    #[inline]
    pub fn word(self, l: &Layout, row: u32, column: u32) -> u64 {
        if l.in_rows() {
            self.get(l.column(row, column))
        } else {
            self.word_of_bit(l, row)
        }
    }

    /// The same where there are no rows: their numbers are those of small words, and behind them of places in the table.
    fn word_of_bit(self, l: &Layout, row: u32) -> u64 {
        match (row - 1).checked_sub(SMALL) {
            Some(place) => self.get(l.table + place),
            None => u64::from(row - 1),
        }
    }

    /// The first row of an index that may have these words in the columns of the index, or [`NIL`]: those that have them
    /// are all in its chain, in the order of the predicate, and others may be among them. The chain of index 0 are all
    /// rows, that of index 1 is the row of the key alone.
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

    /// The first row whose columns have these words, or [`NIL`], by an index of which all columns are among them.
    #[inline]
    pub fn find_bound(self, l: &Layout, index: u8, bound: &[(u32, u64)]) -> u32 {
        let of_index = columns(l.columns_of(index)).map(|column| {
            let mut bound = bound.iter().filter(|(other, _)| *other as usize == column);
            bound.next().map_or(0, |(_, word)| *word)
        });
        let mut row = self.seek_by(l, index, of_index);
        while row != NIL {
            let mut bound = bound.iter();
            if bound.all(|&(column, word)| self.word(l, row, column) == word) {
                break;
            }
            row = self.next_in(l, index, row);
        }
        row
    }

    /// The same for one column.
    #[inline]
    pub fn find_by_one(self, l: &Layout, index: u8, column: u32, word: u64) -> u32 {
        let mut row = self.seek_by(l, index, core::iter::once(word));
        while row != NIL && self.word(l, row, column) != word {
            row = self.next_in(l, index, row);
        }
        row
    }

    /// The row after this one in the chain of an index, or [`NIL`].
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
    /// Whether there is such an index, besides those of the order and the key: where rows are few there is none, and its
    /// chain is the order.
    #[inline(always)]
    pub fn has_index(&self, index: u8) -> bool {
        index >= 2 && usize::from(index) < self.indexes.len() + 2
    }

    /// The columns of an index.
    #[inline(always)]
    pub(super) fn columns_of(&self, index: u8) -> u16 {
        match self.indexes.get(usize::from(index).wrapping_sub(2)) {
            Some(&Columns(columns)) => columns,
            None if index == 1 => self.key,
            None => 0,
        }
    }
}
