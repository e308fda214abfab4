//! The facts of a state, saved and loaded.

use depot::{Fact, State};
use saves::{Actor, Place, depot, json, loaded, saved};

fn some() -> State {
    State::from_facts([
        Fact::Manned(Actor(3)),
        Fact::Alarm,
        Fact::At(Actor(3), Place::Chapel),
        Fact::At(Actor(1), Place::Mill),
        Fact::Manned(Actor(1)),
        Fact::Near(Some(Actor(7)), (2, -1)),
        Fact::Mode(0.25),
        Fact::Large(u64::MAX),
        Fact::Large(4),
    ])
    .expect("they fit")
}

#[test]
fn a_state_is_read_by_people() {
    let text = json(&some());
    let facts = text.split_once("\"saved\":").expect("it has facts").1;
    assert_eq!(
        facts,
        r#"[{"manned":[3]},{"manned":[1]},"alarm",{"at":[3,"Chapel"]},{"at":[1,"Mill"]},{"near":[7,[2,-1]]},{"mode":[0.25]},{"large":[18446744073709551615]},{"large":[4]}]}"#
    );
}

#[test]
fn a_state_comes_back_in_order() {
    let state = some();
    let from_text: State = serde_json::from_str(&json(&state)).expect("it loads");
    assert!(from_text.facts().eq(state.facts()));
    let from_bytes: State = loaded(&saved(&state)).expect("it loads");
    assert!(from_bytes.facts().eq(state.facts()));
    assert_eq!(from_bytes, state);
}
