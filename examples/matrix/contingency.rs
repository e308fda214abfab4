//! What would be done if a step failed, worked out before it does.

use squad_htn::Schedule;
use squad_htn::prelude::*;

use crate::domain::siege::Domain;
use crate::domain::{Fact, Plan, Planner, State, Task};
use crate::terms::Unit;
use crate::town::Town;
use crate::words;

/// How many steps of the search one contingency is worth.
const BUDGET: u64 = 40_000;

/// A step that may fail, and the plan for that case.
#[derive(Clone, Debug)]
pub struct Contingency {
    /// The step's number in the plan.
    pub step: usize,
    pub task: Task,
    /// The chance of it, in a hundred.
    pub risk: f32,
    /// When it would be known.
    pub at: f32,
    /// What would be done from there; `None` where there is nothing but to withdraw.
    pub plan: Option<Plan>,
    /// The same where one of those who did it is lost.
    pub without: Vec<(Unit, Option<Plan>)>,
}

impl Contingency {
    /// The plan for the case that these are lost.
    pub fn with_losses(&self, lost: &[Unit]) -> Option<&Plan> {
        let names_lost = |plan: &Plan| {
            let mut agents = plan.tasks().flat_map(|task| task.agents());
            agents.any(|agent| lost.contains(&agent))
        };
        let mut without = self.without.iter().filter(|(unit, _)| lost.contains(unit));
        let plan = match without.next() {
            Some((_, plan)) => plan.as_ref(),
            None => self.plan.as_ref(),
        };
        plan.filter(|plan| !names_lost(plan))
    }
}

/// The contingencies of a plan: for those of its steps that are the most likely to fail.
pub fn work_out(
    plan: &Plan,
    schedule: &Schedule<Domain>,
    (state, town): (&State, &Town),
    most: usize,
) -> Result<Vec<Contingency>, String> {
    let tasks = plan.tasks().enumerate();
    // What has no end of its own is broken off when it fails, and there is no saying when.
    let ends = |step: &usize| plan.duration_of(*step, town).is_finite();
    let mut risky: Vec<(usize, Task)> = tasks
        .filter(|(step, _)| plan.cost_of(*step) > 0.0 && ends(step))
        .collect();
    risky.sort_by(|(one, _), (other, _)| {
        let risks = plan.cost_of(*other).total_cmp(&plan.cost_of(*one));
        risks.then(one.cmp(other))
    });
    risky.truncate(most);
    let mut planner = Planner::with_limits(Limits::compact());
    let mut best = |facts: &State| {
        let budget = Budget::steps(BUDGET);
        let best = planner.find_best(facts, town, Task::Seize, budget);
        let best = best.map_err(|full| full.to_string())?;
        Ok::<_, String>(best.map(|best| best.plan.clone()))
    };
    let contingency = |(step, task): (usize, Task)| {
        let facts = plan.facts_if_fails(step, state, town);
        let mut facts = facts.map_err(|error| error.to_string())?;
        let otherwise = best(&facts)?;
        let mut without = Vec::new();
        for unit in task.agents() {
            let there = facts.clone();
            lose(&mut facts, unit);
            without.push((unit, best(&facts)?));
            facts = there;
        }
        Ok(Contingency {
            step,
            task,
            risk: plan.cost_of(step),
            at: schedule.steps()[step].end,
            plan: otherwise,
            without,
        })
    };
    risky.into_iter().map(contingency).collect()
}

/// A unit is no longer there.
pub fn lose(facts: &mut State, unit: Unit) {
    facts.retain(|fact| match fact {
        Fact::Ready(who) | Fact::At(who, _) => who != unit,
        _ => true,
    });
}

pub const HEAD: [&str; 4] = ["if this fails", "risk", "at", "then"];

/// The lines of a contingency in the table.
pub fn lines(contingency: &Contingency) -> Vec<Vec<String>> {
    let what = |plan: &Option<Plan>| match plan {
        Some(plan) => words::gist(plan),
        None => "withdraw".to_owned(),
    };
    let mut lines = vec![vec![
        words::long(contingency.task),
        format!("{:.0}%", contingency.risk),
        format!("{:.1}", contingency.at),
        what(&contingency.plan),
    ]];
    for (unit, plan) in &contingency.without {
        let (risk, at) = (String::new(), String::new());
        lines.push(vec![format!("↳ and {unit:?} lost"), risk, at, what(plan)]);
    }
    lines
}
