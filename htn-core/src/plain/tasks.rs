//! Tasks: every way to begin one, in order.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;
use core::iter;

use super::conditions::{Solutions, first_that_holds};
use super::env::Env;
use super::error::Error;
use super::facts::Facts;
use super::observer::Place;
use super::rows::{Cost, DoneBy, Method, Operator};
use super::search::{Ways, fails, none, only};
use super::todo::{Body, Way, Work};
use super::{Call, Level, Step};
use crate::domain::TaskCode;
use crate::tables::TaskId;

impl<'a> Level<'a> {
    /// Every way to begin a task: its methods or operators in order, which are choices to come back to.
    pub(super) fn task(self, call: &Call, facts: Facts) -> Ways<'a> {
        let Some(task) = self.rows.tasks.get(usize::from(call.task)) else {
            return fails(Error::Unknown("task"));
        };
        let call = call.clone();
        match &task.done_by {
            DoneBy::Methods(methods) => {
                let methods = methods.iter().enumerate();
                Box::new(methods.flat_map(move |(number, method)| {
                    self.method(number, method, &call, facts.clone())
                }))
            }
            DoneBy::Operators(operators) => {
                let operators = operators.iter().enumerate();
                Box::new(operators.flat_map(move |(number, operator)| {
                    self.operator(number, operator, &call, facts.clone())
                }))
            }
            DoneBy::Itself => only(step(&call, 0.0, facts)),
        }
    }

    /// The branches are if, else if, else: the first whose condition holds is it, by one solution after the other.
    fn method(self, number: usize, method: &'a Method<'a>, call: &Call, facts: Facts) -> Ways<'a> {
        let env = Env::new(method.vars.len(), &call.args);
        let branches = method.branches.iter().enumerate();
        let guards = branches.map(|(branch, block)| {
            let place = Place::Branch {
                task: call.task,
                args: call.args.as_slice().into(),
                method: number,
                branch,
            };
            (block, self.guard(place, block, env.clone(), &facts))
        });
        let Some((block, solutions)) = first_that_holds(guards) else {
            return none();
        };
        Box::new(solutions.flat_map(move |env| match env {
            Ok(env) => self.ways(&Body::begin(&block.body, env), facts.clone()),
            Err(error) => fails(error),
        }))
    }

    /// A step for each solution of the precondition.
    fn operator(
        self,
        number: usize,
        operator: &'a Operator<'a>,
        call: &Call,
        facts: Facts,
    ) -> Ways<'a> {
        let call = call.clone();
        let solutions = self.precondition(number, operator, &call, &facts);
        Box::new(solutions.map(move |env| {
            let env = env?;
            let after = self.applied(operator, &env, facts.clone())?;
            let cost = match operator.cost {
                Cost::Fixed(cost) => cost,
                Cost::Function(function) => self.host.cost(function, env.words()),
            };
            Ok(step(&call, cost, after))
        }))
    }

    /// `if`, and inside of it `while`.
    fn precondition(
        self,
        number: usize,
        operator: &'a Operator<'a>,
        call: &Call,
        facts: &Facts,
    ) -> Solutions<'a> {
        let place = |during| Place::Operator {
            task: call.task,
            args: call.args.as_slice().into(),
            operator: number,
            during,
        };
        let env = Env::new(operator.vars.len(), &call.args);
        let requires = match &operator.requires {
            Some(requires) => {
                let solutions = self.watched(place(false), &requires.condition, env, facts);
                self.sorted(solutions, requires.key)
            }
            None => self.watched(place(false), &[], env, facts),
        };
        let Some(during) = &operator.during else {
            return requires;
        };
        let (place, facts) = (place(true), facts.clone());
        Box::new(requires.flat_map(move |env| match env {
            Ok(env) => self.watched(place.clone(), during, env, &facts),
            Err(error) => Box::new(iter::once(Err(error))),
        }))
    }
}

/// A step that does all of a task.
fn step<'a>(call: &Call, cost: f32, facts: Facts) -> Way<'a> {
    let step = Step {
        code: TaskCode::Task(TaskId(call.task)),
        args: call.args.clone(),
        cost,
    };
    Way {
        todo: Rc::new(Work::InOrder(Vec::new())),
        facts,
        steps: vec![step],
    }
}
