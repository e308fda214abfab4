//! Operators: alternatives, effects and costs.

use squad_htn::prelude::*;

use crate::oracle::{check, check_renamed};

htn_domain! {
    domain several;
    predicate foo();
    predicate bar();
    predicate r(u32);
    operator p() { if foo(); add r(1); }
    operator p() { if bar(); add r(2); }
    operator q() { if r(2); }
    method go() { p(); q(); }
}

#[test]
pub fn m13() {
    use several::Fact::{Bar, Foo};
    check::<several::Domain>("m13_two_ops", [Foo, Bar], several::Task::Go);
}

htn_domain! {
    domain effects;
    predicate foo(u32);

    operator t(x: u32) { add foo(x); }
    operator d(x: u32) { delete foo(x); }
    operator c(x: u32) { if foo(x); }
    operator put(x: u32) { add foo(x); }
    operator del(x: u32) { delete foo(x); }
    operator a(x: u32) {}

    method twice() { t(1); d(1); c(1); }
    method update() { del(1); put(9); put(1); pick(); }
    method pick() if foo(x) { a(x); }
}

use effects::Fact::Foo;

#[test]
pub fn m29() {
    check::<effects::Domain>("m29_dup_add", [Foo(1)], effects::Task::Twice);
}

#[test]
pub fn m44() {
    check::<effects::Domain>(
        "m44_order_after_update",
        [Foo(1), Foo(2)],
        effects::Task::Update,
    );
}

htn_domain! {
    domain survive;
    predicate foo(u32);
    // The statements are in the opposite order on purpose: deletes apply first, whatever the order.
    operator t(x: u32) { add foo(x); delete foo(x); }
    operator c(x: u32) { if foo(x); }
    method go() { t(1); c(1); }
}

#[test]
pub fn m28() {
    check::<survive::Domain>("m28_del_add", [survive::Fact::Foo(1)], survive::Task::Go);
}

htn_domain! {
    domain clearing;
    predicate foo(u32);
    operator clr() { delete foo(_); }
    operator c() { if !foo(_); }
    method go() { clr(); c(); }
}

htn_domain! {
    domain clearing_each;
    predicate foo(u32);
    operator clr() { delete foo(x) for foo(x); }
    operator c() { if !foo(_); }
    method go() { clr(); c(); }
}

#[test]
pub fn m40() {
    let numbers = [1, 2, 3, 4];
    let facts = numbers.map(clearing::Fact::Foo);
    check::<clearing::Domain>("m40_del_forall", facts, clearing::Task::Go);
    let facts = numbers.map(clearing_each::Fact::Foo);
    check::<clearing_each::Domain>("m40_del_forall", facts, clearing_each::Task::Go);
}

htn_domain! {
    domain absent;
    predicate foo(u32);
    operator d() { delete foo(9); }
    method go() { d(); }
}

#[test]
pub fn m52() {
    check::<absent::Domain>("m52_del_missing", [absent::Fact::Foo(1)], absent::Task::Go);
}

htn_domain! {
    domain costs;
    predicate foo(u32);
    operator x(n: u32) { cost n as f32; }
    internal operator i(x: u32) {}
    operator e(x: u32) { cost 5.0; }
    method go() if foo(x) { x(x); }
    method both() { i(1); e(1); }
}

#[test]
pub fn m36() {
    use costs::Fact::Foo;
    let search = check::<costs::Domain>("m36_cost", [Foo(4), Foo(2), Foo(3)], costs::Task::Go);
    assert_eq!(search.costs, [4.0, 2.0, 3.0]);
}

/// The plan is the oracle's; an internal operator costs nothing here.
#[test]
pub fn m55() {
    let search = check::<costs::Domain>("m55_internal_op_cost", [], costs::Task::Both);
    assert_eq!(search.costs, [5.0]);
}

htn_domain! {
    domain protected;
    predicate foo(u32);
    operator d(n: u32) { delete foo(n); }
    method once() { protect foo(1); d(1); }
    method once() { protect foo(1); release foo(1); d(1); }
    method twice() { protect foo(1); protect foo(1); release foo(1); d(1); }
    method twice() { protect foo(1); protect foo(1); release foo(1); release foo(1); d(1); }
}

/// Compares with an oracle whose operators `p` and `u` protect and release `foo`.
fn check_protected(case: &str, task: protected::Task) {
    let renamed = |step: String| match step.as_str() {
        "p(1)" => "protect foo(1)".to_owned(),
        "u(1)" => "release foo(1)".to_owned(),
        _ => step,
    };
    check_renamed::<protected::Domain>(case, [protected::Fact::Foo(1)], task, renamed);
}

#[test]
pub fn m33() {
    check_protected("m33_protect", protected::Task::Once);
}

#[test]
pub fn m34() {
    check_protected("m34_protect_count", protected::Task::Twice);
}
