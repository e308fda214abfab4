//! Hands the memory of a plan from the search to the plan, and copies it back.

use super::super::builder::chunk;
use super::super::{Frame, Machine, NONE};
use super::{ConditionTracker, Phase};
use crate::model::plan::{NodeRecord, PlanData, StepRecord};

/// The memory of the search that the plan has.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Lent {
    /// Frames, steps and words.
    pub rest: bool,
    /// The number of words that are copied back.
    words_back: usize,
    pub trail: bool,
}

impl Lent {
    pub fn any(self) -> bool {
        self.rest || self.trail
    }
}

impl ConditionTracker {
    /// Swaps the memory of the search with that of the plan.
    #[inline(always)]
    pub(super) fn hand_over(&mut self, machine: &mut Machine, plan: &mut PlanData, trail: bool) {
        machine.state.plan.lend(plan);
        let words = machine.state.work.top as usize;
        machine.state.slots.lend(&mut plan.words, words);
        if trail {
            machine.state.work.trail.lend(&mut plan.trail);
        }
        self.lent = Lent {
            rest: true,
            words_back: 0,
            trail,
        };
    }

    /// Returns the trail from a plan that is no longer needed, so that its changes can be undone.
    #[inline(always)]
    pub fn reclaim(&mut self, machine: &mut Machine, plan: &mut PlanData) {
        if self.lent.trail {
            machine.state.work.trail.reclaim(&mut plan.trail);
            self.lent.trail = false;
        }
    }

    /// Copies the memory back from the plan, within the granted budget.
    pub(super) fn give_back(&mut self, machine: &mut Machine, plan: &PlanData, granted: &mut i64) {
        if self.lent.rest {
            let has_plan = machine.state.plan.copy_back(plan, granted);
            let back = &mut self.lent.words_back;
            while *granted > 0 && *back < plan.words.len() {
                *granted -= 1;
                let words = chunk(&plan.words, *back);
                machine.state.slots[*back..*back + words.len()].copy_from_slice(words);
                *back += words.len();
            }
            self.lent.rest = *back < plan.words.len() || !has_plan;
        }
        if self.lent.trail {
            let trail = &mut machine.state.work.trail;
            while *granted > 0 && trail.entries().len() < plan.trail.len() {
                *granted -= 1;
                trail.extend_from_slice(chunk(&plan.trail, trail.entries().len()));
            }
            self.lent.trail = trail.entries().len() < plan.trail.len();
        }
    }

    /// Copies steps and frames for a plan that is grafted later, because the search keeps its own. Anonymous frames are
    /// left out, to make room for the other plan's nodes.
    pub(super) fn copy_search(
        &mut self,
        machine: &Machine,
        plan: &mut PlanData,
        granted: &mut i64,
    ) {
        let (frames, steps) = (machine.state.plan.frames(), machine.state.plan.steps());
        let node_at = |frame| node_at(frames, machine.state.plan.anonymous(), frame);
        let count = frames.len() + steps.len();
        while *granted > 0 && self.at < count {
            *granted -= 1;
            match frames.get(self.at) {
                Some(frame) if frame.node.is_anonymous() => {}
                Some(frame) => plan.frames.push(Frame::of_node(NodeRecord {
                    parent: node_at(frame.node.parent),
                    ..frame.node
                })),
                None => {
                    let step = &steps[self.at - frames.len()];
                    plan.steps.push(StepRecord {
                        node: node_at(step.node),
                        ..*step
                    });
                }
            }
            self.at += 1;
        }
        if self.at == count {
            self.continue_with(Phase::Pack, 0);
        }
    }
}

/// Returns the number of the node at or above a frame, not counting anonymous frames, or `NONE`.
fn node_at(frames: &[Frame], anonymous: &[u32], mut frame: u32) -> u32 {
    while let Some(Frame { node, .. }) = frames.get(frame as usize) {
        if !node.is_anonymous() {
            return frame - anonymous.partition_point(|other| *other < frame) as u32;
        }
        frame = node.parent;
    }
    NONE
}
