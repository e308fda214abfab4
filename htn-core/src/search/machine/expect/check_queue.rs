//! The checks of a plan that are evaluated in its states.

use super::super::NONE;
use crate::model::pool::Pool;

/// A check that a step of the plan may change.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingCheck {
    /// The check, and the frame of its branch.
    pub check: u32,
    pub frame: u32,
    /// The row of its results in the plan.
    pub row: u32,
    /// The first state in which it is evaluated.
    pub from: u32,
    /// True if it holds in the states before `from`, because no step has written what it reads since the branch was
    /// chosen. Otherwise their results are not needed.
    pub opens: bool,
}

const ALL: u64 = u64::MAX;

/// The checks to evaluate, and an iteration over those that a step may have changed.
#[derive(Clone, Debug)]
pub(super) struct CheckQueue {
    all: Pool<PendingCheck>,
    /// The predicates that any of the checks reads.
    pub reads: u64,
    /// The earliest state in which any of them is evaluated.
    pub earliest: u32,

    // The iteration.
    /// The predicates that were written.
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

    /// Adds a check that reads these predicates.
    pub fn push(&mut self, reads: u64, check: PendingCheck) {
        self.reads |= reads;
        self.earliest = self.earliest.min(check.from - u32::from(check.opens));
        self.all.push(check);
    }

    /// Renumbers the frames after `count` others were inserted before them.
    pub fn shift_frames(&mut self, count: u32) {
        self.all.iter_mut().for_each(|check| check.frame += count);
    }

    /// Begins an iteration over the checks that may read one of these predicates.
    pub fn walk(&mut self, written: u64) {
        self.written = written;
        self.present = 0;
    }

    /// Begins an iteration over all checks.
    pub fn walk_all(&mut self) {
        self.walk(ALL);
    }

    /// Returns the current check.
    pub fn present(&self) -> Option<PendingCheck> {
        self.all.get(self.present).copied()
    }

    /// Returns true if the iteration is for checks that read these predicates.
    pub fn concern(&self, reads: u64) -> bool {
        reads & self.written != 0 || self.written == ALL
    }

    /// Advances to the next check.
    pub fn pass(&mut self) {
        self.present += 1;
    }

    /// Removes the current check, and advances to the next one.
    pub fn drop_present(&mut self) {
        self.all.swap_remove(self.present);
    }
}
