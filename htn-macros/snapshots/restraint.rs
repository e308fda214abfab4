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
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
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
    pub type Headquarters = ::squad_htn::Headquarters<Domain>;
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
        ) -> ::core::result::Result<bool, ::squad_htn::PlannerFull>
        where
            __D: ::squad_htn::__private::Question<
                0u16,
                Given = (
                    ::core::option::Option<super::Actor>,
                    ::core::option::Option<super::Actor>,
                ),
            >,
        {
            ::squad_htn::__private::holds::<
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
    use ::squad_htn::__private as __rt;
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
            __domain::Headquarters,
        ),
    > = ::core::marker::PhantomData;
    const __CODEC0: __rt::Codec<__T0> = __rt::codec::<__T0>("`Actor`");
    #[inline]
    fn __get0(__slots: &[u64], __slot: usize) -> __T0 {
        __rt::Codec::get(&__CODEC0, __slots, __slot)
    }
    #[inline]
    fn __word0(__value: __T0) -> u64 {
        __rt::Codec::word(&__CODEC0, __value)
    }
    const __CODEC1: __rt::Codec<__T1> = __rt::codec::<__T1>("`f32`");
    #[inline]
    fn __get1(__slots: &[u64], __slot: usize) -> __T1 {
        __rt::Codec::get(&__CODEC1, __slots, __slot)
    }
    #[inline]
    fn __word1(__value: __T1) -> u64 {
        __rt::Codec::word(&__CODEC1, __value)
    }
    const __CODEC2: __rt::Codec<__T2> = __rt::codec::<
        __T2,
    >("`::core::primitive::usize`");
    #[inline]
    fn __get2(__slots: &[u64], __slot: usize) -> __T2 {
        __rt::Codec::get(&__CODEC2, __slots, __slot)
    }
    #[inline]
    fn __word2(__value: __T2) -> u64 {
        __rt::Codec::word(&__CODEC2, __value)
    }
    fn __words0<'a>(__context: &'a __Context<'_>, __slots: &'a [u64]) -> u64 {
        fn game() {}
        let game = __context;
        fn squad() {}
        let squad: __T0 = __get0(__slots, 2);
        fn target() {}
        let target: __T0 = __get0(__slots, 1);
        let __value: __T1 = game.distance(squad, target);
        __word1(__value)
    }
    fn __words1<'a>(__context: &'a __Context<'_>, __slots: &'a [u64]) -> u64 {
        fn game() {}
        let game = __context;
        fn partner() {}
        let partner: __T0 = __get0(__slots, 3);
        fn target() {}
        let target: __T0 = __get0(__slots, 1);
        let __value: __T1 = game.distance(partner, target);
        __word1(__value)
    }
    fn __tests0<'a>(__context: &'a __Context<'_>, __slots: &'a [u64]) -> bool {
        fn d() {}
        let d: __T1 = __get1(__slots, 3);
        if d < 400.0 { true } else { false }
    }
    fn __tests1<'a>(__context: &'a __Context<'_>, __slots: &'a [u64]) -> bool {
        fn a() {}
        let a: __T0 = __get0(__slots, 0);
        fn b() {}
        let b: __T0 = __get0(__slots, 3);
        if a != b { true } else { false }
    }
    fn __tests2<'a>(__context: &'a __Context<'_>, __slots: &'a [u64]) -> bool {
        fn d() {}
        let d: __T1 = __get1(__slots, 4);
        if d < 400.0 { true } else { false }
    }
    fn __keys0<'a>(__context: &'a __Context<'_>, __slots: &'a [u64], __out: &mut [u64]) {
        fn d() {}
        let d: __T1 = __get1(__slots, 3);
        __rt::SortKey::write(d, false, __out)
    }
    fn __keys1<'a>(__context: &'a __Context<'_>, __slots: &'a [u64], __out: &mut [u64]) {
        fn d() {}
        let d: __T1 = __get1(__slots, 4);
        __rt::SortKey::write(d, false, __out)
    }
    fn __solvers0<'a>(
        __c: &'a __Context<'_>,
        __s: &mut [u64],
        __q: &mut __rt::Query<'_>,
        __again: bool,
    ) -> __rt::Answer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<11>() else {
            return __rt::Answer::No
        };
        let __facts = __rt::Query::facts(__q);
        let mut __left = __q.left;
        let mut __at: u64 = if __again { __s[10] } else { 1 };
        let mut __c7 = __s[7];
        let mut __c8 = __s[8];
        let mut __c9 = __s[9];
        if !__again {
            __s[0] = __q.height(0);
        }
        let __answer = '__go: loop {
            match __at {
                1 => {
                    __q.cut(0, __s[0]);
                    if !__q.open(0, 1 as ::core::primitive::usize, 3, &mut __s[4]) {
                        break '__go __rt::Answer::Full;
                    }
                    __s[6] = __q.height(1);
                    __c7 = __facts.first(&__P2);
                    __at = 3;
                    continue '__go;
                }
                3 => {
                    loop {
                        if !(__c7 != 0) {
                            __at = 2;
                            continue '__go;
                        }
                        if __left <= 0 {
                            break '__go __rt::Answer::Paused;
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
                        __at = 4;
                        continue '__go;
                    }
                }
                4 => {
                    loop {
                        if !(__c8 != 0) {
                            __at = 3;
                            continue '__go;
                        }
                        if __left <= 0 {
                            break '__go __rt::Answer::Paused;
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
                        let mut __key = [0u64; 1 as ::core::primitive::usize];
                        __keys0(__c, &*__s, &mut __key);
                        if !__q.push(0, __s[4], &__key, &__s[1..4]) {
                            break '__go __rt::Answer::Full;
                        }
                        continue;
                    }
                }
                2 => {
                    __q.close(0, __s[4]);
                    __q.cut(1, __s[6]);
                    let __region = __s[4];
                    if !(__q.first(0, __region, &mut __c9, &mut __s[1..4])) {
                        break '__go __rt::Answer::No;
                    }
                    __at = 5;
                    continue '__go;
                }
                6 => {
                    __q.left = __left;
                    let __region = __s[4];
                    let __found = __q.next(0, __region, &mut __c9, &mut __s[1..4]);
                    __left = __q.left;
                    match __found {
                        __rt::Answer::Yes => {}
                        __found => break '__go __found,
                    }
                    __at = 5;
                    continue '__go;
                }
                5 => {
                    __at = 6;
                    break '__go __rt::Answer::found(__c9 != 0);
                }
                _ => break '__go __rt::Answer::No,
            }
        };
        __q.left = __left;
        __s[7] = __c7;
        __s[8] = __c8;
        __s[9] = __c9;
        __s[10] = __at;
        if let __rt::Answer::Last | __rt::Answer::No = __answer {
            __q.cut(0, __s[0]);
        }
        __answer
    }
    fn __solvers1<'a>(
        __c: &'a __Context<'_>,
        __s: &mut [u64],
        __q: &mut __rt::Query<'_>,
        __again: bool,
    ) -> __rt::Answer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<4>() else {
            return __rt::Answer::No
        };
        let __answer = '__go: {
            __s[3] = __words0(__c, &*__s);
            if !(__tests0(__c, &*__s)) {
                break '__go __rt::Answer::No;
            }
            break '__go __rt::Answer::Last;
        };
        __answer
    }
    fn __solvers2<'a>(
        __c: &'a __Context<'_>,
        __s: &mut [u64],
        __q: &mut __rt::Query<'_>,
        __again: bool,
    ) -> __rt::Answer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<4>() else {
            return __rt::Answer::No
        };
        let __answer = '__go: {
            __s[3] = __words0(__c, &*__s);
            break '__go __rt::Answer::Last;
        };
        __answer
    }
    fn __solvers3<'a>(
        __c: &'a __Context<'_>,
        __s: &mut [u64],
        __q: &mut __rt::Query<'_>,
        __again: bool,
    ) -> __rt::Answer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<11>() else {
            return __rt::Answer::No
        };
        let __facts = __rt::Query::facts(__q);
        let mut __left = __q.left;
        let mut __at: u64 = if __again { __s[10] } else { 1 };
        let mut __c8 = __s[8];
        let mut __c9 = __s[9];
        if !__again {
            __s[2] = __q.height(0);
        }
        let __answer = '__go: loop {
            match __at {
                1 => {
                    __q.cut(0, __s[2]);
                    if !__q.open(0, 1 as ::core::primitive::usize, 2, &mut __s[5]) {
                        break '__go __rt::Answer::Full;
                    }
                    __s[7] = __q.height(1);
                    __c8 = __facts.first(&__P0);
                    __at = 3;
                    continue '__go;
                }
                3 => {
                    loop {
                        if !(__c8 != 0) {
                            __at = 2;
                            continue '__go;
                        }
                        if __left <= 0 {
                            break '__go __rt::Answer::Paused;
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
                        let mut __key = [0u64; 1 as ::core::primitive::usize];
                        __keys1(__c, &*__s, &mut __key);
                        if !__q.push(0, __s[5], &__key, &__s[3..5]) {
                            break '__go __rt::Answer::Full;
                        }
                        continue;
                    }
                }
                2 => {
                    __q.close(0, __s[5]);
                    __q.cut(1, __s[7]);
                    let __region = __s[5];
                    if !(__q.first(0, __region, &mut __c9, &mut __s[3..5])) {
                        break '__go __rt::Answer::No;
                    }
                    __at = 4;
                    continue '__go;
                }
                5 => {
                    __q.left = __left;
                    let __region = __s[5];
                    let __found = __q.next(0, __region, &mut __c9, &mut __s[3..5]);
                    __left = __q.left;
                    match __found {
                        __rt::Answer::Yes => {}
                        __found => break '__go __found,
                    }
                    __at = 4;
                    continue '__go;
                }
                4 => {
                    __at = 5;
                    break '__go __rt::Answer::found(__c9 != 0);
                }
                _ => break '__go __rt::Answer::No,
            }
        };
        __q.left = __left;
        __s[8] = __c8;
        __s[9] = __c9;
        __s[10] = __at;
        if let __rt::Answer::Last | __rt::Answer::No = __answer {
            __q.cut(0, __s[2]);
        }
        __answer
    }
    fn __solvers4<'a>(
        __c: &'a __Context<'_>,
        __s: &mut [u64],
        __q: &mut __rt::Query<'_>,
        __again: bool,
    ) -> __rt::Answer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<4>() else {
            return __rt::Answer::No
        };
        let __answer = '__go: {
            if !(__tests1(__c, &*__s)) {
                break '__go __rt::Answer::No;
            }
            break '__go __rt::Answer::Last;
        };
        __answer
    }
    fn __solvers5<'a>(
        __c: &'a __Context<'_>,
        __s: &mut [u64],
        __q: &mut __rt::Query<'_>,
        __again: bool,
    ) -> __rt::Answer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<5>() else {
            return __rt::Answer::No
        };
        let __answer = '__go: {
            __s[4] = __words1(__c, &*__s);
            if !(__tests2(__c, &*__s)) {
                break '__go __rt::Answer::No;
            }
            break '__go __rt::Answer::Last;
        };
        __answer
    }
    fn __solvers6<'a>(
        __c: &'a __Context<'_>,
        __s: &mut [u64],
        __q: &mut __rt::Query<'_>,
        __again: bool,
    ) -> __rt::Answer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<5>() else {
            return __rt::Answer::No
        };
        let __answer = '__go: {
            __s[4] = __words1(__c, &*__s);
            break '__go __rt::Answer::Last;
        };
        __answer
    }
    fn __changes0<'a>(
        __c: &'a __Context<'_>,
        __s: &mut [u64],
        __w: &mut __rt::FactWriter<'_>,
        __parts: __rt::tables::Parts,
    ) -> __rt::Answer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<1>() else {
            return __rt::Answer::No
        };
        '__go: {
            if __parts.0 & 1 != 0 {
                let __facts = __rt::FactWriter::facts(__w);
                if !(!__facts.has(&__P5, __s[0])) {
                    break '__go __rt::Answer::No;
                }
            }
            if __parts.0 & 2 != 0 {
                if !__rt::FactWriter::add_one(__w, &__P5, __s[0]) {
                    break '__go __rt::Answer::Full;
                }
            }
            break '__go __rt::Answer::Last;
        }
    }
    fn __changes1<'a>(
        __c: &'a __Context<'_>,
        __s: &mut [u64],
        __w: &mut __rt::FactWriter<'_>,
        __parts: __rt::tables::Parts,
    ) -> __rt::Answer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<1>() else {
            return __rt::Answer::No
        };
        '__go: {
            {
                if !__rt::FactWriter::remove_one(__w, &__P5, __s[0]) {
                    break '__go __rt::Answer::Full;
                }
            }
            break '__go __rt::Answer::Last;
        }
    }
    fn __changes2<'a>(
        __c: &'a __Context<'_>,
        __s: &mut [u64],
        __w: &mut __rt::FactWriter<'_>,
        __parts: __rt::tables::Parts,
    ) -> __rt::Answer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<2>() else {
            return __rt::Answer::No
        };
        '__go: {
            if __parts.0 & 2 != 0 {
                if !__rt::FactWriter::add_two(__w, &__P7, [__s[0], __s[1]]) {
                    break '__go __rt::Answer::Full;
                }
            }
            if __parts.0 & 4 != 0 {
                if !__rt::FactWriter::remove_two(__w, &__P7, [__s[0], __s[1]]) {
                    break '__go __rt::Answer::Full;
                }
            }
            if __parts.0 & 16 != 0 {
                if !__rt::FactWriter::add_one(__w, &__P3, __s[1]) {
                    break '__go __rt::Answer::Full;
                }
            }
            break '__go __rt::Answer::Last;
        }
    }
    fn __changes3<'a>(
        __c: &'a __Context<'_>,
        __s: &mut [u64],
        __w: &mut __rt::FactWriter<'_>,
        __parts: __rt::tables::Parts,
    ) -> __rt::Answer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<0>() else {
            return __rt::Answer::No
        };
        '__go: {
            break '__go __rt::Answer::Last;
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
            __solvers6,
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
                    slot: Slot(1),
                },
            ],
            &[
                Var {
                    name: "squad",
                    ty: TypeId(0),
                    slot: Slot(2),
                },
            ],
            &[
                Var {
                    name: "squad",
                    ty: TypeId(0),
                    slot: Slot(2),
                },
                Var {
                    name: "target",
                    ty: TypeId(0),
                    slot: Slot(1),
                },
            ],
            &[
                Var {
                    name: "partner",
                    ty: TypeId(0),
                    slot: Slot(3),
                },
            ],
            &[
                Var {
                    name: "squad",
                    ty: TypeId(0),
                    slot: Slot(0),
                },
                Var {
                    name: "partner",
                    ty: TypeId(0),
                    slot: Slot(3),
                },
            ],
            &[
                Var {
                    name: "partner",
                    ty: TypeId(0),
                    slot: Slot(3),
                },
                Var {
                    name: "target",
                    ty: TypeId(0),
                    slot: Slot(1),
                },
            ],
            &[
                Var {
                    name: "target",
                    ty: TypeId(0),
                    slot: Slot(1),
                },
                Var {
                    name: "squad",
                    ty: TypeId(0),
                    slot: Slot(2),
                },
                Var {
                    name: "d",
                    ty: TypeId(1),
                    slot: Slot(3),
                },
            ],
            &[
                Var {
                    name: "partner",
                    ty: TypeId(0),
                    slot: Slot(3),
                },
                Var {
                    name: "d",
                    ty: TypeId(1),
                    slot: Slot(4),
                },
            ],
            &[],
            &[
                Var {
                    name: "who",
                    ty: TypeId(0),
                    slot: Slot(0),
                },
            ],
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
                ("squad_member", "", __CAPACITY0, 8589934592),
                ("enemy", "", __CAPACITY1, 0),
                ("surrendered", "", __CAPACITY2, 8589934592),
                ("restrained", "", __CAPACITY3, 0),
                ("dead", "", __CAPACITY4, 0),
                ("reserved", "", __CAPACITY5, 0),
                ("following_order", "", __CAPACITY6, 0),
                ("restraining", "", __CAPACITY7, 65537),
            ],
            PARAMS,
            COLUMNS,
        );
        static TASKS: [TaskRow; 10] = rows::tasks(
            [
                (
                    "reserve",
                    "Keeps every other plan away from `who`.",
                    4722366482869695545858,
                ),
                ("free", "", 4722366482869829763586),
                ("restrain", "Cuffs a suspect.", 9444732965739542086401),
                ("restrain_complement", "", 9444732965739676304129),
                ("squad_restrain", "", 51946031311566533559296),
                ("squad_restrain_helper", "", 51946103369160974140160),
                ("block_on", "", 9444732965740716492035),
                ("global_block", "", 4722366482871121610244),
                ("finish_action", "", 4722366482871171941893),
                ("stop_action", "", 4722366482871222273542),
            ],
            PARAMS,
        );
        static METHODS: [MethodRow; 2] = rows::methods([("", 4), ("", 5)]);
        static CHECKS: [Check; 16] = rows::checks(
            [
                ("surrendered(target)", 1329248278813489544220017369726976000),
                ("enemy(target)", 1329248278504004534398672301002326017),
                ("squad_member(squad)", 1329268560604127898614234049174175746),
                ("!dead(target)", 20283647543690958900446896586755),
                ("!restrained(target)", 20283338058681137555378171936772),
                ("!reserved(target)", 20283957028700780245515621629957),
                ("!reserved(squad)", 40566366637074817152332518260741),
                (
                    "let d: f32 = game.distance(squad, target) && d < 400.0",
                    20282100128123478910464959447046,
                ),
                (
                    "let d: f32 = game.distance(squad, target)",
                    20282100128123478910464959643654,
                ),
                ("squad_member(partner)", 1329288843013740995017623735718248450),
                ("different(squad, partner)", 20282100137531318388056832606214),
                ("!following_order(partner)", 60849085735181041887087786917895),
                ("!reserved(partner)", 60848776250171220542019062267909),
                (
                    "let d: f32 = game.distance(partner, target) && d < 400.0",
                    20282100142290578359073897381894,
                ),
                (
                    "let d: f32 = game.distance(partner, target)",
                    20282100142290578359073897578502,
                ),
                ("!reserved(who)", 1547467550405352645408129029),
            ],
            PREDICATES,
            VARS,
        );
        static BRANCHES: [BranchRow; 3] = rows::branches(
            [
                (
                    "nearest",
                    "The squad member closest to a surrendered suspect.",
                    2251799813685254,
                ),
                ("with_complement", "", 18448151448593694727),
                ("alone", "", 1208907372870555465154568),
            ],
            VARS,
            KEY_WORDS,
        );
        static OPERATORS: [OperatorRow; 8] = rows::operators(
            [
                (
                    "Keeps every other plan away from `who`.",
                    [
                        340282366841719972355667186871622107136,
                        554597137728977571700839284741,
                        340277174624079928930893700704239616007, 110682153317887770629,
                        309485009821345068858999041,
                    ],
                ),
                (
                    "",
                    [
                        340282366841719972355667186871622631425,
                        1109194275457955143401678569484,
                        340277174624079928949340726184206401550, 110682153317887770629, 0,
                    ],
                ),
                (
                    "Cuffs a suspect.",
                    [
                        340282366841719972355667468346599604226,
                        1584563250691115121569798553616,
                        340277174624079928949340726184206401558, 110681590367934480392, 0,
                    ],
                ),
                (
                    "",
                    [
                        340282366841719972355667468346600128515,
                        1980704063317777041788711731225,
                        340277174624079928949340726184206401561, 110682153317887770630, 0,
                    ],
                ),
                (
                    "",
                    [
                        340282366841719972355667186871627481094,
                        6892850140345864105424716824663,
                        340277174624079928949340726184206401623, 110682153317887770630, 0,
                    ],
                ),
                (
                    "",
                    [
                        340282366841719972355667186871627677703,
                        7130534627943997350439362232410,
                        340277174624079928949340726184206401626, 110682153317887770630, 0,
                    ],
                ),
                (
                    "",
                    [
                        340282366841719972355667186871627874312,
                        7368219115542130595454007640157,
                        340277174624079928949340726184206401629, 110682153317887770630, 0,
                    ],
                ),
                (
                    "",
                    [
                        340282366841719972355667186871628070921,
                        7605903603140263840468653047904,
                        340277174624079928949340726184206401632, 110682153317887770630, 0,
                    ],
                ),
            ],
            &CHECKS,
            PREDICATES,
            VARS,
        );
        static AXIOMS: [AxiomRow; 0] = rows::axioms([]);
        static COLLECTIONS: [Collection; 0] = rows::collections([]);
        static ARGS: [Arg; 12] = rows::cells([2, 2, 6, 6, 10, 6, 6, 6, 10, 14, 14, 14]);
        static SLOTS: [Slot; 1] = rows::slots([0]);
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
            code: b"\x01\x02\0\x05\x05\x01\0\x01\0\x02\x1A\0\0\x1D\0\x02\x1C\x1B#\x05\x05\x01\x01\x01\0\x02#\x1A\x01\0\x1D\x01\x02\x1C\x1B\x1A\x02\x01\x1D\x02\x02\x1B\x1D\x02\x04\x1B\x1D\x02\x10\x1C\x1B\x1A\x03\x01\x1C\x1B\x03\0\x02\0\x04\0\x02\0\x0F\x05\xFF\xFF\x03\x02\x02\x01\x16\x05\x02\x01\x02\x01\x01\x02#\x05\x01\x01\x03\x01\x01\x02#\x05\0\x01\x04\x01\x01\x02#\x05\x04\x01\x05\x01\0\x02#\x05\x03\x01\x06\x01\0\x02#\x05\x05\x01\x07\x01\0\x02#\x05\x05\x01\x08\x01\0\x02#\x03\x01\x02\xFF\xFF\x03\x04\x01\x02\xFF\xFF\x03#\x03\x02\x02\xFF\xFF\x03\x04\x02\x02\xFF\xFF\x03#\x03\x03>\x01\x04\x03>\x01\x11\0\0\0\x01\x01\0\x11\0\0\0\x01\x01\x03\x11\0\0\0\x01\x01\x01\x11\x02\x02\x01\x02\x02\0\x01\x11\x03\x03\x01\x02\x02\x03\x01\x11\x03\x05\0\x01\x01\0\x11\x01\x01\0\x01\x01\0\x11\x01\x01\0\x01\x01\x03\x11\x01\x01\0\x01\x01\x01\x16\x15\x02\x11\0\0\0\x01\x01\0\x11\0\0\0\x01\x01\x01\x11\x02\x02\x01\x02\x02\0\x01\x11\x03\x05\0\x01\x01\0\x11\x01\x01\0\x01\x01\0\x11\x01\x01\0\x01\x01\x01\x16\x05\0\x01\t\x01\x01\x02#\x03\x04\x02\xFF\xFF\x03\x04\x04\x02\xFF\xFF\x03#\x05\x06\x01\n\x01\0\x02#\x05\x05\x01\x0B\x01\0\x02#\x03\x05\x02\xFF\xFF\x03\x04\x05\x02\xFF\xFF\x03#\x03\x06\x02\xFF\xFF\x03\x04\x06\x02\xFF\xFF\x03#\x1A\x04\0\x1C\x1B\x1A\x05\0\x1C\x1B\x1A\x06\0\x1C\x1B\x1A\x07\0\x1C\x1B",
            args: &ARGS,
            slots: &SLOTS,
            strands: &STRANDS,
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
        fn fact_from_row(__rel: __rt::RelId, __row: &[u64]) -> __domain::Fact {
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
        fn task_from_row(__task: __rt::TaskCode, __row: &[u64]) -> __domain::Task {
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
            __row: &[u64],
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
        fn eq(&self, other: &Self) -> bool {
            __rt::same_fact::<
                __domain::Domain,
            >(::core::convert::Into::into(*self), ::core::convert::Into::into(*other))
        }
    }
    impl ::core::cmp::Eq for __domain::Fact {}
    impl ::core::hash::Hash for __domain::Fact {
        fn hash<H: ::core::hash::Hasher>(&self, hasher: &mut H) {
            __rt::hash_fact::<
                __domain::Domain,
                H,
            >(::core::convert::Into::into(*self), hasher)
        }
    }
    impl ::core::fmt::Display for __domain::Task {
        fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            __rt::show_task::<__domain::Domain>(::core::convert::Into::into(*self), __f)
        }
    }
    impl ::core::cmp::PartialEq for __domain::Task {
        fn eq(&self, other: &Self) -> bool {
            __rt::same_task::<
                __domain::Domain,
            >(::core::convert::Into::into(*self), ::core::convert::Into::into(*other))
        }
    }
    impl ::core::cmp::Eq for __domain::Task {}
    impl ::core::hash::Hash for __domain::Task {
        fn hash<H: ::core::hash::Hasher>(&self, hasher: &mut H) {
            __rt::hash_task::<
                __domain::Domain,
                H,
            >(::core::convert::Into::into(*self), hasher)
        }
    }
    impl __domain::Task {
        /// The agents among its arguments, in order.
        pub fn agents(self) -> __rt::Agents<__domain::Domain> {
            __rt::task_agents::<__domain::Domain>(::core::convert::Into::into(self))
        }
        /// Its name, as in the domain.
        pub fn name(self) -> &'static str {
            __rt::task_name::<__domain::Domain>(::core::convert::Into::into(self))
        }
        /// Its doc comment in the domain.
        pub fn doc(self) -> &'static str {
            __rt::task_doc::<__domain::Domain>(::core::convert::Into::into(self))
        }
    }
    impl ::core::fmt::Display for __domain::Action {
        fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            __rt::show_task::<__domain::Domain>(::core::convert::Into::into(*self), __f)
        }
    }
    impl ::core::cmp::PartialEq for __domain::Action {
        fn eq(&self, other: &Self) -> bool {
            __rt::same_task::<
                __domain::Domain,
            >(::core::convert::Into::into(*self), ::core::convert::Into::into(*other))
        }
    }
    impl ::core::cmp::Eq for __domain::Action {}
    impl ::core::hash::Hash for __domain::Action {
        fn hash<H: ::core::hash::Hasher>(&self, hasher: &mut H) {
            __rt::hash_task::<
                __domain::Domain,
                H,
            >(::core::convert::Into::into(*self), hasher)
        }
    }
    impl __domain::Action {
        /// The agents among its arguments, in order.
        pub fn agents(self) -> __rt::Agents<__domain::Domain> {
            __rt::task_agents::<__domain::Domain>(::core::convert::Into::into(self))
        }
        /// Its name, as in the domain.
        pub fn name(self) -> &'static str {
            __rt::task_name::<__domain::Domain>(::core::convert::Into::into(self))
        }
        /// Its doc comment in the domain.
        pub fn doc(self) -> &'static str {
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
        fn __tests0<'a>(__context: &'a __Context<'_>, __slots: &'a [u64]) -> bool {
            fn a() {}
            let a: __T0 = __get0(__slots, 0);
            fn b() {}
            let b: __T0 = __get0(__slots, 1);
            if a != b { true } else { false }
        }
        #[inline]
        fn __solvers0<'a>(
            __c: &'a __Context<'_>,
            __s: &mut [u64],
            __q: &mut __rt::Query<'_>,
            __again: bool,
        ) -> __rt::Answer {
            let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<2>() else {
                return __rt::Answer::No
            };
            let __answer = '__go: {
                if !(__tests0(__c, &*__s)) {
                    break '__go __rt::Answer::No;
                }
                break '__go __rt::Answer::Last;
            };
            __answer
        }
        const __FUNCTIONS: __rt::Functions<__domain::Domain> = __rt::Functions {
            words: &[],
            tests: &[__tests0],
            keys: &[],
            costs: &[],
            solvers: &[__solvers0],
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
            const KEY_WORDS: &[u8] = &[];
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
            ];
            const VARS: &[&[Var]] = &[];
            const COLUMNS: &[&[Columns]] = &[
                &[Columns(0), Columns(1)],
                &[Columns(0), Columns(3)],
            ];
            const PREDICATES: &[&[RelId]] = &[];
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
            static TASKS: [TaskRow; 0] = rows::tasks([], PARAMS);
            static METHODS: [MethodRow; 0] = rows::methods([]);
            static CHECKS: [Check; 0] = rows::checks([], PREDICATES, VARS);
            static BRANCHES: [BranchRow; 0] = rows::branches([], VARS, KEY_WORDS);
            static OPERATORS: [OperatorRow; 0] = rows::operators(
                [],
                &CHECKS,
                PREDICATES,
                VARS,
            );
            static AXIOMS: [AxiomRow; 0] = rows::axioms([]);
            static COLLECTIONS: [Collection; 0] = rows::collections([]);
            static ARGS: [Arg; 0] = rows::cells([]);
            static SLOTS: [Slot; 0] = rows::slots([]);
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
                code: b"\x01\x02\0\x03\0\x02\xFF\xFF\x03\x04\0\x02\xFF\xFF\x03#",
                args: &ARGS,
                slots: &SLOTS,
                strands: &STRANDS,
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
        impl __rt::Asked for __domain::Domain {
            #[inline]
            fn tables() -> &'static __rt::Tables {
                &__TABLES
            }
            #[inline]
            fn functions() -> &'static __rt::Functions<Self> {
                &__FUNCTIONS
            }
        }
        impl __rt::Question<0> for __domain::Domain {
            type Given = (::core::option::Option<__T0>, ::core::option::Option<__T0>);
            type Found = (__T0, __T0);
            const NAMES: &'static [&'static str] = &["a", "b"];
            const PATTERNS: &'static [(u32, u32, u16)] = &[(3, 3, 3)];
            #[inline]
            fn given(__given: Self::Given, __row: &mut __rt::Row) -> u32 {
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
                0 | (::core::option::Option::is_some(&__given.0) as u32) << 0
                    | (::core::option::Option::is_some(&__given.1) as u32) << 1
            }
            #[inline]
            fn found(__words: &[u64]) -> Self::Found {
                (__get0(__words, 0), __get0(__words, 1))
            }
        }
    };
};

// 0: RootCall
// 1: RootNext
// 2: Fail
// 3: Fact { rel: RelId(5), index: 1, atom: Run { at: 0, len: 1 }, there: false, els: Pc(2) }
// 4: Apply { id: OperatorId(0), cost: Nothing }
// 5: Change { f: FnId(0), parts: Parts(2) }
// 6: Applied
// 7: Moment
// 8: Holds
// 9: Fact { rel: RelId(5), index: 1, atom: Run { at: 1, len: 1 }, there: false, els: Pc(2) }
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
// 26: Solve { f: FnId(0), els: Pc(2), branch: BranchId(0) }
// 27: SolveNext { f: FnId(0), els: Pc(2), branch: BranchId(0) }
// 28: Begin { task: TaskId(5), ret: Slot(65535), args: Few { len: 2, slots: [Slot(2), Slot(1), Slot(0), Slot(0)] } }
// 29: Done
// 30: Fact { rel: RelId(2), index: 1, atom: Run { at: 2, len: 1 }, there: true, els: Pc(2) }
// 31: Holds
// 32: Fact { rel: RelId(1), index: 1, atom: Run { at: 3, len: 1 }, there: true, els: Pc(2) }
// 33: Holds
// 34: Fact { rel: RelId(0), index: 1, atom: Run { at: 4, len: 1 }, there: true, els: Pc(2) }
// 35: Holds
// 36: Fact { rel: RelId(4), index: 1, atom: Run { at: 5, len: 1 }, there: false, els: Pc(2) }
// 37: Holds
// 38: Fact { rel: RelId(3), index: 1, atom: Run { at: 6, len: 1 }, there: false, els: Pc(2) }
// 39: Holds
// 40: Fact { rel: RelId(5), index: 1, atom: Run { at: 7, len: 1 }, there: false, els: Pc(2) }
// 41: Holds
// 42: Fact { rel: RelId(5), index: 1, atom: Run { at: 8, len: 1 }, there: false, els: Pc(2) }
// 43: Holds
// 44: Solve { f: FnId(1), els: Pc(2), branch: BranchId(65535) }
// 45: SolveNext { f: FnId(1), els: Pc(2), branch: BranchId(65535) }
// 46: Holds
// 47: Solve { f: FnId(2), els: Pc(2), branch: BranchId(65535) }
// 48: SolveNext { f: FnId(2), els: Pc(2), branch: BranchId(65535) }
// 49: Holds
// 50: Solve { f: FnId(3), els: Pc(62), branch: BranchId(1) }
// 51: SolveNext { f: FnId(3), els: Pc(62), branch: BranchId(1) }
// 52: Step { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 53: Step { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(3), Slot(0), Slot(0), Slot(0)] } }
// 54: Step { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 55: Step { f: FnId(2), id: OperatorId(2), cost: One, frame: 2, args: Few { len: 2, slots: [Slot(0), Slot(1), Slot(0), Slot(0)] } }
// 56: Step { f: FnId(3), id: OperatorId(3), cost: One, frame: 2, args: Few { len: 2, slots: [Slot(3), Slot(1), Slot(0), Slot(0)] } }
// 57: Step { f: FnId(3), id: OperatorId(5), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 58: Step { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 59: Step { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(3), Slot(0), Slot(0), Slot(0)] } }
// 60: Step { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 61: Done
// 62: Branch(BranchId(2))
// 63: Step { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 64: Step { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 65: Step { f: FnId(2), id: OperatorId(2), cost: One, frame: 2, args: Few { len: 2, slots: [Slot(0), Slot(1), Slot(0), Slot(0)] } }
// 66: Step { f: FnId(3), id: OperatorId(5), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 67: Step { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 68: Step { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: Few { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 69: Done
// 70: Fact { rel: RelId(0), index: 1, atom: Run { at: 9, len: 1 }, there: true, els: Pc(2) }
// 71: Holds
// 72: Solve { f: FnId(4), els: Pc(2), branch: BranchId(65535) }
// 73: SolveNext { f: FnId(4), els: Pc(2), branch: BranchId(65535) }
// 74: Holds
// 75: Fact { rel: RelId(6), index: 1, atom: Run { at: 10, len: 1 }, there: false, els: Pc(2) }
// 76: Holds
// 77: Fact { rel: RelId(5), index: 1, atom: Run { at: 11, len: 1 }, there: false, els: Pc(2) }
// 78: Holds
// 79: Solve { f: FnId(5), els: Pc(2), branch: BranchId(65535) }
// 80: SolveNext { f: FnId(5), els: Pc(2), branch: BranchId(65535) }
// 81: Holds
// 82: Solve { f: FnId(6), els: Pc(2), branch: BranchId(65535) }
// 83: SolveNext { f: FnId(6), els: Pc(2), branch: BranchId(65535) }
// 84: Holds
// 85: Apply { id: OperatorId(4), cost: Nothing }
// 86: Applied
// 87: Moment
// 88: Apply { id: OperatorId(5), cost: Nothing }
// 89: Applied
// 90: Moment
// 91: Apply { id: OperatorId(6), cost: Nothing }
// 92: Applied
// 93: Moment
// 94: Apply { id: OperatorId(7), cost: Nothing }
// 95: Applied
// 96: Moment
