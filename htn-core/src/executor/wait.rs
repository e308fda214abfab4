//! What a step waits for, in words.

use crate::event::{ActionId, PlanId};

/// What a step waits for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Wait {
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
    /// An earlier step of the plan.
    Effect {
        step: u32,
        condition: &'static str,
    },
    /// The sensors.
    Sensors {
        until: u64,
        condition: &'static str,
    },
    /// A plan before this one.
    Claim {
        agent: u64,
        plan: PlanId,
    },
    /// A repair.
    Repair,
}
