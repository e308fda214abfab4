//! Retry points: the labels at which a condition continues when a test fails.

use super::graph::{Label, More, NO};

/// Where the next solution of the lines so far is found.
#[derive(Clone, Debug)]
pub struct Retry {
    /// The target of a test that fails.
    pub at: Label,
    /// The generators that may have another solution.
    pub more: Vec<More>,
}

impl Retry {
    /// The start of a condition. Without a generator, a test that fails goes to `at`.
    pub fn at(at: Label) -> Retry {
        let more = Vec::new();
        Retry { at, more }
    }

    /// The start of a condition before an alternative, which may have solutions too.
    pub fn at_another(at: Label) -> Retry {
        let more = vec![More::Unknown];
        Retry { at, more }
    }

    /// Adds a generator whose next solution is found at `redo`.
    pub fn opens(&mut self, redo: Label, more: More) {
        self.at = redo;
        self.more.push(more);
    }

    /// Returns these generators and then those of `then`.
    pub fn followed_by(&self, then: &Retry) -> Retry {
        let more = self.more.iter().chain(&then.more).copied().collect();
        Retry { at: then.at, more }
    }

    /// Returns true if there is at most one solution.
    pub fn is_single(&self) -> bool {
        self.more.is_empty()
    }

    /// Returns true if a test that fails ends the condition.
    pub fn is_end(&self) -> bool {
        self.at == NO && self.is_single()
    }
}
