//! The statements of a domain, as the search goes through them.
//!
//! One list says what each op is, what it holds, and how it is written down: the enum, the packing and the unpacking come
//! of it.

use alloc::vec::Vec;

use super::code::{Code, InCode};
use super::{
    BranchId, Callee, CollectionId, Cost, FnId, InlineArgs, MethodId, OperatorId, Parts, Pc, RelId,
    Run, Slot,
};

macro_rules! ops {
    ($(
        $(#[$doc:meta])*
        $number:literal $op:ident
        $(($id:ident))?
        $({$($field:ident: $ty:ident),*})?;
    )*) => {
        /// One op. Where it has an `on_fail`, that is where the search goes on if what it asks does not hold; else it goes on
        /// to the next op.
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
    /// Takes the newest choice point.
    0 Fail;
    /// Begins the task that the game asked for.
    1 RootCall;
    /// Goes on to the next task that the game asked for; after the last, the plan is found.
    2 RootNext;

    // ——— conditions ———
    /// The first solution of a condition. Where there may be another, a choice point goes on at `SolveNext`, which stands
    /// behind this op and is passed over. Where it is the condition of a branch, that branch is chosen.
    3 Solve { f: FnId, on_fail: Pc, branch: BranchId };
    /// Its next solution, or the first one where the budget was used up before that was found.
    4 SolveNext { f: FnId, on_fail: Pc, branch: BranchId };
    /// A condition that is one test on facts: whether a row matches, or where not `there`, whether none does. Where it is
    /// the condition of a branch, that branch is chosen.
    5 Fact { rel: RelId, index: u8, atom: Run, there: bool, on_fail: Pc, branch: BranchId };
    /// A condition that is one Rust expression; a branch is chosen as by `Fact`.
    6 Test { f: FnId, on_fail: Pc, branch: BranchId };
    /// Works out a value.
    7 Let { f: FnId, to: Slot };
    /// Copies.
    8 Copy { from: Slot, to: Slot };
    /// Writes 0.
    9 Zero(Slot);

    // ——— control ———
    /// Makes a choice point that goes on there.
    10 Try(Pc);
    /// Goes on there.
    11 Jump(Pc);
    /// Loads the next row of a settled collection, or goes to `done`. The cursor is a slot of this frame, so it may be used
    /// only where nothing between two rounds can fail and come back: in effects.
    12 Row { of: CollectionId, done: Pc };
    /// Loads the row whose number is in `at` from a settled collection that an enclosing frame has collected, and whose
    /// place is in `region`; writes `at + 1` to `next`; or goes to `done`. Where there is a row, the branch is chosen.
    13 RowAt { of: CollectionId, region: Slot, at: Slot, next: Slot, done: Pc, branch: BranchId };

    // ——— tasks ———
    /// Begins a compound task in a new frame; `args` is a run of [`Tables::slots`](super::Tables::slots). A returned value
    /// goes to `ret`, or nowhere where that is [`Slot::NONE`].
    14 Task { of: Callee, args: Run, ret: Slot };
    /// As `Task`, with few arguments, for a task whose value nobody wants.
    15 Begin { of: Callee, args: InlineArgs };
    /// Begins an operator: where its code begins, and the slots of its frame.
    16 Do { entry: Pc, frame: u16, args: Run };
    /// As `Do`, with few arguments, for an operator without a choice: one function has its precondition and its effects.
    17 Step { f: FnId, id: OperatorId, cost: Cost, frame: u16, args: InlineArgs };
    /// As `Task`, in place of the present frame: the next round of a loop, whose node stands beside the present one's.
    /// `collected` where the rounds were known beforehand (a `for`).
    18 Again { of: Callee, args: Run, collected: bool };
    /// Which alternative is being tried.
    19 Method(MethodId);
    /// Fails where a branch of this frame has been chosen before: there is no other then.
    20 Unchosen;
    /// A branch without a condition is chosen.
    21 Branch(BranchId);
    /// The body is done.
    22 Done;
    /// The body is done; the word goes to the `ret` of the caller.
    23 Return(FnId);
    /// Begins the strands, places of a run of [`Tables::strands`](super::Tables::strands). They share this frame. Goes on
    /// after this op when all have ended.
    24 Unordered(Run);
    /// A strand has ended.
    25 StrandEnd;

    // ——— steps ———
    /// The precondition holds: the step enters the plan, with its cost.
    26 Apply { id: OperatorId, cost: Cost };
    /// The effects of one moment are through. The executor stops here, the planner goes on.
    27 Moment;
    /// The operator is through; the task after it is next. The executor stops here too.
    28 Applied;
    /// Makes the changes of an effect: some parts of a function.
    29 Change { f: FnId, parts: Parts };
    /// Deletes every fact that matches. Columns are `Is` or `Any`.
    30 Delete { rel: RelId, index: u8, atom: Run };
    /// `add` in a body: a step of its own that adds a fact. Columns are `Is`.
    31 StepAdd { rel: RelId, atom: Run };
    /// `delete` in a body: a step of its own that deletes one fact. Columns are `Is`.
    32 StepDelete { rel: RelId, atom: Run };
    /// The end of an `add` or `delete` statement of a body, of a branch without a task, or of the `let`s at the end of a
    /// body: where strands interleave, another one may be next.
    33 Stepped;
    /// In front of the `let`s at the end of a body, which end in `Stepped`: they belong to the statement before them, so
    /// no other strand comes in between.
    34 Stay;

    // ——— questions ———
    /// A check holds: the end of the code of a [`Check`](super::Check).
    35 Holds;

    // ——— what most rounds and effects of many rows are ———
    /// Makes the changes of an effect for each row of a settled collection, whose cursor is that of `Row`.
    36 ChangeEach { f: FnId, of: CollectionId };
    /// As `Again`, with few arguments.
    37 Round { of: Callee, args: InlineArgs, collected: bool };
}

impl Op {
    /// Whether it leads from the end of one statement of a body to the next: where strands interleave, they are not left
    /// before it. A `while` goes on with its condition, and is left before that has a frame: nobody takes back which
    /// branch a frame has chosen.
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

    /// The task that it begins.
    pub fn callee(&mut self) -> Option<&mut Callee> {
        match self {
            Op::Task { of, .. }
            | Op::Begin { of, .. }
            | Op::Again { of, .. }
            | Op::Round { of, .. } => Some(of),
            _ => None,
        }
    }

    /// The place that it leads to, besides the next op.
    pub fn place(&mut self) -> Option<&mut Pc> {
        match self {
            Op::Solve { on_fail, .. }
            | Op::SolveNext { on_fail, .. }
            | Op::Fact { on_fail, .. }
            | Op::Test { on_fail, .. } => Some(on_fail),
            Op::Try(to) | Op::Jump(to) => Some(to),
            Op::Row { done, .. } | Op::RowAt { done, .. } => Some(done),
            _ => None,
        }
    }
}
