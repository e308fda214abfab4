//! Journals: the inputs of a director, recorded so that a replay has the same result.
//!
//! A [`Journal`] has everything that a director is given in each tick: the facts that the game changed, its calls
//! ([`finish`](crate::Director::finish), [`agent_left`](crate::Director::agent_left), settings, …), and the number of steps
//! that each search was allowed, so that runs with `Budget::micros` can be repeated too. It has no
//! output except a hash of the events and commands of each tick, or their texts [on request](JournalOptions::with_events).
//! A journal takes about ten bytes per tick, and a tester can send a whole mission with a bug report.
//!
//! The director records these inputs itself, wherever it is called from, also as a squad of a
//! [`SquadScheduler`](crate::SquadScheduler). The game takes the bytes once per tick, or when it suits, and appends them to a
//! file.
//!
//! A [`Replay`] plays a journal and compares each tick. With the same domain, it can make recordings, reports and
//! explanations of any tick. With a changed domain, it is a regression test that reports the first tick in which the squad
//! acts differently.
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
//! A journal does not have the values that the expressions of a domain return, so a replay needs contexts for which they
//! return the same. If they depend on the moment, leave a [note](Journal::note) with the inputs before each tick (the
//! positions of all agents, a random number), and build the context of a tick from [`Replay::notes`].
//!
//! # Other versions of the domain
//!
//! Facts and tasks are recorded by name. Another version of the domain can replay a journal if all predicates with facts in
//! it, and all tasks that the director was given, still exist and have columns and parameters of the same types. Events are
//! compared by their texts; [`Replay::commands_only`] compares commands alone. After the first difference, the inputs of the
//! game are a response to something that did not happen: calls about plans and actions that do not exist are
//! [counted](Replay::refused) and omitted.
//!
//! If a search with a time budget was not paused, the journal does not know how many more steps it was allowed. A replay
//! allows it a million steps, because another version of the domain may need more.
//!
//! # The file
//!
//! A journal is a stream of records, one for each tick with inputs or events, each with its length and a checksum that
//! includes the previous one. It may be cut off anywhere: all complete records are replayed, and [`Replay::ending`] says how
//! it ends. Any other bytes are an error at worst. A replay allocates memory in proportion to the file, and within the limits
//! that it is [given](Replay::within), and its searches end at [`Replay::most_steps`].
//!
//! A journal begins before the first tick of its director, with the facts of that moment. It ends if an expression of the
//! game panics, because the rest of that tick depends on the place of the panic.
//!
//! | file | contents |
//! |---|---|
//! | `keep` | [`Journal`]: records the inputs of a director |
//! | `survey` | checks a journal before it is replayed |
//! | `replay` | [`Replay`]: replays it |
//! | `difference` | [`Difference`]: the first difference of a replay |
//! | `header` | the first record: the domain, settings, facts |
//! | `tick` | the record of a tick |
//! | `facts`, `call`, `slice` | the parts of such a record: changes of facts, calls, budgets of searches |
//! | `lines` | the texts of events and commands |
//! | `error` | errors |

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

pub(crate) use call::RecordedCall;
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
    version: 8,
};
