//! The judge of a tick: works the inputs out by itself, follows the events of the visits, and compares.

use squad_htn::prelude::*;
use squad_htn::{ActionId, PlanId, Why};

use super::graph;
use super::model::{Model, Status, Step};
use super::rules::{can_start, has_failed};
use crate::squad::Actor;
use crate::squad::squad::{self, Fact};

/// What the game told the executor since the last tick.
#[derive(Clone, Debug)]
pub enum Input {
    /// An accepted finish.
    Finish(ActionId, Outcome),
    Leave(Actor),
    Cancel(PlanId),
    Submit(PlanId, i32, Vec<Step>),
    /// An accepted answer to a plan that needs a repair.
    Replace(PlanId, Vec<Step>),
}

/// What the executor made of it.
pub struct Seen<'a> {
    pub executor: &'a squad::Executor,
    pub state: &'a squad::State,
    pub commands: &'a [Command<squad::Domain>],
}

/// Where the visits are.
#[derive(Default)]
struct Visit {
    plan: Option<PlanId>,
    /// The steps of a group that must follow at once.
    group: Vec<(PlanId, usize)>,
}

macro_rules! ensure {
    ($condition:expr, $($message:tt)*) => {
        if !$condition {
            return Err(format!($($message)*));
        }
    };
}

/// One tick: what must have happened, and whether it did.
pub fn judge(
    model: &mut Model,
    inputs: &[Input],
    seen: &Seen<'_>,
    wait_limit: u64,
) -> Result<(), String> {
    model.tick += 1;
    model.stopped.clear();
    model.over.clear();
    let was_live: Vec<PlanId> = model
        .plans
        .iter()
        .filter(|plan| plan.status == Status::Live)
        .map(|plan| plan.id)
        .collect();
    finishes(model, inputs)?;
    whiles(model);
    others(model, inputs);
    let failed = |plan: &&super::model::Plan| {
        plan.status == Status::Repair
            && (was_live.contains(&plan.id)
                || inputs
                    .iter()
                    .any(|input| matches!(input, Input::Submit(id, ..) if *id == plan.id)))
    };
    let mut in_repair: Vec<PlanId> = model
        .plans
        .iter()
        .filter(failed)
        .map(|plan| plan.id)
        .collect();
    adopt(model, inputs);

    let mut visit = Visit::default();
    let mut ended = Vec::new();
    for event in seen.executor.events() {
        match event {
            Event::Started {
                plan,
                step,
                task,
                action,
                ..
            } => {
                started(model, &mut visit, plan, step, action)
                    .map_err(|why| format!("`{task}` of plan {plan} started: {why}"))?;
            }
            Event::Failed {
                plan,
                step,
                action: None,
                why,
                task,
                ..
            } if why != Why::CannotUndo => {
                let order = model.plan(plan).ok_or("a plan that is over failed")?;
                let may = model.plans[order]
                    .group(step)
                    .any(|at| has_failed(model, order, at).may());
                ensure!(
                    may,
                    "`{task}` of plan {plan} could wait or start, and failed: {why}"
                );
                turn(
                    model,
                    &mut visit,
                    order,
                    model.plans[order].group(step).start,
                )
                .map_err(|why| format!("`{task}` of plan {plan} failed: {why}"))?;
            }
            Event::NeedsRepair { plan, .. } => {
                if let Some(at) = in_repair.iter().position(|id| *id == plan) {
                    in_repair.remove(at);
                    continue;
                }
                let order = model
                    .plan(plan)
                    .ok_or("a plan that is over needs a repair")?;
                // What fails while a plan is in repair is told again.
                if model.plans[order].status == Status::Repair {
                    continue;
                }
                let steps = model.plans[order].steps.len();
                let failed = (0..steps).any(|at| has_failed(model, order, at).may());
                ensure!(failed, "plan {plan} needs no repair");
                model.plans[order].status = Status::Repair;
            }
            Event::Abandoned {
                plan,
                reason: Reason::Stuck,
                ..
            } => {
                let order = model.plan(plan).ok_or("a plan that is over is stuck")?;
                let still = model.tick - model.plans[order].moved;
                ensure!(
                    wait_limit > 0 && still >= wait_limit,
                    "plan {plan} moved {still} ticks ago"
                );
                model.abandon(order);
                visit.plan = None;
                ended.push((plan, false));
            }
            Event::Abandoned { plan, reason, .. } => {
                ensure!(
                    reason == Reason::Cancelled,
                    "plan {plan} is abandoned: {reason}"
                );
                ended.push((plan, false));
            }
            Event::Completed { plan, .. } => ended.push((plan, true)),
            _ => {}
        }
    }
    ensure!(
        visit.group.is_empty(),
        "half a group started: {:?}",
        visit.group
    );
    ensure!(
        in_repair.is_empty(),
        "a failure was not reported: plans {in_repair:?}"
    );
    nothing_is_left(model)?;
    model.complete();
    compare(model, &mut ended, seen)?;
    graph::check(model)
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

/// Phase 4. An answer that names an agent which left after it was given is of no use any more.
fn adopt(model: &mut Model, inputs: &[Input]) {
    for (at, input) in inputs.iter().enumerate() {
        let Input::Replace(id, steps) = input else {
            continue;
        };
        let names = |agent: &Actor| steps.iter().any(|step| step.spec.agents.contains(agent));
        let left = |later: &Input| matches!(later, Input::Leave(agent) if names(agent));
        if let Some(order) = model.plan(*id)
            && !inputs[at..].iter().any(left)
        {
            model.replace(order, steps.clone());
        }
    }
}

/// Whether it is the turn of a step: no earlier one of its plan can start; its plan is the one that is visited, or the
/// first that has anything to start.
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

/// Phase 5: a step started.
fn started(
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

/// The first step of a plan that must be able to start.
fn startable(model: &Model, order: usize) -> Option<usize> {
    (0..model.plans[order].steps.len()).find(|at| can_start(model, order, *at).must())
}

fn name(model: &Model, order: usize, at: Option<usize>) -> String {
    let plan = &model.plans[order];
    at.map_or(String::new(), |at| {
        format!("`{}` of plan {}", plan.steps[at].task, plan.id)
    })
}

/// At the end of a tick no step could start, and none has failed without a word.
fn nothing_is_left(model: &Model) -> Result<(), String> {
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

/// Commands, plans, busy agents and facts are as they must be.
fn compare(model: &Model, ended: &mut Vec<(PlanId, bool)>, seen: &Seen<'_>) -> Result<(), String> {
    let mut over = model.over.clone();
    over.sort();
    ended.sort();
    ensure!(
        *ended == over,
        "ended: {ended:?}, and should have: {over:?}"
    );

    let mut live: Vec<PlanId> = seen.executor.plans().map(|plan| plan.id).collect();
    let mut plans: Vec<PlanId> = model.plans.iter().map(|plan| plan.id).collect();
    live.sort();
    plans.sort();
    ensure!(live == plans, "live: {live:?}, and should be: {plans:?}");

    let begun = seen.executor.events().filter_map(|event| match event {
        Event::Started {
            action: Some(id),
            task,
            plan,
            ..
        } => Some((id, task.to_string(), plan)),
        _ => None,
    });
    let starts = seen.commands.iter().filter_map(|command| match *command {
        Command::Start { id, action, plan } => Some((id, action.to_string(), plan)),
        Command::Stop { .. } => None,
    });
    ensure!(
        starts.eq(begun),
        "the commands to start are not what started"
    );
    let stops = seen.commands.iter().filter_map(|command| match command {
        Command::Stop { id, .. } => Some(*id),
        Command::Start { .. } => None,
    });
    let mut stops: Vec<ActionId> = stops.collect();
    let mut stopped = model.stopped.clone();
    stops.sort();
    stopped.sort();
    ensure!(
        stops == stopped,
        "stopped: {stops:?}, and should be: {stopped:?}"
    );

    for agent in (0..8).map(Actor) {
        let busy = seen.executor.is_busy(agent);
        ensure!(busy == model.is_busy(agent), "{agent:?} is busy: {busy}");
        let engaged = model
            .running
            .iter()
            .filter(|run| run.spec.engaged().contains(&agent));
        ensure!(engaged.count() <= 1, "{agent:?} is engaged twice");
    }

    let facts = &model.facts;
    let counters = [
        Fact::Starts(facts.starts),
        Fact::Ends(facts.ends),
        Fact::Wins(facts.wins),
        Fact::Losses(facts.losses),
    ];
    for fact in facts.iter().chain(counters) {
        ensure!(seen.state.contains(fact), "`{fact}` is missing");
    }
    for fact in seen.state.facts() {
        let known = facts.contains(fact) || counters.contains(&fact);
        ensure!(
            known || matches!(fact, Fact::Child(..)),
            "`{fact}` should not be there"
        );
    }
    Ok(())
}
