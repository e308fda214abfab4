//! The facts as emitted code reads them.
//!
//! What emitted code calls is compiled here in a build with debug assertions: games are often built without optimisation,
//! on dependencies that are optimised, and what is inlined into the game's crate would not be.

use crate::store::{Layout, Reader, Store};

/// The facts as an emitted condition reads them. Where a predicate lies is a constant of the emitted code; rows are
/// numbers, and 0 is none.
#[derive(Clone, Copy)]
pub struct FactReader<'a>(Reader<'a>);

impl<'a> FactReader<'a> {
    /// The facts as they are.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn new(facts: &'a Store) -> FactReader<'a> {
        FactReader(facts.read())
    }

    /// Whether the fact is there, of a predicate of one column without `=>`.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn has(self, of: &Layout, word: u64) -> bool {
        self.0.has_one(of, word)
    }

    /// Whether the fact is there.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn has_row(self, of: &Layout, row: &[u64]) -> bool {
        self.0.has(of, row)
    }

    /// The value of a predicate `key => value`.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn get(self, of: &Layout, key: u64) -> Option<u64> {
        self.0.value_of(of, key)
    }

    /// The value of a predicate `=> value`.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn value(self, of: &Layout) -> Option<u64> {
        self.0.value(of)
    }

    /// Whether there is no fact of the predicate.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn is_empty(self, of: &Layout) -> bool {
        !self.0.has_any(of)
    }

    /// The first row of a predicate.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn first(self, of: &Layout) -> u64 {
        self.0.first(of).into()
    }

    /// The row after another.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn next(self, of: &Layout, row: u64) -> u64 {
        self.0.next(of, row as u32).into()
    }

    /// The word of a row of a predicate of one column, and the row after it.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn one(self, of: &Layout, row: u64) -> (u64, u64) {
        let (word, next) = self.0.one(of, row as u32);
        (word, next.into())
    }

    /// The words of a row of a predicate of two columns, and the row after it.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn two(self, of: &Layout, row: u64) -> ([u64; 2], u64) {
        let (words, next) = self.0.two(of, row as u32);
        (words, next.into())
    }

    /// The first row that an index may have for these words of its columns. Rows with other words may be among those
    /// that follow.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn seek(self, of: &Layout, index: u8, words: &[u64]) -> u64 {
        self.0.seek(of, index, words).into()
    }

    /// The row after another in an index.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn next_in(self, of: &Layout, index: u8, row: u64) -> u64 {
        self.0.next_in(of, index, row as u32).into()
    }

    /// A column of a row.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn word(self, of: &Layout, row: u64, column: u32) -> u64 {
        self.0.word(of, row as u32, column)
    }

    /// The first row whose columns have these words, by an index of which all columns are among them; 0 where there is
    /// none.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn find(self, of: &Layout, index: u8, bound: &[(u32, u64)]) -> u64 {
        self.0.find_bound(of, index, bound).into()
    }

    /// The same where one column has a word.
    #[inline(never)]
    pub fn find_by_one(self, of: &Layout, index: u8, column: u32, word: u64) -> u64 {
        self.0.find_by_one(of, index, column, word).into()
    }
}
