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
#[allow(
    unused,
    non_upper_case_globals,
    for_loops_over_fallibles,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
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
    fn __gathers0<'a>(
        c: &'a __Context<'_>,
        s: &'a mut [u64],
        k: __rt::Known<'a>,
        rows: &mut __rt::Gathering<'_>,
    ) {
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<7>() else { return };
        rows.least::<
                { 1 as ::core::primitive::usize },
                3,
            >(
            s,
            3,
            0,
            |rows, s| {
                if rows.begins() {
                    s[6] = 0;
                    s[5] = k.first(2);
                }
                while {
                    rows.facts(
                        k,
                        s,
                        0,
                        6,
                        1,
                        |rows, s| {
                            ((!k.has(5, s[1])
                                && {
                                    s[2] = __words0(c, s);
                                    true
                                } && __tests0(c, s)))
                                && rows.push(|key| __keys0(c, s, key), [s[0], s[1], s[2]])
                        },
                    );
                    rows.facts(
                        k,
                        s,
                        2,
                        5,
                        0,
                        |rows, s| {
                            ((k.has(1, s[0]) && !k.has(4, s[0]) && !k.has(3, s[0])
                                && !k.has(5, s[0])))
                        },
                    )
                } {
                    s[6] = k.first(0);
                }
            },
        )
    }
    fn __gathers1<'a>(
        c: &'a __Context<'_>,
        s: &'a mut [u64],
        k: __rt::Known<'a>,
        rows: &mut __rt::Gathering<'_>,
    ) {
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<7>() else { return };
        rows.least::<
                { 1 as ::core::primitive::usize },
                2,
            >(
            s,
            4,
            2,
            |rows, s| {
                if rows.begins() {
                    s[6] = k.first(0);
                }
                rows.facts(
                    k,
                    s,
                    0,
                    6,
                    2,
                    |rows, s| {
                        ((!k.has(6, s[2]) && !k.has(5, s[2]) && __tests1(c, s)
                            && {
                                s[3] = __words1(c, s);
                                true
                            } && __tests2(c, s)))
                            && rows.push(|key| __keys1(c, s, key), [s[2], s[3]])
                    },
                );
            },
        )
    }
    fn __acts0<'a>(
        c: &'a __Context<'_>,
        f: u32,
        a: u64,
        n: &mut __rt::Going<'_>,
    ) -> bool {
        let ::core::option::Option::Some((s, mut x, t)) = n.ready(f, (a, 1), (0, 1))
        else { return false };
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<1>() else {
            return false
        };
        ({
            let k = x.known();
            !k.has(5, s[0])
        } && x.take(t, 0.0) && x.add(5, s[0]))
    }
    fn __acts1<'a>(
        c: &'a __Context<'_>,
        f: u32,
        a: u64,
        n: &mut __rt::Going<'_>,
    ) -> bool {
        let ::core::option::Option::Some((s, mut x, t)) = n.ready(f, (a, 1), (1, 1))
        else { return false };
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<1>() else {
            return false
        };
        (x.take(t, 0.0) && x.delete(5, s[0]))
    }
    fn __acts2<'a>(
        c: &'a __Context<'_>,
        f: u32,
        a: u64,
        n: &mut __rt::Going<'_>,
    ) -> bool {
        let ::core::option::Option::Some((s, mut x, t)) = n.ready(f, (a, 2), (2, 2))
        else { return false };
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<2>() else {
            return false
        };
        (x.take(t, 1.0) && x.add_pair(7, s[0], s[1]) && x.delete_pair(7, s[0], s[1])
            && x.add(3, s[1]))
    }
    fn __acts3<'a>(
        c: &'a __Context<'_>,
        f: u32,
        a: u64,
        n: &mut __rt::Going<'_>,
    ) -> bool {
        let ::core::option::Option::Some((s, mut x, t)) = n.ready(f, (a, 2), (3, 2))
        else { return false };
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<0>() else {
            return false
        };
        (x.take(t, 1.0))
    }
    fn __acts4<'a>(
        c: &'a __Context<'_>,
        f: u32,
        a: u64,
        n: &mut __rt::Going<'_>,
    ) -> bool {
        let ::core::option::Option::Some((s, mut x, t)) = n.ready(f, (a, 1), (5, 1))
        else { return false };
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<0>() else {
            return false
        };
        (x.take(t, 0.0))
    }
    fn __natives0<'a>(c: &'a __Context<'_>, f: u32, n: &mut __rt::Going<'_>) -> bool {
        if !n.least((27, f), c, __gathers0) {
            if n.stops() {
                return false;
            }
            return n.fail();
        }
        return (!n.has_more(f, 4) || n.leave(f, 29)) && n.choose(0)
            && n.begin((33, f), (5, 1, 7), 65535, [1, 0]) && __natives1(c, n.begun(), n)
            && n.done();
    }
    fn __natives1<'a>(c: &'a __Context<'_>, f: u32, n: &mut __rt::Going<'_>) -> bool {
        'p67: {
            if !n.least((52, f), c, __gathers1) {
                if n.stops() {
                    return false;
                }
                break 'p67;
            }
            return (!n.has_more(f, 5) || n.leave(f, 54)) && n.choose(1)
                && __natives2(c, f, n);
        }
        return n.branch(2) && __acts0(c, f, 0, n) && n.between(69, f)
            && __acts0(c, f, 1, n) && n.between(70, f) && __acts2(c, f, 65536, n)
            && n.between(71, f) && __acts4(c, f, 0, n) && n.between(72, f)
            && __acts1(c, f, 0, n) && n.between(73, f) && __acts1(c, f, 1, n)
            && n.done();
    }
    fn __natives2<'a>(c: &'a __Context<'_>, f: u32, n: &mut __rt::Going<'_>) -> bool {
        if !(__acts0(c, f, 0, n) && n.between(58, f) && __acts0(c, f, 2, n)
            && n.between(59, f) && __acts0(c, f, 1, n) && n.between(60, f)
            && __acts2(c, f, 65536, n) && n.between(61, f) && __acts3(c, f, 65538, n)
            && n.between(62, f) && __acts4(c, f, 0, n) && n.between(63, f)
            && __acts1(c, f, 0, n) && n.between(64, f) && __acts1(c, f, 2, n)
            && n.between(65, f))
        {
            return false;
        }
        return __acts1(c, f, 1, n) && n.done();
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
        filters: &[],
        gathers: &[__gathers0, __gathers1],
        acts: &[__acts0, __acts1, __acts2, __acts3, __acts4],
        natives: &[__natives0, __natives1, __natives2],
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
                ("squad_member", "", __CAPACITY0, 1099511627776),
                ("enemy", "", __CAPACITY1, 0),
                ("surrendered", "", __CAPACITY2, 1099511627776),
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
                ("squad_restrain", "", 33056565380089127109632),
                ("squad_restrain_helper", "", 33056637437683181814528),
                ("block_on", "", 9444732965740750046467),
                ("global_block", "", 4722366482871155164676),
                ("finish_action", "", 4722366482871205496325),
            ],
            PARAMS,
        );
        static METHODS: [MethodRow; 2] = rows::methods([("", 4), ("", 5)]);
        static CHECKS: [Check; 16] = rows::checks(
            [
                ("surrendered(target)", 20282409613096405360011380916224),
                ("enemy(target)", 20282409608374038877141735833601),
                ("squad_member(squad)", 20282719088661493739340815532034),
                ("!dead(target)", 18889467901803420450819),
                ("!restrained(target)", 14167101418933775368196),
                ("!reserved(target)", 23611834384673065926661),
                ("!reserved(squad)", 309508621655729741790838789),
                (
                    "let d: f32 = game.distance(squad, target) && d < 400.0",
                    309480287456832523919687686,
                ),
                (
                    "let d: f32 = game.distance(squad, target)",
                    309480287456832523919818758,
                ),
                ("squad_member(partner)", 20283028573671315084409542737922),
                ("different(squad, partner)", 309480287456832523921588230),
                ("!following_order(partner)", 618998353843557680162996231),
                ("!reserved(partner)", 618993631477074810517913605),
                (
                    "let d: f32 = game.distance(partner, target) && d < 400.0",
                    309480287456832523921981446,
                ),
                (
                    "let d: f32 = game.distance(partner, target)",
                    309480287456832523922112518,
                ),
                ("!reserved(who)", 23611832695823203434501),
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
                        340282366841712718800749499096579375110,
                        7051306465411286268767813763161, 18446744069414584409,
                        110682153317887770630, 0,
                    ],
                ),
                (
                    "",
                    [
                        340282366841712718800749499096579571719,
                        7288990953009419513782459170908, 18446744069414584412,
                        110682153317887770630, 0,
                    ],
                ),
                (
                    "",
                    [
                        340282366841712718800749499096579768328,
                        7526675440607552758797104578655, 18446744069414584415,
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
            code: b"\x01\x02\0\x03\x05\x05\0\x02A\0\0D\x05\0CBM\x05\x05\0\x02MA\x01\0F\x05\0CBA\x02\x01E\x07\0\x01BG\x07\0\x01BD\x03\x01CBA\x03\x01CBZ\0\x02[\0\x02/\0\x02Y\x04\x1D\0<\0O\x05\xFF\xFF\x03\x02\x01\0=\x04\x02\0\x02M\x04\x01\0\x02M\x04\0\x01\x02M\x05\x04\0\x02M\x05\x03\0\x02M\x05\x05\0\x02M\x05\x05\x01\x02M\x16\0\x02M\x18\0\x02MZ\x01C[\x01C/\x01CY\x056\x01<\x01P\x02N\0\x01\x02N\0\x01\x01N\x02\x02\0\x01N\x03\x02\x02\x01N\x04\x01\0N\x01\x01\0N\x01\x01\x02N\x01\x01\x01=<\x02N\0\x01\0N\0\x01\x01N\x02\x02\0\x01N\x04\x01\0N\x01\x01\0N\x01\x01\x01=\x04\0\x02\x02M\x17\x01\x02M\x05\x06\x02\x02M\x05\x05\x02\x02M\x16\x01\x02M\x18\x01\x03MA\x04\0CBA\x05\0CBA\x06\0CBP\0P\x01",
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
                        row.clear();
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
            let row = &__rt::padded::<2>(row);
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
                    let row = &__rt::padded::<2>(row);
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
            let row = &__rt::padded::<2>(row);
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
// 27: Least { f: FnId(0), els: Pc(2) }
// 28: LeastNext { f: FnId(0), els: Pc(2) }
// 29: Next { of: CollectionId(0), els: Pc(2) }
// 30: LeaveFor { cursor: Slot(4), redo: Pc(29), branch: BranchId(0) }
// 31: Branch(BranchId(0))
// 32: Begin { task: TaskId(5), ret: Slot(65535), args: Few { len: 2, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 33: Done
// 34: Has { rel: RelId(2), a: Slot(0), els: Pc(2) }
// 35: Holds
// 36: Has { rel: RelId(1), a: Slot(0), els: Pc(2) }
// 37: Holds
// 38: Has { rel: RelId(0), a: Slot(1), els: Pc(2) }
// 39: Holds
// 40: Lacks { rel: RelId(4), a: Slot(0), els: Pc(2) }
// 41: Holds
// 42: Lacks { rel: RelId(3), a: Slot(0), els: Pc(2) }
// 43: Holds
// 44: Lacks { rel: RelId(5), a: Slot(0), els: Pc(2) }
// 45: Holds
// 46: Lacks { rel: RelId(5), a: Slot(1), els: Pc(2) }
// 47: Holds
// 48: Look { f: FnId(0), els: Pc(2) }
// 49: Holds
// 50: Let { f: FnId(0), to: Slot(2) }
// 51: Holds
// 52: Least { f: FnId(1), els: Pc(67) }
// 53: LeastNext { f: FnId(1), els: Pc(67) }
// 54: Next { of: CollectionId(1), els: Pc(67) }
// 55: LeaveFor { cursor: Slot(5), redo: Pc(54), branch: BranchId(1) }
// 56: Branch(BranchId(1))
// 57: Native(FnId(2))
// 58: Act { f: FnId(0), args: Few { len: 1, slots: [Slot(2), Slot(0), Slot(0), Slot(0)] } }
// 59: Act { f: FnId(0), args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 60: Act { f: FnId(2), args: Few { len: 2, slots: [Slot(0), Slot(1), Slot(0), Slot(0)] } }
// 61: Act { f: FnId(3), args: Few { len: 2, slots: [Slot(2), Slot(1), Slot(0), Slot(0)] } }
// 62: Act { f: FnId(4), args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 63: Act { f: FnId(1), args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 64: Act { f: FnId(1), args: Few { len: 1, slots: [Slot(2), Slot(0), Slot(0), Slot(0)] } }
// 65: Act { f: FnId(1), args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 66: Done
// 67: Branch(BranchId(2))
// 68: Act { f: FnId(0), args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 69: Act { f: FnId(0), args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 70: Act { f: FnId(2), args: Few { len: 2, slots: [Slot(0), Slot(1), Slot(0), Slot(0)] } }
// 71: Act { f: FnId(4), args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 72: Act { f: FnId(1), args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 73: Act { f: FnId(1), args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 74: Done
// 75: Has { rel: RelId(0), a: Slot(2), els: Pc(2) }
// 76: Holds
// 77: Check { f: FnId(1), els: Pc(2) }
// 78: Holds
// 79: Lacks { rel: RelId(6), a: Slot(2), els: Pc(2) }
// 80: Holds
// 81: Lacks { rel: RelId(5), a: Slot(2), els: Pc(2) }
// 82: Holds
// 83: Look { f: FnId(1), els: Pc(2) }
// 84: Holds
// 85: Let { f: FnId(1), to: Slot(3) }
// 86: Holds
// 87: Apply { id: OperatorId(4), cost: Nothing }
// 88: Applied
// 89: Moment
// 90: Apply { id: OperatorId(5), cost: Nothing }
// 91: Applied
// 92: Moment
// 93: Apply { id: OperatorId(6), cost: Nothing }
// 94: Applied
// 95: Moment
// 96: Native(FnId(0))
// 97: Native(FnId(1))
