//! The search: every way to take one step, in order.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::iter;

use super::conditions::{Solutions, first_that_holds};
use super::env::Env;
use super::error::Error;
use super::facts::Facts;
use super::observer::Place;
use super::rows::{Block, Effect, Stmt, Var};
use super::todo::{Body, Todo, Way, Work, in_order, takes_a_step};
use super::{Call, Level, Step};
use crate::domain::TaskCode;
use crate::tables::RelId;

/// Ways in order. Nobody asks for more behind an error.
pub(super) type Ways<'a> = Box<dyn Iterator<Item = Result<Way<'a>, Error>> + 'a>;

pub(super) fn none<'a>() -> Ways<'a> {
    Box::new(iter::empty())
}

pub(super) fn only<'a>(way: Way<'a>) -> Ways<'a> {
    Box::new(iter::once(Ok(way)))
}

pub(super) fn fails<'a>(error: Error) -> Ways<'a> {
    Box::new(iter::once(Err(error)))
}

/// The same ways, as part of more that is left to do.
fn within<'a>(ways: Ways<'a>, around: impl Fn(Todo<'a>) -> Todo<'a> + 'a) -> Ways<'a> {
    Box::new(ways.map(move |way| {
        way.map(|way| Way {
            todo: around(way.todo),
            ..way
        })
    }))
}

impl<'a> Level<'a> {
    /// Every way to take one step, in order.
    pub(super) fn ways(self, todo: &Todo<'a>, facts: Facts) -> Ways<'a> {
        if let Err(error) = self.works() {
            return fails(error);
        }
        match &**todo {
            Work::Task(call) => self.task(call, facts),
            Work::Body(body) => match &body.inside {
                Some(inside) => {
                    let (body, returned) = (body.clone(), inside.returned);
                    let ways = match self.deeper() {
                        Ok(deeper) => deeper.ways(&inside.todo, facts),
                        Err(error) => return fails(error),
                    };
                    within(ways, move |todo| body.around(todo, returned))
                }
                None => self.statements(body.clone(), facts),
            },
            Work::InOrder(all) => {
                let Some((first, rest)) = all.split_first() else {
                    return none();
                };
                let rest = rest.to_vec();
                within(self.ways(first, facts), move |first| in_order(first, &rest))
            }
            Work::Unordered(strands) => {
                let strands = strands.clone();
                let numbers = 0..strands.len();
                Box::new(numbers.flat_map(move |number| {
                    let others = strands.clone();
                    within(self.ways(&strands[number], facts.clone()), move |strand| {
                        let mut strands = others.clone();
                        strands[number] = strand;
                        Rc::new(Work::Unordered(strands))
                    })
                }))
            }
        }
    }

    /// `let`s up to the first statement that takes a step, and that.
    fn statements(self, mut body: Body<'a>, facts: Facts) -> Ways<'a> {
        body.begun = true;
        if !body.rest.iter().any(takes_a_step) {
            return passed(body, facts);
        }
        while let Some((first, rest)) = body.rest.split_first() {
            if takes_a_step(first) {
                return self.statement(first, body, facts);
            }
            match self.lets(&body.rest[..1], body.env, &facts) {
                Ok(Some(env)) => body.env = env,
                Ok(None) => break,
                Err(error) => return fails(error),
            }
            body.rest = rest;
        }
        none()
    }

    /// The ways to take the first step of the body's first statement.
    fn statement(self, stmt: &'a Stmt<'a>, mut body: Body<'a>, facts: Facts) -> Ways<'a> {
        let whole = body.rest;
        body.rest = &whole[1..];
        match stmt {
            Stmt::Task {
                task,
                args,
                returned,
                ..
            } => match self.arguments(args, &body.env) {
                Ok(args) => {
                    let call = Rc::new(Work::Task(Call { task: *task, args }));
                    self.inside(call, *returned, &body, facts)
                }
                Err(error) => fails(error),
            },
            Stmt::Effect(effect) => self.effect(effect, body, facts),
            Stmt::If(blocks) => {
                let guards = blocks.iter();
                let guards = guards.map(|block| (block, self.of_block(block, &body.env, &facts)));
                match first_that_holds(guards) {
                    Some((block, solutions)) => self.rounds(block, solutions, body, facts),
                    None => passed(body, facts),
                }
            }
            Stmt::While(block) => {
                let solutions = self.of_block(block, &body.env, &facts);
                match first_that_holds(iter::once((block, solutions))) {
                    Some((block, solutions)) => {
                        // It comes again after the round.
                        body.rest = whole;
                        self.rounds(block, solutions, body, facts)
                    }
                    None => passed(body, facts),
                }
            }
            Stmt::For(block) => {
                let solutions = self.of_block(block, &body.env, &facts);
                let rounds = solutions.map(|env| Ok(Body::begin(&block.body, env?)));
                match rounds.collect::<Result<Vec<_>, Error>>() {
                    Ok(rounds) if rounds.is_empty() => passed(body, facts),
                    Ok(rounds) => {
                        let rounds = Rc::new(Work::InOrder(rounds));
                        self.inside(rounds, None, &body, facts)
                    }
                    Err(error) => fails(error),
                }
            }
            Stmt::Unordered(strands) => {
                let mut open = Vec::new();
                for strand in strands.iter() {
                    if strand.iter().any(takes_a_step) {
                        open.push(Body::begin(strand, body.env.clone()));
                        continue;
                    }
                    // Without a step there is nothing that could be next: it is through when it is reached.
                    match self.lets(strand, body.env.clone(), &facts) {
                        Ok(Some(_)) => {}
                        Ok(None) => return none(),
                        Err(error) => return fails(error),
                    }
                }
                self.inside(Rc::new(Work::Unordered(open)), None, &body, facts)
            }
            Stmt::Let { .. } | Stmt::Return(_) => none(),
        }
    }

    /// Goes on with what a statement leads to.
    fn inside(
        self,
        todo: Todo<'a>,
        returned: Option<Var>,
        body: &Body<'a>,
        facts: Facts,
    ) -> Ways<'a> {
        self.ways(&body.around(todo, returned), facts)
    }

    /// Goes on with a block, by one of the solutions of its condition after the other.
    fn rounds(
        self,
        block: &'a Block<'a>,
        solutions: Solutions<'a>,
        body: Body<'a>,
        facts: Facts,
    ) -> Ways<'a> {
        Box::new(solutions.flat_map(move |env| match env {
            Ok(env) => {
                let round = Body::begin(&block.body, env);
                self.inside(round, None, &body, facts.clone())
            }
            Err(error) => fails(error),
        }))
    }

    fn of_block(self, block: &'a Block<'a>, env: &Env, facts: &Facts) -> Solutions<'a> {
        let place = Place::Block { line: block.line };
        self.guard(place, block, env.clone(), facts)
    }

    /// The solutions of the condition of a block or a branch.
    pub(super) fn guard(
        self,
        place: Place,
        block: &'a Block<'a>,
        env: Env,
        facts: &Facts,
    ) -> Solutions<'a> {
        match &block.guard {
            Some(guard) => {
                let solutions = self.watched(place, &guard.condition, env, facts);
                self.sorted(solutions, guard.key)
            }
            None => self.watched(place, &[], env, facts),
        }
    }

    /// `add` or `delete` in a body: a step for each fact.
    fn effect(self, effect: &'a Effect<'a>, body: Body<'a>, mut facts: Facts) -> Ways<'a> {
        let changes = match self.changes(effect, &body.env, &facts) {
            Ok(changes) => changes,
            Err(error) => return fails(error),
        };
        let mut steps = Vec::new();
        for (predicate, row) in changes {
            let (code, done) = match effect.add {
                true => {
                    let done = facts.add(predicate, row.clone(), &self.rows.predicates);
                    (TaskCode::Add(RelId(predicate)), done)
                }
                false => {
                    facts.delete(predicate, &row);
                    (TaskCode::Delete(RelId(predicate)), Ok(()))
                }
            };
            if let Err(error) = done {
                return fails(error);
            }
            steps.push(Step {
                code,
                args: row,
                cost: 0.0,
            });
        }
        let todo = Rc::new(Work::Body(body));
        only(Way { todo, facts, steps })
    }
}

/// Nothing is done, and this is left.
fn passed<'a>(body: Body<'a>, facts: Facts) -> Ways<'a> {
    only(Way {
        todo: Rc::new(Work::Body(body)),
        facts,
        steps: Vec::new(),
    })
}
