//! A plan that the executor holds.

use core::cmp::Reverse;

use crate::exec::evaluation::ancestor_cache::AncestorCache;
use crate::exec::indices::{ActionSlot, HoldSlot, PlanSlot, StepIndex, Subtree};
use crate::exec::plans::turns::Turns;
use crate::exec::slab::{Chain, Link};
use crate::exec::wake::WakeState;
use crate::model::event::{AbandonReason, PlanId};
use crate::model::plan::Block;

/// The stage of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub(crate) enum PlanStage {
    /// The slot has no plan.
    Free,
    /// The plan enters in the next tick.
    Submitted,
    Running,
    /// The plan starts nothing until it is repaired.
    Repairing,
}

/// The order of plans: a greater priority first, and older plans first among equals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Rank(Reverse<i32>, PlanId);

impl Rank {
    /// After all plans.
    pub const LAST: Rank = Rank(Reverse(i32::MIN), PlanId::LAST);
}

/// A closed `global_block`.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Barrier {
    pub step: StepIndex,
    /// The action whose end opens the barrier.
    pub action: ActionSlot,
    /// True until an event has reported the wait.
    pub unreported: bool,
}

/// The traces of a plan in the world: its actions, its holds, its closed barrier, and the steps that would have to be
/// undone.
///
/// Invariant: the chains list the actions and holds of the plan in the order in which they started. A plan without a
/// footprint can be removed.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub(crate) struct Footprint {
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::exec) actions: Chain<ActionSlot>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::exec) holds: Chain<HoldSlot>,
    pub barrier: Option<Barrier>,
    /// Links the plans whose barriers wait for the same action.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::exec) barrier_link: Link<PlanSlot>,
    /// The latest step that has to be undone if the plan is abandoned.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub undo: Option<StepIndex>,
}

impl Footprint {
    pub const EMPTY: Footprint = Footprint {
        actions: Chain::EMPTY,
        holds: Chain::EMPTY,
        barrier: None,
        barrier_link: Link::NONE,
        undo: None,
    };

    /// Returns true if no action, hold or barrier of the plan is left.
    pub fn has_ended(&self) -> bool {
        self.actions.is_empty() && self.holds.is_empty() && self.barrier.is_none()
    }
}

impl Default for Footprint {
    fn default() -> Self {
        Footprint::EMPTY
    }
}

/// Calls that concern a plan and that the next tick processes.
#[derive(Clone, Copy, Default, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub(crate) struct PendingCalls {
    /// The plan that this one replaces when it enters.
    pub replaces: Option<PlanId>,
    /// True if the game cancelled the plan.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub cancelled: bool,
    /// The smallest part with all steps that name an agent that left.
    pub agent_left: Option<Subtree>,
}

impl PendingCalls {
    pub const NONE: PendingCalls = PendingCalls {
        replaces: None,
        cancelled: false,
        agent_left: None,
    };
}

/// The failures of a plan, and the state of its repair.
///
/// Invariant: `part` is the part that is planned again, and the replacement belongs to it. A search that began with another
/// `serial` is out of date.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub(crate) struct RepairState {
    /// The smallest part that contains all failures which were not handled yet.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub failed: Option<Subtree>,
    /// The step whose failure the game reported, if that was the last failure.
    pub reported: Option<StepIndex>,
    /// True if an agent that left is a reason for the repair.
    pub lost_agent: bool,
    /// The part that is planned again.
    pub part: Subtree,
    /// The later task that is planned in place of the part, if nothing has failed.
    pub later: Option<StepIndex>,
    /// Changes with every request.
    pub serial: u32,
    /// The block that replaces the plan's in the next tick.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub replacement: Option<Block>,
    /// True if no repair was found.
    pub unrepairable: bool,
    /// The plan that has the same steps as a repair which was rejected for that reason.
    pub same: Option<PlanId>,
    /// The number of repairs so far.
    pub count: u32,
}

impl RepairState {
    pub const NONE: RepairState = RepairState {
        failed: None,
        reported: None,
        lost_agent: false,
        part: Subtree::Whole,
        later: None,
        serial: 0,
        replacement: None,
        unrepairable: false,
        same: None,
        count: 0,
    };
}

impl Default for RepairState {
    fn default() -> Self {
        RepairState::NONE
    }
}

/// A plan that the executor holds.
///
/// A save has the fields that are not skipped, here and in the parts. If an older save lacks a field, it has the value of
/// [`PlanRecord::FREE`].
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
    #[cfg_attr(feature = "serde", serde(skip))]
    pub turns: Turns,
    pub footprint: Footprint,
    pub wake: WakeState,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub ancestors: AncestorCache,
    pub repair: RepairState,
    pub calls: PendingCalls,
    /// True if an action of the plan has started.
    pub acted: bool,
    /// Set while the plan is being abandoned.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub abandoning: Option<AbandonReason>,
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
        turns: Turns::EMPTY,
        footprint: Footprint::EMPTY,
        wake: WakeState::NEW,
        ancestors: AncestorCache::EMPTY,
        repair: RepairState::NONE,
        calls: PendingCalls::NONE,
        acted: false,
        abandoning: None,
    };

    /// Returns the record with the fields that a save has. The others are those of a free slot.
    #[cfg(feature = "serde")]
    pub fn snapshot(&self) -> PlanRecord {
        let mut repair = RepairState {
            failed: None,
            replacement: None,
            ..self.repair
        };
        if self.stage != PlanStage::Repairing {
            // These remain from a former repair.
            (repair.reported, repair.part) = (None, Subtree::Whole);
        }
        PlanRecord {
            block: Block::NONE,
            turns: Turns::EMPTY,
            footprint: Footprint {
                barrier: self.footprint.barrier,
                ..Footprint::EMPTY
            },
            wake: <(u64, u64)>::from(self.wake).into(),
            ancestors: AncestorCache::EMPTY,
            repair,
            calls: PendingCalls {
                cancelled: false,
                ..self.calls
            },
            abandoning: None,
            ..*self
        }
    }

    #[inline]
    pub fn rank(&self) -> Rank {
        Rank(Reverse(self.priority), self.id)
    }

    /// Returns true if the plan has entered: it runs, or it is repaired.
    pub fn has_entered(&self) -> bool {
        matches!(self.stage, PlanStage::Running | PlanStage::Repairing)
    }

    /// Returns true if a repair is to be searched for.
    pub fn wants_repair(&self) -> bool {
        let repair = &self.repair;
        self.stage == PlanStage::Repairing && repair.replacement.is_none() && !repair.unrepairable
    }

    /// Returns true if the repair that was requested with this serial is still to be searched for.
    pub fn still_wants(&self, serial: u32) -> bool {
        self.wants_repair() && self.repair.serial == serial
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_request_of_a_plan_in_repair_is_current() {
        let mut plan = PlanRecord {
            stage: PlanStage::Repairing,
            ..PlanRecord::FREE
        };
        plan.repair.serial = 3;
        assert!(plan.still_wants(3) && !plan.still_wants(2));
        plan.repair.replacement = Some(Block::NONE);
        assert!(!plan.still_wants(3), "a repair was found");
        plan.repair.replacement = None;
        plan.repair.unrepairable = true;
        assert!(!plan.still_wants(3), "no repair exists");
        plan.repair.unrepairable = false;
        plan.stage = PlanStage::Running;
        assert!(!plan.still_wants(3) && plan.has_entered());
    }
}
