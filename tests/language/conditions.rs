//! Conditions, form by form.

use squad_htn::prelude::*;

use crate::common::assert_plans;

struct Map {
    neighbours: Vec<Vec<u32>>,
    limit: u32,
}

impl Map {
    fn is_more(&self, n: u32, than: u32) -> bool {
        n > than
    }

    fn neighbours(&self, n: u32) -> impl Iterator<Item = u32> + '_ {
        self.neighbours
            .get(n as usize)
            .into_iter()
            .flatten()
            .copied()
    }

    fn half(&self, n: u32) -> Option<u32> {
        n.is_multiple_of(2).then_some(n / 2)
    }
}

const LIMIT: u32 = 2;

mod numbers {
    pub const THREE: u32 = 3;
}

fn is_odd(n: u32) -> bool {
    n % 2 == 1
}

htn_domain! {
    domain conditions(map: &Map);

    predicate item(u32);
    predicate good(u32);
    predicate link(u32, u32);
    predicate flag();

    operator a(x: u32) {}
    operator b(x: u32, y: u32) {}

    method repeated() if link(x, x) { a(x); }
    method joined() if link(x, y) && link(y, z) { b(x, z); }
    method computed() if item(x) && link(x + 1, y) { b(x, y); }
    method constant() if link(LIMIT, y) { a(y); }
    method path_constant() if link(numbers::THREE, y) { a(y); }
    method literal() if link(1, y) { a(y); }
    method wild() if link(x, _) { a(x); }

    method either() if item(x) && (good(x) || x > 2) { a(x); }
    method either_binds() if (item(x) && x > 1 || good(x)) && x < 9 { a(x); }
    method both_tests() if item(x) && (x < 2 || x < map.limit + 2) { a(x); }
    method both_tests_bare() if item(x) && x < 2 || item(x) && x < map.limit + 2 { a(x); }
    method tests_in_groups() if item(x) && ((x < 2 || x < 4) && (x > 0)) { a(x); }
    method tests_that_need_them() if item(x) && (match x { 0 => false, n => n < 2 } || x < 4) {
        a(x);
    }
    method one_of_both() if item(x) && first(x == 0 || 12 / x > 3) { a(x); }
    method precedence() if item(x) && x > 2 || good(x) && x > 5 { a(x); }
    method sides() if item(x) && (link(x, y) && y > 1 || link(y, x) && y > 2) { a(x); }
    method three_sides() if item(x) || good(x) || link(x, _) { a(x); }

    method not_exists() if item(x) && !link(x, _) { a(x); }
    method not_conjunction() if item(x) && !(link(x, y) && good(y)) { a(x); }
    method not_or() if item(x) && !(good(x) || link(x, _)) { a(x); }
    method not_not() if item(x) && !!good(x) { a(x); }
    method not_repeated() if item(x) && !link(y, y) { a(x); }
    method not_rust() if item(x) && !map.is_more(x, 1) { a(x); }
    method not_computed() if item(x) && !good(x + 1) { a(x); }
    method not_let() if item(x) && !(let y: u32 = x + 1 && good(y)) { a(x); }

    method bind() if item(x) && let y: u32 = x * map.limit && y > 3 { b(x, y); }
    method bind_some() if item(x) && let Some(h): Option<u32> = map.half(x) { b(x, h); }
    method bind_each() if item(x) && let y: u32 in map.neighbours(x) { b(x, y); }
    method bind_each_twice()
        if let x: u32 in map.neighbours(0) && let y: u32 in map.neighbours(x)
    {
        b(x, y);
    }
    method bind_each_literal() if let x: u32 in [7, 5, 6] && x != 5 { a(x); }
    method bind_first() if item(x) && first(let y: u32 in map.neighbours(x)) { b(x, y); }
    method bind_block() if item(x) && let y: u32 = ({ let z = x; z + 1 }) { b(x, y); }
    method bind_match() if item(x) && let y: u32 = (match x { 1 => 10, _ => 20 }) { b(x, y); }
    method rust_match() if item(x) && (match x { 0 => false, n => n < 2 }) { a(x); }
    method rust_closure() if item(x) && [1, 3].iter().any(|n| n + 1 == x + 1) { a(x); }
    method rust_function() if item(x) && self::is_odd(x) { a(x); }
    method rust_matches() if item(x) && matches!(x, 2 | 3) { a(x); }
    method guarded_division() if item(x) && x != 0 && 12 / x > 3 { a(x); }
    method shift() if item(x) && (1u32 << x) & 0b110 != 0 { a(x); }

    method firsts() if first(item(x) && good(x)) { a(x); }
    method first_inside() if item(x) && first(link(x, y)) { b(x, y); }
    method first_sorted() if first(item(x) sort by x desc) { a(x); }
    method first_fails() if first(item(x)) && good(x) { a(x); }

    method every() if forall(item(x) => good(x)) { a(0); }
    method every_inside() if item(x) && forall(link(x, y) => good(y)) { a(x); }
    method every_every() if forall(item(x) => forall(link(x, y) => good(y))) { a(0); }
    method every_conjunction() if forall(item(x) && x > 1 => good(x) || x > 2) { a(0); }
    method not_every() if !forall(item(x) => good(x)) { a(0); }

    method evaluated_in_order() if item(x) && good(y) && x == y && flag() { a(x); }
}

use conditions::Fact::{Flag, Good, Item, Link};
use conditions::{State, Task};

fn check(task: Task, facts: impl IntoIterator<Item = conditions::Fact>, expected: &[&str]) {
    let map = Map {
        neighbours: vec![vec![2, 1], vec![4, 3, 4], vec![], vec![5]],
        limit: 2,
    };
    assert_plans(&State::from_facts(facts).unwrap(), &map, task, expected);
}

fn items(numbers: impl IntoIterator<Item = u32>) -> impl Iterator<Item = conditions::Fact> {
    numbers.into_iter().map(Item)
}

#[test]
fn atoms_bind_test_and_match_expressions() {
    let links = [Link(1, 2), Link(2, 2), Link(2, 3), Link(3, 1)];
    check(Task::Repeated, links, &["a(2)"]);
    let joined = [
        "b(1, 2)", "b(1, 3)", "b(2, 2)", "b(2, 3)", "b(2, 1)", "b(3, 2)",
    ];
    check(Task::Joined, links, &joined);
    check(
        Task::Computed,
        [Item(1), Item(2)].into_iter().chain(links),
        &["b(1, 2)", "b(1, 3)", "b(2, 1)"],
    );
    check(Task::Constant, links, &["a(2)", "a(3)"]);
    check(Task::PathConstant, links, &["a(1)"]);
    check(Task::Literal, links, &["a(2)"]);
    check(Task::Wild, links, &["a(1)", "a(2)", "a(2)", "a(3)"]);
}

#[test]
fn or_keeps_duplicate_solutions_of_both_sides() {
    let facts = || items([1, 2, 3]).chain([Good(1), Good(3), Good(7)]);
    check(Task::Either, facts(), &["a(1)", "a(3)", "a(3)"]);
    check(
        Task::EitherBinds,
        facts(),
        &["a(2)", "a(3)", "a(1)", "a(3)", "a(7)"],
    );
    check(Task::Precedence, facts(), &["a(3)", "a(7)"]);
    let three = ["a(1)", "a(2)", "a(3)", "a(1)", "a(3)", "a(7)", "a(8)"];
    check(Task::ThreeSides, facts().chain([Link(8, 9)]), &three);
}

#[test]
fn parentheses_change_no_meaning() {
    check(Task::BothTests, items([1, 3]), &["a(1)", "a(1)", "a(3)"]);
    check(
        Task::BothTestsBare,
        items([1, 3]),
        &["a(1)", "a(1)", "a(3)"],
    );
    check(
        Task::TestsInGroups,
        items([0, 1, 3]),
        &["a(1)", "a(1)", "a(3)"],
    );
    check(Task::TestsThatNeedThem, items([1, 3, 5]), &["a(1)", "a(3)"]);
    check(Task::OneOfBoth, items([0, 2, 5]), &["a(0)", "a(2)"]);
}

#[test]
fn variable_of_one_side_of_or_stays_inside() {
    let links = [Link(1, 2), Link(1, 1), Link(3, 1), Link(2, 3)];
    check(Task::Sides, items([1, 3]).chain(links), &["a(1)", "a(1)"]);
}

#[test]
fn not_holds_without_a_solution() {
    let links = [Link(1, 5), Link(2, 6)];
    let facts = || items([1, 2, 3]).chain(links).chain([Good(6), Good(3)]);
    check(Task::NotExists, facts(), &["a(3)"]);
    check(Task::NotConjunction, facts(), &["a(1)", "a(3)"]);
    check(Task::NotOr, facts(), &[]);
    check(Task::NotNot, facts(), &["a(3)"]);
    check(Task::NotRepeated, facts(), &["a(1)", "a(2)", "a(3)"]);
    check(Task::NotRepeated, facts().chain([Link(4, 4)]), &[]);
    check(Task::NotRust, facts(), &["a(1)"]);
    check(Task::NotComputed, facts(), &["a(1)", "a(3)"]);
    check(Task::NotLet, facts(), &["a(1)", "a(3)"]);
}

#[test]
fn let_binds() {
    check(Task::Bind, items([1, 2, 3]), &["b(2, 4)", "b(3, 6)"]);
    check(Task::BindSome, items([1, 2, 3, 4]), &["b(2, 1)", "b(4, 2)"]);
    check(Task::BindBlock, items([1]), &["b(1, 2)"]);
    check(Task::BindMatch, items([1, 2]), &["b(1, 10)", "b(2, 20)"]);
}

#[test]
fn let_in_binds_to_each_item() {
    check(
        Task::BindEach,
        items([1, 2, 3, 9]),
        &["b(1, 4)", "b(1, 3)", "b(1, 4)", "b(3, 5)"],
    );
    check(Task::BindEachTwice, [], &["b(1, 4)", "b(1, 3)", "b(1, 4)"]);
    check(Task::BindEachLiteral, [], &["a(7)", "a(6)"]);
    check(Task::BindFirst, items([1, 2, 3]), &["b(1, 4)", "b(3, 5)"]);
}

#[test]
fn other_pieces_are_rust() {
    check(Task::RustMatch, items([1, 2]), &["a(1)"]);
    check(Task::RustClosure, items([1, 2, 3]), &["a(1)", "a(3)"]);
    check(Task::RustFunction, items([1, 2, 3]), &["a(1)", "a(3)"]);
    check(Task::RustMatches, items([1, 2, 3]), &["a(2)", "a(3)"]);
    check(
        Task::GuardedDivision,
        items([0, 1, 2, 3, 4]),
        &["a(1)", "a(2)", "a(3)"],
    );
    check(Task::Shift, items([0, 1, 2, 3]), &["a(1)", "a(2)"]);
}

#[test]
fn first_keeps_one_solution() {
    let facts = || items([1, 2, 3]).chain([Good(2), Good(3)]);
    check(Task::Firsts, facts(), &["a(2)"]);
    check(Task::FirstSorted, facts(), &["a(3)"]);
    check(Task::FirstFails, facts(), &[]);
    let links = [Link(1, 5), Link(1, 6), Link(3, 7), Link(3, 8)];
    check(
        Task::FirstInside,
        facts().chain(links),
        &["b(1, 5)", "b(3, 7)"],
    );
}

#[test]
fn forall_wants_one_solution_for_each() {
    check(Task::Every, [], &["a(0)"]);
    check(Task::Every, items([1]).chain([Good(1)]), &["a(0)"]);
    check(Task::Every, items([1, 2]).chain([Good(1)]), &[]);
    check(Task::NotEvery, items([1, 2]).chain([Good(1)]), &["a(0)"]);
    let links = [Link(1, 5), Link(1, 6), Link(2, 5)];
    check(
        Task::EveryInside,
        items([1, 2, 3]).chain(links).chain([Good(5)]),
        &["a(2)", "a(3)"],
    );
    check(
        Task::EveryEvery,
        items([2, 3]).chain(links).chain([Good(5)]),
        &["a(0)"],
    );
    check(
        Task::EveryEvery,
        items([1, 2]).chain(links).chain([Good(5)]),
        &[],
    );
    check(
        Task::EveryConjunction,
        items([1, 3, 2]).chain([Good(2)]),
        &["a(0)"],
    );
    check(Task::EveryConjunction, items([1, 3, 2]), &[]);
}

#[test]
fn conjuncts_are_read_from_left_to_right() {
    let facts = || items([1, 2]).chain([Good(2), Good(1)]);
    check(Task::EvaluatedInOrder, facts(), &[]);
    check(
        Task::EvaluatedInOrder,
        facts().chain([Flag]),
        &["a(1)", "a(2)"],
    );
}
