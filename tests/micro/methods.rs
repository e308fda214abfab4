//! Branches, methods, and backtracking after a failure.

use squad_htn::prelude::*;

use crate::oracle::check;

htn_domain! {
    domain commit;
    predicate foo(u32);
    predicate bar(u32);
    predicate baz(u32);
    predicate ok(u32);
    predicate never();

    operator a(x: u32) {}
    operator fail() { if never(); }
    operator only2(x: u32) { if ok(x); }

    method committed() {
        branch one if foo(x) { a(x); fail(); }
        branch two if bar(x) { a(x); }
    }

    method other_binding() {
        branch one if foo(x) { only2(x); }
        branch two if bar(x) { a(x); }
    }

    method other_method() {
        branch one if foo(x) { a(x); fail(); }
        branch two if bar(x) { a(x); }
    }
    method other_method() if baz(x) { a(x); }

    method union() if foo(x) { a(x); }
    method union() if baz(x) { a(x); }

    method same_tail() if foo(_) { a(1); }
    method same_tail_named() if foo(_x) { a(1); }

    method own_variables() {
        branch one if foo(x) && !foo(x) { a(1); }
        branch two if foo(x) { a(x); }
    }

    method empty_tail() { skip(); a(1); }
    method skip() {}

    method no_method() if never() { a(1); }

    method first_commits() {
        branch one if first(foo(x)) { only2(x); }
        branch two { a(0); }
    }
}

use commit::Fact::{Bar, Baz, Foo, Ok as Fine};
use commit::Task;

#[test]
pub fn m08() {
    check::<commit::Domain>("m08_branch_commit", [Foo(1), Bar(2)], Task::Committed);
}

#[test]
pub fn m09() {
    let facts = [Foo(1), Foo(2), Fine(2), Bar(9)];
    check::<commit::Domain>("m09_branch_other_binding", facts, Task::OtherBinding);
}

#[test]
pub fn m10() {
    check::<commit::Domain>(
        "m10_other_method",
        [Foo(1), Bar(2), Baz(3)],
        Task::OtherMethod,
    );
}

#[test]
pub fn m11() {
    check::<commit::Domain>("m11_two_methods_all", [Foo(1), Baz(3)], Task::Union);
}

#[test]
pub fn m37() {
    check::<commit::Domain>("m37_dup_reduction", [Foo(1), Foo(2)], Task::SameTail);
    check::<commit::Domain>("m37_dup_reduction", [Foo(1), Foo(2)], Task::SameTailNamed);
}

#[test]
pub fn m39() {
    check::<commit::Domain>("m39_shared_first_branch", [Foo(1)], Task::OwnVariables);
}

#[test]
pub fn m42() {
    check::<commit::Domain>("m42_empty_tail", [], Task::EmptyTail);
}

#[test]
pub fn m43() {
    check::<commit::Domain>("m43_no_method", [], Task::NoMethod);
}

#[test]
pub fn m45() {
    let facts = [Foo(1), Foo(2), Foo(3), Fine(2)];
    check::<commit::Domain>("m45_first_then_fail", facts, Task::FirstCommits);
}

htn_domain! {
    domain interleaved;
    operator x(n: u32) {}
    method two(n: u32, m: u32) { x(n); x(m); }
    method go() {
        unordered { two(1, 2); two(3, 4); }
    }
}

#[test]
pub fn m31() {
    check::<interleaved::Domain>("m31_unordered", [], interleaved::Task::Go);
}

htn_domain! {
    domain uninterrupted;
    operator x(n: u32) {}
    method go() {
        unordered { { x(1); now x(2); } { x(3); now x(4); } }
    }
}

#[test]
pub fn m32() {
    check::<uninterrupted::Domain>("m32_unordered_imm", [], uninterrupted::Task::Go);
}

htn_domain! {
    domain immediate;
    predicate done_a1();
    predicate done_c1();
    operator a1() { add done_a1(); }
    operator a2() { if done_a1() && done_c1(); }
    operator c1() { add done_c1(); }
    operator c2() { if done_a1() && done_c1(); }
    operator b1() {}
    operator d1() {}
    method a() { a1(); a2(); }
    method c() { c1(); c2(); }
    method b() { b1(); }
    method d() { d1(); }
    method top() {
        unordered {
            { a(); b(); }
            { c(); d(); }
        }
    }
}

#[test]
pub fn m47() {
    check::<immediate::Domain>("m47_force_immediate", [], immediate::Task::Top);
}
