//! TMK and HTN: each construct of table 1 in Hoang, Lee-Urban and Muñoz-Avila, *Hierarchical Plan Representations for Encoding
//! Strategic Game AI*, as TMK has it and as this crate's language has it, with the plan that comes out.
//!
//! A small interpreter of TMK ([`meaning`]) reads the texts that are printed, and is the judge: each plan has to be the run
//! that the text stands for, over random knowledge.

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
    about: "The constructs of TMK (task, method, knowledge) in the language of this crate: both texts, the plan, and\nwhether the plan is the one that TMK's text stands for.",
    flags: &[
        Flag {
            name: "--row",
            value: "NAME",
            help: "only this row of the table: returned_value, if_then_else, iteration_while,\niteration_for, assignment or preconditions",
        },
        Flag {
            name: "--seed",
            value: "N",
            help: "the random knowledge; 1 where nothing is said",
        },
        Flag {
            name: "--cases",
            value: "N",
            help: "how often each row is tried; 500 where nothing is said",
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
        // Who closes the pipe has seen enough.
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
