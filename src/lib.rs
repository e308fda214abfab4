#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![no_std]

pub use htn_core::{
    Best, Binding, Budget, Domain, Facts, Limits, Plan, Planner, PlannerFull, Progress, State, StateFull, Stats, Term,
    Tree, TreeNode, What,
};
pub use htn_macros::{Term, htn_domain};

/// What a program that plans needs at hand.
pub mod prelude {
    pub use crate::{
        Best, Budget, Domain, Limits, Plan, Planner, PlannerFull, Progress, State, StateFull, Stats, Term, htn_domain,
    };
}

/// What the macros expand to calls of. Not for others: it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use htn_core::Term;
    pub use htn_core::domain::{Domain, NoAgent, Row, TaskCode};
    pub use htn_core::host::Functions;
    pub use htn_core::key::{SortKey, fold_max, fold_min, fold_sum, is_count, key_words};
    pub use htn_core::rows;
    pub use htn_core::show::{Codec, codec, fill, show_fact, show_task};
    pub use htn_core::tables::{RelId, Tables, TaskId};
}
