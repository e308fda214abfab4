//! When effects apply, and with which values.

use squad_htn::prelude::*;

use crate::rig::Rig;
use crate::squad::{A1, A2, Actor};

htn_domain! {
    domain moments;
    agent Actor;

    predicate log(u8) [16];
    predicate mark(u8) [4];
    predicate slot(u8) [4];
    predicate used(u8) [4];
    predicate cell(u8) [1];
    predicate left(u8) [4];
    predicate right(u8) [4];

    operator act(who: Actor) by who {
        sensed add log(4);
        failure add log(5);
        success add log(3);
        finish add log(2);
        start add log(1);
    }
    operator turn(who: Actor) by who {
        finish add mark(1);
        finish delete mark(2);
        success delete mark(1);
        success add mark(2);
        failure add mark(3);
    }
    operator both(who: Actor) by who {
        start add mark(1);
        start delete mark(1);
    }
    operator swap(who: Actor) by who {
        start delete left(x) for left(x);
        start delete right(x) for right(x);
        start add right(x) for left(x);
        start add left(x) for right(x);
    }
    operator choose(who: Actor) by who {
        if slot(n);
        start add used(n);
        finish delete used(n);
    }
    operator nearest(who: Actor) by who {
        if slot(n) sort by n;
        start add used(n);
    }
    internal operator pick(who: Actor) { if slot(n); add used(n); }
    operator put(who: Actor, n: u8) by who { start add mark(n), cell(n); }
    operator store(who: Actor, n: u8) by who {
        finish add mark(n);
        success add log(n), cell(n);
    }
    operator swap_cell(who: Actor, n: u8) by who { start delete cell(_); start add cell(n); }
    internal operator drop(who: Actor, n: u8) { add mark(n), cell(n); }
}

use moments::{Fact, Task};

fn rig(facts: &[Fact]) -> Rig<moments::Domain> {
    Rig::new(facts.iter().copied())
}

fn logged(rig: &Rig<moments::Domain>) -> Vec<u8> {
    let log = rig.state.facts().filter_map(|fact| match fact {
        Fact::Log(n) => Some(n),
        _ => None,
    });
    log.collect()
}

#[test]
fn start_effects_apply_at_start() {
    let mut rig = rig(&[]);
    rig.submit(&(), &[Task::Act { who: A1 }], 0);
    rig.expect(&(), "+act(a1)");
    assert_eq!(logged(&rig), [1]);
    rig.expect(&(), "");
    assert_eq!(logged(&rig), [1]);
}

#[test]
fn finish_effects_apply_before_success_effects() {
    let mut rig = rig(&[]);
    rig.submit(&(), &[Task::Act { who: A1 }], 0);
    rig.expect(&(), "+act(a1)");
    rig.succeed("act(a1)");
    assert_eq!(logged(&rig), [1], "taken up at the next tick");
    rig.expect(&(), "");
    assert_eq!(logged(&rig), [1, 2, 3], "sensed effects never");
}

#[test]
fn finish_effects_apply_before_failure_effects() {
    let mut rig = rig(&[]);
    rig.submit(&(), &[Task::Act { who: A1 }], 0);
    rig.expect(&(), "+act(a1)");
    rig.fail("act(a1)");
    rig.expect(&(), "");
    assert_eq!(logged(&rig), [1, 2, 5]);
}

#[test]
fn finish_and_success_apply_one_after_another() {
    // If both blocks applied at one moment, deletes before adds, both marks would exist.
    let mut rig = rig(&[Fact::Mark(2)]);
    rig.submit(&(), &[Task::Turn { who: A1 }], 0);
    rig.expect(&(), "+turn(a1)");
    rig.succeed("turn(a1)");
    rig.expect(&(), "");
    assert!(!rig.holds(Fact::Mark(1)) && rig.holds(Fact::Mark(2)) && !rig.holds(Fact::Mark(3)));
}

#[test]
fn deletes_apply_before_adds_of_one_moment() {
    let mut rig = rig(&[]);
    rig.submit(&(), &[Task::Both { who: A1 }], 0);
    rig.expect(&(), "+both(a1)");
    assert!(rig.holds(Fact::Mark(1)));
}

#[test]
fn conditional_effects_read_facts_before_the_moment() {
    let mut rig = rig(&[Fact::Left(1), Fact::Left(2), Fact::Right(3)]);
    rig.submit(&(), &[Task::Swap { who: A1 }], 0);
    rig.expect(&(), "+swap(a1)");
    let facts: Vec<Fact> = rig.state.facts().collect();
    assert_eq!(facts, [Fact::Left(3), Fact::Right(1), Fact::Right(2)]);
}

#[test]
fn planned_bindings_are_kept_while_they_hold() {
    let mut rig = rig(&[Fact::Slot(1)]);
    rig.submit(&(), &[Task::Choose { who: A1 }, Task::Pick { who: A2 }], 0);
    rig.state.clear();
    rig.state.insert(Fact::Slot(2)).unwrap();
    rig.state.insert(Fact::Slot(1)).unwrap();
    rig.expect(&(), "+choose(a1)");
    assert!(rig.holds(Fact::Used(1)) && !rig.holds(Fact::Used(2)));
}

#[test]
fn precondition_is_solved_again_if_bindings_fail() {
    let mut rig = rig(&[Fact::Slot(1)]);
    rig.submit(&(), &[Task::Choose { who: A1 }], 0);
    rig.state.clear();
    rig.state.insert(Fact::Slot(3)).unwrap();
    rig.state.insert(Fact::Slot(2)).unwrap();
    rig.expect(&(), "+choose(a1)");
    assert!(
        rig.holds(Fact::Used(3)),
        "the first one, and effects use it"
    );
    rig.state.remove(Fact::Slot(3));
    rig.succeed("choose(a1)");
    rig.expect(&(), "");
    assert!(
        !rig.holds(Fact::Used(3)),
        "later effects use the values of the start"
    );
}

#[test]
fn new_bindings_follow_sort_by() {
    let mut rig = rig(&[Fact::Slot(1)]);
    rig.submit(&(), &[Task::Nearest { who: A1 }], 0);
    rig.state.clear();
    rig.state.insert(Fact::Slot(3)).unwrap();
    rig.state.insert(Fact::Slot(2)).unwrap();
    rig.expect(&(), "+nearest(a1)");
    assert!(rig.holds(Fact::Used(2)));
}

#[test]
fn internal_steps_apply_their_effects_at_once() {
    let mut rig = rig(&[Fact::Slot(1)]);
    let plan = rig.submit(&(), &[Task::Pick { who: A1 }], 0);
    rig.expect(&(), "");
    assert!(rig.holds(Fact::Used(1)));
    assert!(rig.completed(plan));
}

#[test]
fn full_predicate_fails_action_unchanged() {
    let mut rig = rig(&[]);
    let plan = rig.submit(&(), &[Task::Put { who: A1, n: 1 }], 0);
    rig.state.insert(Fact::Cell(2)).unwrap();
    rig.expect(&(), "");
    assert!(rig.needs_repair(plan));
    assert!(
        !rig.holds(Fact::Mark(1)),
        "the effects before the full one are undone"
    );
    assert!(!rig.executor.is_busy(A1));
}

#[test]
fn full_predicate_fails_internal_step_unchanged() {
    let mut rig = rig(&[]);
    let plan = rig.submit(&(), &[Task::Drop { who: A1, n: 1 }], 0);
    rig.state.insert(Fact::Cell(2)).unwrap();
    rig.expect(&(), "");
    assert!(rig.needs_repair(plan));
    assert!(!rig.holds(Fact::Mark(1)));
}

#[test]
fn deletes_free_capacity_for_adds_of_one_moment() {
    let mut rig = rig(&[Fact::Cell(1)]);
    rig.submit(&(), &[Task::SwapCell { who: A1, n: 2 }], 0);
    rig.expect(&(), "+swap_cell(a1, 2)");
    assert!(rig.holds(Fact::Cell(2)) && !rig.holds(Fact::Cell(1)));
}

#[test]
fn full_predicate_at_action_end_is_an_event() {
    let mut rig = rig(&[]);
    let plan = rig.submit(&(), &[Task::Store { who: A1, n: 1 }], 0);
    rig.expect(&(), "+store(a1, 1)");
    rig.state.insert(Fact::Cell(2)).unwrap();
    rig.succeed("store(a1, 1)");
    rig.expect(&(), "");
    assert!(
        rig.holds(Fact::Mark(1)),
        "the moment before it is not touched"
    );
    assert!(
        !rig.holds(Fact::Log(1)),
        "nor is half of the moment applied"
    );
    assert!(
        rig.lines().iter().any(|line| line.contains("cell")),
        "{:?}",
        rig.lines()
    );
    assert!(rig.completed(plan), "the action itself went well");
}
