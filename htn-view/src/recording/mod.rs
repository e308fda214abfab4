//! Recordings: everything that a director did, tick by tick.
//!
//! | file | what it does |
//! |---|---|
//! | `entry` | what a recording is made of |
//! | `recorder` | [`Recording`]: looks at a director once a tick |
//! | `clock` | the recording's own ticks, for a director whose clock may go back |
//! | `events` | events, with the names of values |
//! | `fact_log` | which facts came and went |
//! | `interner` | texts, facts and tasks, each of them once |
//! | `moment` | what came of the entries that a full recording has forgotten |
//! | `recorded` | [`Recorded`]: what was recorded, to look at, to keep and to draw |
//! | `why` | why searches came out as they did, with the feature `explain` |
//! | `update` | what is new since the last look, for live views |
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
#[cfg(feature = "live")]
mod update;
#[cfg(feature = "explain")]
mod why;

pub(crate) use entry::{
    CallId, CallKind, LineAbout, Node, PlanShape, RecordedEvent, Search, Step, StepMark, TextId,
    What, Why, WhyAbout,
};
pub(crate) use interner::Tables;
pub use recorded::Recorded;
pub use recorder::Recording;
#[cfg(feature = "live")]
pub(crate) use {
    entry::Entry,
    moment::Moment,
    stream::{Planner, RECORDING, Update, UpdateReader, encode_gone},
    update::Cursor,
};
