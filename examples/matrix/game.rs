//! One game after another: the opponent plans, acts, looks back, and remembers what it did.

use squad_htn::Matrix;

use crate::contingency::{self, Contingency};
use crate::domain::{Plan, State};
use crate::field;
use crate::happened::Happened;
use crate::planning::{self, Candidate, Found, Weights};
use crate::review::{self, Account, Parting};
use crate::town::Town;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Wish {
    pub seed: u64,
    pub games: usize,
    pub plans: usize,
    pub distance: f32,
    pub weights: Weights,
    pub contingencies: usize,
}

/// A game that was played.
#[derive(Debug)]
pub struct Game {
    /// The plans that it could take, ranked: the chosen one is the first.
    pub ranked: Vec<Candidate>,
    pub planned: Matrix,
    pub contingencies: Vec<Contingency>,
    pub happened: Happened,
    pub came: Matrix,
    pub partings: Vec<Parting>,
    pub accounts: Vec<Account>,
}

impl Game {
    pub fn chosen(&self) -> &Candidate {
        &self.ranked[0]
    }
}

/// Plans once for all games: the village is the same each time.
pub fn plan(wish: &Wish) -> Result<(State, Found), String> {
    let state = State::from_facts(Town.facts()).map_err(|full| full.to_string())?;
    let found = planning::find(&state, &Town, wish.plans, wish.distance)?;
    Ok((state, found))
}

/// Plays all games, each with a plan that no earlier one had. When all were taken it begins over.
pub fn play(wish: &Wish, state: &State, found: &Found) -> Result<Vec<Game>, String> {
    let mut left = Vec::new();
    let mut earlier: Vec<Plan> = Vec::new();
    let mut games = Vec::new();
    for number in 0..wish.games {
        if left.is_empty() {
            left.clone_from(&found.candidates);
            earlier.clear();
        }
        let mut ranked = left.clone();
        planning::rank(&mut ranked, &earlier, wish.weights);
        let seed = wish.seed.wrapping_add(number as u64);
        let game = play_one(ranked, wish.contingencies, state, seed)?;
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
    let chosen = ranked.first().ok_or("there is no plan")?;
    let (plan, schedule) = (&chosen.plan, &chosen.schedule);
    let world = (state, &Town);
    let contingencies = contingency::work_out(plan, schedule, world, contingencies)?;
    let happened = field::carry_out(plan, &contingencies, world, seed)?;
    let planned = planning::matrix(schedule).map_err(|error| error.to_string())?;
    let came = review::matrix(&happened).map_err(|error| error.to_string())?;
    let partings = review::partings(schedule, &happened);
    let accounts = review::accounts(schedule, &happened);
    Ok(Game {
        planned,
        contingencies,
        came,
        partings,
        accounts,
        happened,
        ranked,
    })
}
