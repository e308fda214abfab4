//! Planners in a save: a search is what it began with, and how far it has come.

#[cfg(feature = "answers")]
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Error as _};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::history::{Behind, Turn};
use super::{Planner, Stage};
use crate::domain::{Domain, Row};
use crate::limits::Limits;
use crate::plan::PlanData;
use crate::plan::saved::PlanContent;
use crate::save::answers::AnswersContent;
use crate::save::envelope;
use crate::save::facts::{FactsSeed, SavedFacts};
use crate::save::limits::{SearchErrorContent, StatsContent};
use crate::save::tasks::{Spelled, Spelling, Wrong, must};
use crate::save::terms::{LoadTerms, SaveTerms};
use crate::state::State;
use crate::stats::Stats;
use crate::store::Store;

mod map;

const PLANNER: &str = "planner";

/// The maximum number of steps that a loaded search repeats. A longer search is saved as one that starts again.
const MAX_REPEATED_STEPS: u64 = 1 << 24;

/// A planner: `F` are the facts that its search began with.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlannerContent<T, F> {
    /// Whether it is told to look for loops.
    loops: bool,
    /// How many answers it keeps.
    keep_answers: u64,
    search: Option<SearchContent<T, F>>,
}

/// A search.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchContent<T, F> {
    facts: F,
    pub tasks: Vec<T>,
    /// Whether it looked for loops when it began.
    loops: bool,
    /// What it was told on its way, and after how many steps.
    turns: Vec<(u64, Turn)>,
    /// Plans that were found up to this step had to be cheaper than the ones before.
    bounded: u64,
    /// How many plans were found.
    plans: u64,
    /// Whether its plans are put together with what stays of another one.
    pub repairs: bool,
    stage: StageContent,
    stats: StatsContent,
    /// The plan that was found and can be looked at.
    plan: Option<PlanContent<T>>,
    /// What it was answered, where that was kept.
    answers: Option<AnswersContent>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StageContent {
    Paused,
    Found,
    NoPlan,
    Full(SearchErrorContent),
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
    /// The facts that its search began with.
    pub(crate) fn first_facts(&self) -> Store {
        let search = &self.search;
        let (_, done) = search
            .expectations
            .beginning(&search.machine, &self.plan.data);
        search.store.before(done)
    }
}

impl<D: Domain> Planner<D> {
    /// Its search, which began with these facts; `None` where there was none.
    pub(crate) fn search_content<F>(
        &self,
        facts: F,
    ) -> Result<Option<SearchContent<Spelled<D>, F>>, Wrong> {
        let search = &self.search;
        if !search.history.begun {
            return Ok(None);
        }
        let stats = self.stats();
        let stage = match search.stage {
            _ if search.is_poisoned() => StageContent::Full(SearchErrorContent::of(
                D::tables(),
                crate::error::SearchError::Panicked,
            )),
            Stage::NoPlan => StageContent::NoPlan,
            Stage::Full(full) => StageContent::Full(SearchErrorContent::of(D::tables(), full)),
            Stage::Found => StageContent::Found,
            _ => StageContent::Paused,
        };
        let (tasks, _) = search
            .expectations
            .beginning(&search.machine, &self.plan.data);
        let tasks = tasks.iter().map(|(code, row)| Spelled::new(*code, row));
        let plan = self.plan().map(|plan| plan.data.content());
        if search.is_under_way() && stats.steps > MAX_REPEATED_STEPS {
            return Ok(Some(SearchContent {
                facts,
                tasks: tasks.collect(),
                loops: search.looks_for_loops(),
                turns: Vec::new(),
                bounded: 0,
                plans: 0,
                repairs: search.expectations.grafts,
                stage,
                stats: Stats::default().into(),
                plan,
                answers: None,
            }));
        }
        Ok(Some(SearchContent {
            facts,
            tasks: tasks.collect(),
            loops: search.history.loops,
            turns: search.history.turns.clone(),
            bounded: search.history.bounded,
            plans: match &search.history.behind {
                Some(behind) => behind.plans,
                None => search.history.plans,
            },
            repairs: search.expectations.grafts,
            stage,
            stats: stats.into(),
            plan,
            #[cfg(feature = "answers")]
            answers: match search.is_under_way() {
                true => search.tape().map(AnswersContent::of),
                false => None,
            },
            #[cfg(not(feature = "answers"))]
            answers: None,
        }))
    }
}

impl<D: Domain> Planner<D> {
    /// Takes up a search that was saved. The planner is new.
    pub(crate) fn read_search<T: Spelling>(
        &mut self,
        content: SearchContent<T, LoadedFacts<D>>,
    ) -> Result<(), Wrong> {
        let tables = D::tables();
        let stats = Stats::from(&content.stats);
        let mut turns = content.turns.iter().map(|(steps, _)| *steps);
        must!(
            turns.clone().is_sorted() && turns.all(|steps| steps <= stats.steps),
            "what a search was told is in no order, or was not told yet"
        );
        self.search.look_for_loops(content.loops);
        let tasks = content.tasks.iter().map(|task| {
            let row: Row = task.words().iter().copied().collect();
            (task.code(), row)
        });
        self.search.start(content.facts.0.store(), tasks);
        if let Stage::Full(full) = self.search.stage {
            return Err(Wrong(full.to_string()));
        }
        if content.repairs {
            self.search.will_be_grafted();
        }
        self.search.stage = match &content.stage {
            StageContent::Paused => Stage::Restoring,
            StageContent::Found => Stage::Found,
            StageContent::NoPlan => Stage::NoPlan,
            StageContent::Full(full) => Stage::Full(full.read(tables)?),
        };
        let found = self.search.stage == Stage::Found;
        must!(
            found == content.plan.is_some(),
            "a search that has found a plan has that, and no other one has any"
        );
        if let Some(plan) = &content.plan {
            let limits = self.limits();
            self.plan.data = PlanData::read(tables, plan, Some(&limits))?;
        }
        must!(
            !self.search.is_under_way() || stats.steps <= MAX_REPEATED_STEPS,
            "a search of {} steps is not loaded, since they have to be gone over again; at most {MAX_REPEATED_STEPS} are",
            stats.steps
        );
        let history = &mut self.search.history;
        history.turns = content.turns;
        history.bounded = content.bounded;
        #[cfg(not(feature = "answers"))]
        must!(
            content.answers.is_none(),
            "it has answers of Rust expressions; help: load it with the feature `answers`"
        );
        history.behind = Some(Behind {
            stats,
            plans: content.plans,
            found,
            #[cfg(feature = "answers")]
            tape: content.answers.map(|answers| Box::new(answers.read())),
        });
        Ok(())
    }
}

/// A search that is under way is saved as what it began with and how far it has come, so it takes no more room than its facts. Who
/// loads it goes over its steps again with the first call that has a context, which no budget is charged for; then it goes on
/// where it was. That is exact where the context gives the same answers as it did, or where the answers were kept
/// (`keep_answers`, with the feature `answers`). Until then [`stats`](Planner::stats) and
/// [`plan`](Planner::plan) tell what they told when it was saved, and [`facts`](Planner::facts) are those that it began with.
///
/// A search of more than 2^24 steps starts again after loading, and its steps are charged to the budget. A plan that it has
/// found stays readable until then.
impl<D: SaveTerms> Serialize for Planner<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let facts = self.first_facts();
        let content = PlannerContent {
            loops: self.search.looks_for_loops(),
            #[cfg(feature = "answers")]
            keep_answers: self.search.answers.most as u64,
            #[cfg(not(feature = "answers"))]
            keep_answers: 0,
            search: self
                .search_content(SavedFacts::<D>::new(&facts))
                .map_err(S::Error::custom)?,
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
    /// A planner that was saved, with limits of its own. A search that does not fit them is an error that names the limit, as
    /// far as that is known before it has gone over its steps again: else it ends there, as any search does.
    ///
    /// # Errors
    ///
    /// It is no save of a planner of this domain, or does not fit.
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
        let content = PlannerContent::<Spelled<D>, LoadedFacts<D>>::deserialize(deserializer)?;
        let mut planner = Planner::with_limits(self.limits);
        planner.detect_loops(content.loops);
        #[cfg(feature = "answers")]
        planner.keep_answers(crate::save::answers::kept(content.keep_answers));
        if let Some(search) = content.search {
            if search.repairs {
                return Err(De::Error::custom(
                    "a search for a repair is of no use without the plan that is repaired",
                ));
            }
            planner.read_search(search).map_err(De::Error::custom)?;
            planner.detect_loops(content.loops);
        }
        Ok(planner)
    }
}
