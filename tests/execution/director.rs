//! The director: searches, policies and replacement of plans.

use squad_htn::Searching;
use squad_htn::prelude::*;

use crate::squad::{A1, A2, Actor};
use crate::stage::Stage;

htn_domain! {
    domain patrol;
    agent Actor;

    predicate place(u8 => u8) [8];
    predicate taken(u8) [8];
    predicate visited(u8) [8];
    predicate alarm();
    predicate idle(Actor) [8];
    predicate reserved(Actor) [8];

    internal operator reserve(who: Actor, n: u8) {
        if !reserved(who) && !taken(n);
        add reserved(who), taken(n);
        undo free(who, n);
    }
    internal operator free(who: Actor, n: u8) { delete reserved(who), taken(n); }
    operator visit(who: Actor, n: u8) by who { success add visited(n); }
    operator hide(who: Actor) by who {}

    pub method patrol() {
        branch hiding if alarm() && idle(who) && !reserved(who) { hide(who); }
        branch nearest
            if place(n, distance) && !visited(n) && !taken(n) && idle(who) && !reserved(who)
            sort by distance
        {
            reserve(who, n); visit(who, n); global_block(who); free(who, n);
        }
    }
}

use patrol::{Director, Fact, Task};

const SCENE: [Fact; 4] = [
    Fact::Place(1, 10),
    Fact::Place(2, 20),
    Fact::Place(3, 30),
    Fact::Idle(A1),
];

fn stage(director: Director, facts: &[Fact]) -> Stage<patrol::Domain> {
    Stage::new(director, facts.iter().copied())
}

fn planned(stage: &Stage<patrol::Domain>) -> usize {
    stage.count(|event| matches!(event, Event::Planned { .. }))
}

fn no_plan(stage: &Stage<patrol::Domain>) -> usize {
    stage.count(|event| matches!(event, Event::NoPlan { .. }))
}

#[test]
fn first_tick_searches_and_second_starts_plan() {
    let mut stage = stage(Director::new(Task::Patrol), &SCENE);
    stage.expect(&(), "");
    assert_eq!(planned(&stage), 1);
    stage.expect(&(), "+visit(a1, 1)");
    assert_eq!(planned(&stage), 0);
    assert!(stage.has(Fact::Reserved(A1)));
}

#[test]
fn director_searches_every_interval() {
    let mut stage = stage(Director::new(Task::Patrol).interval(5), &[]);
    let mut searched = Vec::new();
    for tick in 1..=21 {
        stage.expect(&(), "");
        if stage.director.answers() > searched.len() as u64 {
            searched.push(tick);
        }
    }
    assert_eq!(searched, [1, 6, 11, 16, 21]);
}

#[test]
fn replan_now_searches_at_once() {
    let mut stage = stage(Director::new(Task::Patrol).interval(100), &[]);
    stage.quiet(3, &());
    for fact in SCENE {
        stage.put(fact);
    }
    stage.quiet(2, &());
    stage.director.replan_now();
    stage.expect(&(), "");
    assert_eq!(planned(&stage), 1);
    stage.expect(&(), "+visit(a1, 1)");
}

#[test]
fn search_paused_by_slice_resumes_next_tick() {
    let mut stage = stage(Director::new(Task::Patrol).interval(1_000_000), &SCENE);
    let mut ticks = 0;
    assert_eq!(stage.director.searching(), None);
    while planned(&stage) == 0 {
        assert!(stage.tick_with(&(), 1).is_empty());
        ticks += 1;
        assert!(ticks < 1_000);
        let goes_on = (planned(&stage) == 0).then_some(Searching::Root);
        assert_eq!(stage.director.searching(), goes_on);
    }
    assert!(ticks > 3, "one step a tick takes its time");
    stage.expect(&(), "+visit(a1, 1)");
}

#[test]
fn budget_of_zero_finds_no_plan() {
    let mut stage = stage(Director::new(Task::Patrol), &SCENE);
    for _ in 0..100 {
        assert!(stage.tick_with(&(), 0).is_empty());
        assert_eq!(planned(&stage) + no_plan(&stage), 0);
    }
}

#[test]
fn outdated_plan_fails_before_its_first_step() {
    let director = Director::new(Task::Patrol)
        .interval(1_000_000)
        .repair(Repair::Abandon);
    let mut stage = stage(director, &SCENE);
    stage.expect(&(), "");
    assert_eq!(planned(&stage), 1);
    stage.put(Fact::Visited(1));
    stage.expect(&(), "");
    assert_eq!(stage.abandoned().len(), 1);
    assert!(!stage.has(Fact::Reserved(A1)) && !stage.has(Fact::Taken(1)));
}

#[test]
fn facts_may_change_while_a_search_is_paused() {
    // A search reads the facts of its start.
    let mut stage = stage(Director::new(Task::Patrol).interval(1_000_000), &SCENE);
    stage.tick_with(&(), 1);
    stage.put(Fact::Place(4, 1));
    stage.expect(&(), "");
    assert_eq!(planned(&stage), 1);
    stage.expect(&(), "+visit(a1, 1)");
}

#[test]
fn accumulate_adds_each_plan_found_to_those_that_run() {
    let mut stage = stage(Director::new(Task::Patrol).interval(2), &SCENE);
    stage.put(Fact::Idle(A2));
    let mut commands = Vec::new();
    for _ in 0..6 {
        commands.extend(stage.tick(&()));
    }
    assert_eq!(commands, ["+visit(a1, 1)", "+visit(a2, 2)"]);
    assert_eq!(stage.plans(), 2);
    stage.succeed("visit(a1, 1)");
    stage.expect_within(4, &(), "+visit(a1, 3)");
    stage.succeed("visit(a2, 2)");
    stage.succeed("visit(a1, 3)");
    stage.quiet(6, &());
    assert_eq!(stage.plans(), 0);
    assert!(
        stage.has(Fact::Visited(1)) && stage.has(Fact::Visited(2)) && stage.has(Fact::Visited(3))
    );
}

#[test]
fn plans_have_the_priority_given() {
    let mut stage = stage(Director::new(Task::Patrol).priority(7), &SCENE);
    stage.quiet(1, &());
    stage.expect(&(), "+visit(a1, 1)");
    let priorities: Vec<_> = stage
        .director
        .executor()
        .plans()
        .map(|plan| plan.priority)
        .collect();
    assert_eq!(priorities, [7]);
}

#[test]
fn failed_search_does_not_stop_the_director() {
    let mut stage = stage(Director::new(Task::Patrol).interval(3), &SCENE[..3]);
    stage.quiet(5, &());
    assert!(
        stage.story.iter().any(|line| line.contains("no plan")),
        "{:?}",
        stage.story
    );
    stage.put(Fact::Idle(A1));
    stage.expect_within(6, &(), "+visit(a1, 1)");
}

fn replacing(facts: &[Fact]) -> Stage<patrol::Domain> {
    let director = Director::new(Task::Patrol)
        .interval(1)
        .policy(Policy::Replace);
    let mut stage = stage(director, facts);
    stage.expect_within(3, &(), "+visit(a1, 1)");
    stage
}

#[test]
fn replace_keeps_the_plan_if_found_again() {
    let mut stage = replacing(&SCENE);
    stage.put(Fact::Idle(A2));
    stage.quiet(10, &());
    assert_eq!(stage.plans(), 1);
    stage.succeed("visit(a1, 1)");
    stage.expect_within(4, &(), "+visit(a1, 2)");
}

#[test]
fn replace_prefers_earlier_branch() {
    let mut stage = replacing(&SCENE);
    stage.put(Fact::Alarm);
    stage.expect_within(4, &(), "-visit(a1, 1) +hide(a1)");
    assert!(!stage.has(Fact::Reserved(A1)) && !stage.has(Fact::Taken(1)));
    assert_eq!(stage.plans(), 1);
    assert!(
        stage.story.iter().any(|line| line.contains("replaced")),
        "{:?}",
        stage.story
    );
}

#[test]
fn replace_ignores_later_branch() {
    let director = Director::new(Task::Patrol)
        .interval(1)
        .policy(Policy::Replace);
    let mut stage = stage(director, &SCENE);
    stage.put(Fact::Alarm);
    stage.expect_within(3, &(), "+hide(a1)");
    stage.take(Fact::Alarm);
    stage.quiet(6, &());
    stage.succeed("hide(a1)");
    stage.expect_within(3, &(), "+visit(a1, 1)");
}

#[test]
fn replace_prefers_better_sort_key() {
    let mut stage = replacing(&SCENE);
    stage.put(Fact::Place(4, 5));
    stage.expect_within(4, &(), "-visit(a1, 1) +visit(a1, 4)");
    assert!(!stage.has(Fact::Taken(1)) && stage.has(Fact::Taken(4)));
}

#[test]
fn replace_compares_current_sort_keys() {
    let mut stage = replacing(&SCENE);
    stage.put(Fact::Place(1, 15));
    stage.quiet(6, &());
    stage.put(Fact::Place(1, 25));
    stage.expect_within(4, &(), "-visit(a1, 1) +visit(a1, 2)");
}

htn_domain! {
    /// The lamp burns while it is carried.
    domain lamp;
    agent Actor;

    predicate lit();

    operator carry(who: Actor) by who { start add lit(); finish delete lit(); }
    operator read(who: Actor) by who {}

    pub method evening() {
        branch reading if lit() { read(A1); }
        branch walking { carry(A1); }
    }
}

#[test]
fn replace_search_undoes_effects_of_running_plan() {
    let director = lamp::Director::new(lamp::Task::Evening)
        .interval(1)
        .policy(Policy::Replace);
    let mut stage = Stage::<lamp::Domain>::new(director, []);
    stage.expect_within(2, &(), "+carry(a1)");
    assert!(stage.has(lamp::Fact::Lit));
    stage.quiet(6, &());
    assert!(stage.has(lamp::Fact::Lit));
    stage.succeed("carry(a1)");
    stage.expect_within(2, &(), "+carry(a1)");
}

htn_domain! {
    /// A door that may be jammed.
    domain locked;
    agent Actor;

    predicate jammed();

    operator pick(who: Actor) by who { failure add jammed(); }
    operator breach(who: Actor) by who {}

    pub method open() {
        branch by_force if jammed() { breach(A1); }
        branch quietly { pick(A1); }
    }
}

#[test]
fn replace_search_assumes_running_actions_succeed() {
    let director = locked::Director::new(locked::Task::Open)
        .interval(1)
        .policy(Policy::Replace)
        .repair(Repair::Abandon);
    let mut stage = Stage::<locked::Domain>::new(director, []);
    stage.expect_within(2, &(), "+pick(a1)");
    stage.quiet(6, &());
    stage.fail("pick(a1)");
    stage.expect_within(3, &(), "+breach(a1)");
}

#[test]
fn comparing_plans_changes_no_facts() {
    let mut stage = replacing(&[Fact::Place(1, 10), Fact::Place(2, 10), Fact::Idle(A1)]);
    // From here on the other place is found first, though it is no better.
    stage.take(Fact::Place(1, 10));
    stage.put(Fact::Place(1, 10));
    let facts: Vec<Fact> = stage.director.state().facts().collect();
    // Several searches have compared their plan with the running one.
    assert!(stage.has(Fact::Reserved(A1)) && stage.has(Fact::Taken(1)));
    for _ in 0..5 {
        let answers = stage.director.answers();
        stage.quiet(1, &());
        assert_eq!(stage.director.answers(), answers + 1);
        assert_eq!(planned(&stage), 0, "the running plan is as good");
        assert!(stage.director.state().facts().eq(facts.iter().copied()));
        // The planner still shows the plan that it found.
        let found = stage
            .director
            .planner()
            .and_then(|planner| planner.plan())
            .map(ToString::to_string);
        assert!(found.is_some_and(|plan| plan.contains("visit(a1, 2)")));
    }
}

#[test]
fn finish_leave_and_cancel_reach_the_executor() {
    let director = Director::new(Task::Patrol)
        .interval(1_000_000)
        .when_idle(false)
        .keep_searching(false);
    let mut stage = stage(director, &SCENE);
    stage.quiet(1, &());
    stage.expect(&(), "+visit(a1, 1)");
    let plan = stage.director.executor().plans().next().unwrap().id;
    stage.director.cancel(plan);
    stage.expect(&(), "-visit(a1, 1)");
    assert_eq!(stage.abandoned(), [AbandonReason::Cancelled]);
    assert_eq!(stage.plans(), 0);

    stage.put(Fact::Idle(A2));
    stage.director.replan_now();
    stage.expect_within(3, &(), "+visit(a1, 1)");
    stage.take(Fact::Idle(A1));
    stage.director.agent_left(A1);
    stage.expect(&(), "-visit(a1, 1)");
    stage.expect_within(5, &(), "+visit(a2, 1)");
    assert!(!stage.has(Fact::Reserved(A1)) && stage.has(Fact::Reserved(A2)));
}

#[test]
fn every_event_prints_as_one_line() {
    let mut stage = stage(Director::new(Task::Patrol).interval(4), &SCENE);
    for round in 0..30 {
        stage.tick(&());
        if round % 3 == 2 {
            while let Some((_, action)) = stage.running.first().cloned() {
                let outcome = if round % 2 == 0 {
                    Outcome::Success
                } else {
                    Outcome::Failure
                };
                stage.end(&action, outcome);
            }
        }
    }
    for line in &stage.story {
        assert!(line.starts_with("tick ") && !line.contains('\n'), "{line}");
    }
    for word in [
        " found: ",
        "started",
        "finished",
        "failed",
        "repaired",
        "completed",
        "no plan",
    ] {
        assert!(
            stage.story.iter().any(|line| line.contains(word)),
            "{word}: {:#?}",
            stage.story
        );
    }
}

#[test]
fn cloned_director_behaves_like_the_original() {
    let mut stage = stage(Director::new(Task::Patrol).interval(3), &SCENE);
    stage.tick_with(&(), 3);
    let mut copy = Stage {
        director: stage.director.clone(),
        running: Vec::new(),
        story: stage.story.clone(),
    };
    for _ in 0..40 {
        assert_eq!(stage.tick_with(&(), 3), copy.tick_with(&(), 3));
    }
    assert_eq!(stage.story, copy.story);
    assert_eq!(stage.running, copy.running);
    assert!(!stage.running.is_empty());
}

#[test]
fn plan_over_executor_limits_is_reported() {
    let limits = Limits {
        plans: 1,
        ..Limits::compact()
    };
    let director = Director::with_limits(Task::Patrol, limits).interval(1);
    let mut stage = stage(director, &SCENE);
    stage.put(Fact::Idle(A2));
    (0..3).for_each(|_| _ = stage.tick(&()));
    let said = "plan not accepted: the executor already holds 1 plan; \
                help: raise `Limits::plans`";
    assert!(
        stage.story.iter().any(|line| line.ends_with(said)),
        "{:#?}",
        stage.story
    );
}
