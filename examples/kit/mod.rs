//! Helpers of the larger examples: command lines, random numbers, parallel runs, studies in parts, statistics, plots.
//!
//! Each example is a program of its own and includes them by `#[path = "../kit/mod.rs"] mod kit;`.

#![allow(dead_code, reason = "each example uses a part of it")]

pub mod batch;
pub mod flags;
pub mod json;
pub mod plot;
pub mod rng;
pub mod seeds;
pub mod statistics;
