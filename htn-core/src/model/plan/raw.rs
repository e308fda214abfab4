//! An untyped reader over the records of a plan, in the memory of a search or in an arena.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::arena::{Arena, Block};
use super::changes::{Changed, Chosen};
use super::condition_history;
use super::data::PlanData;
use super::indices::{NodeIndex, StepIndex, Subtree};
use super::records::{NodeRecord, StepRecord};
use crate::exec::StepInfo;
use crate::model::domain::TaskCode;
use crate::model::limits::Limits;
use crate::model::term::Term;
use crate::search::machine::{Frame, NONE};
use crate::tables::{BranchRow, RelId, Tables, TaskKind};

/// The memory that holds the records of a plan.
#[derive(Clone, Copy)]
enum PlanMemory<'a> {
    /// The memory of the search that found it, or a copy. Anonymous frames are among the nodes, and ranks are indices.
    Found(&'a PlanData),
    /// An arena, without anonymous frames.
    Arena(&'a Arena, &'a Block),
}

// The short readers are always inlined: the executor's plans are always in an arena, so the match on the memory is optimised out.
/// A reader over a plan, used by trees, printing, saves and the executor. It copies nothing.
#[derive(Clone, Copy)]
pub(crate) struct RawPlan<'a> {
    pub tables: &'static Tables,
    records: PlanMemory<'a>,
}

impl<'a> RawPlan<'a> {
    pub fn found(data: &'a PlanData) -> Self {
        RawPlan {
            tables: data.tables,
            records: PlanMemory::Found(data),
        }
    }

    #[inline(always)]
    pub fn in_arena(tables: &'static Tables, arena: &'a Arena, block: &'a Block) -> Self {
        RawPlan {
            tables,
            records: PlanMemory::Arena(arena, block),
        }
    }

    #[inline(always)]
    pub fn steps(self) -> &'a [StepRecord] {
        match self.records {
            PlanMemory::Found(data) => &data.steps,
            PlanMemory::Arena(arena, block) => arena.steps(block),
        }
    }

    #[inline(always)]
    pub fn step(self, step: StepIndex) -> &'a StepRecord {
        match self.records {
            PlanMemory::Found(data) => &data.steps[step.index()],
            PlanMemory::Arena(arena, block) => arena.step(block, step),
        }
    }

    /// Returns the number of node records, including anonymous ones.
    pub fn record_count(self) -> usize {
        match self.records {
            PlanMemory::Found(data) => data.frames.len(),
            PlanMemory::Arena(_, block) => block.nodes.len(),
        }
    }

    #[inline]
    pub fn node(self, node: Option<NodeIndex>) -> Option<&'a NodeRecord> {
        let at = node?.index();
        match self.records {
            PlanMemory::Found(data) => data.frames.get(at).map(|frame| &frame.node),
            PlanMemory::Arena(arena, block) => arena.nodes(block).get(at),
        }
    }

    /// Returns a node, which must exist.
    #[inline]
    pub fn node_at(self, node: NodeIndex) -> &'a NodeRecord {
        match self.records {
            PlanMemory::Found(data) => &data.frames[node.index()].node,
            PlanMemory::Arena(arena, block) => &arena.nodes(block)[node.index()],
        }
    }

    /// Iterates over all node records, including anonymous ones.
    pub fn all_nodes(self) -> impl DoubleEndedIterator<Item = (NodeIndex, &'a NodeRecord)> {
        let all = (0..self.record_count()).map(NodeIndex::new);
        all.map(move |node| (node, self.node_at(node)))
    }

    /// Iterates over the nodes of the tree, parents before children.
    pub fn nodes(self) -> impl Iterator<Item = (NodeIndex, &'a NodeRecord)> {
        self.all_nodes().filter(|(_, node)| !node.is_anonymous())
    }

    /// Returns `count` words, starting at `at`.
    #[inline(always)]
    pub fn words(self, at: u32, count: usize) -> &'a [u64] {
        match self.records {
            PlanMemory::Found(data) => &data.words[at as usize..][..count],
            PlanMemory::Arena(arena, block) => arena.words(block, at, count),
        }
    }

    #[inline]
    fn words_from(self, at: u32) -> &'a [u64] {
        match self.records {
            PlanMemory::Found(data) => &data.words[at as usize..],
            PlanMemory::Arena(arena, block) => arena.words_from(block, at),
        }
    }

    /// Returns the rows of [`condition_history`](super::condition_history).
    pub fn condition_history(self) -> &'a [u64] {
        match self.records {
            PlanMemory::Found(data) => &data.condition_history,
            PlanMemory::Arena(arena, block) => arena.condition_history(block),
        }
    }

    /// Returns the indices of anonymous frames, ascending.
    fn anonymous(self) -> &'a [u32] {
        match self.records {
            PlanMemory::Found(data) => &data.anonymous_frames,
            PlanMemory::Arena(..) => &[],
        }
    }

    /// Returns the number of nodes of the tree.
    pub fn node_count(self) -> usize {
        self.record_count() - self.anonymous().len()
    }

    /// Returns the node with this number in the tree.
    pub fn nth_node(self, number: usize) -> NodeIndex {
        // An anonymous frame comes before the node if at most `number` nodes come before the frame.
        let anonymous = self.anonymous();
        let (mut low, mut high) = (0, anonymous.len());
        while low < high {
            let middle = (low + high) / 2;
            if anonymous[middle] as usize - middle <= number {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        NodeIndex::new(number + low)
    }

    /// Returns the number in the tree of the node at or above a record.
    pub fn number_of(self, node: Option<NodeIndex>) -> Option<usize> {
        let node = self.named(node)?.index();
        let anonymous = self.anonymous();
        Some(node - anonymous.partition_point(|other| (*other as usize) < node))
    }

    /// Returns the node of the tree at or above a record.
    pub fn named(self, node: Option<NodeIndex>) -> Option<NodeIndex> {
        let mut upwards = self.upwards(node);
        upwards.find_map(|(node, row)| (!row.is_anonymous()).then_some(node))
    }

    #[inline(always)]
    pub fn info(self, step: StepIndex) -> StepInfo {
        StepInfo::of(self.tables, self.step(step).kind)
    }

    /// Returns the words of a step: its frame, parameters first.
    #[inline(always)]
    pub fn frame(self, step: StepIndex) -> &'a [u64] {
        let size = usize::from(self.info(step).size);
        self.words(self.step(step).words, size)
    }

    /// Returns the task of a step and its arguments.
    #[inline(always)]
    pub fn task(self, step: StepIndex) -> (TaskCode, &'a [u64]) {
        let (info, row) = (self.info(step), self.step(step));
        (info.code, self.words(row.words, info.params.len()))
    }

    /// Iterates over the tasks of all steps.
    pub fn tasks(self) -> impl ExactSizeIterator<Item = (TaskCode, &'a [u64])> + Clone {
        self.all().map(move |step| self.task(step))
    }

    /// Iterates over all steps.
    pub fn all(self) -> impl DoubleEndedIterator<Item = StepIndex> + ExactSizeIterator + Clone {
        StepIndex::all(self.steps().len())
    }

    /// Returns the words of a node: its frame, parameters first.
    #[inline]
    pub fn node_frame(self, node: &NodeRecord) -> &'a [u64] {
        self.words(node.words, node.size(self.tables))
    }

    /// Returns the task of a tree node and its arguments.
    pub fn node_task(self, node: &NodeRecord) -> (TaskCode, &'a [u64]) {
        let params = self.tables.tasks[usize::from(node.task.0)].params.len();
        (TaskCode::Task(node.task), self.words(node.words, params))
    }

    /// Returns the chosen branch of a node.
    pub fn branch(self, node: &NodeRecord) -> Option<&'static BranchRow> {
        self.tables.branches.get(usize::from(node.branch))
    }

    /// Returns the number of checks of a node's branch.
    pub fn check_count(self, node: &NodeRecord) -> usize {
        self.branch(node)
            .map_or(0, |branch| branch.checks.len.into())
    }

    /// Iterates over a node and its ancestors, upwards.
    pub fn upwards(
        self,
        from: Option<NodeIndex>,
    ) -> impl Iterator<Item = (NodeIndex, &'a NodeRecord)> + use<'a> {
        let row = move |node: Option<NodeIndex>| Some((node?, self.node(node)?));
        core::iter::successors(row(from), move |(_, node)| row(node.parent()))
    }

    /// Returns true if a node is in a part of the plan. `None`, the root, is only in the whole plan.
    pub fn node_is_in(self, mut node: Option<NodeIndex>, part: Subtree) -> bool {
        let Subtree::Below(above) = part else {
            return true;
        };
        // Parents come before their children.
        while node > Some(above) {
            node = self.node(node).and_then(NodeRecord::parent);
        }
        node == Some(above)
    }

    /// Returns true if a step is in a part of the plan.
    pub fn is_in(self, step: StepIndex, part: Subtree) -> bool {
        self.node_is_in(self.step(step).node(), part)
    }

    /// Returns the smallest part that contains both.
    pub fn above_both(self, a: Subtree, b: Subtree) -> Subtree {
        let (Subtree::Below(a), Subtree::Below(b)) = (a, b) else {
            return Subtree::Whole;
        };
        let mut above = self.upwards(Some(a)).map(|(node, _)| node);
        Subtree::below(above.find(|node| self.node_is_in(Some(b), Subtree::Below(*node))))
    }

    /// Returns the range from the first to the last step below a node. Few readers need it, so it is computed on demand.
    pub fn span(self, node: NodeIndex) -> Range<usize> {
        let is_below = |step: &StepIndex| self.is_in(*step, Subtree::Below(node));
        match self.all().find(is_below) {
            Some(first) => {
                let last = self.all().rev().find(is_below).unwrap_or(first);
                first.index()..last.index() + 1
            }
            None => {
                let begin = self.empty_node_begin(node);
                begin..begin
            }
        }
    }

    /// Returns the position of a node without steps among the steps of the plan. In an arena, that is the position of the next
    /// node.
    fn empty_node_begin(self, node: NodeIndex) -> usize {
        match self.records {
            PlanMemory::Found(data) => data.frames[node.index()].node.chosen as usize,
            PlanMemory::Arena(..) => {
                let later = self
                    .steps()
                    .iter()
                    .position(|step| step.node() > Some(node));
                later.unwrap_or(self.steps().len())
            }
        }
    }

    /// Returns the number of steps printed before each node, indexed like the node records. Allocates.
    pub fn begins(self) -> Vec<usize> {
        if let PlanMemory::Found(data) = self.records {
            let frames = data.frames.iter();
            return frames.map(|frame| frame.node.chosen as usize).collect();
        }
        // A node begins at the first step below it, or at the next node.
        let end = self.steps().len();
        let mut begins = vec![end; self.record_count()];
        for step in self.all().rev() {
            for (node, _) in self.upwards(self.step(step).node()) {
                begins[node.index()] = step.index();
            }
        }
        let mut next = end;
        for begin in begins.iter_mut().rev() {
            next = next.min(*begin);
            *begin = next;
        }
        begins
    }

    /// Returns the cost of a step.
    pub fn cost_of(self, step: StepIndex) -> f32 {
        let cost = |step: usize| self.steps()[step].cost;
        let before = step.index().checked_sub(1).map_or(0.0, cost);
        if before.is_finite() {
            cost(step.index()) - before
        } else {
            // An infinite sum has no differences.
            0.0
        }
    }

    /// Returns the total cost of the steps.
    pub fn cost(self) -> f32 {
        self.steps().last().map_or(0.0, |step| step.cost)
    }

    /// Returns the priority from the branch of the first root task that has one.
    pub fn priority(self) -> Option<i32> {
        // Most domains declare no priority: skip the visit of every node.
        let mut branches = self.tables.branches.iter();
        if !branches.any(|branch| branch.priority.is_some()) {
            return None;
        }
        let is_root = |node: &NodeRecord| self.named(node.parent()).is_none();
        let mut roots = self.nodes().filter(|(_, node)| is_root(node));
        roots.find_map(|(_, node)| {
            let slot = self.branch(node)?.priority?;
            Some(Term::from_word(self.node_frame(node)[usize::from(slot.0)]))
        })
    }

    /// Returns the branch of a node with the expected history of its checks.
    #[inline]
    pub fn chosen(self, node: &NodeRecord) -> Chosen<'a> {
        Chosen {
            tables: self.tables,
            branch: node.branch,
            after: node.chosen,
            frame: self.words_from(node.words),
            history: self.condition_history(),
            row: node.history_row,
        }
    }

    /// Returns true if check `check` of a node's branch holds in the planned state after `rank` steps.
    #[inline]
    pub fn holds_after(self, node: &NodeRecord, check: usize, rank: usize) -> bool {
        let count = |rel, word, steps| self.count_changes(rel, word, steps);
        self.chosen(node).holds_after(check, rank, count)
    }

    /// Returns true if a check holds in any planned state after a state in which it did not hold.
    pub fn becomes_true(self, node: &NodeRecord, check: usize) -> bool {
        let count = |rel, word| self.count_changes(rel, word, 0..u32::MAX);
        let count = self.chosen(node).changes(check, count);
        let last = usize::try_from(u32::MAX).unwrap_or(usize::MAX);
        count > 1 || (count == 1 && self.holds_after(node, check, last))
    }

    /// Returns how often the steps of these ranks add or remove a fact with one column.
    #[inline]
    fn count_changes(self, rel: RelId, word: u64, steps: Range<u32>) -> usize {
        match self.records {
            PlanMemory::Found(data) => {
                let is_meant = |change: &Changed| {
                    (change.rel, change.word) == (rel, word) && steps.contains(&change.step)
                };
                data.changes(rel.bit()).filter(is_meant).count()
            }
            PlanMemory::Arena(arena, block) => {
                Changed::count(arena.changes(block), rel, word, steps)
            }
        }
    }

    /// Returns the changes of facts that checks depend on, sorted.
    #[cfg(feature = "serde")]
    pub fn sorted_changes(self) -> Vec<Changed> {
        match self.records {
            PlanMemory::Found(data) => {
                let mut changes: Vec<_> = data.changes(self.tables.asked_by_word()).collect();
                changes.sort_unstable();
                changes
            }
            PlanMemory::Arena(arena, block) => arena.changes(block).to_vec(),
        }
    }

    /// Iterates over the checks above an external step: the node and the index of the check. Empty for internal steps, which are
    /// checked only against their own precondition.
    pub fn checks_above(
        self,
        step: StepIndex,
    ) -> impl Iterator<Item = (NodeIndex, usize)> + use<'a> {
        let external = self.tables.has_agents() && self.info(step).kind == TaskKind::External;
        let from = self.step(step).node().filter(|_| external);
        self.upwards(from)
            .flat_map(move |(at, node)| (0..self.check_count(node)).map(move |check| (at, check)))
    }

    /// Returns true if the planner expected a check to hold before a step. False for steps that had started when the plan was
    /// repaired: nothing is expected of those.
    pub fn is_planned(self, step: StepIndex, node: NodeIndex, check: usize) -> bool {
        let (row, node) = (self.step(step), self.node_at(node));
        !row.is_absorbed() && self.holds_after(node, check, row.rank as usize)
    }

    /// Iterates over the texts of the checks above a step that are expected to hold.
    pub fn expected(self, step: StepIndex) -> impl Iterator<Item = &'static str> + use<'a> {
        let above = self.checks_above(step);
        let expected = above.filter(move |(node, check)| self.is_planned(step, *node, *check));
        expected.filter_map(move |(node, check)| {
            let at = self.branch(self.node_at(node))?.checks.at as usize + check;
            Some(self.tables.checks[at].text)
        })
    }

    /// Copies the plan into memory of its own, without spare capacity. The steps of a running plan count as not started.
    pub fn to_data(self) -> PlanData {
        if let PlanMemory::Found(data) = self.records {
            return data.without_slack();
        }
        let words = self.words_from(0);
        let mut data = PlanData::new(
            self.tables,
            &Limits {
                steps: self.steps().len(),
                tasks: self.record_count(),
                bindings: words.len(),
                ..Limits::zero()
            },
        );
        data.words.extend_from_slice(words);
        // Without agents, no step is checked against the branches above it.
        let has_agents = self.tables.has_agents();
        let mut rows = 0;
        for ((_, node), begin) in self.all_nodes().zip(self.begins()) {
            data.frames.push(Frame::of_node(NodeRecord {
                chosen: begin as u32,
                history_row: if has_agents { rows } else { NONE },
                ..*node
            }));
            rows += self.check_count(node) as u32 * u32::from(has_agents);
        }
        data.steps.extend(
            (0..)
                .zip(self.steps())
                .map(|(rank, step)| StepRecord { rank, ..*step }),
        );
        data.condition_history.reserve(rows as usize);
        condition_history::add_rows(&mut data.condition_history, rows as usize);
        // From the last state back to the first: the checks of a node are evaluated before the steps below it.
        for step in self.all().rev() {
            for (node, check) in self.checks_above(step) {
                let row = data.frames[node.index()].node.history_row as usize + check;
                data.condition_history.reserve(1);
                let holds = self.is_planned(step, node, check);
                condition_history::answer(&mut data.condition_history, row, step.index(), holds);
            }
        }
        data
    }
}
