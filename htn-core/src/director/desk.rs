//! Where the planner of a director is.

use alloc::boxed::Box;
use alloc::sync::Arc;

use crate::domain::Domain;
use crate::limits::Limits;
use crate::planner::Planner;

/// Where the planner of a director is.
pub(crate) enum Desk<D: Domain> {
    /// Its own.
    Own(Box<Planner<D>>),
    /// It is lent one while it searches.
    Shared {
        lent: Option<Box<Planner<D>>>,
        /// What there is to look at meanwhile: a planner that was never started.
        blank: Arc<Planner<D>>,
    },
}

impl<D: Domain> Desk<D> {
    /// The planner that it has, for those who look at it.
    pub fn planner(&self) -> &Planner<D> {
        match self {
            Desk::Own(planner) => planner,
            Desk::Shared { lent, blank } => lent.as_deref().unwrap_or(blank),
        }
    }

    /// The planner that it has, where it has one.
    pub fn planner_mut(&mut self) -> Option<&mut Planner<D>> {
        match self {
            Desk::Own(planner) => Some(planner),
            Desk::Shared { lent, .. } => lent.as_deref_mut(),
        }
    }

    /// The limits of its own planner.
    pub fn own_limits(&self) -> Option<Limits> {
        match self {
            Desk::Own(planner) => Some(planner.limits()),
            Desk::Shared { .. } => None,
        }
    }

    /// Exchanges its own planner for one of other limits.
    pub fn make_anew(&mut self, limits: Limits, detect_loops: bool) {
        if let Desk::Own(planner) = self {
            **planner = Planner::with_limits(limits);
            planner.detect_loops(detect_loops);
        }
    }

    /// Where one that is lent goes.
    pub fn lent(&mut self) -> Option<&mut Option<Box<Planner<D>>>> {
        match self {
            Desk::Own(_) => None,
            Desk::Shared { lent, .. } => Some(lent),
        }
    }
}

impl<D: Domain> Clone for Desk<D> {
    fn clone(&self) -> Self {
        match self {
            Desk::Own(planner) => Desk::Own(planner.clone()),
            Desk::Shared { lent, blank } => Desk::Shared {
                lent: lent.clone(),
                blank: blank.clone(),
            },
        }
    }
}
