//! Seeds of structs and lists, for parts of a save that are read by what its header says.

use alloc::vec::Vec;
use core::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, SeqAccess, Visitor};

/// Reads a struct whose fields are read by seeds, and returns a tuple of their values. Formats with and without field names
/// are read, as by a derived implementation.
macro_rules! read_struct {
    ($from:expr, $name:literal { $($field:ident: $seed:expr),* $(,)? }) => {{
        use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

        const FIELDS: &[&str] = &[$(stringify!($field)),*];

        #[allow(non_camel_case_types)]
        #[derive(serde::Deserialize)]
        #[serde(field_identifier)]
        enum Field { $($field),* }

        #[allow(non_camel_case_types)]
        struct Seeds<$($field),*> { $($field: $field),* }

        #[allow(non_camel_case_types)]
        impl<'de, $($field: DeserializeSeed<'de>),*> Visitor<'de> for Seeds<$($field),*> {
            type Value = ($($field::Value,)*);

            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("struct ", $name))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
                $(
                    let $field = fields.next_element_seed(self.$field)?;
                    let $field = $field.ok_or_else(|| Error::missing_field(stringify!($field)))?;
                )*
                Ok(($($field,)*))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
                $(let mut $field = (Some(self.$field), None);)*
                while let Some(field) = fields.next_key()? {
                    match field {
                        $(Field::$field => {
                            let twice = || Error::duplicate_field(stringify!($field));
                            let seed = $field.0.take().ok_or_else(twice)?;
                            $field.1 = Some(fields.next_value_seed(seed)?);
                        })*
                    }
                }
                Ok(($($field.1.ok_or_else(|| Error::missing_field(stringify!($field)))?,)*))
            }
        }

        $from.deserialize_struct($name, FIELDS, Seeds { $($field: $seed),* })
    }};
}

pub(crate) use read_struct;

/// Reads a list whose elements are read by copies of a seed.
pub(crate) struct ListSeed<S>(pub S);

impl<'de, S: DeserializeSeed<'de> + Clone> DeserializeSeed<'de> for ListSeed<S> {
    type Value = Vec<S::Value>;

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<Self::Value, De::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, S: DeserializeSeed<'de> + Clone> Visitor<'de> for ListSeed<S> {
    type Value = Vec<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(self.0.clone())? {
            values.push(value);
        }
        Ok(values)
    }
}
