//! The order of solutions.

use squad_htn::prelude::*;

use crate::oracle::{Symbol, check};

htn_domain! {
    domain single;
    predicate foo(u32);
    operator a(x: u32) {}
    method go() if foo(x) { a(x); }
}

#[test]
pub fn m01() {
    use single::Fact::Foo;
    check::<single::Domain>(
        "m01_order_single",
        [Foo(1), Foo(3), Foo(2)],
        single::Task::Go,
    );
}

htn_domain! {
    domain conjunction;
    predicate foo(u32);
    predicate bar(u32);
    operator b(x: u32, y: u32) {}
    method go() if foo(x) && bar(y) { b(x, y); }
    method grouped() if (foo(x) && bar(y)) { b(x, y); }
    method nested() if (foo(x) && bar(y)) && bar(y) { b(x, y); }
}

fn two_and_two() -> [conjunction::Fact; 4] {
    use conjunction::Fact::{Bar, Foo};
    [Foo(1), Foo(2), Bar(7), Bar(8)]
}

#[test]
pub fn m02() {
    check::<conjunction::Domain>("m02_order_conj", two_and_two(), conjunction::Task::Go);
}

#[test]
pub fn m03() {
    check::<conjunction::Domain>("m03_order_and", two_and_two(), conjunction::Task::Grouped);
}

#[test]
pub fn m04() {
    check::<conjunction::Domain>(
        "m04_order_nested_and",
        two_and_two(),
        conjunction::Task::Nested,
    );
}

htn_domain! {
    domain first_one;
    predicate foo(u32);
    operator a(x: u32) {}
    method go() if first(foo(x)) { a(x); }
}

#[test]
pub fn m05() {
    use first_one::Fact::Foo;
    check::<first_one::Domain>("m05_first", [Foo(1), Foo(3), Foo(2)], first_one::Task::Go);
}

htn_domain! {
    domain sorted;
    predicate foo(u32);
    operator a(x: u32) {}
    method go() if foo(x) sort by x { a(x); }
}

#[test]
pub fn m06() {
    use sorted::Fact::Foo;
    check::<sorted::Domain>("m06_sortby", [Foo(1), Foo(3), Foo(2)], sorted::Task::Go);
}

htn_domain! {
    domain ties;
    predicate foo(Symbol, u32);
    predicate bad(Symbol);
    operator a(x: Symbol) {}
    method go() if foo(x, k) sort by k { a(x); }
    method best() if foo(x, k) && !bad(x) sort by k desc { a(x); }
}

#[test]
pub fn m07() {
    use Symbol::{a1, a2, a3, a4};
    use ties::Fact::Foo;
    let facts = [Foo(a1, 2), Foo(a2, 1), Foo(a3, 2), Foo(a4, 1)];
    check::<ties::Domain>("m07_sortby_ties", facts, ties::Task::Go);
}

#[test]
pub fn m53() {
    use Symbol::{a1, a2, a3};
    use ties::Fact::{Bad, Foo};
    let facts = [Foo(a1, 2), Foo(a2, 5), Foo(a3, 9), Bad(a3)];
    check::<ties::Domain>("m53_sort_expr_var_missing", facts, ties::Task::Best);
}
