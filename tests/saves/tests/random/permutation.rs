//! Exchanging the handles of the random worlds: in a director, and in what it prints.

use squad_htn::save::MapError;
use squad_htn::{Director, Domain};

use crate::common::Random;
use crate::squad::squad as play;
use crate::squad::{Actor, Item, Kind, Line};
use crate::world::members::members;

/// A permutation of eight numbers.
#[derive(Clone, Copy, Debug)]
pub struct Permutation([u8; 8]);

impl Permutation {
    pub fn random(random: &mut Random) -> Permutation {
        let mut all = std::array::from_fn(|number| number as u8);
        for last in (1..all.len()).rev() {
            all.swap(last, random.below(last + 1));
        }
        Permutation(all)
    }

    pub fn of(&self, number: u8) -> u8 {
        self.0.get(usize::from(number)).copied().unwrap_or(number)
    }
}

/// The permutations of agents and things.
#[derive(Clone, Copy, Debug)]
pub struct Exchange {
    actors: Permutation,
    items: Permutation,
}

impl Exchange {
    pub fn random(random: &mut Random) -> Exchange {
        Exchange {
            actors: Permutation::random(random),
            items: Permutation::random(random),
        }
    }

    pub fn actor(&self, Actor(number): Actor) -> Actor {
        Actor(self.actors.of(number))
    }

    fn item(&self, Item(number): Item) -> Item {
        Item(self.items.of(number))
    }

    fn line(&self, line: Line) -> Line {
        let thing = match line.kind() {
            Kind::Make | Kind::Spoil | Kind::Need | Kind::Lift | Kind::Spot | Kind::Guarded => {
                self.item(line.item()).0
            }
            _ => line.place().0,
        };
        let (a, b) = (self.actor(line.a()), self.actor(line.b()));
        let Line(other) = Line::new(line.tag(), line.kind(), a, b, thing);
        // A value that no condition reads does not change.
        Line(other | line.0 >> 48 << 48)
    }

    /// A text with the others in it: actors are `a3`, items `i3`, lines `Line(3)`.
    pub fn text(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
            let (token, behind) = rest.split_at(end.max(first.len_utf8()));
            rest = behind;
            let number = |prefix: &str| token.strip_prefix(prefix)?.parse::<u8>().ok();
            if let Some(number) = number("a") {
                out += &format!("{:?}", self.actor(Actor(number)));
            } else if let Some(number) = number("i") {
                out += &format!("{:?}", self.item(Item(number)));
            } else if token == "Line" && rest.starts_with('(') {
                let end = rest.find(')').expect("it is closed");
                let line = rest[1..end].parse().expect("a number");
                out += &format!("{:?}", self.line(Line(line)));
                rest = &rest[end + 1..];
            } else {
                out += token;
            }
        }
        out
    }
}

/// A domain with such handles.
pub trait Handles: Domain<Agent = Actor> {
    /// Returns true if facts are stored in the same way, so that a search takes the same number of steps.
    const SIZES_STAY: bool = true;
    fn exchange(director: &mut Director<Self>, exchange: &Exchange) -> Result<(), MapError>;
    fn exchange_fact(fact: Self::Fact, exchange: &Exchange) -> Self::Fact;
    fn merge(director: &mut Director<Self>, to: [u8; 8]) -> Result<(), MapError>;
}

impl Handles for members::Domain {
    fn exchange(director: &mut Director<Self>, exchange: &Exchange) -> Result<(), MapError> {
        director.map_agents(|actor| exchange.actor(actor))
    }

    fn exchange_fact(fact: members::Fact, exchange: &Exchange) -> members::Fact {
        let mut state = members::State::from_facts([fact]).expect("it fits");
        state.map_agents(|actor| exchange.actor(actor));
        state.facts().next().expect("it is there")
    }

    fn merge(director: &mut Director<Self>, to: [u8; 8]) -> Result<(), MapError> {
        director.map_agents(|Actor(number)| Actor(Permutation(to).of(number)))
    }
}

impl Handles for play::Domain {
    fn exchange(director: &mut Director<Self>, exchange: &Exchange) -> Result<(), MapError> {
        director.map_agents(|actor| exchange.actor(actor))?;
        director.map_terms(|item| exchange.item(item))?;
        director.map_terms(|line| exchange.line(line))
    }

    fn exchange_fact(fact: play::Fact, exchange: &Exchange) -> play::Fact {
        let mut state = play::State::from_facts([fact]).expect("it fits");
        state.map_agents(|actor| exchange.actor(actor));
        state.map_terms(|item| exchange.item(item));
        state.map_terms(|line| exchange.line(line));
        state.facts().next().expect("it is there")
    }

    fn merge(director: &mut Director<Self>, to: [u8; 8]) -> Result<(), MapError> {
        director.map_agents(|Actor(number)| Actor(Permutation(to).of(number)))
    }
}
