//! A guide: from an empty crate to a squad at work, and what to do when it does not work.
//!
//! These modules have no items. They are pages to read, and every sample on them is compiled and run with the tests (that of
//! [`bevy`] with the tests of `bevy_squad_htn`). The
//! reference of the language is the documentation of [`htn_domain!`](crate::htn_domain); the folder `examples/` has a small
//! program for each feature.
//!
//! | chapter | for whom |
//! |---|---|
//! | [`tutorial`] | you have never written a domain |
//! | [`no_plan`] | "my domain finds no plan", or not the one that you expected |
//! | [`standing_around`] | "my agents stand around", though there is a plan |
//! | [`testing`] | you want to know tomorrow that it still works |
//! | [`replaying`] | "it went wrong in the second room": journals, replays, missions as tests |
//! | [`saving`] | the player saves in the middle of it; the domain changes, and the save is still there |
//! | [`patterns`] | reservations, voice lines, roles, goals by weight, several squads |
//! | [`bevy`] | your game is made with Bevy |
//!
//! You know another system of the field? Each of these has an example that runs, by the same name:
//!
//! | chapter | what it is about |
//! |---|---|
//! | [`domination`] | Unreal Tournament: a team of bots with a strategy against teams without one |
//! | [`tmk`] | TMK: returned values, conditions, loops, assignment, for those who think in programs |
//! | [`goals`] | F.E.A.R.: characters have goals with weights, and squad behaviours compete with them |
//! | [`beliefs`] | Killzone: agents who know only what they have seen and heard; commander, leaders and soldiers |
//! | [`matrix`] | Full Spectrum Command: many different plans, who does what when, and plans for the case that something fails |
//! | [`left_alive`] | Left Alive: a plan as a tree; what repairs keep, and what they cost |
//!
//! # The words
//!
//! * A **fact** is something that is true right now: `surrendered(Suspect(1))`. The game puts facts in, and takes them out.
//! * An **operator** is something that can be done: one action of one character, or a piece of bookkeeping.
//! * A **method** says how a larger task is done by smaller ones, and when.
//! * A **plan** is a list of steps that the planner has worked out for a task, from the facts of that moment.
//! * The **executor** carries plans out, several at once. The **director** is planner, executor and facts in one: it is what
//!   most games call once a frame.

pub mod beliefs;
pub mod bevy;
pub mod domination;
pub mod goals;
pub mod left_alive;
pub mod matrix;
pub mod no_plan;
pub mod patterns;
pub mod replaying;
// Its samples need formats to save to: they run with the package `tests/saves`.
#[cfg(not(doctest))]
pub mod saving;
pub mod standing_around;
pub mod testing;
pub mod tmk;
pub mod tutorial;
