//! `later`: tasks that are planned when their turn comes.

use squad_htn::prelude::*;
use squad_htn::{FailureCause, StepState, WaitFor};

use crate::squad::{A1, A2, Actor};
use crate::stage::Stage;

htn_domain! {
    domain guard;
    agent Actor;

    predicate post(u8) [8];
    predicate manned(u8) [8];
    predicate calm();
    predicate awake();
    predicate taken(u8) [8];

    operator watch(who: Actor, n: u8) by who { success add manned(n); }
    operator walk(who: Actor, n: u8) by who {}
    operator report(who: Actor) by who { if calm(); }
    operator sleep(who: Actor) by who {}
    internal operator take(n: u8) { if !taken(n); add taken(n); undo release(n); }
    internal operator release(n: u8) { delete taken(n); }

    /// A patrol without end.
    pub method patrol() if post(n) && !manned(n) { watch(A1, n); later patrol(); }
    /// Another one, which does not look for an empty post.
    pub method rounds() if post(n) { watch(A1, n); later rounds(); }
    /// A night is a day's end, and a day a night's.
    pub method day() if awake() { walk(A1, 1); later night(); }
    method night() { sleep(A1); later day(); }
    /// Steps of two agents before it, and a step after it.
    pub method march() {
        walk(A1, 1);
        walk(A2, 2);
        later settle(A1);
        walk(A2, 3);
    }
    method settle(who: Actor) {
        branch here if post(n) { watch(who, n); }
        branch nowhere if calm() {}
    }
    /// The conditions above a later task.
    pub method shift() if calm() { walk(A1, 1); later round(A1); report(A1); }
    pub method shift() if !calm() { sleep(A1); }
    method round(who: Actor) { walk(who, 5); walk(who, 6); }
    /// A reservation from before stays.
    pub method reserved() { take(1); walk(A1, 1); later reserved_round(); }
    method reserved_round() { walk(A1, 2); later reserved_round(); }
    /// A plan that begins with one.
    pub method at_once() { later settle(A1); }
    pub method twice() { later settle(A1); later settle(A2); }
}

use guard::{Director, Domain, Executor, Fact, Planner, State, Task};

fn director(task: Task) -> Director {
    Director::new(task)
        .interval(1_000_000)
        .keep_searching(false)
        .when_idle(false)
}

fn stage(task: Task, facts: &[Fact]) -> Stage<Domain> {
    Stage::new(director(task), facts.iter().copied())
}

#[test]
fn patrol_has_no_end_and_does_not_grow() {
    // Fewer repairs are allowed than there are rounds.
    let director = director(Task::Rounds).max_repairs(2);
    let mut stage = Stage::new(director, [Fact::Post(1)]);
    for round in 0..100 {
        stage.expect_within(4, &(), "+watch(a1, 1)");
        stage.succeed("watch(a1, 1)");
        assert_eq!(stage.plans(), 1, "{round}: {:#?}", stage.story);
        let plan = stage.director.executor().plans().next().expect("it runs");
        assert!(plan.tree().len() <= 2, "round {round}");
        assert!(plan.steps().count() <= 2, "round {round}");
    }
}

#[test]
fn later_task_is_planned_from_the_facts_of_its_turn() {
    let mut stage = stage(Task::Patrol, &[Fact::Post(1), Fact::Post(2)]);
    stage.expect_within(3, &(), "+watch(a1, 1)");
    stage.put(Fact::Post(3));
    stage.take(Fact::Post(2));
    stage.succeed("watch(a1, 1)");
    stage.expect_within(3, &(), "+watch(a1, 3)");
}

#[test]
fn tasks_that_lead_to_each_other_do_not_nest() {
    let mut stage = stage(Task::Day, &[Fact::Awake]);
    for round in 0..30 {
        stage.expect_within(4, &(), "+walk(a1, 1)");
        stage.succeed("walk(a1, 1)");
        stage.expect_within(4, &(), "+sleep(a1)");
        stage.succeed("sleep(a1)");
        let plan = stage.director.executor().plans().next().expect("it runs");
        assert!(plan.tree().len() <= 3, "round {round}");
    }
}

#[test]
fn later_task_waits_until_all_earlier_steps_have_ended() {
    let mut stage = stage(Task::March, &[Fact::Post(7)]);
    stage.expect_within(3, &(), "+walk(a1, 1) +walk(a2, 2)");
    stage.succeed("walk(a1, 1)");
    stage.quiet(5, &());
    let needs_repair = stage.count(|event| matches!(event, Event::NeedsRepair { .. }));
    assert_eq!(needs_repair, 0, "a2 still walks");
    stage.succeed("walk(a2, 2)");
    stage.expect(&(), "");
    let asked: Vec<String> = stage
        .director
        .events()
        .map(|event| event.to_string())
        .collect();
    assert!(
        asked
            .iter()
            .any(|line| line.contains("needs a repair at settle(a1)")),
        "{asked:#?}"
    );
    stage.expect(&(), "+watch(a1, 7) +walk(a2, 3)");
}

#[test]
fn steps_after_a_later_task_wait_for_its_plan() {
    let mut stage = stage(Task::March, &[]);
    stage.expect_within(3, &(), "+walk(a1, 1) +walk(a2, 2)");
    let plan = stage.director.executor().plans().next().expect("it runs");
    let waits = plan.waits.expect("the later task waits");
    assert_eq!(waits.task, Task::Settle { who: A1 });
    assert!(matches!(waits.until, WaitFor::Ended { .. }), "{waits:?}");
    let states: Vec<StepState> = plan.steps().map(|step| step.state).collect();
    assert_eq!(states[2..], [StepState::Waiting; 2]);
    stage.succeed("walk(a1, 1)");
    stage.succeed("walk(a2, 2)");
    // The second branch has no steps.
    stage.put(Fact::Calm);
    stage.expect_within(3, &(), "+walk(a2, 3)");
    stage.succeed("walk(a2, 3)");
    stage.expect(&(), "");
    assert!(stage.completed());
}

#[test]
fn later_task_without_a_plan_is_reported_and_repaired() {
    let mut stage = stage(Task::March, &[]);
    stage.expect_within(3, &(), "+walk(a1, 1) +walk(a2, 2)");
    stage.succeed("walk(a1, 1)");
    stage.succeed("walk(a2, 2)");
    stage.tick(&());
    let causes: Vec<FailureCause> = stage
        .director
        .events()
        .filter_map(|event| match event {
            Event::Failed { why, task, .. } => {
                assert_eq!(task, Task::Settle { who: A1 });
                Some(why)
            }
            _ => None,
        })
        .collect();
    assert_eq!(causes, [FailureCause::NoPlan], "{:#?}", stage.story);
    // The task above is planned again from its beginning.
    stage.expect_within(3, &(), "+walk(a1, 1) +walk(a2, 2)");
}

#[test]
fn policy_without_repairs_still_plans_later_tasks() {
    let settled = director(Task::March).repair(Repair::Abandon);
    let mut stage = Stage::new(settled, [Fact::Post(7)]);
    stage.expect_within(3, &(), "+walk(a1, 1) +walk(a2, 2)");
    stage.succeed("walk(a1, 1)");
    stage.succeed("walk(a2, 2)");
    stage.expect_within(3, &(), "+watch(a1, 7) +walk(a2, 3)");
    let unsettled = director(Task::March).repair(Repair::Abandon);
    let mut stage = Stage::new(unsettled, []);
    stage.expect_within(3, &(), "+walk(a1, 1) +walk(a2, 2)");
    stage.succeed("walk(a1, 1)");
    stage.succeed("walk(a2, 2)");
    for _ in 0..3 {
        stage.tick(&());
    }
    assert_eq!(stage.plans(), 0, "{:#?}", stage.story);
    let story = stage.story.join("\n");
    assert!(story.contains("no method has a plan"), "{story}");
}

#[test]
fn replan_policy_plans_only_the_later_task() {
    let replanned = director(Task::March).repair(Repair::Replan);
    let mut stage = Stage::new(replanned, [Fact::Post(7)]);
    stage.expect_within(3, &(), "+walk(a1, 1) +walk(a2, 2)");
    stage.succeed("walk(a1, 1)");
    stage.succeed("walk(a2, 2)");
    stage.expect_within(3, &(), "+watch(a1, 7) +walk(a2, 3)");
}

#[test]
fn condition_above_must_hold_when_the_turn_comes() {
    let mut stage = stage(Task::Shift, &[Fact::Calm]);
    stage.expect_within(3, &(), "+walk(a1, 1)");
    stage.succeed("walk(a1, 1)");
    stage.take(Fact::Calm);
    stage.expect_within(5, &(), "+sleep(a1)");
}

#[test]
fn condition_above_is_checked_for_the_planned_steps() {
    let mut stage = stage(Task::Shift, &[Fact::Calm]);
    stage.expect_within(3, &(), "+walk(a1, 1)");
    stage.succeed("walk(a1, 1)");
    stage.expect_within(3, &(), "+walk(a1, 5)");
    stage.take(Fact::Calm);
    stage.succeed("walk(a1, 5)");
    stage.expect_within(5, &(), "+sleep(a1)");
}

#[test]
fn failure_below_a_planned_task_is_repaired_there() {
    let mut stage = stage(Task::Shift, &[Fact::Calm]);
    stage.expect_within(3, &(), "+walk(a1, 1)");
    stage.succeed("walk(a1, 1)");
    stage.expect_within(3, &(), "+walk(a1, 5)");
    stage.fail("walk(a1, 5)");
    stage.expect_within(3, &(), "+walk(a1, 5)");
    stage.succeed("walk(a1, 5)");
    stage.expect(&(), "+walk(a1, 6)");
    stage.succeed("walk(a1, 6)");
    stage.expect(&(), "+report(a1)");
}

#[test]
fn reservation_from_before_stays_and_is_undone_at_the_end() {
    let mut stage = stage(Task::Reserved, &[]);
    stage.expect_within(3, &(), "+walk(a1, 1)");
    stage.succeed("walk(a1, 1)");
    for _ in 0..10 {
        stage.expect_within(4, &(), "+walk(a1, 2)");
        assert!(stage.has(Fact::Taken(1)));
        stage.succeed("walk(a1, 2)");
    }
    let id = stage
        .director
        .executor()
        .plans()
        .next()
        .expect("it runs")
        .id;
    assert!(stage.director.cancel(id));
    stage.tick(&());
    assert!(!stage.has(Fact::Taken(1)) && stage.plans() == 0);
}

#[test]
fn later_tasks_in_a_row_are_planned_one_after_another() {
    let mut stage = stage(Task::Twice, &[Fact::Post(7)]);
    stage.expect_within(4, &(), "+watch(a1, 7)");
    let steps: Vec<Task> = stage
        .director
        .executor()
        .plans()
        .flat_map(|plan| plan.steps().map(|step| step.task).collect::<Vec<_>>())
        .collect();
    assert_eq!(steps.last(), Some(&Task::Settle { who: A2 }));
    stage.put(Fact::Post(8));
    stage.take(Fact::Post(7));
    stage.succeed("watch(a1, 7)");
    stage.expect_within(4, &(), "+watch(a2, 8)");
    stage.succeed("watch(a2, 8)");
    stage.expect(&(), "");
    assert!(stage.completed(), "{:#?}", stage.story);
}

#[test]
fn agent_that_a_later_task_names_may_leave() {
    let mut stage = stage(Task::March, &[Fact::Post(7)]);
    stage.expect_within(3, &(), "+walk(a1, 1) +walk(a2, 2)");
    stage.succeed("walk(a1, 1)");
    stage.quiet(1, &());
    stage.director.agent_left(A1);
    // The task above is planned again, and not the later task before its turn.
    stage.expect_within(3, &(), "-walk(a2, 2) +walk(a1, 1) +walk(a2, 2)");
}

#[test]
fn executor_alone_reports_that_a_plan_is_needed() {
    let mut state = State::from_facts([Fact::Post(7)]).expect("it fits");
    let mut planner = Planner::new();
    let plan = planner
        .find(&state, &(), Task::AtOnce)
        .expect("no limit")
        .expect("a plan");
    let mut executor = Executor::new();
    let id = executor.submit(plan, 0).expect("it fits");
    assert_eq!(executor.tick(&mut state, &()).count(), 0);
    let needs: Vec<_> = executor
        .events()
        .filter_map(|event| match event {
            Event::NeedsRepair { plan, at, .. } => Some((plan, at)),
            _ => None,
        })
        .collect();
    assert_eq!(needs, [(id, Some(Task::Settle { who: A1 }))]);
    assert!(executor.plans().all(|plan| plan.needs_repair));
    let answer = planner
        .find(&state, &(), Task::Settle { who: A1 })
        .expect("no limit")
        .expect("a plan");
    executor.replace(id, answer).expect("it waits for a plan");
    let started: Vec<String> = executor
        .tick(&mut state, &())
        .map(|command| match command {
            Command::Start { action, .. } | Command::Stop { action, .. } => action.to_string(),
        })
        .collect();
    assert_eq!(started, ["watch(a1, 7)"]);
}
