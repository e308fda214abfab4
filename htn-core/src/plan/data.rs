//! A plan as plain rows, without the domain's types.

use core::mem::replace;
use core::ops::Range;

use crate::domain::TaskCode;
use crate::limits::Limits;
use crate::machine::{Frame, NONE};
use crate::pool::Pool;
use crate::store::{Entry, Trail};
use crate::tables::{OperatorId, RelId, Tables, TaskKind};
use crate::words::Words;

/// What a step of a plan is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StepKind {
    Operator(OperatorId),
    Add(RelId),
    Delete(RelId),
}

/// A step of a plan, as the search takes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub kind: StepKind,
    /// Where its words are: the operator's frame (parameters first), or the fact's columns.
    pub fp: u32,
    /// The frame of the task it belongs to.
    pub frame: u32,
    /// The height of the trail before its effects.
    pub trail: u32,
    /// What the plan costs up to and with this step.
    pub cost: f32,
}

/// What is known of the checks of a frame's branch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    /// The first external step below it, or `NONE`.
    pub external: u32,
    /// The row of `PlanData::truth` of the first check, or `NONE` where all of them are known to have held when the branch
    /// was chosen, and no step changes any but those that the trail tells.
    pub truth: u32,
}

impl Mark {
    pub const NONE: Mark = Mark {
        external: NONE,
        truth: NONE,
    };
}

/// A plan: what the search has when it is found, whose memory it takes over. All memory is taken when it is made.
#[derive(Clone)]
pub(crate) struct PlanData {
    pub tables: &'static Tables,
    pub steps: Pool<Step>,
    /// The nodes of its tree, parents before children, and the frames between them that are none.
    pub frames: Pool<Frame>,
    /// Those that are none, in order.
    pub non_nodes: Pool<u32>,
    /// The words of frames and steps.
    pub words: Words,
    /// By frame; empty where there are no checks but those that the trail tells.
    pub marks: Pool<Mark>,
    /// For checks of branches, in which planned states they hold; see [`truth`](super::truth). States before the
    /// first external step below the frame are not worked out. Checks whether a word is a fact do not change here: that is
    /// told by the trail.
    pub truth: Pool<u64>,
    /// What the steps did to the facts, where there are such checks.
    pub trail: Words<Entry>,
}

impl PlanData {
    pub fn new(tables: &'static Tables, limits: &Limits) -> PlanData {
        PlanData {
            tables,
            steps: Pool::new(limits.steps),
            frames: Pool::new(limits.tasks),
            non_nodes: Pool::new(limits.tasks),
            words: Words::new(limits.bindings),
            marks: Pool::new(limits.tasks),
            truth: Pool::new(limits.checks),
            trail: Words::new(limits.trail / Trail::WORDS),
        }
    }

    pub fn bytes(&self) -> usize {
        let words = self.words.bytes() + self.truth.bytes() + self.trail.bytes();
        let nodes = self.frames.bytes() + self.non_nodes.bytes() + self.marks.bytes();
        self.steps.bytes() + nodes + words
    }

    pub fn clear(&mut self) {
        self.steps.clear();
        self.frames.clear();
        self.non_nodes.clear();
        self.words.clear();
        self.marks.clear();
        self.truth.clear();
        self.trail.clear();
    }

    /// Makes room before the frames for so many others; those that were above all are now below one of them, or of
    /// none.
    pub fn shift_frames(&mut self, count: u32, above: u32) {
        for frame in self.frames.iter_mut() {
            frame.parent = match frame.parent {
                NONE => above,
                parent => parent + count,
            };
        }
        for step in self.steps.iter_mut().filter(|step| step.frame != NONE) {
            step.frame += count;
        }
    }

    /// How many nodes its tree has.
    pub fn node_count(&self) -> usize {
        self.frames.len() - self.non_nodes.len()
    }

    /// The frame of a node by its number in the tree.
    pub fn frame_of(&self, node: usize) -> usize {
        // Those frames come before it that have no more than so many nodes before them.
        let (mut few, mut many) = (0, self.non_nodes.len());
        while few < many {
            let middle = (few + many) / 2;
            match self.non_nodes[middle] as usize - middle <= node {
                true => few = middle + 1,
                false => many = middle,
            }
        }
        node + few
    }

    /// The number in the tree of the node at or above a frame, or `NONE`.
    pub fn node_at(&self, frame: u32) -> u32 {
        node_at(&self.frames, &self.non_nodes, frame)
    }

    /// The frames that are nodes of its tree.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, &Frame)> {
        let frames = self.frames.iter().enumerate();
        frames.filter(|(_, frame)| frame.is_node())
    }

    /// The row of `truth` of the first check of a frame's branch, or `NONE`.
    pub fn truth_of(&self, frame: usize) -> u32 {
        self.marks.get(frame).map_or(NONE, |mark| mark.truth)
    }

    /// Takes over the words of a frame from the slots of the search, where they are; of a step, if the number is one
    /// behind those of the frames.
    pub fn keep(&mut self, number: usize, slots: &[u64]) {
        let kept = self.words.len() as u32;
        let (from, size) = match number.checked_sub(self.frames.len()) {
            None => {
                let size = self.frame_size(&self.frames[number]);
                (replace(&mut self.frames[number].fp, kept), size)
            }
            Some(number) => {
                let size = self.step_size(&self.steps[number]);
                (replace(&mut self.steps[number].fp, kept), size)
            }
        };
        let words = &slots[from as usize..][..size];
        self.words.extend_from_slice(words);
    }

    /// How many words the nodes and the steps have.
    pub fn words_in_use(&self) -> usize {
        let frames = self.frames.iter().map(|frame| self.frame_size(frame));
        let steps = self.steps.iter().map(|step| self.step_size(step));
        frames.chain(steps).sum()
    }

    fn frame_size(&self, frame: &Frame) -> usize {
        match frame.is_node() {
            true => usize::from(self.tables.tasks[frame.task.0 as usize].frame),
            false => 0,
        }
    }

    fn step_size(&self, step: &Step) -> usize {
        match step.kind {
            StepKind::Operator(id) => {
                let task = self.tables.operators[id.0 as usize].task;
                usize::from(self.tables.tasks[task.0 as usize].frame)
            }
            StepKind::Add(rel) | StepKind::Delete(rel) => self.columns(rel),
        }
    }

    /// What a step does, and its words: arguments or columns.
    pub fn code(&self, step: &Step) -> (TaskCode, &[u64]) {
        let (code, count) = match step.kind {
            StepKind::Operator(id) => {
                let task = self.tables.operators[id.0 as usize].task;
                (
                    TaskCode::Task(task),
                    self.tables.tasks[task.0 as usize].params.len(),
                )
            }
            StepKind::Add(rel) => (TaskCode::Add(rel), self.columns(rel)),
            StepKind::Delete(rel) => (TaskCode::Delete(rel), self.columns(rel)),
        };
        (
            code,
            &self.words[step.fp as usize..step.fp as usize + count],
        )
    }

    fn columns(&self, rel: RelId) -> usize {
        self.tables.relations[rel.0 as usize].columns.len()
    }

    /// The kind of task that a step is.
    pub fn kind(&self, step: &Step) -> TaskKind {
        match step.kind {
            StepKind::Operator(id) => {
                let task = self.tables.operators[id.0 as usize].task;
                self.tables.tasks[task.0 as usize].kind
            }
            StepKind::Add(_) | StepKind::Delete(_) => TaskKind::Internal,
        }
    }

    /// What one step costs.
    pub fn cost_of(&self, step: usize) -> f32 {
        let cost = self.steps[step].cost;
        let before = step
            .checked_sub(1)
            .map_or(0.0, |step| self.steps[step].cost);
        match before.is_finite() {
            true => cost - before,
            // There is no telling.
            false => 0.0,
        }
    }

    pub fn cost(&self) -> f32 {
        self.steps.last().map_or(0.0, |step| step.cost)
    }

    /// Whether a frame is another one or below it; `NONE` is above all.
    pub fn is_below(&self, mut frame: u32, above: u32) -> bool {
        // Parents come before their children.
        while frame > above
            && let Some(row) = self.frames.get(frame as usize)
        {
            frame = row.parent;
        }
        frame == above || above == NONE
    }

    /// From the first step below a frame to the last. Few ask for that, so that it is looked up, not written down.
    pub fn span(&self, frame: u32) -> Range<usize> {
        let chosen = self.frames[frame as usize].chosen as usize;
        let is_below = |step: &usize| self.is_below(self.steps[*step].frame, frame);
        // The steps of a frame that was put to the plan may be anywhere.
        let from = if chosen < self.steps.len() { chosen } else { 0 };
        let mut steps = from..self.steps.len();
        match steps.find(is_below) {
            Some(first) => first..steps.rfind(is_below).unwrap_or(first) + 1,
            None => chosen..chosen,
        }
    }

    /// The words of a frame.
    pub fn frame_words(&self, frame: &Frame) -> &[u64] {
        &self.words[frame.fp as usize..][..self.frame_size(frame)]
    }

    /// The words of a step: its frame, or the fact's columns.
    pub fn step_words(&self, step: &Step) -> &[u64] {
        &self.words[step.fp as usize..][..self.step_size(step)]
    }
}

/// The number of the node at or above a frame, where these are all frames and those that are no nodes, or `NONE`.
pub(crate) fn node_at(frames: &[Frame], non_nodes: &[u32], mut frame: u32) -> u32 {
    while let Some(row) = frames.get(frame as usize) {
        if row.is_node() {
            return frame - non_nodes.partition_point(|other| *other < frame) as u32;
        }
        frame = row.parent;
    }
    NONE
}
