//! A series of games: the opponent plans, executes, reviews, and remembers the plans it used.

use squad_htn::Matrix;

use crate::contingency::{self, Contingency};
use crate::domain::{Plan, State};
use crate::mission::MissionLog;
use crate::planning::{self, Candidate, Found, Weights};
use crate::review::{self, Deviation, UnitTimes};
use crate::simulation;
use crate::town::Town;

/// The settings of a series.
#[derive(Clone, Debug)]
pub struct Settings {
    pub seed: u64,
    pub games: usize,
    pub plans: usize,
    pub distance: f32,
    pub weights: Weights,
    pub contingencies: usize,
}

/// A finished game.
#[derive(Debug)]
pub struct Game {
    /// The candidates, best first. The first one was executed.
    pub ranked: Vec<Candidate>,
    pub planned: Matrix,
    pub contingencies: Vec<Contingency>,
    pub mission: MissionLog,
    pub actual: Matrix,
    pub deviations: Vec<Deviation>,
    pub unit_times: Vec<UnitTimes>,
}

impl Game {
    pub fn chosen(&self) -> &Candidate {
        &self.ranked[0]
    }
}

/// Finds the candidates for all games, since the village is always the same.
pub fn plan(settings: &Settings) -> Result<(State, Found), String> {
    let state = State::from_facts(Town.facts()).map_err(|full| full.to_string())?;
    let found = planning::find(&state, &Town, settings.plans, settings.distance)?;
    Ok((state, found))
}

/// Plays all games. Each uses a plan that no earlier game used; when all are used, the series starts over.
pub fn play(settings: &Settings, state: &State, found: &Found) -> Result<Vec<Game>, String> {
    let mut left = Vec::new();
    let mut earlier: Vec<Plan> = Vec::new();
    let mut games = Vec::new();
    for number in 0..settings.games {
        if left.is_empty() {
            left.clone_from(&found.candidates);
            earlier.clear();
        }
        let mut ranked = left.clone();
        planning::rank(&mut ranked, &earlier, settings.weights);
        let seed = settings.seed.wrapping_add(number as u64);
        let game = play_one(ranked, settings.contingencies, state, seed)?;
        let chosen = game.chosen();
        left.retain(|candidate| candidate.number != chosen.number);
        earlier.push(chosen.plan.clone());
        games.push(game);
    }
    Ok(games)
}

fn play_one(
    ranked: Vec<Candidate>,
    contingencies: usize,
    state: &State,
    seed: u64,
) -> Result<Game, String> {
    let chosen = ranked.first().ok_or("no plan was found")?;
    let (plan, schedule) = (&chosen.plan, &chosen.schedule);
    let world = (state, &Town);
    let contingencies = contingency::prepare(plan, schedule, world, contingencies)?;
    let mission = simulation::simulate(plan, &contingencies, world, seed)?;
    let planned = planning::matrix(schedule).map_err(|error| error.to_string())?;
    let actual = review::matrix(&mission).map_err(|error| error.to_string())?;
    let deviations = review::deviations(schedule, &mission);
    let unit_times = review::unit_times(schedule, &mission);
    Ok(Game {
        planned,
        contingencies,
        actual,
        deviations,
        unit_times,
        mission,
        ranked,
    })
}
