//! What can be full.

use core::error::Error;
use core::fmt;

use crate::show::Counted;

/// A fact did not fit into a [`State`](crate::State): its predicate holds as many as it can. The state is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateFull {
    /// The predicate, as in the domain.
    pub predicate: &'static str,
    /// How many facts it can hold.
    pub capacity: usize,
}

impl fmt::Display for StateFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FullPredicate(self.predicate, self.capacity).fmt(f)
    }
}

impl Error for StateFull {}

/// A search ran into one of its limits, or an expression of the game panicked in it. It can't go on; the planner can be
/// started again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlannerFull {
    /// What is full.
    pub what: LimitKind,
    /// How much of it there is.
    pub capacity: usize,
}

impl PlannerFull {
    /// An expression of the game panicked.
    pub(crate) const PANICKED: PlannerFull = PlannerFull {
        what: LimitKind::Panicked,
        capacity: 0,
    };
}

impl fmt::Display for PlannerFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let capacity = self.capacity;
        let (one, more) = match self.what {
            LimitKind::Depth => ("open task or axiom", "open tasks and axioms"),
            LimitKind::Steps => ("step of a plan", "steps of a plan"),
            LimitKind::Bindings => ("word of bindings", "words of bindings"),
            LimitKind::Trail => ("word of trail", "words of trail"),
            LimitKind::Sort => (
                "word of collected solutions",
                "words of collected solutions",
            ),
            LimitKind::Choices => ("choice to come back to", "choices to come back to"),
            LimitKind::Tasks => ("node of the plan's tree", "nodes of the plan's tree"),
            LimitKind::Checks => (
                "word of expected conditions",
                "words of expected conditions",
            ),
            LimitKind::Plans => ("plan", "plans"),
            LimitKind::Predicate(name) => return FullPredicate(name, capacity).fmt(f),
            LimitKind::Memory => return NoMemory(capacity).fmt(f),
            LimitKind::Panicked => {
                return f.write_str(
                    "an expression of the game panicked, and what it was asked for is over; \
                     help: the message of the panic says where",
                );
            }
        };
        let what = self.what.as_str();
        let whose = match self.what {
            LimitKind::Plans => "executor",
            _ => "planner",
        };
        let held = Counted(capacity, one, more);
        write!(
            f,
            "the {whose}'s limit `{what}` is reached: it holds {held}; help: raise `Limits::{what}`"
        )?;
        if self.what == LimitKind::Depth {
            f.write_str(
                ", or end the recursion or the loop that runs into it: \
                 each round of a `for` or `while` is one deeper",
            )?;
        }
        Ok(())
    }
}

impl Error for PlannerFull {}

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

/// What is full in a [`PlannerFull`]. Prints as one word: the field of [`Limits`](crate::Limits), or the predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LimitKind {
    /// [`Limits::depth`](crate::Limits::depth).
    Depth,
    /// [`Limits::steps`](crate::Limits::steps).
    Steps,
    /// [`Limits::bindings`](crate::Limits::bindings).
    Bindings,
    /// [`Limits::trail`](crate::Limits::trail).
    Trail,
    /// [`Limits::sort`](crate::Limits::sort).
    Sort,
    /// [`Limits::choices`](crate::Limits::choices).
    Choices,
    /// [`Limits::tasks`](crate::Limits::tasks).
    Tasks,
    /// [`Limits::checks`](crate::Limits::checks).
    Checks,
    /// [`Limits::plans`](crate::Limits::plans).
    Plans,
    /// The predicate of this name, by its capacity in the domain.
    Predicate(&'static str),
    /// None: the memory for the limits can't be allocated. The capacity is the bytes that they need, about.
    Memory,
    /// None: an expression of the game panicked.
    Panicked,
}

impl LimitKind {
    /// The word it prints as.
    pub const fn as_str(self) -> &'static str {
        match self {
            LimitKind::Depth => "depth",
            LimitKind::Steps => "steps",
            LimitKind::Bindings => "bindings",
            LimitKind::Trail => "trail",
            LimitKind::Sort => "sort",
            LimitKind::Choices => "choices",
            LimitKind::Tasks => "tasks",
            LimitKind::Checks => "checks",
            LimitKind::Plans => "plans",
            LimitKind::Predicate(name) => name,
            LimitKind::Memory => "memory",
            LimitKind::Panicked => "panicked",
        }
    }
}

impl fmt::Display for LimitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl PartialEq<str> for LimitKind {
    fn eq(&self, word: &str) -> bool {
        self.as_str() == word
    }
}

impl PartialEq<&str> for LimitKind {
    fn eq(&self, word: &&str) -> bool {
        self.as_str() == *word
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn messages_name_the_thing_and_the_cure() {
        let full = PlannerFull {
            what: LimitKind::Trail,
            capacity: 64,
        };
        assert_eq!(
            full.to_string(),
            "the planner's limit `trail` is reached: it holds 64 words of trail; help: raise `Limits::trail`"
        );
        let full = PlannerFull {
            what: LimitKind::Predicate("enemy"),
            capacity: 8,
        };
        let of_state = StateFull {
            predicate: "enemy",
            capacity: 8,
        };
        assert_eq!(full.to_string(), of_state.to_string());
        assert_eq!(
            full.to_string(),
            "predicate `enemy` is full: it holds 8 facts; \
             help: raise its capacity in the domain: `predicate enemy(..) [n];`"
        );
        assert_eq!(full.what, "enemy");
    }

    #[test]
    fn one_is_one() {
        let say = |what, capacity| PlannerFull { what, capacity }.to_string();
        assert_eq!(
            say(LimitKind::Steps, 1),
            "the planner's limit `steps` is reached: it holds 1 step of a plan; help: raise `Limits::steps`"
        );
        assert!(say(LimitKind::Predicate("enemy"), 1).contains("it holds 1 fact;"));
        assert!(say(LimitKind::Plans, 64).starts_with("the executor's limit `plans`"));
        let deep = say(LimitKind::Depth, 64);
        assert!(deep.contains("recursion or the loop") && deep.contains("round of a `for`"));
    }
}
