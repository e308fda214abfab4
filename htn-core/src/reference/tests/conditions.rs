//! Conditions.

use std::vec;
use std::vec::Vec;

use super::build::*;
use crate::reference::Error;
use crate::reference::rows::*;

/// `p` of 2, 1, 3 and `edge` of 1 to 2, 2 to 3, 1 to 3, in this order.
fn domain() -> Domain {
    let rust: Vec<fn(&[u64]) -> u64> = vec![
        |vars| vars[0],
        |vars| u64::from(vars[0] > 1),
        |vars| vars[0] % 2,
        |_| 2,
        |_| 0,
        |_| 1,
    ];
    Domain::new(rust)
        .with(0, &[&[2], &[1], &[3]])
        .with(2, &[&[1, 2], &[2, 3], &[1, 3]])
}

fn one(words: &[u64]) -> Vec<Vec<u64>> {
    words.iter().map(|word| vec![*word]).collect()
}

#[test]
fn facts_are_found_in_order_of_insertion() {
    let found = domain().solutions(vec![fact(0, &[V(0)])], &[V(0)]);
    assert_eq!(found, one(&[2, 1, 3]));
    let both = vec![fact(0, &[V(0)]), fact(2, &[V(0), V(1)])];
    let found = domain().solutions(both, &[V(0), V(1)]);
    assert_eq!(found, [[2, 3], [1, 2], [1, 3]]);
}

#[test]
fn second_occurrence_compares_and_underscore_matches_all() {
    let with_loop = domain().with(2, &[&[4, 4]]);
    assert_eq!(
        with_loop.solutions(vec![fact(2, &[V(0), V(0)])], &[V(0)]),
        one(&[4])
    );
    let found = domain().solutions(vec![fact(2, &[Any, V(0)])], &[V(0)]);
    assert_eq!(found, one(&[2, 3, 3]));
    let found = domain().solutions(vec![fact(2, &[V(0), W(3)])], &[V(0)]);
    assert_eq!(found, one(&[1]));
}

#[test]
fn or_finds_left_solutions_first_and_keeps_duplicates() {
    let sides = [0, 1].map(|column| {
        let args = [[V(0), Any], [Any, V(0)]][column];
        conjuncts(vec![fact(2, &args)])
    });
    let found = domain().solutions(vec![Form::Or(sides.to_vec().into())], &[V(0)]);
    assert_eq!(found, one(&[1, 2, 1, 2, 3, 3]));
}

#[test]
fn negation_holds_without_solution_and_binds_nothing() {
    let without_edge = vec![fact(0, &[V(0)]), not(fact(2, &[V(0), V(1)]))];
    assert_eq!(domain().solutions(without_edge, &[V(0)]), one(&[3]));
}

#[test]
fn tests_filter_and_lets_bind() {
    let greater = vec![fact(0, &[V(0)]), Form::Test(1)];
    assert_eq!(domain().solutions(greater, &[V(0)]), one(&[2, 3]));
    let odd = |value| Form::Let { var: 1, value };
    let found = domain().solutions(
        vec![fact(0, &[V(0)]), odd(LetSource::Word(2))],
        &[V(0), V(1)],
    );
    assert_eq!(found, [[2, 0], [1, 1], [3, 1]]);
    let found = domain().solutions(
        vec![fact(0, &[V(0)]), odd(LetSource::Some(2))],
        &[V(0), V(1)],
    );
    assert_eq!(found, [[1, 1], [3, 1]]);
    let found = domain().solutions(vec![fact(0, &[V(0)]), odd(LetSource::In(0))], &[V(0), V(1)]);
    assert_eq!(found, [[2, 0], [2, 1], [1, 0], [3, 0], [3, 1], [3, 2]]);
}

#[test]
fn aggregates_cover_all_solutions() {
    let value = |value, var| Form::Let { var, value };
    let all = || conjuncts(vec![fact(0, &[V(0)])]);
    let none = || conjuncts(vec![fact(1, &[V(0)])]);
    let found = domain().solutions(vec![value(LetSource::Count(all()), 1)], &[V(1)]);
    assert_eq!(found, one(&[3]));
    let found = domain().solutions(vec![value(LetSource::Sum(0, all()), 1)], &[V(1)]);
    assert_eq!(found, one(&[6]));
    let found = domain().solutions(vec![value(LetSource::Best(0, all()), 1)], &[V(1)]);
    assert_eq!(found, one(&[6]));
    // Without solutions, a count and a sum are zero, and a minimum and a maximum have no value.
    let found = domain().solutions(vec![value(LetSource::Count(none()), 1)], &[V(1)]);
    assert_eq!(found, one(&[0]));
    let found = domain().solutions(vec![value(LetSource::Sum(0, none()), 1)], &[V(1)]);
    assert_eq!(found, one(&[0]));
    let found = domain().solutions(vec![value(LetSource::Best(0, none()), 1)], &[V(1)]);
    assert_eq!(found, one(&[]));
}

#[test]
fn first_keeps_one_solution_and_sort_is_stable() {
    let first = |key| Form::First(sorted(vec![fact(0, &[V(0)])], key));
    assert_eq!(domain().solutions(vec![first(None)], &[V(0)]), one(&[2]));
    assert_eq!(domain().solutions(vec![first(Some(0))], &[V(0)]), one(&[1]));
    // 1 and 3 have the same key; 2 has a lower one.
    let mut domain = domain();
    let show = domain.operator("show", operator(1, vec![]));
    let mut by_key = block(vec![], vec![call(show, &[V(0)])]);
    by_key.guard = Some(sorted(vec![fact(0, &[V(0)])], Some(2)));
    let ask = domain.method("ask", method(0, vec![by_key]));
    assert_plans(&domain, ask, &["show(2)", "show(1)", "show(3)"]);
}

#[test]
fn forall_needs_a_solution_for_each_row() {
    let forall = |all, each| {
        let forall = Form::Forall(conjuncts(vec![all]), conjuncts(vec![each]));
        vec![forall, fact(0, &[V(5)])]
    };
    let all = || fact(2, &[V(0), Any]);
    let found = domain().solutions(forall(all(), fact(0, &[V(0)])), &[V(5)]);
    assert_eq!(found.len(), 3);
    let found = domain().solutions(forall(all(), fact(1, &[V(0)])), &[V(5)]);
    assert_eq!(found.len(), 0);
    let found = domain().solutions(forall(fact(1, &[V(0)]), fact(1, &[V(0)])), &[V(5)]);
    assert_eq!(found.len(), 3);
}

#[test]
fn axiom_finds_all_alternatives_and_else_stops_at_first() {
    let mut domain = domain();
    let (p, q) = (vec![fact(0, &[V(0)])], vec![fact(1, &[V(0)])]);
    let ends = vec![fact(2, &[Any, V(0)])];
    let both = domain.axiom(1, vec![vec![p.clone()], vec![ends.clone()]]);
    let either = domain.axiom(1, vec![vec![q, p, ends]]);
    let ask = vec![
        axiom_call(either, &[V(0)]),
        // A failure after it does not open the later clauses.
        axiom_call(both, &[V(1)]),
        fact(2, &[V(1), V(0)]),
    ];
    let found = domain.solutions(ask, &[V(0), V(1)]);
    assert_eq!(found, [[2, 1], [3, 2], [3, 1], [3, 2]]);
}

#[test]
fn argument_decides_whether_parameter_is_bound() {
    let binds = |domain: &mut Domain| {
        let is_two = Form::Let {
            var: 0,
            value: LetSource::Word(3),
        };
        domain.axiom(1, vec![vec![vec![is_two]]])
    };
    let mut open = domain();
    let two = binds(&mut open);
    let found = open.solutions(vec![axiom_call(two, &[V(4)])], &[V(4)]);
    assert_eq!(found, one(&[2]));
    let mut bound = domain();
    let two = binds(&mut bound);
    let ask = vec![fact(0, &[V(4)]), axiom_call(two, &[V(4)])];
    assert_eq!(bound.solutions(ask, &[V(4)]), one(&[2]));
    let mut twice = domain();
    let edge = twice.axiom(2, vec![vec![vec![fact(2, &[V(0), V(1)])]]]);
    let ask = vec![axiom_call(edge, &[V(4), V(4)])];
    assert_eq!(twice.solutions(ask, &[V(4)]), one(&[]));
}

#[test]
fn solutions_are_found_on_demand() {
    // `reach(a, b) { edge(a, b) || (edge(a, c) && reach(c, b)) }` on a circle has no end of solutions.
    let mut circle = Domain::new(vec![|_| 1]).with(2, &[&[1, 2], &[2, 1]]);
    let further = conjuncts(vec![fact(2, &[V(0), V(2)]), axiom_call(0, &[V(2), V(1)])]);
    let direct = conjuncts(vec![fact(2, &[V(0), V(1)])]);
    let either = Form::Or(vec![direct, further].into());
    let reach = circle.axiom(2, vec![vec![vec![either]]]);
    let show = circle.operator("show", operator(1, vec![]));
    let reached = axiom_call(reach, &[W(0), V(0)]);
    let of_first = Form::First(sorted(vec![reached.clone()], None));
    let once = block(vec![of_first], vec![call(show, &[V(0)])]);
    let once = circle.method("once", method(0, vec![once]));
    let all = block(vec![reached], vec![call(show, &[V(0)])]);
    let all = circle.method("all", method(0, vec![all]));
    assert_plans(&circle, once, &["show(2)"]);
    let (plans, end) = circle.plans(all);
    assert_eq!(plans[..4], ["show(2)", "show(1)", "show(2)", "show(1)"]);
    assert_eq!(end, Err(Error::TooDeep));
}
