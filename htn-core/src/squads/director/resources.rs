//! The resources of a director's searches: a planner, and a machine that evaluates conditions.

use alloc::boxed::Box;

use crate::exec::Engine;
use crate::model::domain::Domain;
use crate::model::limits::Limits;
use crate::search::machine::QueryMachine;
use crate::search::planner::Planner;

/// The resources of a director's searches.
#[derive(Clone)]
pub(crate) struct SearchResources<D: Domain> {
    /// A squad of a scheduler has a planner only during a search.
    planner: Option<Box<Planner<D>>>,
    /// A squad of a scheduler has a machine only if it was ticked outside of the scheduler.
    machine: Option<Box<QueryMachine>>,
    /// True for a squad of a scheduler, which lends it planners and machines.
    is_shared: bool,
}

impl<D: Domain> SearchResources<D> {
    /// Creates resources for a director without a scheduler.
    pub fn own(limits: Limits, engine: &Engine) -> Self {
        SearchResources {
            planner: Some(Box::new(Planner::of_tables(engine.cx.tables(), limits))),
            machine: Some(Box::new(engine.machine())),
            is_shared: false,
        }
    }

    /// Creates resources for a squad of a scheduler.
    pub fn shared() -> Self {
        SearchResources {
            planner: None,
            machine: None,
            is_shared: true,
        }
    }

    /// Returns the resources of a tick: a machine, and the planner if there is one.
    pub fn for_tick(&mut self, engine: &Engine) -> (&mut QueryMachine, Option<&mut Planner<D>>) {
        let machine = &mut self.machine;
        let machine = machine.get_or_insert_with(|| Box::new(engine.machine()));
        (machine, self.planner.as_deref_mut())
    }

    /// Returns the planner. A squad of a scheduler has one only during a search.
    pub fn planner(&self) -> Option<&Planner<D>> {
        self.planner.as_deref()
    }

    /// Returns the planner, mutably.
    pub fn planner_mut(&mut self) -> Option<&mut Planner<D>> {
        self.planner.as_deref_mut()
    }

    /// Returns the planner, and drops the machine.
    pub fn into_planner(self) -> Option<Box<Planner<D>>> {
        self.planner
    }

    /// Returns the limits of its own planner; `None` for a squad of a scheduler.
    pub fn own_limits(&self) -> Option<Limits> {
        let planner = self.planner().filter(|_| !self.is_shared);
        planner.map(Planner::limits)
    }

    /// Replaces its own planner by one with other limits.
    pub fn make_anew(&mut self, limits: Limits, detect_loops: bool) {
        let is_own = !self.is_shared;
        if let Some(planner) = self.planner_mut().filter(|_| is_own) {
            *planner = Planner::of_tables(planner.search.machine.tables(), limits);
            planner.detect_loops(detect_loops);
        }
    }

    /// Replaces its own planner and machine by those of an engine with other tables.
    #[cfg(feature = "reload")]
    pub fn reload(&mut self, engine: &Engine) {
        if let Some(planner) = self.planner_mut() {
            planner.use_tables(engine.cx.tables());
        }
        if let Some(machine) = &mut self.machine {
            **machine = engine.machine();
        }
    }

    /// Returns the place of a planner of the scheduler; `None` if the planner is its own.
    pub fn lent(&mut self) -> Option<&mut Option<Box<Planner<D>>>> {
        self.is_shared.then_some(&mut self.planner)
    }

    /// Returns the allocated bytes.
    pub fn bytes(&self) -> usize {
        let planner = self.planner().map_or(0, Planner::bytes);
        planner + self.machine.as_ref().map_or(0, |machine| machine.bytes())
    }
}
