//! What was full, and what a search took, in a save.

use serde::{Deserialize, Serialize};

use super::tasks::{Wrong, must};
use crate::error::{LimitKind, PlannerFull};
use crate::executor::ExecutorFull;
use crate::limits::Limits;
use crate::stats::Stats;
use crate::tables::Tables;

/// What is full.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum KindContent {
    Depth,
    Steps,
    Bindings,
    Trail,
    Sort,
    Choices,
    Tasks,
    Checks,
    Plans,
    /// By its number.
    Predicate(u16),
    Memory,
    Panicked,
}

/// What was full, and how much of it there was.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FullContent {
    what: KindContent,
    capacity: u64,
}

impl FullContent {
    pub fn of(tables: &Tables, full: PlannerFull) -> FullContent {
        let what = match full.what {
            LimitKind::Depth => KindContent::Depth,
            LimitKind::Steps => KindContent::Steps,
            LimitKind::Bindings => KindContent::Bindings,
            LimitKind::Trail => KindContent::Trail,
            LimitKind::Sort => KindContent::Sort,
            LimitKind::Choices => KindContent::Choices,
            LimitKind::Tasks => KindContent::Tasks,
            LimitKind::Checks => KindContent::Checks,
            LimitKind::Plans => KindContent::Plans,
            LimitKind::Predicate(name) => {
                let mut relations = tables.relations.iter();
                let number = relations.position(|relation| relation.name == name);
                KindContent::Predicate(number.unwrap_or(usize::from(u16::MAX)) as u16)
            }
            LimitKind::Memory => KindContent::Memory,
            LimitKind::Panicked => KindContent::Panicked,
        };
        let capacity = full.capacity as u64;
        FullContent { what, capacity }
    }

    pub fn read(&self, tables: &'static Tables) -> Result<PlannerFull, Wrong> {
        let what = match self.what {
            KindContent::Depth => LimitKind::Depth,
            KindContent::Steps => LimitKind::Steps,
            KindContent::Bindings => LimitKind::Bindings,
            KindContent::Trail => LimitKind::Trail,
            KindContent::Sort => LimitKind::Sort,
            KindContent::Choices => LimitKind::Choices,
            KindContent::Tasks => LimitKind::Tasks,
            KindContent::Checks => LimitKind::Checks,
            KindContent::Plans => LimitKind::Plans,
            KindContent::Predicate(number) => {
                let relation = tables.relations.get(usize::from(number));
                must!(relation.is_some(), "there is no predicate {number}");
                LimitKind::Predicate(relation.map_or("", |relation| relation.name))
            }
            KindContent::Memory => LimitKind::Memory,
            KindContent::Panicked => LimitKind::Panicked,
        };
        let capacity = size(self.capacity);
        Ok(PlannerFull { what, capacity })
    }
}

/// Why a plan did not fit.
#[derive(Serialize, Deserialize)]
pub(crate) struct UnfitContent(FullContent, bool);

impl UnfitContent {
    pub fn of(tables: &Tables, full: ExecutorFull) -> UnfitContent {
        let ExecutorFull {
            what,
            capacity,
            all,
        } = full;
        UnfitContent(FullContent::of(tables, PlannerFull { what, capacity }), all)
    }

    pub fn read(&self, tables: &'static Tables) -> Result<ExecutorFull, Wrong> {
        let PlannerFull { what, capacity } = self.0.read(tables)?;
        let all = self.1;
        Ok(ExecutorFull {
            what,
            capacity,
            all,
        })
    }
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
