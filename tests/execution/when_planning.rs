//! Execution: `when_planning` is not checked again.

use squad_htn::prelude::*;

use crate::rig::{Rig, plan};
use crate::squad::{A1, A2, Actor};
use crate::stage::Stage;

htn_domain! {
    domain ship;
    agent Actor;

    predicate crew(Actor) [8];
    predicate reserved(Actor) [8];
    predicate job(u8) [8];
    predicate claimed(u8) [8];
    internal operator claim(n: u8) { if !claimed(n); add claimed(n); undo unclaim(n); }
    internal operator unclaim(n: u8) { delete claimed(n); }
    internal operator reserve(who: Actor) { if !reserved(who); add reserved(who); undo free(who); }
    internal operator free(who: Actor) { delete reserved(who); }
    axiom available(who: Actor) { crew(who) && !reserved(who) }
    operator walk(who: Actor, to: u8) by who {}
    operator work(who: Actor, n: u8) by who { success delete job(n); }

    pub method checked() if job(n) && !claimed(n) && available(_) { duty(n); }
    pub method chosen() if job(n) && !claimed(n) && when_planning(available(_)) { duty(n); }
    method duty(n: u8) { claim(n); see_to(n); unclaim(n); }
    method see_to(n: u8) if available(who) {
        reserve(who);
        walk(who, n);
        work(who, n);
        global_block(who);
        free(who);
    }
}

use ship::{Director, Fact, Task};

/// Returns the number of failures while two agents do two jobs at once.
fn failures(task: Task) -> usize {
    let facts = [Fact::Crew(A1), Fact::Crew(A2), Fact::Job(1), Fact::Job(2)];
    let mut stage = Stage::new(Director::new(task).interval(3), facts);
    let mut ends = Vec::new();
    for frame in 0..80 {
        let started = stage.tick(&()).into_iter();
        ends.extend(
            started.filter_map(|line| Some((frame + 10, line.strip_prefix('+')?.to_owned()))),
        );
        for (_, action) in ends.extract_if(.., |(end, _)| *end == frame) {
            // A failure may already have stopped the action.
            if stage.running.iter().any(|(_, other)| *other == action) {
                stage.succeed(&action);
            }
        }
    }
    assert!(!stage.has(Fact::Job(1)) && !stage.has(Fact::Job(2)));
    let failed = |line: &&String| line.contains("failed") || line.contains("abandoned");
    stage.story.iter().filter(failed).count()
}

#[test]
fn running_plan_ignores_other_busy_agents() {
    assert_eq!(failures(Task::Chosen), 0);
    assert_ne!(failures(Task::Checked), 0, "the scene shows nothing");
}

htn_domain! {
    domain gate(limit: &u8);
    agent Actor;

    predicate open();
    predicate good(u8) [8];
    predicate link(u8, u8) [8];
    predicate seen(u8) [8];

    operator go(who: Actor) by who {}
    operator at(who: Actor, n: u8) by who {}
    operator picky(who: Actor) by who {
        if good(n) && when_planning(open()) && when_planning(link(n, k)) sort by k desc;
        start add seen(n);
    }
    operator only(who: Actor) by who { if when_planning(open()); }
    internal operator quiet(n: u8) { if when_planning(open()) && good(n); add seen(n); }
    operator long(who: Actor) by who { if when_planning(open()); while good(1); }

    pub method branch_of() if when_planning(open()) && good(n) { at(A1, n); }
    pub method any_of() if good(n) && when_planning(link(n, _)) { go(A1); }
    pub method block() { if when_planning(open()) { go(A1); } }
    pub method rounds() { for good(n) && when_planning(link(n, _)) { at(A1, n); } }
    pub method repeated() { while good(n) && when_planning(open()) { at(A1, n); delete good(n); } }
    pub method game() if when_planning(*limit > 5) { go(A1); }
    pub method steps() { picky(A1); }
    pub method only_planned() { only(A1); }
    pub method noted() { quiet(1); go(A1); }
    pub method held() { long(A1); }
}

use gate::Fact::{Good, Link, Open, Seen};
use gate::Task as Gate;

/// Returns a rig with a plan that was found for the facts `planned` and enters with the facts `now`.
#[track_caller]
fn entered(task: Gate, planned: &[gate::Fact], now: &[gate::Fact]) -> Rig<gate::Domain> {
    let mut rig = Rig::<gate::Domain>::new(planned.iter().copied());
    rig.submit(&9, &[task], 0);
    rig.state = gate::State::from_facts(now.iter().copied()).unwrap();
    rig
}

#[test]
fn when_planning_of_a_branch_is_not_checked_again() {
    let facts = [Open, Good(1)];
    entered(Gate::BranchOf, &facts, &[Good(1)]).expect(&9, "+at(a1, 1)");
    let mut rig = entered(Gate::BranchOf, &facts, &[Open]);
    rig.expect(&9, "");
    assert!(
        rig.executor
            .events()
            .any(|event| matches!(event, Event::NeedsRepair { .. }))
    );
    entered(Gate::Game, &[], &[]).expect(&0, "+go(a1)");
}

#[test]
fn when_planning_of_a_body_is_not_checked_again() {
    entered(Gate::Block, &[Open], &[]).expect(&9, "+go(a1)");
    entered(Gate::Rounds, &[Good(1), Link(1, 1)], &[Good(1)]).expect(&9, "+at(a1, 1)");
    entered(Gate::Rounds, &[Good(1), Link(1, 1)], &[Link(1, 1)]).expect(&9, "");
    entered(Gate::Repeated, &[Good(1), Open], &[Good(1)]).expect(&9, "+at(a1, 1)");
}

#[test]
fn variable_used_by_when_planning_is_solved_again() {
    // Any good value is enough, because no task uses `n`.
    let facts = [Good(1), Link(1, 1)];
    entered(Gate::AnyOf, &facts, &[Good(2)]).expect(&9, "+go(a1)");
    entered(Gate::AnyOf, &facts, &[Link(1, 1)]).expect(&9, "");
}

#[test]
fn plan_does_not_expect_when_planning() {
    let state = gate::State::from_facts([Open, Good(1)]).unwrap();
    let plan = plan(&state, &9, &[Gate::BranchOf]);
    assert_eq!(plan.expected(0).collect::<Vec<_>>(), ["good(n)"]);
}

#[test]
fn operator_is_not_checked_against_when_planning() {
    entered(Gate::OnlyPlanned, &[Open], &[]).expect(&9, "+only(a1)");
    let mut rig = entered(Gate::Noted, &[Open, Good(1)], &[Good(1)]);
    rig.expect(&9, "+go(a1)");
    assert!(rig.holds(Seen(1)));
    entered(Gate::Noted, &[Open, Good(1)], &[Open]).expect(&9, "");
    let mut rig = entered(Gate::Held, &[Open, Good(1)], &[Good(1)]);
    rig.expect(&9, "+long(a1)");
    rig.state.remove(Good(1));
    rig.expect(&9, "-long(a1)");
}

#[test]
fn operator_is_solved_again_without_when_planning() {
    let planned = [Good(1), Good(2), Open, Link(1, 3), Link(2, 4)];
    // The planned solution is kept, though neither `when_planning` holds.
    let mut rig = entered(Gate::Steps, &planned, &[Good(1), Good(2)]);
    rig.expect(&9, "+picky(a1)");
    assert!(rig.holds(Seen(2)));
    // Another solution, in fact order, because the sort key is unknown.
    let mut rig = entered(Gate::Steps, &planned, &[Good(3), Good(1)]);
    rig.expect(&9, "+picky(a1)");
    assert!(rig.holds(Seen(3)));
    entered(Gate::Steps, &planned, &planned[2..]).expect(&9, "");
}

htn_domain! {
    domain ward;
    agent Actor;

    predicate quiet();
    predicate hurt(u8) [8];
    predicate near(u8, u32) [8];
    operator bandage(who: Actor, n: u8) by who {}
    operator wave(who: Actor) by who {}

    pub method chosen() {
        branch in_silence if when_planning(quiet()) { tends(); }
        branch anyway { wave(A1); }
    }
    pub method checked() {
        branch in_silence if quiet() { tends(); }
        branch anyway { wave(A1); }
    }
    method tends() if hurt(n) { bandage(A1, n); }

    pub method nearest() if hurt(n) && when_planning(near(n, d)) sort by d { bandage(A1, n); }
}

/// Returns the commands after the first patient is gone and it is loud.
fn repaired(task: ward::Task) -> Vec<String> {
    let facts = [ward::Fact::Quiet, ward::Fact::Hurt(1), ward::Fact::Hurt(2)];
    let mut stage = Stage::new(ward::Director::new(task).interval(1_000), facts);
    stage.expect_within(3, &(), "+bandage(a1, 1)");
    stage.take(ward::Fact::Quiet);
    stage.take(ward::Fact::Hurt(1));
    stage.fail("bandage(a1, 1)");
    (0..4).flat_map(|_| stage.tick(&())).collect()
}

#[test]
fn when_planning_above_a_repair_is_not_checked() {
    assert_eq!(repaired(ward::Task::Chosen), ["+bandage(a1, 2)"]);
    assert_eq!(repaired(ward::Task::Checked), ["+wave(a1)"]);
}

#[test]
fn when_planning_sort_keys_use_current_facts() {
    use ward::Fact::{Hurt, Near};
    let director = ward::Director::new(ward::Task::Nearest).interval(1);
    let facts = [Hurt(1), Hurt(2), Near(1, 5), Near(2, 9)];
    let mut stage = Stage::new(director.policy(Policy::Preempt), facts);
    stage.expect_within(3, &(), "+bandage(a1, 1)");
    stage.quiet(5, &());
    stage.take(Near(1, 5));
    stage.put(Near(1, 20));
    stage.expect_within(4, &(), "-bandage(a1, 1) +bandage(a1, 2)");
}
