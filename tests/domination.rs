//! The example `domination`: the rules of the game, the teams, the study, and the command line.

#![allow(
    dead_code,
    reason = "the example's modules are compiled as they are; its `main` uses more of them"
)]

#[path = "../examples/domination/account.rs"]
mod account;
#[path = "../examples/domination/cost.rs"]
mod cost;
#[path = "../examples/domination/domain.rs"]
mod domain;
#[path = "../examples/domination/game/mod.rs"]
mod game;
#[path = "../examples/kit/mod.rs"]
mod kit;
#[path = "../examples/domination/options.rs"]
mod options;
#[path = "../examples/domination/page.rs"]
mod page;
#[path = "../examples/domination/report.rs"]
mod report;
#[path = "../examples/domination/study.rs"]
mod study;
#[path = "../examples/domination/table.rs"]
mod table;
#[path = "../examples/domination/tactics.rs"]
mod tactics;
#[path = "../examples/domination/teams/mod.rs"]
mod teams;
#[path = "../examples/domination/terms.rs"]
mod terms;
#[path = "../examples/domination/watch.rs"]
mod watch;

#[path = "domination/batches.rs"]
mod batches;
#[path = "domination/command_line.rs"]
mod command_line;
#[path = "domination/fighting.rs"]
mod fighting;
#[path = "domination/planning.rs"]
mod planning;
#[path = "domination/rules.rs"]
mod rules;
#[path = "domination/studying.rs"]
mod studying;
