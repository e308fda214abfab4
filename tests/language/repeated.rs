//! A variable that occurs twice in one atom after bound columns.

use squad_htn::prelude::*;

use crate::common::assert_plans;

htn_domain! {
    domain repeated;

    predicate trip(day: u8, from: u8, to: u8) [64];
    predicate best(day: u8 => from: u8, to: u8) [16];

    operator see(day: u8, place: u8) {}

    pub method rounds(day: u8) if trip(day, place, place) { see(day, place); }
    pub method a_round(day: u8) if first(trip(day, place, place)) { see(day, place); }
    pub method best_round(day: u8) if best(day, place, place) { see(day, place); }
    pub method no_round(day: u8) if !trip(day, place, place) { see(day, 0); }
    pub method by_origin(from: u8) if trip(day, from, day) { see(day, from); }
}

use repeated::{Fact, State, Task};

fn state() -> State {
    let trips = [
        (1, 5, 6),
        (2, 7, 7),
        (1, 8, 8),
        (1, 9, 8),
        (1, 3, 3),
        (2, 2, 3),
        (3, 4, 5),
        (5, 4, 5),
    ];
    let trips = trips.map(|(day, from, to)| Fact::Trip(day, from, to));
    let best = [Fact::Best(1, 4, 4), Fact::Best(2, 4, 5)];
    State::from_facts(trips.into_iter().chain(best)).unwrap()
}

#[test]
fn repeated_variable_finds_all_rows_with_equal_columns() {
    assert_plans(
        &state(),
        &(),
        Task::Rounds { day: 1 },
        &["see(1, 8)", "see(1, 3)"],
    );
    assert_plans(&state(), &(), Task::Rounds { day: 3 }, &[]);
    assert_plans(&state(), &(), Task::ByOrigin { from: 4 }, &["see(5, 4)"]);
}

#[test]
fn first_finds_row_with_equal_columns() {
    assert_plans(&state(), &(), Task::ARound { day: 1 }, &["see(1, 8)"]);
    assert_plans(&state(), &(), Task::ARound { day: 2 }, &["see(2, 7)"]);
    assert_plans(&state(), &(), Task::NoRound { day: 1 }, &[]);
    assert_plans(&state(), &(), Task::NoRound { day: 3 }, &["see(3, 0)"]);
}

#[test]
fn key_lookup_finds_row_with_equal_columns() {
    assert_plans(&state(), &(), Task::BestRound { day: 1 }, &["see(1, 4)"]);
    assert_plans(&state(), &(), Task::BestRound { day: 2 }, &[]);
}
