//! How long a call may search.

use core::fmt;

/// How long one call may search before it pauses. What is found, its order and the statistics never depend on it.
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
/// // By the clock: what a frame has time for.
/// planner.resume(&(), Budget::micros(1))?;
/// // By steps of the search, which are the same on every machine: for tests and replays.
/// planner.resume(&(), Budget::steps(100))?;
/// // Until somebody says stop: it is asked again and again.
/// let mut asked = 0;
/// planner.resume(&(), Budget::until(|| { asked += 1; asked > 3 }))?;
/// // To the end. How often it was paused makes no difference.
/// planner.resume(&(), Budget::unlimited())?;
/// assert_eq!(planner.plan().unwrap().actions().next(), Some(digits::Action::Open { code: 987_654 }));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct Budget<F = fn() -> bool> {
    rule: Rule<F>,
    /// A grant that was asked for and not yet used.
    in_hand: u64,
}

#[derive(Clone, Copy)]
enum Rule<F> {
    Steps(u64),
    Unlimited,
    #[cfg(feature = "std")]
    Clock(GrantClock),
    Until(F),
}

/// Steps between two questions to a closure: it may cost as much as twenty steps and hardly show.
const UNTIL_GRANT: u64 = 64;

impl Budget {
    /// So many steps of the search: the budget of tests and of replays, since it is the same on every machine. None
    /// at all does nothing.
    pub const fn steps(steps: u64) -> Self {
        Budget::by(Rule::Steps(steps))
    }

    /// Until there is a plan or none is left.
    pub const fn unlimited() -> Self {
        Budget::by(Rule::Unlimited)
    }

    /// About so many microseconds from the first step on, and at least one step. The clock is looked at every few
    /// hundred steps, more often where steps turn out to be slow or time is short.
    #[cfg(feature = "std")]
    pub const fn micros(micros: u64) -> Self {
        Budget::by(Rule::Clock(GrantClock::new(micros)))
    }
}

impl<F: FnMut() -> bool> Budget<F> {
    /// Until the closure says `true`. It is asked before the first step and then every few dozen steps.
    pub const fn until(stop: F) -> Self {
        Budget::by(Rule::Until(stop))
    }

    /// The budget itself, for a call that is to take off what it uses: the same as `&mut budget`, and as with
    /// [`Iterator::by_ref`] it shows that this is what is meant. (A lint of clippy takes the `&mut` for superfluous, since the
    /// call would do without; but then it would be given a copy.)
    pub fn by_ref(&mut self) -> &mut Self {
        self
    }

    /// What is left of it. A call that was given the budget has used up a copy; one that was given
    /// [`budget.by_ref()`](Self::by_ref) has taken what it used off this one, and the next call can have the rest:
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
            Rule::Steps(left) => BudgetLeft::Steps(left.saturating_add(self.in_hand)),
            Rule::Unlimited => BudgetLeft::Unlimited,
            #[cfg(feature = "std")]
            Rule::Clock(clock) => BudgetLeft::Micros(clock.left(std::time::Instant::now()) / 1_000),
            Rule::Until(_) => BudgetLeft::Unknown,
        }
    }

    /// How many steps may be done before asking again; 0 means stop.
    pub(crate) fn next_grant(&mut self) -> u64 {
        if self.in_hand > 0 {
            return core::mem::take(&mut self.in_hand);
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

    /// Hands back what was left of a grant, for the next search on the same budget.
    pub(crate) fn put_back(&mut self, unused: u64) {
        match &mut self.rule {
            Rule::Steps(left) => *left = left.saturating_add(unused),
            Rule::Unlimited | Rule::Until(_) => {}
            #[cfg(feature = "std")]
            Rule::Clock(clock) => clock.granted = clock.granted.saturating_sub(unused),
        }
    }

    /// Whether not one more step may be done.
    pub(crate) fn is_used_up(&mut self) -> bool {
        self.in_hand = self.next_grant();
        self.in_hand == 0
    }
}

impl<F> Budget<F> {
    const fn by(rule: Rule<F>) -> Self {
        Budget { rule, in_hand: 0 }
    }
}

/// What is left of a [`Budget`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BudgetLeft {
    /// So many steps.
    Steps(u64),
    /// So many microseconds, from the first step that was done on.
    Micros(u64),
    /// There is no end to it.
    Unlimited,
    /// Only the closure knows.
    Unknown,
}

/// What a search is paid from: a [`Budget`], or a `&mut Budget`, of which the rest can be used for something else.
pub trait IntoBudget: StepSource {
    /// Takes steps off the budget for work that the caller does between two calls of a planner. Returns false if fewer were
    /// left.
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

/// What only searches do with a budget.
#[doc(hidden)]
pub trait StepSource {
    /// How many steps may be done before asking again; 0 means stop.
    fn next_grant(&mut self) -> u64;
    /// Hands back what was left of a grant.
    fn put_back(&mut self, unused: u64);
    /// Whether not one more step may be done.
    fn is_used_up(&mut self) -> bool;
    /// What is left of it.
    fn left(&self) -> BudgetLeft;
}

impl<F: FnMut() -> bool> StepSource for Budget<F> {
    fn next_grant(&mut self) -> u64 {
        Budget::next_grant(self)
    }

    fn put_back(&mut self, unused: u64) {
        Budget::put_back(self, unused);
    }

    fn is_used_up(&mut self) -> bool {
        Budget::is_used_up(self)
    }

    fn left(&self) -> BudgetLeft {
        Budget::left(self)
    }
}

impl<P: StepSource> StepSource for &mut P {
    fn next_grant(&mut self) -> u64 {
        P::next_grant(self)
    }

    fn put_back(&mut self, unused: u64) {
        P::put_back(self, unused);
    }

    fn is_used_up(&mut self) -> bool {
        P::is_used_up(self)
    }

    fn left(&self) -> BudgetLeft {
        P::left(self)
    }
}

impl<F> fmt::Debug for Budget<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rule {
            Rule::Steps(left) => write!(f, "Budget::steps({})", left + self.in_hand),
            Rule::Unlimited => f.write_str("Budget::unlimited()"),
            #[cfg(feature = "std")]
            Rule::Clock(clock) => write!(f, "Budget::micros({})", clock.micros),
            Rule::Until(_) => f.write_str("Budget::until(..)"),
        }
    }
}

/// Grants by the clock. Nobody knows what the next steps cost, since they call the game's own code; so the first
/// grants are small, and each later one is what half the time left should do at the speed of the last.
#[cfg(feature = "std")]
#[derive(Clone, Copy)]
struct GrantClock {
    micros: u64,
    /// When the first grant was made, and the last.
    started: Option<(std::time::Instant, std::time::Instant)>,
    /// The last grant, less what was handed back.
    granted: u64,
}

#[cfg(feature = "std")]
impl GrantClock {
    const FIRST_GRANT: u64 = 32;
    const MOST: u64 = 1_024;

    const fn new(micros: u64) -> Self {
        GrantClock {
            micros,
            started: None,
            granted: 0,
        }
    }

    /// The nanoseconds that are left.
    fn left(&self, now: std::time::Instant) -> u64 {
        let gone = self.started.map_or(0, |(first, _)| {
            now.saturating_duration_since(first).as_nanos() as u64
        });
        self.micros.saturating_mul(1_000).saturating_sub(gone)
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
        let for_one = (nanos(last) / self.granted.max(1)).max(1);
        let fits = (left / 2 / for_one).max(1);
        // A grant may be a run of cheap steps by chance: trust it no further than to double.
        let most = self
            .granted
            .saturating_mul(2)
            .clamp(Self::FIRST_GRANT, Self::MOST);
        self.granted = fits.min(most);
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
        assert!(!budget.is_used_up());
        assert_eq!(budget.next_grant(), 5);
        assert_eq!(budget.next_grant(), 0);
        assert!(budget.is_used_up());
        budget.put_back(2);
        assert!(!budget.is_used_up());
        assert_eq!(budget.next_grant(), 2);
        assert_eq!(Budget::steps(0).next_grant(), 0);
    }

    #[test]
    fn work_of_the_caller_is_taken_off() {
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
    fn a_closure_is_asked_before_each_grant() {
        let mut asked = 0;
        let mut budget = Budget::until(|| {
            asked += 1;
            asked > 2
        });
        assert!(!budget.is_used_up() && !budget.is_used_up());
        assert!(budget.next_grant() > 0);
        assert!(budget.next_grant() > 0);
        assert_eq!(budget.next_grant(), 0);
        assert_eq!(asked, 3, "once for each grant");
    }

    #[cfg(feature = "std")]
    #[test]
    fn the_clock_grants_at_least_one_step_and_adapts() {
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
        assert_eq!(slow, 9, "36 us are left, a step took 2 us");
        let last = clock.next_grant(start + Duration::from_nanos(99_900));
        assert_eq!(last, 1);
        assert_eq!(clock.next_grant(start + Duration::from_micros(101)), 0);

        let mut spent = Budget::micros(0);
        spent.next_grant();
        assert_eq!(spent.next_grant(), 0);
    }
}
