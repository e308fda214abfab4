//! Lookups by the number of a predicate and by atoms.

use super::layout::Layout;
use super::read::Reader;
use super::rows::columns;
use super::{NIL, Store};
use crate::model::domain::Row;
use crate::tables::{Arg, RelId};

impl Store {
    /// Returns a reader of the facts.
    #[inline(always)]
    pub fn read(&self) -> Reader<'_> {
        self.image.read()
    }

    /// Returns the layout of a predicate.
    #[inline(always)]
    pub fn layout(&self, rel: RelId) -> &Layout {
        &self.layouts[rel.0 as usize]
    }

    /// Returns the facts of a predicate.
    #[inline(always)]
    pub fn rel(&self, rel: RelId) -> PredicateFacts<'_> {
        PredicateFacts {
            facts: self.read(),
            layout: self.layout(rel),
            is_searched: self.is_searched,
        }
    }
}

/// The facts of one predicate.
#[derive(Clone, Copy, Debug)]
pub struct PredicateFacts<'a> {
    pub(super) facts: Reader<'a>,
    pub(super) layout: &'a Layout,
    /// True if a search may have changed the facts without updating an order that no condition scans.
    pub(super) is_searched: bool,
}

impl<'a> PredicateFacts<'a> {
    /// Returns the capacity.
    #[inline]
    pub fn capacity(self) -> usize {
        self.layout.capacity as usize
    }

    /// Returns a word of a row.
    #[inline(always)]
    pub fn word(self, row: u32, column: usize) -> u64 {
        self.facts.word(self.layout, row, column as u32)
    }

    /// Returns the first row in order, or [`NIL`].
    #[inline(always)]
    pub fn first(self) -> u32 {
        self.facts.first(self.layout)
    }

    /// Returns the next row in order, or [`NIL`].
    #[inline(always)]
    pub fn following(self, row: u32) -> u32 {
        self.facts.next(self.layout, row)
    }

    /// Returns the first row in the chain of an index that may match an atom, whose columns of that index are `Is`. The
    /// chain contains all matching rows, in order. The chain of a key has at most one row.
    #[inline]
    pub fn seek(self, index: u8, atom: &[Arg], slots: &[u64]) -> u32 {
        let word = |column: usize| match atom.get(column) {
            Some(Arg::Is(slot)) => slots[slot.0 as usize],
            _ => 0,
        };
        let words = columns(self.layout.columns_of(index)).map(word);
        self.facts.seek_by(self.layout, index, words)
    }

    /// Returns the next row in the chain, or [`NIL`].
    #[inline]
    pub fn next(self, index: u8, row: u32) -> u32 {
        self.facts.next_in(self.layout, index, row)
    }

    /// Returns true if a row matches an atom, and writes the variables that the atom binds. Some of them may be written
    /// even if it does not match.
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

    /// Returns true if any row matches an atom that binds nothing.
    #[inline]
    pub fn exists(self, index: u8, atom: &[Arg], slots: &[u64]) -> bool {
        let mut row = self.seek(index, atom, slots);
        while row != NIL && !self.fits(row, atom, slots) {
            row = self.next(index, row);
        }
        row != NIL
    }

    /// Returns true if a row matches an atom that binds nothing.
    #[inline(always)]
    pub fn fits(self, row: u32, atom: &[Arg], slots: &[u64]) -> bool {
        atom.iter().enumerate().all(|(column, &arg)| match arg {
            Arg::Is(slot) => slots[slot.0 as usize] == self.word(row, column),
            Arg::Bind(_) | Arg::Any => true,
        })
    }

    /// Returns the number of facts.
    pub fn len(self) -> usize {
        self.facts.len(self.layout)
    }

    /// Returns the fact with a key, for a predicate with `=>`.
    pub fn find_key(self, key: &[u64]) -> Option<Row> {
        let row = self.facts.seek(self.layout, 1, key);
        let found = (row != NIL).then(|| self.row(row))?;
        // If there is at most one row, `seek` finds it whatever its key is.
        let mut words = columns(self.layout.key).zip(key);
        words
            .all(|(column, word)| found[column] == *word)
            .then_some(found)
    }

    /// Returns the fact with the key of these words, for a predicate with `=>`.
    pub fn find_key_of(self, words: &[u64]) -> Option<Row> {
        let row = self.facts.find_key_of(self.layout, words);
        (self.layout.keyed && row != NIL).then(|| self.row(row))
    }

    /// Returns true if the fact of these words is present.
    #[inline(always)]
    pub fn has(self, words: &[u64]) -> bool {
        self.facts.has(self.layout, words)
    }

    /// Returns true if the fact of two words is present.
    #[inline(always)]
    pub fn has_pair(self, a: u64, b: u64) -> bool {
        if self.layout.homes > 0 {
            self.facts.value_of(self.layout, a) == Some(b)
        } else {
            self.facts.has(self.layout, &[a, b])
        }
    }

    /// Returns true if the fact of one word is present, for a one-column predicate without `=>`.
    #[inline(always)]
    pub fn has_one(self, word: u64) -> bool {
        self.facts.has_one(self.layout, word)
    }
}
