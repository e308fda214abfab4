//! The example `goals`: decisions of characters, behaviours of squads, and the output.

#![allow(
    dead_code,
    reason = "the example's modules are compiled as they are; its `main` uses more of them"
)]

#[path = "../examples/goals/args.rs"]
mod args;
#[path = "../examples/goals/bodies.rs"]
mod bodies;
#[path = "../examples/goals/cast.rs"]
mod cast;
#[path = "../examples/chart/mod.rs"]
mod chart;
#[path = "../examples/goals/comparison.rs"]
mod comparison;
#[path = "../examples/goals/day.rs"]
mod day;
#[path = "../examples/goals/decision.rs"]
mod decision;
#[path = "../examples/goals/domain/mod.rs"]
mod domain;
#[path = "../examples/kit/mod.rs"]
mod kit;
#[cfg(not(feature = "explain"))]
#[path = "../examples/goals/lacking.rs"]
mod lacking;
#[path = "../examples/goals/level.rs"]
mod level;
#[path = "../examples/goals/page.rs"]
mod page;
#[path = "../examples/goals/scenes.rs"]
mod scenes;
#[path = "../examples/goals/show.rs"]
mod show;
#[path = "../examples/goals/situations.rs"]
mod situations;
#[path = "../examples/goals/stage.rs"]
mod stage;
#[path = "../examples/goals/table.rs"]
mod table;
#[path = "../examples/goals/terms.rs"]
mod terms;
#[path = "../examples/goals/text.rs"]
mod text;
#[cfg(feature = "explain")]
#[path = "../examples/goals/why.rs"]
mod why;

#[path = "goals/behaviours.rs"]
mod behaviours;
#[path = "goals/deciding.rs"]
mod deciding;
#[path = "goals/explaining.rs"]
mod explaining;
#[path = "goals/showing.rs"]
mod showing;

/// The number of seeds to test.
fn seeds(few: u64, many: u64) -> std::ops::Range<u64> {
    0..if std::env::var_os("HTN_FULL").is_some() {
        many
    } else {
        few
    }
}
