//! The calls between the engine and the functions of a domain.

/// Defines the methods of a [`Host`] that call a list of functions, over the context `self.game()`. A reloaded domain has
/// others in their place, which `self.interpreted()` returns.
macro_rules! call_functions {
    ($functions:expr) => {
        fn word(&self, f: FnId, slots: &[u64]) -> u64 {
            #[cfg(feature = "reload")]
            if let Some(functions) = self.interpreted() {
                return functions.word(self.game(), f, slots);
            }
            $functions.words[f.0 as usize](self.game(), slots)
        }
        fn test(&self, f: FnId, slots: &[u64]) -> bool {
            #[cfg(feature = "reload")]
            if let Some(functions) = self.interpreted() {
                return functions.test(self.game(), f, slots);
            }
            $functions.tests[f.0 as usize](self.game(), slots)
        }
        fn key(&self, f: FnId, slots: &[u64], key: &mut [u64]) {
            #[cfg(feature = "reload")]
            if let Some(functions) = self.interpreted() {
                return functions.key(self.game(), f, slots, key);
            }
            $functions.keys[f.0 as usize](self.game(), slots, key)
        }
        fn cost(&self, f: FnId, slots: &[u64]) -> f32 {
            #[cfg(feature = "reload")]
            if let Some(functions) = self.interpreted() {
                return functions.cost(self.game(), f, slots);
            }
            $functions.costs[f.0 as usize](self.game(), slots)
        }
        fn solve(
            &self,
            f: FnId,
            slots: &mut [u64],
            work: &mut Workspace,
            facts: &Store,
            again: bool,
        ) -> ConditionAnswer {
            #[cfg(feature = "reload")]
            if let Some(functions) = self.interpreted() {
                return functions.solve(self.game(), f, slots, work, facts, again);
            }
            $functions.solvers[f.0 as usize](self.game(), slots, work, facts, again)
        }
        fn change(
            &self,
            f: FnId,
            slots: &mut [u64],
            work: &mut Workspace,
            facts: &mut Store,
            parts: Parts,
        ) -> ConditionAnswer {
            #[cfg(feature = "reload")]
            if let Some(functions) = self.interpreted() {
                return functions.change(self.game(), f, slots, work, facts, parts);
            }
            $functions.changes[f.0 as usize](self.game(), slots, work, facts, parts)
        }
    };
}
pub(crate) use call_functions;

/// Compiles functions that emitted code calls.
///
/// A release build inlines them into the game's crate. A build with debug assertions compiles them here: games are
/// often built without optimisation on optimised dependencies, and inlined code would not be optimised.
macro_rules! emitted_calls {
    ($(
        $(#[$attribute:meta])*
        pub fn $name:ident $parameters:tt $(-> $result:ty)? $body:block
    )*) => {$(
        $(#[$attribute])*
        #[cfg_attr(not(debug_assertions), inline)]
        #[cfg_attr(debug_assertions, inline(never))]
        pub fn $name $parameters $(-> $result)? $body
    )*};
}
pub(crate) use emitted_calls;

mod game;
mod reader;
mod writer;

use crate::model::domain::Domain;
use crate::search::solve::{ConditionAnswer, Workspace};
pub use crate::store::{Layout, Store};
use crate::tables::{FnId, Parts, Tables, TaskId};
pub use game::*;
pub use reader::FactReader;

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

/// Writes a value, if any. Returns true if there was one.
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
    #[cfg(feature = "reload")]
    interpreted: Interpreted<D>,
}

/// The functions of a reloaded domain; `None` for those of the macro.
#[cfg(feature = "reload")]
pub(crate) type Interpreted<D> = Option<&'static dyn crate::reload::InterpretedFunctions<D>>;

/// Returns the functions that belong to these tables.
#[cfg(feature = "reload")]
pub(crate) fn interpreted<D: Domain>(tables: &'static Tables) -> Interpreted<D> {
    let program = crate::reload::ReloadedProgram::<D>::of(tables);
    program.map(|program| &*program.functions)
}

impl<'a, 'c, D: Domain> Bound<'a, 'c, D> {
    /// Binds the functions of these tables, which are those of the domain, to the context that the game passed in.
    #[inline]
    pub fn new(_tables: &'static Tables, context: &'a D::Context<'c>) -> Self {
        Bound {
            context,
            #[cfg(feature = "reload")]
            interpreted: interpreted(_tables),
        }
    }

    #[cfg(feature = "reload")]
    fn interpreted(&self) -> Interpreted<D> {
        self.interpreted
    }

    fn game(&self) -> Game<'_, D::Context<'c>> {
        Game::new(self.context)
    }
}

impl<D: Domain> Host for Bound<'_, '_, D> {
    call_functions!(D::functions());
}
