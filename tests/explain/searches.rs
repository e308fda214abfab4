//! Bodies that fail, methods of one name, blocks, strands.

use crate::assert_text;
use crate::raid::raid::{State, Task};
use crate::raid::{Fact, Game, Man, place};

#[track_caller]
fn assert_explained(name: &str, (game, state): &(Game, State), task: Task) {
    let why = state.explain(game, task);
    assert_text(name, why.expect("an existing task"));
}

#[test]
fn failed_body_is_explained() {
    let place = place();
    assert_explained("searches_body", &place, Task::Enter { target: 1 });
}

#[test]
fn let_without_value_leads_to_next_method() {
    assert_explained("searches_methods", &place(), Task::Guess { target: 1 });
    assert_explained("searches_last_method", &place(), Task::Guess { target: 7 });
}

#[test]
fn rounds_of_loops_are_explained() {
    let mut place = place();
    assert_explained("searches_loop_fails", &place, Task::AllDoors);
    place.1.insert(Fact::HasKey(Man(1), 1)).expect("it fits");
    assert_explained("searches_loop", &place, Task::AllDoors);
}

#[test]
fn strands_are_explained() {
    assert_explained("searches_strands", &place(), Task::Both);
}

#[test]
fn sorting_by_variable_is_explained() {
    assert_explained("searches_sorted", &place(), Task::Pick);
}

#[test]
fn operator_task_is_explained() {
    let who = Man(2);
    assert_explained(
        "searches_operator",
        &place(),
        Task::Unlock { who, target: 1 },
    );
}
