//! `Policy::Replace` with weighted goals: running and found plan are compared by choices, then by sort keys.

use squad_htn::prelude::*;

use crate::squad::{A1, Actor};
use crate::stage::Stage;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
enum Goal {
    Attack,
    Patrol,
}
use Goal::{Attack, Patrol};

htn_domain! {
    /// One guard, weighted goals, and an alarm that precedes all of them.
    domain post;
    agent Actor;

    predicate guard(Actor);
    predicate goal(Goal => weight: f32);
    predicate target(u8, distance: u32);
    predicate post(u8, distance: u32);
    predicate alarm();
    predicate taken(u8);

    operator shoot(who: Actor, target: u8) by who {}
    operator walk(who: Actor, post: u8) by who {}
    operator ring(who: Actor) by who {}
    internal operator take(who: Actor, what: u8) {
        if !taken(what);
        add taken(what);
        undo leave(who, what);
    }
    /// Names `_who`, so that it waits for the agent's action.
    internal operator leave(_who: Actor, what: u8) { delete taken(what); }

    pub method live() {
        branch alarmed if alarm() && guard(who) { ring(who); }
        branch goals if guard(who) && goal(goal, weight) && weight > 0.0 sort by weight desc {
            pursue(who, goal);
        }
    }
    method pursue(who: Actor, goal: Goal) if goal == Goal::Attack && target(t, d) sort by d {
        take(who, t); shoot(who, t); leave(who, t);
    }
    method pursue(who: Actor, goal: Goal) if goal == Goal::Patrol && post(p, d) sort by d {
        take(who, p); walk(who, p); leave(who, p);
    }
}

use post::{Director, Fact, Task};

/// Returns a stage with attack before patrol; both are possible.
fn stage(policy: Policy) -> Stage<post::Domain> {
    let director = Director::new(Task::Live).interval(1).policy(policy);
    let facts = [
        Fact::Guard(A1),
        Fact::Goal(Attack, 0.8),
        Fact::Goal(Patrol, 0.7),
        Fact::Target(1, 10),
        Fact::Target(2, 20),
        Fact::Post(11, 10),
        Fact::Post(12, 20),
    ];
    let mut stage = Stage::new(director, facts);
    stage.expect_within(3, &(), "+shoot(a1, 1)");
    stage
}

#[test]
fn higher_goal_weight_replaces_the_running_plan() {
    let mut stage = stage(Policy::Preempt);
    stage.put(Fact::Goal(Patrol, 0.9));
    stage.expect_within(4, &(), "-shoot(a1, 1) +walk(a1, 11)");
    assert!(!stage.has(Fact::Taken(1)) && stage.has(Fact::Taken(11)));
    stage.put(Fact::Goal(Attack, 0.95));
    stage.expect_within(4, &(), "-walk(a1, 11) +shoot(a1, 1)");
    assert_eq!(stage.plans(), 1);
}

#[test]
fn replace_compares_choices_first() {
    // The second method of `pursue` is a later choice, so no weight can make its plan better.
    let mut stage = stage(Policy::Replace);
    stage.put(Fact::Goal(Patrol, 0.9));
    stage.quiet(6, &());
    stage.succeed("shoot(a1, 1)");
    stage.expect_within(3, &(), "+walk(a1, 11)");
}

#[test]
fn weights_that_keep_their_order_change_nothing() {
    let mut stage = stage(Policy::Preempt);
    for (attack, patrol) in [(0.75, 0.7), (0.99, 0.98), (0.1, 0.0)] {
        stage.put(Fact::Goal(Attack, attack));
        stage.put(Fact::Goal(Patrol, patrol));
        stage.quiet(4, &());
    }
}

#[test]
fn equal_weights_keep_the_plan() {
    let mut stage = stage(Policy::Preempt);
    stage.put(Fact::Goal(Patrol, 0.8));
    // From here on the other goal is found first.
    stage.take(Fact::Goal(Attack, 0.8));
    stage.put(Fact::Goal(Attack, 0.8));
    stage.quiet(6, &());
}

#[test]
fn goal_with_lower_weight_or_none_is_replaced() {
    let mut falls = stage(Policy::Preempt);
    falls.put(Fact::Goal(Attack, 0.6));
    falls.expect_within(4, &(), "-shoot(a1, 1) +walk(a1, 11)");
    let mut goes = stage(Policy::Preempt);
    goes.take(Fact::Goal(Attack, 0.8));
    goes.expect_within(4, &(), "-shoot(a1, 1) +walk(a1, 11)");
}

#[test]
fn branch_order_precedes_weights() {
    let mut stage = stage(Policy::Preempt);
    stage.put(Fact::Alarm);
    stage.expect_within(4, &(), "-shoot(a1, 1) +ring(a1)");
    stage.take(Fact::Alarm);
    stage.put(Fact::Goal(Attack, 9.0));
    stage.quiet(6, &());
    stage.succeed("ring(a1)");
    stage.expect_within(3, &(), "+shoot(a1, 1)");
}

#[test]
fn better_sort_key_below_equal_choices_replaces() {
    let mut stage = stage(Policy::Preempt);
    stage.put(Fact::Target(3, 5));
    stage.expect_within(4, &(), "-shoot(a1, 1) +shoot(a1, 3)");
    assert!(!stage.has(Fact::Taken(1)) && stage.has(Fact::Taken(3)));
    stage.quiet(4, &());
}

htn_domain! {
    /// A domain in which a plan's first action makes an earlier branch possible.
    domain duel;
    agent Actor;

    predicate drawn();
    predicate near();
    predicate reserved(Actor);

    internal operator reserve(who: Actor) { if !reserved(who); add reserved(who); undo free(who); }
    internal operator free(who: Actor) { delete reserved(who); }
    operator draw(who: Actor) by who { success add drawn(); }
    operator shoot(who: Actor) by who {}
    operator strike(who: Actor) by who {}

    pub method fight() {
        branch hand_to_hand if near() { strike(A1); }
        branch ready if drawn() { reserve(A1); shoot(A1); free(A1); }
        branch not_yet { reserve(A1); draw(A1); shoot(A1); free(A1); }
    }
}

#[test]
fn plan_with_the_remaining_actions_is_the_same() {
    let director = |policy| {
        let director = duel::Director::new(duel::Task::Fight);
        Stage::<duel::Domain>::new(director.interval(1).policy(policy), [])
    };
    let mut stage = director(Policy::Preempt);
    stage.expect_within(2, &(), "+draw(a1)");
    stage.quiet(3, &());
    stage.succeed("draw(a1)");
    stage.expect(&(), "+shoot(a1)");
    stage.quiet(5, &());
    // Another action makes it another plan.
    stage.put(duel::Fact::Near);
    stage.expect_within(2, &(), "-shoot(a1) +strike(a1)");

    let mut stage = director(Policy::Replace);
    stage.expect_within(2, &(), "+draw(a1)");
    stage.succeed("draw(a1)");
    stage.expect(&(), "+shoot(a1)");
    stage.expect_within(2, &(), "-shoot(a1) +shoot(a1)");
}
