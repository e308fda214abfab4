//! `count`, `sum`, `min` and `max`.

use squad_htn::prelude::*;

use crate::common::assert_plans;

htn_domain! {
    domain aggregates;

    predicate item(u32);
    predicate link(u32, i64);
    predicate weight(u32 => f32);
    predicate flag();

    axiom big(x: u32) { item(x) && x > 2 }

    operator n(x: usize) {}
    operator i(x: i64) {}
    operator f(x: f32) {}
    operator a(x: u32) {}
    operator b(x: u32, y: i64) {}

    method counts() if let c: usize = count(item(_)) { n(c); }
    method counts_axiom() if let c: usize = count(big(_)) { n(c); }
    method counts_pairs() if let c: usize = count(item(x) && item(y) && x < y) { n(c); }
    method sums() if let s: i64 = sum(y; link(_, y)) { i(s); }
    method sums_computed() if let s: u32 = sum(x * x; item(x)) { a(s); }
    method smallest() if let s: i64 = min(y; link(_, y)) { i(s); }
    method largest() if let s: i64 = max(y; link(_, y)) { i(s); }
    method floats() if let s: f32 = sum(w; weight(_, w)) && let t: f32 = max(w; weight(_, w)) {
        f(s);
        f(t);
    }
    method smallest_float() if let t: f32 = min(-w; weight(_, w)) { f(t); }

    method per_item() if item(x) && let s: i64 = sum(y; link(x, y)) { b(x, s); }
    method per_item_max() if item(x) && let s: i64 = max(y; link(x, y)) { b(x, s); }
    method nested() if let c: usize = count(item(x) && let m: i64 = max(y; link(x, y)) && m > 5) {
        n(c);
    }
    method used_after() if let c: usize = count(item(_)) && item(x) && x as usize == c { a(x); }
    method over_or() if let c: usize = count(item(_) || link(_, _)) { n(c); }
    method over_not() if let c: usize = count(item(x) && !link(x, _)) { n(c); }
    method over_first() if let c: usize = count(first(item(_))) { n(c); }
    method closest() if let best: u32 = min(x; item(x)) && item(x2) && x2 == best { a(x2); }
    method inside_not() if item(x) && !(let c: usize = count(link(x, _)) && c > 1) { a(x); }
}

use aggregates::Fact::{Item, Link, Weight};
use aggregates::{State, Task};

fn check(task: Task, facts: impl IntoIterator<Item = aggregates::Fact>, expected: &[&str]) {
    assert_plans(&State::from_facts(facts).unwrap(), &(), task, expected);
}

fn items() -> impl Iterator<Item = aggregates::Fact> {
    [1, 4, 3].into_iter().map(Item)
}

fn links() -> impl Iterator<Item = aggregates::Fact> {
    [Link(1, -5), Link(1, 9), Link(4, 2), Link(7, 30)].into_iter()
}

#[test]
fn aggregates_cover_all_solutions() {
    check(Task::Counts, items(), &["n(3)"]);
    check(Task::CountsAxiom, items(), &["n(2)"]);
    check(Task::CountsPairs, items(), &["n(3)"]);
    check(Task::Sums, links(), &["i(36)"]);
    check(Task::SumsComputed, items(), &["a(26)"]);
    check(Task::Smallest, links(), &["i(-5)"]);
    check(Task::Largest, links(), &["i(30)"]);
    let weights = [Weight(1, 0.5), Weight(2, 2.25), Weight(3, -1.0)];
    check(Task::Floats, weights, &["f(1.75); f(2.25)"]);
    check(Task::SmallestFloat, weights, &["f(-2.25)"]);
}

#[test]
fn aggregates_of_no_solutions() {
    check(Task::Counts, [], &["n(0)"]);
    check(Task::Sums, [], &["i(0)"]);
    check(Task::Smallest, [], &[]);
    check(Task::Largest, [], &[]);
}

#[test]
fn aggregates_respect_outer_bindings() {
    check(
        Task::PerItem,
        items().chain(links()),
        &["b(1, 4)", "b(4, 2)", "b(3, 0)"],
    );
    check(
        Task::PerItemMax,
        items().chain(links()),
        &["b(1, 9)", "b(4, 2)"],
    );
    check(Task::UsedAfter, items(), &["a(3)"]);
    check(Task::Closest, items(), &["a(1)"]);
}

#[test]
fn aggregates_accept_every_condition() {
    check(Task::Nested, items().chain(links()), &["n(1)"]);
    check(Task::OverOr, items().chain(links()), &["n(7)"]);
    check(Task::OverNot, items().chain(links()), &["n(1)"]);
    check(Task::OverFirst, items(), &["n(1)"]);
    check(Task::OverFirst, [], &["n(0)"]);
    check(Task::InsideNot, items().chain(links()), &["a(4)", "a(3)"]);
}
