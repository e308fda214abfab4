//! The facts as emitted code changes them.

use crate::search::solve::Workspace;
use crate::store::{ChangeOutcome, Layout, Store};

/// Changes of facts, which the trail records. Each returns false if there is no room.
impl Workspace {
    /// Adds a fact of one column.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn add_one(&mut self, facts: &mut Store, of: &Layout, word: u64) -> bool {
        self.change::<true>(facts, of, &[word])
    }

    /// Adds a fact of two columns.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn add_two(&mut self, facts: &mut Store, of: &Layout, a: u64, b: u64) -> bool {
        self.change::<true>(facts, of, &[a, b])
    }

    /// Adds a fact.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn add_row(&mut self, facts: &mut Store, of: &Layout, words: &[u64]) -> bool {
        self.change::<true>(facts, of, words)
    }

    /// Removes a fact of one column, if it is present.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn remove_one(&mut self, facts: &mut Store, of: &Layout, word: u64) -> bool {
        self.change::<false>(facts, of, &[word])
    }

    /// Removes a fact of two columns, if it is present.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn remove_two(&mut self, facts: &mut Store, of: &Layout, a: u64, b: u64) -> bool {
        self.change::<false>(facts, of, &[a, b])
    }

    /// Removes a fact, if it is present.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn remove_row(&mut self, facts: &mut Store, of: &Layout, words: &[u64]) -> bool {
        self.change::<false>(facts, of, words)
    }

    #[inline(always)]
    fn change<const ADDS: bool>(&mut self, facts: &mut Store, of: &Layout, words: &[u64]) -> bool {
        let outcome = facts.change::<ADDS>(of, words, &mut self.trail);
        let is_full = matches!(outcome, ChangeOutcome::Full | ChangeOutcome::NoRoom);
        if is_full {
            self.full = outcome.full(of).into();
        }
        !is_full
    }
}
