//! The summary of a mission.

use std::fmt;
use std::time::Duration;

use squad_htn::prelude::*;

use crate::brain::Slice;
use crate::mission::{End, Mission, Turn};
use crate::sim::{Mode, Officer};
use crate::transcript::clock;

/// Counters of a mission, updated turn by turn.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    made: usize,
    completed: usize,
    repaired: usize,
    cancelled: usize,
    abandoned: usize,
    most_plans: usize,
    started: usize,
    stopped: usize,
    failed: usize,
    times: Vec<Duration>,
}

impl Summary {
    pub fn count(&mut self, turn: &Turn, mission: &Mission) {
        for event in &turn.traffic.events {
            match event {
                Event::Planned { .. } => self.made += 1,
                Event::Completed { .. } => self.completed += 1,
                Event::Repaired { .. } => self.repaired += 1,
                Event::Abandoned {
                    reason: AbandonReason::Cancelled,
                    ..
                } => self.cancelled += 1,
                Event::Abandoned { .. } => self.abandoned += 1,
                _ => {}
            }
        }
        for command in &turn.traffic.commands {
            match command {
                Command::Start { .. } => self.started += 1,
                Command::Stop { .. } => self.stopped += 1,
            }
        }
        let failed = |(_, outcome): &&(ActionId, Outcome)| *outcome == Outcome::Failure;
        self.failed += turn.traffic.finished.iter().filter(failed).count();
        self.most_plans = self
            .most_plans
            .max(mission.brain.director.executor().plans().count());
        self.times.push(turn.took);
    }

    /// Returns the summary as text.
    pub fn show(&self, mission: &Mission, end: Option<End>, slice: Slice) -> String {
        Report {
            summary: self,
            mission,
            end,
            slice,
        }
        .to_string()
    }

    /// Returns the quantile of the tick times, given in thousandths.
    fn quantile(&self, in_thousand: usize) -> Duration {
        let mut sorted = self.times.clone();
        sorted.sort_unstable();
        let at = (sorted.len() * in_thousand / 1000).min(sorted.len().saturating_sub(1));
        sorted.get(at).copied().unwrap_or_default()
    }
}

struct Report<'a> {
    summary: &'a Summary,
    mission: &'a Mission,
    end: Option<End>,
    slice: Slice,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (summary, world) = (self.summary, &self.mission.world);
        let result = match self.end {
            Some(End::Cleared) => "the building is clear",
            Some(End::Lost) => "the squad is lost",
            None => "not finished",
        };
        let count = |mode: fn(Mode) -> bool| {
            world
                .suspects
                .iter()
                .filter(|suspect| mode(suspect.mode))
                .count()
        };
        let officers = world.officers.len();
        let alive = world
            .officers
            .iter()
            .filter(|officer| Officer::alive(officer))
            .count();
        writeln!(f, "{result} after {}", clock(world.tick).trim())?;
        writeln!(
            f,
            "  rooms      {} of {} cleared",
            self.mission.brain.rooms_cleared(),
            world.map.rooms.len()
        )?;
        writeln!(
            f,
            "  suspects   {} restrained, {} dead, {} at large",
            count(|mode| mode == Mode::Cuffed),
            count(|mode| mode == Mode::Dead),
            world.suspects_at_large()
        )?;
        writeln!(
            f,
            "  losses     {} of {officers} officers",
            officers - alive
        )?;
        writeln!(
            f,
            "  plans      {} made, {} completed, {} repairs, {} cancelled, {} abandoned; up to {} at once",
            summary.made,
            summary.completed,
            summary.repaired,
            summary.cancelled,
            summary.abandoned,
            summary.most_plans
        )?;
        writeln!(
            f,
            "  actions    {} started, {} stopped, {} failed",
            summary.started, summary.stopped, summary.failed
        )?;
        let reserved = self.mission.brain.reservations();
        if !reserved.is_empty() {
            writeln!(f, "  reserved   {reserved:?}")?;
        }
        let slice = match self.slice {
            Slice::Steps(steps) => format!("{steps} search steps"),
            Slice::Micros(micros) => format!("{micros} µs"),
        };
        let micros = |in_thousand| summary.quantile(in_thousand).as_nanos() as f64 / 1000.0;
        write!(
            f,
            "  tick time  {:.1} µs median, {:.1} µs 99th percentile, {:.1} µs maximum; search budget {slice}",
            micros(500),
            micros(990),
            micros(1000)
        )
    }
}
