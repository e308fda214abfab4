//! The command line.

use crate::kit::flags::{Flag, Given, Program};
use crate::show::Part;

pub const PROGRAM: Program = Program {
    name: "goals",
    about: "Characters who pursue goals by weight with the actions that they have, and the squads that they form.\nWith --features explain it says at which conditions of the domain weightier goals failed.",
    flags: &[
        Flag {
            name: "--show",
            value: "PART",
            help: "characters, squad, or all: that is what is shown where nothing is said",
        },
        Flag {
            name: "--seed",
            value: "N",
            help: "who is shot at and when, and how long things take; 1 where nothing is said",
        },
        Flag {
            name: "--page",
            value: "FILE",
            help: "write all of it as a page, too",
        },
    ],
};

/// Which part is shown, and the seed.
pub fn settings(given: &Given) -> Result<(Part, u64), String> {
    let parts = [
        ("all", Part::All),
        ("characters", Part::Characters),
        ("squad", Part::Squad),
    ];
    Ok((given.one_of("--show", Part::All, &parts)?, given.seed(1)?))
}
