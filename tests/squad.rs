//! The example `squad`: single behaviours, and whole missions from many seeds.

#![allow(
    dead_code,
    reason = "the example's modules are compiled as they are; its `main` uses more of them"
)]

#[path = "../examples/squad/acting.rs"]
mod acting;
#[path = "../examples/squad/args.rs"]
mod args;
#[path = "../examples/squad/brain.rs"]
mod brain;
#[path = "../examples/squad/domain/mod.rs"]
mod domain;
#[path = "../examples/squad/live.rs"]
mod live;
#[path = "../examples/squad/memory.rs"]
mod memory;
#[path = "../examples/squad/mission.rs"]
mod mission;
#[path = "../examples/squad/paint.rs"]
mod paint;
#[path = "../examples/squad/player.rs"]
mod player;
#[path = "../examples/squad/replaying.rs"]
mod replaying;
#[path = "../examples/squad/report.rs"]
mod report;
#[cfg(feature = "json")]
#[path = "../examples/squad/saving.rs"]
mod saving;
#[path = "../examples/squad/screen.rs"]
mod screen;
#[path = "../examples/squad/sim/mod.rs"]
mod sim;
#[path = "../examples/squad/status.rs"]
mod status;
#[path = "../examples/squad/terms.rs"]
mod terms;
#[path = "../examples/squad/transcript.rs"]
mod transcript;
#[path = "../examples/squad/unmet.rs"]
mod unmet;
#[cfg(feature = "explain")]
#[path = "../examples/squad/why.rs"]
mod why;
#[path = "../examples/squad/words.rs"]
mod words;

#[path = "squad/bodies.rs"]
mod bodies;
#[path = "squad/building.rs"]
mod building;
#[path = "squad/clearing.rs"]
mod clearing;
#[path = "squad/combat.rs"]
mod combat;
#[path = "squad/command_line.rs"]
mod command_line;
#[path = "squad/death.rs"]
mod death;
#[cfg(feature = "explain")]
#[path = "squad/explaining.rs"]
mod explaining;
#[path = "squad/journals.rs"]
mod journals;
#[path = "squad/judge.rs"]
mod judge;
#[path = "squad/looking.rs"]
mod looking;
#[path = "squad/missions.rs"]
mod missions;
#[path = "squad/orders.rs"]
mod orders;
#[cfg(feature = "reload")]
#[path = "squad/reloading.rs"]
mod reloading;
#[path = "squad/reporting.rs"]
mod reporting;
#[path = "squad/restraining.rs"]
mod restraining;
#[cfg(feature = "json")]
#[path = "squad/saves.rs"]
mod saves;
#[path = "squad/stage.rs"]
mod stage;
#[path = "squad/wounded.rs"]
mod wounded;
