//! The terms of the specification: busy, engaged, current action, and the order of plans.

use crate::steps::*;

#[test]
fn agent_is_busy_while_an_action_engages_it() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    assert!(!squad.is_busy(A1), "nothing has started yet");
    squad.expect("+act(1, a1)");
    assert!(squad.is_busy(A1));
    assert!(!squad.is_busy(A2));
    squad.succeed("act(1, a1)");
    assert!(squad.is_busy(A1), "a finish is taken up at the next tick");
    squad.expect("");
    assert!(!squad.is_busy(A1));
}

#[test]
fn named_but_not_engaged_agent_is_not_busy() {
    let mut squad = Squad::new();
    squad.submit(&[help(1, A1, A2)]);
    squad.expect("+help(1, a1, a2)");
    assert!(squad.is_busy(A1));
    assert!(!squad.is_busy(A2));
}

#[test]
fn agent_is_busy_while_a_block_on_holds_it() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), block_on(A2, A1)]);
    squad.expect("+act(1, a1)");
    assert!(squad.is_busy(A2));
    squad.succeed("act(1, a1)");
    squad.expect("");
    assert!(!squad.is_busy(A2));
}

#[test]
fn agent_with_non_engaging_action_is_not_busy() {
    let mut squad = Squad::new();
    squad.submit(&[shout(1, A1)]);
    squad.expect("+shout(1, a1)");
    assert!(!squad.is_busy(A1));
}

#[test]
fn both_agents_of_a_joint_action_are_busy() {
    let mut squad = Squad::new();
    squad.submit(&[joint(1, A1, A2)]);
    squad.expect("+joint(1, a1, a2)");
    assert!(squad.is_busy(A1) && squad.is_busy(A2));
    squad.succeed("joint(1, a1, a2)");
    squad.expect("");
    assert!(!squad.is_busy(A1) && !squad.is_busy(A2));
}

#[test]
fn no_agent_is_engaged_by_two_actions() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.submit(&[act(2, A1)]);
    squad.submit(&[joint(3, A2, A1)]);
    squad.expect("+act(1, a1)");
    squad.succeed("act(1, a1)");
    squad.expect("+act(2, a1)");
    squad.succeed("act(2, a1)");
    squad.expect("+joint(3, a2, a1)");
}

#[test]
fn current_action_is_the_engaging_one() {
    let mut squad = Squad::new();
    squad.submit(&[shout(1, A1), act(2, A1), finish_action(A1)]);
    squad.expect("+shout(1, a1) +act(2, a1) -act(2, a1)");
}

#[test]
fn current_action_falls_back_to_last_non_engaging_one() {
    let mut squad = Squad::new();
    squad.submit(&[
        shout(1, A1),
        shout(2, A1),
        finish_action(A1),
        finish_action(A1),
    ]);
    squad.expect("+shout(1, a1) +shout(2, a1) -shout(2, a1) -shout(1, a1)");
}

#[test]
fn ended_voice_line_is_not_the_current_action() {
    let mut squad = Squad::new();
    squad.submit(&[shout(1, A1), shout(2, A1)]);
    squad.expect("+shout(1, a1) +shout(2, a1)");
    squad.succeed("shout(2, a1)");
    squad.submit(&[finish_action(A1)]);
    squad.expect("-shout(1, a1)");
}

#[test]
fn plans_are_in_order_by_priority() {
    let mut squad = Squad::new();
    squad.submit_at(0, &[act(1, A1)]);
    squad.submit_at(5, &[act(2, A1)]);
    squad.submit_at(-5, &[act(3, A1)]);
    squad.expect("+act(2, a1)");
    squad.succeed("act(2, a1)");
    squad.expect("+act(1, a1)");
    squad.succeed("act(1, a1)");
    squad.expect("+act(3, a1)");
}

#[test]
fn older_plan_precedes_newer_of_same_priority() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.submit(&[act(2, A1)]);
    squad.expect("+act(1, a1)");
    squad.submit(&[act(3, A1)]);
    squad.succeed("act(1, a1)");
    squad.expect("+act(2, a1)");
}

#[test]
fn agent_can_be_in_any_number_of_plans() {
    let mut squad = Squad::new();
    let plans: Vec<_> = (0..20)
        .map(|n| squad.submit(&[act(n, A1), nudge(n, A1)]))
        .collect();
    for n in 0..20_u16 {
        squad.expect(&format!("+act({n}, a1)"));
        assert_eq!(squad.0.executor.plans().count(), 20 - usize::from(n));
        squad.succeed(&format!("act({n}, a1)"));
    }
    squad.expect("");
    assert!(squad.0.completed(plans[19]));
    assert_eq!(squad.0.executor.plans().count(), 0);
}

#[test]
fn event_debug_shows_variant_and_fields() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), nudge(2, A1)]);
    squad.expect("+act(1, a1)");
    let events: Vec<String> = squad
        .0
        .executor
        .events()
        .map(|event| format!("{event:?}"))
        .collect();
    let task = format!("{:?}", act(1, A1));
    assert_eq!(
        events,
        [
            format!(
                "Started {{ tick: 1, plan: PlanId(1), step: 0, task: {task}, action: Some(ActionId(1)) }}"
            ),
            format!(
                "Waits {{ tick: 1, plan: PlanId(1), waiting: Waiting {{ step: 1, task: {:?}, \
                 until: Finished {{ agent: a1, action: ActionId(1), doing: {task} }} }} }}",
                nudge(2, A1)
            ),
        ]
    );
}
