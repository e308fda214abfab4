//! Code, packed.
//!
//! Code is most of a domain. It is written as the numbers of rows are, an op after the other, each as its number and
//! those of its fields; but a machine unpacks it where it is made. To have rustc do that, as it does for the rows, took
//! it a sixth of all the time that it needs for a domain.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::field::Packed;
use super::written::Lists;
use crate::tables::Op;

/// Code as bytes.
pub fn pack_code(code: &[Op]) -> Vec<u8> {
    Lists::default().text(code).bytes
}

/// The ops of these bytes.
pub fn unpack_code(bytes: &[u8]) -> Box<[Op]> {
    let mut packed = Packed::numbers(bytes);
    let mut code = Vec::new();
    while !packed.bytes.is_empty() {
        code.push(Op::unpack(&mut packed));
    }
    code.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::op::NUMBERS;
    use crate::tables::{
        BranchId, CollectionId, Cost, Few, FnId, OperatorId, Pc, RelId, Run, Slot, TaskId,
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
            },
            Op::Task {
                task: TaskId(9),
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
}
