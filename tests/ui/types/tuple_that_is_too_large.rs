use squad_htn::prelude::*;

htn_domain! {
    domain d;
    agent u8;

    predicate at(u8 => (f64, f64));
    operator go(who: u8, to: (f64, f64)) by who { if at(who, from) && from != to; success add at(who, to); }
    method wander(who: u8) if at(other, place) && other != who { go(who, place); }
}

fn main() {
    let mut planner = d::Planner::new();
    let state = d::State::new();
    let _ = planner.start(&state, d::Task::Wander { who: 1 });
}
