//! What was planned and what came of it: as text for a terminal, and as a page.

use htn_view::Page;
use squad_htn::Matrix;

use crate::contingency;
use crate::game::{Game, Wish};
use crate::planning::{self, Found};
use crate::review;
use crate::words::{self, table};

/// How many minutes a line of a matrix stands for, in the terminal.
const STEP: f32 = 2.0;

/// How many plans the tables show.
const SHOWN: usize = 10;

pub const OPENINGS: [&str; 6] = ["game", "plan", "new", "ended", "minutes", "what it does"];

fn opening(number: usize, game: &Game) -> Vec<String> {
    let chosen = game.chosen();
    vec![
        (number + 1).to_string(),
        chosen.number.to_string(),
        format!("{:.2}", chosen.new),
        game.happened.ending.name().to_owned(),
        format!("{:.1}", game.happened.minutes),
        words::gist(&chosen.plan),
    ]
}

fn openings(games: &[Game]) -> Vec<Vec<String>> {
    let games = games.iter().enumerate();
    games.map(|(number, game)| opening(number, game)).collect()
}

fn ranking(game: &Game) -> Vec<Vec<String>> {
    game.ranked.iter().take(SHOWN).map(planning::line).collect()
}

fn contingencies(game: &Game) -> Vec<Vec<String>> {
    game.contingencies
        .iter()
        .flat_map(contingency::lines)
        .collect()
}

fn log(game: &Game) -> Vec<Vec<String>> {
    let lines = game.happened.log.iter();
    lines
        .map(|(at, text)| vec![format!("{at:.1}"), text.clone()])
        .collect()
}

fn partings(game: &Game) -> Vec<Vec<String>> {
    game.partings.iter().map(review::parting_line).collect()
}

fn accounts(game: &Game) -> Vec<Vec<String>> {
    game.accounts.iter().map(review::account_line).collect()
}

fn found_line(wish: &Wish, found: &Found) -> String {
    let weights = wish.weights;
    format!(
        "{} plans, no two of them nearer than {}, of {} that were looked at. Weights: risk {}, fit {}, new {}.",
        found.candidates.len(),
        wish.distance,
        found.looked_at,
        weights.cost,
        weights.fit,
        weights.new
    )
}

const LEGEND: [&str; 3] = [
    "risk: the chances of failure of all steps, in a hundred, added up",
    "fit: how well the units' abilities are used, from 0 to 1",
    "new: how far it is from the nearest plan of an earlier game, from 0 to 1",
];

/// The games, as text.
pub fn text(wish: &Wish, found: &Found, games: &[Game]) -> String {
    let Some(game) = games.last() else {
        return String::new();
    };
    let mut parts = vec![
        "PLANNING".to_owned(),
        found_line(wish, found),
        LEGEND.map(|line| format!("  {line}")).join("\n"),
        table(&planning::HEAD, &ranking(game), &[0, 1, 2, 3, 4, 5]),
    ];
    if games.len() > 1 {
        parts.push(format!(
            "The openings of {} games; what follows is the last one.",
            games.len()
        ));
        parts.push(table(&OPENINGS, &openings(games), &[0, 1, 2, 4]));
    }
    let number = game.chosen().number;
    parts.push(format!(
        "The execution matrix of plan {number}, in minutes (│ goes on, · waits):"
    ));
    parts.push(coarse(&game.planned));
    if !game.contingencies.is_empty() {
        parts.push(
            "Contingencies: the steps most likely to fail, and what would be done then:".to_owned(),
        );
        parts.push(table(&contingency::HEAD, &contingencies(game), &[1, 2]));
    }
    parts.push("EXECUTION".to_owned());
    parts.push(table(&["at", "what happened"], &log(game), &[0]));
    parts.push("AFTER-ACTION REVIEW".to_owned());
    parts.push("What each unit did:".to_owned());
    parts.push(coarse(&game.came));
    if game.partings.is_empty() {
        parts.push("Everything went as planned.".to_owned());
    } else {
        parts.push("Where the plan and what happened part:".to_owned());
        parts.push(table(&review::PARTINGS, &partings(game), &[]));
    }
    parts.push("Minutes, by unit:".to_owned());
    parts.push(table(&review::ACCOUNTS, &accounts(game), &[1, 2, 3, 4, 5]));
    parts.join("\n\n")
}

/// A matrix with fewer time steps, for a terminal.
fn coarse(matrix: &Matrix) -> String {
    let (units, entries) = (matrix.units().to_vec(), matrix.entries().to_vec());
    let text = match Matrix::new(STEP, units, entries) {
        Ok(matrix) => matrix.to_string(),
        Err(error) => error.to_string(),
    };
    let lines = text.lines().map(|line| format!("  {line}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The last game, as a page.
pub fn page(wish: &Wish, found: &Found, games: &[Game]) -> String {
    let mut page = Page::new("The town hall: plan, execution, review");
    let Some(game) = games.last() else {
        return page.to_html();
    };
    let chosen = game.chosen();
    page = page
        .text(&format!(
            "The opponent took plan {}. It ended after {:.1} minutes: {}. Lost: {}.",
            chosen.number,
            game.happened.minutes,
            game.happened.ending.name(),
            lost(game)
        ))
        .heading("Planning")
        .text(&found_line(wish, found))
        .text(&format!("{}.", LEGEND.join("; ")))
        .table(&planning::HEAD, &ranking(game));
    if games.len() > 1 {
        page = page
            .heading("Another opening each game")
            .table(&OPENINGS, &openings(games));
    }
    page = page
        .heading(&format!("The execution matrix of plan {}", chosen.number))
        .text("What each unit does at every time step, in minutes. Hatched: it waits.")
        .matrix(&game.planned);
    if !game.contingencies.is_empty() {
        page = page
            .heading("Contingencies")
            .text("The steps most likely to fail, and the plan that would be adopted then, worked out beforehand.")
            .table(&contingency::HEAD, &contingencies(game));
    }
    page = page
        .heading("Execution")
        .table(&["at", "what happened"], &log(game))
        .heading("After-action review")
        .text("For each unit, above what was planned and below what happened. What was not planned so has a frame.")
        .beside(&game.planned, &game.came);
    if !game.partings.is_empty() {
        page = page
            .heading("Where they part, and why")
            .table(&review::PARTINGS, &partings(game));
    }
    page.heading("Minutes, by unit")
        .table(&review::ACCOUNTS, &accounts(game))
        .to_html()
}

fn lost(game: &Game) -> String {
    let lost = game
        .happened
        .lost
        .iter()
        .map(|(unit, _)| words::name(*unit));
    let lost: Vec<String> = lost.collect();
    match lost.is_empty() {
        true => "nobody".to_owned(),
        false => lost.join(", "),
    }
}
