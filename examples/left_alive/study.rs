//! The same fights with three ways to go on after a failure.

use std::time::Duration;

use squad_htn::prelude::*;

use crate::kit::{seeds, statistics};
use crate::mission::{End, Mission};

/// The three ways, and how they are called.
pub const WAYS: [(&str, Repair); 3] = [
    ("subtree", Repair::Subtree),
    ("root", Repair::Replan),
    ("none", Repair::Abandon),
];

/// What came of all fights with one way.
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
    pub thrown_away: Vec<f64>,
    /// Of the director's ticks, altogether. The only thing that depends on the machine.
    pub time: Duration,
}

/// The fights of these seeds, with each way.
pub fn run(seeds: &[u64], sides: (usize, usize)) -> Result<Vec<Row>, CapacityError> {
    let row = |(name, repair): &(&str, Repair)| {
        let fights = seeds::run_all(name, seeds, |seed| -> Result<Fight, CapacityError> {
            let mut mission = Mission::new(seed, sides, *repair)?;
            let end = mission.run()?;
            Ok(Fight::of(&mission, end, sides.0))
        });
        let mut row = Row::default();
        for fight in fights {
            row.add(&fight?);
        }
        Ok(row)
    };
    WAYS.iter().map(row).collect()
}

/// What came of one.
struct Fight {
    end: End,
    seconds: f64,
    losses: f64,
    repairs: f64,
    abandoned: f64,
    search_steps: f64,
    thrown_away: f64,
    time: Duration,
}

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
            thrown_away: mission.thrown_away() as f64,
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
        self.thrown_away.push(fight.thrown_away);
        self.time += fight.time;
    }

    /// Milliseconds of the director's ticks in a fight, as they were measured here.
    pub fn milliseconds(&self) -> f64 {
        self.time.as_secs_f64() * 1e3 / self.seconds.len().max(1) as f64
    }
}

/// What each row of the table is called, and its three cells.
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
        means("seconds of a fight", |row| &row.seconds),
        means("vehicles lost", |row| &row.losses),
        means("repairs", |row| &row.repairs),
        means("plans given up", |row| &row.abandoned),
        means("search steps", |row| &row.search_steps),
        means("steps thrown away", |row| &row.thrown_away),
    ]
}

/// The table as text.
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
