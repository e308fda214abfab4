//! The command line.

use crate::kit::flags::{Flag, Given, Invocation, Program};
use crate::mind::SECOND;

pub const PROGRAM: Program = Program {
    name: "beliefs",
    about: "Two sides fight for a town. Every soldier plans from what he himself has seen and heard; a leader hands out orders\n\
            within earshot, and headquarters know what the radio tells. Then the same over many seeds, beside soldiers of one\n\
            mind, who know at once what any of them knows.",
    flags: &[
        Flag {
            name: "--seed",
            value: "N",
            help: "chance; the battles of the table begin with it (default: 118)",
        },
        Flag {
            name: "--telepathy",
            value: "",
            help: "the battle is told with one world state for each side, as in F.E.A.R.",
        },
        Flag {
            name: "--battles",
            value: "N",
            help: "how many battles each column of the table is from, 0 for no table (default: 20)",
        },
        Flag {
            name: "--limit",
            value: "SECONDS",
            help: "when a battle is over at the latest, 10 to 3600 (default: 300)",
        },
        Flag {
            name: "--at",
            value: "SECONDS",
            help: "when to look into all heads (default: 60)",
        },
        Flag {
            name: "--all",
            value: "",
            help: "tell everything, also who is hit and who says `will do`",
        },
        Flag {
            name: "--quiet",
            value: "",
            help: "tell nothing but how it ended",
        },
        Flag {
            name: "--report",
            value: "FILE",
            help: "write the battle as a page to look at in a browser",
        },
        Flag {
            name: "--no-colour",
            value: "",
            help: "plain text",
        },
    ],
};

#[derive(Clone, Debug)]
pub struct Args {
    pub seed: u64,
    pub telepathy: bool,
    pub battles: u64,
    /// In ticks.
    pub limit: u64,
    /// In ticks.
    pub at: u64,
    pub all: bool,
    pub quiet: bool,
    pub report: Option<String>,
    pub colour: bool,
}

/// What was asked for, or the text of the help.
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
    Ok(Args {
        // Some room for the battles of the table.
        seed: given.number("--seed", 118, 0..=u64::MAX - 100_000)?,
        telepathy: given.is_given("--telepathy"),
        battles: given.number("--battles", 20, 0..=10_000)?,
        limit: limit * SECOND,
        at: given.number("--at", 60.min(limit), 1..=limit)? * SECOND,
        all: given.is_given("--all"),
        quiet: given.is_given("--quiet"),
        report: given.text("--report").map(str::to_owned),
        colour: !given.is_given("--no-colour"),
    })
}
