//! Names, or their numbers in formats that are not human-readable.

use core::fmt;

use serde::Deserializer;
use serde::de::{self, DeserializeSeed, Visitor};

use super::read::ValuesSeed;
use crate::persist::save::codec::tasks::{VERBS, verb_of_number};
use crate::tables::{FactVerb, RelId, Tables, TaskId, TaskKind};

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

/// The meaning of the name of a task.
#[derive(Clone, Copy)]
pub(super) enum TaskOrVerb {
    Fact(FactVerb),
    Task(TaskId),
}

/// The name of a task.
pub(super) struct TaskName(pub &'static Tables);

impl Lookup for TaskName {
    type Found = TaskOrVerb;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a task of the domain `{}`", self.0.name)
    }

    fn by_name(&self, name: &str) -> Option<TaskOrVerb> {
        let verb = FactVerb::ALL.into_iter().find(|verb| verb.word() == name);
        if let Some(verb) = verb.filter(|verb| verb.changes_facts() || self.0.protects()) {
            return Some(TaskOrVerb::Fact(verb));
        }
        let mut tasks = self.0.tasks.iter();
        let number = tasks.position(|task| task.kind != TaskKind::Block && task.name == name)?;
        self.by_number(number + VERBS as usize)
    }

    fn by_number(&self, number: usize) -> Option<TaskOrVerb> {
        if let Some(verb) = verb_of_number(self.0, number) {
            return Some(TaskOrVerb::Fact(verb));
        }
        let number = number - VERBS as usize;
        let task = self.0.tasks.get(number)?;
        let id = u16::try_from(number).ok()?;
        (task.kind != TaskKind::Block).then_some(TaskOrVerb::Task(TaskId(id)))
    }
}

impl<'de> DeserializeSeed<'de> for TaskName {
    type Value = TaskOrVerb;

    fn deserialize<De: Deserializer<'de>>(self, deserializer: De) -> Result<TaskOrVerb, De::Error> {
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
