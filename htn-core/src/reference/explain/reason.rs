//! Why a condition does not hold.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::marker::PhantomData;

use super::find;
use super::report::{Asked, AskedArg, Because, Reason};
use crate::model::domain::Domain;
use crate::model::plan::Binding;
use crate::reference::rows::{ArgSource, Conjunct, DomainSource, Form};
use crate::reference::{
    Bounds, BoxEvent, BoxItem, Env, Error, ExpressionHost, FactSets, Interpreter, Observer, Port,
    Scope, StackGauge,
};
use crate::tables::{Param, RelId, TypeId};

/// The number of furthest bindings among which the nearest miss is found.
const LOOKED_AT: usize = 1_000;

/// Asks conditions once more, to say why they do not hold.
pub(super) struct QueryScope<'x, D> {
    pub rows: &'static DomainSource<'static>,
    pub host: &'x dyn ExpressionHost,
    pub bounds: Bounds,
    /// The stack of the whole explanation.
    pub stack: StackGauge,
    /// See [`Explainer::detect_loops`](super::Explainer::detect_loops).
    pub loops: bool,
    pub domain: PhantomData<fn() -> D>,
}

/// The furthest conjunct of a condition, and what got there.
#[derive(Default)]
struct Furthest(RefCell<(usize, usize, Vec<Env>)>);

/// The box of a condition evaluated by itself.
const CONDITION: u64 = 1;

impl Observer for Furthest {
    fn traces(&self) -> bool {
        true
    }

    fn event(&self, event: &BoxEvent<'_>) {
        let BoxItem::Conjunct(number, _) = event.item else {
            return;
        };
        if event.port != Port::Call || event.parent != CONDITION {
            return;
        }
        let (furthest, tried, envs) = &mut *self.0.borrow_mut();
        if number > *furthest {
            (*furthest, *tried) = (number, 0);
            envs.clear();
        }
        if number == *furthest {
            *tried += 1;
            if envs.len() < LOOKED_AT {
                envs.push(event.env.clone());
            }
        }
    }
}

impl<'x, D: Domain> QueryScope<'x, D> {
    /// An interpreter with the bounds of the explanation.
    pub fn interpreter(&self) -> Interpreter<'x> {
        let interpreter = Interpreter::new(self.rows, self.host);
        let interpreter = interpreter.within(self.bounds).on_stack(self.stack);
        interpreter.detect_loops(self.loops)
    }

    /// The first solution of a condition.
    pub fn first(
        &self,
        scope: Scope,
        condition: &'static [Conjunct<'static>],
        env: &Env,
        facts: &FactSets,
    ) -> Result<Option<Env>, Error> {
        let interpreter = self.interpreter();
        let mut solutions = interpreter.solutions(scope, condition, env.clone(), facts);
        solutions.next().transpose()
    }

    /// Returns why a condition does not hold; `None` if it does. `depth` is the number of axiom levels that are opened.
    pub fn reason(
        &self,
        scope: Scope,
        condition: &'static [Conjunct<'static>],
        given: &Env,
        facts: &FactSets,
        deep: usize,
    ) -> Option<Reason<D>> {
        let furthest = Furthest::default();
        let interpreter = self.interpreter().watched_by(&furthest);
        let mut solutions = interpreter.solutions(scope, condition, given.clone(), facts);
        let first = solutions.next();
        drop(solutions);
        let error = match first {
            Some(Ok(_)) => return None,
            Some(Err(error)) => Some(error),
            None => None,
        };
        let (number, tried, envs) = furthest.0.into_inner();
        let conjunct = condition.get(number)?;
        let env = self.nearest(conjunct, envs)?;
        let because = match error {
            Some(Error::Pending) => Because::Pending,
            Some(_) => Because::Unknown,
            None => self.because(scope, conjunct, &env, facts, deep),
        };
        Some(Reason {
            conjunct: &conjunct.text,
            file: find::file(self.rows, scope),
            line: conjunct.line,
            tried,
            bindings: self.bindings(scope, &env, given),
            because,
        })
    }

    /// Of a comparison the binding that came nearest, else the first.
    fn nearest(&self, conjunct: &Conjunct<'_>, envs: Vec<Env>) -> Option<Env> {
        let Form::Test(function) = opened(conjunct).form else {
            return envs.into_iter().next();
        };
        let apart = |env: &Env| {
            let sides = self.host.sides(function, env.words());
            let apart = sides.and_then(|sides| sides.apart);
            apart.filter(|apart| !apart.is_nan()).unwrap_or(f64::MAX)
        };
        let envs = envs.into_iter().map(|env| (apart(&env), env));
        let nearest = envs.min_by(|(a, _), (b, _)| a.total_cmp(b));
        nearest.map(|(_, env)| env)
    }

    fn because(
        &self,
        scope: Scope,
        conjunct: &'static Conjunct<'static>,
        env: &Env,
        facts: &FactSets,
        deep: usize,
    ) -> Because<D> {
        match &opened(conjunct).form {
            Form::Fact { predicate, args } => Because::NoSuchFact {
                asked: self.atom(scope, *predicate, args, env),
                facts: facts.of(*predicate).len(),
            },
            Form::Test(function) => match self.host.sides(*function, env.words()) {
                Some(sides) if !sides.left.is_empty() || !sides.right.is_empty() => {
                    Because::Compared {
                        left: sides.left,
                        right: sides.right,
                    }
                }
                _ => Because::False,
            },
            Form::Poll(_) => Because::False,
            Form::Let { .. } => Because::NoValue,
            Form::Not(inner) => match self.first(scope, inner, env, facts) {
                Ok(Some(with)) => self.in_the_way(scope, inner, &with, facts),
                _ => Because::Unknown,
            },
            Form::Axiom { axiom, args } => {
                let asked = self.axiom(scope, *axiom, args, env);
                let blocks = match deep.checked_sub(1) {
                    Some(deep) => self.blocks(*axiom, args, env, facts, deep),
                    None => vec![],
                };
                Because::Axiom { asked, blocks }
            }
            Form::Or(sides) => {
                let reasons = sides.iter();
                let reasons = reasons.filter_map(|side| self.reason(scope, side, env, facts, deep));
                Because::NoneOf(reasons.collect())
            }
            Form::First(sorted) => {
                let reason = self.reason(scope, &sorted.condition, env, facts, deep);
                Because::NoneOf(reason.into_iter().collect())
            }
            Form::WhenPlanning(inner) => {
                let reason = self.reason(scope, inner, env, facts, deep);
                Because::NoneOf(reason.into_iter().collect())
            }
            Form::Forall(all, each) => self.exception(scope, (all, each), env, facts, deep),
        }
    }

    /// Returns the solution that makes a negation fail.
    fn in_the_way(
        &self,
        scope: Scope,
        condition: &'static [Conjunct<'static>],
        env: &Env,
        facts: &FactSets,
    ) -> Because<D> {
        let (mut there, mut others) = (vec![], vec![]);
        for conjunct in condition {
            match &conjunct.form {
                Form::Fact { predicate, args } => {
                    let mut all = facts.of(*predicate).iter();
                    let row = all.find(|row| self.matches(args, row, env));
                    there.extend(row.map(|row| D::fact_from_row(RelId(*predicate), row)));
                }
                Form::Axiom { axiom, args } => others.push(self.axiom(scope, *axiom, args, env)),
                _ => others.push(Asked {
                    name: &conjunct.text,
                    args: None,
                }),
            }
        }
        Because::InTheWay {
            facts: there,
            others,
        }
    }

    /// Why an axiom does not hold, block by block.
    fn blocks(
        &self,
        axiom: u16,
        args: &[ArgSource],
        env: &Env,
        facts: &FactSets,
        deep: usize,
    ) -> Vec<Reason<D>> {
        let Some(row) = self.rows.axioms.get(usize::from(axiom)) else {
            return vec![];
        };
        let mut reasons = vec![];
        for (number, alternative) in row.alternatives.iter().enumerate() {
            let mut given = Env::new(alternative.vars.len().max(args.len()), &[]);
            for (param, arg) in (0..).zip(args) {
                if let Some(word) = self.word(*arg, env) {
                    // It is a variable of that axiom, and not bound yet.
                    let _ = given.unify(param, word);
                }
            }
            let scope = Scope::Axiom(axiom, number);
            let clauses = alternative.clauses.iter();
            reasons.extend(
                clauses.filter_map(|clause| {
                    self.reason(scope, &clause.condition, &given, facts, deep)
                }),
            );
        }
        reasons
    }

    /// Returns the first solution that violates a `forall`.
    fn exception(
        &self,
        scope: Scope,
        (all, each): (&'static [Conjunct<'static>], &'static [Conjunct<'static>]),
        env: &Env,
        facts: &FactSets,
        deep: usize,
    ) -> Because<D> {
        let interpreter = self.interpreter();
        for one in interpreter.solutions(scope, all, env.clone(), facts) {
            let Ok(one) = one else { break };
            if let Ok(None) = self.first(scope, each, &one, facts) {
                let reason = self.reason(scope, each, &one, facts, deep);
                return Because::Exception {
                    bindings: self.bindings(scope, &one, env),
                    reason: reason.map(Box::new),
                };
            }
        }
        Because::Unknown
    }

    fn matches(&self, args: &[ArgSource], row: &[u64], env: &Env) -> bool {
        let mut args = args.iter().zip(row);
        args.all(|(arg, word)| self.word(*arg, env).is_none_or(|is| is == *word))
    }

    fn word(&self, arg: ArgSource, env: &Env) -> Option<u64> {
        match arg {
            ArgSource::Any => None,
            ArgSource::Var(var) => env.get(var).ok().flatten(),
            ArgSource::Word(function) => Some(self.host.word(function, env.words())),
        }
    }

    /// Returns the variables bound since `before`.
    pub fn bindings(&self, scope: Scope, env: &Env, before: &Env) -> Vec<Binding> {
        bindings::<D>(self.rows, scope, env, Some(before))
    }

    /// Describes the pattern of a fact.
    fn atom(&self, scope: Scope, predicate: u16, args: &[ArgSource], env: &Env) -> Asked {
        let relation = D::tables().relations.get(usize::from(predicate));
        let columns = relation.map_or(&[][..], |relation| relation.columns);
        let columns = columns.iter().map(|Param { name, ty, .. }| (*name, *ty));
        let name = relation.map_or("", |relation| relation.name);
        self.called((scope, name), columns, args, env)
    }

    /// Describes the call of an axiom.
    fn axiom(&self, scope: Scope, axiom: u16, args: &[ArgSource], env: &Env) -> Asked {
        let axiom = self.rows.axioms.get(usize::from(axiom));
        let first = axiom.and_then(|axiom| axiom.alternatives.first());
        let vars = first.map_or(&[][..], |first| &first.vars).iter();
        let vars = vars.map(|var| (&*var.name, TypeId(var.ty)));
        let name = axiom.map_or("", |axiom| &axiom.name);
        self.called((scope, name), vars, args, env)
    }

    fn called(
        &self,
        (scope, name): (Scope, &'static str),
        columns: impl Iterator<Item = (&'static str, TypeId)>,
        args: &[ArgSource],
        env: &Env,
    ) -> Asked {
        let vars = scope.vars(self.rows);
        let open = |arg: &ArgSource| match arg {
            ArgSource::Var(var) if args.iter().filter(|other| *other == arg).count() > 1 => {
                let var = vars.get(usize::from(*var));
                var.map_or(AskedArg::Any, |var| AskedArg::Same(&var.name))
            }
            _ => AskedArg::Any,
        };
        let args = args.iter().zip(columns).map(|(arg, (name, ty))| {
            let ty = D::tables().types.get(usize::from(ty.0));
            match (self.word(*arg, env), ty) {
                (Some(word), Some(ty)) => AskedArg::Value(Binding::new(name, word, ty)),
                _ => open(arg),
            }
        });
        Asked {
            name,
            args: Some(args.collect()),
        }
    }
}

/// Returns the condition inside a `when_planning` that has only one: its reason is the reason of both.
fn opened<'c, 'r>(conjunct: &'c Conjunct<'r>) -> &'c Conjunct<'r> {
    match &conjunct.form {
        Form::WhenPlanning(inner) if inner.len() == 1 => &inner[0],
        _ => conjunct,
    }
}

/// The variables that are bound, but for those that were bound before.
pub(crate) fn bindings<D: Domain>(
    rows: &'static DomainSource<'static>,
    scope: Scope,
    env: &Env,
    before: Option<&Env>,
) -> Vec<Binding> {
    let vars = (0..).zip(scope.vars(rows));
    let bound = vars.filter_map(|(number, var)| {
        let known = before.and_then(|before| before.get(number).ok()?);
        let word = env.get(number).ok()??;
        let ty = D::tables().types.get(usize::from(var.ty))?;
        known.is_none().then(|| Binding::new(&var.name, word, ty))
    });
    bound.collect()
}
