//! The searches of a director, within the slice that each tick gives it: repairs first, then its own.

use super::answer::SearchOutcome;
use super::state::DirectorState;
use crate::exec::{Engine, Fitness, PlanSlot, QueryContext, Subtree, World};
use crate::model::budget::{BudgetLeft, StepSource};
use crate::model::domain::{Domain, MAX_COLUMNS, Row};
use crate::model::event::{NoPlanReason, PlanId};
use crate::model::settings::{Policy, Retry};
use crate::persist::journal::Watched;
use crate::search::planner::{Planner, Progress};

/// The search in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Job {
    Idle,
    /// The root task.
    Root,
    /// A repair of a plan. `serial` is the number of the request.
    Repair {
        plan: PlanId,
        serial: u32,
    },
}

/// The purpose of a director's search. [`Director::searching`](crate::Director::searching) returns it; [`Director`](crate::Director) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Searching {
    /// The root task.
    Root,
    /// A repair of this plan.
    Repair(PlanId),
}

/// The total search steps of a director. [`Director::search_steps`](crate::Director::search_steps) returns it; [`Director`](crate::Director) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SearchSteps {
    /// For the root task.
    pub root: u64,
    /// For repairs of plans.
    pub repairs: u64,
}

impl SearchSteps {
    /// Returns the sum of both, as in the example of [`Director`](crate::Director).
    pub fn all(self) -> u64 {
        self.root + self.repairs
    }
}

/// The state of a search for a repair that begins with another action than the failed one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Other {
    /// A plan that begins with the failed action was found.
    passed_over: bool,
    /// No other plan exists: accept that one.
    given_up: bool,
}

impl Other {
    pub const WANTED: Other = Other {
        passed_over: false,
        given_up: false,
    };
}

/// An answer of the game that a search waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AwaitedAnswer {
    expression: &'static str,
    /// The tick in which the search began to wait.
    since: u64,
    /// The steps of the planner by then: with more, the search has come to another question.
    spent: u64,
}

impl<D: Domain> DirectorState<D> {
    /// Searches within a budget, and records in the journal how many steps the budget granted.
    pub fn search(
        &mut self,
        planner: &mut Planner<D>,
        queries: &mut QueryContext<'_>,
        source: &mut impl StepSource,
    ) {
        let journal = self.journal.as_mut();
        let kept = journal.map(|journal| (journal.begin_search(planner.limits()), source.left()));
        let (script, before) = kept.unzip();
        let mut watched = Watched { source, script };
        self.search_within(planner, queries, &mut watched);
        if let (Some(journal), Some(script)) = (&mut self.journal, watched.script) {
            journal.end_search(before.unwrap_or(BudgetLeft::Unknown), script);
        }
    }

    /// A search copies the present facts when it begins, so it begins only if the budget allows a step.
    fn search_within(
        &mut self,
        planner: &mut Planner<D>,
        queries: &mut QueryContext<'_>,
        budget: &mut impl StepSource,
    ) {
        let (mut searched, mut paused) = (false, false);
        self.restart_after_panic(Some(planner));
        loop {
            let job = self.next_job();
            if job == Job::Idle {
                self.job = job;
                break;
            }
            if paused || budget.is_exhausted() {
                let due = self.next_search <= self.executor.engine.now();
                self.held_up |= searched && due;
                break;
            }
            searched = true;
            let before = planner.spent;
            let (spent, is_paused) = match job {
                Job::Repair { plan, serial } => {
                    let paused = self.search_repair(planner, plan, serial, queries, budget);
                    (&mut self.search_steps.repairs, paused)
                }
                _ => {
                    let paused = self.search_root(planner, queries, budget);
                    (&mut self.search_steps.root, paused)
                }
            };
            *spent += planner.spent - before;
            paused = is_paused;
        }
        if searched {
            self.stats = planner.stats();
        }
    }

    /// Starts a search again if the game panicked in it, or while the plan that it found was compared and submitted. Returns
    /// false if neither happened.
    pub fn restart_after_panic(&mut self, planner: Option<&Planner<D>>) -> bool {
        let undecided = core::mem::take(&mut self.deciding);
        if !undecided && !planner.is_some_and(|planner| planner.search.is_poisoned()) {
            return false;
        }
        if !matches!(self.job, Job::Repair { .. }) {
            self.next_search = 0;
        }
        self.job = Job::Idle;
        true
    }

    /// Returns the next search: repairs first. But after repairs have delayed a search for the root task once, it comes next after
    /// the search in progress, and is not interrupted.
    pub fn next_job(&self) -> Job {
        #[cfg(feature = "reload")]
        if self.executor.reload.is_some() {
            // The next tick searches with the other domain.
            return Job::Idle;
        }
        let engine = &self.executor.engine;
        if let Job::Repair { plan, serial } = self.job
            && let Some(slot) = engine.live.plans.find(plan)
            && engine.live.plans[slot].still_wants(serial)
        {
            return self.job;
        }
        let root = if self.job == Job::Root || self.next_search <= engine.now() {
            Job::Root
        } else {
            Job::Idle
        };
        match engine.wants_repair() {
            Some((slot, serial)) if !(self.held_up && root == Job::Root) => Job::Repair {
                plan: engine.live.plans[slot].id,
                serial,
            },
            _ => root,
        }
    }

    /// Searches for a repair. Returns true if the budget is exhausted.
    fn search_repair(
        &mut self,
        planner: &mut Planner<D>,
        plan: PlanId,
        serial: u32,
        queries: &mut QueryContext<'_>,
        budget: &mut impl StepSource,
    ) -> bool {
        let Some(slot) = self.executor.engine.live.plans.find(plan) else {
            return true;
        };
        let job = Job::Repair { plan, serial };
        if self.job != job {
            if self.job == Job::Root {
                // A director has one planner, so the search for the root task starts again after the repair.
                self.next_search = 0;
                self.held_up = true;
            }
            self.job = Job::Idle;
            if !self.start_repair(planner, slot, queries) {
                self.executor.engine.repair_search(slot).request_above();
                return false;
            }
            self.job = job;
            self.other = Other::WANTED;
            self.awaited = None;
        }
        let found = match planner.advance(queries.host, budget) {
            Ok(Progress::Paused) => return true,
            Ok(Progress::Waiting) if self.waits_on(planner) => return true,
            Ok(Progress::Waiting) => {
                self.report_search(NoPlanReason::Unanswered);
                false
            }
            Ok(Progress::Found) if planner.search.waits_for_graft() => {
                let limits = planner.limits();
                let data = &mut planner.plan.data;
                match self
                    .executor
                    .engine
                    .repair_search(slot)
                    .graft(data, &limits)
                {
                    Some(fresh) => {
                        planner.search.graft(fresh, data);
                        return false;
                    }
                    None => false,
                }
            }
            Ok(Progress::Found) => {
                let (engine, data) = (&mut self.executor.engine, &planner.plan.data);
                let fitness = engine.repair_search(slot).fitness(data);
                if fitness == Fitness::AnotherMayFit {
                    // The planner continues with its next plan.
                    return false;
                }
                let single =
                    self.settings.policy == Policy::Accumulate && !self.settings.duplicates;
                if single && !data.steps.is_empty() && engine.live.plans.repairs_to_same(slot, data)
                {
                    // Another running plan has the same steps.
                    return false;
                }
                let wants_other = self.settings.retry == Retry::Other && !self.other.given_up;
                if fitness == Fitness::Fits
                    && wants_other
                    && engine.live.plans.view(slot).begins_with_failed(data)
                {
                    self.other.passed_over = true;
                    return false;
                }
                fitness == Fitness::Fits && engine.repair_search(slot).offer(data).is_ok()
            }
            Ok(Progress::NoPlan) | Err(_) => false,
        };
        if !found && self.other.passed_over {
            // All plans begin with the action that has just failed.
            self.other = Other {
                passed_over: false,
                given_up: true,
            };
            if self.start_repair(planner, slot, queries) {
                return false;
            }
        }
        self.job = Job::Idle;
        if !found {
            self.executor.engine.repair_search(slot).request_above();
        }
        false
    }

    /// Records that the search waits for an answer, and reports which one if that has changed. Returns false if the search
    /// has waited for `poll_timeout` ticks.
    fn waits_on(&mut self, planner: &Planner<D>) -> bool {
        let (now, spent) = (self.executor.engine.now(), planner.spent);
        let expression = planner.waits_for().unwrap_or_default();
        let since = match self.awaited {
            Some(awaited) if awaited.spent == spent => awaited.since,
            _ => now,
        };
        if self
            .awaited
            .is_none_or(|awaited| awaited.expression != expression)
        {
            self.report_search(NoPlanReason::Pending { expression });
        }
        self.awaited = Some(AwaitedAnswer {
            expression,
            since,
            spent,
        });
        let timeout = u64::from(self.settings.poll_timeout);
        timeout == 0 || now - since < timeout
    }

    /// Begins the search for a repair. Returns false if the task can't be repaired by itself.
    fn start_repair(
        &mut self,
        planner: &mut Planner<D>,
        slot: PlanSlot,
        queries: &mut QueryContext<'_>,
    ) -> bool {
        let search = &mut planner.search;
        search.let_go(&mut planner.plan.data);
        let (engine, task) = (&mut self.executor.engine, self.task);
        search.begin(self.state.store(), |search| {
            let world = &mut queries.over(&mut search.store);
            let mut repair = engine.repair_search(slot);
            repair.simulate(world);
            if !repair.ancestors_hold(world) {
                return false;
            }
            if engine.live.plans[slot].repair.part == Subtree::Whole {
                // The director may plan for another task by now.
                match engine.live.plans.view(slot).root_task() {
                    Some((code, args)) => {
                        let args = args.iter().copied().take(MAX_COLUMNS).collect();
                        search.ask_for(core::iter::once((code, args)));
                    }
                    None => search.ask_for(root::<D>(task)),
                }
            } else {
                search.ask_for(engine.live.plans.view(slot).repair_tasks());
                search.will_be_grafted();
            }
            true
        })
    }

    fn start_root(&mut self, planner: &mut Planner<D>, queries: &mut QueryContext<'_>) {
        let search = &mut planner.search;
        search.let_go(&mut planner.plan.data);
        let (policy, engine) = (self.settings.policy, &mut self.executor.engine);
        search.begin(self.state.store(), |search| {
            make_way(policy, engine, &mut queries.over(&mut search.store));
            search.ask_for(root::<D>(self.task));
        });
    }

    /// Searches for the root task. Returns true if the budget is exhausted.
    fn search_root(
        &mut self,
        planner: &mut Planner<D>,
        queries: &mut QueryContext<'_>,
        budget: &mut impl StepSource,
    ) -> bool {
        if self.job != Job::Root {
            self.start_root(planner, queries);
            // Only now: if the game panics while the search starts, the search is still due.
            self.next_search = self.executor.engine.now() + self.interval();
            self.job = Job::Root;
            self.awaited = None;
        }
        let progress = planner.advance(queries.host, budget);
        if progress == Ok(Progress::Paused)
            || progress == Ok(Progress::Waiting) && self.waits_on(planner)
        {
            return true;
        }
        self.job = Job::Idle;
        self.held_up = false;
        // The next search begins with the facts that include this plan's reservations.
        self.next_search = self.next_search.max(self.executor.engine.now() + 1);
        match progress {
            Ok(Progress::Found) => {
                self.deciding = true;
                self.found(planner, queries);
                self.deciding = false;
            }
            Ok(Progress::Waiting) => self.no_plan(NoPlanReason::Unanswered),
            Ok(_) => self.no_plan(NoPlanReason::NotFound),
            Err(full) => self.no_plan(NoPlanReason::Full(full)),
        }
        false
    }

    /// Submits a plan that was found for the root task, unless the policy rejects it.
    fn found(&mut self, planner: &Planner<D>, queries: &mut QueryContext<'_>) {
        let (data, engine) = (&planner.plan.data, &mut self.executor.engine);
        let (steps, now) = (data.view().tasks(), engine.now());
        if let Some(until) = engine.rejected.until(steps, now) {
            return self.no_plan(NoPlanReason::TooSoon { until });
        }
        let engine = &self.executor.engine;
        let is_empty = data.steps.is_empty();
        let replaces = match self.settings.policy {
            Policy::Accumulate if self.settings.duplicates || is_empty => None,
            Policy::Accumulate => {
                if let Some(slot) = engine.live.plans.same_as(data, None) {
                    let same = engine.live.plans[slot].id;
                    return self.no_plan(NoPlanReason::Same(same));
                }
                None
            }
            Policy::Replace | Policy::Preempt => engine.live.plans.latest(),
        };
        let replaces = match replaces {
            Some(slot) => {
                let running = engine.live.plans[slot].id;
                if !self.is_better(planner, slot, queries) {
                    return self.no_plan(NoPlanReason::NoBetter(running));
                }
                Some(running)
            }
            None => None,
        };
        let answer = if is_empty && replaces.is_none() {
            SearchOutcome::Empty
        } else {
            SearchOutcome::New
        };
        if answer == SearchOutcome::Empty && self.answers.last == answer {
            // The empty plan again: the outcome is counted, and not submitted.
            self.answers.take(answer);
            return;
        }
        let searches_again = self.searches_again_after(planner);
        let (data, engine) = (&planner.plan.data, &mut self.executor.engine);
        let priority = data.view().priority().unwrap_or(self.settings.priority);
        match engine.submit(data, priority, replaces) {
            Ok(plan) => {
                self.report_plan(planner, plan, answer);
                if searches_again {
                    self.next_search = self.executor.engine.now() + 1;
                }
            }
            Err(full) => self.no_plan(NoPlanReason::DoesNotFit(full)),
        }
    }

    /// Returns true if the root task is searched for again in the tick in which the plan that was found enters: there may
    /// be work for other agents. A duplicate does not count, or `duplicates` would add one per tick.
    fn searches_again_after(&self, planner: &Planner<D>) -> bool {
        let (data, engine) = (&planner.plan.data, &self.executor.engine);
        let found = data.view();
        let mut kinds = found.all().map(|step| found.info(step));
        self.settings.keep_searching
            && self.settings.policy == Policy::Accumulate
            && kinds.any(|info| info.is_external())
            && engine.live.plans.same_as(data, None).is_none()
    }
}

/// Changes the facts that a search for the root task begins with: if one plan runs at a time, as if it had made way.
pub(crate) fn make_way(policy: Policy, engine: &mut Engine, world: &mut World<'_>) {
    if policy.takes_turns()
        && let Some(slot) = engine.live.plans.latest()
    {
        engine.simulate_replacing(slot, world);
    }
}

/// Returns the root task as a row.
fn root<D: Domain>(task: D::Task) -> impl Iterator<Item = (crate::model::domain::TaskCode, Row)> {
    let mut row = Row::new();
    let code = D::task_to_row(task, &mut row);
    core::iter::once((code, row))
}
