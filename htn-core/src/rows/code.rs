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
                    let mut all = [(0, 0); 12];
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
    3 Scan { rel: RelId, index: u8, atom: Run };
    4 Probe { rel: RelId, index: u8, atom: Run };
    5 Absent { rel: RelId, index: u8, atom: Run };
    6 Check(f: FnId);
    7 Let { f: FnId, to: Slot };
    8 LetSome { f: FnId, to: Slot };
    9 Each { f: FnId, of: CollectionId };
    10 Copy { from: Slot, to: Slot };
    11 Same { a: Slot, b: Slot };
    12 Try(to: Pc);
    13 Jump(to: Pc);
    14 Mark(to: Slot);
    15 Cut(from: Slot);
    16 Kill(from: Slot);
    17 Call { axiom: AxiomId, args: Run };
    18 Exit;
    19 Open { of: CollectionId, then: Pc };
    20 Push(of: CollectionId);
    21 Next(of: CollectionId);
    22 Settle(of: CollectionId);
    23 Row { of: CollectionId, done: Pc };
    24 RowAt { of: CollectionId, region: Slot, at: Slot, next: Slot, done: Pc };
    25 Zero(to: Slot);
    26 Count(to: Slot);
    27 Fold { f: FnId, acc: Slot };
    28 Seen(from: Slot);
    29 Task { task: TaskId, args: Run, ret: Slot };
    30 Again { task: TaskId, args: Run };
    31 Method(id: MethodId);
    32 Branch(id: BranchId);
    33 Done;
    34 Return(f: FnId);
    35 Unordered(strands: Run);
    36 StrandEnd;
    37 Apply(id: OperatorId);
    38 Moment;
    39 Applied;
    40 Add { rel: RelId, atom: Run };
    41 Delete { rel: RelId, index: u8, atom: Run };
    42 StepAdd { rel: RelId, atom: Run };
    43 StepDelete { rel: RelId, atom: Run };
    44 Stepped;
    45 Holds;
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
            },
            Op::Check(FnId(65_535)),
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
