//! A squad with several jobs starts all of them within a few ticks.

use squad_htn::prelude::*;

use crate::squad::{A1, Actor};
use crate::stage::Stage;

htn_domain! {
    domain ship;
    agent Actor;

    predicate crew(Actor) [8];
    predicate reserved(Actor) [8];
    predicate job(u8) [8];
    predicate claimed(u8) [8];
    predicate chore(u8) [8];

    internal operator claim(who: Actor, job: u8) {
        if !reserved(who) && !claimed(job);
        add reserved(who), claimed(job);
        undo release(who, job);
    }
    internal operator release(who: Actor, job: u8) { delete reserved(who), claimed(job); }
    internal operator tick_off(chore: u8) { delete chore(chore); }
    operator work(who: Actor, job: u8) by who { success delete job(job); }

    pub method duty() if job(j) && !claimed(j) && crew(who) && !reserved(who) {
        claim(who, j);
        work(who, j);
        global_block(who);
        release(who, j);
    }
    pub method careless() if job(j) && crew(who) { work(who, j); }
    pub method chores() if chore(c) { tick_off(c); }
}

use ship::{Director, Fact, Task};

fn stage(director: Director, hands: u8, jobs: u8) -> Stage<ship::Domain> {
    let hands = (1..=hands).map(|n| Fact::Crew(Actor(n)));
    Stage::new(director, hands.chain((1..=jobs).map(Fact::Job)))
}

/// Returns the ticks in which actions start, out of the next `ticks` ticks.
fn starts(stage: &mut Stage<ship::Domain>, ticks: u64) -> Vec<u64> {
    let mut starts = Vec::new();
    for tick in 1..=ticks {
        let started = stage.tick(&());
        starts.extend(started.iter().map(|_start| tick));
    }
    starts
}

#[test]
fn six_hands_with_six_jobs_start_in_six_ticks() {
    let mut stage = stage(Director::new(Task::Duty), 6, 6);
    assert_eq!(starts(&mut stage, 200), [2, 3, 4, 5, 6, 7]);
    // Ticks 1 to 7, and then every 30 ticks.
    assert_eq!(stage.director.answers(), 7 + 193 / 30);
}

#[test]
fn keep_searching_false_waits_for_the_interval() {
    let director = Director::new(Task::Duty).keep_searching(false);
    let mut stage = stage(director, 6, 6);
    assert_eq!(starts(&mut stage, 200), [2, 32, 62, 92, 122, 152]);
}

#[test]
fn keep_searching_can_change_while_it_runs() {
    let mut stage = stage(Director::new(Task::Duty).interval(10), 6, 6);
    assert_eq!(starts(&mut stage, 3), [2, 3]);
    let director = &mut stage.director;
    director.set_settings(director.settings().keep_searching(false));
    // The search of tick 4 had already been scheduled.
    assert_eq!(starts(&mut stage, 22), [1, 2, 12, 22]);
}

#[test]
fn search_without_new_plan_ends_mobilising() {
    // The plans reserve nothing, so the second search finds the running plan again.
    let mut stage = stage(Director::new(Task::Careless), 6, 6);
    assert_eq!(starts(&mut stage, 25), [2]);
    assert_eq!(stage.director.answers(), 2);
}

#[test]
fn duplicates_are_not_new_plans() {
    let director = Director::new(Task::Careless).duplicates(true).interval(10);
    let mut stage = stage(director, 1, 1);
    starts(&mut stage, 25);
    // Searches run in tick 1, in tick 2 (a duplicate) and in ticks 12 and 22.
    assert_eq!(stage.plans(), 4);
}

#[test]
fn plans_without_an_action_wait_for_the_interval() {
    let mut stage = stage(Director::new(Task::Chores).interval(10), 0, 0);
    (1..=5).for_each(|chore| stage.put(Fact::Chore(chore)));
    stage.quiet(25, &());
    assert_eq!(stage.director.answers(), 3);
}

#[test]
fn one_plan_at_a_time_is_not_mobilised() {
    for policy in [Policy::Replace, Policy::Preempt] {
        let mut stage = stage(Director::new(Task::Duty).policy(policy), 6, 6);
        assert_eq!(starts(&mut stage, 25), [2]);
        assert_eq!(stage.director.answers(), 1);
    }
}

#[test]
fn sliced_searches_start_every_job() {
    let mut stage = stage(Director::new(Task::Duty).interval(1_000), 6, 6);
    let mut started = 0;
    for _ in 0..200 {
        started += stage.tick_with(&(), 3).len();
    }
    assert_eq!(started, 6);
}

#[test]
fn one_agent_collects_no_more_than_it_can_do() {
    let mut stage = stage(Director::new(Task::Duty), 1, 6);
    assert_eq!(starts(&mut stage, 25), [2]);
    assert!(stage.has(Fact::Reserved(A1)));
}
