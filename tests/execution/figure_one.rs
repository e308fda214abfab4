//! Failures during the plan of the paper's figure 1: the repairs, the abandoned plans, and the release of all reservations.

use crate::restraint::{Actor, Game, O1, O2, O3, T7, T8, reserved, restraint, scene};
use crate::stage::Stage;
use restraint::{Director, Fact, Task};

fn stage(officers: u16) -> Stage<restraint::Domain> {
    Stage::new(
        Director::new(Task::SquadRestrain).interval(1_000_000),
        scene(officers),
    )
}

/// Returns a stage in which the third officer is nearest and restrains, the second covers, and the first is free.
fn begun() -> Stage<restraint::Domain> {
    let mut stage = stage(3);
    stage.expect_within(3, &Game, "+restrain(o3, t7) +restrain_complement(o2, t7)");
    stage
}

/// Reports a death: first the facts, then `agent_left`.
fn dies(stage: &mut Stage<restraint::Domain>, who: Actor) {
    stage.take(Fact::SquadMember(who));
    stage.put(Fact::Dead(who));
    stage.director.agent_left(who);
}

#[test]
fn lost_surrender_ends_plan_and_its_reservations() {
    let mut stage = begun();
    stage.take(Fact::Surrendered(T7));
    stage.fail("restrain(o3, t7)");
    let mut reasons = Vec::new();
    let mut stopped = Vec::new();
    for _ in 0..8 {
        stopped.extend(stage.tick(&Game));
        reasons.extend(stage.abandoned());
    }
    assert_eq!(
        stopped,
        ["-restrain_complement(o2, t7)"],
        "{:#?}",
        stage.story
    );
    assert_eq!(reasons.len(), 1, "{:#?}", stage.story);
    assert_eq!(reserved(stage.director.state()), []);
    assert!(!stage.has(Fact::Restraining(O3, T7)));
}

#[test]
fn repair_switches_to_other_surrendered_suspect() {
    let mut stage = begun();
    stage.take(Fact::Surrendered(T7));
    stage.put(Fact::Surrendered(T8));
    stage.fail("restrain(o3, t7)");
    let expected = "-restrain_complement(o2, t7) +restrain(o3, t8) +restrain_complement(o2, t8)";
    stage.expect_within(8, &Game, expected);
    assert_eq!(reserved(stage.director.state()), [O3, O2, T8]);
    stage.succeed("restrain(o3, t8)");
    stage.succeed("restrain_complement(o2, t8)");
    stage.expect(&Game, "");
    assert!(stage.completed());
    assert_eq!(reserved(stage.director.state()), []);
}

#[test]
fn lost_surrender_before_restrain_prevents_it() {
    let mut stage = stage(3);
    stage.expect(&Game, "");
    stage.take(Fact::Surrendered(T7));
    stage.quiet(8, &Game);
    assert_eq!(stage.plans(), 0, "{:#?}", stage.story);
    assert_eq!(reserved(stage.director.state()), []);
}

#[test]
fn failed_restrain_is_tried_again() {
    let mut stage = begun();
    stage.fail("restrain(o3, t7)");
    let expected = "-restrain_complement(o2, t7) +restrain(o3, t7) +restrain_complement(o2, t7)";
    stage.expect_within(4, &Game, expected);
    assert_eq!(reserved(stage.director.state()), [O3, O2, T7]);
}

#[test]
fn dead_restraining_officer_is_replaced() {
    let mut stage = begun();
    dies(&mut stage, O3);
    stage.expect(&Game, "-restrain(o3, t7)");
    let expected = "-restrain_complement(o2, t7) +restrain(o2, t7) +restrain_complement(o1, t7)";
    stage.expect_within(8, &Game, expected);
    assert_eq!(reserved(stage.director.state()), [O2, O1, T7]);
    assert!(!stage.has(Fact::Restraining(O3, T7)) && stage.has(Fact::Restraining(O2, T7)));
    stage.succeed("restrain(o2, t7)");
    stage.succeed("restrain_complement(o1, t7)");
    stage.expect(&Game, "");
    assert!(stage.completed(), "{:#?}", stage.story);
    assert_eq!(reserved(stage.director.state()), []);
}

#[test]
fn last_officers_death_ends_the_plan() {
    let mut stage = stage(1);
    stage.expect_within(3, &Game, "+restrain(o1, t7)");
    dies(&mut stage, O1);
    stage.expect(&Game, "-restrain(o1, t7)");
    stage.quiet(8, &Game);
    assert_eq!(stage.plans(), 0, "{:#?}", stage.story);
    assert_eq!(reserved(stage.director.state()), []);
}

#[test]
fn death_of_cover_does_not_free_the_suspect() {
    let mut stage = begun();
    dies(&mut stage, O2);
    stage.expect(&Game, "-restrain_complement(o2, t7)");
    let mut commands = Vec::new();
    for _ in 0..8 {
        commands.extend(stage.tick(&Game));
    }
    assert_eq!(
        commands.last().map(String::as_str),
        Some("+restrain_complement(o1, t7)")
    );
    let restrains = stage
        .running
        .iter()
        .filter(|run| run.1 == "restrain(o3, t7)");
    assert_eq!(restrains.count(), 1, "{:#?}", stage.story);
    let mut held = reserved(stage.director.state());
    held.sort_by_key(|actor| actor.0);
    assert_eq!(held, [O1, O3, T7]);
    stage.succeed("restrain(o3, t7)");
    stage.succeed("restrain_complement(o1, t7)");
    stage.expect(&Game, "");
    assert_eq!(reserved(stage.director.state()), []);
}

#[test]
fn officer_dead_before_restrain_never_starts_it() {
    // The first tick finds the plan, and the second starts it.
    let mut stage = stage(3);
    stage.expect(&Game, "");
    dies(&mut stage, O3);
    stage.expect_within(8, &Game, "+restrain(o2, t7) +restrain_complement(o1, t7)");
    assert_eq!(reserved(stage.director.state()), [O2, O1, T7]);
    stage.succeed("restrain(o2, t7)");
    stage.succeed("restrain_complement(o1, t7)");
    stage.expect(&Game, "");
    assert!(stage.completed());
    assert_eq!(reserved(stage.director.state()), []);
}

#[test]
fn only_officers_death_leaves_no_reservation() {
    let mut stage = stage(1);
    stage.expect(&Game, "");
    dies(&mut stage, O1);
    stage.quiet(8, &Game);
    assert_eq!(stage.plans(), 0, "{:#?}", stage.story);
    assert_eq!(reserved(stage.director.state()), []);
}
