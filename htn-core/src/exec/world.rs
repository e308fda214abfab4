//! What the engine acts on, and what it is lent for that.

use crate::model::error::SearchError;
use crate::search::host::Host;
use crate::search::machine::QueryMachine;
use crate::store::Store;
use crate::tables::Pc;

/// What conditions and effects are worked out with.
pub(crate) struct QueryContext<'a> {
    pub host: &'a dyn Host,
    /// It keeps nothing from one world to the next, so it makes no difference whose it is.
    pub machine: &'a mut QueryMachine,
}

impl QueryContext<'_> {
    /// To ask about these facts, and change them.
    pub fn over<'s>(&'s mut self, store: &'s mut Store) -> World<'s> {
        // Where the game has panicked in a search, changes of its facts may be left on the trail. They are copied anew.
        self.machine.commit();
        World {
            store,
            host: self.host,
            machine: self.machine,
        }
    }
}

/// What the steps act on.
pub(crate) struct World<'a> {
    pub store: &'a mut Store,
    pub host: &'a dyn Host,
    pub machine: &'a mut QueryMachine,
}

impl World<'_> {
    /// Whether a condition holds over a frame, whose size is the condition's.
    pub fn ask(&mut self, entry: Pc, size: u16, frame: &[u64]) -> Result<bool, SearchError> {
        self.machine.ask(self.store, self.host, entry, size, frame)
    }

    /// The frame of the last question, which held.
    pub fn solution(&self, size: u16) -> &[u64] {
        self.machine.solution(size)
    }

    /// Carries out the effects of one moment, or changes nothing.
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
