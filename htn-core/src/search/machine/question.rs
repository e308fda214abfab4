//! Questions that are answered in one go, over the facts as they are: how the executor uses the machine.

use super::{Machine, Signal};
use crate::model::error::SearchError;
use crate::search::host::Host;
use crate::store::Store;
use crate::tables::{Op, OperatorId, Pc, RelId};

impl Machine {
    /// Whether the code at `entry` holds over a frame of `size` slots that begins with these words.
    pub(crate) fn ask(
        &mut self,
        store: &mut Store,
        host: &dyn Host,
        entry: Pc,
        size: u16,
        frame: &[u64],
    ) -> Result<bool, SearchError> {
        self.choices.clear();
        self.work.stacks.clear();
        self.leave_frames();
        self.work.top = 0;
        let answer = self.ask_first(store, host, entry, size, frame);
        self.end_question();
        answer
    }

    /// The same, where all solutions are wanted: [`ask_next`](Machine::ask_next) tells of the others.
    pub(crate) fn ask_first(
        &mut self,
        store: &mut Store,
        host: &dyn Host,
        entry: Pc,
        size: u16,
        frame: &[u64],
    ) -> Result<bool, SearchError> {
        match self.begin_question(entry.0, u32::from(size), frame) {
            Ok(()) => self.go_on(store, host),
            Err(limit) => Err(self.error(limit)),
        }
    }

    /// Whether it holds once more.
    pub(crate) fn ask_next(
        &mut self,
        store: &mut Store,
        host: &dyn Host,
    ) -> Result<bool, SearchError> {
        self.next_solution();
        self.go_on(store, host)
    }

    fn go_on(&mut self, store: &mut Store, host: &dyn Host) -> Result<bool, SearchError> {
        let mut granted = i64::MAX;
        match self.run(store, host, &mut granted) {
            Signal::Holds => Ok(true),
            Signal::Full(limit) => Err(self.error(limit)),
            Signal::Paused | Signal::Found | Signal::Failed => Ok(false),
        }
    }

    /// Carries out the effects of one moment, or changes nothing.
    pub(crate) fn carry_out(
        &mut self,
        store: &mut Store,
        host: &dyn Host,
        entry: Pc,
        size: u16,
        frame: &[u64],
    ) -> Result<(), SearchError> {
        let mark = self.work.trail.mark();
        let done = self.ask(store, host, entry, size, frame);
        if done.is_err() {
            self.undo_to(store, mark);
        }
        done.map(|_| ())
    }

    /// Adds or deletes one fact.
    pub(crate) fn change(
        &mut self,
        store: &mut Store,
        rel: RelId,
        fact: &[u64],
        add: bool,
    ) -> Result<(), SearchError> {
        let changed = match add {
            true => store.add(rel, fact, Some(&mut self.work.trail)).map(|_| ()),
            false => store
                .remove(rel, fact, Some(&mut self.work.trail))
                .map(|_| ()),
        };
        changed.map_err(|full| self.error(full.into()))
    }

    /// The first slots of the frame of a question that held.
    pub(crate) fn solution(&self, size: u16) -> &[u64] {
        &self.slots[..usize::from(size)]
    }

    /// The operator whose precondition held.
    pub(crate) fn solved(&self) -> Option<OperatorId> {
        match self.code.get(self.pc as usize) {
            Some(&Op::Apply { id, .. }) => Some(id),
            _ => None,
        }
    }

    /// Keeps the changes since the last commit or rollback.
    pub(crate) fn commit(&mut self) {
        self.work.trail.clear();
    }

    /// Undoes the changes since the last commit or rollback.
    pub(crate) fn rollback(&mut self, store: &mut Store) {
        self.undo_to(store, 0);
    }

    /// The bytes that a machine takes that only answers questions.
    pub(crate) fn question_bytes(&self) -> usize {
        let limits = &self.limits;
        let words = limits.bindings + limits.trail + 2 * limits.sort;
        words * size_of::<u64>()
            + limits.choices * size_of::<super::choice::Choice>()
            + size_of_val(&*self.code)
    }
}
