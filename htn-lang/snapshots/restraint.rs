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
    /// The domain, as a parameter of the runtime's types.
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
    /// An action for the game to carry out.
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
    ::squad_htn::__private_0_1_0::domain_types!(pub);
    ///The facts of each predicate as tuples of columns, in the order in which they were added.
    pub mod rows {
        ::squad_htn::__private_0_1_0::domain_queries! {
            rows pub, 0u16 squad_member SquadMember(__c0 : super::Actor), 1u16 enemy
            Enemy(__c0 : super::Actor), 2u16 surrendered Surrendered(__c0 :
            super::Actor), 3u16 restrained Restrained(__c0 : super::Actor), 4u16 dead
            Dead(__c0 : super::Actor), 5u16 reserved Reserved(__c0 : super::Actor), 6u16
            following_order FollowingOrder(__c0 : super::Actor), 7u16 restraining
            Restraining(__c0 : super::Actor, __c1 : super::Actor),
        }
    }
    ///Queries that test an axiom. Each copies the facts, so they are for tests and tools.
    pub mod holds {
        ::squad_htn::__private_0_1_0::domain_queries! {
            holds pub, 0 different(state, context, a : super::Actor, b : super::Actor),
        }
    }
}
const _: () = {
    use ::squad_htn::__private_0_1_0 as __rt;
    use self::__domains_stand_outside_of_functions_restraint::*;
    use self::restraint as __domain;
    type __Context<'c> = <__domain::Domain as __rt::Domain>::Context<'c>;
    type __Game<'a, 'c> = __rt::Game<'a, __Context<'c>>;
    const __CODEC0: __rt::Codec<__T0> = __rt::codec::<__T0>("`Actor`");
    const __CODEC1: __rt::Codec<__T1> = __rt::codec::<__T1>("`f32`");
    const __CODEC2: __rt::Codec<__T2> = __rt::codec::<
        __T2,
    >("`::core::primitive::usize`");
    fn __words0_of(__context: &__Context<'_>, __slots: &[__rt::u64]) -> __rt::u64 {
        fn game() {}
        let game = __context;
        fn squad() {}
        let squad: __T0 = __CODEC0.get(__slots, 2);
        fn target() {}
        let target: __T0 = __CODEC0.get(__slots, 1);
        let __value: __T1 = game.distance(squad, target);
        __CODEC1.word(__value)
    }
    fn __words0(__c: __Game<'_, '_>, __slots: &[__rt::u64]) -> __rt::u64 {
        __rt::ask(__c, __slots, __words0_of)
    }
    fn __words1_of(__context: &__Context<'_>, __slots: &[__rt::u64]) -> __rt::u64 {
        fn game() {}
        let game = __context;
        fn partner() {}
        let partner: __T0 = __CODEC0.get(__slots, 3);
        fn target() {}
        let target: __T0 = __CODEC0.get(__slots, 1);
        let __value: __T1 = game.distance(partner, target);
        __CODEC1.word(__value)
    }
    fn __words1(__c: __Game<'_, '_>, __slots: &[__rt::u64]) -> __rt::u64 {
        __rt::ask(__c, __slots, __words1_of)
    }
    fn __tests0(__c: __Game<'_, '_>, __slots: &[__rt::u64]) -> __rt::bool {
        fn d() {}
        let d: __T1 = __CODEC1.get(__slots, 3);
        if d < 400.0 { true } else { false }
    }
    fn __tests1(__c: __Game<'_, '_>, __slots: &[__rt::u64]) -> __rt::bool {
        fn a() {}
        let a: __T0 = __CODEC0.get(__slots, 0);
        fn b() {}
        let b: __T0 = __CODEC0.get(__slots, 3);
        if a != b { true } else { false }
    }
    fn __tests2(__c: __Game<'_, '_>, __slots: &[__rt::u64]) -> __rt::bool {
        fn d() {}
        let d: __T1 = __CODEC1.get(__slots, 4);
        if d < 400.0 { true } else { false }
    }
    fn __keys0(__c: __Game<'_, '_>, __slots: &[__rt::u64], __out: &mut [__rt::u64]) {
        fn d() {}
        let d: __T1 = __CODEC1.get(__slots, 3);
        __rt::SortKey::write(d, false, __out)
    }
    fn __keys1(__c: __Game<'_, '_>, __slots: &[__rt::u64], __out: &mut [__rt::u64]) {
        fn d() {}
        let d: __T1 = __CODEC1.get(__slots, 4);
        __rt::SortKey::write(d, false, __out)
    }
    static __FUNCTIONS: __rt::Functions<__domain::Domain> = {
        use __rt::conditions::*;
        type Game<'a, 'c> = __Game<'a, 'c>;
        fn find0(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
            let Some(__s) = __s.first_chunk_mut::<11>() else { return No };
            let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
            __q.enter(__r, &mut __s[0]);
            let __answer = '__end: {
                let mut __at: u64 = if __r { __s[10] } else { 1 };
                loop {
                    __at = '__go: {
                        '__l5: {
                            '__l6: {
                                '__l2: {
                                    '__l4: {
                                        match __at {
                                            1 => {
                                                __q.cut(0, __s[0]);
                                                let true = __q.open(0, 1, 3, &mut __s[4]) else {
                                                    break '__end Full
                                                };
                                                __s[6] = __q.height(1);
                                                __s[7] = __facts.first(&__P2);
                                            }
                                            3 => {}
                                            4 => break '__l4,
                                            6 => break '__l6,
                                            _ => break '__end No,
                                        }
                                        loop {
                                            let __row @ 1.. = __s[7] else { break '__l2 };
                                            let true = __q.step() else {
                                                break '__end Paused.at(&mut __s[10], 3)
                                            };
                                            (__s[1], __s[7]) = __facts.one(&__P2, __row);
                                            let true = __facts.has(&__P1, __s[1]) else { continue };
                                            let false = __facts.has(&__P4, __s[1]) else { continue };
                                            let false = __facts.has(&__P3, __s[1]) else { continue };
                                            let false = __facts.has(&__P5, __s[1]) else { continue };
                                            __s[8] = __facts.first(&__P0);
                                            break;
                                        }
                                    }
                                    loop {
                                        let __row @ 1.. = __s[8] else { break '__go 3 };
                                        let true = __q.step() else {
                                            break '__end Paused.at(&mut __s[10], 4)
                                        };
                                        (__s[2], __s[8]) = __facts.one(&__P0, __row);
                                        let false = __facts.has(&__P5, __s[2]) else { continue };
                                        __s[3] = __words0(__c, &*__s);
                                        let true = __tests0(__c, &*__s) else { continue };
                                        let mut __key = [0; 1];
                                        __keys0(__c, &*__s, &mut __key);
                                        let true = __q.push(0, __s[4], &__key, &__s[1..4]) else {
                                            break '__end Full
                                        };
                                        continue;
                                    }
                                }
                                __q.close(0, __s[4]);
                                __q.cut(1, __s[6]);
                                let true = __q.first(0, __s, 4, 9, 1..4) else {
                                    break '__end No
                                };
                                break '__l5;
                            }
                            match __q.next(0, __s, 4, 9, 1..4) {
                                Yes => {}
                                __found => break '__end __found.at(&mut __s[10], 6),
                            }
                        }
                        break '__end Found::found(__s[9] != 0).at(&mut __s[10], 6);
                    };
                }
            };
            __q.leave(__answer, __s[0])
        }
        fn find1(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
            let Some(__s) = __s.first_chunk_mut::<4>() else { return No };
            __s[3] = __words0(__c, &*__s);
            let true = __tests0(__c, &*__s) else { return No };
            return Last;
        }
        fn find2(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
            let Some(__s) = __s.first_chunk_mut::<4>() else { return No };
            __s[3] = __words0(__c, &*__s);
            return Last;
        }
        fn find3(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
            let Some(__s) = __s.first_chunk_mut::<11>() else { return No };
            let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
            __q.enter(__r, &mut __s[2]);
            let __answer = '__end: {
                let __at: u64 = if __r { __s[10] } else { 1 };
                '__l4: {
                    '__l5: {
                        '__l2: {
                            match __at {
                                1 => {
                                    __q.cut(0, __s[2]);
                                    let true = __q.open(0, 1, 2, &mut __s[5]) else {
                                        break '__end Full
                                    };
                                    __s[7] = __q.height(1);
                                    __s[8] = __facts.first(&__P0);
                                }
                                3 => {}
                                5 => break '__l5,
                                _ => break '__end No,
                            }
                            loop {
                                let __row @ 1.. = __s[8] else { break '__l2 };
                                let true = __q.step() else {
                                    break '__end Paused.at(&mut __s[10], 3)
                                };
                                (__s[3], __s[8]) = __facts.one(&__P0, __row);
                                let false = __facts.has(&__P6, __s[3]) else { continue };
                                let false = __facts.has(&__P5, __s[3]) else { continue };
                                let true = __tests1(__c, &*__s) else { continue };
                                __s[4] = __words1(__c, &*__s);
                                let true = __tests2(__c, &*__s) else { continue };
                                let mut __key = [0; 1];
                                __keys1(__c, &*__s, &mut __key);
                                let true = __q.push(0, __s[5], &__key, &__s[3..5]) else {
                                    break '__end Full
                                };
                                continue;
                            }
                        }
                        __q.close(0, __s[5]);
                        __q.cut(1, __s[7]);
                        let true = __q.first(0, __s, 5, 9, 3..5) else {
                            break '__end No
                        };
                        break '__l4;
                    }
                    match __q.next(0, __s, 5, 9, 3..5) {
                        Yes => {}
                        __found => break '__end __found.at(&mut __s[10], 5),
                    }
                }
                break '__end Found::found(__s[9] != 0).at(&mut __s[10], 5);
            };
            __q.leave(__answer, __s[2])
        }
        fn find4(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
            let Some(__s) = __s.first_chunk_mut::<5>() else { return No };
            __s[4] = __words1(__c, &*__s);
            let true = __tests2(__c, &*__s) else { return No };
            return Last;
        }
        fn find5(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
            let Some(__s) = __s.first_chunk_mut::<5>() else { return No };
            __s[4] = __words1(__c, &*__s);
            return Last;
        }
        fn __changes0(
            __c: __Game<'_, '_>,
            __s: &mut [u64],
            __q: &mut Workspace,
            __f: &mut Store,
            __parts: Parts,
        ) -> ConditionAnswer {
            let Some(__s) = __s.first_chunk_mut::<1>() else { return No };
            if __parts.0 & 1 != 0 {
                let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };
                let false = __facts.has(&__P5, __s[0]) else { return No };
            }
            if __parts.0 & 2 != 0 {
                let true = __q.add_one(__f, &__P5, __s[0]) else { return Full };
            }
            Last
        }
        fn __changes1(
            __c: __Game<'_, '_>,
            __s: &mut [u64],
            __q: &mut Workspace,
            __f: &mut Store,
            __parts: Parts,
        ) -> ConditionAnswer {
            let Some(__s) = __s.first_chunk_mut::<1>() else { return No };
            let true = __q.remove_one(__f, &__P5, __s[0]) else { return Full };
            Last
        }
        fn __changes2(
            __c: __Game<'_, '_>,
            __s: &mut [u64],
            __q: &mut Workspace,
            __f: &mut Store,
            __parts: Parts,
        ) -> ConditionAnswer {
            let Some(__s) = __s.first_chunk_mut::<2>() else { return No };
            if __parts.0 & 2 != 0 {
                let true = __q.add_two(__f, &__P7, __s[0], __s[1]) else { return Full };
            }
            if __parts.0 & 4 != 0 {
                let true = __q.remove_two(__f, &__P7, __s[0], __s[1]) else {
                    return Full
                };
            }
            if __parts.0 & 16 != 0 {
                let true = __q.add_one(__f, &__P3, __s[1]) else { return Full };
            }
            Last
        }
        Functions {
            words: &[__words0, __words1],
            tests: &[__tests0, __tests1, __tests2],
            keys: &[__keys0, __keys1],
            costs: &[],
            solvers: &[find0, find1, find2, find3, find4, find5],
            changes: &[__changes0, __changes1, __changes2],
        }
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
        use __rt::rows::*;
        static TYPES: [Type; 3] = [
            __CODEC0.ty("Actor"),
            __CODEC1.ty("f32"),
            __CODEC2.ty("::core::primitive::usize"),
        ];
        static CONSTANTS: [usize; 10] = [
            1,
            1,
            __CAPACITY0,
            __CAPACITY1,
            __CAPACITY2,
            __CAPACITY3,
            __CAPACITY4,
            __CAPACITY5,
            __CAPACITY6,
            __CAPACITY7,
        ];
        static CHECKS: [Check; 16] = [
            Check::new("!reserved(who)", Pc(9), 1)
                .reads(&[RelId(5)])
                .vars(&[Var::new("who", 0, 0)])
                .word(Some(WordTest::new(RelId(5), Slot(0), false))),
            Check::new("surrendered(target)", Pc(30), 11)
                .reads(&[RelId(2)])
                .vars(&[Var::new("target", 0, 1)])
                .word(Some(WordTest::new(RelId(2), Slot(1), true))),
            Check::new("enemy(target)", Pc(32), 11)
                .reads(&[RelId(1)])
                .vars(&[Var::new("target", 0, 1)])
                .word(Some(WordTest::new(RelId(1), Slot(1), true))),
            Check::new("squad_member(squad)", Pc(34), 11)
                .reads(&[RelId(0)])
                .vars(&[Var::new("squad", 0, 2)])
                .word(Some(WordTest::new(RelId(0), Slot(2), true))),
            Check::new("!dead(target)", Pc(36), 11)
                .reads(&[RelId(4)])
                .vars(&[Var::new("target", 0, 1)])
                .word(Some(WordTest::new(RelId(4), Slot(1), false))),
            Check::new("!restrained(target)", Pc(38), 11)
                .reads(&[RelId(3)])
                .vars(&[Var::new("target", 0, 1)])
                .word(Some(WordTest::new(RelId(3), Slot(1), false))),
            Check::new("!reserved(target)", Pc(40), 11)
                .reads(&[RelId(5)])
                .vars(&[Var::new("target", 0, 1)])
                .word(Some(WordTest::new(RelId(5), Slot(1), false))),
            Check::new("!reserved(squad)", Pc(42), 11)
                .reads(&[RelId(5)])
                .vars(&[Var::new("squad", 0, 2)])
                .word(Some(WordTest::new(RelId(5), Slot(2), false))),
            Check::new(
                    "let d: f32 = game.distance(squad, target) && d < 400.0",
                    Pc(44),
                    12,
                )
                .asks_game(true)
                .vars(&[Var::new("squad", 0, 2), Var::new("target", 0, 1)]),
            Check::new("let d: f32 = game.distance(squad, target)", Pc(47), 12)
                .asks_game(true)
                .vars(&[Var::new("squad", 0, 2), Var::new("target", 0, 1)]),
            Check::new("squad_member(partner)", Pc(70), 11)
                .reads(&[RelId(0)])
                .vars(&[Var::new("partner", 0, 3)])
                .word(Some(WordTest::new(RelId(0), Slot(3), true))),
            Check::new("different(squad, partner)", Pc(72), 11)
                .vars(&[Var::new("squad", 0, 0), Var::new("partner", 0, 3)]),
            Check::new("!following_order(partner)", Pc(74), 11)
                .reads(&[RelId(6)])
                .vars(&[Var::new("partner", 0, 3)])
                .word(Some(WordTest::new(RelId(6), Slot(3), false))),
            Check::new("!reserved(partner)", Pc(76), 11)
                .reads(&[RelId(5)])
                .vars(&[Var::new("partner", 0, 3)])
                .word(Some(WordTest::new(RelId(5), Slot(3), false))),
            Check::new(
                    "let d: f32 = game.distance(partner, target) && d < 400.0",
                    Pc(78),
                    12,
                )
                .asks_game(true)
                .vars(&[Var::new("partner", 0, 3), Var::new("target", 0, 1)]),
            Check::new("let d: f32 = game.distance(partner, target)", Pc(81), 12)
                .asks_game(true)
                .vars(&[Var::new("partner", 0, 3), Var::new("target", 0, 1)]),
        ];
        Tables {
            name: "restraint",
            doc: "Restraining surrendered suspects.",
            types: &TYPES,
            code: b"\x01\x02\0\x05\x05\x01\0\x01\0\x02\xFF\xFF\x03%\0\0\0\x1D\0\x02\x1C\x1B\"\x05\x05\x01\x01\x01\0\x02\xFF\xFF\x03\"%\x01\x01\0\x1D\x01\x02\x1C\x1B%\x02\x02\x01\x1D\x02\x02\x1B\x1D\x02\x04\x1B\x1D\x02\x10\x1C\x1B%\xFF\xFF\x03\x03\x01\x1C\x1B\x03\0\x02\0\x04\0\x02\0\x0F\x05\x01\xFF\xFF\x032\x0B\x02\x02\x01\x16\x05\x02\x01\x02\x01\x01\x02\xFF\xFF\x03\"\x05\x01\x01\x03\x01\x01\x02\xFF\xFF\x03\"\x05\0\x01\x04\x01\x01\x02\xFF\xFF\x03\"\x05\x04\x01\x05\x01\0\x02\xFF\xFF\x03\"\x05\x03\x01\x06\x01\0\x02\xFF\xFF\x03\"\x05\x05\x01\x07\x01\0\x02\xFF\xFF\x03\"\x05\x05\x01\x08\x01\0\x02\xFF\xFF\x03\"\x03\x01\x02\xFF\xFF\x03\x04\x01\x02\xFF\xFF\x03\"\x03\x02\x02\xFF\xFF\x03\x04\x02\x02\xFF\xFF\x03\"\x03\x03>\x01\x04\x03>\x01\x11\0\0\0\x01\x01\0\x11\0\0\0\x01\x01\x03\x11\0\0\0\x01\x01\x01\x11\x02\x02\x01\x02\x02\0\x01\x11\xFF\xFF\x03\x03\x01\x02\x02\x03\x01\x11\xFF\xFF\x03\x05\0\x01\x01\0\x11\x01\x01\0\x01\x01\0\x11\x01\x01\0\x01\x01\x03\x11\x01\x01\0\x01\x01\x01\x16\x15\x02\x11\0\0\0\x01\x01\0\x11\0\0\0\x01\x01\x01\x11\x02\x02\x01\x02\x02\0\x01\x11\xFF\xFF\x03\x05\0\x01\x01\0\x11\x01\x01\0\x01\x01\0\x11\x01\x01\0\x01\x01\x01\x16\x05\0\x01\t\x01\x01\x02\xFF\xFF\x03\"\x06\x01\x02\xFF\xFF\x03\"\x05\x06\x01\n\x01\0\x02\xFF\xFF\x03\"\x05\x05\x01\x0B\x01\0\x02\xFF\xFF\x03\"\x03\x04\x02\xFF\xFF\x03\x04\x04\x02\xFF\xFF\x03\"\x03\x05\x02\xFF\xFF\x03\x04\x05\x02\xFF\xFF\x03\"%\xFF\xFF\x03\x04\0\x1B%\xFF\xFF\x03\x05\0\x1B%\xFF\xFF\x03\x06\0\x1B%\xFF\xFF\x03\x07\0\x1B",
            constants: &CONSTANTS,
            checks: &CHECKS,
            relations: &[
                Relation::new("squad_member", Columns(1), CONSTANTS[2])
                    .columns(&[Param::agent("", 0)])
                    .indexes(&[Columns(0), Columns(1)])
                    .scanned(true),
                Relation::new("enemy", Columns(1), CONSTANTS[3])
                    .columns(&[Param::agent("", 0)])
                    .indexes(&[Columns(0), Columns(1)]),
                Relation::new("surrendered", Columns(1), CONSTANTS[4])
                    .columns(&[Param::agent("", 0)])
                    .indexes(&[Columns(0), Columns(1)])
                    .scanned(true),
                Relation::new("restrained", Columns(1), CONSTANTS[5])
                    .columns(&[Param::agent("", 0)])
                    .indexes(&[Columns(0), Columns(1)]),
                Relation::new("dead", Columns(1), CONSTANTS[6])
                    .columns(&[Param::agent("", 0)])
                    .indexes(&[Columns(0), Columns(1)]),
                Relation::new("reserved", Columns(1), CONSTANTS[7])
                    .columns(&[Param::agent("", 0)])
                    .indexes(&[Columns(0), Columns(1)]),
                Relation::new("following_order", Columns(1), CONSTANTS[8])
                    .columns(&[Param::agent("", 0)])
                    .indexes(&[Columns(0), Columns(1)]),
                Relation::new("restraining", Columns(3), CONSTANTS[9])
                    .columns(&[Param::agent("who", 0), Param::agent("target", 0)])
                    .indexes(&[Columns(0), Columns(3)]),
            ],
            tasks: &[
                TaskRow::new("reserve", TaskKind::Internal, Pc(3), 1)
                    .doc("Keeps every other plan away from `who`.")
                    .params(&[Param::agent("who", 0)]),
                TaskRow::new("free", TaskKind::Internal, Pc(11), 1)
                    .params(&[Param::agent("who", 0)]),
                TaskRow::new("restrain", TaskKind::External, Pc(15), 2)
                    .doc("Cuffs a suspect.")
                    .params(&[Param::agent("squad", 0), Param::agent("target", 0)]),
                TaskRow::new("restrain_complement", TaskKind::External, Pc(23), 2)
                    .params(&[Param::agent("squad", 0), Param::agent("target", 0)]),
                TaskRow::new("squad_restrain", TaskKind::Method, Pc(26), 11),
                TaskRow::new("squad_restrain_helper", TaskKind::Method, Pc(50), 11)
                    .params(&[Param::agent("squad", 0), Param::agent("target", 0)])
                    .method(MethodId(1)),
                TaskRow::new("block_on", TaskKind::BlockOn, Pc(84), 2)
                    .params(&[Param::agent("a", 0), Param::agent("b", 0)]),
                TaskRow::new("global_block", TaskKind::GlobalBlock, Pc(86), 1)
                    .params(&[Param::agent("a", 0)]),
                TaskRow::new("finish_action", TaskKind::FinishAction, Pc(88), 1)
                    .params(&[Param::agent("a", 0)]),
                TaskRow::new("stop_action", TaskKind::StopAction, Pc(90), 1)
                    .params(&[Param::agent("a", 0)]),
            ],
            methods: &[MethodRow::new(TaskId(4)), MethodRow::new(TaskId(5))],
            branches: &[
                BranchRow::new("nearest")
                    .doc("The squad member closest to a surrendered suspect.")
                    .vars(
                        &[
                            Var::new("target", 0, 1),
                            Var::new("squad", 0, 2),
                            Var::new("d", 1, 3),
                        ],
                    )
                    .checks(Run { at: 1, len: 8 })
                    .sort(Some((FnId(0), CONSTANTS[0] as u8))),
                BranchRow::new("with_complement")
                    .vars(&[Var::new("partner", 0, 3), Var::new("d", 1, 4)])
                    .checks(Run { at: 10, len: 5 })
                    .sort(Some((FnId(1), CONSTANTS[1] as u8))),
                BranchRow::new("alone").checks(Run { at: 16, len: 0 }),
            ],
            operators: &[
                OperatorRow::new(TaskId(0), Pc(3))
                    .doc("Keeps every other plan away from `who`.")
                    .holds(Some(CHECKS[0]))
                    .pieces(Run { at: 1, len: 0 })
                    .moments([Pc(5), Pc(7), Pc(7), Pc(7), Pc(7)])
                    .writes([&[RelId(5)], &[], &[], &[], &[]])
                    .undo(Some(Undo::new(TaskId(1), Pc(8), Run { at: 0, len: 1 }))),
                OperatorRow::new(TaskId(1), Pc(11))
                    .pieces(Run { at: 1, len: 0 })
                    .moments([Pc(12), Pc(14), Pc(14), Pc(14), Pc(14)])
                    .writes([&[RelId(5)], &[], &[], &[], &[]]),
                OperatorRow::new(TaskId(2), Pc(15))
                    .doc("Cuffs a suspect.")
                    .pieces(Run { at: 1, len: 0 })
                    .moments([Pc(16), Pc(18), Pc(22), Pc(20), Pc(22)])
                    .writes([&[RelId(7)], &[RelId(7)], &[], &[RelId(3)], &[]])
                    .by(1),
                OperatorRow::new(TaskId(3), Pc(23))
                    .pieces(Run { at: 1, len: 0 })
                    .moments([Pc(25), Pc(25), Pc(25), Pc(25), Pc(25)])
                    .by(1),
                OperatorRow::new(TaskId(6), Pc(84))
                    .moments([Pc(85), Pc(85), Pc(85), Pc(85), Pc(85)]),
                OperatorRow::new(TaskId(7), Pc(86))
                    .moments([Pc(87), Pc(87), Pc(87), Pc(87), Pc(87)]),
                OperatorRow::new(TaskId(8), Pc(88))
                    .moments([Pc(89), Pc(89), Pc(89), Pc(89), Pc(89)]),
                OperatorRow::new(TaskId(9), Pc(90))
                    .moments([Pc(91), Pc(91), Pc(91), Pc(91), Pc(91)]),
            ],
            args: &[
                Arg::Is(Slot(0)),
                Arg::Is(Slot(0)),
                Arg::Is(Slot(1)),
                Arg::Is(Slot(1)),
                Arg::Is(Slot(2)),
                Arg::Is(Slot(1)),
                Arg::Is(Slot(1)),
                Arg::Is(Slot(1)),
                Arg::Is(Slot(2)),
                Arg::Is(Slot(3)),
                Arg::Is(Slot(3)),
                Arg::Is(Slot(3)),
            ],
            slots: &[Slot(0)],
            ..Tables::EMPTY
        }
    };
    const __LAYOUTS: [__rt::Layout; 8] = __rt::Layout::all(__TABLES.relations);
    const __WORDS: __rt::usize = __rt::Layout::words_read(&__LAYOUTS);
    static __P0: __rt::Layout = __LAYOUTS[0];
    static __P1: __rt::Layout = __LAYOUTS[1];
    static __P2: __rt::Layout = __LAYOUTS[2];
    static __P3: __rt::Layout = __LAYOUTS[3];
    static __P4: __rt::Layout = __LAYOUTS[4];
    static __P5: __rt::Layout = __LAYOUTS[5];
    static __P6: __rt::Layout = __LAYOUTS[6];
    static __P7: __rt::Layout = __LAYOUTS[7];
    impl __rt::Domain for __domain::Domain {
        const HASH: __rt::u64 = __rt::hash::domain(6529550302174155736, &__TABLES);
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
        __rt::domain_rows! {
            __domain, rows of 2; facts { 0 SquadMember { 0 : __f0 = __CODEC0[0] } 1 Enemy
            { 0 : __f0 = __CODEC0[0] } 2 Surrendered { 0 : __f0 = __CODEC0[0] } 3
            Restrained { 0 : __f0 = __CODEC0[0] } 4 Dead { 0 : __f0 = __CODEC0[0] } 5
            Reserved { 0 : __f0 = __CODEC0[0] } 6 FollowingOrder { 0 : __f0 = __CODEC0[0]
            } 7 Restraining { 0 : __f0 = __CODEC0[0], 1 : __f1 = __CODEC0[1] } } tasks {
            0 Reserve { who : __f0 = __CODEC0[0] } 1 Free { who : __f0 = __CODEC0[0] } 2
            Restrain { squad : __f0 = __CODEC0[0], target : __f1 = __CODEC0[1] } 3
            RestrainComplement { squad : __f0 = __CODEC0[0], target : __f1 = __CODEC0[1]
            } 4 SquadRestrain {} 5 SquadRestrainHelper { squad : __f0 = __CODEC0[0],
            target : __f1 = __CODEC0[1] } 6 BlockOn { a : __f0 = __CODEC0[0], b : __f1 =
            __CODEC0[1] } 7 GlobalBlock { a : __f0 = __CODEC0[0] } 8 FinishAction { a :
            __f0 = __CODEC0[0] } 9 StopAction { a : __f0 = __CODEC0[0] } } actions { 2
            Restrain { squad : __f0 = __CODEC0[0], target : __f1 = __CODEC0[1] } 3
            RestrainComplement { squad : __f0 = __CODEC0[0], target : __f1 = __CODEC0[1]
            } }
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
    __rt::domain_values!(__domain);
    __rt::domain_mentions!(
        __domain rows[squad_member, enemy, surrendered, restrained, dead, reserved,
        following_order, restraining] holds[different]
    );
    const _: () = {
        #[inline]
        fn __tests0(__c: __Game<'_, '_>, __slots: &[__rt::u64]) -> __rt::bool {
            fn a() {}
            let a: __T0 = __CODEC0.get(__slots, 0);
            fn b() {}
            let b: __T0 = __CODEC0.get(__slots, 1);
            if a != b { true } else { false }
        }
        const __FUNCTIONS: __rt::Functions<__domain::Domain> = {
            use __rt::conditions::*;
            type Game<'a, 'c> = __Game<'a, 'c>;
            Functions {
                words: &[],
                tests: &[__tests0],
                keys: &[],
                costs: &[],
                solvers: &[],
                changes: &[],
            }
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
            use __rt::rows::*;
            static TYPES: [Type; 3] = [
                __CODEC0.ty("Actor"),
                __CODEC1.ty("f32"),
                __CODEC2.ty("::core::primitive::usize"),
            ];
            static CONSTANTS: [usize; 8] = [
                __CAPACITY0,
                __CAPACITY1,
                __CAPACITY2,
                __CAPACITY3,
                __CAPACITY4,
                __CAPACITY5,
                __CAPACITY6,
                __CAPACITY7,
            ];
            static CHECKS: [Check; 0] = [];
            Tables {
                name: "restraint",
                doc: "Restraining surrendered suspects.",
                types: &TYPES,
                code: b"\x01\x02\0\x06\0\x02\xFF\xFF\x03\"",
                constants: &CONSTANTS,
                checks: &CHECKS,
                relations: &[
                    Relation::new("squad_member", Columns(1), CONSTANTS[0])
                        .columns(&[Param::agent("", 0)])
                        .indexes(&[Columns(0), Columns(1)]),
                    Relation::new("enemy", Columns(1), CONSTANTS[1])
                        .columns(&[Param::agent("", 0)])
                        .indexes(&[Columns(0), Columns(1)]),
                    Relation::new("surrendered", Columns(1), CONSTANTS[2])
                        .columns(&[Param::agent("", 0)])
                        .indexes(&[Columns(0), Columns(1)]),
                    Relation::new("restrained", Columns(1), CONSTANTS[3])
                        .columns(&[Param::agent("", 0)])
                        .indexes(&[Columns(0), Columns(1)]),
                    Relation::new("dead", Columns(1), CONSTANTS[4])
                        .columns(&[Param::agent("", 0)])
                        .indexes(&[Columns(0), Columns(1)]),
                    Relation::new("reserved", Columns(1), CONSTANTS[5])
                        .columns(&[Param::agent("", 0)])
                        .indexes(&[Columns(0), Columns(1)]),
                    Relation::new("following_order", Columns(1), CONSTANTS[6])
                        .columns(&[Param::agent("", 0)])
                        .indexes(&[Columns(0), Columns(1)]),
                    Relation::new("restraining", Columns(3), CONSTANTS[7])
                        .columns(&[Param::agent("who", 0), Param::agent("target", 0)])
                        .indexes(&[Columns(0), Columns(3)]),
                ],
                ..Tables::EMPTY
            }
        };
        const __LAYOUTS: [__rt::Layout; 8] = __rt::Layout::all(__TABLES.relations);
        const __WORDS: __rt::usize = __rt::Layout::words_read(&__LAYOUTS);
        static __P0: __rt::Layout = __LAYOUTS[0];
        static __P1: __rt::Layout = __LAYOUTS[1];
        static __P2: __rt::Layout = __LAYOUTS[2];
        static __P3: __rt::Layout = __LAYOUTS[3];
        static __P4: __rt::Layout = __LAYOUTS[4];
        static __P5: __rt::Layout = __LAYOUTS[5];
        static __P6: __rt::Layout = __LAYOUTS[6];
        static __P7: __rt::Layout = __LAYOUTS[7];
        __rt::domain_answers! {
            axioms of __domain; 0["a" : __T0 = __CODEC0[0], "b" : __T0 = __CODEC0[1]] &
            [(3, 3, 2)],
        }
    };
};

// 0: RootCall
// 1: RootNext
// 2: Fail
// 3: Fact { rel: RelId(5), index: 1, atom: Run { at: 0, len: 1 }, there: false, on_fail: Pc(2), branch: BranchId(65535) }
// 4: ApplyAll { f: FnId(0), id: OperatorId(0), cost: Nothing }
// 5: Change { f: FnId(0), parts: Parts(2) }
// 6: Applied
// 7: Moment
// 8: Holds
// 9: Fact { rel: RelId(5), index: 1, atom: Run { at: 1, len: 1 }, there: false, on_fail: Pc(2), branch: BranchId(65535) }
// 10: Holds
// 11: ApplyAll { f: FnId(1), id: OperatorId(1), cost: Nothing }
// 12: Change { f: FnId(1), parts: Parts(2) }
// 13: Applied
// 14: Moment
// 15: ApplyAll { f: FnId(2), id: OperatorId(2), cost: One }
// 16: Change { f: FnId(2), parts: Parts(2) }
// 17: Moment
// 18: Change { f: FnId(2), parts: Parts(4) }
// 19: Moment
// 20: Change { f: FnId(2), parts: Parts(16) }
// 21: Applied
// 22: Moment
// 23: ApplyAll { f: FnId(65535), id: OperatorId(3), cost: One }
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
// 56: Step { f: FnId(65535), id: OperatorId(3), cost: One, frame: 2, args: InlineArgs { len: 2, slots: [Slot(3), Slot(1), Slot(0), Slot(0)] } }
// 57: Step { f: FnId(65535), id: OperatorId(5), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 58: Step { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 59: Step { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(3), Slot(0), Slot(0), Slot(0)] } }
// 60: Step { f: FnId(1), id: OperatorId(1), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 61: Done
// 62: Branch(BranchId(2))
// 63: Step { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
// 64: Step { f: FnId(0), id: OperatorId(0), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(1), Slot(0), Slot(0), Slot(0)] } }
// 65: Step { f: FnId(2), id: OperatorId(2), cost: One, frame: 2, args: InlineArgs { len: 2, slots: [Slot(0), Slot(1), Slot(0), Slot(0)] } }
// 66: Step { f: FnId(65535), id: OperatorId(5), cost: Nothing, frame: 1, args: InlineArgs { len: 1, slots: [Slot(0), Slot(0), Slot(0), Slot(0)] } }
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
// 84: ApplyAll { f: FnId(65535), id: OperatorId(4), cost: Nothing }
// 85: Moment
// 86: ApplyAll { f: FnId(65535), id: OperatorId(5), cost: Nothing }
// 87: Moment
// 88: ApplyAll { f: FnId(65535), id: OperatorId(6), cost: Nothing }
// 89: Moment
// 90: ApplyAll { f: FnId(65535), id: OperatorId(7), cost: Nothing }
// 91: Moment
