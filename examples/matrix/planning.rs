//! The first phase: many plans that differ, ranked.

use squad_htn::prelude::*;
use squad_htn::{Matrix, MatrixError, Portfolio, Schedule};

use crate::domain::siege::Domain;
use crate::domain::{Plan, Planner, State, Task};
use crate::terms::Unit;
use crate::town::Town;
use crate::words;

/// How many minutes a column of a matrix stands for.
pub const STEP: f32 = 1.0;

/// How many steps of the search are enough for each plan that is wanted.
const BUDGET: u64 = 100_000;

/// What counts in the ranking, and how much.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    pub cost: f32,
    pub fit: f32,
    pub new: f32,
}

/// A plan, and what is to be said for it and against it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its number, in the order in which the plans were found.
    pub number: usize,
    pub plan: Plan,
    pub schedule: Schedule<Domain>,
    /// How well it uses what the units are good at, from 0 to 1.
    pub fit: f32,
    /// How far it is from the nearest plan of an earlier game.
    pub new: f32,
    pub score: f32,
}

/// The plans that were found.
pub struct Found {
    pub candidates: Vec<Candidate>,
    /// How many were looked at for it.
    pub looked_at: u64,
}

/// So many plans, no two of them nearer to one another than the distance.
pub fn find(state: &State, town: &Town, count: usize, distance: f32) -> Result<Found, String> {
    let mut planner = Planner::with_limits(Limits::compact());
    let mut portfolio = Portfolio::new(count, distance).leaping(true);
    let budget = Budget::steps(BUDGET * count as u64);
    let end = planner.find_different(state, town, Task::Seize, &mut portfolio, budget);
    let end = end.map_err(|full| full.to_string())?;
    let looked_at = portfolio.offered();
    if !portfolio.is_full() {
        let why = match end {
            Progress::Paused => "within the budget of the search",
            _ => "in all",
        };
        let there = portfolio.plans().len();
        return Err(format!(
            "{there} plans were found {why} that are {distance} from one another, and {count} were asked for; \
             ask for fewer (--plans) or for nearer ones (--distance)"
        ));
    }
    let plans = portfolio.into_plans().into_iter().enumerate();
    let candidates = plans.map(|(at, plan)| candidate(at + 1, plan, state, town));
    let candidates = candidates.collect::<Result<_, _>>()?;
    Ok(Found {
        candidates,
        looked_at,
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

/// How well a plan uses what the units are good at: of each unit what it does best, and nothing of one that stands by.
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

/// Ranks plans, the best one first: by cost, by the use of the units' abilities, and by how far they are from the plans of
/// earlier games. Each of these goes from 0 to 1, and they are weighted.
pub fn rank(candidates: &mut [Candidate], earlier: &[Plan], weights: Weights) {
    let costs = candidates.iter().map(|candidate| candidate.plan.cost());
    let least = costs.clone().fold(f32::INFINITY, f32::min);
    let most = costs.fold(least, f32::max);
    let all = weights.cost + weights.fit + weights.new;
    for candidate in candidates.iter_mut() {
        let plan = &candidate.plan;
        let distances = earlier.iter().map(|other| plan.distance(other).mean());
        candidate.new = distances.fold(1.0, f32::min);
        let cheap = match most > least {
            true => (most - plan.cost()) / (most - least),
            false => 1.0,
        };
        let sum = weights.cost * cheap + weights.fit * candidate.fit + weights.new * candidate.new;
        candidate.score = if all > 0.0 { sum / all } else { 0.0 };
    }
    // The order in which they were found decides among equals.
    candidates.sort_by(|one, other| {
        let scores = other.score.total_cmp(&one.score);
        scores.then(one.number.cmp(&other.number))
    });
}

/// What each unit does at every time step.
pub fn matrix(schedule: &Schedule<Domain>) -> Result<Matrix, MatrixError> {
    schedule.matrix(STEP, &Unit::ALL, words::name, words::short)
}

/// The head of the table of plans.
pub const HEAD: [&str; 7] = [
    "plan",
    "score",
    "risk",
    "minutes",
    "fit",
    "new",
    "what it does",
];

/// A line of the table of plans.
pub fn line(candidate: &Candidate) -> Vec<String> {
    vec![
        format!("{}", candidate.number),
        format!("{:.3}", candidate.score),
        format!("{:.0}", candidate.plan.cost()),
        format!("{:.1}", candidate.schedule.end()),
        format!("{:.2}", candidate.fit),
        format!("{:.2}", candidate.new),
        words::gist(&candidate.plan),
    ]
}
