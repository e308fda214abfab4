//! From words to the domain's types: plans as they stand, and events.

use core::cell::OnceCell;
use core::fmt;

use super::engine::Engine;
use super::indices::{PlanSlot, StepIndex};
use super::live::StepStatus;
use super::plan_record::Stage;
use super::view::PlanView;
use super::wait::Wait;
use crate::domain::Domain;
use crate::event::{ActionId, PlanId, WaitFor, Waiting};
use crate::iterators::{AnyPlan, Steps, Tasks};
use crate::plan::{Plan, Tree};
use crate::term::Term;

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
    view: PlanView<'a>,
    engine: &'a Engine,
    slot: PlanSlot,
    /// Put together when it is asked for.
    plan: OnceCell<Plan<D>>,
}

/// How a step of a plan stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
        let view = engine.plans.view(slot);
        let (step, wait) = engine.waits_for(slot);
        let waits = waiting(engine, slot, step, wait);
        PlanStatus {
            id: view.record.id,
            priority: view.record.priority,
            needs_repair: view.record.stage == Stage::Repairing,
            waits,
            view,
            engine,
            slot,
            plan: OnceCell::new(),
        }
    }

    /// The plan as it was last repaired, with the steps that were carried out: all that can be known of a plan. It is put
    /// together when this is first called, which takes memory: for those who look at a plan, and not for each frame. What it
    /// costs is the sum of what its steps cost.
    pub fn plan(&self) -> &Plan<D> {
        let plan = || Plan::new(self.engine.copy_out(self.slot));
        self.plan.get_or_init(plan)
    }

    /// The compound tasks that it comes from. Takes memory, as [`plan`](Self::plan) does.
    pub fn tree(&self) -> Tree<'_, D> {
        self.plan().tree()
    }

    /// The conditions above a step that the planner expects to hold when it starts, as they are written in the domain. Nothing
    /// is known of steps that had started when the plan was last repaired.
    pub fn expected(&self, step: usize) -> impl Iterator<Item = &'static str> + use<'a, D> {
        let (engine, slot, view) = (self.engine, self.slot, self.view);
        let step = (step < view.steps().len()).then(|| StepIndex::new(step));
        step.into_iter().flat_map(move |step| {
            let above = engine.checks_above(slot, step);
            let expected =
                move |(node, check): &(_, usize)| engine.is_planned(slot, step, *node, *check);
            above.filter(expected).filter_map(move |(node, check)| {
                let branch = view.branch(view.node(Some(node))?)?;
                Some(engine.tables.checks[branch.checks.at as usize + check].text)
            })
        })
    }

    /// Its steps with how they stand, in order.
    pub fn steps(&self) -> Steps<'a, D> {
        Steps::new((self.engine, self.view), self.view.steps().len())
    }

    /// How a step stands; `None` where there is no such step.
    pub fn state(&self, step: usize) -> Option<StepState> {
        let step = self.view.steps().get(step)?;
        Some(state(step.status))
    }

    /// Its steps, in order, as it was last repaired: those that are carried out, too.
    pub fn tasks(&self) -> Tasks<'a, D> {
        Tasks::new(AnyPlan::Live(self.view), self.view.steps().len())
    }

    /// Whether a step has started: it is carried out, or its action runs or has ended.
    pub fn has_started(&self, step: usize) -> bool {
        let step = self.view.steps().get(step);
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
    pub(crate) fn new(engine: &Engine, view: PlanView<'_>, step: StepIndex) -> Self {
        let (code, row) = view.task(step);
        let action = view.step(step).action;
        PlanStep {
            task: D::task_from_row(code, row),
            state: state(view.step(step).status),
            action: action.map(|action| engine.actions[action].id),
        }
    }
}

fn state(status: StepStatus) -> StepState {
    match status {
        StepStatus::Waiting => StepState::Waiting,
        StepStatus::Running => StepState::Running,
        StepStatus::Done => StepState::Done,
        StepStatus::Failed => StepState::Failed,
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
    let task = task_of::<D>(engine.plans.view(slot), step)?;
    let step = step.index();
    Some(Waiting { step, task, until })
}

fn task_of<D: Domain>(view: PlanView<'_>, step: StepIndex) -> Option<D::Task> {
    (step.index() < view.steps().len()).then(|| {
        let (code, row) = view.task(step);
        D::task_from_row(code, row)
    })
}

/// What a step of a live plan waits for.
fn until<D: Domain>(engine: &Engine, slot: PlanSlot, wait: Wait) -> Option<WaitFor<D>> {
    let on = engine.waited_for(slot, wait);
    let on = on.and_then(|(slot, step)| task_of::<D>(engine.plans.view(slot), step));
    wait.shown(on, Term::from_word)
}
