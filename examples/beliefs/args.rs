//! The command line.

use crate::kit::batch::{self, Job};
use crate::kit::flags::{Flag, Given, Invocation, Program};
use crate::mind::SECOND;

pub const PROGRAM: Program = Program {
    name: "beliefs",
    about: "Two sides fight for a town. Every soldier plans from what he has seen and heard; leaders give orders within\n\
            earshot, and headquarters know what they hear on the radio. A table compares many battles with those of linked\n\
            soldiers, who share all knowledge at once.",
    flags: &[
        Flag {
            name: "--seed",
            value: "N",
            help: "random seed, and the first seed of the table (default: 118)",
        },
        Flag {
            name: "--telepathy",
            value: "",
            help: "link the soldiers of each side: one shared world state, as in F.E.A.R.",
        },
        Flag {
            name: "--seeds",
            value: "N|A..B",
            help: "battles per column of the table, 0 for no table, or their seeds (default: 20)",
        },
        batch::OUT,
        batch::MERGE,
        Flag {
            name: "--limit",
            value: "SECONDS",
            help: "length limit of a battle, 10 to 3600 (default: 300)",
        },
        Flag {
            name: "--at",
            value: "SECONDS",
            help: "time at which to print the beliefs of all soldiers (default: 60)",
        },
        Flag {
            name: "--all",
            value: "",
            help: "print all events, including hits and acknowledgements",
        },
        Flag {
            name: "--quiet",
            value: "",
            help: "print only the result",
        },
        Flag {
            name: "--report",
            value: "FILE",
            help: "write an interactive report of the battle as HTML",
        },
        Flag {
            name: "--no-colour",
            value: "",
            help: "print without colours",
        },
    ],
};

/// The parsed options.
#[derive(Clone, Debug)]
pub struct Args {
    pub seed: u64,
    pub telepathy: bool,
    /// The battles of the table.
    pub table: Job,
    /// In ticks.
    pub limit: u64,
    /// In ticks.
    pub at: u64,
    pub all: bool,
    pub quiet: bool,
    pub report: Option<String>,
    pub colour: bool,
}

/// Parses the command line. `Ok(Err(text))` is the help text.
pub fn parse(
    words: impl IntoIterator<Item = String>,
) -> Result<std::result::Result<Args, String>, String> {
    match PROGRAM.parse(words)? {
        Invocation::Help(text) => Ok(Err(text)),
        Invocation::Run(given) => read(&given).map(Ok),
    }
}

fn read(given: &Given) -> Result<Args, String> {
    let limit = given.number("--limit", 300, 10..=3600)?;
    let seed = given.seed(118)?;
    Ok(Args {
        seed,
        telepathy: given.is_given("--telepathy"),
        table: Job::read(given, seed, 20, 0, &["--report"])?,
        limit: limit * SECOND,
        at: given.number("--at", 60.min(limit), 1..=limit)? * SECOND,
        all: given.is_given("--all"),
        quiet: given.is_given("--quiet"),
        report: given.text("--report").map(str::to_owned),
        colour: !given.is_given("--no-colour"),
    })
}
