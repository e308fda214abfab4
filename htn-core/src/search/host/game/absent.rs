//! The functions of a domain without a context, for effects that are worked out while saving.

use alloc::vec::Vec;
use core::cell::RefCell;
use core::marker::PhantomData;

use super::Game;
use crate::model::domain::Domain;
use crate::search::host::Host;
use crate::search::solve::{ConditionAnswer, Workspace};
use crate::store::Store;
use crate::tables::{FnId, Parts, Tables, TaskId};

/// A domain's functions without a context. Only expressions that do not see it may be evaluated; the executor calls
/// [`Host::skips`] before all others.
pub(crate) struct Absent<D: Domain> {
    skipped: RefCell<Vec<TaskId>>,
    #[cfg(feature = "reload")]
    interpreted: crate::search::host::Interpreted<D>,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain> Absent<D> {
    pub fn new(_tables: &'static Tables) -> Self {
        Absent {
            skipped: RefCell::new(Vec::new()),
            #[cfg(feature = "reload")]
            interpreted: crate::search::host::interpreted(_tables),
            domain: PhantomData,
        }
    }

    /// The operators with effects that were skipped, each once, in the order of the domain.
    pub fn into_skipped(self) -> Vec<TaskId> {
        let mut skipped = self.skipped.into_inner();
        skipped.sort_unstable();
        skipped.dedup();
        skipped
    }

    fn game<'a, 'c>(&self) -> Game<'a, D::Context<'c>> {
        Game(None)
    }

    #[cfg(feature = "reload")]
    fn interpreted(&self) -> crate::search::host::Interpreted<D> {
        self.interpreted
    }
}

impl<D: Domain> Host for Absent<D> {
    fn is_absent(&self) -> bool {
        true
    }
    fn skips(&self, operator: TaskId) -> bool {
        self.skipped.borrow_mut().push(operator);
        true
    }
    call_functions!(D::functions());
}
