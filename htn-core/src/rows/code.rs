//! Code and the cells of atoms, packed.
//!
//! Code is most of a domain, and is written as one string of bytes: an op after the other, each as its number and those
//! of its fields. A machine unpacks it where it is made. To have rustc do that, as it does for the other rows, took it a
//! sixth of all the time that it needs for a domain.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::field::Packed;
use super::pack::table;
use crate::tables::{Arg, Op, Pc, Slot};

/// Code as bytes.
pub fn pack_code(code: &[Op]) -> Vec<u8> {
    let mut out = Vec::new();
    code.iter().for_each(|op| op.pack(&mut out));
    out
}

/// The ops of these bytes.
pub fn unpack_code(bytes: &[u8]) -> Box<[Op]> {
    let mut packed = Packed(bytes);
    let mut code = Vec::new();
    while !packed.0.is_empty() {
        code.push(Op::unpack(&mut packed));
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
    use crate::tables::op::NUMBERS;
    use crate::tables::{
        BranchId, Callee, CollectionId, Cost, Few, FnId, MethodId, OperatorId, RelId, Run, TaskId,
    };

    #[test]
    fn ops_come_back_as_they_were() {
        let run = Run { at: 70_000, len: 3 };
        let all = [
            Op::RootNext,
            Op::Fact {
                rel: RelId(7),
                index: 2,
                atom: run,
                there: true,
                els: Pc(u32::MAX),
                branch: BranchId::NONE,
            },
            Op::Solve {
                f: FnId(65_535),
                els: Pc(7),
                branch: BranchId(3),
            },
            Op::Try(Pc(u32::MAX)),
            Op::RowAt {
                of: CollectionId(1),
                region: Slot(2),
                at: Slot(3),
                next: Slot(4),
                done: Pc(5),
                branch: BranchId(6),
            },
            Op::Task {
                of: Callee {
                    task: TaskId(9),
                    method: MethodId(4),
                    branch: BranchId(5),
                    entry: Pc(70_000),
                    frame: 12,
                },
                args: run,
                ret: Slot::NONE,
            },
            Op::Step {
                f: FnId(300),
                id: OperatorId(7),
                cost: Cost::Function,
                frame: 2,
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

    /// The loop goes from one to the next: they are to stay small.
    #[test]
    fn ops_are_small() {
        assert!(size_of::<Op>() <= 24, "{}", size_of::<Op>());
    }

    #[test]
    fn cells_come_back_as_they_were() {
        let all = [Arg::Any, Arg::Bind(Slot(65_535)), Arg::Is(Slot(0))];
        assert_eq!(cells(all.map(pack_cell)), all);
    }
}
