//! Assigns the variables of a task or an axiom to the slots of its frame.

use std::collections::BTreeMap;

use htn_core::tables::Slot;

use crate::ir::VarId;

/// The slots of the variables of a task, an axiom or a check. Every variable and every temporary has a slot of its own on
/// each path, because backtracking does not restore slots.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    slots: BTreeMap<VarId, Slot>,
    next: usize,
    size: usize,
    /// The number of slots of parameters.
    params: usize,
}

impl Frame {
    /// Returns a frame whose first slots are these variables.
    pub fn new(params: &[VarId]) -> Frame {
        let mut frame = Frame::default();
        for param in params {
            frame.slot(*param);
        }
        frame.params = frame.next;
        frame
    }

    /// Returns a frame with the same variables and new slots from `size` on.
    pub fn above(&self, size: usize) -> Frame {
        Frame {
            slots: self.slots.clone(),
            next: size,
            size,
            params: self.params,
        }
    }

    /// Returns a new slot.
    pub fn temporary(&mut self) -> Slot {
        self.temporaries(1)
    }

    /// Returns the first of several new slots in a row.
    pub fn temporaries(&mut self, count: usize) -> Slot {
        let slot = slot(self.next);
        self.next += count;
        self.size = self.size.max(self.next);
        slot
    }

    /// Returns the slot of a variable; a new one if it has none.
    pub fn slot(&mut self, var: VarId) -> Slot {
        if let Some(slot) = self.slots.get(&var) {
            return *slot;
        }
        let slot = self.temporary();
        self.slots.insert(var, slot);
        slot
    }

    /// Returns true if a variable is a parameter.
    pub fn is_param(&self, var: VarId) -> bool {
        self.get(var)
            .is_some_and(|slot| usize::from(slot.0) < self.params)
    }

    pub fn get(&self, var: VarId) -> Option<Slot> {
        self.slots.get(&var).copied()
    }

    /// Moves a variable; returns its slot before.
    pub fn place(&mut self, var: VarId, slot: Slot) -> Option<Slot> {
        self.slots.insert(var, slot)
    }

    /// Hides all variables but these; returns those that were visible, for [`Frame::leave`].
    pub fn enter(&mut self, vars: impl Iterator<Item = (VarId, Slot)>) -> BTreeMap<VarId, Slot> {
        std::mem::replace(&mut self.slots, vars.collect())
    }

    pub fn leave(&mut self, outer: BTreeMap<VarId, Slot>) {
        self.slots = outer;
    }

    /// Returns where the next slot will be, for [`Frame::rewind`].
    pub fn mark(&self) -> usize {
        self.next
    }

    /// Reuses the slots that were allocated since the mark: what follows is on another path.
    pub fn rewind(&mut self, mark: usize) {
        self.next = mark;
    }

    pub fn size(&self) -> usize {
        self.size
    }
}

/// Returns a slot. Frames that are too big for the tables are reported by their size.
fn slot(number: usize) -> Slot {
    Slot(u16::try_from(number).unwrap_or(u16::MAX))
}

/// Returns the slot `by` slots after another.
pub fn offset(from: Slot, by: usize) -> Slot {
    slot(usize::from(from.0) + by)
}
