//! Handles that mean something else after loading: a function over every term of a type.
//!
//! Facts are mapped here. Planners, executors and directors are mapped by what a save holds of them: what is known, by what it is. Its
//! words are replaced, and it is taken up again with all checks that a save is taken up with (`planner/saved`,
//! `executor/saved`, `director/saved`).

use alloc::string::String;
use alloc::vec::Vec;
use core::any::Any;
use core::convert::Infallible;
use core::error::Error;
use core::fmt;

use super::facts::each_row;
use super::tasks::{InvalidSave, TaskCodec};
use crate::model::domain::{Domain, MAX_COLUMNS, Row, TaskCode};
use crate::model::term::Term;
use crate::store::Store;
use crate::store::state::State;
use crate::tables::{Param, RelId, Tables, TypeId};

/// Terms could not be replaced: nothing was. That is so where two agents would become one that can't both be (both are
/// busy, or one is held until the other has finished), where an expression of the game has panicked in the last tick, and
/// where a journal is kept.
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
        write!(f, "the terms can't be replaced: {}", self.why)
    }
}

impl Error for MapError {}

impl<D: Domain> State<D> {
    /// Replaces every term of a type, wherever it is: as a column, in an `Option`, in a tuple, in a type with `#[derive(Term)]`.
    /// For handles that are others after loading, such as an engine's entities.
    ///
    /// Facts keep their order. Those that become the same are one, at the place of the first; of two values of one key the later
    /// one stands.
    pub fn map_terms<T: Term>(&mut self, map: impl FnMut(T) -> T) {
        Mapping::new(D::tables(), &mut mapper(map)).facts(self);
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

/// A function over terms of one type, for words of a domain.
pub(crate) struct Mapping<'m> {
    pub tables: &'static Tables,
    map: &'m mut dyn FnMut(&mut dyn Any),
}

impl<'m> Mapping<'m> {
    pub fn new(tables: &'static Tables, map: &'m mut dyn FnMut(&mut dyn Any)) -> Self {
        Mapping { tables, map }
    }

    /// A word of a type of the domain.
    pub fn word(&mut self, ty: TypeId, word: &mut u64) {
        if let Some(ty) = self.tables.types.get(usize::from(ty.0)) {
            *word = (ty.map)(*word, self.map);
        }
    }

    /// The columns of a fact, or the arguments of a task.
    pub fn row(&mut self, params: &[Param], row: &[u64]) -> Row {
        let words = params.iter().zip(row).take(MAX_COLUMNS);
        let words = words.map(|(param, word)| {
            let mut word = *word;
            self.word(param.ty, &mut word);
            word
        });
        words.collect()
    }

    /// A task with its arguments.
    pub fn task<T: TaskCodec>(&mut self, task: &mut T) {
        let tables = self.tables;
        let params = match task.code() {
            TaskCode::Task(id) => tables.tasks[usize::from(id.0)].params,
            TaskCode::Add(rel) | TaskCode::Delete(rel) => {
                tables.relations[usize::from(rel.0)].columns
            }
        };
        let row = self.row(params, task.words());
        *task = T::new(task.code(), &row);
    }

    pub fn tasks<T: TaskCodec>(&mut self, tasks: &mut [T]) {
        tasks.iter_mut().for_each(|task| self.task(task));
    }

    /// The facts of a state.
    pub fn facts<D: Domain>(&mut self, state: &mut State<D>) {
        for (rel, relation) in (0..).map(RelId).zip(self.tables.relations) {
            let mut rows = Vec::new();
            let mut differs = false;
            let Ok(()) = each_row(state.store(), rel, |row| {
                let mapped = self.row(relation.columns, row);
                differs |= *mapped != *row;
                rows.push((row.iter().copied().collect::<Row>(), mapped));
                Ok::<(), Infallible>(())
            });
            if !differs {
                continue;
            }
            let store = state.store_mut();
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

    /// A state with the facts of a store, replaced.
    pub fn facts_of<D: Domain>(&mut self, store: &Store) -> State<D> {
        let mut state = State::<D>::new();
        for (rel, relation) in (0..).map(RelId).zip(self.tables.relations) {
            let Ok(()) = each_row(store, rel, |row| {
                let row = self.row(relation.columns, row);
                let added = state.store_mut().add(rel, &row, None);
                debug_assert!(added.is_ok());
                Ok::<(), Infallible>(())
            });
        }
        state
    }
}
