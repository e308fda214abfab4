//! Collects the data that the checks of a plan need, and finds the checks to evaluate.

use super::super::builder::chunk;
use super::super::{Limit, Machine, NONE};
use super::check_queue::PendingCheck;
use super::{ConditionTracker, Phase};
use crate::model::limits::LimitKind;
use crate::model::plan::{PlanData, condition_history};

/// Returns how many of `left` iterations are granted, and subtracts them. `granted` must not be negative.
fn granted_of(left: usize, granted: &mut i64) -> usize {
    let rounds = (left as i64).min(*granted);
    *granted -= rounds;
    rounds as usize
}

impl ConditionTracker {
    /// Copies the trail.
    pub(super) fn copy_trail(&mut self, machine: &Machine, plan: &mut PlanData, granted: &mut i64) {
        *granted -= 1;
        let (entries, copied) = (machine.state.work.trail.entries(), plan.trail.len());
        plan.trail.extend_from_slice(chunk(entries, copied));
        if plan.trail.len() == entries.len() {
            self.continue_with(Phase::Frames, 0);
        }
    }

    /// Clears the results of the checks of all frames, including old ones of the last plan.
    pub(super) fn clear_frames(&mut self, plan: &mut PlanData, granted: &mut i64) {
        let from = plan.externals.len();
        let end = from + granted_of(plan.frames.len() - from, granted);
        plan.externals.resize(end, NONE);
        let frames = plan.frames[from..end].iter_mut();
        frames.for_each(|frame| frame.node.history_row = NONE);
        if end == plan.frames.len() {
            self.continue_with(Phase::Acts, 0);
        }
    }

    /// Records which predicates the steps write, and the first external step of each frame.
    pub(super) fn note_acts(&mut self, plan: &mut PlanData, granted: &mut i64) {
        let from = self.at;
        self.at += granted_of(plan.steps.len() - from, granted);
        for (at, step) in (from as u32..).zip(&plan.steps[from..self.at]) {
            let act = self.known.act(step.kind);
            self.writes.note(at, act.writes & self.known.asked);
            if act.external
                && let Some(external) = plan.externals.get_mut(step.node as usize)
            {
                *external = at.min(*external);
            }
        }
        if self.at == plan.steps.len() {
            self.after_acts(plan);
        }
    }

    /// Copies only the slots in use, those of the frames and then those of the steps, to make room for the words of
    /// another plan.
    pub(super) fn pack_words(&mut self, machine: &Machine, plan: &mut PlanData, granted: &mut i64) {
        let count = plan.frames.len() + plan.steps.len();
        let rounds = granted_of(count - self.at, granted);
        for at in self.at..self.at + rounds {
            plan.keep(at, &machine.state.slots);
        }
        self.at += rounds;
        if self.at == count {
            self.after_words();
        }
    }

    /// Finds the checks to evaluate. The last frame is first, because each frame passes its first external step on to
    /// its parent.
    pub(super) fn find_checks(
        &mut self,
        plan: &mut PlanData,
        granted: &mut i64,
    ) -> Result<(), Limit> {
        let from = self.at;
        self.at -= granted_of(from, granted);
        for number in (self.at..from).rev() {
            let external = plan.externals[number];
            if external == NONE {
                continue;
            }
            let parent = plan.frames[number].node.parent;
            if let Some(above) = plan.externals.get_mut(parent as usize) {
                *above = external.min(*above);
            }
            if let Err(limit) = self.add_checks(number, plan) {
                // Frames that were not reached do not count.
                *granted += (number - self.at) as i64;
                return Err(limit);
            }
        }
        if self.at == 0 {
            self.after_checks(plan);
        }
        Ok(())
    }

    /// Queues those checks of a frame's branch that a step may change and whose results the trail does not have.
    fn add_checks(&mut self, number: usize, plan: &mut PlanData) -> Result<(), Limit> {
        let (node, external) = (&mut plan.frames[number].node, plan.externals[number]);
        let Some(branch) = plan.tables.branches.get(usize::from(node.branch)) else {
            return Ok(());
        };
        for (i, check) in (0..).zip(self.known.checks(branch.checks)) {
            if check.word.is_some() {
                continue;
            }
            // The state in which the solutions of a `for` were found is unknown, but is not before the first step.
            let held = if check.collected { 0 } else { node.chosen };
            let Some(open) = self.writes.first_after(held, check.reads) else {
                continue;
            };
            if node.history_row == NONE {
                let checks = branch.checks.len as usize;
                node.history_row = condition_history::add_rows(&mut plan.condition_history, checks)
                    .ok_or(Limit::Kind(LimitKind::Checks))?;
            }
            let pending = PendingCheck {
                check: branch.checks.at + i,
                frame: number as u32,
                row: node.history_row + i,
                from: external.max(open),
                opens: open > external,
            };
            self.queue.push(check.reads, pending);
        }
        Ok(())
    }
}
