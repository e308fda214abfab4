//! What a search took.

use core::fmt;

use crate::model::limits::{LimitKind, Limits};
use crate::model::show::Counted;

/// What a search took, from its start up to now. The same for the same facts and task, however it was cut up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Stats {
    /// Steps of the search, which is what [`Budget::steps`](crate::Budget::steps) counts: rows that conditions look at,
    /// or put into order; statements and the ends of tasks; calls of axioms that recur; changes that are taken back.
    /// Tests inside a condition take none of their own.
    pub steps: u64,
    /// Solutions that conditions gave. Conditions that are one test alone are not counted.
    pub bindings: u64,
    /// How often it came back to a choice that it had left behind: to the next solution of a condition, to another
    /// alternative of a task, to another strand.
    pub backtracks: u64,
    /// The most tasks and axioms that were open at once.
    #[cfg_attr(
        feature = "serde",
        serde(deserialize_with = "crate::persist::save::limits::read_size")
    )]
    pub deepest: usize,
    /// High-water marks: the most of each limit that was in use. These limits would have done for this search.
    #[cfg_attr(feature = "serde", serde(with = "crate::persist::save::limits::used"))]
    pub used: Limits,
}

impl Default for Stats {
    fn default() -> Self {
        Stats {
            steps: 0,
            bindings: 0,
            backtracks: 0,
            deepest: 0,
            used: Limits::zero(),
        }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stats {
            steps,
            bindings,
            backtracks,
            deepest,
            used,
        } = self;
        write!(
            f,
            "{}, {}, {}, {deepest} deep; used:",
            Counted(*steps, "step", "steps"),
            Counted(*bindings, "binding", "bindings"),
            Counted(*backtracks, "backtrack", "backtracks"),
        )?;
        // Only executors have plans and events.
        let is_used = |kind: &&LimitKind| !matches!(kind, LimitKind::Plans | LimitKind::Events);
        let mut separator = " ";
        for kind in LimitKind::ALL.iter().filter(is_used) {
            write!(f, "{separator}{kind} {}", used.get(*kind))?;
            separator = ", ";
        }
        Ok(())
    }
}
