//! The meaning of `when_planning` in a search. `tests/execution/when_planning.rs` has the executor's side.

use squad_htn::prelude::*;

use crate::common::{all_plans, assert_plans};

htn_domain! {
    domain choosing(bonus: &u32);

    predicate item(u32);
    predicate link(u32, u32);
    predicate open();

    operator a(x: u32) {}
    operator picky(x: u32) { if when_planning(link(x, _)); }
    operator sorted(x: u32) {
        if item(y) && when_planning(link(x, z)) && when_planning(z > y) sort by z desc;
        add item(x + y);
    }

    axiom linked(x: u32, y: u32) { link(x, y) && x != y }

    method each_solution() if item(x) && when_planning(link(x, _)) { a(x); }
    method alone() if when_planning(open()) { a(0); }
    method negated() if item(x) && when_planning(!link(x, _)) { a(x); }
    method several() if item(x) && when_planning(link(x, y) && y > 2 || open()) { a(x); }
    method chained()
        if item(x) && when_planning(link(x, y)) && when_planning(linked(y, z))
            && when_planning(z > *bonus)
    {
        a(x);
    }
    method by_key() if item(x) && when_planning(link(x, y)) sort by y desc { a(x); }
    method first_inside()
        if item(x) && when_planning(first(link(x, y) sort by y desc)) && when_planning(y > 2)
    {
        a(x);
    }
    method counted() if item(x) && when_planning(let n: usize = count(link(x, _)) && n > 1) {
        a(x);
    }
    method branches() {
        branch one if when_planning(open()) { a(1); }
        branch two if item(x) { a(x); }
    }
    method blocks() {
        if when_planning(link(y, _)) sort by y { a(1); } else { a(2); }
        // The name may be used again.
        if item(y) { a(y); }
        for item(x) && when_planning(link(x, _)) { a(x); }
    }
    method rounds() { while item(x) && when_planning(link(x, _)) { delete item(x); a(x); } }
    method steps() if item(x) { picky(x); }
    method steps_sorted() { sorted(1); for item(x) { a(x); } }
}

use choosing::Fact::{Item, Link, Open};
use choosing::{State, Task};

fn check(task: Task, facts: impl IntoIterator<Item = choosing::Fact>, expected: &[&str]) {
    assert_plans(&State::from_facts(facts).unwrap(), &1, task, expected);
}

fn facts() -> impl Iterator<Item = choosing::Fact> {
    let links = [(1, 2), (1, 3), (3, 1), (2, 4)];
    let links = links.into_iter().map(|(x, y)| Link(x, y));
    [1, 2, 5, 3].into_iter().map(Item).chain(links)
}

#[test]
fn when_planning_has_the_solutions_of_its_condition() {
    check(
        Task::EachSolution,
        facts(),
        &["a(1)", "a(1)", "a(2)", "a(3)"],
    );
    check(Task::Alone, facts(), &[]);
    check(Task::Alone, [Open], &["a(0)"]);
    check(Task::Negated, facts(), &["a(5)"]);
    check(Task::Several, facts(), &["a(1)", "a(2)"]);
    check(Task::Counted, facts(), &["a(1)"]);
    check(Task::Branches, facts(), &["a(1)", "a(2)", "a(5)", "a(3)"]);
    check(Task::Branches, facts().chain([Open]), &["a(1)"]);
}

#[test]
fn when_planning_variables_reach_sort_by() {
    check(Task::Chained, facts(), &["a(1)", "a(3)", "a(3)"]);
    check(Task::ByKey, facts(), &["a(2)", "a(1)", "a(1)", "a(3)"]);
    check(Task::FirstInside, facts(), &["a(1)", "a(2)"]);
}

#[test]
fn when_planning_in_bodies_holds_like_its_condition() {
    let plans = all_plans(&State::from_facts(facts()).unwrap(), &1, Task::Blocks);
    assert_eq!(plans[0], ["a(1)", "a(1)", "a(1)", "a(1)", "a(2)", "a(3)"]);
    let plans = all_plans(&State::from_facts(facts()).unwrap(), &1, Task::Rounds);
    let steps = [
        "delete item(1)",
        "a(1)",
        "delete item(2)",
        "a(2)",
        "delete item(3)",
        "a(3)",
    ];
    assert_eq!(plans[0], steps);
}

#[test]
fn when_planning_in_an_operator_is_its_precondition() {
    let facts_of = [Item(1), Item(2), Link(1, 2), Link(1, 3)];
    check(
        Task::StepsSorted,
        facts_of,
        &[
            "sorted(1); a(1); a(2)",
            "sorted(1); a(1); a(2); a(3)",
            "sorted(1); a(1); a(2)",
        ],
    );
    check(
        Task::Steps,
        facts(),
        &["picky(1)", "picky(1)", "picky(2)", "picky(3)"],
    );
}
