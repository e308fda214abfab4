//! The picture of the squad's domain, which is in the README.

#![allow(
    dead_code,
    unused_imports,
    reason = "the example's modules are compiled as they are; its `main` uses more of them"
)]

mod common;

#[path = "../../examples/squad/domain/mod.rs"]
mod domain;
#[path = "../../examples/squad/memory.rs"]
mod memory;
#[path = "../../examples/squad/sim/mod.rs"]
mod sim;
#[path = "../../examples/squad/terms.rs"]
mod terms;

use htn_view::Graph;

#[test]
fn the_graph_of_the_squad() {
    let graph = Graph::of::<domain::squad::Domain>().expect("the feature `reference` is on");
    // Every agent has something to say at any time.
    let graph = graph.without_bookkeeping().without(&["play_vo"]);
    common::expect("../../../docs/squad.svg", &graph.to_svg());
}
