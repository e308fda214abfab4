//! A second copy of the domains and the work, with room for larger instances than those in `tests/data`.
#![allow(
    clippy::duplicate_mod,
    dead_code,
    reason = "one source, compiled with other capacities"
)]

pub mod domains;
#[path = "../work/logistics.rs"]
pub mod logistics;
#[path = "../work/restrain.rs"]
pub mod restrain;
