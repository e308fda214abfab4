//! Why no journal can be kept, and why one can't be played.

use alloc::string::String;
use core::error::Error;
use core::fmt;

use crate::error::CapacityError;
use crate::show::Counted;

/// Why a director can't begin a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum JournalError {
    /// It has ticked already: what it is at is not in the facts. Begin before the first tick, with the facts as they are.
    UnderWay {
        /// Its last tick.
        tick: u64,
    },
    /// It keeps one.
    Kept,
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::UnderWay { tick } => write!(
                f,
                "the director is at tick {tick}, and a journal begins before the first; \
                 help: give a new director the facts, and begin with that"
            ),
            JournalError::Kept => f.write_str(
                "the director keeps a journal already; help: end that one with `end_journal`",
            ),
        }
    }
}

impl Error for JournalError {}

/// What a journal names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A predicate.
    Predicate,
    /// A task.
    Task,
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            What::Predicate => "predicate",
            What::Task => "task",
        })
    }
}

/// Why a journal can't be played, or not any further.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReplayError {
    /// It is no journal at all.
    NoJournal,
    /// It is of another version of the format.
    Version {
        /// Its version.
        found: u32,
        /// The version that can be read.
        known: u32,
    },
    /// It was cut off before the first tick.
    CutOff,
    /// It was changed: how it begins makes no sense.
    Damaged,
    /// It is of another domain.
    OtherDomain {
        /// Of which.
        found: String,
        /// The one that was asked for.
        wanted: &'static str,
    },
    /// It has facts or tasks that the domain does not know any more.
    Gone {
        /// What it names.
        what: What,
        /// Its name.
        name: String,
    },
    /// It has facts or tasks whose columns or parameters are more or fewer by now.
    Columns {
        /// What it names.
        what: What,
        /// Its name.
        name: String,
        /// How many there were.
        was: usize,
        /// How many there are.
        now: usize,
    },
    /// It has facts or tasks with a column or parameter of another type, or of one that was defined otherwise.
    Type {
        /// What it names.
        what: What,
        /// Its name.
        name: String,
        /// Which column or parameter, from 1 on.
        column: usize,
        /// Its type then.
        was: String,
        /// Its type now.
        now: &'static str,
    },
    /// The director had greater limits than the replay may have.
    Limit {
        /// The field of [`Limits`](crate::Limits).
        limit: &'static str,
        /// What it was.
        was: usize,
        /// What the replay may have.
        most: usize,
    },
    /// A search takes more steps than [`most_steps`](super::Replay::most_steps) allows.
    TooLong {
        /// The tick.
        tick: u64,
        /// What is allowed.
        most: u64,
    },
    /// A fact does not fit.
    Full {
        /// The tick.
        tick: u64,
        /// What is full.
        full: CapacityError,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::NoJournal => f.write_str("this is no journal"),
            ReplayError::Version { found, known } => write!(
                f,
                "the journal is of version {found} of the format, and this program reads version {known}"
            ),
            ReplayError::CutOff => f.write_str("the journal was cut off before its first tick"),
            ReplayError::Damaged => f.write_str("the journal is damaged at its beginning"),
            ReplayError::OtherDomain { found, wanted } => write!(
                f,
                "the journal is of the domain `{found}`, and not of `{wanted}`"
            ),
            ReplayError::Gone { what, name } => write!(
                f,
                "the journal has the {what} `{name}`, which the domain has no more"
            ),
            ReplayError::Columns {
                what,
                name,
                was,
                now,
            } => {
                let words = match what {
                    What::Predicate => ("column", "columns"),
                    What::Task => ("parameter", "parameters"),
                };
                let was = Counted(*was as u64, words.0, words.1);
                write!(
                    f,
                    "{what} `{name}` had {was} when the journal was kept, and has {now} now"
                )
            }
            ReplayError::Type {
                what,
                name,
                column,
                was,
                now,
            } => {
                let word = match what {
                    What::Predicate => "column",
                    What::Task => "parameter",
                };
                write!(f, "{word} {column} of {what} `{name}` ")?;
                match was == now {
                    true => write!(
                        f,
                        "is of type `{now}`, which was defined otherwise when the journal was kept"
                    ),
                    false => write!(
                        f,
                        "was of type `{was}` when the journal was kept, and is of type `{now}` now"
                    ),
                }
            }
            ReplayError::Limit { limit, was, most } => write!(
                f,
                "the director of the journal has the limit `{limit}` of {was}, and a replay may have {most}; \
                 help: `Replay::within` takes greater limits"
            ),
            ReplayError::TooLong { tick, most } => write!(
                f,
                "the search of tick {tick} takes more than {most} steps; help: `Replay::most_steps` allows more"
            ),
            ReplayError::Full { tick, full } => write!(f, "tick {tick}: {full}"),
        }
    }
}

impl Error for ReplayError {}
