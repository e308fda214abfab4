//! The way from what `htn_domain!` expands to, to the rows of [`tables`](crate::tables).
//!
//! A table is written as the texts of all its rows and a few large numbers, in which all their numbers are packed; lists
//! that rows have are tables too, and what is written of the row is the place there. rustc reads and checks that in a
//! fraction of the time that it takes for the rows themselves, and works the rows out while compiling. Code is unpacked
//! later, by who runs it.
//!
//! | file | what |
//! |---|---|
//! | `schema` | what is made of the list of all rows, which is in `tables/row.rs` |
//! | `field` | numbers and texts: how they are written, and read |
//! | `written` | what the macro is given to write down |
//! | `code` | ops |

pub(crate) mod code;
pub(crate) mod field;
pub(crate) mod schema;
pub mod written;

pub use code::{pack_code, unpack_code};

#[cfg(test)]
mod tests;
