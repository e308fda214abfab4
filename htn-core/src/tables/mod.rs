//! The rows that a domain becomes.
//!
//! `htn_domain!` lowers a domain to these rows and expands to one `static` [`Tables`]; the planner and the executor
//! interpret them. Nothing here depends on the domain's types: values are 64-bit words in numbered slots, and what is
//! Rust in the domain is called by number through [`Host`](crate::search::host::Host).
//!
//! # How they are gone through
//!
//! Conditions and the changes of operators are functions of the domain (see [`solve`](crate::search::solve)). Everything else is data: [`Tables::code`] holds the
//! statements, one [`Op`] after another. A choice point is made where a condition may have more solutions, at alternatives
//! of a task, and for strands. [`Op::Fail`] takes the newest choice point and goes on there, with facts, plan and frames as
//! they were when it was made. Slots are not restored: every slot is written on each path before it is read there, so a
//! stale value is never seen. That is an obligation of whoever emits code: one slot, one meaning in a frame; what repeats
//! (rounds of a loop, recursion) gets a frame of its own.
//!
//! | source | code |
//! |---|---|
//! | a condition | `Solve(F)`, `SolveNext(F)`; where it is one test, `Fact(F)` or `Test(F)`. F is where to go when it does not hold |
//! | a task of two alternatives | `Try(B)`, first one, B: `Method(m1)`, second one |
//! | a method's branches | condition(X), `Branch(b0)` unless the condition does that, body, `Done`, X: `Unchosen`, next branch … |
//! | an operator | condition(`Fail`), `Apply(o)`, start, `Moment`, finish, `Moment`, success, `Moment`, sensed, `Applied`, failure, `Moment` (moments without effects are left out) |
//! | effects of a moment | `Change(f)`; with `_`, `Delete` |
//! | an effect `for` a condition | `Solve`, which collects all solutions, `ChangeEach`; where there is `_` in it, A: `Row(E)`, changes, `Jump(A)`, E: |
//! | `for` in a body | `Solve`, which collects, `Zero`, `Task`; the task is `RowAt(E)`, body, `Round`, E: `Stepped`, `Done` |
//! | a condition that is asked again | condition(`Fail`), `Holds` |

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
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
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
    /// A place that collects solutions: an index of [`Tables::collections`].
    CollectionId(u16);
    /// A type of the domain: an index of [`Tables::types`].
    TypeId(u16);
    /// A Rust expression, by its number among those of its kind in [`Functions`](crate::search::host::Functions).
    FnId(u16);
    /// A number that is Rust in the domain: an index of [`Tables::constants`].
    ConstantId(u16);
    /// Parts of an operator that are one function: a bit each.
    Parts(u8);
    /// Which columns an index looks up by: bit `c` for column `c`. `Columns(0)` is the list of all rows.
    Columns(u16);
}

impl Slot {
    /// No slot: a returned value that nobody wants.
    pub const NONE: Slot = Slot(u16::MAX);
}

/// Where [`Op::Fail`] is: the `on_fail` of what has no generator before it.
pub const FAIL: Pc = Pc(2);

impl RelId {
    /// Its bit in a set of predicates. Those past 64 share one: who asks such a set may be told too many, never too few.
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
    /// What a search assumes: the precondition and all effects but those of a failure.
    pub const PLANNED: Parts = Parts(0b01_1111);
    /// Everything.
    pub const ALL: Parts = Parts(0b11_1111);

    /// The effects of a moment, by its place in [`OperatorRow::moments`].
    pub const fn moment(place: usize) -> Parts {
        Parts(2 << place)
    }
}

/// The cost of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// 0: an internal step.
    Nothing,
    /// 1: an external step without a `cost`.
    One,
    /// The value of [`OperatorRow::cost`].
    Function,
}

impl InCode for Cost {
    fn write(self, out: &mut Vec<u8>) {
        (self as u8).write(out);
    }

    fn read(code: &mut Code<'_>) -> Self {
        match u8::read(code) {
            0 => Cost::Nothing,
            1 => Cost::One,
            _ => Cost::Function,
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

/// The slots of a few arguments, in the op itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlineArgs {
    /// How many there are.
    pub len: u8,
    /// They come first.
    pub slots: [Slot; InlineArgs::MOST],
}

impl InlineArgs {
    /// The most arguments that an op has room for.
    pub const MOST: usize = 4;

    /// These slots, where there is room for them.
    pub fn new(slots: &[Slot]) -> Option<InlineArgs> {
        let mut few = InlineArgs {
            len: slots.len() as u8,
            slots: [Slot(0); InlineArgs::MOST],
        };
        few.slots.get_mut(..slots.len())?.copy_from_slice(slots);
        Some(few)
    }

    /// The slots.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Slot] {
        &self.slots[..usize::from(self.len).min(InlineArgs::MOST)]
    }
}

impl InCode for InlineArgs {
    fn write(self, out: &mut Vec<u8>) {
        self.len.write(out);
        self.as_slice().iter().for_each(|slot| slot.write(out));
    }

    fn read(code: &mut Code<'_>) -> Self {
        let len = u8::read(code);
        let mut slots = [Slot(0); InlineArgs::MOST];
        for slot in slots.iter_mut().take(len.into()) {
            *slot = Slot::read(code);
        }
        InlineArgs { len, slots }
    }
}

/// A compound task as it is begun: what of its row and of its code is needed for that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Callee {
    /// The task.
    pub task: TaskId,
    /// The first of its alternatives.
    pub method: MethodId,
    /// The branch that it begins with, where that has no condition.
    pub branch: BranchId,
    /// Where its code begins, or goes on if a branch is chosen.
    pub entry: Pc,
    /// Slots of its frame.
    pub frame: u16,
}

impl Callee {
    /// A task of which no more is known yet.
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

/// What a column of an atom, or an argument of an axiom, does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Arg {
    /// Writes the value into the slot.
    Bind(Slot),
    /// Must equal the slot, which has been written (maybe by an earlier column of the same atom).
    Is(Slot),
    /// `_`.
    Any,
}

/// A type of the domain.
#[derive(Clone, Copy)]
pub struct Type {
    /// As in the domain.
    pub name: &'static str,
    /// Prints a word as the type's `Debug` does.
    pub show: fn(u64, &mut fmt::Formatter<'_>) -> fmt::Result,
    /// Its [`Term::SHAPE`](crate::Term::SHAPE).
    pub shape: u64,
    /// Whether a word is that of a value.
    #[cfg(feature = "serde")]
    pub is_value: fn(u64) -> bool,
    /// The word of what [`Term::map_terms`](crate::Term::map_terms) makes of a value.
    pub map: MapWord,
    /// The word of a value, if it is of this type.
    pub word_of: fn(&dyn Any) -> Option<u64>,
}

impl Type {
    /// Returns what prints a word as the type's `Debug` does, whatever letters that has.
    pub fn shown(&self, word: u64) -> impl fmt::Display + '_ {
        ShownValue(self, word)
    }

    /// Prints a word as the type's `Debug` does, in one line of [visible](crate::Visible) letters.
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

/// What becomes of a word where the terms in it are replaced.
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

/// The tables of a domain that could not be read.
pub static EMPTY: Tables = Tables::EMPTY;

impl Tables {
    /// Whether anybody carries out its plans: nobody does in a domain without agents, and its conditions are not looked
    /// at again.
    pub(crate) fn has_agents(&self) -> bool {
        self.operators.iter().any(|operator| operator.by != 0)
    }

    /// The type of agents, where a step or a fact names one.
    #[cfg(feature = "serde")]
    pub(crate) fn agent_type(&self) -> Option<TypeId> {
        let params = self.tasks.iter().flat_map(|task| task.params);
        let columns = self.relations.iter().flat_map(|relation| relation.columns);
        let agent = params.chain(columns).find(|param| param.agent);
        agent.map(|param| param.ty)
    }

    /// The checks of branches: between and behind them stand those of keys and operators.
    pub(crate) fn branch_checks(&self) -> impl Iterator<Item = &'static Check> {
        let (checks, branches) = (self.checks, self.branches.iter());
        branches.flat_map(|branch| {
            let Run { at, len } = branch.checks;
            &checks[at as usize..][..usize::from(len)]
        })
    }

    /// The predicates of those whether a word is a fact, where checks are looked at again.
    pub(crate) fn asked_by_word(&self) -> u64 {
        let tests = self.branch_checks().filter_map(|check| check.word);
        if self.has_agents() {
            tests.fold(0, |all, test| all | test.rel.bit())
        } else {
            0
        }
    }
}
