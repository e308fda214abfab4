//! The director of the example `squad`, saved and loaded in the middle of missions: it continues like its twin, whose
//! search restarts in the same tick.

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

fn full() -> bool {
    std::env::var_os("HTN_FULL").is_some()
}

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

/// Follows a mission and its twin, which is saved and loaded in some ticks, in turn as JSON and by postcard. Returns the
/// number of saves during a search.
fn follow(seed: u64, slice: u64, ticks: u32) -> u32 {
    let mut one = mission(seed, slice);
    let mut other = mission(seed, slice);
    let (mut saves, mut searching) = (0, 0);
    while one.end().is_none() && one.world.tick < ticks {
        let director = &mut other.brain.director;
        // Not in each tick: a search that takes more than one would never end.
        if one.world.tick % 5 < 2 {
            saves += 1;
            searching += u32::from(director.is_searching());
            *director = match saves % 8 {
                0 => through_json(director),
                _ => through_postcard(director),
            };
            one.brain.director.restart_search();
        }
        let (a, b) = (&one.brain.director, &other.brain.director);
        alike(a, b);
        let (a, b) = (one.step().expect("room"), other.step().expect("room"));
        assert_eq!(told(&a), told(&b), "seed {seed}, slice {slice}");
        alike(&one.brain.director, &other.brain.director);
    }
    searching
}

/// Compares the visible state of both.
fn alike(a: &Director, b: &Director) {
    assert!(a.state().facts().eq(b.state().facts()));
    assert_eq!(a.search_stats(), b.search_stats());
    assert_eq!(a.search_steps(), b.search_steps());
    assert_eq!(a.answers(), b.answers());
    assert_eq!((a.searching(), a.is_due()), (b.searching(), b.is_due()));
    assert_eq!(a.to_string(), b.to_string());
    for (a, b) in a.executor().plans().zip(b.executor().plans()) {
        let steps = |plan: &squad_htn::PlanStatus<_>| -> Vec<String> {
            let steps = plan.steps();
            steps.map(|step| format!("{step:?}")).collect()
        };
        assert_eq!(steps(&a), steps(&b));
    }
    for who in sim::officer_ids() {
        let doing = |director: &Director| format!("{:?}", director.executor().doing(who));
        assert_eq!(doing(a), doing(b));
    }
}

#[test]
fn saved_director_goes_on_like_its_restarted_twin() {
    let ticks = if full() { 6_000 } else { 250 };
    for (seed, slice, least) in [(1, 40, 20), (2, 200, 1), (3, 100_000, 0), (4, 15, 50)] {
        let searching = follow(seed, slice, ticks);
        assert!(
            searching >= least,
            "seed {seed}: a search was under way in {searching} ticks"
        );
    }
}

/// A text with other officers in it: their names are exchanged.
fn turned_text(text: &str) -> String {
    let names: Vec<String> = sim::officer_ids().map(|who| who.to_string()).collect();
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(rest.len());
        let (token, behind) = rest.split_at(end.max(first.len_utf8()));
        rest = behind;
        let place = names.iter().position(|name| name == token);
        out += place.map_or(token, |place| &names[names.len() - 1 - place]);
    }
    out
}

/// The last officer for the first one.
fn turned(who: sim::PersonId) -> sim::PersonId {
    let all: Vec<_> = sim::officer_ids().collect();
    let place = all.iter().position(|other| *other == who);
    place.map_or(who, |place| all[all.len() - 1 - place])
}

/// All that can be seen of a director.
fn seen(director: &Director) -> String {
    let plans = director.executor().plans().map(|plan| {
        let steps: Vec<String> = plan.steps().map(|step| format!("{step:?}")).collect();
        format!("{plan} {steps:?}\n{}", plan.plan())
    });
    let plans: Vec<String> = plans.collect();
    format!("{director}\n{}\n{}", director.state(), plans.join("\n"))
}

/// The facts about positions and sightings come from the game. So officers have other ids only between two ticks, and a
/// save between them has the other ids.
#[test]
fn director_mapped_for_a_while_acts_like_its_twin() {
    let ticks = if full() { 6_000 } else { 250 };
    for (seed, slice) in [(5, 100_000), (6, 300)] {
        let mut one = mission(seed, slice);
        let mut other = mission(seed, slice);
        let (mut times, mut acting) = (0, 0);
        while one.end().is_none() && one.world.tick < ticks {
            let director = &mut other.brain.director;
            if !director.is_searching() && one.world.tick.is_multiple_of(3) {
                let before = seen(director);
                director
                    .map_agents(turned)
                    .expect("nobody becomes another's");
                assert_eq!(turned_text(&before), seen(director), "seed {seed}");
                *director = through_postcard(director);
                director
                    .map_agents(turned)
                    .expect("nobody becomes another's");
                assert_eq!(before, seen(director));
                times += 1;
                acting += usize::from(sim::officer_ids().any(|who| director.is_busy(who)));
            }
            let (a, b) = (one.step().expect("room"), other.step().expect("room"));
            assert_eq!(told(&a), told(&b), "seed {seed}, slice {slice}");
            alike(&one.brain.director, &other.brain.director);
        }
        assert!(
            times > 40 && acting > 20,
            "{times} times, {acting} of them while somebody acts"
        );
    }
}
