//! Slots of a frame.

use std::collections::BTreeMap;

use htn_core::tables::Slot;

use crate::modes::form::VarId;

/// Where the variables of a task, an axiom or a check are. Every variable and every temporary has a slot of its own
/// on each path, because slots are not restored when the machine comes back.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    slots: BTreeMap<VarId, Slot>,
    next: usize,
    size: usize,
    /// How many slots are those of parameters.
    params: usize,
}

impl Frame {
    /// A frame whose first slots are these variables.
    pub fn new(params: &[VarId]) -> Frame {
        let mut frame = Frame::default();
        for param in params {
            frame.slot(*param);
        }
        frame.params = frame.next;
        frame
    }

    /// The same variables, with new slots from `size` on.
    pub fn above(&self, size: usize) -> Frame {
        Frame {
            slots: self.slots.clone(),
            next: size,
            size,
            params: self.params,
        }
    }

    /// A new slot.
    pub fn temporary(&mut self) -> Slot {
        self.temporaries(1)
    }

    /// The first of several new slots in a row.
    pub fn temporaries(&mut self, count: usize) -> Slot {
        let slot = slot(self.next);
        self.next += count;
        self.size = self.size.max(self.next);
        slot
    }

    /// The slot of a variable; a new one where it has none yet.
    pub fn slot(&mut self, var: VarId) -> Slot {
        if let Some(slot) = self.slots.get(&var) {
            return *slot;
        }
        let slot = self.temporary();
        self.slots.insert(var, slot);
        slot
    }

    /// Whether a variable is a parameter.
    pub fn is_param(&self, var: VarId) -> bool {
        self.get(var)
            .is_some_and(|slot| usize::from(slot.0) < self.params)
    }

    pub fn get(&self, var: VarId) -> Option<Slot> {
        self.slots.get(&var).copied()
    }

    /// Puts a variable somewhere else; returns where it was.
    pub fn place(&mut self, var: VarId, slot: Slot) -> Option<Slot> {
        self.slots.insert(var, slot)
    }

    /// Sees only these variables from here on; returns the others, to come back to with [`Frame::leave`].
    pub fn enter(&mut self, vars: impl Iterator<Item = (VarId, Slot)>) -> BTreeMap<VarId, Slot> {
        std::mem::replace(&mut self.slots, vars.collect())
    }

    pub fn leave(&mut self, outer: BTreeMap<VarId, Slot>) {
        self.slots = outer;
    }

    /// Where the next slot will be: to come back to with [`Frame::rewind`].
    pub fn mark(&self) -> usize {
        self.next
    }

    /// Lets what comes next use the slots again that were taken since the mark: it is on another path.
    pub fn rewind(&mut self, mark: usize) {
        self.next = mark;
    }

    pub fn size(&self) -> usize {
        self.size
    }
}

/// A slot's number. Frames too big for the tables are found out by their size.
fn slot(number: usize) -> Slot {
    Slot(u16::try_from(number).unwrap_or(u16::MAX))
}
