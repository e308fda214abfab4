//! The rows of a domain as plain values. Those of the runtime stand for themselves; those that hold slices or names
//! there have a twin here that owns them.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use htn_core::tables::{
    Arg, AxiomRow, BranchId, Columns, FAIL, FnId, MethodId, Op, OperatorId, Pc, RelId, Run, Slot,
    TaskId, TaskKind, TypeId, Undo, WordTest,
};

use super::functions::{Functions, Gather, Level};
use super::together::Together;

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
    pub word: Option<WordTest>,
}

#[derive(Clone, Debug)]
pub struct Operator {
    pub task: TaskId,
    pub doc: String,
    pub entry: Pc,
    pub holds: Option<Check>,
    pub during: Option<Check>,
    pub moments: [Pc; 5],
    pub writes: [Vec<RelId>; 5],
    pub by: u32,
    pub busy: Option<FnId>,
    pub cost: Option<FnId>,
    pub undo: Option<Undo>,
    pub vars: Vec<Var>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Collection {
    pub from: Slot,
    pub to: Slot,
    /// How many words the key has is known to rustc alone.
    pub key: Option<FnId>,
    pub region: Slot,
}

/// A whole domain.
#[derive(Debug, Default)]
pub struct Rows<'a> {
    /// By predicate, what it is looked up by.
    pub indexes: Vec<Vec<Columns>>,
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
    /// Tests that are not written yet.
    pub(super) tests: Together,
    /// The tests of generators and what gathers them, until those that are in use get their numbers.
    pub(super) filters: Vec<Level>,
    pub(super) gathers: Vec<Gather>,
    /// The predicates whose rows are gone over by a function, and by no op.
    pub(super) gone_over: BTreeSet<(RelId, u8)>,
    /// Where the places are that ops were written for before they were known.
    labels: Vec<Option<Pc>>,
    /// Whether something has more parts than the tables can count.
    pub too_big: bool,
}

impl Rows<'_> {
    /// The place of the next op.
    pub fn here(&mut self) -> Pc {
        self.flush();
        self.end()
    }

    fn end(&self) -> Pc {
        Pc(u32::try_from(self.code.len()).unwrap_or(u32::MAX))
    }

    /// Writes an op; returns its place, where it is one that leads somewhere.
    pub fn op(&mut self, op: Op) -> usize {
        if self.tests.takes(&op) {
            self.tests.add(op);
        } else if !matches!(op, Op::Push { of, redo } if self.gathers(of, redo))
            && !matches!(op, Op::First { of, els } if self.gathers_whole(of, els))
        {
            self.flush();
            self.code.push(op);
        }
        self.code.len().saturating_sub(1)
    }

    /// Writes the tests that wait for others to be done with: as one op, where there are several.
    fn flush(&mut self) {
        let (tests, els) = self.tests.take();
        if tests.len() < 2 {
            return self.code.extend(tests);
        }
        if !self.filters(&tests, els) {
            let f = self.functions.look(vec![tests]);
            self.code.push(Op::Look { f, els });
        }
    }

    /// Whether all tests of one of these lists hold.
    pub fn any_of(&mut self, lists: Vec<Vec<Op>>, els: Pc) {
        let f = self.functions.look(lists);
        self.op(Op::Look { f, els });
    }

    /// The tests since `start`, where there is nothing else.
    pub fn tests_since(&mut self, start: Pc) -> Option<Vec<Op>> {
        (self.end() == start).then(|| self.tests.take().0)
    }

    /// Forgets what was written since `start`.
    pub fn forget_since(&mut self, start: Pc) {
        self.tests.take();
        self.code.truncate(start.0 as usize);
    }

    /// Whether one of these places has been promised to somebody.
    pub fn is_led_to(&self, places: RangeInclusive<usize>) -> bool {
        let mut promised = self.labels.iter().flatten();
        promised.any(|place| places.contains(&(place.0 as usize)))
    }

    /// The last two ops, where all is written.
    pub fn last_two(&self) -> Option<[Op; 2]> {
        let written = self.tests.is_empty();
        self.code.last_chunk().copied().filter(|_| written)
    }

    /// Lets an op, written before its goal was known, lead here.
    pub fn lead_here(&mut self, at: usize) {
        let here = self.here();
        match self.code[at].places() {
            [Some(place), _] => *place = here,
            [None, _] => unreachable!("`{:?}` leads nowhere", self.code[at]),
        }
    }

    /// A place that is not known yet.
    pub fn label(&mut self) -> Pc {
        self.labels.push(None);
        Pc(LABELS + self.labels.len() as u32 - 1)
    }

    /// This place, for what may be put before it later.
    pub fn label_here(&mut self) -> Pc {
        let label = self.label();
        self.place(label);
        label
    }

    /// The place is here.
    pub fn place(&mut self, label: Pc) {
        let here = self.here();
        self.labels[(label.0 - LABELS) as usize] = Some(here);
    }

    /// Puts an op before what was written last; what leads to the op at that place leads to the new one.
    pub fn insert(&mut self, at: Pc, op: Op) {
        self.flush();
        self.code.insert(at.0 as usize, op);
        for place in self.labels.iter_mut().flatten() {
            place.0 += u32::from(place.0 > at.0);
        }
    }

    /// Writes the places of labels into the ops that lead there, and leads past jumps.
    pub fn resolve_labels(&mut self) {
        self.flush();
        self.number_functions();
        for at in 0..self.code.len() {
            let mut op = self.code[at];
            for place in op.places().into_iter().flatten() {
                self.resolve(place);
                // A ring of jumps is an endless loop, which is never written; but the macro must end.
                for _ in 0..self.code.len() {
                    let Some(Op::Jump(next)) = self.code.get(place.0 as usize) else {
                        break;
                    };
                    *place = *next;
                    self.resolve(place);
                }
            }
            self.code[at] = op;
        }
    }

    pub(super) fn resolve(&self, place: &mut Pc) {
        if place.0 >= LABELS {
            *place = self.labels[(place.0 - LABELS) as usize].unwrap_or(FAIL);
        }
    }

    /// Nobody leads there any more.
    pub(super) fn forget_label(&mut self, label: Pc) {
        self.labels[(label.0 - LABELS) as usize] = None;
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
