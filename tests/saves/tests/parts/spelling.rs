//! Facts, tasks and actions in the domain's spelling, and errors of reading them.

use depot::{Action, Fact, Task};
use saves::{Actor, Place, depot, json, loaded, saved};

#[track_caller]
fn is<T>(value: T, text: &str)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    assert_eq!(json(&value), text);
    assert_eq!(serde_json::from_str::<T>(text).expect("it loads"), value);
    assert_eq!(loaded::<T>(&saved(&value)).expect("it loads"), value);
}

#[test]
fn names_are_those_of_the_domain() {
    let (who, to) = (Actor(7), Place::Chapel);
    is(Fact::Alarm, r#""alarm""#);
    is(Fact::Manned(who), r#"{"manned":[7]}"#);
    is(Fact::At(who, to), r#"{"at":[7,"Chapel"]}"#);
    is(Fact::Near(None, (1, -1)), r#"{"near":[null,[1,-1]]}"#);
    is(Task::Go { who, to }, r#"{"go":{"who":7,"to":"Chapel"}}"#);
    is(Action::Go { who, to }, r#"{"go":{"who":7,"to":"Chapel"}}"#);
    is(Task::Sound, r#""sound""#);
    is(Task::Add(Fact::Alarm), r#"{"add":"alarm"}"#);
    is(
        Task::Delete(Fact::At(who, to)),
        r#"{"delete":{"at":[7,"Chapel"]}}"#,
    );
}

#[track_caller]
fn refused<T: serde::de::DeserializeOwned>(text: &str, because: &str) {
    let error = serde_json::from_str::<T>(text)
        .err()
        .expect("it is refused");
    assert!(error.to_string().contains(because), "{text}: {error}");
}

#[test]
fn invalid_facts_and_tasks_are_refused() {
    refused::<Fact>(
        r#"{"armed":[7]}"#,
        "invalid value: string \"armed\", expected a predicate of the domain `depot`",
    );
    refused::<Fact>(
        r#"{"at":[7]}"#,
        "invalid length 1, expected 2 values for `at`",
    );
    refused::<Fact>(
        r#"{"at":[7,"Chapel",1]}"#,
        "invalid length 3, expected 2 values for `at`",
    );
    refused::<Fact>(
        r#"{"at":[70000,"Chapel"]}"#,
        "invalid value: integer `70000`, expected u16",
    );
    refused::<Fact>(r#"{"at":[7,"Roof"]}"#, "unknown variant `Roof`");
    refused::<Fact>(r#"{"alarm":[7]}"#, "invalid type: sequence, expected unit");
    refused::<Fact>(
        r#""at""#,
        "invalid type: unit variant, expected newtype variant",
    );
    refused::<Fact>("7", "expected value");
    refused::<Task>(r#"{"go":{"who":7}}"#, "missing field `to`");
    refused::<Task>(r#"{"go":{"who":7,"who":7}}"#, "duplicate field `who`");
    refused::<Task>(
        r#"{"go":{"whom":7}}"#,
        "invalid value: string \"whom\", expected a parameter of `go`",
    );
    refused::<Task>(
        r#"{"fly":{"who":7}}"#,
        "expected a task of the domain `depot`",
    );
    refused::<Task>(
        r#"{"add":{"fly":[7]}}"#,
        "expected a predicate of the domain `depot`",
    );
    refused::<Action>(r#""sound""#, "the task is not an action");
}

#[test]
fn every_number_comes_back() {
    is(Fact::Mode(f32::INFINITY), r#"{"mode":["inf"]}"#);
    is(Fact::Mode(f32::NEG_INFINITY), r#"{"mode":["-inf"]}"#);
    is(Fact::Mode(f32::NAN), r#"{"mode":["NaN 7fc00000"]}"#);
    is(
        Fact::Mode(f32::from_bits(0x7FC0_0001)),
        r#"{"mode":["NaN 7fc00001"]}"#,
    );
    is(Fact::Mode(-3.0), r#"{"mode":[-3.0]}"#);
    assert_eq!(
        serde_json::from_str::<Fact>(r#"{"mode":[-3]}"#).expect("it loads"),
        Fact::Mode(-3.0)
    );
    for text in ["NaN 7f800000", "NaN 17fc00000", "NaN", "infinity"] {
        refused::<Fact>(&format!("{{\"mode\":[\"{text}\"]}}"), "expected f32");
    }
    refused::<Fact>(
        r#"{"mode":[1e39]}"#,
        "invalid value: floating point `1e+39`, expected f32",
    );
    let mut rng = saves::rng::Rng::new(1);
    for number in 0..20_000 {
        // Those whose digits are fewest, and any.
        let bits = match number % 2 {
            0 => number << 17,
            _ => (rng.below(1 << 16) << 16 | rng.below(1 << 16)) as u32,
        };
        let fact = Fact::Mode(f32::from_bits(bits));
        let text = json(&fact);
        assert_eq!(
            serde_json::from_str::<Fact>(&text).expect("it loads"),
            fact,
            "{bits:#x}: {text}"
        );
    }
}
