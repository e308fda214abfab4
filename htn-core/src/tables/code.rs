//! The encoding of ops as bytes.
//!
//! Ops are the largest part of a domain. As struct literals they would cost rustc more than all other rows, so they are one
//! byte string: each op as its number, followed by its fields. A machine decodes it when it is created.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::tables::Op;

/// Encodes ops.
pub fn pack_code(code: &[Op]) -> Vec<u8> {
    let mut out = Vec::new();
    code.iter().for_each(|op| op.write(&mut out));
    out
}

/// Decodes ops.
pub fn unpack_code(bytes: &[u8]) -> Box<[Op]> {
    let mut rest = Code(bytes);
    let mut code = Vec::new();
    while !rest.0.is_empty() {
        code.push(Op::read(&mut rest));
    }
    code.into()
}

/// The bytes that remain to be decoded.
pub(crate) struct Code<'c>(&'c [u8]);

/// A part of an op.
pub(crate) trait InCode: Sized {
    fn write(self, out: &mut Vec<u8>);
    fn read(code: &mut Code<'_>) -> Self;
}

impl InCode for u32 {
    /// Writes seven bits per byte, the lowest first. All bytes of a number but the last have the eighth bit set.
    fn write(self, out: &mut Vec<u8>) {
        let mut rest = self;
        while rest >= 0x80 {
            out.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        out.push(rest as u8);
    }

    /// Reads a number; 0 at the end of the code.
    fn read(code: &mut Code<'_>) -> Self {
        let mut number = 0;
        for shift in (0..u32::BITS).step_by(7) {
            let Some((byte, rest)) = code.0.split_first() else {
                break;
            };
            code.0 = rest;
            number |= u32::from(byte & 0x7f) << shift;
            if *byte < 0x80 {
                break;
            }
        }
        number
    }
}

macro_rules! small_numbers {
    ($($number:ident)*) => {$(
        impl InCode for $number {
            fn write(self, out: &mut Vec<u8>) {
                u32::from(self).write(out);
            }

            fn read(code: &mut Code<'_>) -> Self {
                u32::read(code) as $number
            }
        }
    )*};
}

small_numbers! { u8 u16 }

impl InCode for bool {
    fn write(self, out: &mut Vec<u8>) {
        u32::from(self).write(out);
    }

    fn read(code: &mut Code<'_>) -> Self {
        u32::read(code) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::op::NUMBERS;
    use crate::tables::{
        BranchId, Callee, CollectionId, CostKind, FnId, InlineArgs, MethodId, OperatorId, Pc,
        RelId, Run, Slot, TaskId,
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
                on_fail: Pc(u32::MAX),
                branch: BranchId::NONE,
            },
            Op::Solve {
                f: FnId(65_535),
                on_fail: Pc(7),
                branch: BranchId(3),
            },
            Op::Try(Pc(u32::MAX)),
            Op::RowAt {
                of: CollectionId(1),
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
                cost: CostKind::Function,
                frame: 2,
                args: InlineArgs {
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

    /// The loop of a search reads them in sequence, so their size matters.
    #[test]
    fn ops_are_small() {
        assert!(size_of::<Op>() <= 24, "{}", size_of::<Op>());
    }
}
