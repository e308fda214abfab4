//! The searches of a director, within the slice that each tick gives it: repairs first, then its own.

use super::{Director, Policy};
use crate::budget::Budget;
use crate::domain::{Domain, Row};
use crate::error::PlannerFull;
use crate::event::PlanId;
use crate::executor::{Happened, Suits, World};
use crate::host::Host;
use crate::machine::NONE;
use crate::planner::Progress;

/// What the planner is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Job {
    Idle,
    /// The root task.
    Root,
    /// A repair of a plan, by the number of its wish.
    Repair {
        plan: PlanId,
        serial: u32,
    },
}

impl<D: Domain> Director<D> {
    pub(super) fn search<F: FnMut() -> bool>(&mut self, host: &dyn Host, budget: &mut Budget<F>) {
        while let Some((place, serial)) = self.wanted_repair() {
            if !self.search_repair(place, serial, host, budget) {
                return;
            }
        }
        if let Job::Repair { .. } = self.job {
            self.job = Job::Idle;
        }
        let tick = self.executor.engine.now();
        if self.job == Job::Idle && self.due <= tick {
            self.due = tick + self.interval;
            self.start_root(host);
        }
        if self.job == Job::Root {
            self.search_root(host, budget);
        }
    }

    /// The repair to search for: the one that the planner is at, else the first one.
    fn wanted_repair(&self) -> Option<(usize, u32)> {
        let engine = &self.executor.engine;
        if let Job::Repair { plan, serial } = self.job
            && let Some(place) = engine.place_of(plan)
            && engine.still_wants(place, serial)
        {
            return Some((place, serial));
        }
        engine.wants_repair()
    }

    /// Searches for a repair; false where the budget is used up.
    fn search_repair<F: FnMut() -> bool>(
        &mut self,
        place: usize,
        serial: u32,
        host: &dyn Host,
        budget: &mut Budget<F>,
    ) -> bool {
        let plan = self.executor.engine.live(place).id;
        let job = Job::Repair { plan, serial };
        if self.job != job {
            if self.job == Job::Root {
                // There is one planner: the search for the root task begins again after the repairs.
                self.due = 0;
            }
            self.start_repair(place, host);
            self.job = job;
        }
        let found = match self.planner.advance(host, budget) {
            Ok(Progress::Paused) => return false,
            Ok(Progress::Found) if self.planner.search.waits_for_graft() => {
                let limits = self.planner.limits();
                let data = &mut self.planner.plan.data;
                match self.executor.engine.graft(place, data, &limits) {
                    Some(from) => {
                        self.planner.search.graft(from, data);
                        return true;
                    }
                    None => false,
                }
            }
            Ok(Progress::Found) => {
                let (engine, data) = (&mut self.executor.engine, &self.planner.plan.data);
                let suits = match engine.live(place).repair_at {
                    NONE => Suits::Well,
                    _ => engine.suits(place, data),
                };
                if suits == Suits::Badly {
                    // The planner goes on to its next plan.
                    return true;
                }
                suits == Suits::Well && engine.offer(place, data).is_ok()
            }
            Ok(Progress::NoPlan) | Err(_) => false,
        };
        self.job = Job::Idle;
        if !found {
            self.executor.engine.repair_above(place);
        }
        true
    }

    fn start_repair(&mut self, place: usize, host: &dyn Host) {
        let search = &mut self.planner.search;
        search.let_go(&mut self.planner.plan.data);
        search.copy_facts(self.state.store());
        let engine = &mut self.executor.engine;
        engine.rehearse_repair(
            place,
            &mut World {
                store: &mut search.store,
                host,
            },
        );
        if engine.live(place).repair_at == NONE {
            search.ask_for(root::<D>(self.task));
        } else {
            search.ask_for(engine.repair_tasks(place));
            search.will_be_grafted();
        }
    }

    fn start_root(&mut self, host: &dyn Host) {
        self.job = Job::Root;
        let search = &mut self.planner.search;
        search.let_go(&mut self.planner.plan.data);
        search.copy_facts(self.state.store());
        if let (Policy::Replace, Some(place)) = (self.policy, self.executor.engine.last_place()) {
            let world = &mut World {
                store: &mut search.store,
                host,
            };
            self.executor.engine.rehearse_undo(place, world);
        }
        search.ask_for(root::<D>(self.task));
    }

    fn search_root<F: FnMut() -> bool>(&mut self, host: &dyn Host, budget: &mut Budget<F>) {
        let progress = self.planner.advance(host, budget);
        if progress == Ok(Progress::Paused) {
            return;
        }
        self.job = Job::Idle;
        match progress {
            Ok(Progress::Found) => self.found(host),
            Ok(_) => self.no_plan(None, None),
            Err(full) => self.no_plan(None, Some(full)),
        }
    }

    /// A plan for the root task was found.
    fn found(&mut self, host: &dyn Host) {
        let replaces = match self.policy {
            Policy::Accumulate => None,
            Policy::Replace => self.executor.engine.last_place(),
        };
        let replaces = match replaces {
            Some(place) if !self.is_better(place, host) => {
                let keeps = self.executor.engine.live(place).id;
                return self.no_plan(Some(keeps), None);
            }
            Some(place) => Some(self.executor.engine.live(place).id),
            None => None,
        };
        let data = &self.planner.plan.data;
        let engine = &mut self.executor.engine;
        match engine.submit_in_place_of(data, self.priority, replaces) {
            Ok(plan) => {
                let (steps, cost) = (data.steps.len(), data.cost());
                engine.note_of(plan, Happened::Planned { steps, cost });
            }
            Err(full) => {
                let full = PlannerFull {
                    what: full.what,
                    capacity: full.capacity,
                };
                self.no_plan(None, Some(full));
            }
        }
    }

    fn no_plan(&mut self, keeps: Option<PlanId>, full: Option<PlannerFull>) {
        let plan = keeps.unwrap_or(PlanId(0));
        self.executor
            .engine
            .note_of(plan, Happened::NoPlan { keeps, full });
    }
}

/// The root task as a row.
fn root<D: Domain>(task: D::Task) -> impl Iterator<Item = (crate::domain::TaskCode, Row)> {
    let mut row = Row::new();
    let code = D::task_to_row(task, &mut row);
    core::iter::once((code, row))
}
