//! Recordings: everything that a director did, tick by tick.
//!
//! | file | what it does |
//! |---|---|
//! | `entry` | what a recording is made of |
//! | `recorder` | [`Recording`]: looks at a director once a tick |
//! | `events` | events, with the names of values |
//! | `fact_log` | which facts came and went |
//! | `interner` | texts, facts and tasks, each of them once |
//! | `moment` | what came of the entries that a full recording has forgotten |
//! | `recorded` | [`Recorded`]: what was recorded, to look at, to keep and to draw |
//! | `why` | why searches came out as they did, with the feature `explain` |
//! | `file`, `codes` | the file format |

mod codes;
mod entry;
mod events;
mod fact_log;
mod file;
mod interner;
mod moment;
mod recorded;
mod recorder;
#[cfg(feature = "explain")]
mod why;

pub(crate) use entry::{
    CallId, CallKind, EventKind, Happened, LineAbout, PlanShape, Search, Step, StepMark, TextId,
    WaitKind, What, Why, WhyAbout,
};
pub use file::ReadError;
pub use recorded::Recorded;
pub use recorder::Recording;
