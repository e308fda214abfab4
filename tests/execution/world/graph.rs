//! The wait-for graph: it has no cycle, and every live plan waits for something that can end.

use squad_htn::ActionId;

use super::claims::{claims, is_unclaimed};
use super::model::{Model, Status};
use super::rules::{Says, holds};
use super::specs::Sync;
use crate::squad::Actor;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Node {
    /// A step that has not started: the index of the plan and of the step in it.
    Step(usize, usize),
    Action(ActionId),
    /// The sensor timeout or a repair, which end by themselves.
    Ends,
}

/// Returns what a step waits for, as the contract lists it.
fn edges(model: &Model, order: usize, at: usize) -> Vec<Node> {
    let plan = &model.plans[order];
    let step = &plan.steps[at];
    let group = plan.group(at);
    let members = &plan.steps[group.clone()];
    let names = |agent: &Actor| {
        members
            .iter()
            .any(|member| member.spec.agents.contains(agent))
    };
    let alone = members.iter().any(|member| member.spec.agents.is_empty());
    let mut nodes = Vec::new();
    for (earlier, other) in plan.steps[..group.start].iter().enumerate() {
        let shares = other.spec.agents.iter().any(names);
        let barrier = matches!(other.spec.sync, Some(Sync::GlobalBlock(_)));
        if !other.started && (shares || barrier || alone) {
            nodes.push(Node::Step(order, earlier));
        }
    }
    let closed = plan.barriers.iter().filter(|barrier| barrier.0 < at);
    nodes.extend(closed.map(|barrier| Node::Action(barrier.1)));
    if step.spec.sync.is_none() {
        let agents = members.iter().flat_map(|member| member.spec.agents.iter());
        nodes.extend(
            agents
                .flat_map(|agent| model.busy_by(*agent))
                .map(Node::Action),
        );
    }
    if nodes.is_empty() && holds(model, plan, at) != Says::Yes {
        nodes.extend(bringing(model, order, at));
    }
    if nodes.is_empty() && is_unclaimed(model, order, at) != Says::Yes {
        for before in 0..order {
            for (other, claimed) in model.plans[before].steps.iter().enumerate() {
                let shares = step
                    .spec
                    .engaged()
                    .iter()
                    .any(|a| claimed.spec.agents.contains(a));
                if shares && claims(model, before, other).may() {
                    nodes.push(Node::Step(before, other));
                }
            }
        }
    }
    nodes
}

/// Returns the earlier steps and actions that may make a condition true, and the sensors.
fn bringing(model: &Model, order: usize, at: usize) -> Vec<Node> {
    let plan = &model.plans[order];
    let group = plan.group(at);
    let guards = group.clone().flat_map(|member| {
        let step = &plan.steps[member];
        step.spec
            .guard
            .into_iter()
            .chain(step.above.iter().map(|above| above.guard))
    });
    let mut nodes = Vec::new();
    for guard in guards.collect::<Vec<_>>() {
        for (earlier, step) in plan.steps[..group.start].iter().enumerate() {
            if !step.started && step.spec.writes(guard.reads) {
                nodes.push(Node::Step(order, earlier));
            }
            if step.started && !step.is_over() && step.spec.writes(guard.reads) {
                let mine =
                    |run: &&super::model::Running| run.plan == plan.id && run.step == earlier;
                nodes.extend(
                    model
                        .running
                        .iter()
                        .find(mine)
                        .map(|run| Node::Action(run.id)),
                );
            }
            if step.spec.senses(guard.reads)
                && matches!(step.ended, Some((tick, true)) if model.tick < tick + model.grace)
            {
                nodes.push(Node::Ends);
            }
        }
    }
    nodes
}

/// Checks that the wait of a node ends: no path from it returns to it or runs out.
fn ends(model: &Model, node: Node, path: &mut Vec<Node>) -> Result<(), String> {
    let Node::Step(order, at) = node else {
        return Ok(());
    };
    if model.plans[order].status == Status::Repair {
        return Ok(());
    }
    if path.contains(&node) {
        return Err(format!("a ring of waits: {path:?}"));
    }
    let nodes = edges(model, order, at);
    if nodes.is_empty() {
        let plan = &model.plans[order];
        return Err(format!(
            "`{}` of plan {} waits for nothing",
            plan.steps[at].task, plan.id
        ));
    }
    path.push(node);
    for next in nodes {
        ends(model, next, path)?;
    }
    path.pop();
    Ok(())
}

/// Checks the graph of all waiting steps.
pub fn check(model: &Model) -> Result<(), String> {
    for (order, plan) in model.plans.iter().enumerate() {
        for at in 0..plan.steps.len() {
            if !plan.steps[at].started {
                ends(model, Node::Step(order, at), &mut Vec::new())?;
            }
        }
        let actions = plan.holds.iter().map(|hold| hold.action);
        let actions = actions.chain(plan.barriers.iter().map(|barrier| barrier.1));
        for action in actions {
            if model.owner(action).is_none() {
                return Err(format!(
                    "plan {} waits for action {action}, which has ended",
                    plan.id
                ));
            }
        }
    }
    Ok(())
}
