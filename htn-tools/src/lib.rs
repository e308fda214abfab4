//! Tools beside the runtime of `squad-htn`: [`Beliefs`] about the facts of a state, and the [`Schedule`] of a
//! plan with its [`Matrix`].
//!
//! Each tool uses only what `htn-core` offers to every crate. Games depend on `squad-htn`, which re-exports all of this.
#![forbid(unsafe_code)]
#![no_std]

extern crate alloc;

mod beliefs;
mod plan;
mod schedule;

pub use beliefs::{Beliefs, BeliefsFull, Claim, Heard, decay};
pub use plan::PlanTools;
pub use schedule::{
    Matrix, MatrixCell, MatrixEntry, MatrixError, Schedule, ScheduleError, ScheduledStep,
};
