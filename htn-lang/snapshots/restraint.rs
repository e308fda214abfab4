#[doc(hidden)]
mod __domains_stand_outside_of_functions_restraint {
    use super::*;
    pub(super) type __T0 = Actor;
    pub(super) type __T1 = f32;
    pub(super) type __T2 = ::core::primitive::usize;
}
///Restraining surrendered suspects.
pub mod restraint {
    use super::__domains_stand_outside_of_functions_restraint::__T0 as Actor;
    /// Stands for the domain in the runtime's types.
    #[derive(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::cmp::PartialEq,
        ::core::cmp::Eq,
        ::core::hash::Hash,
        ::core::fmt::Debug,
    )]
    pub enum Domain {}
    /// A fact.
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
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
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
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
        ///`stop_action(a)`.
        StopAction {
            ///`a`.
            a: Actor,
        },
        /// A step that adds a fact.
        Add(Fact),
        /// A step that deletes a fact.
        Delete(Fact),
    }
    /// What the game is told to do.
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
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
    ///Many squads on one budget.
    pub type SquadScheduler = ::squad_htn::SquadScheduler<Domain>;
    ///The facts of a predicate, in the order in which they were added, each as its columns.
    pub mod rows {
        ///The facts of `squad_member`.
        #[inline]
        pub fn squad_member<__D>(
            __state: &::squad_htn::State<__D>,
        ) -> ::squad_htn::Rows<'_, __D, super::Actor>
        where
            __D: ::squad_htn::Domain<Fact = super::Fact>,
        {
            ::squad_htn::Rows::new(
                __state,
                0u16,
                |__fact| match __fact {
                    super::Fact::SquadMember(__c0) => ::core::option::Option::Some(__c0),
                    _ => ::core::option::Option::None,
                },
            )
        }
        ///The facts of `enemy`.
        #[inline]
        pub fn enemy<__D>(
            __state: &::squad_htn::State<__D>,
        ) -> ::squad_htn::Rows<'_, __D, super::Actor>
        where
            __D: ::squad_htn::Domain<Fact = super::Fact>,
        {
            ::squad_htn::Rows::new(
                __state,
                1u16,
                |__fact| match __fact {
                    super::Fact::Enemy(__c0) => ::core::option::Option::Some(__c0),
                    _ => ::core::option::Option::None,
                },
            )
        }
        ///The facts of `surrendered`.
        #[inline]
        pub fn surrendered<__D>(
            __state: &::squad_htn::State<__D>,
        ) -> ::squad_htn::Rows<'_, __D, super::Actor>
        where
            __D: ::squad_htn::Domain<Fact = super::Fact>,
        {
            ::squad_htn::Rows::new(
                __state,
                2u16,
                |__fact| match __fact {
                    super::Fact::Surrendered(__c0) => ::core::option::Option::Some(__c0),
                    _ => ::core::option::Option::None,
                },
            )
        }
        ///The facts of `restrained`.
        #[inline]
        pub fn restrained<__D>(
            __state: &::squad_htn::State<__D>,
        ) -> ::squad_htn::Rows<'_, __D, super::Actor>
        where
            __D: ::squad_htn::Domain<Fact = super::Fact>,
        {
            ::squad_htn::Rows::new(
                __state,
                3u16,
                |__fact| match __fact {
                    super::Fact::Restrained(__c0) => ::core::option::Option::Some(__c0),
                    _ => ::core::option::Option::None,
                },
            )
        }
        ///The facts of `dead`.
        #[inline]
        pub fn dead<__D>(
            __state: &::squad_htn::State<__D>,
        ) -> ::squad_htn::Rows<'_, __D, super::Actor>
        where
            __D: ::squad_htn::Domain<Fact = super::Fact>,
        {
            ::squad_htn::Rows::new(
                __state,
                4u16,
                |__fact| match __fact {
                    super::Fact::Dead(__c0) => ::core::option::Option::Some(__c0),
                    _ => ::core::option::Option::None,
                },
            )
        }
        ///The facts of `reserved`.
        #[inline]
        pub fn reserved<__D>(
            __state: &::squad_htn::State<__D>,
        ) -> ::squad_htn::Rows<'_, __D, super::Actor>
        where
            __D: ::squad_htn::Domain<Fact = super::Fact>,
        {
            ::squad_htn::Rows::new(
                __state,
                5u16,
                |__fact| match __fact {
                    super::Fact::Reserved(__c0) => ::core::option::Option::Some(__c0),
                    _ => ::core::option::Option::None,
                },
            )
        }
        ///The facts of `following_order`.
        #[inline]
        pub fn following_order<__D>(
            __state: &::squad_htn::State<__D>,
        ) -> ::squad_htn::Rows<'_, __D, super::Actor>
        where
            __D: ::squad_htn::Domain<Fact = super::Fact>,
        {
            ::squad_htn::Rows::new(
                __state,
                6u16,
                |__fact| match __fact {
                    super::Fact::FollowingOrder(__c0) => {
                        ::core::option::Option::Some(__c0)
                    }
                    _ => ::core::option::Option::None,
                },
            )
        }
        ///The facts of `restraining`.
        #[inline]
        pub fn restraining<__D>(
            __state: &::squad_htn::State<__D>,
        ) -> ::squad_htn::Rows<'_, __D, (super::Actor, super::Actor)>
        where
            __D: ::squad_htn::Domain<Fact = super::Fact>,
        {
            ::squad_htn::Rows::new(
                __state,
                7u16,
                |__fact| match __fact {
                    super::Fact::Restraining(__c0, __c1) => {
                        ::core::option::Option::Some((__c0, __c1))
                    }
                    _ => ::core::option::Option::None,
                },
            )
        }
    }
    ///Whether an axiom holds. The facts are copied for each question: that is for tests and tools.
    pub mod holds {
        ///Whether `different` holds for these values.
        #[inline]
        pub fn different<__D>(
            state: &::squad_htn::State<__D>,
            context: &__D::Context<'_>,
            a: super::Actor,
            b: super::Actor,
        ) -> ::core::result::Result<::core::primitive::bool, ::squad_htn::SearchError>
        where
            __D: ::squad_htn::__private_0_1_0::AxiomQuery<
                0u16,
                Given = (
                    ::core::option::Option<super::Actor>,
                    ::core::option::Option<super::Actor>,
                ),
            >,
        {
            ::squad_htn::__private_0_1_0::holds::<
                __D,
                0u16,
            >(
                state,
                context,
                (::core::option::Option::Some(a), ::core::option::Option::Some(b)),
            )
        }
    }
}
const _: () = {
    use ::squad_htn::__private_0_1_0 as __rt;
    use self::__domains_stand_outside_of_functions_restraint::*;
    use self::restraint as __domain;
    type __Context<'c> = <__domain::Domain as __rt::Domain>::Context<'c>;
    const _: ::core::marker::PhantomData<
        (
            __domain::State,
            __domain::Planner,
            __domain::Plan,
            __domain::Executor,
            __domain::Director,
            __domain::SquadScheduler,
        ),
    > = ::core::marker::PhantomData;
    const __CODEC0: __rt::Codec<__T0> = __rt::codec::<__T0>("`Actor`");
    #[inline]
    fn __get0(__slots: &[__rt::u64], __slot: __rt::usize) -> __T0 {
        __rt::Codec::get(&__CODEC0, __slots, __slot)
    }
    #[inline]
    fn __word0(__value: __T0) -> __rt::u64 {
        __rt::Codec::word(&__CODEC0, __value)
    }
    const __CODEC1: __rt::Codec<__T1> = __rt::codec::<__T1>("`f32`");
    #[inline]
    fn __get1(__slots: &[__rt::u64], __slot: __rt::usize) -> __T1 {
        __rt::Codec::get(&__CODEC1, __slots, __slot)
    }
    #[inline]
    fn __word1(__value: __T1) -> __rt::u64 {
        __rt::Codec::word(&__CODEC1, __value)
    }
    const __CODEC2: __rt::Codec<__T2> = __rt::codec::<
        __T2,
    >("`::core::primitive::usize`");
    #[inline]
    fn __get2(__slots: &[__rt::u64], __slot: __rt::usize) -> __T2 {
        __rt::Codec::get(&__CODEC2, __slots, __slot)
    }
    #[inline]
    fn __word2(__value: __T2) -> __rt::u64 {
        __rt::Codec::word(&__CODEC2, __value)
    }
    fn __words0_of<'a>(
        __context: &'a __Context<'_>,
        __slots: &'a [__rt::u64],
    ) -> __rt::u64 {
        fn game() {}
        let game = __context;
        fn squad() {}
        let squad: __T0 = __get0(__slots, 2);
        fn target() {}
        let target: __T0 = __get0(__slots, 1);
        let __value: __T1 = game.distance(squad, target);
        __word1(__value)
    }
    fn __words0<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
    ) -> __rt::u64 {
        __rt::ask(__c, __slots, __words0_of)
    }
    fn __words1_of<'a>(
        __context: &'a __Context<'_>,
        __slots: &'a [__rt::u64],
    ) -> __rt::u64 {
        fn game() {}
        let game = __context;
        fn partner() {}
        let partner: __T0 = __get0(__slots, 3);
        fn target() {}
        let target: __T0 = __get0(__slots, 1);
        let __value: __T1 = game.distance(partner, target);
        __word1(__value)
    }
    fn __words1<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
    ) -> __rt::u64 {
        __rt::ask(__c, __slots, __words1_of)
    }
    fn __tests0<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
    ) -> __rt::bool {
        fn d() {}
        let d: __T1 = __get1(__slots, 3);
        if d < 400.0 { true } else { false }
    }
    fn __tests1<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
    ) -> __rt::bool {
        fn a() {}
        let a: __T0 = __get0(__slots, 0);
        fn b() {}
        let b: __T0 = __get0(__slots, 3);
        if a != b { true } else { false }
    }
    fn __tests2<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
    ) -> __rt::bool {
        fn d() {}
        let d: __T1 = __get1(__slots, 4);
        if d < 400.0 { true } else { false }
    }
    fn __keys0<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
        __out: &mut [__rt::u64],
    ) {
        fn d() {}
        let d: __T1 = __get1(__slots, 3);
        __rt::SortKey::write(d, false, __out)
    }
    fn __keys1<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
        __out: &mut [__rt::u64],
    ) {
        fn d() {}
        let d: __T1 = __get1(__slots, 4);
        __rt::SortKey::write(d, false, __out)
    }
    fn __solvers0<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __s: &mut [__rt::u64],
        __q: &mut __rt::Workspace,
        __f: &__rt::Store,
        __again: __rt::bool,
    ) -> __rt::ConditionAnswer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<11>() else {
            return __rt::ConditionAnswer::No
        };
        let __facts = __rt::FactReader::new(__f);
        let mut __left = __q.left;
        let mut __at: __rt::u64 = if __again { __s[10] } else { 1 };
        let mut __c7 = __s[7];
        let mut __c8 = __s[8];
        let mut __c9 = __s[9];
        if !__again {
            __s[0] = __q.height(0);
        }
        let __answer = '__go: loop {
            '__l5: {
                '__l6: {
                    '__l2: {
                        '__l4: {
                            '__l3: {
                                match __at {
                                    1 => {}
                                    3 => break '__l3,
                                    4 => break '__l4,
                                    2 => break '__l2,
                                    6 => break '__l6,
                                    5 => break '__l5,
                                    _ => break '__go __rt::ConditionAnswer::No,
                                }
                                __at = 1;
                                __q.cut(0, __s[0]);
                                if !__q.open(0, 1 as __rt::usize, 3, &mut __s[4]) {
                                    break '__go __rt::ConditionAnswer::Full;
                                }
                                __s[6] = __q.height(1);
                                __c7 = __facts.first(&__P2);
                            }
                            __at = 3;
                            loop {
                                if !(__c7 != 0) {
                                    break '__l2;
                                }
                                if __left <= 0 {
                                    break '__go __rt::ConditionAnswer::Paused;
                                }
                                __left -= 1;
                                let __w;
                                (__w, __c7) = __facts.one(&__P2, __c7);
                                let __w = [__w];
                                __s[1] = __w[0];
                                if !(__facts.has(&__P1, __s[1])) {
                                    continue;
                                }
                                if !(!__facts.has(&__P4, __s[1])) {
                                    continue;
                                }
                                if !(!__facts.has(&__P3, __s[1])) {
                                    continue;
                                }
                                if !(!__facts.has(&__P5, __s[1])) {
                                    continue;
                                }
                                __c8 = __facts.first(&__P0);
                                break '__l4;
                            }
                        }
                        __at = 4;
                        loop {
                            if !(__c8 != 0) {
                                __at = 3;
                                continue '__go;
                            }
                            if __left <= 0 {
                                break '__go __rt::ConditionAnswer::Paused;
                            }
                            __left -= 1;
                            let __w;
                            (__w, __c8) = __facts.one(&__P0, __c8);
                            let __w = [__w];
                            __s[2] = __w[0];
                            if !(!__facts.has(&__P5, __s[2])) {
                                continue;
                            }
                            __s[3] = __words0(__c, &*__s);
                            if !(__tests0(__c, &*__s)) {
                                continue;
                            }
                            let mut __key = [0u64; 1 as __rt::usize];
                            __keys0(__c, &*__s, &mut __key);
                            if !__q.push(0, __s[4], &__key, &__s[1..4]) {
                                break '__go __rt::ConditionAnswer::Full;
                            }
                            continue;
                        }
                    }
                    __at = 2;
                    __q.close(0, __s[4]);
                    __q.cut(1, __s[6]);
                    let __region = __s[4];
                    if !(__q.first(0, __region, &mut __c9, &mut __s[1..4])) {
                        break '__go __rt::ConditionAnswer::No;
                    }
                    break '__l5;
                }
                __at = 6;
                __q.left = __left;
                let __region = __s[4];
                let __found = __q.next(0, __region, &mut __c9, &mut __s[1..4]);
                __left = __q.left;
                match __found {
                    __rt::ConditionAnswer::Yes => {}
                    __found => break '__go __found,
                }
            }
            __at = 5;
            __at = 6;
            break '__go __rt::ConditionAnswer::found(__c9 != 0);
        };
        __q.left = __left;
        __s[7] = __c7;
        __s[8] = __c8;
        __s[9] = __c9;
        __s[10] = __at;
        if let __rt::ConditionAnswer::Last | __rt::ConditionAnswer::No = __answer {
            __q.cut(0, __s[0]);
        }
        __answer
    }
    fn __solvers1<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __s: &mut [__rt::u64],
        __q: &mut __rt::Workspace,
        __f: &__rt::Store,
        __again: __rt::bool,
    ) -> __rt::ConditionAnswer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<4>() else {
            return __rt::ConditionAnswer::No
        };
        let __answer = '__go: {
            __s[3] = __words0(__c, &*__s);
            if !(__tests0(__c, &*__s)) {
                break '__go __rt::ConditionAnswer::No;
            }
            break '__go __rt::ConditionAnswer::Last;
        };
        __answer
    }
    fn __solvers2<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __s: &mut [__rt::u64],
        __q: &mut __rt::Workspace,
        __f: &__rt::Store,
        __again: __rt::bool,
    ) -> __rt::ConditionAnswer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<4>() else {
            return __rt::ConditionAnswer::No
        };
        let __answer = '__go: {
            __s[3] = __words0(__c, &*__s);
            break '__go __rt::ConditionAnswer::Last;
        };
        __answer
    }
    fn __solvers3<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __s: &mut [__rt::u64],
        __q: &mut __rt::Workspace,
        __f: &__rt::Store,
        __again: __rt::bool,
    ) -> __rt::ConditionAnswer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<11>() else {
            return __rt::ConditionAnswer::No
        };
        let __facts = __rt::FactReader::new(__f);
        let mut __left = __q.left;
        let mut __at: __rt::u64 = if __again { __s[10] } else { 1 };
        let mut __c8 = __s[8];
        let mut __c9 = __s[9];
        if !__again {
            __s[2] = __q.height(0);
        }
        let __answer = '__go: loop {
            '__l4: {
                '__l5: {
                    '__l2: {
                        '__l3: {
                            match __at {
                                1 => {}
                                3 => break '__l3,
                                2 => break '__l2,
                                5 => break '__l5,
                                4 => break '__l4,
                                _ => break '__go __rt::ConditionAnswer::No,
                            }
                            __at = 1;
                            __q.cut(0, __s[2]);
                            if !__q.open(0, 1 as __rt::usize, 2, &mut __s[5]) {
                                break '__go __rt::ConditionAnswer::Full;
                            }
                            __s[7] = __q.height(1);
                            __c8 = __facts.first(&__P0);
                        }
                        __at = 3;
                        loop {
                            if !(__c8 != 0) {
                                break '__l2;
                            }
                            if __left <= 0 {
                                break '__go __rt::ConditionAnswer::Paused;
                            }
                            __left -= 1;
                            let __w;
                            (__w, __c8) = __facts.one(&__P0, __c8);
                            let __w = [__w];
                            __s[3] = __w[0];
                            if !(!__facts.has(&__P6, __s[3])) {
                                continue;
                            }
                            if !(!__facts.has(&__P5, __s[3])) {
                                continue;
                            }
                            if !(__tests1(__c, &*__s)) {
                                continue;
                            }
                            __s[4] = __words1(__c, &*__s);
                            if !(__tests2(__c, &*__s)) {
                                continue;
                            }
                            let mut __key = [0u64; 1 as __rt::usize];
                            __keys1(__c, &*__s, &mut __key);
                            if !__q.push(0, __s[5], &__key, &__s[3..5]) {
                                break '__go __rt::ConditionAnswer::Full;
                            }
                            continue;
                        }
                    }
                    __at = 2;
                    __q.close(0, __s[5]);
                    __q.cut(1, __s[7]);
                    let __region = __s[5];
                    if !(__q.first(0, __region, &mut __c9, &mut __s[3..5])) {
                        break '__go __rt::ConditionAnswer::No;
                    }
                    break '__l4;
                }
                __at = 5;
                __q.left = __left;
                let __region = __s[5];
                let __found = __q.next(0, __region, &mut __c9, &mut __s[3..5]);
                __left = __q.left;
                match __found {
                    __rt::ConditionAnswer::Yes => {}
                    __found => break '__go __found,
                }
            }
            __at = 4;
            __at = 5;
            break '__go __rt::ConditionAnswer::found(__c9 != 0);
        };
        __q.left = __left;
        __s[8] = __c8;
        __s[9] = __c9;
        __s[10] = __at;
        if let __rt::ConditionAnswer::Last | __rt::ConditionAnswer::No = __answer {
            __q.cut(0, __s[2]);
        }
        __answer
    }
    fn __solvers4<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __s: &mut [__rt::u64],
        __q: &mut __rt::Workspace,
        __f: &__rt::Store,
        __again: __rt::bool,
    ) -> __rt::ConditionAnswer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<5>() else {
            return __rt::ConditionAnswer::No
        };
        let __answer = '__go: {
            __s[4] = __words1(__c, &*__s);
            if !(__tests2(__c, &*__s)) {
                break '__go __rt::ConditionAnswer::No;
            }
            break '__go __rt::ConditionAnswer::Last;
        };
        __answer
    }
    fn __solvers5<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __s: &mut [__rt::u64],
        __q: &mut __rt::Workspace,
        __f: &__rt::Store,
        __again: __rt::bool,
    ) -> __rt::ConditionAnswer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<5>() else {
            return __rt::ConditionAnswer::No
        };
        let __answer = '__go: {
            __s[4] = __words1(__c, &*__s);
            break '__go __rt::ConditionAnswer::Last;
        };
        __answer
    }
    fn __changes0<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __s: &mut [__rt::u64],
        __q: &mut __rt::Workspace,
        __f: &mut __rt::Store,
        __parts: __rt::tables::Parts,
    ) -> __rt::ConditionAnswer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<1>() else {
            return __rt::ConditionAnswer::No
        };
        '__go: {
            if __parts.0 & 1 != 0 {
                let __facts = __rt::FactReader::new(__f);
                if !(!__facts.has(&__P5, __s[0])) {
                    break '__go __rt::ConditionAnswer::No;
                }
            }
            if __parts.0 & 2 != 0 {
                if !__rt::Workspace::add_one(__q, __f, &__P5, __s[0]) {
                    break '__go __rt::ConditionAnswer::Full;
                }
            }
            break '__go __rt::ConditionAnswer::Last;
        }
    }
    fn __changes1<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __s: &mut [__rt::u64],
        __q: &mut __rt::Workspace,
        __f: &mut __rt::Store,
        __parts: __rt::tables::Parts,
    ) -> __rt::ConditionAnswer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<1>() else {
            return __rt::ConditionAnswer::No
        };
        '__go: {
            {
                if !__rt::Workspace::remove_one(__q, __f, &__P5, __s[0]) {
                    break '__go __rt::ConditionAnswer::Full;
                }
            }
            break '__go __rt::ConditionAnswer::Last;
        }
    }
    fn __changes2<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __s: &mut [__rt::u64],
        __q: &mut __rt::Workspace,
        __f: &mut __rt::Store,
        __parts: __rt::tables::Parts,
    ) -> __rt::ConditionAnswer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<2>() else {
            return __rt::ConditionAnswer::No
        };
        '__go: {
            if __parts.0 & 2 != 0 {
                if !__rt::Workspace::add_two(__q, __f, &__P7, __s[0], __s[1]) {
                    break '__go __rt::ConditionAnswer::Full;
                }
            }
            if __parts.0 & 4 != 0 {
                if !__rt::Workspace::remove_two(__q, __f, &__P7, __s[0], __s[1]) {
                    break '__go __rt::ConditionAnswer::Full;
                }
            }
            if __parts.0 & 16 != 0 {
                if !__rt::Workspace::add_one(__q, __f, &__P3, __s[1]) {
                    break '__go __rt::ConditionAnswer::Full;
                }
            }
            break '__go __rt::ConditionAnswer::Last;
        }
    }
    fn __changes3<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __s: &mut [__rt::u64],
        __q: &mut __rt::Workspace,
        __f: &mut __rt::Store,
        __parts: __rt::tables::Parts,
    ) -> __rt::ConditionAnswer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<0>() else {
            return __rt::ConditionAnswer::No
        };
        '__go: {
            break '__go __rt::ConditionAnswer::Last;
        }
    }
    static __FUNCTIONS: __rt::Functions<__domain::Domain> = __rt::Functions {
        words: &[__words0, __words1],
        tests: &[__tests0, __tests1, __tests2],
        keys: &[__keys0, __keys1],
        costs: &[],
        solvers: &[
            __solvers0,
            __solvers1,
            __solvers2,
            __solvers3,
            __solvers4,
            __solvers5,
        ],
        changes: &[__changes0, __changes1, __changes2, __changes3],
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
        use __rt::tables::*;
        static TYPES: [Type; 3] = [
            __rt::Codec::ty(&__CODEC0, "Actor"),
            __rt::Codec::ty(&__CODEC1, "f32"),
            __rt::Codec::ty(&__CODEC2, "::core::primitive::usize"),
        ];
        static RELATIONS: [Relation; 8] = Relation::unpack(
            &[
                "squad_member",
                "",
                "enemy",
                "",
                "surrendered",
                "",
                "restrained",
                "",
                "dead",
                "",
                "reserved",
                "",
                "following_order",
                "",
                "restraining",
                "",
            ],
            &[
                41540276349014703544292896986431488, 83077383566693059454150814535254016,
                41538374868279063750664689616420869, 83076749813928568298800503287840769,
                73787539322101235713,
            ],
            &__TABLES,
        );
        static TASKS: [TaskRow; 10] = TaskRow::unpack(
            &[
                "reserve",
                "Keeps every other plan away from `who`.",
                "free",
                "",
                "restrain",
                "Cuffs a suspect.",
                "restrain_complement",
                "",
                "squad_restrain",
                "",
                "squad_restrain_helper",
                "",
                "block_on",
                "",
                "global_block",
                "",
                "finish_action",
                "",
                "stop_action",
                "",
            ],
            &[
                5192455933834598166378690562228738,
                1329228000427205205770457248773963787,
                1329268560604123177901982920485240832,
                5192534543074316452854843494630400,
                1329228021781680365072535631555461170,
                1329248278194519530843248303081127936,
                5192774084424694509109341096773125, 18447025548686262365,
            ],
            &__TABLES,
        );
        static METHODS: [MethodRow; 2] = MethodRow::unpack(
            &["", ""],
            &[4295294980],
            &__TABLES,
        );
        static BRANCHES: [BranchRow; 3] = BranchRow::unpack(
            &[
                "nearest",
                "The squad member closest to a surrendered suspect.",
                "with_complement",
                "",
                "alone",
                "",
            ],
            &[
                20769504346789386020468233015984128, 316922321500508600001397522442,
                1125899906842640,
            ],
            &__TABLES,
        );
        static OPERATORS: [OperatorRow; 8] = OperatorRow::unpack(
            &[
                "Keeps every other plan away from `who`.",
                "",
                "Cuffs a suspect.",
                "",
                "",
                "",
                "",
                "",
            ],
            &[
                4835703278739991675731968, 79228162606498057962091708417,
                79228162643391546139575582727, 5192376087906286159508267734138887,
                6755399441055744, 5192455316068781976820312592351233,
                20769187434139310515247885224443905, 79228162772518754685607215116,
                5192376087906267712482779177418766, 83079285076443324742959068264595457,
                316912650057057350391355670543, 79228162920092707292463497232,
                5192376089115230425585590130966548, 83080552727043552972642039944511491,
                316912650057057350391355670551, 79228162975432939543656923161,
                5192376087906286159226900131610649, 83084355678844237660846530054127617,
                316912650057057350374175801428, 79228164100684328301932576854,
                5192376087906286159227162124615766, 83085623329444465889966551780622337,
                316912650057057350374175801431, 79228164156024560535946133593,
                5192376087906286159227175009517657, 83086890980044694119368048483827713,
                316912650057057350374175801434, 79228164211364792769959690332,
                5192376087906286159227187894419548, 83088158630644922348769545187033089,
                316912650057057350374175801437, 79228164266705025003973247071,
                5192376087906286159227200779321439, 1267689285854457069630293868545,
            ],
            &__TABLES,
        );
        static CHECKS: [Check; 16] = Check::unpack(
            &[
                "!reserved(who)",
                "surrendered(target)",
                "enemy(target)",
                "squad_member(squad)",
                "!dead(target)",
                "!restrained(target)",
                "!reserved(target)",
                "!reserved(squad)",
                "let d: f32 = game.distance(squad, target) && d < 400.0",
                "let d: f32 = game.distance(squad, target)",
                "squad_member(partner)",
                "different(squad, partner)",
                "!following_order(partner)",
                "!reserved(partner)",
                "let d: f32 = game.distance(partner, target) && d < 400.0",
                "let d: f32 = game.distance(partner, target)",
            ],
            &[
                83076749789750199480460513764179977,
                124615758454314788740756370251317278,
                124615758444643382184120811830378528,
                124616392260272163529162296599248930,
                83077383605378980827190891342987300, 83077383595707574269147958038495270,
                83077383615050387382137599903662120, 83078017440350575283814643093471274,
                41538375322835208818971983287943212,
                166157302531300641084893838645985292,
                83077066702400035258509768146354183, 1901543600483396619107688513544,
                124619561381937067716007424807862278,
                83082771079326620507232748001492997, 9672107533473360876929105,
            ],
            &__TABLES,
        );
        static ARGS: [Arg; 12] = Arg::unpack(
            &[],
            &[85072538848984253885689547943286669314, 1238006152668342991140159494],
            &__TABLES,
        );
        static SLOTS: [Slot; 1] = Slot::unpack(&[], &[65536], &__TABLES);
        static PARAMS: [Param; 9] = Param::unpack(
            &["", "who", "target", "who", "squad", "target", "a", "b", "a"],
            &[996923532159230321825570853585223680, 25769869312],
            &__TABLES,
        );
        static PARAMS_LISTS: [&[Param]; 7] = lists(&PARAMS, [1, 2, 1, 2, 0, 2, 1]);
        static VARS: [Var; 15] = Var::unpack(
            &[
                "target",
                "squad",
                "d",
                "partner",
                "d",
                "who",
                "target",
                "squad",
                "squad",
                "target",
                "partner",
                "squad",
                "partner",
                "partner",
                "target",
            ],
            &[
                5192296862161623534681407516377088, 5192376086697341892868107053105155,
                5192296859743753448708075457478656, 5192534543022425761775498089725955,
                4295032832,
            ],
            &__TABLES,
        );
        static VARS_LISTS: [&[Var]; 10] = lists(&VARS, [3, 2, 0, 1, 1, 1, 2, 1, 2, 2]);
        static PREDICATES: [RelId; 8] = RelId::unpack(
            &[],
            &[5192613771184903133187907053355013, 65542],
            &__TABLES,
        );
        static PREDICATES_LISTS: [&[RelId]; 9] = lists(
            &PREDICATES,
            [1, 0, 1, 1, 1, 1, 1, 1, 1],
        );
        static COLUMNS: [Columns; 4] = Columns::unpack(
            &[],
            &[18447588498639749120],
            &__TABLES,
        );
        static COLUMNS_LISTS: [&[Columns]; 2] = lists(&COLUMNS, [2, 2]);
        Tables {
            name: "restraint",
            doc: "Restraining surrendered suspects.",
            types: &TYPES,
            code: b"\x01\x02\0\x05\x05\x01\0\x01\0\x02\xFF\xFF\x03\x1A\0\0\x1D\0\x02\x1C\x1B#\x05\x05\x01\x01\x01\0\x02\xFF\xFF\x03#\x1A\x01\0\x1D\x01\x02\x1C\x1B\x1A\x02\x01\x1D\x02\x02\x1B\x1D\x02\x04\x1B\x1D\x02\x10\x1C\x1B\x1A\x03\x01\x1C\x1B\x03\0\x02\0\x04\0\x02\0\x0F\x05\x01\xFF\xFF\x032\x0B\x02\x02\x01\x16\x05\x02\x01\x02\x01\x01\x02\xFF\xFF\x03#\x05\x01\x01\x03\x01\x01\x02\xFF\xFF\x03#\x05\0\x01\x04\x01\x01\x02\xFF\xFF\x03#\x05\x04\x01\x05\x01\0\x02\xFF\xFF\x03#\x05\x03\x01\x06\x01\0\x02\xFF\xFF\x03#\x05\x05\x01\x07\x01\0\x02\xFF\xFF\x03#\x05\x05\x01\x08\x01\0\x02\xFF\xFF\x03#\x03\x01\x02\xFF\xFF\x03\x04\x01\x02\xFF\xFF\x03#\x03\x02\x02\xFF\xFF\x03\x04\x02\x02\xFF\xFF\x03#\x03\x03>\x01\x04\x03>\x01\x11\0\0\0\x01\x01\0\x11\0\0\0\x01\x01\x03\x11\0\0\0\x01\x01\x01\x11\x02\x02\x01\x02\x02\0\x01\x11\x03\x03\x01\x02\x02\x03\x01\x11\x03\x05\0\x01\x01\0\x11\x01\x01\0\x01\x01\0\x11\x01\x01\0\x01\x01\x03\x11\x01\x01\0\x01\x01\x01\x16\x15\x02\x11\0\0\0\x01\x01\0\x11\0\0\0\x01\x01\x01\x11\x02\x02\x01\x02\x02\0\x01\x11\x03\x05\0\x01\x01\0\x11\x01\x01\0\x01\x01\0\x11\x01\x01\0\x01\x01\x01\x16\x05\0\x01\t\x01\x01\x02\xFF\xFF\x03#\x06\x01\x02\xFF\xFF\x03#\x05\x06\x01\n\x01\0\x02\xFF\xFF\x03#\x05\x05\x01\x0B\x01\0\x02\xFF\xFF\x03#\x03\x04\x02\xFF\xFF\x03\x04\x04\x02\xFF\xFF\x03#\x03\x05\x02\xFF\xFF\x03\x04\x05\x02\xFF\xFF\x03#\x1A\x04\0\x1C\x1B\x1A\x05\0\x1C\x1B\x1A\x06\0\x1C\x1B\x1A\x07\0\x1C\x1B",
            constants: &[
                1 as __rt::usize,
                1 as __rt::usize,
                __CAPACITY0,
                __CAPACITY1,
                __CAPACITY2,
                __CAPACITY3,
                __CAPACITY4,
                __CAPACITY5,
                __CAPACITY6,
                __CAPACITY7,
            ],
            relations: &RELATIONS,
            tasks: &TASKS,
            methods: &METHODS,
            branches: &BRANCHES,
            operators: &OPERATORS,
            axioms: &[],
            collections: &[],
            checks: &CHECKS,
            args: &ARGS,
            slots: &SLOTS,
            strands: &[],
            params: &PARAMS_LISTS,
            vars: &VARS_LISTS,
            predicates: &PREDICATES_LISTS,
            columns: &COLUMNS_LISTS,
        }
    };
    const __LAYOUTS: [__rt::Layout; 8] = __rt::Layout::all(__TABLES.relations);
    static __P0: __rt::Layout = __LAYOUTS[0];
    static __P1: __rt::Layout = __LAYOUTS[1];
    static __P2: __rt::Layout = __LAYOUTS[2];
    static __P3: __rt::Layout = __LAYOUTS[3];
    static __P4: __rt::Layout = __LAYOUTS[4];
    static __P5: __rt::Layout = __LAYOUTS[5];
    static __P6: __rt::Layout = __LAYOUTS[6];
    static __P7: __rt::Layout = __LAYOUTS[7];
    impl __rt::Domain for __domain::Domain {
        const HASH: __rt::u64 = __rt::hash::domain(0x5a9d9f67a02293d8, &__TABLES);
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
        fn fact_to_row(__fact: __domain::Fact, __row: &mut __rt::Row) -> __rt::RelId {
            match __fact {
                __domain::Fact::SquadMember(__f0) => {
                    __rt::fill(__row, &[__word0(__f0)]);
                    __rt::RelId(0)
                }
                __domain::Fact::Enemy(__f0) => {
                    __rt::fill(__row, &[__word0(__f0)]);
                    __rt::RelId(1)
                }
                __domain::Fact::Surrendered(__f0) => {
                    __rt::fill(__row, &[__word0(__f0)]);
                    __rt::RelId(2)
                }
                __domain::Fact::Restrained(__f0) => {
                    __rt::fill(__row, &[__word0(__f0)]);
                    __rt::RelId(3)
                }
                __domain::Fact::Dead(__f0) => {
                    __rt::fill(__row, &[__word0(__f0)]);
                    __rt::RelId(4)
                }
                __domain::Fact::Reserved(__f0) => {
                    __rt::fill(__row, &[__word0(__f0)]);
                    __rt::RelId(5)
                }
                __domain::Fact::FollowingOrder(__f0) => {
                    __rt::fill(__row, &[__word0(__f0)]);
                    __rt::RelId(6)
                }
                __domain::Fact::Restraining(__f0, __f1) => {
                    __rt::fill(__row, &[__word0(__f0), __word0(__f1)]);
                    __rt::RelId(7)
                }
            }
        }
        fn task_to_row(__task: __domain::Task, __row: &mut __rt::Row) -> __rt::TaskCode {
            match __task {
                __domain::Task::Reserve { who: __f0 } => {
                    __rt::fill(__row, &[__word0(__f0)]);
                    __rt::TaskCode::Task(__rt::TaskId(0))
                }
                __domain::Task::Free { who: __f0 } => {
                    __rt::fill(__row, &[__word0(__f0)]);
                    __rt::TaskCode::Task(__rt::TaskId(1))
                }
                __domain::Task::Restrain { squad: __f0, target: __f1 } => {
                    __rt::fill(__row, &[__word0(__f0), __word0(__f1)]);
                    __rt::TaskCode::Task(__rt::TaskId(2))
                }
                __domain::Task::RestrainComplement { squad: __f0, target: __f1 } => {
                    __rt::fill(__row, &[__word0(__f0), __word0(__f1)]);
                    __rt::TaskCode::Task(__rt::TaskId(3))
                }
                __domain::Task::SquadRestrain => {
                    __rt::fill(__row, &[]);
                    __rt::TaskCode::Task(__rt::TaskId(4))
                }
                __domain::Task::SquadRestrainHelper { squad: __f0, target: __f1 } => {
                    __rt::fill(__row, &[__word0(__f0), __word0(__f1)]);
                    __rt::TaskCode::Task(__rt::TaskId(5))
                }
                __domain::Task::BlockOn { a: __f0, b: __f1 } => {
                    __rt::fill(__row, &[__word0(__f0), __word0(__f1)]);
                    __rt::TaskCode::Task(__rt::TaskId(6))
                }
                __domain::Task::GlobalBlock { a: __f0 } => {
                    __rt::fill(__row, &[__word0(__f0)]);
                    __rt::TaskCode::Task(__rt::TaskId(7))
                }
                __domain::Task::FinishAction { a: __f0 } => {
                    __rt::fill(__row, &[__word0(__f0)]);
                    __rt::TaskCode::Task(__rt::TaskId(8))
                }
                __domain::Task::StopAction { a: __f0 } => {
                    __rt::fill(__row, &[__word0(__f0)]);
                    __rt::TaskCode::Task(__rt::TaskId(9))
                }
                __domain::Task::Add(__fact) => {
                    __rt::TaskCode::Add(Self::fact_to_row(__fact, __row))
                }
                __domain::Task::Delete(__fact) => {
                    __rt::TaskCode::Delete(Self::fact_to_row(__fact, __row))
                }
            }
        }
        fn fact_from_row(__rel: __rt::RelId, __row: &[__rt::u64]) -> __domain::Fact {
            let __row = &__rt::padded::<2>(__row);
            match __rel.0 {
                0 => __domain::Fact::SquadMember(__get0(__row, 0)),
                1 => __domain::Fact::Enemy(__get0(__row, 0)),
                2 => __domain::Fact::Surrendered(__get0(__row, 0)),
                3 => __domain::Fact::Restrained(__get0(__row, 0)),
                4 => __domain::Fact::Dead(__get0(__row, 0)),
                5 => __domain::Fact::Reserved(__get0(__row, 0)),
                6 => __domain::Fact::FollowingOrder(__get0(__row, 0)),
                7 => __domain::Fact::Restraining(__get0(__row, 0), __get0(__row, 1)),
                _ => ::core::unreachable!(),
            }
        }
        fn task_from_row(__task: __rt::TaskCode, __row: &[__rt::u64]) -> __domain::Task {
            match __task {
                __rt::TaskCode::Task(__task) => {
                    let __row = &__rt::padded::<2>(__row);
                    match __task.0 {
                        0 => {
                            __domain::Task::Reserve {
                                who: __get0(__row, 0),
                            }
                        }
                        1 => {
                            __domain::Task::Free {
                                who: __get0(__row, 0),
                            }
                        }
                        2 => {
                            __domain::Task::Restrain {
                                squad: __get0(__row, 0),
                                target: __get0(__row, 1),
                            }
                        }
                        3 => {
                            __domain::Task::RestrainComplement {
                                squad: __get0(__row, 0),
                                target: __get0(__row, 1),
                            }
                        }
                        4 => __domain::Task::SquadRestrain,
                        5 => {
                            __domain::Task::SquadRestrainHelper {
                                squad: __get0(__row, 0),
                                target: __get0(__row, 1),
                            }
                        }
                        6 => {
                            __domain::Task::BlockOn {
                                a: __get0(__row, 0),
                                b: __get0(__row, 1),
                            }
                        }
                        7 => {
                            __domain::Task::GlobalBlock {
                                a: __get0(__row, 0),
                            }
                        }
                        8 => {
                            __domain::Task::FinishAction {
                                a: __get0(__row, 0),
                            }
                        }
                        9 => {
                            __domain::Task::StopAction {
                                a: __get0(__row, 0),
                            }
                        }
                        _ => ::core::unreachable!(),
                    }
                }
                __rt::TaskCode::Add(__rel) => {
                    __domain::Task::Add(Self::fact_from_row(__rel, __row))
                }
                __rt::TaskCode::Delete(__rel) => {
                    __domain::Task::Delete(Self::fact_from_row(__rel, __row))
                }
            }
        }
        fn action_from_row(
            __task: __rt::TaskId,
            __row: &[__rt::u64],
        ) -> ::core::option::Option<__domain::Action> {
            let __row = &__rt::padded::<2>(__row);
            match __task.0 {
                2 => {
                    ::core::option::Option::Some(__domain::Action::Restrain {
                        squad: __get0(__row, 0),
                        target: __get0(__row, 1),
                    })
                }
                3 => {
                    ::core::option::Option::Some(__domain::Action::RestrainComplement {
                        squad: __get0(__row, 0),
                        target: __get0(__row, 1),
                    })
                }
                _ => ::core::option::Option::None,
            }
        }
    }
    impl ::core::convert::From<__domain::Action> for __domain::Task {
        fn from(__action: __domain::Action) -> Self {
            match __action {
                __domain::Action::Restrain { squad: __f0, target: __f1 } => {
                    __domain::Task::Restrain {
                        squad: __f0,
                        target: __f1,
                    }
                }
                __domain::Action::RestrainComplement { squad: __f0, target: __f1 } => {
                    __domain::Task::RestrainComplement {
                        squad: __f0,
                        target: __f1,
                    }
                }
            }
        }
    }
    impl ::core::fmt::Display for __domain::Fact {
        fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            __rt::show_fact::<__domain::Domain>(::core::convert::Into::into(*self), __f)
        }
    }
    impl ::core::cmp::PartialEq for __domain::Fact {
        fn eq(&self, __other: &Self) -> __rt::bool {
            __rt::same_fact::<
                __domain::Domain,
            >(::core::convert::Into::into(*self), ::core::convert::Into::into(*__other))
        }
    }
    impl ::core::cmp::Eq for __domain::Fact {}
    impl ::core::hash::Hash for __domain::Fact {
        fn hash<__H: ::core::hash::Hasher>(&self, __hasher: &mut __H) {
            __rt::hash_fact::<
                __domain::Domain,
                __H,
            >(::core::convert::Into::into(*self), __hasher)
        }
    }
    impl ::core::fmt::Display for __domain::Task {
        fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            __rt::show_task::<__domain::Domain>(::core::convert::Into::into(*self), __f)
        }
    }
    impl ::core::cmp::PartialEq for __domain::Task {
        fn eq(&self, __other: &Self) -> __rt::bool {
            __rt::same_task::<
                __domain::Domain,
            >(::core::convert::Into::into(*self), ::core::convert::Into::into(*__other))
        }
    }
    impl ::core::cmp::Eq for __domain::Task {}
    impl ::core::hash::Hash for __domain::Task {
        fn hash<__H: ::core::hash::Hasher>(&self, __hasher: &mut __H) {
            __rt::hash_task::<
                __domain::Domain,
                __H,
            >(::core::convert::Into::into(*self), __hasher)
        }
    }
    impl __domain::Task {
        /// The agents among its arguments, in order.
        pub fn agents(self) -> __rt::Agents<__domain::Domain> {
            __rt::task_agents::<__domain::Domain>(::core::convert::Into::into(self))
        }
        /// Its name, as in the domain.
        pub fn name(self) -> &'static __rt::str {
            __rt::task_name::<__domain::Domain>(::core::convert::Into::into(self))
        }
        /// Its doc comment in the domain.
        pub fn doc(self) -> &'static __rt::str {
            __rt::task_doc::<__domain::Domain>(::core::convert::Into::into(self))
        }
    }
    impl ::core::fmt::Display for __domain::Action {
        fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            __rt::show_task::<__domain::Domain>(::core::convert::Into::into(*self), __f)
        }
    }
    impl ::core::cmp::PartialEq for __domain::Action {
        fn eq(&self, __other: &Self) -> __rt::bool {
            __rt::same_task::<
                __domain::Domain,
            >(::core::convert::Into::into(*self), ::core::convert::Into::into(*__other))
        }
    }
    impl ::core::cmp::Eq for __domain::Action {}
    impl ::core::hash::Hash for __domain::Action {
        fn hash<__H: ::core::hash::Hasher>(&self, __hasher: &mut __H) {
            __rt::hash_task::<
                __domain::Domain,
                __H,
            >(::core::convert::Into::into(*self), __hasher)
        }
    }
    impl __domain::Action {
        /// The agents among its arguments, in order.
        pub fn agents(self) -> __rt::Agents<__domain::Domain> {
            __rt::task_agents::<__domain::Domain>(::core::convert::Into::into(self))
        }
        /// Its name, as in the domain.
        pub fn name(self) -> &'static __rt::str {
            __rt::task_name::<__domain::Domain>(::core::convert::Into::into(self))
        }
        /// Its doc comment in the domain.
        pub fn doc(self) -> &'static __rt::str {
            __rt::task_doc::<__domain::Domain>(::core::convert::Into::into(self))
        }
    }
    const _: () = {
        let _ = __domain::rows::squad_member::<__domain::Domain>;
        let _ = __domain::rows::enemy::<__domain::Domain>;
        let _ = __domain::rows::surrendered::<__domain::Domain>;
        let _ = __domain::rows::restrained::<__domain::Domain>;
        let _ = __domain::rows::dead::<__domain::Domain>;
        let _ = __domain::rows::reserved::<__domain::Domain>;
        let _ = __domain::rows::following_order::<__domain::Domain>;
        let _ = __domain::rows::restraining::<__domain::Domain>;
        let _ = __domain::holds::different::<__domain::Domain>;
    };
    const _: () = {
        #[inline]
        fn __tests0<'a>(
            __c: __rt::Game<'a, __Context<'_>>,
            __slots: &'a [__rt::u64],
        ) -> __rt::bool {
            fn a() {}
            let a: __T0 = __get0(__slots, 0);
            fn b() {}
            let b: __T0 = __get0(__slots, 1);
            if a != b { true } else { false }
        }
        const __FUNCTIONS: __rt::Functions<__domain::Domain> = __rt::Functions {
            words: &[],
            tests: &[__tests0],
            keys: &[],
            costs: &[],
            solvers: &[],
            changes: &[],
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
            use __rt::tables::*;
            static TYPES: [Type; 3] = [
                __rt::Codec::ty(&__CODEC0, "Actor"),
                __rt::Codec::ty(&__CODEC1, "f32"),
                __rt::Codec::ty(&__CODEC2, "::core::primitive::usize"),
            ];
            static RELATIONS: [Relation; 8] = Relation::unpack(
                &[
                    "squad_member",
                    "",
                    "enemy",
                    "",
                    "surrendered",
                    "",
                    "restrained",
                    "",
                    "dead",
                    "",
                    "reserved",
                    "",
                    "following_order",
                    "",
                    "restraining",
                    "",
                ],
                &[
                    41539008698414438421403235684253696,
                    83077383561857356173440498022744064,
                    41538374868278916176712099940007939,
                    83076749794585755184966436492279809, 73787539304921366529,
                ],
                &__TABLES,
            );
            static PARAMS: [Param; 3] = Param::unpack(
                &["", "who", "target"],
                &[3377708310528000],
                &__TABLES,
            );
            static PARAMS_LISTS: [&[Param]; 2] = lists(&PARAMS, [1, 2]);
            static VARS_LISTS: [&[Var]; 0] = lists(&[], []);
            static PREDICATES_LISTS: [&[RelId]; 0] = lists(&[], []);
            static COLUMNS: [Columns; 4] = Columns::unpack(
                &[],
                &[18447588498639749120],
                &__TABLES,
            );
            static COLUMNS_LISTS: [&[Columns]; 2] = lists(&COLUMNS, [2, 2]);
            Tables {
                name: "restraint",
                doc: "Restraining surrendered suspects.",
                types: &TYPES,
                code: b"\x01\x02\0\x06\0\x02\xFF\xFF\x03#",
                constants: &[
                    __CAPACITY0,
                    __CAPACITY1,
                    __CAPACITY2,
                    __CAPACITY3,
                    __CAPACITY4,
                    __CAPACITY5,
                    __CAPACITY6,
                    __CAPACITY7,
                ],
                relations: &RELATIONS,
                tasks: &[],
                methods: &[],
                branches: &[],
                operators: &[],
                axioms: &[],
                collections: &[],
                checks: &[],
                args: &[],
                slots: &[],
                strands: &[],
                params: &PARAMS_LISTS,
                vars: &VARS_LISTS,
                predicates: &PREDICATES_LISTS,
                columns: &COLUMNS_LISTS,
            }
        };
        const __LAYOUTS: [__rt::Layout; 8] = __rt::Layout::all(__TABLES.relations);
        static __P0: __rt::Layout = __LAYOUTS[0];
        static __P1: __rt::Layout = __LAYOUTS[1];
        static __P2: __rt::Layout = __LAYOUTS[2];
        static __P3: __rt::Layout = __LAYOUTS[3];
        static __P4: __rt::Layout = __LAYOUTS[4];
        static __P5: __rt::Layout = __LAYOUTS[5];
        static __P6: __rt::Layout = __LAYOUTS[6];
        static __P7: __rt::Layout = __LAYOUTS[7];
        impl __rt::QueryDomain for __domain::Domain {
            #[inline]
            fn tables() -> &'static __rt::Tables {
                &__TABLES
            }
            #[inline]
            fn functions() -> &'static __rt::Functions<Self> {
                &__FUNCTIONS
            }
        }
        impl __rt::AxiomQuery<0> for __domain::Domain {
            type Given = (::core::option::Option<__T0>, ::core::option::Option<__T0>);
            type Found = (__T0, __T0);
            const NAMES: &'static [&'static __rt::str] = &["a", "b"];
            const PATTERNS: &'static [(__rt::u32, __rt::u32, __rt::u16)] = &[(3, 3, 2)];
            #[inline]
            fn given(__given: Self::Given, __row: &mut __rt::Row) -> __rt::u32 {
                __rt::fill(
                    __row,
                    &[
                        match __given.0 {
                            ::core::option::Option::Some(__value) => __word0(__value),
                            _ => 0,
                        },
                        match __given.1 {
                            ::core::option::Option::Some(__value) => __word0(__value),
                            _ => 0,
                        },
                    ],
                );
                0 | (::core::option::Option::is_some(&__given.0) as __rt::u32) << 0
                    | (::core::option::Option::is_some(&__given.1) as __rt::u32) << 1
            }
            #[inline]
            fn found(__words: &[__rt::u64]) -> Self::Found {
                (__get0(__words, 0), __get0(__words, 1))
            }
        }
    };
};

// 0: RootCall
// 1: RootNext
// 2: Fail
// 3: Fact { rel: RelId(5), index: 1, atom: Run { at: 0, len: 1 }, there: false, on_fail: Pc(2), branch: BranchId(65535) }
// 4: Apply { id: OperatorId(0), cost: Nothing }
// 5: Change { f: FnId(0), parts: Parts(2) }
// 6: Applied
// 7: Moment
// 8: Holds
// 9: Fact { rel: RelId(5), index: 1, atom: Run { at: 1, len: 1 }, there: false, on_fail: Pc(2), branch: BranchId(65535) }
// 10: Holds
// 11: Apply { id: OperatorId(1), cost: Nothing }
// 12: Change { f: FnId(1), parts: Parts(2) }
// 13: Applied
// 14: Moment
// 15: Apply { id: OperatorId(2), cost: One }
// 16: Change { f: FnId(2), parts: Parts(2) }
// 17: Moment
// 18: Change { f: FnId(2), parts: Parts(4) }
// 19: Moment
// 20: Change { f: FnId(2), parts: Parts(16) }
// 21: Applied
// 22: Moment
// 23: Apply { id: OperatorId(3), cost: One }
// 24: Applied
// 25: Moment
// 26: Solve { f: FnId(0), on_fail: Pc(2), branch: BranchId(0) }
// 27: SolveNext { f: FnId(0), on_fail: Pc(2), branch: BranchId(0) }
// 28: Begin { of: Callee { task: TaskId(5), method: MethodId(1), branch: BranchId(65535), entry: Pc(50), frame: 11 }, args: InlineArgs { len: 2, slots: [Slot(2), Slot(1), Slot(0), Slot(0)] } }
// 29: Done
// 30: Fact { rel: RelId(2), index: 1, atom: Run { at: 2, len: 1 }, there: true, on_fail: Pc(2), branch: BranchId(65535) }
// 31: Holds
// 32: Fact { rel: RelId(1), index: 1, atom: Run { at: 3, len: 1 }, there: true, on_fail: Pc(2), branch: BranchId(65535) }
// 33: Holds
// 34: Fact { rel: RelId(0), index: 1, atom: Run { at: 4, len: 1 }, there: true, on_fail: Pc(2), branch: BranchId(65535) }
// 35: Holds
// 36: Fact { rel: RelId(4), index: 1, atom: Run { at: 5, len: 1 }, there: false, on_fail: Pc(2), branch: BranchId(65535) }
// 37: Holds
// 38: Fact { rel: RelId(3), index: 1, atom: Run { at: 6, len: 1 }, there: false, on_fail: Pc(2), branch: BranchId(65535) }
// 39: Holds
// 40: Fact { rel: RelId(5), index: 1, atom: Run { at: 7, len: 1 }, there: false, on_fail: Pc(2), branch: BranchId(65535) }
// 41: Holds
// 42: Fact { rel: RelId(5), index: 1, atom: Run { at: 8, len: 1 }, there: false, on_fail: Pc(2), branch: BranchId(65535) }
// 43: Holds
// 44: Solve { f: FnId(1), on_fail: Pc(2), branch: BranchId(65535) }
// 45: SolveNext { f: FnId(1), on_fail: Pc(2), branch: BranchId(65535) }
// 46: Holds
// 47: Solve { f: FnId(2), on_fail: Pc(2), branch: BranchId(65535) }
// 48: SolveNext { f: FnId(2), on_fail: Pc(2), branch: BranchId(65535) }
// 49: Holds
// 50: Solve { f: FnId(3), on_fail: Pc(62), branch: BranchId(1) }
// 51: SolveNext { f: FnId(3), on_fail: Pc(62), branch: BranchId(1) }
// 52: Step { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 53: Step { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(3), Slot(0), Slot(0), Slot(0)] } }
// 54: Step { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 55: Step { f: FnId(2), id: OperatorId(2), cost: One, frame: 2, args: InlineArgs { len: 2, slots: [Slot(0), Slot(1), Slot(0), Slot(0)] } }
// 56: Step { f: FnId(3), id: OperatorId(3), cost: One, frame: 2, args: InlineArgs { len: 2, slots: [Slot(3), Slot(1), Slot(0), Slot(0)] } }
// 57: Step { f: FnId(3), id: OperatorId(5), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 58: Step { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 59: Step { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(3), Slot(0), Slot(0), Slot(0)] } }
// 60: Step { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 61: Done
// 62: Branch(BranchId(2))
// 63: Step { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 64: Step { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 65: Step { f: FnId(2), id: OperatorId(2), cost: One, frame: 2, args: InlineArgs { len: 2, slots: [Slot(0), Slot(1), Slot(0), Slot(0)] } }
// 66: Step { f: FnId(3), id: OperatorId(5), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 67: Step { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 68: Step { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 69: Done
// 70: Fact { rel: RelId(0), index: 1, atom: Run { at: 9, len: 1 }, there: true, on_fail: Pc(2), branch: BranchId(65535) }
// 71: Holds
// 72: Test { f: FnId(1), on_fail: Pc(2), branch: BranchId(65535) }
// 73: Holds
// 74: Fact { rel: RelId(6), index: 1, atom: Run { at: 10, len: 1 }, there: false, on_fail: Pc(2), branch: BranchId(65535) }
// 75: Holds
// 76: Fact { rel: RelId(5), index: 1, atom: Run { at: 11, len: 1 }, there: false, on_fail: Pc(2), branch: BranchId(65535) }
// 77: Holds
// 78: Solve { f: FnId(4), on_fail: Pc(2), branch: BranchId(65535) }
// 79: SolveNext { f: FnId(4), on_fail: Pc(2), branch: BranchId(65535) }
// 80: Holds
// 81: Solve { f: FnId(5), on_fail: Pc(2), branch: BranchId(65535) }
// 82: SolveNext { f: FnId(5), on_fail: Pc(2), branch: BranchId(65535) }
// 83: Holds
// 84: Apply { id: OperatorId(4), cost: Nothing }
// 85: Applied
// 86: Moment
// 87: Apply { id: OperatorId(5), cost: Nothing }
// 88: Applied
// 89: Moment
// 90: Apply { id: OperatorId(6), cost: Nothing }
// 91: Applied
// 92: Moment
// 93: Apply { id: OperatorId(7), cost: Nothing }
// 94: Applied
// 95: Moment
