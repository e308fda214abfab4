//! The CPU time that a team needs. It is measured, so it differs between runs; nothing else depends on it.

use std::time::Duration;

use crate::kit::json::json_object;

/// A histogram of tick durations, in buckets of powers of two.
#[derive(Clone, Debug)]
pub struct Cost {
    /// Indexed by a power `p` of two: ticks of at least 2^(p-1) and less than 2^p nanoseconds.
    buckets: [u64; 40],
    nanoseconds: u64,
    ticks: u64,
}

json_object!(Cost {
    buckets,
    nanoseconds,
    ticks
});

impl Default for Cost {
    fn default() -> Cost {
        Cost {
            buckets: [0; 40],
            nanoseconds: 0,
            ticks: 0,
        }
    }
}

impl Cost {
    pub fn add(&mut self, took: Duration) {
        let nanoseconds = took.as_nanos() as u64;
        let power = (u64::BITS - nanoseconds.leading_zeros()) as usize;
        self.buckets[power.min(39)] += 1;
        self.nanoseconds += nanoseconds;
        self.ticks += 1;
    }

    pub fn merge(&mut self, other: &Cost) {
        for (own, other) in self.buckets.iter_mut().zip(other.buckets) {
            *own += other;
        }
        self.nanoseconds += other.nanoseconds;
        self.ticks += other.ticks;
    }

    /// Returns the mean duration of a tick, in microseconds.
    pub fn mean(&self) -> f64 {
        self.nanoseconds as f64 / 1_000.0 / self.ticks.max(1) as f64
    }

    /// Returns an upper bound of the 99th percentile, in microseconds: the upper end of its bucket.
    pub fn p99_bound(&self) -> f64 {
        let mut left = self.ticks / 100;
        for (power, ticks) in self.buckets.iter().enumerate().rev() {
            if *ticks > left {
                return (1u64 << power) as f64 / 1_000.0;
            }
            left -= ticks;
        }
        0.0
    }
}
