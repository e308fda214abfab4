//! The ways in which an action ends.

use squad_htn::prelude::*;

use crate::steps::*;

#[test]
fn finish_with_success_completes_action() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1), act(2, A1)]);
    squad.expect("+act(1, a1)");
    squad.succeed("act(1, a1)");
    squad.expect("+act(2, a1)");
    assert!(squad.has(Fact::Wins(1)) && squad.has(Fact::Losses(0)));
    assert!(!squad.has(Fact::Acting(1)) && squad.has(Fact::Acting(2)));
    assert!(squad.0.lives(plan));
}

#[test]
fn finish_with_failure_fails_action() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1), act(2, A1)]);
    squad.expect("+act(1, a1)");
    squad.fail("act(1, a1)");
    squad.expect("");
    assert!(squad.has(Fact::Wins(0)) && squad.has(Fact::Losses(1)));
    assert!(squad.0.needs_repair(plan));
    assert!(!squad.is_busy(A1));
}

#[test]
fn finish_action_ends_the_current_action_as_a_success() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1), act(2, A2), global_block(A2), finish_action(A1)]);
    squad.expect("+act(1, a1) +act(2, a2)");
    squad.succeed("act(2, a2)");
    squad.expect("-act(1, a1)");
    assert!(squad.has(Fact::Wins(2)) && squad.has(Fact::Losses(0)));
    assert!(squad.0.completed(plan));
}

#[test]
fn finish_action_ends_an_action_of_any_plan() {
    let mut squad = Squad::new();
    let first = squad.submit(&[act(1, A1), act(2, A1)]);
    squad.expect("+act(1, a1)");
    let second = squad.submit(&[finish_action(A1)]);
    squad.expect("-act(1, a1) +act(2, a1)");
    assert!(squad.0.completed(second));
    assert!(
        squad.0.lives(first) && !squad.0.needs_repair(first),
        "its step has ended well"
    );
    assert!(squad.has(Fact::Wins(1)));
}

#[test]
fn stop_action_ends_the_current_action_as_a_failure() {
    let mut squad = Squad::new();
    let first = squad.submit(&[reserve(A1), act(1, A1), act(2, A1), free(A1)]);
    squad.expect("+act(1, a1)");
    let second = squad.submit(&[stop_action(A1), act(3, A1)]);
    squad.expect("-act(1, a1) +act(3, a1)");
    assert!(squad.has(Fact::Wins(0)) && squad.has(Fact::Losses(1)));
    assert!(squad.0.needs_repair(first), "like after any failure");
    assert!(squad.0.lives(second) && !squad.0.needs_repair(second));
    let why = "plan 1 failed at act(1, a1): `stop_action` of plan 2 ended it";
    let lines = squad.0.lines();
    assert!(lines.iter().any(|line| line.ends_with(why)), "{lines:#?}");
    // The plan starts nothing more until it is repaired.
    squad.expect("");
    squad.replace(first, &[act(4, A1)]);
    squad.succeed("act(3, a1)");
    squad.expect("+act(4, a1)");
    assert!(!squad.has(Fact::Reserved(A1)));
}

#[test]
fn stop_action_fails_other_plan_after_the_visit() {
    let mut squad = Squad::new();
    let first = squad.submit_at(5, &[act(1, A1), act(2, A2), act(3, A2)]);
    squad.expect("+act(1, a1) +act(2, a2)");
    // The failed plan uses neither the free agent nor starts its next step.
    squad.submit(&[stop_action(A2), act(4, A2)]);
    squad.submit(&[act(5, A2)]);
    squad.expect("-act(2, a2) +act(4, a2)");
    assert!(squad.0.needs_repair(first));
    assert!(squad.is_busy(A1), "its other actions go on");
}

#[test]
fn stop_action_on_own_plan_starts_its_repair() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1), act(2, A2), stop_action(A1), act(3, A3)]);
    squad.expect("+act(1, a1) +act(2, a2) -act(1, a1)");
    assert!(squad.0.needs_repair(plan));
    assert!(squad.is_busy(A2) && !squad.is_busy(A3));
}

#[test]
fn stop_action_ends_a_joint_action_for_all() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[joint(1, A1, A2)]);
    squad.expect("+joint(1, a1, a2)");
    squad.submit(&[stop_action(A2), act(2, A1), act(3, A2)]);
    squad.expect("-joint(1, a1, a2) +act(2, a1) +act(3, a2)");
    assert!(squad.0.needs_repair(plan));
}

/// An interrupted voice line counts as said, so the plan continues and does not repeat it.
#[test]
fn stop_action_on_a_voice_line_does_not_fail_its_plan() {
    let mut squad = Squad::new();
    let voice = squad.submit(&[shout(4, A3)]);
    squad.expect("+shout(4, a3)");
    squad.submit(&[stop_action(A3)]);
    squad.expect("-shout(4, a3)");
    assert!(squad.0.completed(voice));

    let voice = squad.submit(&[shout(5, A3), act(6, A2), global_block(A2), act(7, A3)]);
    squad.expect("+shout(5, a3) +act(6, a2)");
    squad.submit(&[stop_action(A3)]);
    squad.expect("-shout(5, a3)");
    assert!(squad.0.lives(voice) && !squad.0.needs_repair(voice));
    squad.succeed("act(6, a2)");
    squad.expect("+act(7, a3)");
}

/// A voice line that the game or a leaving agent ends has failed.
#[test]
fn voice_line_that_fails_otherwise_fails_its_plan() {
    let mut squad = Squad::new();
    let voice = squad.submit(&[shout(4, A3)]);
    squad.expect("+shout(4, a3)");
    squad.fail("shout(4, a3)");
    squad.expect("");
    assert!(squad.0.needs_repair(voice));
}

#[test]
fn stop_action_without_action_keeps_holds() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[stop_action(A1), stop_action(Actor(200))]);
    squad.expect("");
    assert!(squad.0.completed(plan));
    squad.submit(&[act(1, A1), block_on(A2, A1), stop_action(A2)]);
    squad.expect("+act(1, a1)");
    assert!(squad.is_busy(A2));
}

#[test]
fn broken_while_condition_fails_the_action() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[careful(1, A1), act(2, A1)]);
    squad.expect("+careful(1, a1)");
    squad.expect("");
    squad.put(Fact::Danger);
    squad.expect("-careful(1, a1)");
    assert!(squad.has(Fact::Losses(1)) && squad.has(Fact::Wins(0)));
    assert!(squad.0.needs_repair(plan));
}

#[test]
fn while_condition_is_part_of_the_precondition() {
    let mut squad = Squad::with(Default::default(), [Fact::Danger]);
    let plan = squad.submit(&[careful(1, A1)]);
    squad.expect("");
    assert!(squad.0.needs_repair(plan));
    assert!(squad.has(Fact::Starts(0)));
}

#[test]
fn joint_action_ends_for_all_its_agents() {
    let mut squad = Squad::new();
    squad.submit(&[joint(1, A1, A2), act(2, A1), act(3, A2)]);
    squad.expect("+joint(1, a1, a2)");
    squad.succeed("joint(1, a1, a2)");
    squad.expect("+act(2, a1) +act(3, a2)");
    let mut squad = Squad::new();
    squad.submit(&[joint(1, A1, A2), finish_action(A2), act(2, A1), act(3, A2)]);
    squad.expect("+joint(1, a1, a2) -joint(1, a1, a2) +act(2, a1) +act(3, a2)");
}

#[test]
fn actions_of_an_abandoned_plan_end_as_failures() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1), shout(2, A2), joint(3, A2, A3)]);
    squad.expect("+act(1, a1) +shout(2, a2) +joint(3, a2, a3)");
    squad.0.executor.cancel(plan);
    let mut stopped = squad.0.tick(&STRICT);
    stopped.sort();
    assert_eq!(
        stopped,
        ["-act(1, a1)", "-joint(3, a2, a3)", "-shout(2, a2)"]
    );
    assert!(squad.has(Fact::Losses(3)) && squad.has(Fact::Wins(0)) && squad.has(Fact::Ends(3)));
    assert!(!squad.is_busy(A1) && !squad.is_busy(A2) && !squad.is_busy(A3));
}

#[test]
fn actions_of_replaced_part_end_as_failures() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1), act(2, A2)]);
    squad.expect("+act(1, a1) +act(2, a2)");
    squad.fail("act(1, a1)");
    squad.expect("");
    assert!(squad.is_busy(A2), "while in repair its actions go on");
    squad.replace(plan, &[act(3, A2)]);
    squad.expect("-act(2, a2) +act(3, a2)");
    assert!(squad.has(Fact::Losses(2)));
}

#[test]
fn finished_action_gets_no_stop_command() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1), finish_action(A1), nudge(2, A1)]);
    squad.submit_at(1, &[act(3, A1)]);
    squad.expect("+act(3, a1)");
    squad.succeed("act(3, a1)");
    squad.expect("+act(1, a1) -act(1, a1)");
    assert!(squad.0.completed(plan));

    let mut squad = Squad::new();
    let plan = squad.submit(&[careful(1, A1)]);
    squad.expect("+careful(1, a1)");
    squad.succeed("careful(1, a1)");
    squad.put(Fact::Danger);
    squad.0.executor.agent_left(A1);
    squad.0.executor.cancel(plan);
    squad.expect("");
    assert!(
        squad.has(Fact::Wins(1)) && squad.has(Fact::Losses(0)),
        "it had ended well"
    );
}

#[test]
fn action_ends_with_its_plan_at_the_latest() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[shout(1, A1)]);
    squad.expect("+shout(1, a1)");
    assert!(
        squad.0.lives(plan),
        "all its steps have started, but an action runs"
    );
    squad.0.executor.cancel(plan);
    squad.expect("-shout(1, a1)");
    assert!(!squad.0.lives(plan));
    let id = squad.0.id("shout(1, a1)");
    assert!(squad.0.executor.finish(id, Outcome::Success).is_err());
}
