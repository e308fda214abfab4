//! The command line.

use crate::kit::flags::{Flag, Given, Program};
use crate::show::Part;

pub const PROGRAM: Program = Program {
    name: "goals",
    about: "Characters who pursue weighted goals with the actions that each has, and the squads that they form.\nWith --features explain it names the conditions at which weightier goals failed.",
    flags: &[
        Flag {
            name: "--show",
            value: "PART",
            help: "characters, squad, or all (default: all)",
        },
        Flag {
            name: "--seed",
            value: "N",
            help: "random seed of shots and durations (default: 1)",
        },
        Flag {
            name: "--page",
            value: "FILE",
            help: "also write the results as an HTML page",
        },
    ],
};

/// Returns the part to show and the seed.
pub fn settings(given: &Given) -> Result<(Part, u64), String> {
    let parts = [
        ("all", Part::All),
        ("characters", Part::Characters),
        ("squad", Part::Squad),
    ];
    Ok((given.one_of("--show", Part::All, &parts)?, given.seed(1)?))
}
