//! Search budgets: how long one call may search before it pauses.

use core::fmt;

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
    #[cfg(feature = "std")]
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

    /// A budget of about `micros` microseconds, measured from the first step. Always allows at least one step. It is the
    /// budget of a frame: see [`Budget`] and [`Director`](crate::Director).
    ///
    /// The clock is read every few hundred steps, and more often when steps are slow or time is short.
    #[cfg(feature = "std")]
    pub const fn micros(micros: u64) -> Self {
        Budget::from_rule(Rule::Clock(GrantClock::new(micros)))
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
            #[cfg(feature = "std")]
            Rule::Clock(clock) => BudgetLeft::Micros(clock.left(std::time::Instant::now()) / 1_000),
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
            #[cfg(feature = "std")]
            Rule::Clock(clock) => clock.next_grant(std::time::Instant::now()),
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
            #[cfg(feature = "std")]
            Rule::Clock(clock) => clock.granted = clock.granted.saturating_sub(unused),
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

/// A search budget: a [`Budget`], or `&mut Budget` to keep what is left.
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
            #[cfg(feature = "std")]
            Rule::Clock(clock) => write!(f, "Budget::micros({})", clock.micros),
            Rule::Until(_) => f.write_str("Budget::until(..)"),
        }
    }
}

/// Grants steps by the clock.
///
/// The cost of a step is not known in advance, because steps call the game's code. The first grant is therefore small,
/// and each later one is sized to use half of the remaining time at the speed of the last.
#[cfg(feature = "std")]
#[derive(Clone, Copy)]
struct GrantClock {
    micros: u64,
    /// Times of the first and the latest grant.
    started: Option<(std::time::Instant, std::time::Instant)>,
    /// The latest grant, less the steps that were put back.
    granted: u64,
}

#[cfg(feature = "std")]
impl GrantClock {
    const FIRST_GRANT: u64 = 32;
    const MAX_GRANT: u64 = 1_024;

    const fn new(micros: u64) -> Self {
        GrantClock {
            micros,
            started: None,
            granted: 0,
        }
    }

    /// Returns the remaining nanoseconds.
    fn left(&self, now: std::time::Instant) -> u64 {
        let elapsed = self.started.map_or(0, |(first, _)| {
            now.saturating_duration_since(first).as_nanos() as u64
        });
        self.micros.saturating_mul(1_000).saturating_sub(elapsed)
    }

    fn next_grant(&mut self, now: std::time::Instant) -> u64 {
        let Some((first, last)) = self.started else {
            self.started = Some((now, now));
            self.granted = if self.micros == 0 {
                1
            } else {
                Self::FIRST_GRANT
            };
            return self.granted;
        };
        let nanos = |from| now.saturating_duration_since(from).as_nanos() as u64;
        let left = self.left(now);
        if left == 0 {
            return 0;
        }
        let nanos_per_step = (nanos(last) / self.granted.max(1)).max(1);
        let fits = (left / 2 / nanos_per_step).max(1);
        // The last grant may have been a lucky run of cheap steps, so at most double it (but allow `FIRST_GRANT`).
        let max_grant = self
            .granted
            .saturating_mul(2)
            .clamp(Self::FIRST_GRANT, Self::MAX_GRANT);
        self.granted = fits.min(max_grant);
        self.started = Some((first, now));
        self.granted
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

    #[cfg(feature = "std")]
    #[test]
    fn clock_grants_adapt_to_step_cost() {
        use core::time::Duration;
        assert_eq!(Budget::micros(0).next_grant(), 1);

        let start = std::time::Instant::now();
        let mut clock = GrantClock::new(100);
        assert_eq!(clock.next_grant(start), GrantClock::FIRST_GRANT);
        let fast = clock.next_grant(start + Duration::from_nanos(32 * 4));
        assert_eq!(fast, 2 * GrantClock::FIRST_GRANT);

        let mut clock = GrantClock::new(100);
        clock.next_grant(start);
        let slow = clock.next_grant(start + Duration::from_micros(64));
        assert_eq!(slow, 9, "36 us left at 2 us per step");
        let last = clock.next_grant(start + Duration::from_nanos(99_900));
        assert_eq!(last, 1);
        assert_eq!(clock.next_grant(start + Duration::from_micros(101)), 0);

        let mut spent = Budget::micros(0);
        spent.next_grant();
        assert_eq!(spent.next_grant(), 0);
    }
}
