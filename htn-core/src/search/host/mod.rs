//! The way from the tables to the functions of a domain, and what they read and write.

/// The methods of a [`Host`] that calls the functions of the domain `D` with `self.game()`.
macro_rules! call_functions {
    () => {
        fn word(&self, f: FnId, slots: &[u64]) -> u64 {
            D::functions().words[f.0 as usize](self.game(), slots)
        }
        fn test(&self, f: FnId, slots: &[u64]) -> bool {
            D::functions().tests[f.0 as usize](self.game(), slots)
        }
        fn key(&self, f: FnId, slots: &[u64], key: &mut [u64]) {
            D::functions().keys[f.0 as usize](self.game(), slots, key)
        }
        fn cost(&self, f: FnId, slots: &[u64]) -> f32 {
            D::functions().costs[f.0 as usize](self.game(), slots)
        }
        fn solve(
            &self,
            f: FnId,
            slots: &mut [u64],
            work: &mut Workspace,
            facts: &Store,
            again: bool,
        ) -> ConditionAnswer {
            D::functions().solvers[f.0 as usize](self.game(), slots, work, facts, again)
        }
        fn change(
            &self,
            f: FnId,
            slots: &mut [u64],
            work: &mut Workspace,
            facts: &mut Store,
            parts: Parts,
        ) -> ConditionAnswer {
            D::functions().changes[f.0 as usize](self.game(), slots, work, facts, parts)
        }
    };
}

#[cfg(feature = "serde")]
mod absent;
mod game;
mod reader;
mod writer;

use crate::model::domain::Domain;
use crate::search::solve::{ConditionAnswer, Workspace};
pub use crate::store::{Layout, Store};
use crate::tables::{FnId, Parts, TaskId};
pub use game::{Game, ask, ask_into};
pub use reader::FactReader;

#[cfg(feature = "serde")]
pub(crate) use absent::Absent;

/// A Rust expression over the context and the slots of a frame.
pub type Function<D, T> = fn(Game<'_, <D as Domain>::Context<'_>>, &[u64]) -> T;

/// A Rust expression that writes a sort key.
pub type SortKeyFn<D> = fn(Game<'_, <D as Domain>::Context<'_>>, &[u64], &mut [u64]);

/// Parts of an operator over the slots of a frame: its precondition, changes of facts. It answers `Last`, or `No` where the
/// precondition does not hold, or `Full`.
pub type OperatorPiece<D> = fn(
    Game<'_, <D as Domain>::Context<'_>>,
    &mut [u64],
    &mut Workspace,
    &mut Store,
    Parts,
) -> ConditionAnswer;

/// A condition over the slots of a frame: from the beginning, or again, for its next solution.
pub type Solver<D> = fn(
    Game<'_, <D as Domain>::Context<'_>>,
    &mut [u64],
    &mut Workspace,
    &Store,
    bool,
) -> ConditionAnswer;

/// Writes a value where there is one, and tells.
#[inline]
pub fn write(to: &mut u64, value: Option<u64>) -> bool {
    if let Some(word) = value {
        *to = word;
    }
    value.is_some()
}

/// The functions of a domain that the engine calls, by kind. An [`FnId`] counts within its kind.
pub struct Functions<D: Domain> {
    /// A value as a word.
    pub words: &'static [Function<D, u64>],
    /// A test.
    pub tests: &'static [Function<D, bool>],
    /// `sort by`: writes the key's words, which compare as unsigned numbers, first word first.
    pub keys: &'static [SortKeyFn<D>],
    /// `cost` and `duration`.
    pub costs: &'static [Function<D, f32>],
    /// Conditions.
    pub solvers: &'static [Solver<D>],
    /// Operators: their effects, and if that is all they are, their preconditions.
    pub changes: &'static [OperatorPiece<D>],
}

/// [`Functions`] with their context, as the machine sees them. The machine does not know the domain's types, so that
/// it is compiled once, in this crate, and not once for each domain in the user's.
pub trait Host {
    /// Returns true if there is no context.
    fn is_absent(&self) -> bool {
        false
    }
    /// Returns true if effects of this operator that see the context have to be skipped, because there is no context.
    fn skips(&self, _operator: TaskId) -> bool {
        false
    }
    /// Calls one of `words`.
    fn word(&self, f: FnId, slots: &[u64]) -> u64;
    /// Calls one of `tests`.
    fn test(&self, f: FnId, slots: &[u64]) -> bool;
    /// Calls one of `keys`.
    fn key(&self, f: FnId, slots: &[u64], key: &mut [u64]);
    /// Calls one of `costs`.
    fn cost(&self, f: FnId, slots: &[u64]) -> f32;
    /// Calls one of `solvers`.
    fn solve(
        &self,
        f: FnId,
        slots: &mut [u64],
        work: &mut Workspace,
        facts: &Store,
        again: bool,
    ) -> ConditionAnswer;
    /// Calls one of `changes`.
    fn change(
        &self,
        f: FnId,
        slots: &mut [u64],
        work: &mut Workspace,
        facts: &mut Store,
        parts: Parts,
    ) -> ConditionAnswer;
}

/// A domain's functions, bound to a context.
pub struct Bound<'a, 'c, D: Domain> {
    context: &'a D::Context<'c>,
}

impl<'a, 'c, D: Domain> Bound<'a, 'c, D> {
    /// To what the game passed in.
    pub fn new(context: &'a D::Context<'c>) -> Self {
        Bound { context }
    }

    fn game(&self) -> Game<'_, D::Context<'c>> {
        Game::direct(self.context)
    }
}

impl<D: Domain> Host for Bound<'_, '_, D> {
    call_functions!();
}
