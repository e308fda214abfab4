//! Ops and the cells of atoms, packed.

use super::bits::Bits;
use crate::tables::{
    Arg, AxiomId, BranchId, CollectionId, FnId, MethodId, Op, OperatorId, Pc, RelId, Run, Slot, TaskId,
};

/// Adds a field of an op.
macro_rules! put {
    ($bits:ident, Pc, $field:ident) => {
        $bits.put($field.0 as u64, 24)?
    };
    ($bits:ident, Run, $field:ident) => {
        match $bits.put($field.at as u64, 24) {
            Some(bits) => bits.put($field.len as u64, 16)?,
            None => return None,
        }
    };
    ($bits:ident, u8, $field:ident) => {
        $bits.put($field as u64, 8)?
    };
    ($bits:ident, $id:ident, $field:ident) => {
        $bits.put($field.0 as u64, 16)?
    };
}

/// Takes a field of an op out.
macro_rules! take {
    ($bits:ident, Pc) => {
        Pc($bits.place())
    };
    ($bits:ident, Run) => {
        Run {
            at: $bits.place(),
            len: $bits.small(),
        }
    };
    ($bits:ident, u8) => {
        $bits.take(8) as u8
    };
    ($bits:ident, $id:ident) => {
        $id($bits.small())
    };
}

/// Both ways between ops and words, from one list.
macro_rules! ops {
    ($($number:literal $op:ident $(($($at:ident: $id:ident),*))? $({$($field:ident: $ty:ident),*})?;)*) => {
        /// An op as a word; `None` where a number in it is too big.
        pub fn pack(op: Op) -> Option<u128> {
            #[allow(unused_mut)]
            let bits = match op {$(
                Op::$op $(($($at),*))? $({$($field),*})? => {
                    let bits = Bits::new().put($number, 6)?;
                    $($(let bits = put!(bits, $id, $at);)*)?
                    $($(let bits = put!(bits, $ty, $field);)*)?
                    bits
                }
            )*};
            Some(bits.word())
        }

        const fn unpack(word: u128) -> Op {
            let mut bits = Bits::of(word);
            match bits.take(6) {
                $($number => Op::$op $(($(take!(bits, $id)),*))? $({$($field: take!(bits, $ty)),*})?,)*
                _ => Op::Fail,
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

/// The ops of these words.
pub const fn code<const N: usize>(words: [u128; N]) -> [Op; N] {
    let mut ops = [Op::Fail; N];
    let mut i = 0;
    while i < N {
        ops[i] = unpack(words[i]);
        i += 1;
    }
    ops
}

/// A cell as a number.
pub fn pack_cell(cell: Arg) -> u32 {
    match cell {
        Arg::Any => 0,
        Arg::Bind(slot) => u32::from(slot.0) << 2 | 1,
        Arg::Is(slot) => u32::from(slot.0) << 2 | 2,
    }
}

/// The cells of these numbers.
pub const fn cells<const N: usize>(numbers: [u32; N]) -> [Arg; N] {
    let mut cells = [Arg::Any; N];
    let mut i = 0;
    while i < N {
        let slot = Slot((numbers[i] >> 2) as u16);
        cells[i] = match numbers[i] & 3 {
            1 => Arg::Bind(slot),
            2 => Arg::Is(slot),
            _ => Arg::Any,
        };
        i += 1;
    }
    cells
}

/// The slots of these numbers.
pub const fn slots<const N: usize>(numbers: [u16; N]) -> [Slot; N] {
    let mut slots = [Slot(0); N];
    let mut i = 0;
    while i < N {
        slots[i] = Slot(numbers[i]);
        i += 1;
    }
    slots
}

/// The places of these numbers.
pub const fn places<const N: usize>(numbers: [u32; N]) -> [Pc; N] {
    let mut places = [Pc(0); N];
    let mut i = 0;
    while i < N {
        places[i] = Pc(numbers[i]);
        i += 1;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ops_come_back_as_they_were() {
        let run = Run { at: 70_000, len: 3 };
        for op in [
            Op::RootNext,
            Op::Scan { rel: RelId(7), index: 2, atom: run },
            Op::Check(FnId(65_535)),
            Op::Try(Pc(16_777_215)),
            Op::RowAt { of: CollectionId(1), region: Slot(2), at: Slot(3), next: Slot(4), done: Pc(5) },
            Op::Task { task: TaskId(9), args: run, ret: Slot::NONE },
            Op::Unordered(run),
            Op::Holds,
        ] {
            assert_eq!(unpack(pack(op).unwrap()), op);
        }
        assert_eq!(pack(Op::Try(Pc(16_777_216))), None);
        assert!(NUMBERS.iter().enumerate().all(|(i, number)| *number == i as u64));
    }

    #[test]
    fn cells_come_back_as_they_were() {
        let all = [Arg::Any, Arg::Bind(Slot(65_535)), Arg::Is(Slot(0))];
        assert_eq!(cells(all.map(pack_cell)), all);
    }
}
