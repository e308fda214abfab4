const _: () = {
    ::core::compile_error! {
        "unknown predicate or axiom `enmy`\nhelp: a predicate with a similar name exists: enemy"
    }
    ::core::compile_error! {
        "`shoot` takes 2 arguments, but 1 is given\nhelp: the operator is `shoot(who: Actor, at: Actor)`"
    }
    ::core::compile_error! {
        "`target` is bound but never used\nhelp: write `_` or `_target` if this is intended"
    }
};
#[doc(hidden)]
mod __domains_stand_outside_of_functions_mistakes {
    use super::*;
    pub(super) type __T0 = Actor;
}
///The domain `mistakes`.
pub mod mistakes {
    use super::__domains_stand_outside_of_functions_mistakes::__T0 as Actor;
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
        ///`enemy(Actor)`.
        Enemy(Actor),
    }
    /// A task.
    #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    pub enum Task {
        ///`shoot(who, at)`.
        Shoot {
            ///`who`.
            who: Actor,
            ///`at`.
            at: Actor,
        },
        ///`fight(who)`.
        Fight {
            ///`who`.
            who: Actor,
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
        ///`shoot(who, at)`.
        Shoot {
            ///`who`.
            who: Actor,
            ///`at`.
            at: Actor,
        },
    }
    ///The facts.
    pub type State = ::squad_htn::State<Domain>;
    ///A search for plans that can be paused after any step.
    pub type Planner = ::squad_htn::Planner<Domain>;
    ///A plan that the planner found.
    pub type Plan = ::squad_htn::Plan<Domain>;
    ///Executes plans, several at once.
    pub type Executor = ::squad_htn::Executor<Domain>;
    ///Runs a state, a planner and an executor for one squad.
    pub type Director = ::squad_htn::Director<Domain>;
    ///Runs many squads with one budget.
    pub type SquadScheduler = ::squad_htn::SquadScheduler<Domain>;
    ///The facts of each predicate as tuples of columns, in the order in which they were added.
    pub mod rows {
        ///Returns the facts of `enemy`.
        #[inline]
        pub fn enemy<__D>(
            __state: &::squad_htn::State<__D>,
        ) -> ::squad_htn::Rows<'_, __D, super::Actor>
        where
            __D: ::squad_htn::Domain<Fact = super::Fact>,
        {
            ::squad_htn::Rows::new(
                __state,
                0u16,
                |__fact| match __fact {
                    super::Fact::Enemy(__c0) => ::core::option::Option::Some(__c0),
                },
            )
        }
    }
}
const _: () = {
    use ::squad_htn::__private_0_1_0 as __rt;
    use self::__domains_stand_outside_of_functions_mistakes::*;
    use self::mistakes as __domain;
    type __Context<'c> = <__domain::Domain as __rt::Domain>::Context<'c>;
    type __Game<'a, 'c> = __rt::Game<'a, __Context<'c>>;
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
    static __FUNCTIONS: __rt::Functions<__domain::Domain> = __rt::Functions {
        words: &[],
        tests: &[],
        keys: &[],
        costs: &[],
        solvers: &[],
        changes: &[],
    };
    impl __rt::Domain for __domain::Domain {
        type Context<'c> = ();
        type Fact = __domain::Fact;
        type Task = __domain::Task;
        type Action = __domain::Action;
        type Agent = __T0;
        fn tables() -> &'static __rt::Tables {
            &__rt::tables::EMPTY
        }
        fn functions() -> &'static __rt::Functions<Self> {
            &__FUNCTIONS
        }
        fn fact_to_row(_: __domain::Fact, _: &mut __rt::Row) -> __rt::RelId {
            ::core::unreachable!()
        }
        fn fact_from_row(_: __rt::RelId, _: &[__rt::u64]) -> __domain::Fact {
            ::core::unreachable!()
        }
        fn task_to_row(_: __domain::Task, _: &mut __rt::Row) -> __rt::TaskCode {
            ::core::unreachable!()
        }
        fn task_from_row(_: __rt::TaskCode, _: &[__rt::u64]) -> __domain::Task {
            ::core::unreachable!()
        }
        fn action_from_row(
            _: __rt::TaskId,
            _: &[__rt::u64],
        ) -> ::core::option::Option<__domain::Action> {
            ::core::option::Option::None
        }
    }
    impl ::core::convert::From<__domain::Action> for __domain::Task {
        fn from(_: __domain::Action) -> Self {
            ::core::unreachable!()
        }
    }
    __rt::domain_values!(__domain);
    const _: () = {
        let _ = __domain::rows::enemy::<__domain::Domain>;
    };
    const __CODEC0: __rt::Codec<__T0> = __rt::codec::<__T0>("`Actor`");
};

