//! What rows are is said once, in `tables/row.rs`: the macros here make of it the types that the runtime
//! reads, those that the macro fills in, the packing of the latter and the unpacking into the former.
//!
//! | a field that is | is in the tables | is filled in as | is written as |
//! |---|---|---|---|
//! | `text` | `&'static str` | `String` | a text |
//! | a number, an id, `(choice enum)`, `(part struct bits)` | itself | itself | its numbers |
//! | `(pair kind kind)` | a tuple | a tuple | one after the other |
//! | `(Option kind)` | an `Option` | an `Option` | a bit, and what it is |
//! | `[kind; 5]` | an array | an array | one after the other |
//! | `[Item in list]` | a slice | a `Vec` | its place in a list of the tables |
//! | `(Row in table)` | the row | its number | its number |
//! | `(constant number)` | the number | a `ConstantId` | its place in [`Tables::constants`](crate::tables::Tables::constants) |

/// The type of a field in the tables.
macro_rules! field_type {
    (text) => { &'static str };
    ((Option $kind:tt)) => { Option<field_type!($kind)> };
    ((pair $one:tt $other:tt)) => { (field_type!($one), field_type!($other)) };
    ((choice $choice:ident)) => { $choice };
    ((constant $number:ident)) => { $number };
    ((part $part:ident $bits:literal)) => { $part };
    (($row:ident in $table:ident)) => { $row };
    ([$item:ident in $list:ident]) => { &'static [$item] };
    ([$kind:tt; $count:literal]) => { [field_type!($kind); $count] };
    ($ty:ident) => { $ty };
}

/// The type of a field that is filled in.
macro_rules! written_type {
    (text) => { String };
    ((Option $kind:tt)) => { Option<written_type!($kind)> };
    ((pair $one:tt $other:tt)) => { (written_type!($one), written_type!($other)) };
    ((choice $choice:ident)) => { $choice };
    ((constant $number:ident)) => { ConstantId };
    ((part $part:ident $bits:literal)) => { $part };
    (($row:ident in $table:ident)) => { u32 };
    ([$item:ident in $list:ident]) => { Vec<$item> };
    ([$kind:tt; $count:literal]) => { [written_type!($kind); $count] };
    ($ty:ident) => { $ty };
}

// The compiler's interpreter is slow: what it does for each number must be a handful of operations on local variables,
// and no call. So these are macros, which are told the names of the variables.

/// Takes the lowest bits of what is packed; of a word alone, or of a list of words.
macro_rules! take {
    ($word:ident, $bits:literal) => {{
        let number = $word;
        $word >>= $bits;
        number
    }};
    (($texts:ident $text:ident $words:ident $next:ident $word:ident $tables:ident), $bits:literal) => {{
        if $word == 1 {
            $word = $words[$next];
            $next += 1;
        }
        take!($word, $bits)
    }};
}

/// Reads a field. There are no traits in what rustc works out while compiling.
macro_rules! unpack {
    (($texts:ident $text:ident $($_:ident)*), text) => {{
        $text += 1;
        $texts[$text - 1]
    }};
    ($packed:tt, bool) => { take!($packed, 1) & 1 != 0 };
    ($packed:tt, u16) => { take!($packed, 16) as u16 };
    ($packed:tt, u32) => { take!($packed, 32) as u32 };
    ($packed:tt, Pc) => { Pc(take!($packed, 32) as u32) };
    ($packed:tt, Arg) => { Arg::unpacked(take!($packed, 18)) };
    ($packed:tt, (choice $choice:ident)) => { $choice::ALL[take!($packed, 8) as u8 as usize] };
    ($packed:tt, (part $part:ident $bits:literal)) => { $part::unpacked(take!($packed, $bits)) };
    ($packed:tt, (Option $kind:tt)) => {
        match unpack!($packed, bool) {
            false => None,
            true => Some(unpack!($packed, $kind)),
        }
    };
    ($packed:tt, (pair $one:tt $other:tt)) => {
        (unpack!($packed, $one), unpack!($packed, $other))
    };
    // So many moments has an operator.
    ($packed:tt, [$kind:tt; 5]) => {
        [
            unpack!($packed, $kind),
            unpack!($packed, $kind),
            unpack!($packed, $kind),
            unpack!($packed, $kind),
            unpack!($packed, $kind),
        ]
    };
    (($($names:ident)*), (constant $number:ident)) => {
        tables!($($names)*).constants[take!(($($names)*), 16) as u16 as usize] as $number
    };
    (($($names:ident)*), ($row:ident in $table:ident)) => {
        tables!($($names)*).$table[take!(($($names)*), 32) as u32 as usize]
    };
    (($($names:ident)*), [$item:ident in $list:ident]) => {
        tables!($($names)*).$list[take!(($($names)*), 16) as u16 as usize]
    };
    // All other ids have as many bits.
    ($packed:tt, $id:ident) => { $id(take!($packed, 16) as u16) };
}

/// The last one of the names.
macro_rules! tables {
    ($texts:ident $text:ident $words:ident $next:ident $word:ident $tables:ident) => {
        $tables
    };
}

/// A function that unpacks a table.
macro_rules! unpack_table {
    ($row:ty, $packed:tt => $read:expr) => {
        unpack_table! { @ $row, $packed => $read }
    };
    (@ $row:ty, ($texts:ident $text:ident $words:ident $next:ident $word:ident $tables:ident) => $read:expr) => {
        /// So many of them out of what is written of them: their texts, and words in which their numbers are packed.
        /// There is one at least.
        #[allow(unused_variables, unused_mut, reason = "some have no texts")]
        pub const fn unpack<const N: usize>(
            $texts: &[&'static str],
            $words: &[u128],
            $tables: &Tables,
        ) -> [$row; N] {
            let (mut $text, mut $next, mut $word) = (0, 0, 1);
            let mut rows = [$read; N];
            let mut at = 1;
            while at < N {
                rows[at] = $read;
                at += 1;
            }
            rows
        }
    };
}

/// Ids: numbers that do not mix.
macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident($number:ident);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $id(pub $number);

        impl RowField for $id {
            fn pack(&self, out: &mut RowWriter<'_>) {
                self.0.pack(out);
            }
        }

        impl InCode for $id {
            fn write(self, out: &mut Vec<u8>) {
                self.0.write(out);
            }

            fn read(code: &mut Code<'_>) -> Self {
                $id(InCode::read(code))
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
            pub(crate) const ALL: &[$choice] = &[$($choice::$variant),*];
        }

        impl RowField for $choice {
            fn pack(&self, out: &mut RowWriter<'_>) {
                (*self as u8).pack(out);
            }
        }

        impl InCode for $choice {
            fn write(self, out: &mut Vec<u8>) {
                (self as u8).write(out);
            }

            fn read(code: &mut Code<'_>) -> Self {
                $choice::ALL[usize::from(u8::read(code)) % $choice::ALL.len()]
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
                #[allow(unused_assignments, reason = "nobody takes what is left after the last number")]
                pub(crate) const fn unpacked(mut word: u128) -> $part {
                    $part { $($number: unpack!(word, $number_kind),)* }
                }
            }

            impl RowField for $part {
                fn pack(&self, out: &mut RowWriter<'_>) {
                    out.as_one(|out| {
                        $(self.$number.pack(out);)*
                    });
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
                unpack_table! {
                    $row, (texts text words next word tables) => $row {
                        $($field: unpack!((texts text words next word tables), $kind),)*
                    }
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
            $($(#[$list_doc])* pub $list: &'static [&'static [$of_list]],)*
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

        pub mod written {
            //! The rows as the macro fills them in: they own their texts and lists.

            use alloc::string::String;
            use alloc::vec::Vec;

            use super::*;
            use crate::tables::packing::written::{RowList, RowItem, Written};

            $(
                $(#[$row_doc])*
                #[derive(Clone, PartialEq, Eq, Debug)]
                pub struct $row {$(
                    $(#[$field_doc])*
                    pub $field: written_type!($kind),
                )*}

                impl RowField for $row {
                    fn pack(&self, out: &mut RowWriter<'_>) {
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
                    let tables = [$(
                        lists.table(stringify!($table), stringify!($of_table), &self.$table),
                    )*];
                    let lists = [$(
                        lists.$list.written(stringify!($list), stringify!($of_list))?,
                    )*];
                    Some(tables.into_iter().chain(lists).collect())
                }
            }

            /// The lists that rows have.
            #[derive(Default)]
            pub struct Lists {
                $($list: RowList,)*
            }

            $(
                impl RowItem for $of_list {
                    fn list(lists: &mut Lists) -> &mut RowList {
                        &mut lists.$list
                    }
                }
            )*
        }
    };
}

pub(crate) use {
    choices, field_type, ids, schema, tables, take, unpack, unpack_table, written_type,
};
