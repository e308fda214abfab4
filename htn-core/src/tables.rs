//! The rows that a domain becomes.
//!
//! `htn_domain!` lowers a domain to these rows and expands to one `static` [`Tables`]; the planner and the executor
//! interpret them. Nothing here depends on the domain's types: values are 64-bit words in numbered slots, and what is
//! Rust in the domain is called by number through [`Host`](crate::host::Host).
//!
//! # How they are gone through
//!
//! Conditions and the changes of operators are functions of the domain (see [`solve`](crate::solve)). Everything else is data: [`Tables::code`] holds the
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
//! | a method's branches | condition(X), `Branch(b0)` unless `Solve` does that, body, `Done`, X: `Unchosen`, next branch … |
//! | an operator | condition(`Fail`), `Apply(o)`, start, `Moment`, finish, `Moment`, success, `Moment`, sensed, `Applied`, failure, `Moment` (moments without effects are left out) |
//! | effects of a moment | `Change(f)`; with `_`, `Delete` |
//! | an effect `for` a condition | `Solve`, which collects all solutions, A: `Row(E)`, changes, `Jump(A)`, E: |
//! | `for` in a body | `Solve`, which collects, `Zero`, `Task`; the task is `RowAt(E)`, `Branch`, body, `Again`, E: `Stepped`, `Done` |
//! | a condition that is asked again | condition(`Fail`), `Holds` |

pub(crate) mod op;

use core::fmt;

pub use op::Op;

/// A slot of the current frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Slot(pub u16);

impl Slot {
    /// No slot: a returned value that nobody wants.
    pub const NONE: Slot = Slot(u16::MAX);
}

/// A place in [`Tables::code`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pc(pub u32);

/// Where [`Op::Fail`] is: the `els` of what has no generator before it.
pub const FAIL: Pc = Pc(2);

/// A predicate: an index of [`Tables::relations`], and of the storage of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RelId(pub u16);

impl RelId {
    /// Its bit in a set of predicates. Those past 64 share one: who asks such a set may be told too many, never too few.
    pub(crate) const fn bit(self) -> u64 {
        1 << (self.0 % 64)
    }
}

/// A task: an index of [`Tables::tasks`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TaskId(pub u16);

/// A method (one alternative of a compound task): an index of [`Tables::methods`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MethodId(pub u16);

/// A branch: an index of [`Tables::branches`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BranchId(pub u16);

impl BranchId {
    /// No branch.
    pub const NONE: BranchId = BranchId(u16::MAX);
}

/// An operator (one alternative of a primitive task): an index of [`Tables::operators`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct OperatorId(pub u16);

/// An axiom as called with one pattern of bound arguments: an index of [`Tables::axioms`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AxiomId(pub u16);

/// A place that collects solutions: an index of [`Tables::collections`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CollectionId(pub u16);

/// A type of the domain: an index of [`Tables::types`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TypeId(pub u16);

/// A Rust expression, by its number among those of its kind in [`Functions`](crate::host::Functions).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FnId(pub u16);

impl FnId {
    /// No function.
    pub const NONE: FnId = FnId(u16::MAX);
}

/// A run of consecutive entries of another table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The first entry.
    pub at: u32,
    /// How many.
    pub len: u16,
}

/// The slots of a few arguments, in the op itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Few {
    /// How many there are.
    pub len: u8,
    /// They come first.
    pub slots: [Slot; Few::MOST],
}

impl Few {
    /// The most arguments that an op has room for.
    pub const MOST: usize = 4;

    /// These slots, where there is room for them.
    pub fn new(slots: &[Slot]) -> Option<Few> {
        let mut few = Few {
            len: slots.len() as u8,
            slots: [Slot(0); Few::MOST],
        };
        few.slots.get_mut(..slots.len())?.copy_from_slice(slots);
        Some(few)
    }

    /// The slots.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Slot] {
        &self.slots[..usize::from(self.len).min(Few::MOST)]
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

/// What a step costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Nothing: bookkeeping.
    Nothing,
    /// One: an external step that says nothing else.
    One,
    /// What [`OperatorRow::cost`] says.
    Function,
}

/// Parts of an operator that are one function: a bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Parts(pub u8);

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

/// Which columns an index looks up by: bit `c` for column `c`. `Columns(0)` is the list of all rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns(pub u16);

/// A predicate.
#[derive(Clone, Copy, Debug)]
pub struct Relation {
    /// As in the domain.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// Names (or `""`) and types.
    pub columns: &'static [Param],
    /// For a keyed predicate the columns before `=>`, else all of them.
    pub key: Columns,
    /// Whether it has a `=>`.
    pub keyed: bool,
    /// The most rows it can hold.
    pub capacity: usize,
    /// What it is looked up by. `indexes[0]` is `Columns(0)`, all rows in order; `indexes[1]` is `key`.
    pub indexes: &'static [Columns],
    /// Whether conditions or effects go over its rows: otherwise the search need not know their order.
    pub scanned: bool,
}

/// A column or a parameter.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// As in the domain; `""` for a column without one.
    pub name: &'static str,
    /// Its type.
    pub ty: TypeId,
    /// Whether it is of the domain's agent type.
    pub agent: bool,
}

/// A type of the domain.
#[derive(Clone, Copy)]
pub struct Type {
    /// As in the domain.
    pub name: &'static str,
    /// Prints a word as the type's `Debug` does.
    pub show: fn(u64, &mut fmt::Formatter<'_>) -> fmt::Result,
}

/// What kind of task it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskKind {
    /// A compound task.
    Method,
    /// An operator that an agent carries out.
    External,
    /// An operator that is bookkeeping.
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

/// A task: a name with its parameters. Its alternatives are in its code.
#[derive(Clone, Copy, Debug)]
pub struct TaskRow {
    /// As in the domain; `if`, `while`, `for` for blocks.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// What it is.
    pub kind: TaskKind,
    /// Its parameters: the first slots of its frame. For blocks, what they capture.
    pub params: &'static [Param],
    /// Where its code begins. The synchronisation operators' code is `Apply`, `Applied`.
    pub entry: Pc,
    /// The first of its alternatives, where it is a compound task.
    pub method: MethodId,
    /// Slots of its frame.
    pub frame: u16,
}

/// One alternative of a compound task.
#[derive(Clone, Copy, Debug)]
pub struct MethodRow {
    /// The task.
    pub task: TaskId,
    /// The doc comment.
    pub doc: &'static str,
}

/// A branch of a method, or of an `if`, `while` or `for`.
#[derive(Clone, Copy, Debug)]
pub struct BranchRow {
    /// Its name; `""` for one without.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// What it binds, for those who look at a plan: parameters aside, every variable of its condition and body.
    pub vars: &'static [Var],
    /// The conjuncts of its condition that are looked at again before a step below it: a run of [`Tables::checks`].
    pub checks: Run,
    /// Its `sort by`: a function of the kind `keys` over the branch's slots, and how many words the key has. The check
    /// behind the run of `checks` works out anew what it looks at, in the slots of the frame that it is asked over.
    pub sort: Option<(FnId, u8)>,
}

/// A variable.
#[derive(Clone, Copy, Debug)]
pub struct Var {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub ty: TypeId,
    /// Where it is in the frame.
    pub slot: Slot,
}

/// A question about the facts that is asked again later, over the slots of a frame as the planner left them.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The conjuncts as written in the domain, for messages.
    pub text: &'static str,
    /// Code that ends in `Holds`.
    pub entry: Pc,
    /// Slots it needs: those of the task's frame, and its own above them.
    pub frame: u16,
    /// The predicates it reads, through axioms too.
    pub reads: &'static [RelId],
    /// Whether it is of a `for`: all solutions were found before the first round, and what the rounds before did may have
    /// changed what it asks. Others hold where their branch was chosen.
    pub collected: bool,
    /// Whether it asks a Rust expression that sees the context: then its answer may change without the facts.
    pub asks_game: bool,
    /// The variables whose values it is asked about, for messages: not those that it is solved anew for.
    pub vars: &'static [Var],
    /// What it asks, where that is no more than whether a word is a fact, and it is of no `for`.
    pub word: Option<WordTest>,
}

/// Whether the word of a slot is a fact of a predicate of one column, or is none: most checks are that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordTest {
    /// The predicate.
    pub rel: RelId,
    /// The slot.
    pub slot: Slot,
    /// Whether it holds where the fact is there, or where it is not.
    pub there: bool,
}

/// The internal operator that takes a step back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// The operator's task.
    pub task: TaskId,
    /// Code that works out the arguments and ends in `Holds`.
    pub entry: Pc,
    /// The arguments, a run of [`Tables::slots`].
    pub args: Run,
}

/// One alternative of a primitive task.
#[derive(Clone, Copy, Debug)]
pub struct OperatorRow {
    /// The task.
    pub task: TaskId,
    /// The doc comment.
    pub doc: &'static str,
    /// Where its own precondition begins; ends in `Apply`.
    pub entry: Pc,
    /// The precondition (with `while`) over the values that the planner found for its variables.
    pub holds: Option<Check>,
    /// The `while` condition over the values that the step started with.
    pub during: Option<Check>,
    /// Both once more, conjunct by conjunct, to tell which does not hold: a run of [`Tables::checks`], first those of the
    /// precondition, then `while_pieces` of the `while`. Empty where there is one conjunct.
    pub pieces: Run,
    /// How many of them are the `while`'s.
    pub while_pieces: u16,
    /// Effects: start (internal operators: their effects), finish, success, sensed, failure; each ends in `Moment` or
    /// `Applied`.
    pub moments: [Pc; 5],
    /// What each moment writes, in the same order.
    pub writes: [&'static [RelId]; 5],
    /// Which parameters are after `by`: bit `i` for parameter `i`.
    pub by: u32,
    /// A function of the kind `tests`: whether it engages its agents.
    pub busy: Option<FnId>,
    /// A function of the kind `costs`.
    pub cost: Option<FnId>,
    /// A function of the kind `costs`: how long an action takes.
    pub duration: Option<FnId>,
    /// What takes it back.
    pub undo: Option<Undo>,
    /// The variables of its precondition, for those who look at a plan.
    pub vars: &'static [Var],
}

/// An axiom that recurs, as called with one pattern of bound arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AxiomRow {
    /// Its condition, a function of the kind `solvers`.
    pub solver: FnId,
    /// Slots of its frame: parameters first.
    pub frame: u16,
}

/// Rows that a condition has collected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Collection {
    /// What is kept of each solution: slots `from` up to `to`.
    pub from: Slot,
    /// The end of them.
    pub to: Slot,
    /// A slot that says where the rows are. The one after it is the cursor of [`Op::Row`].
    pub region: Slot,
}

/// A whole domain.
#[derive(Clone, Copy)]
pub struct Tables {
    /// The domain's name.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// Indexed by [`RelId`].
    pub relations: &'static [Relation],
    /// Indexed by [`TypeId`].
    pub types: &'static [Type],
    /// Indexed by [`TaskId`].
    pub tasks: &'static [TaskRow],
    /// Indexed by [`MethodId`].
    pub methods: &'static [MethodRow],
    /// Indexed by [`BranchId`].
    pub branches: &'static [BranchRow],
    /// Indexed by [`OperatorId`].
    pub operators: &'static [OperatorRow],
    /// Indexed by [`AxiomId`].
    pub axioms: &'static [AxiomRow],
    /// Indexed by [`CollectionId`].
    pub collections: &'static [Collection],
    /// Runs of it belong to [`BranchRow`]s.
    pub checks: &'static [Check],
    /// Ops, packed; unpacked, they are indexed by [`Pc`].
    pub code: &'static [u8],
    /// Runs of it are atoms and axiom arguments.
    pub args: &'static [Arg],
    /// Runs of it are arguments of tasks.
    pub slots: &'static [Slot],
    /// Runs of it are the strands of `unordered`.
    pub strands: &'static [Pc],
}

impl Tables {
    /// Whether anybody carries out its plans: nobody does in a domain without agents, and its conditions are not looked
    /// at again.
    pub(crate) fn has_agents(&self) -> bool {
        self.operators.iter().any(|operator| operator.by != 0)
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
        match self.has_agents() {
            true => tests.fold(0, |all, test| all | test.rel.bit()),
            false => 0,
        }
    }
}
