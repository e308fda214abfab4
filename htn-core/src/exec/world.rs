//! The facts that the engine acts on, with the machine and the host that evaluate conditions and effects.

use crate::model::error::SearchError;
use crate::search::host::Host;
use crate::search::machine::QueryMachine;
use crate::store::Store;
use crate::tables::{Check, Pc};

/// The machine and the host that evaluate conditions and effects.
pub(crate) struct QueryContext<'a> {
    pub host: &'a dyn Host,
    /// A machine has no state between two worlds, so any machine for the domain will do.
    pub machine: &'a mut QueryMachine,
}

impl QueryContext<'_> {
    /// Returns a world with these facts.
    pub fn over<'s>(&'s mut self, store: &'s mut Store) -> World<'s> {
        // If the game panicked in a search, the trail may still hold changes of the search's own facts.
        self.machine.commit();
        World {
            store,
            host: self.host,
            machine: self.machine,
        }
    }
}

/// Facts, with the machine and the host that evaluate conditions and effects over them.
pub(crate) struct World<'a> {
    pub store: &'a mut Store,
    pub host: &'a dyn Host,
    pub machine: &'a mut QueryMachine,
}

impl World<'_> {
    /// Returns the same world for a shorter time.
    #[inline]
    pub fn reborrow(&mut self) -> World<'_> {
        World {
            store: &mut *self.store,
            host: self.host,
            machine: &mut *self.machine,
        }
    }

    /// Returns true if a condition holds over the values of a frame.
    pub fn evaluate(&mut self, entry: Pc, size: u16, frame: &[u64]) -> Result<bool, SearchError> {
        self.machine
            .evaluate(self.store, self.host, entry, size, frame)
    }

    /// Returns true if a check is a test for one fact, and holds over the values of a frame.
    #[inline]
    pub fn fact_holds(&self, check: &Check, frame: &[u64]) -> bool {
        check.word.is_some_and(|test| {
            let word = frame[usize::from(test.slot.0)];
            self.store.rel(test.rel).has_one(word) == test.there
        })
    }

    /// Returns the frame that made the last condition hold.
    pub fn solution(&self, size: u16) -> &[u64] {
        self.machine.solution(size)
    }

    /// Applies the effects of one moment, or changes nothing if they do not fit.
    pub fn carry_out(&mut self, entry: Pc, size: u16, frame: &[u64]) -> Result<(), SearchError> {
        let (store, host) = (&mut *self.store, self.host);
        self.machine.carry_out(store, host, entry, size, frame)
    }

    /// Keeps the changes since the last commit or rollback.
    pub fn commit(&mut self) {
        self.machine.commit();
    }

    /// Undoes the changes since the last commit or rollback.
    pub fn rollback(&mut self) {
        self.machine.rollback(self.store);
    }
}
