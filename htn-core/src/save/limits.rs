//! Statistics of searches in a save.

use serde::{Deserialize, Deserializer, Serialize};

use crate::limits::Limits;
use crate::stats::Stats;

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
