//! Hygiene of names: a domain compiles next to lower-case constants, traits for all types, and items with emitted names, and
//! inside of macros.

use squad_htn::prelude::*;

mod common;

/// Constants with the names of variables of the domain, and with names that an expansion might use.
#[allow(non_upper_case_globals, dead_code)]
mod constants {
    use super::*;
    use crate::common::assert_plans;

    const c: f32 = 3.0;
    const game: u8 = 1;
    const n: u8 = 2;
    const who: () = ();
    const f: u8 = 0;
    const f0: u8 = 0;
    const row: u8 = 0;
    const rel: u8 = 0;
    const fact: u8 = 0;
    const task: u8 = 0;
    const action: u8 = 0;
    const slots: u8 = 0;
    const slot: u8 = 0;
    const value: u8 = 0;
    const item: u8 = 0;
    const word: u8 = 0;
    const tag: u8 = 0;
    const shift: u8 = 0;
    const bits: u8 = 0;
    const width: u8 = 0;
    static a: u8 = 0;
    static b: u8 = 0;

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Term)]
    pub struct Actor(pub u8);

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Term)]
    pub enum Place {
        Room(u8),
        Yard,
    }

    pub struct Game;

    impl Game {
        fn near(&self, to: u8) -> [u8; 2] {
            [to, to + 1]
        }
        fn cost(&self, of: u8) -> f32 {
            f32::from(of)
        }
        fn half(&self, of: u8) -> Option<u8> {
            of.is_multiple_of(2).then_some(of / 2)
        }
    }

    htn_domain! {
        domain constant(game: &Game);
        agent Actor;
        predicate crew(Actor);
        predicate number(u8);
        predicate at(Actor => Place);

        axiom twice(c: u8, n: u8) { let n: u8 = c * 2 }

        operator step(who: Actor, n: u8) by who {
            if number(c) && twice(c, n);
            start add at(who, Place::Room(n + 1));
            cost game.cost(n);
        }

        method all() -> u8
            if crew(who) && number(c) && let n: u8 = c + c && n > c
                && let item: u8 in game.near(c) && item == c
                && let value: u8 = sum(game.cost(c) as u8; number(c)) && value > 0
                && let Some(word): Option<u8> = game.half(n) && word == c
            sort by (game.cost(c), n) desc
        {
            step(who, n);
            return n;
        }

        pub method go() {
            let result = all();
            if result > 0 { for crew(who) { block_on(who, who); } }
        }
    }

    #[test]
    fn lower_case_constants_do_not_capture_variables() {
        use constant::Fact::*;
        let facts = [Crew(Actor(0)), Number(1), Number(2)];
        let state = constant::State::from_facts(facts).unwrap();
        let plans = [
            "step(Actor(0), 4); block_on(Actor(0), Actor(0))",
            "step(Actor(0), 2); block_on(Actor(0), Actor(0))",
        ];
        assert_plans(&state, &Game, constant::Task::Go, &plans);
    }
}

/// Methods for all types, with the names of methods that an expansion might call.
mod traits {
    use crate::common::assert_plans;

    macro_rules! for_all_types {
        ($taken:ident, $($name:ident)*) => {
            #[expect(dead_code, clippy::wrong_self_convention)]
            pub trait $taken: Sized { $(fn $name(self) {})* }
            impl<T> $taken for T {}
        };
    }
    macro_rules! for_all_references {
        ($borrowed:ident, $($name:ident)*) => {
            #[expect(dead_code, clippy::wrong_self_convention)]
            pub trait $borrowed { $(fn $name(&self) {})* }
            impl<T: ?Sized> $borrowed for T {}
        };
    }

    /// A domain with most constructs in the scope of these traits.
    macro_rules! domain {
        ($name:ident) => {
            htn_domain! {
                pub domain $name(level: &[u8]);
                agent u16;
                predicate number(u8);
                predicate pair(u8, u8);
                predicate triple(u8, u8, u8);
                predicate last(=> u8);
                predicate next_of(u8 => u8);

                axiom linked(x: u8, y: u8) { pair(x, y) }
                axiom linked(x: u8, y: u8) { pair(x, z) && linked(z, y) }
                axiom either(x: u8) { number(x) } else { last(x) }

                operator tell(who: u16, x: u8, y: u8) by who {
                    if next_of(x, y);
                    start add last(y);
                    cost 1.0;
                }

                pub method all()
                    if number(x) && linked(x, y) && next_of(x, _) && !triple(x, y, _) && pair(_, y)
                        && let n: usize = count(pair(_, k) && either(k)) && n > 0
                        && let m: u8 = max(k; number(k)) && m > 0
                        && let k: u8 in level.iter().copied() && k > 0 && let j: u8 in 0..k
                        && let Some(h): Option<u8> = Some(j) && h + 1 == k
                        && forall(number(z) => first(pair(z, w) sort by w) || last(z))
                    sort by (k, y) desc
                {
                    for pair(p, q) sort by q { add triple(p, q, x); }
                    tell(0, x, y);
                }
            }
        };
    }

    fn check<D: squad_htn::Domain<Context<'static> = [u8]>>(task: D::Task, facts: Vec<D::Fact>) {
        let state = squad_htn::State::<D>::from_facts(facts).unwrap();
        let plans = ["add triple(1, 2, 1); tell(0, 1, 2)"];
        assert_plans(&state, &[2u8][..], task, &plans);
    }

    macro_rules! facts {
        ($($domain:ident)::*) => {{
            use $($domain)::*::Fact::*;
            vec![Number(1), Pair(1, 2), NextOf(1, 2), Last(2)]
        }};
    }

    mod taken {
        use squad_htn::prelude::*;
        for_all_types! { Taken,
            facts height cut open push push_least close first next settle sink keep item inside outside call redo replace
            repeats top release returned word end has has_row get value is_empty one two seek next_in find option is_some
            is_none first_chunk_mut span key_words map fmt from into into_iter look
        }
        domain!(numbers);
    }

    mod borrowed {
        use squad_htn::prelude::*;
        for_all_references! { Borrowed,
            facts height cut open push push_least close first next settle sink keep item inside outside call redo replace
            repeats top release returned word end has has_row get value is_empty one two seek next_in find option is_some
            is_none first_chunk_mut span key_words map fmt from into into_iter take look
        }
        domain!(numbers);
    }

    #[test]
    fn blanket_methods_do_not_shadow_calls() {
        check::<taken::numbers::Domain>(taken::numbers::Task::All, facts!(taken::numbers));
        check::<borrowed::numbers::Domain>(borrowed::numbers::Task::All, facts!(borrowed::numbers));
    }
}

/// Domains inside of macros, from the macro's own tokens and from its arguments.
mod macros {
    use super::*;
    use crate::common::assert_plans;

    pub struct Game(u8);

    impl Game {
        fn far(&self, x: u8) -> u8 {
            self.0.abs_diff(x)
        }
    }

    macro_rules! whole {
        ($name:ident) => {
            htn_domain! {
                domain $name(game: &Game);
                predicate number(u8);
                operator tell(x: u8, n: u8) { cost f32::from(game.far(x)); }
                pub method all()
                    if number(x) && let n: u8 = sum(game.far(k); number(k))
                        && let m: u8 = max(game.far(k) + x; number(k)) && m > 0
                        && let y: u8 in [game.far(x)] && y < 9
                    sort by game.far(x)
                { tell(x, n); }
            }
        };
    }

    macro_rules! given {
        ($name:ident, $game:ident: $context:ty, $column:ty, $x:ident, $condition:expr, $key:expr, $rows:literal) => {
            htn_domain! {
                domain $name($game: &$context);
                predicate number($column) [$rows];
                predicate pair($column, $column);
                operator tell(x: $column) {}
                pub method all() if number($x) && $condition sort by $key * 2 { tell($x); }
                pub method not() if number($x) && !$condition { tell($x); }
            }
        };
    }

    /// A domain with the runtime under another path.
    pub mod deps {
        pub use squad_htn as htn;
    }

    /// A domain from fragments: attributes, visibilities, types, paths, literals and blocks.
    macro_rules! fragments {
        (
            $(#[$meta:meta])* $vis:vis $name:ident, $runtime:path, $import:path, $t:ty, $cap:expr, $condition:expr,
            $lit:literal, $path:path, $body:block
        ) => {
            htn_domain! {
                #![crate = $runtime]
                #![doc = "Inside."]
                $(#[$meta])*
                $vis domain $name;
                use $import;
                $(#[$meta])*
                predicate p($t) [$cap];
                predicate q(x: $t => Option<$t>);
                $(#[$meta])*
                operator o(x: $t) { if p(x) && $condition; cost $lit; }
                $(#[$meta])*
                pub method m() if p(x) && x != $path && $condition sort by x $body
            }
        };
    }

    macro_rules! nested {
        ($($rest:tt)*) => { fragments! { $($rest)* } };
    }

    /// Passes all fragments on, so that each is in two invisible groups.
    macro_rules! handed_on {
        ($(#[$meta:meta])* $vis:vis $name:ident, $t:ty, $e:expr, $lit:literal, $path:path, $body:block) => {
            fragments! {
                $(#[$meta])* $vis $name, self::deps::htn, self::imported::K, $t, $e, $e > 2, $lit, $path, $body
            }
        };
    }

    /// A domain with items that have attributes of the macro.
    macro_rules! tokens {
        ($krate:ident $name:ident $($items:tt)*) => {
            htn_domain! {
                #![crate = $crate::macros::deps::$krate]
                /// A documented item.
                pub domain $name;
                predicate p(u8);
                operator o(x: u8) {}
                $($items)*
            }
        };
    }

    mod imported {
        pub const K: u8 = 3;
        pub const L: u8 = 4;
    }

    nested! {
        /// First line.
        #[doc = "Second line."]
        pub(super) nested, deps::htn, self::imported::K, u8, 4 + 4, K > 2, 1.5, self::imported::L, { o(x); }
    }
    handed_on! {
        /// First line.
        #[cfg(all())]
        handed_on, core::primitive::u16, 1 + 2, 1.5, u16::MAX, { o(x); }
    }
    tokens! { htn by_tokens pub method m() if p(x) && x > 2 { o(x); } }

    #[test]
    fn fragments_of_macros_are_parsed() {
        use nested::Fact::P;
        let state = nested::State::from_facts([P(2), P(1), P(4)]).unwrap();
        assert_plans(&state, &(), nested::Task::M, &["o(1)", "o(2)"]);
        let state = handed_on::State::from_facts([handed_on::Fact::P(2)]).unwrap();
        assert_plans(&state, &(), handed_on::Task::M, &["o(2)"]);
        let facts = [by_tokens::Fact::P(2), by_tokens::Fact::P(4)];
        let state = by_tokens::State::from_facts(facts).unwrap();
        assert_plans(&state, &(), by_tokens::Task::M, &["o(4)"]);
        if cfg!(feature = "texts") {
            let tables = <nested::Domain as squad_htn::Domain>::tables();
            assert_eq!(tables.doc, "First line.\nSecond line.\nInside.");
            assert_eq!(tables.relations[0].doc, "First line.\nSecond line.");
        }
    }

    whole!(written);
    given!(filled, game: self::Game, ::core::primitive::u8, x, game.far(x) < 3 || pair(x, _), 100 - game.far(x), 8);

    #[test]
    fn macros_can_emit_domains() {
        use written::Fact::Number;
        let state = written::State::from_facts([Number(1), Number(4)]).unwrap();
        let plans = ["tell(4, 5)", "tell(1, 5)"];
        assert_plans(&state, &Game(5), written::Task::All, &plans);
    }

    #[test]
    fn macro_arguments_can_be_parts_of_domains() {
        use filled::Fact::{Number, Pair};
        let facts = [Number(1), Number(4), Number(5), Pair(1, 1)];
        let state = filled::State::from_facts(facts).unwrap();
        let plans = ["tell(1)", "tell(4)", "tell(5)"];
        assert_plans(&state, &Game(5), filled::Task::All, &plans);
        let state = filled::State::from_facts(facts[..3].iter().copied()).unwrap();
        assert_plans(&state, &Game(5), filled::Task::Not, &["tell(1)"]);
    }
}

/// Items with all names that expansions use, and with those of primitive types and the prelude.
#[allow(
    non_camel_case_types,
    dead_code,
    unused_imports,
    clippy::upper_case_acronyms
)]
mod names {
    macro_rules! emitted_names {
        ($($name:ident)*) => { $(pub struct $name;)* };
    }

    include!("hygiene_names/emitted_names.rs");

    /// Each unit struct is a type, and a constant in patterns.
    macro_rules! more_names {
        ($($name:ident)*) => { mod more { $(pub struct $name;)* } use more::*; };
    }

    more_names! {
        bool char str i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64
        Option Some None Ok Err Result Vec Box String ToString Iterator IntoIterator Default Clone Copy Debug Display PartialEq
        Eq PartialOrd Ord Hash Hasher From Into Fn FnMut FnOnce Send Sync Sized Drop Term OfAny OfDebug OfNumber
        core std alloc htn_core squad_htn serde
        f f0 x0 item items word words tag shift bits width row rel fact task action slot slots value key state context
        other hasher left right
    }

    include!("hygiene_names/shadowed.rs");
}

#[test]
fn items_with_emitted_names_change_nothing() {
    use names::shadowed::{self, Fact};
    use names::{Crew, Goal, Mood, Spot, World};
    let goal = Goal::Far {
        spot: Spot { column: 1, line: 2 },
        from: Crew(3),
    };
    let facts = [
        Fact::Level(1),
        Fact::Pair(1, 2),
        Fact::Follows(1, 2),
        Fact::Latest(2),
        Fact::Mood(Crew(7), Mood::Calm, goal),
    ];
    let state = shadowed::State::from_facts(facts).unwrap();
    let plans = [
        "claim(1); tell(Crew(7), 1, 2); add triple(1, 2, 1); block_on(Crew(7), Crew(7)); global_block(Crew(7)); add level(2); unclaim(1)",
        "claim(1); tell(Crew(7), 1, 2); add triple(1, 2, 1); block_on(Crew(7), Crew(7)); add level(2); global_block(Crew(7)); unclaim(1)",
    ];
    common::assert_plans(&state, &World([1, 0]), shadowed::Task::All, &plans);
    assert_eq!(
        shadowed::Task::All.to_string(),
        shadowed::Task::All.name().to_owned() + "()"
    );
}

/// Columns and parameters with types named like primitive types, and like modules of a domain.
#[allow(non_camel_case_types)]
mod types {
    macro_rules! types {
        ($($name:ident)*) => {
            $(#[derive(Clone, Copy, PartialEq, Eq, Debug, squad_htn::Term)] pub struct $name(pub ::core::primitive::u8);)*
        };
    }

    types! { u32 u64 bool usize str f32 rows get holds solutions }

    squad_htn::htn_domain! {
        pub domain typed;
        agent u64;
        predicate known(u32 => bool);
        predicate seen(rows, get, holds, solutions) [3];
        axiom both(a: u32, b: bool) { known(a, b) && b != bool(0) }
        operator act(who: u64, a: u32, b: bool, s: str) by who {
            if both(a, b) && let c: f32 = f32(a.0) && c == f32(s.0);
            start add known(a, bool(9)), seen(rows(1), get(2), holds(3), solutions(4));
        }
        pub method all(n: usize) if known(a, b) && a.0 == n.0 sort by a.0 {
            act(u64(7), a, b, str(a.0));
        }
    }
}

#[test]
fn types_with_names_of_primitives_are_columns() {
    use types::typed::{self, Fact, Task};
    use types::{bool, u32, usize};
    let facts = [Fact::Known(u32(1), bool(1)), Fact::Known(u32(2), bool(1))];
    let state = typed::State::from_facts(facts).unwrap();
    let plans = ["act(u64(7), u32(2), bool(1), str(2))"];
    common::assert_plans(&state, &(), Task::All { n: usize(2) }, &plans);
    assert_eq!(typed::get::known(&state, u32(1)), Some(bool(1)));
}
