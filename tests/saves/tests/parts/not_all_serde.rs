//! A domain whose terms can't be saved is a domain still, though the feature is on.

use squad_htn::prelude::*;

/// Neither `Serialize` nor `Deserialize`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Handle(pub u16);

/// `Serialize` alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term, serde::Serialize)]
pub struct Shown(pub u16);

htn_domain! {
    pub domain closed;
    agent Handle;
    predicate at(Handle => u8);
    operator go(who: Handle) by who {}
    pub method act() { branch go if at(who, _) { go(who); } }
}

htn_domain! {
    pub domain half;
    predicate at(Shown => u8);
    operator go(who: Shown) {}
    pub method act() { branch go if at(who, _) { go(who); } }
}

htn_domain! {
    /// The type of a `let` need not be serializable.
    pub domain inner;
    predicate at(u8);
    operator go(who: u8) {}
    pub method act() {
        branch go if at(who) && let handle: Handle = Handle(who.into()) && handle.0 > 0 {
            go(who);
        }
    }
}

#[test]
fn it_plans() {
    let state = closed::State::from_facts([closed::Fact::At(Handle(1), 2)]).expect("it fits");
    let mut planner = closed::Planner::new();
    let plan = planner
        .find(&state, &(), closed::Task::Act)
        .expect("nothing is full");
    assert!(plan.is_some());
}

#[test]
fn what_can_be_written_is() {
    let state = half::State::from_facts([half::Fact::At(Shown(1), 2)]).expect("it fits");
    assert!(saves::json(&state).ends_with(r#""saved":[{"at":[1,2]}]}"#));
    let state = inner::State::from_facts([inner::Fact::At(2)]).expect("it fits");
    let again: inner::State = serde_json::from_str(&saves::json(&state)).expect("it loads");
    assert_eq!(again, state);
}
