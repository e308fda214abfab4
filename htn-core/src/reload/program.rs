//! The functions of a reloaded domain.

use alloc::boxed::Box;
use core::fmt;

use super::Origins;
use crate::model::domain::Domain;
use crate::search::host::{Game, Store};
use crate::search::solve::{ConditionAnswer, Workspace};
use crate::tables::{FnId, Parts, Tables};

/// The functions of a reloaded domain, called by number as those of [`Functions`](crate::host::Functions).
#[doc(hidden)]
pub trait InterpretedFunctions<D: Domain>: Send + Sync {
    /// Calls one of `words`.
    fn word(&self, game: Game<'_, D::Context<'_>>, f: FnId, slots: &[u64]) -> u64;
    /// Calls one of `tests`.
    fn test(&self, game: Game<'_, D::Context<'_>>, f: FnId, slots: &[u64]) -> bool;
    /// Calls one of `keys`.
    fn key(&self, game: Game<'_, D::Context<'_>>, f: FnId, slots: &[u64], key: &mut [u64]);
    /// Calls one of `costs`.
    fn cost(&self, game: Game<'_, D::Context<'_>>, f: FnId, slots: &[u64]) -> f32;
    /// Calls one of `solvers`.
    fn solve(
        &self,
        game: Game<'_, D::Context<'_>>,
        f: FnId,
        slots: &mut [u64],
        work: &mut Workspace,
        facts: &Store,
        again: bool,
    ) -> ConditionAnswer;
    /// Calls one of `changes`.
    fn change(
        &self,
        game: Game<'_, D::Context<'_>>,
        f: FnId,
        slots: &mut [u64],
        work: &mut Workspace,
        facts: &mut Store,
        parts: Parts,
    ) -> ConditionAnswer;
}

/// The part of a reloaded domain that depends on its types. [`Tables::reloaded`] refers to it.
#[doc(hidden)]
pub struct ReloadedProgram<D: Domain> {
    /// The functions of the tables.
    pub functions: Box<dyn InterpretedFunctions<D>>,
    /// The value of [`Domain::HASH`] for the source that was read.
    pub hash: u64,
    /// The parts that running plans rely on.
    pub origins: Origins,
}

impl<D: Domain> ReloadedProgram<D> {
    /// Returns the program of these tables; `None` if they were compiled.
    pub(crate) fn of(tables: &'static Tables) -> Option<&'static ReloadedProgram<D>> {
        tables.reloaded?.downcast_ref()
    }
}

/// A domain that was read from its source while the program runs.
///
/// A copy refers to the same tables. They stay in memory until the program ends, because plans and events refer to them: about
/// as much for each reload as the domain has in the program.
pub struct ReloadedDomain<D: Domain> {
    pub(crate) tables: &'static Tables,
    pub(crate) program: &'static ReloadedProgram<D>,
}

impl<D: Domain> ReloadedDomain<D> {
    /// Creates a domain of tables whose functions `program` has.
    #[doc(hidden)]
    pub fn new(tables: Tables, program: ReloadedProgram<D>) -> ReloadedDomain<D> {
        let program: &'static ReloadedProgram<D> = Box::leak(Box::new(program));
        let tables = Box::leak(Box::new(Tables {
            reloaded: Some(program),
            ..tables
        }));
        ReloadedDomain { tables, program }
    }

    /// Returns the name of the domain.
    pub fn name(&self) -> &'static str {
        self.tables.name
    }

    /// Returns a hash of the domain's meaning, as [`Domain::HASH`] of the compiled one. The two are equal if the source is the
    /// one that was compiled.
    pub fn hash(&self) -> u64 {
        self.program.hash
    }

    /// Returns the tables.
    #[doc(hidden)]
    pub fn tables(&self) -> &'static Tables {
        self.tables
    }
}

impl<D: Domain> Clone for ReloadedDomain<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain> Copy for ReloadedDomain<D> {}

/// Domains are equal if they are the same reload.
impl<D: Domain> PartialEq for ReloadedDomain<D> {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.tables, other.tables)
    }
}

impl<D: Domain> Eq for ReloadedDomain<D> {}

impl<D: Domain> fmt::Debug for ReloadedDomain<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReloadedDomain")
            .field("domain", &self.tables.name)
            .field("hash", &self.hash())
            .finish_non_exhaustive()
    }
}
