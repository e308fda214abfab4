//! A squad of four clears a building: a small simulation, and a squad that is driven by one planning domain.
//!
//! `cargo run --release --example squad -- --help` tells what can be chosen. The simulation (`sim`) knows nothing of
//! planning; `domain` is everything the squad can do; `brain` stands between the two.

mod args;
mod brain;
mod domain;
mod memory;
mod mission;
mod player;
mod sim;
mod summary;
mod terms;
mod transcript;
mod words;

use std::error::Error;
use std::process::ExitCode;

use args::{Args, Wish};
use mission::Mission;
use player::Player;
use sim::{TICKS_A_SECOND, World};
use summary::Summary;

/// Ticks between two progress lines.
const PROGRESS: u32 = 60 * TICKS_A_SECOND;

fn main() -> ExitCode {
    let args = match args::parse(std::env::args().skip(1)) {
        Ok(Wish::Run(args)) => args,
        Ok(Wish::Help) => {
            println!("{}", args::HELP);
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("error: {message}\nhelp: `--help` lists the options");
            return ExitCode::from(2);
        }
    };
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let world = World::populated(sim::load(&args.map, args.seed)?, args.seed);
    let player = Player::meddling(&world, args.seed);
    let mut mission = Mission::new(world, player, args.slice)?;
    let mut summary = Summary::default();
    println!(
        "{}, seed {}: {} rooms, a squad of {}, and nobody knows how many suspects",
        args.map,
        args.seed,
        mission.world.map.rooms.len(),
        mission.world.officers.len()
    );
    while mission.end().is_none() && mission.world.tick < args.ticks {
        let turn = mission.step()?;
        summary.count(&turn, &mission);
        if !args.quiet {
            for line in transcript::lines(&mission.world.map, &turn) {
                println!("{line}");
            }
        }
        if args.map_every > 0 && turn.tick % args.map_every == 0 {
            println!("\n{}", mission.world.show());
        }
        if turn.tick % PROGRESS == 0 {
            println!("{}", progress(&mission));
        }
    }
    println!("\n{}", summary.show(&mission, mission.end(), args.slice));
    Ok(())
}

fn progress(mission: &Mission) -> String {
    let world = &mission.world;
    format!(
        "——— {}: {} of {} rooms clear, {} officers up",
        transcript::clock(world.tick).trim(),
        mission.brain.rooms_cleared(),
        world.map.rooms.len(),
        world
            .officers
            .iter()
            .filter(|officer| officer.alive())
            .count()
    )
}
