//! The executor: carries out plans, several at once.
//!
//! | file | what it does |
//! |---|---|
//! | `engine` | its memory, and a tick from the first phase to the last |
//! | `shelf` | where the plans lie |
//! | `course` | which steps' turn it is |
//! | `calls` | what the game calls between ticks |
//! | `visit` | starts steps |
//! | `conditions` | whether a step's conditions hold, and what it waits for where they don't |
//! | `claims` | agents that a plan before this one waits to have |
//! | `actions` | actions that run, holds and barriers, and how they end |
//! | `undo` | taking back, abandoning, completing |
//! | `repair` | failures, and at which task a plan is repaired |
//! | `rehearse` | the facts and tasks that a repair is searched from |
//! | `adopt` | the repaired plan in place of the former one |
//! | `graph` | who waits for whom: the check that no ring is among them |
//! | `notes` | commands and events, in words |

mod actions;
mod adopt;
mod agents;
mod calls;
mod claims;
mod conditions;
mod course;
mod engine;
mod error;
mod graph;
mod kind;
mod notes;
mod rehearse;
mod repair;
mod shelf;
mod undo;
mod visit;
mod wait;

use core::fmt;
use core::marker::PhantomData;

use crate::domain::Domain;
use crate::event::{ActionId, Event, Outcome, PlanId, Until, Waiting};
use crate::host::Bound;
use crate::limits::Limits;
use crate::plan::Plan;
use crate::state::State;
use crate::term::Term;

pub(crate) use engine::{Engine, Repairs, Stage, World};
pub use error::{ExecutorFull, FinishError, ReplaceError};
pub(crate) use notes::{Happened, Note};
use notes::{Notes, Said};
pub(crate) use rehearse::Suits;
use wait::Wait;

/// What the game is told to do.
pub enum Command<D: Domain> {
    /// Begin an action. Tell its end with `finish`.
    Start {
        /// The action.
        id: ActionId,
        /// What it is.
        action: D::Action,
        /// The plan it is part of.
        plan: PlanId,
    },
    /// End an action now. It is over: its end is not reported.
    Stop {
        /// The action.
        id: ActionId,
        /// What it is.
        action: D::Action,
        /// The plan it is part of.
        plan: PlanId,
    },
}

impl<D: Domain> Command<D> {
    fn parts(&self) -> (bool, ActionId, D::Action, PlanId) {
        match *self {
            Command::Start { id, action, plan } => (true, id, action, plan),
            Command::Stop { id, action, plan } => (false, id, action, plan),
        }
    }
}

impl<D: Domain> Clone for Command<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain> Copy for Command<D> {}

impl<D: Domain> PartialEq for Command<D> {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl<D: Domain> fmt::Display for Command<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, id, action, plan) = self.parts();
        let verb = if start { "start" } else { "stop" };
        write!(f, "{verb} action {id}: {action}, for plan {plan}")
    }
}

impl<D: Domain> fmt::Debug for Command<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Carries out plans: several agents, several plans, one world.
///
/// It decides when each step of each plan starts, applies its effects to the facts, checks before an action starts
/// that what the planner relied on still holds, and takes back what a plan has reserved where it is given up. All its
/// memory is taken when it is made: with [`Limits::default`] about 14 MB, most of which small plans never touch, with
/// [`Limits::compact`] about 500 KB; [`Executor::bytes`] tells exactly. A plan may have as many steps (and nodes,
/// bindings, checks) as the limits say, and all plans together twice as many.
///
/// ```ignore
/// let mut executor = restraint::Executor::new();
/// executor.submit(planner.plan().unwrap(), 0)?;
/// loop {
///     for command in executor.tick(&mut state, &game) {
///         match command {
///             Command::Start { id, action, .. } => game.begin(id, action),
///             Command::Stop { id, .. } => game.interrupt(id),
///         }
///     }
///     for (id, outcome) in game.ended() {
///         executor.finish(id, outcome)?;
///     }
/// }
/// ```
pub struct Executor<D: Domain> {
    pub(crate) engine: Engine,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain> Executor<D> {
    /// An executor with [`Limits::default`].
    pub fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    /// An executor that takes as much memory as the limits say.
    pub fn with_limits(limits: Limits) -> Self {
        Executor {
            engine: Engine::new(D::tables(), limits),
            domain: PhantomData,
        }
    }

    /// How many ticks after an action has ended well the game's sensors have to report its `sensed` effects, before a
    /// step that needs them has failed. 2 at first.
    #[must_use]
    pub fn sense_grace(mut self, ticks: u32) -> Self {
        self.engine.settings.sense_grace = u64::from(ticks);
        self
    }

    /// After how many ticks in which nothing of it has moved a plan is abandoned; 0, as at first, for never.
    #[must_use]
    pub fn wait_limit(mut self, ticks: u32) -> Self {
        self.engine.settings.wait_limit = u64::from(ticks);
        self
    }

    /// Takes a copy of a plan, which enters at the next tick. Plans of a greater priority go first, and older ones
    /// among equals.
    ///
    /// # Errors
    ///
    /// The plan does not fit.
    pub fn submit(&mut self, plan: &Plan<D>, priority: i32) -> Result<PlanId, ExecutorFull> {
        self.engine.submit(&plan.data, priority)
    }

    /// One frame: takes up what was called since the last one, and starts all that can start. Every command counts as
    /// carried out, also where it is not looked at.
    pub fn tick(&mut self, state: &mut State<D>, context: &D::Context<'_>) -> Commands<'_, D> {
        let host = Bound::<D> { context };
        self.engine.tick(&mut World {
            store: state.store_mut(),
            host: &host,
        });
        self.commands()
    }

    pub(crate) fn commands(&self) -> Commands<'_, D> {
        Commands {
            engine: &self.engine,
            at: 0,
            domain: PhantomData,
        }
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
    pub fn agent_left(&mut self, agent: D::Agent) {
        self.engine.agent_left(agent.to_word());
    }

    /// Gives a plan up at the next tick; false where it is not here, or not any more.
    pub fn cancel(&mut self, plan: PlanId) -> bool {
        self.engine.cancel(plan)
    }

    /// The answer to [`Event::NeedsRepair`]: at the next tick, this plan takes the place of all that the plan had left
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
        self.engine.is_busy(agent.to_word())
    }

    /// The plans that it holds, in order.
    pub fn plans(&self) -> impl ExactSizeIterator<Item = PlanStatus<'_, D>> + '_ {
        let engine = &self.engine;
        engine
            .order()
            .iter()
            .map(move |&place| PlanStatus::new(engine, place as usize))
    }

    /// What happened in the last tick, in order.
    pub fn events(&self) -> impl ExactSizeIterator<Item = Event<D>> + '_ {
        let notes = self.engine.notes();
        notes.all().iter().map(move |note| event(notes, note))
    }

    /// How many events of the last tick were more than [`Limits::events`].
    pub fn events_missed(&self) -> u64 {
        self.engine.notes().missed
    }

    /// The number of the last tick; 0 before the first one.
    pub fn ticks(&self) -> u64 {
        self.engine.tick
    }

    /// The limits it was made with.
    pub fn limits(&self) -> Limits {
        self.engine.limits
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.engine.bytes()
    }
}

impl<D: Domain> Default for Executor<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<D: Domain> Clone for Executor<D> {
    fn clone(&self) -> Self {
        Executor {
            engine: self.engine.clone(),
            domain: PhantomData,
        }
    }
}

impl<D: Domain> fmt::Debug for Executor<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Executor")
            .field("domain", &D::tables().name)
            .field("tick", &self.engine.tick)
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

/// The commands of a tick.
pub struct Commands<'a, D: Domain> {
    engine: &'a Engine,
    at: usize,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain> Iterator for Commands<'_, D> {
    type Item = Command<D>;

    fn next(&mut self) -> Option<Command<D>> {
        loop {
            let (order, row) = self.engine.command(self.at)?;
            self.at += 1;
            let (id, plan) = (order.id, order.plan);
            if let Some(action) = D::action_from_row(order.task, row) {
                return Some(match order.start {
                    true => Command::Start { id, action, plan },
                    false => Command::Stop { id, action, plan },
                });
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.engine.commands() - self.at;
        (left, Some(left))
    }
}

impl<D: Domain> ExactSizeIterator for Commands<'_, D> {}

impl<D: Domain> Clone for Commands<'_, D> {
    fn clone(&self) -> Self {
        Commands { ..*self }
    }
}

impl<D: Domain> fmt::Debug for Commands<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// A plan that an executor holds.
pub struct PlanStatus<'a, D: Domain> {
    /// The plan.
    pub id: PlanId,
    /// Its priority.
    pub priority: i32,
    /// Whether it starts nothing until it is repaired.
    pub needs_repair: bool,
    /// What it waits for; `None` where it enters at the next tick.
    pub waits: Option<Waiting<D>>,
    engine: &'a Engine,
    place: usize,
}

impl<'a, D: Domain> PlanStatus<'a, D> {
    fn new(engine: &'a Engine, place: usize) -> Self {
        let live = engine.live(place);
        let (step, wait) = engine.waits_for(place);
        let waits = until(engine, place, wait).and_then(|until| {
            let task = task_of::<D>(engine, place, step)?;
            Some(Waiting { step, task, until })
        });
        PlanStatus {
            id: live.id,
            priority: live.priority,
            needs_repair: live.stage == Stage::Repairing,
            waits,
            engine,
            place,
        }
    }

    /// Its steps, in order, as it was last repaired: those that are carried out, too.
    pub fn tasks(&self) -> impl ExactSizeIterator<Item = D::Task> + use<'a, D> {
        let (engine, place) = (self.engine, self.place);
        let steps = 0..engine.live(place).block.steps.len;
        steps.map(move |step| {
            let (code, row) = engine.code(place, step);
            D::task_from_row(code, row)
        })
    }

    /// How many of its steps have not started.
    pub fn steps_left(&self) -> usize {
        self.engine.live(self.place).course.unstarted as usize
    }
}

impl<D: Domain> fmt::Display for PlanStatus<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "plan {}, priority {}: ", self.id, self.priority)?;
        match &self.waits {
            Some(waiting) => write!(f, "{waiting}"),
            None => f.write_str("waits for nothing"),
        }
    }
}

impl<D: Domain> fmt::Debug for PlanStatus<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn task_of<D: Domain>(engine: &Engine, place: usize, step: usize) -> Option<D::Task> {
    (step < engine.live(place).block.steps.len).then(|| {
        let (code, row) = engine.code(place, step);
        D::task_from_row(code, row)
    })
}

/// What a step of a live plan waits for.
fn until<D: Domain>(engine: &Engine, place: usize, wait: Wait) -> Option<Until<D>> {
    let doing = match wait {
        Wait::Engaged { action, .. } | Wait::Held { action, .. } | Wait::Action(action) => {
            let (place, step) = engine.whose(action)?;
            task_of::<D>(engine, place, step)
        }
        Wait::Effect { step, .. } => task_of::<D>(engine, place, step as usize),
        _ => None,
    };
    typed(wait, doing)
}

fn typed<D: Domain>(wait: Wait, on: Option<D::Task>) -> Option<Until<D>> {
    let agent = <D::Agent as Term>::from_word;
    Some(match wait {
        Wait::None => return None,
        Wait::Engaged {
            agent: word,
            action,
        } => Until::Finished {
            agent: agent(word),
            action,
            doing: on?,
        },
        Wait::Held {
            agent: word,
            action,
        } => Until::Released {
            agent: agent(word),
            action,
            doing: on?,
        },
        Wait::Action(action) => Until::Ended { action, doing: on? },
        Wait::Effect { condition, .. } => Until::Holds {
            condition,
            after: on?,
        },
        Wait::Sensors { until, condition } => Until::Sensed {
            condition,
            tick: until,
        },
        Wait::Claim { agent: word, plan } => Until::Yielded {
            agent: agent(word),
            plan,
        },
        Wait::Repair => Until::Repaired,
    })
}

fn event<D: Domain>(notes: &Notes, note: &Note) -> Event<D> {
    let Note { tick, plan, what } = *note;
    let task = |said: Said| -> D::Task {
        let words = notes.words(said);
        D::task_from_row(said.code, words)
    };
    match what {
        Happened::Planned { steps, cost } => Event::Planned {
            tick,
            plan,
            steps,
            cost,
        },
        Happened::NoPlan { keeps, full } => Event::NoPlan { tick, keeps, full },
        Happened::Started {
            step,
            task: said,
            action,
        } => Event::Started {
            tick,
            plan,
            step: step as usize,
            task: task(said),
            action,
        },
        Happened::Finished {
            step,
            task: said,
            action,
            lost,
        } => {
            let (step, action) = (step as usize, Some(action));
            Event::Finished {
                tick,
                plan,
                step,
                task: task(said),
                action,
                lost,
            }
        }
        Happened::Failed {
            step,
            task: said,
            action,
            why,
            lost,
        } => Event::Failed {
            tick,
            plan,
            step: step as usize,
            task: task(said),
            action,
            why,
            lost,
        },
        Happened::Waits {
            step,
            task: said,
            wait,
            on,
        } => {
            let until = typed(wait, on.map(task)).unwrap_or(Until::Repaired);
            let waiting = Waiting {
                step: step as usize,
                task: task(said),
                until,
            };
            Event::Waits {
                tick,
                plan,
                waiting,
            }
        }
        Happened::NeedsRepair { at } => Event::NeedsRepair {
            tick,
            plan,
            at: at.map(task),
        },
        Happened::Repaired { at } => Event::Repaired {
            tick,
            plan,
            at: at.map(task),
        },
        Happened::Replaced { by } => Event::Replaced { tick, plan, by },
        Happened::Completed => Event::Completed { tick, plan },
        Happened::Abandoned(reason) => Event::Abandoned { tick, plan, reason },
    }
}
