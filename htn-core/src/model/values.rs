//! The implementations that the enums of every domain share.

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
