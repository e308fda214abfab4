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
    /// The domain, as a parameter of the runtime's types.
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
    /// An action for the game to carry out.
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    pub(in super::super) enum Action {
        ///`walk(to)`.
        Walk {
            ///`to`.
            to: Room,
        },
    }
    ::squad_htn::__private_0_1_0::domain_types!(pub (in super::super));
    ///The facts of each predicate as tuples of columns, in the order in which they were added.
    pub(in super::super) mod rows {
        ::squad_htn::__private_0_1_0::domain_queries! {
            rows pub (in super::super::super), 0u16 door Door(__c0 : super::Room, __c1 :
            super::Room), 1u16 locked Locked(__c0 : super::Room, __c1 : super::Room),
        }
    }
    ///Queries that test an axiom. Each copies the facts, so they are for tests and tools.
    pub(in super::super) mod holds {
        ::squad_htn::__private_0_1_0::domain_queries! {
            holds pub (in super::super::super), 0 open(state, context, a : super::Room, b
            : super::Room), 1 way(state, context, a : super::Room, b : super::Room),
        }
    }
    ///Queries that return all solutions of an axiom, given values for some of its parameters. Each copies the facts, so they are for tests and tools.
    pub(in super::super) mod solutions {
        ::squad_htn::__private_0_1_0::domain_queries! {
            solutions pub (in super::super::super), 0 open(state, context, a :
            super::Room, b : super::Room), 1 way(state, context, a : super::Room, b :
            super::Room),
        }
    }
}
const _: () = {
    use super::world::Room;
    use ::squad_htn::__private_0_1_0 as __rt;
    use self::__domains_stand_outside_of_functions_paths::*;
    use self::paths as __domain;
    type __Context<'c> = <__domain::Domain as __rt::Domain>::Context<'c>;
    type __Game<'a, 'c> = __rt::Game<'a, __Context<'c>>;
    const __CODEC0: __rt::Codec<__T0> = __rt::codec::<__T0>("`Room`");
    const __CODEC1: __rt::Codec<__T1> = __rt::codec::<__T1>("`::core::primitive::f32`");
    const __CODEC2: __rt::Codec<__T2> = __rt::codec::<__T2>("`bool`");
    const __CODEC3: __rt::Codec<__T3> = __rt::codec::<
        __T3,
    >("`::core::primitive::usize`");
    fn __words0(__c: __Game<'_, '_>, __slots: &[__rt::u64]) -> __rt::u64 {
        let __value: __T2 = true;
        __CODEC2.word(__value)
    }
    fn __words1(__c: __Game<'_, '_>, __slots: &[__rt::u64]) -> __rt::u64 {
        fn done() {}
        let done: __T2 = __CODEC2.get(__slots, 11);
        let __value: __T2 = done;
        __CODEC2.word(__value)
    }
    fn __words2(__c: __Game<'_, '_>, __slots: &[__rt::u64]) -> __rt::u64 {
        let __value: __T2 = false;
        __CODEC2.word(__value)
    }
    fn __tests0(__c: __Game<'_, '_>, __slots: &[__rt::u64]) -> __rt::bool {
        fn from() {}
        let from: __T0 = __CODEC0.get(__slots, 0);
        fn goal() {}
        let goal: __T0 = __CODEC0.get(__slots, 1);
        if from == goal { true } else { false }
    }
    fn __keys0_value(
        __context: &__Context<'_>,
        __slots: &[__rt::u64],
    ) -> impl __rt::SortKey + use<> {
        fn map() {}
        let map = __context;
        fn next() {}
        let next: __T0 = __CODEC0.get(__slots, 3);
        (map.length(next), 1)
    }
    fn __keys0_of(
        __context: &__Context<'_>,
        __slots: &[__rt::u64],
        __out: &mut [__rt::u64],
    ) {
        __rt::SortKey::write(__keys0_value(__context, __slots), true, __out)
    }
    fn __keys0(__c: __Game<'_, '_>, __slots: &[__rt::u64], __out: &mut [__rt::u64]) {
        __rt::ask_into(__c, __slots, __keys0_of, __out)
    }
    fn __costs0_of(__context: &__Context<'_>, __slots: &[__rt::u64]) -> __rt::f32 {
        fn map() {}
        let map = __context;
        fn to() {}
        let to: __T0 = __CODEC0.get(__slots, 0);
        let __value: __T1 = map.length(to);
        __value
    }
    fn __costs0(__c: __Game<'_, '_>, __slots: &[__rt::u64]) -> __rt::f32 {
        __rt::ask(__c, __slots, __costs0_of)
    }
    static __FUNCTIONS: __rt::Functions<__domain::Domain> = {
        use __rt::conditions::*;
        type Game<'a, 'c> = __Game<'a, 'c>;
        fn find0(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
            let Some(__s) = __s.first_chunk_mut::<9>() else { return No };
            let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
            let mut __at: u64 = if __r { __s[2] } else { 1 };
            loop {
                __at = '__go: {
                    '__l5: {
                        '__l6: {
                            '__l4: {
                                '__l3: {
                                    match __at {
                                        1 => {}
                                        4 => break '__l4,
                                        6 => break '__l6,
                                        5 => break '__l5,
                                        _ => return No,
                                    }
                                    let true = __facts.has_row(&__P0, &[__s[0], __s[1]]) else {
                                        break '__l3
                                    };
                                    let false = __facts.has_row(&__P1, &[__s[0], __s[1]]) else {
                                        break '__l3
                                    };
                                    return Last;
                                }
                                __s[7] = __facts.seek(&__P0, 2, &[__s[0]]);
                            }
                            loop {
                                let __row @ 1.. = __s[7] else { return No };
                                let true = __q.step() else {
                                    return Paused.at(&mut __s[2], 4)
                                };
                                __s[7] = __facts.next_in(&__P0, 2, __row);
                                let true = __facts.word(&__P0, __row, 0) == __s[0] else {
                                    continue
                                };
                                __s[6] = __facts.word(&__P0, __row, 1);
                                let false = __facts.has_row(&__P1, &[__s[0], __s[6]]) else {
                                    continue
                                };
                                return __q
                                    .call(0, 0, false, 0, &[__s[6], __s[1]])
                                    .at(&mut __s[2], 5);
                            }
                        }
                        let true = __s[8] > 1 else { break '__go 4 };
                        return __q.redo(0, __s[8]).at(&mut __s[2], 5);
                    }
                    __s[8] = Workspace::returned(__q);
                    let true = __s[8] != 0 else { break '__go 4 };
                    return Found::found(__s[7] != 0 || __s[8] > 1).at(&mut __s[2], 6);
                };
            }
        }
        fn find1(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
            let Some(__s) = __s.first_chunk_mut::<11>() else { return No };
            let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
            __q.enter(__r, &mut __s[2]);
            let __answer = '__end: {
                let mut __at: u64 = if __r { __s[10] } else { 1 };
                loop {
                    __at = '__go: {
                        '__l6: {
                            '__l7: {
                                '__l2: {
                                    '__l4: {
                                        '__l5: {
                                            match __at {
                                                1 => {
                                                    __q.cut(0, __s[2]);
                                                    let true = __q
                                                        .open(0, __rt::key_words(&__keys0_value), 1, &mut __s[4])
                                                    else { break '__end Full };
                                                    __s[6] = __q.height(1);
                                                    __s[7] = __facts.seek(&__P0, 2, &[__s[0]]);
                                                }
                                                3 => {}
                                                5 => break '__l5,
                                                4 => break '__l4,
                                                7 => break '__l7,
                                                _ => break '__end No,
                                            }
                                            loop {
                                                let __row @ 1.. = __s[7] else { break '__l2 };
                                                let true = __q.step() else {
                                                    break '__end Paused.at(&mut __s[10], 3)
                                                };
                                                __s[7] = __facts.next_in(&__P0, 2, __row);
                                                let true = __facts.word(&__P0, __row, 0) == __s[0] else {
                                                    continue
                                                };
                                                __s[3] = __facts.word(&__P0, __row, 1);
                                                let false = __facts.has_row(&__P1, &[__s[0], __s[3]]) else {
                                                    continue
                                                };
                                                break '__end __q
                                                    .call(0, 1, false, 0, &[__s[3], __s[1]])
                                                    .at(&mut __s[10], 4);
                                            }
                                        }
                                        let true = __s[8] > 1 else { break '__go 3 };
                                        break '__end __q.redo(1, __s[8]).at(&mut __s[10], 4);
                                    }
                                    __s[8] = Workspace::returned(__q);
                                    let true = __s[8] != 0 else { break '__go 3 };
                                    let mut __key = [0; __rt::key_words(&__keys0_value)];
                                    __keys0(__c, &*__s, &mut __key);
                                    let true = __q.push(0, __s[4], &__key, &__s[3..4]) else {
                                        break '__end Full
                                    };
                                    break '__go 5;
                                }
                                __q.close(0, __s[4]);
                                __q.cut(1, __s[6]);
                                let true = __q.first(0, __s, 4, 9, 3..4) else {
                                    break '__end No
                                };
                                break '__l6;
                            }
                            match __q.next(0, __s, 4, 9, 3..4) {
                                Yes => {}
                                __found => break '__end __found.at(&mut __s[10], 7),
                            }
                        }
                        break '__end Found::found(__s[9] != 0).at(&mut __s[10], 7);
                    };
                }
            };
            __q.leave(__answer, __s[2])
        }
        fn find2(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
            let Some(__s) = __s.first_chunk_mut::<15>() else { return No };
            let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
            let __at: u64 = if __r { __s[12] } else { 1 };
            match __at {
                1 => __s[14] = __facts.seek(&__P0, 2, &[__s[0]]),
                2 => {}
                _ => return No,
            }
            loop {
                let __row @ 1.. = __s[14] else { return No };
                let true = __q.step() else { return Paused.at(&mut __s[12], 2) };
                __s[14] = __facts.next_in(&__P0, 2, __row);
                let true = __facts.word(&__P0, __row, 0) == __s[0] else { continue };
                __s[13] = __facts.word(&__P0, __row, 1);
                let false = __facts.has_row(&__P1, &[__s[0], __s[13]]) else { continue };
                let true = __s[13] == __s[3] else { continue };
                return Last;
            }
        }
        fn find3(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
            let Some(__s) = __s.first_chunk_mut::<14>() else { return No };
            let __at: u64 = if __r { __s[12] } else { 1 };
            match __at {
                1 => {
                    return __q
                        .call(0, 0, true, 0, &[__s[3], __s[1]])
                        .at(&mut __s[12], 2);
                }
                2 => {}
                _ => return No,
            }
            __s[13] = Workspace::returned(__q);
            let true = __s[13] != 0 else { return No };
            return Last;
        }
        Functions {
            words: &[__words0, __words1, __words2],
            tests: &[__tests0],
            keys: &[__keys0],
            costs: &[__costs0],
            solvers: &[find0, find1, find2, find3],
            changes: &[],
        }
    };
    const __CAPACITY0: ::core::primitive::usize = 128;
    static __TABLES: __rt::Tables = {
        use __rt::rows::*;
        static TYPES: [Type; 4] = [
            __CODEC0.ty("Room"),
            __CODEC1.ty("::core::primitive::f32"),
            __CODEC2.ty("bool"),
            __CODEC3.ty("::core::primitive::usize"),
        ];
        static CONSTANTS: [usize; 3] = [
            __rt::key_words(&__keys0_value),
            __CAPACITY0,
            64,
        ];
        static CHECKS: [Check; 4] = [
            Check::new("from == goal", Pc(17), 12)
                .vars(&[Var::new("from", 0, 0), Var::new("goal", 0, 1)]),
            Check::new("open(from, next)", Pc(19), 15)
                .reads(&[RelId(0), RelId(1)])
                .vars(&[Var::new("from", 0, 0), Var::new("next", 0, 3)]),
            Check::new("way(next, goal)", Pc(22), 14)
                .reads(&[RelId(0), RelId(1)])
                .vars(&[Var::new("next", 0, 3), Var::new("goal", 0, 1)]),
            Check::new("", Pc(25), 12),
        ];
        Tables {
            name: "paths",
            doc: "Ways through a building.",
            types: &TYPES,
            code: b"\x01\x02\0%\xFF\xFF\x03\0\x02\x1C\x1B\x06\0\t\0 \x17\0\x03\x01\x0E\x01\x04\x01\x0E\x01\x11\xFF\xFF\x03\0\x02\x01\x01\x03\x0E\x01\0\xFF\xFF\x03\x06\x0C\0\x02\x0B\x17\x01\x15\x02 \x17\x02\x06\0\x02\xFF\xFF\x03\"\x03\x02\x02\xFF\xFF\x03\x04\x02\x02\xFF\xFF\x03\"\x03\x03\x02\xFF\xFF\x03\x04\x03\x02\xFF\xFF\x03\"\"",
            constants: &CONSTANTS,
            checks: &CHECKS,
            relations: &[
                Relation::new("door", Columns(3), CONSTANTS[1])
                    .columns(&[Param::new("", 0), Param::new("", 0)])
                    .indexes(&[Columns(0), Columns(3), Columns(1)]),
                Relation::new("locked", Columns(3), CONSTANTS[2])
                    .columns(&[Param::new("a", 0), Param::new("b", 0)])
                    .indexes(&[Columns(0), Columns(3)]),
            ],
            tasks: &[
                TaskRow::new("walk", TaskKind::External, Pc(3), 1)
                    .params(&[Param::new("to", 0)]),
                TaskRow::new("reach", TaskKind::Method, Pc(6), 12)
                    .doc("The shortest first step.")
                    .params(&[Param::new("from", 0), Param::new("goal", 0)]),
            ],
            methods: &[MethodRow::new(TaskId(1)).doc("The shortest first step.")],
            branches: &[
                BranchRow::new("there").checks(Run { at: 0, len: 1 }),
                BranchRow::new("on")
                    .vars(&[Var::new("next", 0, 3), Var::new("done", 2, 11)])
                    .checks(Run { at: 1, len: 2 })
                    .sort(Some((FnId(0), CONSTANTS[0] as u8))),
                BranchRow::new("stuck").checks(Run { at: 4, len: 0 }),
            ],
            operators: &[
                OperatorRow::new(TaskId(0), Pc(3))
                    .moments([Pc(5), Pc(5), Pc(5), Pc(5), Pc(5)])
                    .cost(Some(FnId(0))),
            ],
            axioms: &[AxiomRow::new(FnId(0), 9)],
            slots: &[Slot(3), Slot(1)],
            ..Tables::EMPTY
        }
    };
    const __LAYOUTS: [__rt::Layout; 2] = __rt::Layout::all(__TABLES.relations);
    const __WORDS: __rt::usize = __rt::Layout::words_read(&__LAYOUTS);
    static __P0: __rt::Layout = __LAYOUTS[0];
    static __P1: __rt::Layout = __LAYOUTS[1];
    impl __rt::Domain for __domain::Domain {
        const HASH: __rt::u64 = __rt::hash::domain(13160008663374190523, &__TABLES);
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
        __rt::domain_rows! {
            __domain, rows of 2; facts { 0 Door { 0 : __f0 = __CODEC0[0], 1 : __f1 =
            __CODEC0[1] } 1 Locked { 0 : __f0 = __CODEC0[0], 1 : __f1 = __CODEC0[1] } }
            tasks { 0 Walk { to : __f0 = __CODEC0[0] } 1 Reach { from : __f0 =
            __CODEC0[0], goal : __f1 = __CODEC0[1] } } actions { 0 Walk { to : __f0 =
            __CODEC0[0] } }
        }
    }
    impl ::core::convert::From<__domain::Action> for __domain::Task {
        fn from(__action: __domain::Action) -> Self {
            match __action {
                __domain::Action::Walk { to: __f0 } => __domain::Task::Walk { to: __f0 },
            }
        }
    }
    __rt::domain_values!(__domain);
    __rt::domain_mentions!(
        __domain rows[door, locked] holds[open, way] solutions[open, way]
    );
    const _: () = {
        const __FUNCTIONS: __rt::Functions<__domain::Domain> = {
            use __rt::conditions::*;
            type Game<'a, 'c> = __Game<'a, 'c>;
            #[inline]
            fn find0(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
                let Some(__s) = __s.first_chunk_mut::<2>() else { return No };
                let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
                let true = __facts.has_row(&__P0, &[__s[0], __s[1]]) else { return No };
                let false = __facts.has_row(&__P1, &[__s[0], __s[1]]) else { return No };
                return Last;
            }
            #[inline]
            fn find1(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
                let Some(__s) = __s.first_chunk_mut::<4>() else { return No };
                let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
                let __at: u64 = if __r { __s[2] } else { 1 };
                match __at {
                    1 => __s[3] = __facts.seek(&__P0, 2, &[__s[1]]),
                    2 => {}
                    _ => return No,
                }
                loop {
                    let __row @ 1.. = __s[3] else { return No };
                    let true = __q.step() else { return Paused.at(&mut __s[2], 2) };
                    __s[3] = __facts.next_in(&__P0, 2, __row);
                    __s[0] = __facts.word(&__P0, __row, 0);
                    let true = __facts.word(&__P0, __row, 1) == __s[1] else { continue };
                    let false = __facts.has_row(&__P1, &[__s[0], __s[1]]) else {
                        continue
                    };
                    return Found::found(__s[3] != 0).at(&mut __s[2], 2);
                }
            }
            #[inline]
            fn find2(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
                let Some(__s) = __s.first_chunk_mut::<4>() else { return No };
                let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
                let __at: u64 = if __r { __s[2] } else { 1 };
                match __at {
                    1 => __s[3] = __facts.seek(&__P0, 3, &[__s[0]]),
                    2 => {}
                    _ => return No,
                }
                loop {
                    let __row @ 1.. = __s[3] else { return No };
                    let true = __q.step() else { return Paused.at(&mut __s[2], 2) };
                    __s[3] = __facts.next_in(&__P0, 3, __row);
                    let true = __facts.word(&__P0, __row, 0) == __s[0] else { continue };
                    __s[1] = __facts.word(&__P0, __row, 1);
                    let false = __facts.has_row(&__P1, &[__s[0], __s[1]]) else {
                        continue
                    };
                    return Found::found(__s[3] != 0).at(&mut __s[2], 2);
                }
            }
            #[inline]
            fn find3(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
                let Some(__s) = __s.first_chunk_mut::<4>() else { return No };
                let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
                let __at: u64 = if __r { __s[2] } else { 1 };
                match __at {
                    1 => __s[3] = __facts.first(&__P0),
                    2 => {}
                    _ => return No,
                }
                loop {
                    let __row @ 1.. = __s[3] else { return No };
                    let true = __q.step() else { return Paused.at(&mut __s[2], 2) };
                    ([__s[0], __s[1]], __s[3]) = __facts.two(&__P0, __row);
                    let false = __facts.has_row(&__P1, &[__s[0], __s[1]]) else {
                        continue
                    };
                    return Found::found(__s[3] != 0).at(&mut __s[2], 2);
                }
            }
            #[inline]
            fn find4(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
                let Some(__s) = __s.first_chunk_mut::<9>() else { return No };
                let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
                let mut __at: u64 = if __r { __s[2] } else { 1 };
                loop {
                    __at = '__go: {
                        '__l5: {
                            '__l6: {
                                '__l4: {
                                    '__l3: {
                                        match __at {
                                            1 => {}
                                            4 => break '__l4,
                                            6 => break '__l6,
                                            5 => break '__l5,
                                            _ => return No,
                                        }
                                        let true = __facts.has_row(&__P0, &[__s[0], __s[1]]) else {
                                            break '__l3
                                        };
                                        let false = __facts.has_row(&__P1, &[__s[0], __s[1]]) else {
                                            break '__l3
                                        };
                                        return Last;
                                    }
                                    __s[7] = __facts.seek(&__P0, 3, &[__s[0]]);
                                }
                                loop {
                                    let __row @ 1.. = __s[7] else { return No };
                                    let true = __q.step() else {
                                        return Paused.at(&mut __s[2], 4)
                                    };
                                    __s[7] = __facts.next_in(&__P0, 3, __row);
                                    let true = __facts.word(&__P0, __row, 0) == __s[0] else {
                                        continue
                                    };
                                    __s[6] = __facts.word(&__P0, __row, 1);
                                    let false = __facts.has_row(&__P1, &[__s[0], __s[6]]) else {
                                        continue
                                    };
                                    return __q
                                        .call(0, 0, false, 0, &[__s[6], __s[1]])
                                        .at(&mut __s[2], 5);
                                }
                            }
                            let true = __s[8] > 1 else { break '__go 4 };
                            return __q.redo(0, __s[8]).at(&mut __s[2], 5);
                        }
                        __s[8] = Workspace::returned(__q);
                        let true = __s[8] != 0 else { break '__go 4 };
                        return Found::found(__s[7] != 0 || __s[8] > 1)
                            .at(&mut __s[2], 6);
                    };
                }
            }
            #[inline]
            fn find5(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
                let Some(__s) = __s.first_chunk_mut::<4>() else { return No };
                let __at: u64 = if __r { __s[2] } else { 1 };
                '__l2: {
                    match __at {
                        1 => {
                            return __q
                                .call(0, 0, false, 0, &[__s[0], __s[1]])
                                .at(&mut __s[2], 2);
                        }
                        3 => {}
                        2 => break '__l2,
                        _ => return No,
                    }
                    let true = __s[3] > 1 else { return No };
                    return __q.redo(0, __s[3]).at(&mut __s[2], 2);
                }
                __s[3] = Workspace::returned(__q);
                let true = __s[3] != 0 else { return No };
                return Found::found(__s[3] > 1).at(&mut __s[2], 3);
            }
            #[inline]
            fn find6(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
                let Some(__s) = __s.first_chunk_mut::<10>() else { return No };
                let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
                let mut __at: u64 = if __r { __s[2] } else { 1 };
                loop {
                    __at = '__go: {
                        '__l6: {
                            '__l7: {
                                '__l5: {
                                    '__l2: {
                                        '__l3: {
                                            match __at {
                                                1 => {
                                                    __s[5] = 2;
                                                    __s[6] = __facts.seek(&__P0, 2, &[__s[1]]);
                                                }
                                                4 => {}
                                                2 => break '__l2,
                                                5 => break '__l5,
                                                7 => break '__l7,
                                                6 => break '__l6,
                                                _ => return No,
                                            }
                                            loop {
                                                let __row @ 1.. = __s[6] else { break '__l3 };
                                                let true = __q.step() else {
                                                    return Paused.at(&mut __s[2], 4)
                                                };
                                                __s[6] = __facts.next_in(&__P0, 2, __row);
                                                __s[0] = __facts.word(&__P0, __row, 0);
                                                let true = __facts.word(&__P0, __row, 1) == __s[1] else {
                                                    continue
                                                };
                                                let false = __facts.has_row(&__P1, &[__s[0], __s[1]]) else {
                                                    continue
                                                };
                                                __s[5] = 0;
                                                return Found::found(__s[6] != 0).at(&mut __s[2], 4);
                                            }
                                        }
                                        break '__go __s[5];
                                    }
                                    __s[8] = __facts.first(&__P0);
                                }
                                loop {
                                    let __row @ 1.. = __s[8] else { return No };
                                    let true = __q.step() else {
                                        return Paused.at(&mut __s[2], 5)
                                    };
                                    ([__s[0], __s[7]], __s[8]) = __facts.two(&__P0, __row);
                                    let false = __facts.has_row(&__P1, &[__s[0], __s[7]]) else {
                                        continue
                                    };
                                    return __q
                                        .call(0, 0, false, 0, &[__s[7], __s[1]])
                                        .at(&mut __s[2], 6);
                                }
                            }
                            let true = __s[9] > 1 else { break '__go 5 };
                            return __q.redo(0, __s[9]).at(&mut __s[2], 6);
                        }
                        __s[9] = Workspace::returned(__q);
                        let true = __s[9] != 0 else { break '__go 5 };
                        return Found::found(__s[8] != 0 || __s[9] > 1)
                            .at(&mut __s[2], 7);
                    };
                }
            }
            #[inline]
            fn find7(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
                let Some(__s) = __s.first_chunk_mut::<14>() else { return No };
                let __at: u64 = if __r { __s[2] } else { 1 };
                match __at {
                    1 => {
                        __s[5] = __s[1];
                        __s[3] = 3;
                    }
                    2 => {}
                    _ => return No,
                }
                let true = __s[3] > 1 else { return No };
                let __asked = __s[3] == 2;
                __s[3] = 2;
                match find6(__c, &mut __s[4..14], __q, __f, __asked) {
                    Yes => {}
                    Last => __s[3] = 1,
                    __found => return __found.at(&mut __s[2], 2),
                }
                __s[0] = __s[4];
                return Found::found(__s[3] > 1).at(&mut __s[2], 2);
            }
            #[inline]
            fn find8(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
                let Some(__s) = __s.first_chunk_mut::<10>() else { return No };
                let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
                let mut __at: u64 = if __r { __s[2] } else { 1 };
                loop {
                    __at = '__go: {
                        '__l6: {
                            '__l7: {
                                '__l5: {
                                    '__l2: {
                                        '__l3: {
                                            match __at {
                                                1 => {
                                                    __s[5] = 2;
                                                    __s[6] = __facts.seek(&__P0, 3, &[__s[0]]);
                                                }
                                                4 => {}
                                                2 => break '__l2,
                                                5 => break '__l5,
                                                7 => break '__l7,
                                                6 => break '__l6,
                                                _ => return No,
                                            }
                                            loop {
                                                let __row @ 1.. = __s[6] else { break '__l3 };
                                                let true = __q.step() else {
                                                    return Paused.at(&mut __s[2], 4)
                                                };
                                                __s[6] = __facts.next_in(&__P0, 3, __row);
                                                let true = __facts.word(&__P0, __row, 0) == __s[0] else {
                                                    continue
                                                };
                                                __s[1] = __facts.word(&__P0, __row, 1);
                                                let false = __facts.has_row(&__P1, &[__s[0], __s[1]]) else {
                                                    continue
                                                };
                                                __s[5] = 0;
                                                return Found::found(__s[6] != 0).at(&mut __s[2], 4);
                                            }
                                        }
                                        break '__go __s[5];
                                    }
                                    __s[8] = __facts.seek(&__P0, 3, &[__s[0]]);
                                }
                                loop {
                                    let __row @ 1.. = __s[8] else { return No };
                                    let true = __q.step() else {
                                        return Paused.at(&mut __s[2], 5)
                                    };
                                    __s[8] = __facts.next_in(&__P0, 3, __row);
                                    let true = __facts.word(&__P0, __row, 0) == __s[0] else {
                                        continue
                                    };
                                    __s[7] = __facts.word(&__P0, __row, 1);
                                    let false = __facts.has_row(&__P1, &[__s[0], __s[7]]) else {
                                        continue
                                    };
                                    return __q
                                        .call(1, 0, false, 2, &[__s[7], 0])
                                        .at(&mut __s[2], 6);
                                }
                            }
                            let true = __s[9] > 1 else { break '__go 5 };
                            return __q.redo(0, __s[9]).at(&mut __s[2], 6);
                        }
                        __s[9] = Workspace::returned(__q);
                        let true = __s[9] != 0 else { break '__go 5 };
                        __s[1] = Workspace::word(__q, 1);
                        return Found::found(__s[8] != 0 || __s[9] > 1)
                            .at(&mut __s[2], 7);
                    };
                }
            }
            #[inline]
            fn find9(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
                let Some(__s) = __s.first_chunk_mut::<4>() else { return No };
                let __at: u64 = if __r { __s[2] } else { 1 };
                '__l2: {
                    match __at {
                        1 => {
                            return __q
                                .call(1, 0, false, 2, &[__s[0], 0])
                                .at(&mut __s[2], 2);
                        }
                        3 => {}
                        2 => break '__l2,
                        _ => return No,
                    }
                    let true = __s[3] > 1 else { return No };
                    return __q.redo(0, __s[3]).at(&mut __s[2], 2);
                }
                __s[3] = Workspace::returned(__q);
                let true = __s[3] != 0 else { return No };
                __s[1] = Workspace::word(__q, 1);
                return Found::found(__s[3] > 1).at(&mut __s[2], 3);
            }
            #[inline]
            fn find10(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
                let Some(__s) = __s.first_chunk_mut::<10>() else { return No };
                let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
                let mut __at: u64 = if __r { __s[2] } else { 1 };
                loop {
                    __at = '__go: {
                        '__l6: {
                            '__l7: {
                                '__l5: {
                                    '__l2: {
                                        '__l3: {
                                            match __at {
                                                1 => {
                                                    __s[5] = 2;
                                                    __s[6] = __facts.first(&__P0);
                                                }
                                                4 => {}
                                                2 => break '__l2,
                                                5 => break '__l5,
                                                7 => break '__l7,
                                                6 => break '__l6,
                                                _ => return No,
                                            }
                                            loop {
                                                let __row @ 1.. = __s[6] else { break '__l3 };
                                                let true = __q.step() else {
                                                    return Paused.at(&mut __s[2], 4)
                                                };
                                                ([__s[0], __s[1]], __s[6]) = __facts.two(&__P0, __row);
                                                let false = __facts.has_row(&__P1, &[__s[0], __s[1]]) else {
                                                    continue
                                                };
                                                __s[5] = 0;
                                                return Found::found(__s[6] != 0).at(&mut __s[2], 4);
                                            }
                                        }
                                        break '__go __s[5];
                                    }
                                    __s[8] = __facts.first(&__P0);
                                }
                                loop {
                                    let __row @ 1.. = __s[8] else { return No };
                                    let true = __q.step() else {
                                        return Paused.at(&mut __s[2], 5)
                                    };
                                    ([__s[0], __s[7]], __s[8]) = __facts.two(&__P0, __row);
                                    let false = __facts.has_row(&__P1, &[__s[0], __s[7]]) else {
                                        continue
                                    };
                                    return __q
                                        .call(1, 0, false, 2, &[__s[7], 0])
                                        .at(&mut __s[2], 6);
                                }
                            }
                            let true = __s[9] > 1 else { break '__go 5 };
                            return __q.redo(0, __s[9]).at(&mut __s[2], 6);
                        }
                        __s[9] = Workspace::returned(__q);
                        let true = __s[9] != 0 else { break '__go 5 };
                        __s[1] = Workspace::word(__q, 1);
                        return Found::found(__s[8] != 0 || __s[9] > 1)
                            .at(&mut __s[2], 7);
                    };
                }
            }
            #[inline]
            fn find11(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
                let Some(__s) = __s.first_chunk_mut::<14>() else { return No };
                let __at: u64 = if __r { __s[2] } else { 1 };
                match __at {
                    1 => __s[3] = 3,
                    2 => {}
                    _ => return No,
                }
                let true = __s[3] > 1 else { return No };
                let __asked = __s[3] == 2;
                __s[3] = 2;
                match find10(__c, &mut __s[4..14], __q, __f, __asked) {
                    Yes => {}
                    Last => __s[3] = 1,
                    __found => return __found.at(&mut __s[2], 2),
                }
                __s[0] = __s[4];
                __s[1] = __s[5];
                return Found::found(__s[3] > 1).at(&mut __s[2], 2);
            }
            Functions {
                words: &[],
                tests: &[],
                keys: &[],
                costs: &[],
                solvers: &[
                    find0,
                    find1,
                    find2,
                    find3,
                    find4,
                    find5,
                    find6,
                    find7,
                    find8,
                    find9,
                    find10,
                    find11,
                ],
                changes: &[],
            }
        };
        const __CAPACITY0: ::core::primitive::usize = 128;
        static __TABLES: __rt::Tables = {
            use __rt::rows::*;
            static TYPES: [Type; 4] = [
                __CODEC0.ty("Room"),
                __CODEC1.ty("::core::primitive::f32"),
                __CODEC2.ty("bool"),
                __CODEC3.ty("::core::primitive::usize"),
            ];
            static CONSTANTS: [usize; 2] = [__CAPACITY0, 64];
            static CHECKS: [Check; 0] = [];
            Tables {
                name: "paths",
                doc: "Ways through a building.",
                types: &TYPES,
                code: b"\x01\x02\0\x03\0\x02\xFF\xFF\x03\x04\0\x02\xFF\xFF\x03\"\x03\x01\x02\xFF\xFF\x03\x04\x01\x02\xFF\xFF\x03\"\x03\x02\x02\xFF\xFF\x03\x04\x02\x02\xFF\xFF\x03\"\x03\x03\x02\xFF\xFF\x03\x04\x03\x02\xFF\xFF\x03\"\x03\x05\x02\xFF\xFF\x03\x04\x05\x02\xFF\xFF\x03\"\x03\x07\x02\xFF\xFF\x03\x04\x07\x02\xFF\xFF\x03\"\x03\t\x02\xFF\xFF\x03\x04\t\x02\xFF\xFF\x03\"\x03\x0B\x02\xFF\xFF\x03\x04\x0B\x02\xFF\xFF\x03\"",
                constants: &CONSTANTS,
                checks: &CHECKS,
                relations: &[
                    Relation::new("door", Columns(3), CONSTANTS[0])
                        .columns(&[Param::new("", 0), Param::new("", 0)])
                        .indexes(&[Columns(0), Columns(3), Columns(2), Columns(1)])
                        .scanned(true),
                    Relation::new("locked", Columns(3), CONSTANTS[1])
                        .columns(&[Param::new("a", 0), Param::new("b", 0)])
                        .indexes(&[Columns(0), Columns(3)]),
                ],
                axioms: &[AxiomRow::new(FnId(4), 9), AxiomRow::new(FnId(8), 10)],
                ..Tables::EMPTY
            }
        };
        const __LAYOUTS: [__rt::Layout; 2] = __rt::Layout::all(__TABLES.relations);
        const __WORDS: __rt::usize = __rt::Layout::words_read(&__LAYOUTS);
        static __P0: __rt::Layout = __LAYOUTS[0];
        static __P1: __rt::Layout = __LAYOUTS[1];
        __rt::domain_answers! {
            axioms of __domain; 0["a" : __T0 = __CODEC0[0], "b" : __T0 = __CODEC0[1]] &
            [(3, 3, 3), (2, 6, 4), (1, 9, 4), (0, 12, 4)], 1["a" : __T0 = __CODEC0[0],
            "b" : __T0 = __CODEC0[1]] & [(3, 15, 4), (2, 18, 14), (1, 21, 4), (0, 24,
            14)],
        }
    };
};

// 0: RootCall
// 1: RootNext
// 2: Fail
// 3: ApplyAll { f: FnId(65535), id: OperatorId(0), cost: Function }
// 4: Applied
// 5: Moment
// 6: Test { f: FnId(0), on_fail: Pc(9), branch: BranchId(0) }
// 7: Stepped
// 8: Return(FnId(0))
// 9: Solve { f: FnId(1), on_fail: Pc(14), branch: BranchId(1) }
// 10: SolveNext { f: FnId(1), on_fail: Pc(14), branch: BranchId(1) }
// 11: Step { f: FnId(65535), id: OperatorId(0), cost: Function, frame: 1, args: InlineArgs { len: 1, slots: [Slot(3), Slot(0), Slot(0), Slot(0)] } }
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
