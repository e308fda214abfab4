//! The director: state, planner and executor in one loop.

mod comparison;
mod search;

use core::fmt;

use crate::budget::Budget;
use crate::domain::Domain;
use crate::event::{ActionId, Event, Outcome, PlanId};
use crate::executor::{Commands, Executor, FinishError, Repairs, World};
use crate::host::Bound;
use crate::limits::Limits;
use crate::planner::Planner;
use crate::pool::Pool;
use crate::state::State;

use search::Job;

/// How a director repairs a plan of which something failed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Repair {
    /// Plans the lowest task again for which that is possible.
    #[default]
    Subtree,
    /// Plans the root task again.
    Replan,
    /// Not at all: the plan is abandoned.
    Abandon,
}

/// What a director does with the plans that it finds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Policy {
    /// Adds each to those that run. Reservations keep them apart.
    #[default]
    Accumulate,
    /// Runs one at a time: a new one takes over only where it is better. It is searched for as if the running one had
    /// made way: the `finish` effects of its actions brought about, and its reservations taken back.
    ///
    /// The choices of method and branch are compared first, from the root down: the earlier one is better. Where they
    /// are all the same, the branches' `sort by`: the lesser one is better.
    Replace,
}

/// The loop that most games want: plans for a root task again and again, carries the plans out, and repairs them.
///
/// It owns the facts, the planner and the executor. All memory is taken when it is made. The program
/// `examples/repairing.rs` shows one at work.
///
/// ```
/// use squad_htn::prelude::*;
///
/// #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
/// pub struct Medic(pub u16);
///
/// htn_domain! {
///     pub domain ward;
///     agent Medic;
///     predicate medic(Medic) [8];
///     predicate wounded(u16) [8];
///     predicate taken(u16) [8];
///
///     internal operator take(patient: u16) {
///         if !taken(patient);
///         add taken(patient);
///         undo release(patient);
///     }
///     internal operator release(patient: u16) { delete taken(patient); }
///     operator bandage(who: Medic, patient: u16) by who { success delete wounded(patient); }
///
///     pub method help() if wounded(patient) && !taken(patient) && medic(who) {
///         take(patient);
///         bandage(who, patient);
///         global_block(who);
///         release(patient);
///     }
/// }
///
/// use ward::{Director, Fact, Task};
///
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let mut director = Director::new(Task::Help).interval(30);
///     director.state_mut().insert(Fact::Medic(Medic(1)))?;
///     director.state_mut().insert(Fact::Wounded(12))?;
///     let mut running = Vec::new();
///     let mut story = Vec::new();
///     for _frame in 0..5 {
///         for command in director.tick(&(), Budget::micros(500)) {
///             match command {
///                 Command::Start { id, .. } => running.push(id),
///                 Command::Stop { id, .. } => running.retain(|other| *other != id),
///             }
///         }
///         story.extend(director.events().map(|event| event.to_string()));
///         // In this game, whatever was begun goes well within a frame.
///         for id in running.drain(..) {
///             director.finish(id, Outcome::Success)?;
///         }
///     }
///     assert!(story.contains(&"tick 2: plan 1 started bandage(Medic(1), 12)".to_string()));
///     assert!(story.contains(&"tick 3: plan 1 completed".to_string()));
///     assert!(!director.state().contains(Fact::Wounded(12)));
///     Ok(())
/// }
/// ```
pub struct Director<D: Domain> {
    task: D::Task,
    state: State<D>,
    planner: Planner<D>,
    executor: Executor<D>,
    interval: u64,
    policy: Policy,
    priority: i32,
    /// The tick in which the next search for the root task begins.
    next_search: u64,
    /// Whether repairs have held that search up beyond its tick, or dropped it.
    held_up: bool,
    job: Job,
    /// Room for two sort keys.
    keys: Pool<u64>,
}

impl<D: Domain> Director<D> {
    /// A director that plans for this task, with [`Limits::default`] and no facts.
    pub fn new(task: D::Task) -> Self {
        Self::with_limits(task, Limits::default())
    }

    /// A director whose planner and executor take as much memory as the limits say.
    pub fn with_limits(task: D::Task, limits: Limits) -> Self {
        let mut executor = Executor::with_limits(limits);
        executor.engine.settings.repairs = Repairs::Subtree;
        executor.engine.settings.max_repairs = 8;
        let sorts = D::tables().branches.iter().filter_map(|branch| branch.sort);
        let words = sorts
            .map(|(_, words)| usize::from(words))
            .max()
            .unwrap_or(0);
        Director {
            task,
            state: State::new(),
            planner: Planner::with_limits(limits),
            executor,
            interval: 30,
            policy: Policy::Accumulate,
            priority: 0,
            next_search: 1,
            held_up: false,
            job: Job::Idle,
            keys: Pool::new(2 * words),
        }
    }

    /// Every how many ticks it plans for the root task; 30 at first.
    #[must_use]
    pub fn interval(mut self, ticks: u32) -> Self {
        self.interval = u64::from(ticks.max(1));
        self
    }

    /// What it does with the plans that it finds; [`Policy::Accumulate`] at first.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// The priority of the plans that it finds; 0 at first.
    #[must_use]
    pub fn priority(mut self, priority: i32) -> Self {
        self.priority = priority;
        self
    }

    /// How it repairs; [`Repair::Subtree`] at first.
    #[must_use]
    pub fn repair(mut self, repair: Repair) -> Self {
        self.executor.engine.settings.repairs = match repair {
            Repair::Subtree => Repairs::Subtree,
            Repair::Replan => Repairs::Root,
            Repair::Abandon => Repairs::Never,
        };
        self
    }

    /// After how many repairs a plan is abandoned where something of it fails again; 8 at first.
    #[must_use]
    pub fn max_repairs(mut self, repairs: u32) -> Self {
        self.executor.engine.settings.max_repairs = repairs;
        self
    }

    /// As [`Executor::sense_grace`].
    #[must_use]
    pub fn sense_grace(mut self, ticks: u32) -> Self {
        self.executor = self.executor.sense_grace(ticks);
        self
    }

    /// As [`Executor::wait_limit`].
    #[must_use]
    pub fn wait_limit(mut self, ticks: u32) -> Self {
        self.executor = self.executor.wait_limit(ticks);
        self
    }

    /// As [`Planner::detect_loops`].
    #[must_use]
    pub fn detect_loops(mut self, on: bool) -> Self {
        self.planner.detect_loops(on);
        self
    }

    /// One frame: carries on with the plans, then searches within the budget, for repairs first. What it finds enters
    /// at the next tick.
    pub fn tick<F: FnMut() -> bool>(
        &mut self,
        context: &D::Context<'_>,
        mut budget: Budget<F>,
    ) -> Commands<'_, D> {
        let host = Bound::<D> { context };
        let world = &mut World {
            store: self.state.store_mut(),
            host: &host,
        };
        self.executor.engine.tick(world);
        self.search(&host, &mut budget);
        self.executor.commands()
    }

    /// Plans for the root task anew at the end of the next tick: something happened that can't wait.
    pub fn replan_now(&mut self) {
        self.next_search = 0;
        // It would never end, were this called again and again: repairs come first once more.
        self.held_up = false;
        if self.job == Job::Root {
            self.job = Job::Idle;
        }
    }

    /// As [`Executor::finish`].
    ///
    /// # Errors
    ///
    /// The action is unknown, has ended, or was reported already.
    pub fn finish(&mut self, id: ActionId, outcome: Outcome) -> Result<(), FinishError> {
        self.executor.finish(id, outcome)
    }

    /// As [`Executor::agent_left`]. A search that is under way begins anew, on the facts without it; so does one for a
    /// repair that was found and has not taken its place yet.
    pub fn agent_left(&mut self, agent: D::Agent) {
        self.executor.agent_left(agent);
        self.executor.engine.drop_found_repairs();
        match self.job {
            Job::Idle => {}
            Job::Root => self.replan_now(),
            Job::Repair { .. } => self.job = Job::Idle,
        }
    }

    /// As [`Executor::cancel`].
    pub fn cancel(&mut self, plan: PlanId) -> bool {
        self.executor.cancel(plan)
    }

    /// As [`Executor::is_busy`].
    pub fn is_busy(&self, agent: D::Agent) -> bool {
        self.executor.is_busy(agent)
    }

    /// What happened in the last tick, in order.
    pub fn events(&self) -> impl ExactSizeIterator<Item = Event<D>> + '_ {
        self.executor.events()
    }

    /// The facts.
    pub fn state(&self) -> &State<D> {
        &self.state
    }

    /// The facts, for the game's sensors to change.
    pub fn state_mut(&mut self) -> &mut State<D> {
        &mut self.state
    }

    /// The planner, to look at. Its plan is the one that was found last, be it for the root task or to repair a plan: of
    /// that, what is left to do.
    pub fn planner(&self) -> &Planner<D> {
        &self.planner
    }

    /// The executor, to look at.
    pub fn executor(&self) -> &Executor<D> {
        &self.executor
    }

    /// The task that it plans for.
    pub fn task(&self) -> D::Task {
        self.task
    }
}

impl<D: Domain> Clone for Director<D> {
    fn clone(&self) -> Self {
        Director {
            task: self.task,
            state: self.state.clone(),
            planner: self.planner.clone(),
            executor: self.executor.clone(),
            interval: self.interval,
            policy: self.policy,
            priority: self.priority,
            next_search: self.next_search,
            held_up: self.held_up,
            job: self.job,
            keys: self.keys.clone(),
        }
    }
}

impl<D: Domain> fmt::Debug for Director<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Director")
            .field("task", &self.task)
            .field("searches", &self.job)
            .field("executor", &self.executor)
            .finish_non_exhaustive()
    }
}

/// What it plans for, and a line for each plan that runs.
impl<D: Domain> fmt::Display for Director<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "plans for {}", self.task)?;
        for plan in self.executor.plans() {
            write!(f, "\n{plan}")?;
        }
        Ok(())
    }
}
