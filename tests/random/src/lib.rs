//! Random domains: as data, as text, and with all their plans as the plain interpreter finds them.
//!
//! The tests of this package compile them: see `tests/compiled.rs`.

pub mod case;
pub mod check;
pub mod described;
pub mod generate;
pub mod package;
pub mod spec;
pub mod untyped;
pub mod values;

mod axioms;
mod prune;
mod text;
