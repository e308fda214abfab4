//! Facts and tasks in the domain's spelling.
//!
//! | | human-readable (JSON) | otherwise (postcard) |
//! |---|---|---|
//! | a fact | `{"at":[1,"Mill"]}` | the number of its predicate, and its columns one after the other |
//! | a fact without columns | `"alarm"` | the number |
//! | a task | `{"restrain":{"who":1,"target":7}}` | its number, and its arguments in order |
//! | a task without parameters | `"clear"` | its number |
//! | a step that adds or deletes | `{"add":{"at":[1,"Mill"]}}` | 0 or 1, and the fact |
//!
//! The tables of the domain do all of this. A domain emits only two functions, which write and read a value of the type with
//! a given number.

mod names;
mod read;
mod write;

use serde::de::{self, DeserializeSeed};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[doc(hidden)]
pub use serde;

pub(super) use names::{Looked, Lookup};
pub(super) use read::values;
pub(crate) use read::{FactSeed, TaskSeed};
pub(crate) use write::{FactRef, TaskRef};

use super::floats;
use crate::model::domain::{Domain, Row, TaskCode};
use crate::model::show::Codec;

/// A domain whose terms can be saved: the types of all columns and parameters are `Serialize`. `htn_domain!` implements it with
/// the feature `serde`. The [guide](https://docs.rs/squad-htn/latest/squad_htn/_guide/saving/) has an example.
pub trait SaveTerms: Domain {
    /// Writes the value that a word stands for, of the type with this number.
    #[doc(hidden)]
    fn save_term<S: Serializer>(ty: u16, word: u64, serializer: S) -> Result<S::Ok, S::Error>;
}

/// A domain whose terms can be loaded: the types of all columns and parameters are `Deserialize`. `htn_domain!` implements it with
/// the feature `serde`. The [guide](https://docs.rs/squad-htn/latest/squad_htn/_guide/saving/) has an example.
pub trait LoadTerms: Domain {
    /// Reads a value of the type with this number, and gives its word.
    #[doc(hidden)]
    fn load_term<'de, De: Deserializer<'de>>(ty: u16, deserializer: De) -> Result<u64, De::Error>;
}

/// Writes the value of a word. Generated code calls it.
pub fn save_as<T: Serialize + 'static, S: Serializer>(
    codec: &Codec<T>,
    word: u64,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let value = codec.get(&[word], 0);
    if serializer.is_human_readable()
        && let Some(text) = floats::text_of(&value)
    {
        return serializer.serialize_str(&text);
    }
    value.serialize(serializer)
}

/// Reads a value, and gives its word. Generated code calls it.
pub fn load_as<'de, T: Deserialize<'de> + 'static, De: Deserializer<'de>>(
    codec: &Codec<T>,
    deserializer: De,
) -> Result<u64, De::Error> {
    match floats::load::<T, De>(deserializer) {
        Ok(word) => word,
        Err(deserializer) => T::deserialize(deserializer).map(|value| codec.word(value)),
    }
}

/// The error of a type that no column and no parameter has.
const NO_TYPE: &str = "no column and no parameter has this type";

/// There is no such type. Generated code calls it.
pub fn not_saved<S: Serializer>() -> Result<S::Ok, S::Error> {
    Err(serde::ser::Error::custom(NO_TYPE))
}

/// There is no such type. Generated code calls it.
pub fn not_loaded<E: de::Error>() -> Result<u64, E> {
    Err(E::custom(NO_TYPE))
}

/// Writes a fact. Generated code calls it.
pub fn save_fact<D: SaveTerms, S: Serializer>(
    fact: D::Fact,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut row = Row::new();
    let rel = D::fact_to_row(fact, &mut row);
    FactRef::<D>::new(rel, &row).serialize(serializer)
}

/// Reads a fact. Generated code calls it.
pub fn load_fact<'de, D: LoadTerms, De: Deserializer<'de>>(
    deserializer: De,
) -> Result<D::Fact, De::Error> {
    let (rel, row) = FactSeed::<D>::new().deserialize(deserializer)?;
    Ok(D::fact_from_row(rel, &row))
}

/// Writes a task. Generated code calls it.
pub fn save_task<D: SaveTerms, S: Serializer>(
    task: D::Task,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut row = Row::new();
    let code = D::task_to_row(task, &mut row);
    TaskRef::<D>::new(code, &row).serialize(serializer)
}

/// Reads a task. Generated code calls it.
pub fn load_task<'de, D: LoadTerms, De: Deserializer<'de>>(
    deserializer: De,
) -> Result<D::Task, De::Error> {
    let (code, row) = TaskSeed::<D>::new().deserialize(deserializer)?;
    Ok(D::task_from_row(code, &row))
}

/// Reads an action. Generated code calls it.
pub fn load_action<'de, D: LoadTerms, De: Deserializer<'de>>(
    deserializer: De,
) -> Result<D::Action, De::Error> {
    let (code, row) = TaskSeed::<D>::new().deserialize(deserializer)?;
    let action = match code {
        TaskCode::Task(task) => D::action_from_row(task, &row),
        TaskCode::Fact(..) => None,
    };
    action.ok_or_else(|| de::Error::custom("the task is not an action"))
}
