//! A domain in a crate without the standard library.
#![no_std]

use squad_htn::prelude::*;

htn_domain! {
    domain counting;
    predicate number(=> u32);
    operator up(to: u32) { if number(n) && n < to; add number(n + 1); }
    method all(to: u32) { while number(n) && n < to { up(to); } }
}

#[test]
fn counts() {
    let state = counting::State::from_facts([counting::Fact::Number(0)]).unwrap();
    let mut planner = counting::Planner::new();
    let plan = planner
        .find(&state, &(), counting::Task::All { to: 3 })
        .unwrap()
        .unwrap();
    assert_eq!(plan.tasks().count(), 3);
}
