//! squad
#![allow(dead_code, unused_imports)]
mod domain;
mod memory;
mod sim;
mod terms;
fn main() {}
