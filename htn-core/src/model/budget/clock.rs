//! Budgets of time.

use std::time::Instant;

use super::{Budget, Rule};

impl Budget {
    /// A budget of about `micros` microseconds, measured from the first step. Always allows at least one step. It is the
    /// budget of a frame: see [`Budget`] and [`Director`](crate::Director).
    ///
    /// The clock is read every few hundred steps, and more often when steps are slow or time is short.
    pub const fn micros(micros: u64) -> Self {
        Budget::from_rule(Rule::Clock(GrantClock::new(micros)))
    }
}

/// Grants steps by the clock.
///
/// The cost of a step is not known in advance, because steps call the game's code. The first grant is therefore small,
/// and each later one is sized to use half of the remaining time at the speed of the last.
#[derive(Clone, Copy)]
pub(super) struct GrantClock {
    micros: u64,
    /// Times of the first and the latest grant.
    started: Option<(Instant, Instant)>,
    /// The latest grant, less the steps that were put back.
    granted: u64,
}

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

    /// Returns the microseconds of the budget.
    pub fn micros(&self) -> u64 {
        self.micros
    }

    /// Returns the remaining microseconds.
    pub fn left(&self) -> u64 {
        self.nanos_left(Instant::now()) / 1_000
    }

    pub fn next_grant(&mut self) -> u64 {
        self.next_grant_at(Instant::now())
    }

    /// Puts back the unused steps of a grant.
    pub fn put_back(&mut self, unused: u64) {
        self.granted = self.granted.saturating_sub(unused);
    }

    /// Returns the remaining nanoseconds.
    fn nanos_left(&self, now: Instant) -> u64 {
        let elapsed = self.started.map_or(0, |(first, _)| {
            now.saturating_duration_since(first).as_nanos() as u64
        });
        self.micros.saturating_mul(1_000).saturating_sub(elapsed)
    }

    fn next_grant_at(&mut self, now: Instant) -> u64 {
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
        let left = self.nanos_left(now);
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
    fn clock_grants_adapt_to_step_cost() {
        use core::time::Duration;
        assert_eq!(Budget::micros(0).next_grant(), 1);

        let start = Instant::now();
        let mut clock = GrantClock::new(100);
        assert_eq!(clock.next_grant_at(start), GrantClock::FIRST_GRANT);
        let fast = clock.next_grant_at(start + Duration::from_nanos(32 * 4));
        assert_eq!(fast, 2 * GrantClock::FIRST_GRANT);

        let mut clock = GrantClock::new(100);
        clock.next_grant_at(start);
        let slow = clock.next_grant_at(start + Duration::from_micros(64));
        assert_eq!(slow, 9, "36 us left at 2 us per step");
        let last = clock.next_grant_at(start + Duration::from_nanos(99_900));
        assert_eq!(last, 1);
        assert_eq!(clock.next_grant_at(start + Duration::from_micros(101)), 0);

        let mut spent = Budget::micros(0);
        spent.next_grant();
        assert_eq!(spent.next_grant(), 0);
    }
}
