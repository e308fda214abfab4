//! Weighted goals, after F.E.A.R. (Monolith, 2005) as presented in a lecture by M. Guzdial: three kinds of character with the same
//! goals and different actions, and squad behaviours, which compete with the members' own goals.
//!
//! `cargo run --release --example goals -- --help` lists the options.

#[path = "../chart/mod.rs"]
mod chart;
#[path = "../kit/mod.rs"]
mod kit;

mod args;
mod bodies;
mod cast;
mod comparison;
mod day;
mod decision;
mod domain;
#[cfg(not(feature = "explain"))]
mod lacking;
mod level;
mod page;
mod scenes;
mod show;
mod situations;
mod stage;
mod table;
mod terms;
mod text;
#[cfg(feature = "explain")]
mod why;

use std::io::Write;
use std::process::ExitCode;

use args::{PROGRAM, settings};
use kit::flags::{Invocation, usage_error};
use show::{Part, Shown};

fn main() -> ExitCode {
    let given = match PROGRAM.parse(std::env::args().skip(1)) {
        Ok(Invocation::Help(text)) => {
            println!("{text}");
            return ExitCode::SUCCESS;
        }
        Ok(Invocation::Run(given)) => given,
        Err(message) => return usage_error(&message),
    };
    let (part, seed) = match settings(&given) {
        Ok(settings) => settings,
        Err(message) => return usage_error(&message),
    };
    match run(part, seed, given.text("--page")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(part: Part, seed: u64, file: Option<&str>) -> Result<(), String> {
    let shown = Shown::new(part, seed)?;
    // A closed pipe is no error.
    let _ = writeln!(std::io::stdout(), "{}", text::print(&shown));
    if let Some(file) = file {
        std::fs::write(file, page::page(&shown))
            .map_err(|error| format!("cannot write `{file}`: {error}"))?;
    }
    Ok(())
}
