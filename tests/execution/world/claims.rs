//! Rule 5: claims of waiting steps on agents, and when such a claim yields.

use super::model::{Model, Plan, Status, Step};
use super::rules::{Says, holds, is_idle, is_next, is_open};
use crate::squad::Actor;

/// Decides if the step claims its agents: its conditions hold, and it waits for busy agents only. The contract leaves open if a
/// plan in repair claims anything, and the same for members of a group whose own agents are idle.
pub fn claims(model: &Model, order: usize, at: usize) -> Says {
    let plan = &model.plans[order];
    let step = &plan.steps[at];
    if step.started || step.spec.sync.is_some() || !is_next(plan, at) || !is_open(plan, at) {
        return Says::No;
    }
    if is_idle(model, plan, at) {
        return Says::No;
    }
    let mut says = holds(model, plan, at);
    if plan.status == Status::Repair {
        says = says.and(Says::Either);
    }
    if step.spec.agents.iter().all(|agent| !model.is_busy(*agent)) {
        says = says.and(Says::Either);
    }
    says
}

/// Returns the plans whose actions a step waits for now.
fn waits_for(model: &Model, plan: &Plan, at: usize) -> Vec<usize> {
    let agents = plan
        .group(at)
        .flat_map(|member| plan.steps[member].spec.agents.clone());
    let actions = agents.flat_map(|agent| model.busy_by(agent).collect::<Vec<_>>());
    let barriers = plan.barriers.iter().map(|barrier| barrier.1);
    let owners = actions
        .chain(barriers)
        .filter_map(|action| model.owner(action));
    owners.filter_map(|id| model.plan(id)).collect()
}

/// Returns true if a plan waits, through any of its steps and other plans, for an action of another plan. On the way it may
/// wait for a plan that claims an agent, but the last link is an action.
fn reaches(model: &Model, from: usize, to: usize) -> bool {
    let mut seen = vec![false; model.plans.len()];
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut seen[at], true) {
            continue;
        }
        let plan = &model.plans[at];
        for step in (0..plan.steps.len()).filter(|step| !plan.steps[*step].started) {
            for next in waits_for(model, plan, step) {
                if next == to {
                    return true;
                }
                open.push(next);
            }
        }
        for hold in &plan.holds {
            open.extend(model.owner(hold.action).and_then(|id| model.plan(id)));
        }
        let waiting = plan.steps.iter().filter(|step| !step.started);
        let wanted: Vec<Actor> = waiting
            .flat_map(|step| step.spec.engaged().iter().copied())
            .collect();
        for before in 0..at {
            let named = |step: &Step| step.spec.agents.iter().any(|agent| wanted.contains(agent));
            let steps = &model.plans[before].steps;
            let mut claiming = (0..steps.len()).filter(|step| named(&steps[*step]));
            if claiming.any(|step| claims(model, before, step).may()) {
                open.push(before);
            }
        }
    }
    false
}

/// Decides if no plan before this one claims an agent that the step would engage.
pub fn is_unclaimed(model: &Model, order: usize, at: usize) -> Says {
    let spec = &model.plans[order].steps[at].spec;
    let mut says = Says::Yes;
    for agent in spec.engaged() {
        for before in 0..order {
            says = says.and(is_claimed(model, before, order, *agent).not());
        }
    }
    says
}

fn is_claimed(model: &Model, before: usize, order: usize, agent: Actor) -> Says {
    let plan = &model.plans[before];
    let mut says = Says::No;
    for at in 0..plan.steps.len() {
        if !plan.steps[at].spec.agents.contains(&agent) {
            continue;
        }
        let claim = claims(model, before, at);
        if claim == Says::No || waits_for(model, plan, at).contains(&order) {
            continue;
        }
        let gives_way = reaches(model, before, order);
        let yields = if gives_way { Says::Either } else { Says::Yes };
        // A claim that itself must yield to an earlier plan may count or not.
        let own = is_unclaimed(model, before, at);
        let claim = claim
            .and(yields)
            .and(if own.must() { Says::Yes } else { Says::Either });
        if claim == Says::Yes {
            return Says::Yes;
        }
        says = Says::Either;
    }
    says
}
