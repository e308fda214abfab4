//! Random worlds, and a small world explored exhaustively, checked against everything the executor promises.
//!
//! `HTN_FULL=1` runs many more episodes, `HTN_SEED=n` one of them.

mod common;

#[path = "execution/squad.rs"]
mod squad;
#[path = "execution/world/mod.rs"]
mod world;

use world::home::Place;
use world::{
    director_fuzz_members, director_fuzz_model, director_fuzz_panics, director_fuzz_scripts,
    episode, executor_fuzz_sleep, explore,
};

/// A hook between two ticks for an executor, director or state. The save tests define it to save and load.
fn between<T>(_: &mut T) {}

fn full() -> bool {
    std::env::var_os("HTN_FULL").is_some()
}

#[test]
fn executor_in_random_worlds_keeps_invariants() {
    if let Ok(seed) = std::env::var("HTN_SEED") {
        for line in episode::run(seed.parse().expect("HTN_SEED is a number")) {
            println!("{line}");
        }
        return;
    }
    for seed in 0..if full() { 30_000 } else { 600 } {
        let story = episode::run(seed);
        if seed % 10 == 0 {
            assert_eq!(
                story,
                episode::run(seed),
                "seed {seed}: the same inputs, other events"
            );
        }
    }
}

/// Returns every plan of `steps` steps out of twelve kinds.
fn plans_of(steps: u32, tag: u16) -> Vec<Vec<squad::squad::Task>> {
    let plans = (0..12_usize.pow(steps)).map(|number| {
        let kind = |step| number / 12_usize.pow(step) % 12;
        (0..steps)
            .map(|step| explore::kinds(tag + step as u16)[kind(step)])
            .collect()
    });
    plans.collect()
}

#[test]
fn executor_in_exhaustive_world_keeps_invariants() {
    let mut ticks = 0;
    let second = plans_of(if full() { 2 } else { 1 }, 20);
    for (number, one) in plans_of(2, 10).iter().enumerate() {
        for (other, two) in second.iter().enumerate() {
            let priority = i32::from((number + other) % 2 == 0);
            ticks += explore::explore(one, two, priority);
        }
    }
    println!("{ticks} ticks");
}

#[test]
fn directors_in_random_worlds_keep_invariants() {
    if let Ok(seed) = std::env::var("HTN_SEED") {
        for line in
            director_fuzz_scripts::run(seed.parse().expect("HTN_SEED is a number"), Place::Alone)
                .story
        {
            println!("{line}");
        }
        return;
    }
    let mut repairs = 0;
    for seed in 0..if full() { 20_000 } else { 400 } {
        let counts = director_fuzz_scripts::run(seed, Place::Alone);
        repairs += counts.repairs;
        if seed % 10 == 0 {
            assert_eq!(
                counts.story,
                director_fuzz_scripts::run(seed, Place::Alone).story,
                "seed {seed}: the same inputs, other events"
            );
        }
    }
    assert!(repairs > 50, "only {repairs} repairs");
}

#[test]
fn directors_match_the_model_step_by_step() {
    if let Ok(seed) = std::env::var("HTN_SEED") {
        println!(
            "{:?}",
            director_fuzz_model::run(seed.parse().expect("HTN_SEED is a number"))
        );
        return;
    }
    let mut all = director_fuzz_model::ModelCounts::default();
    for seed in 0..if full() { 20_000 } else { 300 } {
        let counts = director_fuzz_model::run(seed);
        all.ticks += counts.ticks;
        all.repairs += counts.repairs;
        all.lost += counts.lost;
    }
    println!("{all:?}");
    assert!(all.repairs > 50, "{all:?}");
}

#[test]
fn directors_with_changing_members_keep_invariants() {
    if let Ok(seed) = std::env::var("HTN_SEED") {
        for line in director_fuzz_members::run(seed.parse().expect("HTN_SEED is a number")).story {
            println!("{line}");
        }
        return;
    }
    let (mut repairs, mut replaced) = (0, 0);
    for seed in 0..if full() { 30_000 } else { 500 } {
        let counts = director_fuzz_members::run(seed);
        repairs += counts.repairs;
        replaced += counts.replaced;
        if seed % 10 == 0 {
            let again = director_fuzz_members::run(seed).story;
            assert_eq!(
                counts.story, again,
                "seed {seed}: the same inputs, other events"
            );
        }
    }
    println!("{repairs} repairs, {replaced} replaced");
    assert!(
        repairs > 50 && replaced > 20,
        "{repairs} repairs, {replaced} replaced"
    );
}

#[test]
fn sleeping_plans_miss_no_change() {
    if let Ok(seed) = std::env::var("HTN_SEED") {
        let seed = seed.parse().expect("HTN_SEED is a number");
        println!("{:?}", executor_fuzz_sleep::run(seed));
        return;
    }
    let mut all = executor_fuzz_sleep::SleepCounts::default();
    for seed in 0..if full() { 20_000 } else { 300 } {
        let counts = executor_fuzz_sleep::run(seed);
        all.ticks += counts.ticks;
        all.started += counts.started;
        all.compared += counts.compared;
    }
    println!("{all:?}");
    assert!(all.started > all.ticks / 10 && all.compared > all.ticks / 5);
}

#[test]
fn directors_survive_panics_and_leaving_agents() {
    if let Ok(seed) = std::env::var("HTN_SEED") {
        for line in
            director_fuzz_panics::run(seed.parse().expect("HTN_SEED is a number"), Place::Alone).1
        {
            println!("{line}");
        }
        return;
    }
    let mut all = director_fuzz_panics::PanicCounts::default();
    for seed in 0..if full() { 30_000 } else { 500 } {
        let (counts, story) = director_fuzz_panics::run(seed, Place::Alone);
        all.ticks += counts.ticks;
        all.started += counts.started;
        all.panics += counts.panics;
        all.left += counts.left;
        all.repairs += counts.repairs;
        if seed % 10 == 0 {
            let again = director_fuzz_panics::run(seed, Place::Alone).1;
            assert_eq!(story, again, "seed {seed}: the same inputs, other events");
        }
    }
    println!("{all:?}");
    assert!(all.started > all.ticks / 10 && all.panics > 500 && all.left > 500 && all.repairs > 50);
}

/// Growing memory and shared planners and machines make no difference to commands, events and errors, whatever the limits. If
/// the game panics in a search, a scheduler calls it less often than a director that continues its tick, so other calls panic;
/// in that case only schedulers are compared.
#[test]
fn scheduled_squad_behaves_like_lone_director() {
    let seed = std::env::var("HTN_SEED").ok();
    let seed = seed.map(|seed| seed.parse().expect("HTN_SEED is a number"));
    let seeds = match seed {
        Some(seed) => seed..seed + 1,
        None => 0..if full() { 20_000 } else { 200 },
    };
    for seed in seeds {
        let story = |place| director_fuzz_scripts::run(seed, place).story;
        let alone = story(Place::Alone);
        assert_eq!(alone, story(Place::SquadScheduler), "seed {seed}");
        assert_eq!(alone, story(Place::Growing), "seed {seed}");
        let story = |place| director_fuzz_panics::run(seed, place).1;
        let reserved = story(Place::SquadScheduler);
        assert_eq!(reserved, story(Place::Growing), "seed {seed}");
    }
}
