//! The random worlds of the executor and the director, saved and loaded between ticks: the same story, under the same judges.
//!
//! `HTN_FULL=1` runs many more episodes, `HTN_SEED=n` one of them.

#![allow(
    dead_code,
    unexpected_cfgs,
    reason = "the worlds are compiled as they are; their own tests use more of them"
)]

#[path = "../../common/mod.rs"]
mod common;
#[path = "../../execution/squad.rs"]
mod squad;
#[path = "worlds/words.rs"]
mod words;
#[path = "../../execution/world/mod.rs"]
mod world;

use std::cell::{Cell, RefCell};
use std::ops::Range;

use saves::{Carry, Format};
use world::home::Place;
use world::{brigade, company, crowd, episode, troupe};

thread_local! {
    /// Decides what is saved when; 0 for nothing at all.
    static SEED: Cell<u64> = const { Cell::new(0) };
    static SAVES: Cell<u64> = const { Cell::new(0) };
    /// What could be seen of it each time.
    static SEEN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// What is done between two ticks: now and then it is saved and loaded.
fn between<T: Carry>(carried: &mut T) {
    save_by_chance(carried);
    SEEN.with_borrow_mut(|seen| seen.push(carried.seen()));
}

fn save_by_chance<T: Carry>(carried: &mut T) {
    let mut seed = SEED.get();
    if seed == 0 {
        return;
    }
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    SEED.set(seed);
    if seed.is_multiple_of(3) {
        let format = match seed >> 60 {
            0 => Format::Json,
            _ => Format::Postcard,
        };
        *carried = carried.carried(format);
        SAVES.set(SAVES.get() + 1);
    }
}

fn full() -> bool {
    std::env::var_os("HTN_FULL").is_some()
}

/// The story with saves is the story without.
fn compare<T: PartialEq + std::fmt::Debug>(seeds: Range<u64>, story: impl Fn(u64) -> T) {
    let seeds = match std::env::var("HTN_SEED") {
        Ok(seed) => {
            let seed = seed.parse().expect("HTN_SEED is a number");
            seed..seed + 1
        }
        Err(_) => seeds,
    };
    SAVES.set(0);
    for seed in seeds.clone() {
        SEED.set(0);
        SEEN.take();
        let one = (story(seed), SEEN.take());
        SEED.set(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let other = (story(seed), SEEN.take());
        SEED.set(0);
        assert_eq!(one, other, "seed {seed}: another story with saves");
    }
    println!(
        "{} saves in {} episodes",
        SAVES.get(),
        seeds.end - seeds.start
    );
    assert!(SAVES.get() > seeds.end - seeds.start);
}

#[test]
fn executors_that_are_saved_go_on_as_they_would_have() {
    compare(0..if full() { 10_000 } else { 40 }, episode::run);
}

#[test]
fn executors_of_many_plans_that_are_saved_go_on_as_they_would_have() {
    let story = |seed| format!("{:?}", crowd::run(seed));
    compare(0..if full() { 5_000 } else { 25 }, story);
}

#[test]
fn directors_that_are_saved_go_on_as_they_would_have() {
    compare(0..if full() { 10_000 } else { 40 }, |seed| {
        troupe::run(seed, Place::Alone).story
    });
}

#[test]
fn directors_whose_members_come_and_go_go_on_as_they_would_have() {
    compare(0..if full() { 10_000 } else { 40 }, |seed| {
        brigade::run(seed).story
    });
}

#[test]
fn directors_followed_step_by_step_go_on_as_they_would_have() {
    let story = |seed| format!("{:?}", company::run(seed));
    compare(0..if full() { 5_000 } else { 20 }, story);
}
