//! Ops and the cells of atoms, packed.

use super::pack::{self, table, take};
use crate::tables::{
    Arg, AxiomId, BranchId, CollectionId, FnId, MethodId, Op, OperatorId, Pc, RelId, Run, Slot,
    TaskId,
};

/// The numbers of an op's field.
macro_rules! numbers {
    (Pc, $field:ident) => {
        [($field.0, 32), (0, 0)]
    };
    (Run, $field:ident) => {
        [($field.at, 32), ($field.len.into(), 16)]
    };
    (u8, $field:ident) => {
        [($field.into(), 8), (0, 0)]
    };
    ($id:ident, $field:ident) => {
        [($field.0.into(), 16), (0, 0)]
    };
}

/// An op's field.
macro_rules! field {
    ($word:ident, Pc) => {
        Pc(take!($word, 32))
    };
    ($word:ident, Run) => {
        Run {
            at: take!($word, 32),
            len: take!($word, 16),
        }
    };
    ($word:ident, u8) => {
        take!($word, 8)
    };
    ($word:ident, $id:ident) => {
        $id(take!($word, 16))
    };
}

/// Both ways between ops and words, from one list.
macro_rules! ops {
    ($($number:literal $op:ident $(($($at:ident: $id:ident),*))? $({$($field:ident: $ty:ident),*})?;)*) => {
        /// An op as a word.
        pub fn pack_op(op: Op) -> u128 {
            match op {$(
                Op::$op $(($($at),*))? $({$($field),*})? => {
                    let fields: &[[(u32, u32); 2]] = &[$($(numbers!($id, $at)),*)? $($(numbers!($ty, $field)),*)?];
                    let mut all = [(0, 0); 16];
                    all[0] = ($number, 8);
                    for (to, from) in all[1..].iter_mut().zip(fields.as_flattened()) {
                        *to = *from;
                    }
                    pack::pack(&all)
                }
            )*}
        }

        table! {
            /// The ops of these words.
            code(row: u128) -> Op, Op::Fail, {
                #[allow(unused_mut)]
                let mut word = row >> 8;
                #[allow(unused_assignments)]
                match row as u8 {
                    $($number => Op::$op $(($(field!(word, $id)),*))? $({$($field: field!(word, $ty)),*})?,)*
                    _ => Op::Fail,
                }
            }
        }

        #[cfg(test)]
        const NUMBERS: &[u64] = &[$($number),*];
    };
}

ops! {
    0 Fail;
    1 RootCall;
    2 RootNext;
    3 Exhausted;
    4 Has { rel: RelId, a: Slot, els: Pc };
    5 Lacks { rel: RelId, a: Slot, els: Pc };
    6 HasPair { rel: RelId, a: Slot, b: Slot, els: Pc };
    7 LacksPair { rel: RelId, a: Slot, b: Slot, els: Pc };
    8 Get { rel: RelId, key: Slot, to: Slot, els: Pc };
    9 Value { rel: RelId, to: Slot, els: Pc };
    10 GetIs { rel: RelId, key: Slot, is: Slot, els: Pc };
    11 Find { rel: RelId, index: u8, atom: Run, els: Pc };
    12 Absent { rel: RelId, index: u8, atom: Run, els: Pc };
    13 Scan { rel: RelId, index: u8, atom: Run, cursor: Slot, els: Pc };
    14 ScanNext { rel: RelId, index: u8, atom: Run, cursor: Slot, els: Pc };
    15 Each { rel: RelId, to: Slot, cursor: Slot, els: Pc };
    16 EachNext { rel: RelId, to: Slot, cursor: Slot, els: Pc };
    17 Pairs { rel: RelId, index: u8, column: u8, is: Slot, to: Slot, cursor: Slot, els: Pc };
    18 PairsNext { rel: RelId, index: u8, column: u8, is: Slot, to: Slot, cursor: Slot, els: Pc };
    19 IsEmpty { rel: RelId, els: Pc };
    20 Look { f: FnId, els: Pc };
    21 Check { f: FnId, els: Pc };
    22 Let { f: FnId, to: Slot };
    23 LetSome { f: FnId, to: Slot, els: Pc };
    24 Items { f: FnId, at: Slot };
    25 Item { at: Slot, to: Slot, els: Pc };
    26 Copy { from: Slot, to: Slot };
    27 Same { a: Slot, b: Slot, els: Pc };
    28 Try(to: Pc);
    29 Jump(to: Pc);
    30 Note { to: Slot, at: Pc };
    31 Resume(from: Slot);
    32 Leave { cursor: Slot, redo: Pc, done: Pc };
    33 Left { mark: Slot, done: Pc };
    34 Mark(to: Slot);
    35 Cut(from: Slot);
    36 Call { axiom: AxiomId, args: Run, mark: Slot, els: Pc };
    37 TailCall { axiom: AxiomId, args: Run };
    38 Redo { mark: Slot, els: Pc };
    39 Exit;
    40 Open(of: CollectionId);
    41 Push { of: CollectionId, redo: Pc };
    42 Close(of: CollectionId);
    43 Next { of: CollectionId, els: Pc };
    44 Settle(of: CollectionId);
    45 Row { of: CollectionId, done: Pc };
    46 RowAt { of: CollectionId, region: Slot, at: Slot, next: Slot, done: Pc };
    47 Zero(to: Slot);
    48 Count(to: Slot);
    49 Fold { f: FnId, acc: Slot };
    50 Seen { acc: Slot, els: Pc };
    51 Task { task: TaskId, args: Run, ret: Slot };
    52 Again { task: TaskId, args: Run };
    53 Method(id: MethodId);
    54 Unchosen;
    55 Branch(id: BranchId);
    56 Done;
    57 Return(f: FnId);
    58 Unordered(strands: Run);
    59 StrandEnd;
    60 Apply(id: OperatorId);
    61 Moment;
    62 Applied;
    63 Add { rel: RelId, atom: Run };
    64 Delete { rel: RelId, index: u8, atom: Run };
    65 StepAdd { rel: RelId, atom: Run };
    66 StepDelete { rel: RelId, atom: Run };
    67 Stepped;
    68 Holds;
}

/// A cell as a number.
pub fn pack_cell(cell: Arg) -> u32 {
    match cell {
        Arg::Any => 0,
        Arg::Bind(slot) => u32::from(slot.0) << 2 | 1,
        Arg::Is(slot) => u32::from(slot.0) << 2 | 2,
    }
}

table! {
    /// The cells of these numbers.
    cells(row: u32) -> Arg, Arg::Any, match row & 3 {
        1 => Arg::Bind(Slot((row >> 2) as u16)),
        2 => Arg::Is(Slot((row >> 2) as u16)),
        _ => Arg::Any,
    }
}

table! {
    /// The slots of these numbers.
    slots(row: u16) -> Slot, Slot(0), Slot(row)
}

table! {
    /// The places of these numbers.
    places(row: u32) -> Pc, Pc(0), Pc(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ops_come_back_as_they_were() {
        let run = Run { at: 70_000, len: 3 };
        let all = [
            Op::RootNext,
            Op::Scan {
                rel: RelId(7),
                index: 2,
                atom: run,
                cursor: Slot(65_535),
                els: Pc(u32::MAX),
            },
            Op::Check {
                f: FnId(65_535),
                els: Pc(7),
            },
            Op::Try(Pc(u32::MAX)),
            Op::RowAt {
                of: CollectionId(1),
                region: Slot(2),
                at: Slot(3),
                next: Slot(4),
                done: Pc(5),
            },
            Op::Task {
                task: TaskId(9),
                args: run,
                ret: Slot::NONE,
            },
            Op::Unordered(run),
            Op::Holds,
        ];
        assert_eq!(code(all.map(pack_op)), all);
        assert!(
            NUMBERS
                .iter()
                .enumerate()
                .all(|(i, number)| *number == i as u64)
        );
    }

    #[test]
    fn cells_come_back_as_they_were() {
        let all = [Arg::Any, Arg::Bind(Slot(65_535)), Arg::Is(Slot(0))];
        assert_eq!(cells(all.map(pack_cell)), all);
    }
}
