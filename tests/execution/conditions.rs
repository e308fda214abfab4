//! Conditions checked before a step starts, and effects that a step waits for.

use squad_htn::prelude::*;

use crate::rig::Rig;
use crate::steps::{self, A1, A2, Actor, I1, Squad, global_block, make, need, spoil, spot};

pub struct World {
    range: f32,
}

const NEAR: World = World { range: 1.0 };
const FAR: World = World { range: 9.0 };

htn_domain! {
    domain guard(world: &World);
    agent Actor;

    predicate open();
    predicate calm();
    predicate alarm();
    predicate target(u8) [8];
    predicate pair(u8, u8) [8];
    predicate good(u8) [8];
    predicate marked(u8) [8];
    predicate lit(u8) [8];

    axiom visible(n: u8) { lit(n) && target(n) }

    internal operator mark(n: u8) { add marked(n); }
    internal operator shut() { delete open(); }
    operator go(who: Actor) by who {}
    operator go_at(who: Actor, n: u8) by who {}
    operator close(who: Actor) by who { start delete open(); }
    operator light(who: Actor, n: u8) by who { success add lit(n); }
    operator look(who: Actor, n: u8) by who { if visible(n); }

    method plain() if open() { mark(1); go(A1); }
    method nested() if open() { inner(); }
    method inner() if calm() { go(A1); }
    method block() { if open() { go(A1); } }
    method each() { for target(n) { go_at(A1, n); } }
    method twice() if open() && calm() { shut(); go(A1); }
    method any() if first(target(n)) { go_at(A1, n); }
    method nearest() if target(n) sort by n { go_at(A1, n); }
    method branches() {
        branch alarmed if alarm() { go_at(A1, 9); }
        branch quiet { go(A1); }
    }
    method other_values() if target(x) && pair(x, y) && good(y) { go_at(A1, x); }
    method computed() if target(n) && let d: f32 = world.range * 2.0 && d < 10.0 { go_at(A1, n); }
    method overtaken() if open() { go(A1); close(A2); }
    method in_turn() if open() { close(A2); go(A1); }
    method seeing() if target(n) { light(A1, n); look(A2, n); }
}

use guard::{Fact, Task};

/// Returns a rig with the plan of `task`, made from `facts`.
#[track_caller]
fn planned(facts: &[Fact], task: Task) -> (Rig<guard::Domain>, squad_htn::PlanId) {
    let mut rig = Rig::<guard::Domain>::new(facts.iter().copied());
    let plan = rig.submit(&NEAR, &[task], 0);
    (rig, plan)
}

/// Replaces the facts of the rig.
fn set(rig: &mut Rig<guard::Domain>, facts: &[Fact]) {
    rig.state = guard::State::from_facts(facts.iter().copied()).unwrap();
}

#[test]
fn internal_step_checks_only_its_own_precondition() {
    let (mut rig, plan) = planned(&[Fact::Open], Task::Plain);
    set(&mut rig, &[]);
    rig.expect(&NEAR, "");
    assert!(
        rig.holds(Fact::Marked(1)),
        "the internal step does not look at the branch above"
    );
    assert!(rig.needs_repair(plan), "the external one does");
}

#[test]
fn external_step_checks_all_branches_above_it() {
    for (facts, starts) in [
        (&[Fact::Open, Fact::Calm][..], true),
        (&[Fact::Calm], false),
        (&[Fact::Open], false),
    ] {
        let (mut rig, plan) = planned(&[Fact::Open, Fact::Calm], Task::Nested);
        set(&mut rig, facts);
        rig.expect(&NEAR, if starts { "+go(a1)" } else { "" });
        assert_eq!(rig.needs_repair(plan), !starts);
    }
}

#[test]
fn conditions_of_ifs_and_loops_are_checked() {
    let (mut rig, plan) = planned(&[Fact::Open], Task::Block);
    set(&mut rig, &[]);
    rig.expect(&NEAR, "");
    assert!(rig.needs_repair(plan));

    let (mut rig, plan) = planned(&[Fact::Target(1), Fact::Target(2)], Task::Each);
    set(&mut rig, &[Fact::Target(1)]);
    rig.expect(&NEAR, "+go_at(a1, 1)");
    rig.succeed("go_at(a1, 1)");
    rig.expect(&NEAR, "");
    assert!(
        rig.needs_repair(plan),
        "the second round has lost its target"
    );
}

#[test]
fn conjunct_is_checked_only_if_expected_to_hold() {
    // The plan itself deletes `open()` before the step, so only `calm()` is checked.
    let (mut rig, plan) = planned(&[Fact::Open, Fact::Calm], Task::Twice);
    rig.expect(&NEAR, "+go(a1)");
    assert!(!rig.holds(Fact::Open) && !rig.needs_repair(plan));

    let (mut rig, plan) = planned(&[Fact::Open, Fact::Calm], Task::Twice);
    set(&mut rig, &[Fact::Open]);
    rig.expect(&NEAR, "");
    assert!(rig.needs_repair(plan));
}

#[test]
fn first_is_checked_with_its_planned_value() {
    let (mut rig, _) = planned(&[Fact::Target(1), Fact::Target(2)], Task::Any);
    set(&mut rig, &[Fact::Target(2), Fact::Target(1)]);
    rig.expect(&NEAR, "+go_at(a1, 1)");
    let (mut rig, plan) = planned(&[Fact::Target(1)], Task::Any);
    set(&mut rig, &[Fact::Target(2)]);
    rig.expect(&NEAR, "");
    assert!(rig.needs_repair(plan));
}

#[test]
fn sort_by_is_not_checked() {
    let (mut rig, _) = planned(&[Fact::Target(5)], Task::Nearest);
    set(&mut rig, &[Fact::Target(1), Fact::Target(5)]);
    rig.expect(&NEAR, "+go_at(a1, 5)");
}

#[test]
fn failure_of_earlier_branches_is_not_checked() {
    let (mut rig, _) = planned(&[], Task::Branches);
    set(&mut rig, &[Fact::Alarm]);
    rig.expect(&NEAR, "+go(a1)");
}

#[test]
fn only_variables_used_by_tasks_keep_their_values() {
    let facts = [Fact::Target(1), Fact::Pair(1, 1), Fact::Good(1)];
    let (mut rig, _) = planned(&facts, Task::OtherValues);
    set(
        &mut rig,
        &[
            Fact::Target(2),
            Fact::Target(1),
            Fact::Pair(1, 2),
            Fact::Good(2),
        ],
    );
    rig.expect(&NEAR, "+go_at(a1, 1)");
}

#[test]
fn conjuncts_sharing_free_variable_solve_together() {
    let facts = [Fact::Target(1), Fact::Pair(1, 1), Fact::Good(1)];
    let (mut rig, plan) = planned(&facts, Task::OtherValues);
    set(
        &mut rig,
        &[Fact::Target(1), Fact::Pair(1, 1), Fact::Good(2)],
    );
    rig.expect(&NEAR, "");
    assert!(rig.needs_repair(plan), "each holds, but not for one value");
}

#[test]
fn let_is_computed_again() {
    let (mut rig, _) = planned(&[Fact::Target(1)], Task::Computed);
    rig.expect(&NEAR, "+go_at(a1, 1)");
    let (mut rig, plan) = planned(&[Fact::Target(1)], Task::Computed);
    rig.expect(&FAR, "");
    assert!(rig.needs_repair(plan));
}

#[test]
fn conjunct_deleted_by_later_own_step_is_ignored() {
    // a1 is busy, so a2's later step starts first and deletes `open()`, as planned.
    let mut rig = Rig::<guard::Domain>::new([Fact::Open]);
    rig.submit(&NEAR, &[Task::GoAt { who: A1, n: 7 }], 0);
    rig.expect(&NEAR, "+go_at(a1, 7)");
    let plan = rig.submit(&NEAR, &[Task::Overtaken], 0);
    rig.expect(&NEAR, "+close(a2)");
    assert!(!rig.holds(Fact::Open));
    rig.succeed("go_at(a1, 7)");
    rig.expect(&NEAR, "+go(a1)");
    assert!(!rig.needs_repair(plan));
}

#[test]
fn conjunct_deleted_by_game_fails_the_step() {
    let mut rig = Rig::<guard::Domain>::new([Fact::Open]);
    rig.submit(
        &NEAR,
        &[Task::GoAt { who: A1, n: 7 }, Task::GoAt { who: A2, n: 8 }],
        0,
    );
    rig.expect(&NEAR, "+go_at(a1, 7) +go_at(a2, 8)");
    let plan = rig.submit(&NEAR, &[Task::Overtaken], 0);
    rig.expect(&NEAR, "");
    rig.state.remove(Fact::Open);
    rig.succeed("go_at(a1, 7)");
    rig.expect(&NEAR, "");
    assert!(rig.needs_repair(plan), "somebody else ended it");
}

#[test]
fn conjunct_deleted_by_earlier_step_is_ignored() {
    let (mut rig, plan) = planned(&[Fact::Open], Task::InTurn);
    rig.expect(&NEAR, "+close(a2) +go(a1)");
    assert!(!rig.needs_repair(plan));
}

#[test]
fn step_waits_for_effect_of_earlier_step() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[make(1, A1, I1), need(2, A2, I1)]);
    squad.expect("+make(1, a1, i1)");
    squad.expect("");
    assert!(squad.0.lives(plan) && !squad.0.needs_repair(plan));
    squad.succeed("make(1, a1, i1)");
    squad.expect("+need(2, a2, i1)");
}

#[test]
fn step_waits_for_effect_of_unstarted_step() {
    let mut squad = Squad::new();
    squad.submit(&[steps::act(1, A1), make(2, A1, I1), need(3, A2, I1)]);
    squad.expect("+act(1, a1)");
    squad.succeed("act(1, a1)");
    squad.expect("+make(2, a1, i1)");
    squad.succeed("make(2, a1, i1)");
    squad.expect("+need(3, a2, i1)");
}

#[test]
fn step_waits_for_effect_read_through_axiom() {
    let (mut rig, plan) = planned(&[Fact::Target(1)], Task::Seeing);
    rig.expect(&NEAR, "+light(a1, 1)");
    rig.expect(&NEAR, "");
    assert!(!rig.needs_repair(plan));
    rig.succeed("light(a1, 1)");
    rig.expect(&NEAR, "+look(a2, 1)");
}

#[test]
fn step_does_not_wait_for_later_step() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[need(1, A2, I1), make(2, A1, I1)]);
    squad.expect("");
    assert!(squad.0.needs_repair(plan));
}

#[test]
fn step_does_not_wait_for_ended_step() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[make(1, A1, I1), steps::act(2, A2), need(3, A2, I1)]);
    squad.expect("+make(1, a1, i1) +act(2, a2)");
    squad.succeed("make(1, a1, i1)");
    squad.expect("");
    squad.0.state.remove(steps::Fact::Holds(I1));
    squad.succeed("act(2, a2)");
    squad.expect("");
    assert!(squad.0.needs_repair(plan));
}

#[test]
fn step_does_not_wait_for_other_plans() {
    let mut squad = Squad::new();
    squad.submit(&[make(1, A1, I1)]);
    let plan = squad.submit(&[need(2, A2, I1)]);
    squad.expect("+make(1, a1, i1)");
    assert!(squad.0.needs_repair(plan));
}

#[test]
fn step_waits_for_sensed_effect_until_timeout() {
    for grace in 0..4 {
        let executor = steps::squad::Executor::new().sensor_timeout(grace);
        let mut squad = Squad::with(executor, []);
        let plan = squad.submit(&[spot(1, A1, I1), need(2, A2, I1)]);
        squad.expect("+spot(1, a1, i1)");
        squad.expect("");
        squad.succeed("spot(1, a1, i1)");
        for tick in 0..grace {
            squad.expect("");
            assert!(
                !squad.0.needs_repair(plan),
                "tick {tick} of a grace of {grace}"
            );
        }
        squad.expect("");
        assert!(squad.0.needs_repair(plan), "a grace of {grace} is over");
    }
}

#[test]
fn sensed_effect_in_time_lets_step_start() {
    for late in 0..3 {
        let executor = steps::squad::Executor::new().sensor_timeout(2);
        let mut squad = Squad::with(executor, []);
        squad.submit(&[spot(1, A1, I1), need(2, A2, I1)]);
        squad.expect("+spot(1, a1, i1)");
        squad.succeed("spot(1, a1, i1)");
        for _ in 0..late {
            squad.expect("");
        }
        squad.put(steps::Fact::Holds(I1));
        squad.expect("+need(2, a2, i1)");
    }
}

#[test]
fn sensor_timeout_applies_to_sensed_effects_only() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[spoil(1, A1, I1), need(2, A2, I1)]);
    squad.expect("+spoil(1, a1, i1)");
    assert!(
        !squad.0.needs_repair(plan),
        "the effect is on the predicate, whatever it is"
    );
    squad.succeed("spoil(1, a1, i1)");
    squad.expect("");
    assert!(squad.0.needs_repair(plan));
}

#[test]
fn overtaking_step_may_break_earlier_condition() {
    let mut squad = Squad::with(Default::default(), [steps::Fact::Holds(I1)]);
    let plan = squad.submit(&[steps::act(1, A1), need(2, A1, I1), spoil(3, A2, I1)]);
    squad.expect("+act(1, a1) +spoil(3, a2, i1)");
    squad.succeed("act(1, a1)");
    squad.expect("");
    assert!(squad.0.needs_repair(plan));
}

#[test]
fn global_block_prevents_overtaking() {
    let mut squad = Squad::with(Default::default(), [steps::Fact::Holds(I1)]);
    let steps = [
        steps::act(1, A1),
        need(2, A1, I1),
        global_block(A1),
        spoil(3, A2, I1),
    ];
    squad.submit(&steps);
    squad.expect("+act(1, a1)");
    squad.succeed("act(1, a1)");
    squad.expect("+need(2, a1, i1)");
    squad.succeed("need(2, a1, i1)");
    squad.expect("+spoil(3, a2, i1)");
}
