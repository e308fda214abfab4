//! Full Spectrum Command's opponent: many different plans, the best of them as an execution matrix with contingencies, carried
//! out where chance has a say, and reviewed.
//!
//! ```text
//! cargo run --release --example matrix
//! cargo run --release --example matrix -- --games 5 --html review.html --csv matrix.csv
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | `domain` | how the hall is taken: all that is decided |
//! | `terms`, `town` | what the domain speaks of, and what is known of the village |
//! | `planning`, `contingency` | the first phase: plans that differ, ranked; what if a step fails |
//! | `field`, `happened` | the second: a small simulation with chance, and what came of it |
//! | `review` | the third: the plan beside what happened |
//! | `game`, `report`, `words`, `args` | one game after another; what is printed |

mod args;
mod contingency;
mod domain;
mod field;
mod game;
mod happened;
#[path = "../kit/mod.rs"]
mod kit;
mod planning;
mod report;
mod review;
mod terms;
mod town;
mod words;

use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use args::{Asked, Run};

fn main() -> ExitCode {
    let run = match args::parse(std::env::args().skip(1)) {
        Ok(Asked::Run(run)) => run,
        Ok(Asked::Help(text)) => {
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
    let (state, found) = game::plan(&run.wish)?;
    // Not with the rest: it is another number each time.
    eprintln!(
        "{} plans, with their schedules, in {:.1} ms (Full Spectrum Command: 30 in under five minutes)",
        found.candidates.len(),
        begun.elapsed().as_secs_f64() * 1e3
    );
    let games = game::play(&run.wish, &state, &found)?;
    println!("{}", report::text(&run.wish, &found, &games));
    let write = |file: &Option<String>, text: &dyn Fn() -> String| match file {
        Some(file) => fs::write(file, text()).map_err(|error| format!("{file}: {error}")),
        None => Ok(()),
    };
    let csv = || {
        games
            .last()
            .map_or(String::new(), |game| game.planned.csv().to_string())
    };
    write(&run.csv, &csv)?;
    write(&run.html, &|| report::page(&run.wish, &found, &games))
}
