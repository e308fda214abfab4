//! The facts of a predicate for who knows it by its number, and asks by atoms.

use super::layout::Layout;
use super::read::Reader;
use super::rows::columns;
use super::{NIL, Store};
use crate::model::domain::Row;
use crate::tables::{Arg, RelId};

impl Store {
    /// The facts, to be read.
    #[inline(always)]
    pub fn read(&self) -> Reader<'_> {
        self.image.read()
    }

    /// The layout of a predicate.
    #[inline(always)]
    pub fn layout(&self, rel: RelId) -> &Layout {
        &self.layouts[rel.0 as usize]
    }

    /// The facts of a predicate.
    #[inline(always)]
    pub fn rel(&self, rel: RelId) -> Relation<'_> {
        Relation {
            facts: self.read(),
            layout: self.layout(rel),
            is_searched: self.is_searched,
        }
    }
}

/// The facts of one predicate, to be read.
#[derive(Clone, Copy, Debug)]
pub struct Relation<'a> {
    pub(super) facts: Reader<'a>,
    pub(super) layout: &'a Layout,
    /// Whether there may be changes by a search, which leaves the order alone that no condition asks for.
    pub(super) is_searched: bool,
}

impl<'a> Relation<'a> {
    /// How many facts there can be.
    #[inline]
    pub fn capacity(self) -> usize {
        self.layout.capacity as usize
    }

    /// One word of a row.
    #[inline(always)]
    pub fn word(self, row: u32, column: usize) -> u64 {
        self.facts.word(self.layout, row, column as u32)
    }

    /// The first row in order, or [`NIL`].
    #[inline(always)]
    pub fn first(self) -> u32 {
        self.facts.first(self.layout)
    }

    /// The row after this one in order, or [`NIL`].
    #[inline(always)]
    pub fn following(self, row: u32) -> u32 {
        self.facts.next(self.layout, row)
    }

    /// The first row, in the chain of the index, that may match the atom: its columns of that index are `Is`. The rows
    /// that do match are all in the chain, in the order of the predicate. The chain of a key is its row alone.
    #[inline]
    pub fn seek(self, index: u8, atom: &[Arg], slots: &[u64]) -> u32 {
        let word = |column: usize| match atom.get(column) {
            Some(Arg::Is(slot)) => slots[slot.0 as usize],
            _ => 0,
        };
        let words = columns(self.layout.columns_of(index)).map(word);
        self.facts.seek_by(self.layout, index, words)
    }

    /// The row after this one in the chain, or [`NIL`].
    #[inline]
    pub fn next(self, index: u8, row: u32) -> u32 {
        self.facts.next_in(self.layout, index, row)
    }

    /// Whether the row matches the atom; writes what the atom binds (some of it even where it does not match).
    #[cfg(test)]
    pub fn matches(self, row: u32, atom: &[Arg], slots: &mut [u64]) -> bool {
        for (column, &arg) in atom.iter().enumerate() {
            let word = self.word(row, column);
            match arg {
                Arg::Bind(slot) => slots[slot.0 as usize] = word,
                Arg::Is(slot) if slots[slot.0 as usize] != word => return false,
                Arg::Is(_) | Arg::Any => {}
            }
        }
        true
    }

    /// Whether a row matches the atom, which binds nothing.
    #[inline]
    pub fn exists(self, index: u8, atom: &[Arg], slots: &[u64]) -> bool {
        let mut row = self.seek(index, atom, slots);
        while row != NIL && !self.fits(row, atom, slots) {
            row = self.next(index, row);
        }
        row != NIL
    }

    /// Whether a row matches an atom, which binds nothing.
    #[inline]
    pub fn fits(self, row: u32, atom: &[Arg], slots: &[u64]) -> bool {
        atom.iter().enumerate().all(|(column, &arg)| match arg {
            Arg::Is(slot) => slots[slot.0 as usize] == self.word(row, column),
            Arg::Bind(_) | Arg::Any => true,
        })
    }

    /// How many facts there are.
    pub fn len(self) -> usize {
        self.facts.len(self.layout)
    }

    /// The fact with a key of these words, of a predicate with `=>`.
    pub fn find_key(self, key: &[u64]) -> Option<Row> {
        let row = self.facts.seek(self.layout, 1, key);
        let found = (row != NIL).then(|| self.row(row))?;
        // Where there is one row at most, it is found whatever its key is.
        let mut words = columns(self.layout.key).zip(key);
        words
            .all(|(column, word)| found[column] == *word)
            .then_some(found)
    }

    /// Whether the fact of these words is there.
    #[inline(always)]
    pub fn has(self, words: &[u64]) -> bool {
        self.facts.has(self.layout, words)
    }

    /// The same for two words.
    #[inline(always)]
    pub fn has_pair(self, a: u64, b: u64) -> bool {
        if self.layout.homes > 0 {
            self.facts.value_of(self.layout, a) == Some(b)
        } else {
            self.facts.has(self.layout, &[a, b])
        }
    }

    /// Whether the row of this one word is there, in a predicate of one column without `=>`.
    #[inline(always)]
    pub fn has_one(self, word: u64) -> bool {
        self.facts.has_one(self.layout, word)
    }
}
