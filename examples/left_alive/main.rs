//! Plan repair in a changing world: vehicles in combat. Steps fail, targets disappear, roads close; only the part of a plan that
//! failed is planned again. After Left Alive (Square Enix, 2019), whose vehicles are planned like this.
//!
//! `cargo run --release --example left_alive -- --help` lists the options.

mod args;
mod domain;
mod field;
#[path = "../kit/mod.rs"]
mod kit;
mod mission;
mod page;
mod study;
mod world;

use std::fmt::Display;
use std::process::ExitCode;

use htn_view::{Change, RepairedPlan};
use squad_htn::prelude::*;

use args::{Args, PROGRAM};
use kit::flags::{self, Invocation};
use mission::{End, Mission};
use world::TICKS_A_SECOND;

fn main() -> ExitCode {
    let args = match PROGRAM.parse(std::env::args().skip(1)) {
        Ok(Invocation::Help(text)) => {
            println!("{text}");
            return ExitCode::SUCCESS;
        }
        Ok(Invocation::Run(given)) => Args::read(&given),
        Err(message) => Err(message),
    };
    let args = match args {
        Ok(args) => args,
        Err(message) => return flags::usage_error(&message),
    };
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    if args.table.out.is_some() {
        study::run(&args.table, args.sides)?;
        return Ok(());
    }
    let full = |full: CapacityError| full.to_string();
    let mut mission = Mission::new(args.seed, args.sides, args.repair).map_err(full)?;
    let mut scene = page::Map::new(&mission);
    let end = loop {
        if let Some(end) = mission.end() {
            break end;
        }
        mission.step().map_err(full)?;
        scene.draw(&mission);
    };
    let repairs = mission.recording.repairs();
    println!("{}\n", summary(args, &mission, end, &repairs));
    for repair in worth_showing(&repairs, args.trees) {
        println!("{}  {repair}", clock(repair.tick));
    }

    let rows = study::run(&args.table, args.sides)?.unwrap_or_default();
    if let Some(row) = rows.first() {
        println!(
            "{} fights per repair mode; means with 95% confidence intervals\n",
            row.seconds.len()
        );
        println!("{}", study::print(&rows));
        let times = rows
            .iter()
            .zip(study::WAYS)
            .map(|(row, (name, _))| format!("{name} {:.2} ms", row.milliseconds()));
        let times: Vec<String> = times.collect();
        // On standard error, because it differs between runs.
        eprintln!(
            "\nmeasured time of all director ticks per fight: {}",
            times.join(", ")
        );
    }
    if let Some(file) = &args.page {
        let shown: Vec<&RepairedPlan> = worth_showing(&repairs, args.trees).collect();
        write(file, &page::page(args.seed, &shown, &rows))?;
    }
    if let Some(file) = &args.report {
        write(
            file,
            &scene.report(&mission, &format!("left alive, seed {}", args.seed)),
        )?;
    }
    Ok(())
}

fn summary(args: &Args, mission: &Mission, end: End, repairs: &[RepairedPlan]) -> String {
    let time = clock(mission.world.tick.into());
    let how = match end {
        End::Won => format!("all {} enemies are destroyed after {time}", args.sides.1),
        End::Lost => format!("the platoon is lost after {time}"),
        End::TimeIsUp => format!("no side has won when the time is up after {time}"),
    };
    let left = mission.world.ours().count();
    let kept: usize = repairs
        .iter()
        .map(|repair| repair.steps(Change::Kept))
        .sum();
    let new: usize = repairs.iter().map(|repair| repair.steps(Change::New)).sum();
    let searched = mission.director.search_steps();
    format!(
        "seed {}: {how}; {left} of {} vehicles are left\n\
 {} repairs kept {kept} steps and planned {new} new ones; {} plans were abandoned; {} steps were wasted\n\
 {} search steps for plans, {} for repairs",
        args.seed,
        args.sides.0,
        repairs.len(),
        mission.costs.abandoned,
        mission.wasted_steps(),
        searched.root,
        searched.repairs,
    )
}

/// Returns the most interesting repairs: those that keep some steps and replace others.
fn worth_showing(repairs: &[RepairedPlan], count: usize) -> impl Iterator<Item = &RepairedPlan> {
    let interest = |repair: &RepairedPlan| {
        let kept = repair.steps(Change::Kept).min(8);
        let gone = (repair.steps(Change::Replaced) + repair.steps(Change::Undone)).min(8);
        kept * gone + 4 * repair.steps(Change::Undone)
    };
    let mut order: Vec<usize> = (0..repairs.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(interest(&repairs[*at])));
    order.truncate(count);
    order.sort();
    order.into_iter().map(|at| &repairs[at])
}

/// Formats a tick as minutes, seconds and tenths.
fn clock(tick: u64) -> String {
    let (seconds, tenths) = (
        tick / u64::from(TICKS_A_SECOND),
        tick % u64::from(TICKS_A_SECOND),
    );
    format!("{}:{:02}.{tenths}", seconds / 60, seconds % 60)
}

fn write(file: &str, text: &str) -> Result<(), String> {
    let failed = |error: &dyn Display| format!("cannot write `{file}`: {error}");
    std::fs::write(file, text).map_err(|error| failed(&error))?;
    println!("\nwrote {file}");
    Ok(())
}
