//! Budgets, pausing and resuming.

use std::cell::Cell;

use squad_htn::prelude::*;

use crate::common::{How, search};
use crate::errand::{Fact, Planner, State, Task, row};

const TASK: Task = Task::Collect { to: 8 };

fn steps_of(planner: &Planner) -> Vec<Task> {
    planner.plan().expect("found").tasks().collect()
}

#[test]
fn fresh_planner_has_no_plan() {
    let mut planner = Planner::new();
    assert!(planner.plan().is_none());
    assert_eq!(
        planner.resume(&(), Budget::unlimited()),
        Ok(Progress::NoPlan)
    );
}

#[test]
fn zero_steps_do_nothing_but_zero_micros_do_one() {
    let mut planner = Planner::new();
    planner.start(&row(8), TASK);
    let stats = planner.stats();
    for _ in 0..3 {
        assert_eq!(planner.resume(&(), Budget::steps(0)), Ok(Progress::Paused));
        assert_eq!(planner.stats(), stats);
    }
    let mut rounds = 0;
    while planner.resume(&(), Budget::micros(0)) == Ok(Progress::Paused) {
        rounds += 1;
        assert!(planner.stats().steps >= rounds, "each call gets on");
    }
    assert!(planner.plan().is_some());
}

#[test]
fn plan_is_available_only_right_after_found() {
    let mut planner = Planner::new();
    planner.start(&row(6), Task::Travel { to: 6 });
    let all = rest(&mut planner.clone());
    let mut found = Vec::new();
    loop {
        // A call with a budget of zero already leaves the found plan.
        assert_eq!(planner.resume(&(), Budget::steps(0)), Ok(Progress::Paused));
        assert!(planner.plan().is_none());
        assert_eq!(
            planner.resume(&(), Budget::until(|| true)),
            Ok(Progress::Paused)
        );
        assert!(planner.to_string().starts_with("errand: paused; "));
        match planner.resume(&(), Budget::unlimited()).unwrap() {
            Progress::Found => found.push(steps_of(&planner)),
            _ => break,
        }
    }
    assert_eq!(found, all);
}

#[test]
fn closure_stops_the_search() {
    let mut planner = Planner::new();
    planner.start(&row(8), TASK);
    assert_eq!(
        planner.resume(&(), Budget::until(|| true)),
        Ok(Progress::Paused)
    );
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() % 2 == 0
    };
    let mut pauses = 0;
    while planner.resume(&(), Budget::until(stop)) == Ok(Progress::Paused) {
        pauses += 1;
    }
    assert!(pauses > 0 && asked.get() > pauses);
    let mut whole = Planner::new();
    whole.find(&row(8), &(), TASK).unwrap();
    assert_eq!(steps_of(&planner), steps_of(&whole));
    assert_eq!(planner.stats(), whole.stats());
}

#[test]
fn step_budget_is_exceeded_by_one_row_at_most() {
    let mut planner = Planner::new();
    planner.start(&row(8), TASK);
    let mut before = planner.stats().steps;
    while planner.resume(&(), Budget::steps(10)) == Ok(Progress::Paused) {
        let now = planner.stats().steps;
        assert!(now > before && now - before <= 10 + 5, "{before} to {now}");
        before = now;
    }
}

#[test]
fn search_has_its_own_copy_of_the_facts() {
    let mut state = row(8);
    let mut planner = Planner::new();
    planner.start(&state, TASK);
    assert_eq!(planner.resume(&(), Budget::steps(5)), Ok(Progress::Paused));
    state.clear();
    assert_eq!(
        planner.resume(&(), Budget::unlimited()),
        Ok(Progress::Found)
    );
    let found = steps_of(&planner);
    planner.find(&row(8), &(), TASK).unwrap();
    assert_eq!(steps_of(&planner), found);
}

#[test]
fn start_during_a_search_restarts() {
    let mut planner = Planner::new();
    for steps in [1, 10, 30] {
        planner.start(&row(8), TASK);
        assert_eq!(
            planner.resume(&(), Budget::steps(steps)),
            Ok(Progress::Paused)
        );
    }
    planner.find(&row(8), &(), TASK).unwrap();
    let mut fresh = Planner::new();
    fresh.find(&row(8), &(), TASK).unwrap();
    assert_eq!(steps_of(&planner), steps_of(&fresh));
    assert_eq!(planner.stats(), fresh.stats());
}

/// Returns all plans from here on.
fn rest(planner: &mut Planner) -> Vec<Vec<Task>> {
    let mut plans = Vec::new();
    while planner.resume(&(), Budget::unlimited()) == Ok(Progress::Found) {
        plans.push(steps_of(planner));
    }
    plans
}

#[test]
fn cloned_paused_search_resumes_independently() {
    let mut planner = Planner::new();
    planner.start(&row(6), Task::Travel { to: 6 });
    let all = rest(&mut planner.clone());
    assert!(all.len() > 3);
    let mut found = Vec::new();
    loop {
        let mut copy = planner.clone();
        assert_eq!(rest(&mut copy), all[found.len()..]);
        assert_eq!(copy.resume(&(), Budget::unlimited()), Ok(Progress::NoPlan));
        match planner.resume(&(), Budget::steps(7)).unwrap() {
            Progress::Paused | Progress::Waiting => {}
            Progress::Found => found.push(steps_of(&planner)),
            Progress::NoPlan => break,
        }
    }
    assert_eq!(found, all);
}

#[test]
fn several_tasks_are_planned_in_order() {
    let both = [Task::Travel { to: 1 }, Task::Travel { to: 2 }];
    let found = search(&row(3), &(), &both, How::default());
    assert_eq!(found.plans, [["walk(1)", "walk(2)"]]);
    let back = [Task::Travel { to: 1 }, Task::Travel { to: 0 }];
    assert!(search(&row(3), &(), &back, How::default()).plans.is_empty());
    let three = [
        Task::Travel { to: 2 },
        Task::Pick { parcel: 2 },
        Task::Travel { to: 3 },
    ];
    let found = search(&row(3), &(), &three, How::default());
    assert_eq!(found.plans, [["walk(2)", "pick(2)", "walk(3)"]]);
}

#[test]
fn no_tasks_give_the_empty_plan() {
    let found = search(&row(3), &(), &[], How::default());
    assert_eq!(found.plans, [Vec::<String>::new()]);
    assert_eq!(found.costs, [0.0]);
}

#[test]
fn planner_looks_up_a_single_fact() {
    let tasks = [
        Task::Add(Fact::Road(3, 0)),
        Task::Travel { to: 3 },
        Task::Travel { to: 0 },
    ];
    let found = search(
        &row(3),
        &(),
        &tasks,
        How {
            plans: 1,
            ..How::default()
        },
    );
    assert_eq!(found.plans[0][0], "add road(3, 0)");
    assert_eq!(found.plans[0].last().unwrap(), "walk(0)");
}

#[test]
fn stats_count_one_search_and_reset_on_start() {
    let mut planner = Planner::new();
    assert_eq!(planner.stats().steps, 0);
    planner.find(&row(8), &(), TASK).unwrap();
    let stats = planner.stats();
    assert!(
        stats.steps > 0 && stats.bindings > 0 && stats.deepest > 1,
        "{stats}"
    );
    assert!(stats.used.steps > 0 && stats.used.depth >= stats.deepest);
    planner.start(&row(8), TASK);
    assert_eq!(planner.stats().steps, 0, "a start begins to count anew");
    planner.find(&State::new(), &(), Task::Wander).unwrap();
    assert!(planner.stats().steps < stats.steps);
}

htn_domain! {
    domain deep;

    operator act(n: u16) {}

    method down(n: u16) {
        branch further if n > 0 { down(n - 1); }
        branch end { act(n); }
    }
    method both(n: u16) { unordered { { down(n); act(n); } { down(n); act(n); } } }
}

/// A run of several operators is the largest indivisible unit.
#[test]
fn call_exceeds_its_budget_only_slightly() {
    let mut planner = deep::Planner::new();
    planner.start(&deep::State::new(), deep::Task::Both { n: 500 });
    let (mut before, mut most) = (0, 0);
    let mut plans = 0;
    while plans < 4 {
        let progress = planner.resume(&(), Budget::steps(1)).unwrap();
        let steps = planner.stats().steps;
        most = most.max(steps - before);
        before = steps;
        plans += usize::from(progress == Progress::Found);
    }
    assert!(most <= 16, "{most} steps in a call");
}

#[test]
fn planner_prints_the_state_of_its_search() {
    let state = crate::errand::State::new();
    let mut planner = crate::errand::Planner::new();
    planner.start_all(&state, &[]);
    assert!(
        planner.to_string().starts_with("errand: paused; 0 steps"),
        "{planner}"
    );
    let progress = planner.resume(&(), Budget::unlimited()).expect("it fits");
    assert_eq!(progress.to_string(), "found a plan");
    assert!(
        planner.to_string().starts_with("errand: found a plan; "),
        "{planner}"
    );
    let progress = planner.resume(&(), Budget::unlimited()).expect("it fits");
    assert_eq!(progress.to_string(), "no plan");
}
