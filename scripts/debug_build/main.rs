//! Plans with domains that are compiled without optimisation: see `scripts/debug-build.sh`.

#[path = "../../tests/domains/mod.rs"]
mod domains;

use std::time::{Duration, Instant};

use domains::{blocks, restrain, rts};
use squad_htn::prelude::*;
use squad_htn::{Domain, Planner, State};

const TOTAL: Duration = Duration::from_secs(2);

fn main() {
    println!("| work | a plan |");
    println!("|---|---|");
    let (state, game) = restrain::instance("restrain");
    row(
        "restrain",
        &state,
        &game,
        restrain::restraint::Task::SquadRestrain,
    );
    row(
        "blocks 100",
        &blocks::state("blocks100"),
        &(),
        blocks::blocks::Task::Solve,
    );
    let (state, map) = rts::instance(6);
    row("rts", &state, &map, rts::rts::Task::Develop);
}

/// The fastest of many rounds: the one with the fewest interruptions.
fn row<D: Domain>(name: &str, state: &State<D>, context: &D::Context<'_>, task: D::Task) {
    let mut planner = Planner::new();
    let began = Instant::now();
    let mut fastest = f64::INFINITY;
    while began.elapsed() < TOTAL {
        const PLANS: u32 = 16;
        let started = Instant::now();
        for _ in 0..PLANS {
            planner.start(state, task);
            let progress = planner.resume(context, Budget::unlimited());
            assert_eq!(progress, Ok(Progress::Found));
        }
        fastest = fastest.min(started.elapsed().as_nanos() as f64 / f64::from(PLANS));
    }
    println!("| {name} | {:.2} us |", fastest / 1e3);
}
