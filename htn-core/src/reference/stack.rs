//! The part of the thread's stack that a search uses.

use core::hint::black_box;
use core::ptr;

/// A place on the stack, and the number of bytes that a search may use from there.
#[derive(Clone, Copy)]
pub(crate) struct StackGauge {
    begin: usize,
    bytes: usize,
}

impl StackGauge {
    /// Allows this many bytes from the caller's place.
    pub fn from_here(bytes: usize) -> StackGauge {
        StackGauge {
            begin: here(),
            bytes,
        }
    }

    /// Returns true if the stack between the two places exceeds the allowed bytes, divided by `part`.
    pub fn exceeds(self, part: usize) -> bool {
        // Some machines have stacks that grow upwards.
        self.begin.abs_diff(here()) > self.bytes / part
    }
}

/// An address on the stack, near the caller's frame.
#[inline(never)]
fn here() -> usize {
    let local = 0_u8;
    ptr::from_ref(black_box(&local)).addr()
}
