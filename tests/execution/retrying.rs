//! The plan that a repair prefers after a failure that the game reported.

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
fn repair_uses_the_first_plan_by_default() {
    let director = Director::new(Task::Enter)
        .interval(1_000)
        .keep_searching(false);
    let mut stage = stage(director, &[Fact::Outside(A1), Fact::Quick(A1)]);
    stage.expect_within(2, &(), "+open(a1, 1)");
    stage.fail("open(a1, 1)");
    stage.expect_within(2, &(), "+open(a1, 1)");
}

#[test]
fn repair_may_avoid_the_failed_first_step() {
    // The rule also applies to the first action after a `reserve`.
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
    // From here on only the latest failure counts.
    stage.fail("climb(a1)");
    stage.expect_within(2, &(), "+open(a1, 1)");
}

#[test]
fn failed_first_step_is_retried_without_alternative() {
    let mut stage = stage(other(Task::Enter), &[Fact::Outside(A1)]);
    for _ in 0..5 {
        stage.expect_within(2, &(), "+open(a1, 1)");
        stage.fail("open(a1, 1)");
    }
}

#[test]
fn step_with_other_arguments_is_a_different_step() {
    let mut stage = stage(other(Task::Knock), &[Fact::Outside(A1), Fact::Outside(A2)]);
    stage.expect_within(2, &(), "+open(a1, 9)");
    stage.fail("open(a1, 9)");
    stage.expect_within(2, &(), "+open(a2, 9)");
}

#[test]
fn failed_step_is_avoided_at_root_and_in_slices() {
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
fn unreported_failure_does_not_avoid_the_step() {
    let mut stage = stage(
        other(Task::Enter),
        &[Fact::Outside(A1), Fact::Quick(A1), Fact::Outside(A2)],
    );
    stage.expect_within(2, &(), "+open(a1, 1)");
    // A1 left and came back at once, which says nothing about the door.
    stage.director.agent_left(A1);
    stage.expect_within(3, &(), "-open(a1, 1)");
    stage.expect_within(3, &(), "+open(a1, 1)");
}
