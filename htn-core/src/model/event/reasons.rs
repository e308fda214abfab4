//! How actions end, and why steps and plans are given up.

use core::fmt;

use super::{PlanId, Unmet};
use crate::exec::SubmitError;
use crate::model::error::SearchError;

/// How an action ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Outcome {
    /// Well.
    Success,
    /// Not well.
    Failure,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Success => "success",
            Outcome::Failure => "failure",
        })
    }
}

/// Why a director has taken no plan.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum NoPlanReason {
    /// The search found none.
    NotFound,
    /// This was full.
    Full(SearchError),
    /// The executor has no room for the plan that was found.
    DoesNotFit(SubmitError),
    /// The steps of the plan that was found are those of this one, which goes on. `duplicates(true)` allows it.
    Same(PlanId),
    /// With [`Policy::Replace`](crate::Policy::Replace) or [`Policy::Preempt`](crate::Policy::Preempt): the plan that was found
    /// is no better than this one, which goes on.
    NoBetter(PlanId),
    /// The plan that was found was abandoned for want of a repair, and is not taken again before this tick: `retry_after`.
    TooSoon {
        /// The first tick in which it may be taken again.
        until: u64,
    },
}

impl fmt::Display for NoPlanReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPlanReason::NotFound => f.write_str("there is no plan"),
            NoPlanReason::Full(full) => write!(f, "there is no plan: {full}"),
            NoPlanReason::DoesNotFit(error) => error.fmt(f),
            NoPlanReason::Same(plan) => {
                write!(f, "there is no other plan than plan {plan}, which goes on")
            }
            NoPlanReason::NoBetter(plan) => {
                write!(f, "there is no better plan than plan {plan}, which goes on")
            }
            NoPlanReason::TooSoon { until } => write!(
                f,
                "there is no plan but one that was abandoned, and is not taken again before tick {until}"
            ),
        }
    }
}

/// Why a plan was abandoned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum AbandonReason {
    /// The game said so.
    Cancelled,
    /// A step failed, and no repair was found or allowed.
    NoRepair,
    /// An agent left, and no repair without it was found or allowed.
    AgentLeft,
    /// What was found to repair it has the steps of this plan, which goes on. `duplicates(true)` allows it.
    Same(PlanId),
    /// It was in a ring of plans that wait for one another.
    Deadlock,
    /// It had not moved for `stall_timeout` ticks. The [`Event::Waits`](super::Event::Waits) before it says what it waited for.
    Stuck,
}

impl AbandonReason {
    /// Returns the text of the reason, which says how many repairs were allowed if they are used up: `used_up` is that field
    /// of [`Event::Abandoned`](super::Event::Abandoned).
    pub fn explain(self, used_up: Option<u32>) -> impl fmt::Display {
        ExplainedAbandonReason(self, used_up)
    }
}

struct ExplainedAbandonReason(AbandonReason, Option<u32>);

impl fmt::Display for ExplainedAbandonReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ExplainedAbandonReason(reason, used_up) = self;
        let Some(repairs) = used_up else {
            return reason.fmt(f);
        };
        if *reason == AbandonReason::AgentLeft {
            f.write_str("an agent left, and ")?;
        }
        match repairs {
            0 => f.write_str("no repair is allowed"),
            1 => f.write_str("it was repaired once, and no more is allowed"),
            _ => write!(f, "it was repaired {repairs} times, and no more is allowed"),
        }
    }
}

impl fmt::Display for AbandonReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            AbandonReason::Same(plan) => {
                return write!(
                    f,
                    "there is no other repair than what plan {plan} does, which goes on"
                );
            }
            AbandonReason::Cancelled => "it was cancelled",
            AbandonReason::NoRepair => "there is no repair",
            AbandonReason::AgentLeft => "an agent left, and there is no repair",
            AbandonReason::Deadlock => "it is in a ring of plans that wait for one another",
            AbandonReason::Stuck => "it has not moved for too long",
        })
    }
}

/// Why a step failed.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum FailureCause {
    /// The game reported it.
    Reported,
    /// The `while` condition of the action no longer held.
    While(Unmet),
    /// An agent that the action engaged left.
    AgentLeft,
    /// A `stop_action` of this plan ended it. If the action has `busy false`, its own plan continues without a repair.
    Interrupted {
        /// The plan; it may be its own.
        by: PlanId,
    },
    /// The executor stopped it, because its plan was abandoned or its part of the plan replaced.
    Stopped,
    /// This condition did not hold, and nothing was left to wait for.
    Condition(Unmet),
    /// This was full.
    Full(SearchError),
    /// It was to take a step back, and its precondition did not hold: nothing changed.
    CannotUndo,
    /// An expression of the game panicked.
    Panicked,
}

impl fmt::Display for FailureCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FailureCause::Reported => f.write_str("the game reported it"),
            FailureCause::While(unmet) => write!(f, "`while`: {unmet} no longer holds"),
            FailureCause::AgentLeft => f.write_str("an agent left"),
            FailureCause::Interrupted { by } => write!(f, "`stop_action` of plan {by} ended it"),
            FailureCause::Stopped => f.write_str("it was stopped"),
            FailureCause::Condition(unmet) => write!(f, "{unmet} does not hold"),
            FailureCause::Full(full) => full.fmt(f),
            FailureCause::CannotUndo => f.write_str("it was to take a step back, and can't start"),
            FailureCause::Panicked => f.write_str("an expression of the game panicked"),
        }
    }
}
