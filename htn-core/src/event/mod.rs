//! What an executor and a director say: every decision, with its reason.

mod ids;
mod reasons;
mod unmet;
mod waiting;

use core::fmt;

use crate::domain::Domain;
use crate::error::SearchError;
use crate::show::Counted;

pub use ids::{ActionId, PlanId};
pub use reasons::{AbandonReason, FailureCause, NoPlanReason, Outcome};
pub use unmet::Unmet;
pub use waiting::{WaitFor, Waiting};

/// The types in which an event names tasks and agents. A domain's events have the types of the domain, those in the log of
/// an executor have words, and tools may have texts. [`Event::map`] converts between them.
pub trait EventForm: Copy + PartialEq + fmt::Debug {
    /// A task or a fact.
    type Task: Copy + PartialEq + fmt::Debug;
    /// An agent.
    type Agent: Copy + PartialEq + fmt::Debug;
}

impl<D: Domain> EventForm for D {
    type Task = D::Task;
    type Agent = D::Agent;
}

macro_rules! event_kinds {
    ($($kind:ident)*) => {
        /// The kind of an event. Tools of this workspace match it exhaustively, so that a new kind is a compile error in
        /// each of them; games match [`Event`].
        #[doc(hidden)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum EventKind {
            $(#[allow(missing_docs)] $kind,)*
        }

        impl EventKind {
            /// All kinds. The position of a kind is its number in recordings.
            pub const ALL: &[EventKind] = &[$(EventKind::$kind),*];
        }
    };
}

event_kinds! {
    Planned NoPlan Started Finished Failed Waits NeedsRepair Repaired Replaced Completed Abandoned
}

/// What happened in a tick, and why. Prints as a line for a person:
/// `tick 412: plan 3 waits: free(a1) until a1 has finished restrain(a1, t7)`. There may be more kinds of events, and fields
/// of them, in later versions: match those that you want, with `..`.
///
/// Steps are numbered from 0 in the plan as it was last repaired.
///
/// ```
/// use squad_htn::prelude::*;
/// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
/// # pub struct Guard(pub u16);
/// # htn_domain! {
/// #     pub domain patrol;
/// #     agent Guard;
/// #     operator walk(who: Guard) by who {}
/// # }
/// # use patrol::{Executor, Planner, State, Task};
///
/// /// What the director of a game may want to know of a tick.
/// fn losses(executor: &Executor) -> usize {
///     let lost = executor.events().filter(|event| match event {
///         Event::Abandoned { reason, .. } => *reason != AbandonReason::Cancelled,
///         Event::Failed { .. } => true,
///         _ => false,
///     });
///     lost.count()
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (mut state, mut planner, mut executor) = (State::new(), Planner::new(), Executor::new());
/// # let who = Guard(1);
/// # planner.start_all(&state, &[Task::Walk { who }, Task::Walk { who }]);
/// # planner.resume(&(), Budget::unlimited())?;
/// # executor.submit(planner.plan().unwrap(), 0)?;
/// # executor.tick(&mut state, &());
/// let lines: Vec<String> = executor.events().map(|event| event.to_string()).collect();
/// assert_eq!(lines, [
///     "tick 1: plan 1 started walk(Guard(1))",
///     "tick 1: plan 1 waits: walk(Guard(1)) until Guard(1) has finished walk(Guard(1))",
/// ]);
/// assert_eq!(losses(&executor), 0);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Event<F: EventForm> {
    /// The director found a plan, which enters in the next tick.
    Planned {
        /// When.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// How many steps it has.
        steps: usize,
        /// What it costs.
        cost: f32,
        /// How often the answer before this one was given again, without an event.
        repeated: u64,
    },
    /// The director found no plan, or none that it takes. Told only where it is not the same answer as the last time.
    NoPlan {
        /// When.
        tick: u64,
        /// Why.
        reason: NoPlanReason,
        /// How often the answer before this one was given again, without an event.
        repeated: u64,
    },
    /// A step started: an action began, or an internal or synchronising step was carried out.
    Started {
        /// When.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The step's number.
        step: usize,
        /// What it is.
        task: F::Task,
        /// The action, where it is one.
        action: Option<ActionId>,
    },
    /// An action ended well.
    Finished {
        /// When.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The step's number.
        step: usize,
        /// What it is.
        task: F::Task,
        /// The action.
        action: Option<ActionId>,
        /// What was full, where effects were lost by it.
        lost: Option<SearchError>,
    },
    /// A step failed: an action ended so, or a step could not start.
    Failed {
        /// When.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The step's number.
        step: usize,
        /// What it is.
        task: F::Task,
        /// The action, where it had started.
        action: Option<ActionId>,
        /// Why.
        why: FailureCause,
        /// What was full, where effects were lost by it.
        lost: Option<SearchError>,
    },
    /// A step waits for something that it did not wait for before.
    Waits {
        /// When.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The step, and what it waits for.
        waiting: Waiting<F>,
    },
    /// Something of the plan failed, and it starts nothing until it is repaired.
    NeedsRepair {
        /// When.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The lowest task that can be planned again; `None` for all that the plan was made for.
        at: Option<F::Task>,
    },
    /// The plan was repaired and goes on.
    Repaired {
        /// When.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The task that was planned again; `None` for all that the plan was made for.
        at: Option<F::Task>,
    },
    /// A better plan took the place of this one, which is over.
    Replaced {
        /// When.
        tick: u64,
        /// The plan that is over.
        plan: PlanId,
        /// The better one.
        by: PlanId,
    },
    /// The plan ended well.
    Completed {
        /// When.
        tick: u64,
        /// The plan.
        plan: PlanId,
    },
    /// The plan was given up, and what it had reserved was taken back.
    Abandoned {
        /// When.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// Why.
        reason: AbandonReason,
        /// How many repairs are allowed, where they are used up and that is why there is none: by `max_repairs`, or 0 with
        /// `Repair::Abandon`.
        used_up: Option<u32>,
    },
}

/// The parts that events of several kinds have.
struct EventHead<'a, T> {
    kind: EventKind,
    tick: u64,
    plan: Option<PlanId>,
    step: Option<usize>,
    task: Option<&'a T>,
    action: Option<ActionId>,
}

impl<'a, T> EventHead<'a, T> {
    fn new(kind: EventKind, tick: u64, plan: Option<PlanId>) -> Self {
        EventHead {
            kind,
            tick,
            plan,
            step: None,
            task: None,
            action: None,
        }
    }

    fn of_step(mut self, step: usize, task: &'a T, action: Option<ActionId>) -> Self {
        (self.step, self.task, self.action) = (Some(step), Some(task), action);
        self
    }

    fn at(mut self, task: Option<&'a T>) -> Self {
        self.task = task;
        self
    }
}

impl<F: EventForm> Event<F> {
    fn head(&self) -> EventHead<'_, F::Task> {
        use EventKind as Kind;
        let head = |kind, tick: &u64, plan: &PlanId| EventHead::new(kind, *tick, Some(*plan));
        match self {
            Event::Planned { tick, plan, .. } => head(Kind::Planned, tick, plan),
            Event::NoPlan { tick, .. } => EventHead::new(Kind::NoPlan, *tick, None),
            Event::Started {
                tick,
                plan,
                step,
                task,
                action,
            } => head(Kind::Started, tick, plan).of_step(*step, task, *action),
            Event::Finished {
                tick,
                plan,
                step,
                task,
                action,
                ..
            } => head(Kind::Finished, tick, plan).of_step(*step, task, *action),
            Event::Failed {
                tick,
                plan,
                step,
                task,
                action,
                ..
            } => head(Kind::Failed, tick, plan).of_step(*step, task, *action),
            Event::Waits {
                tick,
                plan,
                waiting,
            } => head(Kind::Waits, tick, plan).of_step(waiting.step, &waiting.task, None),
            Event::NeedsRepair { tick, plan, at } => {
                head(Kind::NeedsRepair, tick, plan).at(at.as_ref())
            }
            Event::Repaired { tick, plan, at } => head(Kind::Repaired, tick, plan).at(at.as_ref()),
            Event::Replaced { tick, plan, .. } => head(Kind::Replaced, tick, plan),
            Event::Completed { tick, plan } => head(Kind::Completed, tick, plan),
            Event::Abandoned { tick, plan, .. } => head(Kind::Abandoned, tick, plan),
        }
    }

    /// Returns the kind of the event.
    #[doc(hidden)]
    pub fn kind(&self) -> EventKind {
        self.head().kind
    }

    /// The tick in which it happened.
    pub fn tick(&self) -> u64 {
        self.head().tick
    }

    /// The plan that it is about.
    pub fn plan(&self) -> Option<PlanId> {
        self.head().plan
    }

    /// The number of the step that it is about.
    pub fn step(&self) -> Option<usize> {
        self.head().step
    }

    /// The task that it is about: that of the step, or the one that is planned again.
    pub fn task(&self) -> Option<&F::Task> {
        self.head().task
    }

    /// The action that started or ended.
    pub fn action(&self) -> Option<ActionId> {
        self.head().action
    }

    /// Converts the tasks and agents that the event names.
    pub fn map<G: EventForm>(
        self,
        mut task: impl FnMut(F::Task) -> G::Task,
        agent: impl FnMut(F::Agent) -> G::Agent,
    ) -> Event<G> {
        match self {
            Event::Planned {
                tick,
                plan,
                steps,
                cost,
                repeated,
            } => Event::Planned {
                tick,
                plan,
                steps,
                cost,
                repeated,
            },
            Event::NoPlan {
                tick,
                reason,
                repeated,
            } => Event::NoPlan {
                tick,
                reason,
                repeated,
            },
            Event::Started {
                tick,
                plan,
                step,
                task: of,
                action,
            } => Event::Started {
                tick,
                plan,
                step,
                task: task(of),
                action,
            },
            Event::Finished {
                tick,
                plan,
                step,
                task: of,
                action,
                lost,
            } => Event::Finished {
                tick,
                plan,
                step,
                task: task(of),
                action,
                lost,
            },
            Event::Failed {
                tick,
                plan,
                step,
                task: of,
                action,
                why,
                lost,
            } => Event::Failed {
                tick,
                plan,
                step,
                task: task(of),
                action,
                why,
                lost,
            },
            Event::Waits {
                tick,
                plan,
                waiting,
            } => Event::Waits {
                tick,
                plan,
                waiting: waiting.map(task, agent),
            },
            Event::NeedsRepair { tick, plan, at } => Event::NeedsRepair {
                tick,
                plan,
                at: at.map(task),
            },
            Event::Repaired { tick, plan, at } => Event::Repaired {
                tick,
                plan,
                at: at.map(task),
            },
            Event::Replaced { tick, plan, by } => Event::Replaced { tick, plan, by },
            Event::Completed { tick, plan } => Event::Completed { tick, plan },
            Event::Abandoned {
                tick,
                plan,
                reason,
                used_up,
            } => Event::Abandoned {
                tick,
                plan,
                reason,
                used_up,
            },
        }
    }
}

impl<F: EventForm<Task: fmt::Display>> fmt::Display for Event<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tick {}: {}", self.tick(), Untimed(*self))
    }
}

/// Prints an event without its tick.
pub(crate) struct Untimed<F: EventForm>(pub Event<F>);

impl<F: EventForm<Task: fmt::Display>> fmt::Display for Untimed<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(plan) = self.0.plan() {
            write!(f, "plan {plan} ")?;
        }
        match &self.0 {
            Event::Planned {
                steps,
                cost,
                repeated,
                ..
            } => {
                let costs = if *steps == 1 { "costs" } else { "cost" };
                let steps = Counted(*steps, "step", "steps");
                write!(f, "planned: {steps} that {costs} {cost}")?;
                was_repeated(*repeated, f)
            }
            Event::NoPlan {
                reason, repeated, ..
            } => {
                write!(f, "{reason}")?;
                was_repeated(*repeated, f)
            }
            Event::Started { task, .. } => write!(f, "started {task}"),
            Event::Finished { task, lost, .. } => {
                write!(f, "finished {task}")?;
                effects_are_lost(lost, f)
            }
            Event::Failed {
                task, why, lost, ..
            } => {
                write!(f, "failed at {task}: {why}")?;
                effects_are_lost(lost, f)
            }
            Event::Waits { waiting, .. } => write!(f, "waits: {waiting}"),
            Event::NeedsRepair { at: Some(task), .. } => write!(f, "needs a repair at {task}"),
            Event::NeedsRepair { at: None, .. } => f.write_str("needs a repair from the root"),
            Event::Repaired { at: Some(task), .. } => write!(f, "repaired at {task}"),
            Event::Repaired { at: None, .. } => f.write_str("repaired from the root"),
            Event::Replaced { by, .. } => write!(f, "replaced by plan {by}, which is better"),
            Event::Completed { .. } => f.write_str("completed"),
            Event::Abandoned {
                reason, used_up, ..
            } => write!(f, "abandoned because {}", reason.explain(*used_up)),
        }
    }
}

fn was_repeated(repeated: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match repeated {
        0 => Ok(()),
        1 => f.write_str(" (the answer before was given once more)"),
        times => write!(f, " (the answer before was given {times} times more)"),
    }
}

fn effects_are_lost(lost: &Option<SearchError>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match lost {
        Some(full) => write!(f, "; effects are lost: {full}"),
        None => Ok(()),
    }
}
