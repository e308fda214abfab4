//! Why there is no explanation.

use core::error::Error;
use core::fmt;

use crate::plain;

/// Why there is no explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExplainError {
    /// The domain has no rows in the shape of its source: it is larger than they can be.
    NoRows,
    /// `add` and `delete` are steps, and no tasks.
    NotATask,
    /// The facts do not go with the rows.
    Rows(plain::Error),
}

impl fmt::Display for ExplainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExplainError::NoRows => {
                f.write_str("the domain is too large for rows in the shape of its source")
            }
            ExplainError::NotATask => {
                f.write_str("`add` and `delete` are steps of a plan, and no tasks")
            }
            ExplainError::Rows(error) => error.fmt(f),
        }
    }
}

impl Error for ExplainError {}
