//! The root search makes progress however many repairs there are.

use squad_htn::prelude::*;

use crate::squad::{A1, A2, Actor};

htn_domain! {
    /// The first plan is easy to find, and every other one is hard.
    domain shifts;
    agent Actor;

    predicate idle(Actor) [8];
    predicate reserved(Actor) [8];
    predicate begun();
    predicate number(u32) [64];

    internal operator begin() { add begun(); }
    internal operator reserve(who: Actor) {
        if !reserved(who);
        add reserved(who);
        undo free(who);
    }
    internal operator free(who: Actor) { delete reserved(who); }
    operator labour(who: Actor) by who {}

    pub method shift() {
        branch easy if !begun() && idle(who) { begin(); works(who); }
        branch hard
            if idle(who) && !reserved(who)
                && let pairs: usize = count(number(a) && number(b) && a < b)
                && pairs > 0
        {
            works(who);
        }
    }
    method works(who: Actor) { reserve(who); labours(who); free(who); }
    method labours(who: Actor) { labour(who); global_block(who); }
}

use shifts::{Director, Fact, Task};

/// Returns the numbers of plans and of repairs found in 600 ticks in which every action fails at once.
fn found<F: FnMut() -> bool>(
    mut director: Director,
    numbers: u32,
    slice: impl Fn(u32) -> Budget<F>,
) -> (usize, usize) {
    let numbers = (0..numbers).map(Fact::Number);
    for fact in [A1, A2, Actor(3)]
        .map(Fact::Idle)
        .into_iter()
        .chain(numbers)
    {
        assert!(director.state_mut().insert(fact).is_ok());
    }
    let (mut planned, mut repaired) = (0, 0);
    for tick in 0..600 {
        let commands: Vec<_> = director.tick(&(), slice(tick)).collect();
        for command in commands {
            if let Command::Start { id, .. } = command {
                assert_eq!(director.finish(id, Outcome::Failure), Ok(()));
            }
        }
        for event in director.events() {
            planned += usize::from(matches!(event, Event::Planned { .. }));
            repaired += usize::from(matches!(event, Event::Repaired { .. }));
        }
    }
    (planned, repaired)
}

fn director() -> Director {
    Director::new(Task::Shift).interval(1).max_repairs(u32::MAX)
}

#[test]
fn repair_within_slice_drops_root_search_once() {
    for steps in [40, 80, 160, 320, 640] {
        let slice = |tick| Budget::steps(if tick == 0 { 100_000 } else { steps });
        let (planned, repaired) = found(director(), 40, slice);
        assert!(planned >= 2, "{planned} planned, {repaired} repaired");
        assert!(repaired >= 4, "{planned} planned, {repaired} repaired");
    }
}

#[test]
fn repairs_that_use_each_slice_let_search_start() {
    let looks_once = |_| {
        let mut looks = 0;
        Budget::until(move || {
            looks += 1;
            looks > 1
        })
    };
    let (planned, repaired) = found(director().repair(Repair::Replan), 2, looks_once);
    assert!(planned >= 3, "{planned} planned, {repaired} repaired");
    assert!(repaired > 100, "{planned} planned, {repaired} repaired");
}
