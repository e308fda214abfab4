//! Shared parts of the tests of saves: a domain with all kinds of predicates and terms, and both formats.
#![forbid(unsafe_code)]

/// The samples of the guide.
#[cfg(doctest)]
#[path = "../../../src/_guide/saving.rs"]
mod guide;

mod carry;
pub mod mutate;
pub mod rng;
pub mod storage;

pub use carry::{Carry, Format};

pub use serde;

/// Terms in a save by their words, for types that say nothing of saves themselves.
#[macro_export]
macro_rules! by_words {
    ($($name:ident)*) => {$(
        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::serde::Serialize::serialize(&squad_htn::Term::to_word(*self), serializer)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = <u64 as $crate::serde::Deserialize>::deserialize(deserializer)?;
                let term = <$name as squad_htn::Term>::from_word(word);
                match squad_htn::Term::to_word(term) == word {
                    true => Ok(term),
                    false => Err($crate::serde::de::Error::custom("no such value")),
                }
            }
        }
    )*};
}

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use squad_htn::prelude::*;

/// An agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
pub struct Actor(pub u16);

/// Somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
#[allow(missing_docs, reason = "places are called what they are")]
pub enum Place {
    Mill,
    Chapel,
    Yard,
}

htn_domain! {
    /// Facts of every representation.
    pub domain depot;
    agent Actor;
    predicate manned(Actor) [16];
    predicate alarm();
    predicate at(Actor => Place) [16];
    predicate near(Option<Actor>, (u8, i8)) [8];
    predicate mode(=> f32);
    predicate large(u64) [16];
    operator go(who: Actor, to: Place) by who { success add at(who, to); }
    internal operator sound() { add alarm(); }
    pub method muster(to: Place) {
        branch all if manned(who) && !at(who, to) { sound(); go(who, to); muster(to); }
        branch done { add manned(Actor(0)); }
    }
}

/// For people.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("it can be written")
}

/// Small.
pub fn saved(value: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(value).expect("it can be written")
}

/// Loads the bytes of [`saved`].
pub fn loaded<T: DeserializeOwned>(bytes: &[u8]) -> postcard::Result<T> {
    let (value, rest) = postcard::take_from_bytes(bytes)?;
    match rest {
        [] => Ok(value),
        _ => Err(postcard::Error::DeserializeBadEncoding),
    }
}
