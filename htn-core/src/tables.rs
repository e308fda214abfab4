//! The rows that a domain becomes.
//!
//! `htn_domain!` lowers a domain to these rows and expands to one `static` [`Tables`]; the planner and the executor
//! interpret them. Nothing here depends on the domain's types: values are 64-bit words in numbered slots, and what is
//! Rust in the domain is called by number through [`Host`](crate::host::Host).
//!
//! # How the code works
//!
//! [`Tables::code`] is read by a small backtracking machine. It has a program counter, a frame of slots, and a stack of
//! choice points. An op goes on to the next op, or, where what it asks does not hold, to its `els`. Inside a condition
//! that is always a place known beforehand: the generator before it, which gives its next row or goes to its own `els`
//! in turn. Generators keep where they are in a slot, so that a condition that fails costs a jump.
//!
//! A choice point is made only where the search leaves a condition that may have more solutions ([`Op::Leave`]), at
//! alternatives of a task, and for strands. [`Op::Fail`] takes the newest choice point and goes on there, with facts,
//! plan and frames as they were when it was made. Slots are not restored: every slot is written on each path before it
//! is read there, so a stale value is never seen. That is an obligation of whoever emits code: one slot, one meaning
//! in a frame; what repeats (rounds of a loop, recursion) gets a frame of its own.
//!
//! Below, F is where to go when nothing more holds, and R where to come back to for the next solution.
//!
//! | source | code |
//! |---|---|
//! | `p(x)`, all bound | `Has(F)`; R is F |
//! | `p(x)`, open | `Scan(F)`, R: `ScanNext(F)` |
//! | `a && b` | a(F), b(R of a); R is that of b |
//! | `a \|\| b` | a(B), `Note(n, R of a)`, `Jump(E)`, B: b(F), `Note(n, R of b)`, `Jump(E)`, R: `Resume(n)`, E: |
//! | `!a` | a(E), `Jump(F)`, E: |
//! | `forall(a => b)` | as `!(a && !b)` |
//! | `first(a)` | a(F); R is F |
//! | an axiom | `Call(m, F)`, `Jump(E)`, R: `Redo(m, F)`, E: |
//! | `a else b` (axioms) | `Note(n, B)`, a(X), `Note(n, F)`, `Leave`s, `Exit`, X: `Resume(n)`, B: b(F), `Leave`s, `Exit` |
//! | `a sort by k` | `Open(r)`, a(X), `Push(r, R of a)`, X: `Close(r)`, R: `Next(r, F)` |
//! | `let n = count(a)` | `Zero(n)`, a(E), `Count(n)`, `Jump(R of a)`, E: |
//! | `let n = min(e; a)` | `Zero(n)` (clears n and the flag in n + 1), a(E), `Fold(f, n)`, `Jump(R of a)`, E: `Seen(n, F)` |
//! | a task of two alternatives | `Try(B)`, `Method(m0)`, …, B: `Method(m1)`, … |
//! | a method's branches | condition(X), `Leave`s, `Branch(b0)`, body, `Done`, X: `Unchosen`, next branch … |
//! | an operator | condition, `Leave`s, `Apply(o)`, start, `Moment`, finish, `Moment`, success, `Moment`, sensed, `Applied`, failure, `Moment` (moments without effects are left out) |
//!
//! Where only the first solution counts (`!`, `first`, checks), what would give more is not kept track of, and
//! `Mark(m)` … `Cut(m)` around it drops what axioms and collections inside have left open.

use core::fmt;

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

/// Where [`Op::Exhausted`] is: the same, in an axiom.
pub const EXHAUSTED: Pc = Pc(3);

/// A predicate: an index of [`Tables::relations`], and of the storage of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RelId(pub u16);

/// A task: an index of [`Tables::tasks`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TaskId(pub u16);

/// A method (one alternative of a compound task): an index of [`Tables::methods`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MethodId(pub u16);

/// A branch: an index of [`Tables::branches`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BranchId(pub u16);

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

/// A run of consecutive entries of another table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The first entry.
    pub at: u32,
    /// How many.
    pub len: u16,
}

/// What a column of an atom, or an argument of an axiom, does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// Which columns an index looks up by: bit `c` for column `c`. `Columns(0)` is the list of all rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns(pub u16);

/// One operation of the machine. `atom: Run` is a run of [`Tables::args`], one for each column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields of an op are explained with it")]
pub enum Op {
    // ——— the ops every domain's code begins with ———
    /// At `Pc(0)`: calls the task that the game asked for.
    RootCall,
    /// At `Pc(1)`: goes on to the next task that the game asked for, or has found a plan.
    RootNext,
    /// At [`FAIL`]: goes back to the newest choice point.
    Fail,
    /// At [`EXHAUSTED`]: the axiom has no more solutions; goes to the `els` of the call.
    Exhausted,

    // ——— facts ———
    /// Whether the fact is there: a predicate of one column.
    Has { rel: RelId, a: Slot, els: Pc },
    /// Whether it is not.
    Lacks { rel: RelId, a: Slot, els: Pc },
    /// Whether the fact is there: a predicate of two columns, without `=>`.
    HasPair {
        rel: RelId,
        a: Slot,
        b: Slot,
        els: Pc,
    },
    /// Whether it is not.
    LacksPair {
        rel: RelId,
        a: Slot,
        b: Slot,
        els: Pc,
    },
    /// The value of a predicate `key => value` of two columns.
    Get {
        rel: RelId,
        key: Slot,
        to: Slot,
        els: Pc,
    },
    /// The value of a predicate `=> value` of one column.
    Value { rel: RelId, to: Slot, els: Pc },
    /// Whether it is this one.
    GetIs {
        rel: RelId,
        key: Slot,
        is: Slot,
        els: Pc,
    },
    /// Whether the predicate has no fact at all.
    IsEmpty { rel: RelId, els: Pc },
    /// The first row that matches. `index` is the index of the relation whose columns are exactly the columns that
    /// were bound before this atom (so not those bound by an earlier column of it).
    Find {
        rel: RelId,
        index: u8,
        atom: Run,
        els: Pc,
    },
    /// Whether no row matches. Columns are `Is` or `Any`.
    Absent {
        rel: RelId,
        index: u8,
        atom: Run,
        els: Pc,
    },
    /// The first row that matches, and in the cursor the row at which `ScanNext` goes on, which stands behind it and
    /// is passed over.
    Scan {
        rel: RelId,
        index: u8,
        atom: Run,
        cursor: Slot,
        els: Pc,
    },
    /// The next row that matches.
    ScanNext {
        rel: RelId,
        index: u8,
        atom: Run,
        cursor: Slot,
        els: Pc,
    },
    /// As `Scan`, for all rows of a predicate of one column.
    Each {
        rel: RelId,
        to: Slot,
        cursor: Slot,
        els: Pc,
    },
    /// As `Each`, for the rows that one of `filters` lets pass.
    EachLook {
        rel: RelId,
        cursor: Slot,
        f: FnId,
        els: Pc,
    },
    /// As `ScanNext`.
    EachNextLook {
        rel: RelId,
        cursor: Slot,
        f: FnId,
        els: Pc,
    },
    /// As `ScanNext`.
    EachNext {
        rel: RelId,
        to: Slot,
        cursor: Slot,
        els: Pc,
    },
    /// As `Scan`, for a predicate of two columns of which `column` is the slot `is` and the other is open.
    Pairs {
        rel: RelId,
        index: u8,
        column: u8,
        is: Slot,
        to: Slot,
        cursor: Slot,
        els: Pc,
    },
    /// As `ScanNext`.
    PairsNext {
        rel: RelId,
        index: u8,
        column: u8,
        is: Slot,
        to: Slot,
        cursor: Slot,
        els: Pc,
    },

    // ——— Rust expressions ———
    /// Tests that are done together: one of `looks`.
    Look { f: FnId, els: Pc },
    /// Whether the test is true.
    Check { f: FnId, els: Pc },
    /// Writes the word.
    Let { f: FnId, to: Slot },
    /// Writes the word, unless there is `None`.
    LetSome { f: FnId, to: Slot, els: Pc },
    /// Collects all items. Where they begin is written to `at`, and where `Item` goes on to the slot after it.
    Items { f: FnId, at: Slot },
    /// As `Item`, for the items that one of `filters` lets pass.
    ItemLook { at: Slot, f: FnId, els: Pc },
    /// The next item; the slot after `at` has `NONE` where it was the last.
    Item { at: Slot, to: Slot, els: Pc },

    // ——— slots ———
    /// Copies.
    Copy { from: Slot, to: Slot },
    /// Whether the two are the same.
    Same { a: Slot, b: Slot, els: Pc },

    // ——— control ———
    /// Makes a choice point that goes on at the place.
    Try(Pc),
    /// Goes on there.
    Jump(Pc),
    /// Writes a place, for `Resume`.
    Note { to: Slot, at: Pc },
    /// Goes on at the place that was noted.
    Resume(Slot),
    /// Where the cursor has more, makes a choice point that goes on at `redo`, and goes to `done`.
    Leave { cursor: Slot, redo: Pc, done: Pc },
    /// Where an axiom that was called has left choice points since the mark, goes to `done`: they will do.
    Left { mark: Slot, done: Pc },
    /// Writes the height of the choice stack, and how much is collected.
    Mark(Slot),
    /// Drops all choice points made since the mark, and what was collected.
    Cut(Slot),
    /// Calls an axiom in a new frame: `args` (a run of [`Tables::args`]) are its parameters in order, `Is` where the
    /// pattern has them bound, `Bind` or `Any` where it leaves them open. Parameter `i` is slot `i` of the new frame.
    /// The height of the choice stack goes to `mark`.
    Call {
        axiom: AxiomId,
        args: Run,
        mark: Slot,
        els: Pc,
    },
    /// Calls an axiom in place of the present one, which has nothing open: all arguments are `Is`.
    TailCall { axiom: AxiomId, args: Run },
    /// Goes back into the axiom that was called, where it has left choice points.
    Redo { mark: Slot, els: Pc },
    /// The axiom's clause holds: writes the open parameters into the caller's slots and goes on after the call.
    Exit,
    /// The same, where all parameters are bound.
    ExitBound,

    // ——— collecting ———
    /// Begins a collection.
    Open(CollectionId),
    /// Adds the present values to the collection, and goes back for the next ones.
    Push { of: CollectionId, redo: Pc },
    /// All is collected.
    Close(CollectionId),
    /// Each row of the collection, in rising order of its key. The cursor, which is the slot after the region's, has
    /// `NONE` where the row was the last.
    Next { of: CollectionId, els: Pc },
    /// Puts the rows of the collection into order once and for all, and the cursor before the first.
    Settle(CollectionId),
    /// Loads the next row of a settled collection, or goes to `done`. The cursor is a slot of this frame, so it may
    /// be used only where nothing between two rounds can fail and come back: in effects.
    Row { of: CollectionId, done: Pc },
    /// Loads the row whose number is in `at` from a settled collection that an enclosing frame opened and whose place
    /// is in `region`, writes it to the collection's slots and `at + 1` to `next`; or goes to `done`.
    RowAt {
        of: CollectionId,
        region: Slot,
        at: Slot,
        next: Slot,
        done: Pc,
    },
    /// Writes 0 to the slot and to the one after it.
    Zero(Slot),
    /// Adds one.
    Count(Slot),
    /// Folds a value in: `acc` holds the value so far, the slot after it whether there is one.
    Fold { f: FnId, acc: Slot },
    /// Whether anything was folded in.
    Seen { acc: Slot, els: Pc },

    // ——— tasks ———
    /// Begins a task in a new frame; `args` is a run of [`Tables::slots`]. A returned value goes to `ret`, or nowhere
    /// where that is [`Slot::NONE`].
    Task { task: TaskId, args: Run, ret: Slot },
    /// As `Task`, for an operator: where its code begins, and the slots of its frame.
    Do { entry: Pc, frame: u16, args: Run },
    /// As `Task`, in place of the present frame: the next round of a loop. Its node stands beside the present one's.
    Again { task: TaskId, args: Run },
    /// Which alternative is being tried.
    Method(MethodId),
    /// Fails where a branch of this frame has been chosen before: there is no other then.
    Unchosen,
    /// Which branch was chosen.
    Branch(BranchId),
    /// The body is done.
    Done,
    /// The body is done; the word goes to the `ret` of the caller.
    Return(FnId),
    /// Begins the strands, places of a run of [`Tables::strands`]. They share this frame. Goes on after this op when
    /// all have ended.
    Unordered(Run),
    /// A strand has ended.
    StrandEnd,

    // ——— steps ———
    /// The precondition holds: the step enters the plan, with its cost.
    Apply { id: OperatorId, cost: Cost },
    /// The effects of one moment are through. The executor stops here, the planner goes on.
    Moment,
    /// The operator is through; the task after it is next. The executor stops here too.
    Applied,
    /// Adds a fact of a predicate of one column.
    AddOne { rel: RelId, a: Slot },
    /// Adds a fact of a predicate of two columns.
    AddTwo { rel: RelId, a: Slot, b: Slot },
    /// Deletes a fact of a predicate of one column.
    DeleteOne { rel: RelId, a: Slot },
    /// Deletes a fact of a predicate of two columns.
    DeleteTwo { rel: RelId, a: Slot, b: Slot },
    /// Adds a fact. Columns are `Is`.
    Add { rel: RelId, atom: Run },
    /// Deletes every fact that matches. Columns are `Is` or `Any`. `index` as in `Scan`.
    Delete { rel: RelId, index: u8, atom: Run },
    /// `add` in a body: a step of its own that adds a fact. Columns are `Is`.
    StepAdd { rel: RelId, atom: Run },
    /// `delete` in a body: a step of its own that deletes one fact. Columns are `Is`.
    StepDelete { rel: RelId, atom: Run },
    /// The end of an `add` or `delete` statement of a body, or of a branch without a task: where strands interleave,
    /// another one may be next.
    Stepped,

    // ——— questions ———
    /// A check holds: the end of the code of a [`Check`].
    Holds,
}

impl Op {
    /// Whether it leads from the end of one statement of a body to the next: where strands interleave, they are not
    /// left before it.
    pub const fn is_between_statements(self) -> bool {
        matches!(
            self,
            Op::Done
                | Op::Return(_)
                | Op::StrandEnd
                | Op::Jump(_)
                | Op::Again { .. }
                | Op::Method(_)
                | Op::RowAt { .. }
                | Op::Stepped
        )
    }

    /// The places that it leads to, but for the next op.
    pub fn places(&mut self) -> [Option<&mut Pc>; 2] {
        match self {
            Op::Has { els, .. }
            | Op::Lacks { els, .. }
            | Op::HasPair { els, .. }
            | Op::LacksPair { els, .. }
            | Op::Get { els, .. }
            | Op::Value { els, .. }
            | Op::GetIs { els, .. }
            | Op::Find { els, .. }
            | Op::Absent { els, .. }
            | Op::Scan { els, .. }
            | Op::ScanNext { els, .. }
            | Op::Each { els, .. }
            | Op::EachNext { els, .. }
            | Op::EachLook { els, .. }
            | Op::EachNextLook { els, .. }
            | Op::Pairs { els, .. }
            | Op::PairsNext { els, .. }
            | Op::ItemLook { els, .. }
            | Op::IsEmpty { els, .. }
            | Op::Look { els, .. }
            | Op::Check { els, .. }
            | Op::LetSome { els, .. }
            | Op::Same { els, .. }
            | Op::Call { els, .. }
            | Op::Redo { els, .. }
            | Op::Item { els, .. }
            | Op::Next { els, .. }
            | Op::Seen { els, .. } => [Some(els), None],
            Op::Try(to) | Op::Jump(to) | Op::Note { at: to, .. } => [Some(to), None],
            Op::Push { redo, .. } => [Some(redo), None],
            Op::Leave { redo, done, .. } => [Some(redo), Some(done)],
            Op::Left { done, .. } | Op::Row { done, .. } | Op::RowAt { done, .. } => {
                [Some(done), None]
            }
            Op::RootCall
            | Op::RootNext
            | Op::Fail
            | Op::Exhausted
            | Op::Let { .. }
            | Op::Items { .. }
            | Op::Copy { .. }
            | Op::Resume(_)
            | Op::Mark(_)
            | Op::Cut(_)
            | Op::TailCall { .. }
            | Op::Exit
            | Op::ExitBound
            | Op::Open(_)
            | Op::Close(_)
            | Op::Settle(_)
            | Op::Zero(_)
            | Op::Count(_)
            | Op::Fold { .. }
            | Op::Task { .. }
            | Op::Do { .. }
            | Op::Again { .. }
            | Op::Method(_)
            | Op::Unchosen
            | Op::Branch(_)
            | Op::Done
            | Op::Return(_)
            | Op::Unordered(_)
            | Op::StrandEnd
            | Op::Apply { .. }
            | Op::Moment
            | Op::Applied
            | Op::AddOne { .. }
            | Op::AddTwo { .. }
            | Op::DeleteOne { .. }
            | Op::DeleteTwo { .. }
            | Op::Add { .. }
            | Op::Delete { .. }
            | Op::StepAdd { .. }
            | Op::StepDelete { .. }
            | Op::Stepped
            | Op::Holds => [None, None],
        }
    }
}

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
    /// What takes it back.
    pub undo: Option<Undo>,
    /// The variables of its precondition, for those who look at a plan.
    pub vars: &'static [Var],
}

/// An axiom as called with one pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AxiomRow {
    /// Where its clauses begin.
    pub entry: Pc,
    /// Slots of its frame.
    pub frame: u16,
}

/// A place that collects solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Collection {
    /// What is kept of each solution: slots `from` up to `to`.
    pub from: Slot,
    /// The end of them.
    pub to: Slot,
    /// The sort key, a function of the kind `keys`; without it, rows keep their order.
    pub key: Option<FnId>,
    /// How many words the key has; 0 without one.
    pub key_words: u8,
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
    /// Indexed by [`Pc`].
    pub code: &'static [Op],
    /// Runs of it are atoms and axiom arguments.
    pub args: &'static [Arg],
    /// Runs of it are arguments of tasks.
    pub slots: &'static [Slot],
    /// Runs of it are the strands of `unordered`.
    pub strands: &'static [Pc],
}
