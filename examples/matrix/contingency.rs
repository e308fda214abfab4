//! What would be done if a step failed, worked out before it does.

use squad_htn::Schedule;
use squad_htn::prelude::*;

use crate::domain::siege::Domain;
use crate::domain::{Plan, Planner, State, Task};
use crate::town::Town;
use crate::words;

/// How many steps of the search one contingency is worth.
const BUDGET: u64 = 300_000;

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
    let contingency = |(step, task): (usize, Task)| {
        let facts = plan.facts_if_fails(step, state, town);
        let facts = facts.map_err(|error| error.to_string())?;
        let budget = Budget::steps(BUDGET);
        let best = planner.find_best(&facts, town, Task::Seize, budget);
        let best = best.map_err(|full| full.to_string())?;
        Ok(Contingency {
            step,
            task,
            risk: plan.cost_of(step),
            at: schedule.steps()[step].end,
            plan: best.map(|best| best.plan.clone()),
        })
    };
    risky.into_iter().map(contingency).collect()
}

pub const HEAD: [&str; 4] = ["if this fails", "risk", "at", "then"];

/// A line of the table of contingencies.
pub fn line(contingency: &Contingency) -> Vec<String> {
    vec![
        words::long(contingency.task),
        format!("{:.0}%", contingency.risk),
        format!("{:.1}", contingency.at),
        match &contingency.plan {
            Some(plan) => words::gist(plan),
            None => "withdraw".to_owned(),
        },
    ]
}
