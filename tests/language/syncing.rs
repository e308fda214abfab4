//! Predicates that hold exactly what a sensor reports: `State::sync` and `State::sync_where`.

use squad_htn::prelude::*;
use squad_htn::{FactChange, Synced};

use crate::common::Random;

use camp::{Fact, State, rows};

htn_domain! {
    domain camp;
    predicate marked(u16) [12];
    predicate sees(u8, u16) [12];
    predicate at(u8 => u16) [12];
    predicate near(u8, u8 => u16) [12];
    predicate leader(=> u8);
    predicate heat(u8, f32) [4];
    operator shout(guard: u8) {}
    pub method watch() if sees(guard, _) && at(guard, _) && marked(_) { shout(guard); }
}

fn state(facts: &[Fact]) -> State {
    State::from_facts(facts.iter().copied()).expect("they fit")
}

fn text(state: &State) -> String {
    state.to_string().replace('\n', " ")
}

#[test]
fn sync_touches_only_differences() {
    let before = [Fact::Sees(1, 7), Fact::Sees(2, 8), Fact::Sees(3, 9)];
    let mut state = state(&before);
    state.insert(Fact::At(1, 4)).expect("there is room");
    let synced = state.sync(
        rows::sees,
        [Fact::Sees(3, 9), Fact::Sees(4, 9), Fact::Sees(1, 7)],
    );
    let expected = Synced {
        inserted: 1,
        removed: 1,
        replaced: 0,
    };
    assert_eq!(synced, Ok(expected));
    assert!(expected.is_changed());
    // Facts that stay keep their places.
    assert_eq!(text(&state), "sees(1, 7) sees(3, 9) sees(4, 9) at(1, 4)");
    let again = state.sync(
        rows::sees,
        [Fact::Sees(4, 9), Fact::Sees(1, 7), Fact::Sees(3, 9)],
    );
    assert_eq!(again.map(Synced::is_changed), Ok(false));
    assert_eq!(text(&state), "sees(1, 7) sees(3, 9) sees(4, 9) at(1, 4)");
}

#[test]
fn sync_with_no_facts_empties_the_predicate() {
    let mut state = state(&[Fact::Sees(1, 7), Fact::Leader(3), Fact::Marked(2)]);
    assert_eq!(
        state.sync(rows::sees, []).map(|synced| synced.removed),
        Ok(1)
    );
    assert_eq!(
        state.sync(rows::leader, []).map(|synced| synced.removed),
        Ok(1)
    );
    assert_eq!(text(&state), "marked(2)");
}

#[test]
fn sync_of_a_key_replaces_its_value_in_place() {
    let mut state = state(&[
        Fact::At(1, 4),
        Fact::At(2, 5),
        Fact::At(3, 6),
        Fact::Leader(1),
    ]);
    let mut changes = Vec::new();
    let facts = [Fact::At(3, 6), Fact::At(1, 9), Fact::At(5, 5)];
    let synced = state.sync_where(rows::at, |_| true, facts, |change| changes.push(change));
    assert_eq!(
        synced,
        Ok(Synced {
            inserted: 1,
            removed: 1,
            replaced: 1
        })
    );
    assert_eq!(text(&state), "at(1, 9) at(3, 6) at(5, 5) leader(1)");
    assert_eq!(
        changes,
        [
            FactChange::Removed(Fact::At(2, 5)),
            FactChange::Replaced {
                before: Fact::At(1, 4),
                after: Fact::At(1, 9),
            },
            FactChange::Inserted(Fact::At(5, 5)),
        ]
    );
    assert_eq!(
        state
            .sync(rows::leader, [Fact::Leader(2)])
            .map(|synced| synced.replaced),
        Ok(1)
    );
}

#[test]
fn sync_with_two_values_of_a_key_takes_the_last() {
    let mut state = state(&[Fact::At(1, 9)]);
    let facts = [Fact::At(1, 4), Fact::At(2, 5), Fact::At(1, 9)];
    let synced = state.sync(rows::at, facts);
    let (inserted, removed, replaced) = (1, 0, 0);
    let expected = Synced {
        inserted,
        removed,
        replaced,
    };
    assert_eq!(synced, Ok(expected));
    assert_eq!(state.sync(rows::at, facts), Ok(Synced::default()));
    assert_eq!(text(&state), "at(1, 9) at(2, 5)");
}

#[test]
fn sync_where_keeps_other_rows() {
    let mut state = state(&[Fact::Sees(1, 7), Fact::Sees(2, 7), Fact::Sees(1, 8)]);
    let seen = [8, 9].map(|intruder| Fact::Sees(1, intruder));
    let synced = state.sync_where(rows::sees, |(guard, _)| guard == 1, seen, |_| {});
    assert_eq!(
        synced,
        Ok(Synced {
            inserted: 1,
            removed: 1,
            replaced: 0
        })
    );
    assert_eq!(text(&state), "sees(2, 7) sees(1, 8) sees(1, 9)");
}

#[test]
fn sync_without_room_keeps_facts_that_fit() {
    let mut state = state(&[
        Fact::Heat(9, 1.0),
        Fact::Heat(1, 0.5),
        Fact::Heat(2, f32::NAN),
    ]);
    let facts = (1..7).map(|guard| match guard {
        2 => Fact::Heat(2, f32::NAN),
        _ => Fact::Heat(guard, 0.5),
    });
    let full = CapacityError {
        predicate: "heat",
        capacity: 4,
    };
    assert_eq!(state.sync(rows::heat, facts), Err(full));
    assert_eq!(
        text(&state),
        "heat(1, 0.5) heat(2, NaN) heat(3, 0.5) heat(4, 0.5)"
    );
}

/// A fact of a small world.
fn fact(random: &mut Random) -> Fact {
    let (a, b, c) = (
        random.below(3) as u8,
        random.below(3) as u8,
        random.below(4) as u16,
    );
    match 1 + random.below(6) {
        1 => Fact::Marked(c * 3_000),
        2 => Fact::Sees(a, c),
        3 => Fact::At(a, c),
        4 => Fact::Near(a, b, c),
        5 => Fact::Leader(a),
        _ => Fact::Heat(0, f32::from(a)),
    }
}

/// Synchronises one predicate with its facts out of `facts`.
fn sync_one(
    state: &mut State,
    predicate: usize,
    facts: &[Fact],
    changes: &mut Vec<FactChange<Fact>>,
) -> Synced {
    let of = |number: usize, fact: &Fact| {
        let place = match fact {
            Fact::Marked(_) => 1,
            Fact::Sees(..) => 2,
            Fact::At(..) => 3,
            Fact::Near(..) => 4,
            Fact::Leader(_) => 5,
            Fact::Heat(..) => 6,
        };
        place == number
    };
    let facts = facts.iter().copied().filter(|fact| of(predicate, fact));
    let changed = |change| changes.push(change);
    match predicate {
        1 => state.sync_where(rows::marked, |_| true, facts, changed),
        2 => state.sync_where(rows::sees, |_| true, facts, changed),
        3 => state.sync_where(rows::at, |_| true, facts, changed),
        4 => state.sync_where(rows::near, |_| true, facts, changed),
        5 => state.sync_where(rows::leader, |_| true, facts, changed),
        _ => state.sync_where(rows::heat, |_| true, facts, changed),
    }
    .expect("there is room")
}

/// After a sync, the facts equal those of a cleared and refilled state, and the reported changes lead from one to the other.
#[test]
fn sync_of_random_facts_equals_clear_and_insert() {
    let full = std::env::var_os("HTN_FULL").is_some();
    let mut random = Random::new(1);
    for round in 0..if full { 200_000 } else { 2_000 } {
        let before: Vec<Fact> = (0..random.below(20)).map(|_| fact(&mut random)).collect();
        let after: Vec<Fact> = (0..random.below(20)).map(|_| fact(&mut random)).collect();
        let mut synced = state(&before);
        let old = synced.clone();
        let mut changes = Vec::new();
        for predicate in 1..7 {
            let count = changes.len();
            let told = sync_one(&mut synced, predicate, &after, &mut changes);
            let told = told.inserted + told.removed + told.replaced;
            assert_eq!(told, changes.len() - count, "round {round}");
            let mut again = Vec::new();
            sync_one(&mut synced, predicate, &after, &mut again);
            assert_eq!(again, [], "round {round}");
        }
        assert_eq!(synced, state(&after), "round {round}");
        let stays = |fact: &Fact| old.contains(*fact);
        let kept: Vec<Fact> = synced.facts().filter(stays).collect();
        let is_kept = |fact: &Fact| synced.contains(*fact);
        assert!(
            old.facts().filter(is_kept).eq(kept),
            "round {round}: other places"
        );
        let mut replayed = old;
        for change in changes {
            match change {
                FactChange::Inserted(fact) => assert_eq!(replayed.insert(fact), Ok(true)),
                FactChange::Removed(fact) => assert!(replayed.remove(fact)),
                FactChange::Replaced { before, after } => {
                    assert!(replayed.contains(before));
                    assert_eq!(replayed.insert(after), Ok(true));
                }
            }
        }
        assert_eq!(replayed, synced, "round {round}");
    }
}
