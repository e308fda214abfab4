//! Axioms that call axioms: first solutions only, and last calls.

use squad_htn::prelude::*;

use crate::common::assert_plans;

htn_domain! {
    domain calls;

    predicate item(u8);
    predicate special(u8);
    predicate p(u8);
    predicate q(u8);
    predicate two(=> a: u8, b: u8);

    axiom below(x: u8, y: u8) { p(x) && q(y) } else { item(x) && x < y }
    axiom next(x: u8, y: u8) {
        special(x) && let y: u8 = 99
    } else {
        let y: u8 = x + 1 && below(x, y)
    }

    axiom reaches(a: u8, b: u8) { a == b || a < b && reaches(a + 1, b) }

    axiom c1(x: u8) { c2(x) }
    axiom c2(x: u8) { c3(x) }
    axiom c3(x: u8) { c4(x) }
    axiom c4(x: u8) { item(x) }

    axiom deep(n: u16) {
        n == 0 || n > 0 && let m: u16 = n - 1 && first(special(x) && deep(m) sort by x) && x > 0
    }

    operator one(x: u8) {}
    operator pair(x: u8, y: u8) {}

    pub method nexts() if item(x) && next(x, y) { pair(x, y); }
    pub method out_of_reach() if item(x) && !reaches(x, 2) { one(x); }
    pub method first_of_chain() if first(c1(x) && x > 1) { one(x); }
    pub method first_for_each() if item(y) && first(c1(x) && x > 1) { pair(y, x); }
    pub method greatest() if item(y) && !(c1(x) && x > y) { one(y); }
    pub method by_first() if two(1, y) { one(y); }
    pub method by_first_only() if two(1, _) { one(1); }
    pub method by_both() if item(x) && two(x, 5) { one(x); }
    pub method sorted_inside(n: u16) if deep(n) { one(1); }
}

use calls::{Fact, State, Task};

fn state() -> State {
    let items = [1, 2, 3].map(Fact::Item);
    let others = [Fact::Special(3), Fact::Two(1, 5)];
    State::from_facts(items.into_iter().chain(others)).expect("the facts fit")
}

#[test]
fn last_call_passes_unbound_arguments() {
    assert_plans(
        &state(),
        &(),
        Task::Nexts,
        &["pair(1, 2)", "pair(2, 3)", "pair(3, 99)"],
    );
}

#[test]
fn last_call_after_or_ends_with_its_axiom() {
    assert_plans(&state(), &(), Task::OutOfReach, &["one(3)"]);
}

#[test]
fn first_applies_through_nested_axioms() {
    assert_plans(&state(), &(), Task::FirstOfChain, &["one(2)"]);
    assert_plans(
        &state(),
        &(),
        Task::FirstForEach,
        &["pair(1, 2)", "pair(2, 2)", "pair(3, 2)"],
    );
    assert_plans(&state(), &(), Task::Greatest, &["one(3)"]);
}

#[test]
fn predicate_without_key_is_found_by_any_column() {
    assert_plans(&state(), &(), Task::ByFirst, &["one(5)"]);
    assert_plans(&state(), &(), Task::ByFirstOnly, &["one(1)"]);
    assert_plans(&state(), &(), Task::ByBoth, &["one(1)"]);
}

#[test]
fn collections_nest_as_deep_as_axioms_do() {
    assert_plans(&state(), &(), Task::SortedInside { n: 300 }, &["one(1)"]);
}
