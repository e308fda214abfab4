//! The changes that the steps of a plan make to facts with one column.
//!
//! Most checks above a step test for one such fact. Whether such a check holds in a planned state follows from its value in one
//! state and the changes in between, which the trail of the search contains. They are computed only for plans that an executor
//! accepts.

use core::ops::Range;

use super::condition_history;
use super::data::PlanData;
use crate::search::machine::NONE;
use crate::store::{UnaryChange, change};
use crate::tables::{RelId, Tables};

/// A fact with one column that the step of this rank adds or removes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Changed {
    pub rel: RelId,
    pub word: u64,
    pub step: u32,
}

impl Changed {
    /// Returns how often the steps of these ranks add or remove a fact. `changes` must be sorted.
    pub fn count(changes: &[Changed], rel: RelId, word: u64, steps: Range<u32>) -> usize {
        let at = |step| Changed { rel, word, step };
        let (start, end) = (at(steps.start), at(steps.end));
        let later = &changes[changes.partition_point(|change| *change < start)..];
        // Most facts do not change between the two.
        if later.first().is_none_or(|first| *first >= end) {
            return 0;
        }
        later.partition_point(|change| *change < end)
    }
}

impl PlanData {
    /// Iterates over the changes of facts of these predicates, which have one column, in reverse. May include changes of
    /// other predicates.
    pub fn changes(&self, predicates: u64) -> impl Iterator<Item = Changed> + '_ {
        let mut entries = self.trail.iter().enumerate().rev();
        let mut step = self.steps.len();
        core::iter::from_fn(move || {
            let asked = |change: &UnaryChange| predicates & change.rel.bit() != 0;
            let (height, UnaryChange { rel, word }) =
                entries.find_map(|(height, entry)| Some((height, change(entry).filter(asked)?)))?;
            // The entry belongs to the last step that began below it.
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

/// A chosen branch with the expected history of its checks.
pub(crate) struct Chosen<'a> {
    pub tables: &'static Tables,
    pub branch: u16,
    /// The number of steps before the choice.
    pub after: u32,
    /// The words of the frame, which begin with the arguments of the checks.
    pub frame: &'a [u64],
    /// The plan's condition history, and the row of the branch's first check, or `NONE`.
    pub history: &'a [u64],
    pub row: u32,
}

impl Chosen<'_> {
    /// Returns how often check `check` changes between planned states. `count` returns how often a fact is added or
    /// removed.
    pub fn changes(&self, check: usize, count: impl FnOnce(RelId, u64) -> usize) -> usize {
        let Some(branch) = self.tables.branches.get(self.branch as usize) else {
            return 0;
        };
        match self.tables.checks[branch.checks.at as usize + check].word {
            Some(test) => count(test.rel, self.frame[test.slot.0 as usize]),
            None if self.row == NONE => 0,
            None => {
                let row = self.row as usize + check;
                let (_, changes) = condition_history::changes_of(self.history, row);
                changes.count()
            }
        }
    }

    /// Returns true if check `check` holds in the planned state after `steps` steps. `count` returns how often the steps of a
    /// range of ranks add or remove a fact.
    pub fn holds_after(
        &self,
        check: usize,
        steps: usize,
        count: impl FnOnce(RelId, u64, Range<u32>) -> usize,
    ) -> bool {
        let Some(branch) = self.tables.branches.get(self.branch as usize) else {
            return false;
        };
        let known = self.row == NONE
            || condition_history::holds_after(self.history, self.row as usize + check, steps);
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
