//! Compares the plans with the runs of the TMK texts.

use std::fmt;

use crate::domain::{Failed, PlannedTask, Row};
use crate::kit::rng::Rng;
use crate::meaning::{Failure, Knowledge, Program, read, run};

/// The plans of a task, and the corresponding run.
pub struct Verdict {
    pub asked: PlannedTask,
    /// The run of the TMK text.
    pub run: Result<Vec<String>, Failure>,
}

impl Verdict {
    /// Returns true if the run is the only plan, or if the run failed and there is no plan.
    pub fn agrees(&self) -> bool {
        match &self.run {
            Ok(run) => self.asked.plans.as_slice() == std::slice::from_ref(run),
            Err(Failure::Fails(_)) => self.asked.plans.is_empty(),
            Err(Failure::Endless | Failure::Invalid(_)) => false,
        }
    }
}

/// Plans and runs a row with the same knowledge.
pub fn judge(row: &Row, program: &Program, known: &Knowledge) -> Result<Vec<Verdict>, Failed> {
    let asked = (row.plans)(known)?;
    let verdicts = asked.into_iter().map(|asked| {
        let run = run(program, asked.tmk, &asked.args, known);
        Verdict { asked, run }
    });
    Ok(verdicts.collect())
}

/// The result of testing a row with random knowledge.
pub struct Trial {
    pub cases: usize,
    /// The cases in which the TMK task failed, so that there must be no plan.
    pub failed: usize,
    /// The first case in which plans and run differ.
    pub difference: Option<Difference>,
}

/// A case in which plans and run differ.
pub struct Difference {
    pub known: Knowledge,
    pub verdict: Verdict,
}

/// Tests a row with random knowledge `cases` times.
pub fn trial(row: &Row, seed: u64, cases: usize) -> Result<Trial, Failed> {
    let program = read(row.tmk)?;
    let mut rng = Rng::new(seed);
    let mut trial = Trial {
        cases: 0,
        failed: 0,
        difference: None,
    };
    for _ in 0..cases {
        let known = (row.invent)(&mut rng);
        for verdict in judge(row, &program, &known)? {
            trial.cases += 1;
            trial.failed += usize::from(verdict.run.is_err());
            if !verdict.agrees() && trial.difference.is_none() {
                trial.difference = Some(Difference {
                    known: known.clone(),
                    verdict,
                });
            }
        }
    }
    Ok(trial)
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlannedTask {
            tmk, ours, plans, ..
        } = &self.verdict.asked;
        writeln!(f, "from {}:", self.known)?;
        match &self.verdict.run {
            Ok(run) => writeln!(f, "  {tmk} does {}", run.join(" "))?,
            Err(failure) => writeln!(f, "  {tmk} {failure}")?,
        }
        let plans: Vec<String> = plans.iter().map(|plan| plan.join(" ")).collect();
        write!(
            f,
            "  plans for {ours}: {}",
            if plans.is_empty() {
                "none".into()
            } else {
                plans.join(" | ")
            }
        )
    }
}
