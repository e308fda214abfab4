//! Names, or their numbers in formats that are not human-readable.

use core::fmt;

use serde::Deserializer;
use serde::de::{self, DeserializeSeed, Visitor};

use super::read::ValuesSeed;
use crate::tables::{RelId, Tables, TaskId, TaskKind};

/// The names before those of tasks: their numbers come first.
pub(super) const VERBS: [&str; 2] = ["add", "delete"];

/// Finds something by its name or number.
pub(in crate::persist::save::codec) trait Lookup {
    type Found;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn by_name(&self, name: &str) -> Option<Self::Found>;
    fn by_number(&self, number: usize) -> Option<Self::Found>;
}

pub(in crate::persist::save::codec) struct Looked<L>(pub L);

impl<L: Lookup> Looked<L> {
    fn unknown<E: de::Error>(&self, what: de::Unexpected<'_>) -> E {
        E::invalid_value(what, self)
    }
}

impl<L: Lookup> Visitor<'_> for Looked<L> {
    type Value = L::Found;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<L::Found, E> {
        let found = self.0.by_name(name);
        found.ok_or_else(|| self.unknown(de::Unexpected::Str(name)))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<L::Found, E> {
        let place = usize::try_from(number).ok();
        let found = place.and_then(|place| self.0.by_number(place));
        found.ok_or_else(|| self.unknown(de::Unexpected::Unsigned(number)))
    }
}

/// The name of a predicate.
pub(super) struct PredicateName(pub &'static Tables);

impl Lookup for PredicateName {
    type Found = RelId;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a predicate of the domain `{}`", self.0.name)
    }

    fn by_name(&self, name: &str) -> Option<RelId> {
        let mut relations = self.0.relations.iter();
        self.by_number(relations.position(|relation| relation.name == name)?)
    }

    fn by_number(&self, number: usize) -> Option<RelId> {
        self.0.relations.get(number)?;
        u16::try_from(number).ok().map(RelId)
    }
}

impl<'de> DeserializeSeed<'de> for PredicateName {
    type Value = RelId;

    fn deserialize<De: Deserializer<'de>>(self, deserializer: De) -> Result<RelId, De::Error> {
        deserializer.deserialize_identifier(Looked(self))
    }
}

/// The name of a task.
pub(super) struct TaskName(pub &'static Tables);

#[derive(Clone, Copy)]
pub(super) enum TaskOrChange {
    Add,
    Delete,
    Task(TaskId),
}

impl Lookup for TaskName {
    type Found = TaskOrChange;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a task of the domain `{}`", self.0.name)
    }

    fn by_name(&self, name: &str) -> Option<TaskOrChange> {
        let tasks = self.0.tasks.iter();
        let mut tasks = tasks.map(|task| (task.kind != TaskKind::Block).then_some(task.name));
        let number = match VERBS.iter().position(|verb| *verb == name) {
            Some(verb) => verb,
            None => tasks.position(|task| task == Some(name))? + VERBS.len(),
        };
        self.by_number(number)
    }

    fn by_number(&self, number: usize) -> Option<TaskOrChange> {
        match number {
            0 => Some(TaskOrChange::Add),
            1 => Some(TaskOrChange::Delete),
            number => {
                let number = number - VERBS.len();
                let task = self.0.tasks.get(number)?;
                let id = u16::try_from(number).ok()?;
                (task.kind != TaskKind::Block).then_some(TaskOrChange::Task(TaskId(id)))
            }
        }
    }
}

impl<'de> DeserializeSeed<'de> for TaskName {
    type Value = TaskOrChange;

    fn deserialize<De: Deserializer<'de>>(
        self,
        deserializer: De,
    ) -> Result<TaskOrChange, De::Error> {
        deserializer.deserialize_identifier(Looked(self))
    }
}

/// The name of a parameter.
pub(super) struct ParamName<'a, D>(pub &'a ValuesSeed<D>);

impl<D> Lookup for ParamName<'_, D> {
    type Found = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a parameter of `{}`", self.0.name)
    }

    fn by_name(&self, name: &str) -> Option<usize> {
        self.0.params.iter().position(|param| param.name == name)
    }

    fn by_number(&self, number: usize) -> Option<usize> {
        self.0.params.get(number).map(|_| number)
    }
}

impl<'de, D> DeserializeSeed<'de> for ParamName<'_, D> {
    type Value = usize;

    fn deserialize<De: Deserializer<'de>>(self, deserializer: De) -> Result<usize, De::Error> {
        deserializer.deserialize_identifier(Looked(self))
    }
}
