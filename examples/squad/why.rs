//! Why the squad does what it does at a moment: `--explain`.

use std::fmt::Write;

use crate::mission::Mission;
use crate::sim::PersonId;
use crate::transcript::clock;

/// What each officer does or waits for, and why the next search comes out as it does.
pub fn explained(mission: &Mission) -> String {
    let (brain, world) = (&mission.brain, &mission.world);
    let director = &brain.director;
    let mut text = format!(
        "{}: why the squad does what it does\n\n",
        clock(world.tick).trim()
    );
    for who in (0..crate::sim::OFFICERS as u8).map(PersonId) {
        // Writing to a string never fails.
        let _ = match director.executor().doing(who) {
            Some(doing) => writeln!(text, "{who:?}: {doing}"),
            None => writeln!(text, "{who:?}: nothing that a plan says"),
        };
    }
    for status in director.executor().plans() {
        let _ = writeln!(text, "{status}");
    }
    let _ = match director.explain(&brain.memory) {
        Ok(why) => write!(text, "\nWhat it would plan for besides:\n\n{why:#}"),
        Err(error) => writeln!(text, "\n{error}"),
    };
    text
}
