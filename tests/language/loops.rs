//! `while` and `for`.

use squad_htn::prelude::*;

use crate::common::{How, assert_plans, search};

htn_domain! {
    domain loops;

    predicate item(u32);
    predicate good(u32);
    predicate link(u32, u32);
    predicate left(=> u32);
    predicate flag();

    operator a(x: u32) {}
    operator b(x: u32, y: u32) {}
    operator take(x: u32) { delete item(x); }
    operator take_good(x: u32) { if good(x); delete item(x); }

    method count_down() { while left(n) && n > 0 { a(n); add left(n - 1); } a(0); }
    method empty_all() { while item(x) { take(x); } }
    method largest_first() { while item(x) sort by x desc { take(x); } }
    method only_first() { while first(item(x)) { take(x); } a(0); }
    method forever() { while flag() { a(1); } }
    method never_left() { while item(x) { take_good(x); } }

    method each() { for item(x) { a(x); } a(0); }
    method each_sorted() { for item(x) sort by x { a(x); } }
    method each_though_deleted() { for item(x) { delete item(_); a(x); } }
    method each_though_added() { for item(x) { add item(x + 10); } for item(x) { a(x); } }
    method nested() { for item(x) { for link(x, y) { b(x, y); } a(x); } }
    method nested_same() { for item(x) { for item(y) { b(x, y); } } }
    method choices() { for item(x) { choose(x); } a(0); }
    method choose(x: u32) if link(x, y) { b(x, y); }
    method choices_nested() { for item(x) { for good(g) { choose(x + g); } } }
    method filtered() { for item(x) { if good(x) { a(x); } else { b(x, 0); } } }
    method looped_in_each() {
        for good(x) { add left(x); while left(n) && n > 0 { a(n); add left(n - 1); } }
    }
    method each_in_while() { while left(n) && n > 0 { for item(x) { b(n, x); } add left(n - 1); } }
    method with_values(k: u32) {
        let z: u32 = k * 2;
        for item(x) { let w: u32 = x + z; let p = half(w); b(w, p); }
    }
    method half(x: u32) -> u32 { return x / 2; }
    method each_number(n: u32) { for let i: u32 in 0..n { a(i); } }
    method several() { for item(x) && link(x, y) { b(x, y); } }
    method returns_from_for() -> u32 { for item(x) { a(x); } return 7; }
    method outer() { let x = returns_from_for(); a(x); }
}

use loops::Fact::{Flag, Good, Item, Left, Link};
use loops::{State, Task};

fn state(facts: impl IntoIterator<Item = loops::Fact>) -> State {
    State::from_facts(facts).unwrap()
}

#[test]
fn while_evaluates_its_condition_each_round() {
    let plans = ["a(2); add left(1); a(1); add left(0); a(0)"];
    assert_plans(&state([Left(2)]), &(), Task::CountDown, &plans);
    assert_plans(&state([]), &(), Task::CountDown, &["a(0)"]);
}

#[test]
fn while_solutions_are_choices_but_leaving_is_not() {
    let plans = ["take(1); take(2)", "take(2); take(1)"];
    assert_plans(&state([Item(1), Item(2)]), &(), Task::EmptyAll, &plans);
    assert_plans(
        &state([Item(1), Item(2)]),
        &(),
        Task::OnlyFirst,
        &["take(1); take(2); a(0)"],
    );
    let facts = state([Item(1), Item(2), Good(2)]);
    assert_plans(&facts, &(), Task::NeverLeft, &[]);
    let facts = state([Item(1), Item(2), Good(2), Good(1)]);
    let plans = ["take_good(1); take_good(2)", "take_good(2); take_good(1)"];
    assert_plans(&facts, &(), Task::NeverLeft, &plans);
}

#[test]
fn while_accepts_sort_by() {
    let facts = state([Item(1), Item(3), Item(2)]);
    let found = search(
        &facts,
        &(),
        &[Task::LargestFirst],
        How {
            plans: 1,
            ..How::default()
        },
    );
    assert_eq!(found.plans, [["take(3)", "take(2)", "take(1)"]]);
}

#[test]
fn endless_while_ends_in_an_error() {
    let found = search(&state([Flag]), &(), &[Task::Forever], How::default());
    let full = found.end.unwrap_err();
    assert!(matches!(full, SearchError::Limit { capacity: 1.., .. }));
    assert!(found.plans.is_empty());
    assert_plans(&state([]), &(), Task::Forever, &[""]);
}

#[test]
fn for_runs_once_for_each_solution_in_order() {
    let facts = state([Item(3), Item(1), Item(2)]);
    assert_plans(&facts, &(), Task::Each, &["a(3); a(1); a(2); a(0)"]);
    assert_plans(&facts, &(), Task::EachSorted, &["a(1); a(2); a(3)"]);
    assert_plans(&state([]), &(), Task::Each, &["a(0)"]);
    assert_plans(
        &state([]),
        &(),
        Task::EachNumber { n: 3 },
        &["a(0); a(1); a(2)"],
    );
    assert_plans(&state([]), &(), Task::EachNumber { n: 0 }, &[""]);
}

#[test]
fn for_keeps_the_solutions_of_its_start() {
    let facts = state([Item(1), Item(2)]);
    let plans = ["delete item(1); delete item(2); a(1); a(2)"];
    assert_plans(&facts, &(), Task::EachThoughDeleted, &plans);
    let plans = ["add item(11); add item(12); a(1); a(2); a(11); a(12)"];
    assert_plans(&facts, &(), Task::EachThoughAdded, &plans);
}

#[test]
fn loops_nest() {
    let facts = state([Item(1), Item(2), Link(2, 7), Link(1, 5), Link(1, 6)]);
    let plans = ["b(1, 5); b(1, 6); a(1); b(2, 7); a(2)"];
    assert_plans(&facts, &(), Task::Nested, &plans);
    assert_plans(
        &facts,
        &(),
        Task::NestedSame,
        &["b(1, 1); b(1, 2); b(2, 1); b(2, 2)"],
    );
    assert_plans(&facts, &(), Task::Several, &["b(1, 5); b(1, 6); b(2, 7)"]);
    let facts = state([Good(2), Good(1)]);
    let plans =
        ["add left(2); a(2); add left(1); a(1); add left(0); add left(1); a(1); add left(0)"];
    assert_plans(&facts, &(), Task::LoopedInEach, &plans);
    let facts = state([Left(2), Item(8), Item(9)]);
    let plans = ["b(2, 8); b(2, 9); add left(1); b(1, 8); b(1, 9); add left(0)"];
    assert_plans(&facts, &(), Task::EachInWhile, &plans);
}

#[test]
fn choices_inside_the_rounds_of_a_for_multiply() {
    let links = [Link(1, 5), Link(1, 6), Link(2, 7), Link(2, 8)];
    let facts = state([Item(1), Item(2)].into_iter().chain(links));
    let plans = [
        "b(1, 5); b(2, 7); a(0)",
        "b(1, 5); b(2, 8); a(0)",
        "b(1, 6); b(2, 7); a(0)",
        "b(1, 6); b(2, 8); a(0)",
    ];
    assert_plans(&facts, &(), Task::Choices, &plans);
}

#[test]
fn choices_inside_nested_fors_multiply() {
    let links = [Link(1, 5), Link(2, 6), Link(2, 7), Link(3, 8)];
    let facts = state(
        [Item(1), Item(2), Good(0), Good(1)]
            .into_iter()
            .chain(links),
    );
    let found = search(&facts, &(), &[Task::ChoicesNested], How::default());
    let plans: Vec<String> = found.plans.iter().map(|plan| plan.join("; ")).collect();
    let expected = [
        "b(1, 5); b(2, 6); b(2, 6); b(3, 8)",
        "b(1, 5); b(2, 6); b(2, 7); b(3, 8)",
        "b(1, 5); b(2, 7); b(2, 6); b(3, 8)",
        "b(1, 5); b(2, 7); b(2, 7); b(3, 8)",
    ];
    assert_eq!(plans, expected);
}

#[test]
fn blocks_and_values_inside_a_for() {
    let facts = state([Item(1), Item(2), Good(2)]);
    assert_plans(&facts, &(), Task::Filtered, &["b(1, 0); a(2)"]);
    assert_plans(
        &facts,
        &(),
        Task::WithValues { k: 3 },
        &["b(7, 3); b(8, 4)"],
    );
    assert_plans(&facts, &(), Task::Outer, &["a(1); a(2); a(7)"]);
}
