//! Tasks of a save that are read without knowing their domain.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A task of a save of which only the name is needed.
pub(crate) enum SkippedTask {
    Named(String),
    /// As [`SavedTask`](super::tasks::SavedTask) counts them.
    Numbered(u32),
}

impl<'de> Deserialize<'de> for SkippedTask {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_any(NameVisitor);
        }
        let (number, _) = <(u32, Vec<u64>)>::deserialize(deserializer)?;
        Ok(SkippedTask::Numbered(number))
    }
}

/// Reads the name of a task, which is alone or before its arguments.
struct NameVisitor;

impl<'de> Visitor<'de> for NameVisitor {
    type Value = SkippedTask;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a task")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<SkippedTask, E> {
        Ok(SkippedTask::Named(name.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut task: A) -> Result<SkippedTask, A::Error> {
        let name: Option<String> = task.next_key()?;
        let name = name.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        task.next_value::<IgnoredAny>()?;
        match task.next_key::<IgnoredAny>()? {
            None => Ok(SkippedTask::Named(name)),
            Some(_) => Err(de::Error::invalid_length(2, &self)),
        }
    }
}
