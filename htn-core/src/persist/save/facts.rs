//! The facts of a state, in a save.
//!
//! For people they are a list in the domain's spelling. Else they are words, predicate by predicate: that is small, and who does
//! not know a predicate any more can pass over its words without knowing what they were. In both, facts stand in the order in
//! which they were added; whoever adds them again in that order has the same state, down to the order of every chain.

use alloc::string::{String, ToString};
use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, DeserializeSeed, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::envelope;
use super::terms::{FactRef, FactSeed, LoadTerms, SaveTerms};
use crate::model::domain::{Domain, Row};
use crate::model::error::CapacityError;
use crate::model::show::call;
use crate::persist::changes::rows;
use crate::store::state::State;
use crate::store::{Added, Full, Store};
use crate::tables::{Param, RelId, Tables};

pub(super) const STATE: &str = "state";

/// All facts with the domain that they are of, in the envelope of a save.
impl<D: SaveTerms> Serialize for State<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        envelope::save::<D, S>(STATE, &SavedFacts::<D>::new(self.store()), serializer)
    }
}

/// A save of another domain, or of another version of it, is refused.
impl<'de, D: LoadTerms> Deserialize<'de> for State<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        envelope::load::<D, De, _>(STATE, FactsSeed::<D>::new(), deserializer)
    }
}

/// The facts of a store to be written, without an envelope.
pub(crate) struct SavedFacts<'a, D> {
    store: &'a Store,
    domain: PhantomData<fn() -> D>,
}

impl<'a, D> SavedFacts<'a, D> {
    pub fn new(store: &'a Store) -> Self {
        let domain = PhantomData;
        SavedFacts { store, domain }
    }
}

impl<D: SaveTerms> Serialize for SavedFacts<'_, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let relations = (0..D::tables().relations.len() as u16).map(RelId);
        let store = self.store;
        let in_use = relations.filter(|rel| store.rel(*rel).len() > 0);
        if !serializer.is_human_readable() {
            let mut list = serializer.serialize_seq(Some(in_use.clone().count()))?;
            for rel in in_use {
                list.serialize_element(&(rel.0, SavedWords { store, rel }))?;
            }
            return list.end();
        }
        let mut list = serializer.serialize_seq(Some(store.len()))?;
        for rel in in_use {
            for row in rows(store, rel) {
                list.serialize_element(&FactRef::<D>::new(rel, &row))?;
            }
        }
        list.end()
    }
}

/// The words of a predicate, one fact behind the other; of a predicate without columns, one word where it is a fact.
struct SavedWords<'a> {
    store: &'a Store,
    rel: RelId,
}

impl Serialize for SavedWords<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SavedWords { store, rel } = *self;
        let arity = store.layout(rel).arity();
        let mut words = serializer.serialize_seq(Some(store.rel(rel).len() * arity.max(1)))?;
        for row in rows(store, rel) {
            let row = if arity == 0 { &[1] } else { &row[..] };
            row.iter()
                .try_for_each(|word| words.serialize_element(word))?;
        }
        words.end()
    }
}

/// Reads the facts of a state, without an envelope.
pub(crate) struct FactsSeed<D>(PhantomData<fn() -> D>);

impl<D: LoadTerms> FactsSeed<D> {
    pub fn new() -> Self {
        FactsSeed(PhantomData)
    }
}

impl<'de, D: LoadTerms> DeserializeSeed<'de> for FactsSeed<D> {
    type Value = State<D>;

    fn deserialize<De: Deserializer<'de>>(self, deserializer: De) -> Result<State<D>, De::Error> {
        let mut state = State::<D>::new();
        let store = state.store_mut();
        let each = |rel: RelId, row: &[u64]| enter::<D>(store, rel, row);
        EachFact::<D, _>::new(each).deserialize(deserializer)?;
        Ok(state)
    }
}

/// Reads facts, whose words are values of their columns, and calls a function for each.
pub(super) struct EachFact<D, F> {
    each: F,
    named: bool,
    domain: PhantomData<fn() -> D>,
}

impl<D: LoadTerms, F: FnMut(RelId, &[u64]) -> Result<(), String>> EachFact<D, F> {
    pub fn new(each: F) -> Self {
        EachFact {
            each,
            named: false,
            domain: PhantomData,
        }
    }
}

impl<'de, D: LoadTerms, F: FnMut(RelId, &[u64]) -> Result<(), String>> DeserializeSeed<'de>
    for EachFact<D, F>
{
    type Value = ();

    fn deserialize<De: Deserializer<'de>>(mut self, deserializer: De) -> Result<(), De::Error> {
        self.named = deserializer.is_human_readable();
        deserializer.deserialize_seq(self)
    }
}

impl<'de, D: LoadTerms, F: FnMut(RelId, &[u64]) -> Result<(), String>> Visitor<'de>
    for EachFact<D, F>
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "facts of the domain `{}`", D::tables().name)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        if self.named {
            while let Some((rel, row)) = list.next_element_seed(FactSeed::<D>::new())? {
                (self.each)(rel, &row).map_err(de::Error::custom)?;
            }
            return Ok(());
        }
        let tables = D::tables();
        while let Some(()) = list.next_element_seed(PredicateSeed {
            tables,
            each: &mut self.each,
        })? {}
        Ok(())
    }
}

/// Reads a predicate and its words, and calls a function for each of its facts.
struct PredicateSeed<'a, F> {
    tables: &'static Tables,
    each: &'a mut F,
}

impl<'de, F: FnMut(RelId, &[u64]) -> Result<(), String>> DeserializeSeed<'de>
    for PredicateSeed<'_, F>
{
    type Value = ();

    fn deserialize<De: Deserializer<'de>>(self, deserializer: De) -> Result<(), De::Error> {
        deserializer.deserialize_tuple(2, self)
    }
}

impl<'de, F: FnMut(RelId, &[u64]) -> Result<(), String>> Visitor<'de> for PredicateSeed<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number of a predicate, and its words")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<(), A::Error> {
        let number: Option<u16> = pair.next_element()?;
        let number = number.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        let Some(relation) = self.tables.relations.get(usize::from(number)) else {
            let found = de::Unexpected::Unsigned(number.into());
            return Err(de::Error::invalid_value(found, &"a predicate's number"));
        };
        let rel = RelId(number);
        let words = WordsSeed {
            arity: relation.columns.len(),
            each: |row: &[u64]| {
                are_values(self.tables, relation.name, relation.columns, row)?;
                (self.each)(rel, row)
            },
        };
        let done = pair.next_element_seed(words)?;
        done.ok_or_else(|| de::Error::invalid_length(1, &"a predicate's words"))
    }
}

/// Reads the words of a predicate of so many columns, and hands its rows on.
pub(super) struct WordsSeed<F> {
    pub arity: usize,
    pub each: F,
}

impl<'de, F: FnMut(&[u64]) -> Result<(), String>> DeserializeSeed<'de> for WordsSeed<F> {
    type Value = ();

    fn deserialize<De: Deserializer<'de>>(self, deserializer: De) -> Result<(), De::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, F: FnMut(&[u64]) -> Result<(), String>> Visitor<'de> for WordsSeed<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "words of facts of {} columns", self.arity)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut words: A) -> Result<(), A::Error> {
        let mut row = Row::new();
        let mut many = 0;
        while let Some(word) = words.next_element()? {
            many += 1;
            match self.arity {
                0 if word != 1 => {
                    return Err(de::Error::invalid_value(
                        de::Unexpected::Unsigned(word),
                        &"1 for a fact without columns",
                    ));
                }
                0 => {}
                _ => row
                    .try_push(word)
                    .map_err(|_| de::Error::custom("too many columns"))?,
            }
            if row.len() == self.arity {
                (self.each)(&row).map_err(de::Error::custom)?;
                row.clear();
            }
        }
        if row.is_empty() {
            Ok(())
        } else {
            Err(de::Error::invalid_length(many, &self))
        }
    }
}

/// Checks that these words are values of the columns of a predicate, or of the parameters of a task.
pub(crate) fn are_values(
    tables: &Tables,
    name: &str,
    params: &[Param],
    row: &[u64],
) -> Result<(), String> {
    let mut columns = (1..).zip(params.iter().zip(row));
    let wrong = columns.find(|(_, (param, word))| {
        let ty = tables.types.get(usize::from(param.ty.0));
        ty.is_some_and(|ty| !(ty.is_value)(**word))
    });
    match wrong {
        None => Ok(()),
        Some((column, (param, word))) => {
            let ty = tables.types[usize::from(param.ty.0)].name;
            Err(alloc::format!(
                "`{name}`: {word} is no word of a `{ty}`, which is the type of column {column}"
            ))
        }
    }
}

/// Adds a fact of a save, which must be new.
fn enter<D: Domain>(store: &mut Store, rel: RelId, row: &[u64]) -> Result<(), String> {
    let tables = D::tables();
    let relation = &tables.relations[usize::from(rel.0)];
    let fact = FactEntry { tables, rel, row };
    match store.add(rel, row, None) {
        Ok(Added::New) => Ok(()),
        Ok(Added::There) => Err(alloc::format!("{fact} is there twice")),
        Ok(Added::Replaced) => Err(alloc::format!("{fact} has the key of a fact before it")),
        Err(Full::Relation(_) | Full::Trail) => Err(CapacityError {
            predicate: relation.name,
            capacity: store.rel(rel).capacity(),
        }
        .to_string()),
    }
}

/// A fact, to be printed.
struct FactEntry<'a> {
    tables: &'static Tables,
    rel: RelId,
    row: &'a [u64],
}

impl fmt::Display for FactEntry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = &self.tables.relations[usize::from(self.rel.0)];
        call(self.tables, relation.name, relation.columns, self.row, f)
    }
}
