//! What a text of TMK means: it is read, and run from its beginning, one task after the other.
//!
//! Nothing here knows of planning. It is the judge of the plans: a run gives the leaf tasks that were done, in their order,
//! and those are the actions that a plan must have. Where the figures leave something open, this is how it is taken: a `For`
//! with a condition is a `While`, so the condition is looked at in each round; `For each` goes through what there is when it is
//! reached; a task whose precondition does not hold fails, and so does all that called it.

mod read;
mod run;

use std::collections::BTreeMap;

pub use read::read;
pub use run::{Failure, run};

/// A text that was read.
#[derive(Debug)]
pub struct Program {
    /// The names of what can be known.
    knowledge: Vec<String>,
    tasks: Vec<Task>,
}

#[derive(Debug)]
struct Task {
    name: String,
    /// Whether it is done, and not made of others.
    leaf: bool,
    params: Vec<String>,
    precondition: Option<Condition>,
    body: Vec<Statement>,
}

#[derive(Debug)]
enum Statement {
    Call(Call),
    Return(Expression),
    Set(String, Expression),
    Add(Call),
    If(Condition, Box<Statement>, Option<Box<Statement>>),
    While(Condition, Box<Statement>),
    /// The names and values of `For (name = first; condition; name = next)`, and the body.
    For(Box<(Statement, Condition, Statement, Statement)>),
    ForEach(Call, Box<Statement>),
    Block(Vec<Statement>),
}

#[derive(Debug)]
enum Condition {
    /// A value in parentheses.
    Is(Expression),
    /// What is to be known. A name without a value gets one.
    Known(Vec<Call>),
}

#[derive(Debug)]
struct Call {
    name: String,
    args: Vec<Expression>,
}

#[derive(Debug)]
enum Expression {
    Number(i64),
    Truth(bool),
    Name(String),
    Call(Call),
    Not(Box<Expression>),
    Both(Operation, Box<(Expression, Expression)>),
}

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

/// What is known: rows by name, in the order in which they were added. A single value is a row with one column.
#[derive(Clone, Default, Debug)]
pub struct Knowledge(BTreeMap<String, Vec<Vec<i64>>>);

impl Knowledge {
    /// This value, and no other.
    pub fn set(&mut self, name: &str, value: i64) {
        self.0.insert(name.to_owned(), vec![vec![value]]);
    }

    /// This row, too.
    pub fn add(&mut self, name: &str, row: &[i64]) {
        let rows = self.0.entry(name.to_owned()).or_default();
        if !rows.iter().any(|old| old == row) {
            rows.push(row.to_vec());
        }
    }

    pub fn value(&self, name: &str) -> Option<i64> {
        self.rows(name).first()?.first().copied()
    }

    /// The first column.
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
            return f.write_str("nothing is known");
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
