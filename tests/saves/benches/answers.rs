//! What it takes to keep answers: searches of which none are kept, and of which all are.
//!
//! `scripts/count-answers.sh` counts instructions; `cargo bench -p saves --bench answers` tells the bytes of saves.

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
#[path = "../../domains/mod.rs"]
mod domains;
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
#[path = "../tests/squad/words.rs"]
mod words;

use std::hint::black_box;

use domains::json::parse;
use domains::restrain::{self, Actor, restraint};
use squad_htn::prelude::*;
use squad_htn::save::SaveTerms;
use squad_htn::{Domain, Planner, State};

saves::by_words! { Actor }

const WORKS: [&str; 3] = ["restrain", "restrain16x64", "squad"];

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [_, "--bench", work, kept, times] => {
            let times = times.parse().expect("a number");
            search(work, *kept == "kept", times);
        }
        _ => {
            println!("| search | steps | save, bytes | with its answers |");
            println!("|---|--:|--:|--:|");
            for work in WORKS {
                let (steps, without) = search(work, false, 1);
                let (_, with) = search(work, true, 1);
                println!("| {work} | {steps} | {without} | {with} |");
            }
        }
    }
}

/// Searches so often; the steps of the last, and the bytes of its save.
fn search(work: &str, kept: bool, times: usize) -> (u64, usize) {
    match work {
        "squad" => {
            let map = sim::load("random", 3).expect("a map");
            let world = sim::World::populated(map, 3);
            let player = player::Player::meddling(&world, 3);
            let slice = brain::Slice::Steps(100_000);
            let mission = mission::Mission::new(world, player, slice);
            let mut mission = mission.expect("room for the facts");
            // The longest search of the mission comes then.
            for _ in 0..1_190 {
                mission.step().expect("room for the facts");
            }
            let task = domain::squad::Task::SquadTactical;
            let state = mission.brain.director.state();
            searches(state, &mission.brain.memory, task, kept, times)
        }
        name => {
            let path = format!("{}/../data/{name}.json", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(path).expect("the instance is there");
            let (state, game) = restrain::read(&parse(&text).expect("it was written so"));
            searches(&state, &game, restraint::Task::SquadRestrain, kept, times)
        }
    }
}

fn searches<D: SaveTerms>(
    state: &State<D>,
    context: &D::Context<'_>,
    task: D::Task,
    kept: bool,
    times: usize,
) -> (u64, usize) {
    let mut planner = Planner::<D>::new();
    planner.keep_answers(if kept { 100_000 } else { 0 });
    for _ in 0..times {
        let plan = planner.find(state, context, task);
        assert!(black_box(plan).is_ok());
    }
    assert_eq!(planner.lost_answers(), 0);
    (planner.stats().steps, saves::saved(&planner).len())
}
