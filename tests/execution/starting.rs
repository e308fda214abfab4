//! The rules for when a step starts.

use crate::steps::*;

#[test]
fn step_waits_behind_waiting_step_of_same_agent() {
    // The second step waits for a1. The third names a2 as well, so a2's fourth waits for it.
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), help(2, A1, A2), act(3, A2), act(4, A3)]);
    squad.expect("+act(1, a1) +act(4, a3)");
    squad.succeed("act(1, a1)");
    squad.expect("+help(2, a1, a2) +act(3, a2)");
}

#[test]
fn agentless_step_waits_for_all_earlier_starts() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), act(2, A1), note(3), act(4, A2)]);
    squad.expect("+act(1, a1) +act(4, a2)");
    assert!(!squad.started().contains(&"note(3)".to_string()));
    squad.succeed("act(1, a1)");
    squad.expect("+act(2, a1)");
    assert_eq!(
        squad.started(),
        ["act(2, a1)", "note(3)"],
        "started, not ended"
    );
}

#[test]
fn non_engaging_step_waits_while_agent_is_busy() {
    let mut squad = Squad::new();
    squad.submit(&[reserve(A1), act(1, A1), free(A1)]);
    squad.expect("+act(1, a1)");
    assert!(squad.has(Fact::Reserved(A1)));
    squad.succeed("act(1, a1)");
    squad.expect("");
    assert!(!squad.has(Fact::Reserved(A1)));
}

#[test]
fn voice_line_waits_while_its_agent_is_busy() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), shout(2, A1)]);
    squad.expect("+act(1, a1)");
    squad.succeed("act(1, a1)");
    squad.expect("+shout(2, a1)");
}

#[test]
fn step_waits_for_busy_agent_it_only_names() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.submit(&[help(2, A2, A1)]);
    squad.expect("+act(1, a1)");
    squad.succeed("act(1, a1)");
    squad.expect("+help(2, a2, a1)");
}

#[test]
fn synchronisation_does_not_wait_for_busy_agents() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), act(2, A2), block_on(A1, A2), global_block(A1)]);
    squad.expect("+act(1, a1) +act(2, a2)");
    assert_eq!(squad.started().len(), 4);
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), finish_action(A1)]);
    squad.expect("+act(1, a1) -act(1, a1)");
}

#[test]
fn no_step_starts_after_closed_global_block() {
    let mut squad = Squad::new();
    squad.submit(&[
        act(1, A1),
        global_block(A1),
        act(2, A2),
        note(3),
        take(P1),
        finish_action(A1),
    ]);
    squad.expect("+act(1, a1)");
    squad.expect("");
    assert!(!squad.has(Fact::Taken(P1)));
    squad.succeed("act(1, a1)");
    squad.expect("+act(2, a2)");
    assert!(squad.has(Fact::Taken(P1)));
}

#[test]
fn no_step_starts_after_waiting_global_block() {
    // The barrier waits for a1's second step, which waits for a1's first.
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), act(2, A1), global_block(A1), act(3, A2)]);
    squad.expect("+act(1, a1)");
    squad.succeed("act(1, a1)");
    squad.expect("+act(2, a1)");
    squad.succeed("act(2, a1)");
    squad.expect("+act(3, a2)");
}

#[test]
fn global_block_waits_for_earlier_global_block() {
    let mut squad = Squad::new();
    squad.submit(&[
        act(1, A1),
        act(2, A2),
        global_block(A1),
        global_block(A2),
        act(3, A3),
    ]);
    squad.expect("+act(1, a1) +act(2, a2)");
    squad.succeed("act(1, a1)");
    squad.expect("");
    squad.succeed("act(2, a2)");
    squad.expect("+act(3, a3)");
}

#[test]
fn conditions_are_checked_last() {
    // The item is missing while a2 is busy, and exists when the step could start.
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A2), need(2, A2, I1)]);
    squad.expect("+act(1, a2)");
    squad.expect("");
    assert!(!squad.0.needs_repair(plan));
    squad.put(Fact::Holds(I1));
    squad.succeed("act(1, a2)");
    squad.expect("+need(2, a2, i1)");
}

#[test]
fn claim_keeps_agent_from_lower_ranked_plan() {
    // The joint action waits for a1 only, and claims a2.
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.submit_at(1, &[joint(2, A1, A2)]);
    squad.submit(&[act(3, A2)]);
    squad.expect("");
    squad.succeed("act(1, a1)");
    squad.expect("+joint(2, a1, a2)");
    squad.succeed("joint(2, a1, a2)");
    squad.expect("+act(3, a2)");
}

#[test]
fn claim_does_not_block_non_engaging_step() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.submit_at(1, &[joint(2, A1, A2)]);
    squad.submit(&[shout(3, A2), nudge(4, A2), help(5, A3, A2)]);
    squad.expect("+shout(3, a2) +help(5, a3, a2)");
}

#[test]
fn agent_that_is_only_named_is_claimed() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.submit_at(1, &[help(2, A1, A2)]);
    squad.submit(&[act(3, A2)]);
    squad.expect("");
}

#[test]
fn later_plan_claims_nothing() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.submit_at(1, &[act(3, A2)]);
    squad.submit(&[joint(2, A1, A2)]);
    squad.expect("+act(3, a2)");
}

#[test]
fn step_with_false_conditions_claims_nothing() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.submit_at(1, &[make(2, A3, I1), lift(3, A1, A2, I1)]);
    squad.submit(&[act(4, A2)]);
    squad.expect("+make(2, a3, i1) +act(4, a2)");

    let mut squad = Squad::with(Default::default(), [Fact::Holds(I1)]);
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.submit_at(1, &[make(2, A3, I1), lift(3, A1, A2, I1)]);
    squad.submit(&[act(4, A2)]);
    squad.expect("+make(2, a3, i1)");
}

#[test]
fn step_waiting_for_other_reasons_claims_nothing() {
    // The joint action also waits for the step before it.
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.submit_at(1, &[act(2, A1), joint(3, A1, A2)]);
    squad.submit(&[act(4, A2)]);
    squad.expect("+act(4, a2)");
}

#[test]
fn claim_yields_to_plan_it_waits_for() {
    // The joint action waits for a1, which the second plan engages until a2 has acted for it.
    let mut squad = Squad::new();
    squad.submit(&[act(1, A2)]);
    squad.expect("+act(1, a2)");
    squad.submit(&[act(2, A1), act(3, A2), global_block(A2), finish_action(A1)]);
    squad.expect("+act(2, a1)");
    squad.submit_at(1, &[joint(4, A1, A2)]);
    squad.succeed("act(1, a2)");
    squad.expect("+act(3, a2)");
    squad.succeed("act(3, a2)");
    squad.expect("-act(2, a1) +joint(4, a1, a2)");
}

#[test]
fn claim_yields_to_plan_it_waits_for_indirectly() {
    // The joint action waits for a1, engaged by a plan that waits for a3, engaged by a plan that needs a2 to continue.
    let mut squad = Squad::new();
    squad.submit(&[act(1, A2)]);
    squad.expect("+act(1, a2)");
    squad.submit(&[act(2, A3), act(3, A2), global_block(A2), finish_action(A3)]);
    squad.expect("+act(2, a3)");
    squad.submit(&[act(4, A1), global_block(A3), finish_action(A1)]);
    squad.expect("+act(4, a1)");
    squad.submit_at(1, &[joint(5, A1, A2)]);
    squad.succeed("act(1, a2)");
    squad.expect("+act(3, a2)");
    squad.succeed("act(3, a2)");
    squad.expect("-act(2, a3) -act(4, a1) +joint(5, a1, a2)");
}

#[test]
fn steps_of_different_agents_run_side_by_side() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), act(2, A2), act(3, A3)]);
    squad.expect("+act(1, a1) +act(2, a2) +act(3, a3)");
}

#[test]
fn each_agent_keeps_the_order_of_the_plan() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), act(2, A2), act(3, A1), act(4, A2)]);
    squad.expect("+act(1, a1) +act(2, a2)");
    squad.succeed("act(2, a2)");
    squad.expect("+act(4, a2)");
    squad.succeed("act(1, a1)");
    squad.expect("+act(3, a1)");
}

#[test]
fn internal_and_synchronising_steps_take_no_time() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[
        reserve(A1),
        take(P1),
        note(1),
        nudge(2, A1),
        block_on(A1, A2),
        global_block(A1),
        finish_action(A1),
        leave(P1),
        free(A1),
    ]);
    squad.expect("");
    assert_eq!(squad.started().len(), 9);
    assert!(squad.0.completed(plan));
    assert!(!squad.has(Fact::Taken(P1)) && !squad.has(Fact::Reserved(A1)));
}

#[test]
fn non_engaging_action_does_not_delay_the_plan() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[shout(1, A1), act(2, A1)]);
    squad.expect("+shout(1, a1) +act(2, a1)");
    squad.succeed("act(2, a1)");
    squad.expect("");
    assert!(squad.0.lives(plan), "it runs until it ends like any other");
    squad.succeed("shout(1, a1)");
    squad.expect("");
    assert!(squad.0.completed(plan));
}

#[test]
fn visit_continues_until_nothing_can_start() {
    // The first plan starts everything it can before the second is visited.
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), note(2), nudge(3, A2), act(4, A2)]);
    squad.submit(&[act(5, A3), note(6)]);
    squad.expect("+act(1, a1) +act(4, a2) +act(5, a3)");
    let order = [
        "act(1, a1)",
        "note(2)",
        "nudge(3, a2)",
        "act(4, a2)",
        "act(5, a3)",
        "note(6)",
    ];
    assert_eq!(squad.started(), order);
}

#[test]
fn visit_always_starts_the_first_startable_step() {
    // The end of a1's action lets an earlier step start before the later ones.
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), nudge(2, A1), act(3, A2), nudge(4, A3)]);
    squad.submit_at(1, &[act(5, A3)]);
    squad.expect("+act(5, a3) +act(1, a1) +act(3, a2)");
    squad.succeed("act(1, a1)");
    squad.succeed("act(5, a3)");
    squad.expect("");
    assert_eq!(squad.started(), ["nudge(2, a1)", "nudge(4, a3)"]);
}

#[test]
fn visits_restart_at_first_plan_after_changes() {
    // The second plan ends the action that the first waits for; the third is visited after both.
    let mut squad = Squad::new();
    squad.submit_at(2, &[act(1, A1), act(2, A1)]);
    squad.expect("+act(1, a1)");
    squad.submit_at(1, &[finish_action(A1), note(3)]);
    squad.submit_at(0, &[note(4)]);
    squad.expect("-act(1, a1) +act(2, a1)");
    assert_eq!(
        squad.started(),
        ["finish_action(a1)", "note(3)", "act(2, a1)", "note(4)"]
    );
}

#[test]
fn group_starts_only_if_all_steps_may_start() {
    // a2 is busy, so a1 is not reserved either.
    let mut squad = Squad::new();
    squad.submit(&[act(1, A2)]);
    squad.expect("+act(1, a2)");
    squad.submit(&[reserve(A1), reserve(A2), act(2, A1)]);
    squad.expect("");
    assert!(!squad.has(Fact::Reserved(A1)));
    squad.succeed("act(1, a2)");
    squad.expect("+act(2, a1)");
    assert!(squad.has(Fact::Reserved(A1)) && squad.has(Fact::Reserved(A2)));
}

#[test]
fn group_applies_completely_or_not_at_all() {
    // Another plan has reserved a2, so the group's first `reserve` changes nothing either.
    let mut squad = Squad::with(Default::default(), [Fact::Reserved(A2)]);
    let plan = squad.submit(&[reserve(A1), reserve(A2), act(1, A1)]);
    squad.expect("");
    assert!(squad.0.needs_repair(plan));
    assert!(!squad.has(Fact::Reserved(A1)));
    assert!(squad.has(Fact::Reserved(A2)));
    squad.0.executor.cancel(plan);
    squad.expect("");
    assert!(squad.has(Fact::Reserved(A2)), "it was another's");
}

#[test]
fn group_conditions_see_effects_of_earlier_steps() {
    // The second `reserve` of a1 fails because of the first, and does not wait for it.
    let mut squad = Squad::new();
    let plan = squad.submit(&[reserve(A1), reserve(A1), act(1, A1)]);
    squad.expect("");
    assert!(squad.0.needs_repair(plan));
    assert!(!squad.has(Fact::Reserved(A1)));
}

#[test]
fn internal_steps_without_undo_form_no_group() {
    let mut squad = Squad::new();
    squad.submit(&[reserve(A1), reserve(A2), act(1, A1), free(A1), free(A2)]);
    squad.expect("+act(1, a1)");
    assert!(!squad.has(Fact::Reserved(A2)));
    assert!(squad.has(Fact::Reserved(A1)));
}

#[test]
fn other_step_between_ends_the_group() {
    let mut squad = Squad::with(Default::default(), [Fact::Reserved(A2)]);
    let plan = squad.submit(&[reserve(A1), nudge(1, A1), reserve(A2)]);
    squad.expect("");
    assert!(squad.0.needs_repair(plan));
    assert!(
        squad.has(Fact::Reserved(A1)),
        "it was carried out on its own"
    );
}
