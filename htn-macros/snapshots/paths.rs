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
#[allow(
    unused,
    non_upper_case_globals,
    for_loops_over_fallibles,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
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
        let done: __T2 = __get2(__slots, 7);
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
        let next: __T0 = __get0(__slots, 2);
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
    fn __looks0<'a>(c: &'a __Context<'_>, s: &'a mut [u64], k: __rt::Known<'a>) -> bool {
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<9>() else {
            return false
        };
        ((!k.has_pair(1, s[0], s[8]) && s[8] == s[2]))
    }
    fn __looks1<'a>(c: &'a __Context<'_>, s: &'a mut [u64], k: __rt::Known<'a>) -> bool {
        let ::core::option::Option::Some(s) = s.first_chunk_mut::<2>() else {
            return false
        };
        ((k.has_pair(0, s[0], s[1]) && !k.has_pair(1, s[0], s[1])))
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
        (x.take(t, __costs0(c, s)))
    }
    fn __natives0<'a>(c: &'a __Context<'_>, f: u32, n: &mut __rt::Going<'_>) -> bool {
        'p11: {
            if !{
                let (s, k) = n.view(f);
                __tests0(c, s)
            } {
                break 'p11;
            }
            return n.branch(0) && n.count() && n.stop_between(10, f);
        }
        return n.stop(11, f);
    }
    fn __natives1<'a>(c: &'a __Context<'_>, f: u32, n: &mut __rt::Going<'_>) -> bool {
        return __acts0(c, f, 2, n) && n.between(23, f)
            && n.begin((24, f), (1, 0, 8), 7, [2, 1]) && __natives0(c, n.begun(), n)
            && n.stop_between(24, f);
    }
    static __FUNCTIONS: __rt::Functions<__domain::Domain> = __rt::Functions {
        words: &[__words0, __words1, __words2],
        tests: &[__tests0],
        options: &[],
        items: &[],
        spans: &[],
        keys: &[__keys0],
        folds: &[],
        costs: &[__costs0],
        looks: &[__looks0, __looks1],
        filters: &[],
        gathers: &[],
        acts: &[__acts0],
        natives: &[__natives0, __natives1],
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
                    slot: Slot(2),
                },
                Var {
                    name: "done",
                    ty: TypeId(2),
                    slot: Slot(7),
                },
            ],
        ];
        const COLUMNS: &[&[Columns]] = &[
            &[Columns(0), Columns(3), Columns(1)],
            &[Columns(0), Columns(3)],
        ];
        const PREDICATES: &[&[RelId]] = &[&[], &[RelId(0), RelId(1)]];
        static RELATIONS: [Relation; 2] = rows::relations(
            [("door", "", __CAPACITY0, 1099511627776), ("locked", "", 64, 65537)],
            PARAMS,
            COLUMNS,
        );
        static TASKS: [TaskRow; 2] = rows::tasks(
            [
                ("walk", "", 4722366482869712323073),
                ("reach", "The shortest first step.", 37778931862958101234432),
            ],
            PARAMS,
        );
        static METHODS: [MethodRow; 1] = rows::methods([
            ("The shortest first step.", 1),
        ]);
        static CHECKS: [Check; 4] = rows::checks(
            [
                ("from == goal", 309480287457113998895087616),
                ("open(from, next)", 309480287457676948848640001),
                ("way(next, goal)", 309480287457395473872191489),
                ("", 309480287457113998895677440),
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
                        5192217630372313364192902785531904,
                        475368975196266490029290815494, 18446744069414584326, 0, 0,
                    ],
                ),
            ],
            &CHECKS,
            PREDICATES,
            VARS,
        );
        static AXIOMS: [AxiomRow; 2] = rows::axioms([21474836518, 21474836528]);
        static COLLECTIONS: [Collection; 1] = rows::collections(
            [12885098498],
            KEY_WORDS,
        );
        static ARGS: [Arg; 12] = rows::cells([10, 6, 10, 6, 10, 6, 10, 6, 10, 6, 10, 6]);
        static SLOTS: [Slot; 3] = rows::slots([2, 2, 1]);
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
            code: b"\x01\x02\0\x03A\0\x02CB\x17\0\x0B<\0L>\0,\0\x13\0\x02\0\0\x02\x05\x12\x14\0\x02\0\0\x02\x05\x12\x07\x01\0\x02\r'\0\0\x02\x06\r)\x06\r-\0\x10T\0\x19/\0\x19Y\x04\x13\x01<\x01P\x01O\x01\x07\x02\x02\x01>\x01<\x02L>\x02\x17\0\x02M\x13\0\x02\0\0\x08\t\x02\x14\0\x02\0\0\x08\t\x02\x16\0\x1FM'\x01\x02\x02\x08\x02)\x08\x02MM\x16\x01(+\x13\0\x02\0\0\x02\x03\x03\x14\0\x02\0\0\x02\x03\x03\x07\x01\0\x02)'\0\x06\x02\x04))\x04)$\x04/#\x03)/+\x16\x012+\x13\0\x02\0\0\x02\x03\x03\x14\0\x02\0\0\x02\x03\x03\x07\x01\0\x023'\x01\n\x02\x043)\x043+P\0",
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
            let row = &__rt::padded::<2>(row);
            match rel.0 {
                0 => __domain::Fact::Door(__get0(row, 0), __get0(row, 1)),
                1 => __domain::Fact::Locked(__get0(row, 0), __get0(row, 1)),
                _ => ::core::unreachable!(),
            }
        }
        fn task_from_row(task: __rt::TaskCode, row: &[u64]) -> __domain::Task {
            match task {
                __rt::TaskCode::Task(task) => {
                    let row = &__rt::padded::<2>(row);
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
            let row = &__rt::padded::<2>(row);
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
// 2: Fail
// 3: Exhausted
// 4: Apply { id: OperatorId(0), cost: Function }
// 5: Applied
// 6: Moment
// 7: Check { f: FnId(0), els: Pc(11) }
// 8: Branch(BranchId(0))
// 9: Stepped
// 10: Return(FnId(0))
// 11: Open(CollectionId(0))
// 12: Pairs { rel: RelId(0), index: 2, column: 0, is: Slot(0), to: Slot(2), cursor: Slot(5), els: Pc(18) }
// 13: PairsNext { rel: RelId(0), index: 2, column: 0, is: Slot(0), to: Slot(2), cursor: Slot(5), els: Pc(18) }
// 14: LacksPair { rel: RelId(1), a: Slot(0), b: Slot(2), els: Pc(13) }
// 15: Call { axiom: AxiomId(0), args: Run { at: 0, len: 2 }, mark: Slot(6), els: Pc(13) }
// 16: Redo { mark: Slot(6), els: Pc(13) }
// 17: Push { of: CollectionId(0), redo: Pc(16) }
// 18: First { of: CollectionId(0), els: Pc(25) }
// 19: Next { of: CollectionId(0), els: Pc(25) }
// 20: LeaveFor { cursor: Slot(4), redo: Pc(19), branch: BranchId(1) }
// 21: Branch(BranchId(1))
// 22: Native(FnId(1))
// 23: Begin { task: TaskId(1), ret: Slot(7), args: Few { len: 2, slots: [Slot(2), Slot(1), Slot(0), Slot(0)] } }
// 24: Return(FnId(1))
// 25: Branch(BranchId(2))
// 26: Stepped
// 27: Return(FnId(2))
// 28: Check { f: FnId(0), els: Pc(2) }
// 29: Holds
// 30: Pairs { rel: RelId(0), index: 2, column: 0, is: Slot(0), to: Slot(8), cursor: Slot(9), els: Pc(2) }
// 31: PairsNext { rel: RelId(0), index: 2, column: 0, is: Slot(0), to: Slot(8), cursor: Slot(9), els: Pc(2) }
// 32: Look { f: FnId(0), els: Pc(31) }
// 33: Holds
// 34: Call { axiom: AxiomId(1), args: Run { at: 2, len: 2 }, mark: Slot(8), els: Pc(2) }
// 35: Redo { mark: Slot(8), els: Pc(2) }
// 36: Holds
// 37: Holds
// 38: Look { f: FnId(1), els: Pc(40) }
// 39: ExitBound
// 40: Pairs { rel: RelId(0), index: 2, column: 0, is: Slot(0), to: Slot(2), cursor: Slot(3), els: Pc(3) }
// 41: PairsNext { rel: RelId(0), index: 2, column: 0, is: Slot(0), to: Slot(2), cursor: Slot(3), els: Pc(3) }
// 42: LacksPair { rel: RelId(1), a: Slot(0), b: Slot(2), els: Pc(41) }
// 43: Call { axiom: AxiomId(0), args: Run { at: 6, len: 2 }, mark: Slot(4), els: Pc(41) }
// 44: Redo { mark: Slot(4), els: Pc(41) }
// 45: Left { mark: Slot(4), done: Pc(47) }
// 46: Leave { cursor: Slot(3), redo: Pc(41), done: Pc(47) }
// 47: ExitBound
// 48: Look { f: FnId(1), els: Pc(50) }
// 49: ExitBound
// 50: Pairs { rel: RelId(0), index: 2, column: 0, is: Slot(0), to: Slot(2), cursor: Slot(3), els: Pc(3) }
// 51: PairsNext { rel: RelId(0), index: 2, column: 0, is: Slot(0), to: Slot(2), cursor: Slot(3), els: Pc(3) }
// 52: LacksPair { rel: RelId(1), a: Slot(0), b: Slot(2), els: Pc(51) }
// 53: Call { axiom: AxiomId(1), args: Run { at: 10, len: 2 }, mark: Slot(4), els: Pc(51) }
// 54: Redo { mark: Slot(4), els: Pc(51) }
// 55: ExitBound
// 56: Native(FnId(0))
