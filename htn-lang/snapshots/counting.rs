#[doc(hidden)]
mod __domains_stand_outside_of_functions_counting {
    use super::*;
    pub(super) type __T0 = u32;
    pub(super) type __T1 = ::core::primitive::usize;
}
///The domain `counting`.
mod counting {
    use super::__domains_stand_outside_of_functions_counting::__T0 as u32;
    /// The domain, as a parameter of the runtime's types.
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
    /// An action for the game to carry out.
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    pub(super) enum Action {
        ///`up(by)`.
        Up {
            ///`by`.
            by: u32,
        },
    }
    ::squad_htn::__private_0_1_0::domain_types!(pub (super));
    ///The facts of each predicate as tuples of columns, in the order in which they were added.
    pub(super) mod rows {
        ::squad_htn::__private_0_1_0::domain_queries! {
            rows pub (in super::super), 0u16 number Number(__c0 : super::u32),
        }
    }
    ///The values of keys, for predicates with `=>`.
    pub(super) mod get {
        ::squad_htn::__private_0_1_0::domain_queries! {
            get pub (in super::super), 0u16 number(state) -> super::u32,
        }
    }
}
const _: () = {
    use ::squad_htn::__private_0_1_0 as __rt;
    use self::__domains_stand_outside_of_functions_counting::*;
    use self::counting as __domain;
    type __Context<'c> = <__domain::Domain as __rt::Domain>::Context<'c>;
    type __Game<'a, 'c> = __rt::Game<'a, __Context<'c>>;
    const __CODEC0: __rt::Codec<__T0> = __rt::codec::<__T0>("`u32`");
    const __CODEC1: __rt::Codec<__T1> = __rt::codec::<
        __T1,
    >("`::core::primitive::usize`");
    fn __words0(__c: __Game<'_, '_>, __slots: &[__rt::u64]) -> __rt::u64 {
        fn n() {}
        let n: __T0 = __CODEC0.get(__slots, 2);
        fn by() {}
        let by: __T0 = __CODEC0.get(__slots, 0);
        let __value: __T0 = n + by;
        __CODEC0.word(__value)
    }
    fn __words1(__c: __Game<'_, '_>, __slots: &[__rt::u64]) -> __rt::u64 {
        let __value: __T0 = 1;
        __CODEC0.word(__value)
    }
    fn __tests0(__c: __Game<'_, '_>, __slots: &[__rt::u64]) -> __rt::bool {
        fn n() {}
        let n: __T0 = __CODEC0.get(__slots, 2);
        fn limit() {}
        let limit: __T0 = __CODEC0.get(__slots, 0);
        if n < limit { true } else { false }
    }
    static __FUNCTIONS: __rt::Functions<__domain::Domain> = {
        use __rt::conditions::*;
        type Game<'a, 'c> = __Game<'a, 'c>;
        fn find0(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
            let Some(__s) = __s.first_chunk_mut::<3>() else { return No };
            let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
            let __value = __facts.value(&__P0);
            let true = write(&mut __s[2], __value) else { return No };
            return Last;
        }
        fn find1(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
            let Some(__s) = __s.first_chunk_mut::<3>() else { return No };
            let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
            let __value = __facts.value(&__P0);
            let true = write(&mut __s[2], __value) else { return No };
            let true = __tests0(__c, &*__s) else { return No };
            return Last;
        }
        fn __changes0(
            __c: __Game<'_, '_>,
            __s: &mut [u64],
            __q: &mut Workspace,
            __f: &mut Store,
            __parts: Parts,
        ) -> ConditionAnswer {
            let Some(__s) = __s.first_chunk_mut::<4>() else { return No };
            if __parts.0 & 1 != 0 {
                let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
                let __value = __facts.value(&__P0);
                let true = write(&mut __s[2], __value) else { return No };
            }
            if __parts.0 & 2 != 0 {
                __s[3] = __words0(__c, &*__s);
                let true = __q.add_one(__f, &__P0, __s[3]) else { return Full };
            }
            Last
        }
        Functions {
            words: &[__words0, __words1],
            tests: &[__tests0],
            keys: &[],
            costs: &[],
            solvers: &[find0, find1],
            changes: &[__changes0],
        }
    };
    static __TABLES: __rt::Tables = {
        use __rt::rows::*;
        static TYPES: [Type; 2] = [
            __CODEC0.ty("u32"),
            __CODEC1.ty("::core::primitive::usize"),
        ];
        static CONSTANTS: [usize; 1] = [64];
        static CHECKS: [Check; 2] = [
            Check::new("number(n)", Pc(9), 4)
                .reads(&[RelId(0)])
                .vars(&[Var::new("n", 0, 2)]),
            Check::new("number(n) && n < limit", Pc(22), 5)
                .reads(&[RelId(0)])
                .vars(&[Var::new("limit", 0, 0)]),
        ];
        Tables {
            name: "counting",
            doc: "",
            types: &TYPES,
            code: b"\x01\x02\0\x03\0\x02\xFF\xFF\x03\x04\0\x02\xFF\xFF\x03%\0\0\x01\x1D\0\x02\x1C\x1B\x05\0\x01\0\x01\x01\x02\xFF\xFF\x03\"\x15\0\x0F\x02\0\xFF\xFF\x03\x0E\x04\x01\0\x16\x03\x01\x13\x01\x04\x01\x13\x01\x07\x01\x03\x11\0\0\x01\x04\x01\x03$\x02\0\xFF\xFF\x03\x0E\x04\x01\0\0\x15\x02 \x16\x03\x01\x02\xFF\xFF\x03\x04\x01\x02\xFF\xFF\x03\"",
            constants: &CONSTANTS,
            checks: &CHECKS,
            relations: &[
                Relation::new("number", Columns(0), CONSTANTS[0])
                    .columns(&[Param::new("", 0)])
                    .keyed(true)
                    .indexes(&[Columns(0), Columns(0)]),
            ],
            tasks: &[
                TaskRow::new("up", TaskKind::External, Pc(3), 4)
                    .params(&[Param::new("by", 0)]),
                TaskRow::new("count_to", TaskKind::Method, Pc(11), 1)
                    .params(&[Param::new("limit", 0)]),
                TaskRow::new("while", TaskKind::Block, Pc(14), 4)
                    .params(&[Param::new("limit", 0)])
                    .not_memoized(true),
            ],
            methods: &[MethodRow::new(TaskId(1))],
            branches: &[
                BranchRow::new("").checks(Run { at: 1, len: 0 }),
                BranchRow::new("while")
                    .vars(&[Var::new("n", 0, 2)])
                    .checks(Run { at: 1, len: 1 }),
                BranchRow::new("").checks(Run { at: 2, len: 0 }),
            ],
            operators: &[
                OperatorRow::new(TaskId(0), Pc(3))
                    .holds(Some(CHECKS[0]))
                    .pieces(Run { at: 1, len: 0 })
                    .moments([Pc(6), Pc(8), Pc(8), Pc(8), Pc(8)])
                    .writes([&[RelId(0)], &[], &[], &[], &[]])
                    .vars(&[Var::new("n", 0, 2)]),
            ],
            args: &[Arg::Is(Slot(2))],
            ..Tables::EMPTY
        }
    };
    const __LAYOUTS: [__rt::Layout; 1] = __rt::Layout::all(__TABLES.relations);
    const __WORDS: __rt::usize = __rt::Layout::words_read(&__LAYOUTS);
    static __P0: __rt::Layout = __LAYOUTS[0];
    impl __rt::Domain for __domain::Domain {
        const HASH: __rt::u64 = __rt::hash::domain(16485403257534696289, &__TABLES);
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
        __rt::domain_rows! {
            __domain, rows of 1; facts { 0 Number { 0 : __f0 = __CODEC0[0] } } tasks { 0
            Up { by : __f0 = __CODEC0[0] } 1 CountTo { limit : __f0 = __CODEC0[0] } }
            actions { 0 Up { by : __f0 = __CODEC0[0] } }
        }
    }
    impl ::core::convert::From<__domain::Action> for __domain::Task {
        fn from(__action: __domain::Action) -> Self {
            match __action {
                __domain::Action::Up { by: __f0 } => __domain::Task::Up { by: __f0 },
            }
        }
    }
    __rt::domain_values!(__domain);
    __rt::domain_answers! {
        keys of __domain; 0 Number(__c0) [] -> [__c0 : __T0],
    }
    __rt::domain_mentions!(__domain rows[number] get[number]);
};

// 0: RootCall
// 1: RootNext
// 2: Fail
// 3: Solve { f: FnId(0), on_fail: Pc(2), branch: BranchId(65535) }
// 4: SolveNext { f: FnId(0), on_fail: Pc(2), branch: BranchId(65535) }
// 5: ApplyAll { f: FnId(0), id: OperatorId(0), cost: One }
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
