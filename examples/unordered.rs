//! `unordered`: tasks that may interleave in any order. The planner finds a valid order.

use squad_htn::prelude::*;

htn_domain! {
    domain breakfast;

    predicate stove_free();
    predicate water_boils();

    operator boil_water() { if stove_free(); delete stove_free(); add water_boils(); }
    operator brew() { if water_boils(); delete water_boils(); add stove_free(); }
    operator crack_eggs() {}
    operator fry() { if stove_free(); }

    pub method cook() {
        unordered {
            { boil_water(); brew(); }
            { crack_eggs(); fry(); }
        }
    }
}

use breakfast::{Fact, Planner, State, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let state = State::from_facts([Fact::StoveFree])?;
    let mut planner = Planner::new();
    planner.start(&state, Task::Cook);
    let mut plans = 0;
    while planner.resume(&(), Budget::unlimited())? == Progress::Found {
        plans += 1;
        print!("{}", planner.plan().expect("a plan was found"));
    }
    // Two of the six interleavings would use an occupied stove.
    assert_eq!(plans, 4);
    Ok(())
}
