//! The command line.

use crate::game::Wish;
use crate::kit::flags::{self, Flag, Program};
use crate::planning::Weights;

const PROGRAM: Program = Program {
    name: "matrix",
    about: "The opponent of a training game takes the town hall, as in Full Spectrum Command: it finds many different plans, chooses\n\
            one, writes it down as an execution matrix, carries it out, and looks back.",
    flags: &[
        Flag {
            name: "--seed",
            value: "N",
            help: "what chance comes of (default 4)",
        },
        Flag {
            name: "--games",
            value: "N",
            help: "so many games in a row, each with a plan that none had before, until all were taken (default 1)",
        },
        Flag {
            name: "--plans",
            value: "N",
            help: "how many different plans to find (default 30)",
        },
        Flag {
            name: "--distance",
            value: "D",
            help: "how far plans must be from one another, from 0 to 1 (default 0.4)",
        },
        Flag {
            name: "--cost",
            value: "W",
            help: "the weight of a low risk in the ranking, from 0 to 100 (default 2)",
        },
        Flag {
            name: "--fit",
            value: "W",
            help: "the weight of a good use of the units' abilities (default 2)",
        },
        Flag {
            name: "--new",
            value: "W",
            help: "the weight of being unlike the plans of earlier games (default 3)",
        },
        Flag {
            name: "--contingencies",
            value: "N",
            help: "for how many steps to have a plan ready in case they fail (default 6)",
        },
        Flag {
            name: "--csv",
            value: "FILE",
            help: "writes the matrix of the last game as comma-separated values",
        },
        Flag {
            name: "--html",
            value: "FILE",
            help: "writes the last game as a page",
        },
    ],
};

/// What was asked for.
#[derive(Debug)]
pub enum Asked {
    Run(Run),
    /// The text of the help.
    Help(String),
}

#[derive(Debug)]
pub struct Run {
    pub wish: Wish,
    pub csv: Option<String>,
    pub html: Option<String>,
}

pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Asked, String> {
    let given = match PROGRAM.parse(words)? {
        flags::Invocation::Run(given) => given,
        flags::Invocation::Help(text) => return Ok(Asked::Help(text)),
    };
    let weight = |name, default| given.number(name, default, 0.0..=100.0);
    let weights = Weights {
        cost: weight("--cost", 2.0)?,
        fit: weight("--fit", 2.0)?,
        new: weight("--new", 3.0)?,
    };
    if weights.cost + weights.fit + weights.new == 0.0 {
        return Err("one of `--cost`, `--fit` and `--new` must be more than 0".to_owned());
    }
    let file = |name| given.text(name).map(str::to_owned);
    Ok(Asked::Run(Run {
        wish: Wish {
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
