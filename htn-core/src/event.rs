//! What an executor and a director say: every decision, with its reason.

use core::fmt;
use core::mem::discriminant;

use crate::domain::Domain;
use crate::error::PlannerFull;

/// A plan that an executor was given. Later plans have greater numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlanId(pub(crate) u64);

impl fmt::Display for PlanId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// An action that an executor started. Later actions have greater numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ActionId(pub(crate) u64);

impl fmt::Display for ActionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// How an action ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Well.
    Success,
    /// Not well.
    Failure,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Success => "success",
            Outcome::Failure => "failure",
        })
    }
}

/// Why a plan was abandoned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The game said so.
    Cancelled,
    /// A step failed, and no repair was found or allowed.
    NoRepair,
    /// An agent left, and no repair without it was found or allowed.
    AgentLeft,
    /// It was in a ring of plans that wait for one another.
    Deadlock,
    /// It had not moved for `wait_limit` ticks. The [`Event::Waits`] before it says what it waited for.
    Stuck,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Reason::Cancelled => "it was cancelled",
            Reason::NoRepair => "there is no repair",
            Reason::AgentLeft => "an agent left, and there is no repair",
            Reason::Deadlock => "it is in a ring of plans that wait for one another",
            Reason::Stuck => "it has not moved for too long",
        })
    }
}

/// Why a step failed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Why {
    /// The game reported it.
    Reported,
    /// The `while` condition of the action no longer held.
    While(&'static str),
    /// An agent that the action engaged left.
    AgentLeft,
    /// The executor stopped it, because its plan was abandoned or its part of the plan replaced.
    Stopped,
    /// This condition did not hold, and nothing was left to wait for.
    Condition(&'static str),
    /// This was full.
    Full(PlannerFull),
    /// It was to take a step back, and its precondition did not hold: nothing changed.
    CannotUndo,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Reported => f.write_str("the game reported it"),
            Why::While(text) => write!(f, "`while {text}` no longer holds"),
            Why::AgentLeft => f.write_str("an agent left"),
            Why::Stopped => f.write_str("it was stopped"),
            Why::Condition(text) => write!(f, "`{text}` does not hold"),
            Why::Full(full) => full.fmt(f),
            Why::CannotUndo => f.write_str("it was to take a step back, and can't start"),
        }
    }
}

/// What a step waits for.
pub enum Until<D: Domain> {
    /// The agent has finished the action that engages it.
    Finished {
        /// The agent.
        agent: D::Agent,
        /// The action.
        action: ActionId,
        /// What the action is.
        doing: D::Task,
    },
    /// The action has ended that a `block_on` holds the agent for.
    Released {
        /// The agent.
        agent: D::Agent,
        /// The action.
        action: ActionId,
        /// What the action is.
        doing: D::Task,
    },
    /// The action has ended: what a closed `global_block`, and a plan whose steps have all started, wait for.
    Ended {
        /// The action.
        action: ActionId,
        /// What the action is.
        doing: D::Task,
    },
    /// An earlier step of the plan has ended, which may bring about a condition that does not hold.
    Holds {
        /// The condition.
        condition: &'static str,
        /// The earlier step.
        after: D::Task,
    },
    /// The game's sensors have had time to report a condition that does not hold.
    Sensed {
        /// The condition.
        condition: &'static str,
        /// When the time is over.
        tick: u64,
    },
    /// A plan before this one has had the agent.
    Yielded {
        /// The agent.
        agent: D::Agent,
        /// The plan.
        plan: PlanId,
    },
    /// The plan has been repaired.
    Repaired,
}

impl<D: Domain> Clone for Until<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain> Copy for Until<D> {}

impl<D: Domain> fmt::Display for Until<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Until::Finished { agent, doing, .. } => write!(f, "{agent:?} has finished {doing}"),
            Until::Released { agent, doing, .. } => {
                write!(f, "{doing} has ended, for which {agent:?} is held")
            }
            Until::Ended { doing, .. } => write!(f, "{doing} has ended"),
            Until::Holds { condition, after } => {
                write!(f, "{after} has ended, for `{condition}`")
            }
            Until::Sensed { condition, tick } => {
                write!(
                    f,
                    "the sensors report `{condition}`, at most until tick {tick}"
                )
            }
            Until::Yielded { agent, plan } => write!(f, "plan {plan} has had {agent:?}"),
            Until::Repaired => f.write_str("the plan is repaired"),
        }
    }
}

/// A step that waits, and for what: `free(a1) until a1 has finished restrain(a1, t7)`.
pub struct Waiting<D: Domain> {
    /// The step's number in the plan.
    pub step: usize,
    /// What the step is.
    pub task: D::Task,
    /// What it waits for.
    pub until: Until<D>,
}

impl<D: Domain> Clone for Waiting<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain> Copy for Waiting<D> {}

impl<D: Domain> fmt::Display for Waiting<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} until {}", self.task, self.until)
    }
}

/// What happened in a tick, and why. Prints as a line for a person:
/// `tick 412: plan 3 waits: free(a1) until a1 has finished restrain(a1, t7)`.
///
/// Steps are numbered from 0 in the plan as it was last repaired.
pub enum Event<D: Domain> {
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
    },
    /// The director found no plan.
    NoPlan {
        /// When.
        tick: u64,
        /// The plan that goes on, where one was found that is no better.
        keeps: Option<PlanId>,
        /// What was full, where that is why.
        full: Option<PlannerFull>,
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
        task: D::Task,
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
        task: D::Task,
        /// The action.
        action: Option<ActionId>,
        /// What was full, where effects were lost by it.
        lost: Option<PlannerFull>,
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
        task: D::Task,
        /// The action, where it had started.
        action: Option<ActionId>,
        /// Why.
        why: Why,
        /// What was full, where effects were lost by it.
        lost: Option<PlannerFull>,
    },
    /// A step waits for something that it did not wait for before.
    Waits {
        /// When.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The step, and what it waits for.
        waiting: Waiting<D>,
    },
    /// Something of the plan failed, and it starts nothing until it is repaired.
    NeedsRepair {
        /// When.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The lowest task that can be planned again; `None` for all that the plan was made for.
        at: Option<D::Task>,
    },
    /// The plan was repaired and goes on.
    Repaired {
        /// When.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The task that was planned again; `None` for all that the plan was made for.
        at: Option<D::Task>,
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
        reason: Reason,
    },
}

impl<D: Domain> Event<D> {
    /// The tick in which it happened.
    pub fn tick(&self) -> u64 {
        match *self {
            Event::Planned { tick, .. }
            | Event::NoPlan { tick, .. }
            | Event::Started { tick, .. }
            | Event::Finished { tick, .. }
            | Event::Failed { tick, .. }
            | Event::Waits { tick, .. }
            | Event::NeedsRepair { tick, .. }
            | Event::Repaired { tick, .. }
            | Event::Replaced { tick, .. }
            | Event::Completed { tick, .. }
            | Event::Abandoned { tick, .. } => tick,
        }
    }

    /// The plan that it is about.
    pub fn plan(&self) -> Option<PlanId> {
        match *self {
            Event::NoPlan { .. } => None,
            Event::Planned { plan, .. }
            | Event::Started { plan, .. }
            | Event::Finished { plan, .. }
            | Event::Failed { plan, .. }
            | Event::Waits { plan, .. }
            | Event::NeedsRepair { plan, .. }
            | Event::Repaired { plan, .. }
            | Event::Replaced { plan, .. }
            | Event::Completed { plan, .. }
            | Event::Abandoned { plan, .. } => Some(plan),
        }
    }
}

impl<D: Domain> Clone for Event<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain> Copy for Event<D> {}

impl<D: Domain> fmt::Display for Event<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tick {}: ", self.tick())?;
        if let Some(plan) = self.plan() {
            write!(f, "plan {plan} ")?;
        }
        match self {
            Event::Planned { steps, cost, .. } => {
                write!(f, "planned: {steps} steps that cost {cost}")
            }
            Event::NoPlan {
                full: Some(full), ..
            } => write!(f, "there is no plan: {full}"),
            Event::NoPlan {
                keeps: Some(plan), ..
            } => {
                write!(f, "there is no better plan than plan {plan}")
            }
            Event::NoPlan { .. } => f.write_str("there is no plan"),
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
            Event::Abandoned { reason, .. } => write!(f, "abandoned because {reason}"),
        }
    }
}

fn effects_are_lost(lost: &Option<PlannerFull>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match lost {
        Some(full) => write!(f, "; effects are lost: {full}"),
        None => Ok(()),
    }
}

/// What there is to compare of an [`Until`].
type UntilParts<D> = (
    Option<<D as Domain>::Agent>,
    Option<ActionId>,
    Option<<D as Domain>::Task>,
    Option<&'static str>,
    u64,
    Option<PlanId>,
);

impl<D: Domain> Until<D> {
    fn parts(&self) -> UntilParts<D> {
        match *self {
            Until::Finished {
                agent,
                action,
                doing,
            }
            | Until::Released {
                agent,
                action,
                doing,
            } => (Some(agent), Some(action), Some(doing), None, 0, None),
            Until::Ended { action, doing } => (None, Some(action), Some(doing), None, 0, None),
            Until::Holds { condition, after } => {
                (None, None, Some(after), Some(condition), 0, None)
            }
            Until::Sensed { condition, tick } => (None, None, None, Some(condition), tick, None),
            Until::Yielded { agent, plan } => (Some(agent), None, None, None, 0, Some(plan)),
            Until::Repaired => (None, None, None, None, 0, None),
        }
    }
}

impl<D: Domain> PartialEq for Until<D> {
    fn eq(&self, other: &Self) -> bool {
        discriminant(self) == discriminant(other) && self.parts() == other.parts()
    }
}

impl<D: Domain> PartialEq for Waiting<D> {
    fn eq(&self, other: &Self) -> bool {
        self.step == other.step && self.task == other.task && self.until == other.until
    }
}

impl<D: Domain> PartialEq for Event<D> {
    fn eq(&self, other: &Self) -> bool {
        let same = match (*self, *other) {
            (
                Event::Planned { steps, cost, .. },
                Event::Planned {
                    steps: s, cost: c, ..
                },
            ) => (steps, cost) == (s, c),
            (
                Event::NoPlan { keeps, full, .. },
                Event::NoPlan {
                    keeps: k, full: f, ..
                },
            ) => (keeps, full) == (k, f),
            (Event::Waits { waiting, .. }, Event::Waits { waiting: other, .. }) => waiting == other,
            (Event::NeedsRepair { at, .. }, Event::NeedsRepair { at: other, .. }) => at == other,
            (Event::Repaired { at, .. }, Event::Repaired { at: other, .. }) => at == other,
            (Event::Replaced { by, .. }, Event::Replaced { by: other, .. }) => by == other,
            (Event::Abandoned { reason, .. }, Event::Abandoned { reason: r, .. }) => reason == r,
            _ => self.about_step() == other.about_step(),
        };
        let alike = discriminant(self) == discriminant(other);
        alike && same && self.tick() == other.tick() && self.plan() == other.plan()
    }
}

/// What there is to compare of an event that is about a step.
type StepParts<D> = (
    usize,
    <D as Domain>::Task,
    Option<ActionId>,
    Option<Why>,
    Option<PlannerFull>,
);

impl<D: Domain> Event<D> {
    fn about_step(&self) -> Option<StepParts<D>> {
        match *self {
            Event::Started {
                step, task, action, ..
            } => Some((step, task, action, None, None)),
            Event::Finished {
                step,
                task,
                action,
                lost,
                ..
            } => Some((step, task, action, None, lost)),
            Event::Failed {
                step,
                task,
                action,
                why,
                lost,
                ..
            } => Some((step, task, action, Some(why), lost)),
            _ => None,
        }
    }
}

/// As the line that it prints.
macro_rules! debug_as_line {
    ($($name:ident)*) => {$(
        impl<D: Domain> fmt::Debug for $name<D> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self}")
            }
        }
    )*};
}

debug_as_line! { Until Waiting Event }
