//! The first phase: many different plans, ranked.

use squad_htn::prelude::*;
use squad_htn::{Matrix, MatrixError, Portfolio, Schedule};

use crate::domain::siege::Domain;
use crate::domain::{Plan, Planner, State, Task};
use crate::terms::Unit;
use crate::town::Town;
use crate::words;

/// The minutes per column of a matrix.
pub const STEP: f32 = 1.0;

/// The search budget per plan, in steps.
const BUDGET: u64 = 100_000;

/// The weights of the ranking.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    pub cost: f32,
    pub fit: f32,
    pub new: f32,
}

/// A plan with its ratings.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The number of the plan, in the order in which the plans were found.
    pub number: usize,
    pub plan: Plan,
    pub schedule: Schedule<Domain>,
    /// The use of the units' abilities, from 0 to 1.
    pub fit: f32,
    /// The distance from the nearest plan of an earlier game, from 0 to 1.
    pub new: f32,
    pub score: f32,
}

/// The result of the search for different plans.
pub struct Found {
    pub candidates: Vec<Candidate>,
    /// The number of plans that the search examined.
    pub examined: u64,
}

/// Finds `count` plans with at least this distance between each two.
pub fn find(state: &State, town: &Town, count: usize, distance: f32) -> Result<Found, String> {
    let mut planner = Planner::with_limits(Limits::compact());
    let mut portfolio = Portfolio::new(count, distance).leaping(true);
    let budget = Budget::steps(BUDGET * count as u64);
    let end = planner.find_different(state, town, Task::Seize, &mut portfolio, budget);
    let end = end.map_err(|full| full.to_string())?;
    let examined = portfolio.offered();
    if !portfolio.is_full() {
        let why = match end {
            Progress::Paused => "within the search budget",
            _ => "at all",
        };
        let available = portfolio.plans().len();
        return Err(format!(
            "only {available} of {count} plans with a distance of {distance} exist {why}: \
 reduce `--plans` or `--distance`"
        ));
    }
    let plans = portfolio.into_plans().into_iter().enumerate();
    let candidates = plans.map(|(at, plan)| candidate(at + 1, plan, state, town));
    let candidates = candidates.collect::<Result<_, _>>()?;
    Ok(Found {
        candidates,
        examined,
    })
}

fn candidate(number: usize, plan: Plan, state: &State, town: &Town) -> Result<Candidate, String> {
    let schedule = plan.schedule(state, town);
    let schedule = schedule.map_err(|error| error.to_string())?;
    let fit = fit(&plan, town);
    Ok(Candidate {
        number,
        plan,
        schedule,
        fit,
        new: 1.0,
        score: 0.0,
    })
}

/// Rates the use of the units' abilities: the mean of each unit's best one, 0 for an idle unit.
fn fit(plan: &Plan, town: &Town) -> f32 {
    let best = Unit::ALL.map(|unit| {
        let own = plan
            .actions()
            .filter(|action| action.agents().any(|agent| agent == unit));
        let fits = own
            .filter_map(words::skill)
            .map(|skill| town.fit(unit, skill));
        fits.fold(0.0, f32::max)
    });
    best.iter().sum::<f32>() / best.len() as f32
}

/// Sorts the candidates, best first, by a weighted mean of low cost, use of abilities, and distance from the plans of
/// earlier games. Each rating is from 0 to 1.
pub fn rank(candidates: &mut [Candidate], earlier: &[Plan], weights: Weights) {
    let costs = candidates.iter().map(|candidate| candidate.plan.cost());
    let lowest = costs.clone().fold(f32::INFINITY, f32::min);
    let highest = costs.fold(lowest, f32::max);
    let all = weights.cost + weights.fit + weights.new;
    for candidate in candidates.iter_mut() {
        let plan = &candidate.plan;
        let distances = earlier.iter().map(|other| plan.distance(other).mean());
        candidate.new = distances.fold(1.0, f32::min);
        let cheap = if highest > lowest {
            (highest - plan.cost()) / (highest - lowest)
        } else {
            1.0
        };
        let sum = weights.cost * cheap + weights.fit * candidate.fit + weights.new * candidate.new;
        candidate.score = if all > 0.0 { sum / all } else { 0.0 };
    }
    // Equal scores keep the order in which the plans were found.
    candidates.sort_by(|one, other| {
        let scores = other.score.total_cmp(&one.score);
        scores.then(one.number.cmp(&other.number))
    });
}

/// Returns the execution matrix.
pub fn matrix(schedule: &Schedule<Domain>) -> Result<Matrix, MatrixError> {
    schedule.matrix(STEP, &Unit::ALL, words::name, words::short)
}

/// The head of the table of candidates.
pub const HEAD: [&str; 7] = [
    "plan",
    "score",
    "risk",
    "minutes",
    "fit",
    "new",
    "what it does",
];

/// Returns the table line of a candidate.
pub fn line(candidate: &Candidate) -> Vec<String> {
    vec![
        format!("{}", candidate.number),
        format!("{:.3}", candidate.score),
        format!("{:.0}", candidate.plan.cost()),
        format!("{:.1}", candidate.schedule.end()),
        format!("{:.2}", candidate.fit),
        format!("{:.2}", candidate.new),
        words::summary(&candidate.plan),
    ]
}
