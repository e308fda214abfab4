//! Execution: what a director tries after a failure that the game reported.

use squad_htn::prelude::*;

use crate::squad::{A1, A2, Actor};
use crate::stage::Stage;

htn_domain! {
    /// Ways into a house.
    domain house;
    agent Actor;

    predicate outside(Actor) [8];
    predicate quick(Actor) [8];
    predicate taken(u8) [8];

    internal operator take(n: u8) { if !taken(n); add taken(n); undo leave(n); }
    internal operator leave(n: u8) { delete taken(n); }
    operator open(who: Actor, door: u8) by who {}
    operator climb(who: Actor) by who {}
    operator search(who: Actor) by who {}

    pub method enter() {
        branch go if outside(who) { get_in(who); search(who); }
    }
    method get_in(who: Actor) { take(1); open(who, 1); global_block(who); leave(1); }
    method get_in(who: Actor) if quick(who) { climb(who); }

    pub method knock() if outside(who) { open(who, 9); }
}

use house::{Director, Fact, Task};

fn other(task: Task) -> Director {
    Director::new(task)
        .interval(1_000)
        .keep_searching(false)
        .retry(Retry::Other)
}

fn stage(director: Director, facts: &[Fact]) -> Stage<house::Domain> {
    Stage::new(director, facts.iter().copied())
}

#[test]
fn by_default_a_repair_takes_the_first_plan() {
    let director = Director::new(Task::Enter)
        .interval(1_000)
        .keep_searching(false);
    let mut stage = stage(director, &[Fact::Outside(A1), Fact::Quick(A1)]);
    stage.expect_within(2, &(), "+open(a1, 1)");
    stage.fail("open(a1, 1)");
    stage.expect_within(2, &(), "+open(a1, 1)");
}

#[test]
fn a_repair_can_take_the_first_plan_that_begins_otherwise() {
    // Behind what it reserves, too.
    let mut stage = stage(
        other(Task::Enter),
        &[Fact::Outside(A1), Fact::Quick(A1), Fact::Outside(A2)],
    );
    stage.expect_within(2, &(), "+open(a1, 1)");
    stage.fail("open(a1, 1)");
    stage.expect_within(2, &(), "+climb(a1)");
    assert!(!stage.has(Fact::Taken(1)));
    let repaired = "repaired at get_in(a1)";
    assert!(stage.story.iter().any(|line| line.ends_with(repaired)));
    // What fails next is what counts then.
    stage.fail("climb(a1)");
    stage.expect_within(2, &(), "+open(a1, 1)");
}

#[test]
fn where_there_is_no_other_plan_that_one_is_taken() {
    let mut stage = stage(other(Task::Enter), &[Fact::Outside(A1)]);
    for _ in 0..5 {
        stage.expect_within(2, &(), "+open(a1, 1)");
        stage.fail("open(a1, 1)");
    }
}

#[test]
fn other_arguments_are_another_step() {
    let mut stage = stage(other(Task::Knock), &[Fact::Outside(A1), Fact::Outside(A2)]);
    stage.expect_within(2, &(), "+open(a1, 9)");
    stage.fail("open(a1, 9)");
    stage.expect_within(2, &(), "+open(a2, 9)");
}

#[test]
fn it_works_from_the_root_and_in_small_slices() {
    let director = other(Task::Enter).repair(Repair::Replan);
    let mut stage = stage(director, &[Fact::Outside(A1), Fact::Quick(A1)]);
    stage.expect_within(2, &(), "+open(a1, 1)");
    stage.fail("open(a1, 1)");
    let mut commands = Vec::new();
    for _ in 0..400 {
        commands.extend(stage.tick_with(&(), 1));
    }
    assert_eq!(commands, ["+climb(a1)"]);
}

#[test]
fn a_failure_that_nobody_reported_is_no_reason() {
    let mut stage = stage(
        other(Task::Enter),
        &[Fact::Outside(A1), Fact::Quick(A1), Fact::Outside(A2)],
    );
    stage.expect_within(2, &(), "+open(a1, 1)");
    // He left, and came back at once: that says nothing about the door.
    stage.director.agent_left(A1);
    stage.expect_within(3, &(), "-open(a1, 1)");
    stage.expect_within(3, &(), "+open(a1, 1)");
}
