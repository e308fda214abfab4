//! Predicates: columns, keys, capacities.

use squad_htn::prelude::*;

use crate::common::{How, assert_plans, search};

const ROOMS: usize = 2;

htn_domain! {
    domain relations;

    predicate alarm();
    predicate named(who: u8, place: u8);
    predicate position(u8 => u8);
    predicate score(=> u32);
    predicate edge(from: u8, to: u8 => weight: u32);
    predicate spot(u8 => x: i32, y: i32);
    predicate room(u8) [ROOMS];
    predicate pair(u8) [{ ROOMS + 1 }];
    predicate path(u8, u8, u8);

    operator say(x: u32) {}
    operator see(a: u8, b: u8) {}
    operator go(who: u8, to: u8) { add position(who, to); }
    operator win(n: u32) { add score(n); }
    operator weigh(a: u8, b: u8, w: u32) { add edge(a, b, w); }
    operator enter(x: u8) { add room(x); }
    operator swap(x: u8, y: u8) { delete room(x); add room(y); }

    method if_alarm() {
        branch on if alarm() { say(1); }
        branch off { say(0); }
    }

    method list_positions() if position(a, b) { see(a, b); }
    method who_is_at(place: u8) if position(a, place) { see(a, place); }
    method where_is(who: u8) if position(who, b) { see(who, b); }
    method is_at(who: u8, place: u8) if position(who, place) { see(who, place); }
    method move_one_then_list() { go(1, 9); list_positions(); }
    method move_one_then_who(place: u8) { go(1, place); who_is_at(place); }

    method count_up() if score(n) { win(n + 1); tell(); }
    method first_score() { win(7); tell(); }
    method tell() if score(n) { say(n); }

    method weight(a: u8, b: u8) if edge(a, b, w) { say(w); }
    method reweigh() { weigh(1, 2, 50); weight(1, 2); }
    method of_weight(w: u32) if edge(a, b, w) { see(a, b); }

    method overfill() { enter(1); enter(2); enter(3); }
    method exchange() { enter(1); enter(2); swap(1, 3); enter(2); }
    method at_y(y: i32) if spot(a, _, y) { see(a, 0); }
    method round_trips() if room(via) && path(a, via, a) { see(a, via); }
    method first_round_trips() if room(via) && first(path(a, via, a)) { see(a, via); }
    method on_diagonal() if room(a) && spot(a, x, x) { say(x as u32); }
    method off_diagonal() if room(a) && !spot(a, x, x) { see(a, 0); }
}

use relations::{Fact, State, Task};

fn state(facts: impl IntoIterator<Item = Fact>) -> State {
    State::from_facts(facts).unwrap()
}

#[test]
fn predicate_without_columns_holds_or_not() {
    assert_plans(&state([]), &(), Task::IfAlarm, &["say(0)"]);
    assert_plans(&state([Fact::Alarm]), &(), Task::IfAlarm, &["say(1)"]);
    let mut facts = state([Fact::Alarm]);
    assert_eq!(facts.insert(Fact::Alarm), Ok(false));
    assert!(facts.remove(Fact::Alarm));
    assert!(!facts.contains(Fact::Alarm));
    assert!(!facts.remove(Fact::Alarm));
}

#[test]
fn repeated_variable_starts_unbound_in_each_row() {
    // A variable keeps no value from earlier rows.
    let round = |a, via| Fact::Path(a, via, a);
    let facts = state([
        Fact::Room(1),
        Fact::Room(2),
        round(5, 1),
        Fact::Path(5, 1, 6),
        round(7, 1),
        Fact::Path(5, 2, 7),
        round(6, 2),
        round(5, 2),
    ]);
    let all = ["see(5, 1)", "see(7, 1)", "see(6, 2)", "see(5, 2)"];
    assert_plans(&facts, &(), Task::RoundTrips, &all);
    let first = ["see(5, 1)", "see(6, 2)"];
    assert_plans(&facts, &(), Task::FirstRoundTrips, &first);
    let facts = state([
        Fact::Room(1),
        Fact::Room(2),
        Fact::Spot(1, 4, 4),
        Fact::Spot(2, 9, 9),
    ]);
    assert_plans(&facts, &(), Task::OnDiagonal, &["say(4)", "say(9)"]);
    assert_plans(&facts, &(), Task::OffDiagonal, &[]);
    let facts = state([
        Fact::Room(1),
        Fact::Room(2),
        Fact::Spot(1, 4, 5),
        Fact::Spot(2, 5, 5),
    ]);
    assert_plans(&facts, &(), Task::OnDiagonal, &["say(5)"]);
    assert_plans(&facts, &(), Task::OffDiagonal, &["see(1, 0)"]);
}

#[test]
fn keyed_predicate_replaces_row_of_key_in_place() {
    let mut facts = state([
        Fact::Position(1, 5),
        Fact::Position(2, 6),
        Fact::Position(3, 7),
    ]);
    assert_eq!(facts.insert(Fact::Position(1, 8)), Ok(true));
    assert_eq!(facts.insert(Fact::Position(1, 8)), Ok(false));
    assert_eq!(facts.len(), 3);
    assert!(!facts.contains(Fact::Position(1, 5)));
    let rows: Vec<Fact> = facts.facts().collect();
    assert_eq!(
        rows,
        [
            Fact::Position(1, 8),
            Fact::Position(2, 6),
            Fact::Position(3, 7)
        ]
    );
    assert!(
        !facts.remove(Fact::Position(1, 5)),
        "another value is another fact"
    );
    assert!(facts.remove(Fact::Position(1, 8)));
}

#[test]
fn keyed_predicate_replaces_in_place_while_planning() {
    let facts = state([Fact::Position(1, 5), Fact::Position(2, 6)]);
    let plans = ["go(1, 9); see(1, 9)", "go(1, 9); see(2, 6)"];
    assert_plans(&facts, &(), Task::MoveOneThenList, &plans);
}

#[test]
fn replaced_row_keeps_its_place_in_the_order() {
    let facts = state([
        Fact::Position(1, 5),
        Fact::Position(2, 6),
        Fact::Position(3, 6),
    ]);
    let task = Task::MoveOneThenWho { place: 6 };
    let plans = [
        "go(1, 6); see(1, 6)",
        "go(1, 6); see(2, 6)",
        "go(1, 6); see(3, 6)",
    ];
    assert_plans(&facts, &(), task, &plans);
}

#[test]
fn keyed_predicate_is_found_by_key_value_or_both() {
    let facts = state([
        Fact::Position(1, 6),
        Fact::Position(2, 7),
        Fact::Position(3, 6),
    ]);
    assert_plans(
        &facts,
        &(),
        Task::WhoIsAt { place: 6 },
        &["see(1, 6)", "see(3, 6)"],
    );
    assert_plans(&facts, &(), Task::WhereIs { who: 2 }, &["see(2, 7)"]);
    assert_plans(&facts, &(), Task::WhereIs { who: 4 }, &[]);
    assert_plans(&facts, &(), Task::IsAt { who: 3, place: 6 }, &["see(3, 6)"]);
    assert_plans(&facts, &(), Task::IsAt { who: 3, place: 7 }, &[]);
}

#[test]
fn predicate_with_empty_key_has_at_most_one_row() {
    let mut facts = state([Fact::Score(3)]);
    assert_plans(&facts, &(), Task::CountUp, &["win(4); say(4)"]);
    facts.insert(Fact::Score(10)).unwrap();
    assert_eq!(facts.facts().collect::<Vec<_>>(), [Fact::Score(10)]);
    assert_plans(&facts, &(), Task::CountUp, &["win(11); say(11)"]);
    assert_plans(&state([]), &(), Task::FirstScore, &["win(7); say(7)"]);
    assert_plans(&state([]), &(), Task::CountUp, &[]);
}

#[test]
fn key_may_have_several_columns() {
    let facts = state([
        Fact::Edge(1, 2, 30),
        Fact::Edge(2, 1, 40),
        Fact::Edge(1, 3, 30),
    ]);
    assert_plans(&facts, &(), Task::Weight { a: 2, b: 1 }, &["say(40)"]);
    assert_plans(&facts, &(), Task::Reweigh, &["weigh(1, 2, 50); say(50)"]);
    assert_plans(
        &facts,
        &(),
        Task::OfWeight { w: 30 },
        &["see(1, 2)", "see(1, 3)"],
    );
}

#[test]
fn value_may_have_several_columns() {
    let facts = state([
        Fact::Spot(1, -4, 2),
        Fact::Spot(2, 4, 3),
        Fact::Spot(3, 0, 2),
    ]);
    assert_plans(&facts, &(), Task::AtY { y: 2 }, &["see(1, 0)", "see(3, 0)"]);
}

#[test]
fn capacity_is_a_const_expression() {
    let mut facts = state([Fact::Room(1), Fact::Room(2)]);
    let full = facts.insert(Fact::Room(3)).unwrap_err();
    let message = full.to_string();
    assert!(
        message.contains("`room`") && message.contains('2'),
        "{message}"
    );
    assert_eq!(
        facts.insert(Fact::Room(1)),
        Ok(false),
        "what is there already fits"
    );
    assert_eq!(facts.len(), 2, "the state is unchanged");
    for x in 0..3 {
        assert_eq!(facts.insert(Fact::Pair(x)), Ok(true));
    }
    assert!(facts.insert(Fact::Pair(3)).is_err());
}

#[test]
fn default_capacity_is_64() {
    let mut facts = state([]);
    for x in 0..64 {
        assert_eq!(facts.insert(Fact::Named(x, x)), Ok(true));
    }
    assert!(facts.insert(Fact::Named(64, 64)).is_err());
    let too_many = (0..65).map(|x| Fact::Named(x, x));
    assert!(State::from_facts(too_many).is_err());
}

#[test]
fn keyed_predicate_that_is_full_still_replaces() {
    let mut facts = state((0..64).map(|x| Fact::Position(x, 0)));
    assert!(facts.insert(Fact::Position(64, 0)).is_err());
    assert_eq!(facts.insert(Fact::Position(5, 9)), Ok(true));
    assert_eq!(facts.facts().nth(5), Some(Fact::Position(5, 9)));
}

#[test]
fn overflow_while_planning_names_the_predicate() {
    let found = search(&state([]), &(), &[Task::Overfill], How::default());
    let full = found.end.unwrap_err();
    assert_eq!(
        full,
        SearchError::PredicateFull {
            predicate: "room",
            capacity: ROOMS
        }
    );
}

#[test]
fn deletes_free_capacity_for_adds_of_one_moment() {
    let plans = ["enter(1); enter(2); swap(1, 3); enter(2)"];
    assert_plans(&state([]), &(), Task::Exchange, &plans);
}

htn_domain! {
    domain boundless;

    predicate near(u32, u32) [usize::MAX];
    predicate seen(u32) [8];
    operator o(x: u32) {}
    method m() if near(x, y) && seen(y) { o(x); }
}

#[test]
fn oversized_capacity_panics_with_byte_count() {
    let refused = std::panic::catch_unwind(|| boundless::State::new().len());
    let message = refused.expect_err("no memory is so large");
    let message = message.downcast_ref::<String>().expect("a text");
    let bytes = message
        .split(' ')
        .find_map(|word| word.parse::<u128>().ok());
    let least = usize::MAX as u128 * 16;
    assert!(bytes.is_some_and(|bytes| bytes > least), "{message}");
}
