//! The domains that the tests and the benchmarks share, with their instances in `tests/data`.
#![allow(dead_code)]

pub mod blocks;
pub mod capacities;
pub mod instance;
pub mod logistics;
pub mod queens;
pub mod restrain;
