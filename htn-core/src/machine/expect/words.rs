//! Checks whether a word is a fact of a predicate: most checks are that, and the trail alone tells where they hold.
//!
//! At the end of the plan the facts are asked. On the way back over the trail, each entry about the fact of a check turns
//! its answer round. Nothing is undone for that.

use super::super::{Limit, Machine, NONE};
use super::known::WordTest;
use crate::plan::truth;
use crate::pool::Pool;
use crate::store::{Change, Store};
use crate::tables::RelId;

/// A check whether a word is a fact.
#[derive(Clone, Copy, Debug)]
struct Ask {
    word: u64,
    rel: RelId,
    /// Its row of the plan's truth.
    row: u32,
    /// The first state in which somebody wants to know.
    from: u32,
    /// The next one in its bucket.
    next: u32,
}

const BUCKETS: usize = 64;

/// The checks of a plan that its steps may change, by what they are about, and a walk back over the trail.
#[derive(Clone, Debug)]
pub(super) struct Words {
    asks: Pool<Ask>,
    /// The first ask of each bucket.
    heads: [u32; BUCKETS],
    /// The first state in which any of them is wanted.
    earliest: u32,

    // The walk.
    /// How much of the trail is left.
    height: u32,
    /// The present entry's change, and the next ask that it may be about.
    change: Change,
    present: u32,
}

impl Words {
    pub fn new(capacity: usize) -> Words {
        Words {
            asks: Pool::new(capacity),
            heads: [NONE; BUCKETS],
            earliest: NONE,
            height: 0,
            change: Change {
                rel: RelId(0),
                word: 0,
            },
            present: NONE,
        }
    }

    pub fn bytes(&self) -> usize {
        self.asks.bytes()
    }

    pub fn clear(&mut self) {
        if !self.asks.is_empty() {
            self.asks.clear();
            self.heads = [NONE; BUCKETS];
        }
        self.earliest = NONE;
        self.present = NONE;
    }

    /// Tests of a node follow, which are wanted for the states from one on.
    #[inline]
    pub fn want(&mut self, from: u32) {
        self.earliest = self.earliest.min(from);
    }

    /// A test that the steps of the plan may change. Returns whether it holds at the end of the plan, which is the state
    /// that the facts are in.
    #[inline(always)]
    pub fn push(
        &mut self,
        test: WordTest,
        frame: &[u64],
        row: u32,
        from: u32,
        store: &Store,
    ) -> bool {
        let WordTest { rel, slot, there } = test;
        let word = frame[slot.0 as usize];
        let at = self.asks.len() as u32;
        let next = core::mem::replace(&mut self.heads[bucket(rel, word)], at);
        self.asks.push(Ask {
            word,
            rel,
            row,
            from,
            next,
        });
        store.rel(rel).has_one(word) == there
    }

    /// Begins to walk back from the end of the trail.
    pub fn begin(&mut self, machine: &Machine) {
        self.height = machine.trail.mark();
        if self.asks.is_empty() {
            self.earliest = NONE;
        }
    }

    /// Walks back from the state after `at` steps, looking at the changes of these predicates; returns whether there is
    /// no more to be told.
    #[inline(never)]
    pub fn walk(
        &mut self,
        at: &mut usize,
        predicates: u64,
        machine: &Machine,
        truth: &mut Pool<u64>,
        granted: &mut i64,
    ) -> Result<bool, Limit> {
        let trail = &machine.trail;
        let (mut steps, later) = machine.steps.split_at(*at);
        let mut floor = later.first().map_or(trail.mark(), |step| step.trail);
        let (mut height, mut left) = (self.height, *granted);
        let mut result = Ok(false);
        'walk: loop {
            while let Some(ask) = self.asks.get(self.present as usize) {
                if left <= 0 {
                    break 'walk;
                }
                left -= 1;
                self.present = ask.next;
                if ask.word == self.change.word
                    && ask.rel == self.change.rel
                    && steps.len() >= ask.from as usize
                    && !truth::turn(truth, ask.row as usize, steps.len(), machine.limits.checks)
                {
                    result = Err(Limit::Checks);
                    break 'walk;
                }
            }
            while height <= floor {
                let (Some((step, before)), true) =
                    (steps.split_last(), steps.len() > self.earliest as usize)
                else {
                    result = Ok(true);
                    break 'walk;
                };
                if left <= 0 {
                    break 'walk;
                }
                left -= 1;
                (steps, floor) = (before, step.trail);
            }
            if left <= 0 {
                break;
            }
            left -= 1;
            let change;
            (height, change) = trail.change_before(height, predicates);
            if let Some(change) = change {
                self.change = change;
                self.present = self.heads[bucket(change.rel, change.word)];
            }
        }
        *at = steps.len();
        (self.height, *granted) = (height, left);
        result
    }
}

#[inline(always)]
fn bucket(rel: RelId, word: u64) -> usize {
    let mixed = (word ^ u64::from(rel.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 58) as usize
}
