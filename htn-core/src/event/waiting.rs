//! What a step waits for.

use core::fmt::{self, Write};

use super::{ActionId, PlanId, Unmet};
use crate::domain::Domain;
use crate::names::Visible;

/// What a step waits for.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum WaitFor<D: Domain> {
    /// The agent has finished the action that engages it.
    Finished {
        /// The agent.
        agent: D::Agent,
        /// The action.
        action: ActionId,
        /// What the action is.
        doing: D::Task,
    },
    /// The action has ended that a `block_on` holds the agent for.
    Released {
        /// The agent.
        agent: D::Agent,
        /// The action.
        action: ActionId,
        /// What the action is.
        doing: D::Task,
    },
    /// The action has ended: what a closed `global_block`, and a plan whose steps have all started, wait for.
    Ended {
        /// The action.
        action: ActionId,
        /// What the action is.
        doing: D::Task,
    },
    /// An earlier step of the plan has ended, which may bring about a condition that does not hold.
    Holds {
        /// The condition.
        condition: Unmet,
        /// The earlier step.
        after: D::Task,
    },
    /// The game's sensors have had time to report a condition that does not hold.
    Sensed {
        /// The condition.
        condition: Unmet,
        /// When the time is over.
        tick: u64,
    },
    /// A plan before this one has had the agent.
    Yielded {
        /// The agent.
        agent: D::Agent,
        /// The plan.
        plan: PlanId,
    },
    /// The plan has been repaired.
    Repaired,
}

impl<D: Domain> fmt::Display for WaitFor<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut f = Visible(f);
        match self {
            WaitFor::Finished { agent, doing, .. } => write!(f, "{agent:?} has finished {doing}"),
            WaitFor::Released { agent, doing, .. } => {
                write!(f, "{doing} has ended, for which {agent:?} is held")
            }
            WaitFor::Ended { doing, .. } => write!(f, "{doing} has ended"),
            WaitFor::Holds { condition, after } => {
                write!(f, "{after} has ended, for {condition}")
            }
            WaitFor::Sensed { condition, tick } => {
                write!(
                    f,
                    "the sensors report {condition}, at most until tick {tick}"
                )
            }
            WaitFor::Yielded { agent, plan } => write!(f, "plan {plan} has had {agent:?}"),
            WaitFor::Repaired => f.write_str("the plan is repaired"),
        }
    }
}

/// A step that waits, and for what: `free(a1) until a1 has finished restrain(a1, t7)`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Waiting<D: Domain> {
    /// The step's number in the plan.
    pub step: usize,
    /// What the step is.
    pub task: D::Task,
    /// What it waits for.
    pub until: WaitFor<D>,
}

impl<D: Domain> fmt::Display for Waiting<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} until {}", self.task, self.until)
    }
}
