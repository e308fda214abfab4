//! `now` in strands of `unordered`.

use squad_htn::prelude::*;

use crate::common::assert_plans;

htn_domain! {
    domain hurry;

    predicate item(u32);
    predicate made(u32);

    operator x(n: u32) {}
    operator make(n: u32) { add made(n); }
    operator needs(n: u32) { if made(n); }

    method pairs() { unordered { { x(1); now x(2); } { x(3); now x(4); } } }
    method one_pair() { unordered { { x(1); now x(2); } x(3); } }
    method three() { unordered { { x(1); now x(2); x(3); } x(4); } }
    method triple() { unordered { { x(1); now x(2); now x(3); } x(4); } }
    /// Only the first step of a task follows at once.
    method compound() { unordered { { x(1); now both(2, 3); } x(4); } }
    /// The last step of the task before it.
    method after_compound() { unordered { { both(1, 2); now x(3); } x(4); } }
    method both(a: u32, b: u32) { x(a); x(b); }
    method after_let() {
        unordered { { make(1); let n: usize = count(made(_)); now shown(n as u32); } make(2); }
    }
    method shown(n: u32) { x(n); }
    method after_effect() { unordered { { add made(1); now x(1); } x(2); } }
    method after_if() { unordered { { if item(n) { x(n); } now x(9); } x(0); } }
    method after_loop() { unordered { { for item(n) { x(n); } now x(9); } x(0); } }
    method in_a_loop() { unordered { { for item(n) { x(n); now x(n + 10); } } x(0); } }
    method nested() { unordered { { unordered { { x(1); now x(2); } x(3); } } x(4); } }
    method after_nested() { unordered { { unordered { x(1); x(2); } now x(3); } x(4); } }
    /// The other strand would have to run before it.
    method blocked() { unordered { { x(1); now needs(7); } make(7); } }
    method strand_of_a_task() { unordered { inner(); x(4); } }
    method inner() { unordered { { x(1); now x(2); } x(3); } }
    method no_time() { unordered { { nothing(); now x(1); } x(2); } }
    method nothing() {}
    /// `now` is no keyword anywhere else.
    method now() { x(1); }
    method named_now() { now(); unordered { { now(); now now(); } x(2); } }
}

use hurry::{Fact::Item, State, Task};

#[track_caller]
fn check(task: Task, expected: &[&str]) {
    let state = State::from_facts([Item(1), Item(2)]).unwrap();
    assert_plans(&state, &(), task, expected);
}

#[test]
fn now_keeps_pairs_together() {
    check(
        Task::Pairs,
        &["x(1); x(2); x(3); x(4)", "x(3); x(4); x(1); x(2)"],
    );
    check(Task::OnePair, &["x(1); x(2); x(3)", "x(3); x(1); x(2)"]);
    check(
        Task::Three,
        &[
            "x(1); x(2); x(3); x(4)",
            "x(1); x(2); x(4); x(3)",
            "x(4); x(1); x(2); x(3)",
        ],
    );
    check(
        Task::Triple,
        &["x(1); x(2); x(3); x(4)", "x(4); x(1); x(2); x(3)"],
    );
}

#[test]
fn now_is_about_one_step_of_a_task() {
    check(
        Task::Compound,
        &[
            "x(1); x(2); x(3); x(4)",
            "x(1); x(2); x(4); x(3)",
            "x(4); x(1); x(2); x(3)",
        ],
    );
    check(
        Task::AfterCompound,
        &[
            "x(1); x(2); x(3); x(4)",
            "x(1); x(4); x(2); x(3)",
            "x(4); x(1); x(2); x(3)",
        ],
    );
}

#[test]
fn now_follows_every_kind_of_statement() {
    check(
        Task::AfterLet,
        &["make(1); x(1); make(2)", "make(2); make(1); x(2)"],
    );
    check(
        Task::AfterEffect,
        &["add made(1); x(1); x(2)", "x(2); add made(1); x(1)"],
    );
    check(
        Task::AfterIf,
        &[
            "x(1); x(9); x(0)",
            "x(2); x(9); x(0)",
            "x(0); x(1); x(9)",
            "x(0); x(2); x(9)",
        ],
    );
    check(
        Task::AfterLoop,
        &[
            "x(1); x(2); x(9); x(0)",
            "x(1); x(0); x(2); x(9)",
            "x(0); x(1); x(2); x(9)",
        ],
    );
    check(
        Task::InALoop,
        &[
            "x(1); x(11); x(2); x(12); x(0)",
            "x(1); x(11); x(0); x(2); x(12)",
            "x(0); x(1); x(11); x(2); x(12)",
        ],
    );
    check(Task::NoTime, &["x(1); x(2)", "x(2); x(1)"]);
}

#[test]
fn now_holds_off_strands_of_outer_blocks() {
    let expected = [
        "x(1); x(2); x(3); x(4)",
        "x(1); x(2); x(4); x(3)",
        "x(3); x(1); x(2); x(4)",
        "x(3); x(4); x(1); x(2)",
        "x(4); x(1); x(2); x(3)",
        "x(4); x(3); x(1); x(2)",
    ];
    check(Task::Nested, &expected);
    check(Task::StrandOfATask, &expected);
    check(
        Task::AfterNested,
        &[
            "x(1); x(2); x(3); x(4)",
            "x(1); x(4); x(2); x(3)",
            "x(2); x(1); x(3); x(4)",
            "x(2); x(4); x(1); x(3)",
            "x(4); x(1); x(2); x(3)",
            "x(4); x(2); x(1); x(3)",
        ],
    );
}

#[test]
fn now_fails_with_its_task() {
    check(Task::Blocked, &["make(7); x(1); needs(7)"]);
}

#[test]
fn now_is_a_name_elsewhere() {
    check(
        Task::NamedNow,
        &["x(1); x(1); x(1); x(2)", "x(1); x(2); x(1); x(1)"],
    );
}
