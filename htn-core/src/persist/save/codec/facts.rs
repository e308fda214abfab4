//! The facts of a state, in a save.
//!
//! In a human-readable format they are a list in the domain's spelling. Otherwise they are words, by predicate: that is small,
//! and the words of a predicate that no longer exists can be skipped without knowing their types. Both have the facts in the
//! order in which they were added, so that a loaded state has the same order in every chain.

use alloc::string::{String, ToString};
use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, DeserializeSeed, EnumAccess, IgnoredAny, SeqAccess, VariantAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::envelope;
use super::matching::Matching;
use super::terms::{FactRef, LoadTerms, Looked, Lookup, SaveTerms, values};
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

/// The facts of a store, to be saved without an envelope.
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

/// The words of the facts of a predicate. A fact without columns has one word.
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
        read_facts::<D, _>(deserializer, |rel, row| enter::<D>(store, rel, row))?;
        Ok(state)
    }
}

/// Reads facts of this version of the domain, and calls a function for each.
pub(super) fn read_facts<'de, D: LoadTerms, De: Deserializer<'de>>(
    from: De,
    mut each: impl FnMut(RelId, &[u64]) -> Result<(), String>,
) -> Result<(), De::Error> {
    let each = |number: usize, row: Option<&[u64]>| {
        let relation = &D::tables().relations[number];
        // All predicates are the same.
        let row = row.unwrap_or_default();
        are_values(D::tables(), relation.name, relation.columns, row)?;
        each(RelId(number as u16), row)
    };
    FactsReader::<D, _>::new(None, each).deserialize(from)
}

/// Reads facts, and calls a function for each: with the number of its predicate in the save, and its words, or `None` if the
/// predicate is not the same any more.
pub(crate) struct FactsReader<'a, D, F> {
    /// The predicates of a save of another version of the domain.
    matching: Option<&'a Matching<D>>,
    each: F,
    named: bool,
}

impl<'a, D: LoadTerms, F> FactsReader<'a, D, F> {
    pub fn new(matching: Option<&'a Matching<D>>, each: F) -> Self {
        FactsReader {
            matching,
            each,
            named: false,
        }
    }
}

impl<'de, D: LoadTerms, F> DeserializeSeed<'de> for FactsReader<'_, D, F>
where
    F: FnMut(usize, Option<&[u64]>) -> Result<(), String>,
{
    type Value = ();

    fn deserialize<De: Deserializer<'de>>(mut self, from: De) -> Result<(), De::Error> {
        self.named = from.is_human_readable();
        from.deserialize_seq(self)
    }
}

impl<'de, D: LoadTerms, F> Visitor<'de> for FactsReader<'_, D, F>
where
    F: FnMut(usize, Option<&[u64]>) -> Result<(), String>,
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "facts of the domain `{}`", D::tables().name)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(()) = list.next_element_seed(SavedFactSeed(&mut self))? {}
        Ok(())
    }
}

/// Reads a fact in the domain's spelling, or else the number of a predicate and the words of its facts.
struct SavedFactSeed<'a, R>(&'a mut R);

impl<'de, D: LoadTerms, F> DeserializeSeed<'de> for SavedFactSeed<'_, FactsReader<'_, D, F>>
where
    F: FnMut(usize, Option<&[u64]>) -> Result<(), String>,
{
    type Value = ();

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<(), De::Error> {
        if self.0.named {
            from.deserialize_enum("Fact", &[], self)
        } else {
            from.deserialize_tuple(2, self)
        }
    }
}

impl<'de, D: LoadTerms, F> Visitor<'de> for SavedFactSeed<'_, FactsReader<'_, D, F>>
where
    F: FnMut(usize, Option<&[u64]>) -> Result<(), String>,
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.named {
            write!(f, "a fact of the domain `{}`", D::tables().name)
        } else {
            f.write_str("the number of a predicate, and its words")
        }
    }

    fn visit_enum<A: EnumAccess<'de>>(self, fact: A) -> Result<(), A::Error> {
        let FactsReader { matching, each, .. } = self.0;
        let predicates = SavedPredicates(*matching);
        let (number, columns) = fact.variant_seed(SavedPredicates(*matching))?;
        let row = match predicates.get(number) {
            Some((_, Some(rel))) => {
                let relation = &D::tables().relations[usize::from(rel.0)];
                Some(values::<D, _>(
                    columns,
                    relation.name,
                    relation.columns,
                    false,
                )?)
            }
            Some((0, None)) => {
                columns.unit_variant()?;
                None
            }
            _ => {
                columns.newtype_variant::<IgnoredAny>()?;
                None
            }
        };
        each(number, row.as_deref()).map_err(de::Error::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<(), A::Error> {
        let number: Option<u16> = pair.next_element()?;
        let number = number.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        let FactsReader { matching, each, .. } = self.0;
        let number = usize::from(number);
        let Some((arity, now)) = SavedPredicates(*matching).get(number) else {
            let found = de::Unexpected::Unsigned(number as u64);
            return Err(de::Error::invalid_value(
                found,
                &"the number of a predicate",
            ));
        };
        let words = WordsSeed {
            arity,
            each: |row: &[u64]| each(number, now.is_some().then_some(row)),
        };
        let done = pair.next_element_seed(words)?;
        done.ok_or_else(|| de::Error::invalid_length(1, &"the words of a predicate"))
    }
}

/// The predicates of a save: those of another version of the domain, or else those of the domain.
struct SavedPredicates<'a, D>(Option<&'a Matching<D>>);

impl<D: LoadTerms> SavedPredicates<'_, D> {
    /// Returns the number of columns of a predicate, and its counterpart now.
    fn get(&self, number: usize) -> Option<(usize, Option<RelId>)> {
        match self.0 {
            Some(matching) => matching.predicate(number),
            None => {
                let relation = D::tables().relations.get(number)?;
                Some((relation.columns.len(), Some(RelId(number as u16))))
            }
        }
    }
}

impl<D: LoadTerms> Lookup for SavedPredicates<'_, D> {
    type Found = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a predicate of the domain `{}`", D::tables().name)
    }

    fn by_name(&self, name: &str) -> Option<usize> {
        match self.0 {
            Some(matching) => matching.number_of(name),
            None => {
                let mut relations = D::tables().relations.iter();
                relations.position(|relation| relation.name == name)
            }
        }
    }

    fn by_number(&self, number: usize) -> Option<usize> {
        self.get(number).map(|_| number)
    }
}

impl<'de, D: LoadTerms> DeserializeSeed<'de> for SavedPredicates<'_, D> {
    type Value = usize;

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<usize, De::Error> {
        from.deserialize_identifier(Looked(self))
    }
}

/// Reads the words of a predicate with `arity` columns, and calls a function for each fact.
struct WordsSeed<F> {
    arity: usize,
    each: F,
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
                "`{name}`, column {column}: {word} is not a valid `{ty}`"
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
        Ok(Added::There) => Err(alloc::format!("duplicate fact {fact}")),
        Ok(Added::Replaced) => Err(alloc::format!("{fact} repeats the key of an earlier fact")),
        Err(Full::Relation(_) | Full::Trail) => Err(CapacityError {
            predicate: relation.name,
            capacity: store.rel(rel).capacity(),
        }
        .to_string()),
    }
}

/// A fact to be printed.
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
