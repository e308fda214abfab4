//! Explanations of effects that protections refuse.

use squad_htn::prelude::*;

htn_domain! {
    domain gallery;
    predicate lit(room: u8) [8];
    predicate mode(room: u8 => u8) [8];
    operator take_fuse(room: u8) { delete lit(room); }
    operator set(room: u8, to: u8) { add mode(room, to); }
    pub method steal() {
        protect lit(1);
        find_fuse();
    }
    method find_fuse() if lit(room) { take_fuse(room); }
    pub method reset() {
        protect mode(1, 5);
        set(1, 6);
    }
    pub method absent() { protect lit(9); }
    pub method in_body() { protect lit(1); delete lit(1); }
}

use gallery::{Fact, State, Task};

fn explained(task: Task) -> String {
    let state = State::from_facts([Fact::Lit(1), Fact::Mode(1, 5)]).unwrap();
    state.explain(&(), task).unwrap().to_string()
}

#[test]
fn explanation_names_the_protected_fact() {
    let text = explained(Task::Steal);
    assert!(
        text.contains("would delete lit(1), which is protected (line "),
        "{text}"
    );
    let text = explained(Task::Reset);
    assert!(
        text.contains("would delete mode(1, 5), which is protected (line "),
        "{text}"
    );
    let text = explained(Task::InBody);
    assert!(
        text.contains("would delete lit(1), which is protected (line "),
        "{text}"
    );
}

#[test]
fn explanation_names_the_absent_fact() {
    let text = explained(Task::Absent);
    assert!(
        text.contains("can't protect lit(9), which is absent"),
        "{text}"
    );
}

#[test]
fn why_not_names_the_protected_fact() {
    let state = State::from_facts([Fact::Lit(1)]).unwrap();
    let why = state.why_not(&(), Task::Steal, "", []).unwrap().to_string();
    assert!(why.contains("which is protected"), "{why}");
}
