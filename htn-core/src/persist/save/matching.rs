//! The facts of another version of a domain, as far as they mean the same still.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, DeserializeSeed, EnumAccess, IgnoredAny, SeqAccess, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::difference::{Mismatch, Signature, difference};
use super::envelope;
use super::facts::{STATE, WordsSeed, are_values};
use super::header::Header;
use super::skipped::SkippedTask;
use super::tasks::{VERBS, task_of};
use super::terms::{LoadTerms, Looked, Lookup, values};
use crate::model::domain::TaskCode;
use crate::model::show::Counted;
use crate::store::state::State;
use crate::store::{Added, Full};
use crate::tables::{RelId, TaskId};

/// Facts of a save that [`State::load_matching`] has left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Their predicate, as in the domain that was saved.
    pub predicate: String,
    /// How many they are.
    pub facts: u32,
    /// Why.
    pub why: WhyLeftOut,
}

/// Why [`State::load_matching`] has left facts out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WhyLeftOut {
    /// There is no such predicate any more.
    Gone,
    /// It is another predicate now: what differs.
    Changed(String),
    /// It holds no more than this.
    Full {
        /// How many facts it can hold.
        capacity: usize,
    },
    /// Their words are no values of the columns' types: what was found.
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
            WhyLeftOut::Gone => f.write_str("there is no such predicate any more"),
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
    /// Loads what can be carried over from a save of another version of the domain: the facts of predicates that have the same
    /// name, the same types and the same key still. Tells which facts were left out, and why.
    ///
    /// Types are the same where they are called the same and, if they have `#[derive(Term)]`, are defined the same.
    ///
    /// # Errors
    ///
    /// What was given is no save of a state of a domain of this name.
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
        matching
            .facts(|number, row| facts.enter(number, row))
            .deserialize(from)?;
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
    pub fn new(saved: Header) -> Result<Self, Mismatch> {
        let now = Header::of::<D>();
        if saved.name != now.name {
            return Err(Mismatch::OtherDomain {
                saved: saved.name,
                now: now.name,
            });
        }
        let (here, tasks_here) = split(&now);
        let (predicates, tasks) = split(&saved);
        let predicates = predicates.iter().map(|was| MatchedPredicate {
            name: was.name.into(),
            arity: was.params.len(),
            now: counterpart(was, &here, &saved, &now).map(RelId),
        });
        let predicates: Vec<_> = predicates.collect();
        let tasks = tasks.iter().map(|was| MatchedTask {
            name: was.name.into(),
            params: was.params.len(),
            now: match counterpart(was, &tasks_here, &saved, &now) {
                // The tasks with signatures come first.
                Ok(number) => Ok(TaskId(number)),
                Err(WhyLeftOut::Changed(how)) => Err(how),
                Err(_) => Err(format!("{} `{}` is gone", was.kind, was.name)),
            },
        });
        let tasks: Vec<_> = tasks.collect();
        let names = predicates.iter().map(|predicate| predicate.name.clone());
        Ok(Matching {
            by_name: names.zip(0..).collect(),
            predicates,
            tasks,
            domain: PhantomData,
        })
    }

    /// Returns the name of a task of the save.
    pub fn task_name(&self, task: &SkippedTask) -> String {
        let number = match task {
            SkippedTask::Named(name) => return name.clone(),
            SkippedTask::Numbered(number) => *number as usize,
        };
        let verbs = ["add", "delete"].into_iter();
        let tasks = self.tasks.iter().map(|task| task.name.as_str());
        // They come after the tasks that the domain declares.
        let built_in = ["block_on", "global_block", "finish_action", "stop_action"];
        let mut names = verbs.chain(tasks).chain(built_in);
        names.nth(number).unwrap_or("an unknown task").into()
    }

    /// Reads a task. The value is its counterpart now, or the reason why it has no counterpart.
    pub fn task(&self) -> MatchedTaskSeed<'_, D> {
        MatchedTaskSeed(self)
    }

    /// Reads facts, and calls a function for each: with the number of its predicate in the save, and its words if the
    /// predicate is still the same.
    pub fn facts<F: FnMut(usize, Option<&[u64]>)>(&self, each: F) -> FactsReader<'_, D, F> {
        let matching = self;
        FactsReader { matching, each }
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

/// The signatures of predicates, and those of tasks.
fn split(header: &Header) -> (Vec<Signature<'_>>, Vec<Signature<'_>>) {
    let all = header.signatures.iter();
    let all = all.filter_map(|text| Signature::new(text));
    all.partition(Signature::is_predicate)
}

/// Returns the number that a predicate or task of a save has now.
fn counterpart(
    was: &Signature<'_>,
    here: &[Signature<'_>],
    saved: &Header,
    now: &Header,
) -> Result<u16, WhyLeftOut> {
    let mut same = (0..).zip(here);
    let Some((number, is)) = same.find(|(_, is)| is.name == was.name) else {
        return Err(WhyLeftOut::Gone);
    };
    if let Some(how) = difference(was, is) {
        return Err(WhyLeftOut::Changed(how));
    }
    let shape = |header: &Header, name: &str| {
        let ty = header.types.iter().find(|(ty, _)| ty == name);
        ty.map(|(_, shape)| *shape)
    };
    // The type of a parameter follows its name.
    let mut types = was.params.iter().map(|param| {
        if was.is_predicate() {
            param
        } else {
            param.split_once(": ").map_or(*param, |(_, ty)| ty)
        }
    });
    let changed = types.find(|ty| shape(saved, ty) != shape(now, ty));
    match changed {
        None => Ok(number),
        Some(ty) => Err(WhyLeftOut::Changed(format!(
            "the type `{ty}` is defined otherwise"
        ))),
    }
}

/// Reads facts; see [`Matching::facts`].
pub(crate) struct FactsReader<'a, D, F> {
    matching: &'a Matching<D>,
    each: F,
}

impl<'de, D: LoadTerms, F: FnMut(usize, Option<&[u64]>)> DeserializeSeed<'de>
    for FactsReader<'_, D, F>
{
    type Value = ();

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<(), De::Error> {
        let (named, facts) = (from.is_human_readable(), self);
        from.deserialize_seq(FactsVisitor { named, facts })
    }
}

struct FactsVisitor<F> {
    named: bool,
    facts: F,
}

impl<'de, D: LoadTerms, F: FnMut(usize, Option<&[u64]>)> Visitor<'de>
    for FactsVisitor<FactsReader<'_, D, F>>
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("facts")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut facts = self.facts;
        if self.named {
            while let Some(()) = list.next_element_seed(MatchedFact(&mut facts))? {}
        } else {
            while let Some(()) = list.next_element_seed(InWords(&mut facts))? {}
        }
        Ok(())
    }
}

/// A fact in the domain's spelling.
struct MatchedFact<'a, F>(&'a mut F);

impl<'de, D: LoadTerms, F: FnMut(usize, Option<&[u64]>)> DeserializeSeed<'de>
    for MatchedFact<'_, FactsReader<'_, D, F>>
{
    type Value = ();

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<(), De::Error> {
        from.deserialize_enum("Fact", &[], self)
    }
}

impl<'de, D: LoadTerms, F: FnMut(usize, Option<&[u64]>)> Visitor<'de>
    for MatchedFact<'_, FactsReader<'_, D, F>>
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a fact")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, fact: A) -> Result<(), A::Error> {
        let FactsReader { matching, each } = self.0;
        let (number, columns) = fact.variant_seed(Saved(&matching.by_name))?;
        let predicate = &matching.predicates[number];
        let Ok(rel) = predicate.now else {
            match predicate.arity {
                0 => columns.unit_variant()?,
                _ => _ = columns.newtype_variant::<IgnoredAny>()?,
            }
            each(number, None);
            return Ok(());
        };
        let relation = &D::tables().relations[usize::from(rel.0)];
        let row = values::<D, _>(columns, relation.name, relation.columns, false)?;
        each(number, Some(&row));
        Ok(())
    }
}

/// The name of a predicate of the save.
struct Saved<'a>(&'a BTreeMap<String, usize>);

impl Lookup for Saved<'_> {
    type Found = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a predicate that the save has a signature of")
    }

    fn by_name(&self, name: &str) -> Option<usize> {
        self.0.get(name).copied()
    }

    fn by_number(&self, number: usize) -> Option<usize> {
        (number < self.0.len()).then_some(number)
    }
}

impl<'de> DeserializeSeed<'de> for Saved<'_> {
    type Value = usize;

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<usize, De::Error> {
        from.deserialize_identifier(Looked(self))
    }
}

/// A predicate and its words.
struct InWords<'a, F>(&'a mut F);

impl<'de, D: LoadTerms, F: FnMut(usize, Option<&[u64]>)> DeserializeSeed<'de>
    for InWords<'_, FactsReader<'_, D, F>>
{
    type Value = ();

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<(), De::Error> {
        from.deserialize_tuple(2, self)
    }
}

impl<'de, D: LoadTerms, F: FnMut(usize, Option<&[u64]>)> Visitor<'de>
    for InWords<'_, FactsReader<'_, D, F>>
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number of a predicate, and its words")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<(), A::Error> {
        let number: Option<u16> = pair.next_element()?;
        let number = number.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        let number = usize::from(number);
        let FactsReader { matching, each } = self.0;
        let Some(predicate) = matching.predicates.get(number) else {
            let found = de::Unexpected::Unsigned(number as u64);
            return Err(de::Error::invalid_value(found, &"a predicate's number"));
        };
        let is_same = predicate.now.is_ok();
        let words = WordsSeed {
            arity: predicate.arity,
            each: |row: &[u64]| {
                each(number, is_same.then_some(row));
                Ok(())
            },
        };
        let done = pair.next_element_seed(words)?;
        done.ok_or_else(|| de::Error::invalid_length(1, &"a predicate's words"))
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
