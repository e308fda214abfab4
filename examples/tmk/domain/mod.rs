//! The rows of the paper's table, a file each: TMK's text beside it, ours as a domain, and facts to try both with.

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

/// A row of table 1.
pub struct Row {
    /// For the command line.
    pub name: &'static str,
    pub construct: &'static str,
    /// What the paper makes of it in an HTN.
    pub in_the_table: &'static str,
    /// What it is in this crate's language.
    pub in_ours: &'static str,
    /// Where the text of TMK comes from.
    pub from: &'static str,
    pub tmk: &'static str,
    /// The file with the domain in it.
    file: &'static str,
    /// Random knowledge to try it with.
    pub invent: fn(&mut Rng) -> Knowledge,
    /// What the planner finds.
    pub plans: fn(&Knowledge) -> Result<Vec<Asked>, Failed>,
}

/// A task of TMK, a task of ours that stands for it, and the plans for that one.
pub struct Asked {
    pub tmk: &'static str,
    pub args: Vec<i64>,
    pub ours: String,
    /// The actions of each plan; two plans at most, since TMK never has two runs.
    pub plans: Vec<Vec<String>>,
    /// The first plan as a tree.
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

/// In the order of the table.
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
        "`for` in a body; recursion where the body changes the bounds",
        "ours: the paper has no text for this row"
    ),
    row!(
        assignment,
        "Assignment (set)",
        "split into new method and pass in evaluated value",
        "`let` and a new name; a parameter in a loop; a fact where it lasts",
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
    /// The domain as it is written.
    pub fn ours(&self) -> &'static str {
        let from = self.file.find("htn_domain! {").unwrap_or(0);
        let end = self.file[from..]
            .find("\n}\n")
            .map_or(self.file.len(), |end| from + end + 3);
        &self.file[from..end]
    }
}

/// The plans for some tasks of ours that all stand for one of TMK.
fn ask<D>(
    facts: &[D::Fact],
    tmk: &'static str,
    args: &[i64],
    tasks: &[D::Task],
) -> Result<Vec<Asked>, Failed>
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
        asked.push(Asked {
            tmk,
            args: args.to_vec(),
            ours,
            plans,
            tree,
        });
    }
    Ok(asked)
}
