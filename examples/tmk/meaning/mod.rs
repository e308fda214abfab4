//! An interpreter of TMK texts: parses them and runs tasks sequentially.
//!
//! It does not depend on the planner, and its runs are the reference for the plans: a run returns the executed leaf tasks in order,
//! which must be the actions of the plan. Where the figures are ambiguous, the interpreter uses these rules: `For` with a condition
//! is a `While`, which tests the condition in every round; `For each` visits the rows that exist when it starts; a task fails if its
//! precondition does not hold, and so do its callers.

mod read;
mod run;

use std::collections::BTreeMap;

pub use read::read;
pub use run::{Failure, run};

/// A parsed text.
#[derive(Debug)]
pub struct Program {
    /// The declared names of knowledge.
    knowledge: Vec<String>,
    tasks: Vec<Task>,
}

/// A task with its body.
#[derive(Debug)]
struct Task {
    name: String,
    /// True for a leaf task, which is executed instead of decomposed.
    leaf: bool,
    params: Vec<String>,
    precondition: Option<Condition>,
    body: Vec<Statement>,
}

/// A statement of a body.
#[derive(Debug)]
enum Statement {
    Call(Call),
    Return(Expression),
    Set(String, Expression),
    Add(Call),
    If(Condition, Box<Statement>, Option<Box<Statement>>),
    While(Condition, Box<Statement>),
    /// `For (name = first; condition; name = next)` with its body.
    For(Box<(Statement, Condition, Statement, Statement)>),
    ForEach(Call, Box<Statement>),
    Block(Vec<Statement>),
}

/// The condition of a task or statement.
#[derive(Debug)]
enum Condition {
    /// An expression in parentheses.
    Is(Expression),
    /// Patterns that must match rows of knowledge. Unbound names are bound.
    Known(Vec<Call>),
}

/// A name with arguments.
#[derive(Debug)]
struct Call {
    name: String,
    args: Vec<Expression>,
}

/// An expression with a value.
#[derive(Debug)]
enum Expression {
    Number(i64),
    Truth(bool),
    Name(String),
    Call(Call),
    Not(Box<Expression>),
    Both(Operation, Box<(Expression, Expression)>),
}

/// A binary operation.
#[derive(Clone, Copy, Debug)]
enum Operation {
    Add,
    Subtract,
    Multiply,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    And,
    Or,
}

/// Knowledge: rows by name, in order of insertion. A single value is one row with one column.
#[derive(Clone, Default, Debug)]
pub struct Knowledge(BTreeMap<String, Vec<Vec<i64>>>);

impl Knowledge {
    /// Replaces all rows of a name by one value.
    pub fn set(&mut self, name: &str, value: i64) {
        self.0.insert(name.to_owned(), vec![vec![value]]);
    }

    /// Adds a row, unless it exists.
    pub fn add(&mut self, name: &str, row: &[i64]) {
        let rows = self.0.entry(name.to_owned()).or_default();
        if !rows.iter().any(|old| old == row) {
            rows.push(row.to_vec());
        }
    }

    pub fn value(&self, name: &str) -> Option<i64> {
        self.rows(name).first()?.first().copied()
    }

    /// Returns the first column of the rows.
    pub fn column(&self, name: &str) -> impl Iterator<Item = i64> {
        self.rows(name)
            .iter()
            .filter_map(|row| row.first().copied())
    }

    fn rows(&self, name: &str) -> &[Vec<i64>] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }
}

impl std::fmt::Display for Knowledge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.values().all(Vec::is_empty) {
            return f.write_str("no knowledge");
        }
        let mut between = "";
        for (name, rows) in &self.0 {
            for row in rows {
                let row: Vec<String> = row.iter().map(i64::to_string).collect();
                write!(f, "{between}{name}({})", row.join(", "))?;
                between = " ";
            }
        }
        Ok(())
    }
}
