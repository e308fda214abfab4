//! Numbers of plans, steps, nodes and the rest, each kind with a type of its own, so that they can't be mixed up.

use core::num::NonZeroU32;

use crate::model::plan::index;
pub(crate) use crate::model::plan::{Index, NodeIndex, StepIndex, Subtree};

index! {
    /// Where the executor keeps a plan, for as long as it holds it.
    PlanSlot
}
index! {
    /// Where an action is kept while it runs.
    ActionSlot
}
index! {
    /// Where a hold is kept, from its `block_on` to its release.
    HoldSlot
}
index! {
    /// Where an agent is kept that steps of live plans name.
    AgentSlot
}
index! {
    /// Where it is kept that a step names an agent.
    MentionSlot
}

impl AgentSlot {
    /// As a word that is zero for none.
    pub fn to_word(slot: Option<AgentSlot>) -> u32 {
        slot.map_or(0, |slot| slot.0.get())
    }

    pub fn from_word(word: u32) -> Option<AgentSlot> {
        NonZeroU32::new(word).map(AgentSlot)
    }
}
