//! A plan as untyped rows of words.

use core::mem::replace;

use super::raw::RawPlan;
use super::records::StepRecord;
use crate::exec::StepInfo;
use crate::model::limits::Limits;
use crate::model::pool::Pool;
use crate::model::words::Words;
use crate::search::machine::{Frame, NONE};
use crate::store::{Entry, Trail};
use crate::tables::Tables;

/// A plan that a search has found.
///
/// Frames, steps and words are swapped with the buffers of the search, not copied, unless the plan is a repair that has yet
/// to be grafted. All memory is allocated by [`new`](Self::new).
#[derive(Clone)]
pub(crate) struct PlanData {
    pub tables: &'static Tables,
    pub steps: Pool<StepRecord>,
    /// Tree nodes, parents first, interleaved with anonymous frames.
    pub frames: Pool<Frame>,
    /// Indices of the frames that are not tree nodes (roots and strands), ascending.
    pub anonymous_frames: Pool<u32>,
    /// Words of frames and steps.
    pub words: Words,
    /// The first external step below each frame, or `NONE`. Indexed like `frames`. Empty if the trail answers every check.
    pub externals: Pool<u32>,
    /// The planned states in which each check holds; see [`condition_history`](super::condition_history).
    ///
    /// States before the first external step below a frame are not computed. A check for a single fact never changes here:
    /// its changes are read from the trail.
    pub condition_history: Pool<u64>,
    /// The fact changes of the steps. Empty if no check is answered by the trail.
    pub trail: Words<Entry>,
}

impl PlanData {
    pub fn new(tables: &'static Tables, limits: &Limits) -> PlanData {
        PlanData {
            tables,
            steps: Pool::new(limits.steps),
            frames: Pool::new(limits.tasks),
            anonymous_frames: Pool::new(limits.tasks),
            words: Words::new(limits.bindings),
            externals: Pool::new(limits.tasks),
            condition_history: Pool::new(limits.checks),
            trail: Words::new(limits.trail / Trail::WORDS),
        }
    }

    pub fn bytes(&self) -> usize {
        let words = self.words.bytes() + self.condition_history.bytes() + self.trail.bytes();
        let nodes = self.frames.bytes() + self.anonymous_frames.bytes() + self.externals.bytes();
        self.steps.bytes() + nodes + words
    }

    /// Returns a copy without spare capacity.
    pub fn without_slack(&self) -> PlanData {
        PlanData {
            tables: self.tables,
            steps: self.steps.without_slack(),
            frames: self.frames.without_slack(),
            anonymous_frames: self.anonymous_frames.without_slack(),
            words: self.words.without_slack(),
            externals: self.externals.without_slack(),
            condition_history: self.condition_history.without_slack(),
            trail: self.trail.without_slack(),
        }
    }

    pub fn clear(&mut self) {
        self.steps.clear();
        self.frames.clear();
        self.anonymous_frames.clear();
        self.words.clear();
        self.externals.clear();
        self.condition_history.clear();
        self.trail.clear();
    }

    /// Renumbers frames and steps for `count` frames inserted in front. Top-level frames become children of `above`, which
    /// may be `NONE`.
    pub fn shift_frames(&mut self, count: u32, above: u32) {
        for frame in self.frames.iter_mut() {
            let parent = &mut frame.node.parent;
            *parent = match *parent {
                NONE => above,
                parent => parent + count,
            };
        }
        for step in self.steps.iter_mut().filter(|step| step.node != NONE) {
            step.node += count;
        }
    }

    /// Returns a reader over the plan.
    pub fn view(&self) -> RawPlan<'_> {
        RawPlan::found(self)
    }

    /// Appends the words of one frame or step from the search's `slots`, and points it at the copy.
    ///
    /// Indices count the frames first and then the steps.
    pub fn keep(&mut self, number: usize, slots: &[u64]) {
        let kept = self.words.len() as u32;
        let (words, size) = match number.checked_sub(self.frames.len()) {
            None => {
                let node = &mut self.frames[number].node;
                let size = node.size(self.tables);
                (&mut node.words, size)
            }
            Some(number) => {
                let step = &mut self.steps[number];
                let size = usize::from(StepInfo::of(self.tables, step.kind).size);
                (&mut step.words, size)
            }
        };
        let from = replace(words, kept) as usize;
        self.words.extend_from_slice(&slots[from..][..size]);
    }

    /// Returns the total number of words of all nodes and steps.
    pub fn words_in_use(&self) -> usize {
        let frames = self.frames.iter().map(|frame| frame.node.size(self.tables));
        let steps = self.steps.iter();
        let steps = steps.map(|step| usize::from(StepInfo::of(self.tables, step.kind).size));
        frames.chain(steps).sum()
    }
}
