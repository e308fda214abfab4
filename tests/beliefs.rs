//! The example `beliefs`: knowledge, speech, obedience, and whole battles from several seeds.

#![allow(
    dead_code,
    reason = "the example's modules are compiled as they are; its `main` uses more of them"
)]

#[path = "../examples/kit/mod.rs"]
mod kit;

#[path = "../examples/beliefs/acts.rs"]
mod acts;
#[path = "../examples/beliefs/args.rs"]
mod args;
#[path = "../examples/beliefs/battle.rs"]
mod battle;
#[path = "../examples/beliefs/body.rs"]
mod body;
#[path = "../examples/beliefs/domain/mod.rs"]
mod domain;
#[path = "../examples/beliefs/headquarters.rs"]
mod headquarters;
#[path = "../examples/beliefs/heads.rs"]
mod heads;
#[path = "../examples/beliefs/judge.rs"]
mod judge;
#[path = "../examples/beliefs/map.rs"]
mod map;
#[path = "../examples/beliefs/mind.rs"]
mod mind;
#[path = "../examples/beliefs/paint.rs"]
mod paint;
#[path = "../examples/beliefs/report.rs"]
mod report;
#[path = "../examples/beliefs/senses.rs"]
mod senses;
#[path = "../examples/beliefs/story.rs"]
mod story;
#[path = "../examples/beliefs/table.rs"]
mod table;
#[path = "../examples/beliefs/talk.rs"]
mod talk;
#[path = "../examples/beliefs/tally.rs"]
mod tally;
#[path = "../examples/beliefs/terms.rs"]
mod terms;
#[path = "../examples/beliefs/words.rs"]
mod words;

#[path = "beliefs/battles.rs"]
mod battles;
#[path = "beliefs/command_line.rs"]
mod command_line;
#[path = "beliefs/orders.rs"]
mod orders;
#[path = "beliefs/plans.rs"]
mod plans;
#[path = "beliefs/stage.rs"]
mod stage;
#[path = "beliefs/talking.rs"]
mod talking;
