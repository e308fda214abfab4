//! A plan as plain rows, without the domain's types.

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

/// A plan: what the search has when it is found, whose memory it takes over. All memory is taken when it is made.
#[derive(Clone)]
pub(crate) struct PlanData {
    pub tables: &'static Tables,
    pub steps: Pool<StepRecord>,
    /// Tree nodes, parents first, interleaved with anonymous frames.
    pub frames: Pool<Frame>,
    /// The anonymous frames, in order.
    pub anonymous_frames: Pool<u32>,
    /// The words of frames and steps.
    pub words: Words,
    /// By frame, the first external step below it, or `NONE`. Only for finding the checks that must be evaluated: empty if
    /// the trail tells all of them.
    pub externals: Pool<u32>,
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
            anonymous_frames: Pool::new(limits.tasks),
            words: Words::new(limits.bindings),
            externals: Pool::new(limits.tasks),
            truth: Pool::new(limits.checks),
            trail: Words::new(limits.trail / Trail::WORDS),
        }
    }

    pub fn bytes(&self) -> usize {
        let words = self.words.bytes() + self.truth.bytes() + self.trail.bytes();
        let nodes = self.frames.bytes() + self.anonymous_frames.bytes() + self.externals.bytes();
        self.steps.bytes() + nodes + words
    }

    /// A copy that takes no more memory than it needs.
    pub fn without_slack(&self) -> PlanData {
        PlanData {
            tables: self.tables,
            steps: self.steps.without_slack(),
            frames: self.frames.without_slack(),
            anonymous_frames: self.anonymous_frames.without_slack(),
            words: self.words.without_slack(),
            externals: self.externals.without_slack(),
            truth: self.truth.without_slack(),
            trail: self.trail.without_slack(),
        }
    }

    pub fn clear(&mut self) {
        self.steps.clear();
        self.frames.clear();
        self.anonymous_frames.clear();
        self.words.clear();
        self.externals.clear();
        self.truth.clear();
        self.trail.clear();
    }

    /// Makes room before the frames for so many others; those that were above all are now below one of them, or of
    /// none.
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

    /// The plan to read.
    pub fn view(&self) -> RawPlan<'_> {
        RawPlan::found(self)
    }

    /// Takes over the words of a frame from the slots of the search, where they are; of a step, if the number is one
    /// behind those of the frames.
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

    /// How many words the nodes and the steps have.
    pub fn words_in_use(&self) -> usize {
        let frames = self.frames.iter().map(|frame| frame.node.size(self.tables));
        let steps = self.steps.iter();
        let steps = steps.map(|step| usize::from(StepInfo::of(self.tables, step.kind).size));
        frames.chain(steps).sum()
    }
}
