//! The error type of schedules.

use core::error::Error;
use core::fmt;

use htn_core::{AbandonReason, Domain, FailureCause, SubmitError, Waiting};

/// The reason why a plan has no schedule: the error of [`PlanTools::schedule`](crate::PlanTools::schedule).
#[derive(Debug)]
#[non_exhaustive]
pub enum ScheduleError<D: Domain> {
    /// The `duration` of a step is negative or NaN.
    Duration {
        /// The step's number.
        step: usize,
        /// The task of the step.
        task: D::Task,
        /// Its duration.
        duration: f32,
    },
    /// A step fails, though all actions before it succeed: the plan was made for other facts, or it stops an action of
    /// its own with `stop_action`.
    Fails {
        /// The step's number.
        step: usize,
        /// The task of the step.
        task: D::Task,
        /// The cause of the failure.
        why: FailureCause,
    },
    /// The plan would be abandoned.
    Abandoned(AbandonReason),
    /// A step waits for an event that never happens: an action that does not end by itself and that nothing in the plan
    /// ends.
    Waits(Waiting<D>),
    /// The step chosen to fail is not an action of the plan that ends by itself.
    NoEnd {
        /// The step's number.
        step: usize,
    },
    /// The plan does not fit the limits of an executor.
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
                "step {step} ({task}): `duration` is {duration}; help: it must be 0 or greater"
            ),
            ScheduleError::Fails { step, task, why } => {
                write!(f, "step {step} ({task}) fails: {why}")
            }
            ScheduleError::Abandoned(reason) => write!(f, "the plan would be abandoned: {reason}"),
            ScheduleError::Waits(waiting) => write!(
                f,
                "the plan never completes: {waiting}; help: end the action with `finish_action`"
            ),
            ScheduleError::NoEnd { step } => {
                write!(
                    f,
                    "step {step} is not an action that ends by itself, so it cannot be made to fail"
                )
            }
            ScheduleError::Full(full) => full.fmt(f),
        }
    }
}

impl<D: Domain> Error for ScheduleError<D> {}
