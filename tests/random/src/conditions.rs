//! Random conditions.

use crate::generate::{Bound, Generator};
use crate::spec::*;
use crate::values::Kind;

impl Generator<'_> {
    /// Adds an atom of a predicate or an axiom, and then the values for the wide columns that it binds.
    pub(crate) fn atom(&mut self, bound: &mut Bound, axioms: bool) -> Cond {
        let (name, columns, wide) = if axioms && self.visible > 0 && self.rng.chance(35) {
            self.counts.axiom += 1;
            let axiom = self.rng.below(self.visible);
            let axiom = &self.spec.axioms[axiom];
            (axiom.name.clone(), axiom.params.len(), None)
        } else {
            let predicate = self.predicate();
            (predicate.name, predicate.columns, predicate.wide)
        };
        let mut args = vec![];
        let mut new: Vec<String> = vec![];
        let mut narrow = None;
        for column in 0..columns {
            let is_wide = wide == Some(column);
            args.push(match self.rng.below(10) {
                0 => Item::Any,
                1..=4 if is_wide => Item::Wide(Box::new(self.bound_item(bound))),
                1..=4 => self.argument(bound),
                _ if is_wide => {
                    let (wide, value) = (self.fresh(), self.fresh());
                    narrow = Some(Cond::Narrow(value, wide.clone()));
                    Item::Var(wide)
                }
                5 if !new.is_empty() => Item::Var(self.rng.pick(&new).clone()),
                _ => {
                    new.push(self.fresh());
                    Item::Var(new[new.len() - 1].clone())
                }
            });
        }
        bound.extend(new);
        let atom = Cond::Atom(Atom { name, args });
        match narrow {
            Some(Cond::Narrow(value, wide)) => {
                bound.push(value.clone());
                Cond::And(vec![atom, Cond::Narrow(value, wide)])
            }
            _ => atom,
        }
    }

    pub(crate) fn conjunct(&mut self, bound: &mut Bound, depth: usize, axioms: bool) -> Cond {
        let conjunct = self.plain_conjunct(bound, depth, axioms);
        let is_one = matches!(conjunct, Cond::Test(..) | Cond::Let(..) | Cond::Some(..));
        if is_one && self.polls && self.rng.chance(60) {
            self.counts.polled += 1;
            return Cond::Polled(Box::new(conjunct));
        }
        conjunct
    }

    fn plain_conjunct(&mut self, bound: &mut Bound, depth: usize, axioms: bool) -> Cond {
        let kinds = if depth == 0 { 8 } else { 21 };
        match self.rng.below(kinds) {
            0 if !bound.is_empty() => {
                let op = *self.rng.pick(&["==", "!=", "<", ">="]);
                let left = Item::Var(self.rng.pick(bound).clone());
                Cond::Test(left, op, self.argument(bound))
            }
            1 => {
                let sum = self.sum(bound);
                let name = self.fresh();
                bound.push(name.clone());
                Cond::Let(name, sum)
            }
            8 | 9 => {
                self.counts.negation += 1;
                let mut inner = bound.clone();
                Cond::Not(Box::new(self.conjunction(&mut inner, depth - 1, axioms)))
            }
            10 | 11 => {
                // Both sides bind the same variable; other variables stay local.
                self.counts.or += 1;
                let shared = self.fresh();
                let mut side = || {
                    let atom = self.some_column_is(&shared);
                    let mut inner = bound.clone();
                    inner.push(shared.clone());
                    match self.rng.chance(40) {
                        true => Cond::And(vec![atom, self.conjunct(&mut inner, depth - 1, axioms)]),
                        false => atom,
                    }
                };
                let (a, b) = (side(), side());
                bound.push(shared);
                Cond::Or(Box::new(a), Box::new(b))
            }
            12 | 13 => self.aggregate(bound, depth, axioms),
            14 if self.rng.chance(30) => {
                self.counts.option += 1;
                let of = self.argument(bound);
                let name = self.fresh();
                bound.push(name.clone());
                Cond::Some(name, of)
            }
            14 => {
                self.counts.each += 1;
                let name = self.fresh();
                let items = self.items(bound);
                bound.push(name.clone());
                Cond::Each(name, items)
            }
            15..=17 => {
                self.counts.first += 1;
                let sorted = self.sorted(bound, depth - 1, axioms, 60);
                Cond::First(Box::new(sorted))
            }
            18 => {
                self.counts.forall += 1;
                let mut inner = bound.clone();
                let a = self.conjunction(&mut inner, depth - 1, axioms);
                let b = self.conjunction(&mut inner, depth - 1, axioms);
                Cond::Forall(Box::new(a), Box::new(b))
            }
            _ => self.atom(bound, axioms),
        }
    }

    /// Returns the iterator of `let … in`: a range or a list.
    pub(crate) fn items(&mut self, bound: &[String]) -> Vec<Item> {
        match self.spec.kind == Kind::Byte && self.rng.chance(50) {
            true => (0..MODULO)
                .skip(self.rng.below(3))
                .take(2)
                .map(Item::Num)
                .collect(),
            false => (0..self.rng.below(4))
                .map(|_| self.bound_item(bound))
                .collect(),
        }
    }

    /// Adds an aggregate and, if it is a number, perhaps a comparison and the value for the number.
    fn aggregate(&mut self, bound: &mut Bound, depth: usize, axioms: bool) -> Cond {
        self.counts.aggregate += 1;
        let value = self.value(bound, depth - 1, axioms);
        let (name, number) = (self.fresh(), value.fold.number_type());
        let mut all = vec![Cond::Value(name.clone(), value)];
        match number {
            None => bound.push(name),
            Some(number) => {
                if self.rng.chance(50) {
                    let op = *self.rng.pick(&["!=", "<", ">="]);
                    all.push(Cond::TestNumber(name.clone(), op, self.word()));
                }
                if self.rng.chance(50) {
                    let value = self.fresh();
                    bound.push(value.clone());
                    all.push(Cond::Small(value, name, number));
                }
            }
        }
        Cond::And(all)
    }

    /// Returns an aggregate over a condition.
    pub(crate) fn value(&mut self, bound: &[String], depth: usize, axioms: bool) -> Value {
        let mut inner = bound.to_vec();
        let over = self.conjunction(&mut inner, depth, axioms);
        let of = self.bound_item(&inner);
        let best = match self.rng.chance(50) {
            true => Best::Min,
            false => Best::Max,
        };
        let fold = match self.rng.below(4) {
            0 => Fold::Count,
            1 => {
                self.counts.sum += 1;
                Fold::Sum(of)
            }
            _ if self.spec.kind.is_number() => Fold::Best(best, of),
            _ => Fold::BestNumber(best, of),
        };
        let over = Box::new(over);
        Value { fold, over }
    }

    /// Returns nested generators of one column with tests in between.
    fn nested(&mut self, bound: &mut Bound) -> Cond {
        self.counts.nested += 1;
        let mut all = vec![];
        for _ in 0..2 + self.rng.below(2) {
            let name = self.fresh();
            let ones = self.spec.predicates.iter();
            let ones = ones.filter(|of| of.columns == 1 && of.wide.is_none());
            let ones: Vec<String> = ones.map(|of| of.name.clone()).collect();
            let (from, to) = (self.bound_item(bound), self.bound_item(bound));
            let is_byte = self.spec.kind == Kind::Byte;
            all.push(match self.rng.below(4) {
                0 => Cond::Each(name.clone(), self.items(bound)),
                1 if is_byte && self.rng.chance(70) => Cond::Range(name.clone(), from, to),
                1 => Cond::Span(name.clone(), from, to),
                _ if !ones.is_empty() => Cond::Atom(Atom {
                    name: self.rng.pick(&ones).clone(),
                    args: vec![Item::Var(name.clone())],
                }),
                _ => Cond::Span(name.clone(), Item::Const(0), to),
            });
            bound.push(name.clone());
            for _ in 0..self.rng.below(3) {
                let op = *self.rng.pick(&["!=", "<"]);
                let other = self.bound_item(bound);
                all.push(Cond::Test(Item::Var(name.clone()), op, other));
            }
        }
        Cond::And(all)
    }

    pub(crate) fn conjunction(&mut self, bound: &mut Bound, depth: usize, axioms: bool) -> Cond {
        if self.rng.chance(6) {
            return self.nested(bound);
        }
        let count = 1 + self.rng.below(3);
        let all = (0..count).map(|_| self.conjunct(bound, depth, axioms));
        Cond::And(all.collect())
    }

    /// Returns a condition, sorted with this probability.
    fn sorted(&mut self, bound: &mut Bound, depth: usize, axioms: bool, percent: usize) -> Sorted {
        let before = bound.len();
        let mut cond = self.conjunction(bound, depth, axioms);
        if self.rng.chance(10) {
            // Conjuncts before generators that one function collects, ideally tests.
            self.counts.leading += 1;
            cond = Cond::And(vec![cond, self.nested(bound)]);
        }
        let sort = self
            .rng
            .chance(percent)
            .then(|| self.sort(&bound[before..]));
        let sort = sort.flatten();
        Sorted { cond, sort }
    }

    /// Returns a `sort by` of one or more of these variables.
    pub(crate) fn sort(&mut self, by: &[String]) -> Option<Sort> {
        if by.is_empty() {
            return None;
        }
        self.counts.sort += 1;
        let several = usize::from(self.rng.chance(25));
        self.counts.sort_by_several += several;
        let by = (0..=several).map(|_| self.rng.pick(by).clone()).collect();
        Some(Sort {
            by,
            of: match self.rng.below(10) {
                0 => SortOf::Number,
                1 | 2 => SortOf::Price,
                _ => self.sort_of_value(),
            },
            falling: self.rng.chance(40),
        })
    }

    pub(crate) fn sort_of_value(&self) -> SortOf {
        match self.spec.kind.is_number() {
            true => SortOf::Value,
            false => SortOf::Number,
        }
    }

    pub(crate) fn guard(&mut self, bound: &mut Bound) -> Sorted {
        let depth = *self.rng.pick(&[0, 1, 1, 2]);
        let outside = bound.clone();
        let sorted = self.sorted(bound, depth, true, 40);
        if !self.rng.chance(25) {
            return sorted;
        }
        self.counts.when_planning += 1;
        let mut planned = vec![];
        let before = self.rng.chance(40);
        let before = before.then(|| self.when_planning(&outside, &mut planned));
        let behind = self.when_planning(bound, &mut planned);
        let all = before.into_iter().chain([sorted.cond, behind]);
        let sort = sorted.sort.or_else(|| {
            let sorts = self.rng.chance(40);
            sorts.then(|| self.sort(&planned)).flatten()
        });
        Sorted {
            cond: Cond::And(all.collect()),
            sort,
        }
    }

    /// Returns a `when_planning` over these and earlier bound variables.
    fn when_planning(&mut self, bound: &[String], planned: &mut Bound) -> Cond {
        let mut inner = bound.to_vec();
        inner.append(planned);
        let cond = self.conjunction(&mut inner, 1, true);
        *planned = inner.split_off(bound.len());
        Cond::WhenPlanning(Box::new(cond))
    }
}
