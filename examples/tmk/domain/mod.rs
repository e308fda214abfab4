//! The rows of the paper's table, a file each: the text in TMK, the domain, and random knowledge to test both.

mod assignment;
mod if_then_else;
mod iteration_for;
mod iteration_while;
mod preconditions;
mod returned_value;

use std::error::Error;

use squad_htn::{Budget, Domain, Limits, Planner, Progress, State};

use crate::kit::rng::Rng;
use crate::meaning::Knowledge;

pub type Failed = Box<dyn Error>;

/// A row of table 1 in the paper.
pub struct Row {
    /// The value of `--row`.
    pub name: &'static str,
    pub construct: &'static str,
    /// The translation to an HTN in the paper.
    pub in_the_table: &'static str,
    /// The translation to this crate's language.
    pub in_ours: &'static str,
    /// The origin of the TMK text.
    pub from: &'static str,
    pub tmk: &'static str,
    /// The source file of the domain.
    file: &'static str,
    /// Returns random knowledge.
    pub invent: fn(&mut Rng) -> Knowledge,
    /// Returns the plans for each version of the row.
    pub plans: fn(&Knowledge) -> Result<Vec<PlannedTask>, Failed>,
}

/// A task of TMK, the corresponding task of the domain, and its plans.
pub struct PlannedTask {
    pub tmk: &'static str,
    pub args: Vec<i64>,
    pub ours: String,
    /// The actions of each plan, at most two plans. TMK has one run, so a second plan is already wrong.
    pub plans: Vec<Vec<String>>,
    /// The tree of the first plan.
    pub tree: String,
}

macro_rules! row {
    ($module:ident, $construct:literal, $table:literal, $ours:literal, $from:literal) => {
        Row {
            name: stringify!($module),
            construct: $construct,
            in_the_table: $table,
            in_ours: $ours,
            from: $from,
            tmk: include_str!(concat!(stringify!($module), ".tmk")),
            file: include_str!(concat!(stringify!($module), ".rs")),
            invent: $module::invent,
            plans: $module::plans,
        }
    };
}

/// The rows in the order of the table.
pub const ROWS: [Row; 6] = [
    row!(
        returned_value,
        "Return values of functions",
        "use unbound variable as parameter in caller's invocation; set same variable in callee's preconditions",
        "`-> Type` and `return`; or an axiom with an open parameter",
        "figure 8, and a caller"
    ),
    row!(
        if_then_else,
        "If-then-else",
        "use HTN method syntax",
        "`if` in a body; or branches",
        "figure 9"
    ),
    row!(
        iteration_while,
        "Iterations (while)",
        "recursion",
        "`while` in a body; or recursion",
        "figure 10, and what it calls"
    ),
    row!(
        iteration_for,
        "Iterations (for)",
        "change to while, recursion",
        "`for` in a body; recursion if the body changes the bounds",
        "ours: the paper has no text for this row"
    ),
    row!(
        assignment,
        "Assignment (set)",
        "split into new method and pass in evaluated value",
        "`let` and a new name; a parameter in a loop; a fact if the value outlives the task",
        "ours: the paper has no text for this row"
    ),
    row!(
        preconditions,
        "Tasks have preconditions",
        "add preconditions to methods",
        "the condition of a method, the `if` of an operator",
        "ours: the paper has no text for this row"
    ),
];

impl Row {
    /// Returns the source of the domain.
    pub fn ours(&self) -> &'static str {
        let from = self.file.find("htn_domain! {").unwrap_or(0);
        let end = self.file[from..]
            .find("\n}\n")
            .map_or(self.file.len(), |end| from + end + 3);
        &self.file[from..end]
    }
}

/// Plans several tasks of the domain that correspond to one task of TMK.
fn ask<D>(
    facts: &[D::Fact],
    tmk: &'static str,
    args: &[i64],
    tasks: &[D::Task],
) -> Result<Vec<PlannedTask>, Failed>
where
    D: for<'c> Domain<Context<'c> = ()>,
{
    let state = State::<D>::from_facts(facts.iter().copied())?;
    let mut planner = Planner::<D>::with_limits(Limits::compact());
    let mut asked = Vec::new();
    for task in tasks {
        let (mut plans, mut tree) = (Vec::new(), String::new());
        planner.start(&state, *task);
        while plans.len() < 2 && planner.resume(&(), Budget::unlimited())? == Progress::Found {
            let Some(plan) = planner.plan() else { break };
            if plans.is_empty() {
                tree = plan.to_string();
            }
            plans.push(plan.actions().map(|action| action.to_string()).collect());
        }
        let ours = task.to_string();
        asked.push(PlannedTask {
            tmk,
            args: args.to_vec(),
            ours,
            plans,
            tree,
        });
    }
    Ok(asked)
}
