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

/// A save whose facts are these bytes.
fn with_facts(facts: &[u8]) -> Vec<u8> {
    let mut bytes = saved(&State::new());
    assert_eq!(bytes.pop(), Some(0), "it has no facts");
    bytes.extend_from_slice(facts);
    bytes
}

#[test]
fn words_that_are_no_values_are_refused() {
    // Predicates, and for each its number, how many words it has, and these.
    let right = [1, 2, 2, 5, 1];
    assert!(loaded::<State>(&with_facts(&right)).is_ok());
    let wrong: [&[u8]; 10] = [
        // There is no place with this number.
        &[1, 2, 2, 5, 3],
        // Half of a fact.
        &[1, 2, 1, 5],
        &[1, 2, 3, 5, 1, 6],
        // No such predicate.
        &[1, 9, 1, 5],
        // An actor has 16 bits.
        &[1, 0, 1, 0x80, 0x80, 4],
        // Twice the same fact, and one key twice.
        &[1, 0, 2, 5, 5],
        &[1, 2, 4, 5, 1, 5, 2],
        // A fact without columns is there once, and is written so.
        &[1, 1, 2, 1, 1],
        &[1, 1, 1, 0],
        // -0.0, which no fact has.
        &[1, 4, 1, 0x80, 0x80, 0x80, 0x80, 8],
    ];
    for facts in wrong {
        assert!(loaded::<State>(&with_facts(facts)).is_err(), "{facts:?}");
    }
}

#[track_caller]
fn refused(facts: &str, because: &str) {
    let text = json(&State::new());
    let text = format!(
        "{}{facts}}}",
        text.strip_suffix("[]}").expect("it has no facts")
    );
    let error = serde_json::from_str::<State>(&text).expect_err("it is refused");
    assert!(error.to_string().starts_with(because), "{error}");
}

#[test]
fn what_is_too_much_is_refused() {
    let many: Vec<String> = (0..17)
        .map(|number| format!("{{\"manned\":[{number}]}}"))
        .collect();
    refused(
        &format!("[{}]", many.join(",")),
        "predicate `manned` is full: it holds 16 facts",
    );
    refused(r#"["alarm","alarm"]"#, "duplicate fact alarm()");
    refused(
        r#"[{"at":[1,"Mill"]},{"at":[1,"Yard"]}]"#,
        "at(Actor(1), Yard) repeats the key of an earlier fact",
    );
    refused(r#"[{"mode":[null]}]"#, "invalid type: null, expected f32");
    refused(
        "{}",
        "invalid type: map, expected facts of the domain `depot`",
    );
}
