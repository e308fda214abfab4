//! Replaces all terms of a type: a [`Mapping`] visits the words of facts, tasks and snapshots together with their types.
//!
//! Planners, executors and directors are mapped by mapping a snapshot of them. It is restored with all checks of a save.

use alloc::string::String;
use core::any::Any;
use core::error::Error;
use core::fmt;

use super::tasks::{InvalidSave, TaskCodec};
use crate::model::domain::{Domain, TaskCode};
use crate::model::term::Term;
use crate::persist::changes::rows;
use crate::store::Store;
use crate::store::state::State;
use crate::tables::{Param, RelId, Tables, TypeId};

/// The reason why terms could not be replaced. Nothing was replaced.
///
/// Two agents can't become one if both are busy, or if one is held until the other has finished. Terms can't be replaced
/// after an expression of the game panicked in the last tick, or while a director keeps a journal.
/// The [guide](https://docs.rs/squad-htn/latest/squad_htn/_guide/saving/) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapError {
    why: String,
}

impl From<InvalidSave> for MapError {
    fn from(InvalidSave(why): InvalidSave) -> Self {
        MapError { why }
    }
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot map terms: {}", self.why)
    }
}

impl Error for MapError {}

impl<D: Domain> State<D> {
    /// Replaces every term of a type, wherever it is: as a column, in an `Option`, in a tuple, in a type with `#[derive(Term)]`.
    /// This is for handles that change by loading, such as an engine's entities. Allocates memory.
    ///
    /// Facts keep their order. Facts that become equal are one fact, at the place of the first. If a key gets two values, the
    /// later one is kept.
    pub fn map_terms<T: Term>(&mut self, map: impl FnMut(T) -> T) {
        *self = Mapping::new(D::tables(), &mut mapper(map)).facts(self.store());
    }

    /// Replaces every agent: [`map_terms`](State::map_terms) for the domain's agent type.
    pub fn map_agents(&mut self, map: impl FnMut(D::Agent) -> D::Agent) {
        self.map_terms(map);
    }
}

/// Makes a function over terms of one type a function over values of any type.
pub(crate) fn mapper<T: Term>(mut map: impl FnMut(T) -> T) -> impl FnMut(&mut dyn Any) {
    move |value| {
        if let Some(value) = value.downcast_mut::<T>() {
            *value = map(*value);
        }
    }
}

/// A visitor of the terms of a domain, in the form of words: it replaces those of one type.
pub(crate) struct Mapping<'m> {
    pub tables: &'static Tables,
    map: &'m mut dyn FnMut(&mut dyn Any),
}

impl<'m> Mapping<'m> {
    pub fn new(tables: &'static Tables, map: &'m mut dyn FnMut(&mut dyn Any)) -> Self {
        Mapping { tables, map }
    }

    /// Maps a word of a type of the domain.
    pub fn word(&mut self, ty: TypeId, word: &mut u64) {
        if let Some(ty) = self.tables.types.get(usize::from(ty.0)) {
            *word = (ty.map)(*word, self.map);
        }
    }

    /// Maps the columns of a fact, or the arguments of a task.
    pub fn row(&mut self, params: &[Param], row: &mut [u64]) {
        for (param, word) in params.iter().zip(row) {
            self.word(param.ty, word);
        }
    }

    /// Maps the arguments of tasks.
    pub fn tasks<T: TaskCodec>(&mut self, tasks: &mut [T]) {
        let tables = self.tables;
        for task in tasks {
            let params = match task.code() {
                TaskCode::Task(id) => tables.tasks[usize::from(id.0)].params,
                TaskCode::Fact(_, rel) => tables.relations[usize::from(rel.0)].columns,
            };
            self.row(params, task.words_mut());
        }
    }

    /// Returns a state with the mapped facts of a store.
    pub fn facts<D: Domain>(&mut self, store: &Store) -> State<D> {
        let mut state = State::<D>::new();
        for (rel, relation) in (0..).map(RelId).zip(self.tables.relations) {
            for mut row in rows(store, rel) {
                self.row(relation.columns, &mut row);
                // There are no more of them than before.
                let added = state.store_mut().add(rel, &row, None);
                debug_assert!(added.is_ok());
            }
        }
        state
    }
}
