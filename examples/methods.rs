//! Methods: branches are if, else if, else; methods of one name are choices that the planner may come back to.

use squad_htn::prelude::*;

htn_domain! {
    domain door;

    predicate locked();
    predicate key();
    predicate strong();
    predicate window();

    operator walk_in() { if !locked(); }
    operator unlock() { delete locked(); }
    operator kick() { if strong(); delete locked(); }
    operator climb() {}

    pub method enter() {
        branch unlocked if !locked() { walk_in(); }
        branch with_key if key() { unlock(); walk_in(); }
        // Where there is no key this branch is taken for good, and the method fails where the kick fails.
        branch by_force { kick(); walk_in(); }
    }
    method enter() if window() { climb(); }
}

use door::{Fact, Planner, State, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut planner = Planner::new();
    let cases: [(&str, &[Fact]); 4] = [
        ("an open door", &[]),
        ("a locked door and a key", &[Fact::Locked, Fact::Key]),
        ("a locked door and a window", &[Fact::Locked, Fact::Window]),
        ("a locked door", &[Fact::Locked]),
    ];
    for (case, facts) in cases {
        let state = State::from_facts(facts.iter().copied())?;
        match planner.find(&state, &(), Task::Enter)? {
            Some(plan) => print!("{case}:\n{plan}"),
            None => println!("{case}: no way in"),
        }
    }
    Ok(())
}
