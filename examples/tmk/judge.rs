//! Compares what the planner finds with what TMK's text does.

use std::fmt;

use crate::domain::{Asked, Failed, Row};
use crate::kit::rng::Rng;
use crate::meaning::{Failure, Knowledge, Program, read, run};

/// What came out for a task of ours.
pub struct Verdict {
    pub asked: Asked,
    /// What TMK does.
    pub run: Result<Vec<String>, Failure>,
}

impl Verdict {
    /// Whether there is just the plan that TMK's text stands for: none where it fails.
    pub fn agrees(&self) -> bool {
        match &self.run {
            Ok(run) => self.asked.plans.as_slice() == std::slice::from_ref(run),
            Err(Failure::Fails(_)) => self.asked.plans.is_empty(),
            Err(Failure::Endless | Failure::Senseless(_)) => false,
        }
    }
}

/// Both over the same knowledge.
pub fn judge(row: &Row, program: &Program, known: &Knowledge) -> Result<Vec<Verdict>, Failed> {
    let asked = (row.plans)(known)?;
    let verdicts = asked.into_iter().map(|asked| {
        let run = run(program, asked.tmk, &asked.args, known);
        Verdict { asked, run }
    });
    Ok(verdicts.collect())
}

/// How often a row agrees over random knowledge.
pub struct Trial {
    pub cases: usize,
    /// Of these, TMK's task failed, and there must be no plan.
    pub failed: usize,
    /// The first case in which they do not agree.
    pub differs: Option<Differs>,
}

pub struct Differs {
    pub known: Knowledge,
    pub verdict: Verdict,
}

/// Tries a row with that many random pieces of knowledge.
pub fn trial(row: &Row, seed: u64, cases: usize) -> Result<Trial, Failed> {
    let program = read(row.tmk)?;
    let mut rng = Rng::new(seed);
    let mut trial = Trial {
        cases: 0,
        failed: 0,
        differs: None,
    };
    for _ in 0..cases {
        let known = (row.invent)(&mut rng);
        for verdict in judge(row, &program, &known)? {
            trial.cases += 1;
            trial.failed += usize::from(verdict.run.is_err());
            if !verdict.agrees() && trial.differs.is_none() {
                trial.differs = Some(Differs {
                    known: known.clone(),
                    verdict,
                });
            }
        }
    }
    Ok(trial)
}

impl fmt::Display for Differs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Asked {
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
            "  the plans for {ours}: {}",
            if plans.is_empty() {
                "none".into()
            } else {
                plans.join(" | ")
            }
        )
    }
}
