//! Axioms: alternatives, `else`, recursion, and any pattern of bound arguments.

use squad_htn::prelude::*;

use crate::common::assert_plans;

htn_domain! {
    domain family;

    predicate parent(u8, u8);
    predicate tall(u8);
    predicate small(u8);
    predicate age(u8 => u32);
    predicate person(u8);

    axiom ancestor(a: u8, b: u8) { parent(a, b) }
    axiom ancestor(old: u8, young: u8) { parent(old, x) && ancestor(x, young) }

    axiom grandparent(a: u8, b: u8) { parent(a, x) && parent(x, b) }
    axiom sibling(a: u8, b: u8) { parent(p, a) && parent(p, b) && a != b }
    axiom ego(a: u8, b: u8) { person(a) && let b: u8 = a }
    axiom double(n: u32, d: u32) { let d: u32 = n * 2 }
    axiom height(a: u8, size: u32) { tall(a) && let size: u32 = 2 }
    axiom height(a: u8, size: u32) { small(a) && let size: u32 = 1 }
    axiom measured(a: u8, size: u32) {
        age(a, size)
    } else {
        height(a, size)
    } else {
        person(a) && let size: u32 = 0
    }
    axiom always() {}
    axiom orphan(a: u8) { person(a) && !ancestor(_, a) }
    axiom eldest(a: u8) { first(age(a, n) sort by n desc) }
    axiom by_age(a: u8) { first(person(a)) && false || first(age(a, n) && n > 0 sort by n) }
    axiom down(n: u32) { n == 0 }
    axiom down(n: u32) { n > 0 && down(n - 1) }

    operator a(x: u8) {}
    operator b(x: u8, y: u8) {}
    operator n(x: u32) {}

    method free_free() if ancestor(x, y) { b(x, y); }
    method bound_free(x: u8) if ancestor(x, y) { b(x, y); }
    method free_bound(y: u8) if ancestor(x, y) { b(x, y); }
    method bound_bound(x: u8, y: u8) if ancestor(x, y) { b(x, y); }
    method any_of(y: u8) if ancestor(_, y) { a(y); }
    method repeated() if ego(x, x) { a(x); }
    method loops() if ancestor(x, x) { a(x); }
    method doubled(x: u32) if double(x, d) { n(d); }
    method is_double(x: u32, d: u32) if double(x, d) { n(d); }
    method computed(x: u32) if double(x + 1, d) && double(d / 2, d) { n(d); }
    method heights(x: u8) if height(x, size) { n(size); }
    method of_height(size: u32) if height(x, size) { a(x); }
    method sizes() if person(x) && measured(x, size) { n(size); }
    method measured_as(size: u32) if measured(x, size) { a(x); }
    method nothing() if always() { a(0); }
    method orphans() if orphan(x) { a(x); }
    method oldest() if eldest(x) { a(x); }
    method aged() if by_age(x) { a(x); }
    method descend(x: u32) if down(x) { n(x); }
    method siblings(x: u8) if sibling(x, y) { b(x, y); }
    method grandparents() if grandparent(x, y) { b(x, y); }
}

use family::{
    Fact::{Age, Parent, Person, Small, Tall},
    State, Task,
};

/// 1 has the children 2 and 3, and 2 the child 4, who has the child 5.
fn state() -> State {
    let parents = [(1, 2), (1, 3), (2, 4), (4, 5)].map(|(a, b)| Parent(a, b));
    State::from_facts(parents.into_iter().chain((1..=5).map(Person))).unwrap()
}

#[test]
fn axiom_serves_any_pattern_of_bound_arguments() {
    let all = [
        "b(1, 2)", "b(1, 3)", "b(2, 4)", "b(4, 5)", "b(1, 4)", "b(1, 5)", "b(2, 5)",
    ];
    assert_plans(&state(), &(), Task::FreeFree, &all);
    assert_plans(
        &state(),
        &(),
        Task::BoundFree { x: 1 },
        &["b(1, 2)", "b(1, 3)", "b(1, 4)", "b(1, 5)"],
    );
    assert_plans(
        &state(),
        &(),
        Task::FreeBound { y: 5 },
        &["b(4, 5)", "b(1, 5)", "b(2, 5)"],
    );
    assert_plans(&state(), &(), Task::BoundBound { x: 1, y: 5 }, &["b(1, 5)"]);
    assert_plans(&state(), &(), Task::BoundBound { x: 3, y: 5 }, &[]);
}

#[test]
fn unused_argument_still_multiplies_solutions() {
    assert_plans(
        &state(),
        &(),
        Task::AnyOf { y: 5 },
        &["a(5)", "a(5)", "a(5)"],
    );
}

#[test]
fn second_occurrence_of_a_variable_in_a_call_tests() {
    let all = ["a(1)", "a(2)", "a(3)", "a(4)", "a(5)"];
    assert_plans(&state(), &(), Task::Repeated, &all);
    assert_plans(&state(), &(), Task::Loops, &[]);
}

#[test]
fn let_on_a_parameter_binds_it_or_compares() {
    assert_plans(&state(), &(), Task::Doubled { x: 4 }, &["n(8)"]);
    assert_plans(&state(), &(), Task::IsDouble { x: 4, d: 8 }, &["n(8)"]);
    assert_plans(&state(), &(), Task::IsDouble { x: 4, d: 9 }, &[]);
    assert_plans(&state(), &(), Task::Computed { x: 4 }, &["n(10)"]);
}

#[test]
fn alternatives_all_count_in_order() {
    let mut facts = state();
    facts.insert(Small(1)).unwrap();
    facts.insert(Tall(1)).unwrap();
    facts.insert(Tall(2)).unwrap();
    assert_plans(&facts, &(), Task::Heights { x: 1 }, &["n(2)", "n(1)"]);
    assert_plans(&facts, &(), Task::OfHeight { size: 2 }, &["a(1)", "a(2)"]);
    assert_plans(&facts, &(), Task::OfHeight { size: 1 }, &["a(1)"]);
}

#[test]
fn else_uses_first_condition_with_a_solution() {
    let mut facts = state();
    facts.insert(Age(1, 70)).unwrap();
    facts.insert(Small(1)).unwrap();
    facts.insert(Small(2)).unwrap();
    facts.insert(Tall(2)).unwrap();
    let all = ["n(70)", "n(2)", "n(1)", "n(0)", "n(0)", "n(0)"];
    assert_plans(&facts, &(), Task::Sizes, &all);
}

#[test]
fn else_with_bound_result_tests_that_result() {
    let mut facts = state();
    facts.insert(Age(1, 70)).unwrap();
    facts.insert(Small(2)).unwrap();
    assert_plans(&facts, &(), Task::MeasuredAs { size: 70 }, &["a(1)"]);
    assert_plans(&facts, &(), Task::MeasuredAs { size: 1 }, &["a(2)"]);
}

#[test]
fn axiom_without_parameters_and_condition_holds() {
    assert_plans(&state(), &(), Task::Nothing, &["a(0)"]);
}

#[test]
fn recursive_axiom_may_be_negated() {
    assert_plans(&state(), &(), Task::Orphans, &["a(1)"]);
}

#[test]
fn axiom_may_sort() {
    let mut facts = state();
    for (who, age) in [(1, 70), (2, 90), (3, 40)] {
        facts.insert(Age(who, age)).unwrap();
    }
    assert_plans(&facts, &(), Task::Oldest, &["a(2)"]);
    assert_plans(&facts, &(), Task::Aged, &["a(3)"]);
}

#[test]
fn deep_recursion_ends() {
    assert_plans(&state(), &(), Task::Descend { x: 500 }, &["n(500)"]);
}

#[test]
fn axioms_join() {
    assert_plans(&state(), &(), Task::Siblings { x: 2 }, &["b(2, 3)"]);
    assert_plans(&state(), &(), Task::Grandparents, &["b(1, 4)", "b(2, 5)"]);
}
