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
        task: D::Task,
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
        reason: AbandonReason,
        /// How many repairs are allowed, where they are used up and that is why there is none: by `max_repairs`, or 0 with
        /// `Repair::Abandon`.
        used_up: Option<u32>,
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

impl<D: Domain> fmt::Display for Event<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tick {}: ", self.tick())?;
        if let Some(plan) = self.plan() {
            write!(f, "plan {plan} ")?;
        }
        match self {
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
            } => abandoned(*reason, *used_up, f),
        }
    }
}

fn abandoned(
    reason: AbandonReason,
    used_up: Option<u32>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    f.write_str("abandoned because ")?;
    let Some(repairs) = used_up else {
        return write!(f, "{reason}");
    };
    if reason == AbandonReason::AgentLeft {
        f.write_str("an agent left, and ")?;
    }
    match repairs {
        0 => f.write_str("no repair is allowed"),
        1 => f.write_str("it was repaired once, and no more is allowed"),
        _ => write!(f, "it was repaired {repairs} times, and no more is allowed"),
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
