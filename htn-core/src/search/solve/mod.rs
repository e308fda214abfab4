//! What the emitted conditions work with.
//!
//! Each condition of a domain is one function ([`Solver`](crate::search::host::Solver)). It looks for a solution over the slots
//! of a frame, and is called again for the next one. Nothing of it lives on the machine's stack in between: where it is,
//! and where its generators are, it keeps in slots. So it can stop after any row, and go on from there later.
//!
//! | file | what it has |
//! |---|---|
//! | `workspace` | what a function is given besides its slots and the facts: the budget, memory for rows |
//! | `collection` | rows that are collected before the first one comes out |
//! | `heap` | rows in the order of their sort keys |
//! | `stack` | the memory of collections |
//! | `axioms` | what a condition and an axiom that recurs hand to one another |

mod axioms;
mod collection;
mod heap;
mod stack;
mod workspace;

pub(crate) use axioms::Returned;
pub(crate) use collection::load_settled;
pub use workspace::{ItemSink, Workspace};

/// What a condition answers.
// Those that the search goes on with stand first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ConditionAnswer {
    /// It holds, and there may be another solution: call it again for that.
    Yes,
    /// It holds, and there is no other solution.
    Last,
    /// It does not hold, or no further time.
    No,
    /// The budget is used up: call it again to go on.
    Paused,
    /// There is no room for what it collects.
    Full,
    /// An axiom that recurs is to be solved first ([`Workspace::call`]).
    Call,
    /// The next solution of such an axiom is to be found first ([`Workspace::redo`]).
    Redo,
    /// An axiom takes the place of this one: its solutions are the answer ([`Workspace::replace`]).
    Replace,
}

impl ConditionAnswer {
    /// It holds, and whether there may be another solution.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn found(more: bool) -> ConditionAnswer {
        if more {
            ConditionAnswer::Yes
        } else {
            ConditionAnswer::Last
        }
    }

    /// The answer of a condition that resumes at a label if it is called again.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    #[must_use]
    pub fn at(self, slot: &mut u64, label: u64) -> ConditionAnswer {
        *slot = label;
        self
    }

    /// What comes after this is not for the search: a pause, axioms, or no room.
    pub(crate) const LAST_FOR_SEARCH: ConditionAnswer = ConditionAnswer::No;
}
