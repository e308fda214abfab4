//! The executor: carries out plans, several at once.
//!
//! | file | what it does |
//! |---|---|
//! | `engine` | the parts, and a tick from the first phase to the last |
//! | `setup`, `clock` | what the parts only read: tables, limits, settings, and the tick |
//! | `world` | the facts it acts on, and the machine that it is lent to ask about them |
//! | `indices`, `slab`, `queue` | numbers of plans, steps and the rest; rows that come and go; work in order |
//! | `progress` | how the steps of plans stand |
//! | `plan_record`, `plans`, `view` | what is known of a plan, all of them, one to look at |
//! | `turns` | which steps' turn it is |
//! | `agents`, `actions` | who is busy with what, and how that ends |
//! | `inputs`, `watchers` | what conditions depend on, and what is affected by a change |
//! | `wake`, `while_checks` | which plans are visited, and which `while` conditions checked, because something changed |
//! | `inbox`, `requests`, `admit` | what the game calls between ticks; copying a plan in |
//! | `visit` | starts steps |
//! | `conditions` | whether a step's conditions hold, and what it waits for where they don't |
//! | `ancestor_cache` | conditions above a step that are known to hold |
//! | `claims` | agents that a plan before this one waits to have |
//! | `undo` | undoing, abandoning, completing |
//! | `repairs`, `repair` | failures, and at which task a plan is repaired |
//! | `simulate` | the facts and tasks that a repair is searched from |
//! | `found_repairs` | what repairs that were found in the same tick will do at once |
//! | `ancestors_hold` | whether the conditions above that task still hold |
//! | `adopt` | the repaired plan in place of the former one |
//! | `same` | whether plans have the same steps |
//! | `rejected_plans`, `step_lists` | plans that are not adopted again for a while; steps in words |
//! | `deadlock_check` | the check that no plan waits for itself |
//! | `evaluator`, `resume` | what is evaluated, and how a tick is resumed in which the game panicked |
//! | `tick_log`, `command_log` | the events and commands of a tick, in words |
//! | `command`, `status`, `doing`, `error` | what the game sees of all that |
//! | `saved` | an executor in a save |
//! | `step_info`, `sizes`, `wait` | what the tables say of a step and of all steps, what a step waits for |

mod actions;
mod activity;
mod admit;
mod adopt;
mod agents;
mod ancestor_cache;
mod claims;
mod clock;
mod command;
mod command_log;
mod deadlock_check;
mod engine;
mod error;
mod evaluation;
mod evaluator;
mod guard;
mod inbox;
mod indices;
mod inputs;
mod lifecycle;
mod live;
mod plan_record;
mod plans;
mod progress;
mod queue;
mod rejected_plans;
mod repair_search;
mod repairs;
mod requests;
mod same;
#[cfg(feature = "serde")]
pub(crate) mod saved;
mod setup;
mod simulation;
mod sizes;
mod slab;
mod status;
mod step_info;
mod step_lists;
mod tick_log;
mod turns;
mod view;
mod visit;
mod wait;
mod wake;
mod watchers;
mod while_checks;
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

pub use activity::AgentActivity;
pub(crate) use clock::{Frames, LONGEST_SLEEP};
pub use command::{Command, Commands};
pub(crate) use engine::Engine;
pub use error::{FinishError, ReplaceError, SubmitError};
pub(crate) use indices::{ActionSlot, NodeIndex, PlanSlot, Subtree};
pub(crate) use inputs::DomainInputs;
pub(crate) use repair_search::Fitness;

pub use status::{PlanStatus, PlanStep, StepState};
pub(crate) use step_info::StepInfo;
pub(crate) use view::LivePlan;
pub(crate) use world::{QueryContext, World};

/// Carries out plans: several agents, several plans, one world.
///
/// It decides when each step of each plan starts, applies its effects to the facts, checks before an action starts
/// that what the planner relied on still holds, and takes back what a plan has reserved where it is given up. All its
/// memory is taken when it is made: with [`Limits::default`] about 14 MB, most of which small plans never touch, with
/// [`Limits::compact`] about 650 KB; [`Executor::bytes`] tells exactly. A plan may have as many steps (and nodes,
/// bindings, checks) as the limits say, and all plans together twice as many. The program `examples/executing.rs` shows
/// one at work.
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
    /// What it asks questions with. That of a director is on its desk.
    machine: Option<Box<QueryMachine>>,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain> Executor<D> {
    /// An executor with [`Limits::default`].
    pub fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    /// An executor that takes as much memory as the limits say. If that memory can't be allocated, it refuses every plan with
    /// [`SubmitError::OutOfMemory`](crate::SubmitError::OutOfMemory).
    pub fn with_limits(limits: Limits) -> Self {
        let mut executor = Self::without_machine(Self::inputs(), limits, Memory::Reserved);
        executor.machine = Some(Box::new(executor.engine.machine()));
        executor
    }

    /// What the conditions of the domain depend on, for all its executors.
    pub(crate) fn inputs() -> Arc<DomainInputs> {
        Arc::new(DomainInputs::of(D::tables()))
    }

    /// An executor that has no machine of its own yet.
    pub(crate) fn without_machine(
        inputs: Arc<DomainInputs>,
        limits: Limits,
        memory: Memory,
    ) -> Self {
        Executor {
            engine: Engine::new(D::tables(), inputs, limits, memory),
            machine: None,
            domain: PhantomData,
        }
    }

    /// Sets how many ticks the game's sensors have to report the `sensed` effects of an action after its success. Then a
    /// step that needs such an effect fails. Default: 2.
    #[must_use]
    pub fn sensor_timeout(mut self, ticks: u32) -> Self {
        self.engine.set_sensor_timeout(ticks);
        self
    }

    /// Abandons a plan after this many ticks without progress, even if it waits for a repair. Default: 0, which disables it.
    #[must_use]
    pub fn stall_timeout(mut self, ticks: u32) -> Self {
        self.engine.set_stall_timeout(ticks);
        self
    }

    /// Takes a copy of a plan, which enters at the next tick. Plans of a greater priority go first, and older ones
    /// among equals. The plan keeps its priority, also when it is repaired. [`Plan::priority`] returns the priority
    /// that the domain gives it.
    ///
    /// # Errors
    ///
    /// The plan does not fit.
    pub fn submit(&mut self, plan: &Plan<D>, priority: i32) -> Result<PlanId, SubmitError> {
        self.engine.submit(&plan.data, priority, None)
    }

    /// One frame: takes up what was called since the last one, and starts all that can start. Every command counts as
    /// carried out, also where it is not looked at.
    ///
    /// Where an expression of the game panics and the game catches that, the next call goes on with this frame: the step
    /// that asked has failed ([`FailureCause::Panicked`](crate::FailureCause::Panicked)), the facts are as they were before
    /// it, and no command is lost. If that was the `while` condition of an action, the action has ended:
    /// [`finish`](Self::finish) refuses it even before that call.
    pub fn tick(&mut self, state: &mut State<D>, context: &D::Context<'_>) -> Commands<D> {
        let machine = machine_of(&mut self.machine, &self.engine);
        let host = &Bound::<D>::new(context);
        let asker = &mut QueryContext { host, machine };
        self.engine.tick(&mut asker.over(state.store_mut()));
        self.engine.end_tick();
        self.commands()
    }

    /// Applies the `sensed` effects of a step to the facts, as if the game's sensors had reported them: for simulations, which
    /// have no sensors. Nothing happens if the plan is not here, or has no such step.
    pub fn apply_sensed(
        &mut self,
        plan: PlanId,
        step: usize,
        state: &mut State<D>,
        context: &D::Context<'_>,
    ) {
        let machine = machine_of(&mut self.machine, &self.engine);
        let host = &Bound::<D>::new(context);
        let asker = &mut QueryContext { host, machine };
        let world = &mut asker.over(state.store_mut());
        self.engine.apply_sensed(plan, step, world);
    }

    /// The commands of the last tick again.
    pub fn commands(&self) -> Commands<D> {
        Commands::new(self.engine.live.log.commands(self.engine.now()))
    }

    /// The game tells that an action has ended. Taken up at the next tick, in the order of the calls.
    ///
    /// # Errors
    ///
    /// The action is unknown, has ended, or was reported already.
    pub fn finish(&mut self, id: ActionId, outcome: Outcome) -> Result<(), FinishError> {
        self.engine.finish(id, outcome)
    }

    /// The game tells that an agent is no longer there: it died, or left the squad. Update the facts first.
    ///
    /// Actions that engage the agent fail. A plan goes into repair if it lost an action, or if it still has an unstarted step
    /// that names the agent. A running action that only names the agent, such as `treat(medic, patient)` for the patient,
    /// continues. If it should end, give it a condition on the facts: `while down(patient);`.
    pub fn agent_left(&mut self, agent: D::Agent) {
        self.engine.agent_left(agent.to_word());
    }

    /// Gives a plan up at the next tick; false where it is not here, or not any more.
    pub fn cancel(&mut self, plan: PlanId) -> bool {
        self.engine.cancel(plan)
    }

    /// The answer to [`Event::NeedsRepair`](crate::Event::NeedsRepair): at the next tick, this plan takes the place of all that the plan had left
    /// to do. Its actions are stopped then, and what it had reserved is taken back.
    ///
    /// # Errors
    ///
    /// The plan is not here, needs no repair, or the new one does not fit.
    pub fn replace(&mut self, id: PlanId, plan: &Plan<D>) -> Result<(), ReplaceError> {
        self.engine.replace(id, &plan.data)
    }

    /// Whether an action engages the agent, or a `block_on` holds it.
    pub fn is_busy(&self, agent: D::Agent) -> bool {
        self.engine.live.is_busy(agent.to_word())
    }

    /// What an agent does, for which plan and since when; or where it does nothing, what the first step waits for that names
    /// it. `None` where no plan has anything for it to do yet.
    pub fn doing(&self, agent: D::Agent) -> Option<AgentActivity<D>> {
        AgentActivity::of(&self.engine, agent.to_word())
    }

    /// The plans that it holds, in order.
    pub fn plans(&self) -> Plans<'_, D> {
        Plans::new(&self.engine, self.engine.live.plans.order().len())
    }

    /// What happened in the last tick, in order.
    pub fn events(&self) -> Events<'_, D> {
        let engine = &self.engine;
        Events::new(engine, engine.live.log.events(engine.now()).len())
    }

    /// How many events of the last tick were more than [`Limits::events`].
    pub fn events_missed(&self) -> u64 {
        self.engine.live.log.missed(self.engine.now())
    }

    /// The number of the last tick; 0 before the first one.
    pub fn ticks(&self) -> u64 {
        self.engine.now()
    }

    /// The limits it was made with.
    pub fn limits(&self) -> Limits {
        self.engine.cx.requested_limits()
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        let machine = self.machine.as_ref();
        self.engine.bytes() + machine.map_or(0, |machine| machine.bytes())
    }
}

/// The machine of an executor; one that was cloned out of a director has none at first.
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

/// A line for each plan that it holds.
impl<D: Domain> fmt::Display for Executor<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, plan) in self.plans().enumerate() {
            write!(f, "{}{plan}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}
