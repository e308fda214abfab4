//! A condition that does not hold.

use core::fmt;

use crate::model::plan::Binding;
use crate::tables::{Check, Tables};

/// The maximum number of values that are kept.
const MOST: usize = 4;

/// A condition that does not hold: the conjunct as it is written in the domain, and the values of its variables at that time.
/// Conjuncts that share an existential variable count as one. Prints as `` `quiet(who)` with who = Actor(3) ``.
///
/// ```
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain patrol;
///     agent u8;
///     predicate open(u8) [4];
///     operator enter(who: u8, door: u8) by who { if open(door); }
/// }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use patrol::{Executor, Fact, Planner, State, Task};
///
/// let (mut state, mut planner, mut executor) = (State::new(), Planner::new(), Executor::new());
/// state.insert(Fact::Open(7))?;
/// executor.submit(planner.find(&state, &(), Task::Enter { who: 1, door: 7 })?.unwrap(), 0)?;
/// state.remove(Fact::Open(7)); // the door falls shut
/// executor.tick(&mut state, &());
///
/// let unmet = executor.events().find_map(|event| match event {
///     Event::Failed { why: FailureCause::Condition(unmet), .. } => Some(unmet),
///     _ => None,
/// });
/// let unmet = unmet.unwrap();
/// assert_eq!(unmet.condition(), "open(door)");
/// assert_eq!(unmet.bindings().next().unwrap().to_string(), "door = 7");
/// assert_eq!(unmet.to_string(), "`open(door)` with door = 7");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct Unmet {
    tables: &'static Tables,
    check: &'static Check,
    words: [u64; MOST],
}

impl Unmet {
    pub(crate) fn new(tables: &'static Tables, check: &'static Check, frame: &[u64]) -> Unmet {
        let word = |place: usize| {
            let slot = check.vars.get(place)?.slot;
            frame.get(usize::from(slot.0)).copied()
        };
        Unmet {
            tables,
            check,
            words: core::array::from_fn(|place| word(place).unwrap_or(0)),
        }
    }

    /// Returns the condition as it is written in the domain. [`Unmet`] has an example.
    pub fn condition(&self) -> &'static str {
        self.check.text
    }

    /// Iterates over the first four bound variables of the condition, with their values, as in the example of [`Unmet`].
    pub fn bindings(&self) -> impl Iterator<Item = Binding> + use<> {
        let (types, words) = (self.tables.types, self.words);
        let vars = self.check.vars.iter().zip(words);
        vars.map(|(var, word)| Binding::new(var.name, word, &types[usize::from(var.ty.0)]))
    }
}

#[cfg(feature = "serde")]
mod saved {
    use super::{Check, MOST, Tables, Unmet};

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
}

#[cfg(feature = "serde")]
pub(crate) use saved::UnmetSnapshot;

impl PartialEq for Unmet {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.check, other.check) && self.words == other.words
    }
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.condition() {
            "" => f.write_str("a condition")?,
            written => write!(f, "`{written}`")?,
        }
        for (i, binding) in self.bindings().enumerate() {
            write!(f, "{} {binding}", if i == 0 { " with" } else { "," })?;
        }
        if self.check.vars.len() > MOST {
            f.write_str(", …")
        } else {
            Ok(())
        }
    }
}

impl fmt::Debug for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut unmet = f.debug_struct("Unmet");
        unmet.field("condition", &self.condition());
        for binding in self.bindings() {
            unmet.field(binding.name, &binding.value());
        }
        unmet.finish()
    }
}
