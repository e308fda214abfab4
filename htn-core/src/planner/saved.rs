//! Planners in a save: their settings, and the facts and tasks of a search in progress, which starts again.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Planner, SearchStage};
use crate::domain::{Domain, Row};
use crate::limits::Limits;
use crate::save::envelope;
use crate::save::facts::{FactsSeed, SavedFacts};
use crate::save::tasks::{InvalidSave, SavedTask, TaskCodec};
use crate::save::terms::{LoadTerms, SaveTerms};
use crate::state::State;
use crate::store::Store;

mod map;

const PLANNER: &str = "planner";

/// The content of a planner. `F` are the facts of its search.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlannerContent<T, F> {
    detect_loops: bool,
    /// The facts and the tasks of the search in progress.
    search: Option<(F, Vec<T>)>,
}

/// Facts that were read.
pub(crate) struct LoadedFacts<D: Domain>(pub State<D>);

impl<'de, D: LoadTerms> Deserialize<'de> for LoadedFacts<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        let facts = FactsSeed::<D>::new().deserialize(deserializer)?;
        Ok(LoadedFacts(facts))
    }
}

impl<D: Domain> Planner<D> {
    /// Returns the facts and the tasks that the search in progress started with. A repair belongs to the plan of a
    /// director, which starts it again, so it is not returned.
    fn beginning(&self) -> Option<(Store, Vec<SavedTask<D>>)> {
        let search = &self.search;
        let is_over = matches!(search.stage, SearchStage::NoPlan | SearchStage::Full(_));
        if is_over || search.is_poisoned() || search.expectations.grafts {
            return None;
        }
        let (tasks, changes) = search
            .expectations
            .beginning(&search.machine, &self.plan.data);
        let tasks = tasks.iter().map(|(code, row)| SavedTask::new(*code, row));
        Some((search.store.before(changes), tasks.collect()))
    }

    /// Returns a new planner with these contents.
    fn restored(
        content: PlannerContent<SavedTask<D>, LoadedFacts<D>>,
        limits: Limits,
    ) -> Result<Self, InvalidSave> {
        let mut planner = Planner::with_limits(limits);
        planner.detect_loops(content.detect_loops);
        if let Some((facts, tasks)) = content.search {
            let tasks = tasks.iter().map(|task| {
                let row: Row = task.words().iter().copied().collect();
                (task.code(), row)
            });
            planner.search.start(facts.0.store(), tasks);
            if let SearchStage::Full(full) = planner.search.stage {
                return Err(InvalidSave(full.to_string()));
            }
        }
        Ok(planner)
    }
}

/// A planner is saved as its settings and, if a search is in progress, the facts and tasks that the search started with. A
/// loaded planner is as it was right after that [`start`](Planner::start): it searches from the beginning and finds the first
/// plan first. A search is in progress until it has no further plan or ends with an error. The loaded planner knows
/// nothing of a search that is over.
///
/// The planner of a [`Director`](crate::Director) that searches for a repair is saved without that search.
impl<D: SaveTerms> Serialize for Planner<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (facts, tasks) = self.beginning().unzip();
        let facts = facts.as_ref().map(SavedFacts::<D>::new);
        let content = PlannerContent {
            detect_loops: self.search.machine.looks_for_loops(),
            search: facts.zip(tasks),
        };
        envelope::save::<D, S>(PLANNER, &content, serializer)
    }
}

/// With [`Limits::default`]; see [`deserialize_with_limits`](Planner::deserialize_with_limits).
impl<'de, D: LoadTerms> Deserialize<'de> for Planner<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        Self::deserialize_with_limits(deserializer, Limits::default())
    }
}

impl<D: LoadTerms> Planner<D> {
    /// Loads a planner, with limits of its own.
    ///
    /// # Errors
    ///
    /// The data is not a save of a planner of this domain, or the tasks of its search do not fit: then the error names
    /// the limit.
    pub fn deserialize_with_limits<'de, De: Deserializer<'de>>(
        deserializer: De,
        limits: Limits,
    ) -> Result<Self, De::Error> {
        let seed = PlannerSeed::<D> {
            limits,
            domain: PhantomData,
        };
        envelope::load::<D, De, _>(PLANNER, seed, deserializer)
    }
}

struct PlannerSeed<D> {
    limits: Limits,
    domain: PhantomData<fn() -> D>,
}

impl<'de, D: LoadTerms> DeserializeSeed<'de> for PlannerSeed<D> {
    type Value = Planner<D>;

    fn deserialize<De: Deserializer<'de>>(
        self,
        deserializer: De,
    ) -> Result<Self::Value, De::Error> {
        let content = PlannerContent::deserialize(deserializer)?;
        Planner::restored(content, self.limits).map_err(De::Error::custom)
    }
}
