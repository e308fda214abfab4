//! Saves with serde: the envelope, and facts, tasks and terms in the spelling of a domain.
//!
//! | file | contents |
//! |---|---|
//! | `envelope` | the header, kind and content of each save |
//! | `terms`, `floats` | facts and tasks in the domain's spelling; numbers that JSON does not have |
//! | `facts`, `changes` | the facts of a state; lists of facts |
//! | `matching`, `skipped` | saves of another version of the domain; parts of them that are not needed |
//! | `tasks` | tasks of plans and searches, and the error of an invalid save |
//! | `limits` | capacities and high-water marks |
//! | `seeds` | structs whose fields are read by seeds |
//! | `map` | replaces terms in facts, tasks and snapshots |

pub(crate) mod changes;
pub(crate) mod envelope;
pub(crate) mod facts;
mod floats;
pub(crate) mod limits;
pub(crate) mod map;
pub(crate) mod matching;
pub(crate) mod seeds;
pub(crate) mod skipped;
pub(crate) mod tasks;
#[doc(hidden)]
pub mod terms;

pub use crate::squads::director::saved::{DroppedPlan, LoadReport};
pub use envelope::{load as load_with_header, save as save_with_header};
pub use map::MapError;
pub use matching::{LeftOut, WhyLeftOut};
pub use terms::{LoadTerms, SaveTerms};
