//! The director: state, planner and executor in one loop.

mod answer;
mod comparison;
mod search;
mod settings;

use core::fmt;

use crate::budget::Budget;
use crate::domain::Domain;
use crate::event::{ActionId, Outcome, PlanId};
use crate::executor::{Commands, Executor, FinishError, Repairs, World};
use crate::host::Bound;
use crate::iterators::Events;
use crate::limits::Limits;
use crate::planner::Planner;
use crate::pool::Pool;
use crate::state::State;

use answer::{Answers, Shunned};
pub use search::Searching;
use search::{Job, Other};
pub use settings::{Policy, Repair, Retry};

/// How many plans that were abandoned are remembered, for each that may run at once. A plan counts twice where it was
/// repaired.
const SHUNNED_PER_PLAN: usize = 4;

/// The loop that most games want: plans for a root task again and again, carries the plans out, and repairs them.
///
/// It owns the facts, the planner and the executor. All memory is taken when it is made. The program
/// `examples/repairing.rs` shows one at work.
///
/// | what can be set, and changed with `set_…` | at first |
/// |---|---|
/// | [`interval`](Self::interval): every how many ticks it plans | 30 |
/// | [`when_idle`](Self::when_idle): whether it plans at once when nothing is left to do | yes |
/// | [`policy`](Self::policy), [`priority`](Self::priority): what becomes of a plan that is found | added to those that run, 0 |
/// | [`duplicates`](Self::duplicates): whether a plan is taken whose steps are those of one that has not ended | no |
/// | [`repair`](Self::repair), [`max_repairs`](Self::max_repairs): how a plan is repaired, and how often | at the lowest task, 8 |
/// | [`retry`](Self::retry): what a repair begins with after a failure that the game reported | the first plan |
/// | [`retry_after`](Self::retry_after): when a plan is taken again that could not be repaired | two intervals |
/// | [`sense_grace`](Self::sense_grace), [`wait_limit`](Self::wait_limit): as for an executor | 2, none |
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
    duplicates: bool,
    when_idle: bool,
    retry: Retry,
    /// `None` for two intervals.
    retry_after: Option<u32>,
    /// The tick in which the next search for the root task begins.
    next_search: u64,
    /// Whether repairs have held that search up beyond its tick, or dropped it.
    held_up: bool,
    job: Job,
    /// A plan for the root task was found, and it is being decided what becomes of it.
    deciding: bool,
    other: Other,
    answers: Answers,
    shunned: Shunned,
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
            duplicates: false,
            when_idle: true,
            retry: Retry::Same,
            retry_after: None,
            next_search: 1,
            held_up: false,
            job: Job::Idle,
            deciding: false,
            other: Other::WANTED,
            answers: Answers::NONE,
            shunned: Shunned::new(SHUNNED_PER_PLAN * limits.plans),
            keys: Pool::new(2 * words),
        }
    }

    /// One frame: carries on with the plans, then searches within the budget, for repairs first. What it finds enters
    /// at the next tick.
    ///
    /// Where an expression of the game panics and the game catches that, the next call goes on with this frame, as with
    /// [`Executor::tick`]; a search that it happened in begins anew.
    pub fn tick<F: FnMut() -> bool>(
        &mut self,
        context: &D::Context<'_>,
        mut budget: Budget<F>,
    ) -> Commands<D> {
        let host = Bound::<D> { context };
        let world = &mut World {
            store: self.state.store_mut(),
            host: &host,
        };
        self.executor.engine.tick(world);
        self.look_at_ends();
        self.search(&host, &mut budget);
        self.executor.engine.tick_is_over();
        self.executor.commands()
    }

    /// Plans for the root task anew at the end of the next tick: something happened that can't wait.
    pub fn replan_now(&mut self) {
        self.next_search = 0;
        // It would never end, were this called again and again: repairs come first once more.
        self.held_up = false;
        self.forget_root_search();
    }

    /// A search for the root task that is under way is of no use any more.
    fn forget_root_search(&mut self) {
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
    pub fn events(&self) -> Events<'_, D> {
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
    /// that, what is left to do. The plan that an event is about is among the executor's, by its id:
    /// [`PlanStatus::plan`](crate::PlanStatus::plan).
    pub fn planner(&self) -> &Planner<D> {
        &self.planner
    }

    /// The executor, to look at.
    pub fn executor(&self) -> &Executor<D> {
        &self.executor
    }

    /// How many searches for the root task have come to an answer, told or not: an answer that is the same as the last one
    /// is no event.
    pub fn answers(&self) -> u64 {
        self.answers.count
    }

    /// What the search is for that is under way between two ticks; `None` where none is.
    pub fn searching(&self) -> Option<Searching> {
        match self.job {
            Job::Idle => None,
            Job::Root => Some(Searching::Root),
            Job::Repair { plan, .. } => Some(Searching::Repair(plan)),
        }
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
            duplicates: self.duplicates,
            when_idle: self.when_idle,
            retry: self.retry,
            retry_after: self.retry_after,
            next_search: self.next_search,
            held_up: self.held_up,
            job: self.job,
            deciding: self.deciding,
            other: self.other,
            answers: self.answers,
            shunned: self.shunned.clone(),
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
