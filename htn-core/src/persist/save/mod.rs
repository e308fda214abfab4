//! Saves: states, plans, planners, executors, directors and schedulers as text or bytes that another process loads.
//!
//! With the feature `serde`, [`State`](crate::State) is `Serialize` and `Deserialize`, as are `Fact`, `Task` and `Action` of a
//! domain whose terms are. A save begins with a [`Header`] that names its domain. A save of another version of the domain is
//! refused, and [`Mismatch`] lists the differences. A save is untrusted input: it is loaded completely, or loading fails with
//! an error.

#[cfg(feature = "serde")]
mod codec;
#[doc(hidden)]
pub mod hash;
mod header;
mod mismatch;

#[cfg(feature = "serde")]
pub use codec::*;
pub use header::{FORMAT, Header};
pub use mismatch::Mismatch;
