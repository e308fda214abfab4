//! The facts as emitted code changes them.

use crate::search::solve::Workspace;
use crate::store::{ChangeOutcome, Layout, Store};

/// All that is written is on the trail.
impl Workspace {
    /// Adds a fact of one column. False where there is no room.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn add_one(&mut self, facts: &mut Store, of: &Layout, word: u64) -> bool {
        let quick = facts.change_bit::<true>(of, word, &mut self.trail);
        is_done(quick) || self.change_word::<true>(facts, of, word)
    }

    /// Adds a fact of two columns. False where there is no room.
    #[inline(never)]
    pub fn add_two(&mut self, facts: &mut Store, of: &Layout, a: u64, b: u64) -> bool {
        let quick = facts.change_value::<true, false>(of, (a, b), &mut self.trail);
        is_done(quick) || self.change_pair::<true>(facts, of, a, b)
    }

    /// Adds a fact. False where there is no room.
    pub fn add_row(&mut self, facts: &mut Store, of: &Layout, words: &[u64]) -> bool {
        self.change_row::<true>(facts, of, words)
    }

    /// Removes a fact of one column, if it is there. False where there is no room to note that.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn remove_one(&mut self, facts: &mut Store, of: &Layout, word: u64) -> bool {
        let quick = facts.change_bit::<false>(of, word, &mut self.trail);
        is_done(quick) || self.change_word::<false>(facts, of, word)
    }

    /// Removes a fact of two columns, if it is there. False where there is no room to note that.
    #[inline(never)]
    pub fn remove_two(&mut self, facts: &mut Store, of: &Layout, a: u64, b: u64) -> bool {
        let quick = facts.change_value::<false, false>(of, (a, b), &mut self.trail);
        is_done(quick) || self.change_pair::<false>(facts, of, a, b)
    }

    /// Removes a fact, if it is there. False where there is no room to note that.
    pub fn remove_row(&mut self, facts: &mut Store, of: &Layout, words: &[u64]) -> bool {
        self.change_row::<false>(facts, of, words)
    }

    // Apart from what can be done at once, so that this needs to save no registers and is short where it is emitted.

    #[inline(never)]
    fn change_word<const ADDS: bool>(&mut self, facts: &mut Store, of: &Layout, word: u64) -> bool {
        self.change_row::<ADDS>(facts, of, &[word])
    }

    #[inline(never)]
    fn change_pair<const ADDS: bool>(
        &mut self,
        facts: &mut Store,
        of: &Layout,
        a: u64,
        b: u64,
    ) -> bool {
        let quick = facts.change_value::<ADDS, true>(of, (a, b), &mut self.trail);
        is_done(quick) || self.change_row::<ADDS>(facts, of, &[a, b])
    }

    #[inline]
    fn change_row<const ADDS: bool>(
        &mut self,
        facts: &mut Store,
        of: &Layout,
        words: &[u64],
    ) -> bool {
        let outcome = facts.change_row::<ADDS>(of, words, &mut self.trail);
        self.has_room(of, outcome)
    }

    #[inline(always)]
    fn has_room(&mut self, of: &Layout, outcome: ChangeOutcome) -> bool {
        let is_done = is_done(Some(outcome));
        if !is_done {
            self.full = outcome.full(of).into();
        }
        is_done
    }
}

/// Whether a change was tried, and found room.
#[inline(always)]
fn is_done(quick: Option<ChangeOutcome>) -> bool {
    quick.is_some_and(|outcome| !matches!(outcome, ChangeOutcome::Full | ChangeOutcome::NoRoom))
}
