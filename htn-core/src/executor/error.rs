//! What an executor refuses.

use core::error::Error;
use core::fmt;

use crate::error::{LimitKind, NoMemory, PlannerFull};
use crate::event::{ActionId, PlanId};
use crate::show::Counted;

/// A plan does not fit into an executor. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExecutorFull {
    /// What is full.
    pub what: LimitKind,
    /// How much of it there is.
    pub capacity: usize,
    /// Whether the plan is too much together with the others, or by itself.
    pub all: bool,
}

impl fmt::Display for ExecutorFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, capacity) = (self.what, self.capacity);
        if what == LimitKind::Memory {
            return NoMemory(capacity).fmt(f);
        }
        let (one, more) = match what {
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
        let who = if self.all {
            "all plans together have"
        } else {
            "a plan has"
        };
        match what {
            LimitKind::Plans => write!(f, "the executor holds {held}, and can't take another"),
            _ => write!(f, "the plan does not fit: {who} at most {held} here"),
        }?;
        write!(f, "; help: raise `Limits::{what}`")
    }
}

impl Error for ExecutorFull {}

/// No plan fits at all.
impl From<PlannerFull> for ExecutorFull {
    fn from(PlannerFull { what, capacity }: PlannerFull) -> Self {
        ExecutorFull {
            what,
            capacity,
            all: true,
        }
    }
}

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
    Full(ExecutorFull),
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

impl From<ExecutorFull> for ReplaceError {
    fn from(full: ExecutorFull) -> Self {
        ReplaceError::Full(full)
    }
}
