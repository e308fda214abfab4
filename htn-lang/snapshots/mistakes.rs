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
    ::squad_htn::__private_0_1_0::domain_types!(pub);
    ///The facts of each predicate as tuples of columns, in the order in which they were added.
    pub mod rows {
        ::squad_htn::__private_0_1_0::domain_queries! {
            rows pub, 0u16 enemy Enemy(__c0 : super::Actor),
        }
    }
}
const _: () = {
    use ::squad_htn::__private_0_1_0 as __rt;
    use self::__domains_stand_outside_of_functions_mistakes::*;
    use self::mistakes as __domain;
    type __Context<'c> = <__domain::Domain as __rt::Domain>::Context<'c>;
    type __Game<'a, 'c> = __rt::Game<'a, __Context<'c>>;
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
    __rt::domain_mentions!(__domain rows[enemy]);
    const __CODEC0: __rt::Codec<__T0> = __rt::codec::<__T0>("`Actor`");
};

