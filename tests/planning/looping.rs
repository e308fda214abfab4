//! Loop detection.

use squad_htn::LimitKind;
use squad_htn::prelude::*;

use crate::common::{How, Search, search};

htn_domain! {
    domain circles;

    predicate at(=> u8);
    predicate road(u8, u8);
    predicate mark(u8);

    operator walk(to: u8) { if at(here) && road(here, to); add at(to); }
    internal operator turn(n: u8) { delete mark(n); add mark(n); }

    method travel(to: u8) {
        branch is_there if at(to) {}
        branch go if at(here) && road(here, next) { walk(next); travel(to); }
    }

    // Deleting and adding changes the order of the marks, but not the set of facts.
    method reorder() if first(mark(n)) { turn(n); reorder(); }
    method reorder() {}

    method twice() { nothing(); nothing(); walk(1); }
    method nothing() {}

    method deeper(n: u8) if n < 5 { deeper(n + 1); }
    method deeper(n: u8) if n == 5 { walk(1); }

    method nest(n: u32) {
        branch more if n > 0 { nest(n - 1); }
        branch bottom {}
    }
    method rounds(n: u32) { for let _i: u32 in 0..n { nothing(); } nest(n); }

    method spin() { while at(_) { nothing(); } }
}

use circles::Fact::{At, Mark, Road};
use circles::{Planner, State, Task};

fn detecting(state: &State, task: Task) -> Search {
    search(
        state,
        &(),
        &[task],
        How {
            detect_loops: true,
            ..How::default()
        },
    )
}

fn ring() -> State {
    State::from_facts([
        At(0),
        Road(0, 1),
        Road(1, 0),
        Road(1, 2),
        Road(2, 0),
        Road(2, 3),
    ])
    .unwrap()
}

#[test]
fn task_is_not_expanded_below_itself_with_same_facts() {
    let found = detecting(&ring(), Task::Travel { to: 3 });
    assert_eq!(found.end, Ok(()));
    assert_eq!(found.plans, [["walk(1)", "walk(2)", "walk(3)"]]);
    assert!(
        search(&ring(), &(), &[Task::Travel { to: 3 }], How::default())
            .end
            .is_err()
    );
}

#[test]
fn facts_are_compared_as_sets() {
    let state = State::from_facts([Mark(1), Mark(2)]).unwrap();
    let found = detecting(&state, Task::Reorder);
    assert_eq!(found.end, Ok(()));
    assert_eq!(found.plans, [Vec::<String>::new()]);
}

#[test]
fn finished_task_or_other_arguments_are_not_a_loop() {
    assert_eq!(detecting(&ring(), Task::Twice).plans, [["walk(1)"]]);
    assert_eq!(
        detecting(&ring(), Task::Deeper { n: 0 }).plans,
        [["walk(1)"]]
    );
}

#[test]
fn detect_loops_applies_until_changed() {
    let mut planner = Planner::new();
    planner.detect_loops(true);
    for _ in 0..2 {
        assert!(
            planner
                .find(&ring(), &(), Task::Travel { to: 9 })
                .unwrap()
                .is_none()
        );
    }
    planner.detect_loops(false);
    assert!(planner.find(&ring(), &(), Task::Travel { to: 9 }).is_err());
}

/// The rounds of a `while` are siblings, so none is above another: an endless `while` still hits the depth limit.
#[test]
fn rounds_of_a_while_are_no_loop() {
    let full = detecting(&ring(), Task::Spin).end.unwrap_err();
    assert!(
        matches!(
            full,
            SearchError::Limit {
                kind: LimitKind::Depth,
                ..
            }
        ),
        "{full}"
    );
}

#[test]
fn detect_loops_may_be_set_during_a_search() {
    for task in [
        Task::Travel { to: 3 },
        Task::Travel { to: 9 },
        Task::Reorder,
    ] {
        let whole = detecting(&ring(), task);
        assert_eq!(whole.end, Ok(()));
        for budget in [1, 2, 5] {
            let mut planner = Planner::new();
            planner.detect_loops(true);
            planner.start(&ring(), task);
            let mut plans = Vec::new();
            for _ in 0..5_000 {
                planner.detect_loops(true);
                match planner.resume(&(), Budget::steps(budget)) {
                    Ok(Progress::Found) => plans.push(steps_of(&planner)),
                    Ok(Progress::Paused) => {}
                    end => {
                        assert_eq!(end, Ok(Progress::NoPlan), "{task}");
                        break;
                    }
                }
            }
            assert_eq!(plans, whole.plans, "{task}, {budget} steps a call");
            assert_eq!(
                planner.stats(),
                whole.stats,
                "{task}, {budget} steps a call"
            );
        }
    }
}

fn steps_of(planner: &Planner) -> Vec<String> {
    let plan = planner.plan().expect("found");
    plan.tasks().map(|task| task.to_string()).collect()
}

/// Each task costs the same, however many are above it or were started before. At quadratic cost this test would take minutes.
#[test]
fn loop_detection_scales_with_many_tasks() {
    for task in [Task::Nest { n: 32_000 }, Task::Rounds { n: 32_000 }] {
        let mut planner = Planner::with_limits(Limits {
            depth: 80_000,
            tasks: 200_000,
            trail: 800_000,
            choices: 200_000,
            bindings: 2_000_000,
            ..Limits::default()
        });
        planner.detect_loops(true);
        let found = planner.find(&ring(), &(), task).expect("it fits");
        assert!(found.is_some());
    }
}
