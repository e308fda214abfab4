//! Random bodies.

use crate::generate::{Bound, Generator};
use crate::spec::*;
use crate::tasks::Head;

impl Generator<'_> {
    pub(crate) fn body(&mut self, bound: &mut Bound, later: &[Head], depth: usize) -> Vec<Stmt> {
        let mut body = vec![];
        for _ in 0..self.rng.below(4) {
            self.statement(bound, later, depth, &mut body);
        }
        body
    }

    pub(crate) fn call(&mut self, bound: &[String], later: &[Head]) -> Stmt {
        let (name, params) = if !later.is_empty() && self.rng.chance(40) {
            let head = self.rng.pick(later);
            (head.name.clone(), head.params.len())
        } else {
            let at = self.rng.below(self.spec.operators.len());
            let operator = &self.spec.operators[at];
            (operator.name.clone(), operator.params.len())
        };
        let args = (0..params).map(|_| self.argument(bound)).collect();
        Stmt::Task(name, args)
    }

    /// Adds a statement and, after one that binds a number, perhaps the value for that number.
    fn statement(&mut self, bound: &mut Bound, later: &[Head], depth: usize, to: &mut Vec<Stmt>) {
        let statement = match self.rng.below(if depth == 0 { 8 } else { 14 }) {
            0 if self.rng.chance(40) => {
                self.counts.body_aggregate += 1;
                let (name, value) = (self.fresh(), self.value(bound, 1, true));
                let number = value.fold.number_type();
                let aggregate = Stmt::Value(name.clone(), value);
                match number {
                    None => {
                        bound.push(name);
                        aggregate
                    }
                    Some(number) => {
                        to.push(aggregate);
                        let value = self.fresh();
                        bound.push(value.clone());
                        Stmt::Small(value, name, number)
                    }
                }
            }
            0 => {
                let sum = self.sum(bound);
                let name = self.fresh();
                bound.push(name.clone());
                Stmt::Let(name, sum)
            }
            1 if self.rng.chance(40) => {
                self.counts.protection += 1;
                let protection = self.protection(bound);
                to.push(Stmt::Effect(protection.clone()));
                if depth > 0 {
                    self.statement(bound, later, depth - 1, to);
                }
                if self.rng.chance(40) {
                    return;
                }
                let verb = FactVerb::Release;
                Stmt::Effect(Effect { verb, ..protection })
            }
            1 => {
                self.counts.body_effect += 1;
                Stmt::Effect(self.effect(bound))
            }
            2 if later.iter().any(|head| head.returns) => {
                let returning: Vec<&Head> = later.iter().filter(|head| head.returns).collect();
                let Head { name, params, .. } = (*self.rng.pick(&returning)).clone();
                let args = params.iter().map(|_| self.argument(bound)).collect();
                let x = self.fresh();
                bound.push(x.clone());
                Stmt::LetTask(x, name, args)
            }
            8 | 9 => self.if_block(bound, later, depth),
            10 => self.while_loop(bound, later, depth),
            11 => {
                self.counts.for_loop += 1;
                let mut inner = bound.clone();
                let sorted = self.guard(&mut inner);
                let body = self.block(bound, inner, later, depth);
                if self.rng.chance(30) {
                    self.counts.unordered_for += 1;
                    let body = self.hurried(body);
                    Stmt::UnorderedFor(sorted, body)
                } else {
                    Stmt::For(sorted, body)
                }
            }
            12 | 13 => {
                self.counts.unordered += 1;
                let strands = (0..2 + self.rng.below(2)).map(|_| match self.rng.chance(50) {
                    true => vec![self.call(bound, later)],
                    false => {
                        let strand = self.body(&mut bound.clone(), later, depth - 1);
                        self.hurried(strand)
                    }
                });
                Stmt::Unordered(strands.collect())
            }
            _ if !later.is_empty() && self.rng.chance(15) => {
                self.counts.later += 1;
                let Head { name, params, .. } = self.rng.pick(later).clone();
                let args = params.iter().map(|_| self.argument(bound)).collect();
                Stmt::Later(name, args)
            }
            _ => self.call(bound, later),
        };
        to.push(statement);
    }

    /// Puts `now` before some tasks of a strand.
    fn hurried(&mut self, strand: Vec<Stmt>) -> Vec<Stmt> {
        let (mut hurried, mut is_first) = (vec![], true);
        for stmt in strand {
            if !is_first && matches!(stmt, Stmt::Task(..)) && self.rng.chance(40) {
                self.counts.now += 1;
                hurried.push(Stmt::Now);
            }
            is_first &= matches!(stmt, Stmt::Let(..) | Stmt::Value(..) | Stmt::Small(..));
            hurried.push(stmt);
        }
        hurried
    }

    /// Returns the body of a block whose condition binds further variables.
    fn block(
        &mut self,
        bound: &Bound,
        mut inner: Bound,
        later: &[Head],
        depth: usize,
    ) -> Vec<Stmt> {
        let new = inner[bound.len()..].to_vec();
        let body = self.body(&mut inner, later, depth - 1);
        self.shown(&new, body)
    }

    fn if_block(&mut self, bound: &Bound, later: &[Head], depth: usize) -> Stmt {
        self.counts.if_block += 1;
        let mut blocks = vec![];
        for _ in 0..1 + self.rng.below(2) {
            let mut inner = bound.clone();
            let guard = Some(self.guard(&mut inner));
            blocks.push((guard, self.block(bound, inner, later, depth)));
        }
        if self.rng.chance(50) {
            blocks.push((None, self.body(&mut bound.clone(), later, depth - 1)));
        }
        Stmt::If(blocks)
    }

    /// Returns a `while` that deletes a row in each round. Its body may insert rows; worlds in which it never ends are not compared.
    fn while_loop(&mut self, bound: &Bound, later: &[Head], depth: usize) -> Stmt {
        self.counts.while_loop += 1;
        let predicate = self.changing();
        let args: Vec<String> = (0..predicate.columns).map(|_| self.fresh()).collect();
        let atom = Atom {
            name: predicate.name,
            args: args.iter().cloned().map(Item::Var).collect(),
        };
        let values = args.into_iter().enumerate();
        let values = values.filter(|(column, _)| predicate.wide != Some(*column));
        let values: Vec<String> = values.map(|(_, name)| name).collect();
        let mut inner = bound.clone();
        inner.extend(values.iter().cloned());
        let mut all = vec![Cond::Atom(atom.clone())];
        if self.rng.chance(30) {
            all.push(self.conjunct(&mut inner, 1, true));
        }
        let sort = self.rng.chance(30).then(|| self.sort(&values));
        let guard = Sorted {
            cond: Cond::And(all),
            sort: sort.flatten(),
        };
        let delete = Stmt::Effect(Effect {
            mark: None,
            verb: FactVerb::Delete,
            atoms: vec![atom],
            each: None,
        });
        let mut body = vec![delete];
        if self.rng.chance(70) {
            body.extend(self.block(bound, inner, later, depth));
        }
        Stmt::While(guard, body)
    }
}
