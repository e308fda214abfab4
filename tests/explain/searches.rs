//! Bodies that fail, methods of one name, blocks, strands.

use crate::assert_text;
use crate::raid::raid::{State, Task};
use crate::raid::{Fact, Game, Man, place};

#[track_caller]
fn assert_explained(name: &str, (game, state): &(Game, State), task: Task) {
    let why = state.explain(game, task);
    assert_text(name, why.expect("it is a task"));
}

#[test]
fn a_body_that_fails_is_gone_into() {
    let place = place();
    assert_explained("searches_body", &place, Task::Enter { target: 1 });
}

#[test]
fn a_let_without_a_value_and_the_next_method() {
    assert_explained("searches_methods", &place(), Task::Guess { target: 1 });
    assert_explained("searches_last_method", &place(), Task::Guess { target: 7 });
}

#[test]
fn rounds_of_loops() {
    let mut place = place();
    assert_explained("searches_loop_fails", &place, Task::AllDoors);
    place.1.insert(Fact::HasKey(Man(1), 1)).expect("it fits");
    assert_explained("searches_loop", &place, Task::AllDoors);
}

#[test]
fn strands() {
    assert_explained("searches_strands", &place(), Task::Both);
}

#[test]
fn what_is_sorted_by_a_variable() {
    assert_explained("searches_sorted", &place(), Task::Pick);
}

#[test]
fn an_operator_alone() {
    let who = Man(2);
    assert_explained(
        "searches_operator",
        &place(),
        Task::Unlock { who, target: 1 },
    );
}
