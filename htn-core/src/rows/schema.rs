//! What rows are is said once, in [`row`](crate::tables::row): the macros here make of it the types that the runtime
//! reads, those that the macro fills in, the packing of the latter and the unpacking into the former.
//!
//! | a field that is | is in the tables | is filled in as | is written as |
//! |---|---|---|---|
//! | `text` | `&'static str` | `String` | a text |
//! | a number, an id or a part | itself | itself | its numbers |
//! | `(Option kind)` | an `Option` | an `Option` | 0, or 1 and what it is |
//! | `[kind; 5]` | an array | an array | one after the other |
//! | `[Item in list]` | a slice | a `Vec` | its place in a list of the tables |
//! | `(Row in table)` | the row | its number | its number |
//! | `(constant number)` | the number | a `ConstantId` | its place in [`Tables::constants`](crate::tables::Tables::constants) |

/// The type of a field in the tables.
macro_rules! field_type {
    (text) => { &'static str };
    ((Option $kind:tt)) => { Option<field_type!($kind)> };
    ((constant $number:ident)) => { $number };
    (($row:ident in $table:ident)) => { $row };
    ([$item:ident in $list:ident]) => { &'static [$item] };
    ([$kind:tt; $count:literal]) => { [field_type!($kind); $count] };
    ($ty:ident) => { $ty };
}

/// The type of a field that is filled in.
macro_rules! written_type {
    (text) => { String };
    ((Option $kind:tt)) => { Option<written_type!($kind)> };
    ((constant $number:ident)) => { ConstantId };
    (($row:ident in $table:ident)) => { u32 };
    ([$item:ident in $list:ident]) => { Vec<$item> };
    ([$kind:tt; $count:literal]) => { [written_type!($kind); $count] };
    ($ty:ident) => { $ty };
}

/// Reads a field. There are no traits in what rustc works out while compiling.
macro_rules! unpack {
    ($packed:ident, text) => {
        $packed.text()
    };
    ($packed:ident, bool) => {
        $packed.number() != 0
    };
    ($packed:ident, u8) => {
        $packed.number() as u8
    };
    ($packed:ident, u16) => {
        $packed.number() as u16
    };
    ($packed:ident, u32) => {
        $packed.number()
    };
    ($packed:ident, (Option $kind:tt)) => {
        match $packed.number() {
            0 => None,
            _ => Some(unpack!($packed, $kind)),
        }
    };
    ($packed:ident, (constant $number:ident)) => {
        $packed.tables.constants[$packed.number() as usize] as $number
    };
    ($packed:ident, ($row:ident in $table:ident)) => {
        $packed.tables.$table[$packed.number() as usize]
    };
    ($packed:ident, [$item:ident in $list:ident]) => {{
        let run = Run::unpack($packed);
        run.of($packed.tables.$list)
    }};
    // So many moments has an operator.
    ($packed:ident, [$kind:tt; 5]) => {
        [
            unpack!($packed, $kind),
            unpack!($packed, $kind),
            unpack!($packed, $kind),
            unpack!($packed, $kind),
            unpack!($packed, $kind),
        ]
    };
    ($packed:ident, $ty:ident) => {
        $ty::unpack($packed)
    };
}

/// Ids: numbers that do not mix.
macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident($number:ident);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub struct $id(pub $number);

        impl $id {
            #[allow(dead_code, reason = "some are filled in and stand for something else in the tables")]
            pub(crate) const fn unpack(packed: &mut Packed<'_>) -> $id {
                $id(unpack!(packed, $number))
            }
        }

        impl Field for $id {
            fn pack(&self, out: &mut Writer<'_>) {
                self.0.pack(out);
            }
        }
    )*};
}

/// Enums without fields.
macro_rules! choices {
    ($(
        $(#[$doc:meta])*
        $choice:ident { $($(#[$of:meta])* $variant:ident,)* }
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $choice {$(
            $(#[$of])*
            $variant,
        )*}

        impl $choice {
            pub(crate) const fn unpack(packed: &mut Packed<'_>) -> $choice {
                [$($choice::$variant),*][packed.number() as usize]
            }
        }

        impl Field for $choice {
            fn pack(&self, out: &mut Writer<'_>) {
                (*self as u8).pack(out);
            }
        }
    )*};
}

macro_rules! schema {
    (
        parts {$(
            $(#[$part_doc:meta])*
            $part:ident {$(
                $(#[$number_doc:meta])*
                $number:ident: $number_kind:tt,
            )*}
        )*}
        rows {$(
            $(#[$row_doc:meta])*
            $row:ident {$(
                $(#[$field_doc:meta])*
                $field:ident: $kind:tt,
            )*}
        )*}
        tables {$(
            $(#[$table_doc:meta])*
            $table:ident: $of_table:ident,
        )*}
        lists {$(
            $(#[$list_doc:meta])*
            $list:ident: $of_list:ident,
        )*}
    ) => {
        $(
            $(#[$part_doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub struct $part {$(
                $(#[$number_doc])*
                pub $number: field_type!($number_kind),
            )*}

            impl $part {
                pub(crate) const fn unpack(packed: &mut Packed<'_>) -> $part {
                    $part { $($number: unpack!(packed, $number_kind),)* }
                }
            }

            impl Field for $part {
                fn pack(&self, out: &mut Writer<'_>) {
                    $(self.$number.pack(out);)*
                }
            }
        )*

        $(
            $(#[$row_doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub struct $row {$(
                $(#[$field_doc])*
                pub $field: field_type!($kind),
            )*}

            impl $row {
                pub(crate) const fn unpack(packed: &mut Packed<'_>) -> $row {
                    $row { $($field: unpack!(packed, $kind),)* }
                }
            }
        )*

        /// A whole domain.
        #[derive(Clone, Copy)]
        pub struct Tables {
            /// The domain's name.
            pub name: &'static str,
            /// The doc comment.
            pub doc: &'static str,
            /// Indexed by [`TypeId`].
            pub types: &'static [Type],
            /// Ops, packed; unpacked, they are indexed by [`Pc`].
            pub code: &'static [u8],
            /// Numbers that are Rust in the domain, indexed by [`ConstantId`].
            pub constants: &'static [usize],
            $($(#[$table_doc])* pub $table: &'static [$of_table],)*
            $($(#[$list_doc])* pub $list: &'static [$of_list],)*
        }

        impl Tables {
            /// Those of a domain that could not be read: the errors are reported, and nothing is ever planned.
            pub const EMPTY: Tables = Tables {
                name: "",
                doc: "",
                types: &[],
                code: &[],
                constants: &[],
                $($table: &[],)*
                $($list: &[],)*
            };
        }

        pub mod unpack {
            //! From what is written to the rows: one function a table. What they look at of the tables, the lists that
            //! rows have, is unpacked before.

            use super::*;

            schema! { @unpack $($table: $of_table,)* $($list: $of_list,)* }
        }

        pub mod written {
            //! The rows as the macro fills them in: they own their texts and lists.

            use alloc::string::String;
            use alloc::vec::Vec;

            use super::*;
            use crate::rows::written::{List, Listed, Written};

            $(
                $(#[$row_doc])*
                #[derive(Clone, PartialEq, Eq, Debug)]
                pub struct $row {$(
                    $(#[$field_doc])*
                    pub $field: written_type!($kind),
                )*}

                impl Field for $row {
                    fn pack(&self, out: &mut Writer<'_>) {
                        $(self.$field.pack(out);)*
                    }
                }
            )*

            /// The rows of a domain.
            #[derive(Clone, Default, Debug)]
            pub struct Tables {
                $($(#[$table_doc])* pub $table: Vec<$of_table>,)*
            }

            impl Tables {
                /// What is written for each table; `None` where something has more parts than can be counted.
                pub fn write(&self) -> Option<Vec<Written>> {
                    let mut lists = Lists::default();
                    let mut all = Vec::new();
                    $(all.push(lists.table(stringify!($table), stringify!($of_table), &self.$table));)*
                    $(all.push(lists.$list.into_table(stringify!($list), stringify!($of_list))?);)*
                    Some(all)
                }
            }

            /// The lists that rows have.
            #[derive(Default)]
            pub struct Lists {
                $($list: List,)*
            }

            $(
                impl Listed for $of_list {
                    fn list(lists: &mut Lists) -> &mut List {
                        &mut lists.$list
                    }
                }
            )*
        }
    };
    (@unpack $($table:ident: $row:ident,)*) => {$(
        /// So many rows out of their texts and numbers. There is one at least.
        pub const fn $table<const N: usize>(
            texts: &[&'static str],
            bytes: &[u8],
            tables: &Tables,
        ) -> [$row; N] {
            let mut packed = Packed { texts, bytes, tables };
            let packed = &mut packed;
            let mut rows = [$row::unpack(packed); N];
            let mut at = 1;
            while at < N {
                rows[at] = $row::unpack(packed);
                at += 1;
            }
            rows
        }
    )*};
}

pub(crate) use {choices, field_type, ids, schema, unpack, written_type};
