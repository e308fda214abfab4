//! Planners in a save: their settings, and the facts and tasks of a search in progress, which starts again.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Planner, SearchStage};
use crate::model::domain::{Domain, Row};
use crate::model::limits::Limits;
use crate::model::term::Term;
use crate::persist::save::envelope;
use crate::persist::save::facts::{FactsSeed, SavedFacts};
use crate::persist::save::map::{MapError, Mapping, mapper};
use crate::persist::save::tasks::{InvalidSave, SavedTask, TaskCodec};
use crate::persist::save::terms::{LoadTerms, SaveTerms};
use crate::store::Store;
use crate::store::state::State;

const PLANNER: &str = "planner";

/// The snapshot of a planner. `F` are the facts of its search.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlannerSnapshot<T, F> {
    detect_loops: bool,
    /// The facts and the tasks of the search in progress.
    search: Option<(F, Vec<T>)>,
    /// True if the tasks may interleave.
    #[serde(default)]
    unordered: bool,
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

    /// Replaces every term of a type in the facts and tasks of the search in progress: see
    /// [`State::map_terms`](crate::State::map_terms). The search starts again, as after loading. Allocates memory.
    ///
    /// [`Plan::map_terms`](crate::Plan::map_terms) has an example.
    ///
    /// # Errors
    ///
    /// The search does not fit the planner's limits with the new terms. Nothing is replaced then.
    pub fn map_terms<T: Term>(&mut self, map: impl FnMut(T) -> T) -> Result<(), MapError> {
        let map = &mut mapper(map);
        let mapping = &mut Mapping::new(D::tables(), map);
        let search = self.beginning().map(|(facts, mut tasks)| {
            mapping.tasks(&mut tasks);
            (LoadedFacts(mapping.facts::<D>(&facts)), tasks)
        });
        let content = PlannerSnapshot {
            detect_loops: self.search.machine.looks_for_loops(),
            search,
            unordered: self.search.machine.has_unordered_tasks(),
        };
        let spent = self.spent;
        *self = Planner::restored(content, self.limits())?;
        self.spent = spent;
        Ok(())
    }

    /// Replaces every agent: [`map_terms`](Planner::map_terms) for the domain's agent type. The example of
    /// [`Plan::map_terms`](crate::Plan::map_terms) calls that of a plan.
    ///
    /// # Errors
    ///
    /// As of `map_terms`.
    pub fn map_agents(&mut self, map: impl FnMut(D::Agent) -> D::Agent) -> Result<(), MapError> {
        self.map_terms(map)
    }

    /// Returns a new planner with this content.
    fn restored(
        content: PlannerSnapshot<SavedTask<D>, LoadedFacts<D>>,
        limits: Limits,
    ) -> Result<Self, InvalidSave> {
        let mut planner = Planner::with_limits(limits);
        planner.detect_loops(content.detect_loops);
        if let Some((facts, tasks)) = content.search {
            let tasks = tasks.iter().map(|task| {
                let row: Row = task.words().iter().copied().collect();
                (task.code(), row)
            });
            if content.unordered {
                planner.search.start_unordered(facts.0.store(), tasks);
            } else {
                planner.search.start(facts.0.store(), tasks);
            }
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
        let content = PlannerSnapshot {
            detect_loops: self.search.machine.looks_for_loops(),
            search: facts.zip(tasks),
            unordered: self.search.machine.has_unordered_tasks(),
        };
        envelope::save_running::<D, S>(self.search.machine.tables(), PLANNER, &content, serializer)
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
        let snapshot = PhantomData::<PlannerSnapshot<SavedTask<D>, LoadedFacts<D>>>;
        let snapshot = envelope::load::<D, De, _>(PLANNER, snapshot, deserializer)?;
        Planner::restored(snapshot, limits).map_err(De::Error::custom)
    }
}
