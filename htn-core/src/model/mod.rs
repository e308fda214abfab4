//! Defines the data that all other modules work on: plans, events, settings, limits, errors and identifiers.
//!
//! | module | contents |
//! |---|---|
//! | `budget`, `limits`, `stats`, `settings` | how much a search may do and allocate, what it did, how a director behaves |
//! | `plan` | plans: their records, the reader over them, trees |
//! | `event`, `error` | what happened in a tick, and what can go wrong |
//! | `domain`, `identity`, `term`, `key`, `words` | the types of a domain, and their form as 64-bit words |
//! | `values`, `queries` | the macros for what every domain has: aliases, implementations, typed queries |
//! | `names`, `show` | how values and tasks are printed |
//! | `bytes`, `iterators`, `pool` | encoding of integers, public iterators, reserved memory |

pub(crate) mod budget;
pub mod bytes;
pub mod domain;
pub(crate) mod error;
pub(crate) mod event;
pub mod identity;
pub(crate) mod iterators;
pub mod key;
pub(crate) mod limits;
pub(crate) mod names;
pub(crate) mod plan;
pub(crate) mod pool;
mod queries;
pub(crate) mod settings;
pub mod show;
pub(crate) mod stats;
pub(crate) mod term;
mod values;
pub(crate) mod words;
