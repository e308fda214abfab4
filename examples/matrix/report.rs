//! The output: text for a terminal, and an HTML page.

use htn_view::Page;
use squad_htn::Matrix;

use crate::contingency;
use crate::game::{Game, Settings};
use crate::planning::{self, Found};
use crate::review;
use crate::words::{self, table};

/// The minutes per line of a matrix on the terminal.
const STEP: f32 = 2.0;

/// The number of candidates in the tables.
const SHOWN: usize = 10;

/// The head of the table of games.
pub const OPENINGS: [&str; 6] = ["game", "plan", "new", "ended", "minutes", "what it does"];

fn opening(number: usize, game: &Game) -> Vec<String> {
    let chosen = game.chosen();
    vec![
        (number + 1).to_string(),
        chosen.number.to_string(),
        format!("{:.2}", chosen.new),
        game.mission.ending.name().to_owned(),
        format!("{:.1}", game.mission.minutes),
        words::summary(&chosen.plan),
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
    let lines = game.mission.log.iter();
    lines
        .map(|(at, text)| vec![format!("{at:.1}"), text.clone()])
        .collect()
}

fn deviations(game: &Game) -> Vec<Vec<String>> {
    game.deviations.iter().map(review::deviation_line).collect()
}

fn unit_times(game: &Game) -> Vec<Vec<String>> {
    game.unit_times
        .iter()
        .map(review::unit_times_line)
        .collect()
}

fn found_line(settings: &Settings, found: &Found) -> String {
    let weights = settings.weights;
    format!(
        "{} plans with a distance of at least {}, out of {} examined. Weights: risk {}, fit {}, new {}.",
        found.candidates.len(),
        settings.distance,
        found.examined,
        weights.cost,
        weights.fit,
        weights.new
    )
}

const LEGEND: [&str; 3] = [
    "risk: sum of the failure probabilities of all steps, in percent",
    "fit: use of the units' abilities, 0 to 1",
    "new: distance from the nearest plan of an earlier game, 0 to 1",
];

/// Returns the text of a series: all openings, and the last game.
pub fn text(settings: &Settings, found: &Found, games: &[Game]) -> String {
    let Some(game) = games.last() else {
        return String::new();
    };
    let mut parts = vec![
        "PLANNING".to_owned(),
        found_line(settings, found),
        LEGEND.map(|line| format!("  {line}")).join("\n"),
        table(&planning::HEAD, &ranking(game), &[0, 1, 2, 3, 4, 5]),
    ];
    if games.len() > 1 {
        parts.push(format!(
            "The openings of {} games, then the details of the last one.",
            games.len()
        ));
        parts.push(table(&OPENINGS, &openings(games), &[0, 1, 2, 4]));
    }
    let number = game.chosen().number;
    parts.push(format!(
        "The execution matrix of plan {number}, in minutes (│ continues, · waits):"
    ));
    parts.push(coarse(&game.planned));
    if !game.contingencies.is_empty() {
        parts.push("Contingencies for the steps most likely to fail:".to_owned());
        parts.push(table(&contingency::HEAD, &contingencies(game), &[1, 2]));
    }
    parts.push("EXECUTION".to_owned());
    parts.push(table(&["at", "event"], &log(game), &[0]));
    parts.push("AFTER-ACTION REVIEW".to_owned());
    parts.push("What each unit did:".to_owned());
    parts.push(coarse(&game.actual));
    if game.deviations.is_empty() {
        parts.push("All steps went as planned.".to_owned());
    } else {
        parts.push("Deviations from the plan:".to_owned());
        parts.push(table(&review::DEVIATIONS, &deviations(game), &[]));
    }
    parts.push("Minutes, by unit:".to_owned());
    parts.push(table(
        &review::UNIT_TIMES,
        &unit_times(game),
        &[1, 2, 3, 4, 5],
    ));
    parts.join("\n\n")
}

/// Formats a matrix with fewer time steps, for a terminal.
fn coarse(matrix: &Matrix) -> String {
    let (units, entries) = (matrix.units().to_vec(), matrix.entries().to_vec());
    let text = match Matrix::new(STEP, units, entries) {
        Ok(matrix) => matrix.to_string(),
        Err(error) => error.to_string(),
    };
    let lines = text.lines().map(|line| format!("  {line}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the page of the last game.
pub fn page(settings: &Settings, found: &Found, games: &[Game]) -> String {
    let mut page = Page::new("The town hall: plan, execution, review");
    let Some(game) = games.last() else {
        return page.to_html();
    };
    let chosen = game.chosen();
    page = page
        .text(&format!(
            "The opponent executed plan {}. It ended after {:.1} minutes: {}. Lost: {}.",
            chosen.number,
            game.mission.minutes,
            game.mission.ending.name(),
            lost(game)
        ))
        .heading("Planning")
        .text(&found_line(settings, found))
        .text(&format!("{}.", LEGEND.join("; ")))
        .table(&planning::HEAD, &ranking(game));
    if games.len() > 1 {
        page = page
            .heading("Another opening each game")
            .table(&OPENINGS, &openings(games));
    }
    page = page
        .heading(&format!("The execution matrix of plan {}", chosen.number))
        .text("The tasks of each unit at every time step, in minutes. Hatched: it waits.")
        .matrix(&game.planned);
    if !game.contingencies.is_empty() {
        page = page
            .heading("Contingencies")
            .text("The steps most likely to fail, and the plans prepared for that case.")
            .table(&contingency::HEAD, &contingencies(game));
    }
    page = page
        .heading("Execution")
        .table(&["at", "event"], &log(game))
        .heading("After-action review")
        .text("For each unit, the plan above and the mission below. Deviations have a frame.")
        .beside(&game.planned, &game.actual);
    if !game.deviations.is_empty() {
        page = page
            .heading("Deviations and their reasons")
            .table(&review::DEVIATIONS, &deviations(game));
    }
    page.heading("Minutes, by unit")
        .table(&review::UNIT_TIMES, &unit_times(game))
        .to_html()
}

fn lost(game: &Game) -> String {
    let lost = game.mission.lost.iter().map(|(unit, _)| words::name(*unit));
    let lost: Vec<String> = lost.collect();
    if lost.is_empty() {
        "none".to_owned()
    } else {
        lost.join(", ")
    }
}
