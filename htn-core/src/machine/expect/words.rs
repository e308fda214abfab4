//! Checks whether a word is a fact of a predicate: most checks are that, and the trail alone tells where they hold.
//!
//! At the end of the plan the facts are asked. On the way back over the trail each entry says which fact it is about,
//! and whether that was there before it. Nothing is undone for that.

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
    /// Whether the check holds where the fact is there, or where it is not.
    there: bool,
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
    /// The first ask of each bucket. Not cleared: `used` says which have any.
    heads: [u32; BUCKETS],
    used: u64,
    /// The predicates that any of them is about; those past 64 share bits.
    predicates: u64,
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
            used: 0,
            predicates: 0,
            earliest: NONE,
            height: 0,
            change: Change {
                rel: RelId(0),
                word: 0,
                was_there: false,
            },
            present: NONE,
        }
    }

    pub fn bytes(&self) -> usize {
        self.asks.bytes()
    }

    pub fn clear(&mut self) {
        self.asks.clear();
        self.used = 0;
        self.predicates = 0;
        self.earliest = NONE;
        self.present = NONE;
    }

    /// Begins a row of the truth with whether a test holds at the end of the plan, which is the state that the facts
    /// are in, and notes that it is wanted for the states from one on.
    #[inline]
    pub fn push(
        &mut self,
        test: WordTest,
        frame: &[u64],
        row: u32,
        from: u32,
        truth: &mut [u64],
        store: &Store,
    ) {
        let WordTest { rel, slot, there } = test;
        let word = frame[slot.0 as usize];
        let bucket = bucket(rel, word);
        let next = self.first(bucket);
        self.heads[bucket] = self.asks.len() as u32;
        self.asks.push(Ask {
            word,
            rel,
            there,
            row,
            from,
            next,
        });
        self.used |= 1 << bucket;
        self.predicates |= 1 << (rel.0 % 64);
        self.earliest = self.earliest.min(from);
        truth::begin(truth, row as usize, store.rel(rel).has_one(word) == there);
    }

    #[inline]
    fn first(&self, bucket: usize) -> u32 {
        match self.used >> bucket & 1 {
            0 => NONE,
            _ => self.heads[bucket],
        }
    }

    /// Begins to walk back from the end of the trail.
    pub fn begin(&mut self, machine: &Machine) {
        self.height = machine.trail.mark();
    }

    /// Walks back from the state after `at` steps; returns whether there is no more to be told.
    #[inline(never)]
    pub fn walk(
        &mut self,
        at: &mut usize,
        machine: &Machine,
        truth: &mut Pool<u64>,
        granted: &mut i64,
    ) -> Result<bool, Limit> {
        let (steps, trail) = (&machine.steps, &machine.trail);
        let mut floor = steps.get(*at).map_or(trail.mark(), |step| step.trail);
        let (mut height, mut present) = (self.height, self.present);
        let mut left = *granted;
        let mut result = Ok(false);
        while left > 0 {
            left -= 1;
            if let Some(ask) = self.asks.get(present as usize) {
                present = ask.next;
                let Change {
                    rel,
                    word,
                    was_there,
                } = self.change;
                if ask.word != word || ask.rel != rel || *at < ask.from as usize {
                    continue;
                }
                let holds = was_there == ask.there;
                if !truth::answer(truth, ask.row as usize, *at, holds, machine.limits.checks) {
                    result = Err(Limit::Checks);
                    break;
                }
            } else if height > floor {
                let change;
                (height, change) = trail.change_before(height, self.predicates);
                if let Some(change) = change {
                    self.change = change;
                    present = self.first(bucket(change.rel, change.word));
                }
            } else if *at > self.earliest as usize {
                *at -= 1;
                floor = steps[*at].trail;
            } else {
                result = Ok(true);
                break;
            }
        }
        (self.height, self.present) = (height, present);
        *granted = left;
        result
    }
}

#[inline]
fn bucket(rel: RelId, word: u64) -> usize {
    let mixed = (word ^ u64::from(rel.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 58) as usize
}
