//! The errors of searches and of full predicates.

use core::error::Error;
use core::fmt;

use crate::model::limits::LimitKind;
use crate::model::show::Counted;

/// A fact did not fit into a [`State`](crate::State): its predicate holds as many as it can. The state is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CapacityError {
    /// The predicate, as named in the domain.
    pub predicate: &'static str,
    /// The number of facts that it can hold.
    pub capacity: usize,
}

impl fmt::Display for CapacityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FullPredicate(self.predicate, self.capacity).fmt(f)
    }
}

impl Error for CapacityError {}

/// A search that failed. The planner can be started again.
///
/// ```
/// use squad_htn::prelude::*;
/// use squad_htn::LimitKind;
///
/// htn_domain! {
///     domain endless;
///     pub method again() {
///         branch on { again(); }
///     }
/// }
/// # fn main() {
/// use endless::{Planner, State, Task};
///
/// let mut planner = Planner::with_limits(Limits { depth: 8, ..Limits::compact() });
/// let error = planner.find(&State::new(), &(), Task::Again).unwrap_err();
/// assert_eq!(error, SearchError::Limit { kind: LimitKind::Depth, capacity: 8 });
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum SearchError {
    /// The search reached one of the [`Limits`](crate::Limits).
    Limit {
        /// The limit.
        kind: LimitKind,
        /// Its value.
        #[cfg_attr(
            feature = "serde",
            serde(deserialize_with = "crate::persist::save::limits::read_size")
        )]
        capacity: usize,
    },
    /// A fact did not fit into its predicate.
    PredicateFull {
        /// The predicate, as named in the domain. Only the domain's tables have its name, so it is not deserialized.
        #[cfg_attr(feature = "serde", serde(skip))]
        predicate: &'static str,
        /// The number of facts that it can hold.
        #[cfg_attr(
            feature = "serde",
            serde(deserialize_with = "crate::persist::save::limits::read_size")
        )]
        capacity: usize,
    },
    /// The memory for the [`Limits`](crate::Limits) can't be allocated.
    OutOfMemory {
        /// About the number of bytes that the limits need.
        #[cfg_attr(
            feature = "serde",
            serde(deserialize_with = "crate::persist::save::limits::read_size")
        )]
        bytes: usize,
    },
    /// An expression of the game panicked.
    Panicked,
    /// An answer was needed at once and is pending. Unlike the others, this does not end a search:
    /// [`Planner::resume`](crate::Planner::resume) evaluates the expression again.
    Pending {
        /// The expression after `poll`, as written in the domain; empty without the feature `texts`.
        #[cfg_attr(feature = "serde", serde(skip))]
        expression: &'static str,
    },
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, capacity) = match *self {
            SearchError::Limit { kind, capacity } => (kind, capacity),
            SearchError::PredicateFull {
                predicate,
                capacity,
            } => return FullPredicate(predicate, capacity).fmt(f),
            SearchError::OutOfMemory { bytes } => return NoMemory(bytes).fmt(f),
            SearchError::Panicked => {
                return f.write_str(
                    "a game expression panicked; help: see the panic message for the location",
                );
            }
            SearchError::Pending { expression } => return PendingAnswer(expression).fmt(f),
        };
        let (one, many) = kind.unit();
        let capacity = Counted(capacity, one, many);
        write!(
            f,
            "search limit `{kind}` reached ({capacity}); help: raise `Limits::{kind}`"
        )?;
        if kind == LimitKind::Depth {
            f.write_str(
                ", or look for endless recursion (each iteration of a `for` or `while` adds one level)",
            )?;
        }
        Ok(())
    }
}

impl Error for SearchError {}

/// A memo that could not be created, by [`Planner::remember`](crate::Planner::remember), which has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MemoError {
    /// The memo would have no entries.
    Empty,
    /// Its memory can't be allocated.
    OutOfMemory {
        /// The number of bytes that its entries need.
        bytes: usize,
    },
}

impl fmt::Display for MemoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MemoError::Empty => f.write_str(
                "a memo of 0 entries remembers nothing; help: pass the number of failures to \
                 remember, or call `Planner::forget` to remove the memo",
            ),
            MemoError::OutOfMemory { bytes } => write!(
                f,
                "the memo needs {bytes} bytes, which can't be allocated; help: remember fewer entries"
            ),
        }
    }
}

impl Error for MemoError {}

/// The message about a predicate of this name and capacity that is full.
pub(crate) struct FullPredicate<'a>(pub &'a str, pub usize);

impl fmt::Display for FullPredicate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FullPredicate(name, capacity) = *self;
        let held = Counted(capacity, "fact", "facts");
        write!(
            f,
            "predicate `{name}` is full: it holds {held}; \
             help: raise its capacity in the domain: `predicate {name}(..) [n];`"
        )
    }
}

/// The message about an answer that was needed at once.
struct PendingAnswer(&'static str);

impl fmt::Display for PendingAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PendingAnswer(expression) = self;
        f.write_str("the answer ")?;
        if !expression.is_empty() {
            write!(f, "of `{expression}` ")?;
        }
        f.write_str("is pending; help: search with `Planner::start`, and call `Planner::resume` in each frame")
    }
}

/// The message about limits that need this many bytes, which can't be allocated.
pub(crate) struct NoMemory(pub usize);

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoMemory(bytes) = self;
        write!(
            f,
            "the memory for the limits can't be allocated: they need {bytes} bytes or more; \
             help: lower the fields of `Limits`"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn messages_name_the_thing_and_the_cure() {
        let full = SearchError::Limit {
            kind: LimitKind::Trail,
            capacity: 64,
        };
        assert_eq!(
            full.to_string(),
            "search limit `trail` reached (64 words); help: raise `Limits::trail`"
        );
        let full = SearchError::PredicateFull {
            predicate: "enemy",
            capacity: 8,
        };
        let of_state = CapacityError {
            predicate: "enemy",
            capacity: 8,
        };
        assert_eq!(full.to_string(), of_state.to_string());
        assert_eq!(
            full.to_string(),
            "predicate `enemy` is full: it holds 8 facts; \
             help: raise its capacity in the domain: `predicate enemy(..) [n];`"
        );
    }

    #[test]
    fn one_is_one() {
        let say = |kind, capacity| SearchError::Limit { kind, capacity }.to_string();
        assert_eq!(
            say(LimitKind::Steps, 1),
            "search limit `steps` reached (1 step); help: raise `Limits::steps`"
        );
        assert!(
            FullPredicate("enemy", 1)
                .to_string()
                .contains("it holds 1 fact;")
        );
        let deep = say(LimitKind::Depth, 64);
        assert!(deep.contains("endless recursion") && deep.contains("iteration of a `for`"));
    }
}
