//! Tasks: all ways to begin one, in order.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;
use core::iter;

use super::conditions::{EnvIter, first_that_holds};
use super::env::Env;
use super::error::Error;
use super::facts::FactSets;
use super::observer::{BoxItem, ConditionPlace, Port, Scope};
use super::rows::{Cost, DoneBy, MethodSource, OperatorSource, Stmt};
use super::search::{Ways, ended, fails, none, only};
use super::todo::{Activation, OpenBody, Opened, Origin, Way, Work};
use super::{Level, ReferenceStep, TaskCall};
use crate::model::domain::TaskCode;
use crate::model::term::Term;
use crate::tables::TaskId;

impl<'a> Level<'a> {
    /// Every way to begin a task: its methods or operators in order, which are choices to come back to.
    pub(super) fn task(
        self,
        call: &TaskCall,
        above: Option<&Rc<Opened>>,
        facts: FactSets,
    ) -> Ways<'a> {
        let Some(task) = self.rows.tasks.get(usize::from(call.task)) else {
            return fails(Error::Unknown("task"));
        };
        let call = call.clone();
        let id = self.new_box();
        let nothing = Env::new(0, &[]);
        self.tell(
            Port::Call,
            id,
            BoxItem::Task(call.task, &call.args),
            &nothing,
            &facts,
        );
        let (outside, inside) = (self, self.within(id));
        let around = (id, self.parent);
        let (whole, then) = (call.clone(), facts.clone());
        let ways: Ways<'a> = match &task.done_by {
            DoneBy::Methods(methods) => {
                let open = self.opened(Opened::task(&call), above, &facts);
                // A task that is refused as a loop fails without a method being tried.
                let tried = if self.is_loop(open.as_ref()) {
                    0
                } else {
                    methods.len()
                };
                let methods = methods.iter().take(tried).enumerate();
                Box::new(methods.flat_map(move |(number, method)| {
                    inside.method(number, method, &call, (around, open.clone()), facts.clone())
                }))
            }
            DoneBy::Operators(operators) => {
                let operators = operators.iter().enumerate();
                outside.steps(
                    Box::new(operators.flat_map(move |(number, operator)| {
                        inside.operator(number, operator, &call, facts.clone())
                    })),
                    id,
                    &whole,
                    &then,
                )
            }
            DoneBy::Itself => outside.steps(only(step(&call, 0.0, facts)), id, &whole, &then),
        };
        if self.trace.is_none() {
            return ways;
        }
        ended(ways, move || {
            let item = BoxItem::Task(whole.task, &whole.args);
            outside.tell(Port::Fail, id, item, &nothing, &then);
        })
    }

    /// Tells of the steps of a primitive task.
    fn steps(self, ways: Ways<'a>, id: u64, call: &TaskCall, facts: &FactSets) -> Ways<'a> {
        if self.trace.is_none() {
            return ways;
        }
        let (call, facts, nothing) = (call.clone(), facts.clone(), Env::new(0, &[]));
        self.answers(ways, facts, move |port, facts| {
            let item = BoxItem::Task(call.task, &call.args);
            self.tell(port, id, item, &nothing, facts);
        })
    }

    /// Reports each alternative as a solution, and each request for the next one.
    fn answers(
        self,
        mut ways: Ways<'a>,
        facts: FactSets,
        tell: impl Fn(Port, &FactSets) + 'a,
    ) -> Ways<'a> {
        let mut again = false;
        Box::new(iter::from_fn(move || {
            if again {
                tell(Port::Redo, &facts);
            }
            let way = ways.next();
            again = matches!(way, Some(Ok(_)));
            if let Some(Ok(way)) = &way {
                tell(Port::Exit, &way.facts);
            }
            way
        }))
    }

    /// The branches are if, else if, else: the first whose condition holds is it, by one solution after the other.
    fn method(
        self,
        number: usize,
        method: &'a MethodSource<'a>,
        call: &TaskCall,
        (task_box, open): ((u64, u64), Option<Rc<Opened>>),
        facts: FactSets,
    ) -> Ways<'a> {
        let env = Env::new(method.vars.len(), &call.args);
        let method_box = self.new_box();
        let outside = Level {
            scope: Scope::Method(call.task, number),
            ..self
        };
        let inside = outside.within(method_box);
        let item = BoxItem::Method(call.task, number);
        outside.tell(Port::Call, method_box, item, &env, &facts);
        let branches = method.branches.iter().enumerate();
        let guards = branches.map(|(branch, block)| {
            let place = ConditionPlace::Branch {
                task: call.task,
                args: call.args.as_slice().into(),
                method: number,
                branch,
            };
            let id = inside.new_box();
            (
                (block, id),
                inside.guard(id, place, block, env.clone(), &facts),
            )
        });
        let ways = match first_that_holds(guards) {
            None => none(),
            Some(((block, parent), solutions)) => {
                let origin = Rc::new(Origin {
                    parent,
                    nesting: inside.nesting + 1,
                    scope: inside.scope,
                    activation: Some(Activation {
                        call: call.clone(),
                        method: number,
                        task_box,
                        method_box,
                    }),
                    open,
                });
                let facts = facts.clone();
                Box::new(solutions.flat_map(move |env| match env {
                    Ok(env) => {
                        let priority = inside.priority(&block.body, &env);
                        let body = OpenBody::begin(&block.body, env, &origin);
                        with_priority(inside.ways(&body, facts.clone()), priority)
                    }
                    Err(error) => fails(error),
                }))
            }
        };
        if self.trace.is_none() {
            return ways;
        }
        ended(ways, move || {
            outside.tell(Port::Fail, method_box, item, &env, &facts);
        })
    }

    /// The priority of plans by this branch, if it is of a task of the search itself.
    fn priority(self, body: &'a [Stmt<'a>], env: &Env) -> Option<i32> {
        match body.first() {
            Some(Stmt::Priority(function, _)) if self.root => {
                Some(Term::from_word(self.host.word(*function, env.words())))
            }
            _ => None,
        }
    }

    /// A step for each solution of the precondition.
    fn operator(
        self,
        number: usize,
        operator: &'a OperatorSource<'a>,
        call: &TaskCall,
        facts: FactSets,
    ) -> Ways<'a> {
        let call = call.clone();
        let id = self.new_box();
        let outside = Level {
            scope: Scope::Operator(call.task, number),
            ..self
        };
        let item = BoxItem::Operator(call.task, number);
        let given = Env::new(operator.vars.len(), &call.args);
        outside.tell(Port::Call, id, item, &given, &facts);
        let inside = outside.within(id);
        let solutions = inside.precondition(number, operator, &call, &facts);
        let then = facts.clone();
        let ways: Ways<'a> = Box::new(solutions.filter_map(move |env| {
            let applied = env.and_then(|env| {
                let after = inside.applied(id, operator, &env, facts.clone())?;
                Ok(after.map(|after| (env, after)))
            });
            let (env, after) = match applied.transpose()? {
                Ok(applied) => applied,
                Err(error) => return Some(Err(error)),
            };
            let cost = match operator.cost {
                Cost::Fixed(cost) => cost,
                Cost::Function(function) => self.host.cost(function, env.words()),
            };
            Some(Ok(step(&call, cost, after)))
        }));
        if self.trace.is_none() {
            return ways;
        }
        let (env, facts) = (given.clone(), then.clone());
        let ways = self.answers(ways, facts, move |port, facts| {
            outside.tell(port, id, item, &env, facts);
        });
        ended(ways, move || {
            outside.tell(Port::Fail, id, item, &given, &then);
        })
    }

    /// `if`, and inside of it `while`.
    fn precondition(
        self,
        number: usize,
        operator: &'a OperatorSource<'a>,
        call: &TaskCall,
        facts: &FactSets,
    ) -> EnvIter<'a> {
        let place = |during| ConditionPlace::Operator {
            task: call.task,
            args: call.args.as_slice().into(),
            operator: number,
            during,
        };
        let env = Env::new(operator.vars.len(), &call.args);
        let id = self.new_box();
        let requires = match &operator.requires {
            Some(requires) => {
                let solutions = self.watched(id, place(false), &requires.condition, env, facts);
                self.sorted(solutions, requires.key)
            }
            None => self.watched(id, place(false), &[], env, facts),
        };
        let Some(during) = &operator.during else {
            return requires;
        };
        let (place, facts) = (place(true), facts.clone());
        Box::new(requires.flat_map(move |env| match env {
            Ok(env) => self.watched(self.new_box(), place.clone(), during, env, &facts),
            Err(error) => Box::new(iter::once(Err(error))),
        }))
    }
}

/// Sets the priority of ways.
fn with_priority<'a>(ways: Ways<'a>, priority: Option<i32>) -> Ways<'a> {
    if priority.is_none() {
        return ways;
    }
    Box::new(ways.map(move |way| way.map(|way| Way { priority, ..way })))
}

/// A step that does all of a task.
fn step<'a>(call: &TaskCall, cost: f32, facts: FactSets) -> Way<'a> {
    let step = ReferenceStep {
        code: TaskCode::Task(TaskId(call.task)),
        args: call.args.clone(),
        cost,
    };
    Way {
        todo: Rc::new(Work::InOrder(Vec::new())),
        facts,
        steps: vec![step],
        priority: None,
    }
}
