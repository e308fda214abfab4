//! The plan under construction: tasks, steps and costs.

use super::cost::Costs;
use super::{Limit, NONE};
use crate::model::limits::{LimitKind, Limits};
use crate::model::plan::{NodeRecord, PlanData, StepKind, StepRecord};
use crate::model::pool::Pool;
use crate::tables::{BranchId, Callee, MethodId, Slot};

/// A task that has begun, with the place where the search resumes after the task.
///
/// It is a node of the plan's tree, or an anonymous frame, which [`PlanBuilder`] lists.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub node: NodeRecord,
    /// The next op of the parent.
    pub ret_pc: u32,
    pub depth: u32,
    /// The strand of the task, or `NONE`.
    pub strand: u32,
}

impl Frame {
    /// Returns the frame of a strand. It shares the slots of the task around it, and no op returns from it.
    #[inline(always)]
    pub(super) fn of_strand(strand: u32, parent: u32, fp: u32, depth: u32, chosen: u32) -> Self {
        Frame {
            node: NodeRecord {
                task: NodeRecord::STRAND,
                method: u16::MAX,
                parent,
                words: fp,
                chosen,
                ..NodeRecord::BLANK
            },
            ret_pc: 0,
            depth,
            strand,
        }
    }

    /// Returns a node that no search has begun: one of a save, or one that is grafted onto a plan.
    pub fn of_node(node: NodeRecord) -> Self {
        Frame {
            node,
            ret_pc: 0,
            depth: 0,
            strand: NONE,
        }
    }
}

/// The frame around a new task, the op that follows the task there, and the slot for the value that the task returns.
#[derive(Clone, Copy)]
pub(super) struct ReturnTo {
    pub parent: u32,
    pub pc: u32,
    pub slot: Slot,
}

/// The tasks and steps of the plan so far, and the task that the search is in.
///
/// Invariant: `anonymous` lists, in ascending order, exactly the frames that are not nodes of the plan's tree. `depth` and
/// `strand` are those of the current frame, except that each further round of a loop is one deeper than the round before it.
#[derive(Clone)]
pub(crate) struct PlanBuilder {
    frames: Pool<Frame>,
    anonymous: Pool<u32>,
    steps: Pool<StepRecord>,
    costs: Costs,
    /// The current frame, or `NONE`.
    frame: u32,
    depth: u32,
    /// The current strand, or `NONE`.
    strand: u32,
    /// The greatest depth so far, axioms included.
    deepest: u32,
    max_depth: u32,
}

impl PlanBuilder {
    /// Allocates memory for the largest plan that the limits allow.
    pub fn new(limits: &Limits) -> PlanBuilder {
        PlanBuilder {
            frames: Pool::new(limits.tasks),
            anonymous: Pool::new(limits.tasks),
            steps: Pool::new(limits.steps),
            costs: Costs::NONE,
            frame: NONE,
            depth: 0,
            strand: NONE,
            deepest: 0,
            max_depth: limits.depth.try_into().unwrap_or(u32::MAX),
        }
    }

    /// Removes all frames and steps, and the bound on the cost.
    pub fn clear(&mut self) {
        self.frames.clear();
        self.anonymous.clear();
        self.steps.clear();
        self.costs = Costs::NONE;
        self.deepest = 0;
        self.leave_frames();
    }

    pub fn bytes(&self) -> usize {
        self.frames.bytes() + self.anonymous.bytes() + self.steps.bytes()
    }

    #[inline(always)]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Returns the frames that are not nodes of the plan's tree, in ascending order.
    pub fn anonymous(&self) -> &[u32] {
        &self.anonymous
    }

    #[inline(always)]
    pub fn steps(&self) -> &[StepRecord] {
        &self.steps
    }

    /// Returns the current frame, or `NONE`.
    #[inline(always)]
    pub fn frame(&self) -> u32 {
        self.frame
    }

    /// Returns the current strand, or `NONE`.
    #[inline(always)]
    pub fn strand(&self) -> u32 {
        self.strand
    }

    pub fn deepest(&self) -> usize {
        self.deepest as usize
    }

    /// Begins a compound task at a [depth](Self::next_depth), in a new frame over the slots from `fp` on.
    #[inline(always)]
    pub fn begin(&mut self, of: &Callee, fp: u32, to: ReturnTo, depth: u32) -> Result<(), Limit> {
        self.frame = self.push_frame(Frame {
            node: NodeRecord {
                task: of.task,
                method: of.method.0,
                branch: of.branch.0,
                ret: to.slot,
                parent: to.parent,
                words: fp,
                chosen: self.steps.len() as u32,
                history_row: NONE,
            },
            ret_pc: to.pc,
            depth,
            strand: self.strand,
        })?;
        self.depth = depth;
        Ok(())
    }

    /// Returns the depth of a task below the current one, or an error if that exceeds the limit.
    #[inline(always)]
    pub fn next_depth(&mut self) -> Result<u32, Limit> {
        let depth = self.depth + 1;
        self.note_depth(depth)?;
        Ok(depth)
    }

    /// Begins the frame of a task that the game set.
    pub fn begin_root(&mut self, fp: u32) -> Result<(), Limit> {
        self.list_anonymous(1);
        (self.depth, self.strand) = (0, NONE);
        self.frame = self.push_frame(Frame::of_node(NodeRecord {
            task: NodeRecord::ROOT,
            words: fp,
            chosen: self.steps.len() as u32,
            ..NodeRecord::BLANK
        }))?;
        Ok(())
    }

    /// Begins the frame of a task that the game set, as a strand.
    pub fn begin_root_strand(&mut self, fp: u32, strand: u32) -> Result<(), Limit> {
        self.begin_root(fp)?;
        self.frames[self.frame as usize].strand = strand;
        Ok(())
    }

    /// Begins a frame for each of `count` strands from `first` on, below the current frame. Returns the first frame, which
    /// becomes the current one.
    #[inline(always)]
    pub fn begin_strands(&mut self, first: u32, count: u32) -> Result<(), Limit> {
        self.list_anonymous(count);
        let (owner, depth) = (self.frame, self.depth);
        let fp = self.frames[owner as usize].node.words;
        let number = self.frames.len() as u32;
        let chosen = self.steps.len() as u32;
        let frames =
            (first..first + count).map(|strand| Frame::of_strand(strand, owner, fp, depth, chosen));
        if !self.frames.take_all(frames) {
            return Err(Limit::Kind(LimitKind::Tasks));
        }
        (self.frame, self.strand) = (number, first);
        Ok(())
    }

    /// Lists the next `count` frames as anonymous.
    #[inline(always)]
    fn list_anonymous(&mut self, count: u32) {
        let first = self.frames.len() as u32;
        // A lack of room here is ignored: there is no room for the frames then, which is an error.
        let _ = self.anonymous.take_all(first..first + count);
    }

    #[inline(always)]
    fn push_frame(&mut self, frame: Frame) -> Result<u32, Limit> {
        let number = self.frames.len() as u32;
        if self.frames.take(frame) {
            Ok(number)
        } else {
            Err(Limit::Kind(LimitKind::Tasks))
        }
    }

    /// Returns the return address of the current frame, for the round of a loop that replaces it.
    ///
    /// Rounds are siblings in the tree, but each is one deeper than the last, so that the limit of the depth ends an endless
    /// loop.
    #[inline(always)]
    pub fn return_of_round(&self) -> ReturnTo {
        let round = &self.frames[self.frame as usize];
        ReturnTo {
            parent: round.node.parent,
            pc: round.ret_pc,
            slot: round.node.ret,
        }
    }

    /// Ends the current task. Returns the next op and the slots of its parent.
    #[inline(always)]
    pub fn end(&mut self) -> (usize, usize) {
        let Frame { node, ret_pc, .. } = &self.frames[self.frame as usize];
        let parent = &self.frames[node.parent as usize];
        (self.frame, self.depth) = (node.parent, parent.depth);
        (*ret_pc as usize, parent.node.words as usize)
    }

    /// Returns the slot for the value that the current task returns.
    pub fn return_slot(&self) -> Slot {
        self.frames[self.frame as usize].node.ret
    }

    /// Makes a frame that was left the current one. Returns its slots.
    #[inline(always)]
    pub fn resume_frame(&mut self, number: u32) -> u32 {
        self.frame = number;
        match self.frames.get(number as usize) {
            Some(frame) => {
                (self.depth, self.strand) = (frame.depth, frame.strand);
                frame.node.words
            }
            None => {
                self.leave_frames();
                0
            }
        }
    }

    /// Sets the registers to no task.
    pub fn leave_frames(&mut self) {
        (self.frame, self.depth, self.strand) = (NONE, 0, NONE);
    }

    /// Records the branch that the current task chose, unless it is `BranchId::NONE`.
    #[inline(always)]
    pub fn choose(&mut self, branch: BranchId) {
        if branch != BranchId::NONE {
            self.frames[self.frame as usize].node.branch = branch.0;
        }
    }

    /// Returns true if the current task has chosen a branch.
    pub fn has_chosen(&self) -> bool {
        self.frames[self.frame as usize].node.branch != BranchId::NONE.0
    }

    /// Records the method that the current task tries.
    pub fn begin_method(&mut self, id: MethodId) {
        let node = &mut self.frames[self.frame as usize].node;
        node.method = id.0;
        node.branch = BranchId::NONE.0;
    }

    /// Records a depth. Returns an error if it exceeds the limit.
    #[inline(always)]
    fn note_depth(&mut self, depth: u32) -> Result<(), Limit> {
        if depth > self.deepest {
            if depth > self.max_depth {
                return Err(Limit::Kind(LimitKind::Depth));
            }
            self.deepest = depth;
        }
        Ok(())
    }

    /// Records the depth of `axioms` nested axioms inside the current task.
    #[inline]
    pub fn note_axiom_depth(&mut self, axioms: u32) -> Result<(), Limit> {
        self.note_depth(self.depth + axioms)
    }

    /// Adds the price of a step to the cost. Returns false, and adds nothing, if the plan would reach the bound.
    #[inline(always)]
    pub fn add_price(&mut self, price: f32) -> bool {
        self.costs.add(price)
    }

    /// Returns true if the plan costs less than the bound.
    pub fn is_affordable(&self) -> bool {
        self.costs.affords(self.costs.so_far)
    }

    /// Returns the cost so far, and the cost that the plan must stay below.
    pub fn cost_and_bound(&self) -> (f32, f32) {
        (self.costs.so_far, self.costs.bound)
    }

    /// Sets the cost that further plans must stay below.
    pub fn set_bound(&mut self, cost: f32) {
        self.costs.bound = cost;
    }

    /// Appends a step of the current task. `trail` is the height of the trail before its effects.
    #[inline(always)]
    pub fn push_step(&mut self, kind: StepKind, words: u32, trail: u32) -> Result<(), Limit> {
        let step = StepRecord {
            kind,
            words,
            node: self.frame,
            rank: self.steps.len() as u32,
            trail,
            cost: self.costs.so_far,
        };
        if self.steps.take(step) {
            Ok(())
        } else {
            Err(Limit::Kind(LimitKind::Steps))
        }
    }

    /// Appends the step and the node of a task that is planned later.
    pub fn push_later(&mut self, of: &Callee, words: u32, trail: u32) -> Result<(), Limit> {
        let depth = self.next_depth()?;
        let around = (self.frame, self.depth);
        let to = ReturnTo {
            parent: self.frame,
            pc: 0,
            slot: Slot::NONE,
        };
        let unplanned = Callee {
            branch: BranchId::NONE,
            ..*of
        };
        self.begin(&unplanned, words, to, depth)?;
        self.push_step(StepKind::Later(of.task), words, trail)?;
        (self.frame, self.depth) = around;
        Ok(())
    }

    /// Removes the newest frames and steps.
    #[inline(always)]
    pub fn truncate(&mut self, frames: u32, steps: u32) {
        self.frames.truncate(frames as usize);
        while self.anonymous.last().is_some_and(|last| *last >= frames) {
            self.anonymous.pop();
        }
        self.steps.truncate(steps as usize);
        self.costs.so_far = match **self.steps {
            [.., ref last] => last.cost,
            [] => 0.0,
        };
    }

    /// Swaps the memory of frames and steps with that of a plan, and clears it.
    #[inline(always)]
    pub fn lend(&mut self, plan: &mut PlanData) {
        lend(&mut self.frames, &mut plan.frames);
        lend(&mut self.anonymous, &mut plan.anonymous_frames);
        lend(&mut self.steps, &mut plan.steps);
    }

    /// Copies frames and steps back from a plan, within the granted budget. Returns true once all are copied.
    pub fn copy_back(&mut self, plan: &PlanData, granted: &mut i64) -> bool {
        copy_on(&mut self.frames, &plan.frames, granted);
        copy_on(&mut self.anonymous, &plan.anonymous_frames, granted);
        copy_on(&mut self.steps, &plan.steps, granted);
        self.frames.len() == plan.frames.len()
            && self.anonymous.len() == plan.anonymous_frames.len()
            && self.steps.len() == plan.steps.len()
    }
}

#[inline(always)]
fn lend<T>(from: &mut Pool<T>, to: &mut Pool<T>) {
    core::mem::swap(from, to);
    from.clear();
}

/// The number of items that one step of the budget copies.
const AT_ONCE: usize = 128;

/// Returns the items from `from` on that one step of the budget copies.
pub(super) fn chunk<T>(items: &[T], from: usize) -> &[T] {
    let left = &items[from..];
    left.get(..AT_ONCE).unwrap_or(left)
}

/// Copies the missing items, within the granted budget.
fn copy_on<T: Copy>(to: &mut Pool<T>, from: &Pool<T>, granted: &mut i64) {
    while *granted > 0 && to.len() < from.len() {
        *granted -= 1;
        let items = chunk(from, to.len());
        to.extend_from_slice(items);
    }
}
