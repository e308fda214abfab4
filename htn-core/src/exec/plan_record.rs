//! A plan that the executor holds.

use core::cmp::Reverse;

use super::ancestor_cache::AncestorCache;
use super::indices::{ActionSlot, HoldSlot, PlanSlot, StepIndex, Subtree};
use super::slab::{Chain, Link};
use super::turns::Turns;
use super::wake::WakeState;
use crate::model::event::{AbandonReason, PlanId};
use crate::model::plan::Block;

/// How a plan stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub(crate) enum PlanStage {
    /// There is no plan here.
    Free,
    /// It enters in the next tick.
    Submitted,
    Running,
    /// It starts nothing until it is repaired.
    Repairing,
}

/// Where a plan stands among the others: those of a greater priority first, and older ones among equals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Rank(Reverse<i32>, PlanId);

impl Rank {
    /// Behind all plans.
    pub const LAST: Rank = Rank(Reverse(i32::MIN), PlanId::LAST);
}

/// A `global_block` that is closed.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Barrier {
    pub step: StepIndex,
    /// The action that it waits for.
    pub action: ActionSlot,
    /// It was not reported yet.
    pub unreported: bool,
}

/// A plan that the executor holds.
///
/// A save has the fields that are not skipped. A new one takes the value of [`PlanRecord::FREE`] in saves without it.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub(crate) struct PlanRecord {
    pub id: PlanId,
    pub priority: i32,
    pub stage: PlanStage,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub block: Block,
    /// What takes the place of `block` in the next tick.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub replacement: Option<Block>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub turns: Turns,
    /// Its actions that run, in the order in which they started.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) actions: Chain<ActionSlot>,
    /// The holds by its `block_on`s, in the order in which they came.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) holds: Chain<HoldSlot>,
    pub barrier: Option<Barrier>,
    /// In the chain of the plans whose barrier waits for the same action.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) barrier_link: Link<PlanSlot>,
    /// The latest step that has to be taken back where the plan is abandoned.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub undo: Option<StepIndex>,
    pub wake: WakeState,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub ancestors: AncestorCache,
    /// The smallest part that everything is in that failed and was not yet dealt with.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub failed: Option<Subtree>,
    /// Whether an agent that left is a reason for its repair.
    pub lost_agent: bool,
    /// What is planned again.
    pub repair_at: Subtree,
    /// Changes where what is wanted of a repair does.
    pub repair_serial: u32,
    /// No repair was found.
    pub unrepairable: bool,
    /// The plan that has the steps of a repair which was found and not taken for that.
    pub same: Option<PlanId>,
    pub repairs: u32,
    /// It is being abandoned.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub abandoning: Option<AbandonReason>,
    /// An action of it has started.
    pub acted: bool,
    /// The action whose failure the game reported, where that is what failed last.
    pub reported: Option<StepIndex>,
    /// The plan that it takes the place of when it enters.
    pub replaces: Option<PlanId>,
    /// The game gave it up since the last tick.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub cancelled: bool,
    /// The smallest part with all steps that name an agent that left since the last tick.
    pub agent_left: Option<Subtree>,
}

impl Default for PlanRecord {
    fn default() -> Self {
        PlanRecord::FREE
    }
}

impl PlanRecord {
    pub const FREE: PlanRecord = PlanRecord {
        id: PlanId::NONE,
        priority: 0,
        stage: PlanStage::Free,
        block: Block::NONE,
        replacement: None,
        turns: Turns::EMPTY,
        actions: Chain::EMPTY,
        holds: Chain::EMPTY,
        barrier: None,
        barrier_link: Link::NONE,
        undo: None,
        wake: WakeState::NEW,
        ancestors: AncestorCache::EMPTY,
        failed: None,
        lost_agent: false,
        repair_at: Subtree::Whole,
        repair_serial: 0,
        unrepairable: false,
        same: None,
        repairs: 0,
        abandoning: None,
        acted: false,
        reported: None,
        replaces: None,
        cancelled: false,
        agent_left: None,
    };

    /// Returns the record with the fields that a save has. The others are those of a free slot.
    #[cfg(feature = "serde")]
    pub fn snapshot(&self) -> PlanRecord {
        let mut record = PlanRecord {
            block: Block::NONE,
            replacement: None,
            turns: Turns::EMPTY,
            actions: Chain::EMPTY,
            holds: Chain::EMPTY,
            barrier_link: Link::NONE,
            undo: None,
            wake: <(u64, u64)>::from(self.wake).into(),
            ancestors: AncestorCache::EMPTY,
            failed: None,
            abandoning: None,
            cancelled: false,
            ..*self
        };
        if self.stage != PlanStage::Repairing {
            // Left over from a former repair.
            (record.reported, record.repair_at) = (None, Subtree::Whole);
        }
        record
    }

    #[inline]
    pub fn rank(&self) -> Rank {
        Rank(Reverse(self.priority), self.id)
    }

    /// Whether a repair is to be searched for.
    pub fn wants_repair(&self) -> bool {
        self.stage == PlanStage::Repairing && self.replacement.is_none() && !self.unrepairable
    }
}
