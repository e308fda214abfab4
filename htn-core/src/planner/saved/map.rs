//! Planners whose handles mean something else now.

use super::{LoadedFacts, SearchContent};
use crate::domain::Domain;
use crate::planner::Planner;
use crate::save::map::{MapError, Mapping, mapper};
use crate::save::tasks::{Spelled, Spelling, Wrong};
use crate::term::Term;

/// A search with facts of its own.
pub(crate) type OwnSearch<D> = SearchContent<Spelled<D>, LoadedFacts<D>>;

impl<D: Domain> Planner<D> {
    /// Replaces every term of a type, wherever it is: see [`State::map_terms`](crate::State::map_terms). A search that is under way goes
    /// over its steps again with the first call that has a context, over the facts with the others in their place, as after
    /// loading; no budget is charged for that. Answers of the game that were kept for it are of the old terms, so the game is asked
    /// again. A search of more than 2^24 steps starts again, and its steps are charged to the budget. Takes memory.
    ///
    /// Where two terms become one, it is a search of those facts that has taken as many steps.
    ///
    /// # Errors
    ///
    /// A plan that was found does not fit its limits with the new terms. Nothing is replaced then.
    pub fn map_terms<T: Term>(&mut self, map: impl FnMut(T) -> T) -> Result<(), MapError> {
        let search = self.mapped_search(&mut Mapping::new(D::tables(), &mut mapper(map)))?;
        let loops = self.search.looks_for_loops();
        let mut planner = Planner::with_limits(self.limits());
        planner.detect_loops(loops);
        #[cfg(feature = "answers")]
        planner.keep_answers(self.search.answers.most);
        if let Some(search) = search {
            planner.read_search(search)?;
            planner.detect_loops(loops);
        }
        planner.spent = self.spent;
        *self = planner;
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

    /// Its search with other terms.
    pub(crate) fn mapped_search(
        &self,
        mapping: &mut Mapping<'_>,
    ) -> Result<Option<OwnSearch<D>>, Wrong> {
        let facts = LoadedFacts(mapping.facts_of::<D>(&self.first_facts()));
        let mut search = self.search_content(facts)?;
        if let Some(search) = &mut search {
            search.map(mapping);
        }
        Ok(search)
    }
}

impl<T: Spelling, F> SearchContent<T, F> {
    /// All but the facts. Answers that were kept are let go: they are found by hashes of the old words.
    fn map(&mut self, mapping: &mut Mapping<'_>) {
        self.answers = None;
        mapping.tasks(&mut self.tasks);
        if let Some(plan) = &mut self.plan {
            plan.map(mapping);
        }
    }
}
