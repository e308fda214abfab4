//! Why no journal can be kept, and why one can't be played.

use core::error::Error;
use core::fmt;

use crate::model::error::CapacityError;
use crate::persist::container::StreamError;
use crate::persist::schema::SchemaError;

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

/// Why a journal can't be played, or not any further.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReplayError {
    /// The bytes are not a journal, or one of another version, or the first record is cut off or damaged.
    Stream(StreamError),
    /// The journal has another domain, or facts or tasks that do not fit the domain any more.
    Schema(SchemaError),
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
            ReplayError::Stream(error) => error.fmt(f),
            ReplayError::Schema(error) => write!(f, "the journal can't be played: {error}"),
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

impl From<StreamError> for ReplayError {
    fn from(error: StreamError) -> ReplayError {
        ReplayError::Stream(error)
    }
}

impl From<SchemaError> for ReplayError {
    fn from(error: SchemaError) -> ReplayError {
        ReplayError::Schema(error)
    }
}
