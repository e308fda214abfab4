//! The assembler: instructions with labels, which become ops once every label and every task is known.

use std::collections::BTreeMap;

use htn_core::tables::{
    BranchId, Callee, CostKind, FAIL, FnId, InlineArgs, Op, OperatorId, Pc, Run, Slot, TaskId,
    TaskKind,
};

use super::rows::{Tables, count};

/// A place in the code that may not be known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodePlace(usize);

impl CodePlace {
    /// The place of `Op::Fail`.
    pub const FAIL: CodePlace = CodePlace(0);
}

/// A step whose effects are one function.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The function of the precondition, unless that is part of `f`.
    pub solver: Option<FnId>,
    pub f: FnId,
    pub id: OperatorId,
    pub cost: CostKind,
}

/// An instruction: one op, without what depends on code that follows it.
#[derive(Clone, Debug)]
enum Instr {
    Op(Op),
    /// An op that leads to a place.
    Lead(Op, CodePlace),
    /// The start of a task or step.
    Start {
        task: usize,
        args: Vec<Slot>,
        ret: Slot,
    },
    /// A task that is planned later.
    Later {
        task: usize,
        args: Vec<Slot>,
    },
    /// The next round of a loop.
    Round {
        task: usize,
        args: Vec<Slot>,
        collected: bool,
    },
    Unordered(Vec<CodePlace>),
}

/// The instructions of a domain.
#[derive(Debug)]
pub struct Code {
    instrs: Vec<Instr>,
    /// Indexed by [`CodePlace`]; `None` for places without code, which fail.
    places: Vec<Option<Pc>>,
    /// The steps of tasks that are one operator without a choice, by task.
    pub steps: BTreeMap<usize, Step>,
}

impl Code {
    pub fn new() -> Code {
        Code {
            instrs: [Op::RootCall, Op::RootNext, Op::Fail].map(Instr::Op).into(),
            places: vec![None],
            steps: BTreeMap::new(),
        }
    }

    /// Returns where the next instruction will be.
    pub fn here(&self) -> Pc {
        Pc(u32::try_from(self.instrs.len()).unwrap_or(u32::MAX))
    }

    /// Appends an op.
    pub fn op(&mut self, op: Op) {
        self.instrs.push(Instr::Op(op));
    }

    /// Appends an op that leads to `to`.
    pub fn lead(&mut self, op: Op, to: CodePlace) {
        self.instrs.push(Instr::Lead(op, to));
    }

    /// Appends a jump; returns the place that it leads to.
    pub fn jump(&mut self) -> CodePlace {
        let to = self.place();
        self.lead(Op::Jump(FAIL), to);
        to
    }

    /// Appends the start of a task or step. Its value goes to `ret`.
    pub fn start(&mut self, task: usize, args: Vec<Slot>, ret: Slot) {
        self.instrs.push(Instr::Start { task, args, ret });
    }

    /// Appends a task that is planned later.
    pub fn later(&mut self, task: usize, args: Vec<Slot>) {
        self.instrs.push(Instr::Later { task, args });
    }

    /// Appends the next round of a loop; `collected` for a `for`.
    pub fn round(&mut self, task: usize, args: Vec<Slot>, collected: bool) {
        let round = Instr::Round {
            task,
            args,
            collected,
        };
        self.instrs.push(round);
    }

    /// Appends the start of strands.
    pub fn unordered(&mut self, strands: Vec<CodePlace>) {
        self.instrs.push(Instr::Unordered(strands));
    }

    /// Returns a new place, to be set with [`Code::set`].
    pub fn place(&mut self) -> CodePlace {
        self.places.push(None);
        CodePlace(self.places.len() - 1)
    }

    /// Sets a place to the next instruction.
    pub fn set(&mut self, place: CodePlace) {
        self.places[place.0] = Some(self.here());
    }

    /// Returns the ops. The runs of their operands go into `tables`, which has the rows of all tasks.
    pub fn assemble(self, tables: &mut Tables) -> Vec<Op> {
        let ops = self.instrs.iter().map(|instr| match instr {
            Instr::Op(op) => *op,
            Instr::Lead(op, to) => {
                let mut op = *op;
                if let Some(place) = op.place() {
                    *place = self.resolve(*to);
                }
                op
            }
            Instr::Start { task, args, ret } => self.start_op(*task, args, *ret, tables),
            Instr::Later { task, args } => Op::Later {
                of: self.callee(*task, tables),
                args: append(&mut tables.slots, args),
            },
            Instr::Round {
                task,
                args,
                collected,
            } => {
                let (of, collected) = (self.callee(*task, tables), *collected);
                match InlineArgs::new(args) {
                    Some(args) => Op::Round {
                        of,
                        args,
                        collected,
                    },
                    None => Op::Again {
                        of,
                        args: append(&mut tables.slots, args),
                        collected,
                    },
                }
            }
            Instr::Unordered(strands) => {
                let strands: Vec<Pc> = strands.iter().map(|at| self.resolve(*at)).collect();
                Op::Unordered(append(&mut tables.strands, &strands))
            }
        });
        ops.collect()
    }

    fn resolve(&self, place: CodePlace) -> Pc {
        self.places[place.0].unwrap_or(FAIL)
    }

    fn start_op(&self, task: usize, args: &[Slot], ret: Slot, tables: &mut Tables) -> Op {
        let few = InlineArgs::new(args);
        let row = &tables.tasks[task];
        let (entry, frame) = (row.entry, row.frame);
        if matches!(row.kind, TaskKind::Method | TaskKind::Block) {
            let of = self.callee(task, tables);
            return match few {
                Some(args) if ret == Slot::NONE => Op::Begin { of, args },
                _ => {
                    let args = append(&mut tables.slots, args);
                    Op::Task { of, args, ret }
                }
            };
        }
        match self.steps.get(&task).zip(few) {
            Some((step, args)) => step.op(entry, frame, args),
            None => {
                let args = append(&mut tables.slots, args);
                Op::Do { entry, frame, args }
            }
        }
    }

    /// Returns a compound task as it is begun. If its first branch has no condition, the caller chooses that branch.
    fn callee(&self, task: usize, tables: &Tables) -> Callee {
        let row = &tables.tasks[task];
        let first = self.instrs.get(row.entry.0 as usize);
        let (branch, entry) = match first {
            Some(Instr::Op(Op::Branch(branch))) => (*branch, Pc(row.entry.0 + 1)),
            _ => (BranchId::NONE, row.entry),
        };
        Callee {
            method: row.method,
            branch,
            entry,
            frame: row.frame,
            ..Callee::new(TaskId(count(task)))
        }
    }
}

impl Step {
    /// Returns the op of the step. The code of its operator is at `entry`.
    fn op(self, entry: Pc, frame: u16, args: InlineArgs) -> Op {
        let Step { f, id, cost, .. } = self;
        match self.solver {
            Some(solver) => Op::StepIf {
                solver,
                f,
                id,
                cost,
                entry,
                frame,
                args,
            },
            None => Op::Step {
                f,
                id,
                cost,
                frame,
                args,
            },
        }
    }
}

/// Appends items to a table; returns their run.
pub fn append<T: Copy>(table: &mut Vec<T>, items: &[T]) -> Run {
    let at = u32::try_from(table.len()).unwrap_or(u32::MAX);
    table.extend_from_slice(items);
    Run {
        at,
        len: count(items.len()),
    }
}
