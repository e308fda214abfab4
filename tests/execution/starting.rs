//! Execution: when a step starts.

use crate::steps::*;

#[test]
fn a_step_waits_for_an_earlier_one_that_shares_an_agent_and_waits() {
    // The second step waits for a1; the third names a2 with it, and the fourth only a2.
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), help(2, A1, A2), act(3, A2), act(4, A3)]);
    squad.expect("+act(1, a1) +act(4, a3)");
    squad.succeed("act(1, a1)");
    squad.expect("+help(2, a1, a2) +act(3, a2)");
}

#[test]
fn a_step_without_agents_waits_until_every_earlier_step_has_started() {
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
fn a_step_that_engages_nobody_waits_while_its_agent_is_busy() {
    let mut squad = Squad::new();
    squad.submit(&[reserve(A1), act(1, A1), free(A1)]);
    squad.expect("+act(1, a1)");
    assert!(squad.has(Fact::Reserved(A1)));
    squad.succeed("act(1, a1)");
    squad.expect("");
    assert!(!squad.has(Fact::Reserved(A1)));
}

#[test]
fn a_voice_line_waits_while_its_agent_is_busy() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), shout(2, A1)]);
    squad.expect("+act(1, a1)");
    squad.succeed("act(1, a1)");
    squad.expect("+shout(2, a1)");
}

#[test]
fn a_step_waits_for_a_busy_agent_that_it_names_and_does_not_engage() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.submit(&[help(2, A2, A1)]);
    squad.expect("+act(1, a1)");
    squad.succeed("act(1, a1)");
    squad.expect("+help(2, a2, a1)");
}

#[test]
fn synchronisation_operators_do_not_wait_for_busy_agents() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), act(2, A2), block_on(A1, A2), global_block(A1)]);
    squad.expect("+act(1, a1) +act(2, a2)");
    assert_eq!(squad.started().len(), 4);
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), finish_action(A1)]);
    squad.expect("+act(1, a1) -act(1, a1)");
}

#[test]
fn no_step_starts_behind_a_closed_global_block() {
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
fn no_step_starts_behind_a_global_block_that_waits_to_start() {
    // The barrier waits for the second step of a1, which waits for the first.
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), act(2, A1), global_block(A1), act(3, A2)]);
    squad.expect("+act(1, a1)");
    squad.succeed("act(1, a1)");
    squad.expect("+act(2, a1)");
    squad.succeed("act(2, a1)");
    squad.expect("+act(3, a2)");
}

#[test]
fn a_global_block_waits_behind_another_one() {
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
fn conditions_are_looked_at_only_when_the_step_could_start_otherwise() {
    // The item is missing while a2 is busy, and there when its turn comes.
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
fn a_step_does_not_engage_an_agent_that_a_plan_before_it_claims() {
    // The joint action waits for a1 alone; a2 is kept for it.
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
fn a_claim_keeps_nobody_from_a_step_that_does_not_engage() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.submit_at(1, &[joint(2, A1, A2)]);
    squad.submit(&[shout(3, A2), nudge(4, A2), help(5, A3, A2)]);
    squad.expect("+shout(3, a2) +help(5, a3, a2)");
}

#[test]
fn an_agent_that_is_only_named_is_claimed_too() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.submit_at(1, &[help(2, A1, A2)]);
    squad.submit(&[act(3, A2)]);
    squad.expect("");
}

#[test]
fn a_later_plan_claims_nothing() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.submit_at(1, &[act(3, A2)]);
    squad.submit(&[joint(2, A1, A2)]);
    squad.expect("+act(3, a2)");
}

#[test]
fn a_step_whose_conditions_do_not_hold_claims_nothing() {
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
fn a_step_that_waits_for_more_than_busy_agents_claims_nothing() {
    // The joint action also waits for the step before it.
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.submit_at(1, &[act(2, A1), joint(3, A1, A2)]);
    squad.submit(&[act(4, A2)]);
    squad.expect("+act(4, a2)");
}

#[test]
fn a_claim_yields_to_the_plan_whose_action_it_waits_for() {
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
fn a_claim_yields_to_a_plan_that_it_waits_for_through_others() {
    // The joint action waits for a1, engaged by a plan that waits for a3, engaged by a plan that needs a2 to go on.
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
fn an_action_that_engages_nobody_does_not_hold_up_the_plan() {
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
fn a_visit_goes_on_until_nothing_can_start() {
    // The first plan does all it can before the second one has its turn.
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
fn the_first_step_that_can_start_is_started_again_and_again() {
    // Ending a1's action lets an earlier step start, before the later ones go on.
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
fn after_a_visit_visiting_begins_again_at_the_first_plan() {
    // The second plan ends what the first one waits for; the third comes after both.
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
fn a_group_starts_only_where_the_rules_hold_for_all_of_it() {
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
fn a_group_is_carried_out_all_or_none() {
    // a2 is reserved by somebody else: the first reserve of the group changes nothing either.
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
fn the_conditions_of_a_group_are_looked_at_in_turn() {
    // The second reserve of the same agent finds it reserved by the first, and does not wait for it.
    let mut squad = Squad::new();
    let plan = squad.submit(&[reserve(A1), reserve(A1), act(1, A1)]);
    squad.expect("");
    assert!(squad.0.needs_repair(plan));
    assert!(!squad.has(Fact::Reserved(A1)));
}

#[test]
fn frees_stay_single() {
    let mut squad = Squad::new();
    squad.submit(&[reserve(A1), reserve(A2), act(1, A1), free(A1), free(A2)]);
    squad.expect("+act(1, a1)");
    assert!(!squad.has(Fact::Reserved(A2)));
    assert!(squad.has(Fact::Reserved(A1)));
}

#[test]
fn groups_end_where_another_step_stands_between() {
    let mut squad = Squad::with(Default::default(), [Fact::Reserved(A2)]);
    let plan = squad.submit(&[reserve(A1), nudge(1, A1), reserve(A2)]);
    squad.expect("");
    assert!(squad.0.needs_repair(plan));
    assert!(
        squad.has(Fact::Reserved(A1)),
        "it was carried out on its own"
    );
}
