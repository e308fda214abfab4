//! The director of the example `squad`, saved and loaded in the middle of missions: it goes on like its twin.

#![allow(
    dead_code,
    unexpected_cfgs,
    unused_imports,
    reason = "the example's modules are compiled as they are; its `main` uses more of them"
)]

#[path = "../../../examples/squad/acting.rs"]
mod acting;
#[path = "../../../examples/squad/brain.rs"]
mod brain;
#[path = "../../../examples/squad/domain/mod.rs"]
mod domain;
#[path = "../../../examples/squad/memory.rs"]
mod memory;
#[path = "../../../examples/squad/mission.rs"]
mod mission;
#[path = "../../../examples/squad/player.rs"]
mod player;
#[path = "../../../examples/squad/sim/mod.rs"]
mod sim;
#[path = "../../../examples/squad/terms.rs"]
mod terms;
#[path = "squad/words.rs"]
mod words;

use brain::Slice;
use domain::squad::Director;
use mission::{Mission, Turn};
use player::Player;
use sim::World;

/// Ticks that a mission is followed for.
const TICKS: u32 = 4_000;

fn mission(seed: u64, slice: u64) -> Mission {
    let map = sim::load("random", seed).expect("a map");
    let world = World::populated(map, seed);
    let player = Player::meddling(&world, seed);
    Mission::new(world, player, Slice::Steps(slice)).expect("room for the facts")
}

/// A tick as it can be compared: everything but how long it took.
fn told(turn: &Turn) -> String {
    let Turn {
        tick,
        orders,
        happenings,
        traffic,
        ..
    } = turn;
    format!("{tick} {orders:?} {happenings:?} {traffic:?}")
}

fn through_json(director: &Director) -> Director {
    let text = saves::json(director);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn through_postcard(director: &Director) -> Director {
    saves::loaded(&saves::saved(director)).expect("it was saved so")
}

/// Follows a mission and its twin, which is saved and loaded in each tick for which `at` says so.
fn follow(seed: u64, slice: u64, at: impl Fn(u32) -> Option<fn(&Director) -> Director>) -> u32 {
    let mut one = mission(seed, slice);
    let mut other = mission(seed, slice);
    let mut searching = 0;
    while one.end().is_none() && one.world.tick < TICKS {
        if let Some(through) = at(one.world.tick) {
            let director = &mut other.brain.director;
            searching += u32::from(director.is_searching());
            let stats = (
                director.search_stats(),
                director.search_steps(),
                director.answers(),
            );
            *director = through(director);
            let loaded = (
                director.search_stats(),
                director.search_steps(),
                director.answers(),
            );
            assert_eq!(stats, loaded);
            assert_eq!(director.state(), one.brain.director.state());
        }
        let (a, b) = (one.step().expect("room"), other.step().expect("room"));
        assert_eq!(told(&a), told(&b), "seed {seed}, slice {slice}");
        let (a, b) = (&one.brain.director, &other.brain.director);
        assert!(a.state().facts().eq(b.state().facts()));
        assert_eq!(
            a.search_stats(),
            b.search_stats(),
            "seed {seed}, tick {}",
            one.world.tick
        );
        assert_eq!(a.search_steps(), b.search_steps());
        assert_eq!(a.to_string(), b.to_string());
    }
    searching
}

#[test]
fn a_director_that_was_saved_to_json_goes_on_like_its_twin() {
    let searching = follow(1, 40, |tick| (tick % 50 == 7).then_some(through_json as _));
    assert!(searching > 3, "only {searching} searches were under way");
}

#[test]
fn a_director_that_is_saved_in_each_tick_goes_on_like_its_twin() {
    let mut searching = 0;
    for (seed, slice) in [(2, 3), (3, 1_000)] {
        searching += follow(seed, slice, |_| Some(through_postcard));
    }
    assert!(searching > 100, "only {searching} searches were under way");
}
