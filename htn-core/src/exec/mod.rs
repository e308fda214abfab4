//! The executor: executes plans, several at once.
//!
//! The modules, from the data to the order of a tick:
//!
//! | module | defines |
//! |---|---|
//! | `indices`, `slab`, `queue` | typed indices, reusable rows, priority queues |
//! | `setup`, `clock`, `world` | the tables, limits and settings; the tick; the facts, and the machine that evaluates them |
//! | `plans` | the plans: their memory, records, the progress and turns of their steps, comparisons |
//! | `agents` | the agents that steps name: the actions that engage them, holds on them, claims |
//! | `wake` | the wake-up rules: the inputs of conditions, plans to visit, `while` conditions to check |
//! | `tick_log` | the events and commands of a tick, as words |
//! | `live` | the state of all plans, agents and actions, and the links between them |
//! | `evaluation` | the conditions and effects of steps, and panics of the game |
//! | `repairs` | failures, the search for a repair, its simulation and its adoption; rejected plans |
//! | `lifecycle` | ends of actions and plans |
//! | `visit` | the start of steps |
//! | `inbox`, `requests` | the calls of the game between ticks |
//! | `engine`, `guard` | the parts, the order of a tick, and the rollback after a panic |
//! | `command`, `status`, `activity`, `error` | the public types |
//! | `saved` | snapshots of executors |

mod activity;
mod agents;
mod clock;
mod command;
mod engine;
mod error;
mod evaluation;
mod guard;
mod inbox;
mod indices;
mod lifecycle;
mod live;
mod plans;
mod queue;
mod repairs;
mod requests;
#[cfg(feature = "serde")]
pub(crate) mod saved;
mod setup;
mod slab;
mod status;
mod tick_log;
mod visit;
mod wake;
mod world;

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::fmt;
use core::marker::PhantomData;

use crate::model::domain::Domain;
use crate::model::event::{ActionId, Outcome, PlanId};
use crate::model::iterators::{Events, Plans};
use crate::model::limits::Limits;
use crate::model::plan::Plan;
use crate::model::pool::Memory;
use crate::model::term::Term;
use crate::search::host::Bound;
use crate::search::machine::QueryMachine;
use crate::store::state::State;
use crate::tables::Tables;

pub use activity::AgentActivity;
pub(crate) use clock::{Frames, LONGEST_SLEEP};
pub use command::{Command, Commands};
pub(crate) use engine::Engine;
pub use error::{FinishError, ReplaceError, SubmitError};
pub(crate) use indices::{ActionSlot, NodeIndex, PlanSlot, Subtree};
#[cfg(feature = "reload")]
pub(crate) use live::LiveState;
pub(crate) use repairs::repair_search::Fitness;
pub(crate) use wake::inputs::DomainInputs;

pub(crate) use plans::step_info::StepInfo;
pub(crate) use plans::view::LivePlan;
pub use status::{PlanStatus, PlanStep, StepState};
pub(crate) use world::{QueryContext, World};

/// Executes plans: several agents, several plans, one world.
///
/// It decides when each step of each plan starts, applies its effects to the facts, checks before an action starts that the
/// conditions on which the planner relied still hold, and undoes the reservations of a plan that is abandoned. It allocates
/// all its memory when it is created: about 14 MB with [`Limits::default`], most of which small plans never touch, and
/// about 650 KB with [`Limits::compact`]; [`Executor::bytes`] returns the exact number. The limits of steps (and nodes,
/// bindings, checks) apply to one plan, and all plans together may have twice as many. The program `examples/executing.rs`
/// is an example.
///
/// ```
/// use squad_htn::prelude::*;
///
/// #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
/// pub struct Guard(pub u16);
///
/// htn_domain! {
///     pub domain patrol;
///     agent Guard;
///     predicate at_post(Guard) [8];
///
///     operator walk(who: Guard) by who { success add at_post(who); }
///     operator stand_watch(who: Guard) by who { if at_post(who); }
///     pub method keep_watch(who: Guard) { walk(who); stand_watch(who); }
/// }
///
/// use patrol::{Action, Executor, Planner, State, Task};
///
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let (mut state, mut planner) = (State::new(), Planner::new());
///     let mut executor = Executor::new();
///     let who = Guard(7);
///     if let Some(plan) = planner.find(&state, &(), Task::KeepWatch { who })? {
///         executor.submit(plan, 0)?;
///     }
///
///     // One frame: the first step starts, and the other one waits for the guard.
///     let commands: Vec<_> = executor.tick(&mut state, &()).collect();
///     let Command::Start { id, action, .. } = commands[0] else {
///         panic!("nothing runs that could be stopped");
///     };
///     assert_eq!(action, Action::Walk { who });
///     assert!(commands.len() == 1 && executor.is_busy(who));
///
///     // Some frames later the game says that he has arrived.
///     executor.finish(id, Outcome::Success)?;
///     let mut commands = executor.tick(&mut state, &());
///     assert!(matches!(
///         commands.next(),
///         Some(Command::Start { action: Action::StandWatch { .. }, .. })
///     ));
///     Ok(())
/// }
/// ```
#[derive(Clone)]
pub struct Executor<D: Domain> {
    pub(crate) engine: Engine,
    /// Evaluates conditions. A director lends its executor a machine.
    machine: Option<Box<QueryMachine>>,
    /// The tables that it takes over at the end of the next tick.
    #[cfg(feature = "reload")]
    pub(crate) reload: Option<crate::reload::PendingReload>,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain> Executor<D> {
    /// Creates an executor with [`Limits::default`]. [`Executor`] has an example.
    pub fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    /// Creates an executor with memory for these limits. If that memory can't be allocated, it refuses every plan with
    /// [`SubmitError::OutOfMemory`](crate::SubmitError::OutOfMemory).
    ///
    /// The example of [`SubmitError`](crate::SubmitError) has a plan that exceeds them.
    pub fn with_limits(limits: Limits) -> Self {
        let tables = D::tables();
        let inputs = Arc::new(DomainInputs::of(tables));
        let mut executor = Self::without_machine(tables, inputs, limits, Memory::Reserved);
        executor.machine = Some(Box::new(executor.engine.machine()));
        executor
    }

    /// Creates an executor without a machine.
    pub(crate) fn without_machine(
        tables: &'static Tables,
        inputs: Arc<DomainInputs>,
        limits: Limits,
        memory: Memory,
    ) -> Self {
        Executor {
            engine: Engine::new(tables, inputs, limits, memory),
            machine: None,
            #[cfg(feature = "reload")]
            reload: None,
            domain: PhantomData,
        }
    }

    /// Sets how many ticks the game's sensors have to report the `sensed` effects of an action after its success. Then a
    /// step that needs such an effect fails. Default: 2.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! {
    /// #     domain watch;
    /// #     operator salute() {}
    /// # }
    /// # fn main() {
    /// # use watch::Executor;
    /// let executor = Executor::with_limits(Limits::compact()).sensor_timeout(10).stall_timeout(600);
    /// # assert_eq!(executor.limits(), Limits::compact());
    /// # }
    /// ```
    #[must_use]
    pub fn sensor_timeout(mut self, ticks: u32) -> Self {
        self.engine.set_sensor_timeout(ticks);
        self
    }

    /// Abandons a plan after this many ticks without progress, even if it waits for a repair. Default: 0, which disables
    /// it. [`sensor_timeout`](Self::sensor_timeout) has an example.
    #[must_use]
    pub fn stall_timeout(mut self, ticks: u32) -> Self {
        self.engine.set_stall_timeout(ticks);
        self
    }

    /// Copies a plan, which enters in the next tick. Plans of a greater priority go first, and older ones among equals.
    /// The plan keeps its priority when it is repaired. [`Plan::priority`] returns the priority that the domain gives it.
    /// [`Executor`] has an example.
    ///
    /// # Errors
    ///
    /// The plan does not fit.
    pub fn submit(&mut self, plan: &Plan<D>, priority: i32) -> Result<PlanId, SubmitError> {
        self.engine.submit(&plan.data, priority, None)
    }

    /// Executes one tick: processes the calls since the last one, and starts every step that can start. Every command
    /// counts as carried out, even if the game does not read it.
    ///
    /// If an expression of the game panics and the game catches the panic, the next call resumes this tick: the step that
    /// was evaluated has failed ([`FailureCause::Panicked`](crate::FailureCause::Panicked)), the facts are as they were
    /// before it, and no command is lost. If the `while` condition of an action panicked, the action has ended:
    /// [`finish`](Self::finish) refuses it even before that call.
    ///
    /// [`Executor`] has an example of two ticks.
    pub fn tick(&mut self, state: &mut State<D>, context: &D::Context<'_>) -> Commands<D> {
        let machine = machine_of(&mut self.machine, &self.engine);
        let host = &Bound::<D>::new(self.engine.cx.tables(), context);
        let queries = &mut QueryContext { host, machine };
        self.engine.tick(&mut queries.over(state.store_mut()));
        #[cfg(feature = "reload")]
        crate::reload::abandon_outdated(&self.reload, &mut self.engine, queries, state.store_mut());
        self.engine.end_tick();
        #[cfg(feature = "reload")]
        self.finish_reload(state);
        self.commands()
    }

    /// Applies the `sensed` effects of a step to the facts, as if the game's sensors had reported them: for simulations
    /// without sensors. Does nothing if the plan does not exist, or has no such step.
    pub fn apply_sensed(
        &mut self,
        plan: PlanId,
        step: usize,
        state: &mut State<D>,
        context: &D::Context<'_>,
    ) {
        let machine = machine_of(&mut self.machine, &self.engine);
        let host = &Bound::<D>::new(self.engine.cx.tables(), context);
        let queries = &mut QueryContext { host, machine };
        let world = &mut queries.over(state.store_mut());
        self.engine.apply_sensed(plan, step, world);
    }

    /// Drops the machine. The next tick creates one.
    #[cfg(feature = "reload")]
    pub(crate) fn drop_machine(&mut self) {
        self.machine = None;
    }

    /// Returns the commands of the last tick again.
    pub fn commands(&self) -> Commands<D> {
        Commands::new(self.engine.live.log.commands(self.engine.now()))
    }

    /// Reports that an action has ended. The next tick processes the reports in the order of the calls.
    /// [`FinishError`](crate::FinishError) has an example.
    ///
    /// # Errors
    ///
    /// The action is unknown, has ended, or has been reported already.
    pub fn finish(&mut self, id: ActionId, outcome: Outcome) -> Result<(), FinishError> {
        self.engine.finish(id, outcome)
    }

    /// Reports that an agent no longer exists: it died, or left the squad. Update the facts first.
    /// [`AbandonReason`](crate::AbandonReason) has an example.
    ///
    /// Actions that engage the agent fail. A plan goes into repair if it lost an action, or if it still has an unstarted
    /// step that names the agent. A running action that only names the agent, such as `treat(medic, patient)` for the
    /// patient, continues. If it should end, give it a condition on the facts: `while down(patient);`.
    pub fn agent_left(&mut self, agent: D::Agent) {
        self.engine.agent_left(agent.to_word());
    }

    /// Abandons a plan in the next tick. Returns false if the executor does not hold it. The example of
    /// [`Director`](crate::Director) ends with a cancelled plan.
    pub fn cancel(&mut self, plan: PlanId) -> bool {
        self.engine.cancel(plan)
    }

    /// Answers [`Event::NeedsRepair`](crate::Event::NeedsRepair): in the next tick, the actions of the plan are stopped,
    /// its reservations are undone, and the new plan replaces everything that it had left to do.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! {
    /// #     domain watch;
    /// #     agent u8;
    /// #     operator walk(who: u8) by who {}
    /// #     operator radio(who: u8) by who {}
    /// # }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use watch::{Action, Executor, Planner, State, Task};
    /// # let (mut state, mut planner, mut executor) = (State::new(), Planner::new(), Executor::new());
    /// let id = executor.submit(planner.find(&state, &(), Task::Walk { who: 1 })?.unwrap(), 0)?;
    /// for command in executor.tick(&mut state, &()) {
    ///     if let Command::Start { id, .. } = command {
    ///         executor.finish(id, Outcome::Failure)?;
    ///     }
    /// }
    /// executor.tick(&mut state, &());
    /// assert!(executor.events().any(|event| matches!(event, Event::NeedsRepair { plan, .. } if plan == id)));
    ///
    /// let other = planner.find(&state, &(), Task::Radio { who: 1 })?.unwrap();
    /// executor.replace(id, other)?;
    /// let command = executor.tick(&mut state, &()).next();
    /// assert!(matches!(command, Some(Command::Start { action: Action::Radio { who: 1 }, plan, .. }) if plan == id));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The plan does not exist, needs no repair, or the new one does not fit.
    pub fn replace(&mut self, id: PlanId, plan: &Plan<D>) -> Result<(), ReplaceError> {
        self.engine.replace(id, &plan.data)
    }

    /// Returns true if an action engages the agent, or a `block_on` holds it. [`Executor`] has an example.
    pub fn is_busy(&self, agent: D::Agent) -> bool {
        self.engine.live.is_busy(agent.to_word())
    }

    /// Returns the current action of an agent with its plan and its start, or else the first waiting step that names the
    /// agent. `None` if no plan has a step for it. [`AgentActivity`] has an example.
    pub fn doing(&self, agent: D::Agent) -> Option<AgentActivity<D>> {
        AgentActivity::of(&self.engine, agent.to_word())
    }

    /// Iterates over the plans that it holds, in the order in which they start steps. [`PlanStatus`] has an example.
    pub fn plans(&self) -> Plans<'_, D> {
        Plans::new(&self.engine, self.engine.live.plans.order().len())
    }

    /// Returns the events of the last tick, in order. [`Event`](crate::Event) has an example.
    pub fn events(&self) -> Events<'_, D> {
        let engine = &self.engine;
        Events::new(engine, engine.live.log.events(engine.now()).len())
    }

    /// Returns the number of events of the last tick that exceeded [`Limits::events`].
    pub fn events_missed(&self) -> u64 {
        self.engine.live.log.missed(self.engine.now())
    }

    /// Returns the number of the last tick; 0 before the first one.
    pub fn ticks(&self) -> u64 {
        self.engine.now()
    }

    /// Returns the limits that it was created with. The example of [`sensor_timeout`](Self::sensor_timeout) creates it
    /// with others.
    pub fn limits(&self) -> Limits {
        self.engine.cx.requested_limits()
    }

    /// Returns the bytes that it has allocated.
    pub fn bytes(&self) -> usize {
        let machine = self.machine.as_ref();
        self.engine.bytes() + machine.map_or(0, |machine| machine.bytes())
    }
}

/// Returns the machine of an executor. A clone of a director's executor initially has none.
fn machine_of<'a>(
    machine: &'a mut Option<Box<QueryMachine>>,
    engine: &Engine,
) -> &'a mut QueryMachine {
    machine.get_or_insert_with(|| Box::new(engine.machine()))
}

impl<D: Domain> Default for Executor<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<D: Domain> fmt::Debug for Executor<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Executor")
            .field("domain", &D::tables().name)
            .field("tick", &self.engine.now())
            .field("plans", &Listed(self))
            .finish_non_exhaustive()
    }
}

struct Listed<'a, D: Domain>(&'a Executor<D>);

impl<D: Domain> fmt::Debug for Listed<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.plans()).finish()
    }
}

/// Prints a line for each plan that it holds.
impl<D: Domain> fmt::Display for Executor<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, plan) in self.plans().enumerate() {
            write!(f, "{}{plan}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}
