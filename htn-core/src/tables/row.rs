//! The rows of a domain's tables.
//!
//! An expansion contains one array for each table, with one expression for each row, in the order of the domain. A row is
//! created with the fields that every row mentions; the others are named if they differ from their defaults:
//!
//! ```text
//! static CHECKS: [Check; 1] = [
//!     Check::new("open(from, next)", Pc(19), 15)
//!         .reads(&[RelId(0)])
//!         .vars(&[Var::new("from", 0, 0), Var::new("next", 0, 3)]),
//! ];
//! ```
//!
//! Rows refer to one another by id. An id is an index of the table that its documentation names.

use super::{Arg, Columns, FnId, MethodId, Pc, RelId, Slot, TaskId, TaskKind, Type, TypeId};

/// A run of consecutive entries of another table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Run {
    /// The index of the first entry.
    pub at: u32,
    /// The number of entries.
    pub len: u16,
}

/// A test whether a fact of a one-column predicate is present, for the word in a slot. Most checks are no more than that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordTest {
    /// The predicate.
    pub rel: RelId,
    /// The slot of the word.
    pub slot: Slot,
    /// True if the test holds with the fact, false if it holds without.
    pub there: bool,
}

/// The internal operator that undoes a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo {
    /// The operator's task.
    pub task: TaskId,
    /// Code that computes the arguments. It ends in [`Op::Holds`](super::Op::Holds).
    pub entry: Pc,
    /// The slots of the arguments: a run of [`Tables::slots`].
    pub args: Run,
}

/// An axiom that recurs, as called with one pattern of bound arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AxiomRow {
    /// Its condition: one of `solvers`.
    pub solver: FnId,
    /// The size of its frame in slots. Its parameters come first.
    pub frame: u16,
}

/// Rows that a condition collects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Collection {
    /// The first of the slots that are stored of each solution.
    pub from: Slot,
    /// The end of these slots.
    pub to: Slot,
    /// The slot that says where the rows are. The slot after it is the cursor of [`Op::Row`](super::Op::Row).
    pub region: Slot,
}

/// A predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relation {
    /// The name in the domain.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// The columns. Their names may be empty.
    pub columns: &'static [Param],
    /// The columns before `=>`, or all columns if there is no `=>`.
    pub key: Columns,
    /// True if the predicate has a `=>`.
    pub keyed: bool,
    /// The maximum number of facts.
    pub capacity: usize,
    /// The sets of columns that conditions look facts up by. The first is `Columns(0)`, all facts in order; the second is
    /// `key`.
    pub indexes: &'static [Columns],
    /// True if conditions or effects iterate over all facts. Otherwise a search need not maintain their order, except
    /// among the facts that an index has for a word.
    pub scanned: bool,
}

/// A column or a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// The name in the domain, or `""` for a column without one.
    pub name: &'static str,
    /// The type.
    pub ty: TypeId,
    /// True if the type is that of the domain's agents.
    pub agent: bool,
}

/// A task: a name with its parameters. Its code tries its alternatives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TaskRow {
    /// The name in the domain; `if`, `while` or `for` for a block of a body.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// The kind of task.
    pub kind: TaskKind,
    /// The parameters, which are the first slots of its frame. A block has the variables that it captures.
    pub params: &'static [Param],
    /// The beginning of its code. The code of a synchronisation operator is `Apply`, `Applied`.
    pub entry: Pc,
    /// The first alternative of a compound task.
    pub method: MethodId,
    /// The size of its frame in slots.
    pub frame: u16,
    /// True if a memo of failed searches leaves the task out: its plans may depend on the order of the facts, or it is a
    /// loop, whose rounds replace one another.
    pub not_memoized: bool,
}

/// One alternative of a compound task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MethodRow {
    /// The task.
    pub task: TaskId,
    /// The doc comment.
    pub doc: &'static str,
}

/// A branch of a method, or of an `if`, `while` or `for`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BranchRow {
    /// The name, or `""`.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// The variables of its condition and body, without parameters, for readers of a plan.
    pub vars: &'static [Var],
    /// The conjuncts of its condition that are checked again before each step below it: a run of [`Tables::checks`].
    pub checks: Run,
    /// Its `sort by`: one of `keys` over the slots of the branch, and the number of words of the key. The check after the
    /// run of `checks` computes the inputs of the key again, in the slots of the frame that it is called with.
    pub sort: Option<(FnId, u8)>,
    /// The slot of its `priority`, an `i32`.
    pub priority: Option<Slot>,
}

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Var {
    /// The name in the domain.
    pub name: &'static str,
    /// The type.
    pub ty: TypeId,
    /// The slot in the frame.
    pub slot: Slot,
}

/// A condition that is evaluated again during execution, over the slots of a frame as the planner left them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// The conjuncts as written in the domain, for messages.
    pub text: &'static str,
    /// Its code, which ends in [`Op::Holds`](super::Op::Holds).
    pub entry: Pc,
    /// The number of slots that it needs: those of the task's frame, and after them its own.
    pub frame: u16,
    /// The predicates that it reads, also through axioms.
    pub reads: &'static [RelId],
    /// True for a check of a `for`. All its solutions are found before the first round, and earlier rounds may change
    /// what it reads. Other checks hold when their branch is chosen.
    pub collected: bool,
    /// True if it evaluates a Rust expression that sees the context. Its answer may then change without the facts.
    pub asks_game: bool,
    /// The variables whose values it depends on, for messages, without those that it binds again.
    pub vars: &'static [Var],
    /// The test that it consists of, if it is no more than a [`WordTest`] and not that of a `for`.
    pub word: Option<WordTest>,
}

/// One alternative of a primitive task.
///
/// The arrays of five are indexed by moment: start (for an internal operator, its effects), finish, success, sensed,
/// failure.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OperatorRow {
    /// The task.
    pub task: TaskId,
    /// The doc comment.
    pub doc: &'static str,
    /// The precondition as the executor solves it; ends in `Apply` or `Holds`. It is the planner's code, unless the
    /// precondition has a `when_planning`.
    pub entry: Pc,
    /// The precondition, with the `while` condition, over the values that the planner found for its variables.
    pub holds: Option<Check>,
    /// The `while` condition over the values that the step started with.
    pub during: Option<Check>,
    /// `holds` and `during`, conjunct by conjunct, to find the one that fails: a run of [`Tables::checks`], of which the
    /// last `while_pieces` belong to `during`. Empty if there is one conjunct.
    pub pieces: Run,
    /// The number of pieces of the `while` condition.
    pub while_pieces: u16,
    /// By moment, the code of its effects, which ends in `Moment` or `Applied`.
    pub moments: [Pc; 5],
    /// By moment, the predicates that its effects write.
    pub writes: [&'static [RelId]; 5],
    /// The parts that evaluate a Rust expression which sees the context, also through axioms: bit `i` for the effects of
    /// moment `i`, and [`OperatorRow::PRECONDITION`].
    pub asks_game: u16,
    /// The parameters after `by`: bit `i` for parameter `i`.
    pub by: u32,
    /// One of `tests`: true if an action engages its agents.
    pub busy: Option<FnId>,
    /// One of `costs`.
    pub cost: Option<FnId>,
    /// The cost, if it is written as a number.
    pub fixed_cost: Option<f32>,
    /// One of `costs`: the duration of an action.
    pub duration: Option<FnId>,
    /// The operator that undoes it.
    pub undo: Option<Undo>,
    /// The variables of its precondition, for readers of a plan.
    pub vars: &'static [Var],
}

/// A whole domain.
#[derive(Clone, Copy)]
pub struct Tables {
    /// The domain's name.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// Indexed by [`TypeId`].
    pub types: &'static [Type],
    /// The ops as bytes; see [`unpack_code`](super::unpack_code). Unpacked ops are indexed by [`Pc`].
    pub code: &'static [u8],
    /// The numbers that are Rust in the domain, indexed by [`ConstantId`](super::ConstantId). They are part of the
    /// domain's hash.
    pub constants: &'static [usize],
    /// Indexed by [`RelId`].
    pub relations: &'static [Relation],
    /// Indexed by [`TaskId`].
    pub tasks: &'static [TaskRow],
    /// Indexed by [`MethodId`].
    pub methods: &'static [MethodRow],
    /// Indexed by [`BranchId`](super::BranchId).
    pub branches: &'static [BranchRow],
    /// Indexed by [`OperatorId`](super::OperatorId).
    pub operators: &'static [OperatorRow],
    /// Indexed by [`AxiomId`](super::AxiomId).
    pub axioms: &'static [AxiomRow],
    /// Indexed by [`CollectionId`](super::CollectionId).
    pub collections: &'static [Collection],
    /// Runs of it belong to [`BranchRow`]s and [`OperatorRow`]s.
    pub checks: &'static [Check],
    /// Runs of it are atoms and arguments of axioms.
    pub args: &'static [Arg],
    /// Runs of it are arguments of tasks.
    pub slots: &'static [Slot],
    /// Runs of it are the strands of `unordered`.
    pub strands: &'static [Pc],
    /// The expressions after `poll`, as written; empty texts without the feature `texts`.
    pub polls: &'static [&'static str],
    /// The checks of protected facts, a run of `checks`: one for each predicate that a body protects. Their frame is the
    /// fact, and they read its predicate alone.
    pub protected: Run,
    /// The functions of a reloaded domain; `None` for the emitted ones.
    #[cfg(feature = "reload")]
    pub reloaded: Option<&'static (dyn core::any::Any + Send + Sync)>,
}

/// Constructors of rows. `new` takes the fields that every row mentions; each other field has a default, and a method of
/// its name that sets it.
macro_rules! constructors {
    ($($row:ident($($field:ident: $ty:ty),*) { $($more:ident: $more_ty:ty = $default:expr),* })*) => {$(
        impl $row {
            /// Creates a row of its fields, in order; the others have their defaults.
            pub const fn new($($field: $ty),*) -> $row {
                $row { $($field,)* $($more: $default,)* }
            }
            $(
                /// Sets the field of that name.
                #[must_use]
                pub const fn $more(mut self, $more: $more_ty) -> $row {
                    self.$more = $more;
                    self
                }
            )*
        }
    )*};
}

type Str = &'static str;

constructors! {
    WordTest(rel: RelId, slot: Slot, there: bool) {}
    Undo(task: TaskId, entry: Pc, args: Run) {}
    AxiomRow(solver: FnId, frame: u16) {}
    Collection(from: Slot, to: Slot, region: Slot) {}
    MethodRow(task: TaskId) { doc: Str = "" }
    Relation(name: Str, key: Columns, capacity: usize) {
        doc: Str = "", columns: &'static [Param] = &[], keyed: bool = false, indexes: &'static [Columns] = &[],
        scanned: bool = false
    }
    TaskRow(name: Str, kind: TaskKind, entry: Pc, frame: u16) {
        doc: Str = "", params: &'static [Param] = &[], method: MethodId = MethodId(0), not_memoized: bool = false
    }
    BranchRow(name: Str) {
        doc: Str = "", vars: &'static [Var] = &[], checks: Run = NO_RUN, sort: Option<(FnId, u8)> = None,
        priority: Option<Slot> = None
    }
    Check(text: Str, entry: Pc, frame: u16) {
        reads: &'static [RelId] = &[], collected: bool = false, asks_game: bool = false, vars: &'static [Var] = &[],
        word: Option<WordTest> = None
    }
    OperatorRow(task: TaskId, entry: Pc) {
        doc: Str = "", holds: Option<Check> = None, during: Option<Check> = None, pieces: Run = NO_RUN,
        while_pieces: u16 = 0, moments: [Pc; 5] = [Pc(0); 5], writes: [&'static [RelId]; 5] = [&[]; 5],
        asks_game: u16 = 0, by: u32 = 0, busy: Option<FnId> = None, cost: Option<FnId> = None,
        fixed_cost: Option<f32> = None, duration: Option<FnId> = None, undo: Option<Undo> = None, vars: &'static [Var] = &[]
    }
}

const NO_RUN: Run = Run { at: 0, len: 0 };

impl Param {
    /// Creates a parameter of the type with this number.
    pub const fn new(name: &'static str, ty: u16) -> Param {
        let (ty, agent) = (TypeId(ty), false);
        Param { name, ty, agent }
    }

    /// Creates a parameter for agents, whose type has this number.
    pub const fn agent(name: &'static str, ty: u16) -> Param {
        let (ty, agent) = (TypeId(ty), true);
        Param { name, ty, agent }
    }
}

impl Var {
    /// Creates a variable of the type with this number, in the slot with this number.
    pub const fn new(name: &'static str, ty: u16, slot: u16) -> Var {
        let (ty, slot) = (TypeId(ty), Slot(slot));
        Var { name, ty, slot }
    }
}

impl OperatorRow {
    /// The bit of the precondition in [`asks_game`](OperatorRow::asks_game).
    pub const PRECONDITION: u16 = 1 << 5;

    /// Returns true if the effects of a moment have a Rust expression that sees the context.
    pub const fn moment_calls_game(&self, moment: usize) -> bool {
        self.asks_game & 1 << moment != 0
    }
}

impl Tables {
    /// The tables of a domain with errors, for which nothing is ever planned.
    pub const EMPTY: Tables = Tables {
        name: "",
        doc: "",
        types: &[],
        code: &[],
        constants: &[],
        relations: &[],
        tasks: &[],
        methods: &[],
        branches: &[],
        operators: &[],
        axioms: &[],
        collections: &[],
        checks: &[],
        args: &[],
        slots: &[],
        strands: &[],
        polls: &[],
        protected: NO_RUN,
        #[cfg(feature = "reload")]
        reloaded: None,
    };
}
