//! The language reference's example, step by step, with its `global_block` and without it.

use squad_htn::prelude::*;

pub use crate::restraint_domain::{Actor, Game, O1, O2, O3, T7, T8, restraint, scene};
use crate::rig::Rig;

htn_domain! {
    /// A plan like that of `restraint`, without the `global_block`.
    pub domain unblocked;

    agent Actor;

    predicate reserved(Actor) [40];
    predicate restraining(who: Actor, target: Actor) [8];

    internal operator reserve(who: Actor) {
        if !reserved(who);
        add reserved(who);
        undo free(who);
    }

    internal operator free(who: Actor) { delete reserved(who); }

    operator restrain(squad: Actor, target: Actor) by squad {
        start add restraining(squad, target);
        finish delete restraining(squad, target);
    }

    operator restrain_complement(squad: Actor, target: Actor) by squad {}

    pub method squad_restrain(squad: Actor, partner: Actor, target: Actor) {
        reserve(squad); reserve(partner); reserve(target);
        restrain(squad, target);
        restrain_complement(partner, target);
        free(squad); free(partner); free(target);
    }
}

/// Returns the reserved actors, in order.
pub fn reserved(state: &restraint::State) -> Vec<Actor> {
    let reserved = state.facts().filter_map(|fact| match fact {
        restraint::Fact::Reserved(who) => Some(who),
        _ => None,
    });
    reserved.collect()
}

/// Returns a rig in which the second officer is nearest and restrains, and the first covers.
fn begun() -> (Rig<restraint::Domain>, squad_htn::PlanId) {
    let mut rig = Rig::<restraint::Domain>::new(scene(2));
    let plan = rig.submit(&Game, &[restraint::Task::SquadRestrain], 0);
    rig.expect(&Game, "+restrain(o2, t7) +restrain_complement(o1, t7)");
    assert_eq!(reserved(&rig.state), [O2, O1, T7]);
    assert!(rig.holds(restraint::Fact::Restraining(O2, T7)));
    (rig, plan)
}

#[test]
fn global_block_makes_all_wait_for_the_restrain() {
    let (mut rig, plan) = begun();
    rig.expect(&Game, "");
    assert_eq!(reserved(&rig.state), [O2, O1, T7]);

    rig.succeed("restrain(o2, t7)");
    rig.expect(&Game, "");
    assert_eq!(
        reserved(&rig.state),
        [O1],
        "the partner is freed when the complement ends"
    );
    assert!(!rig.holds(restraint::Fact::Restraining(O2, T7)));
    assert!(
        !rig.holds(restraint::Fact::Restrained(T7)),
        "that is the sensors' to say"
    );
    assert!(rig.lives(plan));

    rig.succeed("restrain_complement(o1, t7)");
    rig.expect(&Game, "");
    assert_eq!(reserved(&rig.state), []);
    assert!(rig.completed(plan));
    assert!(!rig.lives(plan));
}

#[test]
fn global_block_keeps_cover_until_the_restrain_ends() {
    let (mut rig, plan) = begun();
    rig.succeed("restrain_complement(o1, t7)");
    rig.expect(&Game, "");
    assert_eq!(reserved(&rig.state), [O2, O1, T7]);
    rig.succeed("restrain(o2, t7)");
    rig.expect(&Game, "");
    assert_eq!(reserved(&rig.state), []);
    assert!(rig.completed(plan));
}

#[test]
fn lone_officer_is_freed_after_the_restrain() {
    let mut rig = Rig::<restraint::Domain>::new(scene(1));
    let plan = rig.submit(&Game, &[restraint::Task::SquadRestrain], 0);
    rig.expect(&Game, "+restrain(o1, t7)");
    assert_eq!(reserved(&rig.state), [O1, T7]);
    rig.expect(&Game, "");
    rig.succeed("restrain(o1, t7)");
    rig.expect(&Game, "");
    assert_eq!(reserved(&rig.state), []);
    assert!(rig.completed(plan));
}

#[test]
fn two_suspects_are_restrained_at_the_same_time() {
    let (mut rig, first) = begun();
    for n in 3..=4 {
        rig.state
            .insert(restraint::Fact::SquadMember(Actor(n)))
            .unwrap();
    }
    rig.state.insert(restraint::Fact::Surrendered(T8)).unwrap();
    let second = rig.submit(&Game, &[restraint::Task::SquadRestrain], 0);
    rig.expect(&Game, "+restrain(o4, t8) +restrain_complement(o3, t8)");
    for action in ["restrain(o2, t7)", "restrain_complement(o3, t8)"] {
        rig.succeed(action);
    }
    rig.expect(&Game, "");
    assert_eq!(reserved(&rig.state), [O1, Actor(4), O3, T8]);
    for action in ["restrain_complement(o1, t7)", "restrain(o4, t8)"] {
        rig.succeed(action);
    }
    rig.expect(&Game, "");
    assert_eq!(reserved(&rig.state), []);
    assert!(rig.completed(first) && rig.completed(second));
}

fn unblocked_begun() -> (Rig<unblocked::Domain>, squad_htn::PlanId) {
    let mut rig = Rig::<unblocked::Domain>::new([]);
    let task = unblocked::Task::SquadRestrain {
        squad: O1,
        partner: O2,
        target: T7,
    };
    let plan = rig.submit(&(), &[task], 0);
    rig.expect(&(), "+restrain(o1, t7) +restrain_complement(o2, t7)");
    assert!(
        !rig.holds(unblocked::Fact::Reserved(T7)),
        "the target is freed at once"
    );
    assert!(rig.holds(unblocked::Fact::Reserved(O1)) && rig.holds(unblocked::Fact::Reserved(O2)));
    (rig, plan)
}

#[test]
fn without_global_block_each_is_freed_when_done() {
    let (mut rig, plan) = unblocked_begun();
    rig.succeed("restrain(o1, t7)");
    rig.expect(&(), "");
    assert!(
        !rig.holds(unblocked::Fact::Reserved(O1)),
        "freed when the restrain ends"
    );
    assert!(rig.holds(unblocked::Fact::Reserved(O2)));
    rig.succeed("restrain_complement(o2, t7)");
    rig.expect(&(), "");
    assert!(
        !rig.holds(unblocked::Fact::Reserved(O2)),
        "freed when the complement ends"
    );
    assert!(rig.completed(plan));
}

#[test]
fn without_global_block_cover_may_be_freed_first() {
    let (mut rig, plan) = unblocked_begun();
    rig.succeed("restrain_complement(o2, t7)");
    rig.expect(&(), "");
    assert!(rig.holds(unblocked::Fact::Reserved(O1)));
    assert!(!rig.holds(unblocked::Fact::Reserved(O2)));
    rig.succeed("restrain(o1, t7)");
    rig.expect(&(), "");
    assert!(!rig.holds(unblocked::Fact::Reserved(O1)));
    assert!(rig.completed(plan));
}
