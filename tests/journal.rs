//! Journals: everything that goes into a director is in them, and played again it comes to the same.
//!
//! `HTN_FULL=1` runs many more cases, `HTN_SEED=n` one of them.

mod common;

#[path = "journal/changing.rs"]
mod changing;
#[path = "journal/cutting.rs"]
mod cutting;
#[path = "journal/keeping.rs"]
mod keeping;
#[path = "journal/later.rs"]
mod later;
#[path = "journal/playing.rs"]
mod playing;
#[path = "journal/port.rs"]
mod port;
#[path = "journal/scheduler.rs"]
mod scheduler;

/// The seeds of a randomised test: a default number, more with `HTN_FULL`, or the one of `HTN_SEED`.
fn seeds(few: u64, many: u64) -> std::ops::Range<u64> {
    if let Ok(seed) = std::env::var("HTN_SEED") {
        let seed = seed.parse().expect("HTN_SEED is a number");
        return seed..seed + 1;
    }
    match std::env::var_os("HTN_FULL") {
        Some(_) => 0..many,
        None => 0..few,
    }
}
