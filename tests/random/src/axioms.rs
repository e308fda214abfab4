//! Random axioms, some of them with tail recursion.

use crate::generate::Generator;
use crate::spec::*;

fn pair(name: &str, x: &str, y: &str) -> Cond {
    Cond::Atom(Atom {
        name: name.into(),
        args: vec![Item::Var(x.into()), Item::Var(y.into())],
    })
}

impl Generator<'_> {
    pub(crate) fn axioms(&mut self) {
        if self.rng.chance(20) {
            self.counts.recursive_axiom += 1;
            let last = Cond::And(vec![pair("edge", "a", "c"), pair("reach", "c", "b")]);
            for clause in [pair("edge", "a", "b"), last] {
                self.push_axiom("reach", vec![clause]);
            }
        }
        self.recursive_axioms();
        for i in 0..self.rng.below(self.size.axioms + 1) {
            self.visible = self.spec.axioms.len();
            let params = *self.rng.pick(&[0, 1, 1, 1, 2, 2, 2, 3]);
            let params: Vec<String> = (0..params).map(|_| self.fresh()).collect();
            for _ in 0..1 + self.rng.below(2) {
                let count = 1 + self.rng.below(2);
                self.counts.axiom_else += usize::from(count > 1);
                let clauses = (0..count).map(|_| self.clause(&params)).collect();
                self.spec.axioms.push(Axiom {
                    name: format!("ax{i}"),
                    params: params.clone(),
                    clauses,
                });
            }
        }
        self.visible = self.spec.axioms.len();
    }

    /// Returns a clause that binds every parameter, for any parameters bound before.
    fn clause(&mut self, params: &[String]) -> Cond {
        let mut all = vec![];
        if let Some(call) = self.call_of_another(params) {
            if self.rng.chance(30) {
                return Cond::And(vec![call, self.conjunct(&mut params.to_vec(), 1, true)]);
            }
            return call;
        }
        for param in params {
            all.push(match self.rng.below(20) {
                0..=2 => self.first_of_items(param),
                // Binds an unbound parameter, and compares a bound one.
                3 => Cond::Let(param.clone(), self.sum(&[])),
                _ => self.some_column_is(param),
            });
        }
        let mut bound = params.to_vec();
        if params.is_empty() || self.rng.chance(50) {
            all.push(self.conjunct(&mut bound, 2, true));
        }
        if self.rng.chance(20) {
            all.push(self.conjunct(&mut bound, 1, true));
        }
        Cond::And(all)
    }

    /// Returns tail-recursive axioms: inside of `||`, after `else`, and with swapped arguments.
    fn recursive_axioms(&mut self) {
        if self.rng.chance(12) {
            let last = Cond::And(vec![pair("edge", "a", "c"), pair("walk", "c", "b")]);
            let either = Cond::Or(Box::new(pair("edge", "a", "b")), Box::new(last));
            self.push_axiom("walk", vec![either]);
        }
        if self.rng.chance(12) {
            let sort = self.rng.chance(50).then(|| self.falling("c"));
            let cond = pair("edge", "a", "c");
            let one = Cond::First(Box::new(Sorted { cond, sort }));
            let direct = Cond::And(vec![
                pair("edge", "a", "b"),
                Cond::Test(Item::Var("a".into()), "<", Item::Var("b".into())),
                Cond::Test(Item::Var("b".into()), "!=", Item::Const(2)),
            ]);
            let last = Cond::And(vec![one, pair("step", "c", "b")]);
            self.push_axiom("step", vec![direct, last]);
        }
        if self.rng.chance(12) {
            let cond = pair("edge", "a", "c");
            let one = Cond::First(Box::new(Sorted { cond, sort: None }));
            let last = Cond::And(vec![
                pair("edge", "b", "_d"),
                Cond::Test(Item::Var("_d".into()), "!=", Item::Const(1)),
                one,
                pair("swap", "b", "c"),
            ]);
            let either = Cond::Or(Box::new(pair("edge", "a", "b")), Box::new(last));
            self.push_axiom("swap", vec![either]);
        }
        self.visible = self.spec.axioms.len();
    }

    fn falling(&self, var: &str) -> Sort {
        Sort {
            by: vec![var.to_owned()],
            of: self.sort_of_value(),
            falling: true,
        }
    }

    fn push_axiom(&mut self, name: &str, clauses: Vec<Cond>) {
        self.spec.axioms.push(Axiom {
            name: name.into(),
            params: vec!["a".into(), "b".into()],
            clauses,
        });
    }

    /// Returns a call of another axiom with these parameters as its first arguments.
    fn call_of_another(&mut self, params: &[String]) -> Option<Cond> {
        if self.visible == 0 || params.is_empty() || !self.rng.chance(40) {
            return None;
        }
        let axiom = &self.spec.axioms[self.rng.below(self.visible)];
        let (name, columns) = (axiom.name.clone(), axiom.params.len());
        let more = columns.checked_sub(params.len())?;
        let mut args: Vec<Item> = params.iter().cloned().map(Item::Var).collect();
        for _ in 0..more {
            args.push(match self.rng.chance(50) {
                true => Item::Any,
                false => Item::Var(params[0].clone()),
            });
        }
        Some(Cond::Atom(Atom { name, args }))
    }

    /// Returns an atom with the variable in one of its columns.
    pub(crate) fn some_column_is(&mut self, var: &str) -> Cond {
        let predicate = self.predicate_with_columns();
        let columns = (0..predicate.columns).filter(|column| predicate.wide != Some(*column));
        let at = *self.rng.pick(&columns.collect::<Vec<usize>>());
        let column = |column| match column == at {
            true => Item::Var(var.to_owned()),
            false => Item::Any,
        };
        Cond::Atom(Atom {
            name: predicate.name.clone(),
            args: (0..predicate.columns).map(column).collect(),
        })
    }

    /// Returns `first` over items and an atom that binds the variable.
    fn first_of_items(&mut self, var: &str) -> Cond {
        let each = Cond::Each(self.fresh(), self.items(&[]));
        let cond = Cond::And(vec![each, self.some_column_is(var)]);
        let sort = self.rng.chance(50).then(|| self.falling(var));
        Cond::First(Box::new(Sorted { cond, sort }))
    }
}
