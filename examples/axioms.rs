//! Axioms: conclusions from facts. They may have alternatives, be recursive, and be queried with any arguments unbound.

use squad_htn::prelude::*;

htn_domain! {
    domain building;

    predicate stairs(u8, u8);
    predicate lit(u8);
    predicate torch();

    axiom way(from: u8, to: u8) { stairs(from, to) }
    axiom way(from: u8, to: u8) { stairs(from, between) && way(between, to) }

    // Only the first block with a solution counts: where a floor is lit, no torch is used.
    axiom sees_by(floor: u8, by: char) {
        lit(floor) && let by: char = 'L'
    } else {
        torch() && let by: char = 'T'
    }

    operator climb(from: u8, to: u8) {}
    operator look(floor: u8, by: char) {}

    pub method from(floor: u8) if way(floor, to) && sees_by(to, by) {
        climb(floor, to);
        look(to, by);
    }
    pub method to(floor: u8) if way(from, floor) { climb(from, floor); }
}

use building::{Fact, Planner, State, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let state = State::from_facts([
        Fact::Stairs(0, 1),
        Fact::Stairs(1, 2),
        Fact::Stairs(2, 3),
        Fact::Lit(2),
        Fact::Torch,
    ])?;
    let mut planner = Planner::new();
    for task in [Task::From { floor: 0 }, Task::To { floor: 3 }] {
        println!("{task}:");
        planner.start(&state, task);
        while planner.resume(&(), Budget::unlimited())? == Progress::Found {
            let steps: Vec<String> = planner
                .plan()
                .into_iter()
                .flat_map(|plan| plan.tasks())
                .map(|step| step.to_string())
                .collect();
            println!("  {}", steps.join(", "));
        }
    }
    Ok(())
}
