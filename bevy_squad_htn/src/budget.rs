//! The search budget of all squads.

use bevy_ecs::prelude::Resource;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectResource;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use squad_htn::{Budget, BudgetLeft};

/// The search budget of all squads together per tick: a resource that may be changed at any time. Default: 1,000
/// microseconds.
///
/// See [`SquadHtnPlugin`](crate::SquadHtnPlugin) for an example.
///
/// A budget of steps gives the same results on every machine and on any number of threads; a budget of microseconds
/// limits the duration of a frame. If the app has several domains, each has a share proportional to its number of
/// squads, and unused shares pass to later domains.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(
    feature = "bevy_reflect",
    reflect(Resource, Clone, PartialEq, Default, Debug)
)]
pub enum SquadBudget {
    /// A number of steps of the search.
    Steps(u64),
    /// An approximate time in microseconds, on each thread.
    Micros(u64),
    /// No limit.
    Unlimited,
}

impl Default for SquadBudget {
    fn default() -> Self {
        SquadBudget::Micros(1_000)
    }
}

impl SquadBudget {
    /// Returns a budget of the same kind with another amount.
    fn with(self, amount: u64) -> Budget {
        match self {
            SquadBudget::Steps(_) => Budget::steps(amount),
            SquadBudget::Micros(_) => Budget::micros(amount),
            SquadBudget::Unlimited => Budget::unlimited(),
        }
    }

    fn amount(self) -> u64 {
        match self {
            SquadBudget::Steps(amount) | SquadBudget::Micros(amount) => amount,
            SquadBudget::Unlimited => u64::MAX,
        }
    }
}

/// The division of the budget among domains.
#[derive(Resource, Default)]
pub(crate) struct Shares {
    /// The number of squads of each domain at its last turn.
    squads: Vec<usize>,
    /// The domain whose turn is next. A turn of an earlier domain starts a new budget.
    next: usize,
    /// The unused part of the budget.
    left: u64,
}

impl Shares {
    /// Adds a domain with the next number.
    pub fn add_domain(&mut self) -> usize {
        self.squads.push(0);
        self.next = usize::MAX;
        self.squads.len() - 1
    }

    /// Returns the share of a domain.
    pub fn take(&mut self, number: usize, squads: usize, budget: SquadBudget) -> Budget {
        if number < self.next {
            self.left = budget.amount();
        }
        self.next = number + 1;
        let mut later = 0;
        if let Some((first, rest)) = self
            .squads
            .get_mut(number..)
            .and_then(<[_]>::split_first_mut)
        {
            *first = squads;
            later = rest.iter().sum();
        }
        let all = (squads + later).max(1) as u128;
        let share = u128::from(self.left) * squads as u128 / all;
        // Even a domain with few squads has a share.
        let share = (share as u64).max(1).min(self.left);
        self.left -= share;
        budget.with(share)
    }

    /// Returns the unused part of a share to later domains.
    pub fn put_back(&mut self, left: BudgetLeft) {
        if let BudgetLeft::Steps(left) | BudgetLeft::Micros(left) = left {
            self.left = self.left.saturating_add(left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(budget: Budget) -> u64 {
        match budget.left() {
            BudgetLeft::Steps(steps) => steps,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn domains_share_by_their_squads_and_leave_the_rest() {
        let mut shares = Shares::default();
        assert_eq!((shares.add_domain(), shares.add_domain()), (0, 1));
        let budget = SquadBudget::Steps(1_000);
        // The second domain is not known yet.
        assert_eq!(steps(shares.take(0, 30, budget)), 1_000);
        assert_eq!(steps(shares.take(1, 10, budget)), 0);
        // Three parts and one; the first leaves 200.
        assert_eq!(steps(shares.take(0, 30, budget)), 750);
        shares.put_back(BudgetLeft::Steps(200));
        assert_eq!(steps(shares.take(1, 10, budget)), 450);
        // A domain that ticks more often than the other gets a new budget.
        assert_eq!(steps(shares.take(1, 10, budget)), 1_000);
        // One of a thousand.
        shares.take(1, 1_000_000, budget);
        assert_eq!(steps(shares.take(0, 1, budget)), 1);
    }

    #[test]
    fn no_limit_is_none_for_anybody() {
        let mut shares = Shares::default();
        shares.add_domain();
        shares.add_domain();
        for number in [0, 1, 0, 1] {
            let share = shares.take(number, 1, SquadBudget::Unlimited);
            assert_eq!(share.left(), BudgetLeft::Unlimited);
            shares.put_back(share.left());
        }
    }
}
