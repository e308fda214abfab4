//! The outcomes of actions, and the reasons why steps fail and plans are abandoned.

use core::fmt;

use super::{PlanId, Unmet};
use crate::exec::SubmitError;
use crate::model::error::SearchError;

/// The way an action ended. The game passes it to `finish`; [`Executor`](crate::Executor) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Outcome {
    /// The action succeeded.
    Success,
    /// The action failed.
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

/// The reason why a director has adopted no plan.
///
/// ```
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain watch;
///     predicate guard(u8) [8];
///     operator patrol(who: u8) {}
///     pub method watch() if guard(who) { patrol(who); }
/// }
/// # fn main() {
/// use watch::{Director, Task};
///
/// let mut director = Director::new(Task::Watch);
/// director.tick(&(), Budget::steps(100)); // there is no guard
/// let event = director.events().next();
/// assert!(matches!(event, Some(Event::NoPlan { reason: NoPlanReason::NotFound, .. })));
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum NoPlanReason {
    /// The search found no plan.
    NotFound,
    /// A predicate or limit was full.
    Full(SearchError),
    /// Not yet: the search waits for the answer of an expression after `poll`. The next tick continues it.
    Pending {
        /// The expression, as written in the domain; empty without the feature `texts`, and in a save.
        #[cfg_attr(feature = "serde", serde(skip))]
        expression: &'static str,
    },
    /// The search was given up, because the answer that it waited for was pending for `poll_timeout` ticks. The event
    /// before has the expression.
    Unanswered,
    /// The executor has no capacity for the plan.
    DoesNotFit(SubmitError),
    /// The new plan has the same steps as this running plan. `duplicates(true)` allows that.
    Same(PlanId),
    /// With [`Policy::Replace`](crate::Policy::Replace) or [`Policy::Preempt`](crate::Policy::Preempt): the new plan is not
    /// better than this running plan.
    NoBetter(PlanId),
    /// The new plan was abandoned because no repair was found, and is not accepted before this tick: `retry_after`.
    TooSoon {
        /// The first tick in which it may be accepted again.
        until: u64,
    },
}

impl fmt::Display for NoPlanReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPlanReason::NotFound => f.write_str("no plan found"),
            NoPlanReason::Full(full) => write!(f, "no plan found: {full}"),
            NoPlanReason::Pending { expression: "" } => {
                f.write_str("no plan yet: an answer of the game is pending")
            }
            NoPlanReason::Pending { expression } => {
                write!(f, "no plan yet: the answer of `{expression}` is pending")
            }
            NoPlanReason::Unanswered => {
                f.write_str("search given up: the answer was pending for too long (`poll_timeout`)")
            }
            NoPlanReason::DoesNotFit(error) => error.fmt(f),
            NoPlanReason::Same(plan) => {
                write!(
                    f,
                    "plan rejected: same steps as plan {plan}, which has not ended"
                )
            }
            NoPlanReason::NoBetter(plan) => {
                write!(
                    f,
                    "plan rejected: not better than plan {plan}, which keeps running"
                )
            }
            NoPlanReason::TooSoon { until } => write!(
                f,
                "plan rejected: it was abandoned recently and is not accepted before tick {until} (`retry_after`)"
            ),
        }
    }
}

/// The reason why a plan was abandoned.
///
/// ```
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain watch;
///     agent u8;
///     predicate guard(u8) [8];
///     operator patrol(who: u8) by who {}
///     pub method watch() if guard(who) { patrol(who); }
/// }
/// # fn main() -> Result<(), CapacityError> {
/// use watch::{Director, Fact, Task};
///
/// let mut director = Director::new(Task::Watch);
/// director.state_mut().insert(Fact::Guard(1))?;
/// director.tick(&(), Budget::steps(100));
/// director.tick(&(), Budget::steps(100));
/// assert!(director.is_busy(1));
///
/// // The only guard dies. No other one can do it.
/// director.state_mut().remove_agent(1);
/// director.agent_left(1);
/// let mut reasons = Vec::new();
/// for _tick in 0..3 {
///     director.tick(&(), Budget::steps(100));
///     reasons.extend(director.events().filter_map(|event| match event {
///         Event::Abandoned { reason, used_up, .. } => Some((reason, reason.explain(used_up).to_string())),
///         _ => None,
///     }));
/// }
/// let [(AbandonReason::AgentLeft, text)] = &reasons[..] else { unreachable!("{reasons:?}") };
/// println!("the plan was abandoned: {text}");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum AbandonReason {
    /// The game cancelled it.
    Cancelled,
    /// A step failed, and no repair was found or allowed.
    NoRepair,
    /// An agent left, and no repair without it was found or allowed.
    AgentLeft,
    /// The repair has the same steps as this running plan. `duplicates(true)` allows that.
    Same(PlanId),
    /// The plan was part of a deadlock: a cycle of plans that wait for each other.
    Deadlock,
    /// The plan made no progress for `stall_timeout` ticks. The [`Event::Waits`](super::Event::Waits) before says why it waited.
    Stuck,
    /// The domain was reloaded, and an operator or a condition that the plan still relied on has changed.
    DomainChanged,
}

impl AbandonReason {
    /// Returns the text of the reason. `used_up` is the field of that name of
    /// [`Event::Abandoned`](super::Event::Abandoned). [`AbandonReason`] has an example.
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
            0 => f.write_str("repairs are disabled"),
            _ => write!(f, "`max_repairs` ({repairs}) reached"),
        }
    }
}

impl fmt::Display for AbandonReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            AbandonReason::Same(plan) => {
                return write!(
                    f,
                    "the repair has the same steps as plan {plan}, which has not ended"
                );
            }
            AbandonReason::Cancelled => "cancelled",
            AbandonReason::NoRepair => "no repair found",
            AbandonReason::AgentLeft => "an agent left, and no repair was found",
            AbandonReason::Deadlock => "deadlock with other plans",
            AbandonReason::Stuck => "no progress for `stall_timeout` ticks",
            AbandonReason::DomainChanged => {
                "the domain was reloaded, and the plan relied on what changed"
            }
        })
    }
}

/// The cause of a failed step, in [`Event::Failed`](super::Event::Failed) and for its condition an [`Unmet`], which has
/// an example.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum FailureCause {
    /// The game reported the failure.
    Reported,
    /// The `while` condition of the action no longer held.
    While(Unmet),
    /// An agent that the action engaged left.
    AgentLeft,
    /// A `stop_action` of this plan ended it. If the action has `busy false`, its own plan continues without a repair.
    Interrupted {
        /// The plan that contains the `stop_action`; it may be the action's own plan.
        by: PlanId,
    },
    /// The executor stopped the action because its plan was abandoned or its part of the plan was replaced.
    Stopped,
    /// This condition did not hold, and nothing was left that could establish it.
    Condition(Unmet),
    /// A predicate or limit was full.
    Full(SearchError),
    /// The precondition of an undo operator did not hold. Nothing changed.
    CannotUndo,
    /// An expression of the game panicked.
    Panicked,
    /// The turn of a `later` task came, and none of its methods has a plan.
    NoPlan,
}

impl fmt::Display for FailureCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FailureCause::Reported => f.write_str("reported by the game"),
            FailureCause::While(unmet) => write!(f, "`while`: {unmet} no longer holds"),
            FailureCause::AgentLeft => f.write_str("an agent left"),
            FailureCause::Interrupted { by } => write!(f, "`stop_action` of plan {by} ended it"),
            FailureCause::Stopped => f.write_str("stopped"),
            FailureCause::Condition(unmet) => write!(f, "{unmet} does not hold"),
            FailureCause::Full(full) => full.fmt(f),
            FailureCause::CannotUndo => {
                f.write_str("undo failed: the precondition of the undo operator does not hold")
            }
            FailureCause::Panicked => f.write_str("a game expression panicked"),
            FailureCause::NoPlan => f.write_str("no method has a plan from the present facts"),
        }
    }
}
