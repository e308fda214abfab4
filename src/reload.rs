//! Domains that are read from their source while the program runs.
//!
//! [`Source`] finds the file of a domain and compiles it, and [`Planner::reload`](crate::Planner::reload) and its relatives take
//! the result over.
pub use htn_core::reload::ReloadedDomain;
pub use htn_lang::reload::{ReloadError, Source};
pub use htn_lang::{Diagnostic, Location, Position, Severity};
