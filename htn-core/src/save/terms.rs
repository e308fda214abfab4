//! Facts and tasks in the domain's spelling.
//!
//! | | for people (JSON) | else (postcard) |
//! |---|---|---|
//! | a fact | `{"at":[1,"Mill"]}` | the number of its predicate, and its columns one after the other |
//! | a fact without columns | `"alarm"` | the number |
//! | a task | `{"restrain":{"who":1,"target":7}}` | its number, and its arguments in order |
//! | a task without parameters | `"clear"` | its number |
//! | a step that adds or deletes | `{"add":{"at":[1,"Mill"]}}` | 0 or 1, and the fact |
//!
//! All of it is done by the tables. What depends on the types is one function a way, which a domain emits: how a value of the
//! type with a number is written, and read.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, DeserializeSeed, EnumAccess, IgnoredAny, MapAccess, SeqAccess};
use serde::de::{VariantAccess, Visitor};
use serde::ser::{SerializeMap, SerializeTuple};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[doc(hidden)]
pub use serde;

use crate::domain::{Domain, MAX_COLUMNS, Row, TaskCode};
use crate::show::{Codec, Counted};
use crate::tables::{Param, RelId, Tables, TaskId, TaskKind};

/// A domain whose terms can be saved: the types of all columns and parameters are `Serialize`. `htn_domain!` implements it with
/// the feature `serde`.
pub trait SaveTerms: Domain {
    /// Writes the value that a word stands for, of the type with this number.
    #[doc(hidden)]
    fn save_term<S: Serializer>(ty: u16, word: u64, serializer: S) -> Result<S::Ok, S::Error>;
}

/// A domain whose terms can be loaded: the types of all columns and parameters are `Deserialize`. `htn_domain!` implements it with
/// the feature `serde`.
pub trait LoadTerms: Domain {
    /// Reads a value of the type with this number, and gives its word.
    #[doc(hidden)]
    fn load_term<'de, De: Deserializer<'de>>(ty: u16, deserializer: De) -> Result<u64, De::Error>;
}

/// Writes the value of a word. Generated code calls it.
pub fn save_as<T: Serialize, S: Serializer>(
    codec: &Codec<T>,
    word: u64,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    codec.get(&[word], 0).serialize(serializer)
}

/// Reads a value, and gives its word. Generated code calls it.
pub fn load_as<'de, T: Deserialize<'de>, De: Deserializer<'de>>(
    codec: &Codec<T>,
    deserializer: De,
) -> Result<u64, De::Error> {
    T::deserialize(deserializer).map(|value| codec.word(value))
}

/// What is said of a type that no column and no parameter has.
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
    SavedFact::<D>::new(rel, &row).serialize(serializer)
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
    SavedTask::<D>::new(code, &row).serialize(serializer)
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
        TaskCode::Add(_) | TaskCode::Delete(_) => None,
    };
    action.ok_or_else(|| de::Error::custom("a task that is no action"))
}

/// A fact to be written, by its words.
pub(crate) struct SavedFact<'a, D> {
    rel: RelId,
    row: &'a [u64],
    domain: PhantomData<fn() -> D>,
}

impl<'a, D: SaveTerms> SavedFact<'a, D> {
    pub fn new(rel: RelId, row: &'a [u64]) -> Self {
        let domain = PhantomData;
        SavedFact { rel, row, domain }
    }
}

impl<D: SaveTerms> Serialize for SavedFact<'_, D> {
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
        match relation.columns.is_empty() {
            true => serializer.serialize_unit_variant("Fact", number, name),
            false => serializer.serialize_newtype_variant("Fact", number, name, &values),
        }
    }
}

/// A task to be written, by its words.
pub(crate) struct SavedTask<'a, D> {
    code: TaskCode,
    row: &'a [u64],
    domain: PhantomData<fn() -> D>,
}

impl<'a, D: SaveTerms> SavedTask<'a, D> {
    pub fn new(code: TaskCode, row: &'a [u64]) -> Self {
        let domain = PhantomData;
        SavedTask { code, row, domain }
    }
}

/// What stands before the numbers of tasks: `add` and `delete`.
const VERBS: [&str; 2] = ["add", "delete"];

impl<D: SaveTerms> Serialize for SavedTask<'_, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (verb, rel) = match self.code {
            TaskCode::Task(TaskId(task)) => {
                let Some(row) = D::tables().tasks.get(usize::from(task)) else {
                    return Err(serde::ser::Error::custom("no such task"));
                };
                let number = u32::from(task) + VERBS.len() as u32;
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
            TaskCode::Add(rel) => (0, rel),
            TaskCode::Delete(rel) => (1, rel),
        };
        let fact = SavedFact::<D>::new(rel, self.row);
        serializer.serialize_newtype_variant("Task", verb, VERBS[verb as usize], &fact)
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
            let value = Value::<D> {
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

struct Value<D> {
    ty: u16,
    word: u64,
    domain: PhantomData<fn() -> D>,
}

impl<D: SaveTerms> Serialize for Value<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        D::save_term(self.ty, self.word, serializer)
    }
}

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
        let (rel, columns) = fact.variant_seed(Predicate(D::tables()))?;
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
            Named::Add | Named::Delete => {
                let (rel, row) = arguments.newtype_variant_seed(FactSeed::<D>::new())?;
                let code = match task {
                    Named::Add => TaskCode::Add(rel),
                    _ => TaskCode::Delete(rel),
                };
                Ok((code, row))
            }
            Named::Task(task) => {
                let row = &D::tables().tasks[usize::from(task.0)];
                let words = values::<D, _>(arguments, row.name, row.params, self.0)?;
                Ok((TaskCode::Task(task), words))
            }
        }
    }
}

/// What comes after a name.
fn values<'de, D: LoadTerms, A: VariantAccess<'de>>(
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

/// Reads so many values, in order or by their names.
pub(super) struct ValuesSeed<D> {
    pub name: &'static str,
    pub params: &'static [Param],
    pub named: bool,
    pub domain: PhantomData<fn() -> D>,
}

impl<'de, D: LoadTerms> DeserializeSeed<'de> for ValuesSeed<D> {
    type Value = Row;

    fn deserialize<De: Deserializer<'de>>(self, deserializer: De) -> Result<Row, De::Error> {
        match self.named {
            true => deserializer.deserialize_map(self),
            false => deserializer.deserialize_tuple(self.params.len(), self),
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

/// Reads a name or a number, as whoever looks it up says.
trait Lookup {
    type Found;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn by_name(&self, name: &str) -> Option<Self::Found>;
    fn by_number(&self, number: usize) -> Option<Self::Found>;
}

struct Looked<L>(L);

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
struct Predicate(&'static Tables);

impl Lookup for Predicate {
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

impl<'de> DeserializeSeed<'de> for Predicate {
    type Value = RelId;

    fn deserialize<De: Deserializer<'de>>(self, deserializer: De) -> Result<RelId, De::Error> {
        deserializer.deserialize_identifier(Looked(self))
    }
}

/// The name of a task.
struct TaskName(&'static Tables);

#[derive(Clone, Copy)]
enum Named {
    Add,
    Delete,
    Task(TaskId),
}

impl Lookup for TaskName {
    type Found = Named;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a task of the domain `{}`", self.0.name)
    }

    fn by_name(&self, name: &str) -> Option<Named> {
        let tasks = self.0.tasks.iter();
        let mut tasks = tasks.map(|task| (task.kind != TaskKind::Block).then_some(task.name));
        let number = match VERBS.iter().position(|verb| *verb == name) {
            Some(verb) => verb,
            None => tasks.position(|task| task == Some(name))? + VERBS.len(),
        };
        self.by_number(number)
    }

    fn by_number(&self, number: usize) -> Option<Named> {
        match number {
            0 => Some(Named::Add),
            1 => Some(Named::Delete),
            number => {
                let number = number - VERBS.len();
                let task = self.0.tasks.get(number)?;
                let id = u16::try_from(number).ok()?;
                (task.kind != TaskKind::Block).then_some(Named::Task(TaskId(id)))
            }
        }
    }
}

impl<'de> DeserializeSeed<'de> for TaskName {
    type Value = Named;

    fn deserialize<De: Deserializer<'de>>(self, deserializer: De) -> Result<Named, De::Error> {
        deserializer.deserialize_identifier(Looked(self))
    }
}

/// The name of a parameter.
struct ParamName<'a, D>(&'a ValuesSeed<D>);

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
