//! The fields of ops as bytes.

use alloc::vec::Vec;

use crate::tables::{
    BranchId, Callee, CollectionId, Cost, Few, FnId, MethodId, OperatorId, Parts, Pc, RelId, Run,
    Slot, TaskId,
};

/// Seven bits a byte, the lowest first; all but the last byte of a number have the eighth.
pub(crate) fn put(number: u32, out: &mut Vec<u8>) {
    let mut rest = number;
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

/// What has not been unpacked yet.
pub(crate) struct Packed<'p>(pub &'p [u8]);

impl Packed<'_> {
    /// The next number; 0 behind the end.
    pub fn number(&mut self) -> u32 {
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
pub(crate) trait Field: Sized {
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

impl Field for bool {
    fn pack(self, out: &mut Vec<u8>) {
        u8::from(self).pack(out);
    }

    fn unpack(packed: &mut Packed<'_>) -> Self {
        u8::unpack(packed) != 0
    }
}
ids! { Slot Pc RelId TaskId MethodId BranchId OperatorId CollectionId FnId Parts }

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

impl Field for Callee {
    fn pack(self, out: &mut Vec<u8>) {
        let Callee {
            task,
            method,
            branch,
            entry,
            frame,
        } = self;
        task.pack(out);
        method.pack(out);
        branch.pack(out);
        entry.pack(out);
        frame.pack(out);
    }

    fn unpack(packed: &mut Packed<'_>) -> Self {
        Callee {
            task: Field::unpack(packed),
            method: Field::unpack(packed),
            branch: Field::unpack(packed),
            entry: Field::unpack(packed),
            frame: Field::unpack(packed),
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
