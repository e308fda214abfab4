//! A comparison of three repair modes over the same fights.

use std::time::Duration;

use squad_htn::Domain as _;
use squad_htn::prelude::*;

use crate::domain::armour;
use crate::kit::batch::{Job, Study};
use crate::kit::json::{json_names, json_object};
use crate::kit::statistics;
use crate::mission::{End, Mission};

/// The repair modes with their names.
pub const WAYS: [(&str, Repair); 3] = [
    ("subtree", Repair::Subtree),
    ("root", Repair::Replan),
    ("none", Repair::Abandon),
];

/// The results of all fights with one repair mode.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub won: usize,
    pub lost: usize,
    pub undecided: usize,
    pub seconds: Vec<f64>,
    pub losses: Vec<f64>,
    pub repairs: Vec<f64>,
    pub abandoned: Vec<f64>,
    pub search_steps: Vec<f64>,
    pub wasted_steps: Vec<f64>,
    /// The measured time of the director's ticks, summed over all fights.
    pub time: Duration,
}

/// Fights once per seed and repair mode, or reads these fights. Returns `None` if they were written to a file.
pub fn run(job: &Job, sides: (usize, usize)) -> Result<Option<Vec<Row>>, String> {
    let study = Study {
        name: "left_alive",
        domain: armour::Domain::HASH,
        settings: vec![
            ("--ours", sides.0.to_string()),
            ("--theirs", sides.1.to_string()),
        ],
    };
    let Some(batch) = study.run(job, |seed| fight(seed, sides))? else {
        return Ok(None);
    };
    let mut rows = vec![Row::default(); if batch.runs.is_empty() { 0 } else { WAYS.len() }];
    for fights in &batch.runs {
        for (row, fight) in rows.iter_mut().zip(fights) {
            row.add(fight);
        }
    }
    Ok(Some(rows))
}

/// Fights with each repair mode.
fn fight(seed: u64, sides: (usize, usize)) -> Result<Vec<Fight>, CapacityError> {
    let mut fights = Vec::new();
    for (_, repair) in WAYS {
        let mut mission = Mission::new(seed, sides, repair)?;
        let end = mission.run()?;
        fights.push(Fight::of(&mission, end, sides.0));
    }
    Ok(fights)
}

/// The result of one fight.
#[derive(Clone, Debug)]
struct Fight {
    end: End,
    seconds: f64,
    losses: f64,
    repairs: f64,
    abandoned: f64,
    search_steps: f64,
    wasted_steps: f64,
    time: Duration,
}

json_object!(Fight {
    end,
    seconds,
    losses,
    repairs,
    abandoned,
    search_steps,
    wasted_steps,
    time
});
json_names!(End { End::Won => "won", End::Lost => "lost", End::TimeIsUp => "undecided" });

impl Fight {
    fn of(mission: &Mission, end: End, ours: usize) -> Fight {
        let ticks = f64::from(mission.world.tick);
        Fight {
            end,
            seconds: ticks / f64::from(crate::world::TICKS_A_SECOND),
            losses: (ours - mission.world.ours().count()) as f64,
            repairs: mission.costs.repairs.into(),
            abandoned: mission.costs.abandoned.into(),
            search_steps: mission.director.search_steps().all() as f64,
            wasted_steps: mission.wasted_steps() as f64,
            time: mission.costs.time,
        }
    }
}

impl Row {
    fn add(&mut self, fight: &Fight) {
        match fight.end {
            End::Won => self.won += 1,
            End::Lost => self.lost += 1,
            End::TimeIsUp => self.undecided += 1,
        }
        self.seconds.push(fight.seconds);
        self.losses.push(fight.losses);
        self.repairs.push(fight.repairs);
        self.abandoned.push(fight.abandoned);
        self.search_steps.push(fight.search_steps);
        self.wasted_steps.push(fight.wasted_steps);
        self.time += fight.time;
    }

    /// Returns the measured milliseconds of director ticks per fight.
    pub fn milliseconds(&self) -> f64 {
        self.time.as_secs_f64() * 1e3 / self.seconds.len().max(1) as f64
    }
}

/// Returns the rows of the table: a name and one cell per repair mode.
pub fn table(rows: &[Row]) -> Vec<(&'static str, Vec<String>)> {
    let of = |name, cell: &dyn Fn(&Row) -> String| (name, rows.iter().map(cell).collect());
    let means = |name, numbers: fn(&Row) -> &Vec<f64>| {
        of(name, &|row| {
            let (mean, half) = statistics::mean_within(numbers(row));
            format!("{mean:.1} ± {half:.1}")
        })
    };
    vec![
        of("won / lost / undecided", &|row| {
            format!("{} / {} / {}", row.won, row.lost, row.undecided)
        }),
        means("seconds per fight", |row| &row.seconds),
        means("vehicles lost", |row| &row.losses),
        means("repairs", |row| &row.repairs),
        means("plans abandoned", |row| &row.abandoned),
        means("search steps", |row| &row.search_steps),
        means("steps wasted", |row| &row.wasted_steps),
    ]
}

/// Formats the table as text.
pub fn print(rows: &[Row]) -> String {
    let mut text = format!("{:24}", "repair");
    for (name, _) in WAYS {
        text += &format!("{name:>20}");
    }
    for (name, cells) in table(rows) {
        text += &format!("\n{name:24}");
        for cell in cells {
            text += &format!("{cell:>20}");
        }
    }
    text
}
