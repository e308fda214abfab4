//! Tools beside the runtime of `squad-htn`: [`Beliefs`] about the facts of a state, the [`Schedule`] of a plan
//! with its [`Matrix`], the [`PlanDistance`] of two plans, and a [`Portfolio`] of plans that differ.
//!
//! Each tool uses only what `htn-core` offers to every crate. Games depend on `squad-htn`, which re-exports all of this.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![no_std]

extern crate alloc;

mod beliefs;
mod distance;
mod plan;
mod portfolio;
mod schedule;

pub use beliefs::{Beliefs, BeliefsFull, Claim, Heard, decay};
pub use distance::PlanDistance;
pub use plan::PlanTools;
pub use portfolio::{PlannerTools, Portfolio};
pub use schedule::{
    Matrix, MatrixCell, MatrixEntry, MatrixError, Schedule, ScheduleError, ScheduledStep,
};
