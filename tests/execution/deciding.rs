//! When a director searches, which plans it adopts, and which events it reports.

use squad_htn::NoPlanReason;
use squad_htn::prelude::*;

use crate::squad::{A1, A2, Actor};
use crate::stage::Stage;

htn_domain! {
    /// Jobs that the plans do not reserve, so that a search can find the same plan again.
    domain yard;
    agent Actor;

    predicate crew(Actor) [8];
    predicate pile(u8) [8];
    predicate gone(u8) [8];
    predicate calm();

    operator carry(who: Actor, n: u8) by who { success add gone(n); }
    internal operator note(n: u8) { add gone(n); }

    pub method work() {
        branch rest if calm() {}
        branch carry if pile(n) && !gone(n) && crew(who) { carry(who, n); }
    }
    pub method book() if pile(n) && !gone(n) { note(n); }
    pub method idle() if crew(who) { carry(who, 0); }
    pub method trip() if pile(n) { fetch(n); }
    method fetch(n: u8) if crew(who) { carry(who, n); }
}

use yard::{Director, Fact, Task};

fn stage(director: Director, facts: &[Fact]) -> Stage<yard::Domain> {
    Stage::new(director, facts.iter().copied())
}

fn every_tick() -> Director {
    Director::new(Task::Work).interval(1)
}

const SCENE: [Fact; 2] = [Fact::Crew(A1), Fact::Pile(1)];

/// Returns the reasons of the last tick's events without a plan.
fn refusals(stage: &Stage<yard::Domain>) -> Vec<NoPlanReason> {
    let reasons = stage.director.events().filter_map(|event| match event {
        Event::NoPlan { reason, .. } => Some(reason),
        _ => None,
    });
    reasons.collect()
}

fn planned(stage: &Stage<yard::Domain>) -> usize {
    stage.count(|event| matches!(event, Event::Planned { .. }))
}

#[test]
fn same_plan_is_not_adopted_twice() {
    let mut stage = stage(every_tick(), &SCENE);
    stage.quiet(1, &());
    let plan = stage.director.executor().plans().next().unwrap().id;
    stage.expect(&(), "+carry(a1, 1)");
    assert_eq!(refusals(&stage), [NoPlanReason::Same(plan)]);
    let last = stage.story.last().unwrap();
    assert_eq!(
        last,
        "tick 2: plan rejected: same steps as plan 1, which has not ended"
    );
    for _ in 0..20 {
        stage.quiet(1, &());
        assert_eq!(stage.plans(), 1);
        assert_eq!(refusals(&stage), [], "it is told once");
    }
    // A different plan is adopted beside it.
    stage.take(Fact::Crew(A1));
    stage.put(Fact::Crew(A2));
    stage.expect_within(2, &(), "+carry(a2, 1)");
}

#[test]
fn ended_plan_may_be_adopted_again() {
    let mut stage = stage(Director::new(Task::Idle).interval(1), &SCENE);
    stage.expect_within(2, &(), "+carry(a1, 0)");
    stage.quiet(5, &());
    stage.succeed("carry(a1, 0)");
    stage.expect_within(2, &(), "+carry(a1, 0)");
}

#[test]
fn partly_done_plan_counts_as_duplicate() {
    // One of the two steps is done. The plan that the search finds has both.
    let mut stage = stage(
        every_tick(),
        &[Fact::Crew(A1), Fact::Pile(1), Fact::Pile(2)],
    );
    stage.expect_within(2, &(), "+carry(a1, 1)");
    stage.quiet(3, &());
    assert_eq!(stage.plans(), 1);
}

#[test]
fn repair_of_same_tick_counts_as_duplicate() {
    // The plan is repaired at the root, and the root search runs in the same tick on the same facts.
    let mut stage = stage(every_tick(), &[Fact::Crew(A1), Fact::Pile(1)]);
    stage.expect_within(2, &(), "+carry(a1, 1)");
    stage.put(Fact::Crew(A2));
    stage.take(Fact::Crew(A1));
    stage.director.agent_left(A1);
    stage.expect(&(), "-carry(a1, 1)");
    stage.expect(&(), "+carry(a2, 1)");
    stage.quiet(5, &());
    assert_eq!(stage.plans(), 1, "{:#?}", stage.story);
}

#[test]
fn duplicates_can_be_allowed() {
    let mut stage = stage(every_tick().duplicates(true), &SCENE);
    stage.quiet(1, &());
    stage.expect(&(), "+carry(a1, 1)");
    stage.quiet(5, &());
    assert_eq!(stage.plans(), 7, "one for each tick");
    let director = &mut stage.director;
    director.set_settings(director.settings().duplicates(false));
    stage.quiet(5, &());
    assert_eq!(stage.plans(), 7);
}

#[test]
fn director_searches_at_once_when_idle() {
    let mut stage = stage(Director::new(Task::Work).interval(1_000), &SCENE);
    stage.put(Fact::Pile(2));
    stage.expect_within(2, &(), "+carry(a1, 1)");
    stage.quiet(7, &());
    stage.succeed("carry(a1, 1)");
    stage.expect(&(), "");
    assert!(stage.completed() && planned(&stage) == 1);
    stage.expect(&(), "+carry(a1, 2)");
    stage.succeed("carry(a1, 2)");
    let answers = stage.director.answers();
    // Nothing is left to carry. After that answer the director waits for the interval again.
    stage.quiet(100, &());
    assert_eq!(stage.director.answers(), answers + 1);
}

#[test]
fn idle_director_searches_at_once_in_small_slices() {
    let mut stage = stage(Director::new(Task::Work).interval(1_000), &SCENE);
    stage.put(Fact::Pile(2));
    stage.expect_within(2, &(), "+carry(a1, 1)");
    // A search is paused when the plan ends; it started before.
    let director = &mut stage.director;
    director.set_settings(director.settings().interval(1));
    director.set_settings(director.settings().interval(1_000));
    stage.tick_with(&(), 1);
    stage.succeed("carry(a1, 1)");
    let mut ticks = 0;
    while stage.tick_with(&(), 1).is_empty() {
        ticks += 1;
        assert!(ticks < 100, "{:#?}", stage.story);
    }
}

#[test]
fn idle_director_can_wait_for_the_interval() {
    let director = Director::new(Task::Work)
        .interval(50)
        .when_idle(false)
        .keep_searching(false);
    let mut stage = stage(director, &SCENE);
    stage.put(Fact::Pile(2));
    stage.expect_within(2, &(), "+carry(a1, 1)");
    stage.succeed("carry(a1, 1)");
    stage.quiet(49, &());
    stage.expect(&(), "+carry(a1, 2)");
}

#[test]
fn plan_without_actions_triggers_no_search() {
    let director = Director::new(Task::Book).interval(50);
    let mut stage = stage(director, &[Fact::Pile(1), Fact::Pile(2)]);
    stage.quiet(50, &());
    assert!(stage.has(Fact::Gone(1)) && !stage.has(Fact::Gone(2)));
    stage.quiet(2, &());
    assert!(stage.has(Fact::Gone(2)));
}

#[test]
fn repeated_answer_is_one_event_with_a_count() {
    let mut stage = stage(Director::new(Task::Work).interval(3), &[Fact::Crew(A1)]);
    stage.quiet(30, &());
    assert_eq!(stage.story, ["tick 1: no plan found"]);
    assert_eq!(stage.director.answers(), 10);
    stage.put(Fact::Pile(1));
    stage.quiet(1, &());
    let last = stage.story.last().unwrap();
    assert_eq!(
        last,
        "tick 31: plan 1 found: 1 step, cost 1 (previous answer repeated 9 times)"
    );
}

#[test]
fn empty_plan_is_reported_once() {
    let mut stage = stage(Director::new(Task::Work).interval(1), &SCENE);
    stage.put(Fact::Calm);
    stage.quiet(20, &());
    let lines = [
        "tick 1: plan 1 found: 0 steps, cost 0",
        "tick 2: plan 1 completed",
    ];
    assert_eq!(stage.story, lines);
    assert_eq!(stage.director.answers(), 20);
    stage.take(Fact::Calm);
    stage.quiet(1, &());
    assert!(stage.story.last().unwrap().ends_with("19 times)"));
    stage.expect(&(), "+carry(a1, 1)");
    // A plan in between makes the empty answer a new one.
    stage.put(Fact::Calm);
    stage.quiet(1, &());
    assert_eq!(planned(&stage), 1);
}

#[test]
fn empty_plan_that_replaces_another_is_reported() {
    let mut stage = stage(every_tick().policy(Policy::Replace), &SCENE);
    for _ in 0..3 {
        stage.expect_within(2, &(), "+carry(a1, 1)");
        stage.put(Fact::Calm);
        stage.expect_within(2, &(), "-carry(a1, 1)");
        stage.quiet(4, &());
        assert_eq!(stage.plans(), 0);
        stage.take(Fact::Calm);
    }
}

#[test]
fn repair_equal_to_another_plan_is_rejected() {
    // `work` is repaired from the root. In `trip`, the root task stays and `fetch` is planned again.
    for task in [Task::Work, Task::Trip] {
        let mut stage = stage(Director::new(task).interval(1), &SCENE);
        stage.expect_within(2, &(), "+carry(a1, 1)");
        stage.take(Fact::Crew(A1));
        stage.put(Fact::Crew(A2));
        stage.expect_within(2, &(), "+carry(a2, 1)");
        stage.fail("carry(a1, 1)");
        stage.quiet(3, &());
        assert_eq!(stage.plans(), 1, "{:#?}", stage.story);
        let why = "plan 1 abandoned: the repair has the same steps as plan 2, which has not ended";
        let told = stage.story.iter().filter(|line| line.ends_with(why));
        assert_eq!(told.count(), 1, "{:#?}", stage.story);

        let director = Director::new(task).interval(1).duplicates(true);
        let mut stage = self::stage(director, &SCENE);
        stage.expect_within(2, &(), "+carry(a1, 1)");
        let director = &mut stage.director;
        director.set_settings(director.settings().interval(1_000));
        stage.take(Fact::Crew(A1));
        stage.put(Fact::Crew(A2));
        stage.fail("carry(a1, 1)");
        stage.expect_within(3, &(), "+carry(a2, 1)");
    }
}

#[test]
fn retry_after_rejects_abandoned_plan() {
    let director = Director::new(Task::Work)
        .interval(10)
        .repair(Repair::Abandon);
    let mut stage = stage(director, &SCENE);
    stage.expect_within(2, &(), "+carry(a1, 1)");
    stage.fail("carry(a1, 1)");
    stage.expect(&(), "");
    assert_eq!(stage.abandoned(), [AbandonReason::NoRepair]);
    assert_eq!(refusals(&stage), [NoPlanReason::TooSoon { until: 23 }]);
    stage.quiet(21 - 1, &());
    stage.expect_within(10, &(), "+carry(a1, 1)");
    let mut planned = stage
        .story
        .iter()
        .rev()
        .filter(|line| line.contains(" found: "));
    assert!(
        planned.next().unwrap().starts_with("tick 23:"),
        "{:#?}",
        stage.story
    );
}

#[test]
fn retry_after_allows_other_plans_and_can_be_set() {
    let director = Director::new(Task::Work)
        .interval(1)
        .repair(Repair::Abandon)
        .retry_after(5);
    let mut stage = stage(director.clone(), &SCENE);
    stage.expect_within(2, &(), "+carry(a1, 1)");
    stage.fail("carry(a1, 1)");
    stage.quiet(5, &());
    stage.take(Fact::Crew(A1));
    stage.put(Fact::Crew(A2));
    stage.expect_within(2, &(), "+carry(a2, 1)");

    let mut stage = self::stage(director.retry_after(0), &SCENE);
    stage.expect_within(2, &(), "+carry(a1, 1)");
    stage.fail("carry(a1, 1)");
    stage.quiet(1, &());
    stage.expect(&(), "+carry(a1, 1)");
}

#[test]
fn cancelled_plan_may_be_adopted_again() {
    let mut stage = stage(every_tick(), &SCENE);
    stage.expect_within(2, &(), "+carry(a1, 1)");
    let plan = stage.director.executor().plans().next().unwrap().id;
    stage.director.cancel(plan);
    stage.expect(&(), "-carry(a1, 1)");
    stage.expect(&(), "+carry(a1, 1)");
}

#[test]
fn interval_can_be_changed() {
    let mut stage = stage(Director::new(Task::Work).interval(1_000), &[]);
    stage.quiet(10, &());
    assert_eq!(stage.director.answers(), 1);
    let director = &mut stage.director;
    director.set_settings(director.settings().interval(5));
    stage.quiet(4, &());
    assert_eq!(stage.director.answers(), 1);
    stage.quiet(1, &());
    assert_eq!(stage.director.answers(), 2);
    // A longer interval, as for a squad that is far away.
    let director = &mut stage.director;
    director.set_settings(director.settings().interval(100));
    stage.quiet(104, &());
    assert_eq!(stage.director.answers(), 3);
    stage.quiet(1, &());
    assert_eq!(stage.director.answers(), 4);
}

#[test]
fn interval_of_zero_searches_in_every_tick() {
    let settings = DirectorSettings::default().interval(0);
    let mut stage = stage(Director::with_settings(Task::Work, settings), &[]);
    stage.quiet(10, &());
    assert_eq!(stage.director.answers(), 10);
    assert_eq!(stage.director.settings(), settings);
}

#[test]
fn stall_timeout_changed_late_abandons_plans() {
    let mut stage = stage(Director::new(Task::Work), &SCENE);
    stage.expect_within(2, &(), "+carry(a1, 1)");
    stage.quiet(10, &());
    let director = &mut stage.director;
    director.set_settings(director.settings().stall_timeout(100));
    stage.quiet(10, &());
    let director = &mut stage.director;
    director.set_settings(director.settings().stall_timeout(5).interval(1_000));
    stage.expect(&(), "-carry(a1, 1)");
}

#[test]
fn priority_applies_to_plans_found_later() {
    let mut stage = stage(every_tick().priority(3), &SCENE);
    stage.expect_within(2, &(), "+carry(a1, 1)");
    let director = &mut stage.director;
    director.set_settings(director.settings().priority(8));
    stage.put(Fact::Gone(1));
    stage.put(Fact::Pile(2));
    stage.quiet(2, &());
    let plans = stage.director.executor().plans();
    let priorities: Vec<i32> = plans.map(|plan| plan.priority).collect();
    assert_eq!(priorities, [8, 3]);
}

#[test]
fn policy_can_be_changed() {
    let mut stage = stage(every_tick(), &SCENE);
    stage.expect_within(2, &(), "+carry(a1, 1)");
    let director = &mut stage.director;
    director.set_settings(director.settings().policy(Policy::Replace));
    stage.put(Fact::Calm);
    stage.expect_within(2, &(), "-carry(a1, 1)");
}

#[test]
fn new_task_keeps_old_task_for_repairs() {
    let director = every_tick().repair(Repair::Replan);
    let mut stage = stage(director, &SCENE);
    stage.expect_within(2, &(), "+carry(a1, 1)");
    stage.director.set_task(Task::Book);
    assert_eq!(stage.director.task(), Task::Book);
    stage.put(Fact::Pile(7));
    stage.put(Fact::Crew(A2));
    stage.take(Fact::Crew(A1));
    stage.fail("carry(a1, 1)");
    stage.expect(&(), "");
    // The old plan still has its task to do, and a plan for the new task is found.
    stage.take(Fact::Gone(1));
    stage.expect(&(), "+carry(a2, 1)");
    assert!(stage.has(Fact::Gone(1)), "{:#?}", stage.story);
}

#[test]
fn search_for_the_old_task_is_dropped() {
    let mut stage = stage(Director::new(Task::Work).interval(1_000), &SCENE);
    stage.tick_with(&(), 1);
    stage.director.set_task(Task::Idle);
    stage.quiet(1, &());
    stage.expect(&(), "+carry(a1, 0)");
}

#[test]
fn finish_may_be_called_while_iterating_commands() {
    let mut director = every_tick();
    for fact in SCENE {
        director.state_mut().insert(fact).unwrap();
    }
    director.state_mut().insert(Fact::Pile(2)).unwrap();
    let mut begun = 0;
    for _ in 0..6 {
        for command in director.tick(&(), Budget::unlimited()) {
            if let Command::Start { id, .. } = command {
                director.finish(id, Outcome::Success).expect("it runs");
                begun += 1;
            }
        }
    }
    assert_eq!(begun, 2);
    assert!(director.state().contains(Fact::Gone(1)) && director.state().contains(Fact::Gone(2)));
}

#[test]
fn collected_commands_stay_valid() {
    let mut director = every_tick();
    for fact in SCENE {
        director.state_mut().insert(fact).unwrap();
    }
    director.tick(&(), Budget::unlimited());
    let commands = director.tick(&(), Budget::unlimited());
    let told = commands.clone().map(|command| command.to_string());
    let told: Vec<String> = told.collect();
    assert_eq!(told, ["start action 1: carry(a1, 1), for plan 1"]);
    let plan = director.executor().plans().next().unwrap().id;
    director.cancel(plan);
    let stopped: Vec<_> = director.tick(&(), Budget::unlimited()).collect();
    assert_eq!(stopped.len(), 1);
    assert!(commands.map(|command| command.to_string()).eq(told));
}
