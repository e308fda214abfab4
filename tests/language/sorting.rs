//! `sort by`.

use squad_htn::prelude::*;

use crate::common::assert_plans;

struct Keys(Vec<f32>);

impl Keys {
    fn of(&self, x: u8) -> f32 {
        self.0[usize::from(x)]
    }

    fn wide(&self, x: u8) -> f64 {
        f64::from(self.of(x))
    }
}

htn_domain! {
    domain sorting(keys: &Keys);

    predicate item(u8);
    predicate group(u8, u8);
    predicate number(u8, i64);
    predicate huge(u8, u64);
    // Only collections enumerate these predicates.
    predicate came(u8);
    predicate each(u8);

    axiom best_of(g: u8, x: u8) { first(group(g, x) sort by keys.of(x)) }
    axiom sorted_item(x: u8) { first(item(_)) && each_item(x) }
    axiom each_item(x: u8) { item(x) }
    axiom in_order(g: u8, x: u8) { group(g, _) && first(group(g, x) sort by x desc) }

    operator a(x: u8) {}
    operator b(x: u8, y: u8) {}
    internal operator come(x: u8) { add came(x); add each(x); }
    internal operator go(x: u8) { delete came(x); delete each(x); }

    method rising() if item(x) sort by keys.of(x) { a(x); }
    method falling() if item(x) sort by keys.of(x) desc { a(x); }
    method wide_rising() if item(x) sort by keys.wide(x) { a(x); }
    method wide_falling() if item(x) sort by keys.wide(x) desc { a(x); }
    method negated() if item(x) sort by -keys.of(x) { a(x); }
    method pairs() if item(x) sort by (x % 2, keys.of(x)) { a(x); }
    method pairs_falling() if item(x) sort by (x % 2, keys.of(x)) desc { a(x); }
    method triples() if item(x) sort by (x % 2, keys.of(x), -(x as i32)) { a(x); }
    method numbers() if number(x, n) sort by n { a(x); }
    method numbers_falling() if number(x, n) sort by n desc { a(x); }
    method hugest() if huge(x, n) sort by n desc { a(x); }
    method same_key() if item(x) sort by 0 { a(x); }
    method same_key_falling() if item(x) sort by 0 desc { a(x); }

    method two_columns() if group(g, x) sort by x { b(g, x); }
    method nested() if item(g) sort by g desc { inner(g); }
    method inner(g: u8) if group(g, x) sort by x { b(g, x); }
    method inside_axiom() if item(g) && best_of(g, x) sort by x { b(g, x); }
    method first_in_sort() if item(g) && first(group(g, x) sort by x desc) sort by x { b(g, x); }
    method axiom_in_sort() if item(g) && in_order(g, x) sort by x { b(g, x); }
    method sort_of_axiom() if sorted_item(x) sort by x { a(x); }
    method changed() { come(4); come(1); go(3); come(2); go(4); least(); for each(y) { a(y); } }
    method least() if came(x) sort by x { a(x); }
    method expression() if item(x) && let k: f32 = keys.of(x) && k < 3.0 sort by k * k { a(x); }
}

use sorting::Fact::{Came, Each, Group, Huge, Item, Number};
use sorting::{State, Task};

fn check(task: Task, keys: &[f32], expected: &[u8]) {
    let items = (0..keys.len()).map(|x| Item(x as u8));
    let state = State::from_facts(items).unwrap();
    let expected: Vec<String> = expected.iter().map(|x| format!("a({x})")).collect();
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    assert_plans(&state, &Keys(keys.to_vec()), task, &expected);
}

#[test]
fn sort_is_ascending_unless_desc() {
    check(Task::Rising, &[2.0, -1.5, 8.0, 0.0], &[1, 3, 0, 2]);
    check(Task::Falling, &[2.0, -1.5, 8.0, 0.0], &[2, 0, 3, 1]);
    check(Task::Negated, &[2.0, -1.5, 8.0, 0.0], &[2, 0, 3, 1]);
    check(Task::WideRising, &[2.0, -1.5, 8.0, 0.0], &[1, 3, 0, 2]);
    check(Task::WideFalling, &[2.0, -1.5, 8.0, 0.0], &[2, 0, 3, 1]);
    check(Task::Expression, &[2.0, -1.5, 8.0, 0.0], &[3, 1, 0]);
    check(Task::Rising, &[], &[]);
    check(Task::Rising, &[5.0], &[0]);
}

#[test]
fn equal_keys_keep_their_order() {
    check(Task::Rising, &[1.0, 0.0, 1.0, 0.0, 1.0], &[1, 3, 0, 2, 4]);
    check(Task::Falling, &[1.0, 0.0, 1.0, 0.0, 1.0], &[0, 2, 4, 1, 3]);
    check(Task::SameKey, &[0.0; 20], &(0..20).collect::<Vec<_>>());
    check(
        Task::SameKeyFalling,
        &[0.0; 20],
        &(0..20).collect::<Vec<_>>(),
    );
}

#[test]
fn nan_sorts_last_in_both_directions() {
    let keys = [f32::NAN, 1.0, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    check(Task::Rising, &keys, &[4, 1, 3, 0, 2]);
    check(Task::Falling, &keys, &[3, 1, 4, 0, 2]);
    check(Task::WideRising, &keys, &[4, 1, 3, 0, 2]);
    check(Task::WideFalling, &keys, &[3, 1, 4, 0, 2]);
}

#[test]
fn minus_zero_equals_zero() {
    check(Task::Rising, &[0.0, -0.0, 0.0, -0.0], &[0, 1, 2, 3]);
    check(Task::Falling, &[-0.0, 0.0, -0.0, 0.0], &[0, 1, 2, 3]);
}

#[test]
fn tuples_compare_from_the_left() {
    let keys = [5.0, 4.0, 3.0, 2.0, 3.0];
    check(Task::Pairs, &keys, &[2, 4, 0, 3, 1]);
    check(Task::PairsFalling, &keys, &[1, 3, 0, 2, 4]);
    check(Task::Triples, &keys, &[4, 2, 0, 3, 1]);
    let keys = [f32::NAN, f32::NAN, 1.0, 1.0];
    check(Task::Pairs, &keys, &[2, 0, 3, 1]);
    check(Task::PairsFalling, &keys, &[3, 1, 2, 0]);
}

#[test]
fn integers_of_any_size_are_keys() {
    let keys = Keys(Vec::new());
    let numbers = [
        Number(0, 0),
        Number(1, i64::MIN),
        Number(2, i64::MAX),
        Number(3, -1),
    ];
    let state = State::from_facts(numbers).unwrap();
    assert_plans(
        &state,
        &keys,
        Task::Numbers,
        &["a(1)", "a(3)", "a(0)", "a(2)"],
    );
    assert_plans(
        &state,
        &keys,
        Task::NumbersFalling,
        &["a(2)", "a(0)", "a(3)", "a(1)"],
    );
    let huge = [
        Huge(0, 1),
        Huge(1, u64::MAX),
        Huge(2, u64::MAX - 1),
        Huge(3, 1 << 63),
    ];
    let state = State::from_facts(huge).unwrap();
    assert_plans(
        &state,
        &keys,
        Task::Hugest,
        &["a(1)", "a(2)", "a(3)", "a(0)"],
    );
}

#[test]
fn sorts_nest() {
    let groups = [
        Group(1, 7),
        Group(2, 6),
        Group(1, 3),
        Group(2, 9),
        Group(1, 5),
    ];
    let state = State::from_facts([Item(1), Item(2)].into_iter().chain(groups)).unwrap();
    let keys = Keys((0..10).map(|x| -(x as f32)).collect());
    let all = ["b(1, 3)", "b(1, 5)", "b(2, 6)", "b(1, 7)", "b(2, 9)"];
    assert_plans(&state, &keys, Task::TwoColumns, &all);
    let all = ["b(2, 6)", "b(2, 9)", "b(1, 3)", "b(1, 5)", "b(1, 7)"];
    assert_plans(&state, &keys, Task::Nested, &all);
    assert_plans(&state, &keys, Task::InsideAxiom, &["b(1, 7)", "b(2, 9)"]);
    assert_plans(&state, &keys, Task::FirstInSort, &["b(1, 7)", "b(2, 9)"]);
    let each = ["b(1, 7)", "b(1, 7)", "b(1, 7)", "b(2, 9)", "b(2, 9)"];
    assert_plans(&state, &keys, Task::AxiomInSort, &each);
    assert_plans(&state, &keys, Task::SortOfAxiom, &["a(1)", "a(2)"]);
}

#[test]
fn sort_sees_facts_changed_by_the_search() {
    let state = State::from_facts([Came(3), Came(5), Each(3), Each(5)]).unwrap();
    let changes = "come(4); come(1); go(3); come(2); go(4)";
    let rest = "a(5); a(1); a(2)";
    let all = [1, 2, 5].map(|x| format!("{changes}; a({x}); {rest}"));
    let all = all.each_ref().map(String::as_str);
    assert_plans(&state, &Keys(Vec::new()), Task::Changed, &all);
}

htn_domain! {
    domain wide;

    predicate row(u8, u8);
    operator o(x: u8, y: u8) {}
    method all() if row(x, y) sort by (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, x, y) { o(x, y); }
}

#[test]
fn tuples_of_twelve_are_keys() {
    use wide::Fact::Row;
    let state = wide::State::from_facts([Row(2, 1), Row(1, 9), Row(1, 3)]).expect("they fit");
    assert_plans(
        &state,
        &(),
        wide::Task::All,
        &["o(1, 3)", "o(1, 9)", "o(2, 1)"],
    );
}
