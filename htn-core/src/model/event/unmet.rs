//! A condition that does not hold.

use core::fmt;

use crate::model::plan::Binding;
use crate::tables::{Check, Tables};

/// The maximum number of values that are kept.
pub(super) const MAX_VALUES: usize = 4;

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
    pub(super) tables: &'static Tables,
    pub(super) check: &'static Check,
    pub(super) words: [u64; MAX_VALUES],
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

    /// Returns the condition as it is written in the domain; empty without the feature `texts`. [`Unmet`] has an example.
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

impl PartialEq for Unmet {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.check, other.check) && self.words == other.words
    }
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.condition() {
            "" => f.write_str("a condition (enable the feature `texts` to see it)")?,
            written => write!(f, "`{written}`")?,
        }
        for (i, binding) in self.bindings().enumerate() {
            write!(f, "{} {binding}", if i == 0 { " with" } else { "," })?;
        }
        if self.check.vars.len() > MAX_VALUES {
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
