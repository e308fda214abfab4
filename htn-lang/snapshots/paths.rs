#[doc(hidden)]
mod __domains_stand_outside_of_functions_paths {
    use super::*;
    use super::super::world::Room;
    pub(super) type __T0 = Room;
    pub(super) type __T1 = ::core::primitive::f32;
    pub(super) type __T2 = bool;
    pub(super) type __T3 = ::core::primitive::usize;
}
///Ways through a building.
pub(super) mod paths {
    use super::__domains_stand_outside_of_functions_paths::__T0 as Room;
    /// Stands for the domain in the runtime's types.
    #[derive(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::cmp::PartialEq,
        ::core::cmp::Eq,
        ::core::hash::Hash,
        ::core::fmt::Debug,
    )]
    pub(in super::super) enum Domain {}
    /// A fact.
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    pub(in super::super) enum Fact {
        ///`door(Room, Room)`.
        Door(Room, Room),
        ///`locked(Room, Room)`.
        Locked(Room, Room),
    }
    /// A task.
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    pub(in super::super) enum Task {
        ///`walk(to)`.
        Walk {
            ///`to`.
            to: Room,
        },
        ///The shortest first step.
        Reach {
            ///`from`.
            from: Room,
            ///`goal`.
            goal: Room,
        },
        /// A step that adds a fact.
        Add(Fact),
        /// A step that deletes a fact.
        Delete(Fact),
    }
    /// What the game is told to do.
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    pub(in super::super) enum Action {
        ///`walk(to)`.
        Walk {
            ///`to`.
            to: Room,
        },
    }
    ///The facts.
    pub(in super::super) type State = ::squad_htn::State<Domain>;
    ///A search that can be paused anywhere.
    pub(in super::super) type Planner = ::squad_htn::Planner<Domain>;
    ///What the planner found.
    pub(in super::super) type Plan = ::squad_htn::Plan<Domain>;
    ///Carries plans out, several at once.
    pub(in super::super) type Executor = ::squad_htn::Executor<Domain>;
    ///State, planner and executor in one loop.
    pub(in super::super) type Director = ::squad_htn::Director<Domain>;
    ///Many squads on one budget.
    pub(in super::super) type SquadScheduler = ::squad_htn::SquadScheduler<Domain>;
    ///The facts of a predicate, in the order in which they were added, each as its columns.
    pub(in super::super) mod rows {
        ///The facts of `door`.
        #[inline]
        pub(in super::super::super) fn door<__D>(
            __state: &::squad_htn::State<__D>,
        ) -> ::squad_htn::Rows<'_, __D, (super::Room, super::Room)>
        where
            __D: ::squad_htn::Domain<Fact = super::Fact>,
        {
            ::squad_htn::Rows::new(
                __state,
                0u16,
                |__fact| match __fact {
                    super::Fact::Door(__c0, __c1) => {
                        ::core::option::Option::Some((__c0, __c1))
                    }
                    _ => ::core::option::Option::None,
                },
            )
        }
        ///The facts of `locked`.
        #[inline]
        pub(in super::super::super) fn locked<__D>(
            __state: &::squad_htn::State<__D>,
        ) -> ::squad_htn::Rows<'_, __D, (super::Room, super::Room)>
        where
            __D: ::squad_htn::Domain<Fact = super::Fact>,
        {
            ::squad_htn::Rows::new(
                __state,
                1u16,
                |__fact| match __fact {
                    super::Fact::Locked(__c0, __c1) => {
                        ::core::option::Option::Some((__c0, __c1))
                    }
                    _ => ::core::option::Option::None,
                },
            )
        }
    }
    ///Whether an axiom holds. The facts are copied for each question: that is for tests and tools.
    pub(in super::super) mod holds {
        ///Whether `open` holds for these values.
        #[inline]
        pub(in super::super::super) fn open<__D>(
            state: &::squad_htn::State<__D>,
            context: &__D::Context<'_>,
            a: super::Room,
            b: super::Room,
        ) -> ::core::result::Result<::core::primitive::bool, ::squad_htn::SearchError>
        where
            __D: ::squad_htn::__private_0_1_0::AxiomQuery<
                0u16,
                Given = (
                    ::core::option::Option<super::Room>,
                    ::core::option::Option<super::Room>,
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
        ///Whether `way` holds for these values.
        #[inline]
        pub(in super::super::super) fn way<__D>(
            state: &::squad_htn::State<__D>,
            context: &__D::Context<'_>,
            a: super::Room,
            b: super::Room,
        ) -> ::core::result::Result<::core::primitive::bool, ::squad_htn::SearchError>
        where
            __D: ::squad_htn::__private_0_1_0::AxiomQuery<
                1u16,
                Given = (
                    ::core::option::Option<super::Room>,
                    ::core::option::Option<super::Room>,
                ),
            >,
        {
            ::squad_htn::__private_0_1_0::holds::<
                __D,
                1u16,
            >(
                state,
                context,
                (::core::option::Option::Some(a), ::core::option::Option::Some(b)),
            )
        }
    }
    ///Every solution of an axiom, with a value for some of its parameters. The facts are copied for each question: that is for tests and tools.
    pub(in super::super) mod solutions {
        ///Every solution of `open` with these values.
        #[inline]
        pub(in super::super::super) fn open<__D>(
            state: &::squad_htn::State<__D>,
            context: &__D::Context<'_>,
            a: ::core::option::Option<super::Room>,
            b: ::core::option::Option<super::Room>,
        ) -> ::core::result::Result<
            ::squad_htn::Solutions<(super::Room, super::Room)>,
            ::squad_htn::AskError,
        >
        where
            __D: ::squad_htn::__private_0_1_0::AxiomQuery<
                0u16,
                Given = (
                    ::core::option::Option<super::Room>,
                    ::core::option::Option<super::Room>,
                ),
                Found = (super::Room, super::Room),
            >,
        {
            ::squad_htn::__private_0_1_0::solutions::<__D, 0u16>(state, context, (a, b))
        }
        ///Every solution of `way` with these values.
        #[inline]
        pub(in super::super::super) fn way<__D>(
            state: &::squad_htn::State<__D>,
            context: &__D::Context<'_>,
            a: ::core::option::Option<super::Room>,
            b: ::core::option::Option<super::Room>,
        ) -> ::core::result::Result<
            ::squad_htn::Solutions<(super::Room, super::Room)>,
            ::squad_htn::AskError,
        >
        where
            __D: ::squad_htn::__private_0_1_0::AxiomQuery<
                1u16,
                Given = (
                    ::core::option::Option<super::Room>,
                    ::core::option::Option<super::Room>,
                ),
                Found = (super::Room, super::Room),
            >,
        {
            ::squad_htn::__private_0_1_0::solutions::<__D, 1u16>(state, context, (a, b))
        }
    }
}
const _: () = {
    use super::world::Room;
    use ::squad_htn::__private_0_1_0 as __rt;
    use self::__domains_stand_outside_of_functions_paths::*;
    use self::paths as __domain;
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
    const __CODEC0: __rt::Codec<__T0> = __rt::codec::<__T0>("`Room`");
    #[inline]
    fn __get0(__slots: &[__rt::u64], __slot: __rt::usize) -> __T0 {
        __rt::Codec::get(&__CODEC0, __slots, __slot)
    }
    #[inline]
    fn __word0(__value: __T0) -> __rt::u64 {
        __rt::Codec::word(&__CODEC0, __value)
    }
    const __CODEC1: __rt::Codec<__T1> = __rt::codec::<__T1>("`::core::primitive::f32`");
    #[inline]
    fn __get1(__slots: &[__rt::u64], __slot: __rt::usize) -> __T1 {
        __rt::Codec::get(&__CODEC1, __slots, __slot)
    }
    #[inline]
    fn __word1(__value: __T1) -> __rt::u64 {
        __rt::Codec::word(&__CODEC1, __value)
    }
    const __CODEC2: __rt::Codec<__T2> = __rt::codec::<__T2>("`bool`");
    #[inline]
    fn __get2(__slots: &[__rt::u64], __slot: __rt::usize) -> __T2 {
        __rt::Codec::get(&__CODEC2, __slots, __slot)
    }
    #[inline]
    fn __word2(__value: __T2) -> __rt::u64 {
        __rt::Codec::word(&__CODEC2, __value)
    }
    const __CODEC3: __rt::Codec<__T3> = __rt::codec::<
        __T3,
    >("`::core::primitive::usize`");
    #[inline]
    fn __get3(__slots: &[__rt::u64], __slot: __rt::usize) -> __T3 {
        __rt::Codec::get(&__CODEC3, __slots, __slot)
    }
    #[inline]
    fn __word3(__value: __T3) -> __rt::u64 {
        __rt::Codec::word(&__CODEC3, __value)
    }
    fn __words0<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
    ) -> __rt::u64 {
        let __value: __T2 = true;
        __word2(__value)
    }
    fn __words1<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
    ) -> __rt::u64 {
        fn done() {}
        let done: __T2 = __get2(__slots, 11);
        let __value: __T2 = done;
        __word2(__value)
    }
    fn __words2<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
    ) -> __rt::u64 {
        let __value: __T2 = false;
        __word2(__value)
    }
    fn __tests0<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
    ) -> __rt::bool {
        fn from() {}
        let from: __T0 = __get0(__slots, 0);
        fn goal() {}
        let goal: __T0 = __get0(__slots, 1);
        if from == goal { true } else { false }
    }
    fn __keys0_value<'a>(
        __context: &'a __Context<'_>,
        __slots: &'a [__rt::u64],
    ) -> impl __rt::SortKey + use<> {
        fn map() {}
        let map = __context;
        fn next() {}
        let next: __T0 = __get0(__slots, 3);
        (map.length(next), 1)
    }
    fn __keys0_of<'a>(
        __context: &'a __Context<'_>,
        __slots: &'a [__rt::u64],
        __out: &mut [__rt::u64],
    ) {
        __rt::SortKey::write(__keys0_value(__context, __slots), true, __out)
    }
    fn __keys0<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
        __out: &mut [__rt::u64],
    ) {
        __rt::ask_into(__c, __slots, __keys0_of, __out)
    }
    fn __costs0_of<'a>(
        __context: &'a __Context<'_>,
        __slots: &'a [__rt::u64],
    ) -> __rt::f32 {
        fn map() {}
        let map = __context;
        fn to() {}
        let to: __T0 = __get0(__slots, 0);
        let __value: __T1 = map.length(to);
        __value
    }
    fn __costs0<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
    ) -> __rt::f32 {
        __rt::ask(__c, __slots, __costs0_of)
    }
    fn __solvers0<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __s: &mut [__rt::u64],
        __q: &mut __rt::Workspace,
        __f: &__rt::Store,
        __again: __rt::bool,
    ) -> __rt::ConditionAnswer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<9>() else {
            return __rt::ConditionAnswer::No
        };
        let __facts = __rt::FactReader::new(__f);
        let mut __left = __q.left;
        let mut __at: __rt::u64 = if __again { __s[2] } else { 1 };
        let mut __c7 = __s[7];
        let __answer = '__go: loop {
            '__l5: {
                '__l6: {
                    '__l4: {
                        '__l3: {
                            '__l2: {
                                match __at {
                                    1 => {}
                                    2 => break '__l2,
                                    3 => break '__l3,
                                    4 => break '__l4,
                                    6 => break '__l6,
                                    5 => break '__l5,
                                    _ => break '__go __rt::ConditionAnswer::No,
                                }
                                __at = 1;
                                if !(__facts.has_row(&__P0, &[__s[0], __s[1]])) {
                                    break '__l3;
                                }
                                if !(!__facts.has_row(&__P1, &[__s[0], __s[1]])) {
                                    break '__l3;
                                }
                                break '__go __rt::ConditionAnswer::Last;
                            }
                            __at = 2;
                        }
                        __at = 3;
                        __c7 = __facts.seek(&__P0, 2, &[__s[0]]);
                    }
                    __at = 4;
                    loop {
                        if !(__c7 != 0) {
                            break '__go __rt::ConditionAnswer::No;
                        }
                        if __left <= 0 {
                            break '__go __rt::ConditionAnswer::Paused;
                        }
                        __left -= 1;
                        let __r = __c7;
                        __c7 = __facts.next_in(&__P0, 2, __r);
                        if __facts.word(&__P0, __r, 0) != __s[0] {
                            continue;
                        }
                        __s[6] = __facts.word(&__P0, __r, 1);
                        if !(!__facts.has_row(&__P1, &[__s[0], __s[6]])) {
                            continue;
                        }
                        __at = 5;
                        break '__go __q.call(0, 0, false, 0, &[__s[6], __s[1]]);
                    }
                }
                __at = 6;
                if !(__s[8] > 1) {
                    __at = 4;
                    continue '__go;
                }
                __at = 5;
                break '__go __q.redo(0, __s[8]);
            }
            __at = 5;
            __s[8] = __rt::Workspace::returned(__q);
            if !(__s[8] != 0) {
                __at = 4;
                continue '__go;
            }
            __at = 6;
            break '__go __rt::ConditionAnswer::found(__c7 != 0 || __s[8] > 1);
        };
        __q.left = __left;
        __s[7] = __c7;
        __s[2] = __at;
        __answer
    }
    fn __solvers1<'a>(
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
        let mut __c9 = __s[9];
        if !__again {
            __s[2] = __q.height(0);
        }
        let __answer = '__go: loop {
            '__l6: {
                '__l7: {
                    '__l2: {
                        '__l4: {
                            '__l5: {
                                '__l3: {
                                    match __at {
                                        1 => {}
                                        3 => break '__l3,
                                        5 => break '__l5,
                                        4 => break '__l4,
                                        2 => break '__l2,
                                        7 => break '__l7,
                                        6 => break '__l6,
                                        _ => break '__go __rt::ConditionAnswer::No,
                                    }
                                    __at = 1;
                                    __q.cut(0, __s[2]);
                                    if !__q
                                        .open(
                                            0,
                                            __rt::key_words(&__keys0_value) as __rt::usize,
                                            1,
                                            &mut __s[4],
                                        )
                                    {
                                        break '__go __rt::ConditionAnswer::Full;
                                    }
                                    __s[6] = __q.height(1);
                                    __c7 = __facts.seek(&__P0, 2, &[__s[0]]);
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
                                    let __r = __c7;
                                    __c7 = __facts.next_in(&__P0, 2, __r);
                                    if __facts.word(&__P0, __r, 0) != __s[0] {
                                        continue;
                                    }
                                    __s[3] = __facts.word(&__P0, __r, 1);
                                    if !(!__facts.has_row(&__P1, &[__s[0], __s[3]])) {
                                        continue;
                                    }
                                    __at = 4;
                                    break '__go __q.call(0, 1, false, 0, &[__s[3], __s[1]]);
                                }
                            }
                            __at = 5;
                            if !(__s[8] > 1) {
                                __at = 3;
                                continue '__go;
                            }
                            __at = 4;
                            break '__go __q.redo(1, __s[8]);
                        }
                        __at = 4;
                        __s[8] = __rt::Workspace::returned(__q);
                        if !(__s[8] != 0) {
                            __at = 3;
                            continue '__go;
                        }
                        let mut __key = [0u64; __rt::key_words(&__keys0_value)
                            as __rt::usize];
                        __keys0(__c, &*__s, &mut __key);
                        if !__q.push(0, __s[4], &__key, &__s[3..4]) {
                            break '__go __rt::ConditionAnswer::Full;
                        }
                        __at = 5;
                        continue '__go;
                    }
                    __at = 2;
                    __q.close(0, __s[4]);
                    __q.cut(1, __s[6]);
                    let __region = __s[4];
                    if !(__q.first(0, __region, &mut __c9, &mut __s[3..4])) {
                        break '__go __rt::ConditionAnswer::No;
                    }
                    break '__l6;
                }
                __at = 7;
                __q.left = __left;
                let __region = __s[4];
                let __found = __q.next(0, __region, &mut __c9, &mut __s[3..4]);
                __left = __q.left;
                match __found {
                    __rt::ConditionAnswer::Yes => {}
                    __found => break '__go __found,
                }
            }
            __at = 6;
            __at = 7;
            break '__go __rt::ConditionAnswer::found(__c9 != 0);
        };
        __q.left = __left;
        __s[7] = __c7;
        __s[9] = __c9;
        __s[10] = __at;
        if let __rt::ConditionAnswer::Last | __rt::ConditionAnswer::No = __answer {
            __q.cut(0, __s[2]);
        }
        __answer
    }
    fn __solvers2<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __s: &mut [__rt::u64],
        __q: &mut __rt::Workspace,
        __f: &__rt::Store,
        __again: __rt::bool,
    ) -> __rt::ConditionAnswer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<15>() else {
            return __rt::ConditionAnswer::No
        };
        let __facts = __rt::FactReader::new(__f);
        let mut __left = __q.left;
        let mut __at: __rt::u64 = if __again { __s[12] } else { 1 };
        let mut __c14 = __s[14];
        let __answer = '__go: loop {
            '__l2: {
                match __at {
                    1 => {}
                    2 => break '__l2,
                    _ => break '__go __rt::ConditionAnswer::No,
                }
                __at = 1;
                __c14 = __facts.seek(&__P0, 2, &[__s[0]]);
            }
            __at = 2;
            loop {
                if !(__c14 != 0) {
                    break '__go __rt::ConditionAnswer::No;
                }
                if __left <= 0 {
                    break '__go __rt::ConditionAnswer::Paused;
                }
                __left -= 1;
                let __r = __c14;
                __c14 = __facts.next_in(&__P0, 2, __r);
                if __facts.word(&__P0, __r, 0) != __s[0] {
                    continue;
                }
                __s[13] = __facts.word(&__P0, __r, 1);
                if !(!__facts.has_row(&__P1, &[__s[0], __s[13]])) {
                    continue;
                }
                if !(__s[13] == __s[3]) {
                    continue;
                }
                break '__go __rt::ConditionAnswer::Last;
            }
        };
        __q.left = __left;
        __s[14] = __c14;
        __s[12] = __at;
        __answer
    }
    fn __solvers3<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __s: &mut [__rt::u64],
        __q: &mut __rt::Workspace,
        __f: &__rt::Store,
        __again: __rt::bool,
    ) -> __rt::ConditionAnswer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<14>() else {
            return __rt::ConditionAnswer::No
        };
        let mut __at: __rt::u64 = if __again { __s[12] } else { 1 };
        let __answer = '__go: loop {
            '__l2: {
                '__l3: {
                    match __at {
                        1 => {}
                        3 => break '__l3,
                        2 => break '__l2,
                        _ => break '__go __rt::ConditionAnswer::No,
                    }
                    __at = 1;
                    __at = 2;
                    break '__go __q.call(0, 0, true, 0, &[__s[3], __s[1]]);
                }
                __at = 3;
                if !(__s[13] > 1) {
                    break '__go __rt::ConditionAnswer::No;
                }
                __at = 2;
                break '__go __q.redo(0, __s[13]);
            }
            __at = 2;
            __s[13] = __rt::Workspace::returned(__q);
            if !(__s[13] != 0) {
                break '__go __rt::ConditionAnswer::No;
            }
            break '__go __rt::ConditionAnswer::Last;
        };
        __s[12] = __at;
        __answer
    }
    fn __changes0<'a>(
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
        words: &[__words0, __words1, __words2],
        tests: &[__tests0],
        keys: &[__keys0],
        costs: &[__costs0],
        solvers: &[__solvers0, __solvers1, __solvers2, __solvers3],
        changes: &[__changes0],
    };
    const __CAPACITY0: ::core::primitive::usize = 128;
    static __TABLES: __rt::Tables = {
        use __rt::tables::*;
        static TYPES: [Type; 4] = [
            __rt::Codec::ty(&__CODEC0, "Room"),
            __rt::Codec::ty(&__CODEC1, "::core::primitive::f32"),
            __rt::Codec::ty(&__CODEC2, "bool"),
            __rt::Codec::ty(&__CODEC3, "::core::primitive::usize"),
        ];
        static RELATIONS: [Relation; 2] = Relation::unpack(
            &["door", "", "locked", ""],
            &[41539642533386032879997320861777920, 131073],
            &__TABLES,
        );
        static TASKS: [TaskRow; 2] = TaskRow::unpack(
            &["walk", "", "reach", "The shortest first step."],
            &[5192534543027092788026146656616961, 18450121773430079494],
            &__TABLES,
        );
        static METHODS: [MethodRow; 1] = MethodRow::unpack(
            &["The shortest first step."],
            &[65537],
            &__TABLES,
        );
        static BRANCHES: [BranchRow; 3] = BranchRow::unpack(
            &["there", "", "on", "", "stuck", ""],
            &[
                4835777065716286513741824, 316912650057057631857742446593,
                1125899906842628,
            ],
            &__TABLES,
        );
        static OPERATORS: [OperatorRow; 1] = OperatorRow::unpack(
            &[""],
            &[
                20769187434139310514121985317076992, 79228162606498057983566544901,
                5192296858534827628530517804056581, 83076749738975093695717199616933888,
            ],
            &__TABLES,
        );
        static AXIOMS: [AxiomRow; 1] = AxiomRow::unpack(&[], &[4295557120], &__TABLES);
        static CHECKS: [Check; 4] = Check::unpack(
            &["from == goal", "open(from, next)", "way(next, goal)", ""],
            &[
                41538375052035493183620246405120017,
                166154133433814290074054745894486031, 1267650600228236156896147537924,
            ],
            &__TABLES,
        );
        static SLOTS: [Slot; 2] = Slot::unpack(&[], &[4295032835], &__TABLES);
        static PARAMS: [Param; 7] = Param::unpack(
            &["", "", "a", "b", "to", "from", "goal"],
            &[664613997892457936451903530140172288],
            &__TABLES,
        );
        static PARAMS_LISTS: [&[Param]; 4] = lists(&PARAMS, [2, 2, 1, 2]);
        static VARS: [Var; 8] = Var::unpack(
            &["next", "done", "from", "goal", "from", "next", "next", "goal"],
            &[
                5192296858534827631626729663168512, 5192534543022425761775498089725953,
                4295032832,
            ],
            &__TABLES,
        );
        static VARS_LISTS: [&[Var]; 5] = lists(&VARS, [0, 2, 2, 2, 2]);
        static PREDICATES: [RelId; 2] = RelId::unpack(&[], &[4295032832], &__TABLES);
        static PREDICATES_LISTS: [&[RelId]; 2] = lists(&PREDICATES, [0, 2]);
        static COLUMNS: [Columns; 5] = Columns::unpack(
            &[],
            &[1208981159846854598524928],
            &__TABLES,
        );
        static COLUMNS_LISTS: [&[Columns]; 2] = lists(&COLUMNS, [3, 2]);
        Tables {
            name: "paths",
            doc: "Ways through a building.",
            types: &TYPES,
            code: b"\x01\x02\0\x1A\0\x02\x1C\x1B\x06\0\t\0!\x17\0\x03\x01\x0E\x01\x04\x01\x0E\x01\x11\0\0\x02\x01\x01\x03\x0E\x01\0\xFF\xFF\x03\x06\x0C\0\x02\x0B\x17\x01\x15\x02!\x17\x02\x06\0\x02\xFF\xFF\x03#\x03\x02\x02\xFF\xFF\x03\x04\x02\x02\xFF\xFF\x03#\x03\x03\x02\xFF\xFF\x03\x04\x03\x02\xFF\xFF\x03##",
            constants: &[
                __rt::key_words(&__keys0_value) as __rt::usize,
                __CAPACITY0,
                64,
            ],
            relations: &RELATIONS,
            tasks: &TASKS,
            methods: &METHODS,
            branches: &BRANCHES,
            operators: &OPERATORS,
            axioms: &AXIOMS,
            collections: &[],
            checks: &CHECKS,
            args: &[],
            slots: &SLOTS,
            strands: &[],
            params: &PARAMS_LISTS,
            vars: &VARS_LISTS,
            predicates: &PREDICATES_LISTS,
            columns: &COLUMNS_LISTS,
        }
    };
    const __LAYOUTS: [__rt::Layout; 2] = __rt::Layout::all(__TABLES.relations);
    static __P0: __rt::Layout = __LAYOUTS[0];
    static __P1: __rt::Layout = __LAYOUTS[1];
    impl __rt::Domain for __domain::Domain {
        const HASH: __rt::u64 = __rt::hash::domain(0xb6a1be27957b57bb, &__TABLES);
        type Context<'c> = dyn Map + 'c;
        type Fact = __domain::Fact;
        type Task = __domain::Task;
        type Action = __domain::Action;
        type Agent = __rt::NoAgent;
        fn tables() -> &'static __rt::Tables {
            &__TABLES
        }
        fn functions() -> &'static __rt::Functions<Self> {
            &__FUNCTIONS
        }
        fn fact_to_row(__fact: __domain::Fact, __row: &mut __rt::Row) -> __rt::RelId {
            match __fact {
                __domain::Fact::Door(__f0, __f1) => {
                    __rt::fill(__row, &[__word0(__f0), __word0(__f1)]);
                    __rt::RelId(0)
                }
                __domain::Fact::Locked(__f0, __f1) => {
                    __rt::fill(__row, &[__word0(__f0), __word0(__f1)]);
                    __rt::RelId(1)
                }
            }
        }
        fn task_to_row(__task: __domain::Task, __row: &mut __rt::Row) -> __rt::TaskCode {
            match __task {
                __domain::Task::Walk { to: __f0 } => {
                    __rt::fill(__row, &[__word0(__f0)]);
                    __rt::TaskCode::Task(__rt::TaskId(0))
                }
                __domain::Task::Reach { from: __f0, goal: __f1 } => {
                    __rt::fill(__row, &[__word0(__f0), __word0(__f1)]);
                    __rt::TaskCode::Task(__rt::TaskId(1))
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
                0 => __domain::Fact::Door(__get0(__row, 0), __get0(__row, 1)),
                1 => __domain::Fact::Locked(__get0(__row, 0), __get0(__row, 1)),
                _ => ::core::unreachable!(),
            }
        }
        fn task_from_row(__task: __rt::TaskCode, __row: &[__rt::u64]) -> __domain::Task {
            match __task {
                __rt::TaskCode::Task(__task) => {
                    let __row = &__rt::padded::<2>(__row);
                    match __task.0 {
                        0 => {
                            __domain::Task::Walk {
                                to: __get0(__row, 0),
                            }
                        }
                        1 => {
                            __domain::Task::Reach {
                                from: __get0(__row, 0),
                                goal: __get0(__row, 1),
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
                0 => {
                    ::core::option::Option::Some(__domain::Action::Walk {
                        to: __get0(__row, 0),
                    })
                }
                _ => ::core::option::Option::None,
            }
        }
    }
    impl ::core::convert::From<__domain::Action> for __domain::Task {
        fn from(__action: __domain::Action) -> Self {
            match __action {
                __domain::Action::Walk { to: __f0 } => __domain::Task::Walk { to: __f0 },
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
        let _ = __domain::rows::door::<__domain::Domain>;
        let _ = __domain::rows::locked::<__domain::Domain>;
        let _ = __domain::holds::open::<__domain::Domain>;
        let _ = __domain::holds::way::<__domain::Domain>;
        let _ = __domain::solutions::open::<__domain::Domain>;
        let _ = __domain::solutions::way::<__domain::Domain>;
    };
    const _: () = {
        #[inline]
        fn __solvers0<'a>(
            __c: __rt::Game<'a, __Context<'_>>,
            __s: &mut [__rt::u64],
            __q: &mut __rt::Workspace,
            __f: &__rt::Store,
            __again: __rt::bool,
        ) -> __rt::ConditionAnswer {
            let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<2>() else {
                return __rt::ConditionAnswer::No
            };
            let __facts = __rt::FactReader::new(__f);
            let __answer = '__go: {
                if !(__facts.has_row(&__P0, &[__s[0], __s[1]])) {
                    break '__go __rt::ConditionAnswer::No;
                }
                if !(!__facts.has_row(&__P1, &[__s[0], __s[1]])) {
                    break '__go __rt::ConditionAnswer::No;
                }
                break '__go __rt::ConditionAnswer::Last;
            };
            __answer
        }
        #[inline]
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
            let __facts = __rt::FactReader::new(__f);
            let mut __left = __q.left;
            let mut __at: __rt::u64 = if __again { __s[2] } else { 1 };
            let mut __c3 = __s[3];
            let __answer = '__go: loop {
                '__l2: {
                    match __at {
                        1 => {}
                        2 => break '__l2,
                        _ => break '__go __rt::ConditionAnswer::No,
                    }
                    __at = 1;
                    __c3 = __facts.seek(&__P0, 2, &[__s[1]]);
                }
                __at = 2;
                loop {
                    if !(__c3 != 0) {
                        break '__go __rt::ConditionAnswer::No;
                    }
                    if __left <= 0 {
                        break '__go __rt::ConditionAnswer::Paused;
                    }
                    __left -= 1;
                    let __r = __c3;
                    __c3 = __facts.next_in(&__P0, 2, __r);
                    __s[0] = __facts.word(&__P0, __r, 0);
                    if __facts.word(&__P0, __r, 1) != __s[1] {
                        continue;
                    }
                    if !(!__facts.has_row(&__P1, &[__s[0], __s[1]])) {
                        continue;
                    }
                    __at = 2;
                    break '__go __rt::ConditionAnswer::found(__c3 != 0);
                }
            };
            __q.left = __left;
            __s[3] = __c3;
            __s[2] = __at;
            __answer
        }
        #[inline]
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
            let __facts = __rt::FactReader::new(__f);
            let mut __left = __q.left;
            let mut __at: __rt::u64 = if __again { __s[2] } else { 1 };
            let mut __c3 = __s[3];
            let __answer = '__go: loop {
                '__l2: {
                    match __at {
                        1 => {}
                        2 => break '__l2,
                        _ => break '__go __rt::ConditionAnswer::No,
                    }
                    __at = 1;
                    __c3 = __facts.seek(&__P0, 3, &[__s[0]]);
                }
                __at = 2;
                loop {
                    if !(__c3 != 0) {
                        break '__go __rt::ConditionAnswer::No;
                    }
                    if __left <= 0 {
                        break '__go __rt::ConditionAnswer::Paused;
                    }
                    __left -= 1;
                    let __r = __c3;
                    __c3 = __facts.next_in(&__P0, 3, __r);
                    if __facts.word(&__P0, __r, 0) != __s[0] {
                        continue;
                    }
                    __s[1] = __facts.word(&__P0, __r, 1);
                    if !(!__facts.has_row(&__P1, &[__s[0], __s[1]])) {
                        continue;
                    }
                    __at = 2;
                    break '__go __rt::ConditionAnswer::found(__c3 != 0);
                }
            };
            __q.left = __left;
            __s[3] = __c3;
            __s[2] = __at;
            __answer
        }
        #[inline]
        fn __solvers3<'a>(
            __c: __rt::Game<'a, __Context<'_>>,
            __s: &mut [__rt::u64],
            __q: &mut __rt::Workspace,
            __f: &__rt::Store,
            __again: __rt::bool,
        ) -> __rt::ConditionAnswer {
            let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<4>() else {
                return __rt::ConditionAnswer::No
            };
            let __facts = __rt::FactReader::new(__f);
            let mut __left = __q.left;
            let mut __at: __rt::u64 = if __again { __s[2] } else { 1 };
            let mut __c3 = __s[3];
            let __answer = '__go: loop {
                '__l2: {
                    match __at {
                        1 => {}
                        2 => break '__l2,
                        _ => break '__go __rt::ConditionAnswer::No,
                    }
                    __at = 1;
                    __c3 = __facts.first(&__P0);
                }
                __at = 2;
                loop {
                    if !(__c3 != 0) {
                        break '__go __rt::ConditionAnswer::No;
                    }
                    if __left <= 0 {
                        break '__go __rt::ConditionAnswer::Paused;
                    }
                    __left -= 1;
                    let __w;
                    (__w, __c3) = __facts.two(&__P0, __c3);
                    __s[0] = __w[0];
                    __s[1] = __w[1];
                    if !(!__facts.has_row(&__P1, &[__s[0], __s[1]])) {
                        continue;
                    }
                    __at = 2;
                    break '__go __rt::ConditionAnswer::found(__c3 != 0);
                }
            };
            __q.left = __left;
            __s[3] = __c3;
            __s[2] = __at;
            __answer
        }
        #[inline]
        fn __solvers4<'a>(
            __c: __rt::Game<'a, __Context<'_>>,
            __s: &mut [__rt::u64],
            __q: &mut __rt::Workspace,
            __f: &__rt::Store,
            __again: __rt::bool,
        ) -> __rt::ConditionAnswer {
            let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<9>() else {
                return __rt::ConditionAnswer::No
            };
            let __facts = __rt::FactReader::new(__f);
            let mut __left = __q.left;
            let mut __at: __rt::u64 = if __again { __s[2] } else { 1 };
            let mut __c7 = __s[7];
            let __answer = '__go: loop {
                '__l5: {
                    '__l6: {
                        '__l4: {
                            '__l3: {
                                '__l2: {
                                    match __at {
                                        1 => {}
                                        2 => break '__l2,
                                        3 => break '__l3,
                                        4 => break '__l4,
                                        6 => break '__l6,
                                        5 => break '__l5,
                                        _ => break '__go __rt::ConditionAnswer::No,
                                    }
                                    __at = 1;
                                    if !(__facts.has_row(&__P0, &[__s[0], __s[1]])) {
                                        break '__l3;
                                    }
                                    if !(!__facts.has_row(&__P1, &[__s[0], __s[1]])) {
                                        break '__l3;
                                    }
                                    break '__go __rt::ConditionAnswer::Last;
                                }
                                __at = 2;
                            }
                            __at = 3;
                            __c7 = __facts.seek(&__P0, 3, &[__s[0]]);
                        }
                        __at = 4;
                        loop {
                            if !(__c7 != 0) {
                                break '__go __rt::ConditionAnswer::No;
                            }
                            if __left <= 0 {
                                break '__go __rt::ConditionAnswer::Paused;
                            }
                            __left -= 1;
                            let __r = __c7;
                            __c7 = __facts.next_in(&__P0, 3, __r);
                            if __facts.word(&__P0, __r, 0) != __s[0] {
                                continue;
                            }
                            __s[6] = __facts.word(&__P0, __r, 1);
                            if !(!__facts.has_row(&__P1, &[__s[0], __s[6]])) {
                                continue;
                            }
                            __at = 5;
                            break '__go __q.call(0, 0, false, 0, &[__s[6], __s[1]]);
                        }
                    }
                    __at = 6;
                    if !(__s[8] > 1) {
                        __at = 4;
                        continue '__go;
                    }
                    __at = 5;
                    break '__go __q.redo(0, __s[8]);
                }
                __at = 5;
                __s[8] = __rt::Workspace::returned(__q);
                if !(__s[8] != 0) {
                    __at = 4;
                    continue '__go;
                }
                __at = 6;
                break '__go __rt::ConditionAnswer::found(__c7 != 0 || __s[8] > 1);
            };
            __q.left = __left;
            __s[7] = __c7;
            __s[2] = __at;
            __answer
        }
        #[inline]
        fn __solvers5<'a>(
            __c: __rt::Game<'a, __Context<'_>>,
            __s: &mut [__rt::u64],
            __q: &mut __rt::Workspace,
            __f: &__rt::Store,
            __again: __rt::bool,
        ) -> __rt::ConditionAnswer {
            let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<4>() else {
                return __rt::ConditionAnswer::No
            };
            let mut __at: __rt::u64 = if __again { __s[2] } else { 1 };
            let __answer = '__go: loop {
                '__l2: {
                    '__l3: {
                        match __at {
                            1 => {}
                            3 => break '__l3,
                            2 => break '__l2,
                            _ => break '__go __rt::ConditionAnswer::No,
                        }
                        __at = 1;
                        __at = 2;
                        break '__go __q.call(0, 0, false, 0, &[__s[0], __s[1]]);
                    }
                    __at = 3;
                    if !(__s[3] > 1) {
                        break '__go __rt::ConditionAnswer::No;
                    }
                    __at = 2;
                    break '__go __q.redo(0, __s[3]);
                }
                __at = 2;
                __s[3] = __rt::Workspace::returned(__q);
                if !(__s[3] != 0) {
                    break '__go __rt::ConditionAnswer::No;
                }
                __at = 3;
                break '__go __rt::ConditionAnswer::found(__s[3] > 1);
            };
            __s[2] = __at;
            __answer
        }
        #[inline]
        fn __solvers6<'a>(
            __c: __rt::Game<'a, __Context<'_>>,
            __s: &mut [__rt::u64],
            __q: &mut __rt::Workspace,
            __f: &__rt::Store,
            __again: __rt::bool,
        ) -> __rt::ConditionAnswer {
            let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<10>() else {
                return __rt::ConditionAnswer::No
            };
            let __facts = __rt::FactReader::new(__f);
            let mut __left = __q.left;
            let mut __at: __rt::u64 = if __again { __s[2] } else { 1 };
            let mut __c6 = __s[6];
            let mut __c8 = __s[8];
            let __answer = '__go: loop {
                '__l6: {
                    '__l7: {
                        '__l5: {
                            '__l2: {
                                '__l3: {
                                    '__l4: {
                                        match __at {
                                            1 => {}
                                            4 => break '__l4,
                                            3 => break '__l3,
                                            2 => break '__l2,
                                            5 => break '__l5,
                                            7 => break '__l7,
                                            6 => break '__l6,
                                            _ => break '__go __rt::ConditionAnswer::No,
                                        }
                                        __at = 1;
                                        __s[5] = 2;
                                        __c6 = __facts.seek(&__P0, 2, &[__s[1]]);
                                    }
                                    __at = 4;
                                    loop {
                                        if !(__c6 != 0) {
                                            break '__l3;
                                        }
                                        if __left <= 0 {
                                            break '__go __rt::ConditionAnswer::Paused;
                                        }
                                        __left -= 1;
                                        let __r = __c6;
                                        __c6 = __facts.next_in(&__P0, 2, __r);
                                        __s[0] = __facts.word(&__P0, __r, 0);
                                        if __facts.word(&__P0, __r, 1) != __s[1] {
                                            continue;
                                        }
                                        if !(!__facts.has_row(&__P1, &[__s[0], __s[1]])) {
                                            continue;
                                        }
                                        __s[5] = 0;
                                        __at = 4;
                                        break '__go __rt::ConditionAnswer::found(__c6 != 0);
                                    }
                                }
                                __at = 3;
                                __at = __s[5];
                                continue '__go;
                            }
                            __at = 2;
                            __c8 = __facts.first(&__P0);
                        }
                        __at = 5;
                        loop {
                            if !(__c8 != 0) {
                                break '__go __rt::ConditionAnswer::No;
                            }
                            if __left <= 0 {
                                break '__go __rt::ConditionAnswer::Paused;
                            }
                            __left -= 1;
                            let __w;
                            (__w, __c8) = __facts.two(&__P0, __c8);
                            __s[0] = __w[0];
                            __s[7] = __w[1];
                            if !(!__facts.has_row(&__P1, &[__s[0], __s[7]])) {
                                continue;
                            }
                            __at = 6;
                            break '__go __q.call(0, 0, false, 0, &[__s[7], __s[1]]);
                        }
                    }
                    __at = 7;
                    if !(__s[9] > 1) {
                        __at = 5;
                        continue '__go;
                    }
                    __at = 6;
                    break '__go __q.redo(0, __s[9]);
                }
                __at = 6;
                __s[9] = __rt::Workspace::returned(__q);
                if !(__s[9] != 0) {
                    __at = 5;
                    continue '__go;
                }
                __at = 7;
                break '__go __rt::ConditionAnswer::found(__c8 != 0 || __s[9] > 1);
            };
            __q.left = __left;
            __s[6] = __c6;
            __s[8] = __c8;
            __s[2] = __at;
            __answer
        }
        #[inline]
        fn __solvers7<'a>(
            __c: __rt::Game<'a, __Context<'_>>,
            __s: &mut [__rt::u64],
            __q: &mut __rt::Workspace,
            __f: &__rt::Store,
            __again: __rt::bool,
        ) -> __rt::ConditionAnswer {
            let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<14>() else {
                return __rt::ConditionAnswer::No
            };
            let mut __left = __q.left;
            let mut __at: __rt::u64 = if __again { __s[2] } else { 1 };
            let __answer = '__go: loop {
                '__l2: {
                    match __at {
                        1 => {}
                        2 => break '__l2,
                        _ => break '__go __rt::ConditionAnswer::No,
                    }
                    __at = 1;
                    __s[5] = __s[1];
                    __s[3] = 3;
                }
                __at = 2;
                if !(__s[3] > 1) {
                    break '__go __rt::ConditionAnswer::No;
                }
                let __asked = __s[3] == 2;
                __s[3] = 2;
                __q.left = __left;
                let __found = __solvers6(__c, &mut __s[4..14], __q, __f, __asked);
                __left = __q.left;
                match __found {
                    __rt::ConditionAnswer::Yes => {}
                    __rt::ConditionAnswer::Last => __s[3] = 1,
                    __found => break '__go __found,
                }
                __s[0] = __s[4];
                __at = 2;
                break '__go __rt::ConditionAnswer::found(__s[3] > 1);
            };
            __q.left = __left;
            __s[2] = __at;
            __answer
        }
        #[inline]
        fn __solvers8<'a>(
            __c: __rt::Game<'a, __Context<'_>>,
            __s: &mut [__rt::u64],
            __q: &mut __rt::Workspace,
            __f: &__rt::Store,
            __again: __rt::bool,
        ) -> __rt::ConditionAnswer {
            let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<10>() else {
                return __rt::ConditionAnswer::No
            };
            let __facts = __rt::FactReader::new(__f);
            let mut __left = __q.left;
            let mut __at: __rt::u64 = if __again { __s[2] } else { 1 };
            let mut __c6 = __s[6];
            let mut __c8 = __s[8];
            let __answer = '__go: loop {
                '__l6: {
                    '__l7: {
                        '__l5: {
                            '__l2: {
                                '__l3: {
                                    '__l4: {
                                        match __at {
                                            1 => {}
                                            4 => break '__l4,
                                            3 => break '__l3,
                                            2 => break '__l2,
                                            5 => break '__l5,
                                            7 => break '__l7,
                                            6 => break '__l6,
                                            _ => break '__go __rt::ConditionAnswer::No,
                                        }
                                        __at = 1;
                                        __s[5] = 2;
                                        __c6 = __facts.seek(&__P0, 3, &[__s[0]]);
                                    }
                                    __at = 4;
                                    loop {
                                        if !(__c6 != 0) {
                                            break '__l3;
                                        }
                                        if __left <= 0 {
                                            break '__go __rt::ConditionAnswer::Paused;
                                        }
                                        __left -= 1;
                                        let __r = __c6;
                                        __c6 = __facts.next_in(&__P0, 3, __r);
                                        if __facts.word(&__P0, __r, 0) != __s[0] {
                                            continue;
                                        }
                                        __s[1] = __facts.word(&__P0, __r, 1);
                                        if !(!__facts.has_row(&__P1, &[__s[0], __s[1]])) {
                                            continue;
                                        }
                                        __s[5] = 0;
                                        __at = 4;
                                        break '__go __rt::ConditionAnswer::found(__c6 != 0);
                                    }
                                }
                                __at = 3;
                                __at = __s[5];
                                continue '__go;
                            }
                            __at = 2;
                            __c8 = __facts.seek(&__P0, 3, &[__s[0]]);
                        }
                        __at = 5;
                        loop {
                            if !(__c8 != 0) {
                                break '__go __rt::ConditionAnswer::No;
                            }
                            if __left <= 0 {
                                break '__go __rt::ConditionAnswer::Paused;
                            }
                            __left -= 1;
                            let __r = __c8;
                            __c8 = __facts.next_in(&__P0, 3, __r);
                            if __facts.word(&__P0, __r, 0) != __s[0] {
                                continue;
                            }
                            __s[7] = __facts.word(&__P0, __r, 1);
                            if !(!__facts.has_row(&__P1, &[__s[0], __s[7]])) {
                                continue;
                            }
                            __at = 6;
                            break '__go __q.call(1, 0, false, 2, &[__s[7], 0]);
                        }
                    }
                    __at = 7;
                    if !(__s[9] > 1) {
                        __at = 5;
                        continue '__go;
                    }
                    __at = 6;
                    break '__go __q.redo(0, __s[9]);
                }
                __at = 6;
                __s[9] = __rt::Workspace::returned(__q);
                if !(__s[9] != 0) {
                    __at = 5;
                    continue '__go;
                }
                __s[1] = __rt::Workspace::word(__q, 1);
                __at = 7;
                break '__go __rt::ConditionAnswer::found(__c8 != 0 || __s[9] > 1);
            };
            __q.left = __left;
            __s[6] = __c6;
            __s[8] = __c8;
            __s[2] = __at;
            __answer
        }
        #[inline]
        fn __solvers9<'a>(
            __c: __rt::Game<'a, __Context<'_>>,
            __s: &mut [__rt::u64],
            __q: &mut __rt::Workspace,
            __f: &__rt::Store,
            __again: __rt::bool,
        ) -> __rt::ConditionAnswer {
            let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<4>() else {
                return __rt::ConditionAnswer::No
            };
            let mut __at: __rt::u64 = if __again { __s[2] } else { 1 };
            let __answer = '__go: loop {
                '__l2: {
                    '__l3: {
                        match __at {
                            1 => {}
                            3 => break '__l3,
                            2 => break '__l2,
                            _ => break '__go __rt::ConditionAnswer::No,
                        }
                        __at = 1;
                        __at = 2;
                        break '__go __q.call(1, 0, false, 2, &[__s[0], 0]);
                    }
                    __at = 3;
                    if !(__s[3] > 1) {
                        break '__go __rt::ConditionAnswer::No;
                    }
                    __at = 2;
                    break '__go __q.redo(0, __s[3]);
                }
                __at = 2;
                __s[3] = __rt::Workspace::returned(__q);
                if !(__s[3] != 0) {
                    break '__go __rt::ConditionAnswer::No;
                }
                __s[1] = __rt::Workspace::word(__q, 1);
                __at = 3;
                break '__go __rt::ConditionAnswer::found(__s[3] > 1);
            };
            __s[2] = __at;
            __answer
        }
        #[inline]
        fn __solvers10<'a>(
            __c: __rt::Game<'a, __Context<'_>>,
            __s: &mut [__rt::u64],
            __q: &mut __rt::Workspace,
            __f: &__rt::Store,
            __again: __rt::bool,
        ) -> __rt::ConditionAnswer {
            let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<10>() else {
                return __rt::ConditionAnswer::No
            };
            let __facts = __rt::FactReader::new(__f);
            let mut __left = __q.left;
            let mut __at: __rt::u64 = if __again { __s[2] } else { 1 };
            let mut __c6 = __s[6];
            let mut __c8 = __s[8];
            let __answer = '__go: loop {
                '__l6: {
                    '__l7: {
                        '__l5: {
                            '__l2: {
                                '__l3: {
                                    '__l4: {
                                        match __at {
                                            1 => {}
                                            4 => break '__l4,
                                            3 => break '__l3,
                                            2 => break '__l2,
                                            5 => break '__l5,
                                            7 => break '__l7,
                                            6 => break '__l6,
                                            _ => break '__go __rt::ConditionAnswer::No,
                                        }
                                        __at = 1;
                                        __s[5] = 2;
                                        __c6 = __facts.first(&__P0);
                                    }
                                    __at = 4;
                                    loop {
                                        if !(__c6 != 0) {
                                            break '__l3;
                                        }
                                        if __left <= 0 {
                                            break '__go __rt::ConditionAnswer::Paused;
                                        }
                                        __left -= 1;
                                        let __w;
                                        (__w, __c6) = __facts.two(&__P0, __c6);
                                        __s[0] = __w[0];
                                        __s[1] = __w[1];
                                        if !(!__facts.has_row(&__P1, &[__s[0], __s[1]])) {
                                            continue;
                                        }
                                        __s[5] = 0;
                                        __at = 4;
                                        break '__go __rt::ConditionAnswer::found(__c6 != 0);
                                    }
                                }
                                __at = 3;
                                __at = __s[5];
                                continue '__go;
                            }
                            __at = 2;
                            __c8 = __facts.first(&__P0);
                        }
                        __at = 5;
                        loop {
                            if !(__c8 != 0) {
                                break '__go __rt::ConditionAnswer::No;
                            }
                            if __left <= 0 {
                                break '__go __rt::ConditionAnswer::Paused;
                            }
                            __left -= 1;
                            let __w;
                            (__w, __c8) = __facts.two(&__P0, __c8);
                            __s[0] = __w[0];
                            __s[7] = __w[1];
                            if !(!__facts.has_row(&__P1, &[__s[0], __s[7]])) {
                                continue;
                            }
                            __at = 6;
                            break '__go __q.call(1, 0, false, 2, &[__s[7], 0]);
                        }
                    }
                    __at = 7;
                    if !(__s[9] > 1) {
                        __at = 5;
                        continue '__go;
                    }
                    __at = 6;
                    break '__go __q.redo(0, __s[9]);
                }
                __at = 6;
                __s[9] = __rt::Workspace::returned(__q);
                if !(__s[9] != 0) {
                    __at = 5;
                    continue '__go;
                }
                __s[1] = __rt::Workspace::word(__q, 1);
                __at = 7;
                break '__go __rt::ConditionAnswer::found(__c8 != 0 || __s[9] > 1);
            };
            __q.left = __left;
            __s[6] = __c6;
            __s[8] = __c8;
            __s[2] = __at;
            __answer
        }
        #[inline]
        fn __solvers11<'a>(
            __c: __rt::Game<'a, __Context<'_>>,
            __s: &mut [__rt::u64],
            __q: &mut __rt::Workspace,
            __f: &__rt::Store,
            __again: __rt::bool,
        ) -> __rt::ConditionAnswer {
            let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<14>() else {
                return __rt::ConditionAnswer::No
            };
            let mut __left = __q.left;
            let mut __at: __rt::u64 = if __again { __s[2] } else { 1 };
            let __answer = '__go: loop {
                '__l2: {
                    match __at {
                        1 => {}
                        2 => break '__l2,
                        _ => break '__go __rt::ConditionAnswer::No,
                    }
                    __at = 1;
                    __s[3] = 3;
                }
                __at = 2;
                if !(__s[3] > 1) {
                    break '__go __rt::ConditionAnswer::No;
                }
                let __asked = __s[3] == 2;
                __s[3] = 2;
                __q.left = __left;
                let __found = __solvers10(__c, &mut __s[4..14], __q, __f, __asked);
                __left = __q.left;
                match __found {
                    __rt::ConditionAnswer::Yes => {}
                    __rt::ConditionAnswer::Last => __s[3] = 1,
                    __found => break '__go __found,
                }
                __s[0] = __s[4];
                __s[1] = __s[5];
                __at = 2;
                break '__go __rt::ConditionAnswer::found(__s[3] > 1);
            };
            __q.left = __left;
            __s[2] = __at;
            __answer
        }
        const __FUNCTIONS: __rt::Functions<__domain::Domain> = __rt::Functions {
            words: &[],
            tests: &[],
            keys: &[],
            costs: &[],
            solvers: &[
                __solvers0,
                __solvers1,
                __solvers2,
                __solvers3,
                __solvers4,
                __solvers5,
                __solvers6,
                __solvers7,
                __solvers8,
                __solvers9,
                __solvers10,
                __solvers11,
            ],
            changes: &[],
        };
        const __CAPACITY0: ::core::primitive::usize = 128;
        static __TABLES: __rt::Tables = {
            use __rt::tables::*;
            static TYPES: [Type; 4] = [
                __rt::Codec::ty(&__CODEC0, "Room"),
                __rt::Codec::ty(&__CODEC1, "::core::primitive::f32"),
                __rt::Codec::ty(&__CODEC2, "bool"),
                __rt::Codec::ty(&__CODEC3, "::core::primitive::usize"),
            ];
            static RELATIONS: [Relation; 2] = Relation::unpack(
                &["door", "", "locked", ""],
                &[41539008708085955658784711339343872, 131073],
                &__TABLES,
            );
            static AXIOMS: [AxiomRow; 2] = AxiomRow::unpack(
                &[],
                &[18449558857836986372],
                &__TABLES,
            );
            static PARAMS: [Param; 4] = Param::unpack(
                &["", "", "a", "b"],
                &[295147905179352825856],
                &__TABLES,
            );
            static PARAMS_LISTS: [&[Param]; 2] = lists(&PARAMS, [2, 2]);
            static VARS_LISTS: [&[Var]; 0] = lists(&[], []);
            static PREDICATES_LISTS: [&[RelId]; 0] = lists(&[], []);
            static COLUMNS: [Columns; 6] = Columns::unpack(
                &[],
                &[79231789291723462964634910720],
                &__TABLES,
            );
            static COLUMNS_LISTS: [&[Columns]; 2] = lists(&COLUMNS, [4, 2]);
            Tables {
                name: "paths",
                doc: "Ways through a building.",
                types: &TYPES,
                code: b"\x01\x02\0\x03\0\x02\xFF\xFF\x03\x04\0\x02\xFF\xFF\x03#\x03\x01\x02\xFF\xFF\x03\x04\x01\x02\xFF\xFF\x03#\x03\x02\x02\xFF\xFF\x03\x04\x02\x02\xFF\xFF\x03#\x03\x03\x02\xFF\xFF\x03\x04\x03\x02\xFF\xFF\x03#\x03\x05\x02\xFF\xFF\x03\x04\x05\x02\xFF\xFF\x03#\x03\x07\x02\xFF\xFF\x03\x04\x07\x02\xFF\xFF\x03#\x03\t\x02\xFF\xFF\x03\x04\t\x02\xFF\xFF\x03#\x03\x0B\x02\xFF\xFF\x03\x04\x0B\x02\xFF\xFF\x03#",
                constants: &[__CAPACITY0, 64],
                relations: &RELATIONS,
                tasks: &[],
                methods: &[],
                branches: &[],
                operators: &[],
                axioms: &AXIOMS,
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
        const __LAYOUTS: [__rt::Layout; 2] = __rt::Layout::all(__TABLES.relations);
        static __P0: __rt::Layout = __LAYOUTS[0];
        static __P1: __rt::Layout = __LAYOUTS[1];
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
            const PATTERNS: &'static [(__rt::u32, __rt::u32, __rt::u16)] = &[
                (3, 3, 3),
                (2, 6, 4),
                (1, 9, 4),
                (0, 12, 4),
            ];
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
        impl __rt::AxiomQuery<1> for __domain::Domain {
            type Given = (::core::option::Option<__T0>, ::core::option::Option<__T0>);
            type Found = (__T0, __T0);
            const NAMES: &'static [&'static __rt::str] = &["a", "b"];
            const PATTERNS: &'static [(__rt::u32, __rt::u32, __rt::u16)] = &[
                (3, 15, 4),
                (2, 18, 14),
                (1, 21, 4),
                (0, 24, 14),
            ];
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
// 3: Apply { id: OperatorId(0), cost: Function }
// 4: Applied
// 5: Moment
// 6: Test { f: FnId(0), on_fail: Pc(9), branch: BranchId(0) }
// 7: Stepped
// 8: Return(FnId(0))
// 9: Solve { f: FnId(1), on_fail: Pc(14), branch: BranchId(1) }
// 10: SolveNext { f: FnId(1), on_fail: Pc(14), branch: BranchId(1) }
// 11: Step { f: FnId(0), id: OperatorId(0), cost: Function, frame: 1, args: InlineArgs { len: 1, slots: [Slot(3), Slot(0), Slot(0), Slot(0)] } }
// 12: Task { of: Callee { task: TaskId(1), method: MethodId(0), branch: BranchId(65535), entry: Pc(6), frame: 12 }, args: Run { at: 0, len: 2 }, ret: Slot(11) }
// 13: Return(FnId(1))
// 14: Branch(BranchId(2))
// 15: Stepped
// 16: Return(FnId(2))
// 17: Test { f: FnId(0), on_fail: Pc(2), branch: BranchId(65535) }
// 18: Holds
// 19: Solve { f: FnId(2), on_fail: Pc(2), branch: BranchId(65535) }
// 20: SolveNext { f: FnId(2), on_fail: Pc(2), branch: BranchId(65535) }
// 21: Holds
// 22: Solve { f: FnId(3), on_fail: Pc(2), branch: BranchId(65535) }
// 23: SolveNext { f: FnId(3), on_fail: Pc(2), branch: BranchId(65535) }
// 24: Holds
// 25: Holds
