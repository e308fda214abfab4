//! `if`, `while` and `for` in a body, and bodies that add and delete facts.

use squad_htn::prelude::*;

htn_domain! {
    domain clearing;

    predicate room(u8);
    predicate hostile(u8, u8);
    predicate cleared(u8);
    predicate grenades(=> u32);

    operator enter(room: u8) {}
    operator throw_grenade(room: u8) {
        if grenades(n) && n > 0;
        add grenades(n - 1);
        delete hostile(room, _);
    }
    operator fight(room: u8, who: u8) { delete hostile(room, who); }

    pub method clear_all() {
        for room(r) {
            let many: usize = count(hostile(r, _));
            if many > 2 && grenades(n) && n > 0 { throw_grenade(r); }
            enter(r);
            while first(hostile(r, who)) { fight(r, who); }
            add cleared(r);
        }
    }
}

use clearing::{Fact, Planner, State, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rooms = [1, 2, 3].map(Fact::Room);
    let hostiles = [(1, 1), (2, 2), (2, 3), (2, 4), (3, 5), (3, 6)]
        .map(|(room, who)| Fact::Hostile(room, who));
    let state = State::from_facts(rooms.into_iter().chain(hostiles).chain([Fact::Grenades(1)]))?;
    let mut planner = Planner::new();
    let plan = planner
        .find(&state, &(), Task::ClearAll)?
        .expect("the rooms can be cleared");
    print!("{plan}");
    assert_eq!(plan.tasks().last(), Some(Task::Add(Fact::Cleared(3))));
    Ok(())
}
