//! The checks of a plan that its steps may change, and that are asked over the facts of its states.

use super::super::NONE;
use crate::model::pool::Pool;

/// A check that some step of the plan may change.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingCheck {
    /// Which check it is, and of which frame's branch.
    pub check: u32,
    pub frame: u32,
    /// Its row of the plan's truth.
    pub row: u32,
    /// The first state in which it is asked.
    pub from: u32,
    /// Whether it holds in the states before `from`, because nothing that it reads had been written since the branch
    /// was chosen. Else nobody wants to know.
    pub opens: bool,
}

const ALL: u64 = u64::MAX;

/// The asks of a plan, and a walk through those that a step may have changed.
#[derive(Clone, Debug)]
pub(super) struct CheckQueue {
    all: Pool<PendingCheck>,
    /// What any of the asks reads.
    pub reads: u64,
    /// The earliest state in which any of them is asked.
    pub earliest: u32,

    // The walk.
    /// The predicates in question.
    written: u64,
    present: usize,
}

impl CheckQueue {
    pub fn new(capacity: usize) -> CheckQueue {
        CheckQueue {
            all: Pool::new(capacity),
            reads: 0,
            earliest: NONE,
            written: 0,
            present: 0,
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
        self.reads = 0;
        self.earliest = NONE;
    }

    /// One that reads these predicates.
    pub fn push(&mut self, reads: u64, ask: PendingCheck) {
        self.reads |= reads;
        self.earliest = self.earliest.min(ask.from - u32::from(ask.opens));
        self.all.push(ask);
    }

    /// So many frames were put before those of the plan.
    pub fn shift_frames(&mut self, count: u32) {
        self.all.iter_mut().for_each(|ask| ask.frame += count);
    }

    /// Begins to walk through the asks that may read one of these predicates.
    pub fn walk(&mut self, written: u64) {
        self.written = written;
        self.present = 0;
    }

    /// Begins to walk through all asks.
    pub fn walk_all(&mut self) {
        self.walk(ALL);
    }

    /// The present ask of the walk.
    pub fn present(&self) -> Option<PendingCheck> {
        self.all.get(self.present).copied()
    }

    /// Whether an ask that reads these predicates is one of those that the walk is for.
    pub fn concern(&self, reads: u64) -> bool {
        reads & self.written != 0 || self.written == ALL
    }

    /// On to the next ask.
    pub fn pass(&mut self) {
        self.present += 1;
    }

    /// On to the next ask; the present one has no more to be asked.
    pub fn drop_present(&mut self) {
        self.all.swap_remove(self.present);
    }
}
