//! Which facts the steps of a plan change: whether a word is a fact of a predicate, and after which steps.
//!
//! A plan keeps the trail of the search that found it, and most conditions above its steps are whether a word is a fact.
//! So where those hold is told by their answer in one state and the changes between that one and another. Nobody asks
//! for plans that are not carried out, and nothing is worked out for them.

use core::ops::Range;

use super::data::PlanData;
use super::truth;
use crate::search::machine::NONE;
use crate::store::{UnaryChange, change};
use crate::tables::{RelId, Tables};

/// A fact with one column that comes or goes by the step of this rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Changed {
    pub rel: RelId,
    pub word: u64,
    pub step: u32,
}

impl Changed {
    /// How often a fact comes or goes by the steps of these ranks, if the changes are sorted.
    pub fn count(changes: &[Changed], rel: RelId, word: u64, steps: Range<u32>) -> usize {
        let before = |step| changes.partition_point(|change| *change < Changed { rel, word, step });
        before(steps.end) - before(steps.start)
    }
}

impl PlanData {
    /// The changes of facts of these predicates, which have one column, last one first. Those of others may be among
    /// them.
    pub fn changes(&self, predicates: u64) -> impl Iterator<Item = Changed> + '_ {
        let mut entries = self.trail.iter().enumerate().rev();
        let mut step = self.steps.len();
        core::iter::from_fn(move || {
            let asked = |change: &UnaryChange| predicates & change.rel.bit() != 0;
            let (height, UnaryChange { rel, word }) =
                entries.find_map(|(height, entry)| Some((height, change(entry).filter(asked)?)))?;
            // The last step that began below the entry made it.
            while self
                .steps
                .get(step)
                .is_none_or(|row| row.trail as usize > height)
            {
                step = step.checked_sub(1)?;
            }
            let step = self.steps[step].rank;
            Some(Changed { rel, word, step })
        })
    }
}

/// A branch that was chosen, and what is known of its checks.
pub(crate) struct Chosen<'a> {
    pub tables: &'static Tables,
    pub branch: u16,
    /// After so many steps.
    pub after: u32,
    /// The words of its frame, which they begin with.
    pub frame: &'a [u64],
    /// The plan's truth, and the row of its first check, or `NONE`.
    pub truth: &'a [u64],
    pub row: u32,
}

impl Chosen<'_> {
    /// How often check number `check` changes from one planned state to the next. `count` tells how often a fact comes or
    /// goes.
    pub fn changes(&self, check: usize, count: impl FnOnce(RelId, u64) -> usize) -> usize {
        let Some(branch) = self.tables.branches.get(self.branch as usize) else {
            return 0;
        };
        match self.tables.checks[branch.checks.at as usize + check].word {
            Some(test) => count(test.rel, self.frame[test.slot.0 as usize]),
            None if self.row == NONE => 0,
            None => truth::changes(self.truth, self.row as usize + check),
        }
    }

    /// Returns true if check number `check` holds in the planned state after `steps` steps. `count` returns how often a
    /// fact comes or goes by the steps of a range of ranks.
    pub fn holds_after(
        &self,
        check: usize,
        steps: usize,
        count: impl FnOnce(RelId, u64, Range<u32>) -> usize,
    ) -> bool {
        let Some(branch) = self.tables.branches.get(self.branch as usize) else {
            return false;
        };
        let known =
            self.row == NONE || truth::holds_after(self.truth, self.row as usize + check, steps);
        match self.tables.checks[branch.checks.at as usize + check].word {
            Some(test) => {
                let (one, other) = (self.after, steps as u32);
                let between = one.min(other)..one.max(other);
                let changes = count(test.rel, self.frame[test.slot.0 as usize], between);
                known != (changes % 2 == 1)
            }
            None => known,
        }
    }
}
