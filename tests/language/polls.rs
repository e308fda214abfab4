//! The meaning of `poll` in a search. `tests/planning/waiting.rs` has its pauses, `tests/execution/polls.rs` the executor.

use core::task::Poll;

use squad_htn::prelude::*;

use crate::common::assert_plans;

/// Its answers are there at once.
struct Map {
    limit: u32,
}

impl Map {
    fn is_open(&self, x: u32) -> Poll<bool> {
        Poll::Ready(x < self.limit)
    }

    fn length(&self, x: u32, y: u32) -> Poll<u32> {
        Poll::Ready(x.abs_diff(y))
    }

    fn half(&self, x: u32) -> Poll<Option<u32>> {
        Poll::Ready(x.is_multiple_of(2).then_some(x / 2))
    }
}

/// A function may have the name of the keyword.
fn poll(x: u32, y: u32) -> u32 {
    x + y
}

fn wide(x: u32) -> Poll<bool> {
    Poll::Ready(x > 1)
}

htn_domain! {
    domain answers(map: &Map);

    predicate item(u32);
    predicate link(u32, u32);

    operator a(x: u32) {}
    operator b(x: u32, y: u32) {}
    operator guarded(x: u32) {
        if poll map.is_open(x) && let half: u32 = poll map.length(x, 1);
        add item(half);
    }
    operator plain(x: u32) { if poll map.is_open(x); add item(x + 10); }

    axiom open(x: u32) { poll map.is_open(x) }
    axiom near(x: u32, y: u32) { link(x, y) && let d: u32 = poll map.length(x, y) && d < 2 }
    axiom reaches(x: u32, y: u32) { near(x, y) }
    axiom reaches(x: u32, y: u32) { near(x, z) && reaches(z, y) }
    axiom chain(x: u32, y: u32) { x == y } else { poll map.is_open(x) && link(x, z) && chain(z, y) }

    method test() if item(x) && poll map.is_open(x) { a(x); }
    method alone() if poll map.is_open(1) { a(1); }
    method in_parentheses()
        if item(x) && poll(match x { 3 => Poll::Ready(true), _ => Poll::Pending })
    {
        a(x);
    }
    method path() if item(x) && poll self::wide(x) { a(x); }
    method value() if item(x) && let d: u32 = poll map.length(x, 3) && d > 0 { b(x, d); }
    method some() if item(x) && let Some(h): Option<u32> = poll map.half(x) { b(x, h); }
    method negated() if item(x) && !poll map.is_open(x) { a(x); }
    method either() if item(x) && (poll map.is_open(x) || x == 3) { a(x); }
    method first_of_either() if item(x) && first(poll map.is_open(x) || x > 0) { a(x); }
    method all() if item(x) && forall(link(x, y) => poll map.is_open(y)) { a(x); }
    method counted() if let n: usize = count(item(x) && poll map.is_open(x)) { a(n as u32); }
    method sorted() if item(x) && let d: u32 = poll map.length(x, 2) sort by d desc { b(x, d); }
    method first_one() if first(item(x) && let d: u32 = poll map.length(x, 2) sort by d) {
        b(x, d);
    }
    method planned() if item(x) && when_planning(poll map.is_open(x)) { a(x); }
    method by_axiom() if item(x) && open(x) { a(x); }
    method by_recursion() if reaches(1, y) { a(y); }
    method by_loop() if item(x) && chain(1, x) { a(x); }
    method steps() if item(x) { guarded(x); plain(x); }
    method body() {
        let d: u32 = poll map.length(1, 5);
        a(d);
        if poll map.is_open(d) { a(0); } else { a(1); }
        for item(x) && poll map.is_open(x) { a(x); }
        while item(x) && poll map.is_open(x) { delete item(x); }
        add item(x + 10) for item(x) && !poll map.is_open(x);
        for item(x) { a(x); }
    }
    method strands() {
        unordered {
            { a(1); for item(x) && poll map.is_open(x) { a(x); } }
            { a(2); }
        }
    }
    method named() if item(x) && poll(x, 1) == 3 { a(x); }
}

use answers::Fact::{Item, Link};
use answers::{State, Task};

fn check(task: Task, expected: &[&str]) {
    let facts = [
        Item(1),
        Item(2),
        Item(3),
        Link(1, 2),
        Link(2, 3),
        Link(3, 5),
    ];
    let state = State::from_facts(facts).expect("they fit");
    assert_plans(&state, &Map { limit: 3 }, task, expected);
}

#[test]
fn poll_holds_if_answer_is_true() {
    check(Task::Test, &["a(1)", "a(2)"]);
    check(Task::Alone, &["a(1)"]);
    check(Task::Path, &["a(2)", "a(3)"]);
    check(Task::Negated, &["a(3)"]);
    check(Task::Planned, &["a(1)", "a(2)"]);
}

#[test]
fn poll_binds_value() {
    check(Task::Value, &["b(1, 2)", "b(2, 1)"]);
    check(Task::Some, &["b(2, 1)"]);
}

#[test]
fn poll_works_in_every_form() {
    check(Task::Either, &["a(1)", "a(2)", "a(3)"]);
    check(Task::FirstOfEither, &["a(1)", "a(2)", "a(3)"]);
    check(Task::All, &["a(1)"]);
    check(Task::Counted, &["a(2)"]);
    check(Task::Sorted, &["b(1, 1)", "b(3, 1)", "b(2, 0)"]);
    check(Task::FirstOne, &["b(2, 0)"]);
}

#[test]
fn poll_works_in_axioms() {
    check(Task::ByAxiom, &["a(1)", "a(2)"]);
    check(Task::ByRecursion, &["a(2)", "a(3)"]);
    check(Task::ByLoop, &["a(1)", "a(2)", "a(3)"]);
}

#[test]
fn poll_works_in_operators_and_bodies() {
    check(
        Task::Steps,
        &["guarded(1); plain(1)", "guarded(2); plain(2)"],
    );
    let body = "a(4); a(1); a(1); a(2); delete item(1); delete item(2); add item(13); a(3); a(13)";
    let other = body.replace(
        "delete item(1); delete item(2)",
        "delete item(2); delete item(1)",
    );
    check(Task::Body, &[body, &other]);
    let strands = [
        "a(1); a(1); a(2); a(2)",
        "a(1); a(1); a(2); a(2)",
        "a(1); a(2); a(1); a(2)",
        "a(2); a(1); a(1); a(2)",
    ];
    check(Task::Strands, &strands);
}

#[test]
fn function_may_be_called_poll() {
    check(Task::Named, &["a(2)"]);
}
