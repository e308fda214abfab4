//! The resources of a director's searches: a planner, and a machine that evaluates conditions.

use alloc::boxed::Box;

use crate::exec::Engine;
use crate::model::domain::Domain;
use crate::model::limits::Limits;
use crate::search::machine::QueryMachine;
use crate::search::planner::Planner;

/// The resources of a director's searches.
#[derive(Clone)]
pub(crate) enum SearchResources<D: Domain> {
    /// Resources of its own.
    Own {
        planner: Box<Planner<D>>,
        machine: Box<QueryMachine>,
    },
    /// It is lent a planner while it searches, and a machine while it is at work.
    Shared {
        lent: Option<Box<Planner<D>>>,
        /// Present only if the squad was ticked outside of its scheduler.
        machine: Option<Box<QueryMachine>>,
    },
}

impl<D: Domain> SearchResources<D> {
    /// Creates resources for a director without a scheduler.
    pub fn own(limits: Limits, engine: &Engine) -> Self {
        SearchResources::Own {
            planner: Box::new(Planner::with_limits(limits)),
            machine: Box::new(engine.machine()),
        }
    }

    /// One at a scheduler.
    pub fn shared() -> Self {
        SearchResources::Shared {
            lent: None,
            machine: None,
        }
    }

    /// Returns the resources of a tick: a machine, and the planner if there is one.
    pub fn at_work(&mut self, engine: &Engine) -> (&mut QueryMachine, Option<&mut Planner<D>>) {
        match self {
            SearchResources::Own { planner, machine } => (machine, Some(planner)),
            SearchResources::Shared { lent, machine, .. } => {
                let machine = machine.get_or_insert_with(|| Box::new(engine.machine()));
                (machine, lent.as_deref_mut())
            }
        }
    }

    /// Returns the planner. A shared desk has one only while it is lent.
    pub fn planner(&self) -> Option<&Planner<D>> {
        match self {
            SearchResources::Own { planner, .. } => Some(planner),
            SearchResources::Shared { lent, .. } => lent.as_deref(),
        }
    }

    /// Returns the planner, mutably.
    pub fn planner_mut(&mut self) -> Option<&mut Planner<D>> {
        match self {
            SearchResources::Own { planner, .. } => Some(planner),
            SearchResources::Shared { lent, .. } => lent.as_deref_mut(),
        }
    }

    /// The planner that it has, and nothing else.
    pub fn into_planner(self) -> Option<Box<Planner<D>>> {
        match self {
            SearchResources::Own { planner, .. } => Some(planner),
            SearchResources::Shared { lent, .. } => lent,
        }
    }

    /// The limits of its own planner.
    pub fn own_limits(&self) -> Option<Limits> {
        match self {
            SearchResources::Own { planner, .. } => Some(planner.limits()),
            SearchResources::Shared { .. } => None,
        }
    }

    /// Exchanges its own planner for one of other limits.
    pub fn make_anew(&mut self, limits: Limits, detect_loops: bool) {
        if let SearchResources::Own { planner, .. } = self {
            **planner = Planner::with_limits(limits);
            planner.detect_loops(detect_loops);
        }
    }

    /// Returns the place of a planner of the scheduler; `None` if the planner is its own.
    pub fn lent(&mut self) -> Option<&mut Option<Box<Planner<D>>>> {
        match self {
            SearchResources::Own { .. } => None,
            SearchResources::Shared { lent, .. } => Some(lent),
        }
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        match self {
            SearchResources::Own { planner, machine } => planner.bytes() + machine.bytes(),
            SearchResources::Shared { lent, machine, .. } => {
                let planner = lent.as_ref().map_or(0, |planner| planner.bytes());
                planner + machine.as_ref().map_or(0, |machine| machine.bytes())
            }
        }
    }
}
