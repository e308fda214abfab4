//! Journals: what goes into a director is written down, and played again it comes to the same.
//!
//! A [`Journal`] has everything that a director is given, tick by tick: the facts that the game changed, what it called
//! ([`finish`](crate::Director::finish), [`agent_left`](crate::Director::agent_left), settings, …), and how many steps each
//! search was allowed, so that runs on [`Budget::micros`](crate::Budget::micros) can be repeated too. What comes out is
//! not in it, but for a hash of each tick's events and commands, or their texts [on request](JournalOptions::with_events).
//! A tester sends ten bytes a tick, and the one who looks for the mistake has the whole mission at hand.
//!
//! The director notes all of that by itself, wherever it is called from, also as a squad of a
//! [`SquadScheduler`](crate::SquadScheduler). Who keeps a journal takes what is written once a tick, or when it suits; it is
//! appended to a file.
//!
//! A [`Replay`] plays a journal and compares, tick by tick. With the same domain, it is a mission to look at: recordings
//! and reports can be made of it, and explanations at any tick. With a domain that was changed, it is a regression test, which
//! says where the squad does something else for the first time, and what.
//!
//! ```
//! use squad_htn::journal::{JournalOptions, Replay};
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Medic { Ash, Beck }
//!
//! mod last_week {
//!     use super::*;
//!     htn_domain! {
//!         pub domain ward;
//!         agent Medic;
//!         predicate medic(Medic) [8];
//!         predicate wounded(u16) [8];
//!         operator bandage(who: Medic, patient: u16) by who { success delete wounded(patient); }
//!         pub method help() if wounded(patient) && medic(who) { bandage(who, patient); }
//!     }
//! }
//!
//! mod today {
//!     use super::*;
//!     htn_domain! {
//!         pub domain ward;
//!         agent Medic;
//!         predicate medic(Medic) [8];
//!         predicate wounded(u16) [8];
//!         operator bandage(who: Medic, patient: u16) by who { success delete wounded(patient); }
//!         pub method help() if wounded(patient) && medic(who) && (patient < 20 || who == Medic::Beck) {
//!             bandage(who, patient);
//!         }
//!     }
//! }
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     use last_week::ward::{Director, Fact, Task};
//!     let mut director = Director::new(Task::Help).interval(10);
//!     for who in [Medic::Ash, Medic::Beck] {
//!         director.state_mut().insert(Fact::Medic(who))?;
//!     }
//!     director.keep_journal(JournalOptions::new().about("level 3").with_events())?;
//!     let mut file = Vec::new();
//!     for frame in 0..60 {
//!         if frame % 20 == 0 {
//!             director.state_mut().insert(Fact::Wounded(10 + frame))?;
//!         }
//!         for command in director.tick(&(), Budget::micros(500)) {
//!             if let Command::Start { id, .. } = command {
//!                 director.finish(id, Outcome::Success)?;
//!             }
//!         }
//!         if let Some(journal) = director.journal_mut() {
//!             journal.write_to(&mut file)?;
//!         }
//!     }
//!
//!     let mut replay = Replay::<last_week::ward::Domain>::new(&file)?;
//!     while replay.tick(&())? {
//!         // Events, plans and facts as they were: for a recording, or a breakpoint.
//!         let _director = replay.director();
//!     }
//!     assert_eq!(replay.to_string(), "the same in 60 ticks");
//!
//!     let mut replay = Replay::<today::ward::Domain>::new(&file)?;
//!     let difference = replay.run(&())?.ok_or("Beck does it today")?;
//!     assert_eq!(
//!         difference.to_string(),
//!         "the same until tick 24, then `plan 2 started bandage(Beck, 30)` instead of `plan 2 started bandage(Ash, 30)`"
//!     );
//!     Ok(())
//! }
//! ```
//!
//! # Contexts
//!
//! What the expressions of a domain ask the game for is not in a journal: so a replay needs contexts
//! that give the same answers. Where they depend on the moment, leave a
//! [note](Journal::note) with what they depend on before each tick (where everybody stands, the number that the dice
//! are thrown with), and make the context of a tick of [`Replay::notes`].
//!
//! # Other versions of the domain
//!
//! Facts and tasks are kept by name. A journal can be played by another version of the domain as long as the predicates of which it has
//! facts, and the tasks that the director was given, are still there with columns and parameters of the same types. Events are
//! compared by their texts; with [`Replay::commands_only`], what is done and not how it came about. Behind the first
//! difference the game's part is an answer to something that did not happen, and finishes of actions that there are none of are
//! [counted](Replay::refused) and left out.
//!
//! A search by the clock that was not paused took as long as it took. In a replay it may take a million steps, since another domain
//! may need more.
//!
//! # The file
//!
//! A stream of records, one for each tick in which anything came or happened, each with its length and a checksum that
//! includes the one before. It may be cut off anywhere: all complete records are played, and [`Replay::ending`] says how
//! it ends. Any bytes at all
//! are an error at worst: a replay takes memory in proportion to the file, and within the limits that it is
//! [given](Replay::within), and searches within [`Replay::most_steps`].
//!
//! A journal begins before the first tick of its director, with the facts of that moment. Where an expression of the game
//! panics, it is over: what a tick does that is gone on with afterwards depends on where that was.
//!
//! | file | what it does |
//! |---|---|
//! | `keep` | [`Journal`]: takes down what goes into a director |
//! | `survey` | looks through a journal before it is played |
//! | `replay` | [`Replay`]: plays it again |
//! | `difference` | [`Difference`]: what is not the same |
//! | `header` | how a journal begins: the domain, settings, facts |
//! | `tick` | the record of a tick |
//! | `facts`, `call`, `slice` | what is in it: facts that changed, calls, how long it was searched |
//! | `lines` | what happened, as it is compared |
//! | `error` | what is refused |

mod call;
mod difference;
mod error;
mod facts;
mod header;
mod keep;
mod lines;
mod replay;
mod slice;
mod survey;
mod tick;

use crate::persist::container::StreamKind;

pub(crate) use call::Call;
pub(crate) use keep::JournalWriter;
pub(crate) use slice::Watched;

pub use crate::persist::container::{Ending, StreamError};
pub use crate::persist::schema::{SchemaError, SchemaPart};
pub use difference::Difference;
pub use error::{JournalError, ReplayError};
pub use keep::{Journal, JournalOptions};
pub use replay::Replay;

/// The stream of a journal.
const JOURNAL: StreamKind = StreamKind {
    name: "journal",
    magic: *b"htn-jrn\n",
    version: 6,
};
