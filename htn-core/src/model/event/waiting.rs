//! What a step waits for.

use core::fmt::{self, Write};

use super::{ActionId, EventForm, PlanId, Unmet, rebuild};
use crate::model::names::Visible;

/// What a step waits for.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum WaitFor<F: EventForm> {
    /// The agent has finished the action that engages it.
    Finished {
        /// The agent.
        agent: F::Agent,
        /// The action.
        action: ActionId,
        /// What the action is.
        doing: F::Task,
    },
    /// The action has ended that a `block_on` holds the agent for.
    Released {
        /// The agent.
        agent: F::Agent,
        /// The action.
        action: ActionId,
        /// What the action is.
        doing: F::Task,
    },
    /// The action has ended: what a closed `global_block`, and a plan whose steps have all started, wait for.
    Ended {
        /// The action.
        action: ActionId,
        /// What the action is.
        doing: F::Task,
    },
    /// An earlier step of the plan has ended, which may bring about a condition that does not hold.
    Holds {
        /// The condition.
        condition: Unmet,
        /// The earlier step.
        after: F::Task,
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
        agent: F::Agent,
        /// The plan.
        plan: PlanId,
    },
    /// The plan has been repaired.
    Repaired,
}

impl<F: EventForm> WaitFor<F> {
    fn map<G: EventForm>(
        self,
        typed: impl FnOnce(F::Task) -> G::Task,
        named: impl FnOnce(F::Agent) -> G::Agent,
    ) -> WaitFor<G> {
        rebuild! { WaitFor, self,
            Finished { action; agent: named(agent), doing: typed(doing) }
            Released { action; agent: named(agent), doing: typed(doing) }
            Ended { action; doing: typed(doing) }
            Holds { condition; after: typed(after) }
            Sensed { condition tick }
            Yielded { plan; agent: named(agent) }
            Repaired {}
        }
    }
}

impl<F: EventForm<Task: fmt::Display>> fmt::Display for WaitFor<F> {
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
pub struct Waiting<F: EventForm> {
    /// The step's number in the plan.
    pub step: usize,
    /// What the step is.
    pub task: F::Task,
    /// What it waits for.
    pub until: WaitFor<F>,
}

impl<F: EventForm> Waiting<F> {
    pub(super) fn map<G: EventForm>(
        self,
        mut task: impl FnMut(F::Task) -> G::Task,
        agent: impl FnMut(F::Agent) -> G::Agent,
    ) -> Waiting<G> {
        Waiting {
            step: self.step,
            task: task(self.task),
            until: self.until.map(task, agent),
        }
    }
}

impl<F: EventForm<Task: fmt::Display>> fmt::Display for Waiting<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} until {}", self.task, self.until)
    }
}
