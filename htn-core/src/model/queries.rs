//! The functions of the modules `rows`, `get`, `holds` and `solutions` of a domain, and the implementations that they need.
//! The macro lists predicates and axioms; the functions are the same for all domains.
//!
//! The functions are generic in the domain, so that they are compiled on use only, and rustc reports no errors in them if
//! the domain cannot be found.

#[doc(hidden)]
#[macro_export]
macro_rules! __domain_queries {
    (rows $vis:vis, $($number:literal $name:ident $Fact:ident($($column:ident: $ty:ty),*),)*) => {
        $(
            #[doc = ::core::concat!("Returns the facts of `", ::core::stringify!($name), "`.")]
            #[inline]
            $vis fn $name<__D>(__state: &$crate::State<__D>) -> $crate::Rows<'_, __D, ($($ty),*)>
            where
                __D: $crate::Domain<Fact = super::Fact>,
            {
                $crate::Rows::new(__state, $number, |__fact| match __fact {
                    super::Fact::$Fact($($column),*) => ::core::option::Option::Some(($($column),*)),
                    _ => ::core::option::Option::None,
                })
            }
        )*
    };
    (get $vis:vis, $($number:literal $name:ident($state:ident $(, $key:ident: $ty:ty)*) -> $value:ty,)*) => {
        $(
            #[doc = ::core::concat!("Returns the value of a key of `", ::core::stringify!($name), "`.")]
            #[inline]
            $vis fn $name<__D>($state: &$crate::State<__D>, $($key: $ty),*) -> ::core::option::Option<$value>
            where
                __D: $crate::rows_of::Keyed<$number, Key = ($($ty,)*), Value = $value>,
            {
                $crate::rows_of::value_of::<__D, $number>($state, ($($key,)*))
            }
        )*
    };
    (holds $vis:vis, $($number:literal $name:ident($state:ident, $context:ident $(, $param:ident: $ty:ty)*),)*) => {
        $(
            #[doc = ::core::concat!("Returns true if `", ::core::stringify!($name), "` holds for these values.")]
            #[inline]
            $vis fn $name<__D>(
                $state: &$crate::State<__D>,
                $context: &__D::Context<'_>,
                $($param: $ty),*
            ) -> ::core::result::Result<::core::primitive::bool, $crate::SearchError>
            where
                __D: $crate::query::AxiomQuery<$number, Given = ($(::core::option::Option<$ty>,)*)>,
            {
                let __given = ($(::core::option::Option::Some($param),)*);
                $crate::query::holds::<__D, $number>($state, $context, __given)
            }
        )*
    };
    (solutions $vis:vis, $($number:literal $name:ident($state:ident, $context:ident $(, $param:ident: $ty:ty)*),)*) => {
        $(
            #[doc = ::core::concat!("Returns every solution of `", ::core::stringify!($name), "` with these values.")]
            #[inline]
            $vis fn $name<__D>(
                $state: &$crate::State<__D>,
                $context: &__D::Context<'_>,
                $($param: ::core::option::Option<$ty>),*
            ) -> ::core::result::Result<$crate::Solutions<($($ty),*)>, $crate::AskError>
            where
                __D: $crate::query::AxiomQuery<
                    $number, Given = ($(::core::option::Option<$ty>,)*), Found = ($($ty),*),
                >,
            {
                $crate::query::solutions::<__D, $number>($state, $context, ($($param,)*))
            }
        )*
    };
}

/// Mentions the aliases and functions of a domain's module once, so that rustc does not report unused ones.
#[doc(hidden)]
#[macro_export]
macro_rules! __domain_mentions {
    ($domain:ident $($module:ident[$($name:ident),*])*) => {
        const _: ::core::marker::PhantomData<(
            $domain::State, $domain::Planner, $domain::Plan, $domain::Executor, $domain::Director,
            $domain::SquadScheduler,
        )> = ::core::marker::PhantomData;
        const _: () = { $($(let _ = $domain::$module::$name::<$domain::Domain>;)*)* };
    };
}

/// Implements the traits that the functions of the modules `get`, `holds` and `solutions` need.
#[doc(hidden)]
#[macro_export]
macro_rules! __domain_answers {
    (keys of $domain:ident; $(
        $number:literal $Fact:ident($($column:ident),*)
            [$($ty:ty = $codec:ident[$place:tt]),*] -> [$($value:ident: $value_ty:ty),*],
    )*) => {$(
        impl $crate::rows_of::Keyed<$number> for $domain::Domain {
            type Key = ($($ty,)*);
            type Value = ($($value_ty),*);
            #[inline]
            fn key(__key: Self::Key, __row: &mut $crate::domain::Row) {
                $crate::show::fill(__row, $number, &[$($codec.word(__key.$place)),*]);
            }
            #[inline]
            fn value(__fact: $domain::Fact) -> ::core::option::Option<Self::Value> {
                match __fact {
                    $domain::Fact::$Fact($($column),*) => ::core::option::Option::Some(($($value),*)),
                    _ => ::core::option::Option::None,
                }
            }
        }
    )*};
    (axioms of $domain:ident; $(
        $number:literal[$($name:literal: $ty:ty = $codec:ident[$place:tt]),*] $patterns:expr,
    )*) => {
        impl $crate::query::QueryDomain for $domain::Domain {
            #[inline]
            fn tables() -> &'static $crate::tables::Tables {
                &__TABLES
            }
            #[inline]
            fn functions() -> &'static $crate::host::Functions<Self> {
                &__FUNCTIONS
            }
        }
        $(
            impl $crate::query::AxiomQuery<$number> for $domain::Domain {
                type Given = ($(::core::option::Option<$ty>,)*);
                type Found = ($($ty),*);
                const NAMES: &'static [&'static ::core::primitive::str] = &[$($name),*];
                const PATTERNS: &'static [(::core::primitive::u32, ::core::primitive::u32, ::core::primitive::u16)]
                    = $patterns;
                #[inline]
                fn given(__given: Self::Given, __row: &mut $crate::domain::Row) -> ::core::primitive::u32 {
                    $crate::show::given(__row, &[$($codec.option(__given.$place)),*])
                }
                // The value of an axiom without parameters is `()`.
                #[inline]
                #[allow(clippy::unused_unit)]
                fn found(__words: &[::core::primitive::u64]) -> Self::Found {
                    ($($codec.get(__words, $place)),*)
                }
            }
        )*
    };
}
