//! The reason why a step waits.

use crate::exec::indices::StepIndex;
use crate::model::event::{ActionId, EventForm, PlanId, Unmet, WaitFor};

/// The reason why a step waits. `C` is the form of a condition, which differs in saves.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub(crate) enum Wait<C = Unmet> {
    None,
    /// The action that engages one of its agents.
    Engaged {
        agent: u64,
        action: ActionId,
    },
    /// The action that one of its agents is held for.
    Held {
        agent: u64,
        action: ActionId,
    },
    /// The end of an action: a closed barrier's, or of the plan's own.
    Action(ActionId),
    /// An earlier step of the plan, whose effects may bring the condition about.
    Effect {
        step: StepIndex,
        condition: C,
    },
    /// The game's sensors.
    Sensors {
        until: u64,
        condition: C,
    },
    /// An answer of the game that is pending.
    Answer {
        condition: C,
    },
    /// A plan before this one, which waits to have the agent.
    Claim {
        agent: u64,
        plan: PlanId,
    },
    /// A repair.
    Repair,
}

impl Wait {
    /// Returns the wait in the form of events and plan statuses. `on` is the task of the step that ends it. Returns `None`
    /// if the step does not wait, or if `on` is missing.
    pub fn shown<F: EventForm>(
        self,
        on: Option<F::Task>,
        agent: impl FnOnce(u64) -> F::Agent,
    ) -> Option<WaitFor<F>> {
        Some(match self {
            Wait::None => return None,
            Wait::Engaged {
                agent: word,
                action,
            } => WaitFor::Finished {
                agent: agent(word),
                action,
                doing: on?,
            },
            Wait::Held {
                agent: word,
                action,
            } => WaitFor::Released {
                agent: agent(word),
                action,
                doing: on?,
            },
            Wait::Action(action) => WaitFor::Ended { action, doing: on? },
            Wait::Effect { condition, .. } => WaitFor::Holds {
                condition,
                after: on?,
            },
            Wait::Sensors { until, condition } => WaitFor::Sensed {
                condition,
                tick: until,
            },
            Wait::Answer { condition } => WaitFor::Answered { condition },
            Wait::Claim { agent: word, plan } => WaitFor::Yielded {
                agent: agent(word),
                plan,
            },
            Wait::Repair => WaitFor::Repaired,
        })
    }

    /// Returns true if only the end of an action or a hold can end the wait.
    pub fn is_for_busy_agent(self) -> bool {
        matches!(self, Wait::Engaged { .. } | Wait::Held { .. })
    }
}

impl<C> Wait<C> {
    /// Returns the same wait with another form of its condition.
    #[cfg(feature = "serde")]
    pub fn with_condition<T, E>(
        self,
        convert: impl FnOnce(C) -> Result<T, E>,
    ) -> Result<Wait<T>, E> {
        Ok(match self {
            Wait::None => Wait::None,
            Wait::Engaged { agent, action } => Wait::Engaged { agent, action },
            Wait::Held { agent, action } => Wait::Held { agent, action },
            Wait::Action(action) => Wait::Action(action),
            Wait::Effect { step, condition } => Wait::Effect {
                step,
                condition: convert(condition)?,
            },
            Wait::Sensors { until, condition } => Wait::Sensors {
                until,
                condition: convert(condition)?,
            },
            Wait::Answer { condition } => Wait::Answer {
                condition: convert(condition)?,
            },
            Wait::Claim { agent, plan } => Wait::Claim { agent, plan },
            Wait::Repair => Wait::Repair,
        })
    }
}
