//! Makes random domains that are right: every variable bound before it is used, no endless recursion.

use crate::prune::pruned;
use crate::spec::*;

/// How many sets of facts a domain is planned with.
const WORLDS: usize = 3;

/// A small generator of random numbers.
pub struct Rng(pub u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % n as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// How often each construct occurred.
#[derive(Default, Debug)]
pub struct Counts {
    pub negation: usize,
    pub axiom: usize,
    pub recursive_axiom: usize,
    pub axiom_else: usize,
    pub sort: usize,
    pub several_branches: usize,
    pub keyed: usize,
    pub unordered: usize,
    pub aggregate: usize,
    pub forall: usize,
    pub first: usize,
    pub or: usize,
    pub each: usize,
    pub nested: usize,
    pub returned: usize,
    pub if_block: usize,
    pub while_loop: usize,
    pub for_loop: usize,
    pub effect_for: usize,
    pub body_effect: usize,
    pub body_aggregate: usize,
    pub several_operators: usize,
    pub cost: usize,
    pub leading: usize,
    pub several_methods: usize,
    pub option: usize,
    pub sum: usize,
    pub several_atoms: usize,
    pub internal: usize,
}

pub struct Generator<'a> {
    pub(crate) rng: Rng,
    names: usize,
    /// How many of the axioms are whole, and may be called.
    pub(crate) visible: usize,
    pub(crate) spec: Spec,
    counts: &'a mut Counts,
}

/// Variables that are bound.
type Bound = Vec<String>;

impl Generator<'_> {
    pub fn domain(seed: u64, counts: &mut Counts) -> Spec {
        let mut generator = Generator {
            rng: Rng::new(seed),
            names: 0,
            visible: 0,
            spec: Spec::default(),
            counts,
        };
        generator.predicates();
        generator.axioms();
        generator.operators();
        generator.methods();
        for world in 0..WORLDS {
            generator.facts(if world == 0 { 4 } else { 9 });
        }
        pruned(generator.spec)
    }

    /// A name that may go unused without an error.
    pub(crate) fn fresh(&mut self) -> String {
        self.names += 1;
        format!("_v{}", self.names)
    }

    pub(crate) fn word(&mut self) -> Word {
        self.rng.below(MODULO as usize) as Word
    }

    fn predicates(&mut self) {
        // The first one is never changed and its rows rise, so that recursion over it ends.
        let edge = Predicate {
            name: "edge".into(),
            columns: 2,
            key: None,
        };
        self.spec.predicates.push(edge);
        for i in 0..3 + self.rng.below(3) {
            let columns = 1 + self.rng.below(3);
            let key = self.rng.chance(50).then_some(self.rng.below(columns));
            self.counts.keyed += usize::from(key.is_some());
            self.spec.predicates.push(Predicate {
                name: format!("p{i}"),
                columns,
                key,
            });
        }
        if self.rng.chance(30) {
            self.spec.predicates.push(Predicate {
                name: "flag".into(),
                columns: 0,
                key: None,
            });
        }
    }

    /// Facts to begin with: fewer than `most` of a predicate.
    fn facts(&mut self, most: usize) {
        let mut facts = vec![];
        for i in 0..self.spec.predicates.len() {
            for _ in 0..self.rng.below(most) {
                let Predicate { columns, .. } = self.spec.predicates[i];
                let mut row: Vec<Word> = (0..columns).map(|_| self.word()).collect();
                if i == 0 && row[0] >= row[1] {
                    row = vec![row[1], row[0] + 1];
                }
                facts.push((i, row));
            }
        }
        self.spec.worlds.push(facts);
    }

    fn axioms(&mut self) {
        if self.rng.chance(60) {
            self.counts.recursive_axiom += 1;
            let params: Vec<String> = vec!["a".into(), "b".into()];
            let atom = |name: &str, x: &str, y: &str| {
                let args = vec![Item::Var(x.into()), Item::Var(y.into())];
                Cond::Atom(Atom {
                    name: name.into(),
                    args,
                })
            };
            let last = Cond::And(vec![atom("edge", "a", "c"), atom("reach", "c", "b")]);
            let clauses = vec![atom("edge", "a", "b"), last];
            for clause in clauses {
                let params = params.clone();
                self.spec.axioms.push(Axiom {
                    name: "reach".into(),
                    params,
                    clauses: vec![clause],
                });
            }
        }
        self.recursive_axioms();
        for i in 0..self.rng.below(6) {
            self.visible = self.spec.axioms.len();
            let params: Vec<String> = (0..1 + self.rng.below(2)).map(|_| self.fresh()).collect();
            for _ in 0..1 + self.rng.below(2) {
                let count = 1 + self.rng.below(2);
                self.counts.axiom_else += usize::from(count > 1);
                let clauses = (0..count).map(|_| self.clause(&params)).collect();
                let name = format!("ax{i}");
                self.spec.axioms.push(Axiom {
                    name,
                    params: params.clone(),
                    clauses,
                });
            }
        }
        self.visible = self.spec.axioms.len();
    }

    /// A clause that binds every parameter, whatever is bound before.
    fn clause(&mut self, params: &[String]) -> Cond {
        let mut all = vec![];
        if let Some(call) = self.call_of_another(params) {
            if self.rng.chance(30) {
                return Cond::And(vec![call, self.conjunct(&mut params.to_vec(), 1, true)]);
            }
            return call;
        }
        for param in params {
            if self.rng.chance(15) {
                all.push(self.first_of_items(param));
                continue;
            }
            all.push(self.some_column_is(param));
        }
        let mut bound = params.to_vec();
        if self.rng.chance(50) {
            all.push(self.conjunct(&mut bound, 2, true));
        }
        if self.rng.chance(20) {
            all.push(self.conjunct(&mut bound, 1, true));
        }
        Cond::And(all)
    }

    pub(crate) fn predicate(&mut self) -> Predicate {
        let at = self.rng.below(self.spec.predicates.len());
        self.spec.predicates[at].clone()
    }

    pub(crate) fn predicate_with_columns(&mut self) -> Predicate {
        let all = self.spec.predicates.iter();
        let some: Vec<Predicate> = all.filter(|of| of.columns > 0).cloned().collect();
        self.rng.pick(&some).clone()
    }

    /// A predicate that effects may change.
    fn changing(&mut self) -> Predicate {
        let at = 1 + self.rng.below(self.spec.predicates.len() - 1);
        self.spec.predicates[at].clone()
    }

    fn bound_item(&mut self, bound: &[String]) -> Item {
        if bound.is_empty() || self.rng.chance(25) {
            Item::Num(self.word())
        } else {
            Item::Var(self.rng.pick(bound).clone())
        }
    }

    fn atom(&mut self, bound: &mut Bound, axioms: bool) -> Atom {
        let (name, columns) = if axioms && self.visible > 0 && self.rng.chance(35) {
            self.counts.axiom += 1;
            let axiom = self.rng.below(self.visible);
            let axiom = &self.spec.axioms[axiom];
            (axiom.name.clone(), axiom.params.len())
        } else {
            let predicate = self.predicate();
            (predicate.name, predicate.columns)
        };
        let mut args = vec![];
        let mut new: Vec<String> = vec![];
        for _ in 0..columns {
            args.push(match self.rng.below(10) {
                0 => Item::Any,
                1..=4 => self.bound_item(bound),
                5 if !new.is_empty() => Item::Var(self.rng.pick(&new).clone()),
                _ => {
                    new.push(self.fresh());
                    Item::Var(new[new.len() - 1].clone())
                }
            });
        }
        bound.extend(new);
        Atom { name, args }
    }

    fn sum(&mut self, bound: &[String]) -> Sum {
        let item = match bound.is_empty() {
            true => Item::Num(self.word()),
            false => Item::Var(self.rng.pick(bound).clone()),
        };
        Sum {
            item,
            plus: self.word(),
        }
    }

    fn conjunct(&mut self, bound: &mut Bound, depth: usize, axioms: bool) -> Cond {
        let kinds = if depth == 0 { 8 } else { 20 };
        match self.rng.below(kinds) {
            0 if !bound.is_empty() => {
                let op = *self.rng.pick(&["==", "!=", "<"]);
                let left = Item::Var(self.rng.pick(bound).clone());
                Cond::Test(left, op, self.bound_item(bound))
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
                // Both sides bind the same variable; whatever else they bind stays inside.
                self.counts.or += 1;
                let shared = self.fresh();
                let side = |generator: &mut Self| {
                    let predicate = generator.predicate_with_columns();
                    let at = generator.rng.below(predicate.columns);
                    let mut inner = bound.clone();
                    let args = (0..predicate.columns).map(|column| {
                        if column == at {
                            Item::Var(shared.clone())
                        } else {
                            Item::Any
                        }
                    });
                    let atom = Cond::Atom(Atom {
                        name: predicate.name,
                        args: args.collect(),
                    });
                    inner.push(shared.clone());
                    match generator.rng.chance(40) {
                        true => Cond::And(vec![
                            atom,
                            generator.conjunct(&mut inner, depth - 1, axioms),
                        ]),
                        false => atom,
                    }
                };
                let (a, b) = (side(self), side(self));
                bound.push(shared);
                Cond::Or(Box::new(a), Box::new(b))
            }
            12 => {
                self.counts.aggregate += 1;
                let mut inner = bound.clone();
                let over = self.conjunction(&mut inner, depth - 1, axioms);
                let (name, over) = (self.fresh(), Box::new(over));
                // A count or a sum is no `u8`: nobody may use it but a test against a number.
                let value = match self.rng.chance(50) {
                    true => Cond::Count(name.clone(), over),
                    false => {
                        self.counts.sum += 1;
                        Cond::Sum(name.clone(), self.bound_item(&inner), over)
                    }
                };
                let op = *self.rng.pick(&["!=", "<"]);
                let test = Cond::Test(Item::Var(name), op, Item::Num(self.word()));
                match self.rng.chance(70) {
                    true => Cond::And(vec![value, test]),
                    false => value,
                }
            }
            13 => {
                self.counts.aggregate += 1;
                let mut inner = bound.clone();
                let over = self.conjunction(&mut inner, depth - 1, axioms);
                let of = self.bound_item(&inner);
                let name = self.fresh();
                bound.push(name.clone());
                let of = if matches!(of, Item::Num(_)) {
                    Item::Num(self.word())
                } else {
                    of
                };
                Cond::Best(name, self.best(), of, Box::new(over))
            }
            14 if self.rng.chance(30) => {
                self.counts.option += 1;
                let of = self.bound_item(bound);
                let name = self.fresh();
                bound.push(name.clone());
                Cond::Some(name, of)
            }
            14 => {
                self.counts.each += 1;
                let items = match self.rng.chance(50) {
                    true => (0..self.rng.below(3)).map(|_| self.word()).collect(),
                    false => (self.word()..).take(2 + self.rng.below(2)).collect(),
                };
                let name = self.fresh();
                bound.push(name.clone());
                Cond::Each(name, items)
            }
            15 | 16 => {
                self.counts.first += 1;
                let sorted = self.sorted(bound, depth - 1, axioms);
                Cond::First(Box::new(sorted))
            }
            17 => {
                self.counts.forall += 1;
                let mut inner = bound.clone();
                let a = self.conjunction(&mut inner, depth - 1, axioms);
                let b = self.conjunction(&mut inner, depth - 1, axioms);
                Cond::Forall(Box::new(a), Box::new(b))
            }
            _ => Cond::Atom(self.atom(bound, axioms)),
        }
    }

    fn best(&mut self) -> Best {
        match self.rng.chance(50) {
            true => Best::Min,
            false => Best::Max,
        }
    }

    /// Generators of one column, one inside the other, with tests between them.
    fn nested(&mut self, bound: &mut Bound) -> Cond {
        self.counts.nested += 1;
        let mut all = vec![];
        for _ in 0..2 + self.rng.below(2) {
            let name = self.fresh();
            let ones = self.spec.predicates.iter().filter(|of| of.columns == 1);
            let ones: Vec<String> = ones.map(|of| of.name.clone()).collect();
            all.push(match self.rng.below(4) {
                0 => Cond::Each(
                    name.clone(),
                    (0..self.rng.below(4)).map(|_| self.word()).collect(),
                ),
                1 => Cond::Range(name.clone(), self.bound_item(bound), self.bound_item(bound)),
                _ if !ones.is_empty() => Cond::Atom(Atom {
                    name: self.rng.pick(&ones).clone(),
                    args: vec![Item::Var(name.clone())],
                }),
                _ => Cond::Range(name.clone(), Item::Num(0), Item::Num(self.word())),
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

    fn conjunction(&mut self, bound: &mut Bound, depth: usize, axioms: bool) -> Cond {
        if self.rng.chance(6) {
            return self.nested(bound);
        }
        let count = 1 + self.rng.below(3);
        Cond::And(
            (0..count)
                .map(|_| self.conjunct(bound, depth, axioms))
                .collect(),
        )
    }

    fn sorted(&mut self, bound: &mut Bound, depth: usize, axioms: bool) -> Sorted {
        let before = bound.len();
        let mut cond = self.conjunction(bound, depth, axioms);
        if self.rng.chance(10) {
            // Something before generators that are collected by one function: tests, with luck.
            self.counts.leading += 1;
            cond = Cond::And(vec![cond, self.nested(bound)]);
        }
        let sort = (bound.len() > before && self.rng.chance(40)).then(|| {
            self.counts.sort += 1;
            let name = bound[before + self.rng.below(bound.len() - before)].clone();
            (name, self.rng.chance(40))
        });
        Sorted { cond, sort }
    }

    fn guard(&mut self, bound: &mut Bound) -> Sorted {
        self.sorted(bound, 2, true)
    }

    fn effect(&mut self, bound: &[String]) -> Effect {
        let add = self.rng.chance(60);
        let mut inner = bound.to_vec();
        let each = self.rng.chance(20).then(|| {
            self.counts.effect_for += 1;
            self.conjunction(&mut inner, 1, true)
        });
        let several = usize::from(self.rng.chance(20));
        self.counts.several_atoms += several;
        let atoms = (0..=several).map(|_| self.effect_atom(add, &inner));
        Effect {
            add,
            atoms: atoms.collect(),
            each,
        }
    }

    fn effect_atom(&mut self, add: bool, bound: &[String]) -> Atom {
        let predicate = self.changing();
        let args = (0..predicate.columns).map(|_| match !add && self.rng.chance(25) {
            true => Item::Any,
            false => self.bound_item(bound),
        });
        Atom {
            args: args.collect(),
            name: predicate.name,
        }
    }

    fn operators(&mut self) {
        for i in 0..2 + self.rng.below(3) {
            let params: Vec<String> = (0..self.rng.below(3)).map(|_| self.fresh()).collect();
            let alternatives = 1 + usize::from(self.rng.chance(25));
            self.counts.several_operators += alternatives - 1;
            let internal = self.rng.chance(25);
            self.counts.internal += usize::from(internal);
            for _ in 0..alternatives {
                let mut bound = params.clone();
                let guard = self.rng.chance(50).then(|| self.guard(&mut bound));
                let effects = (0..self.rng.below(3))
                    .map(|_| self.effect(&bound))
                    .collect();
                let cost = self.rng.chance(40).then(|| {
                    self.counts.cost += 1;
                    self.sum(&bound)
                });
                let name = format!("op{i}");
                self.spec.operators.push(Operator {
                    name,
                    internal,
                    params: params.clone(),
                    guard,
                    effects,
                    cost,
                });
            }
        }
    }

    /// Methods call operators and later methods only; the first one is the root.
    fn methods(&mut self) {
        let count = 3 + self.rng.below(3);
        let heads: Vec<(String, Vec<String>, bool)> = (0..count)
            .map(|i| {
                let params = if i == 0 { 0 } else { self.rng.below(3) };
                let params = (0..params).map(|_| self.fresh()).collect();
                (format!("m{i}"), params, i > 0 && self.rng.chance(25))
            })
            .collect();
        for i in 0..count {
            let (name, params, returns) = heads[i].clone();
            let alternatives = 1 + usize::from(self.rng.chance(30));
            self.counts.several_methods += alternatives - 1;
            for _ in 0..alternatives {
                let branches = 1 + self.rng.below(3);
                self.counts.several_branches += usize::from(branches > 1);
                let branches = (0..branches)
                    .map(|b| {
                        let mut bound = params.clone();
                        let last = b + 1 == branches && self.rng.chance(40);
                        let guard = (!last).then(|| self.guard(&mut bound));
                        let mut body = self.body(&mut bound, &heads[i + 1..], 2);
                        if returns {
                            self.counts.returned += 1;
                            body.push(Stmt::Return(self.bound_item(&bound)));
                        }
                        (guard, body)
                    })
                    .collect();
                let (name, params) = (name.clone(), params.clone());
                self.spec.methods.push(Method {
                    name,
                    params,
                    returns,
                    branches,
                });
            }
        }
    }

    fn body(
        &mut self,
        bound: &mut Bound,
        later: &[(String, Vec<String>, bool)],
        depth: usize,
    ) -> Vec<Stmt> {
        (0..self.rng.below(4))
            .map(|_| self.statement(bound, later, depth))
            .collect()
    }

    fn call(&mut self, bound: &[String], later: &[(String, Vec<String>, bool)]) -> Stmt {
        let (name, params) = if !later.is_empty() && self.rng.chance(40) {
            let (name, params, _) = self.rng.pick(later);
            (name.clone(), params.len())
        } else {
            let at = self.rng.below(self.spec.operators.len());
            let operator = &self.spec.operators[at];
            (operator.name.clone(), operator.params.len())
        };
        let args = (0..params).map(|_| self.bound_item(bound)).collect();
        Stmt::Task(name, args)
    }

    fn statement(
        &mut self,
        bound: &mut Bound,
        later: &[(String, Vec<String>, bool)],
        depth: usize,
    ) -> Stmt {
        match self.rng.below(if depth == 0 { 8 } else { 14 }) {
            0 if self.rng.chance(30) => {
                self.counts.body_aggregate += 1;
                let mut inner = bound.clone();
                let over = self.conjunction(&mut inner, 1, true);
                let of = self.bound_item(&inner);
                let name = self.fresh();
                bound.push(name.clone());
                Stmt::Best(name, self.best(), of, over)
            }
            0 => {
                let sum = self.sum(bound);
                let name = self.fresh();
                bound.push(name.clone());
                Stmt::Let(name, sum)
            }
            1 => {
                self.counts.body_effect += 1;
                Stmt::Effect(self.effect(bound))
            }
            2 if later.iter().any(|(_, _, returns)| *returns) => {
                let returning: Vec<_> = later.iter().filter(|(_, _, returns)| *returns).collect();
                let (name, params, _) = returning[self.rng.below(returning.len())].clone();
                let args = params.iter().map(|_| self.bound_item(bound)).collect();
                let x = self.fresh();
                bound.push(x.clone());
                Stmt::LetTask(x, name, args)
            }
            8 | 9 => {
                self.counts.if_block += 1;
                let mut blocks = vec![];
                for _ in 0..1 + self.rng.below(2) {
                    let mut inner = bound.clone();
                    let guard = Some(self.guard(&mut inner));
                    blocks.push((guard, self.body(&mut inner, later, depth - 1)));
                }
                if self.rng.chance(50) {
                    blocks.push((None, self.body(&mut bound.clone(), later, depth - 1)));
                }
                Stmt::If(blocks)
            }
            10 => {
                // Each round takes one row away, and nothing inside may put one back.
                self.counts.while_loop += 1;
                let predicate = self.changing();
                let args: Vec<Item> = (0..predicate.columns)
                    .map(|_| Item::Var(self.fresh()))
                    .collect();
                let atom = Atom {
                    name: predicate.name,
                    args,
                };
                let sorted = Sorted {
                    cond: Cond::Atom(atom.clone()),
                    sort: None,
                };
                let delete = Stmt::Effect(Effect {
                    add: false,
                    atoms: vec![atom],
                    each: None,
                });
                let mut body = vec![delete];
                if self.rng.chance(50) {
                    body.push(Stmt::Let(self.fresh(), self.sum(bound)));
                }
                Stmt::While(sorted, body)
            }
            11 => {
                self.counts.for_loop += 1;
                let mut inner = bound.clone();
                let sorted = self.guard(&mut inner);
                let body = self.body(&mut inner, later, depth - 1);
                Stmt::For(sorted, body)
            }
            12 | 13 => {
                self.counts.unordered += 1;
                let strands = (0..2 + self.rng.below(2))
                    .map(|_| {
                        if self.rng.chance(50) {
                            vec![self.call(bound, later)]
                        } else {
                            self.body(&mut bound.clone(), later, depth - 1)
                        }
                    })
                    .collect();
                Stmt::Unordered(strands)
            }
            _ => self.call(bound, later),
        }
    }
}
