//! Each form of a condition says in its own way why it does not hold.

use crate::assert_text;
use crate::raid::raid::Task;
use crate::raid::{Fact, Man, place};

#[test]
fn every_form_of_a_condition() {
    let (game, state) = place();
    let why = state.explain(&game, Task::Enter { target: 9 });
    assert_text("conditions_door_9", why.expect("it is a task"));
    let why = state.explain(&game, Task::Enter { target: 2 });
    assert_text("conditions_door_2", why.expect("it is a task"));
}

#[test]
fn axioms_are_opened_by_the_longer_form_alone() {
    let (game, state) = place();
    let why = state.explain(&game, Task::Enter { target: 9 });
    let why = why.expect("it is a task");
    let (short, long) = (format!("{why}"), format!("{why:#}"));
    assert!(!short.contains("`armed(who)`") || short.len() < long.len());
    let line = |text: &str| {
        let mut lines = text.lines().map(str::to_owned);
        lines.find(|line| line.contains("loudly"))
    };
    assert_eq!(line(&short), line(&long));
    assert!(long.contains("`shield(who)`") && !short.contains("`shield(who)`"));
}

#[test]
fn an_axiom_with_else_says_it_of_both_blocks() {
    let (game, mut state) = place();
    state.insert(Fact::Guarded(9, 7)).expect("it fits");
    state.insert(Fact::Shield(Man(1))).expect("it fits");
    let why = state.explain(&game, Task::Enter { target: 9 });
    assert_text("conditions_guarded", why.expect("it is a task"));
}
