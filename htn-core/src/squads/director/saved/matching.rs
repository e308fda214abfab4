//! Directors of another version of a domain: their facts as they would be without plans.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error as _};

use super::{DIRECTOR, DirectorSnapshot, RestoreDirector};
use crate::exec::StepState;
use crate::exec::saved::LivePlanSnapshot;
use crate::model::domain::Row;
use crate::model::event::PlanId;
use crate::model::limits::Limits;
use crate::model::settings::DirectorSettings;
use crate::model::show::Counted;
use crate::persist::save::envelope;
use crate::persist::save::matching::{Matching, MatchingFacts};
use crate::persist::save::seeds::read_struct;
use crate::persist::save::skipped::SkippedTask;
use crate::persist::save::tasks::InvalidSave;
use crate::persist::save::terms::LoadTerms;
use crate::persist::save::{Header, LeftOut, Mismatch};
use crate::squads::director::Director;
use crate::store::state::State;

/// A report of [`Director::load_matching`]: the parts of a save that were kept, those that were left out, and why.
///
/// Settings are always kept. It prints as one line for each thing that is not as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LoadReport {
    /// The number of facts that were kept.
    pub facts: usize,
    /// The facts that were left out, by predicate.
    pub left_out: Vec<LeftOut>,
    /// The plans, which are always left out.
    pub plans: Vec<DroppedPlan>,
    /// Why the saved task was replaced by the one that was given. `None` if it was kept.
    pub task_replaced: Option<String>,
    /// Operators of the saved domain with an effect or `undo` that would have been carried out if every plan had been
    /// cancelled, but sees the context or panicked. It was left out when the director was saved, so a reservation may remain.
    pub not_undone: Vec<String>,
}

/// A plan that [`Director::load_matching`] has left out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DroppedPlan {
    /// The plan.
    pub id: PlanId,
    /// The operators of its steps that had not ended, in order.
    pub steps: Vec<String>,
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facts = Counted(self.facts as u64, "fact", "facts");
        write!(f, "{facts} kept")?;
        for out in &self.left_out {
            write!(f, "\nleft out: {out}")?;
        }
        for plan in &self.plans {
            write!(f, "\ndropped: {plan}")?;
        }
        if let Some(why) = &self.task_replaced {
            write!(f, "\nthe task was replaced: {why}")?;
        }
        for name in &self.not_undone {
            write!(
                f,
                "\nnot undone: effects of `{name}`, which see the context or panicked"
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for DroppedPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "plan {}: {}", self.id, self.steps.join(", "))
    }
}

impl<D: LoadTerms> Director<D> {
    /// Loads a director from a save of another version of the domain, without its plans. Its facts are those that it would
    /// have if every plan had been cancelled when it was saved: actions have ended as failures, and reservations are undone.
    ///
    /// Of these, the facts of predicates that have the same name, the same types and the same key still are kept, as by
    /// [`State::load_matching`](crate::State::load_matching). Settings are kept; the number of the last tick and the numbers of
    /// plans and actions continue, so that an id from before the save never means something else. The root task is searched in
    /// the next tick.
    ///
    /// The root task is kept if a task with the same name and parameters exists. Otherwise the director plans for `task`.
    ///
    /// ```ignore
    /// let mut save = serde_json::Deserializer::from_str(&text);
    /// let (director, report) = Director::load_matching(&mut save, None)?;
    /// println!("{report}");
    /// ```
    ///
    /// The chapter on saves in the guide of `squad-htn` has the whole program.
    ///
    /// # Errors
    ///
    /// The data is not a save of a director of a domain of this name, or its task does not exist any more and `task` is `None`.
    pub fn load_matching<'de, De: Deserializer<'de>>(
        deserializer: De,
        task: Option<D::Task>,
    ) -> Result<(Director<D>, LoadReport), De::Error> {
        Self::load_matching_with_limits(deserializer, task, Limits::default())
    }

    /// Loads a director like [`load_matching`](Director::load_matching), which has an example, but with these limits.
    ///
    /// # Errors
    ///
    /// The errors of `load_matching`.
    pub fn load_matching_with_limits<'de, De: Deserializer<'de>>(
        deserializer: De,
        task: Option<D::Task>,
        limits: Limits,
    ) -> Result<(Director<D>, LoadReport), De::Error> {
        let open = |header| MatchingSeed::<D>::new(header, task);
        let saved = envelope::open_with(DIRECTOR, open, deserializer)?;
        let blank = Director::with_limits(saved.task, limits);
        saved.restore(blank).map_err(De::Error::custom)
    }
}

/// Reads the save of a director of another version of the domain.
pub(crate) struct MatchingSeed<D: LoadTerms> {
    matching: Matching<D>,
    /// The task of a director whose own does not exist any more.
    task: Option<D::Task>,
}

impl<D: LoadTerms> MatchingSeed<D> {
    pub fn new(header: Header, task: Option<D::Task>) -> Result<Self, Mismatch> {
        let matching = Matching::new(header)?;
        Ok(MatchingSeed { matching, task })
    }
}

/// The parts of a director that are kept.
pub(crate) struct MatchedDirector<D: LoadTerms> {
    task: D::Task,
    facts: State<D>,
    settings: DirectorSettings,
    /// The numbers of the last tick, the next plan and the next action.
    counters: [u64; 3],
    report: LoadReport,
}

impl<D: LoadTerms> RestoreDirector<D> for MatchedDirector<D> {
    type Report = LoadReport;

    fn task(&self) -> D::Task {
        self.task
    }

    fn restore(self, mut blank: Director<D>) -> Result<(Director<D>, LoadReport), InvalidSave> {
        blank.set_settings(self.settings);
        let squad = &mut blank.squad;
        let [tick, next_plan, next_action] = self.counters;
        let engine = &mut squad.executor.engine;
        engine.restore_counters(tick, next_plan, next_action)?;
        squad.state = self.facts;
        squad.next_search = 0;
        Ok((blank, self.report))
    }
}

impl<'de, D: LoadTerms> DeserializeSeed<'de> for MatchingSeed<D> {
    type Value = MatchedDirector<D>;

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<Self::Value, De::Error> {
        (&self).deserialize(from)
    }
}

impl<'de, D: LoadTerms> DeserializeSeed<'de> for &MatchingSeed<D> {
    type Value = MatchedDirector<D>;

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<Self::Value, De::Error> {
        let matching = &self.matching;
        // The fields of `DirectorSave`.
        let (task, facts, removes, adds, skips, director) = read_struct!(from, "DirectorSave" {
            task: matching.task(),
            facts: RowsSeed(matching),
            cancel_removes: RowsSeed(matching),
            cancel_adds: RowsSeed(matching),
            cancel_skips: PhantomData::<Vec<String>>,
            director: PhantomData::<DirectorSnapshot<SkippedTask>>,
        })?;
        let (task, task_replaced) = self.known_task(task).map_err(De::Error::custom)?;
        let (facts, left_out) = self.facts(facts, &removes, adds);
        let report = LoadReport {
            facts: facts.len(),
            left_out,
            plans: director
                .executor
                .plans
                .iter()
                .map(|plan| self.dropped(plan))
                .collect(),
            task_replaced,
            not_undone: skips,
        };
        Ok(MatchedDirector {
            task,
            facts,
            settings: director.settings,
            counters: [
                director.executor.tick,
                director.executor.plan_slots.next,
                director.executor.action_slots.next,
            ],
            report,
        })
    }
}

/// Facts of a save, by the numbers of their predicates there. A fact of a predicate that has changed has no words.
type MatchedRows = Vec<(usize, Option<Row>)>;

struct RowsSeed<'a, D>(&'a Matching<D>);

impl<'de, D: LoadTerms> DeserializeSeed<'de> for RowsSeed<'_, D> {
    type Value = MatchedRows;

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<MatchedRows, De::Error> {
        let mut rows = Vec::new();
        let each = |number, row: Option<&[u64]>| {
            let row = row.map(|row| row.iter().copied().collect());
            rows.push((number, row));
        };
        self.0.read_facts(from, each)?;
        Ok(rows)
    }
}

impl<D: LoadTerms> MatchingSeed<D> {
    /// Returns the saved task or, with the reason, the one that replaces it.
    fn known_task(
        &self,
        saved: Result<D::Task, String>,
    ) -> Result<(D::Task, Option<String>), InvalidSave> {
        match (saved, self.task) {
            (Ok(task), _) => Ok((task, None)),
            (Err(why), Some(task)) => Ok((task, Some(why))),
            (Err(why), None) => Err(InvalidSave(format!(
                "the task of the saved director can't be kept: {why}; \
                 help: give `load_matching` a task that the director plans for instead"
            ))),
        }
    }

    /// Enters all facts but those that are removed, and then those that are added.
    fn facts(
        &self,
        facts: MatchedRows,
        removes: &MatchedRows,
        adds: MatchedRows,
    ) -> (State<D>, Vec<LeftOut>) {
        let mut entered = MatchingFacts::new(&self.matching);
        let mut removed: BTreeMap<&(usize, Option<Row>), u32> = BTreeMap::new();
        for fact in removes {
            *removed.entry(fact).or_default() += 1;
        }
        for fact in facts {
            match removed.get_mut(&fact) {
                Some(count) if *count > 0 => *count -= 1,
                _ => entered.enter(fact.0, fact.1.as_deref()),
            }
        }
        for (number, row) in adds {
            entered.enter(number, row.as_deref());
        }
        entered.end()
    }

    fn dropped(&self, plan: &LivePlanSnapshot<SkippedTask>) -> DroppedPlan {
        let steps = plan.plan.steps.iter().zip(&plan.progress);
        let left = steps.filter(|(_, progress)| {
            matches!(progress.status, StepState::Waiting | StepState::Running)
        });
        let names = left.map(|(step, _)| self.matching.task_name(&step.task));
        DroppedPlan {
            id: plan.record.id,
            steps: names.collect(),
        }
    }
}
