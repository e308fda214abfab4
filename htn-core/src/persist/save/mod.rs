//! What becomes of facts and plans in a save: a text or bytes that another process goes on from.
//!
//! With the feature `serde`, [`State`](crate::State) is `Serialize` and `Deserialize`, as are `Fact`, `Task` and `Action` of a
//! domain whose terms are. Everything is saved in one [envelope](Header) which says what domain it is of; a save of another
//! version of the domain is refused, and [`Mismatch`] says what differs. A save is input from outside: whatever it holds, it is
//! loaded as a whole and right, or it is an error.

// | file | what |
// |---|---|
// | `hash` | hashes that are the same on every machine |
// | `header` | which domain a save is of; `difference` says in what two versions of it differ |
// | `envelope` | what is around each save |
// | `terms` | facts and tasks in the domain's spelling; `floats` the numbers that JSON has not |
// | `facts` | the facts of a state; `changes` lists of facts; `matching` those of another version of the domain, `skipped` parts of a save that are not needed |
// | `tasks` | tasks of plans and searches; `limits` what was full |
// | `map` | handles that mean something else after loading |

mod difference;
#[doc(hidden)]
pub mod hash;
mod header;

#[cfg(feature = "serde")]
pub(crate) mod changes;
#[cfg(feature = "serde")]
pub(crate) mod envelope;
#[cfg(feature = "serde")]
pub(crate) mod facts;
#[cfg(feature = "serde")]
mod floats;
#[cfg(feature = "serde")]
pub(crate) mod limits;
#[cfg(feature = "serde")]
pub(crate) mod map;
#[cfg(feature = "serde")]
pub(crate) mod matching;
#[cfg(feature = "serde")]
pub(crate) mod seeds;
#[cfg(feature = "serde")]
pub(crate) mod skipped;
#[cfg(feature = "serde")]
pub(crate) mod tasks;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod terms;

#[cfg(feature = "serde")]
pub use crate::squads::director::saved::{DroppedPlan, LoadReport};
pub use difference::Mismatch;
#[cfg(feature = "serde")]
pub use envelope::{load as load_with_header, save as save_with_header};
pub use header::{FORMAT, Header};
#[cfg(feature = "serde")]
pub use map::MapError;
#[cfg(feature = "serde")]
pub use matching::{LeftOut, WhyLeftOut};
#[cfg(feature = "serde")]
pub use terms::{LoadTerms, SaveTerms};
