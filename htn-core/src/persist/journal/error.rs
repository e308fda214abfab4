//! Errors of journals and replays.

use core::error::Error;
use core::fmt;

use crate::model::error::CapacityError;
use crate::persist::container::StreamError;
use crate::persist::schema::SchemaError;

/// The reason why a director can't begin a journal.
///
/// ```
/// use squad_htn::journal::JournalOptions;
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain watch;
///     operator patrol() {}
/// }
/// # fn main() {
/// let mut director = watch::Director::new(watch::Task::Patrol);
/// director.tick(&(), Budget::steps(100));
/// let error = director.keep_journal(JournalOptions::new()).unwrap_err();
/// println!("no journal: {error}"); // a journal begins before the first tick
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum JournalError {
    /// It has ticked before. A journal has no plans and searches, so it must begin before the first tick.
    AlreadyStarted {
        /// Its last tick.
        tick: u64,
    },
    /// It already has a journal.
    AlreadyKept,
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::AlreadyStarted { tick } => write!(
                f,
                "a journal must start before the first tick, and this director is at tick {tick}; \
                 help: create a new director with the same facts"
            ),
            JournalError::AlreadyKept => {
                f.write_str("the director already has a journal; help: call `end_journal` first")
            }
        }
    }
}

impl Error for JournalError {}

/// The reason why a journal can't be replayed, or not any further.
///
/// ```
/// use squad_htn::journal::{Replay, ReplayError};
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain watch;
///     operator patrol() {}
/// }
/// # fn main() {
/// let error = Replay::<watch::Domain>::new(b"not a journal").err();
/// assert!(matches!(error, Some(ReplayError::Stream(_))));
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReplayError {
    /// The bytes are not a journal, or one of another version, or the first record is cut off or damaged.
    Stream(StreamError),
    /// The journal has another domain, or facts or tasks that no longer fit the domain.
    Schema(SchemaError),
    /// The director had higher limits than the replay may have.
    Limit {
        /// The field of [`Limits`](crate::Limits).
        limit: &'static str,
        /// Its value.
        was: usize,
        /// The maximum for the replay.
        most: usize,
    },
    /// A search takes more steps than [`most_steps`](super::Replay::most_steps) allows.
    TooLong {
        /// The tick.
        tick: u64,
        /// The maximum.
        most: u64,
    },
    /// A fact does not fit.
    Full {
        /// The tick.
        tick: u64,
        /// The predicate that is full.
        full: CapacityError,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Stream(error) => error.fmt(f),
            ReplayError::Schema(error) => write!(f, "the journal cannot be replayed: {error}"),
            ReplayError::Limit { limit, was, most } => write!(
                f,
                "the journal was recorded with `Limits::{limit}` = {was}, and the replay allows {most}; \
                 help: raise it with `Replay::within`"
            ),
            ReplayError::TooLong { tick, most } => write!(
                f,
                "tick {tick}: the search exceeds {most} steps; help: raise it with `Replay::most_steps`"
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
