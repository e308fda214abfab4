//! Planners of reloaded domains.

use super::ReloadedDomain;
use crate::model::domain::Domain;
use crate::search::planner::Planner;
use crate::tables::Tables;

impl<D: Domain> Planner<D> {
    /// Searches with a reloaded domain from now on. The search in progress and its plan are dropped, and the memo of
    /// [`remember`](Self::remember) is empty. Allocates memory, as a new planner does.
    ///
    /// A state that was created before may be passed to the next search: its facts are copied one by one then.
    pub fn reload(&mut self, domain: &ReloadedDomain<D>) {
        self.use_tables(domain.tables);
    }

    /// Searches with these tables from now on.
    pub(crate) fn use_tables(&mut self, tables: &'static Tables) {
        let machine = &self.search.machine;
        let (loops, memo) = (machine.looks_for_loops(), machine.remembers());
        let mut planner = Planner::of_tables(tables, self.limits());
        planner.spent = self.spent;
        planner.detect_loops(loops);
        if let Some(entries) = memo {
            // Without the memory for a memo, searches only repeat their failures.
            let _ = planner.remember(entries);
        }
        *self = planner;
    }
}
