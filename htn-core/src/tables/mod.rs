//! The tables of a domain: the interface between the macro and the runtime.
//!
//! `htn_domain!` lowers a domain to one `static` [`Tables`] and some functions. The planner and the executor interpret the
//! tables. Nothing in them depends on the domain's types: values are 64-bit words in numbered slots, and the Rust of the
//! domain is called by number through [`Host`](crate::search::host::Host).
//!
//! | module | contents |
//! |---|---|
//! | `row` | the rows, and `Tables` itself |
//! | `op` | the ops |
//! | `code` | the encoding of ops as bytes |
//! | `packed` | several terms in one word |
//!
//! # Execution
//!
//! Conditions and the changes of operators are functions of the domain (see [`solve`](crate::search::solve)). The rest is
//! data: [`Tables::code`] contains the statements, one [`Op`] after another. Choice points are pushed for conditions that
//! may have more solutions, for alternatives of a task, and for strands. [`Op::Fail`] resumes at the newest choice point,
//! with facts, plan and frames as they were. Slots are not restored: every path writes a slot before it reads it, so a
//! stale value is never seen. Lowering guarantees that: a slot has one meaning in a frame, and repetitions (rounds of a
//! loop, recursion) have frames of their own.
//!
//! | source | code |
//! |---|---|
//! | a condition | `Solve(F)`, `SolveNext(F)`; for a single test, `Fact(F)` or `Test(F)`. F is the place to continue at if it does not hold |
//! | a task of two alternatives | `Try(B)`, the first, B: `Method(m1)`, the second |
//! | the branches of a method | condition(X), `Branch(b0)` unless the condition chooses it, body, `Done`, X: `Unchosen`, next branch … |
//! | an operator | condition(`Fail`), `Apply(o)`, start, `Moment`, finish, `Moment`, success, `Moment`, sensed, `Applied`, failure, `Moment` (without the moments that have no effects) |
//! | the effects of a moment | `Change(f)` |
//! | an effect with `for` | `Solve`, which collects all solutions, `ChangeEach`; if it contains `_`, A: `Row(E)`, changes, `Jump(A)`, E: |
//! | `for` in a body | `Solve`, which collects, `Zero`, `Task`; the task is `RowAt(E)`, body, `Round`, E: `Stepped`, `Done` |
//! | a check | condition(`Fail`), `Holds` |

pub(crate) mod code;
pub(crate) mod op;
pub mod packed;
pub(crate) mod row;

use alloc::vec::Vec;
use core::any::Any;
use core::fmt::{self, Write};

pub use code::{pack_code, unpack_code};
pub use op::Op;
pub use row::*;

use crate::model::names::Visible;
use code::{Code, InCode};

/// Defines ids: numbers of different types, so that they cannot be confused.
macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident($number:ident);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $id(pub $number);

        impl InCode for $id {
            fn write(self, out: &mut Vec<u8>) {
                self.0.write(out);
            }

            fn read(code: &mut Code<'_>) -> Self {
                $id(InCode::read(code))
            }
        }
    )*};
}

ids! {
    /// A slot of the current frame.
    Slot(u16);
    /// A place in [`Tables::code`].
    Pc(u32);
    /// A predicate: an index of [`Tables::relations`], and of the storage of a state.
    RelId(u16);
    /// A task: an index of [`Tables::tasks`].
    TaskId(u16);
    /// A method (one alternative of a compound task): an index of [`Tables::methods`].
    MethodId(u16);
    /// A branch: an index of [`Tables::branches`].
    BranchId(u16);
    /// An operator (one alternative of a primitive task): an index of [`Tables::operators`].
    OperatorId(u16);
    /// An axiom as called with one pattern of bound arguments: an index of [`Tables::axioms`].
    AxiomId(u16);
    /// Rows that a condition collects: an index of [`Tables::collections`].
    CollectionId(u16);
    /// A type of the domain: an index of [`Tables::types`].
    TypeId(u16);
    /// A Rust expression, by its number among those of its kind in [`Functions`](crate::search::host::Functions).
    FnId(u16);
    /// A number that is Rust in the domain: an index of [`Tables::constants`].
    ConstantId(u16);
    /// A set of the parts that the function of an operator can run: its precondition, and the effects of each moment.
    Parts(u8);
    /// The columns that an index looks facts up by: bit `c` for column `c`. `Columns(0)` is the list of all facts.
    Columns(u16);
}

impl Slot {
    /// No slot: a returned value is dropped.
    pub const NONE: Slot = Slot(u16::MAX);
}

/// The place of [`Op::Fail`] in all code: the `on_fail` of a condition without alternatives.
pub const FAIL: Pc = Pc(2);

impl RelId {
    /// Returns its bit in a set of predicates. Numbers that differ by 64 share a bit, so such a set may contain too many
    /// predicates but never too few.
    pub(crate) const fn bit(self) -> u64 {
        1 << (self.0 % 64)
    }
}

impl BranchId {
    /// No branch.
    pub const NONE: BranchId = BranchId(u16::MAX);
}

impl FnId {
    /// No function.
    pub const NONE: FnId = FnId(u16::MAX);
}

impl Parts {
    /// Its precondition.
    pub const PRECONDITION: Parts = Parts(1);
    /// The parts that a search applies: the precondition and all effects except those of a failure.
    pub const PLANNED: Parts = Parts(0b01_1111);
    /// These effects, without the precondition.
    pub const EFFECTS: Parts = Parts(0b01_1110);
    /// Everything.
    pub const ALL: Parts = Parts(0b11_1111);

    /// Returns the effects of a moment, by its index in [`OperatorRow::moments`].
    pub const fn moment(place: usize) -> Parts {
        Parts(2 << place)
    }
}

/// The cost of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CostKind {
    /// 0: an internal step.
    Nothing,
    /// 1: an external step without a `cost`.
    One,
    /// The value of [`OperatorRow::cost`].
    Function,
}

/// A statement of a body about a fact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FactVerb {
    /// Adds the fact.
    Add,
    /// Deletes the fact.
    Delete,
    /// Protects the fact from being deleted by later steps of the plan.
    Protect,
    /// Ends one protection of the fact.
    Release,
}

impl FactVerb {
    /// All verbs, in the order of their numbers.
    pub const ALL: [FactVerb; 4] = [
        FactVerb::Add,
        FactVerb::Delete,
        FactVerb::Protect,
        FactVerb::Release,
    ];

    /// Returns the keyword of the statement.
    pub const fn word(self) -> &'static str {
        match self {
            FactVerb::Add => "add",
            FactVerb::Delete => "delete",
            FactVerb::Protect => "protect",
            FactVerb::Release => "release",
        }
    }

    /// Returns the verb with a number.
    pub(crate) fn of_number(number: usize) -> Option<FactVerb> {
        FactVerb::ALL.get(number).copied()
    }

    /// Returns true if the statement changes facts.
    pub const fn changes_facts(self) -> bool {
        matches!(self, FactVerb::Add | FactVerb::Delete)
    }
}

impl InCode for FactVerb {
    fn write(self, out: &mut Vec<u8>) {
        (self as u8).write(out);
    }

    fn read(code: &mut Code<'_>) -> Self {
        FactVerb::of_number(u8::read(code).into()).unwrap_or(FactVerb::Add)
    }
}

impl InCode for CostKind {
    fn write(self, out: &mut Vec<u8>) {
        (self as u8).write(out);
    }

    fn read(code: &mut Code<'_>) -> Self {
        match u8::read(code) {
            0 => CostKind::Nothing,
            1 => CostKind::One,
            _ => CostKind::Function,
        }
    }
}

/// The kind of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskKind {
    /// A compound task.
    Method,
    /// An operator that agents carry out.
    External,
    /// An internal operator.
    Internal,
    /// `block_on(a, b)`.
    BlockOn,
    /// `global_block(a)`.
    GlobalBlock,
    /// `finish_action(a)`.
    FinishAction,
    /// `stop_action(a)`.
    StopAction,
    /// An `if`, `while` or `for` of a body.
    Block,
}

/// The slots of a few arguments, stored in an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlineArgs {
    /// The number of arguments.
    pub len: u8,
    /// The slots of the arguments, and after them `Slot(0)`.
    pub slots: [Slot; InlineArgs::MAX],
}

impl InlineArgs {
    /// The maximum number of arguments.
    pub const MAX: usize = 4;

    /// Returns these slots, or `None` if there are too many.
    pub fn new(slots: &[Slot]) -> Option<InlineArgs> {
        let mut args = InlineArgs {
            len: slots.len() as u8,
            slots: [Slot(0); InlineArgs::MAX],
        };
        args.slots.get_mut(..slots.len())?.copy_from_slice(slots);
        Some(args)
    }

    /// Returns the slots.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Slot] {
        &self.slots[..usize::from(self.len).min(InlineArgs::MAX)]
    }
}

impl InCode for InlineArgs {
    fn write(self, out: &mut Vec<u8>) {
        self.len.write(out);
        self.as_slice().iter().for_each(|slot| slot.write(out));
    }

    fn read(code: &mut Code<'_>) -> Self {
        let len = u8::read(code);
        let mut slots = [Slot(0); InlineArgs::MAX];
        for slot in slots.iter_mut().take(len.into()) {
            *slot = Slot::read(code);
        }
        InlineArgs { len, slots }
    }
}

/// The data that begins a compound task, copied from its row and its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Callee {
    /// The task.
    pub task: TaskId,
    /// The first alternative.
    pub method: MethodId,
    /// The branch that it begins with if that has no condition, or [`BranchId::NONE`].
    pub branch: BranchId,
    /// The beginning of its code, or the place after the op that chooses `branch`.
    pub entry: Pc,
    /// The size of its frame in slots.
    pub frame: u16,
}

impl Callee {
    /// Creates a callee whose other fields are not known yet.
    pub const fn new(task: TaskId) -> Callee {
        Callee {
            task,
            method: MethodId(0),
            branch: BranchId::NONE,
            entry: FAIL,
            frame: 0,
        }
    }
}

impl InCode for Callee {
    fn write(self, out: &mut Vec<u8>) {
        let Callee {
            task,
            method,
            branch,
            entry,
            frame,
        } = self;
        task.write(out);
        method.write(out);
        branch.write(out);
        entry.write(out);
        frame.write(out);
    }

    fn read(code: &mut Code<'_>) -> Self {
        Callee {
            task: InCode::read(code),
            method: InCode::read(code),
            branch: InCode::read(code),
            entry: InCode::read(code),
            frame: InCode::read(code),
        }
    }
}

/// A column of an atom, or an argument of an axiom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Arg {
    /// Open: the value is written to the slot.
    Bind(Slot),
    /// Must equal the slot, which has a value, possibly from an earlier column of the same atom.
    Is(Slot),
    /// `_`.
    Any,
}

/// A type of the domain.
#[derive(Clone, Copy)]
pub struct Type {
    /// The name in the domain.
    pub name: &'static str,
    /// Prints a word as the type's `Debug` does.
    pub show: fn(u64, &mut fmt::Formatter<'_>) -> fmt::Result,
    /// Its [`Term::SHAPE`](crate::Term::SHAPE).
    pub shape: u64,
    /// Returns true if a word represents a value.
    pub is_value: fn(u64) -> bool,
    /// Applies [`Term::map_terms`](crate::Term::map_terms) to the value of a word.
    pub map: MapWord,
    /// Returns the word of a value if it has this type.
    pub word_of: fn(&dyn Any) -> Option<u64>,
}

impl Type {
    /// Displays a word as the type's `Debug` does, with all its characters.
    pub fn shown(&self, word: u64) -> impl fmt::Display + '_ {
        ShownValue(self, word)
    }

    /// Prints a word as the type's `Debug` does, in one line of [visible](crate::Visible) characters.
    pub fn print(&self, word: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.shown(word);
        match f.precision() {
            Some(digits) => write!(Visible(f), "{shown:.digits$}"),
            None => write!(Visible(f), "{shown}"),
        }
    }
}

struct ShownValue<'t>(&'t Type, u64);

impl fmt::Display for ShownValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0.show)(self.1, f)
    }
}

/// Replaces the terms in the value of a word.
pub type MapWord = fn(u64, &mut dyn FnMut(&mut dyn Any)) -> u64;

impl InCode for Run {
    fn write(self, out: &mut Vec<u8>) {
        self.at.write(out);
        self.len.write(out);
    }

    fn read(code: &mut Code<'_>) -> Self {
        let (at, len) = (InCode::read(code), InCode::read(code));
        Run { at, len }
    }
}

/// The tables of a domain with errors.
pub static EMPTY: Tables = Tables::EMPTY;

impl Tables {
    /// Returns true if plans can be executed. In a domain without agents they cannot, and checks are never evaluated.
    pub(crate) fn has_agents(&self) -> bool {
        self.operators.iter().any(|operator| operator.by != 0)
    }

    /// Returns the type of agents if a step or a fact mentions one.
    #[cfg(feature = "serde")]
    pub(crate) fn agent_type(&self) -> Option<TypeId> {
        let params = self.tasks.iter().flat_map(|task| task.params);
        let columns = self.relations.iter().flat_map(|relation| relation.columns);
        let agent = params.chain(columns).find(|param| param.agent);
        agent.map(|param| param.ty)
    }

    /// Returns the checks of branches, without those of sort keys and operators.
    pub(crate) fn branch_checks(&self) -> impl Iterator<Item = &'static Check> {
        let (checks, branches) = (self.checks, self.branches.iter());
        branches.flat_map(|branch| {
            let Run { at, len } = branch.checks;
            &checks[at as usize..][..usize::from(len)]
        })
    }

    /// Returns the checks of protected facts, one for each predicate that a body protects. Their frame is a fact.
    pub(crate) fn protected_checks(&self) -> &'static [Check] {
        let Run { at, len } = self.protected;
        &self.checks[at as usize..][..usize::from(len)]
    }

    /// Returns true if bodies of the domain protect facts.
    pub(crate) fn protects(&self) -> bool {
        self.protected.len > 0
    }

    /// Returns the predicates of all checks that are a [`WordTest`], if checks are evaluated.
    pub(crate) fn asked_by_word(&self) -> u64 {
        let tests = self.branch_checks().filter_map(|check| check.word);
        if self.has_agents() {
            tests.fold(0, |all, test| all | test.rel.bit())
        } else {
            0
        }
    }
}
