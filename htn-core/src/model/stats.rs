//! Statistics of a search.

use core::fmt;

use crate::model::limits::{LimitKind, Limits};
use crate::model::show::Counted;

/// Statistics of a search since its start. They depend on the facts and the task, not on how the search was paused.
///
/// ```
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain safe;
///     operator open(code: u32) {}
///     pub method guess() if let code: u32 in 0..1_000 && code == 600 { open(code); }
/// }
/// # fn main() -> Result<(), SearchError> {
/// use safe::{Planner, State, Task};
///
/// let mut planner = Planner::new();
/// planner.find(&State::new(), &(), Task::Guess)?;
/// let stats = planner.stats();
/// assert!(stats.steps > 600 && stats.bindings == 1);
/// assert_eq!(stats.used.steps, 1); // the plan has one step
/// println!("{stats}");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Stats {
    /// Search steps, as counted by [`Budget::steps`](crate::Budget::steps): rows that conditions visit or sort, statements and
    /// ends of tasks, calls of recursive axioms, and changes that are undone. Tests inside a condition are not counted
    /// separately.
    pub steps: u64,
    /// Solutions of conditions. Conditions that are a single test are not counted.
    pub bindings: u64,
    /// Returns to an earlier choice point: the next solution of a condition, another alternative of a task, another strand.
    pub backtracks: u64,
    /// Tasks that were refused because the memo of [`Planner::remember`](crate::Planner::remember) had seen them fail.
    #[cfg_attr(feature = "serde", serde(default))]
    pub remembered: u64,
    /// The maximum number of tasks and axioms that were open at once.
    #[cfg_attr(
        feature = "serde",
        serde(deserialize_with = "crate::persist::save::limits::read_size")
    )]
    pub deepest: usize,
    /// The high-water mark of each limit. These values suffice for this search.
    #[cfg_attr(feature = "serde", serde(with = "crate::persist::save::limits::used"))]
    pub used: Limits,
}

impl Default for Stats {
    fn default() -> Self {
        Stats {
            steps: 0,
            bindings: 0,
            backtracks: 0,
            remembered: 0,
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
            remembered,
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
        if *remembered > 0 {
            write!(f, " {remembered} refused by the memo;")?;
        }
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
