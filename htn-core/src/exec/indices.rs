//! Typed indices of plans, steps, nodes and other rows, so that they can't be confused.

use core::num::NonZeroU32;

use crate::model::plan::index;
pub(crate) use crate::model::plan::{Index, NodeIndex, StepIndex, Subtree};

index! {
    /// The slot of a plan.
    PlanSlot
}
index! {
    /// The slot of a running action.
    ActionSlot
}
index! {
    /// The slot of a hold, from its `block_on` to its release.
    HoldSlot
}
index! {
    /// The slot of an agent that steps of live plans name.
    AgentSlot
}
index! {
    /// The slot of a mention: an occurrence of an agent in a step.
    MentionSlot
}

impl AgentSlot {
    /// Encodes a slot as a word, `None` as 0.
    pub fn to_word(slot: Option<AgentSlot>) -> u32 {
        slot.map_or(0, |slot| slot.0.get())
    }

    pub fn from_word(word: u32) -> Option<AgentSlot> {
        NonZeroU32::new(word).map(AgentSlot)
    }
}
