//! The serialized forms of identifiers and of conditions that do not hold.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ids::{ActionId, PlanId};
use super::unmet::{MOST, Unmet};
use crate::exec::{ActionSlot, PlanSlot};
use crate::tables::{Check, Tables};

macro_rules! id {
    ($id:ident, $slot:ident) => {
        /// The serial number and the slot.
        impl Serialize for $id {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                (self.number(), self.slot().index() as u32).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $id {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let (number, slot) = <(u64, u32)>::deserialize(deserializer)?;
                let id = $id::new(number, $slot::new(slot as usize));
                // Both fit if they come back.
                if (id.number(), id.slot().index()) == (number, slot as usize) {
                    Ok(id)
                } else {
                    Err(D::Error::custom("no id of a plan or an action"))
                }
            }
        }
    };
}

id!(PlanId, PlanSlot);
id!(ActionId, ActionSlot);

/// A condition of a save: its number among all conditions of the domain, and the values of its variables.
#[derive(Clone, Copy, serde::Serialize, serde::Deserialize)]
pub(crate) struct UnmetSnapshot {
    check: u32,
    pub words: [u64; MOST],
}

/// Iterates over all conditions that a step can wait for.
fn all_checks(tables: &'static Tables) -> impl Iterator<Item = Option<&'static Check>> {
    let operators = tables.operators.iter();
    let of_operators = operators.flat_map(|row| [row.holds.as_ref(), row.during.as_ref()]);
    tables.checks.iter().map(Some).chain(of_operators)
}

impl Unmet {
    /// Returns its snapshot; `None` if the condition is not one of the domain's.
    pub(crate) fn snapshot(&self) -> Option<UnmetSnapshot> {
        let is_it = |other: Option<&Check>| other.is_some_and(|o| core::ptr::eq(o, self.check));
        let check = all_checks(self.tables).position(is_it)? as u32;
        let words = self.words;
        Some(UnmetSnapshot { check, words })
    }
}

impl UnmetSnapshot {
    /// Returns its condition; `None` if there is no such condition.
    pub(crate) fn check(&self, tables: &'static Tables) -> Option<&'static Check> {
        all_checks(tables).nth(self.check as usize)?
    }

    /// Returns the condition with its values; `None` if there is no such condition.
    pub(crate) fn restore(self, tables: &'static Tables) -> Option<Unmet> {
        let (check, words) = (self.check(tables)?, self.words);
        Some(Unmet {
            tables,
            check,
            words,
        })
    }
}
