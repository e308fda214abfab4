//! The facts as emitted code changes them.

use super::FactReader;
use crate::solve::{Query, Workspace};
use crate::store::{Full, Layout, Outcome, Store, Trail};

/// The facts as an emitted function changes them: all that it writes is on the trail.
pub struct FactWriter<'a> {
    store: &'a mut Store,
    trail: &'a mut Trail,
    work: &'a mut Workspace,
    /// What there was no room for, if there was none.
    pub(crate) full: Full,
}

impl<'a> FactWriter<'a> {
    #[inline(always)]
    pub(crate) fn new(
        store: &'a mut Store,
        trail: &'a mut Trail,
        work: &'a mut Workspace,
    ) -> FactWriter<'a> {
        FactWriter {
            store,
            trail,
            work,
            full: Full::Trail,
        }
    }

    /// The facts as they are.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn facts(&self) -> FactReader<'_> {
        FactReader::new(self.store)
    }

    /// What a condition is given that is asked before the changes, and that goes over nothing.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn query(&mut self) -> Query<'_> {
        Query::new(FactReader::new(self.store), 0, self.work)
    }

    /// Adds a fact of one column. False where there is no room.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn add_one(&mut self, of: &Layout, word: u64) -> bool {
        let outcome = self.store.change_one::<true>(of, word, self.trail);
        self.is_done(of, outcome)
    }

    /// Adds a fact of two columns. False where there is no room.
    #[inline(never)]
    pub fn add_two(&mut self, of: &Layout, words: [u64; 2]) -> bool {
        let outcome = self.store.change_two::<true>(of, words, self.trail);
        self.is_done(of, outcome)
    }

    /// Adds a fact. False where there is no room.
    pub fn add_row(&mut self, of: &Layout, words: &[u64]) -> bool {
        let outcome = self.store.change_row::<true>(of, words, self.trail);
        self.is_done(of, outcome)
    }

    /// Removes a fact of one column, if it is there. False where there is no room to note that.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn remove_one(&mut self, of: &Layout, word: u64) -> bool {
        let outcome = self.store.change_one::<false>(of, word, self.trail);
        self.is_done(of, outcome)
    }

    /// Removes a fact of two columns, if it is there. False where there is no room to note that.
    #[inline(never)]
    pub fn remove_two(&mut self, of: &Layout, words: [u64; 2]) -> bool {
        let outcome = self.store.change_two::<false>(of, words, self.trail);
        self.is_done(of, outcome)
    }

    /// Removes a fact, if it is there. False where there is no room to note that.
    pub fn remove_row(&mut self, of: &Layout, words: &[u64]) -> bool {
        let outcome = self.store.change_row::<false>(of, words, self.trail);
        self.is_done(of, outcome)
    }

    #[inline(always)]
    fn is_done(&mut self, of: &Layout, outcome: Outcome) -> bool {
        let is_full = matches!(outcome, Outcome::Full | Outcome::NoRoom);
        if is_full {
            self.full = outcome.full(of);
        }
        !is_full
    }
}
