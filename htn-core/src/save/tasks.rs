//! Tasks of plans and searches in a save, and what is said of numbers in it that can't be.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, DeserializeSeed};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::facts::are_values;
use super::terms::{LoadTerms, SaveTerms, SavedTask, TaskSeed};
use crate::domain::{MAX_COLUMNS, Row, TaskCode};
use crate::limits::LimitKind;
use crate::tables::{RelId, Tables, TaskId, TaskKind};

/// A task with its arguments, of whichever domain.
pub(crate) trait Spelling: Sized {
    fn new(code: TaskCode, words: &[u64]) -> Self;
    fn code(&self) -> TaskCode;
    /// Its arguments. Each is a value of its parameter's type.
    fn words(&self) -> &[u64];
}

/// A task that is written and read in the spelling of its domain.
pub(crate) struct Spelled<D> {
    code: TaskCode,
    row: Row,
    domain: PhantomData<fn() -> D>,
}

impl<D> Spelling for Spelled<D> {
    fn new(code: TaskCode, words: &[u64]) -> Self {
        Spelled {
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
}

/// For people in the domain's spelling, else a number and words: so whoever does not know the task any more can skip them.
impl<D: SaveTerms> Serialize for Spelled<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return SavedTask::<D>::new(self.code, &self.row).serialize(serializer);
        }
        let (number, rel) = match self.code {
            TaskCode::Add(rel) => (0, Some(rel)),
            TaskCode::Delete(rel) => (1, Some(rel)),
            TaskCode::Task(task) => (u32::from(task.0) + VERBS, None),
        };
        let rel = rel.map(|rel| u64::from(rel.0));
        let words: Vec<u64> = rel.into_iter().chain(self.row.iter().copied()).collect();
        (number, words).serialize(serializer)
    }
}

impl<'de, D: LoadTerms> Deserialize<'de> for Spelled<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        if deserializer.is_human_readable() {
            let (code, row) = TaskSeed::<D>::new().deserialize(deserializer)?;
            return Ok(Spelled::new(code, &row));
        }
        let (number, words) = <(u32, Vec<u64>)>::deserialize(deserializer)?;
        let tables = D::tables();
        let (code, words) = task_of(tables, number, &words).map_err(de::Error::custom)?;
        Ok(Spelled::new(code, words))
    }
}

/// The numbers before those of tasks: 0 for `add`, 1 for `delete`.
pub(super) const VERBS: u32 = 2;

/// Returns the task with this number, and its arguments.
pub(super) fn task_of<'a>(
    tables: &'static Tables,
    number: u32,
    words: &'a [u64],
) -> Result<(TaskCode, &'a [u64]), String> {
    let unknown = || format!("there is no task {number}");
    let (code, name, params, words) = match number {
        0 | 1 => {
            let (rel, words) = words.split_first().ok_or_else(unknown)?;
            let rel = RelId(u16::try_from(*rel).map_err(|_| unknown())?);
            let row = tables.relations.get(usize::from(rel.0));
            let row = row.ok_or_else(unknown)?;
            let code = match number {
                0 => TaskCode::Add(rel),
                _ => TaskCode::Delete(rel),
            };
            (code, row.name, row.columns, words)
        }
        _ => {
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

/// Why what was read can't be.
#[derive(Debug)]
pub(crate) struct Wrong(pub String);

impl Wrong {
    /// It takes more of something than the limits of the loading side have.
    pub fn limit(kind: LimitKind, capacity: usize, needs: usize) -> Wrong {
        Wrong(format!(
            "the save does not fit: it takes {needs} of `{kind}`, and {capacity} are allowed here; \
             help: load it with a greater `Limits::{kind}`"
        ))
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Refuses what was read where the condition does not hold.
macro_rules! must {
    ($condition:expr, $($message:tt)*) => {
        if !$condition {
            return Err($crate::save::tasks::Wrong(alloc::format!($($message)*)));
        }
    };
}

pub(crate) use must;
