//! The command line.

use crate::game::{Map, Rules};
use crate::kit::flags::{Flag, Given, Program, Wish};
use crate::study::{MATCH_UPS, MatchUp};
use crate::terms::BOTS;

const fn flag(name: &'static str, value: &'static str, help: &'static str) -> Flag {
    Flag { name, value, help }
}

pub const PROGRAM: Program = Program {
    name: "domination",
    about: "The domination study of Hoang, Lee-Urban and Muñoz-Avila: two strategies of an HTN planner against a standard and an\n\
            improved team of bots, with the scores of many matches.",
    flags: &[
        flag("--seed", "N", "the first seed (default: 1)"),
        flag("--seeds", "N", "matches of each match-up (default: 200)"),
        flag(
            "--size",
            "N",
            "bots in a team of the four match-ups, 1 to 8 (default: 3)",
        ),
        flag(
            "--goal",
            "N",
            "who gets to this score first has won (default: 50)",
        ),
        flag(
            "--limit",
            "SECONDS",
            "a match is over after so long, won or not (default: 900)",
        ),
        flag(
            "--map",
            "FILE",
            "another map: `#` wall, space floor, `o` waypoint, `s` spawn point,\n`A` to `Z` domination point",
        ),
        flag(
            "--plots",
            "DIR",
            "the scores over time, an SVG for each match-up",
        ),
        flag(
            "--page",
            "FILE",
            "all of it as a page, beside what the paper says",
        ),
        flag(
            "--watch",
            "",
            "one match, with the map every few seconds, instead of the study",
        ),
        flag(
            "--report",
            "FILE",
            "one match as a page that can be stepped through, instead of the study",
        ),
        flag(
            "--match",
            "NAME",
            "the one that --watch and --report show: half-standard, half-improved,\nall-standard, all-improved (default), improved-standard",
        ),
    ],
};

/// What is to be done.
pub struct Options {
    pub seed: u64,
    pub seeds: u64,
    pub rules: Rules,
    pub map: Map,
    pub plots: Option<String>,
    pub page: Option<String>,
    pub watch: bool,
    pub report: Option<String>,
    /// For one match.
    pub match_up: MatchUp,
}

/// What is to be done, or the text of the help.
pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Result<Options, String>, String> {
    match PROGRAM.parse(words)? {
        Wish::Help(text) => Ok(Err(text)),
        Wish::Run(given) => options(&given).map(Ok),
    }
}

fn options(given: &Given) -> Result<Options, String> {
    let one_match = given.is_given("--watch") || given.is_given("--report");
    if given.is_given("--match") && !one_match {
        return Err(
            "`--match` says what `--watch` and `--report` show: give one of them too".to_owned(),
        );
    }
    for study in ["--plots", "--page", "--seeds"] {
        if one_match && given.is_given(study) {
            return Err(format!(
                "`{study}` is for the study, `--watch` and `--report` are for one match"
            ));
        }
    }
    let names: Vec<(&str, MatchUp)> = MATCH_UPS
        .iter()
        .map(|match_up| (match_up.name, *match_up))
        .collect();
    let default = Rules::default();
    let rules = Rules {
        size: given.number("--size", default.size, 1..=BOTS)?,
        goal: given.number("--goal", default.goal, 1..=1_000)?,
        limit: given.number("--limit", default.limit, 1..=36_000)?,
    };
    let report = given.text("--report").map(str::to_owned);
    let match_up = given.one_of("--match", MATCH_UPS[3], &names)?;
    if report.is_some() && match_up.figure.is_none() {
        return Err(format!(
            "`--report` shows what a planner does, and `{}` has none",
            match_up.name
        ));
    }
    Ok(Options {
        seed: given.seed(1)?,
        seeds: given.number("--seeds", 200, 1..=100_000)?,
        rules,
        map: map(given.text("--map"))?,
        plots: given.text("--plots").map(str::to_owned),
        page: given.text("--page").map(str::to_owned),
        watch: given.is_given("--watch"),
        report,
        match_up,
    })
}

fn map(file: Option<&str>) -> Result<Map, String> {
    let Some(file) = file else {
        return Map::yard();
    };
    let text = std::fs::read_to_string(file)
        .map_err(|error| format!("the map `{file}` can't be read: {error}"))?;
    Map::read(file, &text)
}
