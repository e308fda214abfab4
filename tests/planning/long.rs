//! Long and deep searches: memory must not grow with finished tasks.

use squad_htn::prelude::*;

htn_domain! {
    domain long;

    predicate item(u32) [64];
    predicate left(=> u32);
    predicate mark(u32) [4096];
    predicate stop(u32);

    axiom small(x: u32) { item(x) && x < 60 }
    axiom down(n: u32) { n == 0 }
    axiom down(n: u32) { n > 0 && down(n - 1) }

    internal operator tick(n: u32) { add left(n - 1); }
    internal operator note(n: u32) { add mark(n); }
    operator end() {}

    method sorted_rounds() { while left(n) && n > 0 && first(small(_x) sort by _x) { tick(n); } }
    method counted_rounds() {
        while left(n) && n > 0 && let c: usize = count(small(_)) && c > 0 { tick(n); }
    }
    method axiom_rounds() { while left(n) && n > 0 && first(small(_)) { tick(n); } }
    method each_round() { while left(n) && n > 0 { for item(x) && x < 2 { note(x); } tick(n); } }
    method deep(n: u32) {
        branch more if n > 0 { deep(n - 1); }
        branch bottom { end(); }
    }
    method value(n: u32) -> u32 {
        branch more if n > 0 { let below = value(n - 1); return below + 1; }
        branch bottom { return 0; }
    }
    method deep_value(n: u32) { let v = value(n); note(v); }
    method deep_axiom(n: u32) if down(n) { end(); }
    method numbers(n: u32) { for let i: u32 in 0..n { note(i); } }
    method fails_late(n: u32) if let i: u32 in 0..n { note(i); only(i); }
    method only(i: u32) if stop(i) { end(); }
}

use long::Fact::{Item, Left, Stop};
use long::{Planner, State, Task};

fn state(rounds: u32) -> State {
    let items = (0..64).map(Item);
    State::from_facts(items.chain([Left(rounds), Stop(3_999)])).unwrap()
}

/// Returns the number of steps of the first plan. The trees of these plans are too long to print.
#[track_caller]
fn steps(rounds: u32, task: Task) -> usize {
    let state = state(rounds);
    let mut planner = Planner::new();
    let plan = planner
        .find(&state, &(), task)
        .unwrap_or_else(|full| panic!("{task}: {full}"));
    let steps: Vec<Task> = plan.expect("there is a plan").tasks().collect();
    let stats = planner.stats();
    planner.start(&state, task);
    while planner.resume(&(), Budget::steps(7)) == Ok(Progress::Paused) {}
    assert!(
        planner
            .plan()
            .is_some_and(|plan| plan.tasks().eq(steps.iter().copied()))
    );
    assert_eq!(planner.stats(), stats);
    steps.len()
}

#[test]
fn finished_rounds_use_no_memory() {
    for task in [Task::SortedRounds, Task::CountedRounds, Task::AxiomRounds] {
        assert_eq!(steps(1_000, task), 1_000, "{task}");
    }
    assert_eq!(steps(500, Task::EachRound), 1_500);
}

#[test]
fn deep_recursion_fits_the_limits() {
    assert_eq!(steps(0, Task::Deep { n: 4_000 }), 1);
    assert_eq!(steps(0, Task::DeepValue { n: 4_000 }), 1);
    assert_eq!(steps(0, Task::DeepAxiom { n: 4_000 }), 1);
}

#[test]
fn many_items_and_failures_fit_the_limits() {
    assert_eq!(steps(0, Task::Numbers { n: 4_000 }), 4_000);
    assert_eq!(steps(0, Task::FailsLate { n: 4_000 }), 2);
}

htn_domain! {
    /// A long plan that fails at its end and must be undone completely.
    domain dead_end;

    predicate done(u32) [4096];
    predicate never();

    internal operator note(n: u32) { add done(n); }
    operator end() { if never(); }

    method go() if let _way: u32 in 0..2 { for let i: u32 in 0..2_000 { note(i); } end(); }
}

#[test]
fn undoing_a_long_plan_is_sliced() {
    let mut planner = dead_end::Planner::new();
    planner.start(&dead_end::State::new(), dead_end::Task::Go);
    let mut done = 0;
    loop {
        let progress = planner.resume(&(), Budget::steps(8));
        let left = planner.facts().len();
        assert!(
            left + 8 >= done,
            "{done} facts, and {left} after eight steps"
        );
        done = left;
        if progress == Ok(Progress::NoPlan) {
            break;
        }
        assert_eq!(progress, Ok(Progress::Paused));
    }
    assert_eq!(done, 0);
}

#[test]
fn deep_plan_prints_each_task_once() {
    let text = |n: u32| {
        let mut planner = Planner::new();
        let plan = planner.find(&state(0), &(), Task::Deep { n });
        plan.expect("it fits").expect("there is one").to_string()
    };
    let (short, long) = (text(500), text(4_000));
    assert!(
        long.len() < 9 * short.len(),
        "{} and {}",
        short.len(),
        long.len()
    );
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(lines.len(), 4_002);
    assert_eq!(lines[32], format!("{}deep(3968) [more]", "  ".repeat(32)));
    assert_eq!(
        lines[33],
        format!("{}(33) deep(3967) [more]", "  ".repeat(32))
    );
    assert_eq!(lines[4_001].trim_start(), "(4001) end()");
}
