//! The errors of explanations.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::reference;

/// The reason why there is no explanation.
///
/// [`State::explain`](crate::State::explain) and [`State::why_not`](crate::State::why_not) return it; see their
/// [examples](https://docs.rs/squad-htn/latest/squad_htn/explain/).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExplainError {
    /// The domain has no rows in the shape of its source, because it is too large for them.
    NoRows,
    /// `add` and `delete` are steps, not tasks.
    NotATask,
    /// The task has no branch of that name.
    NoSuchBranch {
        /// The name.
        name: String,
        /// The branches that it has.
        there_are: Vec<String>,
    },
    /// The method has no variable of that name.
    NoSuchVariable {
        /// The name.
        name: String,
        /// The variables that it has.
        there_are: Vec<String>,
    },
    /// The value does not have the type of the variable.
    OtherType {
        /// The variable.
        name: String,
        /// The value.
        value: String,
        /// The variable's type.
        ty: String,
    },
    /// The variable is a parameter of the task, or is given twice, and has another value.
    IsParameter {
        /// The variable.
        name: String,
    },
    /// The facts do not match the rows.
    Rows(reference::Error),
}

impl fmt::Display for ExplainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExplainError::NoRows => {
                f.write_str("the domain is too large for rows in the shape of its source")
            }
            ExplainError::NotATask => {
                f.write_str("`add` and `delete` are steps of a plan, not tasks")
            }
            ExplainError::NoSuchBranch { name, there_are } if there_are.is_empty() => {
                write!(f, "the task has no branches, so none is called `{name}`")
            }
            ExplainError::NoSuchBranch { name, there_are } => {
                let there_are = there_are.join(", ");
                write!(
                    f,
                    "no branch of the task is called `{name}`: there are {there_are}"
                )
            }
            ExplainError::NoSuchVariable { name, there_are } if there_are.is_empty() => {
                write!(f, "the method has no variables, so none is called `{name}`")
            }
            ExplainError::NoSuchVariable { name, there_are } => {
                let there_are = there_are.join(", ");
                write!(
                    f,
                    "no variable of the method is called `{name}`: there are {there_are}"
                )
            }
            ExplainError::OtherType { name, value, ty } => {
                write!(f, "`{name}` is of type {ty}, and {value} is not")
            }
            ExplainError::IsParameter { name } => {
                write!(f, "`{name}` already has another value")
            }
            ExplainError::Rows(error) => error.fmt(f),
        }
    }
}

impl Error for ExplainError {}
