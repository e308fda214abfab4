//! Machines that evaluate conditions, shared by squads.
//!
//! A squad needs a machine only during its tick, and leaves no state in it. The size of a machine depends on limits, so there is
//! one pool for each set of limits.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::exec::Engine;
use crate::model::limits::Limits;
use crate::search::machine::QueryMachine;

/// The index of the pool with a squad's machines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MachineKind(usize);

/// The idle machines, by kind.
#[derive(Clone, Default)]
pub(super) struct Machines(Vec<MachinePool>);

/// Those of one kind.
#[derive(Clone)]
#[expect(
    clippy::vec_box,
    reason = "a machine goes to a worker and back, and is not moved for it"
)]
struct MachinePool {
    limits: Limits,
    /// The number of squads with these limits.
    squads: usize,
    idle: Vec<Box<QueryMachine>>,
}

impl Machines {
    /// A squad has come.
    pub fn add_squad(&mut self, engine: &Engine) -> MachineKind {
        let limits = *engine.cx.limits();
        let same = self.0.iter().position(|shelf| shelf.limits == limits);
        let unused = || self.0.iter().position(|shelf| shelf.squads == 0);
        let kind = MachineKind(same.or_else(unused).unwrap_or(self.0.len()));
        match self.0.get_mut(kind.0) {
            Some(shelf) => {
                shelf.limits = limits;
                shelf.squads += 1;
            }
            None => self.0.push(MachinePool {
                limits,
                squads: 1,
                idle: Vec::new(),
            }),
        }
        // When it is at work, nothing is to be allocated.
        self.get(kind, engine);
        kind
    }

    /// A squad has left.
    pub fn remove_squad(&mut self, kind: MachineKind) {
        let shelf = &mut self.0[kind.0];
        shelf.squads -= 1;
        if shelf.squads == 0 {
            shelf.idle.clear();
        }
    }

    /// One for an engine of this kind.
    pub fn get(&mut self, kind: MachineKind, engine: &Engine) -> &mut QueryMachine {
        let idle = &mut self.0[kind.0].idle;
        if idle.is_empty() {
            idle.push(Box::new(engine.machine()));
        }
        &mut idle[0]
    }

    pub fn bytes(&self) -> usize {
        let machines = self.0.iter().flat_map(|shelf| &shelf.idle);
        machines.map(|machine| machine.bytes()).sum()
    }
}

#[cfg(feature = "std")]
impl Machines {
    /// Takes one away, for another thread.
    pub fn take(&mut self, kind: MachineKind, engine: &Engine) -> Box<QueryMachine> {
        let idle = self.0[kind.0].idle.pop();
        idle.unwrap_or_else(|| Box::new(engine.machine()))
    }

    pub fn put_back(&mut self, kind: MachineKind, machine: Box<QueryMachine>) {
        self.0[kind.0].idle.push(machine);
    }
}
