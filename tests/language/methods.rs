//! Methods: branches, alternatives, returned values.

use squad_htn::prelude::*;

use crate::common::assert_plans;

htn_domain! {
    domain choices;

    predicate item(u32);
    predicate good(u32);
    predicate flag();
    predicate never();

    operator use_it(x: u32) {}
    operator must(x: u32) { if good(x); }
    operator pair(x: u32, y: u32) {}

    method plain() { use_it(1); }
    method empty() {}
    method guarded() if flag() { use_it(1); }

    method three() {
        branch one if never() { use_it(1); }
        branch two if item(x) && x > 1 { use_it(x); }
        branch three { use_it(0); }
    }

    method nested() if item(x) { must(x); inner(x); }
    method inner(x: u32) { branch big if x > 1 { use_it(x); } }

    method any_item() -> u32 {
        branch listed if item(x) { return x; }
    }
    method doubled(x: u32) -> u64 {
        branch big if x > 2 { use_it(x); return u64::from(x) * 2; }
        branch small { return 0; }
    }
    method with_value() {
        let x = any_item();
        use_it(x);
        must(x);
    }
    method with_two_values() {
        let x = any_item();
        let y: u32 = any_item();
        pair(x, y);
    }
    method passes_on() -> u32 {
        let x = any_item();
        let y: u64 = doubled(x);
        return y as u32 + x;
    }
    method deep() { let z = passes_on(); use_it(z); }
    method dropped() { any_item(); use_it(0); }
    method sum_down(n: u32) -> u32 {
        branch more if n > 0 { let rest = sum_down(n - 1); return rest + n; }
        branch end { return 0; }
    }
    method triangle(n: u32) { let s = sum_down(n); use_it(s); }

    method either() -> u32 { return 1; }
    method either() -> u32 if item(x) { return x + 10; }
    method alternatives() { let x = either(); use_it(x); }

    method late() {
        let x: u32 = 5;
        let y: u32 = x * 2;
        add item(y);
        take_last(y);
    }
    method take_last(y: u32) if item(y) { use_it(y); }
}

use choices::Fact::{Flag, Good, Item};
use choices::{State, Task};

fn state(facts: impl IntoIterator<Item = choices::Fact>) -> State {
    State::from_facts(facts).unwrap()
}

#[test]
fn single_branch_needs_no_keyword() {
    assert_plans(&state([]), &(), Task::Plain, &["use_it(1)"]);
    assert_plans(&state([]), &(), Task::Empty, &[""]);
    assert_plans(&state([]), &(), Task::Guarded, &[]);
    assert_plans(&state([Flag]), &(), Task::Guarded, &["use_it(1)"]);
}

#[test]
fn branches_are_if_else_if_else() {
    assert_plans(&state([]), &(), Task::Three, &["use_it(0)"]);
    assert_plans(&state([Item(1)]), &(), Task::Three, &["use_it(0)"]);
    let facts = state([Item(1), Item(2), Item(3)]);
    assert_plans(&facts, &(), Task::Three, &["use_it(2)", "use_it(3)"]);
}

#[test]
fn failure_further_down_tries_the_next_solution() {
    let facts = state([Item(1), Item(2), Item(3), Good(1), Good(3)]);
    assert_plans(&facts, &(), Task::Nested, &["must(3); use_it(3)"]);
}

#[test]
fn returned_value_is_visible_to_later_tasks() {
    let facts = state([Item(1), Item(2), Item(3), Good(2), Good(3)]);
    let plans = ["use_it(2); must(2)", "use_it(3); must(3)"];
    assert_plans(&facts, &(), Task::WithValue, &plans);
}

#[test]
fn each_returned_value_is_a_choice_of_its_own() {
    let facts = state([Item(1), Item(2)]);
    let plans = ["pair(1, 1)", "pair(1, 2)", "pair(2, 1)", "pair(2, 2)"];
    assert_plans(&facts, &(), Task::WithTwoValues, &plans);
}

#[test]
fn returned_values_nest_and_recur() {
    let facts = state([Item(1), Item(4)]);
    assert_plans(
        &facts,
        &(),
        Task::Deep,
        &["use_it(1)", "use_it(4); use_it(12)"],
    );
    assert_plans(&facts, &(), Task::Triangle { n: 10 }, &["use_it(55)"]);
}

#[test]
fn returned_value_may_be_dropped() {
    assert_plans(
        &state([Item(1), Item(2)]),
        &(),
        Task::Dropped,
        &["use_it(0)", "use_it(0)"],
    );
}

#[test]
fn alternative_methods_return_values() {
    assert_plans(
        &state([Item(1)]),
        &(),
        Task::Alternatives,
        &["use_it(1)", "use_it(11)"],
    );
}

#[test]
fn arguments_are_evaluated_when_the_task_is_reached() {
    assert_plans(&state([]), &(), Task::Late, &["add item(10); use_it(10)"]);
}
