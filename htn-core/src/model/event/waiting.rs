//! The reasons why steps wait.

use core::fmt::{self, Write};

use super::{ActionId, EventForm, PlanId, Unmet, rebuild};
use crate::model::names::Visible;

/// The condition that ends the wait of a step. [`AgentActivity`](crate::AgentActivity) has an example.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum WaitFor<F: EventForm> {
    /// The agent has finished the action that engages it.
    Finished {
        /// The agent.
        agent: F::Agent,
        /// The action.
        action: ActionId,
        /// The task of the action.
        doing: F::Task,
    },
    /// The action has ended for which a `block_on` holds the agent.
    Released {
        /// The agent.
        agent: F::Agent,
        /// The action.
        action: ActionId,
        /// The task of the action.
        doing: F::Task,
    },
    /// The action has ended. A closed `global_block` waits for that, and so does a plan whose steps have all started.
    Ended {
        /// The action.
        action: ActionId,
        /// The task of the action.
        doing: F::Task,
    },
    /// An earlier step of the plan has ended, which may establish the condition.
    Holds {
        /// The condition.
        condition: Unmet,
        /// The earlier step.
        after: F::Task,
    },
    /// The sensors of the game report the condition, or the timeout ends.
    Sensed {
        /// The condition.
        condition: Unmet,
        /// The tick in which the timeout ends.
        tick: u64,
    },
    /// The game has answered an expression after `poll` in the condition.
    Answered {
        /// The condition.
        condition: Unmet,
    },
    /// A plan with precedence has used the agent.
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
            Answered { condition }
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
                write!(f, "{doing} has ended (`block_on` holds {agent:?})")
            }
            WaitFor::Ended { doing, .. } => write!(f, "{doing} has ended"),
            WaitFor::Holds { condition, after } => {
                write!(f, "{after} has ended, which may establish {condition}")
            }
            WaitFor::Sensed { condition, tick } => {
                write!(f, "the sensors report {condition} (timeout at tick {tick})")
            }
            WaitFor::Answered { condition } => write!(f, "the game answers {condition}"),
            WaitFor::Yielded { agent, plan } => {
                write!(f, "plan {plan}, which has precedence, has used {agent:?}")
            }
            WaitFor::Repaired => f.write_str("the plan is repaired"),
        }
    }
}

/// A waiting step and the condition that ends its wait: `free(a1) until a1 has finished restrain(a1, t7)`.
/// [`AgentActivity`](crate::AgentActivity) and [`PlanStatus`](crate::PlanStatus) have it, with examples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Waiting<F: EventForm> {
    /// The index of the step in the plan.
    pub step: usize,
    /// The task of the step.
    pub task: F::Task,
    /// The condition that ends the wait.
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
