//! After the search: writes down the plan, and works out which conditions above its steps hold in which state of it.
//!
//! A check holds where its branch was chosen. From there on it is asked again only after steps that write a predicate
//! it reads, and only from the first external step below the branch on. The facts are taken back one step of the plan
//! after another; they stay taken back until the search goes on, which it mostly does not.
//!
//! Every round of every loop here is one step of the budget.

use super::choice::Pending;
use super::{FrameKind, Limit, Machine, Mode, NONE, Signal};
use crate::host::Host;
use crate::limits::Limits;
use crate::plan::{Node, PlanData, Step, StepKind, truth};
use crate::pool::Pool;
use crate::store::Store;
use crate::tables::{BranchId, MethodId, Op, Pc, RelId, Slot, Tables, TaskKind};

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Steps, last one first: where each node ends.
    Ends,
    /// Steps: where each node begins, and its first external step.
    Begins,
    /// Frames: the nodes.
    Nodes,
    /// Steps of the plan.
    Steps,
    /// A plan that was found for a repair is put together with what stays of the former one.
    Graft,
    /// Checks in the state after `at` steps, last state first.
    Ask,
    /// The answer to the present check is being worked out.
    Asking,
    Through,
}

/// The registers of this work.
#[derive(Clone, Debug)]
pub(crate) struct Expectations {
    /// Whether anybody will ask: nobody carries out the plans of a domain without agents.
    wanted: bool,
    phase: Phase,
    at: usize,
    /// Which of `asks` is next.
    ask: usize,
    /// The checks that some step of the plan may have changed.
    asks: Pool<Ask>,
    /// By frame: its node, its last step + 1, its first step, its first external step.
    notes: Pool<Note>,
    /// By step: the predicates it may write, and those that it or a later one may.
    writes: Pool<(u64, u64)>,
    /// The earliest state in which a check is asked.
    earliest: usize,
    /// How much of the trail is in force, where the facts have been taken back.
    trail_at: Option<u32>,
    top: u32,
    /// Whether the plan is put together with others before its checks are asked.
    pub grafts: bool,
    /// Nodes from this one on were chosen before the search began: nothing is known of their checks.
    grafted: usize,
}

/// A check of a node's branch.
#[derive(Clone, Copy, Debug)]
struct Ask {
    node: u32,
    check: u16,
    reads: u64,
}

#[derive(Clone, Copy, Debug)]
struct Note {
    node: u32,
    end: u32,
    first: u32,
    external: u32,
}

/// A set of predicates; those past 64 share a bit, which costs a question too many at worst.
fn set(predicates: &[RelId]) -> u64 {
    predicates
        .iter()
        .fold(0, |set, rel| set | 1 << (rel.0 % 64))
}

impl Expectations {
    pub fn new(tables: &Tables, limits: &Limits) -> Expectations {
        Expectations {
            wanted: tables.operators.iter().any(|operator| operator.by != 0),
            phase: Phase::Through,
            at: 0,
            ask: 0,
            asks: Pool::new(limits.checks),
            notes: Pool::new(limits.tasks),
            writes: Pool::new(limits.steps),
            earliest: 0,
            trail_at: None,
            top: 0,
            grafts: false,
            grafted: usize::MAX,
        }
    }

    pub fn bytes(&self) -> usize {
        self.asks.bytes() + self.notes.bytes() + self.writes.bytes()
    }

    pub fn begin(&mut self, machine: &Machine, plan: &mut PlanData) {
        plan.clear();
        self.phase = Phase::Ends;
        self.at = machine.steps.len();
        self.notes.clear();
        self.notes.resize(
            machine.frames.len(),
            Note {
                node: NONE,
                end: NONE,
                first: NONE,
                external: NONE,
            },
        );
        self.writes.clear();
        self.writes.resize(machine.steps.len(), (0, 0));
        self.asks.clear();
        self.ask = 0;
        self.trail_at = None;
        self.top = machine.top;
        self.earliest = usize::MAX;
        self.grafted = usize::MAX;
    }

    /// Whether the plan is written down, and waits for the nodes that are to be put to it.
    pub fn waits_for_graft(&self) -> bool {
        self.phase == Phase::Graft
    }

    /// The nodes of the plan from this one on were put to it.
    pub fn graft(&mut self, from: usize, plan: &PlanData) {
        self.grafted = from;
        let nodes = plan.nodes.iter().enumerate().skip(from);
        for (at, node) in nodes.filter(|(_, node)| node.truth != NONE) {
            let checks = plan.tables.branches[node.branch.0 as usize].checks;
            let rows = &plan.tables.checks[checks.at as usize..][..checks.len as usize];
            for (i, check) in rows.iter().enumerate() {
                let reads = set(check.reads);
                self.asks.push(Ask {
                    node: at as u32,
                    check: i as u16,
                    reads,
                });
            }
            self.earliest = self.earliest.min(node.external as usize);
        }
        self.ask = 0;
        self.phase = if self.asks.is_empty() {
            Phase::Through
        } else {
            Phase::Ask
        };
    }

    /// Puts the facts back to where the plan ends, so that the search can go on from there; false where the steps are
    /// used up first.
    pub fn restore(&mut self, machine: &mut Machine, store: &mut Store, granted: &mut i64) -> bool {
        while let Some(at) = self.trail_at {
            if at >= machine.trail.mark() {
                self.trail_at = None;
                break;
            }
            if *granted <= 0 {
                return false;
            }
            *granted -= 1;
            machine.stats.steps += 1;
            self.trail_at = Some(store.step_forward(&mut machine.trail, at));
        }
        true
    }

    /// Forgets what has been taken back already, so that a new search can begin.
    pub fn forget(&mut self, machine: &mut Machine) {
        if let Some(at) = self.trail_at.take() {
            machine.trail.cut(at);
        }
        self.phase = Phase::Through;
    }

    pub fn run(
        &mut self,
        machine: &mut Machine,
        plan: &mut PlanData,
        store: &mut Store,
        host: &dyn Host,
        granted: &mut i64,
    ) -> Signal {
        while *granted > 0 {
            *granted -= 1;
            machine.stats.steps += 1;
            match self.phase {
                Phase::Ends => self.end_of_nodes(machine),
                Phase::Begins => self.beginning_of_nodes(machine),
                Phase::Nodes => {
                    if let Some(full) = self.write_node(machine, plan) {
                        return full;
                    }
                }
                Phase::Steps => self.write_step(machine, plan),
                Phase::Ask => {
                    if let Some(full) = self.ask(machine, plan, store) {
                        return full;
                    }
                }
                Phase::Asking => {
                    *granted += 1;
                    machine.stats.steps -= 1;
                    match machine.run(store, host, granted) {
                        signal @ (Signal::Holds | Signal::Failed) => {
                            machine.end_question();
                            if let Some(full) = self.answer(machine, plan, signal == Signal::Holds)
                            {
                                return full;
                            }
                        }
                        other => return other,
                    }
                }
                Phase::Graft | Phase::Through => return Signal::Found,
            }
        }
        Signal::Paused
    }

    /// Walks up from a frame as long as `mark` has something to do.
    fn up(&mut self, machine: &Machine, mut frame: u32, mut mark: impl FnMut(&mut Note) -> bool) {
        while frame != NONE && mark(&mut self.notes[frame as usize]) {
            frame = machine.frames[frame as usize].parent;
        }
    }

    fn end_of_nodes(&mut self, machine: &Machine) {
        if self.at == 0 {
            self.phase = Phase::Begins;
            return;
        }
        let end = self.at as u32;
        self.at -= 1;
        let step = &machine.steps[self.at];
        let later = self.writes.get(self.at + 1).map_or(0, |writes| writes.1);
        let writes = match step.kind {
            StepKind::Operator(id) => {
                let row = &machine.tables.operators[id.0 as usize];
                row.writes[..4]
                    .iter()
                    .fold(0, |all, writes| all | set(writes))
            }
            StepKind::Add(rel) | StepKind::Delete(rel) => set(&[rel]),
        };
        self.writes[self.at] = (writes, writes | later);
        self.up(machine, machine.steps[self.at].frame, |note| {
            let unset = note.end == NONE;
            if unset {
                note.end = end;
            }
            unset
        });
    }

    fn beginning_of_nodes(&mut self, machine: &Machine) {
        let Some(step) = machine.steps.get(self.at) else {
            self.phase = Phase::Nodes;
            self.at = 0;
            return;
        };
        let at = self.at as u32;
        self.at += 1;
        let external = match step.kind {
            StepKind::Operator(id) => {
                let task = machine.tables.operators[id.0 as usize].task;
                machine.tables.tasks[task.0 as usize].kind == TaskKind::External
            }
            StepKind::Add(_) | StepKind::Delete(_) => false,
        };
        self.up(machine, step.frame, |note| {
            let unset = note.first == NONE;
            if unset {
                note.first = at;
            }
            unset
        });
        if external {
            self.up(machine, step.frame, |note| {
                let unset = note.external == NONE;
                if unset {
                    note.external = at;
                }
                unset
            });
        }
    }

    fn write_node(&mut self, machine: &mut Machine, plan: &mut PlanData) -> Option<Signal> {
        let tables = machine.tables;
        let Some(frame) = machine.frames.get(self.at) else {
            self.phase = Phase::Steps;
            self.at = 0;
            return None;
        };
        let parent = match frame.parent {
            NONE => NONE,
            parent => self.notes[parent as usize].node,
        };
        let note = &mut self.notes[self.at];
        self.at += 1;
        if frame.kind != FrameKind::Task {
            note.node = parent;
            return None;
        }
        note.node = plan.nodes.len() as u32;
        let mut row = NONE;
        let checks = match tables.branches.get(frame.branch as usize) {
            Some(branch) if self.wanted && note.external != NONE => branch.checks.len as usize,
            _ => 0,
        };
        if checks > 0 {
            let most = machine.limits.checks;
            let Some(rows) = truth::add_rows(&mut plan.truth, checks, most) else {
                return Some(Signal::Full(Limit::Checks));
            };
            row = rows;
            machine.stats.used.checks = machine.stats.used.checks.max(plan.truth.len());
            let at = tables.branches[frame.branch as usize].checks.at as usize;
            let written = self.writes[frame.first_step as usize].1;
            for (i, check) in tables.checks[at..at + checks].iter().enumerate() {
                let reads = set(check.reads);
                if reads & written != 0 {
                    self.asks.push(Ask {
                        node: note.node,
                        check: i as u16,
                        reads,
                    });
                    self.earliest = self.earliest.min(note.external as usize);
                }
            }
        }
        let (first, end) = match (note.first, note.end) {
            (NONE, _) | (_, NONE) => (frame.first_step, frame.first_step),
            range => range,
        };
        let words = plan.words.len() as u32;
        let size = tables.tasks[frame.task.0 as usize].frame as usize;
        plan.words
            .extend_from_slice(&machine.slots[frame.fp as usize..frame.fp as usize + size]);
        plan.nodes.push(Node {
            task: frame.task,
            method: MethodId(frame.method),
            branch: BranchId(frame.branch),
            words,
            parent,
            first,
            end,
            chosen: frame.first_step,
            external: note.external,
            truth: row,
            returns: frame.ret != Slot::NONE,
        });
        None
    }

    fn write_step(&mut self, machine: &Machine, plan: &mut PlanData) {
        let tables = machine.tables;
        let Some(step) = machine.steps.get(self.at) else {
            self.phase = match self.grafts {
                true => Phase::Graft,
                false if self.asks.is_empty() => Phase::Through,
                false => Phase::Ask,
            };
            self.at = machine.steps.len();
            return;
        };
        self.at += 1;
        let size = match step.kind {
            StepKind::Operator(id) => {
                let task = tables.operators[id.0 as usize].task;
                tables.tasks[task.0 as usize].frame as usize
            }
            StepKind::Add(rel) | StepKind::Delete(rel) => {
                tables.relations[rel.0 as usize].columns.len()
            }
        };
        let words = plan.words.len() as u32;
        plan.words
            .extend_from_slice(&machine.slots[step.fp as usize..step.fp as usize + size]);
        let node = self.notes[step.frame as usize].node;
        plan.steps.push(Step {
            kind: step.kind,
            words,
            node,
            cost: step.cost,
        });
    }

    /// Asks the next check in the state after `at` steps, or goes back to the state before.
    fn ask(
        &mut self,
        machine: &mut Machine,
        plan: &mut PlanData,
        store: &mut Store,
    ) -> Option<Signal> {
        let Some(&Ask { node, check, reads }) = self.asks.get(self.ask) else {
            self.step_back(machine, store);
            return None;
        };
        let grafted = node as usize >= self.grafted;
        let node = &plan.nodes[node as usize];
        let may_change = |writes: &(u64, u64)| writes.0 & reads != 0;
        // The answer of the state after this one stands, unless the step between them may have changed it.
        if self.at < node.external as usize || !self.writes.get(self.at).is_none_or(may_change) {
            self.ask += 1;
            return None;
        }
        let written = &self.writes[node.chosen as usize..self.at];
        if !grafted && !written.iter().any(may_change) {
            return self.answer(machine, plan, true);
        }
        let branch = &machine.tables.branches[node.branch.0 as usize];
        let row = &machine.tables.checks[branch.checks.at as usize + check as usize];
        if let Some(holds) = machine.ask_at_once(row.entry, plan.frame(node), store) {
            return self.answer(machine, plan, holds);
        }
        machine.top = self.top;
        if let Err(limit) = machine.begin_question(row.entry.0, row.frame as u32, plan.frame(node))
        {
            return Some(Signal::Full(limit));
        }
        self.phase = Phase::Asking;
        None
    }

    /// To the last state before this one that differs from it.
    fn step_back(&mut self, machine: &mut Machine, store: &mut Store) {
        loop {
            if self.at <= self.earliest {
                self.phase = Phase::Through;
                return;
            }
            self.at -= 1;
            if self.writes[self.at].0 != 0 {
                break;
            }
        }
        self.ask = 0;
        let mut at = self.trail_at.unwrap_or(machine.trail.mark());
        while at > machine.steps[self.at].trail {
            at = store.step_back(&mut machine.trail, at);
        }
        self.trail_at = Some(at);
    }

    /// The present check holds, or not, in this state and in all before it up to the next answer.
    fn answer(
        &mut self,
        machine: &mut Machine,
        plan: &mut PlanData,
        holds: bool,
    ) -> Option<Signal> {
        let Ask { node, check, .. } = self.asks[self.ask];
        let row = plan.nodes[node as usize].truth as usize + check as usize;
        let most = machine.limits.checks;
        if !truth::answer(&mut plan.truth, row, self.at, holds, most) {
            return Some(Signal::Full(Limit::Checks));
        }
        machine.stats.used.checks = machine.stats.used.checks.max(plan.truth.len());
        self.ask += 1;
        self.phase = Phase::Ask;
        None
    }
}

impl Machine {
    /// Sets the registers to a question over a frame. It ends in [`Signal::Holds`] or [`Signal::Failed`].
    pub(crate) fn begin_question(
        &mut self,
        entry: u32,
        size: u32,
        frame: &[u64],
    ) -> Result<(), Limit> {
        self.mode = Mode::Ask;
        self.floor = self.choices.len() as u32;
        self.level = 0;
        self.axioms = 0;
        self.retry = NONE;
        self.pending = Pending::NONE;
        self.pc = entry;
        let at = self.claim(size.max(frame.len() as u32))?;
        self.fp = at;
        self.slots[at as usize..at as usize + frame.len()].copy_from_slice(frame);
        Ok(())
    }

    /// The answer to a question that is one test on facts.
    fn ask_at_once(&self, entry: Pc, frame: &[u64], store: &Store) -> Option<bool> {
        let code = self.tables.code;
        let Some([op, Op::Holds]) = code.get(entry.0 as usize..entry.0 as usize + 2) else {
            return None;
        };
        match *op {
            Op::Absent { rel, index, atom } => {
                Some(!store.rel(rel).exists(index, self.atom(atom), frame))
            }
            Op::Probe { rel, index, atom } => {
                Some(store.rel(rel).exists(index, self.atom(atom), frame))
            }
            _ => None,
        }
    }

    /// Drops what the question left behind.
    pub(crate) fn end_question(&mut self) {
        self.pending = Pending::NONE;
        self.choices.truncate(self.floor as usize);
        self.floor = 0;
        self.mode = Mode::Plan;
    }
}
