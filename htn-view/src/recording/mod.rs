//! Recordings: everything that a director did, tick by tick.
//!
//! | file | content |
//! |---|---|
//! | `entry` | the entries of a recording |
//! | `recorder` | [`Recording`]: records a director once a tick |
//! | `clock` | the recording's own ticks, for a director whose clock may go back |
//! | `events` | events, with the names of values |
//! | `fact_log` | changes of facts |
//! | `interner` | texts, facts and tasks, each stored once |
//! | `moment` | the state that the dropped entries of a full recording led to |
//! | `recorded` | [`Recorded`]: the result, to read, store and draw |
//! | `why` | explanations of searches, with the feature `explain` |
//! | `update` | changes since a cursor, for live views |
//! | `stream`, `codes` | updates as records of a stream |
//! | `file` | a recording as such a stream |

mod clock;
mod codes;
mod entry;
mod events;
mod fact_log;
mod file;
mod interner;
mod moment;
mod recorded;
mod recorder;
mod stream;
#[cfg(feature = "feed")]
mod update;
#[cfg(feature = "explain")]
mod why;

pub(crate) use entry::{
    CallId, CallKind, LineAbout, Node, PlanShape, RecordedEvent, Search, Step, StepMark, TextId,
    What, Why, WhyAbout,
};
#[cfg(feature = "live-page")]
pub(crate) use file::Assembly;
pub(crate) use interner::Tables;
pub use recorded::Recorded;
pub use recorder::Recording;
#[cfg(feature = "feed")]
pub(crate) use stream::{Planner, RECORDING, Update, encode_gone};
#[cfg(feature = "feed")]
pub(crate) use update::Cursor;
#[cfg(feature = "live")]
pub(crate) use {entry::Entry, moment::Moment, stream::UpdateReader};
