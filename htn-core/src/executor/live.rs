//! The steps and the nodes of a plan that is carried out.

use super::indices::{ActionSlot, NodeIndex, StepIndex};
use super::wait::Wait;
use crate::machine::NONE;
use crate::plan::{PlanData, StepKind};
use crate::tables::{RelId, Slot, TaskId};

/// How a step stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StepStatus {
    /// It has not started.
    Waiting,
    /// An action that runs.
    Running,
    /// It was carried out, or ended well.
    Done,
    /// It ended as a failure.
    Failed,
}

/// A step of a plan that is carried out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LiveStep {
    pub kind: StepKind,
    pub status: StepStatus,
    /// It had started when the plan was last repaired: its effects are part of what the new steps were planned on.
    pub absorbed: bool,
    /// It stays, and is in the block now that takes the place of this one.
    pub moved: bool,
    /// Its group has a step without agents, and so waits for every earlier step.
    pub alone: bool,
    /// It is on the list of those whose turn it is.
    pub ready: bool,
    /// It changed a fact when it was carried out.
    pub changed: bool,
    /// The arguments of its `undo` are known.
    pub undoable: bool,
    /// The game has panicked when it was to be taken back.
    pub undo_panicked: bool,
    /// What it waits for was not reported yet.
    pub unreported: bool,
    /// The task it belongs to.
    pub node: Option<NodeIndex>,
    /// Where its words are in the block: its frame, parameters first.
    pub words: u32,
    /// Where the arguments of its `undo` are in the block.
    pub undo: u32,
    /// How many agents it has, and where its mentions of them are in the block, a word for each.
    pub agents: u8,
    pub mentions: u32,
    /// The action that it is, while that runs.
    pub action: Option<ActionSlot>,
    /// The first step of its group.
    pub lead: StepIndex,
    /// How many earlier groups that have not started share an agent with the group that begins here; a group counts
    /// once for each agent.
    pub behind: u32,
    /// The number of steps before it in the plan that the planner found.
    pub rank: u32,
    /// The next one on the list of those whose turn it is.
    pub next: Option<StepIndex>,
    /// The step before it that has to be taken back too.
    pub undo_before: Option<StepIndex>,
    /// What it costs.
    pub cost: f32,
    /// When it ended.
    pub ended: u64,
    pub wait: Wait,
}

impl LiveStep {
    pub const BLANK: LiveStep = LiveStep {
        kind: StepKind::Add(RelId(0)),
        status: StepStatus::Waiting,
        absorbed: false,
        moved: false,
        alone: false,
        ready: false,
        changed: false,
        undoable: false,
        undo_panicked: false,
        unreported: false,
        node: None,
        words: 0,
        undo: 0,
        agents: 0,
        mentions: 0,
        action: None,
        lead: StepIndex::FIRST,
        behind: 0,
        rank: 0,
        next: None,
        undo_before: None,
        cost: 0.0,
        ended: 0,
        wait: Wait::None,
    };

    pub fn has_started(&self) -> bool {
        self.status != StepStatus::Waiting
    }

    pub fn has_ended(&self) -> bool {
        matches!(self.status, StepStatus::Done | StepStatus::Failed)
    }
}

/// A compound task of a plan that is carried out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LiveNode {
    pub task: TaskId,
    pub method: u16,
    /// `u16::MAX` for none.
    pub branch: u16,
    /// Where the task around it has the value that it returns, or [`Slot::NONE`].
    pub ret: Slot,
    /// Where its words are in the block: its frame, parameters first.
    pub words: u32,
    /// The task it is part of.
    pub parent: Option<NodeIndex>,
    /// See [`Frame::chosen`](crate::machine::Frame::chosen) and [`Mark::truth`](crate::plan::Mark::truth).
    pub chosen: u32,
    pub truth: u32,
}

impl LiveNode {
    pub const BLANK: LiveNode = LiveNode {
        task: TaskId(0),
        method: 0,
        branch: u16::MAX,
        ret: Slot::NONE,
        words: 0,
        parent: None,
        chosen: 0,
        truth: NONE,
    };

    /// A node of a plan, with other words and another parent.
    pub fn of(data: &PlanData, frame: usize, words: u32, parent: Option<NodeIndex>) -> LiveNode {
        let row = &data.frames[frame];
        LiveNode {
            task: row.task,
            method: row.method,
            branch: row.branch,
            ret: row.ret,
            words,
            parent,
            chosen: row.chosen,
            truth: data.truth_of(frame),
        }
    }
}
