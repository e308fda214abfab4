//! The facts as emitted code changes them.

use crate::search::solve::{ConditionAnswer, Workspace};
use crate::store::{ChangeOutcome, Layout, NIL, Store};

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

    /// Removes all facts whose columns have these words, one a step. All columns of the index must be among them. Returns
    /// `Paused` if the budget ends before: another call removes the others.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn delete_rows(
        &mut self,
        facts: &mut Store,
        of: &Layout,
        index: u8,
        bound: &[(u32, u64)],
    ) -> ConditionAnswer {
        let mut row = facts.read().find_bound(of, index, bound);
        while row != NIL {
            let next = facts.read().next_in(of, index, row);
            let outcome = facts.remove_row(of, row, &mut self.trail);
            if let ChangeOutcome::NoRoom = outcome {
                self.full = outcome.full(of).into();
                return ConditionAnswer::Full;
            }
            if self.left <= 0 {
                return ConditionAnswer::Paused;
            }
            self.left -= 1;
            row = facts.read().find_bound_from(of, index, next, bound);
        }
        ConditionAnswer::Last
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
