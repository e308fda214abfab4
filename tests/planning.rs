//! The public interface of the planner: limits, pausing, several plans, costs, threads, the plan's tree.

mod common;

mod domains;

#[path = "planning/best.rs"]
mod best;
#[path = "planning/errand.rs"]
mod errand;
#[path = "planning/expected.rs"]
mod expected;
#[path = "planning/in_a_row.rs"]
mod in_a_row;
#[path = "planning/limits.rs"]
mod limits;
#[path = "planning/long.rs"]
mod long;
#[path = "planning/looping.rs"]
mod looping;
#[path = "planning/memo.rs"]
mod memo;
#[path = "planning/panics.rs"]
mod panics;
#[path = "planning/pausing.rs"]
mod pausing;
#[path = "planning/threads.rs"]
mod threads;
#[path = "planning/tree.rs"]
mod tree;
#[path = "planning/waiting.rs"]
mod waiting;
