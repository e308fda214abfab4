//! The output.

use std::io::{self, Write};

use crate::domain::{Failed, Row};
use crate::judge::{Trial, Verdict, judge, trial};
use crate::kit::rng::Rng;
use crate::meaning::{Knowledge, read};

/// Prints each row, then the results of the random tests. Returns true if plans and runs never differed.
pub fn rows(rows: &[Row], seed: u64, cases: usize) -> Result<bool, Failed> {
    let mut out = io::stdout().lock();
    let mut trials = Vec::new();
    for row in rows {
        one(&mut out, row, seed)?;
        trials.push((row, trial(row, seed, cases)?));
    }
    writeln!(out, "=== Over random knowledge (seed {seed}) ===\n")?;
    let wide = trials
        .iter()
        .map(|(row, _)| row.construct.len())
        .max()
        .unwrap_or(0);
    for (
        row,
        Trial {
            cases,
            failed,
            difference,
        },
    ) in &trials
    {
        let verdict = if difference.is_none() {
            "every plan equals the run"
        } else {
            "DIFFERS"
        };
        writeln!(
            out,
            "{:wide$}  {cases} tests, {failed} of them without a plan: {verdict}",
            row.construct
        )?;
        if let Some(difference) = difference {
            writeln!(out, "{difference}")?;
        }
    }
    Ok(trials.iter().all(|(_, trial)| trial.difference.is_none()))
}

fn one(out: &mut impl Write, row: &Row, seed: u64) -> Result<(), Failed> {
    writeln!(out, "=== {} ===\n", row.construct)?;
    writeln!(out, "the table: {}", row.in_the_table)?;
    writeln!(out, "ours:      {}\n", row.in_ours)?;
    writeln!(out, "--- TMK ({}) ---\n", row.from)?;
    writeln!(out, "{}", row.tmk)?;
    writeln!(out, "--- ours ---\n\n{}", row.ours())?;
    let program = read(row.tmk)?;
    let mut rng = Rng::new(seed);
    let samples = (0..100).map(|_| {
        let known = (row.invent)(&mut rng);
        Ok((judge(row, &program, &known)?, known))
    });
    let samples: Vec<(Vec<Verdict>, Knowledge)> = samples.collect::<Result<_, Failed>>()?;
    // Three steps are enough for a sample.
    let sample = samples
        .iter()
        .max_by_key(|(verdicts, _)| shortest(verdicts).min(3));
    let fails =
        |(verdicts, _): &&(Vec<Verdict>, Knowledge)| verdicts.iter().all(|one| one.run.is_err());
    for (verdicts, known) in sample.into_iter().chain(samples.iter().find(fails)) {
        writeln!(out, "--- from {known} ---\n")?;
        for verdict in verdicts {
            print_verdict(out, verdict)?;
        }
    }
    Ok(())
}

fn print_verdict(out: &mut impl Write, verdict: &Verdict) -> Result<(), Failed> {
    let Verdict { asked, run } = verdict;
    match run {
        Ok(run) if run.is_empty() => write!(out, "TMK does nothing")?,
        Ok(run) => write!(out, "TMK does {}", run.join(" "))?,
        Err(failure) => write!(out, "TMK {failure}")?,
    }
    let relation = if verdict.agrees() {
        "equal to"
    } else {
        "DIFFERENT FROM"
    };
    if asked.plans.is_empty() {
        writeln!(out, "; no plan for {}\n", asked.ours)?;
    } else {
        writeln!(out, ", {relation} the plan:\n\n{}", asked.tree)?;
    }
    Ok(())
}

/// Returns the number of steps of the shortest run.
fn shortest(verdicts: &[Verdict]) -> usize {
    let runs = verdicts
        .iter()
        .map(|verdict| verdict.run.as_ref().map_or(0, Vec::len));
    runs.min().unwrap_or(0)
}
