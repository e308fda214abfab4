//! Adopted repairs: the game's replacements, and partial repairs by a director.

use squad_htn::prelude::*;
use squad_htn::{ActionId, FailureCause, PlanId};

use super::model::{Above, Model, Plan, Step};
use super::replay::{Input, Seen};
use super::specs::{Guard, spec};
use crate::squad::Actor;
use crate::squad::squad::Task;

/// The result of following a director's repair.
pub enum Grafted {
    Yes,
    Lost,
}

/// Returns true if the game has replaced the plan.
pub fn is_answered(inputs: &[Input], plan: PlanId) -> bool {
    inputs
        .iter()
        .any(|input| matches!(input, Input::Replace(id, _) if *id == plan))
}

/// Returns the game's replacement, unless it names an agent that left after the call.
pub fn answer(inputs: &[Input], plan: PlanId) -> Option<Vec<Step>> {
    inputs.iter().enumerate().rev().find_map(|(at, input)| {
        let Input::Replace(id, steps) = input else {
            return None;
        };
        let names = |agent: &Actor| steps.iter().any(|step| step.spec.agents.contains(agent));
        let left = |later: &Input| matches!(later, Input::Leave(agent) if names(agent));
        (*id == plan && !inputs[at..].iter().any(left)).then(|| steps.clone())
    })
}

/// Returns the steps of a plan as the executor shows it. A step counts as started if it had when the tick began.
pub fn shown(seen: &Seen<'_>, plan: PlanId) -> Option<Vec<Step>> {
    let status = seen.executor.plans().find(|status| status.id == plan)?;
    let now: Vec<usize> = seen
        .executor
        .events()
        .filter_map(|event| match event {
            Event::Started {
                plan: other, step, ..
            } if other == plan => Some(step),
            _ => None,
        })
        .collect();
    let tasks: Vec<Task> = status.tasks().collect();
    let planned = vec![true; tasks.len() + 1];
    let above = |guard: Guard| Above {
        guard,
        planned: planned.clone(),
    };
    let steps = tasks.iter().enumerate().map(|(at, task)| Step {
        task: *task,
        spec: spec(*task),
        above: seen.above.map(above).into_iter().collect(),
        started: status.has_started(at) && !now.contains(&at),
        ended: None,
    });
    Some(steps.collect())
}

/// Follows a director's repair: finds the replaced part, which is below one task, and inserts the new steps.
pub fn adopt(
    model: &mut Model,
    seen: &Seen<'_>,
    plan: PlanId,
    whole: bool,
) -> Result<Grafted, String> {
    let order = model.plan(plan).ok_or("a plan that is over is repaired")?;
    let Some(steps) = shown(seen, plan) else {
        return Ok(Grafted::Lost);
    };
    let old = &model.plans[order];
    if whole {
        ensure!(
            steps.iter().all(|step| !step.started),
            "a repair from the root keeps steps"
        );
        let all = 0..old.steps.len();
        model.graft(order, all, steps);
        return Ok(Grafted::Yes);
    }
    let stopped = stopped(seen, plan);
    let mut parts = Vec::new();
    for from in 0..=old.steps.len() {
        for to in from..=old.steps.len() {
            if fits(model, old, from..to, &steps, &stopped) {
                parts.push(from..to);
            }
        }
    }
    let first = parts
        .first()
        .cloned()
        .ok_or("no part of the plan is what was repaired")?;
    let started = |at: &usize| old.steps[*at].started;
    let gone = |part: &std::ops::Range<usize>| part.clone().filter(started).collect::<Vec<_>>();
    if parts.iter().any(|part| gone(part) != gone(&first)) {
        return Ok(Grafted::Lost);
    }
    model.graft(order, first, steps);
    Ok(Grafted::Yes)
}

/// Returns the actions of a plan that were stopped by its repair.
fn stopped(seen: &Seen<'_>, plan: PlanId) -> Vec<ActionId> {
    let stopped = seen.executor.events().filter_map(|event| match event {
        Event::Failed {
            plan: other,
            action,
            why: FailureCause::Stopped,
            ..
        } if other == plan => action,
        _ => None,
    });
    stopped.collect()
}

/// Returns true if the repair can have replaced this part: no step after the part has started, the new plan keeps exactly the
/// started steps outside it, the part's actions are the stopped ones, and the other steps are still to come, in order.
fn fits(
    model: &Model,
    old: &Plan,
    part: std::ops::Range<usize>,
    new: &[Step],
    stopped: &[ActionId],
) -> bool {
    let outside = |started: bool| -> Vec<Task> {
        let stays = |at: &usize| !part.contains(at) && old.steps[*at].started == started;
        let stay = (0..old.steps.len()).filter(stays);
        stay.map(|at| old.steps[at].task).collect()
    };
    let kept = new.iter().filter(|step| step.started).map(|step| step.task);
    let running = model
        .running
        .iter()
        .filter(|run| run.plan == old.id && part.contains(&run.step));
    let mut open = new
        .iter()
        .filter(|step| !step.started)
        .map(|step| step.task);
    old.steps[part.end..].iter().all(|step| !step.started)
        && outside(true).into_iter().eq(kept)
        && running.map(|run| run.id).eq(stopped.iter().copied())
        && outside(false)
            .into_iter()
            .all(|task| open.any(|other| other == task))
}
