//! Writes a plan down: its words, its nodes and its steps; and finds the checks that must be asked.

use super::super::{Limit, Machine, NONE};
use super::asks::Ask;
use super::{Expectations, Phase};
use crate::plan::{Node, PlanData, Step, truth};
use crate::store::Store;
use crate::tables::{BranchId, MethodId, Run};

/// How many words are copied in one step of the budget.
const WORDS_AT_ONCE: usize = 128;

/// How many of `left` rounds are granted; what is granted is not below 0.
fn granted_of(left: usize, granted: &mut i64) -> usize {
    let rounds = (left as i64).min(*granted);
    *granted -= rounds;
    rounds as usize
}

impl Expectations {
    /// The words, the nodes and the steps, one after another as far as the steps granted go.
    #[inline(never)]
    pub(super) fn write(&mut self, machine: &Machine, plan: &mut PlanData, granted: &mut i64) {
        if self.phase == Phase::Words {
            self.copy_words(machine, plan, granted);
        }
        if self.phase == Phase::Nodes {
            self.write_nodes(machine, plan, granted);
        }
        if self.phase == Phase::Steps {
            self.write_steps(machine, plan, granted);
        }
    }

    /// All slots as they are: that is less work than to pick out those in use.
    #[inline(always)]
    fn copy_words(&mut self, machine: &Machine, plan: &mut PlanData, granted: &mut i64) {
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
            cost: step.cost,
        }));
        if self.known.wanted {
            self.note_acts(from, plan);
        }
        if self.at == machine.steps.len() {
            self.after_steps(machine, plan);
        }
    }

    /// Which predicates the steps from this one on write, and the first external step of each node's own.
    #[inline(always)]
    fn note_acts(&mut self, from: usize, plan: &mut PlanData) {
        let mut written = 0;
        let steps = (from as u32..).zip(&plan.steps[from..]);
        for (at, step) in steps.clone() {
            let act = self.known.act(step.kind);
            written |= act.writes;
            if act.external
                && let Some(node) = plan.nodes.get_mut(step.node as usize)
            {
                node.external = node.external.min(at);
            }
        }
        self.writes.any |= written;
        // Few domains have checks for which it matters when that is.
        if written & self.known.asked != 0 {
            for (at, step) in steps {
                let writes = self.known.act(step.kind).writes;
                self.writes.note(at, writes & self.known.asked);
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

    /// Which checks there are: last node first, since each passes on its first external step to the one above it.
    #[inline(never)]
    pub(super) fn find_checks(
        &mut self,
        machine: &Machine,
        plan: &mut PlanData,
        store: &Store,
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
            if !self.add_checks(number, machine, plan, store) {
                return Err(Limit::Checks);
            }
        }
        if self.at == 0 {
            self.after_writing(machine);
        }
        Ok(())
    }

    /// Rows for the checks of a node's branch, and asks for those that a step may change; false where they do not fit.
    #[inline(always)]
    fn add_checks(
        &mut self,
        number: usize,
        machine: &Machine,
        plan: &mut PlanData,
        store: &Store,
    ) -> bool {
        let node = &mut plan.nodes[number];
        let branch = machine.tables.branches.get(node.branch.0 as usize);
        let Some(checks) = branch.map(|branch| branch.checks).filter(|run| run.len > 0) else {
            return true;
        };
        let (known, facts, written) = (&self.known, &mut self.facts, self.writes.any);
        let (first, external, asked) = (plan.truth.len() as u32, node.external, facts.count());
        let frame = &plan.words[node.words as usize..];
        let (mut row, mut others) = (first, false);
        node.truth = first;
        let rows = known.checks(checks).iter().map(|check| {
            // Most checks are about facts that no step writes.
            if check.reads & written != 0 {
                match check.word {
                    Some(test) => facts.push(test, frame, row, external),
                    None => others = true,
                }
            }
            row += 1;
            truth::HOLDS
        });
        if !plan.truth.take_all(rows) {
            return false;
        }
        facts.ask(asked, &mut plan.truth, store);
        if others {
            self.ask_others(number, checks, plan);
        }
        true
    }

    /// Asks for the checks of a node's branch that are not about words.
    #[cold]
    fn ask_others(&mut self, number: usize, checks: Run, plan: &PlanData) {
        let node = &plan.nodes[number];
        for (i, check) in (0..).zip(self.known.checks(checks)) {
            if check.word.is_none()
                && let Some(open) = self.writes.first_after(node.chosen, check.reads)
            {
                let ask = Ask {
                    check: checks.at + i,
                    node: number as u32,
                    row: node.truth + i,
                    from: node.external.max(open),
                    opens: open > node.external,
                };
                self.asks.push(check.reads, ask);
            }
        }
    }
}
