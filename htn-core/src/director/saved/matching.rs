//! Directors of another version of a domain: their facts as they would be without plans.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{AnswerContent, AnswersContent, DIRECTOR, DirectorContent, read};
use crate::director::Director;
use crate::domain::Row;
use crate::event::PlanId;
use crate::executor::saved::{ExecutorContent, StateContent};
use crate::limits::Limits;
use crate::planner::saved::LoadedFacts;
use crate::save::LeftOut;
use crate::save::envelope::{self, fill};
use crate::save::matching::{Matching, MatchingFacts};
use crate::save::skipped::SkippedTask;
use crate::save::tasks::{InvalidSave, SavedTask};
use crate::save::terms::LoadTerms;
use crate::show::Counted;
use crate::state::State;
use crate::stats::Stats;

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
    /// cancelled, but sees the context. It was left out when the director was saved, so a reservation may remain.
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
                "\nnot undone: effects of `{name}`, which see the context"
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

    /// Like [`load_matching`](Director::load_matching), with limits of its own.
    ///
    /// # Errors
    ///
    /// As of `load_matching`.
    pub fn load_matching_with_limits<'de, De: Deserializer<'de>>(
        deserializer: De,
        task: Option<D::Task>,
        limits: Limits,
    ) -> Result<(Director<D>, LoadReport), De::Error> {
        let open = |header| {
            Ok(MatchingSeed::<D> {
                matching: Matching::new(header)?,
                task,
                limits,
            })
        };
        envelope::open_with(DIRECTOR, open, deserializer)
    }
}

struct MatchingSeed<D: LoadTerms> {
    matching: Matching<D>,
    task: Option<D::Task>,
    limits: Limits,
}

/// The fields of [`DirectorSave`](super::DirectorSave).
#[derive(Clone, Copy, Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Field {
    Task,
    Facts,
    CancelRemoves,
    CancelAdds,
    CancelSkips,
    Director,
}

const FIELDS: [&str; 6] = [
    "task",
    "facts",
    "cancel_removes",
    "cancel_adds",
    "cancel_skips",
    "director",
];

impl<'de, D: LoadTerms> DeserializeSeed<'de> for MatchingSeed<D> {
    type Value = (Director<D>, LoadReport);

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<Self::Value, De::Error> {
        let parts = PartsVisitor {
            matching: &self.matching,
        };
        let parts = from.deserialize_struct("DirectorSave", &FIELDS, parts)?;
        self.assemble(parts).map_err(De::Error::custom)
    }
}

/// Facts of a save, by the numbers of their predicates there. A fact of a predicate that has changed has no words.
type Rows = Vec<(usize, Option<Row>)>;

/// The parts of a save, as they were read.
struct SaveParts<D: LoadTerms> {
    /// The task, or why it is not kept.
    task: Result<D::Task, String>,
    facts: Rows,
    removes: Rows,
    adds: Rows,
    skips: Vec<String>,
    director: DirectorContent<SkippedTask>,
}

struct PartsVisitor<'a, D> {
    matching: &'a Matching<D>,
}

impl<'de, D: LoadTerms> Visitor<'de> for PartsVisitor<'_, D> {
    type Value = SaveParts<D>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a director")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<SaveParts<D>, A::Error> {
        let missing = |at| de::Error::invalid_length(at, &"a director of 6 parts");
        let task = parts.next_element_seed(self.matching.task())?;
        let facts = parts.next_element_seed(RowsSeed(self.matching))?;
        let removes = parts.next_element_seed(RowsSeed(self.matching))?;
        let adds = parts.next_element_seed(RowsSeed(self.matching))?;
        Ok(SaveParts {
            task: task.ok_or_else(|| missing(0))?,
            facts: facts.ok_or_else(|| missing(1))?,
            removes: removes.ok_or_else(|| missing(2))?,
            adds: adds.ok_or_else(|| missing(3))?,
            skips: parts.next_element()?.ok_or_else(|| missing(4))?,
            director: parts.next_element()?.ok_or_else(|| missing(5))?,
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut parts: A) -> Result<SaveParts<D>, A::Error> {
        let (mut task, mut facts, mut removes, mut adds) = (None, None, None, None);
        let (mut skips, mut director) = (None, None);
        while let Some(field) = parts.next_key::<Field>()? {
            let name = FIELDS[field as usize];
            let rows = RowsSeed(self.matching);
            match field {
                Field::Task => {
                    let seed = self.matching.task();
                    fill(&mut task, name, parts.next_value_seed(seed)?)?;
                }
                Field::Facts => fill(&mut facts, name, parts.next_value_seed(rows)?)?,
                Field::CancelRemoves => fill(&mut removes, name, parts.next_value_seed(rows)?)?,
                Field::CancelAdds => fill(&mut adds, name, parts.next_value_seed(rows)?)?,
                Field::CancelSkips => fill(&mut skips, name, parts.next_value()?)?,
                Field::Director => fill(&mut director, name, parts.next_value()?)?,
            }
        }
        let missing = |field: Field| de::Error::missing_field(FIELDS[field as usize]);
        Ok(SaveParts {
            task: task.ok_or_else(|| missing(Field::Task))?,
            facts: facts.ok_or_else(|| missing(Field::Facts))?,
            removes: removes.ok_or_else(|| missing(Field::CancelRemoves))?,
            adds: adds.ok_or_else(|| missing(Field::CancelAdds))?,
            skips: skips.ok_or_else(|| missing(Field::CancelSkips))?,
            director: director.ok_or_else(|| missing(Field::Director))?,
        })
    }
}

struct RowsSeed<'a, D>(&'a Matching<D>);

impl<'de, D: LoadTerms> DeserializeSeed<'de> for RowsSeed<'_, D> {
    type Value = Rows;

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<Rows, De::Error> {
        let mut rows = Vec::new();
        let each = |number, row: Option<&[u64]>| {
            let row = row.map(|row| row.iter().copied().collect());
            rows.push((number, row));
        };
        self.0.facts(each).deserialize(from)?;
        Ok(rows)
    }
}

impl<D: LoadTerms> MatchingSeed<D> {
    /// Makes a director of the parts that are kept.
    fn assemble(self, parts: SaveParts<D>) -> Result<(Director<D>, LoadReport), InvalidSave> {
        let (task, task_replaced) = match (parts.task, self.task) {
            (Ok(task), _) => (task, None),
            (Err(why), Some(task)) => (task, Some(why)),
            (Err(why), None) => {
                return Err(InvalidSave(format!(
                    "the task of the saved director can't be kept: {why}; \
                     help: give `load_matching` a task that the director plans for instead"
                )));
            }
        };
        let (state, left_out) = self.facts(parts.facts, &parts.removes, parts.adds);
        let (content, plans) = self.without_plans(parts.director);
        let report = LoadReport {
            facts: state.len(),
            left_out,
            plans,
            task_replaced,
            not_undone: parts.skips,
        };
        let director = Director::with_limits(task, self.limits);
        Ok((read(content, LoadedFacts(state), director)?, report))
    }

    /// Takes over all facts but those that are removed, and then those that are added.
    fn facts(&self, facts: Rows, removes: &Rows, adds: Rows) -> (State<D>, Vec<LeftOut>) {
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

    /// Returns the content of a director without plans, and the plans that were dropped.
    fn without_plans(
        &self,
        saved: DirectorContent<SkippedTask>,
    ) -> (DirectorContent<SavedTask<D>>, Vec<DroppedPlan>) {
        let executor = saved.executor;
        let plans = executor.plans.into_iter().map(|plan| {
            let steps = plan.steps.into_iter();
            let left = steps.filter(|step| {
                matches!(step.state, StateContent::Waiting(_) | StateContent::Running)
            });
            let names = left.map(|step| self.matching.task_name(step.step.task));
            DroppedPlan {
                id: plan.id,
                steps: names.collect(),
            }
        });
        let content = DirectorContent {
            settings: saved.settings,
            executor: ExecutorContent {
                tick: executor.tick,
                plans: Vec::new(),
                actions: Vec::new(),
                holds: Vec::new(),
                reports: Vec::new(),
                requests: Vec::new(),
                taken: Vec::new(),
                next_plan: executor.next_plan,
                next_action: executor.next_action,
                free_plans: Vec::new(),
                free_actions: Vec::new(),
            },
            next_search: 0,
            held_up: false,
            answers: AnswersContent {
                last: AnswerContent::News,
                repeated: 0,
                count: 0,
            },
            shunned: Vec::new(),
            stats: Stats::default(),
            search_steps: (0, 0),
        };
        (content, plans.collect())
    }
}
