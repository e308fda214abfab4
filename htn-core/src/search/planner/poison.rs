//! Poisoned searches: a game expression panicked in them, so they cannot be resumed.

use super::Search;

/// Set while a search runs the game's code, and still set afterwards if that code panicked.
///
/// Only [`Search::guarded`] writes it.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Poison(bool);

impl Search {
    /// Runs `work`, which may call the game's code. If that code panics, the search is poisoned until the next start.
    // Inlined: the loop over grants calls it, and its result is not to be copied.
    #[inline(always)]
    pub(super) fn guarded<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        self.poison = Poison(true);
        let result = work(self);
        // Unwinding skips this line.
        self.poison = Poison(false);
        result
    }

    /// Returns true if the game's code has panicked in this search.
    pub fn is_poisoned(&self) -> bool {
        self.poison.0
    }
}
