//! `protect` and `release`: effects that would delete a protected fact fail.

use squad_htn::prelude::*;

use crate::common::{How, Search, search};

htn_domain! {
    domain museum;

    predicate lit(u8) [8];
    predicate open(door: u8, side: u8) [8];
    predicate mode(room: u8 => u8) [8];
    predicate alarm();
    predicate tally(=> u8);
    predicate unrelated(u8) [8];

    operator darken(n: u8) { delete lit(n); }
    operator darken_all() { delete lit(_); }
    operator darken_odd() { delete lit(n) for lit(n) && n % 2 == 1; }
    operator light(n: u8) { add lit(n); }
    operator flicker(n: u8) { delete lit(n); add lit(n); }
    operator shut(door: u8) { delete open(door, _); }
    operator set(room: u8, to: u8) { add mode(room, to); }
    operator set_all(to: u8) { add mode(room, to) for mode(room, _); }
    operator quiet() { delete alarm(); }
    operator reset() { add tally(0); }
    operator choose() { if unrelated(n) && let k: u8 = n; delete lit(k); }
    operator stay() {}

    pub method delete_it() { protect lit(1); darken(1); }
    pub method delete_other() { protect lit(1); darken(2); }
    pub method delete_any() { protect lit(1); darken_all(); }
    pub method delete_each() { protect lit(1); darken_odd(); }
    pub method delete_even() { protect lit(2); darken_odd(); }
    pub method delete_and_add() { protect lit(1); flicker(1); }
    pub method delete_row() { protect open(1, 2); shut(1); }
    pub method delete_other_row() { protect open(1, 2); shut(2); }
    pub method replace() { protect mode(1, 5); set(1, 6); }
    pub method replace_by_same() { protect mode(1, 5); set(1, 5); }
    pub method replace_all() { protect mode(1, 5); set_all(5); set_all(6); }
    pub method delete_flag() { protect alarm(); quiet(); }
    pub method replace_single() { protect tally(7); reset(); }
    pub method delete_in_body() { protect lit(1); delete lit(1); }
    pub method delete_any_in_body() { protect lit(1); delete lit(_); }
    pub method replace_in_body() { protect mode(1, 5); add mode(1, 6); }
    pub method next_choice() { protect lit(1); choose(); }
    pub method counted() { protect lit(1); protect lit(1); release lit(1); darken(1); }
    pub method released() {
        protect lit(1);
        protect lit(1);
        release lit(1);
        release lit(1);
        darken(1);
    }
    pub method released_first() { release lit(1); protect lit(1); darken(1); }
    pub method absent() { protect lit(9); stay(); }
    pub method established() { light(9); protect lit(9); stay(); release lit(9); darken(9); }
    pub method several() { protect lit(1), lit(2); darken(2); }
    pub method each() { protect lit(n) for lit(n); darken(3); }
    pub method each_released() { protect lit(n) for lit(n); release lit(n) for lit(n); darken(3); }
    /// The protection ends with the alternative that made it.
    pub method undone() { guarded(); darken(1); }
    method guarded() { protect lit(1); }
    method guarded() { stay(); }
    pub method interleaved() {
        unordered { { protect lit(1); stay(); release lit(1); } darken(1); }
    }
    pub method in_loop() { for lit(n) { protect lit(n); } darken(3); }
    pub method with_pause() { while lit(n) && n < 3 sort by n { protect lit(n + 1); darken(n); } }
    /// Tasks may have the names of the statements if the domain protects nothing; here they are statements.
    pub method go() { stay(); }
}

use museum::Fact::{Alarm, Lit, Mode, Open, Tally, Unrelated};
use museum::{State, Task};

fn facts() -> Vec<museum::Fact> {
    vec![
        Lit(1),
        Lit(2),
        Lit(3),
        Open(1, 1),
        Open(1, 2),
        Open(2, 1),
        Mode(1, 5),
        Mode(2, 5),
        Alarm,
        Tally(7),
        Unrelated(1),
        Unrelated(2),
    ]
}

fn all(tasks: &[Task]) -> Search {
    let state = State::from_facts(facts()).unwrap();
    let found = search(&state, &(), tasks, How::default());
    assert_eq!(found.end, Ok(()));
    found
}

#[track_caller]
fn check(task: Task, expected: &[&[&str]]) {
    assert_eq!(all(&[task]).plans, expected);
}

#[test]
fn protected_fact_is_not_deleted() {
    for task in [
        Task::DeleteIt,
        Task::DeleteAny,
        Task::DeleteEach,
        Task::DeleteAndAdd,
        Task::DeleteRow,
        Task::DeleteFlag,
        Task::DeleteInBody,
        Task::DeleteAnyInBody,
    ] {
        check(task, &[]);
    }
}

#[test]
fn keyed_row_is_not_replaced() {
    for task in [
        Task::Replace,
        Task::ReplaceAll,
        Task::ReplaceSingle,
        Task::ReplaceInBody,
    ] {
        check(task, &[]);
    }
    check(Task::ReplaceBySame, &[&["protect mode(1, 5)", "set(1, 5)"]]);
}

#[test]
fn other_facts_are_deleted() {
    check(Task::DeleteOther, &[&["protect lit(1)", "darken(2)"]]);
    check(Task::DeleteEven, &[&["protect lit(2)", "darken_odd()"]]);
    check(Task::DeleteOtherRow, &[&["protect open(1, 2)", "shut(2)"]]);
}

// The first solution of the precondition would delete the fact, the second one does not.
#[test]
fn further_solutions_are_tried() {
    check(Task::NextChoice, &[&["protect lit(1)", "choose()"]]);
}

#[test]
fn protections_are_counted() {
    check(Task::Counted, &[]);
    check(
        Task::Released,
        &[&[
            "protect lit(1)",
            "protect lit(1)",
            "release lit(1)",
            "release lit(1)",
            "darken(1)",
        ]],
    );
    // A release without a protection has no effect.
    check(Task::ReleasedFirst, &[]);
}

#[test]
fn absent_fact_is_not_protected() {
    check(Task::Absent, &[]);
    check(
        Task::Established,
        &[&[
            "light(9)",
            "protect lit(9)",
            "stay()",
            "release lit(9)",
            "darken(9)",
        ]],
    );
}

#[test]
fn statement_takes_several_facts() {
    check(Task::Several, &[]);
    check(Task::Each, &[]);
    let plans = all(&[Task::EachReleased]).plans;
    assert_eq!(plans.len(), 1);
    assert_eq!(plans[0].len(), 7);
}

#[test]
fn backtracking_ends_protections() {
    check(Task::Undone, &[&["stay()", "darken(1)"]]);
}

// `darken` comes first or last, and not in between.
#[test]
fn strands_respect_protections() {
    let steps = ["protect lit(1)", "stay()", "release lit(1)", "darken(1)"];
    let plans = all(&[Task::Interleaved]).plans;
    assert_eq!(plans, [steps]);
}

#[test]
fn loops_protect_what_they_find() {
    check(Task::InLoop, &[]);
    check(Task::WithPause, &[]);
}

#[test]
fn protections_last_from_one_task_to_the_next() {
    let plans = |tasks: &[Task]| all(tasks).plans.len();
    let protect = Task::Protect(Lit(1));
    assert_eq!(plans(&[protect, Task::Delete(Lit(1))]), 0);
    assert_eq!(plans(&[protect, Task::Delete(Lit(2))]), 1);
    let release = Task::Release(Lit(1));
    assert_eq!(plans(&[protect, release, Task::Delete(Lit(1))]), 1);
    assert_eq!(
        plans(&[Task::Protect(Mode(1, 5)), Task::Add(Mode(1, 6))]),
        0
    );
    assert_eq!(plans(&[Task::Protect(Lit(9))]), 0);
    assert_eq!(protect.to_string(), "protect lit(1)");
    assert_eq!((protect.name(), release.name()), ("protect", "release"));
    assert_ne!(protect, release);
}

// A second search begins without the protections of the first.
#[test]
fn searches_begin_without_protections() {
    let state = State::from_facts(facts()).unwrap();
    let mut planner = museum::Planner::new();
    let found = planner.find(&state, &(), Task::DeleteOther).unwrap();
    assert_eq!(found.unwrap().to_string().lines().count(), 3);
    let found = planner.find(&state, &(), Task::Darken { n: 1 }).unwrap();
    assert!(found.is_some());
    assert_eq!(planner.facts().count(), facts().len() - 1);
}

htn_domain! {
    domain circle;
    predicate held(u8) [4];
    operator pass() {}
    /// Each call has one protection more than the call around it, and so is no loop.
    pub method turn(left: u8) {
        branch end if left == 0 {}
        branch on { protect held(1); turn(left - 1); }
    }
    pub method endless() if held(1) { pass(); same(); }
    method same() { protect held(1); release held(1); endless(); }
    pub method same_arguments() { protect held(1); same_arguments(); }
    pub method same_arguments() { drop(); }
    operator drop() { delete held(1); }
}

// Loop detection compares protections with the facts.
#[test]
fn loop_detection_compares_protections() {
    let state = circle::State::from_facts([circle::Fact::Held(1)]).unwrap();
    let how = How {
        detect_loops: true,
        limits: Limits {
            depth: 40,
            ..Limits::compact()
        },
        ..How::default()
    };
    let found = search(&state, &(), &[circle::Task::Turn { left: 3 }], how);
    assert_eq!((found.plans.len(), found.end), (1, Ok(())));
    let found = search(&state, &(), &[circle::Task::Endless], how);
    assert_eq!((found.plans.len(), found.end), (0, Ok(())));
    // Each call has one protection more than the call around it.
    let found = search(&state, &(), &[circle::Task::SameArguments], how);
    assert!(found.end.is_err());
}

htn_domain! {
    domain retry;
    predicate held() [1];
    operator drop() { delete held(); }
    method work() { drop(); }
    pub method go() { protect held(); work(); }
    pub method go() { protect held(); release held(); work(); }
}

// A task that fails because of a protection may succeed without it.
#[test]
fn memo_compares_protections() {
    let state = retry::State::from_facts([retry::Fact::Held]).unwrap();
    let mut planner = retry::Planner::new();
    planner.remember(100).unwrap();
    let plan = planner.find(&state, &(), retry::Task::Go).unwrap();
    assert_eq!(plan.unwrap().tasks().count(), 3);
}
