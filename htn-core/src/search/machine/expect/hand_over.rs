//! What the search has of a plan, frames and steps, their words and the trail, goes over to the plan and back.

use super::super::builder::chunk;
use super::super::{Frame, Machine, NONE};
use super::{ConditionTracker, Phase};
use crate::model::plan::{NodeRecord, PlanData, StepRecord};

/// What of the search is with the plan.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Lent {
    /// Frames, steps and words.
    pub rest: bool,
    /// How many of the words are back.
    words_back: usize,
    pub trail: bool,
}

impl Lent {
    pub fn any(self) -> bool {
        self.rest || self.trail
    }
}

impl ConditionTracker {
    /// The plan takes over the memory of the search, and leaves it its own.
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

    /// Takes the trail back from a plan that nobody wants any more: what was changed can be taken back by it.
    #[inline(always)]
    pub fn take_back(&mut self, machine: &mut Machine, plan: &mut PlanData) {
        if self.lent.trail {
            machine.state.work.trail.take_back(&mut plan.trail);
            self.lent.trail = false;
        }
    }

    /// Copies back what the plan took over, as far as the steps granted go.
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

    /// The plan will be put together with another one, and the search keeps what it has: steps and frames are copied, but
    /// for those that are no nodes, since there must be room for the other's.
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
            self.go_on(Phase::Pack, 0);
        }
    }
}

/// The number of the node at or above a frame, without anonymous frames, or `NONE`.
fn node_at(frames: &[Frame], anonymous: &[u32], mut frame: u32) -> u32 {
    while let Some(Frame { node, .. }) = frames.get(frame as usize) {
        if !node.is_anonymous() {
            return frame - anonymous.partition_point(|other| *other < frame) as u32;
        }
        frame = node.parent;
    }
    NONE
}
