//! The ids of plans and actions.

use core::fmt;

use crate::exec::{ActionSlot, PlanSlot};

/// The id of a plan in an executor. Later plans have greater numbers. Prints as the number.
/// [`Executor::submit`](crate::Executor::submit) and events return it; [`PlanStatus`](crate::PlanStatus) has an example.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlanId(u64);

/// The id of an action that an executor started. Later actions have greater numbers. Prints as the number. A game keeps
/// it until the action has ended, as in the example of [`Director`](crate::Director).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionId(u64);

/// The low bits of an id are the slot in the executor; the high bits are a serial number.
const SLOT_BITS: u32 = 28;

macro_rules! id {
    ($id:ident, $slot:ident) => {
        impl $id {
            /// The id of no item.
            pub(crate) const NONE: $id = $id(0);

            /// Serial numbers begin at 1.
            pub(crate) const fn new(number: u64, slot: $slot) -> $id {
                $id(number << SLOT_BITS | slot.index() as u64)
            }

            /// Returns the serial number, which is also the printed form.
            pub const fn number(self) -> u64 {
                self.0 >> SLOT_BITS
            }

            pub(crate) const fn slot(self) -> $slot {
                $slot::new(self.0 as usize & ((1 << SLOT_BITS) - 1))
            }
        }

        /// The serial number.
        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.number(), f)
            }
        }

        impl fmt::Debug for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($id))
                    .field(&self.number())
                    .finish()
            }
        }
    };
}

impl PlanId {
    /// Greater than all others.
    pub(crate) const LAST: PlanId = PlanId(u64::MAX);
}

id!(PlanId, PlanSlot);
id!(ActionId, ActionSlot);
