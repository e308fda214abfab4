//! Methods: the first branch whose condition holds is final, as in `if` and `else if`; methods of the same name are alternatives for backtracking.

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
        // Without a key, the planner commits to this branch: if the kick fails, the method fails.
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
