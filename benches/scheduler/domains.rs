//! The domain of the row `squads`, with room for what such a squad has: there it has room for larger instances.
#![allow(dead_code, reason = "tests and the benchmark `speed` use more of it")]

pub mod capacities {
    pub use crate::restraining::{OFFICERS, TARGETS as SUSPECTS};
}

#[path = "../../tests/domains/instance.rs"]
pub mod instance;
#[path = "../../tests/domains/json.rs"]
pub mod json;
#[path = "../../tests/domains/random.rs"]
pub mod random;
#[path = "../../tests/domains/restrain.rs"]
pub mod restrain;
