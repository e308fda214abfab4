//! Random worlds and a small world explored whole, with judges of everything that the executor promises.
//!
//! `HTN_FULL=1` runs many more episodes, `HTN_SEED=n` one of them.

mod common;

#[path = "execution/squad.rs"]
mod squad;
#[path = "execution/world/mod.rs"]
mod world;

use world::home::Place;
use world::{brigade, company, crowd, episode, explore, perils, troupe};

/// What is done between two ticks to an executor, a director or a state. The tests of saves save and load it.
fn between<T>(_: &mut T) {}

fn full() -> bool {
    std::env::var_os("HTN_FULL").is_some()
}

#[test]
fn random_worlds_keep_every_promise() {
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

/// Every plan of so many steps out of twelve kinds.
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
fn a_small_world_explored_whole_keeps_every_promise() {
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
fn directors_in_random_worlds_keep_their_promises() {
    if let Ok(seed) = std::env::var("HTN_SEED") {
        for line in troupe::run(seed.parse().expect("HTN_SEED is a number"), Place::Alone).story {
            println!("{line}");
        }
        return;
    }
    let mut repairs = 0;
    for seed in 0..if full() { 20_000 } else { 400 } {
        let told = troupe::run(seed, Place::Alone);
        repairs += told.repairs;
        if seed % 10 == 0 {
            assert_eq!(
                told.story,
                troupe::run(seed, Place::Alone).story,
                "seed {seed}: the same inputs, other events"
            );
        }
    }
    assert!(repairs > 50, "only {repairs} repairs");
}

#[test]
fn directors_followed_step_by_step_keep_every_promise() {
    if let Ok(seed) = std::env::var("HTN_SEED") {
        println!(
            "{:?}",
            company::run(seed.parse().expect("HTN_SEED is a number"))
        );
        return;
    }
    let mut all = company::Told::default();
    for seed in 0..if full() { 20_000 } else { 300 } {
        let told = company::run(seed);
        all.ticks += told.ticks;
        all.repairs += told.repairs;
        all.lost += told.lost;
    }
    println!("{all:?}");
    assert!(all.repairs > 50, "{all:?}");
}

#[test]
fn directors_whose_members_come_and_go_keep_their_promises() {
    if let Ok(seed) = std::env::var("HTN_SEED") {
        for line in brigade::run(seed.parse().expect("HTN_SEED is a number")).story {
            println!("{line}");
        }
        return;
    }
    let (mut repairs, mut replaced) = (0, 0);
    for seed in 0..if full() { 30_000 } else { 500 } {
        let told = brigade::run(seed);
        repairs += told.repairs;
        replaced += told.replaced;
        if seed % 10 == 0 {
            let again = brigade::run(seed).story;
            assert_eq!(
                told.story, again,
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
fn plans_that_sleep_overlook_nothing() {
    if let Ok(seed) = std::env::var("HTN_SEED") {
        let seed = seed.parse().expect("HTN_SEED is a number");
        println!("{:?}", crowd::run(seed));
        return;
    }
    let mut all = crowd::Told::default();
    for seed in 0..if full() { 20_000 } else { 300 } {
        let told = crowd::run(seed);
        all.ticks += told.ticks;
        all.started += told.started;
        all.compared += told.compared;
    }
    println!("{all:?}");
    assert!(all.started > all.ticks / 10 && all.compared > all.ticks / 5);
}

#[test]
fn games_that_panic_and_members_that_leave_during_searches_break_no_promise() {
    if let Ok(seed) = std::env::var("HTN_SEED") {
        for line in perils::run(seed.parse().expect("HTN_SEED is a number"), Place::Alone).1 {
            println!("{line}");
        }
        return;
    }
    let mut all = perils::Told::default();
    for seed in 0..if full() { 30_000 } else { 500 } {
        let (told, story) = perils::run(seed, Place::Alone);
        all.ticks += told.ticks;
        all.started += told.started;
        all.panics += told.panics;
        all.left += told.left;
        all.repairs += told.repairs;
        if seed % 10 == 0 {
            let again = perils::run(seed, Place::Alone).1;
            assert_eq!(story, again, "seed {seed}: the same inputs, other events");
        }
    }
    println!("{all:?}");
    assert!(all.started > all.ticks / 10 && all.panics > 500 && all.left > 500 && all.repairs > 50);
}

/// Memory that grows, and planners and machines that are lent, make no difference to commands, events and errors, be limits
/// ever so small. (Where the game panics in a search, a scheduler asks it less often than a director that goes on with its
/// tick, so that other calls panic: then those at a scheduler are compared.)
#[test]
fn a_squad_of_a_scheduler_does_what_it_does_alone() {
    let seed = std::env::var("HTN_SEED").ok();
    let seed = seed.map(|seed| seed.parse().expect("HTN_SEED is a number"));
    let seeds = match seed {
        Some(seed) => seed..seed + 1,
        None => 0..if full() { 20_000 } else { 200 },
    };
    for seed in seeds {
        let story = |place| troupe::run(seed, place).story;
        let alone = story(Place::Alone);
        assert_eq!(alone, story(Place::SquadScheduler), "seed {seed}");
        assert_eq!(alone, story(Place::Growing), "seed {seed}");
        let story = |place| perils::run(seed, place).1;
        let reserved = story(Place::SquadScheduler);
        assert_eq!(reserved, story(Place::Growing), "seed {seed}");
    }
}
