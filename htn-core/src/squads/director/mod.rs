//! The director: state, planner and executor in one loop.

mod answer;
mod breakpoints;
mod comparison;
mod resources;
#[cfg(feature = "serde")]
pub(crate) mod saved;
pub(crate) mod search;
mod settings;
mod state;

use alloc::sync::Arc;
use core::fmt;

use crate::exec::{Commands, DomainInputs, Executor, FinishError, QueryContext};
use crate::model::budget::IntoBudget;
use crate::model::domain::Domain;
use crate::model::event::{ActionId, Outcome, PlanId};
use crate::model::iterators::Events;
use crate::model::limits::Limits;
use crate::model::pool::Memory;
use crate::model::settings::DirectorSettings;
use crate::model::stats::Stats;
use crate::model::term::Term;
use crate::persist::journal::RecordedCall;
use crate::search::host::{Bound, Host};
use crate::search::planner::Planner;
use crate::store::state::State;
use crate::tables::Tables;

pub use breakpoints::{Break, BreakError, BreakId, DebugStep, Halt};
pub(crate) use resources::SearchResources;
pub(crate) use search::Job;
pub use search::{SearchSteps, Searching};
pub(crate) use state::DirectorState;

/// Plans for a root task repeatedly, runs the plans, and repairs them: the loop that most games need.
///
/// It owns the facts, the planner and the executor, and allocates all memory when it is created. The program
/// `examples/repairing.rs` shows one in use.
///
/// [`DirectorSettings`] lists what can be set. [`set_settings`](Self::set_settings) changes it while the director runs.
///
/// With the feature `serde` it can be saved between any two ticks, and loaded by another process, which continues as this one
/// would have, except that a search in progress starts again ([`restart_search`](Self::restart_search)). The guide has a chapter on that.
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
///         // In this game, every action succeeds within a frame.
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
///
/// Between two ticks, the game can inspect and steer it:
///
/// ```
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain watch;
///     agent u8;
///     operator patrol(who: u8) by who {}
///     operator rest(who: u8) by who {}
/// }
/// # fn main() {
/// use watch::{Director, Task};
///
/// let settings = DirectorSettings::default().interval(60).priority(3);
/// let mut director = Director::with_settings(Task::Patrol { who: 1 }, settings);
/// assert!(director.is_due() && !director.is_searching());
///
/// // The first tick finds a plan, the second one starts it.
/// director.tick(&(), Budget::steps(1_000));
/// assert_eq!((director.answers(), director.searching()), (1, None));
/// assert!(director.search_steps().all() > 0 && director.search_steps().repairs == 0);
/// assert_eq!(director.search_stats().used.steps, 1);
/// director.tick(&(), Budget::steps(1_000));
/// assert!(director.is_busy(1) && director.commands().count() == 1);
/// let plan = director.executor().plans().next().unwrap();
/// assert_eq!((plan.id.number(), plan.priority), (1, 3));
///
/// // Other orders.
/// let id = plan.id;
/// assert!(director.cancel(id));
/// director.set_task(Task::Rest { who: 1 });
/// director.set_settings(director.settings().interval(10));
/// director.replan_now();
/// director.tick(&(), Budget::steps(1_000));
/// let kinds: Vec<bool> = director.events().map(|event| matches!(event, Event::Planned { .. })).collect();
/// assert_eq!(kinds.last(), Some(&true), "it has a plan for the new task");
/// assert_eq!(director.task(), Task::Rest { who: 1 });
/// assert!(director.planner().is_some(), "a director has a planner of its own");
/// # }
/// ```
#[derive(Clone)]
pub struct Director<D: Domain> {
    pub(crate) squad: DirectorState<D>,
    pub(crate) resources: SearchResources<D>,
}

impl<D: Domain> Director<D> {
    /// Creates a director that plans for this task, with [`Limits::default`] and no facts. [`Director`] has an example.
    pub fn new(task: D::Task) -> Self {
        Self::with_limits(task, Limits::default())
    }

    /// Creates a director with these settings, [`Limits::default`] and no facts. [`Director`] and [`Retry`](crate::Retry)
    /// have examples.
    pub fn with_settings(task: D::Task, settings: DirectorSettings) -> Self {
        let mut director = Self::new(task);
        director.set_settings(settings);
        director
    }

    /// Creates a director whose planner and executor have memory for these limits. [`Limits`] has an example of a
    /// planner.
    pub fn with_limits(task: D::Task, limits: Limits) -> Self {
        Self::with_limits_of(task, limits, limits)
    }

    /// Creates a director whose planner has limits of its own.
    pub(crate) fn with_limits_of(task: D::Task, executor: Limits, planner: Limits) -> Self {
        let (tables, state) = (D::tables(), State::new());
        let inputs = Arc::new(DomainInputs::of(tables));
        let squad = DirectorState::new(tables, task, state, inputs, executor, Memory::Reserved);
        let resources = SearchResources::own(planner, &squad.executor.engine);
        Director { squad, resources }
    }

    /// Runs one frame: continues the plans, then searches within the budget, repairs first. A plan that it finds starts
    /// in the next tick. To share a budget among directors, pass each of them [`budget.by_ref()`](crate::Budget::by_ref);
    /// the next one gets [the rest](crate::Budget::left). [`Director`] has an example of a game's loop.
    ///
    /// If an expression of the game panics and the game catches the panic, the next call continues this frame, as with
    /// [`Executor::tick`]. The search in which it happened starts again.
    pub fn tick(&mut self, context: &D::Context<'_>, budget: impl IntoBudget) -> Commands<D> {
        self.tick_with(&Bound::<D>::new(self.tables(), context), budget)
    }

    /// Returns the tables of the domain that it runs.
    pub(crate) fn tables(&self) -> &'static Tables {
        self.squad.executor.engine.cx.tables()
    }

    /// Runs one frame with a host that evaluates the expressions of the game.
    pub(crate) fn tick_with(
        &mut self,
        host: &dyn Host,
        mut budget: impl IntoBudget,
    ) -> Commands<D> {
        let Director { squad, resources } = self;
        if squad.is_halted() {
            return Commands::none();
        }
        let (machine, planner) = resources.for_tick(&squad.executor.engine);
        let queries = &mut QueryContext { host, machine };
        squad.run_plans(queries);
        if let Some(planner) = planner {
            squad.search(planner, queries, &mut budget);
        }
        self.squad.end_tick();
        #[cfg(feature = "reload")]
        self.finish_reload();
        self.commands()
    }

    /// Returns the commands of the last tick again, as in the example of [`Director`].
    pub fn commands(&self) -> Commands<D> {
        self.squad.executor.commands()
    }

    /// Starts a new search for the root task at the end of the next tick, for events that cannot wait. [`Director`] has
    /// an example.
    pub fn replan_now(&mut self) {
        self.squad.note_call(|| RecordedCall::ReplanNow);
        self.squad.replan_now();
    }

    /// Makes a search in progress start again in the next tick, from the facts of that tick. Without a search in
    /// progress, nothing changes.
    ///
    /// A search in progress is not saved: a loaded director starts it again. A game that must continue identically after
    /// a save calls this in the tick of the save. In lockstep, every peer calls it in the same tick, and the
    /// peer that joins loads the save. A game that calls it in every tick never finishes a search that takes more than one tick.
    ///
    /// ```
    /// use squad_htn::prelude::*;
    ///
    /// htn_domain! {
    ///     domain safe;
    ///     operator open(code: u32) {}
    ///     pub method guess() if let code: u32 in 0..1_000 && code == 600 { open(code); }
    /// }
    /// # fn main() {
    /// use safe::{Director, Task};
    ///
    /// let mut director = Director::new(Task::Guess);
    /// director.tick(&(), Budget::steps(500));
    /// assert!(director.is_searching());
    /// // Save here. The loaded director starts the search again, and so does this one.
    /// director.restart_search();
    /// assert!(!director.is_searching() && director.is_due());
    /// director.tick(&(), Budget::steps(500));
    /// assert!(director.is_searching(), "500 steps were not enough once more");
    /// director.tick(&(), Budget::steps(500));
    /// assert!(!director.is_searching());
    /// # }
    /// ```
    pub fn restart_search(&mut self) {
        // After a panic of the game, the search starts again by itself.
        let has_panicked = self.squad.deciding
            || self
                .resources
                .planner()
                .is_some_and(|planner| planner.search.is_poisoned());
        if self.is_searching() && !has_panicked {
            self.squad.restart_search();
        }
    }

    /// Reports that an action has ended: [`Executor::finish`]. [`Director`] has an example.
    ///
    /// # Errors
    ///
    /// The action is unknown, has ended, or was reported already.
    pub fn finish(&mut self, id: ActionId, outcome: Outcome) -> Result<(), FinishError> {
        self.squad.executor.finish(id, outcome)?;
        let call = || RecordedCall::Finish(id.number(), outcome);
        self.squad.note_call(call);
        Ok(())
    }

    /// Reports that an agent no longer exists: [`Executor::agent_left`]. A search in progress restarts with the facts
    /// without the agent, and so does one for a repair that was found and is not applied yet.
    /// [`AbandonReason`](crate::AbandonReason) has an example.
    pub fn agent_left(&mut self, agent: D::Agent) {
        self.squad.agent_left(agent.to_word());
    }

    /// Abandons a plan in the next tick: [`Executor::cancel`]. Returns false if the executor does not hold it.
    /// [`Director`] has an example.
    pub fn cancel(&mut self, plan: PlanId) -> bool {
        let is_here = self.squad.executor.cancel(plan);
        if is_here {
            self.squad.note_call(|| RecordedCall::Cancel(plan.number()));
        }
        is_here
    }

    /// Returns true if an action engages the agent, or a `block_on` holds it: [`Executor::is_busy`]. [`Director`] has an
    /// example.
    pub fn is_busy(&self, agent: D::Agent) -> bool {
        self.squad.executor.is_busy(agent)
    }

    /// Returns the events of the last tick, in order. [`Director`] has an example, and [`Event`](crate::Event) one that
    /// counts losses.
    pub fn events(&self) -> Events<'_, D> {
        self.squad.executor.events()
    }

    /// Returns the facts. The example of [`Director`] reads them after a mission.
    pub fn state(&self) -> &State<D> {
        &self.squad.state
    }

    /// Returns the facts, for the game's sensors to change. [`Director`] has an example, and [`State::sync`] another one.
    pub fn state_mut(&mut self) -> &mut State<D> {
        &mut self.squad.state
    }

    /// Returns the planner. A squad of a [`SquadScheduler`](crate::SquadScheduler) has one only while it searches: `None` at other
    /// times.
    ///
    /// The planner's plan is the last one found, for the root task or as a repair. For a repair, it is the remaining part. To
    /// inspect the plan of an event, find it among the executor's plans by its id: [`PlanStatus::plan`](crate::PlanStatus::plan).
    pub fn planner(&self) -> Option<&Planner<D>> {
        self.resources.planner()
    }

    /// Returns the statistics of the last search, including one in progress. [`Director`] has an example.
    pub fn search_stats(&self) -> Stats {
        self.squad.stats
    }

    /// Returns the number of search steps since the director was created, with those for repairs counted separately. See
    /// the example of [`Director`].
    pub fn search_steps(&self) -> SearchSteps {
        self.squad.search_steps
    }

    /// Returns the executor. It gives access to the plans, as in the example of [`Director`].
    pub fn executor(&self) -> &Executor<D> {
        &self.squad.executor
    }

    /// Returns the number of completed searches for the root task, including those whose outcome equals the previous one
    /// and is not an event. [`Director`] has an example.
    pub fn answers(&self) -> u64 {
        self.squad.answers.count
    }

    /// Returns the purpose of the search in progress; `None` if no search is in progress. [`Director`] has an example.
    pub fn searching(&self) -> Option<Searching> {
        match self.squad.job {
            Job::Idle => None,
            Job::Root => Some(Searching::Root),
            Job::Repair { plan, .. } => Some(Searching::Repair(plan)),
        }
    }

    /// Returns the expression after `poll` whose answer the search in progress waits for, as written in the domain. `None` if
    /// it waits for no answer.
    ///
    /// ```
    /// use core::task::Poll;
    /// use squad_htn::prelude::*;
    ///
    /// pub struct Radar { is_ready: bool }
    /// impl Radar {
    ///     fn scan(&self, sector: u8) -> Poll<bool> {
    ///         if self.is_ready { Poll::Ready(sector == 3) } else { Poll::Pending }
    ///     }
    /// }
    ///
    /// htn_domain! {
    ///     domain defence(radar: &Radar);
    ///     agent u8;
    ///     operator fire(gun: u8, sector: u8) by gun {}
    ///     pub method defend() if let sector: u8 in 1..5 && poll radar.scan(sector) { fire(1, sector); }
    /// }
    /// # fn main() {
    /// use defence::{Director, Task};
    ///
    /// let mut director = Director::new(Task::Defend).poll_timeout(100);
    /// let mut radar = Radar { is_ready: false };
    /// director.tick(&radar, Budget::micros(200));
    /// assert_eq!(director.waits_for(), Some("radar.scan(sector)"));
    /// let event = director.events().next().unwrap();
    /// assert_eq!(event.to_string(), "tick 1: no plan yet: the answer of `radar.scan(sector)` is pending");
    /// radar.is_ready = true;
    /// director.tick(&radar, Budget::micros(200));
    /// assert!(director.waits_for().is_none() && !director.is_searching());
    /// # }
    /// ```
    pub fn waits_for(&self) -> Option<&'static str> {
        let planner = self.resources.planner().filter(|_| self.is_searching());
        planner.and_then(Planner::waits_for)
    }

    /// Returns true if a search is in progress, which the next tick continues. [`restart_search`](Self::restart_search)
    /// has an example.
    pub fn is_searching(&self) -> bool {
        self.squad.job != Job::Idle
    }

    /// Returns true if the next tick will search, as far as the director can predict: a search is in progress, a plan needs a repair,
    /// or the interval has passed. Reports of the game may add work until then. [`restart_search`](Self::restart_search)
    /// has an example.
    pub fn is_due(&self) -> bool {
        let engine = &self.squad.executor.engine;
        let root = self.squad.next_search <= engine.now() + 1;
        root || self.is_searching() || engine.wants_repair().is_some()
    }

    /// Returns the allocated bytes, including those of the planner.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.squad.bytes() + self.resources.bytes()
    }

    /// Returns the task that it plans for. [`set_task`](Self::set_task) changes it.
    pub fn task(&self) -> D::Task {
        self.squad.task
    }
}

impl<D: Domain> fmt::Debug for Director<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Director")
            .field("task", &self.squad.task)
            .field("searches", &self.squad.job)
            .field("executor", &self.squad.executor)
            .finish_non_exhaustive()
    }
}

/// Prints the root task, and a line for each running plan.
impl<D: Domain> fmt::Display for Director<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "plans for {}", self.squad.task)?;
        for plan in self.squad.executor.plans() {
            write!(f, "\n{plan}")?;
        }
        Ok(())
    }
}
