//! A guide: from an empty crate to a squad at work, and help if it does not work.
//!
//! These modules have no items, only text. Every sample is compiled and run by the tests (that of [`bevy`] by the tests of
//! `bevy_squad_htn`). The language reference is the documentation of [`htn_domain!`](crate::htn_domain). The folder
//! `examples/` has a small program for each feature.
//!
//! | chapter | for you if |
//! |---|---|
//! | [`tutorial`] | you have never written a domain |
//! | [`glossary`] | you look for the meaning of a term |
//! | [`no_plan`] | the search finds no plan, or not the one that you expected |
//! | [`standing_around`] | there is a plan, but agents do nothing |
//! | [`breakpoints`] | you want to watch squads in a browser while the game runs, and halt them when something happens |
//! | [`testing`] | you want tests for a domain |
//! | [`command_line`] | you want to format domains on save, find their errors without a build, or draw their graphs |
//! | [`editor`] | you want completion, documentation and renames inside of a domain |
//! | [`reloading`] | you want to change a domain while the game runs |
//! | [`replaying`] | you want to reproduce a mission: journals, replays, missions as tests |
//! | [`saving`] | players save in the middle of a mission, and domains change between versions |
//! | [`shards`] | your world is split among processes, and squads move between them |
//! | [`patterns`] | you need reservations, voice lines, roles, weighted goals, or several squads |
//! | [`bevy`] | you use Bevy |
//!
//! These chapters describe published systems. Each has a runnable example with the same name:
//!
//! | chapter | system |
//! |---|---|
//! | [`domination`] | Unreal Tournament: a team of bots with a strategy against teams without one |
//! | [`tmk`] | TMK: returned values, conditions, loops and assignment |
//! | [`goals`] | F.E.A.R.: characters have weighted goals, and squad behaviours compete with them |
//! | [`beliefs`] | Killzone: agents that know only what they have seen and heard; commander, leaders and soldiers |
//! | [`matrix`] | Full Spectrum Command: many different plans, execution matrices, and contingency plans |
//! | [`left_alive`] | Left Alive: plans as trees; the parts that repairs keep, and their cost |

pub mod beliefs;
pub mod bevy;
pub mod breakpoints;
pub mod command_line;
pub mod domination;
pub mod editor;
pub mod glossary;
pub mod goals;
pub mod left_alive;
pub mod matrix;
pub mod no_plan;
pub mod patterns;
pub mod reloading;
pub mod replaying;
// Its samples need formats to save to: they run with the package `tests/saves`.
#[cfg(not(doctest))]
pub mod saving;
pub mod shards;
pub mod standing_around;
pub mod testing;
pub mod tmk;
pub mod tutorial;
