//! The checks of a plan that its steps may change, by the predicates that they read.

use super::super::NONE;
use super::known::Question;
use crate::pool::Pool;

/// A check that some step of the plan may change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ask {
    pub question: Question,
    /// Its row of the plan's truth.
    pub row: u32,
    /// The first state in which it is asked.
    pub from: u32,
    /// Whether it holds in those before, because nothing that it reads had been written since the branch was chosen.
    /// Else nobody wants to know.
    pub opens: bool,
    /// The next one of its list.
    next: u32,
}

/// Asks of one predicate are in the list of that predicate, the others in this one.
const OTHERS: usize = 64;

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
    /// Somebody wants to know from the state `wanted` on. In those before the state `open` it holds.
    pub fn new(question: Question, row: u32, wanted: u32, open: u32) -> Ask {
        Ask {
            question,
            row,
            from: wanted.max(open),
            opens: open > wanted,
            next: NONE,
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

    /// Puts an ask to the list of what it reads.
    #[inline]
    pub fn push(&mut self, reads: u64, ask: Ask) {
        let alone = reads.is_power_of_two();
        let list = if alone {
            reads.trailing_zeros() as usize
        } else {
            OTHERS
        };
        let next = match alone && self.listed & reads == 0 {
            true => NONE,
            false => self.heads[list],
        };
        self.heads[list] = self.all.len() as u32;
        self.listed |= if alone { reads } else { 0 };
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

    /// The present ask of the walk.
    #[inline]
    pub fn present(&mut self) -> Option<Ask> {
        loop {
            if let Some(&ask) = self.all.get(self.present as usize) {
                return Some(ask);
            }
            if self.left == 0 {
                return None;
            }
            self.list = self.left.trailing_zeros() as usize;
            self.left &= self.left - 1;
            self.before = NONE;
            self.present = self.heads[self.list];
        }
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
