//! Negation, `||`, `forall` and Rust expressions.

use squad_htn::prelude::*;

use crate::oracle::{Symbol, check};

htn_domain! {
    domain logic;
    predicate foo(u32);
    predicate bar(u32);
    predicate baz(u32);

    operator a(x: u32) {}
    operator b(x: u32, y: u32) {}

    method not_any() if !foo(_) && bar(x) { a(x); }
    method not_this() if bar(x) && !foo(x) { a(x); }
    method either() if foo(x) || bar(x) { a(x); }
    method all() {
        branch every if forall(foo(x) => bar(x)) { a(1); }
        branch not_every { a(0); }
    }
    method implied() if foo(x) && (!bar(x) || baz(x)) { a(x); }
    method numbers() if foo(x) && x > 1 && let y: u32 = x + 10 { b(x, y); }
}

use logic::Fact::{Bar, Baz, Foo};
use logic::Task;

#[test]
pub fn m14() {
    check::<logic::Domain>("m14_neg_unbound", [Foo(1), Bar(2)], Task::NotAny);
}

#[test]
pub fn m15() {
    check::<logic::Domain>("m15_neg_bound", [Foo(1), Bar(1), Bar(2)], Task::NotThis);
}

#[test]
pub fn m16() {
    check::<logic::Domain>("m16_neg_unbound_true", [Bar(2)], Task::NotAny);
}

#[test]
pub fn m18() {
    check::<logic::Domain>(
        "m18_or_order",
        [Foo(1), Foo(2), Bar(3), Bar(1)],
        Task::Either,
    );
}

#[test]
pub fn m24() {
    check::<logic::Domain>(
        "m24_forall_true",
        [Foo(1), Foo(2), Bar(1), Bar(2)],
        Task::All,
    );
}

#[test]
pub fn m25() {
    check::<logic::Domain>("m25_forall_false", [Foo(1), Foo(2), Bar(1)], Task::All);
}

#[test]
pub fn m26() {
    check::<logic::Domain>("m26_forall_empty", [], Task::All);
}

#[test]
pub fn m27() {
    let facts = [Foo(1), Foo(2), Foo(3), Bar(2), Bar(3), Baz(3)];
    check::<logic::Domain>("m27_imply", facts, Task::Implied);
}

#[test]
pub fn m38() {
    check::<logic::Domain>("m38_call_num", [Foo(1), Foo(2), Foo(3)], Task::Numbers);
}

htn_domain! {
    domain towers;
    predicate tower(Symbol);
    predicate in(Symbol, Symbol);
    predicate clean(Symbol);
    operator a(t: Symbol) {}
    method go() if tower(t) && forall(in(b, t) => clean(b)) { a(t); }
}

#[test]
pub fn m54() {
    use Symbol::{b1, b2, b3, t1, t2};
    use towers::Fact::{Clean, In, Tower};
    let facts = [
        Tower(t1),
        Tower(t2),
        In(b1, t1),
        In(b2, t1),
        In(b3, t2),
        Clean(b1),
        Clean(b3),
    ];
    check::<towers::Domain>("m54_forall_free_outer", facts, towers::Task::Go);
}
