#[doc(hidden)]
#[allow(unused, clippy::all, clippy::pedantic, clippy::nursery)]
mod __paths_types {
    use super::*;
    use super::super::world::Room;
    pub(super) type __T0 = Room;
    pub(super) type __T1 = ::core::primitive::f32;
    pub(super) type __T2 = bool;
    pub(super) type __T3 = ::core::primitive::usize;
}
///Ways through a building.
#[allow(clippy::enum_variant_names, clippy::large_enum_variant)]
pub(super) mod paths {
    use super::__paths_types::__T0 as Room;
    /// Stands for the domain in the runtime's types.
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    pub(in super::super) enum Domain {}
    /// A fact.
    #[derive(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::cmp::PartialEq,
        ::core::fmt::Debug
    )]
    pub(in super::super) enum Fact {
        ///`door(Room, Room)`.
        Door(Room, Room),
        ///`locked(Room, Room)`.
        Locked(Room, Room),
    }
    /// A task.
    #[derive(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::cmp::PartialEq,
        ::core::fmt::Debug
    )]
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
    #[derive(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::cmp::PartialEq,
        ::core::fmt::Debug
    )]
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
}
#[allow(unused, non_upper_case_globals, clippy::all, clippy::pedantic, clippy::nursery)]
const _: () = {
    use super::world::Room;
    use ::squad_htn::__private as __rt;
    use self::__paths_types::*;
    use self::paths as __domain;
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
    const __CODEC3: __rt::Codec<__T3> = __rt::codec::<__T3>();
    #[inline]
    fn __get3(slots: &[u64], slot: usize) -> __T3 {
        __CODEC3.get(slots, slot)
    }
    #[inline]
    fn __word3(value: __T3) -> u64 {
        __CODEC3.word(value)
    }
    fn __words0<'a>(map: &'a __Context<'_>, __slots: &'a [u64]) -> u64 {
        let __value: __T2 = true;
        __word2(__value)
    }
    fn __words1<'a>(map: &'a __Context<'_>, __slots: &'a [u64]) -> u64 {
        let done: __T2 = __get2(__slots, 6);
        let __value: __T2 = done;
        __word2(__value)
    }
    fn __words2<'a>(map: &'a __Context<'_>, __slots: &'a [u64]) -> u64 {
        let __value: __T2 = false;
        __word2(__value)
    }
    fn __tests0<'a>(map: &'a __Context<'_>, __slots: &'a [u64]) -> bool {
        let from: __T0 = __get0(__slots, 0);
        let goal: __T0 = __get0(__slots, 1);
        if (from == goal) { true } else { false }
    }
    fn __keys0_value<'a>(
        map: &'a __Context<'_>,
        __slots: &'a [u64],
    ) -> impl __rt::SortKey + use<> {
        let next: __T0 = __get0(__slots, 3);
        (map.length(next), 1)
    }
    fn __keys0<'a>(map: &'a __Context<'_>, __slots: &'a [u64], __out: &mut [u64]) {
        __rt::SortKey::write(__keys0_value(map, __slots), true, __out)
    }
    fn __costs0<'a>(map: &'a __Context<'_>, __slots: &'a [u64]) -> f32 {
        let to: __T0 = __get0(__slots, 0);
        let __value: __T1 = map.length(to);
        __value
    }
    static __FUNCTIONS: __rt::Functions<__domain::Domain> = __rt::Functions {
        words: &[__words0, __words1, __words2],
        tests: &[__tests0],
        options: &[],
        items: &[],
        keys: &[__keys0],
        folds: &[],
        costs: &[__costs0],
    };
    const __CAPACITY0: ::core::primitive::usize = 128;
    static __TABLES: __rt::Tables = {
        use __rt::{rows, tables::*};
        static TYPES: [Type; 4] = [
            Type {
                name: "Room",
                show: __CODEC0.show,
            },
            Type {
                name: "::core::primitive::f32",
                show: __CODEC1.show,
            },
            Type {
                name: "bool",
                show: __CODEC2.show,
            },
            Type {
                name: "::core::primitive::usize",
                show: __CODEC3.show,
            },
        ];
        const KEY_WORDS: &[u8] = &[__rt::key_words(&__keys0_value)];
        const PARAMS: &[&[Param]] = &[
            &[
                Param {
                    name: "",
                    ty: TypeId(0),
                    agent: false,
                },
                Param {
                    name: "",
                    ty: TypeId(0),
                    agent: false,
                },
            ],
            &[
                Param {
                    name: "a",
                    ty: TypeId(0),
                    agent: false,
                },
                Param {
                    name: "b",
                    ty: TypeId(0),
                    agent: false,
                },
            ],
            &[
                Param {
                    name: "to",
                    ty: TypeId(0),
                    agent: false,
                },
            ],
            &[
                Param {
                    name: "from",
                    ty: TypeId(0),
                    agent: false,
                },
                Param {
                    name: "goal",
                    ty: TypeId(0),
                    agent: false,
                },
            ],
        ];
        const VARS: &[&[Var]] = &[
            &[],
            &[
                Var {
                    name: "next",
                    ty: TypeId(0),
                    slot: Slot(3),
                },
                Var {
                    name: "done",
                    ty: TypeId(2),
                    slot: Slot(6),
                },
            ],
        ];
        const COLUMNS: &[&[Columns]] = &[
            &[Columns(0), Columns(3), Columns(1)],
            &[Columns(0), Columns(3)],
        ];
        const PREDICATES: &[&[RelId]] = &[&[], &[RelId(0), RelId(1)]];
        static RELATIONS: [Relation; 2] = rows::relations(
            [("door", "", __CAPACITY0, 0), ("locked", "", 64, 65537)],
            PARAMS,
            COLUMNS,
        );
        static TASKS: [TaskRow; 2] = rows::tasks(
            [
                ("walk", "", 72057594071482881),
                ("reach", "The shortest first step.", 504403158349382400),
            ],
            PARAMS,
        );
        static METHODS: [MethodRow; 1] = rows::methods([
            ("The shortest first step.", 1),
        ]);
        static CHECKS: [Check; 4] = rows::checks(
            [
                ("from == goal", 1970324838875136),
                ("open(from, next)", 2251799815716865),
                ("way(next, goal)", 1970324839268353),
                ("", 1970324839399424),
            ],
            PREDICATES,
        );
        static BRANCHES: [BranchRow; 3] = rows::branches(
            [
                ("there", "", 1208907373152030441865216),
                ("on", "", 562949953486849),
                ("stuck", "", 1208907372870555465154560),
            ],
            VARS,
            KEY_WORDS,
        );
        static OPERATORS: [OperatorRow; 1] = rows::operators(
            [
                (
                    "",
                    [
                        5192217630372313364192902785400832,
                        316912650130844326686193876996, 18446744069414584324, 0, 0,
                    ],
                ),
            ],
            &CHECKS,
            PREDICATES,
            VARS,
        );
        static AXIOMS: [AxiomRow; 1] = rows::axioms([17179869222]);
        static COLLECTIONS: [Collection; 1] = rows::collections(
            [17180131331],
            KEY_WORDS,
        );
        static CODE: [Op; 48] = rows::code([
            1, 2, 37, 39, 38, 31, 526, 3340, 6, 528, 32, 44, 34, 526, 6668, 335544339,
            36893488147452657667, 36893488156025815301, 144115188142964753, 20, 21, 528,
            288, 309480287526919793117495325, 28334343012405963915549, 290, 544, 44, 546,
            6, 45, 36893488173222461443, 36893488181795619077, 50333451, 45,
            144115188243628049, 45, 45, 526, 11276, 36893488198975488004,
            36893488207565422853, 528, 12045, 36893488216172134403, 36893488224745292037,
            144115188411400209, 18,
        ]);
        static ARGS: [Arg; 22] = rows::cells([
            2, 13, 2, 14, 14, 6, 2, 29, 2, 30, 14, 6, 2, 6, 2, 6, 2, 13, 2, 14, 14, 6,
        ]);
        static SLOTS: [Slot; 3] = rows::slots([3, 3, 1]);
        static STRANDS: [Pc; 0] = rows::places([]);
        Tables {
            name: "paths",
            doc: "Ways through a building.",
            relations: &RELATIONS,
            types: &TYPES,
            tasks: &TASKS,
            methods: &METHODS,
            branches: &BRANCHES,
            operators: &OPERATORS,
            axioms: &AXIOMS,
            collections: &COLLECTIONS,
            checks: &CHECKS,
            code: &CODE,
            args: &ARGS,
            slots: &SLOTS,
            strands: &STRANDS,
        }
    };
    impl __rt::Domain for __domain::Domain {
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
        fn fact_to_row(fact: __domain::Fact, row: &mut __rt::Row) -> __rt::RelId {
            match fact {
                __domain::Fact::Door(f0, f1) => {
                    __rt::fill(row, &[__word0(f0), __word0(f1)]);
                    __rt::RelId(0)
                }
                __domain::Fact::Locked(f0, f1) => {
                    __rt::fill(row, &[__word0(f0), __word0(f1)]);
                    __rt::RelId(1)
                }
            }
        }
        fn task_to_row(task: __domain::Task, row: &mut __rt::Row) -> __rt::TaskCode {
            __rt::TaskCode::Task(
                match task {
                    __domain::Task::Walk { to: f0 } => {
                        __rt::fill(row, &[__word0(f0)]);
                        __rt::TaskId(0)
                    }
                    __domain::Task::Reach { from: f0, goal: f1 } => {
                        __rt::fill(row, &[__word0(f0), __word0(f1)]);
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
            match rel.0 {
                0 => __domain::Fact::Door(__get0(row, 0), __get0(row, 1)),
                1 => __domain::Fact::Locked(__get0(row, 0), __get0(row, 1)),
                _ => ::core::unreachable!(),
            }
        }
        fn task_from_row(task: __rt::TaskCode, row: &[u64]) -> __domain::Task {
            match task {
                __rt::TaskCode::Task(task) => {
                    match task.0 {
                        0 => {
                            __domain::Task::Walk {
                                to: __get0(row, 0),
                            }
                        }
                        1 => {
                            __domain::Task::Reach {
                                from: __get0(row, 0),
                                goal: __get0(row, 1),
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
                    0 => {
                        __domain::Action::Walk {
                            to: __get0(row, 0),
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
                __domain::Action::Walk { to: f0 } => __domain::Task::Walk { to: f0 },
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
// 2: Apply(OperatorId(0))
// 3: Applied
// 4: Moment
// 5: Method(MethodId(0))
// 6: Mark(Slot(2))
// 7: Try(Pc(13))
// 8: Check(FnId(0))
// 9: Kill(Slot(2))
// 10: Branch(BranchId(0))
// 11: Stepped
// 12: Return(FnId(0))
// 13: Mark(Slot(2))
// 14: Try(Pc(26))
// 15: Open { of: CollectionId(0), then: Pc(20) }
// 16: Scan { rel: RelId(0), index: 2, atom: Run { at: 0, len: 2 } }
// 17: Absent { rel: RelId(1), index: 1, atom: Run { at: 2, len: 2 } }
// 18: Call { axiom: AxiomId(0), args: Run { at: 4, len: 2 } }
// 19: Push(CollectionId(0))
// 20: Next(CollectionId(0))
// 21: Kill(Slot(2))
// 22: Branch(BranchId(1))
// 23: Task { task: TaskId(0), args: Run { at: 0, len: 1 }, ret: Slot(65535) }
// 24: Task { task: TaskId(1), args: Run { at: 1, len: 2 }, ret: Slot(6) }
// 25: Return(FnId(1))
// 26: Branch(BranchId(2))
// 27: Stepped
// 28: Return(FnId(2))
// 29: Check(FnId(0))
// 30: Holds
// 31: Scan { rel: RelId(0), index: 2, atom: Run { at: 6, len: 2 } }
// 32: Absent { rel: RelId(1), index: 1, atom: Run { at: 8, len: 2 } }
// 33: Same { a: Slot(7), b: Slot(3) }
// 34: Holds
// 35: Call { axiom: AxiomId(0), args: Run { at: 10, len: 2 } }
// 36: Holds
// 37: Holds
// 38: Mark(Slot(2))
// 39: Try(Pc(44))
// 40: Probe { rel: RelId(0), index: 1, atom: Run { at: 12, len: 2 } }
// 41: Absent { rel: RelId(1), index: 1, atom: Run { at: 14, len: 2 } }
// 42: Kill(Slot(2))
// 43: Jump(Pc(47))
// 44: Scan { rel: RelId(0), index: 2, atom: Run { at: 16, len: 2 } }
// 45: Absent { rel: RelId(1), index: 1, atom: Run { at: 18, len: 2 } }
// 46: Call { axiom: AxiomId(0), args: Run { at: 20, len: 2 } }
// 47: Exit
