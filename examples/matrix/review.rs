//! The third phase: the plan beside what happened.

use squad_htn::{Matrix, MatrixEntry, MatrixError, Schedule};

use crate::domain::siege::Domain;
use crate::happened::{Fate, Happened};
use crate::planning::STEP;
use crate::terms::Unit;
use crate::words;

/// From how many minutes on a difference counts.
const NOTABLE: f32 = 1.0;

/// A step that did not go as planned.
#[derive(Clone, PartialEq, Debug)]
pub struct Parting {
    pub what: String,
    pub planned: String,
    pub happened: String,
    pub why: String,
}

/// A unit's account, in minutes.
#[derive(Clone, PartialEq, Debug)]
pub struct Account {
    pub unit: Unit,
    /// At work, and waiting, as planned and as it came.
    pub planned: (f32, f32),
    pub happened: (f32, f32),
    pub lost: Option<f32>,
    /// What it waited for the longest.
    pub waited_for: Option<(String, f32)>,
}

/// What happened, as a matrix.
pub fn matrix(happened: &Happened) -> Result<Matrix, MatrixError> {
    let names = Unit::ALL.map(words::name).to_vec();
    Matrix::new(STEP, names, happened.entries.clone())
}

/// Where the plan and what happened part, and why: in the order in which the steps were to begin.
pub fn partings(schedule: &Schedule<Domain>, happened: &Happened) -> Vec<Parting> {
    let steps = schedule.steps().iter().zip(&happened.course);
    let mut acts: Vec<_> = steps.filter(|(step, _)| step.end > step.start).collect();
    acts.sort_by(|(one, _), (other, _)| one.start.total_cmp(&other.start));
    // What did not begin at all goes back to the first failure.
    let failed = acts
        .iter()
        .filter(|(_, course)| matches!(course.fate, Fate::Failed(_)));
    let first = failed.min_by(|(_, one), (_, other)| one.end.total_cmp(&other.end));
    let first = first.map(|(step, _)| words::long(step.task));
    let mut partings = Vec::new();
    for (step, course) in acts {
        let late = course.start - step.start;
        let longer = (course.end - course.start) - step.duration();
        let why = match &course.fate {
            Fate::NotBegun => match &first {
                Some(first) => format!("given up when this failed: {first}"),
                None => "given up".to_owned(),
            },
            Fate::Failed(why) => format!("failed: {why}"),
            Fate::BrokenOff | Fate::Running if step.end.is_finite() => match &first {
                Some(first) => format!("broken off when this failed: {first}"),
                None => "broken off".to_owned(),
            },
            Fate::BrokenOff | Fate::Running | Fate::Done => {
                let mut reasons = Vec::new();
                if late >= NOTABLE {
                    reasons.push(match longest_wait(happened, step.task) {
                        Some(until) => format!("waited for {until}"),
                        None => "what came before took longer".to_owned(),
                    });
                }
                if longer >= NOTABLE && step.end.is_finite() {
                    reasons.push(format!("took {longer:.1} longer"));
                }
                if reasons.is_empty() {
                    continue;
                }
                reasons.join("; ")
            }
        };
        partings.push(Parting {
            what: words::long(step.task),
            planned: span(step.start, step.end),
            happened: match course.fate {
                Fate::NotBegun => "never".to_owned(),
                _ => span(course.start, course.end),
            },
            why,
        });
    }
    partings
}

fn span(from: f32, to: f32) -> String {
    match to.is_finite() {
        true => format!("{from:.1} to {to:.1}"),
        false => format!("from {from:.1} on"),
    }
}

/// What those who were to do this waited for the longest.
fn longest_wait(happened: &Happened, task: crate::domain::Task) -> Option<&str> {
    let waits = happened.waited.iter().filter(|waited| waited.task == task);
    let longest = waits.max_by(|one, other| one.minutes.total_cmp(&other.minutes));
    longest.map(|waited| waited.until.as_str())
}

/// What each unit did with its time.
pub fn accounts(schedule: &Schedule<Domain>, happened: &Happened) -> Vec<Account> {
    let account = |(at, unit): (usize, Unit)| {
        let own = schedule.steps().iter().filter(|step| {
            let takes_time = step.end > step.start && step.end.is_finite();
            takes_time && step.agents().any(|agent| agent == unit)
        });
        let planned = total(own.map(|step| step.duration()));
        let entries = happened.entries.iter().filter(|entry| entry.unit == at);
        let at_work = |entry: &MatrixEntry| entry.to - entry.from;
        let waited = || happened.waited.iter().filter(|waited| waited.unit == unit);
        let longest = waited().max_by(|one, other| one.minutes.total_cmp(&other.minutes));
        let lost = happened.lost.iter().find(|(other, _)| *other == unit);
        Account {
            unit,
            planned: (planned, schedule.waiting(unit)),
            happened: (
                total(entries.map(at_work)),
                total(waited().map(|waited| waited.minutes)),
            ),
            lost: lost.map(|(_, at)| *at),
            waited_for: longest.map(|waited| (waited.until.clone(), waited.minutes)),
        }
    };
    Unit::ALL.into_iter().enumerate().map(account).collect()
}

/// Not `sum`, which makes a negative zero of nothing.
fn total(minutes: impl Iterator<Item = f32>) -> f32 {
    minutes.fold(0.0, |all, more| all + more)
}

pub const PARTINGS: [&str; 4] = ["step", "planned", "happened", "why"];

pub fn parting_line(parting: &Parting) -> Vec<String> {
    let Parting {
        what,
        planned,
        happened,
        why,
    } = parting.clone();
    vec![what, planned, happened, why]
}

pub const ACCOUNTS: [&str; 7] = [
    "unit",
    "work planned",
    "work",
    "wait planned",
    "wait",
    "lost at",
    "waited for, most of all",
];

pub fn account_line(account: &Account) -> Vec<String> {
    let minutes = |minutes: f32| format!("{minutes:.1}");
    vec![
        words::name(account.unit),
        minutes(account.planned.0),
        minutes(account.happened.0),
        minutes(account.planned.1),
        minutes(account.happened.1),
        account.lost.map_or("–".to_owned(), minutes),
        match &account.waited_for {
            Some((until, waited)) => format!("{until} ({waited:.1})"),
            None => "–".to_owned(),
        },
    ]
}
