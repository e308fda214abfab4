#[doc(hidden)]
#[allow(unused, clippy::all, clippy::pedantic, clippy::nursery)]
mod __counting_types {
    use super::*;
    pub(super) type __T0 = u32;
    pub(super) type __T1 = ::core::primitive::usize;
}
///The domain `counting`.
#[allow(clippy::enum_variant_names, clippy::large_enum_variant)]
mod counting {
    use super::__counting_types::__T0 as u32;
    /// Stands for the domain in the runtime's types.
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    pub(super) enum Domain {}
    /// A fact.
    #[derive(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::cmp::PartialEq,
        ::core::fmt::Debug
    )]
    pub(super) enum Fact {
        ///`number(u32)`.
        Number(u32),
    }
    /// A task.
    #[derive(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::cmp::PartialEq,
        ::core::fmt::Debug
    )]
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
    #[derive(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::cmp::PartialEq,
        ::core::fmt::Debug
    )]
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
    use self::__counting_types::*;
    use self::counting as __domain;
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
    fn __words0<'a>(__context: &'a __Context<'_>, __slots: &'a [u64]) -> u64 {
        let n: __T0 = __get0(__slots, 1);
        let by: __T0 = __get0(__slots, 0);
        let __value: __T0 = n + by;
        __word0(__value)
    }
    fn __words1<'a>(__context: &'a __Context<'_>, __slots: &'a [u64]) -> u64 {
        let __value: __T0 = 1;
        __word0(__value)
    }
    fn __tests0<'a>(__context: &'a __Context<'_>, __slots: &'a [u64]) -> bool {
        let n: __T0 = __get0(__slots, 1);
        let limit: __T0 = __get0(__slots, 0);
        if (n < limit) { true } else { false }
    }
    fn __looks0<'a>(c: &'a __Context<'_>, s: &'a mut [u64], k: __rt::Known<'a>) -> bool {
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<2>() else {
            return false
        };
        (({
            let v = k.value(0);
            __rt::write(&mut s[1], v)
        } && __tests0(c, s)))
    }
    fn __acts0<'a>(
        c: &'a __Context<'_>,
        f: u32,
        a: u64,
        n: &mut __rt::Going<'_>,
    ) -> bool {
        let ::core::option::Option::Some((s, mut x, t)) = n.ready(f, (a, 1), (0, 3))
        else { return false };
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<3>() else {
            return false
        };
        ({
            let k = x.known();
            {
                let v = k.value(0);
                __rt::write(&mut s[1], v)
            }
        } && x.take(t, 1.0)
            && {
                let k = x.known();
                {
                    s[2] = __words0(c, s);
                    true
                }
            } && x.add(0, s[2]))
    }
    fn __natives0<'a>(c: &'a __Context<'_>, f: u32, n: &mut __rt::Going<'_>) -> bool {
        return n.branch(0) && n.begin((14, f), (2, 0, 3), 65535, [0])
            && __natives1(c, n.begun(), n) && n.done();
    }
    fn __natives1<'a>(c: &'a __Context<'_>, f: u32, n: &mut __rt::Going<'_>) -> bool {
        'p20: {
            if !{
                let (s, k) = n.view(f);
                __looks0(c, s, k)
            } {
                break 'p20;
            }
            return n.choose(1)
                && {
                    let (s, k) = n.view(f);
                    s[2] = __words1(c, s);
                    true
                } && __acts0(c, f, 2, n) && n.stop_between(19, f);
        }
        return n.branch(2) && n.count() && n.done();
    }
    static __FUNCTIONS: __rt::Functions<__domain::Domain> = __rt::Functions {
        words: &[__words0, __words1],
        tests: &[__tests0],
        options: &[],
        items: &[],
        spans: &[],
        keys: &[],
        folds: &[],
        costs: &[],
        looks: &[__looks0],
        filters: &[],
        gathers: &[],
        acts: &[__acts0],
        natives: &[__natives0, __natives1],
    };
    static __TABLES: __rt::Tables = {
        use __rt::{rows, tables::*};
        static TYPES: [Type; 2] = [
            Type {
                name: "u32",
                show: __CODEC0.show,
            },
            Type {
                name: "::core::primitive::usize",
                show: __CODEC1.show,
            },
        ];
        const KEY_WORDS: &[u8] = &[];
        const PARAMS: &[&[Param]] = &[
            &[
                Param {
                    name: "",
                    ty: TypeId(0),
                    agent: false,
                },
            ],
            &[
                Param {
                    name: "by",
                    ty: TypeId(0),
                    agent: false,
                },
            ],
            &[
                Param {
                    name: "limit",
                    ty: TypeId(0),
                    agent: false,
                },
            ],
        ];
        const VARS: &[&[Var]] = &[
            &[],
            &[
                Var {
                    name: "n",
                    ty: TypeId(0),
                    slot: Slot(1),
                },
            ],
        ];
        const COLUMNS: &[&[Columns]] = &[&[Columns(0), Columns(0)]];
        const PREDICATES: &[&[RelId]] = &[&[RelId(0)], &[]];
        static RELATIONS: [Relation; 1] = rows::relations(
            [("number", "", 64, 1103806595072)],
            PARAMS,
            COLUMNS,
        );
        static TASKS: [TaskRow; 3] = rows::tasks(
            [
                ("up", "", 14167099448609002750209),
                ("count_to", "", 4722366482870064644608),
                ("while", "", 14167099448609371849222),
            ],
            PARAMS,
        );
        static METHODS: [MethodRow; 1] = rows::methods([("", 1)]);
        static CHECKS: [Check; 2] = rows::checks(
            [
                ("number(n) && n < limit", 309480287455706624011206656),
                ("number(n)", 309480287455706624010354688),
            ],
            PREDICATES,
        );
        static BRANCHES: [BranchRow; 3] = rows::branches(
            [
                ("", "", 1208907372870555465154560),
                ("while", "", 1208907373152030441865217),
                ("", "", 1208907372870555465154560),
            ],
            VARS,
            KEY_WORDS,
        );
        static OPERATORS: [OperatorRow; 1] = rows::operators(
            [
                (
                    "",
                    [
                        340282366841711509874929884467399229440,
                        713053462794399735043936223238, 18446462603027808265,
                        18447025552981295104, 0,
                    ],
                ),
            ],
            &CHECKS,
            PREDICATES,
            VARS,
        );
        static AXIOMS: [AxiomRow; 0] = rows::axioms([]);
        static COLLECTIONS: [Collection; 0] = rows::collections([], KEY_WORDS);
        static ARGS: [Arg; 1] = rows::cells([6]);
        static SLOTS: [Slot; 3] = rows::slots([0, 2, 0]);
        static STRANDS: [Pc; 0] = rows::places([]);
        Tables {
            name: "counting",
            doc: "",
            relations: &RELATIONS,
            types: &TYPES,
            tasks: &TASKS,
            methods: &METHODS,
            branches: &BRANCHES,
            operators: &OPERATORS,
            axioms: &AXIOMS,
            collections: &COLLECTIONS,
            checks: &CHECKS,
            code: b"\x01\x02\0\x03\t\0\x01\x02A\0\x01\x18\0\x02D\0\x02CB\x0B\0\x01\0\x01\x02M<\0O\x02\xFF\xFF\x03\x01\0=X\0\x01\x14<\x01\x18\x01\x02N\0\x01\x029\x02\x02\x01<\x02L=\x16\0\x02MP\0P\x01",
            args: &ARGS,
            slots: &SLOTS,
            strands: &STRANDS,
        }
    };
    impl __rt::Domain for __domain::Domain {
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
        fn fact_to_row(fact: __domain::Fact, row: &mut __rt::Row) -> __rt::RelId {
            match fact {
                __domain::Fact::Number(f0) => {
                    __rt::fill(row, &[__word0(f0)]);
                    __rt::RelId(0)
                }
            }
        }
        fn task_to_row(task: __domain::Task, row: &mut __rt::Row) -> __rt::TaskCode {
            __rt::TaskCode::Task(
                match task {
                    __domain::Task::Up { by: f0 } => {
                        __rt::fill(row, &[__word0(f0)]);
                        __rt::TaskId(0)
                    }
                    __domain::Task::CountTo { limit: f0 } => {
                        __rt::fill(row, &[__word0(f0)]);
                        __rt::TaskId(1)
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
            let row = &__rt::padded::<1>(row);
            match rel.0 {
                0 => __domain::Fact::Number(__get0(row, 0)),
                _ => ::core::unreachable!(),
            }
        }
        fn task_from_row(task: __rt::TaskCode, row: &[u64]) -> __domain::Task {
            match task {
                __rt::TaskCode::Task(task) => {
                    let row = &__rt::padded::<1>(row);
                    match task.0 {
                        0 => {
                            __domain::Task::Up {
                                by: __get0(row, 0),
                            }
                        }
                        1 => {
                            __domain::Task::CountTo {
                                limit: __get0(row, 0),
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
            let row = &__rt::padded::<1>(row);
            ::core::option::Option::Some(
                match task.0 {
                    0 => {
                        __domain::Action::Up {
                            by: __get0(row, 0),
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
                __domain::Action::Up { by: f0 } => __domain::Task::Up { by: f0 },
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
// 4: Value { rel: RelId(0), to: Slot(1), els: Pc(2) }
// 5: Apply { id: OperatorId(0), cost: One }
// 6: Let { f: FnId(0), to: Slot(2) }
// 7: AddOne { rel: RelId(0), a: Slot(2) }
// 8: Applied
// 9: Moment
// 10: Find { rel: RelId(0), index: 1, atom: Run { at: 0, len: 1 }, els: Pc(2) }
// 11: Holds
// 12: Branch(BranchId(0))
// 13: Begin { task: TaskId(2), ret: Slot(65535), args: Few { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 14: Done
// 15: Choose { f: FnId(0), branch: BranchId(1), els: Pc(20) }
// 16: Branch(BranchId(1))
// 17: Let { f: FnId(1), to: Slot(2) }
// 18: Act { f: FnId(0), args: Few { len: 1, slots: [Slot(2), Slot(0), Slot(0), Slot(0)] } }
// 19: Again { task: TaskId(2), args: Run { at: 2, len: 1 } }
// 20: Branch(BranchId(2))
// 21: Stepped
// 22: Done
// 23: Look { f: FnId(0), els: Pc(2) }
// 24: Holds
// 25: Native(FnId(0))
// 26: Native(FnId(1))
