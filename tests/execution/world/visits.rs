//! Checks the order of visits, and that nothing startable is left.

use squad_htn::{ActionId, PlanId};

use super::model::{Model, Status};
use super::rules::{can_start, has_failed};

/// The position of the visits.
#[derive(Default)]
pub struct Visit {
    pub plan: Option<PlanId>,
    /// The steps of a group that must follow at once.
    pub group: Vec<(PlanId, usize)>,
}

/// Checks that it is a step's turn: no earlier step of its plan can start, and its plan is the visited one, or the first with
/// anything to start.
fn turn(model: &Model, visit: &mut Visit, order: usize, step: usize) -> Result<(), String> {
    let plan = model.plans[order].id;
    ensure!(
        visit.group.is_empty(),
        "half a group started: {:?}",
        visit.group
    );
    if visit.plan != Some(plan) {
        let visited = visit.plan.and_then(|id| model.plan(id));
        for other in visited.into_iter().chain(0..order) {
            let left = startable(model, other);
            ensure!(left.is_none(), "{} came first", name(model, other, left));
        }
    }
    visit.plan = Some(plan);
    let first = startable(model, order);
    ensure!(
        first.is_none_or(|first| first >= step),
        "{} came first",
        name(model, order, first)
    );
    Ok(())
}

/// Checks a started step.
pub fn started(
    model: &mut Model,
    visit: &mut Visit,
    plan: PlanId,
    step: usize,
    action: Option<ActionId>,
) -> Result<(), String> {
    let order = model.plan(plan).ok_or("the plan is over")?;
    ensure!(
        model.plans[order].status == Status::Live,
        "the plan is in repair"
    );
    ensure!(
        step < model.plans[order].steps.len(),
        "the plan has no step {step}"
    );
    ensure!(
        action.is_some() == model.plans[order].steps[step].spec.external,
        "{action:?}"
    );
    if visit.group.is_empty() {
        ensure!(can_start(model, order, step).may(), "it could not");
        turn(model, visit, order, step)?;
        let group = model.plans[order].group(step);
        ensure!(group.start == step, "in the middle of its group");
        visit.group = group.skip(1).map(|at| (plan, at)).collect();
    } else {
        ensure!(
            visit.group.remove(0) == (plan, step),
            "in the middle of a group"
        );
    }
    model.start(order, step, action);
    Ok(())
}

/// Checks a step that failed before it started.
pub fn failed(model: &Model, visit: &mut Visit, plan: PlanId, step: usize) -> Result<(), String> {
    let order = model.plan(plan).ok_or("the plan is over")?;
    let group = model.plans[order].group(step);
    let may = group.clone().any(|at| has_failed(model, order, at).may());
    ensure!(may, "it could wait or start");
    turn(model, visit, order, group.start)
}

/// Returns the first step of a plan that must be able to start.
fn startable(model: &Model, order: usize) -> Option<usize> {
    (0..model.plans[order].steps.len()).find(|at| can_start(model, order, *at).must())
}

fn name(model: &Model, order: usize, at: Option<usize>) -> String {
    let plan = &model.plans[order];
    at.map_or(String::new(), |at| {
        format!("`{}` of plan {}", plan.steps[at].task, plan.id)
    })
}

/// Checks that at the end of a tick no step could start, and none has failed without an event.
pub fn nothing_is_left(model: &Model) -> Result<(), String> {
    for order in 0..model.plans.len() {
        let left = startable(model, order);
        ensure!(
            left.is_none(),
            "{} could start and was left",
            name(model, order, left)
        );
        let mut steps = 0..model.plans[order].steps.len();
        let failed = steps.find(|at| has_failed(model, order, *at).must());
        ensure!(
            failed.is_none(),
            "{} has failed without a word",
            name(model, order, failed)
        );
    }
    Ok(())
}
