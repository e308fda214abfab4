//! The planners that squads share.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::members::SquadId;
use crate::model::domain::Domain;
use crate::model::limits::Limits;
use crate::search::planner::Planner;
use crate::squads::director::Director;
use crate::tables::Tables;

/// The maximum of planners that are created before a search needs them: each takes memory of its own.
const MAX_PREPARED: usize = 256;

/// The planners: idle ones, and those lent to squads.
#[derive(Clone)]
pub(super) struct Planners<D: Domain> {
    /// Idle planners.
    idle: Vec<Idle<D>>,
    /// The number of planners.
    count: usize,
    /// The number of planners that are kept when idle.
    kept: usize,
    /// The tables of its planners. Squads may have others after a reload.
    pub tables: &'static Tables,
    pub limits: Limits,
}

/// An idle planner. It is boxed, so that lending it does not move it.
#[derive(Clone)]
struct Idle<D: Domain> {
    planner: Box<Planner<D>>,
    /// The squad that had it last.
    last: Option<SquadId>,
}

impl<D: Domain> Idle<D> {
    fn new(tables: &'static Tables, limits: Limits) -> Self {
        Idle {
            planner: Box::new(Planner::of_tables(tables, limits)),
            last: None,
        }
    }
}

impl<D: Domain> Planners<D> {
    pub fn new(limits: Limits) -> Self {
        Planners {
            idle: Vec::new(),
            count: 0,
            kept: 1,
            tables: D::tables(),
            limits,
        }
    }

    /// Sets the number of planners that are kept when idle. The first [`MAX_PREPARED`] are created here.
    pub fn keep(&mut self, count: usize) {
        self.kept = count;
        while self.count < count.min(MAX_PREPARED) {
            self.idle.push(Idle::new(self.tables, self.limits));
            self.count += 1;
        }
    }

    /// Drops the idle planners, and creates others with these tables from now on.
    #[cfg(feature = "reload")]
    pub fn reload(&mut self, tables: &'static Tables) {
        self.count -= self.idle.len();
        self.idle.clear();
        self.tables = tables;
        self.keep(self.kept);
    }

    /// Returns an idle planner for these tables.
    fn idle(&mut self, tables: &'static Tables) -> Option<Idle<D>> {
        // After a reload, a squad may have another version of the domain.
        if core::ptr::eq(tables, self.tables) {
            self.idle.pop()
        } else {
            None
        }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns the bytes of idle planners.
    pub fn idle_bytes(&self) -> usize {
        self.idle.iter().map(|idle| idle.planner.bytes()).sum()
    }

    /// Lends a squad a planner, if it has none.
    pub fn lend(&mut self, id: SquadId, director: &mut Director<D>) {
        let Director { squad, resources } = director;
        if let Some(place @ None) = resources.lent() {
            let tables = squad.executor.engine.cx.tables();
            let Idle { mut planner, last } = self.idle(tables).unwrap_or_else(|| {
                self.count += 1;
                Idle::new(tables, self.limits)
            });
            if last == Some(id) {
                // With few squads, a squad may have the same planner each time.
                squad.state.store_mut().keep_journal(true);
            } else {
                planner.search.store.expect_another();
            }
            planner.detect_loops(squad.settings.detect_loops);
            *place = Some(planner);
        }
    }

    /// Adopts the planner of a squad that joins, and lends it to the squad.
    pub fn adopt(&mut self, planner: Box<Planner<D>>, director: &mut Director<D>) {
        if let Some(place @ None) = director.resources.lent() {
            *place = Some(planner);
            self.count += 1;
        }
    }

    /// Reclaims the planner of a squad.
    pub fn reclaim(&mut self, id: SquadId, director: &mut Director<D>) {
        let lent = director.resources.lent().and_then(Option::take);
        match lent {
            // The game panicked in its search. The next squad would report that as a panic of its own.
            Some(planner) if planner.search.is_poisoned() => self.count -= 1,
            // The squad had the planner when it joined.
            Some(planner) if planner.limits() != self.limits => self.count -= 1,
            // The squad has another version of the domain.
            #[cfg(feature = "reload")]
            Some(planner) if !core::ptr::eq(planner.search.machine.tables(), self.tables) => {
                self.count -= 1;
            }
            Some(planner) => self.idle.push(Idle {
                planner,
                last: Some(id),
            }),
            None => {}
        }
    }

    /// Drops idle planners, down to the number that is kept.
    pub fn tidy(&mut self) {
        while self.count > self.kept && self.idle.pop().is_some() {
            self.count -= 1;
        }
    }
}
