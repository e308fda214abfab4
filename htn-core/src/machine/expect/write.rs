//! Writes a plan down: its words, its nodes, its steps, and where the steps of each node are.

use super::super::{FrameKind, Limit, Machine, NONE, Signal};
use super::asks::Ask;
use super::known::Way;
use super::{Expectations, Phase};
use crate::plan::{Node, PlanData, Step, truth};
use crate::store::Store;
use crate::tables::{BranchId, MethodId, Slot};

/// How many words are copied in one step of the budget.
const WORDS_AT_ONCE: usize = 128;

/// How many of `left` rounds are granted.
fn granted_of(left: usize, granted: &mut i64) -> usize {
    let rounds = left.min(usize::try_from(*granted).unwrap_or(usize::MAX));
    *granted -= rounds as i64;
    rounds
}

impl Expectations {
    /// All slots as they are, where nobody carries the plan out: that is less work than to pick out those in use, but
    /// takes more room in an executor.
    #[inline(never)]
    pub(super) fn copy_words(&mut self, machine: &Machine, plan: &mut PlanData, granted: &mut i64) {
        let words = &machine.slots[self.at..machine.top as usize];
        let rounds = granted_of(words.len().div_ceil(WORDS_AT_ONCE), granted);
        for words in words.chunks(WORDS_AT_ONCE).take(rounds) {
            plan.words.extend_from_slice(words);
        }
        self.at += words.len().min(rounds * WORDS_AT_ONCE);
        if self.at == machine.top as usize {
            self.go_on(Phase::Nodes, 0);
        }
    }

    /// The nodes, without what is known from the steps below them.
    #[inline(never)]
    pub(super) fn write_nodes<const WANTED: bool>(
        &mut self,
        machine: &Machine,
        plan: &mut PlanData,
        granted: &mut i64,
    ) {
        let rounds = granted_of(machine.frames.len() - self.at, granted);
        let (from, to) = (self.at, self.at + rounds);
        for (at, frame) in (from..).zip(&machine.frames[from..to]) {
            let parent = node_of(&self.nodes, frame.parent);
            if frame.kind != FrameKind::Task {
                self.nodes[at] = parent;
                continue;
            }
            self.nodes[at] = plan.nodes.len() as u32;
            let words = if WANTED {
                let size = machine.tables.tasks[frame.task.0 as usize].frame;
                plan.keep(&machine.slots, frame.fp, size)
            } else {
                frame.fp
            };
            plan.nodes.push(Node {
                task: frame.task,
                method: MethodId(frame.method),
                branch: BranchId(frame.branch),
                words,
                parent,
                first: NONE,
                end: 0,
                chosen: frame.first_step,
                external: NONE,
                truth: NONE,
                returns: frame.ret != Slot::NONE,
            });
        }
        self.at = to;
        if to == machine.frames.len() {
            self.go_on(Phase::Steps, 0);
        }
    }

    /// The steps, each noted in the node that it belongs to.
    #[inline(never)]
    pub(super) fn write_steps<const WANTED: bool>(
        &mut self,
        machine: &Machine,
        plan: &mut PlanData,
        granted: &mut i64,
    ) {
        let rounds = granted_of(machine.steps.len() - self.at, granted);
        let (from, to) = (self.at, self.at + rounds);
        for (at, step) in (from as u32..).zip(&machine.steps[from..to]) {
            let (mut words, mut external) = (step.fp, NONE);
            if WANTED {
                let act = self.known.act(step.kind);
                words = plan.keep(&machine.slots, step.fp, act.words);
                external = at | act.internal;
                self.writes.note(at, act.writes, self.known.asked);
            }
            let node = node_of(&self.nodes, step.frame);
            plan.steps.push(Step {
                kind: step.kind,
                words,
                node,
                cost: step.cost,
            });
            if let Some(node) = plan.nodes.get_mut(node as usize) {
                node.first = node.first.min(at);
                node.end = at + 1;
                if WANTED {
                    node.external = node.external.min(external);
                }
            }
        }
        self.at = to;
        if to == machine.steps.len() {
            self.go_on(Phase::Spans, plan.nodes.len());
        }
    }

    /// Where the steps of nodes without own ones are, and which checks there are: last node first, since each passes
    /// on what it knows to the one above it.
    #[inline(never)]
    pub(super) fn measure_nodes<const WANTED: bool>(
        &mut self,
        machine: &Machine,
        plan: &mut PlanData,
        store: &Store,
        granted: &mut i64,
    ) -> Option<Signal> {
        let rounds = granted_of(self.at, granted);
        let (from, to) = (self.at, self.at - rounds);
        for at in (to..from).rev() {
            let (above, below) = plan.nodes.split_at_mut(at);
            let node = &mut below[0];
            if let Some(parent) = above.get_mut(node.parent as usize) {
                parent.first = parent.first.min(node.first);
                parent.end = parent.end.max(node.end);
                if WANTED {
                    parent.external = parent.external.min(node.external);
                }
            }
            if node.first == NONE {
                node.first = node.chosen;
                node.end = node.chosen;
            }
            if WANTED && node.external != NONE && !self.add_checks(machine, plan, store, at) {
                return Some(Signal::Full(Limit::Checks));
            }
        }
        self.at = to;
        if to == 0 {
            self.after_writing(machine);
        }
        None
    }

    /// Rows for the checks of a node's branch, and asks for those that a later step may change; false where they do
    /// not fit.
    fn add_checks(
        &mut self,
        machine: &Machine,
        plan: &mut PlanData,
        store: &Store,
        at: usize,
    ) -> bool {
        let node = &mut plan.nodes[at];
        let Some(branch) = machine.tables.branches.get(node.branch.0 as usize) else {
            return true;
        };
        let checks = self.known.checks(branch.checks);
        if checks.is_empty() {
            return true;
        }
        let most = machine.limits.checks;
        let Some(row) = truth::add_rows(&mut plan.truth, checks.len(), most) else {
            return false;
        };
        node.truth = row;
        let node = *node;
        let frame = &plan.words[node.words as usize..];
        for (i, check) in (0..).zip(checks) {
            // Most checks are about facts that no step writes.
            if !self.writes.touch(check.reads) {
                continue;
            }
            let row = row + i;
            if let Way::Word(test) = check.way {
                let truth = &mut plan.truth;
                let facts = &mut self.facts;
                facts.push(test, frame, row, node.external, truth, store);
            } else if let Some(open) = self.writes.first_after(node.chosen, check.reads) {
                let ask = Ask {
                    check: branch.checks.at + i,
                    node: at as u32,
                    row,
                    from: node.external.max(open),
                    opens: open > node.external,
                };
                self.asks.push(check.reads, ask);
            }
        }
        true
    }
}

/// The node of a frame, or `NONE`.
#[inline(always)]
fn node_of(nodes: &[u32], frame: u32) -> u32 {
    nodes.get(frame as usize).copied().unwrap_or(NONE)
}
