//! Random domains: as data, as text, and with all plans of the reference interpreter.
//!
//! The tests of this package compile them: see `tests/compiled.rs`.

pub mod case;
pub mod check;
pub mod described;
pub mod expressions;
pub mod generate;
pub mod interpreted;
pub mod package;
pub mod rng;
pub mod spec;
pub mod untyped;
pub mod values;

mod axioms;
mod bodies;
mod conditions;
mod prune;
mod tasks;
mod text;
