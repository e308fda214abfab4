//! What an executor refuses.

use core::error::Error;
use core::fmt;

use crate::error::{LimitKind, NoMemory};
use crate::event::{ActionId, PlanId};
use crate::show::Counted;

/// A plan that an executor did not accept. Nothing was changed.
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
        /// How much all plans together may have.
        #[cfg_attr(
            feature = "serde",
            serde(deserialize_with = "crate::save::limits::read_size")
        )]
        capacity: usize,
    },
    /// The plan alone exceeds a limit.
    TooLarge {
        /// The limit.
        kind: LimitKind,
        /// How much one plan may have.
        #[cfg_attr(
            feature = "serde",
            serde(deserialize_with = "crate::save::limits::read_size")
        )]
        capacity: usize,
    },
    /// The memory for the [`Limits`](crate::Limits) of the executor can't be allocated.
    OutOfMemory {
        /// About the number of bytes that the limits need.
        #[cfg_attr(
            feature = "serde",
            serde(deserialize_with = "crate::save::limits::read_size")
        )]
        bytes: usize,
    },
}

impl fmt::Display for SubmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, capacity, who) = match *self {
            SubmitError::Full { kind, capacity } => (kind, capacity, "all plans together have"),
            SubmitError::TooLarge { kind, capacity } => (kind, capacity, "a plan has"),
            SubmitError::OutOfMemory { bytes } => return NoMemory(bytes).fmt(f),
        };
        let (one, more) = match kind {
            LimitKind::Plans => ("plan", "plans"),
            LimitKind::Steps => ("step", "steps"),
            LimitKind::Tasks => ("node of trees", "nodes of trees"),
            LimitKind::Checks => (
                "word of expected conditions",
                "words of expected conditions",
            ),
            _ => ("word of bindings", "words of bindings"),
        };
        let held = Counted(capacity, one, more);
        match kind {
            LimitKind::Plans => write!(f, "the executor holds {held}, and can't take another"),
            _ => write!(f, "the plan does not fit: {who} at most {held} here"),
        }?;
        write!(f, "; help: raise `Limits::{kind}`")
    }
}

impl Error for SubmitError {}

/// The end of an action was reported that does not run. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FinishError {
    /// No such action was ever started here.
    Unknown(ActionId),
    /// It has ended.
    Ended(ActionId),
    /// Its end was reported already, and is taken up at the next tick.
    Reported(ActionId),
}

impl fmt::Display for FinishError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FinishError::Unknown(id) => write!(
                f,
                "action `{id}` was never started here; help: take the `id` of `Command::Start`"
            ),
            FinishError::Ended(id) => write!(
                f,
                "action `{id}` has ended; help: forget an action at its `Command::Stop` or your own `finish`"
            ),
            FinishError::Reported(id) => write!(
                f,
                "the end of action `{id}` was reported already; help: call `finish` once for each action"
            ),
        }
    }
}

impl Error for FinishError {}

/// A plan was not replaced. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReplaceError {
    /// There is no such plan here, or not any more.
    Unknown(PlanId),
    /// It needs no repair.
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
                    "there is no plan `{id}` here, or not any more; help: `submit` a new one"
                )
            }
            ReplaceError::NotInRepair(id) => write!(
                f,
                "plan `{id}` needs no repair; help: wait for `Event::NeedsRepair`, or `cancel` it"
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
