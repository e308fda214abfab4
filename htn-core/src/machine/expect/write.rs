//! Writes a plan down: its words, its nodes, its steps, and where the steps of each node are.

use super::super::{Limit, Machine, NONE, Signal};
use super::asks::Ask;
use super::known::Way;
use super::{Expectations, Phase};
use crate::plan::{Node, PlanData, Step, truth};
use crate::pool::Pool;
use crate::store::Store;
use crate::tables::{BranchId, MethodId};

/// How many words are copied in one step of the budget.
const WORDS_AT_ONCE: usize = 128;

/// How many of `left` rounds are granted.
fn granted_of(left: usize, granted: &mut i64) -> usize {
    let rounds = left.min(usize::try_from(*granted).unwrap_or(usize::MAX));
    *granted -= rounds as i64;
    rounds
}

impl Expectations {
    /// All slots as they are: that is less work than to pick out those in use.
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
    pub(super) fn write_nodes(
        &mut self,
        machine: &Machine,
        plan: &mut PlanData,
        granted: &mut i64,
    ) {
        let rounds = granted_of(machine.frames.len() - self.at, granted);
        let (from, to) = (self.at, self.at + rounds);
        for (at, frame) in (from..).zip(&machine.frames[from..to]) {
            let parent = node_of(&self.nodes, frame.parent);
            if !frame.is_node() {
                self.nodes[at] = parent;
                continue;
            }
            self.nodes[at] = plan.nodes.len() as u32;
            plan.nodes.push(Node {
                task: frame.task,
                method: MethodId(frame.method),
                branch: BranchId(frame.branch),
                words: frame.fp,
                parent,
                first: NONE,
                end: 0,
                chosen: frame.first_step,
                external: NONE,
                truth: NONE,
                ret: frame.ret,
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
        let (frames, known, nodes) = (&*self.nodes, &self.known, plan.nodes.as_mut_slice());
        let (mut at, mut written) = (from as u32, 0);
        // Steps in a row are mostly of one node.
        let mut stretch = Stretch::begin(frames, NONE, at);
        plan.steps
            .extend(machine.steps[from..to].iter().map(|step| {
                if step.frame != stretch.frame {
                    stretch.end::<WANTED>(nodes, at);
                    stretch = Stretch::begin(frames, step.frame, at);
                }
                if WANTED {
                    let act = known.act(step.kind);
                    written |= act.writes;
                    if act.writes & known.asked != 0 {
                        self.writes.note(at, act.writes & known.asked);
                    }
                    stretch.external = stretch.external.min(at | act.internal);
                }
                at += 1;
                Step {
                    kind: step.kind,
                    words: step.fp,
                    node: stretch.node,
                    cost: step.cost,
                }
            }));
        stretch.end::<WANTED>(nodes, at);
        self.writes.any |= written;
        self.at = to;
        if to == machine.steps.len() {
            match self.grafts {
                true => self.go_on(Phase::Pack, 0),
                false => self.go_on(Phase::Spans, plan.nodes.len()),
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
        let mut nodes = &mut plan.nodes[..self.at];
        let to = nodes.len() - rounds;
        for _ in 0..rounds {
            let Some((node, above)) = core::mem::take(&mut nodes).split_last_mut() else {
                break;
            };
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
            if WANTED && node.external != NONE {
                let (words, truth) = (&plan.words[node.words as usize..], &mut plan.truth);
                let row = self.add_checks(machine, store, words, truth, node, above.len());
                let Some(row) = row else {
                    return Some(Signal::Full(Limit::Checks));
                };
                node.truth = row;
            }
            nodes = above;
        }
        self.at = to;
        if to == 0 {
            self.after_writing(machine);
        }
        None
    }

    /// Rows for the checks of a node's branch, and asks for those that a later step may change. Returns the first row,
    /// or `NONE` where there are none; nothing where they do not fit.
    fn add_checks(
        &mut self,
        machine: &Machine,
        store: &Store,
        frame: &[u64],
        truth: &mut Pool<u64>,
        node: &Node,
        number: usize,
    ) -> Option<u32> {
        let branch = machine.tables.branches.get(node.branch.0 as usize);
        let Some(run) = branch.map(|branch| branch.checks).filter(|run| run.len > 0) else {
            return Some(NONE);
        };
        let (chosen, external) = (node.chosen, node.external);
        let (facts, asks, writes) = (&mut self.facts, &mut self.asks, &self.writes);
        let written = writes.any;
        facts.want(external);
        let first = truth.len() as u32;
        let rows = self.known.checks(run).iter().enumerate();
        let rows = rows.map(|(i, check)| {
            // Most checks are about facts that no step writes.
            if check.reads & written == 0 {
                return true;
            }
            let row = first + i as u32;
            if let Way::Word(test) = check.way {
                return facts.push(test, frame, row, external, store);
            }
            if let Some(open) = writes.first_after(chosen, check.reads) {
                let ask = Ask {
                    check: run.at + i as u32,
                    node: number as u32,
                    row,
                    from: external.max(open),
                    opens: open > external,
                };
                asks.push(check.reads, ask);
            }
            true
        });
        truth::add_rows_with(truth, rows, machine.limits.checks)
    }
}

/// Steps in a row that belong to the same frame.
struct Stretch {
    frame: u32,
    node: u32,
    first: u32,
    /// The first external one, or `NONE`.
    external: u32,
}

impl Stretch {
    #[inline(always)]
    fn begin(nodes: &[u32], frame: u32, first: u32) -> Stretch {
        Stretch {
            frame,
            node: node_of(nodes, frame),
            first,
            external: NONE,
        }
    }

    /// Notes them in their node.
    #[inline(always)]
    fn end<const WANTED: bool>(&self, nodes: &mut [Node], end: u32) {
        if let Some(node) = nodes.get_mut(self.node as usize) {
            node.first = node.first.min(self.first);
            node.end = end;
            if WANTED {
                node.external = node.external.min(self.external);
            }
        }
    }
}

/// The node of a frame, or `NONE`.
#[inline(always)]
fn node_of(nodes: &[u32], frame: u32) -> u32 {
    nodes.get(frame as usize).copied().unwrap_or(NONE)
}
