//! The remaining work of a search, and the statements that need no step.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::iter;

use super::Level;
use super::env::Env;
use super::error::Error;
use super::facts::FactSets;
use super::observer::{BoxItem, Port, Scope};
use super::rows::{Stmt, Var};
use super::{ReferenceStep, TaskCall};

/// The remaining work.
pub(super) type Todo<'a> = Rc<Work<'a>>;

pub(super) enum Work<'a> {
    /// A task that has not been begun, and the innermost open task around it.
    Task(TaskCall, Option<Rc<Opened>>),
    /// The statements of a body from one on.
    Body(OpenBody<'a>),
    /// One after the other.
    InOrder(Vec<Todo<'a>>),
    /// Strands of `unordered`.
    Unordered(Vec<Todo<'a>>),
}

#[derive(Clone)]
pub(super) struct OpenBody<'a> {
    /// The rest of the statement in progress.
    pub inside: Option<Inside<'a>>,
    pub rest: &'a [Stmt<'a>],
    pub env: Env,
    /// True if a statement of it has begun.
    pub begun: bool,
    /// Its box, once it was begun.
    pub id: u64,
    pub origin: Rc<Origin>,
}

/// Where a body comes from.
pub(super) struct Origin {
    /// The box of the condition, or of the body that a strand is in.
    pub parent: u64,
    /// The number of boxes around the body.
    pub nesting: u32,
    /// The method that contains the body.
    pub scope: Scope,
    /// The task that completes with the body of a branch.
    pub activation: Option<Activation>,
    /// The innermost task or block that is open around the body, if loops are detected.
    pub open: Option<Rc<Opened>>,
}

/// A task or block that has been begun and has not ended.
pub(super) struct Opened {
    what: Identity,
    /// The facts when it was begun.
    facts: FactSets,
    above: Option<Rc<Opened>>,
}

/// The identity of a task or block: equal if it is begun again with the same values.
#[derive(PartialEq, Eq)]
pub(super) enum Identity {
    Task(TaskCall),
    /// An `if` or `while`, by its address, with the variables of its method.
    Block(usize, Env),
}

impl Opened {
    pub fn task(call: &TaskCall) -> Identity {
        Identity::Task(call.clone())
    }

    pub fn block(stmt: &Stmt<'_>, env: &Env) -> Identity {
        Identity::Block(core::ptr::from_ref(stmt).addr(), env.clone())
    }
}

/// A task that a method decomposes.
pub(super) struct Activation {
    pub call: TaskCall,
    /// The number of the method among those of that name.
    pub method: usize,
    /// The box of the task, and the one around it.
    pub task_box: (u64, u64),
    pub method_box: u64,
}

/// A completed body.
pub(super) struct Exited {
    id: u64,
    origin: Rc<Origin>,
    env: Env,
    facts: FactSets,
}

#[derive(Clone)]
pub(super) struct Inside<'a> {
    pub todo: Todo<'a>,
    /// The variable that receives the returned value.
    pub returned: Option<Var>,
}

/// An alternative: a step was chosen, and this work remains.
pub(super) struct Way<'a> {
    pub todo: Todo<'a>,
    pub facts: FactSets,
    /// The chosen step. Several if an `add` or `delete` in a body changes several facts. None if a body is empty, which counts as a
    /// step: another strand may be next.
    pub steps: Vec<ReferenceStep>,
    /// The `priority` of the branch chosen for a root task.
    pub priority: Option<i32>,
}

/// The remaining work after all statements that take no step.
pub(super) enum Left<'a> {
    Open(Todo<'a>),
    /// No work; with the returned value.
    Through(Option<u64>),
    /// A `let` has no value: this way leads nowhere.
    Dead,
}

/// A `let` takes no step, so strands do not interleave there: it runs with the next statement, as an argument does with its task,
/// or with the previous one at the end of a body.
pub(super) fn takes_a_step(stmt: &Stmt<'_>) -> bool {
    match stmt {
        Stmt::Let { .. } | Stmt::Now | Stmt::Return(..) | Stmt::Priority(..) => false,
        Stmt::Unordered(strands) => strands.iter().any(|strand| strand.iter().any(takes_a_step)),
        _ => true,
    }
}

/// Returns true if the next statement follows a `now`, so that no other strand may be next.
pub(super) fn is_before_now(todo: &Todo<'_>) -> bool {
    match &**todo {
        Work::Task(..) => false,
        Work::Body(body) => match &body.inside {
            Some(inside) => is_before_now(&inside.todo),
            None => {
                let mut before = body.rest.iter().take_while(|stmt| !takes_a_step(stmt));
                before.any(|stmt| matches!(stmt, Stmt::Now))
            }
        },
        Work::InOrder(all) => all.first().is_some_and(is_before_now),
        Work::Unordered(strands) => strands.iter().any(is_before_now),
    }
}

/// One after the other.
pub(super) fn in_order<'a>(first: Todo<'a>, rest: &[Todo<'a>]) -> Todo<'a> {
    let all = iter::once(first).chain(rest.iter().cloned());
    Rc::new(Work::InOrder(all.collect()))
}

impl<'a> OpenBody<'a> {
    /// A body of which nothing was done.
    pub fn begin(statements: &'a [Stmt<'a>], env: Env, origin: &Rc<Origin>) -> Todo<'a> {
        Rc::new(Work::Body(OpenBody {
            inside: None,
            rest: statements,
            env,
            begun: false,
            id: 0,
            origin: origin.clone(),
        }))
    }

    /// Returns the body with this work before its next statement.
    pub fn around(&self, todo: Todo<'a>, returned: Option<Var>) -> Todo<'a> {
        Rc::new(Work::Body(OpenBody {
            inside: Some(Inside { todo, returned }),
            ..self.clone()
        }))
    }
}

impl Exited {
    /// Returns the completed boxes, from the inside out, each with the level around it.
    fn boxes<'l>(&self, level: Level<'l>) -> impl Iterator<Item = (Level<'l>, u64, BoxItem<'_>)> {
        let level = level.around(&self.origin);
        let body = (level, self.id, BoxItem::Body);
        // A body is in a condition, that in a method, and that in a task.
        let outside = move |parent, boxes: u32| Level {
            parent,
            nesting: level.nesting.saturating_sub(boxes),
            ..level
        };
        let above = self.origin.activation.iter().flat_map(move |of| {
            let (task, task_parent) = of.task_box;
            let method = BoxItem::Method(of.call.task, of.method);
            let call = BoxItem::Task(of.call.task, &of.call.args);
            [
                (outside(task, 2), of.method_box, method),
                (outside(task_parent, 3), task, call),
            ]
        });
        iter::once(body).chain(above)
    }
}

impl<'a> Level<'a> {
    /// Adds a task or block to the chain of open ones. Returns `None` if loops are not detected.
    pub(super) fn opened(
        self,
        what: Identity,
        above: Option<&Rc<Opened>>,
        facts: &FactSets,
    ) -> Option<Rc<Opened>> {
        self.loops.then(|| {
            Rc::new(Opened {
                what,
                facts: facts.clone(),
                above: above.cloned(),
            })
        })
    }

    /// Returns true if the innermost open task is also open further up, with the same facts.
    pub(super) fn is_loop(self, open: Option<&Rc<Opened>>) -> bool {
        let Some(last) = open else { return false };
        let mut above = last.above.as_ref();
        while let Some(one) = above {
            if one.what == last.what && one.facts.same_set(&last.facts) {
                return true;
            }
            above = one.above.as_ref();
        }
        false
    }

    /// Completes the work that takes no step: evaluates `let`s at the end of a body, and returns values.
    pub(super) fn settled(self, todo: &Todo<'a>, facts: &FactSets) -> Result<Left<'a>, Error> {
        match &**todo {
            Work::Body(body) if body.begun => self.settled_body(body, facts),
            Work::Task(..) | Work::Body(_) => Ok(Left::Open(todo.clone())),
            Work::InOrder(all) => {
                for (at, one) in all.iter().enumerate() {
                    match self.settled(one, facts)? {
                        Left::Open(one) => return Ok(Left::Open(in_order(one, &all[at + 1..]))),
                        Left::Through(_) => {}
                        Left::Dead => return Ok(Left::Dead),
                    }
                }
                Ok(Left::Through(None))
            }
            Work::Unordered(strands) => {
                let mut open = Vec::new();
                for strand in strands {
                    match self.settled(strand, facts)? {
                        Left::Open(strand) => open.push(strand),
                        Left::Through(_) => {}
                        Left::Dead => return Ok(Left::Dead),
                    }
                }
                Ok(if open.is_empty() {
                    Left::Through(None)
                } else {
                    Left::Open(Rc::new(Work::Unordered(open)))
                })
            }
        }
    }

    fn settled_body(self, body: &OpenBody<'a>, facts: &FactSets) -> Result<Left<'a>, Error> {
        let Some(inside) = &body.inside else {
            return self.settled_rest(body.clone(), facts);
        };
        match self.settled(&inside.todo, facts)? {
            Left::Open(todo) => Ok(Left::Open(body.around(todo, inside.returned))),
            Left::Through(value) => self.returned(body.clone(), value, facts),
            Left::Dead => Ok(Left::Dead),
        }
    }

    /// Completes the statement in progress, with the value that it returns.
    fn returned(
        self,
        mut body: OpenBody<'a>,
        value: Option<u64>,
        facts: &FactSets,
    ) -> Result<Left<'a>, Error> {
        let wanted = body.inside.take().and_then(|inside| inside.returned);
        if let (Some(var), Some(word)) = (wanted, value) {
            body.env.unify(var, word)?;
        }
        self.settled_rest(body, facts)
    }

    fn settled_rest(self, body: OpenBody<'a>, facts: &FactSets) -> Result<Left<'a>, Error> {
        if body.rest.iter().any(takes_a_step) {
            return Ok(Left::Open(Rc::new(Work::Body(body))));
        }
        let (lets, returned) = match body.rest.split_last() {
            Some((Stmt::Return(function, _), lets)) => (lets, Some(*function)),
            _ => (body.rest, None),
        };
        let inside = self.inside_of(body.id, &body.origin);
        Ok(match inside.lets(lets, body.env, facts)? {
            Some(env) => {
                let value = returned.map(|function| self.host.word(function, env.words()));
                self.exit(body.id, &body.origin, env, facts);
                Left::Through(value)
            }
            None => Left::Dead,
        })
    }

    /// Returns the level of the item that contains a body.
    pub(super) fn around(self, origin: &Origin) -> Self {
        Level {
            parent: origin.parent,
            nesting: origin.nesting,
            scope: origin.scope,
            ..self
        }
    }

    /// Returns the level inside of a body.
    pub(super) fn inside_of(self, id: u64, origin: &Origin) -> Self {
        self.around(origin).within(id)
    }

    /// Reports that a body is complete, and its task if it is the body of a branch.
    fn exit(self, id: u64, origin: &Rc<Origin>, env: Env, facts: &FactSets) {
        let Some(trace) = self.trace else { return };
        let exited = Exited {
            id,
            origin: origin.clone(),
            env,
            facts: facts.clone(),
        };
        let boxes = exited.boxes(self);
        boxes.for_each(|(level, id, item)| level.tell(Port::Exit, id, item, &exited.env, facts));
        trace.exited.borrow_mut().push(exited);
    }

    /// Reports a retry of the bodies completed since `from`, because a later part has failed.
    pub(super) fn redo(self, from: usize) {
        let Some(trace) = self.trace else { return };
        while trace.exited.borrow().len() > from {
            let Some(exited) = trace.exited.borrow_mut().pop() else {
                return;
            };
            let boxes = exited.boxes(self).collect::<Vec<_>>();
            for (level, id, item) in boxes.into_iter().rev() {
                level.tell(Port::Redo, id, item, &exited.env, &exited.facts);
            }
        }
    }

    /// Runs statements that take no step. Returns the bindings; `None` if one of them has no value.
    pub(super) fn lets(
        self,
        all: &'a [Stmt<'a>],
        mut env: Env,
        facts: &FactSets,
    ) -> Result<Option<Env>, Error> {
        for stmt in all {
            let bound = match stmt {
                Stmt::Let {
                    var,
                    value,
                    written,
                } => {
                    let mut values = self.values(*var, value, env, facts.clone());
                    let bound = values.next().transpose()?;
                    if bound.is_none() {
                        self.observer.without_value(self.parent, written);
                    }
                    bound
                }
                Stmt::Unordered(strands) => {
                    let mut bound = Some(env);
                    for strand in strands.iter() {
                        let Some(env) = bound else { break };
                        bound = self.lets(strand, env, facts)?;
                    }
                    bound
                }
                _ => Some(env),
            };
            match bound {
                Some(bound) => env = bound,
                None => return Ok(None),
            }
        }
        Ok(Some(env))
    }
}
