//! The errors of the interpreter.

use alloc::string::{String, ToString};
use core::fmt;

use super::rows::DomainSource;
use crate::model::error::FullPredicate;

/// A search of the interpreter that failed.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error {
    /// More tasks, axioms and conjuncts are open at once than [`Bounds::depth`](super::Bounds::depth) or
    /// [`Bounds::stack`](super::Bounds::stack) allow.
    TooDeep,
    /// A plan has more steps and rounds than [`Bounds::length`](super::Bounds::length).
    TooLong,
    /// The search takes more than [`Bounds::work`](super::Bounds::work).
    TooMuch,
    /// The answer of an expression after `poll` is pending.
    Pending,
    /// The predicate with this number is full.
    PredicateFull(u16),
    /// The rows refer to an item of this kind that does not exist.
    Unknown(&'static str),
}

impl Error {
    /// Returns true if a search with larger [`Bounds`](super::Bounds) may have an answer. Other errors end every search,
    /// that of a planner too.
    pub fn is_bound(self) -> bool {
        matches!(self, Error::TooDeep | Error::TooLong | Error::TooMuch)
    }

    /// Returns the error as text, with the name of the predicate in these rows.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
    pub fn message(self, rows: &DomainSource<'_>) -> String {
        match self {
            Error::PredicateFull(number) => match rows.predicates.get(usize::from(number)) {
                Some(full) => FullPredicate(&full.name, full.capacity).to_string(),
                None => self.to_string(),
            },
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::TooDeep => f.write_str("too many tasks, axioms and conjuncts are open at once"),
            Error::TooLong => f.write_str("a plan has too many steps"),
            Error::TooMuch => f.write_str("the search takes too long"),
            Error::Pending => f.write_str("an answer of the game is pending"),
            Error::PredicateFull(number) => write!(f, "predicate {number} is full"),
            Error::Unknown(what) => write!(f, "the rows refer to a {what} that does not exist"),
        }
    }
}

impl core::error::Error for Error {}
