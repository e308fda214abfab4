//! Bodies: `if`, `let`, `add` and `delete`.

use squad_htn::prelude::*;

use crate::common::assert_plans;

htn_domain! {
    domain bodies;

    predicate item(u32);
    predicate good(u32);
    predicate linked(u32, u32);
    predicate level(=> u32);
    predicate flag();

    operator a(x: u32) {}
    operator must(x: u32) { if good(x); }

    method one_if() { a(1); if flag() { a(2); } a(3); }
    method if_else() { if flag() { a(2); } else { a(4); } a(3); }
    method chain(n: u32) {
        if n == 0 {
            a(0);
        } else if n == 1 {
            a(1);
        } else if item(x) && x > n {
            a(x);
        } else {
            a(99);
        }
        a(100);
    }
    method solutions() { if item(x) { must(x); } else { a(0); } a(9); }
    method best_first() { if item(x) sort by x desc { a(x); } }
    method outer(y: u32) {
        let z: u32 = y + 1;
        if item(x) && x > z {
            let w: u32 = x + z;
            if w > 10 { a(w); a(y); } else { a(z); }
        }
    }
    method evaluated_when_reached() {
        add flag();
        if flag() { a(1); } else { a(0); }
        delete flag();
        if flag() { a(1); } else { a(0); }
    }
    method in_an_if() {
        if item(x) { let y = picked(x); a(y); }
    }
    method picked(x: u32) -> u32 if linked(x, y) { return y; }

    method adds() { add item(7), good(8); show(); }
    method adds_for() { add good(x + 1) for item(x); show_good(); }
    method deletes() { delete item(2), good(9); show(); }
    method deletes_any() { delete linked(1, _); a(0); }
    method deletes_all() { delete linked(_, _), item(_); a(0); }
    method deletes_for() { delete item(x) for item(x) && good(x); show(); }
    method sets_level(n: u32) { add level(n); if level(m) { a(m); } }
    method show() { for item(x) { a(x); } }
    method show_good() { for good(x) { a(x); } }

    method locals() {
        let x: u32 = 2;
        let n: usize = count(item(_));
        let total: u32 = sum(y; item(y));
        a(x + n as u32);
        a(total);
    }
    method largest() { let top: u32 = max(y; item(y)); a(top); }
}

use bodies::Fact::{Flag, Good, Item, Level, Linked};
use bodies::{State, Task};

fn state(facts: impl IntoIterator<Item = bodies::Fact>) -> State {
    State::from_facts(facts).unwrap()
}

#[test]
fn if_without_true_block_has_no_steps() {
    assert_plans(&state([]), &(), Task::OneIf, &["a(1); a(3)"]);
    assert_plans(&state([Flag]), &(), Task::OneIf, &["a(1); a(2); a(3)"]);
    assert_plans(&state([]), &(), Task::IfElse, &["a(4); a(3)"]);
    assert_plans(&state([Flag]), &(), Task::IfElse, &["a(2); a(3)"]);
}

#[test]
fn else_if_is_tried_in_order() {
    let facts = state([Item(1), Item(5), Item(6)]);
    assert_plans(&facts, &(), Task::Chain { n: 0 }, &["a(0); a(100)"]);
    assert_plans(&facts, &(), Task::Chain { n: 1 }, &["a(1); a(100)"]);
    assert_plans(
        &facts,
        &(),
        Task::Chain { n: 4 },
        &["a(5); a(100)", "a(6); a(100)"],
    );
    assert_plans(&facts, &(), Task::Chain { n: 6 }, &["a(99); a(100)"]);
}

#[test]
fn failed_if_block_tries_next_solution_only() {
    let facts = state([Item(1), Item(2), Good(2)]);
    assert_plans(&facts, &(), Task::Solutions, &["must(2); a(9)"]);
    assert_plans(&state([Item(1)]), &(), Task::Solutions, &[]);
    assert_plans(&state([]), &(), Task::Solutions, &["a(0); a(9)"]);
}

#[test]
fn if_accepts_sort_by() {
    let facts = state([Item(1), Item(3), Item(2)]);
    assert_plans(&facts, &(), Task::BestFirst, &["a(3)", "a(2)", "a(1)"]);
}

#[test]
fn blocks_see_outer_variables() {
    let facts = state([Item(1), Item(5), Item(9)]);
    assert_plans(&facts, &(), Task::Outer { y: 1 }, &["a(2)", "a(11); a(1)"]);
}

#[test]
fn conditions_are_evaluated_when_they_are_reached() {
    let plans = ["add flag(); a(1); delete flag(); a(0)"];
    assert_plans(&state([]), &(), Task::EvaluatedWhenReached, &plans);
}

#[test]
fn value_can_be_returned_inside_a_block() {
    let facts = state([Item(1), Linked(1, 5), Linked(1, 6), Linked(2, 7)]);
    assert_plans(&facts, &(), Task::InAnIf, &["a(5)", "a(6)"]);
}

#[test]
fn add_and_delete_are_steps() {
    let plans = ["add item(7); add good(8); a(1); a(7)"];
    assert_plans(&state([Item(1)]), &(), Task::Adds, &plans);
    let facts = state([Item(1), Item(2)]);
    assert_plans(
        &facts,
        &(),
        Task::Deletes,
        &["delete item(2); delete good(9); a(1)"],
    );
}

#[test]
fn underscore_and_for_make_one_step_per_row() {
    let facts = state([
        Item(1),
        Item(2),
        Good(2),
        Linked(1, 5),
        Linked(2, 5),
        Linked(1, 7),
    ]);
    let plans = ["delete linked(1, 5); delete linked(1, 7); a(0)"];
    assert_plans(&facts, &(), Task::DeletesAny, &plans);
    let plans = [
        "delete linked(1, 5); delete linked(2, 5); delete linked(1, 7); \
         delete item(1); delete item(2); a(0)",
    ];
    assert_plans(&facts, &(), Task::DeletesAll, &plans);
    assert_plans(&facts, &(), Task::DeletesFor, &["delete item(2); a(1)"]);
    let plans = ["add good(2); add good(3); a(2); a(3)"];
    assert_plans(&facts, &(), Task::AddsFor, &plans);
    assert_plans(&state([]), &(), Task::DeletesAll, &["a(0)"]);
}

#[test]
fn add_replaces_the_row_of_its_key() {
    let facts = state([Level(1)]);
    assert_plans(
        &facts,
        &(),
        Task::SetsLevel { n: 4 },
        &["add level(4); a(4)"],
    );
}

#[test]
fn local_values_and_aggregates() {
    let facts = state([Item(4), Item(5)]);
    assert_plans(&facts, &(), Task::Locals, &["a(4); a(9)"]);
    assert_plans(&facts, &(), Task::Largest, &["a(5)"]);
    assert_plans(&state([]), &(), Task::Locals, &["a(2); a(0)"]);
    assert_plans(&state([]), &(), Task::Largest, &[]);
}

#[test]
fn add_and_delete_are_variants_that_hold_the_fact() {
    let mut planner = bodies::Planner::new();
    let plan = planner.find(&state([]), &(), Task::Adds).unwrap().unwrap();
    let steps: Vec<Task> = plan.tasks().collect();
    let expected = [Task::Add(Item(7)), Task::Add(Good(8)), Task::A { x: 7 }];
    assert_eq!(steps, expected);
    let actions: Vec<String> = plan.actions().map(|action| action.to_string()).collect();
    assert_eq!(actions, ["a(7)"]);
}
