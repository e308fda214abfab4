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
        let partner: __T0 = __get0(__slots, 3);
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
        let b: __T0 = __get0(__slots, 3);
        if (a != b) { true } else { false }
    }
    fn __tests2<'a>(game: &'a __Context<'_>, __slots: &'a [u64]) -> bool {
        let d: __T1 = __get1(__slots, 4);
        if (d < 400.0) { true } else { false }
    }
    fn __keys0<'a>(game: &'a __Context<'_>, __slots: &'a [u64], __out: &mut [u64]) {
        let d: __T1 = __get1(__slots, 2);
        __rt::SortKey::write(d, false, __out)
    }
    fn __keys1<'a>(game: &'a __Context<'_>, __slots: &'a [u64], __out: &mut [u64]) {
        let d: __T1 = __get1(__slots, 4);
        __rt::SortKey::write(d, false, __out)
    }
    static __FUNCTIONS: __rt::Functions<__domain::Domain> = __rt::Functions {
        words: &[__words0, __words1],
        tests: &[__tests0, __tests1, __tests2],
        options: &[],
        items: &[],
        keys: &[__keys0, __keys1],
        folds: &[],
        costs: &[],
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
                    slot: Slot(3),
                },
                Var {
                    name: "d",
                    ty: TypeId(1),
                    slot: Slot(4),
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
                    72057594071482882,
                ),
                ("free", "", 72057594205700610),
                ("restrain", "Cuffs a suspect.", 144115188310737665),
                ("restrain_complement", "", 144115188444955393),
                ("squad_restrain", "", 360287970609071104),
                ("squad_restrain_helper", "", 504403159272129280),
                ("block_on", "", 144115189837464835),
                ("global_block", "", 72057595849868804),
                ("finish_action", "", 72057595900200453),
            ],
            PARAMS,
        );
        static METHODS: [MethodRow; 2] = rows::methods([("", 4), ("", 5)]);
        static CHECKS: [Check; 16] = rows::checks(
            [
                ("surrendered(target)", 1407374886240256),
                ("enemy(target)", 1407374886371329),
                ("squad_member(squad)", 1407374886502402),
                ("!dead(target)", 1407374886633475),
                ("!restrained(target)", 1407374886764548),
                ("!reserved(target)", 1407374886895621),
                ("!reserved(squad)", 1407374887026693),
                (
                    "let d: f32 = game.distance(squad, target) && d < 400.0",
                    1407374887157766,
                ),
                ("let d: f32 = game.distance(squad, target)", 1407374887354374),
                ("squad_member(partner)", 1970324843003906),
                ("different(squad, partner)", 1970324843134982),
                ("!following_order(partner)", 1970324843266055),
                ("!reserved(partner)", 1970324843397125),
                (
                    "let d: f32 = game.distance(partner, target) && d < 400.0",
                    1970324843528198,
                ),
                ("let d: f32 = game.distance(partner, target)", 1970324843724806),
                ("!reserved(who)", 281474977234949),
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
                        340282366841712718800749499096573804544,
                        475368975196266490029290815492, 18446462663157350406,
                        110682153317887770629, 309485009821345068842221825,
                    ],
                ),
                (
                    "",
                    [
                        340282366841712718800749499096574328833,
                        1029966112925244061730130100235, 18446744069414584333,
                        110682153317887770629, 0,
                    ],
                ),
                (
                    "Cuffs a suspect.",
                    [
                        340282366841712718800749780571551301634,
                        1505335088158404039898250084367, 18446744069414584341,
                        110681590367934480392, 0,
                    ],
                ),
                (
                    "",
                    [
                        340282366841712718800749780571551825923,
                        1901475900785065960117163261976, 18446744069414584344,
                        110682153317887770630, 0,
                    ],
                ),
                (
                    "",
                    [
                        340282366841712718800749499096580554758,
                        8477413391000085738855686209643, 18446744069414584427,
                        110682153317887770630, 0,
                    ],
                ),
                (
                    "",
                    [
                        340282366841712718800749499096580751367,
                        8715097878598218983870331617390, 18446744069414584430,
                        110682153317887770630, 0,
                    ],
                ),
                (
                    "",
                    [
                        340282366841712718800749499096580947976,
                        8952782366196352228884977025137, 18446744069414584433,
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
            [12885098496, 281496451874819],
            KEY_WORDS,
        );
        static CODE: [Op; 114] = rows::code([
            1, 2, 18446744073726330117, 37, 72057594054706472, 39, 38, 45,
            18446744082316264709, 45, 293, 18446744086611232041, 39, 38, 549,
            144115188142966568, 38, 36893488173205686057, 38, 72057594172146472, 39, 38,
            805, 39, 38, 31, 620757011, 18446744112364257795, 18446744116676002052,
            18446744120970970117, 18446744125265937157, 18446744129560904965,
            18446744133839093763, 18446744138150839557, 33554439, 6, 20, 21, 32,
            309480287598977387172201757, 33, 18446744142445806084, 45,
            18446744146740773124, 45, 18446744151035740164, 45, 18446744155330708485, 45,
            18446744159625675525, 45, 18446744163920643333, 45, 18446744168215610629, 45,
            33554439, 6, 45, 33554439, 45, 287, 526, 21516, 1191182611,
            18446744172493799427, 18446744176805545477, 18446744181100512517, 262,
            67109127, 518, 276, 277, 528, 288, 309480287526919793167826973,
            309480287526919793184604189, 309480287526919793201381405,
            309480287598977387256087069, 309480287598977387289641757,
            309480287526919793285269277, 309480287526919793302044957,
            309480287526919793318822173, 309480287526919793335599389, 33, 544,
            309480287526919793352376349, 309480287526919793369153565,
            309480287598977387423859229, 309480287526919793419487005,
            309480287526919793436262685, 309480287526919793453039901, 33,
            18446744185395478532, 45, 262, 45, 18446744189690447365, 45,
            18446744193985414405, 45, 67109127, 518, 45, 67109127, 45, 1061, 39, 38,
            1317, 39, 38, 1573, 39, 38,
        ]);
        static ARGS: [Arg; 29] = rows::cells([
            2, 2, 2, 2, 2, 6, 2, 6, 6, 1, 2, 2, 2, 2, 5, 6, 2, 2, 6, 2, 2, 2, 6, 13, 14,
            14, 14, 14, 14,
        ]);
        static SLOTS: [Slot; 21] = rows::slots([
            0, 1, 0, 0, 3, 1, 0, 1, 3, 1, 0, 0, 3, 1, 0, 1, 0, 1, 0, 0, 1,
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
            code: &CODE,
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
// 2: Absent { rel: RelId(5), index: 1, atom: Run { at: 0, len: 1 } }
// 3: Apply(OperatorId(0))
// 4: Add { rel: RelId(5), atom: Run { at: 1, len: 1 } }
// 5: Applied
// 6: Moment
// 7: Holds
// 8: Absent { rel: RelId(5), index: 1, atom: Run { at: 2, len: 1 } }
// 9: Holds
// 10: Apply(OperatorId(1))
// 11: Delete { rel: RelId(5), index: 1, atom: Run { at: 3, len: 1 } }
// 12: Applied
// 13: Moment
// 14: Apply(OperatorId(2))
// 15: Add { rel: RelId(7), atom: Run { at: 4, len: 2 } }
// 16: Moment
// 17: Delete { rel: RelId(7), index: 1, atom: Run { at: 6, len: 2 } }
// 18: Moment
// 19: Add { rel: RelId(3), atom: Run { at: 8, len: 1 } }
// 20: Applied
// 21: Moment
// 22: Apply(OperatorId(3))
// 23: Applied
// 24: Moment
// 25: Method(MethodId(0))
// 26: Open { of: CollectionId(0), then: Pc(37) }
// 27: Scan { rel: RelId(2), index: 0, atom: Run { at: 9, len: 1 } }
// 28: Probe { rel: RelId(1), index: 1, atom: Run { at: 10, len: 1 } }
// 29: Absent { rel: RelId(4), index: 1, atom: Run { at: 11, len: 1 } }
// 30: Absent { rel: RelId(3), index: 1, atom: Run { at: 12, len: 1 } }
// 31: Absent { rel: RelId(5), index: 1, atom: Run { at: 13, len: 1 } }
// 32: Scan { rel: RelId(0), index: 0, atom: Run { at: 14, len: 1 } }
// 33: Absent { rel: RelId(5), index: 1, atom: Run { at: 15, len: 1 } }
// 34: Let { f: FnId(0), to: Slot(2) }
// 35: Check(FnId(0))
// 36: Push(CollectionId(0))
// 37: Next(CollectionId(0))
// 38: Branch(BranchId(0))
// 39: Task { task: TaskId(5), args: Run { at: 1, len: 2 }, ret: Slot(65535) }
// 40: Done
// 41: Probe { rel: RelId(2), index: 1, atom: Run { at: 16, len: 1 } }
// 42: Holds
// 43: Probe { rel: RelId(1), index: 1, atom: Run { at: 17, len: 1 } }
// 44: Holds
// 45: Probe { rel: RelId(0), index: 1, atom: Run { at: 18, len: 1 } }
// 46: Holds
// 47: Absent { rel: RelId(4), index: 1, atom: Run { at: 19, len: 1 } }
// 48: Holds
// 49: Absent { rel: RelId(3), index: 1, atom: Run { at: 20, len: 1 } }
// 50: Holds
// 51: Absent { rel: RelId(5), index: 1, atom: Run { at: 21, len: 1 } }
// 52: Holds
// 53: Absent { rel: RelId(5), index: 1, atom: Run { at: 22, len: 1 } }
// 54: Holds
// 55: Let { f: FnId(0), to: Slot(2) }
// 56: Check(FnId(0))
// 57: Holds
// 58: Let { f: FnId(0), to: Slot(2) }
// 59: Holds
// 60: Method(MethodId(1))
// 61: Mark(Slot(2))
// 62: Try(Pc(84))
// 63: Open { of: CollectionId(1), then: Pc(71) }
// 64: Scan { rel: RelId(0), index: 0, atom: Run { at: 23, len: 1 } }
// 65: Absent { rel: RelId(6), index: 1, atom: Run { at: 24, len: 1 } }
// 66: Absent { rel: RelId(5), index: 1, atom: Run { at: 25, len: 1 } }
// 67: Check(FnId(1))
// 68: Let { f: FnId(1), to: Slot(4) }
// 69: Check(FnId(2))
// 70: Push(CollectionId(1))
// 71: Next(CollectionId(1))
// 72: Kill(Slot(2))
// 73: Branch(BranchId(1))
// 74: Task { task: TaskId(0), args: Run { at: 3, len: 1 }, ret: Slot(65535) }
// 75: Task { task: TaskId(0), args: Run { at: 4, len: 1 }, ret: Slot(65535) }
// 76: Task { task: TaskId(0), args: Run { at: 5, len: 1 }, ret: Slot(65535) }
// 77: Task { task: TaskId(2), args: Run { at: 6, len: 2 }, ret: Slot(65535) }
// 78: Task { task: TaskId(3), args: Run { at: 8, len: 2 }, ret: Slot(65535) }
// 79: Task { task: TaskId(7), args: Run { at: 10, len: 1 }, ret: Slot(65535) }
// 80: Task { task: TaskId(1), args: Run { at: 11, len: 1 }, ret: Slot(65535) }
// 81: Task { task: TaskId(1), args: Run { at: 12, len: 1 }, ret: Slot(65535) }
// 82: Task { task: TaskId(1), args: Run { at: 13, len: 1 }, ret: Slot(65535) }
// 83: Done
// 84: Branch(BranchId(2))
// 85: Task { task: TaskId(0), args: Run { at: 14, len: 1 }, ret: Slot(65535) }
// 86: Task { task: TaskId(0), args: Run { at: 15, len: 1 }, ret: Slot(65535) }
// 87: Task { task: TaskId(2), args: Run { at: 16, len: 2 }, ret: Slot(65535) }
// 88: Task { task: TaskId(7), args: Run { at: 18, len: 1 }, ret: Slot(65535) }
// 89: Task { task: TaskId(1), args: Run { at: 19, len: 1 }, ret: Slot(65535) }
// 90: Task { task: TaskId(1), args: Run { at: 20, len: 1 }, ret: Slot(65535) }
// 91: Done
// 92: Probe { rel: RelId(0), index: 1, atom: Run { at: 26, len: 1 } }
// 93: Holds
// 94: Check(FnId(1))
// 95: Holds
// 96: Absent { rel: RelId(6), index: 1, atom: Run { at: 27, len: 1 } }
// 97: Holds
// 98: Absent { rel: RelId(5), index: 1, atom: Run { at: 28, len: 1 } }
// 99: Holds
// 100: Let { f: FnId(1), to: Slot(4) }
// 101: Check(FnId(2))
// 102: Holds
// 103: Let { f: FnId(1), to: Slot(4) }
// 104: Holds
// 105: Apply(OperatorId(4))
// 106: Applied
// 107: Moment
// 108: Apply(OperatorId(5))
// 109: Applied
// 110: Moment
// 111: Apply(OperatorId(6))
// 112: Applied
// 113: Moment
