//! Tools beside the runtime of `squad-htn`: [`Beliefs`] about the facts of a state.
//!
//! Each tool uses only what `htn-core` offers to every crate. Games depend on `squad-htn`, which re-exports all of this.
#![forbid(unsafe_code)]
#![no_std]

extern crate alloc;

mod beliefs;

pub use beliefs::{Beliefs, BeliefsFull, Claim, Heard, decay};
