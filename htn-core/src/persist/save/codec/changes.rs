//! Lists of facts in a save.

use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::facts::read_facts;
use super::terms::{FactRef, LoadTerms, SaveTerms};
use crate::model::domain::Row;
use crate::tables::RelId;

/// Some facts, sorted by predicate. A save has them in the form of the facts of a state.
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
        read_facts::<D, _>(deserializer, |rel, row| {
            list.rows.push((rel, row.iter().copied().collect()));
            Ok(())
        })?;
        Ok(list)
    }
}
