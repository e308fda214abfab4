//! Handles that are others after loading.

use serde::{Deserialize, Serialize};
use squad_htn::prelude::*;

/// An engine's handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
pub struct Entity(pub u32);

/// A handle inside of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
pub enum Target {
    /// No agent.
    Nobody,
    /// An agent.
    Somebody(Entity),
    /// Two of them.
    Both {
        /// One.
        one: (Entity, bool),
        /// And another one's number.
        number: u16,
    },
}

/// Two, packed by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair(pub Entity, pub Entity);

impl Term for Pair {
    const BITS: u32 = 64;
    fn to_word(self) -> u64 {
        (self.0, self.1).to_word()
    }
    fn from_word(word: u64) -> Self {
        let (one, other) = Term::from_word(word);
        Pair(one, other)
    }
    fn map_terms(self, map: &mut dyn FnMut(&mut dyn std::any::Any)) -> Self {
        let mut pair = Pair(self.0.map_terms(map), self.1.map_terms(map));
        map(&mut pair);
        pair
    }
}

htn_domain! {
    pub domain raid;
    agent Entity;
    predicate at(Entity => u32) [8];
    predicate member(Entity) [8];
    predicate aims(Entity, Target) [8];
    predicate leader(=> Option<Entity>);
    predicate friends(Pair) [8];
    predicate number(u32) [8];
    operator go(who: Entity) by who {}
}
use raid::{Fact, State};

fn some() -> State {
    let both = Target::Both {
        one: (Entity(2), true),
        number: 1,
    };
    State::from_facts([
        Fact::At(Entity(1), 1),
        Fact::At(Entity(2), 2),
        Fact::Member(Entity(2)),
        Fact::Member(Entity(1)),
        Fact::Member(Entity(4_000_000)),
        Fact::Aims(Entity(1), Target::Somebody(Entity(2))),
        Fact::Aims(Entity(2), both),
        Fact::Aims(Entity(2), Target::Nobody),
        Fact::Leader(Some(Entity(1))),
        Fact::Friends(Pair(Entity(1), Entity(2))),
        Fact::Number(1),
    ])
    .expect("they fit")
}

#[test]
fn all_terms_of_a_type_are_replaced_wherever_they_are() {
    let mut state = some();
    state.map_terms(|Entity(number)| Entity(number + 100));
    let both = Target::Both {
        one: (Entity(102), true),
        number: 1,
    };
    let facts: Vec<Fact> = state.facts().collect();
    assert_eq!(
        facts,
        [
            Fact::At(Entity(101), 1),
            Fact::At(Entity(102), 2),
            Fact::Member(Entity(102)),
            Fact::Member(Entity(101)),
            Fact::Member(Entity(4_000_100)),
            Fact::Aims(Entity(101), Target::Somebody(Entity(102))),
            Fact::Aims(Entity(102), both),
            Fact::Aims(Entity(102), Target::Nobody),
            Fact::Leader(Some(Entity(101))),
            Fact::Friends(Pair(Entity(101), Entity(102))),
            Fact::Number(1),
        ]
    );
    state.map_agents(|Entity(number)| Entity(number - 100));
    assert!(state.facts().eq(some().facts()));
}

#[test]
fn handles_may_be_exchanged() {
    let mut state = some();
    state.map_agents(|Entity(number)| match number {
        1 => Entity(2),
        2 => Entity(1),
        other => Entity(other),
    });
    let at: Vec<Fact> = state.facts().take(4).collect();
    let expected = [
        Fact::At(Entity(2), 1),
        Fact::At(Entity(1), 2),
        Fact::Member(Entity(1)),
        Fact::Member(Entity(2)),
    ];
    assert_eq!(at, expected);
}

#[test]
fn what_becomes_equal_is_one() {
    let mut state = some();
    state.map_agents(|_| Entity(9));
    let facts: Vec<Fact> = state.facts().take(2).collect();
    assert_eq!(facts, [Fact::At(Entity(9), 2), Fact::Member(Entity(9))]);
}

#[test]
fn numbers_in_handles_are_terms_too() {
    let mut state = some();
    state.map_terms(|number: u32| number + 1);
    // Handles are made of such numbers: each is a term inside another one.
    assert!(state.contains(Fact::At(Entity(2), 2)) && state.contains(Fact::Number(2)));
    let mut state = some();
    state.map_terms(|letter: char| letter);
    assert!(state.facts().eq(some().facts()));
}
