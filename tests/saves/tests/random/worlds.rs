//! The random worlds of the executor and the director, saved and loaded between ticks: the same story, under the same judges.
//!
//! `HTN_FULL=1` runs many more episodes, `HTN_SEED=n` one of them.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ops::Range;

use crate::squad::{STRICT, squad as play};
use crate::world::home::Place;
use crate::world::members::members;
use crate::{BETWEEN, Between};
use saves::{Carry, Format};
use squad_htn::save::{LoadTerms, SaveTerms};
use squad_htn::{Budget, Director, PlanId};

use crate::world::{
    director_fuzz_members, director_fuzz_model, director_fuzz_scripts, episode, executor_fuzz_sleep,
};

thread_local! {
    /// The seed that decides when which part is saved; 0 for never.
    static SEED: Cell<u64> = const { Cell::new(0) };
    /// False if searches are only started again when something would be saved.
    static IS_SAVING: Cell<bool> = const { Cell::new(false) };
    static SAVES: Cell<u64> = const { Cell::new(0) };
    /// True if directors are also loaded without their plans; and how often that has changed their facts.
    static CANCELS: Cell<bool> = const { Cell::new(false) };
    static CHANGED: Cell<u64> = const { Cell::new(0) };
    /// The visible state at each time.
    static SEEN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Saves and loads parts of the world between some ticks.
pub fn between<T: Carry + Any>(carried: &mut T) {
    save_by_chance(carried);
    SEEN.with_borrow_mut(|seen| seen.push(carried.seen()));
    if CANCELS.get() {
        let carried: &dyn Any = carried;
        if let Some(director) = carried.downcast_ref::<members::Director>() {
            compare_with_cancelled(director, &());
        }
        if let Some(director) = carried.downcast_ref::<play::Director>() {
            compare_with_cancelled(director, &STRICT);
        }
    }
}

/// Loaded without its plans, a director has the facts that it would have after its plans were cancelled.
fn compare_with_cancelled<'c, D: SaveTerms + LoadTerms>(
    director: &Director<D>,
    context: &'c D::Context<'c>,
) {
    let mut twin = director.clone();
    let plans: Vec<PlanId> = director.executor().plans().map(|plan| plan.id).collect();
    for plan in &plans {
        assert!(twin.cancel(*plan));
    }
    twin.tick(context, Budget::steps(0));
    let cancelled = twin.state();
    CHANGED.set(CHANGED.get() + u64::from(cancelled != director.state()));
    let limits = director.executor().limits();
    let (text, bytes) = (saves::json(director), saves::saved(director));
    let mut text = serde_json::Deserializer::from_str(&text);
    let mut bytes = postcard::Deserializer::from_bytes(&bytes);
    let from_text = Director::load_matching_with_limits(&mut text, None, limits);
    let from_bytes = Director::load_matching_with_limits(&mut bytes, None, limits);
    let (from_text, report) = from_text.expect("it loads");
    let (from_bytes, other) = from_bytes.expect("it loads");
    assert_eq!(report, other);
    let dropped: Vec<PlanId> = report.plans.iter().map(|plan| plan.id).collect();
    assert_eq!((dropped, report.facts), (plans, cancelled.len()));
    assert!(report.left_out.is_empty() && report.not_undone.is_empty());
    for loaded in [from_text, from_bytes] {
        assert_eq!(loaded.state(), cancelled);
        assert_eq!(loaded.executor().plans().count(), 0);
    }
}

#[test]
fn directors_loaded_without_plans_have_undone_facts() {
    BETWEEN.set(Between::Save);
    CANCELS.set(true);
    let seeds = 0..if full() { 2_000 } else { 4 };
    for seed in seeds.clone() {
        director_fuzz_scripts::run(seed, Place::Alone);
        director_fuzz_members::run(seed);
        director_fuzz_model::run(seed);
    }
    CANCELS.set(false);
    println!("{} saves with other facts without plans", CHANGED.get());
    assert!(CHANGED.get() > 10 * (seeds.end - seeds.start));
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
        if IS_SAVING.get() {
            *carried = carried.carried(format);
            SAVES.set(SAVES.get() + 1);
        } else {
            carried.restart();
        }
    }
}

fn full() -> bool {
    std::env::var_os("HTN_FULL").is_some()
}

/// A story with saves is the same as one in which searches start again at those moments.
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
        let told = |is_saving| {
            IS_SAVING.set(is_saving);
            SEED.set(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
            SEEN.take();
            let story = (story(seed), SEEN.take());
            SEED.set(0);
            story
        };
        let (one, other) = (told(false), told(true));
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
    BETWEEN.set(Between::Save);
    compare(0..if full() { 10_000 } else { 40 }, episode::run);
}

#[test]
fn loaded_executors_of_many_plans_act_like_twins() {
    BETWEEN.set(Between::Save);
    let story = |seed| format!("{:?}", executor_fuzz_sleep::run(seed));
    compare(0..if full() { 5_000 } else { 25 }, story);
}

#[test]
fn directors_that_are_saved_go_on_as_they_would_have() {
    BETWEEN.set(Between::Save);
    compare(0..if full() { 10_000 } else { 40 }, |seed| {
        director_fuzz_scripts::run(seed, Place::Alone).story
    });
}

#[test]
fn loaded_directors_of_members_act_like_twins() {
    BETWEEN.set(Between::Save);
    compare(0..if full() { 10_000 } else { 40 }, |seed| {
        director_fuzz_members::run(seed).story
    });
}

#[test]
fn loaded_directors_act_like_twins_in_each_step() {
    BETWEEN.set(Between::Save);
    let story = |seed| format!("{:?}", director_fuzz_model::run(seed));
    compare(0..if full() { 5_000 } else { 20 }, story);
}
