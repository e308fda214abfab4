//! Names: keywords, `pub` tasks, `use` items, several domains.

use squad_htn::prelude::*;

use crate::common::assert_plans;

mod places {
    #[derive(Clone, Copy, PartialEq, Eq, Debug, squad_htn::prelude::Term)]
    pub enum Place {
        Lobby,
        Roof,
    }

    pub const HOME: Place = Place::Lobby;
}

htn_domain! {
    domain keywords;

    use self::places::{HOME, Place};

    predicate in(u8, Place);
    predicate type(u8);
    predicate state(u8);

    axiom where(x: u8, p: Place) { in(x, p) }

    operator move(x: u8, to: Place) { delete in(x, _); add in(x, to); }
    operator loop(x: u8) {}

    method for_each() { for type(x) { loop(x); } }
    method match(x: u8) if where(x, p) && p != HOME { move(x, HOME); }
    method async() if state(x) && where(x, Place::Lobby) { move(x, Place::Roof); }
}

#[test]
fn keywords_are_names() {
    use keywords::{Fact, State, Task};
    let facts = [
        Fact::In(1, places::Place::Roof),
        Fact::In(2, places::HOME),
        Fact::Type(5),
        Fact::State(2),
    ];
    let state = State::from_facts(facts).unwrap();
    assert_plans(&state, &(), Task::ForEach, &["loop(5)"]);
    assert_plans(&state, &(), Task::Match { x: 1 }, &["move(1, Lobby)"]);
    assert_plans(&state, &(), Task::Match { x: 2 }, &[]);
    assert_plans(&state, &(), Task::Async, &["move(2, Roof)"]);
    assert_eq!(Fact::In(1, places::HOME).to_string(), "in(1, Lobby)");
}

htn_domain! {
    pub(crate) domain public_tasks;

    predicate item(u8);

    operator a(x: u8) {}
    pub operator b(x: u8) {}
    pub method go() { if item(x) { helper(x); } }
    method helper(x: u8) { a(x); }
}

#[test]
fn pub_tasks_are_variants_of_task() {
    use public_tasks::{Fact, State, Task};
    let state = State::from_facts([Fact::Item(3)]).unwrap();
    assert_plans(&state, &(), Task::Go, &["a(3)"]);
    assert_plans(&state, &(), Task::B { x: 4 }, &["b(4)"]);
    assert_plans(&state, &(), Task::Helper { x: 5 }, &["a(5)"]);
}

mod inner {
    use squad_htn::prelude::*;

    htn_domain! {
        pub domain twin;
        predicate item(u8);
        operator a(x: u8) {}
        method go() if item(x) { a(x); }
    }
}

htn_domain! {
    domain twin;
    predicate item(u8);
    operator a(x: u8) {}
    method go() if item(x) { a(x + 1); }
}

#[test]
fn domains_of_one_name_in_two_modules() {
    let state = inner::twin::State::from_facts([inner::twin::Fact::Item(1)]).unwrap();
    assert_plans(&state, &(), inner::twin::Task::Go, &["a(1)"]);
    let state = twin::State::from_facts([twin::Fact::Item(1)]).unwrap();
    assert_plans(&state, &(), twin::Task::Go, &["a(2)"]);
}

htn_domain! {
    domain overlapping;
    predicate open(u8);
    operator close(x: u8) { delete open(x); }
    method close_all() { while first(open(x)) { close(x); } }
}

#[test]
fn snake_case_becomes_camel_case() {
    use overlapping::{Fact, State, Task};
    let state = State::from_facts([Fact::Open(1), Fact::Open(2)]).unwrap();
    assert_plans(&state, &(), Task::CloseAll, &["close(1); close(2)"]);
}
