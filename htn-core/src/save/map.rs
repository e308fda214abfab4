//! Handles that mean something else after loading: a function over every term of a type.

use alloc::vec::Vec;
use core::any::Any;
use core::convert::Infallible;

use super::facts::each_row;
use crate::domain::{Domain, MAX_COLUMNS, Row};
use crate::state::State;
use crate::tables::{Param, RelId, Tables, TypeId};
use crate::term::Term;

impl<D: Domain> State<D> {
    /// Replaces every term of a type, wherever it is: as a column, in an `Option`, in a tuple, in a type with `#[derive(Term)]`.
    /// For handles that are others after loading, such as an engine's entities.
    ///
    /// Facts keep their order. Those that become the same are one, at the place of the first; of two values of one key the later
    /// one stands.
    pub fn map_terms<T: Term>(&mut self, map: impl FnMut(T) -> T) {
        let map = &mut mapper(map);
        for (rel, relation) in (0..).map(RelId).zip(D::tables().relations) {
            let mut rows = Vec::new();
            let mut differs = false;
            let read = each_row(self.store(), rel, |row| {
                let mapped = map_row(D::tables(), relation.columns, row, map);
                differs |= *mapped != *row;
                rows.push((row.iter().copied().collect::<Row>(), mapped));
                Ok::<(), Infallible>(())
            });
            let Ok(()) = read;
            if !differs {
                continue;
            }
            let store = self.store_mut();
            for (row, _) in &rows {
                let removed = store.remove(rel, row, None);
                debug_assert_eq!(removed, Ok(true));
            }
            for (_, row) in &rows {
                // There are no more of them than there were.
                let added = store.add(rel, row, None);
                debug_assert!(added.is_ok());
            }
        }
    }

    /// Replaces every agent: [`map_terms`](State::map_terms) for the domain's agent type.
    pub fn map_agents(&mut self, map: impl FnMut(D::Agent) -> D::Agent) {
        self.map_terms(map);
    }
}

/// A function over terms of one type, for values of any.
pub(crate) fn mapper<T: Term>(mut map: impl FnMut(T) -> T) -> impl FnMut(&mut dyn Any) {
    move |value| {
        if let Some(value) = value.downcast_mut::<T>() {
            *value = map(*value);
        }
    }
}

/// What becomes of a word of a type of the domain.
pub(crate) fn map_word(
    tables: &Tables,
    ty: TypeId,
    word: u64,
    map: &mut dyn FnMut(&mut dyn Any),
) -> u64 {
    match tables.types.get(usize::from(ty.0)) {
        Some(ty) => (ty.map)(word, map),
        None => word,
    }
}

/// What becomes of the columns of a fact, or the arguments of a task.
pub(crate) fn map_row(
    tables: &Tables,
    params: &[Param],
    row: &[u64],
    map: &mut dyn FnMut(&mut dyn Any),
) -> Row {
    let words = params.iter().zip(row).take(MAX_COLUMNS);
    let words = words.map(|(param, word)| map_word(tables, param.ty, *word, map));
    words.collect()
}
