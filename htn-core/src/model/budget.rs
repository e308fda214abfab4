//! Search budgets: how long one call may search before it pauses.

#[cfg(feature = "std")]
mod clock;
#[cfg(not(feature = "std"))]
mod no_clock;

use core::fmt;

#[cfg(feature = "std")]
use clock::GrantClock;
#[cfg(not(feature = "std"))]
use no_clock::NoClock as GrantClock;

/// A limit on how long one call may search before it pauses.
///
/// The plans found, their order and the statistics do not depend on it.
///
/// ```
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain digits;
///     operator open(code: u32) {}
///     pub method guess() {
///         branch right if let code: u32 in 0..1_000_000 && code == 987_654 { open(code); }
///     }
/// }
/// # fn main() -> Result<(), SearchError> {
/// use digits::{Planner, State, Task};
///
/// let mut planner = Planner::new();
/// planner.start(&State::new(), Task::Guess);
///
/// // By the clock, for the time slice of a frame.
/// planner.resume(&(), Budget::micros(1))?;
/// // By search steps, for tests and replays: they are the same on every machine.
/// planner.resume(&(), Budget::steps(100))?;
/// // Until a closure returns true. It is polled every few dozen steps.
/// let mut polls = 0;
/// planner.resume(&(), Budget::until(|| { polls += 1; polls > 3 }))?;
/// // To the end. The plan is the same however often the search was paused.
/// planner.resume(&(), Budget::unlimited())?;
/// assert_eq!(planner.plan().unwrap().actions().next(), Some(digits::Action::Open { code: 987_654 }));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct Budget<F = fn() -> bool> {
    rule: Rule<F>,
    /// A grant fetched by `is_exhausted` that `next_grant` has not handed out yet.
    pending: u64,
}

#[derive(Clone, Copy)]
enum Rule<F> {
    Steps(u64),
    Unlimited,
    #[cfg_attr(not(feature = "std"), expect(dead_code, reason = "there is no clock"))]
    Clock(GrantClock),
    Until(F),
}

/// Steps granted between two calls to an `until` closure.
const UNTIL_GRANT: u64 = 64;

impl Budget {
    /// A budget of `steps` search steps. Use it for tests and replays: a step count means the same on every machine. With
    /// 0, the search does not start. [`Budget`] has an example.
    pub const fn steps(steps: u64) -> Self {
        Budget::from_rule(Rule::Steps(steps))
    }

    /// A budget without a limit: the search runs until it finds a plan, proves that none exists, or hits an error.
    /// [`Planner::find`](crate::Planner::find) searches with it, and so does the example of [`Budget`].
    pub const fn unlimited() -> Self {
        Budget::from_rule(Rule::Unlimited)
    }
}

impl<F: FnMut() -> bool> Budget<F> {
    /// A budget that ends when `stop` returns true. `stop` is called before the first step and then every few dozen
    /// steps. The closure in the example of [`Budget`] counts its calls.
    pub const fn until(stop: F) -> Self {
        Budget::from_rule(Rule::Until(stop))
    }

    /// Borrows the budget, so that a call spends this one and not a copy. [`left`](Self::left) has an example of squads
    /// that share a frame.
    ///
    /// Equivalent to `&mut budget`. Like [`Iterator::by_ref`], it states the intent; Clippy may suggest removing a bare
    /// `&mut`, and the call would then spend a copy.
    pub fn by_ref(&mut self) -> &mut Self {
        self
    }

    /// Returns the remaining budget.
    ///
    /// A call that takes the budget by value spends a copy. Pass [`budget.by_ref()`](Self::by_ref) to spend this budget
    /// and use the rest for the next call:
    ///
    /// ```
    /// # use squad_htn::BudgetLeft;
    /// # use squad_htn::prelude::*;
    /// # htn_domain! {
    /// #     domain digits;
    /// #     operator open(code: u32) {}
    /// #     pub method guess() if let code: u32 in 0..100 && code == 98 { open(code); }
    /// # }
    /// # fn main() -> Result<(), SearchError> {
    /// # use digits::{Planner, State, Task};
    /// let mut frame = Budget::steps(1_000);
    /// for _squad in 0..3 {
    ///     let mut planner = Planner::new();
    ///     planner.start(&State::new(), Task::Guess);
    ///     assert_eq!(planner.resume(&(), frame.by_ref())?, Progress::Found);
    /// }
    /// assert!(matches!(frame.left(), BudgetLeft::Steps(1..700)));
    /// # Ok(())
    /// # }
    /// ```
    pub fn left(&self) -> BudgetLeft {
        match &self.rule {
            Rule::Steps(left) => BudgetLeft::Steps(left.saturating_add(self.pending)),
            Rule::Unlimited => BudgetLeft::Unlimited,
            Rule::Clock(clock) => BudgetLeft::Micros(clock.left()),
            Rule::Until(_) => BudgetLeft::Unknown,
        }
    }

    /// Returns the number of steps to run before the next call to this function; 0 means stop.
    pub(crate) fn next_grant(&mut self) -> u64 {
        if self.pending > 0 {
            return core::mem::take(&mut self.pending);
        }
        match &mut self.rule {
            Rule::Steps(left) => core::mem::take(left),
            Rule::Unlimited => u64::MAX,
            Rule::Clock(clock) => clock.next_grant(),
            Rule::Until(stop) => {
                if stop() {
                    0
                } else {
                    UNTIL_GRANT
                }
            }
        }
    }

    /// Puts back the unused steps of a grant. A step budget can grant them again; a clock budget corrects its estimate of
    /// the cost of a step.
    pub(crate) fn put_back(&mut self, unused: u64) {
        match &mut self.rule {
            Rule::Steps(left) => *left = left.saturating_add(unused),
            Rule::Unlimited | Rule::Until(_) => {}
            Rule::Clock(clock) => clock.put_back(unused),
        }
    }

    /// Returns true if no further step is allowed.
    pub(crate) fn is_exhausted(&mut self) -> bool {
        self.pending = self.next_grant();
        self.pending == 0
    }
}

impl<F> Budget<F> {
    const fn from_rule(rule: Rule<F>) -> Self {
        Budget { rule, pending: 0 }
    }
}

/// The unspent part of a [`Budget`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BudgetLeft {
    /// Search steps.
    Steps(u64),
    /// Microseconds. The clock starts at the first step.
    Micros(u64),
    /// The budget has no limit.
    Unlimited,
    /// The budget ends when its closure says so.
    Unknown,
}

/// A search budget: a [`Budget`], or `&mut Budget` to keep the rest.
pub trait IntoBudget: StepSource {
    /// Deducts `steps` for work that the caller does between two calls of a planner. Returns false if fewer are left.
    fn spend(&mut self, mut steps: u64) -> bool {
        while steps > 0 {
            let granted = self.next_grant();
            if granted == 0 {
                return false;
            }
            self.put_back(granted.saturating_sub(steps));
            steps = steps.saturating_sub(granted);
        }
        true
    }
}

impl<F: FnMut() -> bool> IntoBudget for Budget<F> {}
impl<S: IntoBudget> IntoBudget for &mut S {}

/// A source of search steps: a budget, or a wrapper that caps, records or replays one.
#[doc(hidden)]
pub trait StepSource {
    /// Returns the number of steps to run before the next call to this function; 0 means stop.
    fn next_grant(&mut self) -> u64;
    /// Puts back the unused steps of a grant.
    fn put_back(&mut self, unused: u64);
    /// Returns true if no further step is allowed.
    fn is_exhausted(&mut self) -> bool;
    /// Returns the remaining budget.
    fn left(&self) -> BudgetLeft;
}

impl<F: FnMut() -> bool> StepSource for Budget<F> {
    fn next_grant(&mut self) -> u64 {
        Budget::next_grant(self)
    }

    fn put_back(&mut self, unused: u64) {
        Budget::put_back(self, unused);
    }

    fn is_exhausted(&mut self) -> bool {
        Budget::is_exhausted(self)
    }

    fn left(&self) -> BudgetLeft {
        Budget::left(self)
    }
}

impl<S: StepSource> StepSource for &mut S {
    fn next_grant(&mut self) -> u64 {
        S::next_grant(self)
    }

    fn put_back(&mut self, unused: u64) {
        S::put_back(self, unused);
    }

    fn is_exhausted(&mut self) -> bool {
        S::is_exhausted(self)
    }

    fn left(&self) -> BudgetLeft {
        S::left(self)
    }
}

impl<F> fmt::Debug for Budget<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rule {
            Rule::Steps(left) => write!(f, "Budget::steps({})", left + self.pending),
            Rule::Unlimited => f.write_str("Budget::unlimited()"),
            Rule::Clock(clock) => write!(f, "Budget::micros({})", clock.micros()),
            Rule::Until(_) => f.write_str("Budget::until(..)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_granted_once() {
        let mut budget = Budget::steps(5);
        assert!(!budget.is_exhausted());
        assert_eq!(budget.next_grant(), 5);
        assert_eq!(budget.next_grant(), 0);
        assert!(budget.is_exhausted());
        budget.put_back(2);
        assert!(!budget.is_exhausted());
        assert_eq!(budget.next_grant(), 2);
        assert_eq!(Budget::steps(0).next_grant(), 0);
    }

    #[test]
    fn spend_deducts_steps() {
        let mut budget = Budget::steps(5);
        assert!(budget.by_ref().spend(3));
        assert_eq!(budget.left(), BudgetLeft::Steps(2));
        assert!(budget.spend(2) && !budget.spend(1));
        assert!(Budget::unlimited().spend(u64::MAX));
        let mut grants = 2;
        let mut budget = Budget::until(|| core::mem::replace(&mut grants, 1) == 1);
        assert!(!budget.spend(UNTIL_GRANT + 1));
    }

    #[test]
    fn until_polls_closure_once_per_grant() {
        let mut polls = 0;
        let mut budget = Budget::until(|| {
            polls += 1;
            polls > 2
        });
        assert!(!budget.is_exhausted() && !budget.is_exhausted());
        assert!(budget.next_grant() > 0);
        assert!(budget.next_grant() > 0);
        assert_eq!(budget.next_grant(), 0);
        assert_eq!(polls, 3, "once per grant");
    }
}
