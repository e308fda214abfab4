//! Why a branch was not taken with certain values: the shortest answer.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;

use super::build::{Build, OPENED};
use super::error::ExplainError;
use super::reason::{Asker, bindings};
use super::report::{Attempt, Found, Reason};
use super::watch::Watch;
use super::{Explainer, find};
use crate::domain::{Domain, TaskCode};
use crate::plain::rows::{Block, DoneBy, Method, Named, Var};
use crate::plain::{Call, Env, Facts, Interpreter, Plain, Scope};
use crate::plan::Binding;
use crate::state::State;
use crate::tables::TaskId;
use crate::term::Term;

/// A value that a variable is to have.
#[derive(Clone, Debug)]
pub struct Given {
    name: String,
    word: u64,
    shown: String,
}

/// A value that a variable is to have: `given("who", BECK)`.
pub fn given<T: Term + Debug>(name: &str, value: T) -> Given {
    Given {
        name: name.to_string(),
        shown: format!("{value:?}"),
        word: value.to_word(),
    }
}

/// Why a branch was not taken. It prints as one line for each answer.
pub struct WhyNot<D: Domain> {
    /// The task.
    pub task: D::Task,
    /// The branch.
    pub branch: &'static str,
    /// Its line; 0 where nobody knows.
    pub line: u32,
    /// The values that were asked for.
    pub given: Vec<Binding>,
    /// The reasons: at least one.
    pub answers: Vec<Answer<D>>,
}

/// A reason why a branch was not taken.
pub enum Answer<D: Domain> {
    /// It was: it is the first that is tried, and leads to a plan.
    Taken,
    /// Its condition does not hold for these values.
    Condition(Reason<D>),
    /// Its condition holds, but its body fails.
    Body(Attempt<D>),
    /// An earlier branch of the method holds.
    Earlier {
        /// That branch.
        branch: &'static str,
        /// What it binds.
        bindings: Vec<Binding>,
    },
    /// An earlier method of that name leads to a plan.
    EarlierMethod(usize),
    /// Other values come first.
    Others {
        /// These.
        bindings: Vec<Binding>,
        /// What stands behind `sort by`; empty where nothing does.
        sort: &'static str,
        /// What they are sorted by, as it prints.
        key: String,
        /// And what those are sorted by that were asked for.
        own_key: String,
    },
}

/// A branch among those of a task.
struct Wanted {
    method: &'static Method<'static>,
    number: usize,
    branch: usize,
    block: &'static Block<'static>,
    scope: Scope,
}

impl Wanted {
    /// The parameters, and what the condition of the branch binds.
    fn vars<D: Domain>(
        &self,
        plain: &Plain<D>,
    ) -> impl Iterator<Item = (Var, &'static Named<'static>)> + use<D> {
        let params = self.method.params;
        let guard = self.block.guard.as_ref();
        let bound = guard.map_or_else(Vec::new, |guard| find::bound_by(&guard.condition));
        let vars = (0..).zip(self.scope.vars(plain.rows));
        vars.filter(move |(var, _)| *var < params || bound.contains(var))
    }
}

impl<D: Domain> Explainer<'_, '_, '_, D> {
    /// Why this branch of a task was not taken with these values. Not all variables need a value.
    pub fn why_not(
        &self,
        task: D::Task,
        branch: &str,
        values: impl IntoIterator<Item = Given>,
    ) -> Result<WhyNot<D>, ExplainError> {
        let plain = D::plain().ok_or(ExplainError::NoRows)?;
        let call = plain.call(task).ok_or(ExplainError::NotATask)?;
        let facts = self.facts(&plain)?;
        let wanted = wanted(&plain, &call, branch)?;
        let before = Env::new(wanted.method.vars.len(), &call.args);
        let env = self.bound(&plain, &wanted, before.clone(), values)?;
        let host = self.host(&plain);
        let asker = Asker::<D> {
            rows: plain.rows,
            host: &host,
            bounds: self.bounds,
            domain: PhantomData,
        };
        let answers = self.answers(&plain, &asker, (&call, &facts), &wanted, (&before, &env));
        Ok(WhyNot {
            task: D::task_from_row(TaskCode::Task(TaskId(call.task)), &call.args),
            branch: &wanted.block.name,
            line: wanted.block.line,
            given: bindings::<D>(plain.rows, wanted.scope, &env, Some(&before)),
            answers,
        })
    }

    /// The variables with the values that are given.
    fn bound(
        &self,
        plain: &Plain<D>,
        wanted: &Wanted,
        mut env: Env,
        values: impl IntoIterator<Item = Given>,
    ) -> Result<Env, ExplainError> {
        for given in values {
            let mut vars = wanted.vars(plain);
            let Some((number, var)) = vars.find(|(_, var)| var.name == given.name) else {
                let all = wanted.vars(plain).map(|(_, var)| var);
                return Err(ExplainError::NoSuchVariable {
                    name: given.name,
                    there_are: all.map(|var| var.name.to_string()).collect(),
                });
            };
            let ty = D::tables().types.get(usize::from(var.ty));
            let shown = ty.map(|ty| Binding::new("", given.word, ty).value());
            let same = shown.is_some_and(|shown| format!("{shown:?}") == given.shown);
            if !same {
                return Err(ExplainError::OtherType {
                    name: given.name,
                    value: given.shown,
                    ty: ty.map_or("", |ty| ty.name).to_string(),
                });
            }
            if !env.unify(number, given.word).map_err(ExplainError::Rows)? {
                return Err(ExplainError::IsParameter { name: given.name });
            }
        }
        Ok(env)
    }

    fn answers(
        &self,
        plain: &Plain<D>,
        asker: &Asker<'_, D>,
        (call, facts): (&Call, &Facts),
        wanted: &Wanted,
        (before, env): (&Env, &Env),
    ) -> Vec<Answer<D>> {
        let mut answers = Vec::new();
        let guard = wanted.block.guard.as_ref();
        let condition = guard.map_or(&[][..], |guard| &guard.condition);
        if let Some(reason) = asker.reason(wanted.scope, condition, env, facts, OPENED) {
            answers.push(Answer::Condition(reason));
        }
        for earlier in wanted.method.branches.iter().take(wanted.branch) {
            let guard = earlier.guard.as_ref();
            let condition = guard.map_or(&[][..], |guard| &guard.condition);
            if let Ok(Some(with)) = asker.first(wanted.scope, condition, before, facts) {
                answers.push(Answer::Earlier {
                    branch: &earlier.name,
                    bindings: asker.bindings(wanted.scope, &with, before),
                });
                return answers;
            }
        }
        if !answers.is_empty() {
            return answers;
        }
        let solution = asker.first(wanted.scope, condition, env, facts);
        let solution = solution.ok().flatten().unwrap_or_else(|| env.clone());
        if let Some(failed) = self.body_fails(asker, wanted, before, &solution, facts) {
            return [Answer::Body(failed)].into();
        }
        if let Some(earlier) = self.earlier_method(plain, call, wanted.number) {
            return [Answer::EarlierMethod(earlier)].into();
        }
        [self.order(asker, wanted, before, &solution, facts)].into()
    }

    /// What its body, tried alone, comes to where it fails.
    fn body_fails(
        &self,
        asker: &Asker<'_, D>,
        wanted: &Wanted,
        before: &Env,
        solution: &Env,
        facts: &Facts,
    ) -> Option<Attempt<D>> {
        let watch = Watch::new(self.most);
        let interpreter = Interpreter::new(asker.rows, asker.host).watched_by(&watch);
        let interpreter = interpreter.within(self.bounds);
        let body = &wanted.block.body;
        let mut plans = interpreter.plans_of(wanted.scope, body, solution.clone(), facts.clone());
        if plans.next().is_some() {
            return None;
        }
        drop(plans);
        drop(interpreter);
        let nodes = watch.into_nodes();
        let build = Build {
            nodes: &nodes,
            asker,
            depth: self.deepest,
        };
        let bound = asker.bindings(wanted.scope, solution, before);
        Some(Attempt {
            bindings: bound,
            ..build.attempt(nodes.root()?, nodes.root()?, None)
        })
    }

    /// The earlier method of that name by which there is a plan.
    fn earlier_method(&self, plain: &Plain<D>, call: &Call, number: usize) -> Option<usize> {
        if number == 0 {
            return None;
        }
        let task = D::task_from_row(TaskCode::Task(TaskId(call.task)), &call.args);
        let why = self.explain_with(plain, task).ok()?;
        let done = why.task.ways.last()?.number;
        (matches!(why.found, Found::Plan(_)) && done < number).then_some(done)
    }

    /// Where it stands among the solutions of its condition.
    fn order(
        &self,
        asker: &Asker<'_, D>,
        wanted: &Wanted,
        before: &Env,
        solution: &Env,
        facts: &Facts,
    ) -> Answer<D> {
        let guard = wanted.block.guard.as_ref();
        let Some(guard) = guard else {
            return Answer::Taken;
        };
        let interpreter = Interpreter::new(asker.rows, asker.host).within(self.bounds);
        let all = interpreter.solutions(wanted.scope, &guard.condition, before.clone(), facts);
        let mut all: Vec<Env> = all.map_while(Result::ok).collect();
        if let Some(key) = guard.key {
            all.sort_by_cached_key(|env| asker.host.key(key, env.words()));
        }
        let shown = |env: &Env| {
            let key = guard.key;
            let key = key.and_then(|key| asker.host.shown_key(key, env.words()));
            key.unwrap_or_default()
        };
        match all.first() {
            Some(first) if first.words() != solution.words() => Answer::Others {
                bindings: asker.bindings(wanted.scope, first, before),
                sort: &guard.by,
                key: shown(first),
                own_key: shown(solution),
            },
            _ => Answer::Taken,
        }
    }
}

fn wanted<D: Domain>(plain: &Plain<D>, call: &Call, branch: &str) -> Result<Wanted, ExplainError> {
    let mut there_are = Vec::new();
    let row = plain.rows.tasks.get(usize::from(call.task));
    if let Some(DoneBy::Methods(methods)) = row.map(|row| &row.done_by) {
        for (number, method) in methods.iter().enumerate() {
            for (at, block) in method.branches.iter().enumerate() {
                if block.name == branch {
                    return Ok(Wanted {
                        method: find::method(plain.rows, call.task, number).unwrap_or(method),
                        number,
                        branch: at,
                        block,
                        scope: Scope::Method(call.task, number),
                    });
                }
                there_are.push(block.name.to_string());
            }
        }
    }
    Err(ExplainError::NoSuchBranch {
        name: branch.to_string(),
        there_are,
    })
}

impl<D: Domain> State<D> {
    /// Why this branch of a task would not be taken now with these values. Not all variables need a value.
    pub fn why_not(
        &self,
        context: &D::Context<'_>,
        task: D::Task,
        branch: &str,
        values: impl IntoIterator<Item = Given>,
    ) -> Result<WhyNot<D>, ExplainError> {
        Explainer::new(self, context).why_not(task, branch, values)
    }
}
