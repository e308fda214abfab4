//! Facts and tasks to be written, by their words.

use core::marker::PhantomData;

use serde::ser::{SerializeMap, SerializeTuple};
use serde::{Serialize, Serializer};

use super::SaveTerms;
use crate::model::domain::TaskCode;
use crate::persist::save::codec::tasks::{VERBS, number_of_verb};
use crate::tables::{Param, RelId, TaskId};

/// A fact to be written, by its words.
pub(crate) struct FactRef<'a, D> {
    rel: RelId,
    row: &'a [u64],
    domain: PhantomData<fn() -> D>,
}

impl<'a, D: SaveTerms> FactRef<'a, D> {
    pub fn new(rel: RelId, row: &'a [u64]) -> Self {
        let domain = PhantomData;
        FactRef { rel, row, domain }
    }
}

impl<D: SaveTerms> Serialize for FactRef<'_, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(relation) = D::tables().relations.get(usize::from(self.rel.0)) else {
            return Err(serde::ser::Error::custom("no such predicate"));
        };
        let (number, name) = (u32::from(self.rel.0), relation.name);
        let values = Values::<D> {
            params: relation.columns,
            row: self.row,
            named: false,
            domain: PhantomData,
        };
        if relation.columns.is_empty() {
            serializer.serialize_unit_variant("Fact", number, name)
        } else {
            serializer.serialize_newtype_variant("Fact", number, name, &values)
        }
    }
}

/// A task to be written, by its words.
pub(crate) struct TaskRef<'a, D> {
    code: TaskCode,
    row: &'a [u64],
    domain: PhantomData<fn() -> D>,
}

impl<'a, D: SaveTerms> TaskRef<'a, D> {
    pub fn new(code: TaskCode, row: &'a [u64]) -> Self {
        let domain = PhantomData;
        TaskRef { code, row, domain }
    }
}

impl<D: SaveTerms> Serialize for TaskRef<'_, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (verb, rel) = match self.code {
            TaskCode::Task(TaskId(task)) => {
                let Some(row) = D::tables().tasks.get(usize::from(task)) else {
                    return Err(serde::ser::Error::custom("no such task"));
                };
                let number = u32::from(task) + VERBS;
                let values = Values::<D> {
                    params: row.params,
                    row: self.row,
                    named: serializer.is_human_readable(),
                    domain: PhantomData,
                };
                return match row.params.is_empty() {
                    true => serializer.serialize_unit_variant("Task", number, row.name),
                    false => {
                        serializer.serialize_newtype_variant("Task", number, row.name, &values)
                    }
                };
            }
            TaskCode::Fact(verb, rel) => (verb, rel),
        };
        let fact = FactRef::<D>::new(rel, self.row);
        let number = number_of_verb(D::tables(), verb);
        serializer.serialize_newtype_variant("Task", number, verb.word(), &fact)
    }
}

/// Some values, in order or by their names.
struct Values<'a, D> {
    params: &'static [Param],
    row: &'a [u64],
    named: bool,
    domain: PhantomData<fn() -> D>,
}

impl<D: SaveTerms> Serialize for Values<'_, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = self.params.iter().zip(self.row);
        let values = values.map(|(param, word)| {
            let value = TermValue::<D> {
                ty: param.ty.0,
                word: *word,
                domain: PhantomData,
            };
            (param.name, value)
        });
        if self.named {
            let mut map = serializer.serialize_map(Some(self.params.len()))?;
            for (name, value) in values {
                map.serialize_entry(name, &value)?;
            }
            return map.end();
        }
        let mut tuple = serializer.serialize_tuple(self.params.len())?;
        for (_, value) in values {
            tuple.serialize_element(&value)?;
        }
        tuple.end()
    }
}

struct TermValue<D> {
    ty: u16,
    word: u64,
    domain: PhantomData<fn() -> D>,
}

impl<D: SaveTerms> Serialize for TermValue<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        D::save_term(self.ty, self.word, serializer)
    }
}
