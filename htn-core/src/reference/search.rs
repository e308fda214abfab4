//! The search: all ways to choose the next step, in order.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;
use core::iter;

use super::conditions::{EnvIter, first_that_holds};
use super::env::Env;
use super::error::Error;
use super::facts::FactSets;
use super::observer::{BoxItem, ConditionPlace, Port};
use super::rows::{BlockSource, Effect, Stmt, Var};
use super::todo::{
    OpenBody, Opened, Origin, Todo, Way, Work, in_order, is_before_now, takes_a_step,
};
use super::{Level, ReferenceStep, TaskCall};
use crate::model::domain::TaskCode;
use crate::tables::{RelId, TaskId};

/// Alternatives in order. The iterator ends after an error.
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

/// Appends an action that runs when the alternatives are exhausted.
pub(super) fn ended<'a>(ways: Ways<'a>, end: impl FnOnce() + 'a) -> Ways<'a> {
    let end = iter::once_with(move || {
        end();
        None
    });
    Box::new(ways.chain(end.flatten()))
}

/// Wraps the rest of each alternative into its continuation.
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
    pub(super) fn ways(self, todo: &Todo<'a>, facts: FactSets) -> Ways<'a> {
        if let Err(error) = self.works() {
            return fails(error);
        }
        match &**todo {
            Work::Task(call, open) => self.task(call, open.as_ref(), facts),
            Work::Body(body) => match &body.inside {
                Some(inside) => {
                    let (body, returned) = (body.clone(), inside.returned);
                    let level = Level {
                        root: false,
                        ..self.inside_of(body.id, &body.origin)
                    };
                    let ways = match level.deeper() {
                        Ok(deeper) => deeper.ways(&inside.todo, facts),
                        Err(error) => return fails(error),
                    };
                    within(ways, move |todo| body.around(todo, returned))
                }
                None => self.body(body.clone(), facts),
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
                // At most one strand is before a `now`: the one that took the last step.
                let now = strands.iter().position(is_before_now);
                let numbers = now.map_or(0..strands.len(), |now| now..now + 1);
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

    /// Runs the statements of a body. A new body gets a box.
    fn body(self, mut body: OpenBody<'a>, facts: FactSets) -> Ways<'a> {
        if body.begun || self.trace.is_none() {
            return self
                .inside_of(body.id, &body.origin)
                .statements(body, facts);
        }
        body.id = self.new_box();
        let (id, env) = (body.id, body.env.clone());
        let outside = self.around(&body.origin);
        outside.tell(Port::Call, id, BoxItem::Body, &env, &facts);
        let ways = outside.within(id).statements(body, facts.clone());
        ended(ways, move || {
            outside.tell(Port::Fail, id, BoxItem::Body, &env, &facts)
        })
    }

    /// `let`s up to the first statement that takes a step, and that.
    fn statements(self, mut body: OpenBody<'a>, facts: FactSets) -> Ways<'a> {
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
    fn statement(self, stmt: &'a Stmt<'a>, mut body: OpenBody<'a>, facts: FactSets) -> Ways<'a> {
        let whole = body.rest;
        body.rest = &whole[1..];
        let written = match stmt {
            Stmt::Task { written, .. } | Stmt::Later { written, .. } => Some(written),
            Stmt::Effect(effect) => Some(&effect.written),
            _ => None,
        };
        self.observer.reached(body.id, body.rest.len(), written);
        match stmt {
            Stmt::Task {
                task,
                args,
                returned,
                ..
            } => match self.arguments(args, &body.env) {
                Ok(args) => {
                    let call = TaskCall { task: *task, args };
                    let call = Rc::new(Work::Task(call, body.origin.open.clone()));
                    self.inside(call, *returned, &body, facts)
                }
                Err(error) => fails(error),
            },
            Stmt::Later { task, args, .. } => match self.arguments(args, &body.env) {
                Ok(args) => only(Way {
                    todo: Rc::new(Work::Body(body)),
                    facts,
                    steps: vec![ReferenceStep {
                        code: TaskCode::Task(TaskId(*task)),
                        args,
                        cost: 0.0,
                    }],
                    priority: None,
                }),
                Err(error) => fails(error),
            },
            Stmt::Effect(effect) => self.effect(effect, body, facts),
            Stmt::If(blocks) => {
                let Some(open) = self.open_block(stmt, &body, &facts) else {
                    return none();
                };
                let guards = blocks.iter().map(|block| {
                    let id = self.new_box();
                    ((block, id), self.of_block(id, block, &body.env, &facts))
                });
                match first_that_holds(guards) {
                    Some((block, solutions)) => self.rounds(block, open, solutions, body, facts),
                    None => passed(body, facts),
                }
            }
            Stmt::While(block) => {
                let Some(open) = self.open_block(stmt, &body, &facts) else {
                    return none();
                };
                let id = self.new_box();
                let solutions = self.of_block(id, block, &body.env, &facts);
                match first_that_holds(iter::once(((block, id), solutions))) {
                    Some((block, solutions)) => {
                        // It comes again after the round.
                        body.rest = whole;
                        self.rounds(block, open, solutions, body, facts)
                    }
                    None => passed(body, facts),
                }
            }
            Stmt::For(block) | Stmt::UnorderedFor(block) => {
                let id = self.new_box();
                let solutions = self.of_block(id, block, &body.env, &facts);
                let origin = self.origin(id, body.origin.open.clone());
                let rounds = solutions.map(|env| Ok(OpenBody::begin(&block.body, env?, &origin)));
                let rounds = match rounds.collect::<Result<Vec<_>, Error>>() {
                    Ok(rounds) if rounds.is_empty() => return passed(body, facts),
                    Ok(rounds) => rounds,
                    Err(error) => return fails(error),
                };
                let rounds = match stmt {
                    Stmt::For(_) => Work::InOrder(rounds),
                    _ => Work::Unordered(rounds),
                };
                self.inside(Rc::new(rounds), None, &body, facts)
            }
            Stmt::Unordered(strands) => {
                let mut open = Vec::new();
                let origin = self.origin(body.id, body.origin.open.clone());
                for strand in strands.iter() {
                    if strand.iter().any(takes_a_step) {
                        open.push(OpenBody::begin(strand, body.env.clone(), &origin));
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
            Stmt::Let { .. } | Stmt::Now | Stmt::Return(..) | Stmt::Priority(..) => none(),
        }
    }

    /// Goes on with what a statement leads to.
    fn inside(
        self,
        todo: Todo<'a>,
        returned: Option<Var>,
        body: &OpenBody<'a>,
        facts: FactSets,
    ) -> Ways<'a> {
        self.ways(&body.around(todo, returned), facts)
    }

    /// Begins a block, and returns the chain of open tasks inside it. `None` if it is refused as a loop.
    fn open_block(
        self,
        stmt: &Stmt<'_>,
        body: &OpenBody<'_>,
        facts: &FactSets,
    ) -> Option<Option<Rc<Opened>>> {
        if !self.loops {
            return Some(None);
        }
        let what = Opened::block(stmt, &body.env);
        let open = self.opened(what, body.origin.open.as_ref(), facts);
        (!self.is_loop(open.as_ref())).then_some(open)
    }

    /// Goes on with a block, by one of the solutions of its condition after the other.
    fn rounds(
        self,
        (block, id): (&'a BlockSource<'a>, u64),
        open: Option<Rc<Opened>>,
        solutions: EnvIter<'a>,
        body: OpenBody<'a>,
        facts: FactSets,
    ) -> Ways<'a> {
        let origin = self.origin(id, open);
        Box::new(solutions.flat_map(move |env| match env {
            Ok(env) => {
                let round = OpenBody::begin(&block.body, env, &origin);
                self.inside(round, None, &body, facts.clone())
            }
            Err(error) => fails(error),
        }))
    }

    /// Of the bodies of a block, or of strands.
    fn origin(self, parent: u64, open: Option<Rc<Opened>>) -> Rc<Origin> {
        let of_block = u32::from(parent != self.parent);
        Rc::new(Origin {
            parent,
            nesting: self.nesting + of_block,
            scope: self.scope,
            activation: None,
            open,
        })
    }

    fn of_block(
        self,
        id: u64,
        block: &'a BlockSource<'a>,
        env: &Env,
        facts: &FactSets,
    ) -> EnvIter<'a> {
        let place = ConditionPlace::Block { line: block.line };
        self.guard(id, place, block, env.clone(), facts)
    }

    /// The solutions of the condition of a block or a branch.
    pub(super) fn guard(
        self,
        id: u64,
        place: ConditionPlace,
        block: &'a BlockSource<'a>,
        env: Env,
        facts: &FactSets,
    ) -> EnvIter<'a> {
        match &block.guard {
            Some(guard) => {
                let solutions = self.watched(id, place, &guard.condition, env, facts);
                self.sorted(solutions, guard.key)
            }
            None => self.watched(id, place, &[], env, facts),
        }
    }

    /// A statement of a body about facts: a step for each.
    fn effect(self, effect: &'a Effect<'a>, body: OpenBody<'a>, mut facts: FactSets) -> Ways<'a> {
        let changes = match self.changes(effect, &body.env, &facts) {
            Ok(changes) => changes,
            Err(error) => return fails(error),
        };
        let mut steps = Vec::new();
        let (verb, line) = (effect.verb, effect.written.line);
        for (predicate, row) in changes {
            match self.change(body.id, (verb, line), predicate, row.clone(), &mut facts) {
                Ok(true) => {}
                Ok(false) => return none(),
                Err(error) => return fails(error),
            }
            let code = TaskCode::Fact(verb, RelId(predicate));
            steps.push(ReferenceStep {
                code,
                args: row,
                cost: 0.0,
            });
        }
        let todo = Rc::new(Work::Body(body));
        only(Way {
            todo,
            facts,
            steps,
            priority: None,
        })
    }
}

/// Nothing is done, and this is left.
fn passed<'a>(body: OpenBody<'a>, facts: FactSets) -> Ways<'a> {
    only(Way {
        todo: Rc::new(Work::Body(body)),
        facts,
        steps: Vec::new(),
        priority: None,
    })
}
