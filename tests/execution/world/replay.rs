//! Checks a tick: applies the inputs to the model, follows the events, and compares.

use squad_htn::prelude::*;
use squad_htn::{ActionId, FailureCause, PlanId};

use super::grafts::{self, Grafted};
use super::model::{Model, Plan, Status, Step};
use super::rules::has_failed;
use super::specs::Guard;
use super::visits::{Visit, failed, nothing_is_left, started};
use super::{compare, graph};
use crate::squad::Actor;
use crate::squad::squad;

/// A call of the game since the last tick.
#[derive(Clone, Debug)]
pub enum Input {
    /// An accepted finish.
    Finish(ActionId, Outcome),
    Leave(Actor),
    Cancel(PlanId),
    Submit(PlanId, i32, Vec<Step>),
    /// An accepted replacement of a plan that needs a repair.
    Replace(PlanId, Vec<Step>),
}

/// The visible result of a tick.
pub struct Seen<'a> {
    pub executor: &'a squad::Executor,
    pub state: &'a squad::State,
    pub commands: &'a [Command<squad::Domain>],
    /// The condition above every step that a director finds.
    pub above: Option<Guard>,
}

/// States if the model can follow the world further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Followed {
    Yes,
    /// The part that a director's repair replaced is unknown from outside.
    Lost,
}

/// The inputs of the check of a tick, besides the model.
struct Tick<'a> {
    inputs: &'a [Input],
    seen: &'a Seen<'a>,
    stall_timeout: u64,
    visit: Visit,
    /// Plans whose failure has not been reported yet.
    unreported: Vec<PlanId>,
    /// Plans that ended, with true for success.
    ended: Vec<(PlanId, bool)>,
}

/// Checks that everything expected of one tick has happened.
pub fn judge(
    model: &mut Model,
    inputs: &[Input],
    seen: &Seen<'_>,
    stall_timeout: u64,
) -> Result<Followed, String> {
    model.tick += 1;
    model.stopped.clear();
    model.over.clear();
    let in_repair = |plan: &Plan| plan.status == Status::Repair;
    let known: Vec<PlanId> = ids(model, in_repair);
    finishes(model, inputs)?;
    whiles(model);
    others(model, inputs);
    let unreported = ids(model, |plan| in_repair(plan) && !known.contains(&plan.id));
    let (visit, ended) = (Visit::default(), Vec::new());
    let mut tick = Tick {
        inputs,
        seen,
        stall_timeout,
        visit,
        unreported,
        ended,
    };
    for event in seen.executor.events() {
        if follow(model, &mut tick, event)? == Followed::Lost {
            return Ok(Followed::Lost);
        }
    }
    let Tick {
        visit,
        unreported,
        mut ended,
        ..
    } = tick;
    ensure!(
        visit.group.is_empty(),
        "half a group started: {:?}",
        visit.group
    );
    ensure!(
        unreported.is_empty(),
        "a failure was not reported: plans {unreported:?}"
    );
    nothing_is_left(model)?;
    model.complete();
    compare::compare(model, &mut ended, seen)?;
    graph::check(model)?;
    Ok(Followed::Yes)
}

fn ids(model: &Model, meant: impl Fn(&Plan) -> bool) -> Vec<PlanId> {
    model
        .plans
        .iter()
        .filter(|plan| meant(plan))
        .map(|plan| plan.id)
        .collect()
}

/// Phase 1: the finishes.
fn finishes(model: &mut Model, inputs: &[Input]) -> Result<(), String> {
    for input in inputs {
        if let Input::Finish(id, outcome) = input {
            let run = model.end(*id, *outcome == Outcome::Success);
            let run =
                run.ok_or_else(|| format!("a finish of {id} was accepted, which did not run"))?;
            if *outcome == Outcome::Failure {
                model.fail(Some(run.plan));
            }
        }
    }
    Ok(())
}

/// Phase 1: the `while` conditions.
fn whiles(model: &mut Model) {
    let broken = model.running.iter().filter(|run| {
        run.spec.during
            && run
                .spec
                .guard
                .is_some_and(|guard| !model.facts.holds(guard))
    });
    for action in broken.map(|run| run.id).collect::<Vec<_>>() {
        let plan = model.stop(action, false).map(|run| run.plan);
        model.fail(plan);
    }
}

/// Phase 2.
fn others(model: &mut Model, inputs: &[Input]) {
    for input in inputs {
        match input {
            Input::Leave(agent) => model.leave(*agent),
            Input::Cancel(id) => {
                if let Some(at) = model.plan(*id) {
                    model.abandon(at);
                }
            }
            Input::Submit(id, priority, steps) => model.submit(*id, *priority, steps.clone()),
            Input::Finish(..) | Input::Replace(..) => {}
        }
    }
}

/// Phases 3 to 5: what happened, in order.
fn follow(
    model: &mut Model,
    tick: &mut Tick<'_>,
    event: Event<squad::Domain>,
) -> Result<Followed, String> {
    match event {
        Event::Started {
            plan,
            step,
            task,
            action,
            ..
        } => {
            let in_repair = |plan: &Plan| plan.status == Status::Repair;
            let known = ids(model, in_repair);
            started(model, &mut tick.visit, plan, step, action)
                .map_err(|why| format!("`{task}` of plan {plan} started: {why}"))?;
            // Plans whose action it has stopped.
            let stopped = ids(model, |plan| in_repair(plan) && !known.contains(&plan.id));
            tick.unreported.extend(stopped);
        }
        Event::Failed {
            plan,
            step,
            action: None,
            why,
            task,
            ..
        } if why != FailureCause::CannotUndo => {
            failed(model, &mut tick.visit, plan, step)
                .map_err(|cause| format!("`{task}` of plan {plan} failed ({why}): {cause}"))?;
        }
        Event::NeedsRepair { plan, .. } => needs_repair(model, tick, plan)?,
        Event::Repaired { plan, .. } if grafts::is_answered(tick.inputs, plan) => {
            let order = model.plan(plan).ok_or("a plan that is over is repaired")?;
            let steps = grafts::answer(tick.inputs, plan).ok_or("a void answer was adopted")?;
            model.replace(order, steps);
        }
        Event::Repaired { plan, at, .. } => {
            match grafts::adopt(model, tick.seen, plan, at.is_none())? {
                Grafted::Yes => {}
                Grafted::Lost => return Ok(Followed::Lost),
            }
        }
        Event::Abandoned { plan, reason, .. } => abandoned(model, tick, plan, reason)?,
        Event::Completed { plan, .. } => tick.ended.push((plan, true)),
        _ => {}
    }
    Ok(Followed::Yes)
}

fn needs_repair(model: &mut Model, tick: &mut Tick<'_>, plan: PlanId) -> Result<(), String> {
    if let Some(at) = tick.unreported.iter().position(|id| *id == plan) {
        tick.unreported.remove(at);
        return Ok(());
    }
    let order = model
        .plan(plan)
        .ok_or("a plan that is over needs a repair")?;
    // A failure while a plan is in repair is reported again.
    if model.plans[order].status == Status::Live {
        ensure!(can_fail(model, order), "plan {plan} needs no repair");
        model.plans[order].status = Status::Repair;
    }
    Ok(())
}

fn can_fail(model: &Model, order: usize) -> bool {
    (0..model.plans[order].steps.len()).any(|at| has_failed(model, order, at).may())
}

fn abandoned(
    model: &mut Model,
    tick: &mut Tick<'_>,
    plan: PlanId,
    reason: AbandonReason,
) -> Result<(), String> {
    tick.ended.push((plan, false));
    tick.unreported.retain(|id| *id != plan);
    if reason == AbandonReason::Cancelled {
        return Ok(());
    }
    let order = model.plan(plan).ok_or("a plan that is over is abandoned")?;
    match reason {
        AbandonReason::Stuck => {
            let still = model.tick - model.plans[order].moved;
            let stuck = tick.stall_timeout > 0 && still >= tick.stall_timeout;
            ensure!(
                stuck,
                "plan {plan} is no more stuck than since {still} ticks"
            );
            tick.visit.plan = None;
        }
        AbandonReason::NoRepair | AbandonReason::AgentLeft | AbandonReason::Same(_) => {
            let broken = model.plans[order].status == Status::Repair || can_fail(model, order);
            ensure!(broken, "plan {plan} has no repair, and needs none");
        }
        reason => return Err(format!("plan {plan} is abandoned: {reason}")),
    }
    model.abandon(order);
    Ok(())
}
