//! The part of a budget that a turn may use.

use crate::model::budget::{BudgetLeft, StepSource};

/// At most this many steps of another source.
pub(super) struct CappedBudget<'p, P> {
    source: &'p mut P,
    left: u64,
    /// The steps that were used.
    pub used: u64,
}

impl<'p, P: StepSource> CappedBudget<'p, P> {
    pub fn new(source: &'p mut P, steps: u64) -> Self {
        CappedBudget {
            source,
            left: steps,
            used: 0,
        }
    }
}

impl<P: StepSource> StepSource for CappedBudget<'_, P> {
    fn next_grant(&mut self) -> u64 {
        if self.left == 0 {
            return 0;
        }
        let granted = self.source.next_grant();
        let taken = granted.min(self.left);
        self.source.put_back(granted - taken);
        self.left -= taken;
        self.used += taken;
        taken
    }

    fn put_back(&mut self, unused: u64) {
        self.left += unused;
        self.used = self.used.saturating_sub(unused);
        self.source.put_back(unused);
    }

    fn is_exhausted(&mut self) -> bool {
        self.left == 0 || self.source.is_exhausted()
    }

    fn left(&self) -> BudgetLeft {
        match self.source.left() {
            BudgetLeft::Steps(steps) => BudgetLeft::Steps(steps.min(self.left)),
            BudgetLeft::Unlimited => BudgetLeft::Steps(self.left),
            others => others,
        }
    }
}
