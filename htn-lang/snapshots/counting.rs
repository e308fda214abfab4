#[doc(hidden)]
mod __domains_stand_outside_of_functions_counting {
    use super::*;
    pub(super) type __T0 = u32;
    pub(super) type __T1 = ::core::primitive::usize;
}
///The domain `counting`.
mod counting {
    use super::__domains_stand_outside_of_functions_counting::__T0 as u32;
    /// Stands for the domain in the runtime's types.
    #[derive(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::cmp::PartialEq,
        ::core::cmp::Eq,
        ::core::hash::Hash,
        ::core::fmt::Debug,
    )]
    pub(super) enum Domain {}
    /// A fact.
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    pub(super) enum Fact {
        ///`number(u32)`.
        Number(u32),
    }
    /// A task.
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    pub(super) enum Task {
        ///`up(by)`.
        Up {
            ///`by`.
            by: u32,
        },
        ///`count_to(limit)`.
        CountTo {
            ///`limit`.
            limit: u32,
        },
        /// A step that adds a fact.
        Add(Fact),
        /// A step that deletes a fact.
        Delete(Fact),
    }
    /// What the game is told to do.
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    pub(super) enum Action {
        ///`up(by)`.
        Up {
            ///`by`.
            by: u32,
        },
    }
    ///The facts.
    pub(super) type State = ::squad_htn::State<Domain>;
    ///A search that can be paused anywhere.
    pub(super) type Planner = ::squad_htn::Planner<Domain>;
    ///What the planner found.
    pub(super) type Plan = ::squad_htn::Plan<Domain>;
    ///Carries plans out, several at once.
    pub(super) type Executor = ::squad_htn::Executor<Domain>;
    ///State, planner and executor in one loop.
    pub(super) type Director = ::squad_htn::Director<Domain>;
    ///Many squads on one budget.
    pub(super) type SquadScheduler = ::squad_htn::SquadScheduler<Domain>;
    ///The facts of a predicate, in the order in which they were added, each as its columns.
    pub(super) mod rows {
        ///The facts of `number`.
        #[inline]
        pub(in super::super) fn number<__D>(
            __state: &::squad_htn::State<__D>,
        ) -> ::squad_htn::Rows<'_, __D, super::u32>
        where
            __D: ::squad_htn::Domain<Fact = super::Fact>,
        {
            ::squad_htn::Rows::new(
                __state,
                0u16,
                |__fact| match __fact {
                    super::Fact::Number(__c0) => ::core::option::Option::Some(__c0),
                },
            )
        }
    }
    ///The value of a key, of predicates with `=>`.
    pub(super) mod get {
        ///The value of a key of `number`.
        #[inline]
        pub(in super::super) fn number<__D>(
            state: &::squad_htn::State<__D>,
        ) -> ::core::option::Option<super::u32>
        where
            __D: ::squad_htn::__private_0_1_0::Keyed<0u16, Key = (), Value = super::u32>,
        {
            ::squad_htn::__private_0_1_0::value_of::<__D, 0u16>(state, ())
        }
    }
}
const _: () = {
    use ::squad_htn::__private_0_1_0 as __rt;
    use self::__domains_stand_outside_of_functions_counting::*;
    use self::counting as __domain;
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
    const __CODEC0: __rt::Codec<__T0> = __rt::codec::<__T0>("`u32`");
    #[inline]
    fn __get0(__slots: &[__rt::u64], __slot: __rt::usize) -> __T0 {
        __rt::Codec::get(&__CODEC0, __slots, __slot)
    }
    #[inline]
    fn __word0(__value: __T0) -> __rt::u64 {
        __rt::Codec::word(&__CODEC0, __value)
    }
    const __CODEC1: __rt::Codec<__T1> = __rt::codec::<
        __T1,
    >("`::core::primitive::usize`");
    #[inline]
    fn __get1(__slots: &[__rt::u64], __slot: __rt::usize) -> __T1 {
        __rt::Codec::get(&__CODEC1, __slots, __slot)
    }
    #[inline]
    fn __word1(__value: __T1) -> __rt::u64 {
        __rt::Codec::word(&__CODEC1, __value)
    }
    fn __words0<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
    ) -> __rt::u64 {
        fn n() {}
        let n: __T0 = __get0(__slots, 2);
        fn by() {}
        let by: __T0 = __get0(__slots, 0);
        let __value: __T0 = n + by;
        __word0(__value)
    }
    fn __words1<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
    ) -> __rt::u64 {
        let __value: __T0 = 1;
        __word0(__value)
    }
    fn __tests0<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __slots: &'a [__rt::u64],
    ) -> __rt::bool {
        fn n() {}
        let n: __T0 = __get0(__slots, 2);
        fn limit() {}
        let limit: __T0 = __get0(__slots, 0);
        if n < limit { true } else { false }
    }
    fn __solvers0<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __s: &mut [__rt::u64],
        __q: &mut __rt::Workspace,
        __f: &__rt::Store,
        __again: __rt::bool,
    ) -> __rt::ConditionAnswer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<3>() else {
            return __rt::ConditionAnswer::No
        };
        let __facts = __rt::FactReader::new(__f);
        let __answer = '__go: {
            if !({
                let __value = __facts.value(&__P0);
                __rt::write(&mut __s[2], __value)
            }) {
                break '__go __rt::ConditionAnswer::No;
            }
            break '__go __rt::ConditionAnswer::Last;
        };
        __answer
    }
    fn __solvers1<'a>(
        __c: __rt::Game<'a, __Context<'_>>,
        __s: &mut [__rt::u64],
        __q: &mut __rt::Workspace,
        __f: &__rt::Store,
        __again: __rt::bool,
    ) -> __rt::ConditionAnswer {
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<3>() else {
            return __rt::ConditionAnswer::No
        };
        let __facts = __rt::FactReader::new(__f);
        let __answer = '__go: {
            if !({
                let __value = __facts.value(&__P0);
                __rt::write(&mut __s[2], __value)
            }) {
                break '__go __rt::ConditionAnswer::No;
            }
            if !(__tests0(__c, &*__s)) {
                break '__go __rt::ConditionAnswer::No;
            }
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
        let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<4>() else {
            return __rt::ConditionAnswer::No
        };
        '__go: {
            if __parts.0 & 1 != 0 {
                let __facts = __rt::FactReader::new(__f);
                if !({
                    let __value = __facts.value(&__P0);
                    __rt::write(&mut __s[2], __value)
                }) {
                    break '__go __rt::ConditionAnswer::No;
                }
            }
            if __parts.0 & 2 != 0 {
                __s[3] = __words0(__c, &*__s);
                if !__rt::Workspace::add_one(__q, __f, &__P0, __s[3]) {
                    break '__go __rt::ConditionAnswer::Full;
                }
            }
            break '__go __rt::ConditionAnswer::Last;
        }
    }
    static __FUNCTIONS: __rt::Functions<__domain::Domain> = __rt::Functions {
        words: &[__words0, __words1],
        tests: &[__tests0],
        keys: &[],
        costs: &[],
        solvers: &[__solvers0, __solvers1],
        changes: &[__changes0],
    };
    static __TABLES: __rt::Tables = {
        use __rt::tables::*;
        static TYPES: [Type; 2] = [
            __rt::Codec::ty(&__CODEC0, "u32"),
            __rt::Codec::ty(&__CODEC1, "::core::primitive::usize"),
        ];
        static RELATIONS: [Relation; 1] = Relation::unpack(
            &["number", ""],
            &[73786976299133173760],
            &__TABLES,
        );
        static TASKS: [TaskRow; 3] = TaskRow::unpack(
            &["up", "", "count_to", "", "while", ""],
            &[
                5192455314878745623137162048307457,
                1329228000117715584263093752661278731, 4295229440,
            ],
            &__TABLES,
        );
        static METHODS: [MethodRow; 1] = MethodRow::unpack(&[""], &[65537], &__TABLES);
        static BRANCHES: [BranchRow; 3] = BranchRow::unpack(
            &["", "", "while", "", "", ""],
            &[4835777065434811537096704, 83076749736557389630440535238901761],
            &__TABLES,
        );
        static OPERATORS: [OperatorRow; 1] = OperatorRow::unpack(
            &[""],
            &[
                4835703278739991675731968, 79228162624944802035801260033,
                79228162661838290217580101640, 5192376087906286159508267734138888,
                295152408778980196352,
            ],
            &__TABLES,
        );
        static CHECKS: [Check; 2] = Check::unpack(
            &["number(n)", "number(n) && n < limit"],
            &[41538375081049639067395017400123401, 2251834173423621],
            &__TABLES,
        );
        static ARGS: [Arg; 1] = Arg::unpack(&[], &[262154], &__TABLES);
        static PARAMS: [Param; 3] = Param::unpack(
            &["", "by", "limit"],
            &[2251799813685248],
            &__TABLES,
        );
        static PARAMS_LISTS: [&[Param]; 3] = lists(&PARAMS, [1, 1, 1]);
        static VARS: [Var; 2] = Var::unpack(
            &["n", "limit"],
            &[18446744073709682688],
            &__TABLES,
        );
        static VARS_LISTS: [&[Var]; 3] = lists(&VARS, [0, 1, 1]);
        static PREDICATES: [RelId; 1] = RelId::unpack(&[], &[65536], &__TABLES);
        static PREDICATES_LISTS: [&[RelId]; 2] = lists(&PREDICATES, [1, 0]);
        static COLUMNS: [Columns; 2] = Columns::unpack(&[], &[4294967296], &__TABLES);
        static COLUMNS_LISTS: [&[Columns]; 1] = lists(&COLUMNS, [2]);
        Tables {
            name: "counting",
            doc: "",
            types: &TYPES,
            code: b"\x01\x02\0\x03\0\x02\xFF\xFF\x03\x04\0\x02\xFF\xFF\x03\x1A\0\x01\x1D\0\x02\x1C\x1B\x05\0\x01\0\x01\x01\x02\xFF\xFF\x03#\x15\0\x0F\x02\0\xFF\xFF\x03\x0E\x04\x01\0\x16\x03\x01\x13\x01\x04\x01\x13\x01\x07\x01\x03\x11\0\0\x01\x04\x01\x03%\x02\0\xFF\xFF\x03\x0E\x04\x01\0\0\x15\x02!\x16\x03\x01\x02\xFF\xFF\x03\x04\x01\x02\xFF\xFF\x03#",
            constants: &[64],
            relations: &RELATIONS,
            tasks: &TASKS,
            methods: &METHODS,
            branches: &BRANCHES,
            operators: &OPERATORS,
            axioms: &[],
            collections: &[],
            checks: &CHECKS,
            args: &ARGS,
            slots: &[],
            strands: &[],
            params: &PARAMS_LISTS,
            vars: &VARS_LISTS,
            predicates: &PREDICATES_LISTS,
            columns: &COLUMNS_LISTS,
        }
    };
    const __LAYOUTS: [__rt::Layout; 1] = __rt::Layout::all(__TABLES.relations);
    static __P0: __rt::Layout = __LAYOUTS[0];
    impl __rt::Domain for __domain::Domain {
        const HASH: __rt::u64 = __rt::hash::domain(0xe4c7eaeb586c4b61, &__TABLES);
        type Context<'c> = ();
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
                __domain::Fact::Number(__f0) => {
                    __rt::fill(__row, &[__word0(__f0)]);
                    __rt::RelId(0)
                }
            }
        }
        fn task_to_row(__task: __domain::Task, __row: &mut __rt::Row) -> __rt::TaskCode {
            match __task {
                __domain::Task::Up { by: __f0 } => {
                    __rt::fill(__row, &[__word0(__f0)]);
                    __rt::TaskCode::Task(__rt::TaskId(0))
                }
                __domain::Task::CountTo { limit: __f0 } => {
                    __rt::fill(__row, &[__word0(__f0)]);
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
            let __row = &__rt::padded::<1>(__row);
            match __rel.0 {
                0 => __domain::Fact::Number(__get0(__row, 0)),
                _ => ::core::unreachable!(),
            }
        }
        fn task_from_row(__task: __rt::TaskCode, __row: &[__rt::u64]) -> __domain::Task {
            match __task {
                __rt::TaskCode::Task(__task) => {
                    let __row = &__rt::padded::<1>(__row);
                    match __task.0 {
                        0 => {
                            __domain::Task::Up {
                                by: __get0(__row, 0),
                            }
                        }
                        1 => {
                            __domain::Task::CountTo {
                                limit: __get0(__row, 0),
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
            let __row = &__rt::padded::<1>(__row);
            match __task.0 {
                0 => {
                    ::core::option::Option::Some(__domain::Action::Up {
                        by: __get0(__row, 0),
                    })
                }
                _ => ::core::option::Option::None,
            }
        }
    }
    impl ::core::convert::From<__domain::Action> for __domain::Task {
        fn from(__action: __domain::Action) -> Self {
            match __action {
                __domain::Action::Up { by: __f0 } => __domain::Task::Up { by: __f0 },
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
    impl __rt::Keyed<0> for __domain::Domain {
        type Key = ();
        type Value = __T0;
        #[inline]
        fn key(__key: Self::Key, __row: &mut __rt::Row) {
            __rt::fill(__row, &[])
        }
        #[inline]
        fn value(__fact: __domain::Fact) -> ::core::option::Option<Self::Value> {
            match __fact {
                __domain::Fact::Number(__c0) => ::core::option::Option::Some(__c0),
                _ => ::core::option::Option::None,
            }
        }
    }
    const _: () = {
        let _ = __domain::rows::number::<__domain::Domain>;
        let _ = __domain::get::number::<__domain::Domain>;
    };
};

// 0: RootCall
// 1: RootNext
// 2: Fail
// 3: Solve { f: FnId(0), on_fail: Pc(2), branch: BranchId(65535) }
// 4: SolveNext { f: FnId(0), on_fail: Pc(2), branch: BranchId(65535) }
// 5: Apply { id: OperatorId(0), cost: One }
// 6: Change { f: FnId(0), parts: Parts(2) }
// 7: Applied
// 8: Moment
// 9: Fact { rel: RelId(0), index: 1, atom: Run { at: 0, len: 1 }, there: true, on_fail: Pc(2), branch: BranchId(65535) }
// 10: Holds
// 11: Branch(BranchId(0))
// 12: Begin { of: Callee { task: TaskId(2), method: MethodId(0), branch: BranchId(65535), entry: Pc(14), frame: 4 }, args: InlineArgs { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 13: Done
// 14: Solve { f: FnId(1), on_fail: Pc(19), branch: BranchId(1) }
// 15: SolveNext { f: FnId(1), on_fail: Pc(19), branch: BranchId(1) }
// 16: Let { f: FnId(1), to: Slot(3) }
// 17: Step { f: FnId(0), id: OperatorId(0), cost: One, frame: 4, args: InlineArgs { len: 1, slots: [Slot(3), Slot(0), Slot(0), Slot(0)] } }
// 18: Round { of: Callee { task: TaskId(2), method: MethodId(0), branch: BranchId(65535), entry: Pc(14), frame: 4 }, args: InlineArgs { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] }, collected: false }
// 19: Branch(BranchId(2))
// 20: Stepped
// 21: Done
// 22: Solve { f: FnId(1), on_fail: Pc(2), branch: BranchId(65535) }
// 23: SolveNext { f: FnId(1), on_fail: Pc(2), branch: BranchId(65535) }
// 24: Holds
