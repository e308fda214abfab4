//! Implements `TypePath` for the types of this crate that have the domain as a parameter.

/// The path of a type with the domain as its parameter. The domain itself has no reflected path.
macro_rules! type_path_of_domain {
    ($type:ident, $module:literal) => {
        impl<D: $crate::SquadDomain> bevy_reflect::TypePath for $type<D> {
            fn type_path() -> &'static str {
                static PATH: bevy_reflect::utility::GenericTypePathCell =
                    bevy_reflect::utility::GenericTypePathCell::new();
                let path = || {
                    let domain = std::any::type_name::<D>();
                    format!(
                        "bevy_squad_htn::{}::{}<{domain}>",
                        $module,
                        stringify!($type)
                    )
                };
                PATH.get_or_insert::<Self, _>(path)
            }

            fn short_type_path() -> &'static str {
                static PATH: bevy_reflect::utility::GenericTypePathCell =
                    bevy_reflect::utility::GenericTypePathCell::new();
                PATH.get_or_insert::<Self, _>(|| {
                    format!("{}<{}>", stringify!($type), D::tables().name)
                })
            }

            fn type_ident() -> Option<&'static str> {
                Some(stringify!($type))
            }

            fn crate_name() -> Option<&'static str> {
                Some("bevy_squad_htn")
            }

            fn module_path() -> Option<&'static str> {
                Some(concat!("bevy_squad_htn::", $module))
            }
        }
    };
}

pub(crate) use type_path_of_domain;
