//! The checks of a plan that its steps may change, by the predicates that they read.

use super::super::{Limit, NONE};
use crate::plan::truth;
use crate::pool::Pool;
use crate::store::Relation;

/// A check that some step of the plan may change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ask {
    /// In the list of a predicate: the fact in question.
    word: u64,
    /// In the list of the others: which check it is, and of which node.
    pub check: u32,
    pub node: u32,
    /// Its row of the plan's truth.
    pub row: u32,
    /// The first state in which it is asked.
    pub from: u32,
    /// The next one of its list.
    next: u32,
    /// Whether it holds in the states before `from`, because nothing that it reads had been written since the branch
    /// was chosen. Else nobody wants to know.
    pub opens: bool,
    /// Whether the check holds where the fact is there, or where it is not,
    there: bool,
    /// and whether it was there by the last answer.
    was_there: bool,
}

/// Checks whether a word is a fact of a predicate are in the list of that predicate, the others in this one.
pub(super) const OTHERS: usize = 64;

const ALL: u64 = u64::MAX;

/// Lists of asks, and a walk through those that a step may have changed.
#[derive(Clone, Debug)]
pub(super) struct Asks {
    all: Pool<Ask>,
    /// The first of each list. Not cleared: `listed` says which are in use.
    heads: [u32; OTHERS + 1],
    /// Which predicates' lists are in use.
    listed: u64,
    /// What any of the asks reads.
    pub reads: u64,
    /// The earliest state in which any of them is asked.
    pub earliest: u32,

    // The walk.
    /// The predicates in question.
    written: u64,
    /// The lists after the present one.
    left: u64,
    list: usize,
    /// The ask before the present one in its list.
    before: u32,
    present: u32,
}

impl Ask {
    /// A check of a row of the truth. Somebody wants to know from the state `wanted` on; in those before the state
    /// `open` it holds.
    #[inline]
    pub fn new(row: u32, wanted: u32, open: u32) -> Ask {
        Ask {
            word: 0,
            check: 0,
            node: 0,
            row,
            from: wanted.max(open),
            next: NONE,
            opens: open > wanted,
            there: true,
            was_there: true,
        }
    }
}

impl Asks {
    pub fn new(capacity: usize) -> Asks {
        Asks {
            all: Pool::new(capacity),
            heads: [NONE; OTHERS + 1],
            listed: 0,
            reads: 0,
            earliest: NONE,
            written: 0,
            left: 0,
            list: OTHERS,
            before: NONE,
            present: NONE,
        }
    }

    pub fn bytes(&self) -> usize {
        self.all.bytes()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn clear(&mut self) {
        self.all.clear();
        self.heads[OTHERS] = NONE;
        self.listed = 0;
        self.reads = 0;
        self.earliest = NONE;
    }

    /// Whether a word is a fact of a predicate below 64, or is none.
    #[inline]
    pub fn push_word(&mut self, predicate: usize, there: bool, word: u64, ask: Ask) {
        let bit = 1 << predicate;
        if self.listed & bit == 0 {
            self.listed |= bit;
            self.heads[predicate] = NONE;
        }
        let ask = Ask {
            word,
            there,
            was_there: there,
            ..ask
        };
        self.push(predicate, bit, ask);
    }

    /// Any other check of a node.
    pub fn push_other(&mut self, reads: u64, check: u32, node: u32, ask: Ask) {
        self.push(OTHERS, reads, Ask { check, node, ..ask });
    }

    #[inline]
    fn push(&mut self, list: usize, reads: u64, ask: Ask) {
        let next = self.heads[list];
        self.heads[list] = self.all.len() as u32;
        self.reads |= reads;
        self.earliest = self.earliest.min(ask.from - u32::from(ask.opens));
        self.all.push(Ask { next, ..ask });
    }

    /// Begins to walk through the asks that may read one of these predicates.
    #[inline]
    pub fn walk(&mut self, written: u64) {
        self.written = written;
        self.left = written & self.listed;
        self.list = OTHERS;
        self.before = NONE;
        self.present = self.heads[OTHERS];
    }

    /// Begins to walk through all asks.
    pub fn walk_all(&mut self) {
        self.walk(ALL);
    }

    /// The present list of the walk.
    #[inline]
    pub fn list(&mut self) -> Option<usize> {
        while self.present == NONE {
            if self.left == 0 {
                return None;
            }
            self.list = self.left.trailing_zeros() as usize;
            self.left &= self.left - 1;
            self.before = NONE;
            self.present = self.heads[self.list];
        }
        Some(self.list)
    }

    /// Answers what is left of the present list, which is that of a predicate, in the state after `at` steps.
    #[inline]
    pub fn answer_words(
        &mut self,
        relation: &Relation,
        at: usize,
        truth: &mut Pool<u64>,
        most: usize,
        granted: &mut i64,
    ) -> Result<(), Limit> {
        let (mut before, mut present) = (self.before, self.present);
        let mut result = Ok(());
        while *granted > 0
            && let Some(ask) = self.all.get_mut(present as usize)
        {
            *granted -= 1;
            let next = ask.next;
            let ends = at < ask.from as usize;
            let is_there = match ends {
                false => relation.has_one(ask.word),
                true if ask.opens => ask.there,
                true => ask.was_there,
            };
            if is_there != ask.was_there {
                ask.was_there = is_there;
                let holds = is_there == ask.there;
                if !truth::answer(truth, ask.row as usize, at, holds, most) {
                    result = Err(Limit::Checks);
                    break;
                }
            }
            if !ends {
                before = present;
            } else if let Some(before) = self.all.get_mut(before as usize) {
                before.next = next;
            } else {
                self.heads[self.list] = next;
            }
            present = next;
        }
        (self.before, self.present) = (before, present);
        result
    }

    /// The present ask of the walk, in the list of the others.
    #[inline]
    pub fn present(&self) -> Option<Ask> {
        self.all.get(self.present as usize).copied()
    }

    /// Whether an ask that reads these predicates is one of those that the walk is for.
    #[inline]
    pub fn concern(&self, reads: u64) -> bool {
        reads & self.written != 0 || self.written == ALL
    }

    /// On to the next ask.
    #[inline]
    pub fn pass(&mut self) {
        self.before = self.present;
        self.present = self.all[self.present as usize].next;
    }

    /// On to the next ask; the present one has no more to be asked.
    #[inline]
    pub fn drop_present(&mut self) {
        let next = self.all[self.present as usize].next;
        match self.all.get_mut(self.before as usize) {
            Some(before) => before.next = next,
            None => self.heads[self.list] = next,
        }
        self.present = next;
    }
}
