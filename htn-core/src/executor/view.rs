//! One plan, to look at.

use super::arena::{Arena, Block};
use super::indices::{MentionSlot, NodeIndex, StepIndex, Subtree};
use super::live::{LiveNode, LiveStep};
use super::plan_record::PlanRecord;
use super::step_info::StepInfo;
use crate::domain::TaskCode;
use crate::tables::{BranchRow, Slot, Tables, TaskKind};

/// A plan: what is known of it, and the block that its steps, its nodes and their words are in.
#[derive(Clone, Copy)]
pub(crate) struct PlanView<'a> {
    pub tables: &'static Tables,
    pub record: &'a PlanRecord,
    pub(super) arena: &'a Arena,
    pub(super) block: &'a Block,
}

impl<'a> PlanView<'a> {
    #[inline]
    pub fn steps(self) -> &'a [LiveStep] {
        self.arena.steps(self.block)
    }

    #[inline]
    pub fn step(self, step: StepIndex) -> &'a LiveStep {
        self.arena.step(self.block, step)
    }

    #[inline]
    pub fn nodes(self) -> &'a [LiveNode] {
        self.arena.nodes(self.block)
    }

    /// Some of the words of the block.
    #[inline]
    fn words(self, at: u32, count: usize) -> &'a [u64] {
        self.arena.words(self.block, at, count)
    }

    #[inline(always)]
    pub fn info(self, step: StepIndex) -> StepInfo {
        StepInfo::of(self.tables, self.step(step).kind)
    }

    /// The words of a step: its frame, parameters first.
    #[inline]
    pub fn frame(self, step: StepIndex) -> &'a [u64] {
        let size = usize::from(self.info(step).size);
        self.words(self.step(step).words, size)
    }

    /// What a step is, and its arguments.
    pub fn task(self, step: StepIndex) -> (TaskCode, &'a [u64]) {
        let (info, row) = (self.info(step), self.step(step));
        (info.code, self.words(row.words, info.params.len()))
    }

    /// The step's mentions of agents, in the order of its parameters.
    #[inline]
    pub fn mentions(self, step: StepIndex) -> impl Iterator<Item = MentionSlot> + Clone + use<'a> {
        let step = self.step(step);
        let words = self.words(step.mentions, usize::from(step.agents));
        words.iter().map(|word| MentionSlot::new(*word as usize))
    }

    /// The arguments of a step's `undo`.
    pub fn undo_args(self, step: StepIndex) -> &'a [u64] {
        let size = self.info(step).undo_size();
        self.words(self.step(step).undo, size)
    }

    /// All steps.
    pub fn all(self) -> impl DoubleEndedIterator<Item = StepIndex> + ExactSizeIterator + Clone {
        StepIndex::all(self.steps().len())
    }

    /// The steps of the group that begins at `lead`, none of which has started.
    pub fn group(self, lead: StepIndex) -> impl Iterator<Item = StepIndex> + Clone + use<> {
        let steps = self.steps()[lead.index()..].iter();
        let count = steps
            .take_while(|step| !step.has_started() && step.lead == lead)
            .count();
        (lead.index()..lead.index() + count).map(StepIndex::new)
    }

    /// The leads of the groups whose turn it is, in order.
    pub fn leads(self) -> impl Iterator<Item = StepIndex> + use<'a> {
        let next = move |lead: &StepIndex| self.step(*lead).next;
        core::iter::successors(self.record.turns.ready, next)
    }

    /// Those that no barrier keeps back: they could start, as far as the plan is concerned.
    pub fn open_leads(self) -> impl Iterator<Item = StepIndex> + use<'a> {
        let end = self.open_end();
        self.leads().take_while(move |lead| *lead < end)
    }

    /// Where the steps end of which any could start: nothing starts behind a barrier that is closed, or that has not
    /// started.
    pub fn open_end(self) -> StepIndex {
        let unstarted = self.record.turns.next_barrier.following();
        match self.record.barrier {
            Some(closed) => closed.step.min(unstarted),
            None => unstarted,
        }
    }

    pub fn node(self, node: Option<NodeIndex>) -> Option<&'a LiveNode> {
        self.nodes().get(node?.index())
    }

    /// The words of a node: its frame, parameters first.
    pub fn node_frame(self, node: &LiveNode) -> &'a [u64] {
        let size = usize::from(self.tables.tasks[node.task.0 as usize].frame);
        self.words(node.words, size)
    }

    /// What a node is, and its arguments.
    pub fn node_task(self, node: &LiveNode) -> (TaskCode, &'a [u64]) {
        let params = self.tables.tasks[node.task.0 as usize].params.len();
        (TaskCode::Task(node.task), &self.node_frame(node)[..params])
    }

    /// The branch that was chosen for a node.
    pub fn branch(self, node: &LiveNode) -> Option<&'static BranchRow> {
        self.tables.branches.get(usize::from(node.branch))
    }

    /// A node and those above it, upwards.
    pub fn upwards(
        self,
        from: Option<NodeIndex>,
    ) -> impl Iterator<Item = (NodeIndex, &'a LiveNode)> + use<'a> {
        let row = move |node: Option<NodeIndex>| Some((node?, self.node(node)?));
        core::iter::successors(row(from), move |(_, node)| row(node.parent))
    }

    /// Whether a node is in a part of the plan. The root, which is no node, is in the whole only.
    pub fn node_is_in(self, node: Option<NodeIndex>, part: Subtree) -> bool {
        match part {
            Subtree::Whole => true,
            Subtree::Below(above) => self.upwards(node).any(|(node, _)| node == above),
        }
    }

    /// Whether a step is in a part of the plan.
    pub fn is_in(self, step: StepIndex, part: Subtree) -> bool {
        self.node_is_in(self.step(step).node, part)
    }

    /// The smallest part that both are in.
    pub fn above_both(self, a: Subtree, b: Subtree) -> Subtree {
        let (Subtree::Below(a), Subtree::Below(b)) = (a, b) else {
            return Subtree::Whole;
        };
        let mut above = self.upwards(Some(a)).map(|(node, _)| node);
        Subtree::below(above.find(|node| self.node_is_in(Some(b), Subtree::Below(*node))))
    }

    /// The smallest part around this one that can be planned again: a task after which no step has started, and whose
    /// returned value nothing uses.
    pub fn lowest_repair(self, part: Subtree) -> Subtree {
        let Subtree::Below(node) = part else {
            return Subtree::Whole;
        };
        let mut above = self.upwards(Some(node)).take_while(|(_, row)| {
            // The topmost task is all that the plan was made for.
            row.parent.is_some()
        });
        let found = above.find(|(node, row)| {
            let method = self.tables.tasks[row.task.0 as usize].kind == TaskKind::Method;
            method && row.ret == Slot::NONE && !self.has_started_behind(*node)
        });
        Subtree::below(found.map(|(node, _)| node))
    }

    /// Whether a step behind all those below a task has started.
    fn has_started_behind(self, node: NodeIndex) -> bool {
        let last_started = self.record.turns.reached.index().saturating_sub(1);
        let mut steps = (last_started..self.steps().len()).map(StepIndex::new);
        !steps.any(|step| self.is_in(step, Subtree::Below(node)))
    }

    /// The steps that have to be taken back where the plan is abandoned, the latest first.
    pub fn undo_chain(self) -> impl Iterator<Item = StepIndex> + use<'a> {
        let before = move |step: &StepIndex| self.step(*step).undo_before;
        core::iter::successors(self.record.undo, before)
    }
}
