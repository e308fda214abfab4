//! The errors of an executor.

use core::error::Error;
use core::fmt;

use crate::model::error::NoMemory;
use crate::model::event::{ActionId, PlanId};
use crate::model::limits::LimitKind;
use crate::model::show::Counted;

/// A plan that an executor did not accept. Nothing was changed.
///
/// ```
/// use squad_htn::prelude::*;
/// use squad_htn::{LimitKind, SubmitError};
///
/// htn_domain! {
///     domain watch;
///     operator patrol(lap: u8) {}
///     pub method guard() { patrol(1); patrol(2); patrol(3); }
/// }
/// # fn main() -> Result<(), SearchError> {
/// use watch::{Executor, Planner, State, Task};
///
/// let mut planner = Planner::new();
/// let plan = planner.find(&State::new(), &(), Task::Guard)?.unwrap();
/// let mut executor = Executor::with_limits(Limits::compact().steps(2).plans(1));
/// let error = executor.submit(plan, 0).unwrap_err();
/// assert_eq!(error, SubmitError::TooLarge { kind: LimitKind::Steps, capacity: 2 });
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
#[non_exhaustive]
pub enum SubmitError {
    /// The plan does not fit beside the plans that the executor has.
    Full {
        /// The limit.
        kind: LimitKind,
        /// The limit for all plans together.
        #[cfg_attr(
            feature = "serde",
            serde(deserialize_with = "crate::persist::save::limits::read_size")
        )]
        capacity: usize,
    },
    /// The plan alone exceeds a limit.
    TooLarge {
        /// The limit.
        kind: LimitKind,
        /// The limit for one plan.
        #[cfg_attr(
            feature = "serde",
            serde(deserialize_with = "crate::persist::save::limits::read_size")
        )]
        capacity: usize,
    },
    /// The memory for the [`Limits`](crate::Limits) of the executor can't be allocated.
    OutOfMemory {
        /// About the number of bytes that the limits need.
        #[cfg_attr(
            feature = "serde",
            serde(deserialize_with = "crate::persist::save::limits::read_size")
        )]
        bytes: usize,
    },
}

impl fmt::Display for SubmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, capacity, what) = match *self {
            SubmitError::Full { kind, capacity } if kind == LimitKind::Plans => {
                (kind, capacity, "the executor already holds")
            }
            SubmitError::Full { kind, capacity } => {
                (kind, capacity, "all plans together may have at most")
            }
            SubmitError::TooLarge { kind, capacity } => (kind, capacity, "a plan may have at most"),
            SubmitError::OutOfMemory { bytes } => return NoMemory(bytes).fmt(f),
        };
        let (one, many) = kind.unit();
        let capacity = Counted(capacity, one, many);
        write!(
            f,
            "plan not accepted: {what} {capacity}; help: raise `Limits::{kind}`"
        )
    }
}

impl Error for SubmitError {}

/// The reported end of an action that does not run. Nothing was changed.
///
/// ```
/// use squad_htn::FinishError;
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain watch;
///     operator salute() {}
///     pub method guard() { salute(); }
/// }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use watch::{Executor, Planner, State, Task};
///
/// let (mut state, mut planner, mut executor) = (State::new(), Planner::new(), Executor::new());
/// executor.submit(planner.find(&state, &(), Task::Guard)?.unwrap(), 0)?;
/// let Some(Command::Start { id, .. }) = executor.tick(&mut state, &()).next() else { unreachable!() };
/// executor.finish(id, Outcome::Success)?;
/// assert_eq!(executor.finish(id, Outcome::Success), Err(FinishError::Reported(id)));
/// executor.tick(&mut state, &());
/// assert_eq!(executor.finish(id, Outcome::Success), Err(FinishError::Ended(id)));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FinishError {
    /// The executor never started such an action.
    Unknown(ActionId),
    /// The action has ended.
    Ended(ActionId),
    /// Its end has been reported already. The next tick processes it.
    Reported(ActionId),
}

impl fmt::Display for FinishError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FinishError::Unknown(id) => write!(
                f,
                "unknown action {id}; help: use the `id` of a `Command::Start` from this executor"
            ),
            FinishError::Ended(id) => write!(
                f,
                "action {id} has already ended; help: drop its id after `finish` or `Command::Stop`"
            ),
            FinishError::Reported(id) => write!(
                f,
                "the end of action {id} has already been reported; help: call `finish` once per action"
            ),
        }
    }
}

impl Error for FinishError {}

/// A plan was not replaced. Nothing was changed. [`Executor::replace`](crate::Executor::replace) returns it, and has an
/// example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReplaceError {
    /// The executor does not hold such a plan.
    Unknown(PlanId),
    /// The plan needs no repair.
    NotInRepair(PlanId),
    /// The new plan does not fit.
    Full(SubmitError),
}

impl fmt::Display for ReplaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplaceError::Unknown(id) => {
                write!(
                    f,
                    "plan {id} does not exist or has ended; help: `submit` a new plan"
                )
            }
            ReplaceError::NotInRepair(id) => write!(
                f,
                "plan {id} is not waiting for a repair; help: call `replace` after `Event::NeedsRepair`, or `cancel` the plan"
            ),
            ReplaceError::Full(full) => full.fmt(f),
        }
    }
}

impl Error for ReplaceError {}

impl From<SubmitError> for ReplaceError {
    fn from(full: SubmitError) -> Self {
        ReplaceError::Full(full)
    }
}
