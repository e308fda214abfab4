//! What the search has of a plan, frames and steps, their words and the trail, goes over to the plan and back.

use core::mem::swap;

use super::super::{Frame, Machine, NONE};
use super::{ConditionTracker, Phase};
use crate::model::plan::{NodeRecord, PlanData, StepRecord};
use crate::model::pool::Pool;

/// How many items are copied in one step of the budget.
const AT_ONCE: usize = 128;

/// The items from one on that are copied in one step.
pub(super) fn chunk<T>(items: &[T], from: usize) -> &[T] {
    let left = &items[from..];
    left.get(..AT_ONCE).unwrap_or(left)
}

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
        lend(&mut machine.frames, &mut plan.frames);
        lend(&mut machine.anonymous_frames, &mut plan.anonymous_frames);
        lend(&mut machine.steps, &mut plan.steps);
        let words = machine.work.top as usize;
        plan.words.exchange(&mut machine.slots, words);
        if trail {
            machine.work.trail.lend(&mut plan.trail);
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
            machine.work.trail.take_back(&mut plan.trail);
            self.lent.trail = false;
        }
    }

    /// Copies back what the plan took over, as far as the steps granted go.
    pub(super) fn give_back(&mut self, machine: &mut Machine, plan: &PlanData, granted: &mut i64) {
        if self.lent.rest {
            copy_on(&mut machine.frames, &plan.frames, granted);
            copy_on(
                &mut machine.anonymous_frames,
                &plan.anonymous_frames,
                granted,
            );
            copy_on(&mut machine.steps, &plan.steps, granted);
            let back = &mut self.lent.words_back;
            while *granted > 0 && *back < plan.words.len() {
                *granted -= 1;
                let words = chunk(&plan.words, *back);
                machine.slots[*back..*back + words.len()].copy_from_slice(words);
                *back += words.len();
            }
            self.lent.rest = *back < plan.words.len()
                || machine.frames.len() < plan.frames.len()
                || machine.anonymous_frames.len() < plan.anonymous_frames.len()
                || machine.steps.len() < plan.steps.len();
        }
        if self.lent.trail {
            let trail = &mut machine.work.trail;
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
        let Machine { frames, steps, .. } = machine;
        let node_at = |frame| node_at(frames, &machine.anonymous_frames, frame);
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

/// The plan has the items of the search, and the search has none.
#[inline(always)]
fn lend<T>(from: &mut Pool<T>, to: &mut Pool<T>) {
    swap(from, to);
    from.clear();
}

/// Copies what is missing, as far as the steps granted go.
fn copy_on<T: Copy>(to: &mut Pool<T>, from: &Pool<T>, granted: &mut i64) {
    while *granted > 0 && to.len() < from.len() {
        *granted -= 1;
        let items = chunk(from, to.len());
        to.extend_from_slice(items);
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
