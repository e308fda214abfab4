//! The command line.

use squad_htn::prelude::*;

use crate::kit::batch::{self, Job};
use crate::kit::flags::{Flag, Given, Program};
use crate::study;

pub const PROGRAM: Program = Program {
    name: "left_alive",
    about: "A platoon fights another one while shells close roads. Prints what repairs changed in its plans, and compares three\n\
        reactions to failures over many fights.",
    flags: &[
        Flag {
            name: "--seed",
            value: "N",
            help: "random seed of terrain and combat (default: 7)",
        },
        Flag {
            name: "--repair",
            value: "WAY",
            help: "repair mode of the printed fight: subtree, root or none (default: subtree)",
        },
        Flag {
            name: "--trees",
            value: "N",
            help: "number of repairs to print (default: 4)",
        },
        Flag {
            name: "--seeds",
            value: "N|A..B",
            help: "fights per repair mode in the table, 0 for no table, or their seeds (default: 200)",
        },
        batch::OUT,
        batch::MERGE,
        Flag {
            name: "--ours",
            value: "N",
            help: "vehicles of the platoon, 1 to 5 (default: 5)",
        },
        Flag {
            name: "--theirs",
            value: "N",
            help: "enemy vehicles, 1 to 12 (default: 8)",
        },
        Flag {
            name: "--page",
            value: "FILE",
            help: "write the repairs and the table as an HTML page",
        },
        Flag {
            name: "--report",
            value: "FILE",
            help: "write an interactive report of the fight: map, vehicles, plans, log",
        },
    ],
};

/// The parsed options.
#[derive(Clone, PartialEq, Debug)]
pub struct Args {
    pub seed: u64,
    pub repair: Repair,
    pub trees: usize,
    /// The fights of the table.
    pub table: Job,
    /// The number of own and enemy vehicles.
    pub sides: (usize, usize),
    pub page: Option<String>,
    pub report: Option<String>,
}

impl Args {
    /// Reads the options.
    pub fn read(given: &Given) -> Result<Args, String> {
        let file = |name: &str| given.text(name).map(str::to_owned);
        let seed = given.seed(7)?;
        Ok(Args {
            seed,
            repair: given.one_of("--repair", Repair::Subtree, &study::WAYS)?,
            trees: given.number("--trees", 4, 0..=1_000)?,
            table: Job::read(given, seed, 200, 0, &["--page", "--report"])?,
            sides: (
                given.number("--ours", 5, 1..=5)?,
                given.number("--theirs", 8, 1..=12)?,
            ),
            page: file("--page"),
            report: file("--report"),
        })
    }
}
