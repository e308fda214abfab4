//! Initial facts: the level's nodes, and characters with their actions, goals and weapons.

use crate::domain::MAGAZINE;
use crate::domain::fear::{Fact, State};
use crate::level::{COVER, LINKS, Node};
use crate::terms::{Act, Goal, Kind, Who};

/// Returns the facts about the level.
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

/// Returns the facts about a character.
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

/// Returns the facts of a level with one of the lecture's three characters, in the hall.
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

/// Returns a state with these facts, which fit the domain's capacities.
pub fn state(facts: impl IntoIterator<Item = Fact>) -> Result<State, String> {
    State::from_facts(facts).map_err(|full| full.to_string())
}
