//! Which facts the steps of a plan change: whether a word is a fact of a predicate, and after which steps.
//!
//! A plan keeps the trail of the search that found it, and most conditions above its steps are whether a word is a fact.
//! So where those hold is told by their answer in one state and the changes between that one and another. Nobody asks
//! for plans that are not carried out, and nothing is worked out for them.

use core::ops::Range;

use super::data::{Node, PlanData};
use super::truth;
use crate::machine::NONE;
use crate::store::{Change, change_before};
use crate::tables::{RelId, Tables};

/// A fact that came or went by a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Changed {
    pub rel: RelId,
    pub word: u64,
    pub step: u32,
}

impl Changed {
    /// Whether a fact came or went an odd number of times by these steps, where the changes are in order.
    pub fn odd(changes: &[Changed], rel: RelId, word: u64, steps: Range<u32>) -> bool {
        let before = |step| changes.partition_point(|change| *change < Changed { rel, word, step });
        (before(steps.end) - before(steps.start)) % 2 == 1
    }
}

impl PlanData {
    /// The changes of facts of these predicates, which have one column, last one first. Those of others may be among
    /// them.
    pub fn changes(&self, predicates: u64) -> impl Iterator<Item = Changed> + '_ {
        let mut height = self.trail.len() as u32;
        let mut step = self.steps.len();
        core::iter::from_fn(move || {
            while height > 0 {
                let change;
                (height, change) = change_before(&self.trail, height, predicates);
                if let Some(Change { rel, word }) = change {
                    // The last step that began below the entry made it.
                    while self.steps.get(step).is_none_or(|row| row.trail > height) {
                        step = step.checked_sub(1)?;
                    }
                    let step = step as u32;
                    return Some(Changed { rel, word, step });
                }
            }
            None
        })
    }

    /// Whether check number `check` of a node's branch holds in the planned state after `steps` steps.
    pub fn holds_after(&self, node: &Node, check: usize, steps: usize) -> bool {
        let odd = |rel: RelId, word, steps: Range<u32>| {
            let changes = self.changes(rel.bit()).filter(|change| {
                change.rel == rel && change.word == word && steps.contains(&change.step)
            });
            changes.count() % 2 == 1
        };
        let (frame, truth) = (self.frame(node), &self.truth);
        node.holds_after(self.tables, frame, truth, check, steps, odd)
    }
}

impl Node {
    /// Whether check number `check` of its branch holds in the planned state after `steps` steps, by its frame and the
    /// plan's truth. `odd` tells whether a fact came or went an odd number of times by some steps.
    pub fn holds_after(
        &self,
        tables: &Tables,
        frame: &[u64],
        truth: &[u64],
        check: usize,
        steps: usize,
        odd: impl FnOnce(RelId, u64, Range<u32>) -> bool,
    ) -> bool {
        let Some(branch) = tables.branches.get(self.branch.0 as usize) else {
            return false;
        };
        let known =
            self.truth == NONE || truth::holds_after(truth, self.truth as usize + check, steps);
        match tables.checks[branch.checks.at as usize + check].word {
            Some(test) => {
                let (one, other) = (self.chosen, steps as u32);
                let between = one.min(other)..one.max(other);
                known != odd(test.rel, frame[test.slot.0 as usize], between)
            }
            None => known,
        }
    }
}
