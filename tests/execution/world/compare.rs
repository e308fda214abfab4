//! Compares the commands, plans, busy agents and facts after a tick with the model.

use squad_htn::prelude::*;
use squad_htn::{ActionId, PlanId};

use super::model::Model;
use super::replay::Seen;
use crate::squad::Actor;
use crate::squad::squad::Fact;

pub fn compare(
    model: &Model,
    ended: &mut Vec<(PlanId, bool)>,
    seen: &Seen<'_>,
) -> Result<(), String> {
    let mut over = model.over.clone();
    over.sort();
    ended.sort();
    ensure!(
        *ended == over,
        "ended: {ended:?}, and should have: {over:?}"
    );
    plans(model, seen)?;
    commands(model, seen)?;
    agents(model, seen)?;
    facts(model, seen)
}

/// Compares the live plans. A plan that a director has just found enters in the next tick.
fn plans(model: &Model, seen: &Seen<'_>) -> Result<(), String> {
    let found: Vec<PlanId> = found(seen).collect();
    let live = seen
        .executor
        .plans()
        .map(|plan| plan.id)
        .filter(|id| !found.contains(id));
    let live: Vec<PlanId> = live.collect();
    let plans: Vec<PlanId> = model.plans.iter().map(|plan| plan.id).collect();
    ensure!(
        live == plans,
        "live, in order: {live:?}, and should be: {plans:?}"
    );
    Ok(())
}

/// Returns the plans that a director found in this tick.
pub fn found(seen: &Seen<'_>) -> impl Iterator<Item = PlanId> {
    seen.executor.events().filter_map(|event| match event {
        Event::Planned { plan, .. } => Some(plan),
        _ => None,
    })
}

fn commands(model: &Model, seen: &Seen<'_>) -> Result<(), String> {
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
    Ok(())
}

fn agents(model: &Model, seen: &Seen<'_>) -> Result<(), String> {
    for agent in (0..8).map(Actor) {
        let busy = seen.executor.is_busy(agent);
        ensure!(busy == model.is_busy(agent), "{agent:?} is busy: {busy}");
        let engaged = model
            .running
            .iter()
            .filter(|run| run.spec.engaged().contains(&agent));
        ensure!(engaged.count() <= 1, "{agent:?} is engaged twice");
    }
    Ok(())
}

fn facts(model: &Model, seen: &Seen<'_>) -> Result<(), String> {
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
