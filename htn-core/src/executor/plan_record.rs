//! A plan that the executor holds, and what the game has set.

use core::cmp::Reverse;

use super::indices::{ActionSlot, HoldSlot, PlanSlot, StepIndex, Subtree};
use super::inputs::Inputs;
use super::slab::{Chain, Link};
use super::turns::Turns;
use super::verified::Verified;
use crate::event::{AbandonReason, PlanId};
use crate::plan::Block;
use crate::settings::Repair;

/// What the game set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub sensor_timeout: u32,
    /// 0 for none.
    pub stall_timeout: u32,
    /// How a director repairs plans. `None` if the game repairs them, from the root.
    pub repair: Option<Repair>,
    pub max_repairs: u32,
}

/// How a plan stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
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
pub(crate) struct Barrier {
    pub step: StepIndex,
    /// The action that it waits for.
    pub action: ActionSlot,
    /// It was not yet told.
    pub untold: bool,
}

/// A plan that the executor holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanRecord {
    pub id: PlanId,
    pub priority: i32,
    pub stage: Stage,
    pub block: Block,
    /// What takes the place of `block` in the next tick.
    pub replacement: Option<Block>,
    pub turns: Turns,
    /// Its actions that run, in the order in which they started.
    pub(super) actions: Chain<ActionSlot>,
    /// The holds by its `block_on`s, in the order in which they came.
    pub(super) holds: Chain<HoldSlot>,
    pub barrier: Option<Barrier>,
    /// In the chain of the plans whose barrier waits for the same action.
    pub(super) barrier_link: Link<PlanSlot>,
    /// The latest step that has to be taken back where the plan is abandoned.
    pub undo: Option<StepIndex>,
    /// When a step with sensed effects last ended well.
    pub sensed: u64,
    /// When anything of it last started or ended, or a repair was wanted that was not before.
    pub moved: u64,
    /// All that could start of it waited for busy agents when it was last visited: so many ends had been then, see
    /// [`Visited`](super::wake::Visited).
    pub asleep: Option<u64>,
    /// What the answers of its conditions depended on when it was last visited.
    pub inputs: Inputs,
    /// What is above its steps and is known to hold.
    pub verified: Verified,
    /// When a wait for sensors is over, the earliest of them; `u64::MAX` where there is none.
    pub sensors_until: u64,
    /// When it is looked at again whatever happens until then; `u64::MAX` for never.
    pub alarm: u64,
    /// The smallest part that everything is in that failed and was not yet dealt with.
    pub failed: Option<Subtree>,
    /// Whether an agent that left is a reason for its repair.
    pub lost_agent: bool,
    /// What is planned again.
    pub repair_at: Subtree,
    /// Changes where what is wanted of a repair does.
    pub repair_serial: u32,
    /// No repair was found.
    pub hopeless: bool,
    /// The plan that has the steps of a repair which was found and not taken for that.
    pub same: Option<PlanId>,
    pub repairs: u32,
    /// It is being given up.
    pub doomed: Option<AbandonReason>,
    /// An action of it has started.
    pub acted: bool,
    /// The action whose failure the game reported, where that is what failed last.
    pub reported: Option<StepIndex>,
    /// The plan that it takes the place of when it enters.
    pub replaces: Option<PlanId>,
    /// The game gave it up since the last tick.
    pub cancelled: bool,
    /// The smallest part with all steps that name an agent that left since the last tick.
    pub agent_left: Option<Subtree>,
}

impl PlanRecord {
    pub const FREE: PlanRecord = PlanRecord {
        id: PlanId::NONE,
        priority: 0,
        stage: Stage::Free,
        block: Block::NONE,
        replacement: None,
        turns: Turns::EMPTY,
        actions: Chain::EMPTY,
        holds: Chain::EMPTY,
        barrier: None,
        barrier_link: Link::NONE,
        undo: None,
        sensed: 0,
        moved: 0,
        asleep: None,
        inputs: Inputs::NONE,
        verified: Verified::NOTHING,
        sensors_until: u64::MAX,
        alarm: u64::MAX,
        failed: None,
        lost_agent: false,
        repair_at: Subtree::Whole,
        repair_serial: 0,
        hopeless: false,
        same: None,
        repairs: 0,
        doomed: None,
        acted: false,
        reported: None,
        replaces: None,
        cancelled: false,
        agent_left: None,
    };

    #[inline]
    pub fn rank(&self) -> Rank {
        Rank(Reverse(self.priority), self.id)
    }

    /// Whether a repair is to be searched for.
    pub fn wants_repair(&self) -> bool {
        self.stage == Stage::Repairing && self.replacement.is_none() && !self.hopeless
    }
}
