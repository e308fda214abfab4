//! Why a branch was not taken with certain values: the shortest answer.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Debug;

use super::error::ExplainError;
use super::question::Question;
use super::reason::bindings;
use super::report::{Attempt, Reason};
use super::{Explainer, find};
use crate::model::domain::Domain;
use crate::model::plan::Binding;
use crate::model::term::Term;
use crate::reference::rows::{BlockSource, DoneBy, MethodSource, NamedVar, Var};
use crate::reference::{self, Env, ReferenceDomain, Scope, TaskCall};
use crate::store::state::State;

/// A value that a variable should have. [`given`] creates it; see [`WhyNot`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
#[derive(Clone, Debug)]
pub struct Given {
    name: String,
    word: u64,
    shown: String,
}

/// Creates a value that a variable should have: `given("who", BECK)`.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
pub fn given<T: Term + Debug>(name: &str, value: T) -> Given {
    Given {
        name: name.to_string(),
        shown: format!("{value:?}"),
        word: value.to_word(),
    }
}

/// The reasons why a branch was not chosen. Prints one line per answer.
///
/// The answers agree with the search. It evaluates the condition without the given values, in the order of `sort by`; of
/// its solutions, those with the given values count.
///
/// The module [`explain`](https://docs.rs/squad-htn/latest/squad_htn/explain/) of `squad-htn` has an example.
pub struct WhyNot<D: Domain> {
    /// The task.
    pub task: D::Task,
    /// The branch. If several methods of the task have a branch of that name: the one in the plan, else the first at
    /// which the search stops, else the first.
    pub branch: &'static str,
    /// Its line; 0 if it is unknown.
    pub line: u32,
    /// The given values.
    pub given: Vec<Binding>,
    /// The reasons: at least one.
    pub answers: Vec<Answer<D>>,
}

/// A reason why a branch was not taken.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
#[non_exhaustive]
pub enum Answer<D: Domain> {
    /// The search finds its first plan by this branch with these values.
    Taken,
    /// Its condition does not hold for these values.
    Condition(Reason<D>),
    /// Its condition holds for other values only, although each conjunct can hold for these: `first` or the `else` of an
    /// axiom chooses others.
    OtherSolutions {
        /// The number of solutions.
        solutions: usize,
        /// The first of them.
        first: Vec<Binding>,
    },
    /// Its condition holds for these values, but its body fails for all solutions that have them.
    Body(Attempt<D>),
    /// An earlier branch of the method holds.
    Earlier {
        /// That branch.
        branch: &'static str,
        /// The first solution of its condition.
        bindings: Vec<Binding>,
    },
    /// An earlier method of that name leads to a plan.
    EarlierMethod(usize),
    /// Other values come first, and lead to a plan.
    EarlierSolution {
        /// These values.
        bindings: Vec<Binding>,
        /// The text after `sort by`; empty without one.
        sort: &'static str,
        /// Their sort key, as it prints.
        key: String,
        /// The sort key of the given values.
        own_key: String,
    },
    /// The search stops before the branch is decided, with an error or at a bound of the explanation.
    Stopped {
        /// The part of the search that stops.
        at: Stage,
        /// Its error. [`reference::Error::is_bound`] distinguishes a bound, beyond which a planner may find an answer, from
        /// an error that ends the planner's search too.
        error: reference::Error,
    },
}

/// A part of a search that stops before its end. It is part of an [`Answer`] in a [`WhyNot`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
#[derive(Debug)]
pub enum Stage {
    /// The condition of this branch: the one in question, or an earlier one of the method.
    Condition(&'static str),
    /// The body of the branch, for this solution of its condition.
    Body(Vec<Binding>),
    /// An earlier method of that name.
    Method(usize),
}

/// A branch among those of a task.
pub(super) struct Wanted {
    pub method: &'static MethodSource<'static>,
    /// The number of the method among those of the task, and of the branch in it.
    pub number: usize,
    pub branch: usize,
    pub block: &'static BlockSource<'static>,
    pub scope: Scope,
}

impl Wanted {
    /// The parameters, and what the condition of the branch binds.
    fn vars<D: Domain>(
        &self,
        reference: &ReferenceDomain<D>,
    ) -> impl Iterator<Item = (Var, &'static NamedVar<'static>)> + use<D> {
        let params = self.method.params;
        let guard = self.block.guard.as_ref();
        let bound = guard.map_or_else(Vec::new, |guard| find::bound_by(&guard.condition));
        let vars = (0..).zip(self.scope.vars(reference.rows));
        vars.filter(move |(var, _)| *var < params || bound.contains(var))
    }
}

impl<D: Domain> Explainer<'_, '_, '_, D> {
    /// Explains why this branch of a task would not be chosen now with these values. Not all variables need a value. See
    /// [`Explainer`].
    ///
    /// # Errors
    ///
    /// The task has no such branch, or the branch has no such variable of the type of the value. Otherwise the errors of
    /// [`explain`](Explainer::explain).
    pub fn why_not(
        &self,
        task: D::Task,
        branch: &str,
        values: impl IntoIterator<Item = Given>,
    ) -> Result<WhyNot<D>, ExplainError> {
        let reference = D::reference().ok_or(ExplainError::NoRows)?;
        let call = reference.call(task).ok_or(ExplainError::NotATask)?;
        let facts = self.facts(&reference)?;
        let host = self.host(&reference);
        let scope = self.scope(&reference, &host);
        let values: Vec<Given> = values.into_iter().collect();
        let (mut all, mut wrong) = (Vec::new(), None);
        for wanted in wanted(&reference, &call, branch)? {
            let before = Env::new(wanted.method.vars.len(), &call.args);
            let given = match self.bound(&reference, &wanted, before.clone(), &values) {
                Ok(given) => given,
                Err(error) => {
                    wrong.get_or_insert(error);
                    continue;
                }
            };
            let question = Question {
                scope: &scope,
                interpreter: scope.interpreter(),
                earlier: scope.interpreter(),
                call: &call,
                facts: &facts,
                wanted: &wanted,
                before: &before,
                given: &given,
                nodes: self.most,
                deepest: self.deepest,
            };
            let answers = question.answers();
            let rank = match answers.last() {
                Some(Answer::Taken) => 0,
                Some(Answer::Stopped { .. }) => 1,
                _ => 2,
            };
            let why = WhyNot {
                task,
                branch: &wanted.block.name,
                line: wanted.block.line,
                given: bindings::<D>(reference.rows, wanted.scope, &given, Some(&before)),
                answers,
            };
            all.push((rank, why));
        }
        let best = all.into_iter().min_by_key(|(rank, _)| *rank);
        best.map(|(_, why)| why).ok_or_else(|| {
            wrong.unwrap_or_else(|| ExplainError::NoSuchBranch {
                name: branch.to_string(),
                there_are: Vec::new(),
            })
        })
    }

    /// The variables with the values that are given.
    fn bound(
        &self,
        reference: &ReferenceDomain<D>,
        wanted: &Wanted,
        mut env: Env,
        values: &[Given],
    ) -> Result<Env, ExplainError> {
        for given in values.iter().cloned() {
            let mut vars = wanted.vars(reference);
            let Some((number, var)) = vars.find(|(_, var)| var.name == given.name) else {
                let all = wanted.vars(reference).map(|(_, var)| var);
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
}

/// The branches of that name, in order: at least one.
fn wanted<D: Domain>(
    reference: &ReferenceDomain<D>,
    call: &TaskCall,
    branch: &str,
) -> Result<Vec<Wanted>, ExplainError> {
    let (mut all, mut there_are) = (Vec::new(), Vec::new());
    let row = reference.rows.tasks.get(usize::from(call.task));
    if let Some(DoneBy::Methods(methods)) = row.map(|row| &row.done_by) {
        for (number, method) in methods.iter().enumerate() {
            for (at, block) in method.branches.iter().enumerate() {
                if block.name == branch {
                    all.push(Wanted {
                        method,
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
    if all.is_empty() {
        return Err(ExplainError::NoSuchBranch {
            name: branch.to_string(),
            there_are,
        });
    }
    Ok(all)
}

impl<D: Domain> State<D> {
    /// Explains why this branch of a task would not be chosen now with these values. Not all variables need a value.
    ///
    /// The answer agrees with the search of a planner; if the search ends with an error, or does not end within the
    /// bounds of an [`Explainer`], it is [`Answer::Stopped`].
    ///
    ///
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
    ///
    /// # Errors
    ///
    /// The task has no such branch, or the branch has no such variable of the type of the value. Otherwise the errors of
    /// [`explain`](State::explain).
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
