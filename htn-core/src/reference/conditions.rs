//! Conditions: their solutions, one at a time, on demand.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::iter;
use core::task::Poll;

use super::Level;
use super::env::Env;
use super::error::Error;
use super::facts::FactSets;
use super::observer::{BoxItem, ConditionPlace, Port, Scope};
use super::rows::{ArgSource, Conjunct, ExprId, Form, LetSource, SourceList, Var};

/// Solutions in order. The iterator ends after an error.
pub(super) type EnvIter<'a> = Box<dyn Iterator<Item = Result<Env, Error>> + 'a>;

/// Defers a condition until its first solution is requested.
fn lazily<'a>(solutions: impl FnOnce() -> Result<EnvIter<'a>, Error> + 'a) -> EnvIter<'a> {
    let solutions = iter::once_with(|| solutions().unwrap_or_else(fails));
    Box::new(solutions.flatten())
}

fn fails<'a>(error: Error) -> EnvIter<'a> {
    Box::new(iter::once(Err(error)))
}

/// The solution, if there is one.
fn at_most_one<'a>(solution: Result<Option<Env>, Error>) -> EnvIter<'a> {
    Box::new(solution.transpose().into_iter())
}

/// Returns true if there is a solution.
fn holds(mut solutions: EnvIter<'_>) -> Result<bool, Error> {
    Ok(solutions.next().transpose()?.is_some())
}

/// Binds a variable to a value; `None` if it has another value.
fn with(mut env: Env, var: Var, word: u64) -> Result<Option<Env>, Error> {
    Ok(env.unify(var, word)?.then_some(env))
}

/// The first condition that has a solution, with all of its own.
pub(super) fn first_that_holds<'a, T>(
    mut conditions: impl Iterator<Item = (T, EnvIter<'a>)>,
) -> Option<(T, EnvIter<'a>)> {
    conditions.find_map(|(condition, solutions)| {
        let mut solutions = solutions.peekable();
        solutions.peek()?;
        Some((condition, Box::new(solutions) as EnvIter<'a>))
    })
}

impl<'a> Level<'a> {
    /// The solutions of a condition that may be watched.
    pub(super) fn watched(
        self,
        id: u64,
        place: ConditionPlace,
        condition: &'a [Conjunct<'a>],
        env: Env,
        facts: &FactSets,
    ) -> EnvIter<'a> {
        let given = self.trace.map(|_| env.clone());
        let inside = self.within(id);
        let all = facts.clone();
        let solutions = move || inside.conjuncts(condition, 0, env, all);
        let mut solutions = match given {
            Some(given) => {
                let (place, facts) = (place.clone(), facts.clone());
                self.in_a_box(solutions, id, given, facts, move |tell| {
                    tell(BoxItem::Condition(&place, condition));
                })
            }
            None => solutions(),
        };
        let mut is_first = true;
        Box::new(iter::from_fn(move || {
            let next = solutions.next();
            if is_first && let Some(Ok(_)) = &next {
                self.observer.held(&place);
            }
            is_first = false;
            next
        }))
    }

    /// Sorts solutions by a key, if there is one.
    pub(super) fn sorted(self, solutions: EnvIter<'a>, key: Option<ExprId>) -> EnvIter<'a> {
        let Some(key) = key else {
            return solutions;
        };
        lazily(move || {
            let mut all = Vec::new();
            for solution in solutions {
                let env = solution?;
                all.push((self.host.key(key, env.words()), env));
            }
            all.sort_by(|(a, _), (b, _)| a.cmp(b));
            Ok(Box::new(all.into_iter().map(|(_, env)| Ok(env))))
        })
    }

    /// A nested loop, the leftmost conjunct outermost.
    fn conjuncts(
        self,
        all: &'a [Conjunct<'a>],
        number: usize,
        env: Env,
        facts: FactSets,
    ) -> EnvIter<'a> {
        let (conjunct, inside) = match (all.get(number), self.deeper()) {
            (Some(conjunct), Ok(inside)) => (conjunct, inside),
            (None, _) => return at_most_one(Ok(Some(env))),
            (_, Err(error)) => return fails(error),
        };
        let solutions = match self.trace {
            Some(_) => {
                let (id, given) = (self.new_box(), env.clone());
                let all = facts.clone();
                let solutions = move || inside.within(id).conjunct(&conjunct.form, env, all);
                self.in_a_box(solutions, id, given, facts.clone(), move |tell| {
                    tell(BoxItem::Conjunct(number, conjunct));
                })
            }
            None => inside.conjunct(&conjunct.form, env, facts.clone()),
        };
        Box::new(solutions.flat_map(move |solution| match solution {
            Ok(env) => inside.conjuncts(all, number + 1, env, facts.clone()),
            Err(error) => fails(error),
        }))
    }

    /// Reports solutions to the observer as they are requested.
    fn in_a_box(
        self,
        solutions: impl FnOnce() -> EnvIter<'a>,
        id: u64,
        given: Env,
        facts: FactSets,
        item: impl Fn(&mut dyn FnMut(BoxItem<'_>)) + 'a,
    ) -> EnvIter<'a> {
        let tell = move |port, env: &Env| {
            item(&mut |item| self.tell(port, id, item, env, &facts));
        };
        tell(Port::Call, &given);
        let mut solutions = solutions();
        let mut last = None;
        let mut over = false;
        Box::new(iter::from_fn(move || {
            if let Some(last) = last.take() {
                tell(Port::Redo, &last);
            }
            let next = solutions.next();
            match &next {
                Some(Ok(env)) => {
                    tell(Port::Exit, env);
                    last = Some(env.clone());
                }
                None if !over => {
                    tell(Port::Fail, &given);
                    over = true;
                }
                _ => {}
            }
            next
        }))
    }

    /// Returns the solutions of a condition inside another one.
    pub(super) fn inner(
        self,
        condition: &'a [Conjunct<'a>],
        env: Env,
        facts: FactSets,
    ) -> EnvIter<'a> {
        self.conjuncts(condition, 0, env, facts)
    }

    fn conjunct(self, form: &'a Form<'a>, env: Env, facts: FactSets) -> EnvIter<'a> {
        if let Err(error) = self.works() {
            return fails(error);
        }
        match form {
            Form::Fact { predicate, args } => self.fact(*predicate, args, env, facts),
            Form::Axiom { axiom, args } => self.axiom(*axiom, args, env, facts),
            Form::Let { var, value } => self.values(*var, value, env, facts),
            Form::Test(function) => {
                let holds = self.host.test(*function, env.words());
                at_most_one(Ok(holds.then_some(env)))
            }
            Form::Poll(function) => {
                let answer = self.poll(*function, &env);
                at_most_one(answer.map(|holds| holds.is_some().then_some(env)))
            }
            Form::Not(condition) => {
                let inner = self.inner(condition, env.clone(), facts);
                at_most_one(holds(inner).map(|holds| (!holds).then_some(env)))
            }
            Form::Or(sides) => Box::new(
                sides
                    .iter()
                    .flat_map(move |side| self.inner(side, env.clone(), facts.clone())),
            ),
            Form::First(sorted) => {
                let solutions = self.inner(&sorted.condition, env, facts);
                Box::new(self.sorted(solutions, sorted.key).take(1))
            }
            Form::WhenPlanning(condition) => self.inner(condition, env, facts),
            Form::Forall(all, each) => {
                let mut all = self.inner(all, env.clone(), facts.clone());
                let without = all.find_map(|solution| {
                    let inner = |env| holds(self.inner(each, env, facts.clone()));
                    match solution.and_then(inner) {
                        Ok(true) => None,
                        Ok(false) => Some(Ok(())),
                        Err(error) => Some(Err(error)),
                    }
                });
                let without = without.transpose();
                at_most_one(without.map(|without| without.is_none().then_some(env)))
            }
        }
    }

    /// Returns the solutions of an atom: the facts that match, in order.
    fn fact(
        self,
        predicate: u16,
        args: &'a SourceList<'a, ArgSource>,
        env: Env,
        facts: FactSets,
    ) -> EnvIter<'a> {
        let matching = (0..facts.of(predicate).len()).filter_map(move |at| {
            let row = facts.of(predicate).get(at)?;
            self.works()
                .and_then(|()| self.matching(args, row, &env))
                .transpose()
        });
        Box::new(matching)
    }

    /// Returns the solutions of an axiom's alternatives, in order. The solutions of an alternative are those of its first block that
    /// has any. Each block binds every parameter.
    fn axiom(
        self,
        axiom: u16,
        args: &'a SourceList<'a, ArgSource>,
        env: Env,
        facts: FactSets,
    ) -> EnvIter<'a> {
        let found = self.rows.axioms.get(usize::from(axiom));
        let (row, inside) = match (found, self.deeper()) {
            (Some(row), Ok(inside)) => (row, inside),
            (None, _) => return fails(Error::Unknown("axiom")),
            (_, Err(error)) => return fails(error),
        };
        let alternatives = row.alternatives.iter().enumerate();
        let id = self.new_box();
        let (given, facts_then) = (env.clone(), facts.clone());
        let solutions: EnvIter<'a> = Box::new(alternatives.flat_map(move |(alternative, row)| {
            let inside = Level {
                scope: Scope::Axiom(axiom, alternative),
                ..inside.within(id)
            };
            let params = usize::from(row.params);
            let given = match self.given(args, row.vars.len().max(params), &env) {
                Ok(given) => given,
                Err(error) => return fails(error),
            };
            let clauses = row.clauses.iter().enumerate().map(|(clause, row)| {
                let place = ConditionPlace::Clause {
                    axiom,
                    alternative,
                    clause,
                };
                let (id, given) = (inside.new_box(), given.clone());
                let solutions = inside.watched(id, place, &row.condition, given, &facts);
                (clause, solutions)
            });
            let solutions = first_that_holds(clauses).into_iter();
            let solutions = solutions.flat_map(|(_, solutions)| solutions);
            let env = env.clone();
            Box::new(solutions.filter_map(move |inner| {
                let matching =
                    inner.and_then(|inner| self.matching(args, &inner.words()[..params], &env));
                matching.transpose()
            }))
        }));
        match self.trace {
            Some(_) => self.in_a_box(
                || solutions,
                id,
                given,
                facts_then,
                move |tell| {
                    tell(BoxItem::Axiom(axiom));
                },
            ),
            None => solutions,
        }
    }

    /// Returns the variables of a called axiom: a parameter is bound if its argument has a value.
    fn given(self, args: &[ArgSource], vars: usize, env: &Env) -> Result<Env, Error> {
        let mut given = Env::new(vars, &[]);
        for (param, arg) in args.iter().enumerate() {
            if let Some(word) = self.word_of(*arg, env)? {
                let param = Var::try_from(param).map_err(|_| Error::Unknown("parameter"))?;
                given.unify(param, word)?;
            }
        }
        Ok(given)
    }

    /// Returns the value of an argument; `None` if it is unbound.
    pub(super) fn word_of(self, arg: ArgSource, env: &Env) -> Result<Option<u64>, Error> {
        match arg {
            ArgSource::Any => Ok(None),
            ArgSource::Var(var) => env.get(var),
            ArgSource::Word(function) => Ok(Some(self.host.word(function, env.words()))),
        }
    }

    /// Matches arguments with words, and returns the extended bindings; `None` if they differ.
    pub(super) fn matching(
        self,
        args: &[ArgSource],
        row: &[u64],
        env: &Env,
    ) -> Result<Option<Env>, Error> {
        let mut matching = env.clone();
        for (arg, word) in args.iter().zip(row) {
            let same = match arg {
                ArgSource::Any => true,
                ArgSource::Var(var) => matching.unify(*var, *word)?,
                ArgSource::Word(function) => self.host.word(*function, env.words()) == *word,
            };
            if !same {
                return Ok(None);
            }
        }
        Ok(Some(matching))
    }

    /// `let`: a solution for each value of the variable, which is one for most of them.
    pub(super) fn values(
        self,
        var: Var,
        value: &'a LetSource<'a>,
        env: Env,
        facts: FactSets,
    ) -> EnvIter<'a> {
        if let LetSource::In(function) = value {
            let all = env.clone();
            let items =
                (0..).map_while(move |number| self.host.item(*function, all.words(), number));
            return Box::new(items.filter_map(move |item| {
                let bound = self.works().and_then(|()| with(env.clone(), var, item));
                bound.transpose()
            }));
        }
        let bound = self.value(value, &env, facts).and_then(|word| match word {
            Some(word) => with(env, var, word),
            None => Ok(None),
        });
        at_most_one(bound)
    }

    /// Returns the answer of an expression after `poll`, which must be there: an interpreter does not wait.
    fn poll(self, function: ExprId, env: &Env) -> Result<Option<u64>, Error> {
        match self.host.poll(function, env.words()) {
            Poll::Ready(value) => Ok(value),
            Poll::Pending => Err(Error::Pending),
        }
    }

    /// A value that is one, if there is any.
    fn value(
        self,
        value: &'a LetSource<'a>,
        env: &Env,
        facts: FactSets,
    ) -> Result<Option<u64>, Error> {
        let (condition, fold, nothing) = match value {
            LetSource::Word(function) => return Ok(Some(self.host.word(*function, env.words()))),
            LetSource::Some(function) => return Ok(self.host.option(*function, env.words())),
            LetSource::Poll(function) => return self.poll(*function, env),
            LetSource::In(_) => return Err(Error::Unknown("value")),
            LetSource::Count(condition) => (condition, None, Some(0)),
            LetSource::Sum(function, condition) => (condition, Some(*function), Some(0)),
            LetSource::Best(function, condition) => (condition, Some(*function), None),
        };
        let mut so_far = None;
        for solution in self.inner(condition, env.clone(), facts) {
            let env = solution?;
            so_far = Some(match fold {
                Some(function) => self.host.fold(function, env.words(), so_far),
                None => so_far.unwrap_or(0) + 1,
            });
        }
        Ok(so_far.or(nothing))
    }
}
