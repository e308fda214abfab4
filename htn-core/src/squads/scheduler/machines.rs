//! Machines that evaluate conditions, shared by squads.
//!
//! A squad needs a machine only during its tick, and leaves no state in it. The size of a machine depends on limits, so there is
//! one pool for each set of limits.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::exec::Engine;
use crate::model::limits::Limits;
use crate::search::machine::QueryMachine;
use crate::tables::Tables;

/// The index of the pool with a squad's machines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MachineKind(usize);

/// The idle machines, by kind.
#[derive(Clone, Default)]
pub(super) struct Machines(Vec<MachinePool>);

/// The machines for one set of limits.
#[derive(Clone)]
struct MachinePool {
    tables: &'static Tables,
    limits: Limits,
    /// The number of squads with these limits.
    squads: usize,
    idle: IdleMachines,
}

/// A thread claims a machine by its pointer, without moving the machine.
type IdleMachines = Vec<Box<QueryMachine>>;

impl Machines {
    /// Counts a squad with the limits of this engine, and creates a machine unless one is idle.
    pub fn add_squad(&mut self, engine: &Engine) -> MachineKind {
        let (tables, limits) = (engine.cx.tables(), *engine.cx.limits());
        let is_same =
            |pool: &MachinePool| pool.limits == limits && core::ptr::eq(pool.tables, tables);
        let same = self.0.iter().position(is_same);
        let unused = || self.0.iter().position(|pool| pool.squads == 0);
        let kind = MachineKind(same.or_else(unused).unwrap_or(self.0.len()));
        match self.0.get_mut(kind.0) {
            Some(pool) => {
                (pool.tables, pool.limits) = (tables, limits);
                pool.squads += 1;
            }
            None => self.0.push(MachinePool {
                tables,
                limits,
                squads: 1,
                idle: Vec::new(),
            }),
        }
        // A frame must not allocate.
        self.get(kind, engine);
        kind
    }

    /// Removes a squad from the count. The last one of a kind frees its machines.
    pub fn remove_squad(&mut self, kind: MachineKind) {
        let pool = &mut self.0[kind.0];
        pool.squads -= 1;
        if pool.squads == 0 {
            pool.idle.clear();
        }
    }

    /// Returns the idle machines of a kind.
    pub fn idle(&mut self, kind: MachineKind) -> &mut IdleMachines {
        &mut self.0[kind.0].idle
    }

    /// Returns a machine of this kind.
    pub fn get(&mut self, kind: MachineKind, engine: &Engine) -> &mut QueryMachine {
        let idle = self.idle(kind);
        if idle.is_empty() {
            idle.push(Box::new(engine.machine()));
        }
        &mut idle[0]
    }

    pub fn bytes(&self) -> usize {
        let machines = self.0.iter().flat_map(|pool| &pool.idle);
        machines.map(|machine| machine.bytes()).sum()
    }
}
