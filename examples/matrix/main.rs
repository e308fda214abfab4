//! The opponent of Full Spectrum Command: finds many different plans, turns the best one into an execution matrix with
//! contingencies, executes it in a random simulation, and reviews the result.
//!
//! ```text
//! cargo run --release --example matrix
//! cargo run --release --example matrix -- --games 5 --html review.html --csv matrix.csv
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `domain` | how to seize the hall: all decisions |
//! | `terms`, `town` | the domain's terms, and the facts about the village |
//! | `planning`, `contingency` | the first phase: different plans, ranked, with contingencies |
//! | `simulation`, `mission` | the second phase: a random simulation, and its log |
//! | `review` | the third phase: the plan compared with the mission |
//! | `game`, `report`, `words`, `args` | series of games, and the output |

mod args;
mod contingency;
mod domain;
mod game;
#[path = "../kit/mod.rs"]
mod kit;
mod mission;
mod planning;
mod report;
mod review;
mod simulation;
mod terms;
mod town;
mod words;

use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use args::{Parsed, Run};

fn main() -> ExitCode {
    let run = match args::parse(std::env::args().skip(1)) {
        Ok(Parsed::Run(run)) => run,
        Ok(Parsed::Help(text)) => {
            println!("{text}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return kit::flags::usage_error(&message),
    };
    match play(&run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn play(run: &Run) -> Result<(), String> {
    let begun = Instant::now();
    let (state, found) = game::plan(&run.settings)?;
    // On standard error, because the time differs between runs.
    eprintln!(
        "{} plans with their schedules in {:.1} ms (Full Spectrum Command: 30 in under five minutes)",
        found.candidates.len(),
        begun.elapsed().as_secs_f64() * 1e3
    );
    let games = game::play(&run.settings, &state, &found)?;
    println!("{}", report::text(&run.settings, &found, &games));
    let write = |file: &Option<String>, text: &dyn Fn() -> String| match file {
        Some(file) => {
            fs::write(file, text()).map_err(|error| format!("cannot write `{file}`: {error}"))
        }
        None => Ok(()),
    };
    let csv = || {
        games
            .last()
            .map_or(String::new(), |game| game.planned.csv().to_string())
    };
    write(&run.csv, &csv)?;
    write(&run.html, &|| report::page(&run.settings, &found, &games))
}
