//! The order of events within a tick.

use squad_htn::prelude::*;

use crate::rig::Rig;
use crate::steps::{self, A1, A2, Actor, Fact, STRICT, Squad, act, careful, free, reserve};

htn_domain! {
    domain order;
    agent Actor;
    predicate log(u8) [16];
    predicate danger();

    operator write(who: Actor, n: u8) by who { success add log(n); failure add log(n + 100); }
    operator alert(who: Actor) by who { success add danger(); }
    operator careful(who: Actor) by who { while !danger(); }
}

fn logged(rig: &Rig<order::Domain>) -> Vec<u8> {
    let log = rig.state.facts().filter_map(|fact| match fact {
        order::Fact::Log(n) => Some(n),
        _ => None,
    });
    log.collect()
}

#[test]
fn finishes_apply_in_call_order() {
    use order::Task;
    let mut rig = Rig::<order::Domain>::new([]);
    rig.submit(
        &(),
        &[Task::Write { who: A1, n: 1 }, Task::Write { who: A2, n: 2 }],
        0,
    );
    rig.expect(&(), "+write(a1, 1) +write(a2, 2)");
    rig.fail("write(a2, 2)");
    rig.succeed("write(a1, 1)");
    rig.expect(&(), "");
    assert_eq!(logged(&rig), [102, 1]);
}

#[test]
fn while_conditions_are_checked_after_finishes() {
    use order::Task;
    let mut rig = Rig::<order::Domain>::new([]);
    rig.submit(
        &(),
        &[Task::Careful { who: A1 }, Task::Alert { who: A2 }],
        0,
    );
    // The planner would not order `careful` after `alert`, and no later step needs its effects.
    rig.expect(&(), "+careful(a1) +alert(a2)");
    rig.succeed("alert(a2)");
    rig.expect(&(), "-careful(a1)");
}

#[test]
fn leaves_cancels_and_submits_apply_in_call_order() {
    let mut squad = Squad::new();
    squad.0.executor.agent_left(A1);
    let plan = squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    assert!(squad.0.lives(plan), "the agent left before");

    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1)]);
    squad.0.executor.agent_left(A1);
    squad.expect("");
    assert!(squad.0.needs_repair(plan), "the agent left after");
}

#[test]
fn finish_applies_before_cancel_of_same_tick() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[reserve(A1), act(1, A1), act(2, A2)]);
    squad.expect("+act(1, a1) +act(2, a2)");
    squad.0.executor.cancel(plan);
    squad.succeed("act(1, a1)");
    squad.expect("-act(2, a2)");
    assert!(squad.has(Fact::Wins(1)) && squad.has(Fact::Losses(1)));
    assert!(!squad.has(Fact::Reserved(A1)));
}

#[test]
fn finish_applies_before_leave_of_same_tick() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.0.executor.agent_left(A1);
    squad.succeed("act(1, a1)");
    squad.expect("");
    assert!(squad.has(Fact::Wins(1)) && squad.has(Fact::Losses(0)));
    assert!(squad.0.completed(plan));
}

#[test]
fn failed_plan_starts_nothing_in_same_tick() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1), act(2, A2), act(3, A2)]);
    squad.expect("+act(1, a1) +act(2, a2)");
    squad.fail("act(1, a1)");
    squad.succeed("act(2, a2)");
    squad.expect("");
    assert!(squad.0.needs_repair(plan));
}

#[test]
fn agents_of_failed_plan_are_reused_in_same_tick() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[careful(1, A1)]);
    squad.submit(&[act(2, A1)]);
    squad.expect("+careful(1, a1)");
    squad.put(Fact::Danger);
    squad.expect("-careful(1, a1) +act(2, a1)");
    assert!(squad.0.needs_repair(plan));
}

#[test]
fn nothing_starts_before_the_tick_after_the_submit() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[reserve(A1), act(1, A1)]);
    assert!(!squad.has(Fact::Reserved(A1)) && !squad.is_busy(A1));
    assert!(squad.0.lives(plan), "but the executor has it");
    squad.expect("+act(1, a1)");
}

#[test]
fn plan_completes_in_tick_of_its_last_finish() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[reserve(A1), act(1, A1), free(A1)]);
    squad.expect("+act(1, a1)");
    assert!(!squad.0.completed(plan));
    squad.succeed("act(1, a1)");
    squad.expect("");
    assert!(squad.0.completed(plan));
    squad.expect("");
    assert!(
        !squad.0.completed(plan),
        "events are those of the last tick"
    );
    assert_eq!(squad.0.lines(), [""; 0]);
}

#[test]
fn waiting_events_name_agent_and_reason() {
    let mut squad = Squad::new();
    squad.submit(&[reserve(A1), act(7, A1), free(A1)]);
    squad.expect("+act(7, a1)");
    let lines = squad.0.lines();
    let waits: Vec<_> = lines.iter().filter(|line| line.contains("waits")).collect();
    assert_eq!(
        waits,
        ["tick 1: plan 1 waits: free(a1) until a1 has finished act(7, a1)"]
    );
    squad.expect("");
    assert_eq!(squad.0.lines(), [""; 0], "only what changed");
}

#[test]
fn every_event_is_one_line_that_names_the_tick() {
    let mut squad = Squad::new();
    for tick in 0..3 {
        squad.submit(&[reserve(A1), act(tick, A1), free(A1)]);
        squad.0.tick(&STRICT);
        for line in squad.0.lines() {
            assert!(!line.contains('\n') && line.starts_with("tick "), "{line}");
        }
    }
}

#[test]
fn same_inputs_give_the_same_events() {
    let mut squad = Squad::new();
    squad.submit(&[reserve(A1), act(1, A1), act(2, A2), free(A1)]);
    squad.expect("+act(1, a1) +act(2, a2)");
    let mut copy = Squad::new();
    copy.0.executor = squad.0.executor.clone();
    copy.0.state = squad.0.state.clone();
    copy.0.history = squad.0.history.clone();
    for squad in [&mut squad, &mut copy] {
        squad.succeed("act(1, a1)");
        squad.put(steps::Fact::Danger);
        squad.expect("");
    }
    assert_eq!(squad.0.lines(), copy.0.lines());
    assert_eq!(squad.0.state, copy.0.state);
}

/// An idle executor checks almost nothing in a tick. Each of these calls must wake it.
#[test]
fn calls_after_quiet_ticks_apply_in_next_tick() {
    let quiet = || {
        let mut squad = Squad::new();
        let plan = squad.submit(&[act(1, A1), act(2, A1)]);
        squad.expect("+act(1, a1)");
        for _ in 0..3 {
            squad.expect("");
            assert_eq!(squad.0.lines(), [""; 0]);
        }
        assert_eq!(squad.0.executor.ticks(), 4);
        (squad, plan)
    };

    let (mut squad, _) = quiet();
    squad.succeed("act(1, a1)");
    squad.expect("+act(2, a1)");

    let (mut squad, _) = quiet();
    squad.submit(&[act(3, A2)]);
    squad.expect("+act(3, a2)");

    let (mut squad, plan) = quiet();
    assert!(squad.0.executor.cancel(plan));
    squad.expect("-act(1, a1)");

    let (mut squad, plan) = quiet();
    squad.0.executor.agent_left(A1);
    squad.expect("-act(1, a1)");
    assert!(squad.0.needs_repair(plan));

    let (mut squad, plan) = quiet();
    squad.0.executor = squad.0.executor.stall_timeout(2);
    squad.expect("-act(1, a1)");
    assert!(!squad.0.lives(plan));
}
