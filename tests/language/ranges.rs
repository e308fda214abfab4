//! `let x: T in a..b`: ranges of numbers, which are not collected.

use squad_htn::prelude::*;

use crate::common::assert_plans;

htn_domain! {
    domain ranges;

    predicate odd(u8);
    predicate size(=> u8);

    operator a(x: u8) {}
    operator b(x: u64) {}
    operator c(x: usize, y: u8) {}
    operator signed(x: i8) {}

    method open() if size(n) && let x: u8 in 1..n { a(x); }
    method closed() if size(n) && let x: u8 in n - 1..=n + 1 { a(x); }
    method empty() if let x: u8 in 3..3 { a(x); }
    method backwards() if size(n) && let x: u8 in n..=1 { a(x); }
    method tested() if let x: u8 in 0..=9 && odd(x) && x > 2 { a(x); }
    method nested() if let x: usize in 0..2 && let y: u8 in 7..=8 { c(x, y); }
    method sorted() if let x: u8 in 1..4 && !odd(x) sort by x desc { a(x); }
    method last_ones() if let x: u64 in u64::MAX - 1..=u64::MAX { b(x); }
    method far_too_many() if first(let x: u64 in 0..=u64::MAX && x > 2) { b(x); }
    method every() { for let x: u8 in 5..7 { a(x); } }
    method reversed() if let x: u8 in (1..3).rev() { a(x); }
    method negative() if let x: i8 in -1..=1 { signed(x); }
    method bars() if let x: u8 in 4 | 1..6 { a(x); }
}

#[test]
fn range_yields_numbers_in_order() {
    use ranges::{Fact, State, Task};
    let facts = [Fact::Size(3), Fact::Odd(1), Fact::Odd(3), Fact::Odd(7)];
    let state = State::from_facts(facts).unwrap();
    let cases: [(Task, &[&str]); 13] = [
        (Task::Open, &["a(1)", "a(2)"]),
        (Task::Closed, &["a(2)", "a(3)", "a(4)"]),
        (Task::Empty, &[]),
        (Task::Backwards, &[]),
        (Task::Tested, &["a(3)", "a(7)"]),
        (Task::Nested, &["c(0, 7)", "c(0, 8)", "c(1, 7)", "c(1, 8)"]),
        (Task::Sorted, &["a(2)"]),
        (
            Task::LastOnes,
            &["b(18446744073709551614)", "b(18446744073709551615)"],
        ),
        (Task::FarTooMany, &["b(3)"]),
        (Task::Every, &["a(5); a(6)"]),
        (Task::Reversed, &["a(2)", "a(1)"]),
        (Task::Negative, &["signed(-1)", "signed(0)", "signed(1)"]),
        (Task::Bars, &["a(5)"]),
    ];
    for (task, plans) in cases {
        assert_plans(&state, &(), task, plans);
    }
}
