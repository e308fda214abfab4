//! Who is there, as facts: the level's nodes, and characters with their lists of actions, their goals, and what they carry.

use crate::domain::MAGAZINE;
use crate::domain::fear::{Fact, State};
use crate::level::{COVER, LINKS, Node};
use crate::terms::{Act, Goal, Kind, Who};

/// What is true of the level, whoever is in it.
pub fn level_facts() -> Vec<Fact> {
    let mut facts: Vec<Fact> = COVER.map(Fact::Cover).to_vec();
    facts.extend(LINKS.map(|(from, to)| Fact::Link(from, to)));
    facts.extend([Node::Terminal, Node::Burrow, Node::Ledge].map(Fact::SmartObject));
    facts.extend([
        Fact::View(Node::Balcony),
        Fact::Mount(Node::Ledge),
        Fact::Ambush(Node::Ledge),
    ]);
    facts
}

/// A character: what he can do, what he wants, and what he has.
pub fn character(who: Who, actions: &[Act], goals: &[(Goal, f32)], armed: bool) -> Vec<Fact> {
    let mut facts = vec![Fact::At(who, Node::Hall), Fact::RoomToRoll(who)];
    facts.extend(actions.iter().map(|act| Fact::Can(who, *act)));
    facts.extend(
        goals
            .iter()
            .map(|(goal, weight)| Fact::Goal(who, *goal, *weight)),
    );
    if armed {
        facts.extend([Fact::Drawn(who), Fact::Rounds(who, MAGAZINE)]);
    }
    facts
}

/// One of the lecture's three, in the hall, with nobody else in the level.
pub fn alone(kind: Kind, goals: &[(Goal, f32)]) -> Vec<Fact> {
    let mut facts = level_facts();
    facts.extend(character(
        kind.who(),
        kind.actions(),
        goals,
        kind != Kind::Rat,
    ));
    facts
}

/// A state of these facts. The capacities of the domain are made for them.
pub fn state(facts: impl IntoIterator<Item = Fact>) -> Result<State, String> {
    State::from_facts(facts).map_err(|full| full.to_string())
}
