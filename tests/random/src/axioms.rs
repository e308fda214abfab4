//! Axioms of random domains that call others, or themselves in the last place.

use crate::generate::Generator;
use crate::spec::*;

fn pair(name: &str, x: &str, y: &str) -> Cond {
    Cond::Atom(Atom {
        name: name.into(),
        args: vec![Item::Var(x.into()), Item::Var(y.into())],
    })
}

impl Generator<'_> {
    /// Axioms that recur at their end: behind `||`, behind `else`, and with their arguments swapped.
    pub(crate) fn recursive_axioms(&mut self) {
        if self.rng.chance(40) {
            let last = Cond::And(vec![pair("edge", "a", "c"), pair("walk", "c", "b")]);
            let either = Cond::Or(Box::new(pair("edge", "a", "b")), Box::new(last));
            self.push_axiom("walk", vec![either]);
        }
        if self.rng.chance(40) {
            let sort = self.rng.chance(50).then(|| ("c".into(), true));
            let cond = pair("edge", "a", "c");
            let one = Cond::First(Box::new(Sorted { cond, sort }));
            let direct = Cond::And(vec![
                pair("edge", "a", "b"),
                Cond::Test(Item::Var("a".into()), "<", Item::Var("b".into())),
                Cond::Test(Item::Var("b".into()), "!=", Item::Num(2)),
            ]);
            let last = Cond::And(vec![one, pair("step", "c", "b")]);
            self.push_axiom("step", vec![direct, last]);
        }
        if self.rng.chance(40) {
            let cond = pair("edge", "a", "c");
            let one = Cond::First(Box::new(Sorted { cond, sort: None }));
            let last = Cond::And(vec![
                pair("edge", "b", "_d"),
                Cond::Test(Item::Var("_d".into()), "!=", Item::Num(9)),
                one,
                pair("swap", "b", "c"),
            ]);
            let either = Cond::Or(Box::new(pair("edge", "a", "b")), Box::new(last));
            self.push_axiom("swap", vec![either]);
        }
        self.visible = self.spec.axioms.len();
    }

    fn push_axiom(&mut self, name: &str, clauses: Vec<Cond>) {
        self.spec.axioms.push(Axiom {
            name: name.into(),
            params: vec!["a".into(), "b".into()],
            clauses,
        });
    }

    /// Another axiom with these parameters as its first arguments.
    pub(crate) fn call_of_another(&mut self, params: &[String]) -> Option<Cond> {
        if self.visible == 0 || !self.rng.chance(40) {
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

    /// An atom with the variable in one of its columns.
    pub(crate) fn some_column_is(&mut self, var: &str) -> Cond {
        let predicate = self.predicate_with_columns();
        let at = self.rng.below(predicate.columns);
        let column = |column| match column == at {
            true => Item::Var(var.to_owned()),
            false => Item::Any,
        };
        Cond::Atom(Atom {
            name: predicate.name.clone(),
            args: (0..predicate.columns).map(column).collect(),
        })
    }

    /// `first` over items and an atom that binds the variable.
    pub(crate) fn first_of_items(&mut self, var: &str) -> Cond {
        let items = (0..self.rng.below(3)).map(|_| self.word()).collect();
        let each = Cond::Each(self.fresh(), items);
        let cond = Cond::And(vec![each, self.some_column_is(var)]);
        let sort = self.rng.chance(50).then(|| (var.to_owned(), true));
        Cond::First(Box::new(Sorted { cond, sort }))
    }
}
