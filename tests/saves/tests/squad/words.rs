//! The terms of the example in a save: by their words, since the example itself saves nothing.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use squad_htn::Term;

use crate::sim::{DoorId, PersonId, RoomId, Spot};
use crate::terms::{Line, Role, Team};

macro_rules! by_words {
    ($($name:ident)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.to_word().serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = u64::deserialize(deserializer)?;
                let term = $name::from_word(word);
                match term.to_word() == word {
                    true => Ok(term),
                    false => Err(D::Error::custom("no such value")),
                }
            }
        }
    )*};
}

by_words! { PersonId RoomId DoorId Spot Line Role Team }
