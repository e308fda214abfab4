//! The runtime of emitted conditions.
//!
//! Each condition of a domain is one function ([`Solver`](crate::search::host::Solver)). It searches for a solution over the
//! slots of a frame, and each further call searches for the next one. It keeps its resume point and its generators in slots
//! and nothing on the stack, so it can pause after any row.
//!
//! | file | contents |
//! |---|---|
//! | `workspace` | the working memory of emitted functions: the budget, collected rows, the trail |
//! | `collection` | rows that are all collected before the first one is used |
//! | `heap` | rows in the order of their sort keys |
//! | `stack` | the memory of collections |
//! | `axioms` | calls of axioms that recur |

use crate::search::host::emitted_calls;

mod axioms;
mod collection;
mod heap;
mod stack;
mod workspace;

pub(crate) use axioms::Returned;
pub(crate) use collection::{load_settled, settled_rows};
pub use workspace::{ItemSink, Workspace};

/// The answer of a condition.
// The answers that the search uses itself are first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ConditionAnswer {
    /// The condition holds, and another call may find another solution.
    Yes,
    /// The condition holds, and there is no other solution.
    Last,
    /// There is no solution, or no further one.
    No,
    /// The budget is used up. Another call resumes.
    Paused,
    /// The answer of an expression is pending ([`Workspace::poll`]). Another call evaluates it again.
    Pending,
    /// A limit is reached.
    Full,
    /// An axiom that recurs must be solved first ([`Workspace::call`]).
    Call,
    /// The next solution of such an axiom must be found first ([`Workspace::redo`]).
    Redo,
    /// Another axiom replaces this one: its solutions are the answer ([`Workspace::replace`]).
    Replace,
}

impl ConditionAnswer {
    emitted_calls! {
        /// Returns `Yes` if there may be another solution, otherwise `Last`.
        pub fn found(more: bool) -> ConditionAnswer {
            if more {
                ConditionAnswer::Yes
            } else {
                ConditionAnswer::Last
            }
        }

        /// Writes the label to resume at to a slot, and returns the answer.
        #[must_use]
        pub fn at(self, slot: &mut u64, label: u64) -> ConditionAnswer {
            *slot = label;
            self
        }
    }

    /// The search does not use the answers after this one itself: pauses, calls of axioms, limits.
    pub(crate) const LAST_FOR_SEARCH: ConditionAnswer = ConditionAnswer::No;
}
