//! Coverage by plans, recordings and searches.

mod common;

use common::{Domain, Task};
use htn_view::{Coverage, CoverageError};

fn coverage() -> Coverage {
    Coverage::of::<Domain>().expect("the feature `reference` is on")
}

fn never_taken(coverage: &Coverage) -> Vec<String> {
    let never = coverage.never_taken();
    never
        .map(|branch| format!("{}: {}", branch.task, branch.name))
        .collect()
}

/// A mission: the third action fails, and is repaired.
fn recorded() -> htn_view::Recorded {
    let (mut director, mut recording) = (common::director(2, 2), common::named());
    common::play(&mut director, &mut recording, 30);
    recording.into_recorded()
}

#[test]
fn coverage_counts_parts_kept_by_a_repair_once() {
    let mut coverage = coverage();
    assert_eq!(coverage.never_taken().count(), coverage.branches().len());
    assert!(coverage.recording(&recorded()));
    assert_eq!(
        never_taken(&coverage),
        [
            "help: alone",
            "help: sleep",
            "lit: dark",
            "help_everybody: next",
            "rest_after: sleeps"
        ]
    );
    let taken = |task: &str, name: &str| {
        let mut branches = coverage.branches().iter();
        let of = branches.find(|of| of.task == task && of.name == name);
        of.unwrap().taken
    };
    // Two plans; one of them was repaired, at `lit`, in the same way.
    assert_eq!(coverage.plans(), 2);
    assert_eq!(taken("help", "by_two"), 2);
    assert_eq!(taken("rest_after", "is_fresh"), 2);
    common::expect("coverage-plans.txt", &coverage.to_string());
}

#[test]
fn plans_are_counted_one_by_one() {
    let mut coverage = coverage();
    let state = common::director(1, 1).state().clone();
    let mut planner = common::ward::Planner::new();
    let plan = planner.find(&state, &(), Task::Help).unwrap().unwrap();
    coverage.plan(plan);
    let taken = coverage.branches().iter().filter(|of| of.taken == 1);
    let taken: Vec<&str> = taken.map(|of| &of.name[..]).collect();
    assert_eq!(taken, ["alone"]);
}

mod other {
    use squad_htn::prelude::*;

    htn_domain! {
        pub domain other;
        predicate there(u8) [8];
        operator go(n: u8) {}
        pub method both(n: u8) { if there(n) { go(n); } else { go(n); } }
        pub method both(n: u8) { go(n); go(n); }
    }
}

#[test]
fn nothing_is_counted_of_other_domains() {
    let mut coverage = Coverage::of::<other::other::Domain>().unwrap();
    let before = coverage.clone();
    assert!(!coverage.recording(&recorded()));
    assert!(!coverage.merge(&self::coverage()));
    assert_eq!(coverage, before);
    let graph = htn_view::Graph::of::<other::other::Domain>().unwrap();
    assert_eq!(graph.with(&self::coverage()).to_svg(), graph.to_svg());
}

#[test]
fn branches_without_names_say_which_they_are() {
    let coverage = Coverage::of::<other::other::Domain>().unwrap();
    let told = coverage.branches().iter().map(|branch| {
        let told = branch.to_string();
        told.split(" (line").next().unwrap().to_owned()
    });
    let told: Vec<String> = told.collect();
    assert_eq!(told, ["both", "both: method 2"]);
}

#[test]
fn what_several_tests_have_counted_is_one() {
    let mut one = coverage();
    one.recording(&recorded());
    let mut both = coverage();
    for _ in 0..2 {
        assert!(both.merge(&Coverage::read(&one.to_text()).unwrap()));
    }
    assert_eq!(both.plans(), 2 * one.plans());
    for (both, one) in both.branches().iter().zip(one.branches()) {
        assert_eq!(both.taken, 2 * one.taken, "{one}");
    }
}

#[test]
fn counts_that_are_no_counts_say_so() {
    let mut coverage = coverage();
    coverage.recording(&recorded());
    let text = coverage.to_text();
    assert_eq!(Coverage::read(&text), Ok(coverage));
    for len in 0..text.len() {
        assert!(Coverage::read(&text[..len]).is_err(), "{len}");
    }
    let error = Coverage::read("<!doctype html>\n").unwrap_err();
    assert_eq!(error, CoverageError::NoCoverage);
    assert_eq!(
        error.to_string(),
        "not a coverage file: it does not begin with `htn-coverage 1`; help: pass the text of `Coverage::to_text`"
    );
    let changed = text.replacen("\n2 ", "\nx ", 1);
    assert_eq!(Coverage::read(&changed), Err(CoverageError::Line(2)));
    assert!(Coverage::read(&text.replacen(" 0 ", " -1 ", 1)).is_err());
}

#[cfg(feature = "explain")]
#[test]
fn coverage_counts_failed_attempts_of_searches() {
    use common::{Fact, Medic};

    let mut coverage = coverage();
    let mut state = common::director(2, 1).state().clone();
    for task in [Task::Help, Task::HelpEverybody] {
        coverage.search(&state, &(), task).unwrap();
    }
    // First no medic can hold the light; then no medic is left.
    state.insert(Fact::Tired(Medic(1))).unwrap();
    coverage.search(&state, &(), Task::Help).unwrap();
    state.insert(Fact::Tired(Medic(2))).unwrap();
    coverage.search(&state, &(), Task::Help).unwrap();
    assert_eq!(coverage.searches(), 4);
    common::expect("coverage-searches.txt", &coverage.to_string());
    let never: Vec<&str> = coverage.never_tried().map(|of| &of.name[..]).collect();
    assert_eq!(never, ["dark"]);
    let graph = htn_view::Graph::of::<Domain>().unwrap().with(&coverage);
    common::expect("ward-searched.mermaid", &graph.to_mermaid());
    common::expect("ward-searched.dot", &graph.to_dot());
    common::expect("ward-searched.svg", &graph.to_svg());
}
