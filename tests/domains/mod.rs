//! The domains that the tests and the benchmarks share, with their instances: in `tests/data`, or made by the domain's
//! file.
#![allow(dead_code)]

pub mod blocks;
pub mod capacities;
pub mod haul;
pub mod instance;
pub mod json;
pub mod logistics;
pub mod queens;
pub mod random;
pub mod restrain;
pub mod rts;
