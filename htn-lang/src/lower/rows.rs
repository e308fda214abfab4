//! The rows of a domain while it is lowered.

use std::collections::BTreeMap;

pub use crate::tables::{
    BranchRow, Check, CheckId, MethodRow, OperatorRow, Param, Relation, Tables, TaskRow, Var,
};
use htn_core::tables::{
    Arg, BranchId, Collection, CollectionId, ConstantId, Cost, FAIL, FnId, InlineArgs, MethodId,
    Op, OperatorId, Pc, Run, Slot,
};

use super::functions::Functions;

/// Places from here on are labels.
const LABELS: u32 = 1 << 31;

/// Rows of a predicate without a capacity of its own.
pub const CAPACITY: usize = 64;

/// A step whose precondition and effects are one function.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub f: FnId,
    pub id: OperatorId,
    pub cost: Cost,
}

/// A number of the tables that rustc works out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Constant {
    /// How many facts a predicate may have.
    Capacity(usize),
    /// The same, where the domain does not say.
    DefaultCapacity,
    /// How many words a sort key has.
    KeyWords(FnId),
}

/// A whole domain.
#[derive(Debug, Default)]
pub struct Rows<'a> {
    pub tables: Tables,
    pub code: Vec<Op>,
    /// Indexed by [`ConstantId`].
    pub constants: Vec<Constant>,
    constant_ids: BTreeMap<Constant, ConstantId>,
    pub functions: Functions<'a>,
    /// What tasks are as steps that are operators without a choice.
    pub steps: BTreeMap<usize, Step>,
    /// Where the places are that ops were written for before they were known.
    labels: Vec<Option<Pc>>,
    /// The places of steps with their tasks and arguments: the code of their operators is not known before it is written.
    calls: Vec<(usize, usize, Vec<Slot>)>,
    /// Where branches without a condition begin.
    unconditional: BTreeMap<Pc, BranchId>,
    /// Whether something has more parts than the tables can count.
    pub too_big: bool,
}

impl Rows<'_> {
    /// The place of the next op.
    pub fn here(&self) -> Pc {
        Pc(u32::try_from(self.code.len()).unwrap_or(u32::MAX))
    }

    /// Writes an op; returns its place.
    pub fn op(&mut self, op: Op) -> usize {
        self.code.push(op);
        self.code.len() - 1
    }

    /// Writes the op with which a branch without a condition begins.
    pub fn unconditional_branch(&mut self, branch: BranchId) {
        self.unconditional.insert(self.here(), branch);
        self.op(Op::Branch(branch));
    }

    /// Lets an op, written before its goal was known, lead here.
    pub fn lead_here(&mut self, at: usize) {
        let here = self.here();
        if let Some(place) = self.code[at].place() {
            *place = here;
        }
    }

    /// A place that is not known yet.
    pub fn label(&mut self) -> Pc {
        self.labels.push(None);
        Pc(LABELS + self.labels.len() as u32 - 1)
    }

    /// The place is here.
    pub fn place(&mut self, label: Pc) {
        let here = self.here();
        self.labels[(label.0 - LABELS) as usize] = Some(here);
    }

    /// Writes the op for a step.
    pub fn step(&mut self, task: usize, args: &[Slot]) {
        self.calls.push((self.code.len(), task, args.to_vec()));
        self.op(Op::Fail);
    }

    /// Tells steps where the code of their operators is.
    pub fn link_steps(&mut self) {
        for (at, task, args) in std::mem::take(&mut self.calls) {
            let TaskRow { entry, frame, .. } = self.tables.tasks[task];
            let step = self.steps.get(&task);
            self.code[at] = match step.zip(InlineArgs::new(&args)) {
                Some((&Step { f, id, cost }, args)) => Op::Step {
                    f,
                    id,
                    cost,
                    frame,
                    args,
                },
                None => {
                    let args = self.slot_run(&args);
                    Op::Do { entry, frame, args }
                }
            };
        }
    }

    /// Tells ops that begin tasks what is known of these by now.
    pub fn link_tasks(&mut self) {
        for of in self.code.iter_mut().filter_map(Op::callee) {
            let task = &self.tables.tasks[usize::from(of.task.0)];
            (of.method, of.entry, of.frame) = (task.method, task.entry, task.frame);
            // A branch without a condition is chosen by whoever begins the task.
            if let Some(&branch) = self.unconditional.get(&task.entry) {
                (of.branch, of.entry) = (branch, Pc(task.entry.0 + 1));
            }
        }
    }

    /// Writes the places of labels into the ops that lead there.
    pub fn resolve_labels(&mut self) {
        for op in &mut self.code {
            if let Some(place) = op.place()
                && place.0 >= LABELS
            {
                *place = self.labels[(place.0 - LABELS) as usize].unwrap_or(FAIL);
            }
        }
    }

    pub fn atom(&mut self, args: &[Arg]) -> Run {
        let run = self.run(self.tables.args.len(), args.len());
        self.tables.args.extend_from_slice(args);
        run
    }

    pub fn slot_run(&mut self, slots: &[Slot]) -> Run {
        let run = self.run(self.tables.slots.len(), slots.len());
        self.tables.slots.extend_from_slice(slots);
        run
    }

    pub fn strand_run(&mut self, strands: &[Pc]) -> Run {
        let run = self.run(self.tables.strands.len(), strands.len());
        self.tables.strands.extend_from_slice(strands);
        run
    }

    pub fn run(&mut self, at: usize, len: usize) -> Run {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        Run {
            at,
            len: self.count(len),
        }
    }

    /// A number that must fit the tables.
    pub fn count(&mut self, number: usize) -> u16 {
        u16::try_from(number).unwrap_or_else(|_| {
            self.too_big = true;
            u16::MAX
        })
    }

    pub fn collection(&mut self, collection: Collection) -> CollectionId {
        self.tables.collections.push(collection);
        CollectionId(self.count(self.tables.collections.len() - 1))
    }

    pub fn branch(&mut self, branch: BranchRow) -> BranchId {
        self.tables.branches.push(branch);
        BranchId(self.count(self.tables.branches.len() - 1))
    }

    /// Appends a check, which may be one of a run.
    pub fn check(&mut self, check: Check) -> CheckId {
        let Run { at, .. } = self.run(self.tables.checks.len(), 1);
        self.tables.checks.push(check);
        CheckId(at)
    }

    pub fn constant(&mut self, constant: Constant) -> ConstantId {
        if let Some(id) = self.constant_ids.get(&constant) {
            return *id;
        }
        let id = ConstantId(self.count(self.constants.len()));
        self.constants.push(constant);
        self.constant_ids.insert(constant, id);
        id
    }

    pub fn method(&mut self, method: MethodRow) -> MethodId {
        self.tables.methods.push(method);
        MethodId(self.count(self.tables.methods.len() - 1))
    }

    /// The number of the operator that is pushed next.
    pub fn next_operator(&mut self) -> OperatorId {
        OperatorId(self.count(self.tables.operators.len()))
    }
}
