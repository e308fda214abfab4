//! The state of plans and steps, in the domain's types.

use core::fmt;

use super::engine::Engine;
use super::indices::{PlanSlot, StepIndex};
use super::plans::plan_record::PlanStage;
use super::plans::view::LivePlan;
use super::plans::wait::Wait;
use crate::model::domain::Domain;
use crate::model::event::{ActionId, PlanId, WaitFor, Waiting};
use crate::model::iterators::{Steps, Tasks};
use crate::model::plan::{PlanView, Tree};
use crate::model::term::Term;

/// A plan that an executor holds: the steps, their states, and what it waits for.
///
/// It borrows the executor, and copies nothing. Prints as one line.
///
/// ```
/// use squad_htn::StepState;
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain patrol;
///     agent u8;
///     predicate open(u8) [4];
///     predicate keys(u8) [4];
///     internal operator reserve(door: u8) { delete keys(door); undo put_back(door); }
///     internal operator put_back(door: u8) { add keys(door); }
///     operator unlock(who: u8, door: u8) by who { success add open(door); }
///     operator enter(who: u8, door: u8) by who { if open(door); }
///     pub method inspect(who: u8) if keys(door) { reserve(door); unlock(who, door); enter(who, door); }
/// }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use patrol::{Executor, Fact, Planner, State, Task};
///
/// let (mut state, mut planner, mut executor) = (State::from_facts([Fact::Keys(7)])?, Planner::new(), Executor::new());
/// let plan = planner.find(&state, &(), Task::Inspect { who: 1 })?.unwrap();
/// let id = executor.submit(plan, 5)?;
/// executor.tick(&mut state, &());
///
/// let status = executor.plans().next().unwrap();
/// assert_eq!((status.id, status.priority, status.needs_repair), (id, 5, false));
/// let states: Vec<StepState> = status.steps().map(|step| step.state).collect();
/// assert_eq!(states, [StepState::Done, StepState::Running, StepState::Waiting]);
/// assert_eq!(status.state(2), Some(StepState::Waiting));
/// assert!(status.has_started(1) && status.steps_left() == 1);
/// assert!(status.would_be_undone(0) && !status.would_be_undone(1));
/// assert_eq!(status.waits.unwrap().task, Task::Enter { who: 1, door: 7 });
///
/// // The plan itself, and its tree.
/// assert_eq!(status.tasks().next(), Some(Task::Reserve { door: 7 }));
/// assert_eq!(status.plan().len(), 3);
/// assert_eq!(status.tree().above(2).unwrap().name(), "inspect");
/// # Ok(())
/// # }
/// ```
pub struct PlanStatus<'a, D: Domain> {
    /// The plan.
    pub id: PlanId,
    /// Its priority.
    pub priority: i32,
    /// True if it starts nothing until it is repaired.
    pub needs_repair: bool,
    /// The reason why it waits; `None` if it enters in the next tick.
    pub waits: Option<Waiting<D>>,
    view: LivePlan<'a>,
    engine: &'a Engine,
}

/// The state of a step of a plan. The example of [`PlanStatus`] has three of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum StepState {
    /// The step has not started.
    Waiting,
    /// Its action runs.
    Running,
    /// The step was carried out, or its action succeeded.
    Done,
    /// Its action failed.
    Failed,
}

/// A step of a plan that an executor holds. Returned by [`PlanStatus::steps`]; [`PlanStatus`] has an example.
#[derive(Clone, Copy, Debug)]
pub struct PlanStep<D: Domain> {
    /// The task of the step.
    pub task: D::Task,
    /// Its state.
    pub state: StepState,
    /// Its action, while that runs.
    pub action: Option<ActionId>,
}

impl<'a, D: Domain> PlanStatus<'a, D> {
    pub(crate) fn new(engine: &'a Engine, slot: PlanSlot) -> Self {
        let view = engine.live.plans.view(slot);
        let (step, wait) = engine.live.waits_for(slot);
        let waits = waiting(engine, slot, step, wait);
        PlanStatus {
            id: view.record.id,
            priority: view.record.priority,
            needs_repair: view.record.stage == PlanStage::Repairing,
            waits,
            view,
            engine,
        }
    }

    /// Returns the plan as it was last repaired, including the steps that were carried out, without copying it.
    /// [`PlanView`](crate::PlanView) has an example.
    pub fn plan(&self) -> PlanView<'a, D> {
        PlanView::new(self.view.raw)
    }

    /// Returns the compound tasks that it was made from. [`PlanStatus`] has an example.
    pub fn tree(&self) -> Tree<'a, D> {
        self.plan().tree()
    }

    /// Iterates over the conditions above a step that the planner expects to hold when it starts, as they are written in
    /// the domain. Steps that had started when the plan was last repaired have none.
    /// [`Plan::expected`](crate::Plan::expected) has an example.
    pub fn expected(&self, step: usize) -> impl Iterator<Item = &'static str> + use<'a, D> {
        self.plan().expected(step)
    }

    /// Returns its steps with their states, in order. [`PlanStatus`] has an example.
    pub fn steps(&self) -> Steps<'a, D> {
        Steps::new((self.engine, self.view), self.view.steps().len())
    }

    /// Returns the state of a step; `None` if the step does not exist. See the example of [`PlanStatus`].
    pub fn state(&self, step: usize) -> Option<StepState> {
        Some(self.view.states().get(step)?.status)
    }

    /// Returns the tasks of its steps as it was last repaired, in order, including those that were carried out.
    pub fn tasks(&self) -> Tasks<'a, D> {
        self.plan().tasks()
    }

    /// Returns true if a step has started: it was carried out, or its action runs or has ended. [`PlanStatus`] has an
    /// example.
    pub fn has_started(&self, step: usize) -> bool {
        let step = self.view.states().get(step);
        step.is_some_and(|step| step.has_started())
    }

    /// Returns true if a step is undone when the plan is abandoned or its part of the plan is planned again: it was
    /// carried out, has an `undo`, and the plan itself has not undone it. The example of [`PlanStatus`] has a
    /// reservation.
    pub fn would_be_undone(&self, step: usize) -> bool {
        self.view.undo_chain().any(|undone| undone.index() == step)
    }

    /// Returns the number of its steps that have not started. [`PlanStatus`] has an example.
    pub fn steps_left(&self) -> usize {
        self.view.record.turns.unstarted as usize
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

impl<D: Domain> PlanStep<D> {
    pub(crate) fn new(engine: &Engine, view: LivePlan<'_>, step: StepIndex) -> Self {
        let (code, row) = view.task(step);
        let action = view.state(step).action;
        PlanStep {
            task: D::task_from_row(code, row),
            state: view.state(step).status,
            action: action.map(|action| engine.live.actions[action].id),
        }
    }
}

/// Returns a step of a plan with the reason why it waits.
pub(super) fn waiting<D: Domain>(
    engine: &Engine,
    slot: PlanSlot,
    step: StepIndex,
    wait: Wait,
) -> Option<Waiting<D>> {
    let until = until(engine, slot, wait)?;
    let task = task_of::<D>(engine.live.plans.view(slot), step)?;
    let step = step.index();
    Some(Waiting { step, task, until })
}

fn task_of<D: Domain>(view: LivePlan<'_>, step: StepIndex) -> Option<D::Task> {
    (step.index() < view.steps().len()).then(|| {
        let (code, row) = view.task(step);
        D::task_from_row(code, row)
    })
}

/// Returns the reason why a step waits.
fn until<D: Domain>(engine: &Engine, slot: PlanSlot, wait: Wait) -> Option<WaitFor<D>> {
    let on = engine.live.waited_for(slot, wait);
    let on = on.and_then(|(slot, step)| task_of::<D>(engine.live.plans.view(slot), step));
    wait.shown(on, Term::from_word)
}
