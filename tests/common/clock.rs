//! How long something takes, on a machine that does other things as well: so two things that should take equally long are
//! compared.
#![allow(dead_code)]

use std::time::{Duration, Instant};

/// What something takes.
pub fn time(what: impl FnOnce()) -> Duration {
    let start = Instant::now();
    what();
    start.elapsed()
}

/// The least of a few sums of so many times.
pub fn least(times: u32, time: impl Fn() -> Duration) -> Duration {
    let sums = (0..7).map(|_| (0..times).map(|_| time()).sum());
    sums.min().unwrap_or_default()
}
