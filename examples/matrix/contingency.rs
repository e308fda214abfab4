//! Contingencies: plans for the case that a step fails, found before the mission.

use squad_htn::Schedule;
use squad_htn::prelude::*;

use crate::domain::siege::Domain;
use crate::domain::{Fact, Plan, Planner, State, Task};
use crate::terms::Unit;
use crate::town::Town;
use crate::words;

/// The search budget of one contingency, in steps.
const BUDGET: u64 = 40_000;

/// A step that may fail, and the plan for that case.
#[derive(Clone, Debug)]
pub struct Contingency {
    /// The index of the step in the plan.
    pub step: usize,
    pub task: Task,
    /// The probability of failure, in percent.
    pub risk: f32,
    /// The scheduled end of the step, in minutes.
    pub at: f32,
    /// The plan from there, or `None` if the force has to withdraw.
    pub plan: Option<Plan>,
    /// For each unit that executes the step: the plan if this unit is lost.
    pub without: Vec<(Unit, Option<Plan>)>,
}

impl Contingency {
    /// Returns the plan for the case that these units are lost.
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

/// Finds contingencies for the steps of a plan that are the most likely to fail.
pub fn prepare(
    plan: &Plan,
    schedule: &Schedule<Domain>,
    (state, town): (&State, &Town),
    max: usize,
) -> Result<Vec<Contingency>, String> {
    let tasks = plan.tasks().enumerate();
    // The failure of an action without an end has no predictable time.
    let ends = |step: &usize| plan.duration_of(*step, town).is_finite();
    let mut risky: Vec<(usize, Task)> = tasks
        .filter(|(step, _)| plan.cost_of(*step) > 0.0 && ends(step))
        .collect();
    risky.sort_by(|(one, _), (other, _)| {
        let risks = plan.cost_of(*other).total_cmp(&plan.cost_of(*one));
        risks.then(one.cmp(other))
    });
    risky.truncate(max);
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

/// Removes a unit from the facts.
pub fn lose(facts: &mut State, unit: Unit) {
    facts.retain(|fact| match fact {
        Fact::Ready(who) | Fact::At(who, _) => who != unit,
        _ => true,
    });
}

/// The head of the table of contingencies.
pub const HEAD: [&str; 4] = ["if this fails", "risk", "at", "then"];

/// Returns the table lines of a contingency.
pub fn lines(contingency: &Contingency) -> Vec<Vec<String>> {
    let what = |plan: &Option<Plan>| match plan {
        Some(plan) => words::summary(plan),
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
