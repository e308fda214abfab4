//! The aliases that every domain has, and the implementations that the enums of every domain share.

/// Defines the runtime's types for a domain.
#[doc(hidden)]
#[macro_export]
macro_rules! __domain_types {
    ($vis:vis) => {
        /// The facts.
        $vis type State = $crate::State<Domain>;
        /// A search for plans that can be paused after any step.
        $vis type Planner = $crate::Planner<Domain>;
        /// A plan that the planner found.
        $vis type Plan = $crate::Plan<Domain>;
        /// Executes plans, several at once.
        $vis type Executor = $crate::Executor<Domain>;
        /// Runs a state, a planner and an executor for one squad.
        $vis type Director = $crate::Director<Domain>;
        /// Runs many squads with one budget.
        $vis type SquadScheduler = $crate::SquadScheduler<Domain>;
    };
}

/// Implements `Display`, comparison, `Hash` and the methods of `Fact`, `Task` and `Action` in a domain's module. Two values
/// are equal if their words are, as in a state, whatever the types of the columns say of themselves.
// Local names have two underscores, because they may not be those of constants of the user's.
#[doc(hidden)]
#[macro_export]
macro_rules! __domain_values {
    ($domain:ident) => {
        $crate::__domain_values!(@ $domain Fact show_fact same_fact hash_fact);
        $crate::__domain_values!(@ $domain Task show_task same_task hash_task);
        $crate::__domain_values!(@ $domain Action show_task same_task hash_task);
        $crate::__domain_values!(@task $domain Task);
        $crate::__domain_values!(@task $domain Action);
    };
    (@ $domain:ident $ty:ident $show:ident $same:ident $hash:ident) => {
        impl ::core::fmt::Display for $domain::$ty {
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::show::$show::<$domain::Domain>(::core::convert::Into::into(*self), __f)
            }
        }
        impl ::core::cmp::PartialEq for $domain::$ty {
            fn eq(&self, __other: &Self) -> ::core::primitive::bool {
                let (__one, __two) = (::core::convert::Into::into(*self), ::core::convert::Into::into(*__other));
                $crate::identity::$same::<$domain::Domain>(__one, __two)
            }
        }
        impl ::core::cmp::Eq for $domain::$ty {}
        impl ::core::hash::Hash for $domain::$ty {
            fn hash<__H: ::core::hash::Hasher>(&self, __hasher: &mut __H) {
                $crate::identity::$hash::<$domain::Domain, __H>(::core::convert::Into::into(*self), __hasher)
            }
        }
    };
    (@task $domain:ident $ty:ident) => {
        impl $domain::$ty {
            /// The agents among its arguments, in order.
            pub fn agents(self) -> $crate::Agents<$domain::Domain> {
                $crate::identity::task_agents::<$domain::Domain>(::core::convert::Into::into(self))
            }
            /// Its name, as in the domain.
            pub fn name(self) -> &'static ::core::primitive::str {
                $crate::identity::task_name::<$domain::Domain>(::core::convert::Into::into(self))
            }
            /// Its doc comment in the domain.
            pub fn doc(self) -> &'static ::core::primitive::str {
                $crate::identity::task_doc::<$domain::Domain>(::core::convert::Into::into(self))
            }
        }
    };
}

/// Implements the methods of `Domain` that convert facts, tasks and actions to rows and back. Each variant of an enum is
/// listed with its number and, for each field, a name for its value, its codec and its place in the row.
#[doc(hidden)]
#[macro_export]
macro_rules! __domain_rows {
    (
        $domain:ident, rows of $longest:literal;
        facts {$(
            $fact:literal $Fact:ident {$($column:tt: $word:ident = $of:ident[$at:literal]),*}
        )*}
        tasks {$(
            $task:literal $Task:ident {$($param:tt: $value:ident = $codec:ident[$place:literal]),*}
        )*}
        actions {$(
            $action:literal $Action:ident {$($field:tt: $term:ident = $by:ident[$slot:literal]),*}
        )*}
        $(verbs {$($Verb:ident)*})?
    ) => {
        fn fact_to_row(__fact: $domain::Fact, __row: &mut $crate::domain::Row) -> $crate::tables::RelId {
            match __fact {
                $($domain::Fact::$Fact {$($column: $word),*} => {
                    $crate::tables::RelId($crate::show::fill(__row, $fact, &[$($of.word($word)),*]))
                })*
            }
        }
        fn task_to_row(__task: $domain::Task, __row: &mut $crate::domain::Row) -> $crate::domain::TaskCode {
            match __task {
                $($domain::Task::$Task {$($param: $value),*} => {
                    let __task = $crate::show::fill(__row, $task, &[$($codec.word($value)),*]);
                    $crate::domain::TaskCode::Task($crate::tables::TaskId(__task))
                })*
                $domain::Task::Add(__fact) => $crate::domain::TaskCode::Fact($crate::tables::FactVerb::Add, Self::fact_to_row(__fact, __row)),
                $domain::Task::Delete(__fact) => $crate::domain::TaskCode::Fact($crate::tables::FactVerb::Delete, Self::fact_to_row(__fact, __row)),
                $($($domain::Task::$Verb(__fact) => {
                    $crate::domain::TaskCode::Fact($crate::tables::FactVerb::$Verb, Self::fact_to_row(__fact, __row))
                })*)?
            }
        }
        fn fact_from_row(__rel: $crate::tables::RelId, __row: &[::core::primitive::u64]) -> $domain::Fact {
            let __row = &$crate::show::padded::<$longest>(__row);
            match __rel.0 {
                $($fact => $domain::Fact::$Fact {$($column: $of.get(__row, $at)),*},)*
                _ => ::core::unreachable!(),
            }
        }
        fn task_from_row(__task: $crate::domain::TaskCode, __row: &[::core::primitive::u64]) -> $domain::Task {
            let __task = match __task {
                $crate::domain::TaskCode::Task(__task) => __task,
                $crate::domain::TaskCode::Fact($crate::tables::FactVerb::Add, __rel) => {
                    return $domain::Task::Add(Self::fact_from_row(__rel, __row));
                }
                $($($crate::domain::TaskCode::Fact($crate::tables::FactVerb::$Verb, __rel) => {
                    return $domain::Task::$Verb(Self::fact_from_row(__rel, __row));
                })*)?
                $crate::domain::TaskCode::Fact(_, __rel) => {
                    return $domain::Task::Delete(Self::fact_from_row(__rel, __row));
                }
            };
            let __row = &$crate::show::padded::<$longest>(__row);
            match __task.0 {
                $($task => $domain::Task::$Task {$($param: $codec.get(__row, $place)),*},)*
                _ => ::core::unreachable!(),
            }
        }
        fn action_from_row(
            __task: $crate::tables::TaskId,
            __row: &[::core::primitive::u64],
        ) -> ::core::option::Option<$domain::Action> {
            let __row = &$crate::show::padded::<$longest>(__row);
            match __task.0 {
                $($action => ::core::option::Option::Some(
                    $domain::Action::$Action {$($field: $by.get(__row, $slot)),*}
                ),)*
                _ => ::core::option::Option::None,
            }
        }
    };
}
