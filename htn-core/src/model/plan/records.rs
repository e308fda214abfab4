//! The records of a plan: nodes of its tree, steps, and the words of both.

use super::indices::NodeIndex;
use crate::search::machine::NONE;
use crate::tables::{FactVerb, OperatorId, RelId, Slot, Tables, TaskId, TaskKind};

/// The kind of a plan step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StepKind {
    Operator(OperatorId),
    /// A statement of a body about a fact.
    Fact(FactVerb, RelId),
    /// The place of a task that is planned when its turn comes.
    Later(TaskId),
}

/// A step of a plan. It does not change while the plan runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepRecord {
    pub kind: StepKind,
    /// Its first word: the operator's frame (parameters first), the fact's columns, or the
    /// arguments of a later task.
    pub words: u32,
    /// The node it belongs to, or `NONE`.
    pub node: u32,
    /// The number of steps before it in the plan that the search found. `NONE` if the step had started when the plan was
    /// last repaired: the new steps were planned on its effects.
    pub rank: u32,
    /// The height of the search's trail before its effects. Meaningless in an arena.
    pub trail: u32,
    /// The cost of the plan up to and including this step.
    pub cost: f32,
}

impl StepRecord {
    /// Fills the blocks of an arena until the steps are written.
    pub const BLANK: StepRecord = StepRecord {
        kind: StepKind::Fact(FactVerb::Add, RelId(0)),
        words: 0,
        node: NONE,
        rank: 0,
        trail: 0,
        cost: 0.0,
    };

    /// Returns the node that the step belongs to.
    #[inline]
    pub fn node(&self) -> Option<NodeIndex> {
        NodeIndex::of(self.node)
    }

    /// Returns true if the step had started when the plan was last repaired.
    #[inline]
    pub fn is_absorbed(&self) -> bool {
        self.rank == NONE
    }
}

/// A compound task of a plan, or an anonymous frame of the search that found it. Parents come before their children.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeRecord {
    pub task: TaskId,
    /// The index of the chosen method among the alternatives.
    pub method: u16,
    /// The chosen branch, or `u16::MAX`.
    pub branch: u16,
    /// The slot of its parent that receives the returned value, or [`Slot::NONE`].
    pub ret: Slot,
    /// The node it is part of, or `NONE`.
    pub parent: u32,
    /// Its first word: parameters first.
    pub words: u32,
    /// The number of steps of the plan when the branch was chosen. Its checks held then, unless it is a round of a `for`. For a
    /// node that was grafted to a repair, the number of all steps: its checks were evaluated at the end.
    pub chosen: u32,
    /// The row of the first check of its branch in the plan's [condition history](super::condition_history). `NONE` if all checks
    /// held when the branch was chosen, and all later changes are in the trail.
    pub history_row: u32,
}

impl NodeRecord {
    /// The task of an anonymous frame for one of the requested tasks, before it is called.
    pub const ROOT: TaskId = TaskId(u16::MAX);
    /// The task of an anonymous frame for a strand of an `unordered` block.
    pub const STRAND: TaskId = TaskId(u16::MAX - 1);

    /// Fills the blocks of an arena until the nodes are written.
    pub const BLANK: NodeRecord = NodeRecord {
        task: TaskId(0),
        method: 0,
        branch: u16::MAX,
        ret: Slot::NONE,
        parent: NONE,
        words: 0,
        chosen: 0,
        history_row: NONE,
    };

    /// Returns true for a frame of the search that is not a node of the plan's tree.
    #[inline(always)]
    pub fn is_anonymous(&self) -> bool {
        self.task.0 >= Self::STRAND.0
    }

    /// Returns true for a task that is planned when its turn comes.
    pub fn is_later(&self, tables: &Tables) -> bool {
        let task = tables.tasks.get(usize::from(self.task.0));
        self.branch == u16::MAX && task.is_some_and(|task| task.kind == TaskKind::Method)
    }

    /// Returns the number of its words.
    pub fn size(&self, tables: &Tables) -> usize {
        let task = tables.tasks.get(usize::from(self.task.0));
        task.map_or(0, |task| usize::from(task.frame))
    }

    /// Returns its parent.
    #[inline]
    pub fn parent(&self) -> Option<NodeIndex> {
        NodeIndex::of(self.parent)
    }
}
