//! Ops and the cells of atoms, packed.
//!
//! Code is most of a domain, and is written as one string of bytes: an op after the other, each as its number and those
//! of its fields. A machine unpacks it where it is made. To have rustc do that, as it does for the other rows, took it a
//! sixth of all the time that it needs for a domain.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::pack::table;
use crate::tables::{
    Arg, AxiomId, BranchId, CollectionId, Cost, Few, FnId, MethodId, Op, OperatorId, Pc, RelId,
    Run, Slot, TaskId,
};

/// Seven bits a byte, the lowest first; all but the last byte of a number have the eighth.
fn put(number: u32, out: &mut Vec<u8>) {
    let mut rest = number;
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

/// What has not been unpacked yet.
struct Packed<'p>(&'p [u8]);

impl Packed<'_> {
    /// The next number; 0 behind the end.
    fn number(&mut self) -> u32 {
        let mut number = 0;
        for shift in (0..u32::BITS).step_by(7) {
            let Some((byte, rest)) = self.0.split_first() else {
                break;
            };
            self.0 = rest;
            number |= u32::from(byte & 0x7f) << shift;
            if *byte < 0x80 {
                break;
            }
        }
        number
    }
}

/// A field of an op.
trait Field {
    fn pack(self, out: &mut Vec<u8>);
    fn unpack(packed: &mut Packed<'_>) -> Self;
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl Field for $number {
            fn pack(self, out: &mut Vec<u8>) {
                put(self.into(), out);
            }

            fn unpack(packed: &mut Packed<'_>) -> Self {
                packed.number() as $number
            }
        }
    )*};
}

macro_rules! ids {
    ($($id:ident)*) => {$(
        impl Field for $id {
            fn pack(self, out: &mut Vec<u8>) {
                self.0.pack(out);
            }

            fn unpack(packed: &mut Packed<'_>) -> Self {
                $id(Field::unpack(packed))
            }
        }
    )*};
}

numbers! { u8 u16 u32 }
ids! { Slot Pc RelId TaskId MethodId BranchId OperatorId AxiomId CollectionId FnId }

impl Field for Cost {
    fn pack(self, out: &mut Vec<u8>) {
        (self as u8).pack(out);
    }

    fn unpack(packed: &mut Packed<'_>) -> Self {
        match packed.number() {
            0 => Cost::Nothing,
            1 => Cost::One,
            _ => Cost::Function,
        }
    }
}

impl Field for Run {
    fn pack(self, out: &mut Vec<u8>) {
        self.at.pack(out);
        self.len.pack(out);
    }

    fn unpack(packed: &mut Packed<'_>) -> Self {
        Run {
            at: Field::unpack(packed),
            len: Field::unpack(packed),
        }
    }
}

impl Field for Few {
    fn pack(self, out: &mut Vec<u8>) {
        self.len.pack(out);
        self.as_slice().iter().for_each(|slot| slot.pack(out));
    }

    fn unpack(packed: &mut Packed<'_>) -> Self {
        let len = u8::unpack(packed);
        let mut slots = [Slot(0); Few::MOST];
        for slot in slots.iter_mut().take(len.into()) {
            *slot = Slot::unpack(packed);
        }
        Few { len, slots }
    }
}

/// Both ways between ops and bytes, from one list.
macro_rules! ops {
    ($($number:literal $op:ident $(($($at:ident: $id:ident),*))? $({$($field:ident: $ty:ident),*})?;)*) => {
        fn pack_op(op: Op, out: &mut Vec<u8>) {
            match op {$(
                Op::$op $(($($at),*))? $({$($field),*})? => {
                    put($number, out);
                    $($($at.pack(out);)*)?
                    $($($field.pack(out);)*)?
                }
            )*}
        }

        fn unpack_op(packed: &mut Packed<'_>) -> Op {
            match packed.number() {
                $($number => Op::$op
                    $(($($id::unpack(packed)),*))?
                    $({$($field: $ty::unpack(packed)),*})?,)*
                _ => Op::Fail,
            }
        }

        #[cfg(test)]
        const NUMBERS: &[u8] = &[$($number),*];
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
    16 EachLook { rel: RelId, cursor: Slot, f: FnId, els: Pc };
    17 EachNextLook { rel: RelId, cursor: Slot, f: FnId, els: Pc };
    18 EachNext { rel: RelId, to: Slot, cursor: Slot, els: Pc };
    19 Pairs { rel: RelId, index: u8, column: u8, is: Slot, to: Slot, cursor: Slot, els: Pc };
    20 PairsNext { rel: RelId, index: u8, column: u8, is: Slot, to: Slot, cursor: Slot, els: Pc };
    21 IsEmpty { rel: RelId, els: Pc };
    22 Look { f: FnId, els: Pc };
    23 Check { f: FnId, els: Pc };
    24 Let { f: FnId, to: Slot };
    25 LetSome { f: FnId, to: Slot, els: Pc };
    26 Items { f: FnId, at: Slot };
    27 ItemLook { at: Slot, f: FnId, els: Pc };
    28 Item { at: Slot, to: Slot, els: Pc };
    29 Copy { from: Slot, to: Slot };
    30 Same { a: Slot, b: Slot, els: Pc };
    31 Try(to: Pc);
    32 Jump(to: Pc);
    33 Note { to: Slot, at: Pc };
    34 Resume(from: Slot);
    35 Leave { cursor: Slot, redo: Pc, done: Pc };
    36 Left { mark: Slot, done: Pc };
    37 Mark(to: Slot);
    38 Cut(from: Slot);
    39 Call { axiom: AxiomId, args: Run, mark: Slot, els: Pc };
    40 TailCall { axiom: AxiomId, args: Run };
    41 Redo { mark: Slot, els: Pc };
    42 Exit;
    43 ExitBound;
    44 Open(of: CollectionId);
    45 Push { of: CollectionId, redo: Pc };
    46 Close(of: CollectionId);
    47 Next { of: CollectionId, els: Pc };
    48 Settle(of: CollectionId);
    49 Row { of: CollectionId, done: Pc };
    50 RowAt { of: CollectionId, region: Slot, at: Slot, next: Slot, done: Pc };
    51 Zero(to: Slot);
    52 Count(to: Slot);
    53 Fold { f: FnId, acc: Slot };
    54 Seen { acc: Slot, els: Pc };
    55 Task { task: TaskId, args: Run, ret: Slot };
    56 Do { entry: Pc, frame: u16, args: Run };
    57 Again { task: TaskId, args: Run };
    58 Method(id: MethodId);
    59 Unchosen;
    60 Branch(id: BranchId);
    61 Done;
    62 Return(f: FnId);
    63 Unordered(strands: Run);
    64 StrandEnd;
    65 Apply { id: OperatorId, cost: Cost };
    66 Moment;
    67 Applied;
    68 AddOne { rel: RelId, a: Slot };
    69 AddTwo { rel: RelId, a: Slot, b: Slot };
    70 DeleteOne { rel: RelId, a: Slot };
    71 DeleteTwo { rel: RelId, a: Slot, b: Slot };
    72 Add { rel: RelId, atom: Run };
    73 Delete { rel: RelId, index: u8, atom: Run };
    74 StepAdd { rel: RelId, atom: Run };
    75 StepDelete { rel: RelId, atom: Run };
    76 Stepped;
    77 Holds;
    78 Act { f: FnId, args: Few };
    79 Begin { task: TaskId, ret: Slot, args: Few };
    80 Native(f: FnId);
    81 Gather { f: FnId, els: Pc };
    82 GatherNext { f: FnId, els: Pc };
    83 Stay;
    84 First { of: CollectionId, els: Pc };
    85 Span { f: FnId, at: Slot };
    86 Number { at: Slot, to: Slot, els: Pc };
    87 NumberLook { at: Slot, f: FnId, els: Pc };
    88 Choose { f: FnId, branch: BranchId, els: Pc };
    89 LeaveFor { cursor: Slot, redo: Pc, branch: BranchId };
    90 Least { f: FnId, els: Pc };
    91 LeastNext { f: FnId, els: Pc };
    92 IsSet { rel: RelId, els: Pc };
}

/// Code as bytes.
pub fn pack_code(code: &[Op]) -> Vec<u8> {
    let mut out = Vec::new();
    code.iter().for_each(|op| pack_op(*op, &mut out));
    out
}

/// The ops of these bytes.
pub fn unpack_code(bytes: &[u8]) -> Box<[Op]> {
    let mut packed = Packed(bytes);
    let mut code = Vec::new();
    while !packed.0.is_empty() {
        code.push(unpack_op(&mut packed));
    }
    code.into()
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
            Op::Act {
                f: FnId(300),
                args: Few {
                    len: 3,
                    slots: [Slot(1), Slot(65_535), Slot(3), Slot(0)],
                },
            },
            Op::Unordered(run),
            Op::Holds,
        ];
        assert_eq!(*unpack_code(&pack_code(&all)), all);
        assert!(
            NUMBERS
                .iter()
                .enumerate()
                .all(|(i, number)| usize::from(*number) == i)
        );
    }

    #[test]
    fn it_is_known_of_each_op_whether_it_goes_over_rows() {
        let names_one = [
            "Has",
            "Lacks",
            "HasPair",
            "LacksPair",
            "Get",
            "GetIs",
            "IsEmpty",
            "IsSet",
            "AddOne",
            "AddTwo",
            "DeleteOne",
            "DeleteTwo",
            "Add",
            "StepAdd",
            "StepDelete",
        ];
        for number in NUMBERS {
            let op = unpack_code(&[*number])[0];
            let text = std::format!("{op:?}");
            let name = text.split_whitespace().next().unwrap_or_default();
            let names_rows = text.contains("rel: ") && !names_one.contains(&name);
            assert_eq!(op.goes_over().is_some(), names_rows, "{text}");
        }
    }

    #[test]
    fn cells_come_back_as_they_were() {
        let all = [Arg::Any, Arg::Bind(Slot(65_535)), Arg::Is(Slot(0))];
        assert_eq!(cells(all.map(pack_cell)), all);
    }
}
