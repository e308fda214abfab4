//! The execution of a task with given knowledge.

use std::collections::BTreeMap;
use std::fmt;

use super::{Call, Condition, Expression, Knowledge, Operation, Program, Statement, Task};

/// The maximum number of statements of a run.
const MAX_STATEMENTS: usize = 20_000;

/// The maximum nesting of tasks.
const MAX_DEPTH: usize = 200;

/// Why a run did not complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// A task failed. There must be no plan.
    Fails(String),
    /// A limit was exceeded.
    Endless,
    /// The text is invalid.
    Invalid(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Fails(why) => write!(f, "fails: {why}"),
            Failure::Endless => write!(f, "does not end within {MAX_STATEMENTS} statements"),
            Failure::Invalid(why) => write!(f, "is invalid: {why}"),
        }
    }
}

/// Runs a task and returns the executed leaf tasks, spelled as actions of a domain: `throw_grenade(2)`.
pub fn run(
    program: &Program,
    task: &str,
    args: &[i64],
    known: &Knowledge,
) -> Result<Vec<String>, Failure> {
    let mut run = Run {
        program,
        known: known.clone(),
        done: Vec::new(),
        statements: 0,
        depth: 0,
    };
    let args = args.iter().map(|number| Value::Number(*number)).collect();
    run.task(task, args)?;
    Ok(run.done)
}

/// A run in progress.
struct Run<'p> {
    program: &'p Program,
    known: Knowledge,
    done: Vec<String>,
    statements: usize,
    depth: usize,
}

/// A value of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Number(i64),
    Truth(bool),
}

/// The variables of one call.
type Locals = BTreeMap<String, Value>;

/// `Some` means that a statement returned from its task.
type Flow = Result<Option<Value>, Failure>;

impl<'p> Run<'p> {
    fn find(&self, name: &str) -> Option<&'p Task> {
        self.program.tasks.iter().find(|task| task.name == name)
    }

    fn task(&mut self, name: &str, args: Vec<Value>) -> Flow {
        let task = self
            .find(name)
            .ok_or_else(|| invalid(format!("unknown task `{name}`")))?;
        if task.params.len() != args.len() {
            return Err(invalid(format!(
                "`{name}` needs {} arguments",
                task.params.len()
            )));
        }
        if self.depth == MAX_DEPTH {
            return Err(Failure::Endless);
        }
        let mut locals: Locals = task
            .params
            .iter()
            .cloned()
            .zip(args.iter().copied())
            .collect();
        if let Some(precondition) = &task.precondition
            && !self.holds(precondition, &mut locals)?
        {
            return Err(Failure::Fails(format!(
                "the precondition of {name} does not hold"
            )));
        }
        if task.leaf {
            let args: Vec<String> = args.iter().map(Value::to_string).collect();
            self.done
                .push(format!("{}({})", snake_case(name), args.join(", ")));
        }
        self.depth += 1;
        let returned = self.all(&task.body, &mut locals);
        self.depth -= 1;
        returned
    }

    fn all(&mut self, body: &'p [Statement], locals: &mut Locals) -> Flow {
        for statement in body {
            if let Some(returned) = self.statement(statement, locals)? {
                return Ok(Some(returned));
            }
        }
        Ok(None)
    }

    fn statement(&mut self, statement: &'p Statement, locals: &mut Locals) -> Flow {
        self.statements += 1;
        if self.statements > MAX_STATEMENTS {
            return Err(Failure::Endless);
        }
        match statement {
            Statement::Call(call) => {
                let args = self.values(&call.args, locals)?;
                self.task(&call.name, args)?;
            }
            Statement::Return(value) => return Ok(Some(self.value(value, locals)?)),
            Statement::Set(name, value) => {
                let value = self.value(value, locals)?;
                self.set(name, value, locals)?;
            }
            Statement::Add(call) => {
                let row = self.row(&call.args, locals)?;
                self.declared(&call.name)?;
                self.known.add(&call.name, &row);
            }
            Statement::If(condition, then, otherwise) => {
                if self.holds(condition, locals)? {
                    return self.statement(then, locals);
                } else if let Some(otherwise) = otherwise {
                    return self.statement(otherwise, locals);
                }
            }
            Statement::While(condition, body) => {
                while self.holds(condition, locals)? {
                    if let Some(returned) = self.statement(body, locals)? {
                        return Ok(Some(returned));
                    }
                }
            }
            Statement::For(parts) => {
                let (first, condition, next, body) = &**parts;
                self.statement(first, locals)?;
                while self.holds(condition, locals)? {
                    if let Some(returned) = self.statement(body, locals)? {
                        return Ok(Some(returned));
                    }
                    self.statement(next, locals)?;
                }
            }
            Statement::ForEach(call, body) => {
                for round in self.solutions(std::slice::from_ref(call), locals)? {
                    *locals = round;
                    if let Some(returned) = self.statement(body, locals)? {
                        return Ok(Some(returned));
                    }
                }
            }
            Statement::Block(all) => return self.all(all, locals),
        }
        Ok(None)
    }

    /// Assigns a value to a local variable or, if the name is declared as knowledge and not shadowed, to knowledge.
    fn set(&mut self, name: &str, value: Value, locals: &mut Locals) -> Result<(), Failure> {
        if locals.contains_key(name) || self.declared(name).is_err() {
            locals.insert(name.to_owned(), value);
        } else {
            self.known.set(name, number(value)?);
        }
        Ok(())
    }

    fn declared(&self, name: &str) -> Result<(), Failure> {
        let known = self
            .program
            .knowledge
            .iter()
            .any(|declared| declared == name);
        known
            .then_some(())
            .ok_or_else(|| invalid(format!("`{name}` is not declared as knowledge")))
    }

    /// Returns true if the condition holds, and binds its variables in `locals` by the first solution.
    fn holds(&mut self, condition: &'p Condition, locals: &mut Locals) -> Result<bool, Failure> {
        match condition {
            Condition::Is(value) => {
                let value = self.value(value, locals)?;
                truth(value)
            }
            Condition::Known(calls) => match self.solutions(calls, locals)?.into_iter().next() {
                Some(solution) => {
                    *locals = solution;
                    Ok(true)
                }
                None => Ok(false),
            },
        }
    }

    /// Returns all solutions of the patterns, in the order of the rows.
    fn solutions(&mut self, calls: &'p [Call], locals: &Locals) -> Result<Vec<Locals>, Failure> {
        let Some((first, rest)) = calls.split_first() else {
            return Ok(vec![locals.clone()]);
        };
        self.declared(&first.name)?;
        let mut all = Vec::new();
        for row in self.known.rows(&first.name).to_vec() {
            let mut with = locals.clone();
            let mut fits = row.len() == first.args.len();
            for (arg, column) in first.args.iter().zip(row) {
                match arg {
                    Expression::Name(name) if !with.contains_key(name) => {
                        with.insert(name.clone(), Value::Number(column));
                    }
                    arg => fits &= self.value(arg, &with)? == Value::Number(column),
                }
            }
            if fits {
                all.extend(self.solutions(rest, &with)?);
            }
        }
        Ok(all)
    }

    fn values(&mut self, args: &'p [Expression], locals: &Locals) -> Result<Vec<Value>, Failure> {
        args.iter().map(|arg| self.value(arg, locals)).collect()
    }

    fn row(&mut self, args: &'p [Expression], locals: &Locals) -> Result<Vec<i64>, Failure> {
        self.values(args, locals)?.into_iter().map(number).collect()
    }

    fn value(&mut self, expression: &'p Expression, locals: &Locals) -> Result<Value, Failure> {
        Ok(match expression {
            Expression::Number(number) => Value::Number(*number),
            Expression::Truth(truth) => Value::Truth(*truth),
            Expression::Name(name) => match locals.get(name) {
                Some(value) => *value,
                None => {
                    self.declared(name)?;
                    let value = self.known.value(name);
                    let unknown = || Failure::Fails(format!("{name} is unknown"));
                    Value::Number(value.ok_or_else(unknown)?)
                }
            },
            Expression::Call(call) if self.find(&call.name).is_some() => {
                let args = self.values(&call.args, locals)?;
                let value = self.task(&call.name, args)?;
                value.ok_or_else(|| Failure::Fails(format!("{} returns nothing", call.name)))?
            }
            Expression::Call(call) => {
                self.declared(&call.name)?;
                let row = self.row(&call.args, locals)?;
                Value::Truth(self.known.rows(&call.name).contains(&row))
            }
            Expression::Not(inside) => Value::Truth(!truth(self.value(inside, locals)?)?),
            Expression::Both(operation, sides) => {
                let left = self.value(&sides.0, locals)?;
                // Short-circuit evaluation.
                match (operation, left) {
                    (Operation::And, Value::Truth(false)) | (Operation::Or, Value::Truth(true)) => {
                        left
                    }
                    _ => combined(*operation, left, self.value(&sides.1, locals)?)?,
                }
            }
        })
    }
}

fn combined(operation: Operation, left: Value, right: Value) -> Result<Value, Failure> {
    use Operation::*;
    if let And | Or = operation {
        // The left side did not decide.
        truth(left)?;
        return Ok(Value::Truth(truth(right)?));
    }
    if let (Value::Truth(left), Value::Truth(right)) = (left, right) {
        match operation {
            Equal => return Ok(Value::Truth(left == right)),
            Unequal => return Ok(Value::Truth(left != right)),
            _ => {}
        }
    }
    let (left, right) = (number(left)?, number(right)?);
    let fits = |result: Option<i64>| {
        result
            .map(Value::Number)
            .ok_or_else(|| invalid("a number is too large".to_owned()))
    };
    match operation {
        Add => fits(left.checked_add(right)),
        Subtract => fits(left.checked_sub(right)),
        Multiply => fits(left.checked_mul(right)),
        Equal => Ok(Value::Truth(left == right)),
        Unequal => Ok(Value::Truth(left != right)),
        Less => Ok(Value::Truth(left < right)),
        AtMost => Ok(Value::Truth(left <= right)),
        Greater => Ok(Value::Truth(left > right)),
        AtLeast | And | Or => Ok(Value::Truth(left >= right)),
    }
}

fn invalid(why: String) -> Failure {
    Failure::Invalid(why)
}

fn number(value: Value) -> Result<i64, Failure> {
    match value {
        Value::Number(number) => Ok(number),
        Value::Truth(truth) => Err(invalid(format!("`{truth}` is not a number"))),
    }
}

fn truth(value: Value) -> Result<bool, Failure> {
    match value {
        Value::Truth(truth) => Ok(truth),
        Value::Number(number) => Err(invalid(format!("`{number}` is not a truth value"))),
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Truth(truth) => truth.fmt(f),
        }
    }
}

/// Converts `throwGrenade` to `throw_grenade`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}
