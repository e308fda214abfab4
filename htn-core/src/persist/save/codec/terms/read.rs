//! Reads facts and tasks as words.

use core::fmt;
use core::marker::PhantomData;

use serde::Deserializer;
use serde::de::{self, DeserializeSeed, EnumAccess, IgnoredAny, MapAccess, SeqAccess};
use serde::de::{VariantAccess, Visitor};

use super::LoadTerms;
use super::names::{ParamName, PredicateName, TaskName, TaskOrVerb};
use crate::model::domain::{MAX_COLUMNS, Row, TaskCode};
use crate::model::show::Counted;
use crate::tables::{Param, RelId};

/// Reads a fact, as words.
pub(crate) struct FactSeed<D>(PhantomData<fn() -> D>);

impl<D: LoadTerms> FactSeed<D> {
    pub fn new() -> Self {
        FactSeed(PhantomData)
    }
}

impl<'de, D: LoadTerms> DeserializeSeed<'de> for FactSeed<D> {
    type Value = (RelId, Row);

    fn deserialize<De: Deserializer<'de>>(
        self,
        deserializer: De,
    ) -> Result<Self::Value, De::Error> {
        deserializer.deserialize_enum("Fact", &[], self)
    }
}

impl<'de, D: LoadTerms> Visitor<'de> for FactSeed<D> {
    type Value = (RelId, Row);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a fact of the domain `{}`", D::tables().name)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, fact: A) -> Result<Self::Value, A::Error> {
        let (rel, columns) = fact.variant_seed(PredicateName(D::tables()))?;
        let relation = &D::tables().relations[usize::from(rel.0)];
        let row = values::<D, _>(columns, relation.name, relation.columns, false)?;
        Ok((rel, row))
    }
}

/// Reads a task, as words.
pub(crate) struct TaskSeed<D>(PhantomData<fn() -> D>);

impl<D: LoadTerms> TaskSeed<D> {
    pub fn new() -> Self {
        TaskSeed(PhantomData)
    }
}

impl<'de, D: LoadTerms> DeserializeSeed<'de> for TaskSeed<D> {
    type Value = (TaskCode, Row);

    fn deserialize<De: Deserializer<'de>>(
        self,
        deserializer: De,
    ) -> Result<Self::Value, De::Error> {
        let named = deserializer.is_human_readable();
        deserializer.deserialize_enum("Task", &[], TaskVisitor::<D>(named, PhantomData))
    }
}

struct TaskVisitor<D>(bool, PhantomData<fn() -> D>);

impl<'de, D: LoadTerms> Visitor<'de> for TaskVisitor<D> {
    type Value = (TaskCode, Row);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a task of the domain `{}`", D::tables().name)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, task: A) -> Result<Self::Value, A::Error> {
        let (task, arguments) = task.variant_seed(TaskName(D::tables()))?;
        match task {
            TaskOrVerb::Fact(verb) => {
                let (rel, row) = arguments.newtype_variant_seed(FactSeed::<D>::new())?;
                Ok((TaskCode::Fact(verb, rel), row))
            }
            TaskOrVerb::Task(task) => {
                let row = &D::tables().tasks[usize::from(task.0)];
                let words = values::<D, _>(arguments, row.name, row.params, self.0)?;
                Ok((TaskCode::Task(task), words))
            }
        }
    }
}

/// Reads the values after a name.
pub(in crate::persist::save::codec) fn values<'de, D: LoadTerms, A: VariantAccess<'de>>(
    variant: A,
    name: &'static str,
    params: &'static [Param],
    named: bool,
) -> Result<Row, A::Error> {
    if params.is_empty() {
        return variant.unit_variant().map(|()| Row::new());
    }
    variant.newtype_variant_seed(ValuesSeed::<D> {
        name,
        params,
        named,
        domain: PhantomData,
    })
}

/// Reads the values of parameters, in order or by their names.
pub(super) struct ValuesSeed<D> {
    pub name: &'static str,
    pub params: &'static [Param],
    named: bool,
    domain: PhantomData<fn() -> D>,
}

impl<'de, D: LoadTerms> DeserializeSeed<'de> for ValuesSeed<D> {
    type Value = Row;

    fn deserialize<De: Deserializer<'de>>(self, deserializer: De) -> Result<Row, De::Error> {
        if self.named {
            deserializer.deserialize_map(self)
        } else {
            deserializer.deserialize_tuple(self.params.len(), self)
        }
    }
}

impl<'de, D: LoadTerms> Visitor<'de> for ValuesSeed<D> {
    type Value = Row;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = Counted(self.params.len() as u64, "value", "values");
        write!(f, "{values} for `{}`", self.name)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Row, A::Error> {
        let mut row = Row::new();
        for (at, param) in self.params.iter().enumerate() {
            let word = values.next_element_seed(ValueSeed::<D>::new(*param))?;
            let word = word.ok_or_else(|| de::Error::invalid_length(at, &self))?;
            push(&mut row, word)?;
        }
        match values.next_element::<IgnoredAny>()? {
            None => Ok(row),
            Some(_) => Err(de::Error::invalid_length(self.params.len() + 1, &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut values: A) -> Result<Row, A::Error> {
        let mut words = [None; MAX_COLUMNS];
        while let Some(at) = values.next_key_seed(ParamName(&self))? {
            let (Some(param), Some(place)) = (self.params.get(at), words.get_mut(at)) else {
                return Err(de::Error::invalid_length(at, &self));
            };
            if place.is_some() {
                return Err(de::Error::duplicate_field(param.name));
            }
            *place = Some(values.next_value_seed(ValueSeed::<D>::new(*param))?);
        }
        let mut row = Row::new();
        for (param, word) in self.params.iter().zip(words) {
            let word = word.ok_or_else(|| de::Error::missing_field(param.name))?;
            push(&mut row, word)?;
        }
        Ok(row)
    }
}

fn push<E: de::Error>(row: &mut Row, word: u64) -> Result<(), E> {
    row.try_push(word)
        .map_err(|_| E::custom("too many columns"))
}

struct ValueSeed<D>(u16, PhantomData<fn() -> D>);

impl<D> ValueSeed<D> {
    fn new(param: Param) -> Self {
        ValueSeed(param.ty.0, PhantomData)
    }
}

impl<'de, D: LoadTerms> DeserializeSeed<'de> for ValueSeed<D> {
    type Value = u64;

    fn deserialize<De: Deserializer<'de>>(self, deserializer: De) -> Result<u64, De::Error> {
        D::load_term(self.0, deserializer)
    }
}
