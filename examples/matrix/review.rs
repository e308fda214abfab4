//! The third phase: the plan compared with the mission.

use squad_htn::{Matrix, MatrixEntry, MatrixError, Schedule};

use crate::domain::siege::Domain;
use crate::mission::{MissionLog, StepOutcome};
use crate::planning::STEP;
use crate::terms::Unit;
use crate::words;

/// The minimum deviation to report, in minutes.
const NOTABLE: f32 = 1.0;

/// A step that deviated from the plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Deviation {
    pub what: String,
    pub planned: String,
    pub mission: String,
    pub why: String,
}

/// The times of a unit, in minutes.
#[derive(Clone, PartialEq, Debug)]
pub struct UnitTimes {
    pub unit: Unit,
    /// Planned time at work, and waiting.
    pub planned: (f32, f32),
    /// Actual time at work, and waiting.
    pub mission: (f32, f32),
    pub lost: Option<f32>,
    /// The longest wait: the reason and the time.
    pub waited_for: Option<(String, f32)>,
}

/// Returns the matrix of the mission.
pub fn matrix(mission: &MissionLog) -> Result<Matrix, MatrixError> {
    let names = Unit::ALL.map(words::name).to_vec();
    Matrix::new(STEP, names, mission.entries.clone())
}

/// Returns the deviations with their reasons, in the planned order of the steps.
pub fn deviations(schedule: &Schedule<Domain>, mission: &MissionLog) -> Vec<Deviation> {
    let steps = schedule.steps().iter().zip(&mission.records);
    let mut acts: Vec<_> = steps.filter(|(step, _)| step.end > step.start).collect();
    acts.sort_by(|(one, _), (other, _)| one.start.total_cmp(&other.start));
    // The first failure explains why later steps did not start.
    let failed = acts
        .iter()
        .filter(|(_, record)| matches!(record.outcome, StepOutcome::Failed(_)));
    let first = failed.min_by(|(_, one), (_, other)| one.end.total_cmp(&other.end));
    let first = first.map(|(step, _)| words::long(step.task));
    let mut deviations = Vec::new();
    for (step, record) in acts {
        let late = record.start - step.start;
        let longer = (record.end - record.start) - step.duration();
        let why = match &record.outcome {
            StepOutcome::NotStarted => match &first {
                Some(first) => format!("abandoned after a failure: {first}"),
                None => "abandoned".to_owned(),
            },
            StepOutcome::Failed(why) => format!("failed: {why}"),
            StepOutcome::Interrupted | StepOutcome::Running if step.end.is_finite() => match &first
            {
                Some(first) => format!("interrupted after a failure: {first}"),
                None => "interrupted".to_owned(),
            },
            StepOutcome::Interrupted | StepOutcome::Running | StepOutcome::Done => {
                let mut reasons = Vec::new();
                if late >= NOTABLE {
                    reasons.push(match longest_wait(mission, step.task) {
                        Some(until) => format!("waited for {until}"),
                        None => "earlier steps took longer".to_owned(),
                    });
                }
                if longer >= NOTABLE && step.end.is_finite() {
                    reasons.push(format!("took {longer:.1} minutes longer"));
                }
                if reasons.is_empty() {
                    continue;
                }
                reasons.join("; ")
            }
        };
        deviations.push(Deviation {
            what: words::long(step.task),
            planned: span(step.start, step.end),
            mission: match record.outcome {
                StepOutcome::NotStarted => "never".to_owned(),
                _ => span(record.start, record.end),
            },
            why,
        });
    }
    deviations
}

fn span(from: f32, to: f32) -> String {
    if to.is_finite() {
        format!("{from:.1} to {to:.1}")
    } else {
        format!("from {from:.1}")
    }
}

/// Returns the reason of the longest wait before a task.
fn longest_wait(mission: &MissionLog, task: crate::domain::Task) -> Option<&str> {
    let waits = mission.waited.iter().filter(|waited| waited.task == task);
    let longest = waits.max_by(|one, other| one.minutes.total_cmp(&other.minutes));
    longest.map(|waited| waited.until.as_str())
}

/// Returns the times of all units.
pub fn unit_times(schedule: &Schedule<Domain>, mission: &MissionLog) -> Vec<UnitTimes> {
    let account = |(at, unit): (usize, Unit)| {
        let own = schedule.steps().iter().filter(|step| {
            let takes_time = step.end > step.start && step.end.is_finite();
            takes_time && step.agents().any(|agent| agent == unit)
        });
        let planned = total(own.map(|step| step.duration()));
        let entries = mission.entries.iter().filter(|entry| entry.unit == at);
        let at_work = |entry: &MatrixEntry| entry.to - entry.from;
        let waited = || mission.waited.iter().filter(|waited| waited.unit == unit);
        let longest = waited().max_by(|one, other| one.minutes.total_cmp(&other.minutes));
        let lost = mission.lost.iter().find(|(other, _)| *other == unit);
        UnitTimes {
            unit,
            planned: (planned, schedule.waiting(unit)),
            mission: (
                total(entries.map(at_work)),
                total(waited().map(|waited| waited.minutes)),
            ),
            lost: lost.map(|(_, at)| *at),
            waited_for: longest.map(|waited| (waited.until.clone(), waited.minutes)),
        }
    };
    Unit::ALL.into_iter().enumerate().map(account).collect()
}

// `Iterator::sum` returns negative zero for an empty iterator.
fn total(minutes: impl Iterator<Item = f32>) -> f32 {
    minutes.fold(0.0, |all, more| all + more)
}

/// The head of the table of deviations.
pub const DEVIATIONS: [&str; 4] = ["step", "planned", "happened", "why"];

/// Returns the table line of a deviation.
pub fn deviation_line(deviation: &Deviation) -> Vec<String> {
    let Deviation {
        what,
        planned,
        mission,
        why,
    } = deviation.clone();
    vec![what, planned, mission, why]
}

/// The head of the table of times.
pub const UNIT_TIMES: [&str; 7] = [
    "unit",
    "work planned",
    "work",
    "wait planned",
    "wait",
    "lost at",
    "longest wait",
];

/// Returns the table line of a unit's times.
pub fn unit_times_line(account: &UnitTimes) -> Vec<String> {
    let minutes = |minutes: f32| format!("{minutes:.1}");
    vec![
        words::name(account.unit),
        minutes(account.planned.0),
        minutes(account.mission.0),
        minutes(account.planned.1),
        minutes(account.mission.1),
        account.lost.map_or("–".to_owned(), minutes),
        match &account.waited_for {
            Some((until, waited)) => format!("{until} ({waited:.1})"),
            None => "–".to_owned(),
        },
    ]
}
