//! The director: state, planner and executor in one loop.

mod better;
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
/// ```ignore
/// let mut director = restraint::Director::new(Task::SquadRestrain).interval(30);
/// loop {
///     sensors.update(director.state_mut());
///     for command in director.tick(&game, Budget::micros(500)) {
///         match command {
///             Command::Start { id, action, .. } => game.begin(id, action),
///             Command::Stop { id, .. } => game.interrupt(id),
///         }
///     }
///     for event in director.events() {
///         log!("{event}");
///     }
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
    /// When the next search for the root task begins.
    due: u64,
    /// Whether repairs have kept it back beyond its tick, or dropped it.
    kept_back: bool,
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
            due: 1,
            kept_back: false,
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
        self.due = 0;
        // It would never end, were this called again and again: repairs come first once more.
        self.kept_back = false;
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

    /// As [`Executor::agent_left`].
    pub fn agent_left(&mut self, agent: D::Agent) {
        self.executor.agent_left(agent);
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

    /// The planner, to look at.
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
            due: self.due,
            kept_back: self.kept_back,
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
