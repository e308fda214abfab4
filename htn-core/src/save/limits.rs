//! Errors of searches and high-water marks in a save.

use alloc::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::tasks::{InvalidSave, ensure};
use crate::error::SearchError;
use crate::limits::{LimitKind, Limits};
use crate::tables::Tables;

/// The [`SearchError`] of a save: a predicate is its number.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum SearchErrorContent {
    Limit { kind: LimitKind, capacity: u64 },
    PredicateFull { predicate: u16, capacity: u64 },
    OutOfMemory { bytes: u64 },
    Panicked,
}

impl SearchErrorContent {
    pub fn of(tables: &Tables, error: SearchError) -> SearchErrorContent {
        match error {
            SearchError::Limit { kind, capacity } => SearchErrorContent::Limit {
                kind,
                capacity: capacity as u64,
            },
            SearchError::PredicateFull {
                predicate,
                capacity,
            } => {
                let mut relations = tables.relations.iter();
                let number = relations.position(|relation| relation.name == predicate);
                SearchErrorContent::PredicateFull {
                    predicate: number.unwrap_or(usize::from(u16::MAX)) as u16,
                    capacity: capacity as u64,
                }
            }
            SearchError::OutOfMemory { bytes } => SearchErrorContent::OutOfMemory {
                bytes: bytes as u64,
            },
            SearchError::Panicked => SearchErrorContent::Panicked,
        }
    }

    pub fn read(&self, tables: &'static Tables) -> Result<SearchError, InvalidSave> {
        Ok(match *self {
            SearchErrorContent::Limit { kind, capacity } => SearchError::Limit {
                kind,
                capacity: size(capacity),
            },
            SearchErrorContent::PredicateFull {
                predicate,
                capacity,
            } => {
                let relation = tables.relations.get(usize::from(predicate));
                ensure!(relation.is_some(), "there is no predicate {predicate}");
                SearchError::PredicateFull {
                    predicate: relation.map_or("", |relation| relation.name),
                    capacity: size(capacity),
                }
            }
            SearchErrorContent::OutOfMemory { bytes } => {
                SearchError::OutOfMemory { bytes: size(bytes) }
            }
            SearchErrorContent::Panicked => SearchError::Panicked,
        })
    }
}

/// Reads a capacity or a number of bytes. A greater one than this machine can have becomes the greatest.
pub(crate) fn read_size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    u64::deserialize(deserializer).map(size)
}

/// High-water marks of limits in a save: those that are missing are 0.
pub(crate) mod used {
    use super::*;

    pub fn serialize<S: Serializer>(used: &Limits, serializer: S) -> Result<S::Ok, S::Error> {
        let all = LimitKind::ALL.iter();
        serializer.collect_map(all.map(|kind| (kind, used.get(*kind) as u64)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Limits, D::Error> {
        let mut used = Limits::zero();
        for (kind, value) in BTreeMap::<LimitKind, u64>::deserialize(deserializer)? {
            *used.get_mut(kind) = size(value);
        }
        Ok(used)
    }
}

/// A number that nothing but people look at.
fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
