//! The searches of a director, within the slice that each tick gives it: repairs first, then its own.

use super::{Director, Policy};
use crate::budget::Budget;
use crate::domain::{Domain, Row};
use crate::error::PlannerFull;
use crate::event::PlanId;
use crate::executor::{Fitness, Happened, PlanSlot, Subtree, World};
use crate::host::Host;
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
    /// A search begins on the facts of now and keeps to them: so only where there is something to search with.
    pub(super) fn search<F: FnMut() -> bool>(&mut self, host: &dyn Host, budget: &mut Budget<F>) {
        let (mut searched, mut paused) = (false, false);
        loop {
            let job = self.next_job();
            if job == Job::Idle {
                self.job = job;
                return;
            }
            if paused || budget.is_used_up() {
                let due = self.next_search <= self.executor.engine.now();
                self.held_up |= searched && due;
                return;
            }
            searched = true;
            paused = match job {
                Job::Repair { plan, serial } => self.search_repair(plan, serial, host, budget),
                _ => self.search_root(host, budget),
            };
        }
    }

    /// What to search for: repairs first. But a search for the root task that they have held up once has its turn
    /// after the one that the planner is at, and then nothing interrupts it.
    fn next_job(&self) -> Job {
        let engine = &self.executor.engine;
        if let Job::Repair { plan, serial } = self.job
            && let Some(slot) = engine.plans.find(plan)
            && engine.still_wants(slot, serial)
        {
            return self.job;
        }
        let root = match self.job == Job::Root || self.next_search <= engine.now() {
            true => Job::Root,
            false => Job::Idle,
        };
        match engine.wants_repair() {
            Some((slot, serial)) if !(self.held_up && root == Job::Root) => Job::Repair {
                plan: engine.plans[slot].id,
                serial,
            },
            _ => root,
        }
    }

    /// Searches for a repair; true where the budget is used up.
    fn search_repair<F: FnMut() -> bool>(
        &mut self,
        plan: PlanId,
        serial: u32,
        host: &dyn Host,
        budget: &mut Budget<F>,
    ) -> bool {
        let Some(slot) = self.executor.engine.plans.find(plan) else {
            return true;
        };
        let job = Job::Repair { plan, serial };
        if self.job != job {
            if self.job == Job::Root {
                // There is one planner: the search for the root task begins again afterwards.
                self.next_search = 0;
                self.held_up = true;
            }
            if !self.start_repair(slot, host) {
                self.job = Job::Idle;
                self.executor.engine.repair_above(slot);
                return false;
            }
            self.job = job;
        }
        let found = match self.planner.advance(host, budget) {
            Ok(Progress::Paused) => return true,
            Ok(Progress::Found) if self.planner.search.waits_for_graft() => {
                let limits = self.planner.limits();
                let data = &mut self.planner.plan.data;
                match self.executor.engine.graft(slot, data, &limits) {
                    Some(fresh) => {
                        self.planner.search.graft(fresh, data);
                        return false;
                    }
                    None => false,
                }
            }
            Ok(Progress::Found) => {
                let (engine, data) = (&mut self.executor.engine, &self.planner.plan.data);
                let fitness = engine.fitness(slot, data);
                if fitness == Fitness::AnotherMayFit {
                    // The planner goes on to its next plan.
                    return false;
                }
                fitness == Fitness::Fits && engine.offer(slot, data).is_ok()
            }
            Ok(Progress::NoPlan) | Err(_) => false,
        };
        self.job = Job::Idle;
        if !found {
            self.executor.engine.repair_above(slot);
        }
        false
    }

    /// Begins the search for a repair; false where the task can't be repaired by itself.
    fn start_repair(&mut self, slot: PlanSlot, host: &dyn Host) -> bool {
        let search = &mut self.planner.search;
        search.let_go(&mut self.planner.plan.data);
        search.copy_facts(self.state.store());
        let engine = &mut self.executor.engine;
        let world = &mut World {
            store: &mut search.store,
            host,
        };
        engine.rehearse_repair(slot, world);
        if !engine.stands(slot, world) {
            return false;
        }
        if engine.plans[slot].repair_at == Subtree::Whole {
            search.ask_for(root::<D>(self.task));
        } else {
            search.ask_for(engine.repair_tasks(slot));
            search.will_be_grafted();
        }
        true
    }

    fn start_root(&mut self, host: &dyn Host) {
        let search = &mut self.planner.search;
        search.let_go(&mut self.planner.plan.data);
        search.copy_facts(self.state.store());
        if let (Policy::Replace, Some(slot)) = (self.policy, self.executor.engine.plans.latest()) {
            let world = &mut World {
                store: &mut search.store,
                host,
            };
            self.executor.engine.rehearse_replacing(slot, world);
        }
        search.ask_for(root::<D>(self.task));
    }

    /// Searches for the root task; true where the budget is used up.
    fn search_root<F: FnMut() -> bool>(&mut self, host: &dyn Host, budget: &mut Budget<F>) -> bool {
        if self.job != Job::Root {
            self.next_search = self.executor.engine.now() + self.interval;
            self.start_root(host);
            self.job = Job::Root;
        }
        let progress = self.planner.advance(host, budget);
        if progress == Ok(Progress::Paused) {
            return true;
        }
        self.job = Job::Idle;
        self.held_up = false;
        // The next one is for the facts with this plan in them.
        self.next_search = self.next_search.max(self.executor.engine.now() + 1);
        match progress {
            Ok(Progress::Found) => self.found(host),
            Ok(_) => self.no_plan(None, None),
            Err(full) => self.no_plan(None, Some(full)),
        }
        false
    }

    /// A plan for the root task was found.
    fn found(&mut self, host: &dyn Host) {
        let replaces = match self.policy {
            Policy::Accumulate => None,
            Policy::Replace => self.executor.engine.plans.latest(),
        };
        let replaces = match replaces {
            Some(slot) if !self.is_better(slot, host) => {
                let keeps = self.executor.engine.plans[slot].id;
                return self.no_plan(Some(keeps), None);
            }
            Some(slot) => Some(self.executor.engine.plans[slot].id),
            None => None,
        };
        let data = &self.planner.plan.data;
        let engine = &mut self.executor.engine;
        match engine.submit_in_place_of(data, self.priority, replaces) {
            Ok(plan) => {
                let (steps, cost) = (data.steps.len(), data.cost());
                engine.log_event_of(plan, Happened::Planned { steps, cost });
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
        let plan = keeps.unwrap_or(PlanId::NONE);
        self.executor
            .engine
            .log_event_of(plan, Happened::NoPlan { keeps, full });
    }
}

/// The root task as a row.
fn root<D: Domain>(task: D::Task) -> impl Iterator<Item = (crate::domain::TaskCode, Row)> {
    let mut row = Row::new();
    let code = D::task_to_row(task, &mut row);
    core::iter::once((code, row))
}
