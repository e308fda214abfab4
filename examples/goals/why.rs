//! Reasons why there is no plan for a goal, in one line: a summary of `State::explain`.

use squad_htn::explain::{
    AskedArg, Attempt, Because, BranchReport, Part, Reason, TaskReport, Verdict,
};

use crate::domain::fear::{Domain, Planner, State, Task};
use crate::level::Level;
use crate::terms::{Goal, Who};

/// Returns the conditions at which the attempts that got furthest failed, for example `!exposed(who)`, and the missing actions.
/// The planner is not used.
pub fn why_not(_: &mut Planner, state: &State, who: Who, goal: Goal) -> Result<String, String> {
    let why = state
        .explain(&Level, Task::Pursue { who, goal })
        .map_err(|error| error.to_string())?;
    let mut reasons = Reasons::default();
    reasons.task(&why.task);
    Ok(reasons.to_string())
}

/// The collected reasons.
#[derive(Default)]
struct Reasons {
    conditions: Vec<&'static str>,
    /// The missing actions.
    missing: Vec<String>,
}

impl Reasons {
    /// If a method got as far as its body, conditions of other methods are left out.
    fn task(&mut self, task: &TaskReport<Domain>) {
        let branches = || task.ways.iter().flat_map(|way| &way.branches);
        let tried =
            |branch: &&BranchReport<Domain>| matches!(branch.verdict, Verdict::BodyFailed { .. });
        if branches().any(|branch| tried(&branch)) {
            branches()
                .filter(tried)
                .for_each(|branch| self.branch(branch));
        } else {
            branches().for_each(|branch| self.branch(branch));
        }
    }

    fn branch(&mut self, branch: &BranchReport<Domain>) {
        match &branch.verdict {
            Verdict::BodyFailed { attempts, .. } => {
                attempts.iter().for_each(|attempt| self.attempt(attempt))
            }
            Verdict::Failed(reason) => self.reason(reason),
            _ => {}
        }
    }

    fn attempt(&mut self, attempt: &Attempt<Domain>) {
        for part in &attempt.parts {
            match part {
                Part::Task(task) => self.task(task),
                Part::Block(block) => self.branch(block),
                Part::Strand(strand) => self.attempt(strand),
                Part::NoValue(..) | Part::Refused(_) => {}
            }
        }
    }

    fn reason(&mut self, reason: &Reason<Domain>) {
        if let Because::NoSuchFact { asked, .. } = &reason.because
            && let ("can", Some([_, AskedArg::Value(act), ..])) =
                (asked.name, asked.args.as_deref())
        {
            let act = format!("{:?}", act.value());
            if !self.missing.contains(&act) {
                self.missing.push(act);
            }
        } else if !self.conditions.contains(&reason.conjunct) {
            // The condition that selects the method of a goal is not a reason.
            if !reason.conjunct.starts_with("goal ==") {
                self.conditions.push(reason.conjunct);
            }
        }
    }
}

impl std::fmt::Display for Reasons {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = Vec::new();
        for condition in &self.conditions {
            parts.push(match condition.strip_prefix('!') {
                Some(holds) => holds.to_owned(),
                None if condition.contains(' ') => format!("!({condition})"),
                None => format!("!{condition}"),
            });
        }
        if !self.missing.is_empty() {
            parts.push(format!("lacks {}", self.missing.join(", ")));
        }
        f.write_str(&parts.join(", "))
    }
}
