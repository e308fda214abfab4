//! From words to the domain's types: plans as they stand, and events.

use core::fmt;

use super::engine::Engine;
use super::indices::{PlanSlot, StepIndex};
use super::plan_record::PlanStage;
use super::view::LivePlan;
use super::wait::Wait;
use crate::model::domain::Domain;
use crate::model::event::{ActionId, PlanId, WaitFor, Waiting};
use crate::model::iterators::{Steps, Tasks};
use crate::model::plan::{PlanView, Tree};
use crate::model::term::Term;

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
    view: LivePlan<'a>,
    engine: &'a Engine,
}

/// How a step of a plan stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum StepState {
    /// It has not started.
    Waiting,
    /// An action that runs.
    Running,
    /// It was carried out, or ended well.
    Done,
    /// It ended as a failure.
    Failed,
}

/// A step of a plan that an executor holds.
#[derive(Clone, Copy, Debug)]
pub struct PlanStep<D: Domain> {
    /// What it is.
    pub task: D::Task,
    /// How it stands.
    pub state: StepState,
    /// The action that it is, while that runs.
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

    /// The plan as it was last repaired, with the steps that were carried out. Nothing is copied.
    pub fn plan(&self) -> PlanView<'a, D> {
        PlanView::new(self.view.raw)
    }

    /// The compound tasks that it comes from.
    pub fn tree(&self) -> Tree<'a, D> {
        self.plan().tree()
    }

    /// The conditions above a step that the planner expects to hold when it starts, as they are written in the domain. Nothing
    /// is known of steps that had started when the plan was last repaired.
    pub fn expected(&self, step: usize) -> impl Iterator<Item = &'static str> + use<'a, D> {
        self.plan().expected(step)
    }

    /// Its steps with how they stand, in order.
    pub fn steps(&self) -> Steps<'a, D> {
        Steps::new((self.engine, self.view), self.view.steps().len())
    }

    /// How a step stands; `None` where there is no such step.
    pub fn state(&self, step: usize) -> Option<StepState> {
        Some(self.view.states().get(step)?.status)
    }

    /// Its steps, in order, as it was last repaired: those that are carried out, too.
    pub fn tasks(&self) -> Tasks<'a, D> {
        self.plan().tasks()
    }

    /// Whether a step has started: it is carried out, or its action runs or has ended.
    pub fn has_started(&self, step: usize) -> bool {
        let step = self.view.states().get(step);
        step.is_some_and(|step| step.has_started())
    }

    /// Whether a step was carried out, has an `undo`, and was not taken back by the plan itself: so it is taken back where
    /// the plan is given up or its part of it is planned again.
    pub fn would_be_undone(&self, step: usize) -> bool {
        self.view.undo_chain().any(|undone| undone.index() == step)
    }

    /// How many of its steps have not started.
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

/// A step of a plan, and what it waits for.
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

/// What a step of a live plan waits for.
fn until<D: Domain>(engine: &Engine, slot: PlanSlot, wait: Wait) -> Option<WaitFor<D>> {
    let on = engine.live.waited_for(slot, wait);
    let on = on.and_then(|(slot, step)| task_of::<D>(engine.live.plans.view(slot), step));
    wait.shown(on, Term::from_word)
}
