//! Writes a plan down: its trail, its nodes and its steps; and finds the checks that must be asked.

use super::super::{Limit, Machine, NONE};
use super::asks::Ask;
use super::{Expectations, Phase, chunk};
use crate::plan::{Node, PlanData, Step, truth};
use crate::tables::{BranchId, MethodId};

/// How many of `left` rounds are granted; what is granted is not below 0.
fn granted_of(left: usize, granted: &mut i64) -> usize {
    let rounds = (left as i64).min(*granted);
    *granted -= rounds;
    rounds as usize
}

impl Expectations {
    /// The trail, the nodes and the steps, one after another as far as the steps granted go.
    #[inline(never)]
    pub(super) fn write(&mut self, machine: &Machine, plan: &mut PlanData, granted: &mut i64) {
        if self.phase == Phase::Trail {
            self.copy_trail(machine, plan, granted);
        }
        if self.phase == Phase::Nodes {
            self.write_nodes(machine, plan, granted);
        }
        if self.phase == Phase::Steps {
            self.write_steps(machine, plan, granted);
        }
    }

    /// The trail as it is.
    #[inline(always)]
    fn copy_trail(&mut self, machine: &Machine, plan: &mut PlanData, granted: &mut i64) {
        while *granted > 0 {
            *granted -= 1;
            let (words, is_last) = chunk(machine.trail.words(), self.at);
            plan.trail.extend_from_slice(words);
            self.at += words.len();
            if is_last {
                return self.go_on(Phase::Nodes, 0);
            }
        }
    }

    /// The nodes, without what is known from the steps below them.
    #[inline(always)]
    fn write_nodes(&mut self, machine: &Machine, plan: &mut PlanData, granted: &mut i64) {
        let from = self.at;
        self.at += granted_of(machine.frames.len() - from, granted);
        let (frames, numbers) = (&machine.frames[..self.at], &mut self.nodes[..self.at]);
        for at in from..self.at {
            let frame = &frames[at];
            let parent = numbers.get(frame.parent as usize).copied().unwrap_or(NONE);
            if !frame.is_node() {
                numbers[at] = parent;
                continue;
            }
            numbers[at] = plan.nodes.len() as u32;
            plan.nodes.push(Node {
                task: frame.task,
                method: MethodId(frame.method),
                branch: BranchId(frame.branch),
                ret: frame.ret,
                words: frame.fp,
                parent,
                chosen: frame.first_step,
                external: NONE,
                truth: NONE,
            });
        }
        if self.at == machine.frames.len() {
            self.go_on(Phase::Steps, 0);
        }
    }

    /// The steps, and what they do.
    #[inline(always)]
    fn write_steps(&mut self, machine: &Machine, plan: &mut PlanData, granted: &mut i64) {
        let from = self.at;
        self.at += granted_of(machine.steps.len() - from, granted);
        let steps = machine.steps[from..self.at].iter();
        plan.steps.extend(steps.map(|step| Step {
            kind: step.kind,
            words: step.fp,
            node: self.nodes[step.frame as usize],
            trail: step.trail,
            cost: step.cost,
        }));
        if self.known.asked != 0 {
            self.note_acts(from, plan);
        }
        if self.at == machine.steps.len() {
            self.after_steps(machine, plan);
        }
    }

    /// Which predicates the steps from this one on write, and the first external step of each node's own.
    #[inline(never)]
    fn note_acts(&mut self, from: usize, plan: &mut PlanData) {
        for (at, step) in (from as u32..).zip(&plan.steps[from..]) {
            let act = self.known.act(step.kind);
            self.writes.note(at, act.writes & self.known.asked);
            if act.external
                && let Some(node) = plan.nodes.get_mut(step.node as usize)
            {
                node.external = node.external.min(at);
            }
        }
    }

    /// Only the slots in use, where the words of another plan must fit behind them: those of the nodes, then those of
    /// the steps.
    pub(super) fn pack_words(&mut self, machine: &Machine, plan: &mut PlanData, granted: &mut i64) {
        let count = plan.nodes.len() + plan.steps.len();
        let rounds = granted_of(count - self.at, granted);
        for at in self.at..self.at + rounds {
            plan.keep(at, &machine.slots);
        }
        self.at += rounds;
        if self.at == count {
            self.after_words(machine, plan);
        }
    }

    /// Which checks must be asked: last node first, since each passes on its first external step to the one above it.
    #[inline(never)]
    pub(super) fn find_checks(
        &mut self,
        machine: &Machine,
        plan: &mut PlanData,
        granted: &mut i64,
    ) -> Result<(), Limit> {
        let from = self.at;
        self.at -= granted_of(from, granted);
        for number in (self.at..from).rev() {
            let Node {
                external, parent, ..
            } = plan.nodes[number];
            if external == NONE {
                continue;
            }
            if let Some(parent) = plan.nodes.get_mut(parent as usize) {
                parent.external = parent.external.min(external);
            }
            if let Err(limit) = self.add_checks(number, plan) {
                // Those that were not come to do not count.
                *granted += (number - self.at) as i64;
                return Err(limit);
            }
        }
        if self.at == 0 {
            self.after_writing(machine);
        }
        Ok(())
    }

    /// Asks for those checks of a node's branch that a step may change, and that the trail does not tell.
    fn add_checks(&mut self, number: usize, plan: &mut PlanData) -> Result<(), Limit> {
        let node = &mut plan.nodes[number];
        let Some(branch) = plan.tables.branches.get(node.branch.0 as usize) else {
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
                node.truth = truth::add_rows(&mut plan.truth, checks).ok_or(Limit::Checks)?;
            }
            let ask = Ask {
                check: branch.checks.at + i,
                node: number as u32,
                row: node.truth + i,
                from: node.external.max(open),
                opens: open > node.external,
            };
            self.asks.push(check.reads, ask);
        }
        Ok(())
    }
}
