//! Tasks of plans and searches in a save, and what is said of numbers in it that can't be.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use serde::de::DeserializeSeed;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::terms::{LoadTerms, SaveTerms, SavedTask, TaskSeed};
use crate::domain::{MAX_COLUMNS, Row, TaskCode};
use crate::error::LimitKind;

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

impl<D: SaveTerms> Serialize for Spelled<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SavedTask::<D>::new(self.code, &self.row).serialize(serializer)
    }
}

impl<'de, D: LoadTerms> Deserialize<'de> for Spelled<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        let (code, row) = TaskSeed::<D>::new().deserialize(deserializer)?;
        Ok(Spelled::new(code, &row))
    }
}

/// Why what was read can't be.
#[derive(Debug)]
pub(crate) struct Wrong(pub String);

impl Wrong {
    /// It takes more of something than the limits of the loading side have.
    pub fn limit(what: LimitKind, capacity: usize, needs: usize) -> Wrong {
        Wrong(format!(
            "the save does not fit: it takes {needs} of `{what}`, and {capacity} are allowed here; \
             help: load it with a greater `Limits::{what}`"
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
