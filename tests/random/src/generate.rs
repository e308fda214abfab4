//! A generator of valid random domains: variables are bound before they are used, and recursion ends.
//!
//! This file generates values, predicates and facts; `conditions` generates conditions, `axioms` axioms, `tasks` operators and
//! methods, and `bodies` their bodies.

use crate::prune::pruned;
use crate::rng::Rng;
use crate::spec::*;
use crate::values::Kind;

/// The number of worlds per domain.
const WORLDS: usize = 6;

/// The size of a domain. A small one compiles in a third of the time and still combines a few constructs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    /// The maximum numbers of items; axioms have a minimum of one.
    pub predicates: usize,
    pub axioms: usize,
    pub operators: usize,
    pub methods: usize,
    pub branches: usize,
    /// The maximum nesting of blocks in bodies.
    pub blocks: usize,
}

const SMALL: Size = Size {
    predicates: 3,
    axioms: 1,
    operators: 2,
    methods: 2,
    branches: 2,
    blocks: 1,
};

const LARGE: Size = Size {
    predicates: 4,
    axioms: 4,
    operators: 3,
    methods: 4,
    branches: 3,
    blocks: 2,
};

macro_rules! counts {
    ($($construct:ident)*) => {
        /// The number of occurrences of each construct, before unreachable items were removed.
        #[derive(Default, Debug)]
        pub struct Counts {
            $(pub $construct: usize,)*
        }
    };
}

counts! {
    negation axiom recursive_axiom axiom_else sort sort_by_several several_branches keyed wide small_capacity unordered
    aggregate forall first or each nested returned if_block while_loop for_loop later effect_for body_effect body_aggregate
    several_operators cost leading several_methods recursive_method option sum expression several_atoms internal agents
    during not_bytes large when_planning priority now unordered_for polled protection
}

pub struct Generator<'a> {
    pub(crate) rng: Rng,
    pub(crate) size: Size,
    names: usize,
    /// The number of complete axioms, which may be called.
    pub(crate) visible: usize,
    /// True if expressions may have a `poll`.
    pub(crate) polls: bool,
    pub(crate) spec: Spec,
    pub(crate) counts: &'a mut Counts,
}

/// The bound variables.
pub(crate) type Bound = Vec<String>;

impl Generator<'_> {
    pub fn domain(seed: u64, counts: &mut Counts) -> Spec {
        let mut rng = Rng::new(seed);
        let large = rng.chance(15);
        counts.large += usize::from(large);
        let mut generator = Generator {
            rng,
            size: if large { LARGE } else { SMALL },
            names: 0,
            visible: 0,
            polls: false,
            spec: Spec::default(),
            counts,
        };
        generator.kind();
        generator.polls = generator.rng.chance(50);
        generator.predicates();
        generator.axioms();
        generator.operators();
        generator.methods();
        for world in 0..WORLDS {
            generator.facts(if world == 0 { 4 } else { 9 });
        }
        pruned(generator.spec)
    }

    /// Returns a name that may be unused.
    pub(crate) fn fresh(&mut self) -> String {
        self.names += 1;
        format!("_v{}", self.names)
    }

    pub(crate) fn word(&mut self) -> Word {
        self.rng.below(MODULO as usize) as Word
    }

    fn kind(&mut self) {
        if self.rng.chance(60) {
            self.spec.kind = *self.rng.pick(Kind::ALL);
        }
        self.spec.agents = self.rng.chance(15);
        self.counts.agents += usize::from(self.spec.agents);
        self.counts.not_bytes += usize::from(self.spec.kind != Kind::Byte);
    }

    fn predicates(&mut self) {
        // The first predicate never changes and its rows ascend, so recursion over it ends.
        self.spec.predicates.push(Predicate {
            name: "edge".into(),
            columns: 2,
            wide: None,
            key: None,
            capacity: CAPACITY,
        });
        for i in 0..1 + self.rng.below(self.size.predicates) {
            let columns = match self.rng.chance(8) {
                true => 4,
                false => 1 + self.rng.below(3),
            };
            let key = self.rng.chance(50).then_some(self.rng.below(columns));
            let wide = self.rng.chance(20).then_some(self.rng.below(columns));
            let small = self.rng.chance(25);
            self.counts.keyed += usize::from(key.is_some());
            self.counts.wide += usize::from(wide.is_some());
            self.counts.small_capacity += usize::from(small);
            self.spec.predicates.push(Predicate {
                name: format!("p{i}"),
                columns,
                wide,
                key,
                capacity: match small {
                    true => 1 + self.rng.below(6),
                    false => CAPACITY,
                },
            });
        }
        if self.rng.chance(30) {
            self.spec.predicates.push(Predicate {
                name: "flag".into(),
                columns: 0,
                wide: None,
                key: None,
                capacity: CAPACITY,
            });
        }
    }

    /// Returns initial facts, fewer than `most` per predicate.
    fn facts(&mut self, most: usize) {
        let mut facts = vec![];
        for i in 0..self.spec.predicates.len() {
            let Predicate {
                columns, capacity, ..
            } = self.spec.predicates[i];
            for _ in 0..self.rng.below(most.min(capacity + 1)) {
                let mut row: Vec<Word> = (0..columns).map(|_| self.word()).collect();
                if i == 0 {
                    let from = self.rng.below(usize::from(MODULO) - 1) as Word;
                    let more = self.rng.below(usize::from(MODULO - 1 - from)) as Word;
                    row = vec![from, from + 1 + more];
                }
                facts.push((i, row));
            }
        }
        self.spec.worlds.push(facts);
    }

    pub(crate) fn predicate(&mut self) -> Predicate {
        let at = self.rng.below(self.spec.predicates.len());
        self.spec.predicates[at].clone()
    }

    /// Returns a predicate with a column that is not wide.
    pub(crate) fn predicate_with_columns(&mut self) -> Predicate {
        let all = self.spec.predicates.iter();
        let some = all.filter(|of| of.columns > usize::from(of.wide.is_some()));
        let some: Vec<Predicate> = some.cloned().collect();
        self.rng.pick(&some).clone()
    }

    /// Returns a predicate that effects may change.
    pub(crate) fn changing(&mut self) -> Predicate {
        let at = 1 + self.rng.below(self.spec.predicates.len() - 1);
        self.spec.predicates[at].clone()
    }

    /// Returns a literal value.
    pub(crate) fn literal(&mut self) -> Item {
        let word = self.word();
        match self.spec.kind == Kind::Byte && self.rng.chance(75) {
            true => Item::Num(word),
            false => Item::Const(word),
        }
    }

    pub(crate) fn bound_item(&mut self, bound: &[String]) -> Item {
        match bound.is_empty() || self.rng.chance(25) {
            true => self.literal(),
            false => Item::Var(self.rng.pick(bound).clone()),
        }
    }

    /// Returns an argument with a value.
    pub(crate) fn argument(&mut self, bound: &[String]) -> Item {
        if self.rng.chance(10) {
            self.counts.expression += 1;
            return Item::Sum(Box::new(self.sum(bound)));
        }
        self.bound_item(bound)
    }

    pub(crate) fn sum(&mut self, bound: &[String]) -> Sum {
        let item = match bound.is_empty() {
            true => Item::Const(self.word()),
            false => Item::Var(self.rng.pick(bound).clone()),
        };
        Sum {
            item,
            plus: self.word(),
            inline: self.spec.kind == Kind::Byte && self.rng.chance(75),
        }
    }
}
