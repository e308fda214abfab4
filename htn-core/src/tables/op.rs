//! The ops: the statements that a search executes.
//!
//! One list defines each op, its fields and its number. The enum and its encoding as bytes are derived from it.
//!
//! An op is followed by the next one in the code, unless its documentation says otherwise. A field `on_fail` is the place
//! where the search continues if the op's condition does not hold. A field `branch` is the branch whose condition it is, if
//! any: if the condition holds, that branch is chosen.

use alloc::vec::Vec;

use super::code::{Code, InCode};
use super::{
    BranchId, Callee, CollectionId, CostKind, FactVerb, FnId, InlineArgs, MethodId, OperatorId,
    Parts, Pc, RelId, Run, Slot,
};

macro_rules! ops {
    ($(
        $(#[$doc:meta])*
        $number:literal $op:ident
        $(($id:ident))?
        $({$($field:ident: $ty:ident),*})?;
    )*) => {
        /// A statement of a domain's code.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "the documentation of an op says what its fields are")]
        pub enum Op {$(
            $(#[$doc])*
            $op $(($id))? $({$($field: $ty),*})?,
        )*}

        impl InCode for Op {
            fn write(self, out: &mut Vec<u8>) {
                match self {$(
                    ops!(@pattern $op $(value: $id)? $({$($field),*})?) => {
                        u8::write($number, out);
                        $(ops!(@value $id value).write(out);)?
                        $($($field.write(out);)*)?
                    }
                )*}
            }

            fn read(code: &mut Code<'_>) -> Op {
                match u8::read(code) {
                    $($number => Op::$op
                        $(($id::read(code)))?
                        $({$($field: $ty::read(code)),*})?,)*
                    _ => Op::Fail,
                }
            }
        }

        #[cfg(test)]
        pub(crate) const NUMBERS: &[u8] = &[$($number),*];
    };
    (@pattern $op:ident) => { Op::$op };
    (@pattern $op:ident $value:ident: $id:ident) => { Op::$op($value) };
    (@pattern $op:ident {$($field:ident),*}) => { Op::$op {$($field),*} };
    (@value $id:ident $value:ident) => { $value };
}

ops! {
    /// Backtracks to the newest choice point.
    0 Fail;
    /// Begins the first of the tasks that the search is for.
    1 RootCall;
    /// Begins the next of these tasks. After the last one, a plan has been found.
    2 RootNext;

    // ——— conditions ———
    /// Finds the first solution of a condition, one of `solvers`. If there may be another, pushes a choice point that
    /// resumes at the `SolveNext` after this op. That op is skipped otherwise.
    3 Solve { f: FnId, on_fail: Pc, branch: BranchId };
    /// Finds the next solution of the condition, or the first one if the budget ran out before.
    4 SolveNext { f: FnId, on_fail: Pc, branch: BranchId };
    /// Tests a condition that is one atom: whether a fact matches, or, if `there` is false, that none does. `atom` is a run
    /// of [`Tables::args`](super::Tables::args).
    5 Fact { rel: RelId, index: u8, atom: Run, there: bool, on_fail: Pc, branch: BranchId };
    /// Tests a condition that is one Rust expression, one of `tests`.
    6 Test { f: FnId, on_fail: Pc, branch: BranchId };
    /// Writes the value of an expression, one of `words`, to a slot.
    7 Let { f: FnId, to: Slot };
    /// Copies a slot.
    8 Copy { from: Slot, to: Slot };
    /// Writes 0 to a slot.
    9 Zero(Slot);

    // ——— control ———
    /// Pushes a choice point that resumes at a place.
    10 Try(Pc);
    /// Jumps to a place.
    11 Jump(Pc);
    /// Loads the next row of a settled collection, or jumps to `done`. The cursor is a slot of this frame. It is not
    /// restored by backtracking, so this op is for effects, between whose rounds nothing can fail.
    12 Row { of: CollectionId, done: Pc };
    /// Loads a row of a settled collection that an enclosing frame collected, and chooses the branch; or jumps to `done` if
    /// there is no such row. The first two slots of the frame are the place of the collection and the number of the row. The
    /// number of the next row is written to `next`.
    13 RowAt { of: CollectionId, next: Slot, done: Pc, branch: BranchId };

    // ——— tasks ———
    /// Begins a compound task in a new frame. `args` is a run of [`Tables::slots`](super::Tables::slots). A returned value
    /// is written to `ret`, unless that is [`Slot::NONE`].
    14 Task { of: Callee, args: Run, ret: Slot };
    /// As `Task`, with its few arguments in the op, and without a returned value.
    15 Begin { of: Callee, args: InlineArgs };
    /// Begins an operator: the start of its code, and the size of its frame in slots.
    16 Do { entry: Pc, frame: u16, args: Run };
    /// As `Do`, with its few arguments in the op, for an operator with a single way to apply. Its precondition and its
    /// effects are one function, one of `changes`, or [`FnId::NONE`] if it has neither.
    17 Step { f: FnId, id: OperatorId, cost: CostKind, frame: u16, args: InlineArgs };
    /// As `Task`, but replaces the present frame: begins the next round of a loop, whose node is a sibling of the present
    /// one. `collected` is true if the rounds were known before the first one (a `for`).
    18 Again { of: Callee, args: Run, collected: bool };
    /// Records the alternative that is being tried.
    19 Method(MethodId);
    /// Backtracks if a branch of this frame has been chosen: the other branches are then out of question.
    20 Unchosen;
    /// Chooses a branch without a condition.
    21 Branch(BranchId);
    /// Ends a body.
    22 Done;
    /// Ends a body; the value of an expression, one of `words`, is written to the `ret` of the caller.
    23 Return(FnId);
    /// Begins the strands at the places of a run of [`Tables::strands`](super::Tables::strands). They share this frame.
    /// The next op follows when all of them have ended.
    24 Unordered(Run);
    /// Ends a strand.
    25 StrandEnd;

    // ——— steps ———
    /// Appends the step, whose precondition holds, to the plan, and adds its cost.
    26 Apply { id: OperatorId, cost: CostKind };
    /// Ends the effects of one moment. The executor stops here; a search continues.
    27 Moment;
    /// Ends an operator. The executor stops here; a search continues with the next task.
    28 Applied;
    /// Applies some parts of an operator's function, one of `changes`. If that pauses between the rows that it deletes, this op
    /// runs again.
    29 Change { f: FnId, parts: Parts };
    /// Appends a step about one fact: a statement of a body. The columns are `Is`.
    30 StepFact { verb: FactVerb, rel: RelId, atom: Run };
    /// Precedes a change of a fact that may be protected: backtracks if the change would delete a protected fact. The
    /// columns are `Is`.
    31 Guard { verb: FactVerb, rel: RelId, atom: Run };
    /// Ends an `add` or `delete` of a body, a branch without a task, or the `let`s at the end of a body. Another strand may
    /// run next.
    32 Stepped;
    /// Precedes the `let`s at the end of a body, which end in `Stepped`. They belong to the statement before them, so no
    /// other strand runs in between.
    33 Stay;

    // ——— queries ———
    /// Ends the code of a [`Check`](super::Check): it holds.
    34 Holds;

    // ——— frequent combinations ———
    /// Applies an operator's function for each row of a settled collection, with the cursor of `Row`.
    35 ChangeEach { f: FnId, of: CollectionId };
    /// As `Again`, with its few arguments in the op. If a `RowAt` follows and the budget allows it, does what that does.
    36 Round { of: Callee, args: InlineArgs, collected: bool };
    /// As `Apply`, and applies the planned effects of the operator, which are one function as in `Step`, and ends it.
    37 ApplyAll { f: FnId, id: OperatorId, cost: CostKind };
    /// As `Do`, for an operator whose code is `Solve`, `SolveNext` and `ApplyAll`, and does what the first of these does. If
    /// the budget allows it, it also does what the last does.
    38 StepIf { solver: FnId, f: FnId, id: OperatorId, cost: CostKind, entry: Pc, frame: u16, args: InlineArgs };

    // ——— later tasks ———
    /// Appends the place of a compound task that is planned when its turn comes. It has a node of the plan's tree.
    39 Later { of: Callee, args: Run };
    // ——— strands for rows ———
    /// Begins a strand at a place for each row of the settled collection at the place in `region`. They share this frame.
    /// When all of them have ended, the search continues two ops further; without a row, at the next op.
    40 UnorderedRows { region: Slot, strand: Pc };
    /// Writes the number of the current strand in its block to a slot.
    41 StrandNumber(Slot);

    // ——— protections ———
    /// Deletes every fact that matches, unless it is protected: backtracks at the first that is. The columns are `Is` or `Any`.
    42 DeleteGuarded { rel: RelId, index: u8, atom: Run };
}

impl Op {
    /// Returns true if the op leads from the end of one statement of a body to the next: a strand is not left before it. A
    /// `while` continues with its condition, and is left before that has a frame, since the choice of a branch by a frame
    /// is never undone.
    pub(crate) const fn is_between_statements(self) -> bool {
        matches!(
            self,
            Op::Done
                | Op::Return(_)
                | Op::StrandEnd
                | Op::Jump(_)
                | Op::Again {
                    collected: true,
                    ..
                }
                | Op::Round {
                    collected: true,
                    ..
                }
                | Op::Method(_)
                | Op::RowAt { .. }
                | Op::Stepped
                | Op::Stay
        )
    }

    /// Returns the task that the op begins.
    pub fn callee(&mut self) -> Option<&mut Callee> {
        match self {
            Op::Task { of, .. }
            | Op::Begin { of, .. }
            | Op::Again { of, .. }
            | Op::Round { of, .. }
            | Op::Later { of, .. } => Some(of),
            _ => None,
        }
    }

    /// Returns the place that the op may jump to.
    pub fn place(&mut self) -> Option<&mut Pc> {
        match self {
            Op::Solve { on_fail, .. }
            | Op::SolveNext { on_fail, .. }
            | Op::Fact { on_fail, .. }
            | Op::Test { on_fail, .. } => Some(on_fail),
            Op::Try(to) | Op::Jump(to) | Op::UnorderedRows { strand: to, .. } => Some(to),
            Op::Row { done, .. } | Op::RowAt { done, .. } => Some(done),
            _ => None,
        }
    }
}
