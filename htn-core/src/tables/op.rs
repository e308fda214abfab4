//! The operations of the machine. What each construct of a domain becomes is said [above](super).

use super::{
    AxiomId, BranchId, CollectionId, Cost, Few, FnId, MethodId, OperatorId, Pc, RelId, Run, Slot,
    TaskId,
};

/// One operation of the machine. `atom: Run` is a run of [`Tables::args`](super::Tables::args), one for each column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields of an op are explained with it")]
pub enum Op {
    // ——— the ops every domain's code begins with ———
    /// At `Pc(0)`: calls the task that the game asked for.
    RootCall,
    /// At `Pc(1)`: goes on to the next task that the game asked for, or has found a plan.
    RootNext,
    /// At [`FAIL`](super::FAIL): goes back to the newest choice point.
    Fail,
    /// At [`EXHAUSTED`](super::EXHAUSTED): the axiom has no more solutions; goes to the `els` of the call.
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
    /// Whether the predicate, which has no columns, holds.
    IsSet { rel: RelId, els: Pc },
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

    /// The numbers of one of `spans`, which are not collected: where they end goes to `at`, and how many are left to the
    /// slot after it.
    Span { f: FnId, at: Slot },
    /// The next number.
    Number { at: Slot, to: Slot, els: Pc },
    /// As `Number`, for the numbers that one of `filters` lets pass.
    NumberLook { at: Slot, f: FnId, els: Pc },

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
    /// Calls an axiom in a new frame: `args` (a run of [`Tables::args`](super::Tables::args)) are its parameters in order, `Is` where the
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
    /// Adds all solutions of generators of one column, one inside the other, to a collection, by one of `gathers`. Goes to
    /// `els` when it has them all. `GatherNext` stands behind it and is passed over. What it goes over, an `Each` behind
    /// all code says, which nothing leads to.
    Gather { f: FnId, els: Pc },
    /// Goes on where `Gather` was cut.
    GatherNext { f: FnId, els: Pc },
    /// `Open`, `Gather` and `First` in one, for a collection with a key that is gathered as a whole. `LeastNext` and `Next`
    /// stand behind it and are passed over.
    Least { f: FnId, els: Pc },
    /// Goes on where `Least` was cut.
    LeastNext { f: FnId, els: Pc },
    /// All is collected.
    Close(CollectionId),
    /// All is collected, in a collection with a key: its least row. The cursor, which is the slot after the region's, has
    /// `NONE` where the row was the last. `Next` stands behind it and is passed over.
    First { of: CollectionId, els: Pc },
    /// The next row, in rising order of its key.
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
    /// Begins a task in a new frame; `args` is a run of [`Tables::slots`](super::Tables::slots). A returned value goes to `ret`, or nowhere
    /// where that is [`Slot::NONE`].
    Task { task: TaskId, args: Run, ret: Slot },
    /// As `Task`, with few arguments.
    Begin { task: TaskId, ret: Slot, args: Few },
    /// As `Task`, for an operator: where its code begins, and the slots of its frame.
    Do { entry: Pc, frame: u16, args: Run },
    /// As `Do`, for an operator that one of `acts` carries out as a whole: tests, then changes of single facts, and the
    /// step is taken.
    Act { f: FnId, args: Few },
    /// A stretch of the task's code by one of `natives`. Where it does not come to the end of the task, it says which op
    /// is next.
    Native(FnId),
    /// As `Task`, in place of the present frame: the next round of a loop. Its node stands beside the present one's.
    Again { task: TaskId, args: Run },
    /// Which alternative is being tried.
    Method(MethodId),
    /// Fails where a branch of this frame has been chosen before: there is no other then.
    Unchosen,
    /// Which branch was chosen.
    Branch(BranchId),
    /// `Look`, and then the `Branch` behind it, which is passed over.
    Choose { f: FnId, branch: BranchId, els: Pc },
    /// `Leave`, and then the `Branch` behind it, which is passed over.
    LeaveFor {
        cursor: Slot,
        redo: Pc,
        branch: BranchId,
    },
    /// The body is done.
    Done,
    /// The body is done; the word goes to the `ret` of the caller.
    Return(FnId),
    /// Begins the strands, places of a run of [`Tables::strands`](super::Tables::strands). They share this frame. Goes on after this op when
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
    /// The end of an `add` or `delete` statement of a body, of a branch without a task, or of the `let`s at the end of a
    /// body: where strands interleave, another one may be next.
    Stepped,
    /// In front of the `let`s at the end of a body, which end in `Stepped`: they belong to the statement before them, so
    /// no other strand comes in between.
    Stay,

    // ——— questions ———
    /// A check holds: the end of the code of a [`Check`](super::Check).
    Holds,
}

impl Op {
    /// Whether it leads from the end of one statement of a body to the next: where strands interleave, they are not
    /// left before it. `Again` does so in a `for` only; in a `while` it begins the next statement.
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
                | Op::Stay
        )
    }

    /// The predicate whose rows it goes over, and by which index. Rows that are looked up by all their words, or the
    /// value of a key, are not gone over, whatever calls itself that.
    pub fn goes_over(&self) -> Option<(RelId, u8)> {
        match *self {
            Op::Find { rel, index, .. }
            | Op::Absent { rel, index, .. }
            | Op::Scan { rel, index, .. }
            | Op::ScanNext { rel, index, .. }
            | Op::Pairs { rel, index, .. }
            | Op::PairsNext { rel, index, .. }
            | Op::Delete { rel, index, .. } => Some((rel, index)),
            Op::Each { rel, .. }
            | Op::EachNext { rel, .. }
            | Op::EachLook { rel, .. }
            | Op::EachNextLook { rel, .. }
            | Op::Value { rel, .. } => Some((rel, 0)),
            _ => None,
        }
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
            | Op::Gather { els, .. }
            | Op::GatherNext { els, .. }
            | Op::Least { els, .. }
            | Op::LeastNext { els, .. }
            | Op::Pairs { els, .. }
            | Op::PairsNext { els, .. }
            | Op::ItemLook { els, .. }
            | Op::Number { els, .. }
            | Op::NumberLook { els, .. }
            | Op::IsEmpty { els, .. }
            | Op::IsSet { els, .. }
            | Op::Look { els, .. }
            | Op::Choose { els, .. }
            | Op::Check { els, .. }
            | Op::LetSome { els, .. }
            | Op::Same { els, .. }
            | Op::Call { els, .. }
            | Op::Redo { els, .. }
            | Op::Item { els, .. }
            | Op::First { els, .. }
            | Op::Next { els, .. }
            | Op::Seen { els, .. } => [Some(els), None],
            Op::Try(to) | Op::Jump(to) | Op::Note { at: to, .. } => [Some(to), None],
            Op::Push { redo, .. } | Op::LeaveFor { redo, .. } => [Some(redo), None],
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
            | Op::Span { .. }
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
            | Op::Begin { .. }
            | Op::Do { .. }
            | Op::Act { .. }
            | Op::Native(_)
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
            | Op::Stay
            | Op::Holds => [None, None],
        }
    }
}
