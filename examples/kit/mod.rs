//! What the larger examples share: command lines, chance, and many runs at once.
//!
//! Each example is a program of its own and takes in what it needs by `#[path = "../kit/mod.rs"] mod kit;`.

#![allow(dead_code, reason = "each example uses a part of it")]

pub mod flags;
pub mod rng;
pub mod seeds;
