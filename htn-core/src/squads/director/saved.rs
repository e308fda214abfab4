//! Snapshots of directors: facts, plans and settings. A search in progress starts again after loading.

use alloc::string::{String, ToString};
#[cfg(feature = "reload")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[cfg(feature = "reload")]
use super::SearchResources;
use super::answer::{Answers, SearchOutcome};
use super::search::{Job, SearchSteps};
use super::{Director, DirectorState};
#[cfg(feature = "reload")]
use crate::exec::DomainInputs;
use crate::exec::saved::ExecutorSnapshot;
use crate::model::domain::{Domain, Row};
use crate::model::error::SearchError;
use crate::model::event::NoPlanReason;
use crate::model::limits::Limits;
use crate::model::settings::DirectorSettings;
use crate::model::stats::Stats;
use crate::model::term::Term;
use crate::persist::changes::{RowChange, changes};
use crate::persist::save::changes::FactList;
use crate::persist::save::envelope;
use crate::persist::save::facts::SavedFacts;
use crate::persist::save::map::{MapError, Mapping, mapper};
use crate::persist::save::tasks::{InvalidSave, SavedTask, TaskCodec, ensure};
use crate::persist::save::terms::{LoadTerms, SaveTerms};
use crate::search::host::absent::Absent;
use crate::search::planner::Planner;
use crate::search::planner::saved::LoadedFacts;
use crate::store::Added;
use crate::store::state::State;
use crate::tables::{RelId, Tables, TaskId};

mod matching;

pub use matching::{DroppedPlan, LoadReport};
pub(crate) use matching::{MatchedDirector, MatchingSeed};

const DIRECTOR: &str = "director";

/// The save of a director. `F` are all facts of a store, `L` some.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DirectorSave<T, F, L> {
    task: T,
    facts: F,
    /// The changes of facts that cancelling every plan would bring about.
    cancel_removes: L,
    cancel_adds: L,
    /// The operators whose effects were left out of these changes, because they see the context or panicked.
    cancel_skips: Vec<String>,
    director: DirectorSnapshot<T>,
}

/// A director without its task, its facts and a search in progress.
///
/// A new field has a default, so that saves of older formats load: add `#[serde(default)]`, raise [`FORMAT`](crate::persist::save::FORMAT)
/// and leave the oldest format as it is.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DirectorSnapshot<T> {
    settings: DirectorSettings,
    pub(crate) executor: ExecutorSnapshot<T>,
    /// 0 if a search for the root task is in progress, so that it starts again at once.
    next_search: u64,
    held_up: bool,
    answers: Answers,
    /// The predicate that was full in the last answer. An answer refers to it by its name in the domain's tables.
    full_predicate: Option<String>,
    /// The steps of rejected plans, and the tick until which each is rejected.
    rejected: Vec<(u64, Vec<T>)>,
    #[serde(default)]
    stats: Stats,
    #[serde(default)]
    search_steps: SearchSteps,
}

/// A director that was read from a save, to be restored into a new one.
pub(crate) trait RestoreDirector<D: Domain> {
    /// A list of the parts that were not kept.
    type Report;

    /// Returns the task that it plans for.
    fn task(&self) -> D::Task;

    /// Restores it into a new director with this task.
    fn restore(self, blank: Director<D>) -> Result<(Director<D>, Self::Report), InvalidSave>;
}

pub(crate) type SavedDirector<'a, D> = DirectorSave<SavedTask<D>, SavedFacts<'a, D>, FactList<D>>;
pub(crate) type LoadedDirector<D> = DirectorSave<SavedTask<D>, LoadedFacts<D>, FactList<D>>;

/// A director is saved with its facts, everything its [executor](crate::Executor) holds, its settings, and what it remembers of
/// its searches. A search in progress is not saved: a loaded director starts it again in its next tick, from its
/// facts, as after [`restart_search`](Director::restart_search).
///
/// A save also has the facts as they would be if every plan were cancelled, for
/// [`load_matching`](Director::load_matching): the effects of its running actions that end as failures, and of `undo`, are worked
/// out on a copy. Saving has no context, so an effect or `undo` with an expression that sees the context is left out of that.
/// One whose expression panics is left out as well.
///
/// Fails if an expression of the game panicked in the last tick and that tick has not been completed.
impl<D: SaveTerms> Serialize for Director<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let save = self.save().map_err(S::Error::custom)?;
        envelope::save_running::<D, S>(self.tables(), DIRECTOR, &save, serializer)
    }
}

impl<D: SaveTerms> Director<D> {
    pub(crate) fn save(&self) -> Result<SavedDirector<'_, D>, InvalidSave> {
        let director = self.snapshot()?;
        let (facts, host) = (self.squad.state.store(), Absent::<D>::new(self.tables()));
        let cancelled = self.squad.executor.engine.facts_if_cancelled(facts, &host);
        let (mut removes, mut adds) = (FactList::new(), FactList::new());
        if let Some(cancelled) = &cancelled {
            for relation in (0..).map(RelId).zip(D::tables().relations) {
                changes(facts, cancelled, relation, |change, row| match change {
                    RowChange::Removed => removes.rows.push((relation.0, row)),
                    RowChange::Added => adds.rows.push((relation.0, row)),
                });
            }
        }
        let name = |task: TaskId| D::tables().tasks[usize::from(task.0)].name.into();
        Ok(DirectorSave {
            task: self.saved_task(),
            facts: SavedFacts::new(facts),
            cancel_removes: removes,
            cancel_adds: adds,
            cancel_skips: host.into_skipped().into_iter().map(name).collect(),
            director,
        })
    }
}

impl<D: Domain> Director<D> {
    fn saved_task(&self) -> SavedTask<D> {
        let mut row = Row::new();
        let code = D::task_to_row(self.squad.task, &mut row);
        SavedTask::new(code, &row)
    }

    pub(crate) fn snapshot(&self) -> Result<DirectorSnapshot<SavedTask<D>>, InvalidSave> {
        let (squad, planner) = (&self.squad, self.resources.planner());
        ensure!(
            !squad.deciding && !planner.is_some_and(|planner| planner.search.is_poisoned()),
            "a game expression panicked in a search, which restarts in the next tick; \
             help: call `tick` again before saving"
        );
        let engine = &squad.executor.engine;
        let is_searching = squad.job == Job::Root;
        let mut answers = squad.answers;
        let full_predicate = answers.full_predicate_mut().map(|name| name.to_string());
        Ok(DirectorSnapshot {
            settings: squad.settings,
            executor: engine.snapshot()?,
            next_search: if is_searching { 0 } else { squad.next_search },
            held_up: squad.held_up,
            answers,
            full_predicate,
            rejected: engine.rejected.rejected().snapshot(D::tables()),
            stats: squad.stats,
            search_steps: squad.search_steps,
        })
    }
}

/// With [`Limits::default`]; see [`deserialize_with_limits`](Director::deserialize_with_limits).
impl<'de, D: LoadTerms> Deserialize<'de> for Director<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        Self::deserialize_with_limits(deserializer, Limits::default())
    }
}

impl<D: LoadTerms> Director<D> {
    /// Loads a director that was saved, with limits of its own. It has a planner of its own, even if it had none when it was
    /// saved.
    ///
    /// # Errors
    ///
    /// The data is not a save of a director of this domain, or its content does not fit: then the error names the limit.
    pub fn deserialize_with_limits<'de, De: Deserializer<'de>>(
        deserializer: De,
        limits: Limits,
    ) -> Result<Self, De::Error> {
        let save = PhantomData::<LoadedDirector<D>>;
        let save = envelope::load::<D, De, _>(DIRECTOR, save, deserializer)?;
        let blank = Director::with_limits(save.task(), limits);
        let (director, ()) = save.restore(blank).map_err(De::Error::custom)?;
        Ok(director)
    }
}

/// An upper bound of all counters in a save, so that sums of them can't overflow.
pub(crate) const MAX_COUNT: u64 = 3 << 60;

impl<D: Domain> RestoreDirector<D> for LoadedDirector<D> {
    type Report = ();

    fn task(&self) -> D::Task {
        D::task_from_row(self.task.code(), self.task.words())
    }

    fn restore(self, blank: Director<D>) -> Result<(Director<D>, ()), InvalidSave> {
        let (removes, adds) = (self.cancel_removes.rows, self.cancel_adds.rows);
        if !removes.is_empty() || !adds.is_empty() {
            let mut facts = self.facts.0.store().clone();
            let mut removes = removes.iter();
            let mut adds = adds.iter();
            ensure!(
                removes.all(|(rel, row)| facts.remove(*rel, row, None) == Ok(true)),
                "`cancel_removes` has a fact that is not among `facts`"
            );
            let is_new = |added| matches!(added, Ok(Added::New | Added::Replaced));
            ensure!(
                adds.all(|(rel, row)| is_new(facts.add(*rel, row, None))),
                "`cancel_adds` has a fact that is already among `facts`, or its predicate is full"
            );
        }
        let director = self.director.restore(self.facts.0, blank)?;
        director.squad.executor.engine.check_busy(D::busy_of)?;
        Ok((director, ()))
    }
}

#[cfg(feature = "reload")]
impl<D: Domain> DirectorSnapshot<SavedTask<D>> {
    /// Restores a squad with these facts and another version of the domain.
    pub(crate) fn restore_for(
        self,
        squad: &DirectorState<D>,
        facts: State<D>,
        tables: &'static Tables,
    ) -> Result<DirectorState<D>, InvalidSave> {
        let (_, limits, memory) = squad.executor.engine.made_with();
        let inputs = Arc::new(DomainInputs::of(tables));
        let new = DirectorState::new(tables, squad.task, State::new(), inputs, limits, memory);
        let resources = SearchResources::shared();
        let director = Director {
            squad: new,
            resources,
        };
        Ok(self.restore(facts, director)?.squad)
    }
}

impl<D: Domain> DirectorSnapshot<SavedTask<D>> {
    /// Restores a director with these facts into a new one.
    pub(crate) fn restore(
        self,
        facts: State<D>,
        mut director: Director<D>,
    ) -> Result<Director<D>, InvalidSave> {
        // Before its plans: their timers follow from the settings.
        director.set_settings(self.settings);
        let squad = &mut director.squad;
        let engine = &mut squad.executor.engine;
        engine.restore(&self.executor)?;
        engine.rejected.rejected_mut().restore(&self.rejected);
        let latest = engine.now() + u64::from(self.settings.interval.max(1));
        ensure!(
            self.next_search <= latest,
            "`next_search` is tick {}, but an interval after the save is tick {latest}",
            self.next_search
        );
        let SearchSteps { root, repairs } = self.search_steps;
        let counts = [self.answers.repeated, self.answers.count, root, repairs];
        ensure!(
            counts.iter().all(|count| *count < MAX_COUNT),
            "a counter of `answers` or `search_steps` is too large"
        );
        squad.state = facts;
        squad.next_search = self.next_search;
        squad.held_up = self.held_up;
        squad.answers = self
            .answers
            .with_predicate(D::tables(), self.full_predicate)?;
        squad.stats = self.stats;
        squad.search_steps = self.search_steps;
        Ok(director)
    }

    fn map_terms(&mut self, mapping: &mut Mapping<'_>) {
        self.executor.map_terms(mapping);
        for (_, steps) in &mut self.rejected {
            mapping.tasks(steps);
        }
    }
}

impl Answers {
    /// Returns the predicate that was full in the last answer.
    fn full_predicate_mut(&mut self) -> Option<&mut &'static str> {
        match &mut self.last {
            SearchOutcome::NoPlan(NoPlanReason::Full(SearchError::PredicateFull {
                predicate,
                ..
            })) => Some(predicate),
            _ => None,
        }
    }

    /// Refers to the predicate of this name, if a predicate was full in the last answer.
    fn with_predicate(
        mut self,
        tables: &'static Tables,
        name: Option<String>,
    ) -> Result<Answers, InvalidSave> {
        let mut relations = tables.relations.iter();
        let found = relations.find(|relation| Some(relation.name) == name.as_deref());
        match (self.full_predicate_mut(), found) {
            (None, None) if name.is_none() => {}
            (Some(predicate), Some(relation)) => *predicate = relation.name,
            _ => {
                return Err(InvalidSave(
                    "`full_predicate` is not the predicate of the last answer".into(),
                ));
            }
        }
        Ok(self)
    }
}

impl<D: Domain> Director<D> {
    /// Replaces every term of a type, wherever it is: in its facts, its task and its plans. This is for handles that change by
    /// loading, such as an engine's entities. The director continues with the new terms as it would have with the old ones,
    /// unless the domain depends on their values (`sort by` a handle does). The events and commands of the last tick are
    /// removed, as by loading, and a search in progress starts again in the next tick. Allocates memory.
    ///
    /// ```
    /// use squad_htn::prelude::*;
    ///
    /// #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
    /// pub struct Guard(pub u16);
    ///
    /// htn_domain! {
    ///     pub domain patrol;
    ///     agent Guard;
    ///     predicate guard(Guard) [8];
    ///     operator walk(who: Guard) by who {}
    ///     operator salute(who: Guard) by who {}
    ///     pub method round() if guard(who) { walk(who); salute(who); }
    /// }
    /// use patrol::{Director, Fact, Task};
    ///
    /// fn main() -> Result<(), Box<dyn std::error::Error>> {
    ///     let mut director = Director::new(Task::Round);
    ///     director.state_mut().insert(Fact::Guard(Guard(1)))?;
    ///     for _frame in 0..2 {
    ///         director.tick(&(), Budget::unlimited());
    ///     }
    ///     assert!(director.is_busy(Guard(1)), "he walks");
    ///
    ///     director.map_agents(|Guard(number)| Guard(number + 100))?;
    ///     assert!(director.is_busy(Guard(101)) && !director.is_busy(Guard(1)));
    ///     assert!(director.state().contains(Fact::Guard(Guard(101))));
    ///     Ok(())
    /// }
    /// ```
    ///
    /// Two terms may become one: see [facts](crate::State::map_terms) and [running plans](crate::Executor::map_terms).
    ///
    /// # Errors
    ///
    /// The errors of these, or the director keeps a [journal](Director::keep_journal), which has the old terms.
    /// Nothing is replaced then.
    pub fn map_terms<T: Term>(&mut self, map: impl FnMut(T) -> T) -> Result<(), MapError> {
        *self = self.mapped(&mut Mapping::new(self.tables(), &mut mapper(map)))?;
        Ok(())
    }

    /// Replaces every agent: [`map_terms`](Director::map_terms) for the domain's agent type. Its
    /// [example](Director::map_terms) uses this function.
    ///
    /// # Errors
    ///
    /// The errors of `map_terms`.
    pub fn map_agents(&mut self, map: impl FnMut(D::Agent) -> D::Agent) -> Result<(), MapError> {
        self.map_terms(map)
    }

    /// Returns the same director with other terms.
    fn mapped(&self, mapping: &mut Mapping<'_>) -> Result<Director<D>, MapError> {
        if self.squad.journal.is_some() {
            let why =
                "the journal of the director has the old terms; help: call `end_journal` first";
            return Err(InvalidSave(why.into()).into());
        }
        let facts = mapping.facts(self.squad.state.store());
        #[cfg(feature = "reload")]
        let facts = facts
            .with_tables(self.tables())
            .map_err(|full| InvalidSave(full.to_string()))?;
        let mut snapshot = self.snapshot()?;
        snapshot.map_terms(mapping);
        let mut task = self.saved_task();
        mapping.tasks(core::slice::from_mut(&mut task));
        let task = D::task_from_row(task.code(), task.words());
        let (squad, mut resources) = (self.squad.blank(task), self.resources.clone());
        if let Some(planner) = resources.planner_mut() {
            *planner = Planner::of_tables(self.tables(), planner.limits());
        }
        Ok(snapshot.restore(facts, Director { squad, resources })?)
    }
}

impl<D: Domain> DirectorState<D> {
    /// Creates a squad with the same limits and without facts, for another task.
    fn blank(&self, task: D::Task) -> Self {
        let engine = &self.executor.engine;
        let (inputs, limits, memory) = engine.made_with();
        let tables = engine.cx.tables();
        DirectorState::new(tables, task, State::new(), inputs, limits, memory)
    }
}
