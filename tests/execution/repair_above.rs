//! Conditions above a task that is repaired must still hold.

use squad_htn::prelude::*;

use crate::squad::{A1, A2, Actor};
use crate::stage::Stage;

htn_domain! {
    domain ward;
    agent Actor;

    predicate hurt(Actor) [8];
    predicate crew(Actor) [8];
    predicate far(Actor) [8];
    predicate quiet() [1];
    predicate dark() [1];

    operator walk(who: Actor, to: Actor) by who { success delete far(who); }
    operator bandage(who: Actor, patient: Actor) by who { sensed delete hurt(patient); }
    operator carry(who: Actor, patient: Actor) by who, patient { sensed delete hurt(patient); }
    operator listen(who: Actor) by who { start delete quiet(); failure add quiet(); }
    operator signal(who: Actor) by who { success add dark(); }
    operator wave(who: Actor) by who {}
    internal operator mark() { delete quiet(); undo unmark(); }
    internal operator unmark() { add quiet(); }

    pub method root() if hurt(p) && crew(m) && m != p { patch_up(m, p); }
    pub method rescue() if hurt(p) && crew(m) && m != p { bring_in(m, p); }
    method patch_up(m: Actor, p: Actor) { walk(m, p); bandage(m, p); }
    method bring_in(m: Actor, p: Actor) { carry(m, p); }

    /// The condition above holds until an agent comes near.
    pub method approach() {
        branch from_afar if far(A1) { come(); }
        branch here { wave(A1); }
    }
    method come() { walk(A1, A2); bandage(A1, A2); }

    /// The condition above does not hold while the action runs, and holds again when it has failed.
    pub method hear() {
        branch in_silence if quiet() { hears(); }
        branch anyway { wave(A1); }
    }
    method hears() { listen(A1); }

    /// The condition above does not hold while the mark exists, which a repair undoes.
    pub method note() {
        branch in_silence if quiet() { notes(); }
        branch anyway { wave(A1); }
    }
    method notes() { mark(); wave(A2); }

    /// One branch does nothing.
    pub method guard() {
        branch by_day if !dark() { stands(); }
        branch by_night { wave(A2); }
    }
    method stands() {
        branch seen if !dark() { wave(A1); }
        branch unseen {}
    }

    /// The first remaining step is an internal one.
    pub method once() {
        branch in_silence if quiet() { twice(); }
        branch anyway { wave(A2); }
    }
    method twice() { wave(A1); global_block(A1); marks(); }
    method marks() {
        branch quietly if quiet() { check(); mark(); }
        branch loudly { mark(); }
    }
    internal operator check() { if quiet(); }

    /// The condition above is an effect of another action that still runs and is assumed to succeed.
    pub method relay() {
        branch begun { signal(A2); block_on(A1, A2); follow(); }
    }
    method follow() { branch in_the_dark if dark() { passes(); } }
    method passes() { listen(A1); }
}

use ward::{Director, Fact, Task};

fn stage(task: Task, facts: &[Fact]) -> Stage<ward::Domain> {
    Stage::new(
        Director::new(task).interval(1_000).keep_searching(false),
        facts.iter().copied(),
    )
}

fn count(stage: &Stage<ward::Domain>, what: &str) -> usize {
    let lines = stage.story.iter();
    lines.filter(|line| line.contains(what)).count()
}

fn bandaging() -> Stage<ward::Domain> {
    let mut stage = stage(
        Task::Root,
        &[Fact::Hurt(A2), Fact::Crew(A1), Fact::Crew(A2)],
    );
    stage.expect_within(3, &(), "+walk(a1, a2)");
    stage.succeed("walk(a1, a2)");
    stage.expect(&(), "+bandage(a1, a2)");
    stage
}

#[test]
fn dead_patient_is_not_bandaged_again() {
    let mut stage = bandaging();
    stage.take(Fact::Hurt(A2));
    stage.take(Fact::Crew(A2));
    stage.director.agent_left(A2);
    stage.fail("bandage(a1, a2)");
    stage.quiet(5, &());
    assert_eq!(count(&stage, "repaired"), 0, "{:#?}", stage.story);
    assert_eq!(stage.plans(), 0, "{:#?}", stage.story);
}

#[test]
fn patient_bandaged_by_another_is_not_bandaged_again() {
    let mut stage = bandaging();
    stage.take(Fact::Hurt(A2));
    stage.fail("bandage(a1, a2)");
    stage.quiet(5, &());
    assert_eq!(count(&stage, "repaired"), 0, "{:#?}", stage.story);
    assert_eq!(stage.abandoned(), []);
    assert_eq!(stage.plans(), 0, "{:#?}", stage.story);
}

#[test]
fn patient_still_hurt_is_bandaged_again() {
    let mut stage = bandaging();
    stage.fail("bandage(a1, a2)");
    stage.expect_within(3, &(), "+walk(a1, a2)");
    assert_eq!(
        count(&stage, "repaired at patch_up"),
        1,
        "{:#?}",
        stage.story
    );
}

#[test]
fn joint_action_is_not_repeated_with_dead_agent() {
    let mut stage = stage(
        Task::Rescue,
        &[Fact::Hurt(A2), Fact::Crew(A1), Fact::Crew(A2)],
    );
    stage.expect_within(3, &(), "+carry(a1, a2)");
    stage.take(Fact::Hurt(A2));
    stage.take(Fact::Crew(A2));
    stage.director.agent_left(A2);
    stage.expect(&(), "-carry(a1, a2)");
    stage.quiet(5, &());
    assert_eq!(count(&stage, "repaired"), 0, "{:#?}", stage.story);
    assert_eq!(stage.plans(), 0);
}

#[test]
fn effects_of_finished_step_do_not_block_repair() {
    let mut stage = stage(Task::Approach, &[Fact::Far(A1)]);
    stage.expect_within(3, &(), "+walk(a1, a2)");
    stage.succeed("walk(a1, a2)");
    stage.expect(&(), "+bandage(a1, a2)");
    assert!(!stage.has(Fact::Far(A1)));
    stage.fail("bandage(a1, a2)");
    stage.expect_within(3, &(), "+walk(a1, a2)");
    assert_eq!(count(&stage, "repaired at come()"), 1, "{:#?}", stage.story);
}

#[test]
fn condition_restored_by_failed_step_holds() {
    let mut stage = stage(Task::Hear, &[Fact::Quiet]);
    stage.expect_within(3, &(), "+listen(a1)");
    assert!(!stage.has(Fact::Quiet));
    stage.fail("listen(a1)");
    stage.expect_within(3, &(), "+listen(a1)");
    assert_eq!(
        count(&stage, "repaired at hears()"),
        1,
        "{:#?}",
        stage.story
    );
}

#[test]
fn condition_is_checked_after_stopping_the_step() {
    // The action runs when another agent, needed later, leaves. The condition above holds once the action has been stopped.
    let mut stage = stage(Task::Hear, &[Fact::Quiet]);
    stage.expect_within(3, &(), "+listen(a1)");
    stage.director.agent_left(A1);
    stage.expect(&(), "-listen(a1)");
    stage.expect_within(3, &(), "+listen(a1)");
    assert_eq!(
        count(&stage, "repaired at hears()"),
        1,
        "{:#?}",
        stage.story
    );
}

#[test]
fn undone_effects_do_not_block_repair() {
    let mut stage = stage(Task::Note, &[Fact::Quiet]);
    stage.expect_within(3, &(), "+wave(a2)");
    assert!(!stage.has(Fact::Quiet));
    stage.fail("wave(a2)");
    stage.expect_within(3, &(), "+wave(a2)");
    assert_eq!(
        count(&stage, "repaired at notes()"),
        1,
        "{:#?}",
        stage.story
    );
}

#[test]
fn broken_condition_above_widens_the_repair() {
    // The task itself has a branch without steps.
    let mut stage = stage(Task::Guard, &[]);
    stage.expect_within(3, &(), "+wave(a1)");
    stage.put(Fact::Dark);
    stage.fail("wave(a1)");
    stage.expect_within(3, &(), "+wave(a2)");
    assert_eq!(
        count(&stage, "repaired from the root"),
        1,
        "{:#?}",
        stage.story
    );
}

#[test]
fn condition_above_unstarted_step_is_checked() {
    // Another plan may have set the mark: it must not be set twice.
    let mut stage = stage(Task::Once, &[Fact::Quiet]);
    stage.expect_within(3, &(), "+wave(a1)");
    stage.take(Fact::Quiet);
    stage.succeed("wave(a1)");
    stage.expect_within(3, &(), "+wave(a2)");
    assert_eq!(count(&stage, "started mark()"), 0, "{:#?}", stage.story);
}

#[test]
fn effects_of_running_actions_count_as_true() {
    let mut stage = stage(Task::Relay, &[]);
    stage.expect_within(3, &(), "+signal(a2)");
    stage.director.agent_left(A1);
    stage.quiet(3, &());
    assert_eq!(
        count(&stage, "repaired at passes()"),
        1,
        "{:#?}",
        stage.story
    );
    stage.succeed("signal(a2)");
    stage.expect(&(), "+listen(a1)");
}
