//! Errors and statistics of searches in a save.

use serde::{Deserialize, Deserializer, Serialize};

use super::tasks::{InvalidSave, ensure};
use crate::error::{LimitKind, SearchError};
use crate::limits::Limits;
use crate::stats::Stats;
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

/// What a search took.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StatsContent {
    steps: u64,
    bindings: u64,
    backtracks: u64,
    deepest: u64,
    /// Of `depth`, `steps`, `bindings`, `trail`, `sort`, `choices`, `tasks` and `checks`.
    used: [u64; 8],
}

impl From<Stats> for StatsContent {
    fn from(stats: Stats) -> Self {
        let used = stats.used;
        let used = [
            used.depth,
            used.steps,
            used.bindings,
            used.trail,
            used.sort,
            used.choices,
            used.tasks,
            used.checks,
        ];
        StatsContent {
            steps: stats.steps,
            bindings: stats.bindings,
            backtracks: stats.backtracks,
            deepest: stats.deepest as u64,
            used: used.map(|used| used as u64),
        }
    }
}

impl From<&StatsContent> for Stats {
    fn from(content: &StatsContent) -> Self {
        let [depth, steps, bindings, trail, sort, choices, tasks, checks] = content.used.map(size);
        Stats {
            steps: content.steps,
            bindings: content.bindings,
            backtracks: content.backtracks,
            deepest: size(content.deepest),
            used: Limits {
                depth,
                steps,
                bindings,
                trail,
                sort,
                choices,
                tasks,
                checks,
                ..Limits::zero()
            },
        }
    }
}

/// A number that nothing but people look at.
fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
