//! What the larger examples share: command lines, chance, many runs at once, and what comes out of them.
//!
//! Each example is a program of its own and takes in what it needs by `#[path = "../kit/mod.rs"] mod kit;`.

#![allow(dead_code, reason = "each example uses a part of it")]

pub mod flags;
pub mod plot;
pub mod rng;
pub mod seeds;
pub mod statistics;
