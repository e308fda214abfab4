//! The same fights with three ways to go on after a failure.

use std::time::Duration;

use squad_htn::prelude::*;

use crate::kit::seeds;
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
pub fn run(seeds: &[u64], sides: (usize, usize)) -> Result<Vec<Row>, StateFull> {
    let row = |(name, repair): &(&str, Repair)| {
        let fights = seeds::over(name, seeds, |seed| -> Result<_, StateFull> {
            let mut mission = Mission::new(seed, sides, *repair)?;
            let end = mission.run()?;
            Ok((mission, end))
        });
        let mut row = Row::default();
        for fight in fights {
            let (mission, end) = fight?;
            row.add(&mission, end, sides.0);
        }
        Ok(row)
    };
    WAYS.iter().map(row).collect()
}

impl Row {
    fn add(&mut self, mission: &Mission, end: End, ours: usize) {
        match end {
            End::Won => self.won += 1,
            End::Lost => self.lost += 1,
            End::TimeIsUp => self.undecided += 1,
        }
        let searched = mission.recording.search_steps();
        let tick = f64::from(mission.world.tick);
        self.seconds
            .push(tick / f64::from(crate::world::TICKS_A_SECOND));
        self.losses
            .push((ours - mission.world.ours().count()) as f64);
        self.repairs.push(mission.costs.repairs.into());
        self.abandoned.push(mission.costs.abandoned.into());
        self.search_steps
            .push((searched.root + searched.repairs) as f64);
        self.thrown_away.push(mission.thrown_away() as f64);
        self.time += mission.costs.time;
    }
}

/// The mean of some numbers, and half of its interval of 95%.
pub fn mean(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares = numbers.iter().map(|number| (number - mean).powi(2));
    let deviation = (squares.sum::<f64>() / (count - 1.0).max(1.0)).sqrt();
    (mean, 1.96 * deviation / count.sqrt())
}

/// What each row of the table is called, and its three cells.
pub fn table(rows: &[Row]) -> Vec<(&'static str, Vec<String>)> {
    let of = |name, cell: &dyn Fn(&Row) -> String| (name, rows.iter().map(cell).collect());
    let means = |name, numbers: fn(&Row) -> &Vec<f64>| {
        of(name, &|row| {
            let (mean, half) = mean(numbers(row));
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
