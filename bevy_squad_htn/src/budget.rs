//! What all squads may search in a tick.

use bevy_ecs::prelude::Resource;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectResource;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use squad_htn::{Budget, BudgetLeft};

/// How much all squads together may search in a tick: a resource, which may be changed at any time. 1,000 microseconds at first.
///
/// With steps, what happens is the same on every machine and on any number of threads; with microseconds, a frame takes no
/// longer than it should. Where the app has several domains, each has a share that goes by how many squads it has, and what one
/// leaves goes to those after it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(
    feature = "bevy_reflect",
    reflect(Resource, Clone, PartialEq, Default, Debug)
)]
pub enum SquadBudget {
    /// So many steps of the search.
    Steps(u64),
    /// About so much time; with several threads, on each of them.
    Micros(u64),
    /// All that there is to search.
    Unlimited,
}

impl Default for SquadBudget {
    fn default() -> Self {
        SquadBudget::Micros(1_000)
    }
}

impl SquadBudget {
    /// Of the same kind, another amount.
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

/// How domains share the budget.
#[derive(Resource, Default)]
pub(crate) struct Shares {
    /// How many squads each domain had when it was last asked.
    squads: Vec<usize>,
    /// The domain whose turn is next, as far as this budget goes. One before it begins a new one.
    next: usize,
    /// What is left of it.
    left: u64,
}

impl Shares {
    /// A domain comes, with the next number.
    pub fn add_domain(&mut self) -> usize {
        self.squads.push(0);
        self.next = usize::MAX;
        self.squads.len() - 1
    }

    /// The share of a domain.
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
        // One that has few squads has something all the same.
        let share = (share as u64).max(1).min(self.left);
        self.left -= share;
        budget.with(share)
    }

    /// What is left of a share goes to those after it.
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
        // Nobody knows of the second yet.
        assert_eq!(steps(shares.take(0, 30, budget)), 1_000);
        assert_eq!(steps(shares.take(1, 10, budget)), 0);
        // Three parts and one; the first leaves 200.
        assert_eq!(steps(shares.take(0, 30, budget)), 750);
        shares.put_back(BudgetLeft::Steps(200));
        assert_eq!(steps(shares.take(1, 10, budget)), 450);
        // One that ticks more often than the other has a new budget.
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
