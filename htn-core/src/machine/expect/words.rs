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
    /// Whether it holds where the fact is there, or where it is not.
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
    /// The buckets with asks, and the first ask of each of those.
    used: u64,
    heads: [u32; BUCKETS],
    /// The first state in which any of them is wanted.
    earliest: u32,

    // The walk.
    /// How much of the trail is left, and a state that is not before the one it leads to.
    height: u32,
    state: u32,
    /// The last entry's change, and the next ask that it may be about.
    change: Change,
    present: u32,
}

impl Words {
    pub fn new(capacity: usize) -> Words {
        Words {
            asks: Pool::new(capacity),
            used: 0,
            heads: [NONE; BUCKETS],
            earliest: NONE,
            height: 0,
            state: 0,
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
        self.asks.clear();
        self.used = 0;
        self.earliest = NONE;
        self.present = NONE;
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.asks.len()
    }

    /// A test that the steps of the plan may change, which is wanted for the states from one on. It is to be asked next.
    #[inline(always)]
    pub fn push(&mut self, test: WordTest, frame: &[u64], row: u32, from: u32) {
        let WordTest { rel, slot, there } = test;
        let fits = self.asks.take(Ask {
            word: frame[slot.0 as usize],
            rel,
            there,
            row,
            from,
            next: NONE,
        });
        debug_assert!(fits, "there are no more asks than rows");
    }

    /// Asks those behind the first ones whether they hold at the end of the plan, which is the state that the facts are
    /// in.
    #[inline(always)]
    pub fn ask(&mut self, first: usize, truth: &mut [u64], store: &Store) {
        let (mut used, mut earliest) = (self.used, self.earliest);
        for (at, ask) in (first as u32..).zip(&mut self.asks[first..]) {
            let bucket = bucket(ask.rel, ask.word);
            let head = &mut self.heads[bucket];
            if used >> bucket & 1 == 1 {
                ask.next = *head;
            }
            *head = at;
            used |= 1 << bucket;
            earliest = earliest.min(ask.from);
            let holds = store.rel(ask.rel).has_one(ask.word) == ask.there;
            truth::begin(truth, ask.row as usize, holds);
        }
        (self.used, self.earliest) = (used, earliest);
    }

    /// The first ask that may be about this fact, or `NONE`.
    #[inline(always)]
    fn first_about(&self, rel: RelId, word: u64) -> u32 {
        let bucket = bucket(rel, word);
        match self.used >> bucket & 1 {
            0 => NONE,
            _ => self.heads[bucket],
        }
    }

    /// Begins to walk back from the end of the trail.
    pub fn begin(&mut self, machine: &Machine) {
        self.height = machine.trail.mark();
        self.state = machine.steps.len() as u32;
    }

    /// Walks back, looking at the changes of these predicates; returns whether there is no more to be told.
    #[inline(never)]
    pub fn walk(
        &mut self,
        predicates: u64,
        machine: &Machine,
        truth: &mut Pool<u64>,
        granted: &mut i64,
    ) -> Result<bool, Limit> {
        let (trail, steps) = (&machine.trail, machine.steps.as_slice());
        // Nobody wants to know what was before that.
        let earliest = steps.get(self.earliest as usize);
        let lowest = earliest.map_or(trail.mark(), |step| step.trail);
        let (mut change, mut present) = (self.change, self.present);
        let (mut height, mut state, mut left) = (self.height, self.state as usize, *granted);
        let result = 'walk: loop {
            while let Some(ask) = self.asks.get(present as usize) {
                if left <= 0 {
                    break 'walk Ok(false);
                }
                left -= 1;
                // The last step that began below the entry made it.
                if steps.get(state).is_none_or(|step| step.trail > height) {
                    state -= 1;
                    continue;
                }
                present = ask.next;
                if ask.word == change.word
                    && ask.rel == change.rel
                    && state >= ask.from as usize
                    && !truth::turn(truth, ask.row as usize, state)
                {
                    break 'walk Err(Limit::Checks);
                }
            }
            if height <= lowest {
                break Ok(true);
            }
            if left <= 0 {
                break Ok(false);
            }
            left -= 1;
            let changed;
            (height, changed) = trail.change_before(height, predicates);
            if let Some(changed) = changed {
                change = changed;
                present = self.first_about(change.rel, change.word);
            }
        };
        (self.change, self.present) = (change, present);
        (self.height, self.state, *granted) = (height, state as u32, left);
        result
    }
}

#[inline(always)]
fn bucket(rel: RelId, word: u64) -> usize {
    let mixed = (word ^ u64::from(rel.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 58) as usize
}
