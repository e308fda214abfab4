//! Synchronisation: `block_on`, `global_block`, `finish_action`, and plans that stall.

use squad_htn::prelude::*;

use crate::steps::*;

#[test]
fn block_on_holds_until_current_action_ends() {
    // a1 continues with its second action; a2 waited only for the first.
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), block_on(A2, A1), act(2, A1), act(3, A2)]);
    squad.expect("+act(1, a1)");
    squad.succeed("act(1, a1)");
    squad.expect("+act(2, a1) +act(3, a2)");
}

#[test]
fn block_on_agent_without_action_does_nothing() {
    let mut squad = Squad::new();
    squad.submit(&[block_on(A2, A1), act(1, A1), act(2, A2)]);
    squad.expect("+act(1, a1) +act(2, a2)");
}

#[test]
fn block_on_does_nothing_on_oneself() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[shout(1, A1), block_on(A1, A1), act(2, A1)]);
    squad.expect("+shout(1, a1) +act(2, a1)");
    squad.succeed("act(2, a1)");
    squad.succeed("shout(1, a1)");
    squad.expect("");
    assert!(squad.0.completed(plan));
}

#[test]
fn block_on_adds_to_other_reasons_for_busy() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), act(2, A2), act(3, A3)]);
    squad.submit(&[block_on(A1, A2), block_on(A1, A3), nudge(4, A1)]);
    squad.expect("+act(1, a1) +act(2, a2) +act(3, a3)");
    for action in ["act(2, a2)", "act(1, a1)"] {
        squad.succeed(action);
        squad.expect("");
        assert!(squad.is_busy(A1));
    }
    squad.succeed("act(3, a3)");
    squad.expect("");
    assert!(!squad.is_busy(A1));
    assert_eq!(squad.started(), ["nudge(4, a1)"]);
}

#[test]
fn block_on_waits_for_a_voice_line_too() {
    // "Wait for the command to finish before acting on it."
    let mut squad = Squad::new();
    squad.submit(&[shout(1, A1), block_on(A2, A1), act(2, A2), act(3, A1)]);
    squad.expect("+shout(1, a1) +act(3, a1)");
    squad.succeed("shout(1, a1)");
    squad.expect("+act(2, a2)");
}

#[test]
fn hold_counts_in_every_plan() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), block_on(A2, A1)]);
    squad.submit(&[act(2, A2)]);
    squad.expect("+act(1, a1)");
    squad.succeed("act(1, a1)");
    squad.expect("+act(2, a2)");
}

#[test]
fn hold_may_wait_for_an_action_of_another_plan() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    let plan = squad.submit(&[block_on(A2, A1)]);
    squad.expect("");
    assert!(
        squad.0.lives(plan),
        "a plan has not ended while it holds an agent"
    );
    squad.succeed("act(1, a1)");
    squad.expect("");
    assert!(squad.0.completed(plan));
}

#[test]
fn global_block_opens_when_current_action_ends() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), global_block(A1), act(2, A1), act(3, A2)]);
    squad.submit(&[act(4, A1)]);
    squad.expect("+act(1, a1)");
    squad.succeed("act(1, a1)");
    squad.expect("+act(2, a1) +act(3, a2)");
}

#[test]
fn global_block_without_action_is_open_at_once() {
    let mut squad = Squad::new();
    squad.submit(&[global_block(A1), act(1, A2)]);
    squad.expect("+act(1, a2)");
}

#[test]
fn other_plans_continue_past_a_global_block() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), global_block(A1), act(2, A2)]);
    squad.submit(&[act(3, A2)]);
    squad.expect("+act(1, a1) +act(3, a2)");
}

#[test]
fn global_block_waits_for_an_action_of_another_plan() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    let plan = squad.submit(&[global_block(A1), act(2, A2)]);
    squad.expect("");
    squad.succeed("act(1, a1)");
    squad.expect("+act(2, a2)");
    assert!(squad.0.lives(plan));
}

#[test]
fn plan_has_not_ended_while_barrier_is_closed() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    let plan = squad.submit(&[global_block(A1)]);
    squad.expect("");
    assert!(squad.0.lives(plan));
    squad.succeed("act(1, a1)");
    squad.expect("");
    assert!(squad.0.completed(plan));
}

#[test]
fn finish_action_without_action_does_nothing() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[finish_action(A1), finish_action(Actor(200))]);
    squad.expect("");
    assert!(squad.0.completed(plan));
}

#[test]
fn finish_action_does_not_lift_a_hold() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), block_on(A2, A1), finish_action(A2)]);
    squad.expect("+act(1, a1)");
    assert!(squad.is_busy(A2));
}

#[test]
fn finish_action_ends_holds_on_that_action() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), block_on(A2, A1)]);
    squad.submit(&[global_block(A1), act(2, A3)]);
    squad.expect("+act(1, a1)");
    squad.submit(&[finish_action(A1), act(3, A2)]);
    squad.expect("-act(1, a1) +act(3, a2) +act(2, a3)");
}

#[test]
fn plan_waits_forever_without_stall_timeout() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1), act(2, A1)]);
    squad.expect("+act(1, a1)");
    for _ in 0..200 {
        squad.expect("");
    }
    assert!(squad.0.lives(plan));
}

#[test]
fn stall_timeout_abandons_plan_without_progress() {
    let mut squad = Squad::with(squad::Executor::new().stall_timeout(3), []);
    let plan = squad.submit(&[reserve(A1), act(1, A1), global_block(A1), free(A1)]);
    squad.expect("+act(1, a1)");
    squad.expect("");
    squad.expect("");
    assert!(squad.0.lives(plan), "two ticks without a move");
    let mut ticks = 2;
    while squad.0.lives(plan) {
        let commands = squad.0.tick(&STRICT);
        ticks += 1;
        assert!(ticks <= 4);
        assert!(commands.is_empty() || commands == ["-act(1, a1)"]);
    }
    assert_eq!(squad.0.abandoned(plan), Some(AbandonReason::Stuck));
    let lines = squad.0.lines();
    assert!(
        lines.iter().any(|line| line.contains("act(1, a1)")),
        "what it waits for: {lines:?}"
    );
    assert!(!squad.has(Fact::Reserved(A1)));
    assert!(!squad.is_busy(A1));
}

#[test]
fn plan_with_progress_does_not_stall() {
    let mut squad = Squad::with(squad::Executor::new().stall_timeout(3), []);
    let steps: Vec<_> = (0..10).map(|tag| act(tag, A1)).collect();
    let plan = squad.submit(&steps);
    for tag in 0..10 {
        squad.expect(&format!("+act({tag}, a1)"));
        squad.expect("");
        squad.succeed(&format!("act({tag}, a1)"));
    }
    squad.expect("");
    assert!(squad.0.completed(plan));
}

#[test]
fn plan_with_only_a_hold_can_stall() {
    let mut squad = Squad::with(squad::Executor::new().stall_timeout(3), []);
    let others = [act(2, A3), act(3, A3), act(4, A3), act(5, A3)];
    squad.submit(&[&[act(1, A2)][..], &others].concat());
    let plan = squad.submit(&[block_on(A1, A2)]);
    squad.expect("+act(1, a2) +act(2, a3)");
    let status = squad
        .0
        .executor
        .plans()
        .find(|live| live.id == plan)
        .expect("it lives");
    assert_eq!(
        status.to_string(),
        "plan 2, priority 0: block_on(a1, a2) until act(1, a2) has ended (`block_on` holds a1)"
    );
    for tag in 2..5 {
        squad.succeed(&format!("act({tag}, a3)"));
        squad.expect(&format!("+act({}, a3)", tag + 1));
    }
    assert_eq!(squad.0.abandoned(plan), Some(AbandonReason::Stuck));
    let lines = squad.0.lines();
    let named = |line: &String| line.contains("block_on(a1, a2) until act(1, a2) has ended");
    assert!(lines.iter().any(named), "{lines:?}");
}
