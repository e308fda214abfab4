//! A plan as plain rows, without the domain's types.

use core::mem::replace;
use core::ops::Range;

use super::words::Words;
use crate::domain::TaskCode;
use crate::limits::Limits;
use crate::pool::Pool;
use crate::tables::{BranchId, MethodId, OperatorId, RelId, Slot, Tables, TaskId, TaskKind};

/// What a step of a plan is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StepKind {
    Operator(OperatorId),
    Add(RelId),
    Delete(RelId),
}

/// A step of a plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub kind: StepKind,
    /// Where its words are: the operator's frame (parameters first), or the fact's columns.
    pub words: u32,
    /// The node it belongs to, or `NONE`.
    pub node: u32,
    /// The height of the trail before its effects.
    pub trail: u32,
    /// What the plan costs up to and with this step.
    pub cost: f32,
}

/// A compound task of a plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub task: TaskId,
    pub method: MethodId,
    /// `BranchId(u16::MAX)` for none.
    pub branch: BranchId,
    /// Where the task around it has the value that it returns, or [`Slot::NONE`].
    pub ret: Slot,
    /// Where its words are: its frame, parameters first.
    pub words: u32,
    /// The task it is part of, or `NONE`.
    pub parent: u32,
    /// How many steps the plan had when the branch was chosen: as many as when the task was begun, since no step is taken
    /// in between. Its checks held then, if it is no round of a `for`. Of a node that was put to the plan, all of them:
    /// there its checks were asked.
    pub chosen: u32,
    /// The first external step below it, or `NONE`; known only where some check must be asked.
    pub external: u32,
    /// The row of `PlanData::truth` of its branch's first check, or `NONE` where all of them are known to have held when
    /// it was chosen, and no step changes any but those that the trail tells.
    pub truth: u32,
}

/// A plan. All memory is taken when it is made.
#[derive(Clone)]
pub(crate) struct PlanData {
    pub tables: &'static Tables,
    pub steps: Pool<Step>,
    pub nodes: Pool<Node>,
    pub words: Words,
    /// For checks of nodes' branches, in which planned states they hold; see [`truth`](super::truth). States before the
    /// first external step below the node are not worked out. Checks whether a word is a fact do not change here: that is
    /// told by the trail.
    pub truth: Pool<u64>,
    /// What the steps did to the facts, where there are such checks.
    pub trail: Pool<u64>,
}

impl PlanData {
    pub fn new(tables: &'static Tables, limits: &Limits) -> PlanData {
        PlanData {
            tables,
            steps: Pool::new(limits.steps),
            nodes: Pool::new(limits.tasks),
            words: Words::new(limits.bindings),
            truth: Pool::new(limits.checks),
            trail: Pool::new(limits.trail),
        }
    }

    pub fn bytes(&self) -> usize {
        let words = self.words.bytes() + self.truth.bytes() + self.trail.bytes();
        self.steps.bytes() + self.nodes.bytes() + words
    }

    pub fn clear(&mut self) {
        self.steps.clear();
        self.nodes.clear();
        self.words.clear();
        self.truth.clear();
        self.trail.clear();
    }

    /// Takes over the words of a node from the slots of the search, where they are; of a step, if the number is one
    /// behind those of the nodes.
    pub fn keep(&mut self, number: usize, slots: &[u64]) {
        let kept = self.words.len() as u32;
        let (from, size) = match number.checked_sub(self.nodes.len()) {
            None => {
                let size = self.frame_size(&self.nodes[number]);
                (replace(&mut self.nodes[number].words, kept), size)
            }
            Some(number) => {
                let size = self.step_size(&self.steps[number]);
                (replace(&mut self.steps[number].words, kept), size)
            }
        };
        let words = &slots[from as usize..][..size];
        self.words.extend_from_slice(words);
    }

    /// How many words the nodes and the steps have.
    pub fn words_in_use(&self) -> usize {
        let nodes = self.nodes.iter().map(|node| self.frame_size(node));
        let steps = self.steps.iter().map(|step| self.step_size(step));
        nodes.chain(steps).sum()
    }

    fn frame_size(&self, node: &Node) -> usize {
        usize::from(self.tables.tasks[node.task.0 as usize].frame)
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
            &self.words[step.words as usize..step.words as usize + count],
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

    pub fn cost(&self) -> f32 {
        self.steps.last().map_or(0.0, |step| step.cost)
    }

    /// Whether a node is another one or below it; `NONE` is above all.
    pub fn is_below(&self, mut node: u32, above: u32) -> bool {
        while node != above {
            let Some(row) = self.nodes.get(node as usize) else {
                return false;
            };
            node = row.parent;
        }
        true
    }

    /// From the first step below a node to the last. Few ask for that, so that it is looked up, not written down.
    pub fn span(&self, node: u32) -> Range<usize> {
        let chosen = self.nodes[node as usize].chosen as usize;
        let is_below = |step: &usize| self.is_below(self.steps[*step].node, node);
        let mut steps = chosen..self.steps.len();
        match steps.find(is_below) {
            Some(first) => first..steps.rfind(is_below).unwrap_or(first) + 1,
            None => chosen..chosen,
        }
    }

    /// The frame of a node.
    pub fn frame(&self, node: &Node) -> &[u64] {
        &self.words[node.words as usize..][..self.frame_size(node)]
    }

    /// The words of a step: its frame, or the fact's columns.
    pub fn step_words(&self, step: &Step) -> &[u64] {
        &self.words[step.words as usize..][..self.step_size(step)]
    }
}
