//! Measures saves in bytes and microseconds, compared with a clone.
//!
//! `cargo bench -p saves`: the director of the example `squad` at ten moments of a mission, and 1,000 squads that restrain
//! suspects. Of times, the least of some rounds.

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
#[path = "restrain.rs"]
mod restrain;
#[path = "../../../examples/squad/sim/mod.rs"]
mod sim;
#[path = "../../../examples/squad/terms.rs"]
mod terms;
#[path = "../tests/squad/words.rs"]
mod words;

use std::hint::black_box;
use std::time::{Duration, Instant};

use saves::Carry;
use serde::Deserializer;
use squad_htn::Director;
use squad_htn::save::{Header, LoadTerms, SaveTerms};

use brain::Slice;
use mission::Mission;
use player::Player;
use sim::World;

/// The number of measurements of each value.
const ROUNDS: usize = 15;
/// The search budget of a mission in each tick.
const SLICE: u64 = 100_000;

fn main() {
    moments();
    thousand();
}

/// The least time of some rounds.
fn least<T>(mut work: impl FnMut() -> T) -> Duration {
    let times = (0..ROUNDS).map(|_| {
        let before = Instant::now();
        black_box(work());
        before.elapsed()
    });
    times.min().unwrap_or_default()
}

fn micros(time: Duration) -> String {
    format!("{:.0}", time.as_secs_f64() * 1e6)
}

/// The bytes and times of some directors, in a row of a table.
fn row<D: SaveTerms + LoadTerms>(name: &str, directors: &[Director<D>]) {
    let bytes: Vec<Vec<u8>> = directors.iter().map(saves::saved).collect();
    let texts: Vec<String> = directors.iter().map(saves::json).collect();
    let load_bytes = || -> Vec<Director<D>> {
        let pairs = directors.iter().zip(&bytes);
        let load = |(director, bytes): (&Director<D>, &Vec<u8>)| {
            let mut bytes = postcard::Deserializer::from_bytes(bytes);
            director.load(&mut bytes).expect("it was saved so")
        };
        pairs.map(load).collect()
    };
    let load_texts = || -> Vec<Director<D>> {
        let pairs = directors.iter().zip(&texts);
        let load = |(director, text): (&Director<D>, &String)| {
            let mut text = serde_json::Deserializer::from_str(text);
            director.load(&mut text).expect("it was saved so")
        };
        pairs.map(load).collect()
    };
    let save = least(|| directors.iter().map(saves::saved).collect::<Vec<_>>());
    let write = least(|| directors.iter().map(saves::json).collect::<Vec<_>>());
    let clone = least(|| directors.to_vec());
    let plans: usize = directors
        .iter()
        .map(|one| one.executor().plans().count())
        .sum();
    let facts: usize = directors.iter().map(|one| one.state().len()).sum();
    let of = |lens: usize| format!("{lens}");
    println!(
        "| {name} | {facts} | {plans} | {} | {} | {} | {} | {} | {} | {} |",
        of(bytes.iter().map(Vec::len).sum()),
        of(texts.iter().map(String::len).sum()),
        micros(save),
        micros(least(load_bytes)),
        micros(write),
        micros(least(load_texts)),
        micros(clone),
    );
}

fn head<D: SaveTerms>(what: &str) {
    let header = Header::of::<D>();
    println!(
        "\n{what}: the header of each save has {} bytes by postcard and {} as JSON\n",
        saves::saved(&header).len(),
        saves::json(&header).len()
    );
    println!(
        "| | facts | plans | postcard, bytes | JSON, bytes | save, µs | load, µs | save JSON, µs | load JSON, µs | clone, µs |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
}

fn moments() {
    head::<domain::squad::Domain>("The example `squad`");
    let map = sim::load("random", 3).expect("a map");
    let world = World::populated(map, 3);
    let player = Player::meddling(&world, 3);
    let mission = Mission::new(world, player, Slice::Steps(SLICE));
    let mut mission = mission.expect("room for the facts");
    let mut length = mission.clone();
    while length.end().is_none() {
        length.step().expect("room for the facts");
    }
    let last = length.world.tick;
    for moment in 1..=10 {
        while mission.world.tick < last * moment / 11 {
            mission.step().expect("room for the facts");
        }
        let seconds = mission.world.tick / sim::TICKS_A_SECOND;
        let name = format!("{}:{:02}", seconds / 60, seconds % 60);
        row(&name, std::slice::from_ref(&mission.brain.director));
    }
}

fn thousand() {
    head::<restrain::restraint::Domain>("Squads that restrain suspects");
    let squads = restrain::squads(1_000);
    row("one", &squads[..1]);
    row("1,000", &squads);
}
