//! Stores of one domain with different layouts: before and after a reload.

use super::state::State;
use super::{Full, NIL, Store};
use crate::model::domain::Domain;
use crate::model::error::CapacityError;
use crate::tables::{RelId, Tables};

impl Store {
    /// Returns true if the facts of both are at the same addresses.
    pub fn is_laid_out_like(&self, other: &Store) -> bool {
        alloc::sync::Arc::ptr_eq(&self.layouts, &other.layouts) || self.layouts == other.layouts
    }

    /// Replaces the facts by those of a store with another layout, in the same order. Returns a predicate that has no room for
    /// all of them; then the others may be incomplete, too.
    pub fn relocate_from(&mut self, other: &Store) -> Result<(), RelId> {
        self.clear();
        self.expect_another();
        for rel in (0..self.layouts.len().min(other.layouts.len()) as u16).map(RelId) {
            let facts = other.rel(rel);
            let mut place = facts.first_fact();
            while place != NIL {
                let added = facts.with_fact(place, |row| self.add(rel, row, None));
                if let Err(Full::Relation(_) | Full::Trail) = added {
                    return Err(rel);
                }
                place = facts.fact_after(place);
            }
        }
        Ok(())
    }
}

impl<D: Domain> State<D> {
    /// Returns a state with the same facts for other tables of the domain.
    pub(crate) fn with_tables(&self, tables: &'static Tables) -> Result<State<D>, CapacityError> {
        let mut store = Store::new(tables.relations);
        store.keep_journal(self.store().keeps_journal());
        match store.relocate_from(self.store()) {
            Ok(()) => {
                let mut state = self.clone();
                state.set_store(store);
                Ok(state)
            }
            Err(rel) => {
                let relation = &tables.relations[usize::from(rel.0)];
                Err(CapacityError {
                    predicate: relation.name,
                    capacity: relation.capacity,
                })
            }
        }
    }
}
