//! Axioms.

use squad_htn::prelude::*;

use crate::oracle::{Symbol, check};

htn_domain! {
    domain tails;
    predicate foo(u32);
    predicate bar(u32);
    predicate ok(u32);
    predicate given(u32);

    operator a(x: u32) {}
    operator b(x: u32, y: u32) {}

    axiom ax(x: u32) { foo(x) } else { bar(x) }

    axiom inner(x: u32) { foo(x) }
    axiom nested(x: u32) { inner(x) } else { bar(x) }

    axiom several(x: u32) { given(x) }
    axiom several(x: u32) { foo(x) }
    axiom several(x: u32) { bar(x) }

    axiom only_first(x: u32) { first(foo(x)) }

    axiom same(x: u32, y: u32) { x == y }
    axiom different(x: u32, y: u32) { !same(x, y) }

    method tail() if ax(x) { a(x); }
    method tail_then_ok() if ax(x) && ok(x) { a(x); }
    method nested_then_ok() if nested(x) && ok(x) { a(x); }
    method alternatives() if several(x) { a(x); }
    method first_then_ok() if only_first(x) && ok(x) { a(x); }
    method pairs() if foo(x) && foo(y) && different(x, y) { b(x, y); }
}

use tails::Fact::{Bar, Foo, Given, Ok as Fine};
use tails::Task;

#[test]
pub fn m19() {
    check::<tails::Domain>("m19_axiom_else", [Foo(1), Foo(2), Bar(3)], Task::Tail);
}

#[test]
pub fn m20() {
    let facts = [Foo(1), Bar(3), Fine(3)];
    check::<tails::Domain>("m20_axiom_else_rest_fails", facts, Task::TailThenOk);
}

/// The oracle has facts and axioms with the same name. Here an axiom of its own reads the facts.
#[test]
pub fn m21() {
    check::<tails::Domain>(
        "m21_two_axioms",
        [Foo(1), Bar(3), Given(9)],
        Task::Alternatives,
    );
}

#[test]
pub fn m22() {
    let facts = [Foo(1), Bar(3), Fine(3)];
    check::<tails::Domain>("m22_axiom_nested_commit", facts, Task::NestedThenOk);
}

#[test]
pub fn m41() {
    let facts = [Foo(1), Foo(2), Foo(3), Fine(2)];
    check::<tails::Domain>("m41_axiom_first", facts, Task::FirstThenOk);
}

#[test]
pub fn m51() {
    check::<tails::Domain>("m51_eq_axiom", [Foo(1), Foo(2), Foo(3)], Task::Pairs);
}

htn_domain! {
    domain stack;
    predicate on(Symbol, Symbol);
    operator a(x: Symbol) {}
    axiom above(x: Symbol, y: Symbol) { on(x, y) }
    axiom above(x: Symbol, y: Symbol) { on(x, z) && above(z, y) }
    method go() if above(Symbol::b1, x) { a(x); }
}

#[test]
pub fn m23() {
    use Symbol::{b1, b2, b3, b4};
    use stack::Fact::On;
    check::<stack::Domain>(
        "m23_axiom_rec",
        [On(b1, b2), On(b2, b3), On(b3, b4)],
        stack::Task::Go,
    );
}
