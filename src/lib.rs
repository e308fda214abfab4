#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![no_std]

#[cfg(feature = "plain")]
pub use htn_core::plain;
pub use htn_core::{
    AbandonReason, ActionId, Best, Binding, Budget, Command, Commands, Director, Domain, Event,
    Executor, ExecutorFull, Facts, FailureCause, FinishError, LimitKind, Limits, Outcome, Plan,
    PlanId, PlanStatus, Planner, PlannerFull, Policy, Progress, Repair, ReplaceError, State,
    StateFull, Stats, Term, Tree, TreeNode, WaitFor, Waiting,
};
pub use htn_macros::{Term, htn_domain};

/// What a program that plans needs at hand. The types that a domain's module has under the same names (`State`,
/// `Planner`, `Plan`, `Executor`, `Director`) are not here, so that `use my_domain::*` goes with it.
pub mod prelude {
    pub use crate::{
        AbandonReason, ActionId, Best, Budget, Command, Event, Limits, Outcome, PlanId,
        PlannerFull, Policy, Progress, Repair, StateFull, Stats, Term, htn_domain,
    };
}

/// What the macros expand to calls of. Not for others: it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use htn_core::Term;
    pub use htn_core::domain::{Domain, NoAgent, Row, TaskCode};
    pub use htn_core::host::{FactWriter, Functions, Layout, write};
    pub use htn_core::key::{SortKey, Span, fold_max, fold_min, fold_sum, is_count, key_words};
    pub use htn_core::packed::{must_fit, put, take};
    #[cfg(feature = "plain")]
    pub use htn_core::plain;
    pub use htn_core::show::{Codec, codec, fill, padded, show_fact, show_task};
    pub use htn_core::solve::{Answer, Query, Sink};
    pub use htn_core::tables::{RelId, Tables, TaskId};
    pub use htn_core::{rows, tables};
}
