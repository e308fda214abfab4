//! The facts as emitted code reads them.

use crate::store::{Layout, Reader, Store};

/// Reads facts for emitted conditions. The layout of a predicate is a constant of the emitted code. Rows are numbers; 0 is no
/// row.
#[derive(Clone, Copy)]
pub struct FactReader<'a>(Reader<'a>);

impl<'a> FactReader<'a> {
    /// Returns a reader of the words that the conditions of a domain read, or `None` for facts of another domain.
    #[inline(always)]
    pub fn new<const WORDS: usize>(facts: &'a Store) -> Option<FactReader<'a>> {
        facts.read().sized::<WORDS>().map(FactReader)
    }

    /// Returns a reader of the first `words` words, or `None` if there are fewer.
    #[cfg(feature = "reload")]
    pub fn of(facts: &'a Store, words: usize) -> Option<FactReader<'a>> {
        (words <= facts.word_count()).then(|| FactReader(facts.read()))
    }

    emitted_calls! {
        /// Returns true if a one-column predicate without `=>` has a fact.
        pub fn has(self, of: &Layout, word: u64) -> bool {
            self.0.has_one(of, word)
        }

        /// Returns true if a predicate has a fact.
        pub fn has_row(self, of: &Layout, row: &[u64]) -> bool {
            self.0.has(of, row)
        }

        /// Returns the value of a key, for a predicate `key => value`.
        pub fn get(self, of: &Layout, key: u64) -> Option<u64> {
            self.0.value_of(of, key)
        }

        /// Returns the value of a predicate `=> value`.
        pub fn value(self, of: &Layout) -> Option<u64> {
            self.0.value(of)
        }

        /// Returns true if a predicate has no facts.
        pub fn is_empty(self, of: &Layout) -> bool {
            !self.0.has_any(of)
        }

        /// Returns the first row of a predicate.
        pub fn first(self, of: &Layout) -> u64 {
            self.0.first(of).into()
        }

        /// Returns the row after another one.
        pub fn next(self, of: &Layout, row: u64) -> u64 {
            self.0.next(of, row as u32).into()
        }

        /// Returns the word of a row of a one-column predicate, and the next row.
        pub fn one(self, of: &Layout, row: u64) -> (u64, u64) {
            let (word, next) = self.0.one(of, row as u32);
            (word, next.into())
        }

        /// Returns the words of a row of a two-column predicate, and the next row.
        pub fn two(self, of: &Layout, row: u64) -> ([u64; 2], u64) {
            let (words, next) = self.0.two(of, row as u32);
            (words, next.into())
        }

        /// Returns the first row that may have these words in the columns of an index. The rows after it include others.
        pub fn seek(self, of: &Layout, index: u8, words: &[u64]) -> u64 {
            self.0.seek(of, index, words).into()
        }

        /// Returns the next row in an index.
        pub fn next_in(self, of: &Layout, index: u8, row: u64) -> u64 {
            self.0.next_in(of, index, row as u32).into()
        }

        /// Returns a column of a row.
        pub fn word(self, of: &Layout, row: u64, column: u32) -> u64 {
            self.0.word(of, row as u32, column)
        }

        /// Returns the first row whose columns have these words, or 0. All columns of the index must be among them.
        pub fn find(self, of: &Layout, index: u8, bound: &[(u32, u64)]) -> u64 {
            self.0.find_bound(of, index, bound).into()
        }

        /// Returns the first row with a word in one column, or 0.
        pub fn find_by_one(self, of: &Layout, index: u8, column: u32, word: u64) -> u64 {
            self.0.find_by_one(of, index, column, word).into()
        }
    }
}
