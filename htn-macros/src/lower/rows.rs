//! The rows of a domain as plain values. Those of the runtime stand for themselves; those that hold slices or names
//! there have a twin here that owns them.

use htn_core::tables::{
    Arg, AxiomRow, BranchId, Collection, CollectionId, Columns, Cost, FAIL, Few, FnId, MethodId,
    Op, OperatorId, Pc, RelId, Run, Slot, TaskId, TaskKind, TypeId, Undo, WordTest,
};

use super::functions::Functions;

/// Places from here on are labels.
const LABELS: u32 = 1 << 31;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    pub name: String,
    pub ty: TypeId,
    pub agent: bool,
}

#[derive(Clone, Debug)]
pub struct Task {
    pub name: String,
    pub doc: String,
    pub kind: TaskKind,
    pub params: Vec<Param>,
    pub entry: Pc,
    pub method: MethodId,
    pub frame: u16,
    /// What it is as a step, where it is an operator without a choice.
    pub step: Option<Step>,
}

/// A step whose precondition and effects are one function.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub f: FnId,
    pub id: OperatorId,
    pub cost: Cost,
}

#[derive(Clone, Debug)]
pub struct Method {
    pub task: TaskId,
    pub doc: String,
}

#[derive(Clone, Debug, Default)]
pub struct Branch {
    pub name: String,
    pub doc: String,
    pub vars: Vec<Var>,
    pub checks: (u32, u16),
    pub sort: Option<FnId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    pub name: String,
    pub ty: TypeId,
    pub slot: Slot,
}

#[derive(Clone, Debug)]
pub struct Check {
    pub text: String,
    pub entry: Pc,
    pub frame: u16,
    pub reads: Vec<RelId>,
    pub collected: bool,
    pub asks_game: bool,
    pub vars: Vec<Var>,
    pub word: Option<WordTest>,
}

/// The conjuncts of an operator's conditions, for messages.
#[derive(Clone, Default, Debug)]
pub struct Pieces {
    pub requires: Vec<Check>,
    pub during: Vec<Check>,
}

#[derive(Clone, Debug)]
pub struct Operator {
    pub task: TaskId,
    pub doc: String,
    pub entry: Pc,
    pub holds: Option<Check>,
    pub during: Option<Check>,
    /// Both, conjunct by conjunct.
    pub pieces: Pieces,
    pub moments: [Pc; 5],
    pub writes: [Vec<RelId>; 5],
    pub by: u32,
    pub busy: Option<FnId>,
    pub cost: Option<FnId>,
    pub duration: Option<FnId>,
    pub undo: Option<Undo>,
    pub vars: Vec<Var>,
}

/// How a predicate is looked at.
#[derive(Debug)]
pub struct Predicate {
    /// What it is looked up by.
    pub indexes: Vec<Columns>,
    /// Whether its rows are gone over.
    pub scanned: bool,
}

/// A whole domain.
#[derive(Debug, Default)]
pub struct Rows<'a> {
    pub predicates: Vec<Predicate>,
    pub tasks: Vec<Task>,
    pub methods: Vec<Method>,
    pub branches: Vec<Branch>,
    pub operators: Vec<Operator>,
    pub axioms: Vec<AxiomRow>,
    pub collections: Vec<Collection>,
    pub checks: Vec<Check>,
    pub code: Vec<Op>,
    pub args: Vec<Arg>,
    pub slots: Vec<Slot>,
    pub strands: Vec<Pc>,
    pub functions: Functions<'a>,
    /// Where the places are that ops were written for before they were known.
    labels: Vec<Option<Pc>>,
    /// The places of steps with their tasks and arguments: the code of their operators is not known before it is written.
    steps: Vec<(usize, usize, Vec<Slot>)>,
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
        self.steps.push((self.code.len(), task, args.to_vec()));
        self.op(Op::Fail);
    }

    /// Tells steps where the code of their operators is.
    pub fn link_steps(&mut self) {
        for (at, task, args) in std::mem::take(&mut self.steps) {
            let Task {
                entry, frame, step, ..
            } = self.tasks[task];
            self.code[at] = match step.zip(Few::new(&args)) {
                Some((Step { f, id, cost }, args)) => Op::Step {
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
        let run = self.run(self.args.len(), args.len());
        self.args.extend_from_slice(args);
        run
    }

    pub fn slot_run(&mut self, slots: &[Slot]) -> Run {
        let run = self.run(self.slots.len(), slots.len());
        self.slots.extend_from_slice(slots);
        run
    }

    pub fn strand_run(&mut self, strands: &[Pc]) -> Run {
        let run = self.run(self.strands.len(), strands.len());
        self.strands.extend_from_slice(strands);
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
        self.collections.push(collection);
        CollectionId(self.count(self.collections.len() - 1))
    }

    pub fn branch(&mut self, branch: Branch) -> BranchId {
        self.branches.push(branch);
        BranchId(self.count(self.branches.len() - 1))
    }

    pub fn method(&mut self, method: Method) -> MethodId {
        self.methods.push(method);
        MethodId(self.count(self.methods.len() - 1))
    }

    /// The number of the operator that is pushed next.
    pub fn next_operator(&mut self) -> OperatorId {
        OperatorId(self.count(self.operators.len()))
    }
}
