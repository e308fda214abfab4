//! Planners whose handles mean something else now.

use super::{LoadedFacts, PlannerContent};
use crate::domain::Domain;
use crate::planner::Planner;
use crate::save::map::{MapError, Mapping, mapper};
use crate::term::Term;

impl<D: Domain> Planner<D> {
    /// Replaces every term of a type in the facts and tasks of the search in progress: see
    /// [`State::map_terms`](crate::State::map_terms). The search starts again, as after loading. Allocates memory.
    ///
    /// # Errors
    ///
    /// The search does not fit the planner's limits with the new terms. Nothing is replaced then.
    pub fn map_terms<T: Term>(&mut self, map: impl FnMut(T) -> T) -> Result<(), MapError> {
        let map = &mut mapper(map);
        let mapping = &mut Mapping::new(D::tables(), map);
        let search = self.beginning().map(|(facts, mut tasks)| {
            mapping.tasks(&mut tasks);
            (LoadedFacts(mapping.facts_of::<D>(&facts)), tasks)
        });
        let content = PlannerContent {
            detect_loops: self.search.machine.looks_for_loops(),
            search,
        };
        let spent = self.spent;
        *self = Planner::restored(content, self.limits())?;
        self.spent = spent;
        Ok(())
    }

    /// Replaces every agent: [`map_terms`](Planner::map_terms) for the domain's agent type.
    ///
    /// # Errors
    ///
    /// As of `map_terms`.
    pub fn map_agents(&mut self, map: impl FnMut(D::Agent) -> D::Agent) -> Result<(), MapError> {
        self.map_terms(map)
    }
}
