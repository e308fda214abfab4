//! `unordered for`: a strand for each solution, and tasks of the game that may interleave.

use squad_htn::prelude::*;

use crate::common::{How, assert_plans, search};

htn_domain! {
    domain rows;

    predicate item(u32);
    predicate pair(u32, u32);
    predicate made(u32);

    operator x(n: u32) {}
    operator make(n: u32) { add made(n); }
    operator needs(n: u32) { if made(n); }
    operator drop(n: u32) { if item(n); delete item(n); }

    method each() { x(0); unordered for item(n) { x(n); } x(9); }
    method none() { x(0); unordered for made(n) { x(n); } x(9); }
    method two_steps() { unordered for item(n) { x(n); x(n + 10); } }
    method at_once() { unordered for item(n) { x(n); now x(n + 10); } }
    method sorted() { unordered for item(n) sort by n desc { x(n); } }
    method joined() { unordered for pair(a, b) && item(a) { x(b); } }
    method captured(k: u32) { let m: u32 = k + 1; unordered for item(n) { x(n + k + m); } }
    method depends() { unordered for pair(a, b) { if a == 1 { needs(b); } else { make(b); } } }
    method with_values() { unordered for item(n) { let m = next(n); x(m); } }
    method next(n: u32) -> u32 { return n + 5; }
    /// The strands are those of the rows at the beginning.
    method collected_first() { unordered for item(n) { drop(n); } }
    method in_a_strand() { unordered { { unordered for item(n) { x(n); } } x(0); } }
    method inner() { unordered for item(a) { x(a); unordered for pair(a, b) { x(b); } } }
    method in_a_loop() { for item(_) { unordered for item(n) { x(n); } } }
    method without_a_step() { unordered for item(n) { let _m: u32 = n; } x(9); }
    method after_it() { unordered { { unordered for item(n) { x(n); } now x(9); } x(0); } }
    method choice() { unordered for item(n) { pick(n); } }
    method pick(n: u32) if pair(n, m) { x(m); }
}

use rows::{
    Fact::{Item, Made, Pair},
    Planner, State, Task,
};

fn facts() -> State {
    State::from_facts([Item(1), Item(2), Pair(1, 7), Pair(2, 7)]).unwrap()
}

#[track_caller]
fn check(task: Task, expected: &[&str]) {
    assert_plans(&facts(), &(), task, expected);
}

#[test]
fn unordered_for_has_a_strand_for_each_row() {
    check(
        Task::Each,
        &["x(0); x(1); x(2); x(9)", "x(0); x(2); x(1); x(9)"],
    );
    check(Task::None, &["x(0); x(9)"]);
    check(
        Task::TwoSteps,
        &[
            "x(1); x(11); x(2); x(12)",
            "x(1); x(2); x(11); x(12)",
            "x(1); x(2); x(12); x(11)",
            "x(2); x(1); x(11); x(12)",
            "x(2); x(1); x(12); x(11)",
            "x(2); x(12); x(1); x(11)",
        ],
    );
    check(
        Task::AtOnce,
        &["x(1); x(11); x(2); x(12)", "x(2); x(12); x(1); x(11)"],
    );
    check(Task::Sorted, &["x(2); x(1)", "x(1); x(2)"]);
    check(Task::Joined, &["x(7); x(7)", "x(7); x(7)"]);
}

#[test]
fn unordered_for_sees_variables_around_it() {
    check(Task::Captured { k: 3 }, &["x(8); x(9)", "x(9); x(8)"]);
    // `next` has no step, and has its turn all the same.
    let (up, down) = ("x(6); x(7)", "x(7); x(6)");
    check(Task::WithValues, &[up, up, down, up, down, down]);
}

#[test]
fn strands_of_rows_help_each_other() {
    check(Task::Depends, &["make(7); needs(7)"]);
    check(
        Task::CollectedFirst,
        &["drop(1); drop(2)", "drop(2); drop(1)"],
    );
}

#[test]
fn unordered_for_nests() {
    check(
        Task::InAStrand,
        &[
            "x(1); x(2); x(0)",
            "x(1); x(0); x(2)",
            "x(2); x(1); x(0)",
            "x(2); x(0); x(1)",
            "x(0); x(1); x(2)",
            "x(0); x(2); x(1)",
        ],
    );
    check(
        Task::Inner,
        &[
            "x(1); x(7); x(2); x(7)",
            "x(1); x(2); x(7); x(7)",
            "x(1); x(2); x(7); x(7)",
            "x(2); x(1); x(7); x(7)",
            "x(2); x(1); x(7); x(7)",
            "x(2); x(7); x(1); x(7)",
        ],
    );
    check(
        Task::InALoop,
        &[
            "x(1); x(2); x(1); x(2)",
            "x(1); x(2); x(2); x(1)",
            "x(2); x(1); x(1); x(2)",
            "x(2); x(1); x(2); x(1)",
        ],
    );
    check(
        Task::AfterIt,
        &[
            "x(1); x(2); x(9); x(0)",
            "x(1); x(0); x(2); x(9)",
            "x(2); x(1); x(9); x(0)",
            "x(2); x(0); x(1); x(9)",
            "x(0); x(1); x(2); x(9)",
            "x(0); x(2); x(1); x(9)",
        ],
    );
    check(Task::Choice, &["x(7); x(7)", "x(7); x(7)"]);
}

#[test]
fn strand_of_a_row_without_a_step_has_its_turn() {
    check(Task::WithoutAStep, &["x(9)", "x(9)"]);
}

#[test]
fn strands_of_rows_are_no_loops() {
    for task in [Task::TwoSteps, Task::InAStrand, Task::Inner, Task::InALoop] {
        let plans = |detect_loops| {
            let how = How {
                detect_loops,
                ..How::default()
            };
            search(&facts(), &(), &[task], how).plans
        };
        assert_eq!(plans(true), plans(false), "{task}");
    }
}

#[test]
fn strands_of_many_rows_are_found_in_order() {
    let mut state = State::new();
    for n in 1..=60 {
        state.insert(Item(n)).unwrap();
    }
    let mut planner = Planner::new();
    let plan = planner.find(&state, &(), Task::Each).unwrap();
    let steps: Vec<Task> = plan.expect("a plan").tasks().collect();
    assert_eq!(steps[1], Task::X { n: 1 });
    assert_eq!(steps[60], Task::X { n: 60 });
    let used = planner.stats().used.tasks;
    let limits = Limits {
        tasks: used - 1,
        ..Limits::default()
    };
    let mut small = Planner::with_limits(limits);
    let full = small.find(&state, &(), Task::Each).map(drop).unwrap_err();
    assert!(full.to_string().contains("tasks"), "{full}");
}

/// All plans for tasks that may interleave, with this budget a call.
fn unordered(tasks: &[Task], slice: u64) -> Vec<String> {
    let mut planner = Planner::new();
    planner.detect_loops(slice == 2);
    planner.start_unordered(&facts(), tasks);
    let mut plans = Vec::new();
    loop {
        match planner.resume(&(), Budget::steps(slice)).unwrap() {
            Progress::Found => {
                let plan = planner.plan().expect("a plan");
                let tasks: Vec<String> = plan.tasks().map(|task| task.to_string()).collect();
                plans.push(tasks.join("; "));
            }
            Progress::NoPlan => return plans,
            _ => {}
        }
    }
}

#[test]
fn tasks_of_the_game_interleave() {
    let cases: [(&[Task], &[&str]); 4] = [
        (&[], &[""]),
        (&[Task::X { n: 1 }], &["x(1)"]),
        (
            &[Task::Needs { n: 3 }, Task::Add(Made(3)), Task::X { n: 1 }],
            &[
                "add made(3); needs(3); x(1)",
                "add made(3); x(1); needs(3)",
                "x(1); add made(3); needs(3)",
            ],
        ),
        (
            &[Task::AtOnce, Task::X { n: 0 }],
            &[
                "x(1); x(11); x(2); x(12); x(0)",
                "x(1); x(11); x(0); x(2); x(12)",
                "x(2); x(12); x(1); x(11); x(0)",
                "x(2); x(12); x(0); x(1); x(11)",
                "x(0); x(1); x(11); x(2); x(12)",
                "x(0); x(2); x(12); x(1); x(11)",
            ],
        ),
    ];
    for (tasks, expected) in cases {
        for slice in [1, 2, 7, 1_000] {
            assert_eq!(unordered(tasks, slice), expected, "{tasks:?}");
        }
    }
}
