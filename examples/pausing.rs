//! A search in slices: a part in each frame of the game, with the same result.

use squad_htn::prelude::*;

htn_domain! {
    domain queens;

    predicate size(=> u8);
    predicate queen(column: u8 => row: u8);

    axiom attacked(column: u8, row: u8) {
        queen(c, r) && (r == row || r + c == row + column || r + column == row + c)
    }

    operator put(column: u8, row: u8) { add queen(column, row); }

    pub method place(column: u8) {
        branch all_placed if size(n) && column > n {}
        branch next if size(n) && let row: u8 in 1..=n && !attacked(column, row) {
            put(column, row);
            place(column + 1);
        }
    }
}

use queens::{Fact, Planner, State, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let state = State::from_facts([Fact::Size(8)])?;
    let mut planner = Planner::with_limits(Limits::compact());
    planner.start(&state, Task::Place { column: 1 });
    let mut frames = 1;
    while planner.resume(&(), Budget::steps(500))? == Progress::Paused {
        frames += 1;
    }
    let plan = planner.plan().expect("there is a solution");
    print!("{plan}");
    println!("found in {frames} frames; {}", planner.stats());
    Ok(())
}
