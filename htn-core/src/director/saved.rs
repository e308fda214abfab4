//! Directors in a save: facts, plans, settings, and the search that is under way.

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Error as _};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::answer::{Answer, Answers};
use super::search::{Job, Other, SearchSteps};
use super::{Director, Squad};
use crate::domain::{Domain, TaskCode};
use crate::event::{NoPlanReason, PlanId};
use crate::executor::Subtree;
use crate::executor::saved::ExecutorContent;
use crate::host::Absent;
use crate::limits::Limits;
use crate::planner::Planner;
use crate::planner::saved::{LoadedFacts, SearchContent};
use crate::save::changes::{FactList, changes};
use crate::save::envelope;
use crate::save::facts::SavedFacts;
use crate::save::limits::{FullContent, StatsContent, UnfitContent};
use crate::save::tasks::{Spelled, Spelling, Wrong, must};
use crate::save::terms::{LoadTerms, SaveTerms};
use crate::settings::DirectorSettings;
use crate::stats::Stats;
use crate::store::{Added, Store};
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
    director: DirectorContent<T, F>,
}

/// Everything of a director but its task and its facts. `F` are the facts of a search.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DirectorContent<T, F> {
    settings: DirectorSettings,
    keep_answers: u64,
    executor: ExecutorContent<T>,
    next_search: u64,
    held_up: bool,
    job: JobContent,
    /// The search that is under way.
    search: Option<SearchContent<T, F>>,
    /// Whether the plan with what has just failed was passed over, and whether there was no other.
    other: (bool, bool),
    answers: AnswersContent,
    /// The steps of plans that are not taken again, and until when.
    shunned: Vec<(u64, Vec<T>)>,
    stats: StatsContent,
    search_steps: (u64, u64),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum JobContent {
    Idle,
    Root,
    Repair(PlanId, u32),
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
    Full(FullContent),
    DoesNotFit(UnfitContent),
    Same(PlanId),
    NoBetter(PlanId),
    TooSoon(u64),
}

impl<D: Domain, F, L> DirectorSave<Spelled<D>, F, L> {
    /// What it plans for.
    pub(crate) fn task(&self) -> D::Task {
        D::task_from_row(self.task.code(), self.task.words())
    }

    /// Whether a search is under way.
    pub(crate) fn searches(&self) -> bool {
        self.director.search.is_some()
    }
}

impl AnswerContent {
    fn of(tables: &Tables, answer: Answer) -> AnswerContent {
        match answer {
            Answer::News => AnswerContent::News,
            Answer::Empty => AnswerContent::Empty,
            Answer::NoPlan(reason) => match reason {
                NoPlanReason::NotFound => AnswerContent::NotFound,
                NoPlanReason::Full(full) => AnswerContent::Full(FullContent::of(tables, full)),
                NoPlanReason::DoesNotFit(full) => {
                    AnswerContent::DoesNotFit(UnfitContent::of(tables, full))
                }
                NoPlanReason::Same(plan) => AnswerContent::Same(plan),
                NoPlanReason::NoBetter(plan) => AnswerContent::NoBetter(plan),
                NoPlanReason::TooSoon { until } => AnswerContent::TooSoon(until),
            },
        }
    }

    fn read(&self, tables: &'static Tables) -> Result<Answer, Wrong> {
        Ok(Answer::NoPlan(match self {
            AnswerContent::News => return Ok(Answer::News),
            AnswerContent::Empty => return Ok(Answer::Empty),
            AnswerContent::NotFound => NoPlanReason::NotFound,
            AnswerContent::Full(full) => NoPlanReason::Full(full.read(tables)?),
            AnswerContent::DoesNotFit(full) => NoPlanReason::DoesNotFit(full.read(tables)?),
            AnswerContent::Same(plan) => NoPlanReason::Same(*plan),
            AnswerContent::NoBetter(plan) => NoPlanReason::NoBetter(*plan),
            AnswerContent::TooSoon(until) => NoPlanReason::TooSoon { until: *until },
        }))
    }
}

/// Everything: the facts, all that its [executor](crate::Executor) holds, its settings, what it remembers of its searches, and
/// the one that is under way, as a [`Planner`](crate::Planner) saves it. Of a search that is over nothing is left: its plan is among the
/// executor's, and [`planner`](Director::planner) is one that knows of nothing after loading.
///
/// A save also has the facts as they would be if every plan were cancelled, for
/// [`load_matching`](Director::load_matching): the effects of its running actions that end as failures, and of `undo`, are worked
/// out on a copy. Saving has no context, so an effect or `undo` with an expression that sees the context is left out of that.
/// One whose expression panics is left out as well.
///
/// Fails if an expression of the game panicked in the last tick and that tick has not been completed.
impl<D: SaveTerms> Serialize for Director<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let first_facts = self.first_facts();
        let content = self.saved(first_facts.as_ref());
        let content = content.map_err(S::Error::custom)?;
        envelope::save::<D, S>(DIRECTOR, &content, serializer)
    }
}

/// A director that is written, and one that was read.
pub(crate) type SavedDirector<'a, D> = DirectorSave<Spelled<D>, SavedFacts<'a, D>, FactList<D>>;
pub(crate) type LoadedDirector<D> = DirectorSave<Spelled<D>, LoadedFacts<D>, FactList<D>>;

impl<D: SaveTerms> Director<D> {
    /// The facts that the search began with that is under way.
    pub(crate) fn first_facts(&self) -> Option<Store> {
        let searches = self.squad.job != Job::Idle;
        searches.then(|| self.desk.planner().first_facts())
    }

    /// What of it is written, and of the search that began with those facts.
    pub(crate) fn saved<'a>(
        &'a self,
        first_facts: Option<&'a Store>,
    ) -> Result<SavedDirector<'a, D>, Wrong> {
        let director = self.content(|planner| match first_facts {
            Some(facts) => planner.search_content(SavedFacts::new(facts)),
            None => Ok(None),
        })?;
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
    fn spelled_task(&self) -> Spelled<D> {
        let mut row = crate::domain::Row::new();
        let code = D::task_to_row(self.squad.task, &mut row);
        Spelled::new(code, &row)
    }

    /// Returns the saved content without the task and the facts. `search` returns that of a paused search.
    fn content<F>(
        &self,
        search: impl FnOnce(&Planner<D>) -> Result<Option<SearchContent<Spelled<D>, F>>, Wrong>,
    ) -> Result<DirectorContent<Spelled<D>, F>, Wrong> {
        let (tables, squad, planner) = (D::tables(), &self.squad, self.desk.planner());
        must!(
            !squad.deciding && !planner.search.is_poisoned(),
            "an expression of the game has panicked in a search, which begins anew in the next tick; \
             help: call `tick` once more, and save then"
        );
        let executor = squad.executor.engine.content()?;
        let search = search(planner)?;
        Ok(DirectorContent {
            settings: squad.settings,
            #[cfg(feature = "answers")]
            keep_answers: squad.keep_answers as u64,
            #[cfg(not(feature = "answers"))]
            keep_answers: 0,
            executor,
            next_search: squad.next_search,
            held_up: squad.held_up,
            job: match squad.job {
                Job::Idle => JobContent::Idle,
                Job::Root => JobContent::Root,
                Job::Repair { plan, serial } => JobContent::Repair(plan, serial),
            },
            search,
            other: squad.other.parts(),
            answers: AnswersContent {
                last: AnswerContent::of(tables, squad.answers.last),
                repeated: squad.answers.repeated,
                count: squad.answers.count,
            },
            shunned: squad.executor.engine.shunned.plans.content(tables),
            stats: squad.stats.into(),
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
    /// Restores a director into a new one, which has a planner if the saved one was searching.
    pub(crate) fn read(self, director: Director<D>) -> Result<Director<D>, Wrong> {
        let (removes, adds) = (self.cancel_removes.rows, self.cancel_adds.rows);
        if !removes.is_empty() || !adds.is_empty() {
            let mut facts = self.facts.0.store().clone();
            let mut removes = removes.iter();
            let mut adds = adds.iter();
            must!(
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
    content: DirectorContent<Spelled<D>, LoadedFacts<D>>,
    facts: LoadedFacts<D>,
    mut director: Director<D>,
) -> Result<Director<D>, Wrong> {
    let tables = D::tables();
    // Before its plans: their timers follow from the settings.
    director.set_settings(content.settings);
    let squad = &mut director.squad;
    squad.executor.engine.restore(&content.executor)?;
    squad.state = facts.0;
    let now = squad.executor.engine.now();
    must!(
        content.next_search <= now + squad.interval(),
        "the next search is farther away than the interval"
    );
    squad.next_search = content.next_search;
    squad.held_up = content.held_up;
    squad.other = Other::from_parts(content.other);
    let counts = [
        content.answers.repeated,
        content.answers.count,
        content.search_steps.0,
        content.search_steps.1,
    ];
    must!(
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
    squad.stats = Stats::from(&content.stats);
    let (root, repairs) = content.search_steps;
    squad.search_steps = SearchSteps { root, repairs };
    #[cfg(feature = "answers")]
    director.set_keep_answers(crate::save::answers::kept(content.keep_answers));
    let job = match content.job {
        JobContent::Idle => Job::Idle,
        JobContent::Root => Job::Root,
        JobContent::Repair(plan, serial) => Job::Repair { plan, serial },
    };
    must!(
        (job == Job::Idle) == content.search.is_none(),
        "a search that nobody has asked for, or none where one is under way"
    );
    if let Some(search) = content.search {
        must_be_for(&director.squad, job, &search)?;
        if let Some(planner) = director.desk.planner_mut() {
            planner.read_search(search)?;
            planner.detect_loops(content.settings.detect_loops);
            must!(
                planner.search.is_under_way(),
                "a search is under way that is over"
            );
        }
    }
    director.squad.job = job;
    Ok(director)
}

/// Whether a search is for this.
fn must_be_for<D: Domain, F>(
    squad: &Squad<D>,
    job: Job,
    search: &SearchContent<Spelled<D>, F>,
) -> Result<(), Wrong> {
    let engine = &squad.executor.engine;
    let tasks = search.tasks.iter();
    let tasks = tasks.map(|task| (task.code(), task.words()));
    let is_for_it = match job {
        Job::Idle => true,
        Job::Root => {
            let mut row = crate::domain::Row::new();
            let code = D::task_to_row(squad.task, &mut row);
            !search.repairs && tasks.eq([(code, &row[..])])
        }
        Job::Repair { plan, serial } => match engine.plans.find(plan) {
            // It is given up in the next tick.
            None => true,
            Some(slot) if !engine.still_wants(slot, serial) => true,
            Some(slot) if engine.plans[slot].repair_at == Subtree::Whole => {
                !search.repairs && tasks.len() == 1
            }
            Some(slot) => {
                let wanted: Vec<(TaskCode, _)> = engine.repair_tasks(slot).collect();
                let wanted = wanted.iter().map(|(code, row)| (*code, &row[..]));
                search.repairs && tasks.eq(wanted)
            }
        },
    };
    must!(
        is_for_it,
        "the search that is under way is for something else"
    );
    Ok(())
}
