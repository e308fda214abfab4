//! Agents that leave while plans run.

use crate::steps::*;

#[test]
fn leaving_agent_ends_action_that_engages_it() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1), act(2, A2)]);
    squad.expect("+act(1, a1) +act(2, a2)");
    squad.0.executor.agent_left(A1);
    squad.expect("-act(1, a1)");
    assert!(squad.has(Fact::Losses(1)));
    assert!(squad.0.needs_repair(plan), "the plan lost an action by it");
    assert!(squad.is_busy(A2), "its other actions go on");
}

#[test]
fn joint_action_ends_for_all_when_one_leaves() {
    let mut squad = Squad::new();
    squad.submit(&[joint(1, A1, A2)]);
    squad.submit(&[act(2, A2)]);
    squad.expect("+joint(1, a1, a2)");
    squad.0.executor.agent_left(A1);
    squad.expect("-joint(1, a1, a2) +act(2, a2)");
}

#[test]
fn leaving_agent_ends_holds_on_it() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1), block_on(A2, A1)]);
    squad.expect("+act(1, a1)");
    assert!(squad.is_busy(A2));
    squad.0.executor.agent_left(A2);
    squad.expect("");
    assert!(!squad.is_busy(A2));
    assert!(
        squad.0.lives(plan) && !squad.0.needs_repair(plan),
        "it has no step to start and lost no action"
    );
    assert!(squad.is_busy(A1));
}

#[test]
fn action_ended_by_leaver_lifts_its_holds() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.submit(&[block_on(A2, A1), act(2, A2)]);
    squad.expect("+act(1, a1)");
    squad.0.executor.agent_left(A1);
    squad.expect("-act(1, a1) +act(2, a2)");
}

#[test]
fn plan_with_unstarted_step_of_leaver_is_repaired() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1), help(2, A1, A2)]);
    let other = squad.submit(&[act(3, A3), act(4, A3)]);
    squad.expect("+act(1, a1) +act(3, a3)");
    squad.0.executor.agent_left(A2);
    squad.expect("");
    assert!(squad.0.needs_repair(plan));
    assert!(!squad.0.needs_repair(other), "the others go on");
    squad.succeed("act(1, a1)");
    squad.succeed("act(3, a3)");
    squad.expect("+act(4, a3)");
}

#[test]
fn plan_without_unstarted_step_of_leaver_continues() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[help(1, A1, A2), nudge(2, A2), act(3, A1)]);
    squad.expect("+help(1, a1, a2)");
    squad.0.executor.agent_left(A2);
    squad.expect("");
    assert!(!squad.0.needs_repair(plan));
    squad.succeed("help(1, a1, a2)");
    squad.expect("+act(3, a1)");
}

#[test]
fn voice_line_of_leaver_continues_if_not_engaged() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[shout(1, A1)]);
    squad.expect("+shout(1, a1)");
    squad.0.executor.agent_left(A1);
    squad.expect("");
    assert!(squad.0.lives(plan) && !squad.0.needs_repair(plan));
    squad.succeed("shout(1, a1)");
    squad.expect("");
    assert!(squad.0.completed(plan));
}

#[test]
fn later_plan_may_name_agent_that_left() {
    let mut squad = Squad::new();
    squad.0.executor.agent_left(A1);
    squad.expect("");
    let plan = squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.succeed("act(1, a1)");
    squad.expect("");
    assert!(squad.0.completed(plan));
}

#[test]
fn plan_cancelled_after_leaving_frees_reservations() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[
        reserve(A1),
        reserve(A2),
        act(1, A1),
        act(2, A2),
        free(A1),
        free(A2),
    ]);
    squad.expect("+act(1, a1) +act(2, a2)");
    squad.0.executor.agent_left(A1);
    squad.expect("-act(1, a1)");
    assert!(
        squad.has(Fact::Reserved(A1)),
        "nothing changes until a repair is adopted"
    );
    squad.0.executor.cancel(plan);
    squad.expect("-act(2, a2)");
    assert!(!squad.has(Fact::Reserved(A1)) && !squad.has(Fact::Reserved(A2)));
}
