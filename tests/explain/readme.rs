//! The domain of the README.

use squad_htn::explain::{Because, Found, Verdict};

use crate::assert_text;
use crate::restraint::restraint::{Fact, State, Task};
use crate::restraint::{Actor, Game, readme};

fn explained(game: &Game, state: &State) -> String {
    let why = state.explain(game, Task::RestrainNearest);
    why.expect("an existing task").to_string()
}

#[test]
fn explanation_names_chosen_and_rejected_solutions() {
    let (game, state) = readme();
    assert_text("readme_plan", explained(&game, &state));
}

#[test]
fn explanation_without_plan_names_failed_conjunct() {
    let (game, mut state) = readme();
    for who in 1..=3 {
        state.insert(Fact::Reserved(Actor(who))).expect("it fits");
    }
    assert_text("readme_all_reserved", explained(&game, &state));
    for who in 4..=5 {
        state.insert(Fact::Restrained(Actor(who))).expect("it fits");
    }
    assert_text("readme_all_restrained", explained(&game, &state));
    state.remove(Fact::Surrendered(Actor(4)));
    state.remove(Fact::Surrendered(Actor(5)));
    assert_text("readme_nobody_surrendered", explained(&game, &state));
}

#[test]
fn explanation_is_data() {
    let (game, mut state) = readme();
    let why = |state: &State| {
        let why = state.explain(&game, Task::RestrainNearest);
        why.expect("an existing task")
    };
    let plan = why(&state);
    let Found::Plan(steps) = &plan.found else {
        panic!("there is a plan");
    };
    assert_eq!(steps.len(), 10);
    let Verdict::Chosen {
        rounds, runners_up, ..
    } = &plan.task.ways[0].branches[0].verdict
    else {
        panic!("it is chosen");
    };
    let bound: Vec<_> = rounds[0].bindings.iter().map(|one| one.name).collect();
    assert_eq!(bound, ["target", "who"]);
    assert_eq!(
        (rounds[0].key.as_str(), runners_up[0].key.as_str()),
        ("2.0", "3.0")
    );
    state.insert(Fact::Reserved(Actor(4))).expect("it fits");
    state.insert(Fact::Reserved(Actor(5))).expect("it fits");
    let none = why(&state);
    assert!(matches!(none.found, Found::NoPlan) && none.left_out == 0);
    let Verdict::Failed(reason) = &none.task.ways[0].branches[0].verdict else {
        panic!("its condition failed");
    };
    assert_eq!((reason.conjunct, reason.tried), ("!reserved(target)", 2));
    let Because::InTheWay { facts, .. } = &reason.because else {
        panic!("something is in the way");
    };
    assert_eq!(facts[..], [Fact::Reserved(Actor(4))]);
    assert!(none.file.ends_with("restraint.rs"));
}
