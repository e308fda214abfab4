//! Journals: what went into a director, to be played again.
//!
//! | file | what it does |
//! |---|---|
//! | `keep` | [`Journal`]: takes down what goes into a director |
//! | `replay` | [`Replay`]: plays it again |
//! | `difference` | [`Difference`]: what is not the same; how a journal ends |
//! | `header` | how a journal begins: the domain, settings, facts |
//! | `tick` | the record of a tick |
//! | `facts`, `call`, `slice` | what is in it: facts that changed, calls, how long it was searched |
//! | `lines` | what happened, as it is compared |
//! | `names` | predicates and tasks by their names |
//! | `frames` | the file: records that survive being cut off |
//! | `error` | what is refused |

mod call;
mod difference;
mod error;
mod facts;
mod frames;
mod header;
mod keep;
mod lines;
mod names;
mod replay;
mod slice;
mod tick;

pub(crate) use call::Call;
pub(crate) use keep::Keeper;
pub(crate) use names::TaskName;
pub(crate) use slice::Watched;

pub use difference::{Difference, Ending};
pub use error::{JournalError, ReplayError, What};
pub use keep::{Journal, JournalOptions};
pub use replay::Replay;
