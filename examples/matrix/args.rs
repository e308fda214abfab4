//! The command line.

use crate::game::Settings;
use crate::kit::flags::{self, Flag, Program};
use crate::planning::Weights;

const PROGRAM: Program = Program {
    name: "matrix",
    about: "The opponent of a training game seizes the town hall, as in Full Spectrum Command: it finds many different plans, chooses\n\
            one, prints it as an execution matrix, executes it, and reviews the result.",
    flags: &[
        Flag {
            name: "--seed",
            value: "N",
            help: "random seed (default: 4)",
        },
        Flag {
            name: "--games",
            value: "N",
            help: "games in a row, each with a plan not used before, until all are used (default: 1)",
        },
        Flag {
            name: "--plans",
            value: "N",
            help: "different plans to find (default: 30)",
        },
        Flag {
            name: "--distance",
            value: "D",
            help: "minimum distance between plans, 0 to 1 (default: 0.4)",
        },
        Flag {
            name: "--cost",
            value: "W",
            help: "weight of a low risk in the ranking, 0 to 100 (default: 2)",
        },
        Flag {
            name: "--fit",
            value: "W",
            help: "weight of a good use of the units' abilities (default: 2)",
        },
        Flag {
            name: "--new",
            value: "W",
            help: "weight of the distance from the plans of earlier games (default: 3)",
        },
        Flag {
            name: "--contingencies",
            value: "N",
            help: "steps for which to prepare a plan in case they fail (default: 6)",
        },
        Flag {
            name: "--csv",
            value: "FILE",
            help: "write the matrix of the last game as comma-separated values",
        },
        Flag {
            name: "--html",
            value: "FILE",
            help: "write the last game as an HTML page",
        },
    ],
};

/// The parsed command line.
#[derive(Debug)]
pub enum Parsed {
    Run(Run),
    /// `--help` was given. Contains the help text.
    Help(String),
}

/// The options of a run.
#[derive(Debug)]
pub struct Run {
    pub settings: Settings,
    pub csv: Option<String>,
    pub html: Option<String>,
}

/// Parses the command line.
pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Parsed, String> {
    let given = match PROGRAM.parse(words)? {
        flags::Invocation::Run(given) => given,
        flags::Invocation::Help(text) => return Ok(Parsed::Help(text)),
    };
    let weight = |name, default| given.number(name, default, 0.0..=100.0);
    let weights = Weights {
        cost: weight("--cost", 2.0)?,
        fit: weight("--fit", 2.0)?,
        new: weight("--new", 3.0)?,
    };
    if weights.cost + weights.fit + weights.new == 0.0 {
        return Err("`--cost`, `--fit` and `--new` are all 0: set one of them above 0".to_owned());
    }
    let file = |name| given.text(name).map(str::to_owned);
    Ok(Parsed::Run(Run {
        settings: Settings {
            seed: given.seed(4)?,
            games: given.number("--games", 1, 1..=100)?,
            plans: given.number("--plans", 30, 1..=500)?,
            distance: given.number("--distance", 0.4, 0.0..=1.0)?,
            weights,
            contingencies: given.number("--contingencies", 6, 0..=50)?,
        },
        csv: file("--csv"),
        html: file("--html"),
    }))
}
