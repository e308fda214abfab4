//! Capacities and high-water marks in a save.

use alloc::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serializer};

use crate::model::limits::{LimitKind, Limits};

/// Reads a capacity or a number of bytes. A greater one than this machine can have becomes the greatest.
pub(crate) fn read_size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    u64::deserialize(deserializer).map(size)
}

/// High-water marks of limits in a save: those that are missing are 0.
pub(crate) mod used {
    use super::*;

    pub fn serialize<S: Serializer>(used: &Limits, serializer: S) -> Result<S::Ok, S::Error> {
        let all = LimitKind::ALL.iter();
        serializer.collect_map(all.map(|kind| (kind, used.get(*kind) as u64)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Limits, D::Error> {
        let mut used = Limits::zero();
        for (kind, value) in BTreeMap::<LimitKind, u64>::deserialize(deserializer)? {
            *used.get_mut(kind) = size(value);
        }
        Ok(used)
    }
}

/// A number that nothing but people look at.
fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
