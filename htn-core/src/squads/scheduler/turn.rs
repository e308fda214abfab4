//! The part of a budget that a turn may use.

use crate::model::budget::{BudgetLeft, Purse};

/// So many steps of another purse.
pub(super) struct Capped<'p, P> {
    purse: &'p mut P,
    left: u64,
    /// What was used.
    pub used: u64,
}

impl<'p, P: Purse> Capped<'p, P> {
    pub fn new(purse: &'p mut P, steps: u64) -> Self {
        Capped {
            purse,
            left: steps,
            used: 0,
        }
    }
}

impl<P: Purse> Purse for Capped<'_, P> {
    fn next_grant(&mut self) -> u64 {
        if self.left == 0 {
            return 0;
        }
        let granted = self.purse.next_grant();
        let taken = granted.min(self.left);
        self.purse.put_back(granted - taken);
        self.left -= taken;
        self.used += taken;
        taken
    }

    fn put_back(&mut self, unused: u64) {
        self.left += unused;
        self.used = self.used.saturating_sub(unused);
        self.purse.put_back(unused);
    }

    fn is_used_up(&mut self) -> bool {
        self.left == 0 || self.purse.is_used_up()
    }

    fn left(&self) -> BudgetLeft {
        match self.purse.left() {
            BudgetLeft::Steps(steps) => BudgetLeft::Steps(steps.min(self.left)),
            BudgetLeft::Unlimited => BudgetLeft::Steps(self.left),
            others => others,
        }
    }
}
