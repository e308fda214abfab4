//! Writes down what a plan's checks need: its trail, the first external steps, what its steps do; and finds the checks that
//! must be asked.

use super::super::builder::chunk;
use super::super::{Limit, Machine, NONE};
use super::asks::PendingCheck;
use super::{ConditionTracker, Phase};
use crate::model::limits::LimitKind;
use crate::model::plan::{PlanData, truth};

/// How many of `left` rounds are granted; what is granted is not below 0.
fn granted_of(left: usize, granted: &mut i64) -> usize {
    let rounds = (left as i64).min(*granted);
    *granted -= rounds;
    rounds as usize
}

impl ConditionTracker {
    /// The trail as it is.
    pub(super) fn copy_trail(&mut self, machine: &Machine, plan: &mut PlanData, granted: &mut i64) {
        *granted -= 1;
        let (entries, copied) = (machine.state.work.trail.entries(), plan.trail.len());
        plan.trail.extend_from_slice(chunk(entries, copied));
        if plan.trail.len() == entries.len() {
            self.go_on(Phase::Frames, 0);
        }
    }

    /// Forgets what is known of the checks of the frames: of those that the last plan had, too.
    pub(super) fn clear_frames(&mut self, plan: &mut PlanData, granted: &mut i64) {
        let from = plan.externals.len();
        let end = from + granted_of(plan.frames.len() - from, granted);
        plan.externals.resize(end, NONE);
        let frames = plan.frames[from..end].iter_mut();
        frames.for_each(|frame| frame.node.truth = NONE);
        if end == plan.frames.len() {
            self.go_on(Phase::Acts, 0);
        }
    }

    /// Which predicates the steps write, and the first external step of each frame's own.
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

    /// Only the slots in use, where the words of another plan must fit behind them: those of the frames, then those of
    /// the steps.
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

    /// Which checks must be asked: last frame first, since each passes on its first external step to the one above it.
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
                // Those that were not come to do not count.
                *granted += (number - self.at) as i64;
                return Err(limit);
            }
        }
        if self.at == 0 {
            self.after_checks(plan);
        }
        Ok(())
    }

    /// Asks for those checks of a frame's branch that a step may change, and that the trail does not tell.
    fn add_checks(&mut self, number: usize, plan: &mut PlanData) -> Result<(), Limit> {
        let (node, external) = (&mut plan.frames[number].node, plan.externals[number]);
        let Some(branch) = plan.tables.branches.get(usize::from(node.branch)) else {
            return Ok(());
        };
        for (i, check) in (0..).zip(self.known.checks(branch.checks)) {
            if check.word.is_some() {
                continue;
            }
            // Where the solutions of a `for` were found nobody knows, but it was not before the first step.
            let held = if check.collected { 0 } else { node.chosen };
            let Some(open) = self.writes.first_after(held, check.reads) else {
                continue;
            };
            if node.truth == NONE {
                let checks = branch.checks.len as usize;
                node.truth = truth::add_rows(&mut plan.truth, checks)
                    .ok_or(Limit::Kind(LimitKind::Checks))?;
            }
            let ask = PendingCheck {
                check: branch.checks.at + i,
                frame: number as u32,
                row: node.truth + i,
                from: external.max(open),
                opens: open > external,
            };
            self.asks.push(check.reads, ask);
        }
        Ok(())
    }
}
