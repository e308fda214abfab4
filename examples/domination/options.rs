//! The command line.

use crate::game::{Map, Rules};
use crate::kit::batch::{self, Job};
use crate::kit::flags::{Flag, Given, Invocation, Program};
use crate::study::{MATCH_UPS, MatchUp};
use crate::tactics::WHOLE_TEAM;
use crate::terms::BOTS;

const fn flag(name: &'static str, value: &'static str, help: &'static str) -> Flag {
    Flag { name, value, help }
}

pub const PROGRAM: Program = Program {
    name: "domination",
    about: "Reproduces the domination study of Hoang, Lee-Urban and Muñoz-Avila: two strategies of an HTN planner against a\n\
            standard and an improved team of bots, with the scores of many matches.",
    flags: &[
        flag("--seed", "N", "first random seed (default: 1)"),
        flag(
            "--seeds",
            "N|A..B",
            "matches per match-up, or their seeds (default: 200)",
        ),
        batch::OUT,
        batch::MERGE,
        flag(
            "--study",
            "NAME",
            "paper (default), or tactics: what makes a strategy win on three maps",
        ),
        flag("--size", "N", "bots per team, 1 to 8 (default: 3)"),
        flag("--goal", "N", "score that wins a match (default: 50)"),
        flag(
            "--limit",
            "SECONDS",
            "length limit of a match (default: 900)",
        ),
        flag(
            "--map",
            "FILE",
            "play on the map in FILE: `#` wall, space floor, `o` waypoint, `s` spawn point,\n`A` to `Z` domination point",
        ),
        flag(
            "--plots",
            "DIR",
            "write the scores over time as one SVG per match-up",
        ),
        flag(
            "--page",
            "FILE",
            "write the results of the study as an HTML page",
        ),
        flag(
            "--watch",
            "",
            "play one match instead of the study and print the map every few seconds",
        ),
        flag(
            "--report",
            "FILE",
            "play one match instead of the study and write an interactive HTML report",
        ),
        flag(
            "--match",
            "NAME",
            "match for --watch and --report: half-standard, half-improved,\nall-standard, all-improved (default), improved-standard,\neverybody-improved, team-improved",
        ),
    ],
};

/// The study to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StudyName {
    /// The match-ups of the paper.
    Paper,
    /// The strategy `WholeTeam` and its ideas.
    Tactics,
}

impl StudyName {
    pub const ALL: [(&'static str, StudyName); 2] =
        [("paper", StudyName::Paper), ("tactics", StudyName::Tactics)];
}

/// The parsed options.
pub struct Options {
    /// The seed of `watch` and `report`.
    pub seed: u64,
    /// The matches of the study.
    pub job: Job,
    pub rules: Rules,
    /// The maps of the study. A single match is played on the first.
    pub maps: Vec<Map>,
    pub study: StudyName,
    pub plots: Option<String>,
    pub page: Option<String>,
    pub watch: bool,
    pub report: Option<String>,
    /// The match-up of `watch` and `report`.
    pub match_up: MatchUp,
}

/// Parses the command line. `Ok(Err(text))` is the help text.
pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Result<Options, String>, String> {
    match PROGRAM.parse(words)? {
        Invocation::Help(text) => Ok(Err(text)),
        Invocation::Run(given) => options(&given).map(Ok),
    }
}

fn options(given: &Given) -> Result<Options, String> {
    let one_match = given.is_given("--watch") || given.is_given("--report");
    if given.is_given("--match") && !one_match {
        return Err(
            "`--match` selects the match of `--watch` or `--report`: add one of them".to_owned(),
        );
    }
    for study in [
        "--study", "--plots", "--page", "--seeds", "--out", "--merge",
    ] {
        if one_match && given.is_given(study) {
            return Err(format!(
                "`{study}` belongs to the study and cannot be combined with `--watch` or `--report`"
            ));
        }
    }
    let shown = MATCH_UPS.iter().chain([&WHOLE_TEAM]);
    let names: Vec<(&str, MatchUp)> = shown.map(|match_up| (match_up.name, *match_up)).collect();
    let study = given.one_of("--study", StudyName::Paper, &StudyName::ALL)?;
    if study == StudyName::Tactics && given.is_given("--plots") {
        return Err("`--plots` belongs to the study `paper`".to_owned());
    }
    let default = Rules::default();
    let rules = Rules {
        size: given.number("--size", default.size, 1..=BOTS)?,
        goal: given.number("--goal", default.goal, 1..=1_000)?,
        limit: given.number("--limit", default.limit, 1..=36_000)?,
    };
    let report = given.text("--report").map(str::to_owned);
    let match_up = given.one_of("--match", MATCH_UPS[3], &names)?;
    if report.is_some() && !match_up.is_planned() {
        return Err(format!(
            "`--report` shows a planner, and no team of `{}` has one: choose another `--match`",
            match_up.name
        ));
    }
    let seed = given.seed(1)?;
    Ok(Options {
        seed,
        job: Job::read(given, seed, 200, 1, &["--plots", "--page"])?,
        rules,
        maps: maps(given.text("--map"), study)?,
        study,
        plots: given.text("--plots").map(str::to_owned),
        page: given.text("--page").map(str::to_owned),
        watch: given.is_given("--watch"),
        report,
        match_up,
    })
}

fn maps(file: Option<&str>, study: StudyName) -> Result<Vec<Map>, String> {
    let Some(file) = file else {
        let mut maps = Map::built_in()?;
        maps.truncate(if study == StudyName::Paper {
            1
        } else {
            maps.len()
        });
        return Ok(maps);
    };
    let text = std::fs::read_to_string(file)
        .map_err(|error| format!("cannot read map `{file}`: {error}"))?;
    Ok(vec![Map::read(file, &text)?])
}
