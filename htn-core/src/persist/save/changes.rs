//! Facts that come and go, as lists in a save.

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::DeserializeSeed;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::facts::{EachFact, each_row};
use super::terms::{FactRef, LoadTerms, SaveTerms};
use crate::model::domain::{Domain, Row};
use crate::store::Store;
use crate::tables::RelId;

/// Some facts, sorted by predicate. In a save they look like the facts of a state.
pub(crate) struct FactList<D> {
    pub rows: Vec<(RelId, Row)>,
    domain: PhantomData<fn() -> D>,
}

impl<D> FactList<D> {
    pub fn new() -> Self {
        FactList {
            rows: Vec::new(),
            domain: PhantomData,
        }
    }
}

/// Returns the facts that have to be removed from `before` and those that have to be added then to have those of
/// `after`. A fact whose key has another value afterwards is only added, so that it keeps its place.
pub(crate) fn changes<D: Domain>(before: &Store, after: &Store) -> (FactList<D>, FactList<D>) {
    let (mut removed, mut added) = (FactList::new(), FactList::new());
    for (rel, relation) in (0..).map(RelId).zip(D::tables().relations) {
        if before.stamp_of(rel) == after.stamp_of(rel) {
            continue;
        }
        let gone = missing(rel, before, after);
        let new = missing(rel, after, before);
        let key = relation.key.0.count_ones() as usize;
        let is_replaced =
            |row: &Row| relation.keyed && new.iter().any(|other| other[..key] == row[..key]);
        let gone = gone.into_iter().filter(|row| !is_replaced(row));
        removed.rows.extend(gone.map(|row| (rel, row)));
        added.rows.extend(new.into_iter().map(|row| (rel, row)));
    }
    (removed, added)
}

/// Returns the facts of a predicate that are here and not there.
fn missing(rel: RelId, here: &Store, there: &Store) -> Vec<Row> {
    let mut rows = Vec::new();
    let each = |row: &[u64]| {
        if !there.contains(rel, row) {
            rows.push(row.iter().copied().collect());
        }
        Ok::<_, core::convert::Infallible>(())
    };
    let Ok(()) = each_row(here, rel, each);
    rows
}

impl<D: SaveTerms> Serialize for FactList<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            let rows = self.rows.iter();
            return serializer.collect_seq(rows.map(|(rel, row)| FactRef::<D>::new(*rel, row)));
        }
        let runs = || self.rows.chunk_by(|one, other| one.0 == other.0);
        let mut list = serializer.serialize_seq(Some(runs().count()))?;
        for run in runs() {
            let words = run
                .iter()
                .flat_map(|(_, row)| if row.is_empty() { &[1] } else { &row[..] });
            list.serialize_element(&(run[0].0.0, words.collect::<Vec<&u64>>()))?;
        }
        list.end()
    }
}

impl<'de, D: LoadTerms> Deserialize<'de> for FactList<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        let mut list = FactList::new();
        let each = |rel: RelId, row: &[u64]| {
            list.rows.push((rel, row.iter().copied().collect()));
            Ok::<_, String>(())
        };
        EachFact::<D, _>::new(each).deserialize(deserializer)?;
        Ok(list)
    }
}
