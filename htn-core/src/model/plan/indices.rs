//! Indices of the steps and nodes of a plan, and subtrees.

use crate::search::machine::NONE;

/// An index into a table.
pub(crate) trait Index: Copy + Eq {
    fn new(index: usize) -> Self;
    fn index(self) -> usize;
}

// Stored as one more than the index, so that an `Option` of it has the same size.
macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(from = "u32", into = "u32"))]
        pub(crate) struct $name(core::num::NonZeroU32);

        impl $name {
            #[inline]
            pub const fn new(index: usize) -> Self {
                $name(core::num::NonZeroU32::MIN.saturating_add(index as u32))
            }

            #[inline]
            pub const fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl $crate::model::plan::Index for $name {
            #[inline]
            fn new(index: usize) -> Self {
                $name::new(index)
            }
            #[inline]
            fn index(self) -> usize {
                $name::index(self)
            }
        }

        impl From<u32> for $name {
            fn from(index: u32) -> Self {
                $name::new(index as usize)
            }
        }

        impl From<$name> for u32 {
            fn from(index: $name) -> u32 {
                index.0.get() - 1
            }
        }
    };
}

pub(crate) use index;

index! {
    /// A step, counted from the beginning of the plan as it was last repaired. The end of the steps has an index, too.
    StepIndex
}
index! {
    /// A node record, including anonymous ones.
    NodeIndex
}

impl StepIndex {
    pub const FIRST: StepIndex = StepIndex::new(0);

    /// Iterates over the steps of a plan of `count` steps.
    pub fn all(
        count: usize,
    ) -> impl DoubleEndedIterator<Item = StepIndex> + ExactSizeIterator + Clone {
        (0..count).map(StepIndex::new)
    }

    pub fn following(self) -> StepIndex {
        StepIndex(self.0.saturating_add(1))
    }
}

impl NodeIndex {
    /// Returns the node that a record refers to; `None` for `NONE`.
    #[inline]
    pub fn of(number: u32) -> Option<NodeIndex> {
        // `NONE` wraps around to the only number that is not an index.
        core::num::NonZeroU32::new(number.wrapping_add(1)).map(NodeIndex)
    }

    /// Returns the number with which a record refers to a node.
    pub fn number(node: Option<NodeIndex>) -> u32 {
        node.map_or(NONE, |node| node.index() as u32)
    }
}

/// A part of a plan: a compound task with everything below it, or the whole plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub(crate) enum Subtree {
    Whole,
    Below(NodeIndex),
}

impl Subtree {
    /// The part below a node; the whole plan for `None`.
    pub fn below(node: Option<NodeIndex>) -> Subtree {
        node.map_or(Subtree::Whole, Subtree::Below)
    }
}
