//! Random operators and methods.

use crate::generate::{Bound, Generator};
use crate::spec::*;

/// The signature of a method: its name, its number of parameters, and true if it returns a value.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub name: String,
    pub params: Vec<String>,
    pub returns: bool,
}

const MARKS: [Mark; 5] = [
    Mark::Start,
    Mark::Finish,
    Mark::Success,
    Mark::Failure,
    Mark::Sensed,
];

impl Generator<'_> {
    pub(crate) fn effect(&mut self, bound: &[String]) -> Effect {
        let verb = match self.rng.chance(60) {
            true => FactVerb::Add,
            false => FactVerb::Delete,
        };
        let mut inner = bound.to_vec();
        let each = self.rng.chance(20).then(|| {
            self.counts.effect_for += 1;
            // An effect of an operator can't wait for an answer, nor can an axiom that it needs.
            let polls = std::mem::take(&mut self.polls);
            let condition = self.conjunction(&mut inner, 1, !polls);
            self.polls = polls;
            condition
        });
        let several = usize::from(self.rng.chance(20));
        self.counts.several_atoms += several;
        let atoms = (0..=several).map(|_| self.effect_atom(verb, &inner));
        Effect {
            mark: None,
            verb,
            atoms: atoms.collect(),
            each,
        }
    }

    /// Returns the protection of one fact, which may be absent, or of all facts of a predicate.
    pub(crate) fn protection(&mut self, bound: &[String]) -> Effect {
        let (mut atom, mut each) = (self.effect_atom(FactVerb::Protect, bound), None);
        if self.rng.chance(60) {
            let args = atom.args.iter().map(|_| Item::Var(self.fresh()));
            atom.args = args.collect();
            each = Some(Cond::Atom(atom.clone()));
        }
        Effect {
            mark: None,
            verb: FactVerb::Protect,
            atoms: vec![atom],
            each,
        }
    }

    fn effect_atom(&mut self, verb: FactVerb, bound: &[String]) -> Atom {
        let predicate = self.changing();
        let args = (0..predicate.columns).map(|column| {
            if verb == FactVerb::Delete && self.rng.chance(25) {
                return Item::Any;
            }
            let item = self.argument(bound);
            match predicate.wide == Some(column) {
                true => Item::Wide(Box::new(item)),
                false => item,
            }
        });
        Atom {
            args: args.collect(),
            name: predicate.name,
        }
    }

    /// Adds a step that shows the values of a solution, and thus the order of solutions.
    fn show(&mut self) {
        let params: Vec<String> = (0..2).map(|_| self.fresh()).collect();
        self.spec.operators.push(Operator {
            name: "show".into(),
            internal: !self.spec.agents && self.rng.chance(50),
            by: usize::from(self.spec.agents),
            params,
            guard: None,
            during: None,
            effects: vec![],
            cost: None,
            fixed_cost: None,
        });
    }

    /// Returns statements after a condition that has bound these variables. Usually they show two of them.
    pub(crate) fn shown(&mut self, bound: &[String], body: Vec<Stmt>) -> Vec<Stmt> {
        if bound.is_empty() || !self.rng.chance(70) {
            return body;
        }
        let args = (0..2).map(|_| Item::Var(self.rng.pick(bound).clone()));
        let mut shown = vec![Stmt::Task("show".into(), args.collect())];
        shown.extend(body);
        shown
    }

    pub(crate) fn operators(&mut self) {
        self.show();
        for i in 0..1 + self.rng.below(self.size.operators) {
            let params: Vec<String> = (0..self.rng.below(3)).map(|_| self.fresh()).collect();
            let alternatives = 1 + usize::from(self.rng.chance(25));
            self.counts.several_operators += alternatives - 1;
            let takes_time = !self.spec.agents || !params.is_empty();
            let internal = !takes_time || self.rng.chance(25);
            self.counts.internal += usize::from(internal);
            let by = match self.spec.agents && !internal {
                true => 1 + self.rng.below(params.len()),
                false => 0,
            };
            for _ in 0..alternatives {
                let name = format!("op{i}");
                let operator = self.operator(name, internal, by, &params);
                self.spec.operators.push(operator);
            }
        }
    }

    fn operator(&mut self, name: String, internal: bool, by: usize, params: &[String]) -> Operator {
        let mut bound = params.to_vec();
        let guard = self.rng.chance(50).then(|| self.guard(&mut bound));
        let during = (!internal && self.rng.chance(10)).then(|| {
            self.counts.during += 1;
            self.conjunction(&mut bound.clone(), 1, true)
        });
        let effects = (0..self.rng.below(3)).map(|_| {
            let effect = self.effect(&bound);
            let mark = (by > 0).then(|| *self.rng.pick(&MARKS));
            Effect { mark, ..effect }
        });
        let effects = effects.collect();
        let cost = self.rng.chance(40).then(|| {
            self.counts.cost += 1;
            self.sum(&bound)
        });
        let fixed = [0.0, 0.5, 2.0, 0.3, 7.0];
        let fixed_cost = self.rng.chance(30).then(|| *self.rng.pick(&fixed));
        Operator {
            name,
            internal,
            params: params.to_vec(),
            by,
            guard,
            during,
            effects,
            cost,
            fixed_cost,
        }
    }

    /// Generates methods. They call only operators and later methods; the first one is the root. The last one may be recursive along
    /// the first predicate, whose rows ascend.
    pub(crate) fn methods(&mut self) {
        let count = 1 + self.rng.below(self.size.methods);
        let mut heads: Vec<Head> = (0..count)
            .map(|i| {
                let params = if i == 0 { 0 } else { self.rng.below(3) };
                Head {
                    name: format!("m{i}"),
                    params: (0..params).map(|_| self.fresh()).collect(),
                    returns: i > 0 && self.rng.chance(25),
                }
            })
            .collect();
        if self.rng.chance(15) {
            self.counts.recursive_method += 1;
            heads.push(Head {
                name: "along".into(),
                params: vec![self.fresh()],
                returns: false,
            });
        }
        for i in 0..heads.len() {
            let alternatives = 1 + usize::from(self.rng.chance(30));
            self.counts.several_methods += alternatives - 1;
            for _ in 0..alternatives {
                let (head, later) = (&heads[i], &heads[i + 1..]);
                let branches = match head.name == "along" {
                    true => self.branches_along(head),
                    false => self.branches(head, later),
                };
                self.spec.methods.push(Method {
                    name: head.name.clone(),
                    params: head.params.clone(),
                    returns: head.returns,
                    branches,
                });
            }
        }
    }

    fn branches(&mut self, head: &Head, later: &[Head]) -> Vec<Block> {
        let count = 1 + self.rng.below(self.size.branches);
        self.counts.several_branches += usize::from(count > 1);
        let branches = (0..count).map(|b| {
            let mut bound = head.params.clone();
            let last = b + 1 == count && self.rng.chance(40);
            let guard = (!last).then(|| self.guard(&mut bound));
            let new = bound[head.params.len()..].to_vec();
            let body = self.body(&mut bound, later, self.size.blocks);
            let mut body = self.shown(&new, body);
            if head.name == "m0" && self.rng.chance(40) {
                self.counts.priority += 1;
                let known = &bound[..head.params.len() + new.len()];
                body.insert(0, Stmt::Priority(self.sum(known)));
            }
            if head.returns {
                self.counts.returned += 1;
                body.push(Stmt::Return(self.argument(&bound)));
            }
            (guard, body)
        });
        branches.collect()
    }

    /// Returns a branch that recurses from the parameter to another value, and a branch for the end.
    fn branches_along(&mut self, head: &Head) -> Vec<Block> {
        let (here, next) = (head.params[0].clone(), self.fresh());
        let mut bound: Bound = vec![here.clone(), next.clone()];
        let edge = Atom {
            name: "edge".into(),
            args: vec![Item::Var(here.clone()), Item::Var(next.clone())],
        };
        let mut all = vec![Cond::Atom(edge)];
        if self.rng.chance(40) {
            all.push(self.conjunct(&mut bound, 1, true));
        }
        let sort = self.rng.chance(30).then(|| self.sort(&bound[1..]));
        let guard = Sorted {
            cond: Cond::And(all),
            sort: sort.flatten(),
        };
        let new = bound[1..].to_vec();
        let body = self.body(&mut bound, &[], 1);
        let mut body = self.shown(&new, body);
        body.push(Stmt::Task(head.name.clone(), vec![Item::Var(next)]));
        if self.rng.chance(30) {
            body.push(self.call(&bound, &[]));
        }
        let mut bound = vec![here];
        let guard_of_end = self.rng.chance(50).then(|| self.guard(&mut bound));
        let end = self.body(&mut bound, &[], 1);
        vec![(Some(guard), body), (guard_of_end, end)]
    }
}
