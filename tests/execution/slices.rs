//! A director's searches under small budgets.

use squad_htn::prelude::*;

use crate::squad::{A1, A2, Actor};
use crate::stage::Stage;

htn_domain! {
    /// One agent does each job. Choosing the way takes many steps.
    domain shifts;
    agent Actor;

    predicate job(u8) [8];
    predicate taken(u8) [8];
    predicate way(u8) [64];
    predicate shut(u8) [64];
    predicate idle(Actor) [8];
    predicate reserved(Actor) [8];

    internal operator reserve(who: Actor, n: u8) {
        if !reserved(who) && !taken(n);
        add reserved(who), taken(n);
        undo free(who, n);
    }
    internal operator free(who: Actor, n: u8) { delete reserved(who), taken(n); }
    operator labour(who: Actor, way: u8) by who {}

    pub method shift() if job(n) && !taken(n) && idle(who) && !reserved(who) {
        reserve(who, n);
        labours(who);
        free(who, n);
    }
    method labours(who: Actor) if way(way) && !shut(way) sort by way desc {
        labour(who, way);
        global_block(who);
    }
}

use shifts::{Director, Fact, Task};

const A3: Actor = Actor(3);

/// Three agents, jobs for all of them, and `ways` ways.
fn facts(ways: u8) -> impl Iterator<Item = Fact> {
    let jobs = (1..=3).flat_map(|n| [Fact::Job(n), Fact::Idle(Actor(n))]);
    jobs.chain((1..=ways).map(Fact::Way))
}

fn planned(stage: &Stage<shifts::Domain>) -> usize {
    stage.count(|event| matches!(event, Event::Planned { .. }))
}

fn repaired(stage: &Stage<shifts::Domain>) -> usize {
    stage.count(|event| matches!(event, Event::Repaired { .. }))
}

fn in_repair(stage: &Stage<shifts::Domain>) -> usize {
    let plans = stage.director.executor().plans();
    plans.filter(|plan| plan.needs_repair).count()
}

/// Fails every started action at once for `ticks` ticks. Returns how many plans and how many repairs were found.
fn fail_all(stage: &mut Stage<shifts::Domain>, ticks: usize, slice: u64) -> (usize, usize) {
    let (mut plans, mut repairs) = (0, 0);
    for _ in 0..ticks {
        while let Some((_, action)) = stage.running.first().cloned() {
            stage.fail(&action);
        }
        stage.tick_with(&(), slice);
        plans += planned(stage);
        repairs += repaired(stage);
    }
    (plans, repairs)
}

#[test]
fn repairs_do_not_starve_root_search() {
    let director = Director::new(Task::Shift).interval(1).max_repairs(u32::MAX);
    let mut stage = Stage::new(director, facts(40));
    stage.expect(&(), "");
    stage.expect(&(), "+labour(a1, 40)");
    let (plans, repairs) = fail_all(&mut stage, 400, 20);
    assert_eq!(
        plans, 1,
        "the other two agents have work: {:#?}",
        stage.story
    );
    assert!(repairs > 5, "{repairs}");
}

#[test]
fn root_searches_do_not_starve_repairs() {
    let director = Director::new(Task::Shift).interval(1).max_repairs(u32::MAX);
    let mut stage = Stage::new(director, facts(40));
    stage.expect(&(), "");
    stage.expect(&(), "+labour(a1, 40)");
    let mut repairs = 0;
    for _ in 0..400 {
        while let Some((_, action)) = stage.running.first().cloned() {
            stage.fail(&action);
        }
        stage.director.replan_now();
        stage.tick_with(&(), 20);
        repairs += repaired(&stage);
    }
    assert!(repairs > 5, "{repairs}");
}

#[test]
fn repair_preempts_root_search_in_progress() {
    let director = Director::new(Task::Shift).interval(1);
    let mut stage = Stage::new(director, facts(40));
    stage.expect(&(), "");
    stage.expect(&(), "+labour(a1, 40)");
    stage.tick_with(&(), 20);
    stage.fail("labour(a1, 40)");
    let mut ticks = 0;
    while repaired(&stage) == 0 {
        stage.tick_with(&(), 20);
        ticks += 1;
        assert!(planned(&stage) == 0 && ticks < 100);
    }
}

#[test]
fn repairs_run_before_root_search_in_one_tick() {
    let director = Director::new(Task::Shift).interval(1);
    let mut stage = Stage::new(director, facts(4));
    while stage.running.len() < 3 {
        stage.tick(&());
    }
    for _ in 0..5 {
        assert_eq!(fail_all(&mut stage, 1, 1_000_000), (0, 0));
        assert_eq!(in_repair(&stage), 3);
        stage.expect(&(), "+labour(a1, 4) +labour(a2, 4) +labour(a3, 4)");
    }
}

#[test]
fn next_search_waits_until_found_plan_has_entered() {
    // The first search takes longer than the interval. A second one would find the same plan.
    let mut stage = Stage::new(Director::new(Task::Shift).interval(1), facts(40));
    for _ in 0..3 {
        stage.tick_with(&(), 10);
        assert_eq!(planned(&stage), 0);
    }
    stage.expect(&(), "");
    assert_eq!(planned(&stage), 1);
    stage.expect(&(), "+labour(a1, 40)");
    stage.expect(&(), "+labour(a2, 40)");
}

#[test]
fn search_starts_when_budget_arrives() {
    for none in [false, true] {
        let mut stage = Stage::new(Director::new(Task::Shift), facts(3));
        for _ in 0..10 {
            if none {
                stage.tick_with(&(), 0);
            } else {
                let _ = stage.director.tick(&(), Budget::until(|| true));
            }
        }
        stage.put(Fact::Way(7));
        stage.expect(&(), "");
        stage.expect(&(), "+labour(a1, 7)");
    }
}

#[test]
fn repair_uses_facts_of_when_budget_arrives() {
    let director = Director::new(Task::Shift)
        .interval(1_000_000)
        .keep_searching(false)
        .max_repairs(1);
    let mut stage = Stage::new(director, facts(3));
    stage.expect(&(), "");
    stage.expect(&(), "+labour(a1, 3)");
    stage.fail("labour(a1, 3)");
    for _ in 0..10 {
        stage.tick_with(&(), 0);
    }
    stage.put(Fact::Shut(3));
    stage.put(Fact::Shut(2));
    stage.expect(&(), "");
    stage.expect(&(), "+labour(a1, 1)");
}

#[test]
fn budget_closure_is_called_only_as_needed() {
    let mut stage = Stage::new(Director::new(Task::Shift), facts(3));
    let mut asked = 0;
    let stop = || {
        asked += 1;
        false
    };
    let _ = stage.director.tick(&(), Budget::until(stop));
    assert_eq!(planned(&stage), 1);
    let steps = stage.director.search_stats().steps;
    assert!(asked <= 1 + steps / 64, "{asked} for {steps} steps");
}

fn patient(stall_timeout: u32) -> Stage<shifts::Domain> {
    let director = Director::new(Task::Shift)
        .interval(1_000_000)
        .keep_searching(false)
        .when_idle(false)
        .stall_timeout(stall_timeout);
    let mut stage = Stage::new(director, facts(60));
    stage.expect(&(), "");
    stage.expect(&(), "+labour(a1, 60)");
    stage
}

#[test]
fn plan_with_slow_repair_is_abandoned() {
    let mut stage = patient(6);
    stage.fail("labour(a1, 60)");
    let mut ticks = 0;
    while stage.abandoned().is_empty() {
        stage.tick_with(&(), 1);
        ticks += 1;
        assert!(ticks < 20, "{:#?}", stage.story);
    }
    assert_eq!(stage.abandoned(), [AbandonReason::Stuck]);
    assert_eq!(ticks, 7, "it went into repair, and six ticks later");
    let said = |line: &&String| line.contains("until the plan is repaired");
    assert!(
        stage.story.iter().any(|line| said(&line)),
        "{:#?}",
        stage.story
    );
    assert!(!stage.has(Fact::Reserved(A1)) && !stage.has(Fact::Taken(1)));
    // The abandoned plan's repair search is not resumed.
    stage.quiet(3, &());
    assert_eq!(repaired(&stage) + in_repair(&stage), 0);
}

#[test]
fn repair_found_in_time_is_adopted() {
    let mut stage = patient(6);
    for _ in 0..5 {
        stage.expect(&(), "");
    }
    // The start of a repair counts as progress.
    stage.fail("labour(a1, 60)");
    for _ in 0..5 {
        assert!(stage.tick_with(&(), 1).is_empty());
    }
    stage.expect(&(), "");
    stage.expect(&(), "+labour(a1, 60)");
}

#[test]
fn widening_a_repair_counts_as_progress() {
    let director = Director::new(Task::Shift)
        .interval(1_000_000)
        .keep_searching(false)
        .stall_timeout(6);
    let alone = |fact: &Fact| matches!(fact, Fact::Way(_) | Fact::Job(1) | Fact::Idle(A1));
    let mut stage = Stage::new(director, facts(60).filter(alone));
    stage.expect(&(), "");
    stage.expect(&(), "+labour(a1, 60)");
    (1..=60).for_each(|way| stage.put(Fact::Shut(way)));
    stage.fail("labour(a1, 60)");
    let mut ticks = 0;
    while stage.abandoned().is_empty() {
        stage.tick_with(&(), 16);
        ticks += 1;
        assert!(ticks < 20, "{:#?}", stage.story);
    }
    // Each search ends, but both together take longer than `stall_timeout`.
    assert_eq!(
        stage.abandoned(),
        [AbandonReason::NoRepair],
        "{:#?}",
        stage.story
    );
    assert!(ticks > 7, "{ticks}");
}

#[test]
fn next_search_uses_agents_that_joined() {
    // A repair search that is in progress keeps the facts of its start, so it does not see them.
    let director = Director::new(Task::Shift)
        .interval(1_000_000)
        .keep_searching(false)
        .when_idle(false)
        .max_repairs(8);
    let mut stage = Stage::new(
        director,
        facts(20).filter(|fact| !matches!(fact, Fact::Idle(A2 | A3))),
    );
    stage.expect(&(), "");
    stage.expect(&(), "+labour(a1, 20)");
    stage.take(Fact::Idle(A1));
    stage.director.agent_left(A1);
    let stopped = stage.tick_with(&(), 1);
    assert_eq!(stopped, ["-labour(a1, 20)"]);
    stage.put(Fact::Idle(A2));
    stage.tick(&());
    stage.tick(&());
    assert_eq!(stage.plans(), 0, "{:#?}", stage.story);
    stage.director.replan_now();
    stage.expect(&(), "");
    stage.expect(&(), "+labour(a2, 20)");
}
