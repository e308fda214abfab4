//! Queries and effects outside of a search.

use super::choice::Choice;
use super::effect::has_fact;
use super::{Limit, Machine, SearchState, Signal};
use crate::model::error::SearchError;
use crate::model::limits::Limits;
use crate::search::host::Host;
use crate::search::solve::ConditionAnswer;
use crate::store::Store;
use crate::tables::{FactVerb, Op, OperatorId, Pc, RelId, Tables};

/// A machine that evaluates conditions and effects on the facts of its caller, each in one go.
///
/// Changes are on its trail until they are committed or rolled back. It keeps nothing else from one call to the next.
#[derive(Clone)]
pub(crate) struct QueryMachine(Machine);

impl QueryMachine {
    pub fn new(tables: &'static Tables, limits: Limits) -> QueryMachine {
        QueryMachine(Machine::new(tables, limits))
    }

    /// Returns the bytes of the memory that queries need.
    pub fn bytes(&self) -> usize {
        let limits = &self.0.limits;
        let words = limits.bindings + limits.trail + 2 * limits.sort;
        words * size_of::<u64>() + limits.choices * size_of::<Choice>() + size_of_val(&*self.0.code)
    }

    /// Returns true if the code at `entry` holds over a frame of `size` slots that begins with these words.
    pub fn evaluate(
        &mut self,
        store: &mut Store,
        host: &dyn Host,
        entry: Pc,
        size: u16,
        frame: &[u64],
    ) -> Result<bool, SearchError> {
        let work = &mut self.0.state.work;
        work.stacks.clear();
        (work.top, work.level) = (0, 0);
        let loaded = self.0.load_query(entry.0, u32::from(size), frame);
        let (code, state) = (&self.0.code, &mut self.0.state);
        match loaded.and_then(|()| state.answer_at_once(code, store, host)) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => {
                state.choices.clear();
                state.plan.leave_frames();
                self.0.begin_solving();
                let answer = self.run(store, host);
                self.0.end_query();
                answer
            }
            Err(limit) => Err(self.0.error(limit)),
        }
    }

    /// Finds the first solution. [`ask_next`](Self::ask_next) finds the others.
    pub fn ask_first(
        &mut self,
        store: &mut Store,
        host: &dyn Host,
        entry: Pc,
        size: u16,
        frame: &[u64],
    ) -> Result<bool, SearchError> {
        let begun = self.0.begin_query(entry.0, u32::from(size), frame);
        begun.map_err(|limit| self.0.error(limit))?;
        self.run(store, host)
    }

    /// Finds the next solution. Returns false at the end.
    pub fn ask_next(&mut self, store: &mut Store, host: &dyn Host) -> Result<bool, SearchError> {
        self.0.find_next();
        self.run(store, host)
    }

    fn run(&mut self, store: &mut Store, host: &dyn Host) -> Result<bool, SearchError> {
        let mut granted = i64::MAX;
        match self.0.run(store, host, &mut granted) {
            Signal::Holds => Ok(true),
            Signal::Full(limit) => Err(self.0.error(limit)),
            Signal::Waiting => Err(SearchError::Pending {
                expression: self.0.pending(),
            }),
            Signal::Paused | Signal::Found | Signal::Failed => Ok(false),
        }
    }

    /// Applies the effects of one moment. Changes nothing if a limit is reached.
    pub fn carry_out(
        &mut self,
        store: &mut Store,
        host: &dyn Host,
        entry: Pc,
        size: u16,
        frame: &[u64],
    ) -> Result<(), SearchError> {
        let mark = self.0.state.work.trail.mark();
        let done = self.evaluate(store, host, entry, size, frame);
        if done.is_err() {
            self.undo_to(store, mark);
        }
        done.map(|_| ())
    }

    /// Adds or deletes one fact. Protections are a matter of plans, and change no facts.
    pub fn change(
        &mut self,
        store: &mut Store,
        rel: RelId,
        fact: &[u64],
        verb: FactVerb,
    ) -> Result<(), SearchError> {
        let trail = Some(&mut self.0.state.work.trail);
        let changed = match verb {
            FactVerb::Add => store.add(rel, fact, trail).map(|_| ()),
            FactVerb::Delete => store.remove(rel, fact, trail).map(|_| ()),
            FactVerb::Protect | FactVerb::Release => Ok(()),
        };
        changed.map_err(|full| self.0.error(full.into()))
    }

    /// Returns the first slots of the frame of the last query, which held.
    pub fn solution(&self, size: u16) -> &[u64] {
        &self.0.state.slots[..usize::from(size)]
    }

    /// Returns the operator whose precondition held.
    pub fn solved(&self) -> Option<OperatorId> {
        match self.0.code.get(self.0.state.registers.pc as usize) {
            Some(&(Op::Apply { id, .. } | Op::ApplyAll { id, .. })) => Some(id),
            _ => None,
        }
    }

    /// Keeps the changes since the last commit or rollback.
    pub fn commit(&mut self) {
        self.0.state.work.trail.clear();
    }

    /// Undoes the changes since the last commit or rollback.
    pub fn rollback(&mut self, store: &mut Store) {
        self.undo_to(store, 0);
    }

    fn undo_to(&mut self, store: &mut Store, mark: u32) {
        self.0.state.work.left = i64::MAX;
        self.0.state.undo_within(store, mark);
    }
}

impl SearchState {
    /// Runs the first ops of a query as long as they are single tests and changes. Returns the answer, or `None` if
    /// other ops follow, which the machine runs.
    ///
    /// Most queries are a test of one fact, and cost less here than the start of the loop over all ops.
    #[inline]
    fn answer_at_once(
        &mut self,
        code: &[Op],
        store: &mut Store,
        host: &dyn Host,
    ) -> Result<Option<bool>, Limit> {
        self.work.left = i64::MAX;
        let slots = &mut self.slots[self.registers.fp as usize..];
        let mut pc = self.registers.pc as usize;
        let answer = loop {
            let next = |holds: bool, on_fail: Pc| if holds { pc + 1 } else { on_fail.0 as usize };
            pc = match code[pc] {
                Op::Fact {
                    rel,
                    index,
                    atom,
                    there,
                    on_fail,
                    ..
                } => {
                    let found = has_fact(self.tables, store, (rel, index, atom), slots);
                    next(found == there, on_fail)
                }
                Op::Test { f, on_fail, .. } => next(host.test(f, slots), on_fail),
                Op::Change { f, parts } => {
                    let answer = host.change(f, slots, &mut self.work, store, parts);
                    if answer == ConditionAnswer::Full {
                        return Err(self.work.take_full());
                    }
                    pc + 1
                }
                Op::Holds | Op::Moment | Op::Apply { .. } | Op::ApplyAll { .. } | Op::Applied => {
                    break Some(true);
                }
                Op::Fail => break Some(false),
                _ => break None,
            };
        };
        self.registers.pc = pc as u32;
        Ok(answer)
    }
}
