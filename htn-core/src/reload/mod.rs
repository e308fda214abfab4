//! Domains that are read from their source while a program runs.
//!
//! | file | contents |
//! |---|---|
//! | `registry` | the Rust expressions of the compiled domain, which a reloaded domain may use again |
//! | `planner` | planners that take a reloaded domain over |
//! | `takeover` | executors, directors and schedulers that take it over |
//! | `program` | the functions of a reloaded domain, which take the place of the emitted ones |
//!
//! `htn-lang` reads and checks the source, and interprets its conditions and operators. All else is the same: a machine
//! executes the ops of the tables it was created with, and [`Bound`](crate::host::Bound) finds the functions that belong to
//! these tables.

mod planner;
mod program;
mod registry;
mod takeover;

pub use program::{InterpretedFunctions, ReloadedDomain, ReloadedProgram};
pub(crate) use takeover::{PendingReload, abandon_outdated};

/// The traits that choose how the value of an expression becomes a word. Emitted code imports all of them at once.
pub mod conversions {
    pub use super::registry::{AsOpaque as _, AsTerm as _, AsTermReference as _};
}

pub use registry::{
    BranchOrigin, Call, CallValue, Expression, ExpressionResult, Fold, FoldFn, ItemsFn,
    OpaqueValue, Origins, Registry, TermWord, result_type,
};
