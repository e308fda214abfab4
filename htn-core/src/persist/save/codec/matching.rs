//! Saves of another version of a domain: the parts that are still the same.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, DeserializeSeed, EnumAccess, IgnoredAny, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::envelope;
use super::facts::{FactsReader, STATE, are_values};
use super::skipped::SkippedTask;
use super::tasks::{VERBS, task_of};
use super::terms::{LoadTerms, values};
use crate::model::domain::TaskCode;
use crate::model::show::Counted;
use crate::persist::save::Header;
use crate::persist::save::Mismatch;
use crate::persist::schema::{
    Schema, SchemaDifference, SchemaError, SchemaItem, SchemaPart, Strictness,
};
use crate::store::state::State;
use crate::store::{Added, Full};
use crate::tables::{RelId, TaskId};

/// Facts of a save that [`State::load_matching`] has left out.
/// The [guide](https://docs.rs/squad-htn/latest/squad_htn/_guide/saving/) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Their predicate, as in the domain that was saved.
    pub predicate: String,
    /// Their number.
    pub facts: u32,
    /// The reason.
    pub why: WhyLeftOut,
}

/// The reason why [`State::load_matching`] left facts out.
/// The [guide](https://docs.rs/squad-htn/latest/squad_htn/_guide/saving/) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WhyLeftOut {
    /// The predicate no longer exists.
    Gone,
    /// The predicate has changed: the difference.
    Changed(String),
    /// The predicate is full.
    Full {
        /// The number of facts that it can hold.
        capacity: usize,
    },
    /// A word is not a valid value of the type of its column.
    NoValue(String),
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LeftOut {
            predicate,
            facts,
            why,
        } = self;
        let facts = Counted(*facts, "fact", "facts");
        write!(f, "{facts} of `{predicate}`: ")?;
        match why {
            WhyLeftOut::Gone => f.write_str("the predicate no longer exists"),
            WhyLeftOut::Changed(how) => f.write_str(how),
            WhyLeftOut::Full { capacity } => {
                let held = Counted(*capacity as u64, "fact", "facts");
                write!(f, "it holds {held}")
            }
            WhyLeftOut::NoValue(what) => f.write_str(what),
        }
    }
}

impl<D: LoadTerms> State<D> {
    /// Loads the facts of a save of another version of the domain whose predicates still have the same name, types and key.
    /// Returns the facts that were left out as well, with the reasons.
    ///
    /// Types are the same if they have the same name and, with `#[derive(Term)]`, the same definition.
    ///
    /// # Errors
    ///
    /// The data is not a save of a state of a domain with this name.
    pub fn load_matching<'de, De: Deserializer<'de>>(
        deserializer: De,
    ) -> Result<(State<D>, Vec<LeftOut>), De::Error> {
        let open = |header| Matching::<D>::new(header).map(StateSeed);
        envelope::open_with(STATE, open, deserializer)
    }
}

struct StateSeed<D>(Matching<D>);

impl<'de, D: LoadTerms> DeserializeSeed<'de> for StateSeed<D> {
    type Value = (State<D>, Vec<LeftOut>);

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<Self::Value, De::Error> {
        let StateSeed(matching) = self;
        let mut facts = MatchingFacts::new(&matching);
        matching.read_facts(from, |number, row| facts.enter(number, row))?;
        Ok(facts.end())
    }
}

/// The predicates and tasks of a save, and their counterparts now.
pub(crate) struct Matching<D> {
    predicates: Vec<MatchedPredicate>,
    /// Their numbers.
    by_name: BTreeMap<String, usize>,
    /// As [`SavedTask`](super::tasks::SavedTask) counts them, without `add` and `delete`.
    tasks: Vec<MatchedTask>,
    domain: PhantomData<fn() -> D>,
}

struct MatchedPredicate {
    name: String,
    arity: usize,
    now: Result<RelId, WhyLeftOut>,
}

/// A task of a save that the domain declares.
struct MatchedTask {
    name: String,
    params: usize,
    /// The task, or why it is not the same any more.
    now: Result<TaskId, String>,
}

impl<D: LoadTerms> Matching<D> {
    pub fn new(header: Header) -> Result<Self, Mismatch> {
        header.check_name::<D>()?;
        let (saved, now) = (&header.schema, Schema::without_branches::<D>());
        let counterpart = |item: &SchemaItem| {
            let found = saved.find(item, &now, Strictness::Signatures);
            found.map_err(|error| match error {
                SchemaError::Gone { .. } => WhyLeftOut::Gone,
                error => WhyLeftOut::Changed(SchemaDifference(&error).to_string()),
            })
        };
        let predicates = saved.predicates.iter().map(|item| MatchedPredicate {
            name: item.name.clone(),
            arity: item.columns.len(),
            now: counterpart(item).map(RelId),
        });
        let tasks = saved.tasks.iter().map(|item| MatchedTask {
            name: item.name.clone(),
            params: item.columns.len(),
            now: match counterpart(item) {
                _ if matches!(item.part, SchemaPart::BuiltIn | SchemaPart::Block) => {
                    Err(not_declared(&item.name))
                }
                Ok(number) => Ok(TaskId(number)),
                Err(WhyLeftOut::Changed(how)) => Err(how),
                Err(_) => Err(format!("{} `{}` is gone", item.part, item.name)),
            },
        });
        let names = saved.predicates.iter().map(|item| item.name.clone());
        Ok(Matching {
            by_name: names.zip(0..).collect(),
            predicates: predicates.collect(),
            tasks: tasks.collect(),
            domain: PhantomData,
        })
    }

    /// Returns the name of a task of the save.
    pub fn task_name(&self, task: &SkippedTask) -> String {
        let number = match task {
            SkippedTask::Named(name) => return name.clone(),
            SkippedTask::Numbered(number) => *number as usize,
        };
        let tasks = self.tasks.iter().map(|task| task.name.as_str());
        let mut names = ["add", "delete"].into_iter().chain(tasks);
        names.nth(number).unwrap_or("an unknown task").into()
    }

    /// Reads a task. The value is its counterpart now, or the reason why it has no counterpart.
    pub fn task(&self) -> MatchedTaskSeed<'_, D> {
        MatchedTaskSeed(self)
    }

    /// Reads facts, and calls a function for each, like [`FactsReader`].
    pub fn read_facts<'de, De: Deserializer<'de>>(
        &self,
        from: De,
        mut each: impl FnMut(usize, Option<&[u64]>),
    ) -> Result<(), De::Error> {
        let each = |number: usize, row: Option<&[u64]>| {
            each(number, row);
            Ok(())
        };
        FactsReader::new(Some(self), each).deserialize(from)
    }

    /// Returns the number of columns of a predicate of the save, and its counterpart now.
    pub fn predicate(&self, number: usize) -> Option<(usize, Option<RelId>)> {
        let predicate = self.predicates.get(number)?;
        Some((predicate.arity, predicate.now.as_ref().ok().copied()))
    }

    /// Returns the number of a predicate of the save.
    pub fn number_of(&self, predicate: &str) -> Option<usize> {
        self.by_name.get(predicate).copied()
    }
}

/// Facts that are carried over from a save, and those that are left out.
pub(crate) struct MatchingFacts<'a, D: LoadTerms> {
    matching: &'a Matching<D>,
    state: State<D>,
    /// By predicate of the save: one for each reason.
    left_out: Vec<Vec<LeftOut>>,
}

impl<'a, D: LoadTerms> MatchingFacts<'a, D> {
    pub fn new(matching: &'a Matching<D>) -> Self {
        let left_out = matching.predicates.iter().map(|_| Vec::new());
        MatchingFacts {
            matching,
            state: State::new(),
            left_out: left_out.collect(),
        }
    }

    /// Takes over a fact of the predicate with this number, if that is possible.
    pub fn enter(&mut self, number: usize, row: Option<&[u64]>) {
        let (rel, row) = match (&self.matching.predicates[number].now, row) {
            (Ok(rel), Some(row)) => (*rel, row),
            (Err(why), _) => return self.leave_out(number, why.clone()),
            (Ok(_), None) => return,
        };
        let tables = D::tables();
        let relation = &tables.relations[usize::from(rel.0)];
        if let Err(what) = are_values(tables, relation.name, relation.columns, row) {
            return self.leave_out(number, WhyLeftOut::NoValue(what));
        }
        let store = self.state.store_mut();
        match store.add(rel, row, None) {
            Ok(Added::New | Added::There | Added::Replaced) => {}
            Err(Full::Relation(_) | Full::Trail) => {
                let capacity = store.rel(rel).capacity();
                self.leave_out(number, WhyLeftOut::Full { capacity });
            }
        }
    }

    fn leave_out(&mut self, number: usize, why: WhyLeftOut) {
        let left_out = &mut self.left_out[number];
        let same = |out: &LeftOut| match (&out.why, &why) {
            (WhyLeftOut::NoValue(_), WhyLeftOut::NoValue(_)) => true,
            (one, other) => one == other,
        };
        match left_out.iter_mut().find(|out| same(out)) {
            Some(out) => out.facts = out.facts.saturating_add(1),
            None => left_out.push(LeftOut {
                predicate: self.matching.predicates[number].name.clone(),
                facts: 1,
                why,
            }),
        }
    }

    /// Returns the state, and the facts that were left out.
    pub fn end(self) -> (State<D>, Vec<LeftOut>) {
        let left_out = self.left_out.into_iter().flatten();
        (self.state, left_out.collect())
    }
}

/// Reads a task; see [`Matching::task`].
pub(crate) struct MatchedTaskSeed<'a, D>(&'a Matching<D>);

impl<'de, D: LoadTerms> DeserializeSeed<'de> for MatchedTaskSeed<'_, D> {
    type Value = Result<D::Task, String>;

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<Self::Value, De::Error> {
        if from.is_human_readable() {
            return from.deserialize_enum("MatchedTask", &[], self);
        }
        let (number, words) = <(u32, Vec<u64>)>::deserialize(from)?;
        let place = number.checked_sub(VERBS);
        let task = place.and_then(|place| self.0.tasks.get(place as usize));
        let Some(task) = task else {
            let name = self.0.task_name(&SkippedTask::Numbered(number));
            return Ok(Err(not_declared(&name)));
        };
        let TaskId(now) = match &task.now {
            Ok(now) => *now,
            Err(why) => return Ok(Err(why.clone())),
        };
        let found = task_of(D::tables(), u32::from(now) + VERBS, &words);
        let (code, words) = found.map_err(de::Error::custom)?;
        Ok(Ok(D::task_from_row(code, words)))
    }
}

impl<'de, D: LoadTerms> Visitor<'de> for MatchedTaskSeed<'_, D> {
    type Value = Result<D::Task, String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a task")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, task: A) -> Result<Self::Value, A::Error> {
        let (name, arguments) = task.variant::<String>()?;
        let mut tasks = self.0.tasks.iter();
        let Some(saved) = tasks.find(|task| task.name == name) else {
            arguments.newtype_variant::<IgnoredAny>()?;
            return Ok(Err(not_declared(&name)));
        };
        let task = match &saved.now {
            Ok(task) => *task,
            Err(why) => {
                match saved.params {
                    0 => arguments.unit_variant()?,
                    _ => _ = arguments.newtype_variant::<IgnoredAny>()?,
                }
                return Ok(Err(why.clone()));
            }
        };
        let row = &D::tables().tasks[usize::from(task.0)];
        let words = values::<D, _>(arguments, row.name, row.params, true)?;
        Ok(Ok(D::task_from_row(TaskCode::Task(task), &words)))
    }
}

/// Why a task is not kept that is `add`, `delete` or built in.
fn not_declared(name: &str) -> String {
    format!("the domain declares no task `{name}`")
}
