//! Hygiene of expansions: a domain compiles in any module, and does not hide names of the module.

use squad_htn::prelude::*;
use squad_htn::{Domain, Planner, State};

/// A person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Actor(pub u16);

/// Returns the number of plans for a task.
fn plans<D: Domain>(state: &State<D>, context: &D::Context<'_>, task: D::Task) -> usize {
    let mut planner = Planner::<D>::new();
    planner.start(state, task);
    let mut found = 0;
    while planner.resume(context, Budget::unlimited()).unwrap() == Progress::Found {
        found += 1;
    }
    found
}

/// A module without the prelude.
#[no_implicit_prelude]
mod without_prelude {
    use ::squad_htn::htn_domain;

    #[derive(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::cmp::PartialEq,
        ::core::fmt::Debug,
        ::squad_htn::Term,
    )]
    pub struct Actor(pub u16);

    pub struct Game;
    impl Game {
        pub fn boss(&self) -> ::core::option::Option<Actor> {
            ::core::option::Option::Some(Actor(1))
        }
        pub fn all(&self) -> [Actor; 2] {
            [Actor(1), Actor(2)]
        }
    }

    htn_domain! {
        pub domain bare(game: &Game);
        agent Actor;
        predicate enemy(Actor);
        predicate ammo(Actor => u16);
        axiom same(a: Actor, b: Actor) { a == b }
        internal operator spend(a: Actor) { if ammo(a, n) && n > 0; add ammo(a, n - 1); }
        operator shoot(a: Actor, at: Actor) by a {
            if enemy(at);
            while enemy(at);
            cost 2.0;
            busy a != at;
            sensed delete enemy(at) for same(at, at);
        }
        pub method go() {
            branch all
                if let x: Actor in game.all() && let Some(y): Option<Actor> = game.boss()
                    && same(x, y)
                    && let n: usize = count(enemy(_)) && n > 0 && let m: u16 = max(k; ammo(_, k))
                    && m > 1
                    && first(enemy(e) sort by (e.0, 1.5) desc)
                sort by x.0
            {
                spend(x);
                let z = pick(x);
                if enemy(z) { shoot(x, z); } else { shoot(x, e); }
                for enemy(e2) && e2 != z { shoot(x, e2); }
                while ammo(x, k) && k > 0 { spend(x); }
                unordered { block_on(x, e); { global_block(x); finish_action(x); } }
                add enemy(x);
                delete ammo(_, _);
            }
        }
        method pick(a: Actor) -> Actor { return a; }
    }
}

#[test]
fn domain_compiles_without_prelude() {
    use without_prelude::{Game, bare};
    let facts = [
        bare::Fact::Enemy(without_prelude::Actor(1)),
        bare::Fact::Enemy(without_prelude::Actor(7)),
        bare::Fact::Ammo(without_prelude::Actor(1), 3),
    ];
    let state = bare::State::from_facts(facts).unwrap();
    assert_ne!(plans(&state, &Game, bare::Task::Go), 0);
}

/// The runtime crate under other names.
mod renamed {
    pub mod deps {
        pub use squad_htn as htn;
    }

    pub mod absolute {
        squad_htn::htn_domain! {
            #![crate = crate::renamed::deps::htn]
            pub domain absolute;
            predicate p(u8);
            operator act(x: u8) { add p(x); }
        }
    }

    pub mod relative {
        squad_htn::htn_domain! {
            #![crate = super::deps::htn]
            pub domain relative;
            predicate p(u8);
            operator act(x: u8) { add p(x); }
        }
    }

    squad_htn::htn_domain! {
        #![crate = self::deps::htn]
        pub domain by_self;
        predicate p(u8);
        operator act(x: u8) { add p(x); }
    }

    squad_htn::htn_domain! {
        #![crate = deps::htn]
        pub domain bare;
        predicate p(u8);
        operator act(x: u8) { add p(x); }
    }
}

#[test]
fn runtime_crate_can_be_renamed() {
    use renamed::absolute::absolute;
    use renamed::relative::relative;
    use renamed::{bare, by_self};
    assert_eq!(
        plans(&absolute::State::new(), &(), absolute::Task::Act { x: 1 }),
        1
    );
    assert_eq!(
        plans(&relative::State::new(), &(), relative::Task::Act { x: 1 }),
        1
    );
    assert_eq!(
        plans(&by_self::State::new(), &(), by_self::Task::Act { x: 1 }),
        1
    );
    assert_eq!(plans(&bare::State::new(), &(), bare::Task::Act { x: 1 }), 1);
}

/// A domain three modules deep, with `super` paths and private types and imports.
mod one {
    mod hidden {
        use super::super::*;

        #[derive(Clone, Copy, PartialEq, Debug, Term)]
        pub(super) struct Place(pub u8);
    }

    pub(crate) mod two {
        pub(crate) mod three {
            #[derive(Clone, Copy, PartialEq, Debug, squad_htn::Term)]
            pub(super) struct Secret(u8);

            fn secret() -> u8 {
                4
            }

            squad_htn::htn_domain! {
                pub(super) domain deep;
                use super::super::hidden::Place;
                use self::constants::*;
                predicate at(super::super::super::Actor, Place, self::Secret) [LIMIT];
                pub operator go(who: crate::Actor) {
                    add at(who, Place(LIMIT as u8), Secret(secret()));
                }
            }

            mod constants {
                pub const LIMIT: usize = 3;
            }

            squad_htn::htn_domain! {
                domain private;
                predicate known(Secret);
                operator learn(what: Secret) { add known(what); }
            }

            pub fn learn() -> usize {
                let state = private::State::new();
                super::super::super::plans(
                    &state,
                    &(),
                    private::Task::Learn {
                        what: Secret(secret()),
                    },
                )
            }
        }

        pub fn go() -> usize {
            let state = three::deep::State::new();
            super::super::plans(
                &state,
                &(),
                three::deep::Task::Go {
                    who: crate::Actor(1),
                },
            )
        }
    }
}

#[test]
fn nested_domain_uses_private_items() {
    assert_eq!(one::two::go(), 1);
    assert_eq!(one::two::three::learn(), 1);
}

/// Types of users with the names of generated items.
mod names {
    #[derive(Clone, Copy, PartialEq, Debug, squad_htn::Term)]
    pub struct State(pub u8);
    #[derive(Clone, Copy, PartialEq, Debug, squad_htn::Term)]
    pub struct Fact(pub u8);
    #[derive(Clone, Copy, PartialEq, Debug, squad_htn::Term)]
    pub enum Option {
        None,
        Some,
    }
    #[derive(Clone, Copy, PartialEq, Debug, squad_htn::Term)]
    pub struct Task(pub u8);
    #[derive(Clone, Copy, PartialEq, Debug, squad_htn::Term)]
    pub struct Domain(pub u8);
    #[derive(Clone, Copy, PartialEq, Debug, squad_htn::Term)]
    pub struct Slot(pub u8);
    #[derive(Clone, Copy, PartialEq, Debug, squad_htn::Term)]
    pub struct T0(pub u8);

    pub fn task(slots: u8) -> u8 {
        slots
    }

    squad_htn::htn_domain! {
        pub domain named;
        agent Task;
        predicate p(State, Fact, Option, Domain, Slot, T0);
        operator act(
            value: State,
            slots: Fact,
            row: Option,
            f0: Domain,
            out: Slot,
            fact: T0,
            who: Task
        ) by who {
            if value.0 == slots.0 && row != Option::None && self::task(f0.0) == out.0;
            start add p(value, slots, row, f0, out, fact);
        }
    }
}

#[test]
fn types_may_have_names_of_generated_items() {
    use names::{Domain, Fact, Option, Slot, State, T0, Task, named};
    let act = named::Task::Act {
        value: State(1),
        slots: Fact(1),
        row: Option::Some,
        f0: Domain(2),
        out: Slot(2),
        fact: T0(3),
        who: Task(1),
    };
    assert_eq!(plans(&named::State::new(), &(), act), 1);
    assert_eq!(
        act.to_string(),
        "act(State(1), Fact(1), Some, Domain(2), Slot(2), T0(3), Task(1))"
    );
}

/// A domain in which every public item has documentation.
#[deny(missing_docs)]
pub mod documented {
    squad_htn::htn_domain! {
        /// A documented domain.
        pub domain with_docs;
        agent crate::Actor;
        predicate bare(u8);
        predicate empty();
        /// A documented predicate.
        predicate told(who: crate::Actor, what: u8);
        operator act(who: crate::Actor) by who {
            start add told(who, 1);
            finish add bare(2);
            success add empty();
        }
        method go(who: crate::Actor) { act(who); }
    }

    squad_htn::htn_domain! {
        pub domain without_docs;
    }
}

#[test]
fn documentation_is_in_the_tables() {
    let tables = documented::with_docs::Domain::tables();
    assert_eq!(tables.doc, "A documented domain.");
    assert_eq!(tables.relations[2].doc, "A documented predicate.");
    assert_eq!(
        documented::without_docs::Domain::tables().relations.len(),
        0
    );
    let state = documented::with_docs::State::new();
    assert_eq!(
        plans(
            &state,
            &(),
            documented::with_docs::Task::Go { who: Actor(1) }
        ),
        1
    );
}

htn_domain! {
    domain keywords;
    predicate r#match(u8);
    predicate in(u8);
    operator move(r#type: u8, r#in: u8) { if in(r#in) && r#type > 0; add r#match(r#type); }
    method loop(a: u8) { branch for if in(b) { move(a, b); } }
    method r#fn() { loop(3); }
}

#[test]
fn keywords_can_be_names() {
    use keywords::{Fact, Task};
    let state = keywords::State::from_facts([Fact::In(1)]).unwrap();
    assert_eq!(plans(&state, &(), Task::Fn), 1);
    assert_eq!(Fact::Match(3).to_string(), "match(3)");
    assert_eq!(Task::Move { r#type: 1, r#in: 2 }.to_string(), "move(1, 2)");
}

/// The interface of a world.
pub trait World {
    /// Returns true if an actor exists.
    fn has(&self, actor: Actor) -> bool;
}

/// A world that borrows its data.
pub struct Borrowed<'a, T: ?Sized>(&'a T);

impl World for Borrowed<'_, [Actor]> {
    fn has(&self, actor: Actor) -> bool {
        self.0.contains(&actor)
    }
}

htn_domain! {
    domain traits(world: &dyn World);
    predicate known(Actor);
    operator greet(a: Actor) { if world.has(a); add known(a); }
    method all() if known(a) && world.has(a) sort by (if world.has(a) { 1 } else { 2 }) {
        greet(a);
    }
    method first_of(count: u16) if let n: u16 in 0..count && world.has(Actor(n)) {
        greet(Actor(n));
    }
}

htn_domain! {
    domain sends(world: &(dyn World + Send));
    operator greet(a: Actor) { if world.has(a); }
}

htn_domain! {
    domain lifetimes(world: &Borrowed<'_, [Actor]>);
    predicate known(Actor);
    operator greet(a: Actor) { if let x: Actor in world.0.iter().copied() && x == a; add known(x); }
}

#[test]
fn contexts_can_borrow() {
    let actors = vec![Actor(1), Actor(2)];
    let borrowed = Borrowed(actors.as_slice());
    let greet = |a| lifetimes::Task::Greet { a };
    assert_eq!(
        plans(&lifetimes::State::new(), &borrowed, greet(Actor(2))),
        1
    );
    assert_eq!(
        plans(&lifetimes::State::new(), &borrowed, greet(Actor(3))),
        0
    );
    let state =
        traits::State::from_facts([traits::Fact::Known(Actor(1)), traits::Fact::Known(Actor(3))])
            .unwrap();
    let context: &dyn World = &borrowed;
    assert_eq!(plans(&state, context, traits::Task::All), 1);
    let first = traits::Task::FirstOf { count: 3 };
    assert_eq!(plans(&state, context, first), 2);
    assert_eq!(
        plans(
            &sends::State::new(),
            &borrowed,
            sends::Task::Greet { a: Actor(1) }
        ),
        1
    );
}

/// Optional lints report nothing in expansions, and a domain without `pub` accepts private types.
#[deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    elided_lifetimes_in_paths,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
mod strict {
    use squad_htn::htn_domain;

    #[derive(Clone, Copy, PartialEq, Eq, Debug, squad_htn::Term)]
    struct Private(u16);

    struct Game(f32, Private);

    impl Game {
        fn distance(&self, a: Private, b: Private) -> f32 {
            self.0 * (f32::from(a.0) - f32::from(b.0))
        }
        const fn all(&self) -> [Private; 2] {
            [self.1, Private(2)]
        }
    }

    htn_domain! {
        domain private(game: &Game);
        agent Private;
        predicate enemy(Private);
        predicate alarm();
        predicate ammo(Private => u16);
        axiom near(a: Private, b: Private) { game.distance(a, b) < 3.0 }
        operator shoot(who: Private, at: Private) by who {
            if enemy(at) && near(who, at);
            cost 2.0;
            busy true;
            success delete enemy(at);
        }
        internal operator spend(a: Private) { if ammo(a, n) && n > 0; add ammo(a, n - 1); }
        method all(who: Private)
            if let x: Private in game.all() && let n: usize = count(enemy(_)) && n > 0
                && let m: u16 = max(k; ammo(_, k)) && m > 0
            sort by (x.0, m)
        {
            for enemy(e) { spend(who); shoot(x, e); }
            unordered { alert(); clear(); }
        }
        method alert() { add alarm(); }
        method clear() { delete ammo(_, _); }
    }

    #[test]
    fn private_domain_plans_under_lints() {
        let facts = [
            private::Fact::Enemy(Private(1)),
            private::Fact::Ammo(Private(1), 3),
        ];
        let state = private::State::from_facts(facts).unwrap();
        let task = private::Task::All { who: Private(1) };
        assert_eq!(super::plans(&state, &Game(1.0, Private(1)), task), 4);
    }
}

/// Warnings about loops in ordinary code do not apply to domains.
#[deny(warnings)]
mod without_warnings {
    use squad_htn::prelude::*;

    htn_domain! {
        domain maybe;

        predicate known(u8);
        operator tell(x: u8) {}
        method one() if let x: u8 in Some(3) { tell(x); }
        method each() { for let x: u8 in Some(3) && known(x) { tell(x); } }
    }

    #[test]
    fn option_can_be_iterated() {
        let state = maybe::State::from_facts([maybe::Fact::Known(3)]).expect("it fits");
        for task in [maybe::Task::One, maybe::Task::Each] {
            assert_eq!(super::plans(&state, &(), task), 1, "{task}");
        }
    }
}
