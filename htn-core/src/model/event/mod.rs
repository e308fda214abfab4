//! Events: every decision of an executor or a director, with its reason.

mod ids;
mod reasons;
#[cfg(feature = "serde")]
pub(crate) mod saved;
mod unmet;
mod waiting;

use core::fmt;

use crate::model::domain::Domain;
use crate::model::error::SearchError;
use crate::model::show::Counted;

pub use ids::{ActionId, PlanId};
pub use reasons::{AbandonReason, FailureCause, NoPlanReason, Outcome};
pub use unmet::Unmet;
pub use waiting::{WaitFor, Waiting};

/// The types in which an event names tasks and agents. A domain's events have the types of the domain, those in the log
/// of an executor have words, and tools may have texts. [`Event::map`] converts between them. It has an example.
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

/// Matches an enum and builds the same variant in another form: the fields before the semicolon as they are, those after it
/// from an expression.
macro_rules! rebuild {
    ($enum:ident, $value:expr, $($kind:ident { $($same:ident)* $(; $($field:ident: $new:expr),*)? })*) => {
        match $value {
            $($enum::$kind { $($same,)* $($($field,)*)? } => $enum::$kind { $($same,)* $($($field: $new,)*)? },)*
        }
    };
}
use rebuild;

macro_rules! event_kinds {
    ($($kind:ident: $effect:ident,)*) => {
        /// The kind of an event. The tools of this workspace match it exhaustively, so that a new kind is an error of the
        /// compiler in each of them. Games match [`Event`].
        #[doc(hidden)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum EventKind {
            $(#[allow(missing_docs)] $kind,)*
        }

        impl EventKind {
            /// All kinds. The position of a kind is its number in recordings.
            pub const ALL: &[EventKind] = &[$(EventKind::$kind),*];

            /// Returns what events of this kind change.
            pub fn effect(self) -> EventEffect {
                match self {
                    $(EventKind::$kind => EventEffect::$effect,)*
                }
            }
        }

        impl<F: EventForm> Event<F> {
            /// Returns the kind of the event.
            #[doc(hidden)]
            pub fn kind(&self) -> EventKind {
                match self {
                    $(Event::$kind { .. } => EventKind::$kind,)*
                }
            }

            /// Returns the tick of the event.
            pub fn tick(&self) -> u64 {
                match self {
                    $(Event::$kind { tick, .. })|* => *tick,
                }
            }
        }
    };
}

event_kinds! {
    Planned: PlanAdded, NoPlan: Nothing,
    Started: StepStarted, Finished: StepFinished, Failed: StepFailed, Waits: StepWaits,
    NeedsRepair: PlanBroken, Repaired: PlanRepaired,
    Replaced: PlanEnded, Completed: PlanEnded, Abandoned: PlanEnded,
}

/// The change that an event reports, for tools that follow plans and steps.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EventEffect {
    /// The event changes no plan.
    Nothing,
    /// There is a new plan.
    PlanAdded,
    /// A step runs, or is done if it is no action.
    StepStarted,
    /// A step is done.
    StepFinished,
    /// A step has failed.
    StepFailed,
    /// A step waits for something else than before.
    StepWaits,
    /// The plan starts nothing until it is repaired.
    PlanBroken,
    /// The steps of the plan have changed.
    PlanRepaired,
    /// The plan has ended.
    PlanEnded,
}

/// The data of an event that only its kind has, for tools that record events.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum EventDetail<F: EventForm> {
    /// The kind has no data of its own.
    Nothing,
    /// The number of steps of a new plan.
    Steps(usize),
    /// The reason why no plan was adopted.
    NoPlan(NoPlanReason),
    /// The error because of which effects were not applied.
    Lost(SearchError),
    /// The cause of a failure.
    Failure(FailureCause),
    /// The end of a wait.
    Wait(WaitFor<F>),
    /// The plan that replaced this one.
    ReplacedBy(PlanId),
    /// The reason why a plan was abandoned, and the number of repairs that are used up.
    Abandoned(AbandonReason, Option<u32>),
}

/// An event of a tick, with its reason.
///
/// Prints as one line: `tick 412: plan 3 waits: free(a1) until a1 has finished restrain(a1, t7)`. Later versions may add kinds
/// of events and fields, so match with `..`.
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
/// /// Counts plans that ended early and steps that failed.
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
    /// The director found a plan, which starts in the next tick.
    Planned {
        /// The tick of the event.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The number of its steps.
        steps: usize,
        /// Its cost.
        cost: f32,
        /// The number of times that the previous answer was repeated without an event.
        repeated: u64,
    },
    /// The director found no plan, or none that it accepts. Reported only if the answer differs from the previous one.
    NoPlan {
        /// The tick of the event.
        tick: u64,
        /// The reason.
        reason: NoPlanReason,
        /// The number of times that the previous answer was repeated without an event.
        repeated: u64,
    },
    /// A step started: an action began, or an internal or synchronising step completed.
    Started {
        /// The tick of the event.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The index of the step.
        step: usize,
        /// The task of the step.
        task: F::Task,
        /// The action, if the step is one.
        action: Option<ActionId>,
    },
    /// An action succeeded.
    Finished {
        /// The tick of the event.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The index of the step.
        step: usize,
        /// The task of the step.
        task: F::Task,
        /// The action.
        action: Option<ActionId>,
        /// The full predicate or limit because of which effects were not applied.
        lost: Option<SearchError>,
    },
    /// A step failed: its action failed, or it could not start.
    Failed {
        /// The tick of the event.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The index of the step.
        step: usize,
        /// The task of the step.
        task: F::Task,
        /// The action, if it had started.
        action: Option<ActionId>,
        /// The reason.
        why: FailureCause,
        /// The full predicate or limit because of which effects were not applied.
        lost: Option<SearchError>,
    },
    /// A step waits for something that it did not wait for before.
    Waits {
        /// The tick of the event.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The waiting step with the condition that ends its wait.
        waiting: Waiting<F>,
    },
    /// A part of the plan failed. The plan starts no step until it is repaired.
    NeedsRepair {
        /// The tick of the event.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The lowest task that can be planned again; `None` for the root tasks.
        at: Option<F::Task>,
    },
    /// The plan was repaired and continues.
    Repaired {
        /// The tick of the event.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The task that was planned again; `None` for the root tasks.
        at: Option<F::Task>,
    },
    /// A better plan replaced this one.
    Replaced {
        /// The tick of the event.
        tick: u64,
        /// The replaced plan.
        plan: PlanId,
        /// The better plan.
        by: PlanId,
    },
    /// The plan completed.
    Completed {
        /// The tick of the event.
        tick: u64,
        /// The plan.
        plan: PlanId,
    },
    /// The plan was abandoned, and its reservations were undone.
    Abandoned {
        /// The tick of the event.
        tick: u64,
        /// The plan.
        plan: PlanId,
        /// The reason.
        reason: AbandonReason,
        /// The number of allowed repairs, if they are used up and no repair was tried for that reason: `max_repairs`, or 0 with
        /// `Repair::Abandon`.
        used_up: Option<u32>,
    },
}

impl<F: EventForm> Event<F> {
    /// Returns the plan that the event is about. `None` for [`Event::NoPlan`]. [`Event::map`] has an example.
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

    /// Returns the action that ended, if the event reports the end of one. [`Event::map`] has an example.
    pub fn ended_action(&self) -> Option<ActionId> {
        let ended = [EventEffect::StepFinished, EventEffect::StepFailed];
        let (.., action) = self.parts();
        action.filter(|_| ended.contains(&self.kind().effect()))
    }

    /// Returns the step, the task and the action of the event. The task is that of the step, or the one that is planned
    /// again.
    #[doc(hidden)]
    pub fn parts(&self) -> (Option<usize>, Option<F::Task>, Option<ActionId>) {
        match *self {
            Event::Started {
                step, task, action, ..
            }
            | Event::Finished {
                step, task, action, ..
            }
            | Event::Failed {
                step, task, action, ..
            } => (Some(step), Some(task), action),
            Event::Waits { waiting, .. } => (Some(waiting.step), Some(waiting.task), None),
            Event::NeedsRepair { at, .. } | Event::Repaired { at, .. } => (None, at, None),
            Event::Planned { .. }
            | Event::NoPlan { .. }
            | Event::Replaced { .. }
            | Event::Completed { .. }
            | Event::Abandoned { .. } => (None, None, None),
        }
    }

    /// Returns the data that only this kind of event has.
    #[doc(hidden)]
    pub fn detail(&self) -> EventDetail<F> {
        match *self {
            Event::Planned { steps, .. } => EventDetail::Steps(steps),
            Event::NoPlan { reason, .. } => EventDetail::NoPlan(reason),
            Event::Finished { lost, .. } => lost.map_or(EventDetail::Nothing, EventDetail::Lost),
            Event::Failed { why, .. } => EventDetail::Failure(why),
            Event::Waits { waiting, .. } => EventDetail::Wait(waiting.until),
            Event::Replaced { by, .. } => EventDetail::ReplacedBy(by),
            Event::Abandoned {
                reason, used_up, ..
            } => EventDetail::Abandoned(reason, used_up),
            Event::Started { .. }
            | Event::NeedsRepair { .. }
            | Event::Repaired { .. }
            | Event::Completed { .. } => EventDetail::Nothing,
        }
    }

    /// Converts the tasks and agents that the event names.
    ///
    /// ```
    /// use squad_htn::{Event, EventForm};
    /// # use squad_htn::prelude::*;
    /// # htn_domain! {
    /// #     domain watch;
    /// #     agent u8;
    /// #     operator walk(who: u8) by who {}
    /// # }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use watch::{Executor, Planner, State, Task};
    /// # let (mut state, mut planner, mut executor) = (State::new(), Planner::new(), Executor::new());
    /// # executor.submit(planner.find(&state, &(), Task::Walk { who: 1 })?.unwrap(), 0)?;
    ///
    /// /// Events of any domain, with names for tasks and numbers for agents.
    /// #[derive(Clone, Copy, PartialEq, Debug)]
    /// struct Named;
    ///
    /// impl EventForm for Named {
    ///     type Task = &'static str;
    ///     type Agent = u8;
    /// }
    ///
    /// executor.tick(&mut state, &());
    /// let event = executor.events().next().unwrap();
    /// let event: Event<Named> = event.map(|task| task.name(), |agent| agent);
    /// assert_eq!(event.to_string(), "tick 1: plan 1 started walk");
    /// assert_eq!((event.tick(), event.plan().map(|plan| plan.number())), (1, Some(1)));
    /// assert_eq!(event.ended_action(), None);
    /// # Ok(())
    /// # }
    /// ```
    pub fn map<G: EventForm>(
        self,
        mut typed: impl FnMut(F::Task) -> G::Task,
        agent: impl FnMut(F::Agent) -> G::Agent,
    ) -> Event<G> {
        rebuild! { Event, self,
            Planned { tick plan steps cost repeated }
            NoPlan { tick reason repeated }
            Started { tick plan step action; task: typed(task) }
            Finished { tick plan step action lost; task: typed(task) }
            Failed { tick plan step action why lost; task: typed(task) }
            Waits { tick plan; waiting: waiting.map(typed, agent) }
            NeedsRepair { tick plan; at: at.map(typed) }
            Repaired { tick plan; at: at.map(typed) }
            Replaced { tick plan by }
            Completed { tick plan }
            Abandoned { tick plan reason used_up }
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
                let steps = Counted(*steps, "step", "steps");
                write!(f, "found: {steps}, cost {cost}")?;
                write_repeated(*repeated, f)
            }
            Event::NoPlan {
                reason, repeated, ..
            } => {
                write!(f, "{reason}")?;
                write_repeated(*repeated, f)
            }
            Event::Started { task, .. } => write!(f, "started {task}"),
            Event::Finished { task, lost, .. } => {
                write!(f, "finished {task}")?;
                write_lost_effects(lost, f)
            }
            Event::Failed {
                task, why, lost, ..
            } => {
                write!(f, "failed at {task}: {why}")?;
                write_lost_effects(lost, f)
            }
            Event::Waits { waiting, .. } => write!(f, "waits: {waiting}"),
            Event::NeedsRepair { at: Some(task), .. } => write!(f, "needs a repair at {task}"),
            Event::NeedsRepair { at: None, .. } => f.write_str("needs a repair from the root"),
            Event::Repaired { at: Some(task), .. } => write!(f, "repaired at {task}"),
            Event::Repaired { at: None, .. } => f.write_str("repaired from the root"),
            Event::Replaced { by, .. } => write!(f, "replaced by plan {by}"),
            Event::Completed { .. } => f.write_str("completed"),
            Event::Abandoned {
                reason, used_up, ..
            } => write!(f, "abandoned: {}", reason.explain(*used_up)),
        }
    }
}

fn write_repeated(repeated: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match repeated {
        0 => Ok(()),
        1 => f.write_str(" (previous answer repeated once)"),
        times => write!(f, " (previous answer repeated {times} times)"),
    }
}

fn write_lost_effects(lost: &Option<SearchError>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match lost {
        Some(full) => write!(f, "; effects not applied: {full}"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    /// Tasks and agents are numbers.
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct WordForm;

    impl EventForm for WordForm {
        type Task = u32;
        type Agent = u8;
    }

    /// Tasks and agents are texts.
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Texts;

    impl EventForm for Texts {
        type Task = &'static str;
        type Agent = char;
    }

    #[test]
    fn map_converts_tasks_and_agents_only() {
        let (tick, plan, action) = (7, PlanId::NONE, ActionId::NONE);
        let until = WaitFor::Finished {
            agent: 1,
            action,
            doing: 2,
        };
        let waiting = Waiting {
            step: 3,
            task: 4,
            until,
        };
        let event = Event::<WordForm>::Waits {
            tick,
            plan,
            waiting,
        };
        let typed = |task| if task == 2 { "run" } else { "hide" };
        let mapped: Event<Texts> = event.map(typed, |agent| char::from(b'a' + agent));
        assert_eq!(
            mapped.to_string(),
            "tick 7: plan 0 waits: hide until 'b' has finished run"
        );
        assert_eq!(mapped.kind(), EventKind::Waits);
        assert_eq!(mapped.parts(), (Some(3), Some("hide"), None));
    }

    /// Recordings have the number of a kind.
    #[test]
    fn kinds_are_numbered_by_their_position() {
        for (at, kind) in EventKind::ALL.iter().enumerate() {
            assert_eq!(*kind as usize, at);
        }
    }

    #[test]
    fn only_ends_of_steps_have_an_ended_action() {
        let (tick, plan, step, task) = (1, PlanId::NONE, 0, 5);
        let action = Some(ActionId::NONE);
        let started = Event::<WordForm>::Started {
            tick,
            plan,
            step,
            task,
            action,
        };
        let finished = Event::<WordForm>::Finished {
            tick,
            plan,
            step,
            task,
            action,
            lost: None,
        };
        assert_eq!((started.parts().2, started.ended_action()), (action, None));
        assert_eq!(finished.ended_action(), action);
    }
}
