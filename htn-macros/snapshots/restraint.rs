#[doc(hidden)]
#[allow(unused, clippy::all, clippy::pedantic, clippy::nursery)]
mod __restraint_types {
    use super::*;
    pub(super) type __T0 = Actor;
    pub(super) type __T1 = f32;
    pub(super) type __T2 = ::core::primitive::usize;
}
///Restraining surrendered suspects.
#[allow(clippy::enum_variant_names, clippy::large_enum_variant)]
pub mod restraint {
    use super::__restraint_types::__T0 as Actor;
    /// Stands for the domain in the runtime's types.
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    pub enum Domain {}
    /// A fact.
    #[derive(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::cmp::PartialEq,
        ::core::fmt::Debug
    )]
    pub enum Fact {
        ///`squad_member(Actor)`.
        SquadMember(Actor),
        ///`enemy(Actor)`.
        Enemy(Actor),
        ///`surrendered(Actor)`.
        Surrendered(Actor),
        ///`restrained(Actor)`.
        Restrained(Actor),
        ///`dead(Actor)`.
        Dead(Actor),
        ///`reserved(Actor)`.
        Reserved(Actor),
        ///`following_order(Actor)`.
        FollowingOrder(Actor),
        ///`restraining(Actor, Actor)`.
        Restraining(Actor, Actor),
    }
    /// A task.
    #[derive(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::cmp::PartialEq,
        ::core::fmt::Debug
    )]
    pub enum Task {
        ///Keeps every other plan away from `who`.
        Reserve {
            ///`who`.
            who: Actor,
        },
        ///`free(who)`.
        Free {
            ///`who`.
            who: Actor,
        },
        ///Cuffs a suspect.
        Restrain {
            ///`squad`.
            squad: Actor,
            ///`target`.
            target: Actor,
        },
        ///`restrain_complement(squad, target)`.
        RestrainComplement {
            ///`squad`.
            squad: Actor,
            ///`target`.
            target: Actor,
        },
        ///`squad_restrain()`.
        SquadRestrain,
        ///`squad_restrain_helper(squad, target)`.
        SquadRestrainHelper {
            ///`squad`.
            squad: Actor,
            ///`target`.
            target: Actor,
        },
        ///`block_on(a, b)`.
        BlockOn {
            ///`a`.
            a: Actor,
            ///`b`.
            b: Actor,
        },
        ///`global_block(a)`.
        GlobalBlock {
            ///`a`.
            a: Actor,
        },
        ///`finish_action(a)`.
        FinishAction {
            ///`a`.
            a: Actor,
        },
        /// A step that adds a fact.
        Add(Fact),
        /// A step that deletes a fact.
        Delete(Fact),
    }
    /// What the game is told to do.
    #[derive(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::cmp::PartialEq,
        ::core::fmt::Debug
    )]
    pub enum Action {
        ///Cuffs a suspect.
        Restrain {
            ///`squad`.
            squad: Actor,
            ///`target`.
            target: Actor,
        },
        ///`restrain_complement(squad, target)`.
        RestrainComplement {
            ///`squad`.
            squad: Actor,
            ///`target`.
            target: Actor,
        },
    }
    ///The facts.
    pub type State = ::squad_htn::State<Domain>;
    ///A search that can be paused anywhere.
    pub type Planner = ::squad_htn::Planner<Domain>;
    ///What the planner found.
    pub type Plan = ::squad_htn::Plan<Domain>;
    ///Carries plans out, several at once.
    pub type Executor = ::squad_htn::Executor<Domain>;
    ///State, planner and executor in one loop.
    pub type Director = ::squad_htn::Director<Domain>;
}
#[allow(unused, non_upper_case_globals, clippy::all, clippy::pedantic, clippy::nursery)]
const _: () = {
    use ::squad_htn::__private as __rt;
    use self::__restraint_types::*;
    use self::restraint as __domain;
    type __Context<'c> = <__domain::Domain as __rt::Domain>::Context<'c>;
    const __CODEC0: __rt::Codec<__T0> = __rt::codec::<__T0>();
    #[inline]
    fn __get0(slots: &[u64], slot: usize) -> __T0 {
        __CODEC0.get(slots, slot)
    }
    #[inline]
    fn __word0(value: __T0) -> u64 {
        __CODEC0.word(value)
    }
    const __CODEC1: __rt::Codec<__T1> = __rt::codec::<__T1>();
    #[inline]
    fn __get1(slots: &[u64], slot: usize) -> __T1 {
        __CODEC1.get(slots, slot)
    }
    #[inline]
    fn __word1(value: __T1) -> u64 {
        __CODEC1.word(value)
    }
    const __CODEC2: __rt::Codec<__T2> = __rt::codec::<__T2>();
    #[inline]
    fn __get2(slots: &[u64], slot: usize) -> __T2 {
        __CODEC2.get(slots, slot)
    }
    #[inline]
    fn __word2(value: __T2) -> u64 {
        __CODEC2.word(value)
    }
    fn __words0<'a>(game: &'a __Context<'_>, __slots: &'a [u64]) -> u64 {
        let squad: __T0 = __get0(__slots, 1);
        let target: __T0 = __get0(__slots, 0);
        let __value: __T1 = game.distance(squad, target);
        __word1(__value)
    }
    fn __words1<'a>(game: &'a __Context<'_>, __slots: &'a [u64]) -> u64 {
        let partner: __T0 = __get0(__slots, 2);
        let target: __T0 = __get0(__slots, 1);
        let __value: __T1 = game.distance(partner, target);
        __word1(__value)
    }
    fn __tests0<'a>(game: &'a __Context<'_>, __slots: &'a [u64]) -> bool {
        let d: __T1 = __get1(__slots, 2);
        if (d < 400.0) { true } else { false }
    }
    fn __tests1<'a>(game: &'a __Context<'_>, __slots: &'a [u64]) -> bool {
        let a: __T0 = __get0(__slots, 0);
        let b: __T0 = __get0(__slots, 2);
        if (a != b) { true } else { false }
    }
    fn __tests2<'a>(game: &'a __Context<'_>, __slots: &'a [u64]) -> bool {
        let d: __T1 = __get1(__slots, 3);
        if (d < 400.0) { true } else { false }
    }
    fn __keys0<'a>(game: &'a __Context<'_>, __slots: &'a [u64], __out: &mut [u64]) {
        let d: __T1 = __get1(__slots, 2);
        __rt::SortKey::write(d, false, __out)
    }
    fn __keys1<'a>(game: &'a __Context<'_>, __slots: &'a [u64], __out: &mut [u64]) {
        let d: __T1 = __get1(__slots, 3);
        __rt::SortKey::write(d, false, __out)
    }
    fn __looks0<'a>(c: &'a __Context<'_>, s: &'a mut [u64], k: __rt::Known<'a>) -> bool {
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<3>() else {
            return false
        };
        (({
            s[2] = __words0(c, s);
            true
        } && __tests0(c, s)))
    }
    fn __looks1<'a>(c: &'a __Context<'_>, s: &'a mut [u64], k: __rt::Known<'a>) -> bool {
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<4>() else {
            return false
        };
        (({
            s[3] = __words1(c, s);
            true
        } && __tests2(c, s)))
    }
    fn __filters0<'a>(
        c: &'a __Context<'_>,
        s: &'a mut [u64],
        k: __rt::Known<'a>,
        rows: &mut __rt::Rows<'_>,
    ) -> bool {
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<1>() else {
            return false
        };
        rows.facts(|word| {
            s[0] = word;
            ((k.has(1, s[0]) && !k.has(4, s[0]) && !k.has(3, s[0]) && !k.has(5, s[0])))
        })
    }
    fn __gathers0<'a>(
        c: &'a __Context<'_>,
        s: &'a mut [u64],
        k: __rt::Known<'a>,
        rows: &mut __rt::Gathering<'_>,
    ) {
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<3>() else { return };
        rows.facts(|word| {
            s[1] = word;
            {
                ((!k.has(5, s[1])
                    && {
                        s[2] = __words0(c, s);
                        true
                    } && __tests0(c, s)))
            }
                .then(|| (
                    {
                        let mut key = [0; 1 as ::core::primitive::usize];
                        __keys0(c, s, &mut key);
                        key
                    },
                    [s[0], s[1], s[2]],
                ))
        })
    }
    fn __gathers1<'a>(
        c: &'a __Context<'_>,
        s: &'a mut [u64],
        k: __rt::Known<'a>,
        rows: &mut __rt::Gathering<'_>,
    ) {
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<4>() else { return };
        rows.facts(|word| {
            s[2] = word;
            {
                ((!k.has(6, s[2]) && !k.has(5, s[2]) && __tests1(c, s)
                    && {
                        s[3] = __words1(c, s);
                        true
                    } && __tests2(c, s)))
            }
                .then(|| (
                    {
                        let mut key = [0; 1 as ::core::primitive::usize];
                        __keys1(c, s, &mut key);
                        key
                    },
                    [s[2], s[3]],
                ))
        })
    }
    fn __acts0<'a>(
        c: &'a __Context<'_>,
        s: &'a mut [u64],
        mut x: __rt::Changes<'a>,
    ) -> bool {
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<1>() else {
            return false
        };
        ({
            let k = x.known();
            !k.has(5, s[0])
        } && x.add(5, s[0]))
    }
    fn __acts1<'a>(
        c: &'a __Context<'_>,
        s: &'a mut [u64],
        mut x: __rt::Changes<'a>,
    ) -> bool {
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<1>() else {
            return false
        };
        (x.delete(5, s[0]))
    }
    fn __acts2<'a>(
        c: &'a __Context<'_>,
        s: &'a mut [u64],
        mut x: __rt::Changes<'a>,
    ) -> bool {
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<2>() else {
            return false
        };
        (x.add_pair(7, s[0], s[1]) && x.delete_pair(7, s[0], s[1]) && x.add(3, s[1]))
    }
    fn __steps0<'a>(
        c: &'a __Context<'_>,
        s: &'a [u64],
        t: &'a mut [u64],
        d: &mut __rt::Doing<'_>,
    ) -> bool {
        let ::core::option::Option::Some(s) = s.first_chunk::<3>() else { return false };
        let ::core::option::Option::Some(t) = t.first_chunk_mut::<11>() else {
            return false
        };
        t[0] = s[0];
        if !(__acts0(c, __rt::part(t, 0, 1), d.begin()) && d.done(0, 0, 0.0)) {
            return false;
        }
        t[1] = s[2];
        if !(__acts0(c, __rt::part(t, 1, 2), d.begin()) && d.done(0, 1, 0.0)) {
            return false;
        }
        t[2] = s[1];
        if !(__acts0(c, __rt::part(t, 2, 3), d.begin()) && d.done(0, 2, 0.0)) {
            return false;
        }
        t[3] = s[0];
        t[4] = s[1];
        if !(__acts2(c, __rt::part(t, 3, 5), d.begin()) && d.done(2, 3, 1.0)) {
            return false;
        }
        t[5] = s[2];
        t[6] = s[1];
        if !({
            d.begin();
            true
        } && d.done(3, 5, 1.0))
        {
            return false;
        }
        t[7] = s[0];
        if !({
            d.begin();
            true
        } && d.done(5, 7, 0.0))
        {
            return false;
        }
        t[8] = s[0];
        if !(__acts1(c, __rt::part(t, 8, 9), d.begin()) && d.done(1, 8, 0.0)) {
            return false;
        }
        t[9] = s[2];
        if !(__acts1(c, __rt::part(t, 9, 10), d.begin()) && d.done(1, 9, 0.0)) {
            return false;
        }
        t[10] = s[1];
        if !(__acts1(c, __rt::part(t, 10, 11), d.begin()) && d.done(1, 10, 0.0)) {
            return false;
        }
        true
    }
    fn __steps1<'a>(
        c: &'a __Context<'_>,
        s: &'a [u64],
        t: &'a mut [u64],
        d: &mut __rt::Doing<'_>,
    ) -> bool {
        let ::core::option::Option::Some(s) = s.first_chunk::<2>() else { return false };
        let ::core::option::Option::Some(t) = t.first_chunk_mut::<7>() else {
            return false
        };
        t[0] = s[0];
        if !(__acts0(c, __rt::part(t, 0, 1), d.begin()) && d.done(0, 0, 0.0)) {
            return false;
        }
        t[1] = s[1];
        if !(__acts0(c, __rt::part(t, 1, 2), d.begin()) && d.done(0, 1, 0.0)) {
            return false;
        }
        t[2] = s[0];
        t[3] = s[1];
        if !(__acts2(c, __rt::part(t, 2, 4), d.begin()) && d.done(2, 2, 1.0)) {
            return false;
        }
        t[4] = s[0];
        if !({
            d.begin();
            true
        } && d.done(5, 4, 0.0))
        {
            return false;
        }
        t[5] = s[0];
        if !(__acts1(c, __rt::part(t, 5, 6), d.begin()) && d.done(1, 5, 0.0)) {
            return false;
        }
        t[6] = s[1];
        if !(__acts1(c, __rt::part(t, 6, 7), d.begin()) && d.done(1, 6, 0.0)) {
            return false;
        }
        true
    }
    static __FUNCTIONS: __rt::Functions<__domain::Domain> = __rt::Functions {
        words: &[__words0, __words1],
        tests: &[__tests0, __tests1, __tests2],
        options: &[],
        items: &[],
        spans: &[],
        keys: &[__keys0, __keys1],
        folds: &[],
        costs: &[],
        looks: &[__looks0, __looks1],
        filters: &[__filters0],
        gathers: &[__gathers0, __gathers1],
        acts: &[__acts0, __acts1, __acts2],
        steps: &[__steps0, __steps1],
    };
    const __CAPACITY0: ::core::primitive::usize = 8;
    const __CAPACITY1: ::core::primitive::usize = 32;
    const __CAPACITY2: ::core::primitive::usize = 32;
    const __CAPACITY3: ::core::primitive::usize = 32;
    const __CAPACITY4: ::core::primitive::usize = 40;
    const __CAPACITY5: ::core::primitive::usize = 40;
    const __CAPACITY6: ::core::primitive::usize = 8;
    const __CAPACITY7: ::core::primitive::usize = 8;
    static __TABLES: __rt::Tables = {
        use __rt::{rows, tables::*};
        static TYPES: [Type; 3] = [
            Type {
                name: "Actor",
                show: __CODEC0.show,
            },
            Type {
                name: "f32",
                show: __CODEC1.show,
            },
            Type {
                name: "::core::primitive::usize",
                show: __CODEC2.show,
            },
        ];
        const KEY_WORDS: &[u8] = &[1, 1];
        const PARAMS: &[&[Param]] = &[
            &[
                Param {
                    name: "",
                    ty: TypeId(0),
                    agent: true,
                },
            ],
            &[
                Param {
                    name: "who",
                    ty: TypeId(0),
                    agent: true,
                },
                Param {
                    name: "target",
                    ty: TypeId(0),
                    agent: true,
                },
            ],
            &[
                Param {
                    name: "who",
                    ty: TypeId(0),
                    agent: true,
                },
            ],
            &[
                Param {
                    name: "squad",
                    ty: TypeId(0),
                    agent: true,
                },
                Param {
                    name: "target",
                    ty: TypeId(0),
                    agent: true,
                },
            ],
            &[],
            &[
                Param {
                    name: "a",
                    ty: TypeId(0),
                    agent: true,
                },
                Param {
                    name: "b",
                    ty: TypeId(0),
                    agent: true,
                },
            ],
            &[
                Param {
                    name: "a",
                    ty: TypeId(0),
                    agent: true,
                },
            ],
        ];
        const VARS: &[&[Var]] = &[
            &[
                Var {
                    name: "target",
                    ty: TypeId(0),
                    slot: Slot(0),
                },
                Var {
                    name: "squad",
                    ty: TypeId(0),
                    slot: Slot(1),
                },
                Var {
                    name: "d",
                    ty: TypeId(1),
                    slot: Slot(2),
                },
            ],
            &[
                Var {
                    name: "partner",
                    ty: TypeId(0),
                    slot: Slot(2),
                },
                Var {
                    name: "d",
                    ty: TypeId(1),
                    slot: Slot(3),
                },
            ],
            &[],
        ];
        const COLUMNS: &[&[Columns]] = &[
            &[Columns(0), Columns(1)],
            &[Columns(0), Columns(3)],
        ];
        const PREDICATES: &[&[RelId]] = &[
            &[RelId(2)],
            &[RelId(1)],
            &[RelId(0)],
            &[RelId(4)],
            &[RelId(3)],
            &[RelId(5)],
            &[],
            &[RelId(6)],
            &[RelId(7)],
        ];
        static RELATIONS: [Relation; 8] = rows::relations(
            [
                ("squad_member", "", __CAPACITY0, 0),
                ("enemy", "", __CAPACITY1, 0),
                ("surrendered", "", __CAPACITY2, 0),
                ("restrained", "", __CAPACITY3, 0),
                ("dead", "", __CAPACITY4, 0),
                ("reserved", "", __CAPACITY5, 0),
                ("following_order", "", __CAPACITY6, 0),
                ("restraining", "", __CAPACITY7, 65537),
            ],
            PARAMS,
            COLUMNS,
        );
        static TASKS: [TaskRow; 9] = rows::tasks(
            [
                (
                    "reserve",
                    "Keeps every other plan away from `who`.",
                    4722366482869712323074,
                ),
                ("free", "", 4722366482869846540802),
                ("restrain", "Cuffs a suspect.", 9444732965739558863617),
                ("restrain_complement", "", 9444732965739693081345),
                ("squad_restrain", "", 33056565380087969481728),
                ("squad_restrain_helper", "", 33056637437682493948672),
                ("block_on", "", 9444732965740850709763),
                ("global_block", "", 4722366482871255827972),
                ("finish_action", "", 4722366482871306159621),
            ],
            PARAMS,
        );
        static METHODS: [MethodRow; 2] = rows::methods([("", 4), ("", 5)]);
        static CHECKS: [Check; 16] = rows::checks(
            [
                ("surrendered(target)", 1970324839464960),
                ("enemy(target)", 1970324839596033),
                ("squad_member(squad)", 1970324839727106),
                ("!dead(target)", 1970324839858179),
                ("!restrained(target)", 1970324839989252),
                ("!reserved(target)", 1970324840120325),
                ("!reserved(squad)", 1970324840251397),
                (
                    "let d: f32 = game.distance(squad, target) && d < 400.0",
                    1970324840382470,
                ),
                ("let d: f32 = game.distance(squad, target)", 1970324840513542),
                ("squad_member(partner)", 1970324842283010),
                ("different(squad, partner)", 1970324842414086),
                ("!following_order(partner)", 1970324842545159),
                ("!reserved(partner)", 1970324842676229),
                (
                    "let d: f32 = game.distance(partner, target) && d < 400.0",
                    1970324842807302,
                ),
                ("let d: f32 = game.distance(partner, target)", 1970324842938374),
                ("!reserved(who)", 281474977366021),
            ],
            PREDICATES,
        );
        static BRANCHES: [BranchRow; 3] = rows::branches(
            [
                (
                    "nearest",
                    "The squad member closest to a surrendered suspect.",
                    2251799813685248,
                ),
                ("with_complement", "", 18448151448593694721),
                ("alone", "", 1208907372870555465154562),
            ],
            VARS,
            KEY_WORDS,
        );
        static OPERATORS: [OperatorRow; 7] = rows::operators(
            [
                (
                    "Keeps every other plan away from `who`.",
                    [
                        340282366841712718800749499096573935616,
                        633825300261688653372387753990, 18446462663157350408,
                        110682153317887770629, 309485009821345068875776257,
                    ],
                ),
                (
                    "",
                    [
                        340282366841712718800749499096574459905,
                        1188422437990666225073227038733, 18446744069414584335,
                        110682153317887770629, 0,
                    ],
                ),
                (
                    "Cuffs a suspect.",
                    [
                        340282366841712718800749780571551432706,
                        1663791413223826203241347022865, 18446744069414584343,
                        110681590367934480392, 0,
                    ],
                ),
                (
                    "",
                    [
                        340282366841712718800749780571551956995,
                        2059932225850488123460260200474, 18446744069414584346,
                        110682153317887770630, 0,
                    ],
                ),
                (
                    "",
                    [
                        340282366841712718800749499096579768326,
                        7526675440607552758797104578655, 18446744069414584415,
                        110682153317887770630, 0,
                    ],
                ),
                (
                    "",
                    [
                        340282366841712718800749499096579964935,
                        7764359928205686003811749986402, 18446744069414584418,
                        110682153317887770630, 0,
                    ],
                ),
                (
                    "",
                    [
                        340282366841712718800749499096580161544,
                        8002044415803819248826395394149, 18446744069414584421,
                        110682153317887770630, 0,
                    ],
                ),
            ],
            &CHECKS,
            PREDICATES,
            VARS,
        );
        static AXIOMS: [AxiomRow; 0] = rows::axioms([]);
        static COLLECTIONS: [Collection; 2] = rows::collections(
            [12885098496, 281492156841986],
            KEY_WORDS,
        );
        static ARGS: [Arg; 0] = rows::cells([]);
        static SLOTS: [Slot; 21] = rows::slots([
            0, 1, 0, 0, 2, 1, 0, 1, 2, 1, 0, 0, 2, 1, 0, 1, 0, 1, 0, 0, 1,
        ]);
        static STRANDS: [Pc; 0] = rows::places([]);
        Tables {
            name: "restraint",
            doc: "Restraining surrendered suspects.",
            relations: &RELATIONS,
            types: &TYPES,
            tasks: &TASKS,
            methods: &METHODS,
            branches: &BRANCHES,
            operators: &OPERATORS,
            axioms: &AXIOMS,
            collections: &COLLECTIONS,
            checks: &CHECKS,
            code: b"\x01\x02\0\x03\x05\x05\0\x02A\0\0D\x05\0CBM\x05\x05\0\x02MA\x01\0F\x05\0CBA\x02\x01E\x07\0\x01BG\x07\0\x01BD\x03\x01CBA\x03\x01CB,\0\x10\x02\x05\0 \x11\x02\x05\0 Q\0\x06\x03\0\x1DR\0\x06\x03\0\x1DT\0\x02/\0\x02Y\x04!\0<\0O\x05\xFF\xFF\x03\x02\x01\0=\x04\x02\0\x02M\x04\x01\0\x02M\x04\0\x01\x02M\x05\x04\0\x02M\x05\x03\0\x02M\x05\x05\0\x02M\x05\x05\x01\x02M\x16\0\x02M\x18\0\x02M,\x01Q\0\x06\x04\x01;R\0\x06\x04\x01;T\x01I/\x01IY\x05<\x01<\x01P\0\t\x02\x0BfN\0\0\0\x01\x01\x02N\0\0\0\x01\x01\x01N\x02\x02\x01\x02\x02\0\x01N\xFF\xFF\x03\x03\x01\x02\x02\x02\x01N\xFF\xFF\x03\x05\0\x01\x01\0N\x01\x01\0\x01\x01\0N\x01\x01\0\x01\x01\x02N\x01\x01\0\x01\x01\x01=<\x02P\x01\x06\x01\x07pN\0\0\0\x01\x01\x01N\x02\x02\x01\x02\x02\0\x01N\xFF\xFF\x03\x05\0\x01\x01\0N\x01\x01\0\x01\x01\0N\x01\x01\0\x01\x01\x01=\x04\0\x02\x02M\x17\x01\x02M\x05\x06\x02\x02M\x05\x05\x02\x02M\x16\x01\x02M\x18\x01\x03MA\x04\0CBA\x05\0CBA\x06\0CBN\0\0\0\x01\x01\0N\0\0\0\x01\x01\x02N\0\0\0\x01\x01\x01N\x02\x02\x01\x02\x02\0\x01N\xFF\xFF\x03\x03\x01\x02\x02\x02\x01N\xFF\xFF\x03\x05\0\x01\x01\0N\x01\x01\0\x01\x01\0N\x01\x01\0\x01\x01\x02N\x01\x01\0\x01\x01\x01 HN\0\0\0\x01\x01\0N\0\0\0\x01\x01\x01N\x02\x02\x01\x02\x02\0\x01N\xFF\xFF\x03\x05\0\x01\x01\0N\x01\x01\0\x01\x01\0N\x01\x01\0\x01\x01\x01 P",
            args: &ARGS,
            slots: &SLOTS,
            strands: &STRANDS,
        }
    };
    impl __rt::Domain for __domain::Domain {
        type Context<'c> = Game;
        type Fact = __domain::Fact;
        type Task = __domain::Task;
        type Action = __domain::Action;
        type Agent = __T0;
        fn tables() -> &'static __rt::Tables {
            &__TABLES
        }
        fn functions() -> &'static __rt::Functions<Self> {
            &__FUNCTIONS
        }
        fn fact_to_row(fact: __domain::Fact, row: &mut __rt::Row) -> __rt::RelId {
            match fact {
                __domain::Fact::SquadMember(f0) => {
                    __rt::fill(row, &[__word0(f0)]);
                    __rt::RelId(0)
                }
                __domain::Fact::Enemy(f0) => {
                    __rt::fill(row, &[__word0(f0)]);
                    __rt::RelId(1)
                }
                __domain::Fact::Surrendered(f0) => {
                    __rt::fill(row, &[__word0(f0)]);
                    __rt::RelId(2)
                }
                __domain::Fact::Restrained(f0) => {
                    __rt::fill(row, &[__word0(f0)]);
                    __rt::RelId(3)
                }
                __domain::Fact::Dead(f0) => {
                    __rt::fill(row, &[__word0(f0)]);
                    __rt::RelId(4)
                }
                __domain::Fact::Reserved(f0) => {
                    __rt::fill(row, &[__word0(f0)]);
                    __rt::RelId(5)
                }
                __domain::Fact::FollowingOrder(f0) => {
                    __rt::fill(row, &[__word0(f0)]);
                    __rt::RelId(6)
                }
                __domain::Fact::Restraining(f0, f1) => {
                    __rt::fill(row, &[__word0(f0), __word0(f1)]);
                    __rt::RelId(7)
                }
            }
        }
        fn task_to_row(task: __domain::Task, row: &mut __rt::Row) -> __rt::TaskCode {
            __rt::TaskCode::Task(
                match task {
                    __domain::Task::Reserve { who: f0 } => {
                        __rt::fill(row, &[__word0(f0)]);
                        __rt::TaskId(0)
                    }
                    __domain::Task::Free { who: f0 } => {
                        __rt::fill(row, &[__word0(f0)]);
                        __rt::TaskId(1)
                    }
                    __domain::Task::Restrain { squad: f0, target: f1 } => {
                        __rt::fill(row, &[__word0(f0), __word0(f1)]);
                        __rt::TaskId(2)
                    }
                    __domain::Task::RestrainComplement { squad: f0, target: f1 } => {
                        __rt::fill(row, &[__word0(f0), __word0(f1)]);
                        __rt::TaskId(3)
                    }
                    __domain::Task::SquadRestrain => {
                        __rt::fill(row, &[]);
                        __rt::TaskId(4)
                    }
                    __domain::Task::SquadRestrainHelper { squad: f0, target: f1 } => {
                        __rt::fill(row, &[__word0(f0), __word0(f1)]);
                        __rt::TaskId(5)
                    }
                    __domain::Task::BlockOn { a: f0, b: f1 } => {
                        __rt::fill(row, &[__word0(f0), __word0(f1)]);
                        __rt::TaskId(6)
                    }
                    __domain::Task::GlobalBlock { a: f0 } => {
                        __rt::fill(row, &[__word0(f0)]);
                        __rt::TaskId(7)
                    }
                    __domain::Task::FinishAction { a: f0 } => {
                        __rt::fill(row, &[__word0(f0)]);
                        __rt::TaskId(8)
                    }
                    __domain::Task::Add(fact) => {
                        return __rt::TaskCode::Add(Self::fact_to_row(fact, row));
                    }
                    __domain::Task::Delete(fact) => {
                        return __rt::TaskCode::Delete(Self::fact_to_row(fact, row));
                    }
                },
            )
        }
        fn fact_from_row(rel: __rt::RelId, row: &[u64]) -> __domain::Fact {
            match rel.0 {
                0 => __domain::Fact::SquadMember(__get0(row, 0)),
                1 => __domain::Fact::Enemy(__get0(row, 0)),
                2 => __domain::Fact::Surrendered(__get0(row, 0)),
                3 => __domain::Fact::Restrained(__get0(row, 0)),
                4 => __domain::Fact::Dead(__get0(row, 0)),
                5 => __domain::Fact::Reserved(__get0(row, 0)),
                6 => __domain::Fact::FollowingOrder(__get0(row, 0)),
                7 => __domain::Fact::Restraining(__get0(row, 0), __get0(row, 1)),
                _ => ::core::unreachable!(),
            }
        }
        fn task_from_row(task: __rt::TaskCode, row: &[u64]) -> __domain::Task {
            match task {
                __rt::TaskCode::Task(task) => {
                    match task.0 {
                        0 => {
                            __domain::Task::Reserve {
                                who: __get0(row, 0),
                            }
                        }
                        1 => {
                            __domain::Task::Free {
                                who: __get0(row, 0),
                            }
                        }
                        2 => {
                            __domain::Task::Restrain {
                                squad: __get0(row, 0),
                                target: __get0(row, 1),
                            }
                        }
                        3 => {
                            __domain::Task::RestrainComplement {
                                squad: __get0(row, 0),
                                target: __get0(row, 1),
                            }
                        }
                        4 => __domain::Task::SquadRestrain,
                        5 => {
                            __domain::Task::SquadRestrainHelper {
                                squad: __get0(row, 0),
                                target: __get0(row, 1),
                            }
                        }
                        6 => {
                            __domain::Task::BlockOn {
                                a: __get0(row, 0),
                                b: __get0(row, 1),
                            }
                        }
                        7 => {
                            __domain::Task::GlobalBlock {
                                a: __get0(row, 0),
                            }
                        }
                        8 => {
                            __domain::Task::FinishAction {
                                a: __get0(row, 0),
                            }
                        }
                        _ => ::core::unreachable!(),
                    }
                }
                __rt::TaskCode::Add(rel) => {
                    __domain::Task::Add(Self::fact_from_row(rel, row))
                }
                __rt::TaskCode::Delete(rel) => {
                    __domain::Task::Delete(Self::fact_from_row(rel, row))
                }
            }
        }
        fn action_from_row(
            task: __rt::TaskId,
            row: &[u64],
        ) -> ::core::option::Option<__domain::Action> {
            ::core::option::Option::Some(
                match task.0 {
                    2 => {
                        __domain::Action::Restrain {
                            squad: __get0(row, 0),
                            target: __get0(row, 1),
                        }
                    }
                    3 => {
                        __domain::Action::RestrainComplement {
                            squad: __get0(row, 0),
                            target: __get0(row, 1),
                        }
                    }
                    _ => return ::core::option::Option::None,
                },
            )
        }
    }
    impl ::core::convert::From<__domain::Action> for __domain::Task {
        fn from(action: __domain::Action) -> Self {
            match action {
                __domain::Action::Restrain { squad: f0, target: f1 } => {
                    __domain::Task::Restrain {
                        squad: f0,
                        target: f1,
                    }
                }
                __domain::Action::RestrainComplement { squad: f0, target: f1 } => {
                    __domain::Task::RestrainComplement {
                        squad: f0,
                        target: f1,
                    }
                }
            }
        }
    }
    impl ::core::fmt::Display for __domain::Fact {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            __rt::show_fact::<__domain::Domain>(::core::convert::Into::into(*self), f)
        }
    }
    impl ::core::fmt::Display for __domain::Task {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            __rt::show_task::<__domain::Domain>(::core::convert::Into::into(*self), f)
        }
    }
    impl ::core::fmt::Display for __domain::Action {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            __rt::show_task::<__domain::Domain>(::core::convert::Into::into(*self), f)
        }
    }
};

// 0: RootCall
// 1: RootNext
// 2: Fail
// 3: Exhausted
// 4: Lacks { rel: RelId(5), a: Slot(0), els: Pc(2) }
// 5: Apply { id: OperatorId(0), cost: Nothing }
// 6: AddOne { rel: RelId(5), a: Slot(0) }
// 7: Applied
// 8: Moment
// 9: Holds
// 10: Lacks { rel: RelId(5), a: Slot(0), els: Pc(2) }
// 11: Holds
// 12: Apply { id: OperatorId(1), cost: Nothing }
// 13: DeleteOne { rel: RelId(5), a: Slot(0) }
// 14: Applied
// 15: Moment
// 16: Apply { id: OperatorId(2), cost: One }
// 17: AddTwo { rel: RelId(7), a: Slot(0), b: Slot(1) }
// 18: Moment
// 19: DeleteTwo { rel: RelId(7), a: Slot(0), b: Slot(1) }
// 20: Moment
// 21: AddOne { rel: RelId(3), a: Slot(1) }
// 22: Applied
// 23: Moment
// 24: Apply { id: OperatorId(3), cost: One }
// 25: Applied
// 26: Moment
// 27: Open(CollectionId(0))
// 28: EachLook { rel: RelId(2), cursor: Slot(5), f: FnId(0), els: Pc(32) }
// 29: EachNextLook { rel: RelId(2), cursor: Slot(5), f: FnId(0), els: Pc(32) }
// 30: EachGather { rel: RelId(0), cursor: Slot(6), region: Slot(3), f: FnId(0), els: Pc(29) }
// 31: EachNextGather { rel: RelId(0), cursor: Slot(6), region: Slot(3), f: FnId(0), els: Pc(29) }
// 32: First { of: CollectionId(0), els: Pc(2) }
// 33: Next { of: CollectionId(0), els: Pc(2) }
// 34: LeaveFor { cursor: Slot(4), redo: Pc(33), branch: BranchId(0) }
// 35: Branch(BranchId(0))
// 36: Begin { task: TaskId(5), ret: Slot(65535), args: Few { len: 2, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 37: Done
// 38: Has { rel: RelId(2), a: Slot(0), els: Pc(2) }
// 39: Holds
// 40: Has { rel: RelId(1), a: Slot(0), els: Pc(2) }
// 41: Holds
// 42: Has { rel: RelId(0), a: Slot(1), els: Pc(2) }
// 43: Holds
// 44: Lacks { rel: RelId(4), a: Slot(0), els: Pc(2) }
// 45: Holds
// 46: Lacks { rel: RelId(3), a: Slot(0), els: Pc(2) }
// 47: Holds
// 48: Lacks { rel: RelId(5), a: Slot(0), els: Pc(2) }
// 49: Holds
// 50: Lacks { rel: RelId(5), a: Slot(1), els: Pc(2) }
// 51: Holds
// 52: Look { f: FnId(0), els: Pc(2) }
// 53: Holds
// 54: Let { f: FnId(0), to: Slot(2) }
// 55: Holds
// 56: Open(CollectionId(1))
// 57: EachGather { rel: RelId(0), cursor: Slot(6), region: Slot(4), f: FnId(1), els: Pc(59) }
// 58: EachNextGather { rel: RelId(0), cursor: Slot(6), region: Slot(4), f: FnId(1), els: Pc(59) }
// 59: First { of: CollectionId(1), els: Pc(73) }
// 60: Next { of: CollectionId(1), els: Pc(73) }
// 61: LeaveFor { cursor: Slot(5), redo: Pc(60), branch: BranchId(1) }
// 62: Branch(BranchId(1))
// 63: Steps { f: FnId(0), count: 9, ones: 2, words: 11, els: Pc(102) }
// 64: Act { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(2), Slot(0), Slot(0), Slot(0)] } }
// 65: Act { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 66: Act { f: FnId(2), id: OperatorId(2), cost: One, frame: 2, args: Few { len: 2, slots: [Slot(0), Slot(1), Slot(0), Slot(0)] } }
// 67: Act { f: FnId(65535), id: OperatorId(3), cost: One, frame: 2, args: Few { len: 2, slots: [Slot(2), Slot(1), Slot(0), Slot(0)] } }
// 68: Act { f: FnId(65535), id: OperatorId(5), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 69: Act { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 70: Act { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(2), Slot(0), Slot(0), Slot(0)] } }
// 71: Act { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 72: Done
// 73: Branch(BranchId(2))
// 74: Steps { f: FnId(1), count: 6, ones: 1, words: 7, els: Pc(112) }
// 75: Act { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 76: Act { f: FnId(2), id: OperatorId(2), cost: One, frame: 2, args: Few { len: 2, slots: [Slot(0), Slot(1), Slot(0), Slot(0)] } }
// 77: Act { f: FnId(65535), id: OperatorId(5), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 78: Act { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 79: Act { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 80: Done
// 81: Has { rel: RelId(0), a: Slot(2), els: Pc(2) }
// 82: Holds
// 83: Check { f: FnId(1), els: Pc(2) }
// 84: Holds
// 85: Lacks { rel: RelId(6), a: Slot(2), els: Pc(2) }
// 86: Holds
// 87: Lacks { rel: RelId(5), a: Slot(2), els: Pc(2) }
// 88: Holds
// 89: Look { f: FnId(1), els: Pc(2) }
// 90: Holds
// 91: Let { f: FnId(1), to: Slot(3) }
// 92: Holds
// 93: Apply { id: OperatorId(4), cost: Nothing }
// 94: Applied
// 95: Moment
// 96: Apply { id: OperatorId(5), cost: Nothing }
// 97: Applied
// 98: Moment
// 99: Apply { id: OperatorId(6), cost: Nothing }
// 100: Applied
// 101: Moment
// 102: Act { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 103: Act { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(2), Slot(0), Slot(0), Slot(0)] } }
// 104: Act { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 105: Act { f: FnId(2), id: OperatorId(2), cost: One, frame: 2, args: Few { len: 2, slots: [Slot(0), Slot(1), Slot(0), Slot(0)] } }
// 106: Act { f: FnId(65535), id: OperatorId(3), cost: One, frame: 2, args: Few { len: 2, slots: [Slot(2), Slot(1), Slot(0), Slot(0)] } }
// 107: Act { f: FnId(65535), id: OperatorId(5), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 108: Act { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 109: Act { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(2), Slot(0), Slot(0), Slot(0)] } }
// 110: Act { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 111: Jump(Pc(72))
// 112: Act { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 113: Act { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 114: Act { f: FnId(2), id: OperatorId(2), cost: One, frame: 2, args: Few { len: 2, slots: [Slot(0), Slot(1), Slot(0), Slot(0)] } }
// 115: Act { f: FnId(65535), id: OperatorId(5), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 116: Act { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 117: Act { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 118: Jump(Pc(80))
