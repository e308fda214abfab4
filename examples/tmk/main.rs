//! TMK and HTN: each construct of table 1 in Hoang, Lee-Urban and Muñoz-Avila, *Hierarchical Plan Representations for Encoding
//! Strategic Game AI*, in TMK and in this crate's language, with the resulting plan.
//!
//! A small interpreter of TMK ([`meaning`]) runs the printed texts. Each plan must equal the run of its text for random
//! knowledge.

#[path = "../kit/mod.rs"]
mod kit;

mod domain;
mod judge;
mod meaning;
mod show;

use std::process::ExitCode;

use kit::flags::{Flag, Given, Invocation, Program, usage_error};

use domain::{ROWS, Row};

const PROGRAM: Program = Program {
    name: "tmk",
    about: "The constructs of TMK (task, method, knowledge) in the language of this crate: both texts, the plan, and\nwhether the plan equals the run of the TMK text.",
    flags: &[
        Flag {
            name: "--row",
            value: "NAME",
            help: "show only this row of the table: returned_value, if_then_else, iteration_while,\niteration_for, assignment or preconditions",
        },
        Flag {
            name: "--seed",
            value: "N",
            help: "random seed of the knowledge (default: 1)",
        },
        Flag {
            name: "--cases",
            value: "N",
            help: "tests per row (default: 500)",
        },
    ],
};

fn main() -> ExitCode {
    let (rows, seed, cases) = match PROGRAM.parse(std::env::args().skip(1)) {
        Ok(Invocation::Help(text)) => {
            println!("{text}");
            return ExitCode::SUCCESS;
        }
        Ok(Invocation::Run(given)) => match settings(&given) {
            Ok(settings) => settings,
            Err(message) => return usage_error(&message),
        },
        Err(message) => return usage_error(&message),
    };
    match show::rows(&rows, seed, cases) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // A closed pipe is no error.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn is_closed_pipe(error: &domain::Failed) -> bool {
    let error = error.downcast_ref::<std::io::Error>();
    error.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Reads the options: rows, seed and number of cases.
fn settings(given: &Given) -> Result<(Vec<Row>, u64, usize), String> {
    let all: Vec<(&str, Option<&str>)> =
        ROWS.iter().map(|row| (row.name, Some(row.name))).collect();
    let only = given.one_of("--row", None, &all)?;
    let rows = ROWS
        .into_iter()
        .filter(|row| only.is_none_or(|only| row.name == only));
    let cases = given.number("--cases", 500, 1..=1_000_000)?;
    Ok((rows.collect(), given.seed(1)?, cases))
}
