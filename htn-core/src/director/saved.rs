//! Directors in a save: facts, plans and settings. A search in progress starts again after loading.

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Error as _};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Director;
use super::answer::{Answers, SearchOutcome};
use super::search::{Job, SearchSteps};
use crate::domain::Domain;
use crate::event::{NoPlanReason, PlanId};
use crate::executor::SubmitError;
use crate::executor::saved::ExecutorContent;
use crate::host::Absent;
use crate::limits::Limits;
use crate::planner::saved::LoadedFacts;
use crate::save::changes::{FactList, changes};
use crate::save::envelope;
use crate::save::facts::SavedFacts;
use crate::save::limits::SearchErrorContent;
use crate::save::tasks::{InvalidSave, SavedTask, TaskCodec, ensure};
use crate::save::terms::{LoadTerms, SaveTerms};
use crate::settings::DirectorSettings;
use crate::stats::Stats;
use crate::store::Added;
use crate::tables::{Tables, TaskId};

mod map;
mod matching;

pub use matching::{DroppedPlan, LoadReport};

const DIRECTOR: &str = "director";

/// A director, and its facts: `F` are all facts of a store, `L` some.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DirectorSave<T, F, L> {
    task: T,
    facts: F,
    /// The facts that would be gone if every plan were cancelled, and those that would be there then.
    cancel_removes: L,
    cancel_adds: L,
    /// The operators whose effects were left out of that, because they see the context.
    cancel_skips: Vec<String>,
    director: DirectorContent<T>,
}

/// Everything of a director but its task, its facts and a search in progress.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DirectorContent<T> {
    settings: DirectorSettings,
    executor: ExecutorContent<T>,
    /// 0 if a search for the root task is in progress, so that it starts again at once.
    next_search: u64,
    held_up: bool,
    answers: AnswersContent,
    /// The steps of plans that are not taken again, and until when.
    shunned: Vec<(u64, Vec<T>)>,
    stats: Stats,
    search_steps: (u64, u64),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswersContent {
    last: AnswerContent,
    repeated: u64,
    count: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum AnswerContent {
    News,
    Empty,
    NotFound,
    Full(SearchErrorContent),
    DoesNotFit(SubmitError),
    Same(PlanId),
    NoBetter(PlanId),
    TooSoon(u64),
}

impl<D: Domain, F, L> DirectorSave<SavedTask<D>, F, L> {
    /// What it plans for.
    pub(crate) fn task(&self) -> D::Task {
        D::task_from_row(self.task.code(), self.task.words())
    }
}

impl AnswerContent {
    fn of(tables: &Tables, answer: SearchOutcome) -> AnswerContent {
        match answer {
            SearchOutcome::News => AnswerContent::News,
            SearchOutcome::Empty => AnswerContent::Empty,
            SearchOutcome::NoPlan(reason) => match reason {
                NoPlanReason::NotFound => AnswerContent::NotFound,
                NoPlanReason::Full(full) => {
                    AnswerContent::Full(SearchErrorContent::of(tables, full))
                }
                NoPlanReason::DoesNotFit(full) => AnswerContent::DoesNotFit(full),
                NoPlanReason::Same(plan) => AnswerContent::Same(plan),
                NoPlanReason::NoBetter(plan) => AnswerContent::NoBetter(plan),
                NoPlanReason::TooSoon { until } => AnswerContent::TooSoon(until),
            },
        }
    }

    fn read(&self, tables: &'static Tables) -> Result<SearchOutcome, InvalidSave> {
        Ok(SearchOutcome::NoPlan(match self {
            AnswerContent::News => return Ok(SearchOutcome::News),
            AnswerContent::Empty => return Ok(SearchOutcome::Empty),
            AnswerContent::NotFound => NoPlanReason::NotFound,
            AnswerContent::Full(full) => NoPlanReason::Full(full.read(tables)?),
            AnswerContent::DoesNotFit(full) => NoPlanReason::DoesNotFit(*full),
            AnswerContent::Same(plan) => NoPlanReason::Same(*plan),
            AnswerContent::NoBetter(plan) => NoPlanReason::NoBetter(*plan),
            AnswerContent::TooSoon(until) => NoPlanReason::TooSoon { until: *until },
        }))
    }
}

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
        let content = self.saved().map_err(S::Error::custom)?;
        envelope::save::<D, S>(DIRECTOR, &content, serializer)
    }
}

/// A director that is written, and one that was read.
pub(crate) type SavedDirector<'a, D> = DirectorSave<SavedTask<D>, SavedFacts<'a, D>, FactList<D>>;
pub(crate) type LoadedDirector<D> = DirectorSave<SavedTask<D>, LoadedFacts<D>, FactList<D>>;

impl<D: SaveTerms> Director<D> {
    /// Returns the content of its save.
    pub(crate) fn saved(&self) -> Result<SavedDirector<'_, D>, InvalidSave> {
        let director = self.content()?;
        let (facts, host) = (self.squad.state.store(), Absent::<D>::new());
        let cancelled = self.squad.executor.engine.facts_if_cancelled(facts, &host);
        let (removes, adds) = match cancelled {
            Some(cancelled) => changes(facts, &cancelled),
            None => (FactList::new(), FactList::new()),
        };
        let name = |task: TaskId| D::tables().tasks[usize::from(task.0)].name.into();
        Ok(DirectorSave {
            task: self.spelled_task(),
            facts: SavedFacts::new(facts),
            cancel_removes: removes,
            cancel_adds: adds,
            cancel_skips: host.into_skipped().into_iter().map(name).collect(),
            director,
        })
    }
}

impl<D: Domain> Director<D> {
    /// Its task.
    fn spelled_task(&self) -> SavedTask<D> {
        let mut row = crate::domain::Row::new();
        let code = D::task_to_row(self.squad.task, &mut row);
        SavedTask::new(code, &row)
    }

    /// Returns the saved content without the task and the facts.
    fn content(&self) -> Result<DirectorContent<SavedTask<D>>, InvalidSave> {
        let (tables, squad, planner) = (D::tables(), &self.squad, self.desk.planner());
        ensure!(
            !squad.deciding && !planner.is_some_and(|planner| planner.search.is_poisoned()),
            "an expression of the game has panicked in a search, which begins anew in the next tick; \
             help: call `tick` once more, and save then"
        );
        let executor = squad.executor.engine.content()?;
        Ok(DirectorContent {
            settings: squad.settings,
            executor,
            next_search: if squad.job == Job::Root {
                0
            } else {
                squad.next_search
            },
            held_up: squad.held_up,
            answers: AnswersContent {
                last: AnswerContent::of(tables, squad.answers.last),
                repeated: squad.answers.repeated,
                count: squad.answers.count,
            },
            shunned: squad.executor.engine.shunned.plans.content(tables),
            stats: squad.stats,
            search_steps: (squad.search_steps.root, squad.search_steps.repairs),
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
    /// A director that was saved, with limits of its own. It has a planner of its own, also where it had none when it was saved.
    ///
    /// # Errors
    ///
    /// It is no save of a director of this domain, or what it holds does not fit: then the error names the limit.
    pub fn deserialize_with_limits<'de, De: Deserializer<'de>>(
        deserializer: De,
        limits: Limits,
    ) -> Result<Self, De::Error> {
        let seed = DirectorSeed::<D> {
            limits,
            domain: PhantomData,
        };
        envelope::load::<D, De, _>(DIRECTOR, seed, deserializer)
    }
}

struct DirectorSeed<D> {
    limits: Limits,
    domain: PhantomData<fn() -> D>,
}

impl<'de, D: LoadTerms> DeserializeSeed<'de> for DirectorSeed<D> {
    type Value = Director<D>;

    fn deserialize<De: Deserializer<'de>>(
        self,
        deserializer: De,
    ) -> Result<Self::Value, De::Error> {
        let content = LoadedDirector::<D>::deserialize(deserializer)?;
        let director = Director::with_limits(content.task(), self.limits);
        content.read(director).map_err(De::Error::custom)
    }
}

/// What no number of a save comes near.
pub(crate) const GREATEST: u64 = 3 << 60;

impl<D: Domain> LoadedDirector<D> {
    /// Restores a director into a new one.
    pub(crate) fn read(self, director: Director<D>) -> Result<Director<D>, InvalidSave> {
        let (removes, adds) = (self.cancel_removes.rows, self.cancel_adds.rows);
        if !removes.is_empty() || !adds.is_empty() {
            let mut facts = self.facts.0.store().clone();
            let mut removes = removes.iter();
            let mut adds = adds.iter();
            ensure!(
                removes.all(|(rel, row)| facts.remove(*rel, row, None) == Ok(true))
                    && adds.all(|(rel, row)| {
                        let added = facts.add(*rel, row, None);
                        matches!(added, Ok(Added::New | Added::Replaced))
                    }),
                "the facts without plans do not follow from those that there are"
            );
        }
        let director = read(self.director, self.facts, director)?;
        director.squad.executor.engine.check_busy(D::busy_of)?;
        Ok(director)
    }
}

/// Restores a director with these facts into a new one.
fn read<D: Domain>(
    content: DirectorContent<SavedTask<D>>,
    facts: LoadedFacts<D>,
    mut director: Director<D>,
) -> Result<Director<D>, InvalidSave> {
    let tables = D::tables();
    // Before its plans: their timers follow from the settings.
    director.set_settings(content.settings);
    let squad = &mut director.squad;
    squad.executor.engine.restore(&content.executor)?;
    squad.state = facts.0;
    let now = squad.executor.engine.now();
    ensure!(
        content.next_search <= now + squad.interval(),
        "the next search is farther away than the interval"
    );
    squad.next_search = content.next_search;
    squad.held_up = content.held_up;
    let counts = [
        content.answers.repeated,
        content.answers.count,
        content.search_steps.0,
        content.search_steps.1,
    ];
    ensure!(
        counts.iter().all(|count| *count < GREATEST),
        "no director has searched so often"
    );
    squad.answers = Answers {
        last: content.answers.last.read(tables)?,
        repeated: content.answers.repeated,
        count: content.answers.count,
    };
    squad
        .executor
        .engine
        .shunned
        .plans
        .restore(&content.shunned);
    squad.stats = content.stats;
    let (root, repairs) = content.search_steps;
    squad.search_steps = SearchSteps { root, repairs };
    Ok(director)
}
