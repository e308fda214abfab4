//! Repairs by the director.

use squad_htn::prelude::*;

use crate::squad::{A1, A2, Actor};
use crate::stage::Stage;

htn_domain! {
    domain post;
    agent Actor;

    predicate way(u8) [8];
    predicate battery();
    predicate at_gate(u8) [8];
    predicate second_route();
    predicate done(u8) [16];
    predicate refused(u8) [8];

    internal operator hold_gate(n: u8) {
        if !at_gate(n);
        add at_gate(n);
        undo release_gate(n);
    }
    internal operator release_gate(n: u8) { delete at_gate(n); }

    operator prepare(who: Actor) by who { success add done(1); }
    operator walk(who: Actor, n: u8) by who {}
    operator dark_walk(who: Actor, n: u8) by who { start delete battery(); }
    operator watch(who: Actor) by who {}
    operator report(who: Actor) by who { if battery(); success add done(9); }
    operator fly(who: Actor) by who {}

    /// Two ways to do it. The crossing is repaired alone if possible.
    pub method mission() {
        branch on_foot if !refused(0) { prepare(A1); cross(A1); report(A1); }
    }
    pub method mission() {
        branch by_air if second_route() { fly(A1); }
    }
    method cross(who: Actor) {
        branch any if way(n) && !refused(n) { gate(who, n); }
    }
    method gate(who: Actor, n: u8) {
        branch dark if n == 2 {
            hold_gate(n);
            dark_walk(who, n);
            global_block(who);
            release_gate(n);
        }
        branch lit { hold_gate(n); walk(who, n); global_block(who); release_gate(n); }
    }

    /// Another agent has a step after the crossing.
    pub method watched() { cross(A1); watch(A2); }

    /// A task returns the chosen way.
    pub method chosen(guide: Actor) { let n = choose(guide); walk(A1, n); }
    method choose(guide: Actor) -> u8 if way(n) && !refused(n) { prepare(guide); return n; }

    /// Two crossings, each below a task of its own.
    pub method both() { side(A1); side(A2); }
    method side(who: Actor) { branch any if way(n) && !refused(n) { walk(who, n); } }
}

use post::{Fact, Task};

fn stage(task: Task, facts: &[Fact]) -> Stage<post::Domain> {
    // One search at the beginning, so that every later plan is a repair.
    let director = post::Director::new(task)
        .interval(1_000_000)
        .keep_searching(false);
    Stage::new(director, facts.iter().copied())
}

const WAYS: [Fact; 3] = [Fact::Way(1), Fact::Way(3), Fact::Battery];

/// Returns a stage in which A1 is passing gate 1.
fn crossing(facts: &[Fact]) -> Stage<post::Domain> {
    let mut stage = stage(Task::Mission, facts);
    stage.expect_within(3, &(), "+prepare(a1)");
    stage.succeed("prepare(a1)");
    stage.expect(&(), "+walk(a1, 1)");
    assert!(stage.has(Fact::AtGate(1)));
    stage
}

#[test]
fn failed_step_is_repaired_at_lowest_task() {
    // The preparation is not undone.
    let mut stage = crossing(&WAYS);
    stage.put(Fact::Refused(1));
    stage.fail("walk(a1, 1)");
    stage.expect_within(4, &(), "+walk(a1, 3)");
    assert!(
        !stage.has(Fact::AtGate(1)),
        "the gate of the failed walk is released"
    );
    assert!(stage.has(Fact::AtGate(3)));
    stage.succeed("walk(a1, 3)");
    stage.expect(&(), "+report(a1)");
    stage.succeed("report(a1)");
    stage.expect(&(), "");
    assert!(stage.completed());
    assert!(
        stage.story.iter().any(|line| line.contains("repaired")),
        "{:#?}",
        stage.story
    );
}

#[test]
fn repair_may_repeat_the_failed_steps() {
    let mut stage = crossing(&WAYS);
    stage.fail("walk(a1, 1)");
    stage.expect_within(4, &(), "+walk(a1, 1)");
    assert!(
        stage.has(Fact::AtGate(1)),
        "reserved once more, after the undo"
    );
}

#[test]
fn repair_keeps_later_steps_possible() {
    // The second way uses the battery that the report needs.
    let mut stage = crossing(&[Fact::Way(1), Fact::Way(2), Fact::Way(3), Fact::Battery]);
    stage.put(Fact::Refused(1));
    stage.fail("walk(a1, 1)");
    stage.expect_within(4, &(), "+walk(a1, 3)");
}

#[test]
fn repair_without_plan_tries_the_task_above() {
    let mut stage = crossing(&[Fact::Way(1), Fact::Battery, Fact::SecondRoute]);
    for n in 0..2 {
        stage.put(Fact::Refused(n));
    }
    stage.fail("walk(a1, 1)");
    stage.expect_within(4, &(), "+fly(a1)");
    assert!(!stage.has(Fact::AtGate(1)));
}

#[test]
fn plan_without_repairable_task_is_abandoned() {
    let mut stage = crossing(&[Fact::Way(1), Fact::Battery]);
    stage.put(Fact::Refused(1));
    stage.put(Fact::Refused(0));
    stage.fail("walk(a1, 1)");
    let mut reasons = Vec::new();
    for _ in 0..4 {
        stage.expect(&(), "");
        reasons.extend(stage.abandoned());
    }
    assert!(reasons == [AbandonReason::NoRepair], "{reasons:?}");
    assert!(!stage.has(Fact::AtGate(1)), "no reservation is left");
    assert_eq!(stage.plans(), 0);
}

#[test]
fn task_with_started_successor_is_not_repaired() {
    // a2 already watches, so the crossing is not replaced alone: the watch is stopped and started again.
    let mut stage = stage(Task::Watched, &WAYS);
    stage.expect_within(3, &(), "+walk(a1, 1)");
    stage.succeed("walk(a1, 1)");
    stage.expect(&(), "+watch(a2)");

    let mut stage = self::stage(Task::Both, &WAYS);
    stage.expect_within(3, &(), "+walk(a1, 1) +walk(a2, 1)");
    stage.put(Fact::Refused(1));
    stage.fail("walk(a1, 1)");
    stage.expect_within(4, &(), "-walk(a2, 1) +walk(a1, 3) +walk(a2, 3)");
}

#[test]
fn last_task_is_repaired_while_earlier_one_runs() {
    let mut stage = stage(Task::Both, &WAYS);
    stage.expect_within(3, &(), "+walk(a1, 1) +walk(a2, 1)");
    stage.put(Fact::Refused(1));
    stage.fail("walk(a2, 1)");
    stage.expect_within(4, &(), "+walk(a2, 3)");
    stage.succeed("walk(a1, 1)");
    stage.succeed("walk(a2, 3)");
    stage.expect(&(), "");
    assert!(stage.completed());
}

#[test]
fn task_with_used_result_is_not_repaired_alone() {
    // The way chosen with the preparation is closed when the preparation fails.
    let mut stage = stage(Task::Chosen { guide: A1 }, &WAYS);
    stage.expect_within(3, &(), "+prepare(a1)");
    stage.put(Fact::Refused(1));
    stage.fail("prepare(a1)");
    stage.expect_within(4, &(), "+prepare(a1)");
    stage.succeed("prepare(a1)");
    stage.expect(&(), "+walk(a1, 3)");
}

#[test]
fn step_that_uses_a_result_is_repaired_with_its_task() {
    let mut stage = stage(Task::Chosen { guide: A2 }, &WAYS);
    stage.expect_within(3, &(), "+prepare(a2) +walk(a1, 1)");
    stage.succeed("prepare(a2)");
    stage.expect(&(), "");
    stage.put(Fact::Refused(1));
    stage.fail("walk(a1, 1)");
    stage.expect_within(4, &(), "+prepare(a2) +walk(a1, 3)");
}

#[test]
fn plan_in_repair_starts_nothing_but_actions_run() {
    let mut stage = stage(Task::Both, &WAYS);
    stage.expect_within(3, &(), "+walk(a1, 1) +walk(a2, 1)");
    stage.put(Fact::Refused(1));
    stage.fail("walk(a1, 1)");
    for _ in 0..5 {
        assert!(stage.tick_with(&(), 0).is_empty(), "no budget, no repair");
    }
    assert_eq!(stage.running.len(), 1);
    stage.expect_within(4, &(), "-walk(a2, 1) +walk(a1, 3) +walk(a2, 3)");
}

#[test]
fn second_failure_widens_the_repair() {
    let mut stage = stage(Task::Both, &WAYS);
    stage.expect_within(3, &(), "+walk(a1, 1) +walk(a2, 1)");
    stage.put(Fact::Refused(1));
    stage.fail("walk(a2, 1)");
    assert!(stage.tick_with(&(), 1).is_empty());
    stage.fail("walk(a1, 1)");
    stage.expect_within(4, &(), "+walk(a1, 3) +walk(a2, 3)");
}

#[test]
fn after_max_repairs_the_plan_is_abandoned() {
    for most in [0, 1, 3] {
        let director = post::Director::new(Task::Mission)
            .interval(1_000_000)
            .keep_searching(false)
            .max_repairs(most);
        let mut stage = Stage::<post::Domain>::new(director, WAYS);
        stage.expect_within(3, &(), "+prepare(a1)");
        stage.succeed("prepare(a1)");
        stage.expect(&(), "+walk(a1, 1)");
        for _ in 0..most {
            stage.fail("walk(a1, 1)");
            stage.expect_within(4, &(), "+walk(a1, 1)");
        }
        stage.fail("walk(a1, 1)");
        let mut reasons = Vec::new();
        for _ in 0..4 {
            stage.expect(&(), "");
            reasons.extend(stage.abandoned());
        }
        assert!(reasons == [AbandonReason::NoRepair], "{reasons:?}");
        assert!(!stage.has(Fact::AtGate(1)));
    }
}

#[test]
fn replan_plans_the_root_task_at_once() {
    let director = post::Director::new(Task::Mission)
        .interval(1_000_000)
        .keep_searching(false)
        .repair(Repair::Replan);
    let mut stage = Stage::<post::Domain>::new(director, WAYS);
    stage.expect_within(3, &(), "+prepare(a1)");
    stage.succeed("prepare(a1)");
    stage.expect(&(), "+walk(a1, 1)");
    stage.put(Fact::Refused(1));
    stage.fail("walk(a1, 1)");
    stage.expect_within(4, &(), "+prepare(a1)");
    assert!(!stage.has(Fact::AtGate(1)));
    assert_eq!(stage.plans(), 1);
}

#[test]
fn abandon_repairs_nothing() {
    let director = post::Director::new(Task::Mission)
        .interval(1_000_000)
        .keep_searching(false)
        .repair(Repair::Abandon);
    let mut stage = Stage::<post::Domain>::new(director, WAYS);
    stage.expect_within(3, &(), "+prepare(a1)");
    stage.succeed("prepare(a1)");
    stage.expect(&(), "+walk(a1, 1)");
    stage.fail("walk(a1, 1)");
    stage.expect(&(), "");
    assert_eq!(stage.abandoned().len(), 1);
    assert!(!stage.has(Fact::AtGate(1)));
    assert_eq!(stage.plans(), 0);
}

#[test]
fn step_that_cannot_start_is_repaired() {
    // The way is closed while the preparation runs.
    let mut stage = stage(Task::Mission, &WAYS);
    stage.expect_within(3, &(), "+prepare(a1)");
    stage.put(Fact::Refused(1));
    stage.succeed("prepare(a1)");
    stage.expect_within(4, &(), "+walk(a1, 3)");
    assert!(!stage.has(Fact::AtGate(1)));
}

#[test]
fn repair_search_is_paused_by_slices() {
    let mut stage = crossing(&WAYS);
    stage.put(Fact::Refused(1));
    stage.fail("walk(a1, 1)");
    let mut ticks = 0;
    loop {
        let commands = stage.tick_with(&(), 2);
        ticks += 1;
        if !commands.is_empty() {
            assert_eq!(commands, ["+walk(a1, 3)"]);
            break;
        }
        assert!(ticks < 200, "{:#?}", stage.story);
    }
    assert!(ticks > 3, "two steps a tick take their time");
}

htn_domain! {
    /// Tasks with return values, used and unused.
    domain values;
    agent Actor;

    predicate shut(u8) [8];
    predicate alive(Actor) [4];

    operator act(n: u8, who: Actor) by who {}
    internal operator pay(n: u8) {}

    pub method unused() { act(5, A2); let _n = inner(A1); }
    pub method used() { act(5, A2); let n = inner(A1); pay(n); }
    method inner(who: Actor) -> u8 {
        branch a if !shut(1) { act(1, who); return 1; }
        branch b { act(2, who); return 2; }
    }

    /// Sends an agent that is alive, and takes long to find one.
    pub method errand() { act(5, A3); leg(); }
    method leg() if alive(who) && self::slowly() { act(1, who); act(2, who); }
}

const A3: Actor = Actor(3);

fn slowly() -> bool {
    true
}

#[test]
fn task_with_unused_result_is_repaired_alone() {
    for (task, again) in [
        (values::Task::Unused, "+act(2, a1)"),
        (values::Task::Used, "-act(5, a2) +act(5, a2) +act(2, a1)"),
    ] {
        let director = values::Director::new(task)
            .interval(1_000_000)
            .keep_searching(false);
        let mut stage = Stage::new(director, []);
        stage.expect_within(3, &(), "+act(5, a2) +act(1, a1)");
        stage.put(values::Fact::Shut(1));
        stage.fail("act(1, a1)");
        stage.expect_within(4, &(), again);
    }
}

#[test]
fn repair_search_restarts_when_agent_leaves() {
    use values::Fact::Alive;
    let director = values::Director::new(values::Task::Errand)
        .interval(1_000_000)
        .keep_searching(false)
        .max_repairs(1);
    let mut stage = Stage::new(director, [Alive(A1), Alive(A2)]);
    stage.expect_within(3, &(), "+act(5, a3) +act(1, a1)");
    stage.fail("act(1, a1)");
    // The search has copied the facts and does not end in this tick.
    assert!(stage.tick_with(&(), 1).is_empty());
    stage.take(Alive(A1));
    stage.director.agent_left(A1);
    stage.expect_within(4, &(), "+act(1, a2)");
}

/// Returns the text of the reason why the stage's plan was abandoned.
fn given_up(stage: &Stage<post::Domain>) -> &str {
    let line = stage
        .story
        .iter()
        .find_map(|line| line.split_once("abandoned: "));
    line.map_or("", |(_, why)| why)
}

#[test]
fn abandon_reason_names_exhausted_repairs() {
    for (most, why) in [
        (0, "repairs are disabled"),
        (1, "`max_repairs` (1) reached"),
        (3, "`max_repairs` (3) reached"),
    ] {
        let director = post::Director::new(Task::Mission)
            .interval(1_000_000)
            .keep_searching(false)
            .max_repairs(most);
        let mut stage = Stage::new(director, WAYS);
        stage.expect_within(3, &(), "+prepare(a1)");
        for _ in 0..20 {
            if let Some((_, action)) = stage.running.first().cloned() {
                stage.fail(&action);
            }
            stage.tick(&());
        }
        assert_eq!(given_up(&stage), why, "{:#?}", stage.story);
    }
}

#[test]
fn abandon_reason_names_missing_repair() {
    let mut stage = crossing(&WAYS);
    [0, 1, 3]
        .into_iter()
        .for_each(|way| stage.put(Fact::Refused(way)));
    stage.fail("walk(a1, 1)");
    (0..5).for_each(|_| _ = stage.tick(&()));
    assert_eq!(given_up(&stage), "no repair found", "{:#?}", stage.story);
}
