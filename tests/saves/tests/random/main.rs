//! Saves of the random worlds of the executor and the director: loaded between ticks, with other handles, and damaged. One program,
//! so that the worlds are compiled once.

#![allow(
    dead_code,
    unexpected_cfgs,
    reason = "the worlds are compiled as they are; their own tests use more of them"
)]

mod beside;
#[path = "../../../common/mod.rs"]
mod common;
mod crew;
mod drive;
mod mapped;
mod mutated;
mod permutation;
#[path = "../../../execution/squad.rs"]
mod squad;
mod stages;
mod words;
#[path = "../../../execution/world/mod.rs"]
mod world;
mod worlds;

use std::any::Any;
use std::cell::Cell;

use saves::Carry;

/// The test that this thread runs between the ticks of a world.
#[derive(Clone, Copy)]
enum Between {
    Nothing,
    /// [`worlds`] saves and loads them.
    Save,
    /// [`mapped`] replaces their handles.
    Map,
    /// [`mutated`] collects saves.
    Collect,
}

thread_local! {
    static BETWEEN: Cell<Between> = const { Cell::new(Between::Nothing) };
}

/// The worlds call this between two ticks.
fn between<T: Carry + Any>(carried: &mut T) {
    match BETWEEN.get() {
        Between::Nothing => {}
        Between::Save => worlds::between(carried),
        Between::Map => mapped::between(carried),
        Between::Collect => mutated::between(carried),
    }
}
