//! Tasks of plans and searches in a save, and the error of a save that contradicts itself.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, DeserializeSeed};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::facts::are_values;
use super::terms::{LoadTerms, SaveTerms, TaskRef, TaskSeed};
use crate::model::domain::{MAX_COLUMNS, Row, TaskCode};
use crate::model::limits::LimitKind;
use crate::tables::{FactVerb, RelId, Tables, TaskId, TaskKind};

/// Converts a task with its arguments to and from the form that a snapshot holds.
pub(crate) trait TaskCodec: Sized {
    fn new(code: TaskCode, words: &[u64]) -> Self;
    fn code(&self) -> TaskCode;
    /// Returns its arguments. Each is a value of its parameter's type.
    fn words(&self) -> &[u64];
    fn words_mut(&mut self) -> &mut [u64];
}

/// A task of a snapshot. It is written and read in the spelling of its domain.
pub(crate) struct SavedTask<D> {
    code: TaskCode,
    row: Row,
    domain: PhantomData<fn() -> D>,
}

impl<D> TaskCodec for SavedTask<D> {
    fn new(code: TaskCode, words: &[u64]) -> Self {
        SavedTask {
            code,
            row: words.iter().copied().take(MAX_COLUMNS).collect(),
            domain: PhantomData,
        }
    }

    fn code(&self) -> TaskCode {
        self.code
    }

    fn words(&self) -> &[u64] {
        &self.row
    }

    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.row
    }
}

/// In the domain's spelling if the format is human-readable. Otherwise a number and words, which can be skipped if the domain no
/// longer has the task.
impl<D: SaveTerms> Serialize for SavedTask<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return TaskRef::<D>::new(self.code, &self.row).serialize(serializer);
        }
        let (number, rel) = match self.code {
            TaskCode::Fact(verb, rel) => (number_of_verb(D::tables(), verb), Some(rel)),
            TaskCode::Task(task) => (u32::from(task.0) + VERBS, None),
        };
        let rel = rel.map(|rel| u64::from(rel.0));
        let words: Vec<u64> = rel.into_iter().chain(self.row.iter().copied()).collect();
        (number, words).serialize(serializer)
    }
}

impl<'de, D: LoadTerms> Deserialize<'de> for SavedTask<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        if deserializer.is_human_readable() {
            let (code, row) = TaskSeed::<D>::new().deserialize(deserializer)?;
            return Ok(SavedTask::new(code, &row));
        }
        let (number, words) = <(u32, Vec<u64>)>::deserialize(deserializer)?;
        let tables = D::tables();
        let (code, words) = task_of(tables, number, &words).map_err(de::Error::custom)?;
        Ok(SavedTask::new(code, words))
    }
}

/// The numbers before those of tasks: 0 for `add`, 1 for `delete`. `protect` and `release` follow the tasks.
pub(in crate::persist::save) const VERBS: u32 = 2;

/// Returns the number of a statement about a fact, among those of tasks.
pub(in crate::persist::save) fn number_of_verb(tables: &Tables, verb: FactVerb) -> u32 {
    let number = verb as u32;
    if verb.changes_facts() {
        number
    } else {
        number + tables.tasks.len() as u32
    }
}

/// Returns the statement about a fact with this number, if the domain has it.
pub(in crate::persist::save) fn verb_of_number(tables: &Tables, number: usize) -> Option<FactVerb> {
    let tasks = tables.tasks.len();
    FactVerb::of_number(number)
        .filter(|verb| verb.changes_facts())
        .or_else(|| {
            let verb = FactVerb::of_number(number.checked_sub(tasks)?)?;
            (tables.protects() && !verb.changes_facts()).then_some(verb)
        })
}

/// Returns the task with this number, and its arguments.
pub(super) fn task_of<'a>(
    tables: &'static Tables,
    number: u32,
    words: &'a [u64],
) -> Result<(TaskCode, &'a [u64]), String> {
    let unknown = || format!("unknown task {number}");
    let (code, name, params, words) = match verb_of_number(tables, number as usize) {
        Some(verb) => {
            let (rel, words) = words.split_first().ok_or_else(unknown)?;
            let rel = RelId(u16::try_from(*rel).map_err(|_| unknown())?);
            let row = tables.relations.get(usize::from(rel.0));
            let row = row.ok_or_else(unknown)?;
            (TaskCode::Fact(verb, rel), row.name, row.columns, words)
        }
        None => {
            let task = TaskId(u16::try_from(number - VERBS).map_err(|_| unknown())?);
            let row = tables.tasks.get(usize::from(task.0));
            let row = row.filter(|row| row.kind != TaskKind::Block);
            let row = row.ok_or_else(unknown)?;
            (TaskCode::Task(task), row.name, row.params, words)
        }
    };
    if words.len() != params.len() {
        let (given, needed) = (words.len(), params.len());
        return Err(format!("`{name}` has {given} arguments, not {needed}"));
    }
    are_values(tables, name, params, words)?;
    Ok((code, words))
}

/// The reason why a save can't be loaded: a part of it is damaged or contradicts another part.
#[derive(Debug)]
pub(crate) struct InvalidSave(pub String);

impl InvalidSave {
    /// Creates the error of a save that needs more than the limits of the loading program allow.
    pub fn limit(kind: LimitKind, capacity: usize, needs: usize) -> InvalidSave {
        InvalidSave(format!(
            "the save needs {needs} `{kind}`, and the limit is {capacity}; help: load it with a higher `Limits::{kind}`"
        ))
    }
}

impl InvalidSave {
    /// Says where in the save the error is.
    pub fn within(self, kind: &str, id: impl fmt::Display) -> InvalidSave {
        InvalidSave(format!("{kind} {id}: {}", self.0))
    }
}

impl fmt::Display for InvalidSave {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns from the function with an [`InvalidSave`] with this message if the condition does not hold.
macro_rules! ensure {
    ($condition:expr, $($message:tt)*) => {
        if !$condition {
            return Err($crate::persist::save::tasks::invalid!($($message)*));
        }
    };
}

/// Creates an [`InvalidSave`] with this message.
macro_rules! invalid {
    ($($message:tt)*) => {
        $crate::persist::save::tasks::InvalidSave(alloc::format!($($message)*))
    };
}

pub(crate) use {ensure, invalid};
