//! `protect`: facts that must hold before the actions between `protect` and `release`.

use squad_htn::prelude::*;
use squad_htn::{FailureCause, WaitFor};

use crate::squad::{A1, A2, Actor};
use crate::stage::Stage;

htn_domain! {
    domain studio;
    agent Actor;

    predicate lit(u8) [8];
    predicate broken(Actor) [8];
    predicate tool(Actor => u8) [8];

    operator walk(who: Actor, n: u8) by who {}
    operator glue(who: Actor) by who {}
    operator hammer(who: Actor) by who { if !broken(who); }
    operator smash(who: Actor) by who { success delete lit(1); }
    operator light(who: Actor, n: u8) by who { sensed add lit(n); }
    operator darken(who: Actor, n: u8) by who { start delete lit(n); }
    operator grab(who: Actor, n: u8) by who { start add tool(who, n); }

    /// Walks in the light, and once more without need of it.
    pub method shoot() {
        protect lit(1);
        walk(A1, 1);
        walk(A1, 2);
        release lit(1);
        walk(A1, 3);
    }
    /// Sensors report the light.
    pub method sensed() { light(A1, 5); protect lit(5); walk(A1, 1); }
    /// A repair of `mend` may not smash the lamp.
    pub method repairing() {
        protect lit(1);
        walk(A2, 1);
        mend(A1);
        release lit(1);
    }
    method mend(who: Actor) { hammer(who); walk(who, 7); }
    method mend(who: Actor) { smash(who); walk(who, 8); }
    method mend(who: Actor) { glue(who); walk(who, 9); }
    /// As `repairing`, after the release.
    pub method released() { protect lit(1); walk(A2, 1); release lit(1); mend(A1); }
    /// The second agent darkens the room before the first has used the light.
    pub method overtaken() {
        walk(A1, 1);
        protect lit(1);
        walk(A1, 2);
        release lit(1);
        darken(A2, 1);
    }
    pub method keyed() { protect tool(A1, 5); walk(A1, 1); walk(A1, 2); }
    pub method twice() {
        protect lit(1);
        protect lit(1);
        walk(A1, 1);
        release lit(1);
        walk(A1, 2);
        release lit(1);
        walk(A1, 3);
    }
    pub method next_part() { protect lit(1); walk(A1, 1); later part(A1); walk(A1, 9); }
    method part(who: Actor) { smash(who); }
    method part(who: Actor) { glue(who); }
    pub method take_another(n: u8) if tool(A1, _) { grab(A1, n); }
}

use studio::{Director, Domain, Fact, Task};

fn stage(task: Task, facts: &[Fact]) -> Stage<Domain> {
    let director = Director::new(task)
        .interval(1_000_000)
        .keep_searching(false)
        .when_idle(false);
    Stage::new(director, facts.iter().copied())
}

/// Returns why steps failed in the last tick.
fn causes(stage: &Stage<Domain>) -> Vec<String> {
    let causes = stage.director.events().filter_map(|event| match event {
        Event::Failed { why, .. } => Some(why.to_string()),
        _ => None,
    });
    causes.collect()
}

const LIGHT: [Fact; 2] = [Fact::Lit(1), Fact::Lit(2)];

#[test]
fn plan_runs_while_its_facts_hold() {
    let mut stage = stage(Task::Shoot, &LIGHT);
    for n in 1..=3 {
        stage.expect_within(3, &(), &format!("+walk(a1, {n})"));
        stage.succeed(&format!("walk(a1, {n})"));
    }
    stage.tick(&());
    assert!(stage.completed());
}

#[test]
fn protected_fact_that_disappears_fails_the_next_action() {
    let mut stage = stage(Task::Shoot, &LIGHT);
    stage.expect_within(3, &(), "+walk(a1, 1)");
    stage.take(Fact::Lit(1));
    // The running action continues.
    stage.quiet(3, &());
    stage.succeed("walk(a1, 1)");
    stage.expect(&(), "");
    assert_eq!(
        causes(&stage),
        ["`protected lit(a)` with a = 1 does not hold"]
    );
    // Without the light, there is no other plan.
    stage.quiet(3, &());
    assert_eq!(stage.plans(), 0, "{:#?}", stage.story);
}

#[test]
fn other_facts_of_the_predicate_may_disappear() {
    let mut stage = stage(Task::Shoot, &LIGHT);
    stage.expect_within(3, &(), "+walk(a1, 1)");
    stage.take(Fact::Lit(2));
    stage.succeed("walk(a1, 1)");
    stage.expect_within(2, &(), "+walk(a1, 2)");
}

#[test]
fn fact_is_not_checked_after_its_release() {
    let mut stage = stage(Task::Shoot, &LIGHT);
    stage.expect_within(3, &(), "+walk(a1, 1)");
    stage.succeed("walk(a1, 1)");
    stage.expect_within(2, &(), "+walk(a1, 2)");
    stage.take(Fact::Lit(1));
    stage.succeed("walk(a1, 2)");
    stage.expect_within(2, &(), "+walk(a1, 3)");
}

#[test]
fn counted_fact_is_checked_until_its_last_release() {
    let mut stage = stage(Task::Twice, &LIGHT);
    stage.expect_within(3, &(), "+walk(a1, 1)");
    stage.take(Fact::Lit(1));
    stage.succeed("walk(a1, 1)");
    stage.expect(&(), "");
    assert_eq!(causes(&stage).len(), 1, "{:#?}", stage.story);
}

#[test]
fn replaced_row_fails_the_next_action() {
    let mut stage = stage(Task::Keyed, &[Fact::Tool(A1, 5)]);
    stage.expect_within(3, &(), "+walk(a1, 1)");
    stage.put(Fact::Tool(A1, 6));
    stage.succeed("walk(a1, 1)");
    stage.expect(&(), "");
    assert_eq!(causes(&stage).len(), 1, "{:#?}", stage.story);
}

#[test]
fn step_waits_for_the_sensors() {
    let mut stage = stage(Task::Sensed, &[]);
    stage.expect_within(3, &(), "+light(a1, 5)");
    stage.succeed("light(a1, 5)");
    stage.expect(&(), "");
    let plan = stage.director.executor().plans().next().expect("it runs");
    let waits = plan.waits.expect("it waits for the light");
    assert!(matches!(waits.until, WaitFor::Sensed { .. }), "{waits:?}");
    stage.put(Fact::Lit(5));
    stage.expect_within(2, &(), "+walk(a1, 1)");
}

// Of the three ways to mend, the first has failed and the second would delete the fact.
#[test]
fn repair_keeps_protections_of_steps_that_stay() {
    let mut stage = stage(Task::Repairing, &LIGHT);
    stage.expect_within(3, &(), "+walk(a2, 1) +hammer(a1)");
    stage.put(Fact::Broken(A1));
    stage.fail("hammer(a1)");
    stage.expect_within(4, &(), "+glue(a1)");
}

#[test]
fn repair_after_the_release_may_delete_the_fact() {
    let mut stage = stage(Task::Released, &LIGHT);
    stage.expect_within(3, &(), "+walk(a2, 1) +hammer(a1)");
    stage.put(Fact::Broken(A1));
    stage.fail("hammer(a1)");
    stage.expect_within(4, &(), "+smash(a1)");
}

// The part above has to be planned again, and it can't, because the light is out.
#[test]
fn repair_without_the_protected_fact_is_one_of_the_task_above() {
    let mut stage = stage(Task::Repairing, &LIGHT);
    stage.expect_within(3, &(), "+walk(a2, 1) +hammer(a1)");
    stage.take(Fact::Lit(1));
    stage.fail("hammer(a1)");
    stage.expect_within(6, &(), "-walk(a2, 1)");
    assert!(stage.plans() == 0, "{:#?}", stage.story);
}

#[test]
fn later_task_is_planned_with_the_protections_before_it() {
    let mut stage = stage(Task::NextPart, &LIGHT);
    stage.expect_within(3, &(), "+walk(a1, 1)");
    stage.succeed("walk(a1, 1)");
    stage.expect_within(4, &(), "+glue(a1)");
    stage.take(Fact::Lit(1));
    stage.succeed("glue(a1)");
    stage.expect(&(), "");
    assert_eq!(causes(&stage).len(), 1, "{:#?}", stage.story);
}

#[test]
fn step_after_the_release_ends_the_expectation() {
    let mut stage = stage(Task::Overtaken, &LIGHT);
    stage.expect_within(3, &(), "+walk(a1, 1) +darken(a2, 1)");
    stage.succeed("walk(a1, 1)");
    stage.expect_within(2, &(), "+walk(a1, 2)");
}

// Protections belong to a plan. Another one may delete the fact.
#[test]
fn other_plans_are_not_bound() {
    let mut planner = studio::Planner::new();
    let mut stage = stage(Task::Keyed, &[Fact::Tool(A1, 5)]);
    stage.expect_within(3, &(), "+walk(a1, 1)");
    let state = stage.director.state().clone();
    let plan = planner
        .find(&state, &(), Task::TakeAnother { n: 9 })
        .unwrap();
    assert!(plan.is_some());
}

#[test]
fn cause_names_the_protection() {
    let mut stage = stage(Task::Shoot, &LIGHT);
    stage.expect_within(3, &(), "+walk(a1, 1)");
    stage.take(Fact::Lit(1));
    stage.succeed("walk(a1, 1)");
    stage.tick(&());
    let cause = stage.director.events().find_map(|event| match event {
        Event::Failed { why, .. } => Some(why),
        _ => None,
    });
    let Some(FailureCause::Condition(unmet)) = cause else {
        panic!("{cause:?}");
    };
    assert_eq!(unmet.condition(), "protected lit(a)");
    assert_eq!(unmet.bindings().next().unwrap().to_string(), "a = 1");
}
