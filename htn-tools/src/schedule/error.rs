//! Why there is no schedule.

use core::error::Error;
use core::fmt;

use htn_core::{AbandonReason, Domain, FailureCause, SubmitError, Waiting};

/// Why a plan has no schedule.
#[derive(Debug)]
#[non_exhaustive]
pub enum ScheduleError<D: Domain> {
    /// The `duration` of a step is negative or no number.
    Duration {
        /// The step's number.
        step: usize,
        /// What it is.
        task: D::Task,
        /// How long it is said to take.
        duration: f32,
    },
    /// A step fails, though all actions before it succeed: these are not the facts that the plan was made for, or it ends an
    /// action of its own with `stop_action`.
    Fails {
        /// The step's number.
        step: usize,
        /// What it is.
        task: D::Task,
        /// Why.
        why: FailureCause,
    },
    /// The plan was given up.
    Abandoned(AbandonReason),
    /// A step waits for what never comes: an action without an end that nothing in the plan ends.
    Waits(Waiting<D>),
    /// What is to fail is no action that ends by itself, or is none of the plan.
    NoEnd {
        /// The step's number.
        step: usize,
    },
    /// The plan does not fit.
    Full(SubmitError),
}

impl<D: Domain> fmt::Display for ScheduleError<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScheduleError::Duration {
                step,
                task,
                duration,
            } => write!(
                f,
                "step {step}, {task}, is said to take {duration}; help: a `duration` is 0 or more"
            ),
            ScheduleError::Fails { step, task, why } => {
                write!(f, "step {step}, {task}, fails: {why}")
            }
            ScheduleError::Abandoned(reason) => write!(f, "the plan is given up: {reason}"),
            ScheduleError::Waits(waiting) => write!(f, "the plan never ends: {waiting}"),
            ScheduleError::NoEnd { step } => {
                write!(f, "step {step} is no action that ends by itself")
            }
            ScheduleError::Full(full) => full.fmt(f),
        }
    }
}

impl<D: Domain> Error for ScheduleError<D> {}
