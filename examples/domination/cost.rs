//! What a team takes of the machine's time. Measured, so it is another number each time; nothing else depends on it.

use std::time::Duration;

/// Times of many ticks, by powers of two.
#[derive(Clone, Debug)]
pub struct Cost {
    /// By power of two: how many ticks took less nanoseconds, and at least half of that.
    below: [u64; 40],
    nanoseconds: u128,
    ticks: u64,
}

impl Default for Cost {
    fn default() -> Cost {
        Cost {
            below: [0; 40],
            nanoseconds: 0,
            ticks: 0,
        }
    }
}

impl Cost {
    pub fn add(&mut self, took: Duration) {
        let nanoseconds = took.as_nanos();
        let power = (u128::BITS - nanoseconds.leading_zeros()) as usize;
        self.below[power.min(39)] += 1;
        self.nanoseconds += nanoseconds;
        self.ticks += 1;
    }

    pub fn join(&mut self, other: &Cost) {
        for (own, other) in self.below.iter_mut().zip(other.below) {
            *own += other;
        }
        self.nanoseconds += other.nanoseconds;
        self.ticks += other.ticks;
    }

    /// The mean of all ticks, in microseconds.
    pub fn mean(&self) -> f64 {
        self.nanoseconds as f64 / 1_000.0 / self.ticks.max(1) as f64
    }

    /// What 99 of 100 ticks stay below, in microseconds: a power of two of nanoseconds.
    pub fn almost_all_below(&self) -> f64 {
        let mut left = self.ticks / 100;
        for (power, ticks) in self.below.iter().enumerate().rev() {
            if *ticks > left {
                return (1u64 << power) as f64 / 1_000.0;
            }
            left -= ticks;
        }
        0.0
    }
}
