//! A plan that the executor holds, and what the game has set.

use super::course::Course;
use super::shelf::Block;
use crate::event::{ActionId, PlanId};
use crate::machine::NONE;

/// Who repairs a plan, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repairs {
    /// The game, from the root.
    Game,
    /// The director, at the lowest task where it is possible.
    Subtree,
    /// The director, from the root.
    Root,
    /// Nobody.
    Never,
}

/// What the game set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub sense_grace: u64,
    /// 0 for none.
    pub wait_limit: u64,
    pub repairs: Repairs,
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

/// A plan that the executor holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Live {
    pub id: PlanId,
    pub priority: i32,
    pub stage: Stage,
    pub block: Block,
    /// What takes the place of `block`, or of the part of it below `repair_at`, in the next tick.
    pub offer: Option<Block>,
    pub course: Course,
    /// Actions that run.
    pub running: u32,
    /// Agents that its `block_on`s hold.
    pub holds: u32,
    /// The `global_block` that is closed, and the action that it waits for.
    pub barrier: Option<(u32, ActionId)>,
    pub barrier_untold: bool,
    /// The latest step that has to be taken back where the plan is abandoned.
    pub undo: u32,
    /// When a step with sensed effects last ended well.
    pub sensed: u64,
    /// When anything of it last started or ended, or a repair was wanted that was not before.
    pub moved: u64,
    /// All that could start of it waited for busy agents when so many ends had been; see `Engine::ends`.
    pub asleep: Option<u64>,
    /// The lowest node above everything that failed and was not yet dealt with.
    pub failed: Option<u32>,
    /// Whether an agent that left is a reason for its repair.
    pub lost_agent: bool,
    /// The node that is planned again; `NONE` for the root.
    pub repair_at: u32,
    /// Changes where what is wanted of a repair does.
    pub repair_serial: u32,
    /// No repair was found.
    pub hopeless: bool,
    pub repairs: u32,
    /// When it was submitted, cancelled, and named an agent that left, among the calls since the last tick.
    pub submitted: u64,
    /// The plan that it takes the place of when it enters.
    pub replaces: Option<PlanId>,
    pub cancelled: u64,
    pub left: u64,
    pub left_at: u32,
}

impl Live {
    pub const FREE: Live = Live {
        id: PlanId(0),
        priority: 0,
        stage: Stage::Free,
        block: Block::NONE,
        offer: None,
        course: Course::EMPTY,
        running: 0,
        holds: 0,
        barrier: None,
        barrier_untold: false,
        undo: NONE,
        sensed: 0,
        moved: 0,
        asleep: None,
        failed: None,
        lost_agent: false,
        repair_at: NONE,
        repair_serial: 0,
        hopeless: false,
        repairs: 0,
        submitted: 0,
        replaces: None,
        cancelled: 0,
        left: 0,
        left_at: NONE,
    };
}
