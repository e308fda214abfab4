//! Decides why a branch was not taken, in the order in which the search decides it.

use alloc::string::String;
use alloc::vec::Vec;

use super::build::{OPENED, ReportBuilder};
use super::find;
use super::reason::QueryScope;
use super::report::{Attempt, Because};
use super::watch::Watch;
use super::why_not::{Answer, Stage, Wanted};
use crate::model::domain::Domain;
use crate::reference::rows::BlockSource;
use crate::reference::{Env, Error, FactSets, Interpreter, Scope, TaskCall};

/// The question why a branch was not taken with certain values.
pub(super) struct Question<'q, D: Domain> {
    pub scope: &'q QueryScope<'q, D>,
    /// One for all searches of the method, and one for those of earlier methods: the work of each is bounded as a whole.
    pub interpreter: Interpreter<'q>,
    pub earlier: Interpreter<'q>,
    pub call: &'q TaskCall,
    pub facts: &'q FactSets,
    pub wanted: &'q Wanted,
    /// The parameters.
    pub before: &'q Env,
    /// The parameters and the given values.
    pub given: &'q Env,
    /// See [`Explainer::nodes`](super::Explainer::nodes) and [`Explainer::deepest`](super::Explainer::deepest).
    pub nodes: usize,
    pub deepest: usize,
}

/// The result for a branch whose method comes to it.
enum Walk<D: Domain> {
    /// A solution with the given values is the first that leads to a plan.
    Leads,
    /// The search of the method stops at an error.
    Stopped(Stage, Error),
    Answer(Answer<D>),
}

impl<D: Domain> Question<'_, D> {
    pub fn answers(&self) -> Vec<Answer<D>> {
        let mut answers = Vec::new();
        let walk = match self.earlier_branch() {
            Some(earlier) => {
                answers.extend(self.refusal());
                earlier
            }
            None => self.walk(),
        };
        let last = match walk {
            Walk::Answer(answer) => answer,
            Walk::Leads => self.earlier_method().unwrap_or(Answer::Taken),
            Walk::Stopped(at, error) => {
                let earlier = self.earlier_method();
                earlier.unwrap_or(Answer::Stopped { at, error })
            }
        };
        answers.push(last);
        answers
    }

    /// The solutions of the condition of a branch of the method, as the search comes to them.
    fn solutions(
        &self,
        block: &'static BlockSource<'static>,
    ) -> impl Iterator<Item = Result<Env, Error>> + '_ {
        let before = self.before.clone();
        let scope = self.wanted.scope;
        self.interpreter.guard(scope, block, before, self.facts)
    }

    /// Returns true if a solution has the given values.
    fn matches(&self, solution: &Env) -> bool {
        let vars = self.wanted.scope.vars(self.scope.rows).len();
        (0..).take(vars).all(|var| match self.given.get(var) {
            Ok(Some(word)) => solution.get(var) == Ok(Some(word)),
            _ => true,
        })
    }

    /// Returns true if there is a plan for the body of a branch.
    fn leads(
        &self,
        interpreter: &Interpreter<'_>,
        scope: Scope,
        block: &'static BlockSource<'static>,
        with: &Env,
    ) -> Result<bool, Error> {
        let (with, facts) = (with.clone(), self.facts.clone());
        let mut plans = interpreter.plans_of(self.call, scope, &block.body, with, facts);
        Ok(plans.next().transpose()?.is_some())
    }

    /// The first earlier branch of the method that holds, or whose condition stops the search.
    fn earlier_branch(&self) -> Option<Walk<D>> {
        let Wanted { method, scope, .. } = *self.wanted;
        let mut earlier = method.branches.iter().take(self.wanted.branch);
        earlier.find_map(|block| {
            let first = self.solutions(block).next()?;
            Some(match first {
                Ok(with) => Walk::Answer(Answer::Earlier {
                    branch: &block.name,
                    bindings: self.scope.bindings(scope, &with, self.before),
                }),
                Err(error) => Walk::Stopped(Stage::Condition(&block.name), error),
            })
        })
    }

    /// Returns the reason if the condition does not hold for the given values. `None` if it holds, or if that is unknown.
    fn refusal(&self) -> Option<Answer<D>> {
        let (mut solutions, mut first) = (0, None);
        for solution in self.solutions(self.wanted.block) {
            let solution = solution.ok()?;
            if self.matches(&solution) {
                return None;
            }
            solutions += 1;
            first.get_or_insert(solution);
        }
        Some(self.refused(solutions, first.as_ref()))
    }

    /// Returns the reason if none of the condition's solutions has the given values.
    fn refused(&self, solutions: usize, first: Option<&Env>) -> Answer<D> {
        let guard = self.wanted.block.guard.as_ref();
        let condition = guard.map_or(&[][..], |guard| &guard.condition);
        let reason = |given| {
            let scope = self.wanted.scope;
            let reason = self
                .scope
                .reason(scope, condition, given, self.facts, OPENED);
            reason.filter(|reason| !matches!(reason.because, Because::Unknown))
        };
        // With the values bound, the conjunct is found that they fail at. `first` and `else` may hold for them all the
        // same: then it is the condition as a whole that has other solutions, or none.
        let reason = reason(self.given).or_else(|| match solutions {
            0 => reason(self.before),
            _ => None,
        });
        match reason {
            Some(reason) => Answer::Condition(reason),
            None => Answer::OtherSolutions {
                solutions,
                first: first.map_or(Vec::new(), |first| {
                    let scope = self.wanted.scope;
                    self.scope.bindings(scope, first, self.before)
                }),
            },
        }
    }

    /// Tries the solutions of the branch one after the other, as the search does.
    fn walk(&self) -> Walk<D> {
        let Wanted { block, scope, .. } = *self.wanted;
        let bound = |with: &Env| self.scope.bindings(scope, with, self.before);
        let leads = |with: &Env| self.leads(&self.interpreter, scope, block, with);
        let (mut solutions, mut first) = (0, None);
        // The first solution that leads to a plan without the given values, or at which the search stops.
        let mut decided: Option<(Env, Option<Error>)> = None;
        let mut failed = None;
        for solution in self.solutions(block) {
            let with = match solution {
                Ok(with) => with,
                // Further solutions are not known: they may have the given values.
                Err(error) => {
                    return match (&decided, &failed) {
                        (Some((with, Some(error))), _) => {
                            Walk::Stopped(Stage::Body(bound(with)), *error)
                        }
                        (Some((other, None)), Some(own)) => Walk::Answer(self.others(other, own)),
                        _ => Walk::Stopped(Stage::Condition(&block.name), error),
                    };
                }
            };
            solutions += 1;
            match (self.matches(&with), &decided) {
                (false, None) => match leads(&with) {
                    Ok(false) => {}
                    Ok(true) => decided = Some((with.clone(), None)),
                    Err(error) => decided = Some((with.clone(), Some(error))),
                },
                (false, Some(_)) => {}
                (true, Some((at, Some(error)))) => {
                    return Walk::Stopped(Stage::Body(bound(at)), *error);
                }
                (true, decided) => match (leads(&with), decided) {
                    (Ok(false), _) => _ = failed.get_or_insert_with(|| with.clone()),
                    (Ok(true), None) => return Walk::Leads,
                    (Err(error), None) => return Walk::Stopped(Stage::Body(bound(&with)), error),
                    (_, Some((other, _))) => return Walk::Answer(self.others(other, &with)),
                },
            }
            first.get_or_insert(with);
        }
        Walk::Answer(match &failed {
            Some(failed) => Answer::Body(self.attempt(failed)),
            None => self.refused(solutions, first.as_ref()),
        })
    }

    /// Says that another solution comes first.
    fn others(&self, first: &Env, own: &Env) -> Answer<D> {
        let guard = self.wanted.block.guard.as_ref();
        let key = guard.and_then(|guard| guard.key);
        let shown = |env: &Env| {
            let shown = key.and_then(|key| self.scope.host.shown_key(key, env.words()));
            shown.unwrap_or_default()
        };
        let (key, own_key): (String, String) = (shown(first), shown(own));
        Answer::EarlierSolution {
            bindings: self.scope.bindings(self.wanted.scope, first, self.before),
            sort: guard.map_or("", |guard| &guard.by),
            key,
            own_key,
        }
    }

    /// Searches a body that fails once more, and reports how far it gets.
    fn attempt(&self, solution: &Env) -> Attempt<D> {
        let watch = Watch::new(self.nodes);
        let interpreter = self.scope.interpreter().watched_by(&watch);
        let Wanted { block, scope, .. } = *self.wanted;
        let (with, facts) = (solution.clone(), self.facts.clone());
        // There is no plan. The search is repeated for the watch.
        let _ = interpreter
            .plans_of(self.call, scope, &block.body, with, facts)
            .next();
        drop(interpreter);
        let nodes = watch.into_nodes();
        let build = ReportBuilder {
            nodes: &nodes,
            scope: self.scope,
            depth: self.deepest,
        };
        let bindings = self.scope.bindings(scope, solution, self.before);
        match nodes.root() {
            Some(root) => Attempt {
                bindings,
                ..build.attempt(root, root, None)
            },
            None => Attempt::unseen(bindings),
        }
    }

    /// The first earlier method of that name that leads to a plan, or whose search stops.
    fn earlier_method(&self) -> Option<Answer<D>> {
        (0..self.wanted.number).find_map(|number| match self.method_leads(number) {
            Ok(false) => None,
            Ok(true) => Some(Answer::EarlierMethod(number)),
            Err(error) => Some(Answer::Stopped {
                at: Stage::Method(number),
                error,
            }),
        })
    }

    /// Returns true if there is a plan by a method of the task.
    fn method_leads(&self, number: usize) -> Result<bool, Error> {
        let task = self.call.task;
        let Some(method) = find::method(self.scope.rows, task, number) else {
            return Ok(false);
        };
        let scope = Scope::Method(task, number);
        let before = Env::new(method.vars.len(), &self.call.args);
        for block in method.branches.iter() {
            let mut held = false;
            let solutions = self.earlier.guard(scope, block, before.clone(), self.facts);
            for solution in solutions {
                held = true;
                if self.leads(&self.earlier, scope, block, &solution?)? {
                    return Ok(true);
                }
            }
            if held {
                break;
            }
        }
        Ok(false)
    }
}
