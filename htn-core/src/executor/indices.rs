//! Numbers of plans, steps, nodes and the rest, each kind with a type of its own, so that they can't be mixed up.

use core::num::NonZeroU32;

/// A number by which something is found in a table.
pub(crate) trait Index: Copy + Eq {
    fn new(index: usize) -> Self;
    fn index(self) -> usize;
}

// Stored as one more than the index, so that an `Option` of it takes no more room.
macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub(crate) struct $name(NonZeroU32);

        impl $name {
            #[inline]
            pub const fn new(index: usize) -> Self {
                $name(NonZeroU32::MIN.saturating_add(index as u32))
            }

            #[inline]
            pub const fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl Index for $name {
            #[inline]
            fn new(index: usize) -> Self {
                $name::new(index)
            }
            #[inline]
            fn index(self) -> usize {
                $name::index(self)
            }
        }
    };
}

index! {
    /// Where the executor keeps a plan, for as long as it holds it.
    PlanSlot
}
index! {
    /// A step of a plan, counted from the beginning of the plan as it was last repaired. One past the last step is where
    /// the steps end.
    StepIndex
}
index! {
    /// A compound task of a plan.
    NodeIndex
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

impl StepIndex {
    pub const FIRST: StepIndex = StepIndex::new(0);

    /// All steps of a plan of so many.
    pub fn all(
        count: usize,
    ) -> impl DoubleEndedIterator<Item = StepIndex> + ExactSizeIterator + Clone {
        (0..count).map(StepIndex::new)
    }

    pub fn following(self) -> StepIndex {
        StepIndex(self.0.saturating_add(1))
    }
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

impl NodeIndex {
    /// The node with this number in a plan as the planner has it.
    pub fn of(number: u32) -> Option<NodeIndex> {
        (number != crate::machine::NONE).then(|| NodeIndex::new(number as usize))
    }
}

/// A part of a plan: a compound task with everything below it, or the whole plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Subtree {
    Whole,
    Below(NodeIndex),
}

impl Subtree {
    /// What is below a node; the whole plan where there is none.
    pub fn below(node: Option<NodeIndex>) -> Subtree {
        node.map_or(Subtree::Whole, Subtree::Below)
    }
}
