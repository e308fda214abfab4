//! Replays of missions, and missions as tests.
//!
//! "It happened in the second room, after a minute or so" is a poor report. A [`journal`](crate::journal) is a better
//! one: everything that a director was given, ten bytes or so a tick. Who has it has the mission, tick by tick, with each plan,
//! each fact and each reason, and can run it as often as it takes.
//!
//! # Keep a journal
//!
//! Start it before the first tick, and write its bytes once a tick. Nothing else changes: the director records its
//! inputs, whichever function of the game provides them.
//!
//! ```
//! use squad_htn::journal::{Journal, JournalOptions, Replay};
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Guard { Ash, Beck }
//!
//! /// The context of the domain: distances in the level.
//! pub struct Level { pub at: [u8; 2] }
//! impl Level {
//!     fn way(&self, who: Guard, post: u8) -> u8 { self.at[who as usize].abs_diff(post) }
//! }
//!
//! htn_domain! {
//!     pub domain watch(level: &Level);
//!     agent Guard;
//!     predicate guard(Guard);
//!     predicate noise(u8) [8];
//!     operator look(who: Guard, post: u8) by who { success delete noise(post); }
//!     pub method keep_watch()
//!         if noise(post) && guard(who) && let way: u8 = level.way(who, post) sort by way
//!     {
//!         look(who, post);
//!     }
//! }
//! use watch::{Director, Domain, Fact, Task};
//!
//! /// Plays a number of frames and returns the journal.
//! fn play(frames: u8) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
//!     let mut level = Level { at: [0, 40] };
//!     let mut director = Director::new(Task::KeepWatch).interval(5);
//!     for who in [Guard::Ash, Guard::Beck] {
//!         director.state_mut().insert(Fact::Guard(who))?;
//!     }
//!     director.keep_journal(JournalOptions::new().about("the pier, build 812").with_events())?;
//!     let mut file = Vec::new();
//!     for frame in 0..frames {
//!         level.at[0] += 1; // Ash walks up and down, wherever the player wants him.
//!         if frame % 10 == 0 {
//!             director.state_mut().insert(Fact::Noise(frame))?;
//!         }
//!         // What the answers of the level depend on goes into the journal.
//!         if let Some(journal) = director.journal_mut() {
//!             journal.note(&level.at);
//!         }
//!         for command in director.tick(&level, Budget::micros(200)) {
//!             if let Command::Start { id, .. } = command {
//!                 director.finish(id, Outcome::Success)?;
//!             }
//!         }
//!         // Write in each tick, not at the end, so that the file is complete if the program crashes.
//!         if let Some(journal) = director.journal_mut() {
//!             journal.write_to(&mut file)?;
//!         }
//!     }
//!     if let Some(mut journal) = director.end_journal() {
//!         journal.write_to(&mut file)?;
//!     }
//!     Ok(file)
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let file = play(50)?;
//!
//! // The same again: at any tick there is the director to look at, to record and to explain.
//! let mut replay = Replay::<Domain>::new(&file)?;
//! while !replay.is_over() {
//!     let at = replay.notes().find_map(|note| note.try_into().ok());
//!     let level = Level { at: at.ok_or("a journal of another game")? };
//!     replay.tick(&level)?;
//!     let _plans = replay.director().executor().plans();
//! }
//! assert_eq!(replay.to_string(), "the same in 50 ticks");
//! # // Without the notes it is another game.
//! # let mut replay = Replay::<Domain>::new(&file)?;
//! # assert!(replay.run(&Level { at: [200, 40] })?.is_some());
//! # Ok(())
//! # }
//! ```
//!
//! The journal does not contain the answers of the context. If they depend on the time, the game must add notes to the
//! journal, and build the same context from them in the replay. Answers after `poll` have to come in the same ticks. A context that never changes, or `()`, needs no notes.
//!
//! Without `std`, [`Journal::take`](crate::journal::Journal::take) returns the bytes since the last call.
//!
//! # Inspect a mission
//!
//! * [`Replay::director`](crate::journal::Replay::director) returns the director after the tick that was just played.
//!   All tools for directors work with it: `htn-view`'s `Recording` and its report page, `doing`, `search_stats`.
//! * With the feature `explain`: `replay.director().state().explain(…)` explains a search from the facts at the end of
//!   a tick; [`before_search`](crate::journal::Replay::before_search) returns the director at the start of the next
//!   tick's search.
//! * The example does all that: `squad -- --journal mission.jrn`, then `squad -- --replay mission.jrn --report page.html`, and
//!   built with `--features explain`, `squad -- --replay mission.jrn --explain 1:05.2`.
//!
//! A debugger stops where you want: play up to the tick before, and step into the next.
//!
//! # Missions as tests
//!
//! Keep the journals of a few good missions beside the code, with [their events](crate::journal::JournalOptions::with_events), and play them
//! in a test. As long as a change of the domain is meant to change nothing, that test says so for every tick:
//!
//! ```
//! # use squad_htn::journal::{JournalOptions, Replay};
//! # use squad_htn::prelude::*;
//! # htn_domain! {
//! #     pub domain watch;
//! #     agent u8;
//! #     predicate noise(u8) [8];
//! #     operator look(who: u8, post: u8) by who {}
//! #     pub method keep_watch() if noise(post) { look(1, post); }
//! # }
//! # use watch::{Director, Domain, Fact, Task};
//! // #[test]
//! fn the_pier_is_kept_watch_on_as_last_week(journal: &[u8]) { // include_bytes!("pier.jrn")
//!     let mut replay = Replay::<Domain>::new(journal).expect("its facts can be read");
//!     let difference = replay.run(&()).expect("it can be played");
//!     assert!(difference.is_none(), "{replay}");
//! }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut director = Director::new(Task::KeepWatch);
//! # director.keep_journal(JournalOptions::new().with_events())?;
//! # director.state_mut().insert(Fact::Noise(3))?;
//! # for _ in 0..10 {
//! #     director.tick(&(), Budget::micros(200));
//! # }
//! # the_pier_is_kept_watch_on_as_last_week(&director.end_journal().ok_or("it is kept")?.take());
//! # Ok(())
//! # }
//! ```
//!
//! If a change is intended, the first difference shows its effect: `the same until tick 740, then plan 3 started
//! look(Beck, 20) instead of plan 3 started look(Ash, 20)`. Read it, and keep the journal of a new mission if the
//! effect is right. After the first difference the comparison ends, because the recorded game reacts to the recorded
//! squad.
//!
//! * Facts are found by the names of their predicates. A predicate that is gone, or has other columns, is an error that
//!   names it, and only where the journal has facts of it.
//! * Events are compared by their texts. After a change that leads to other plans with the same actions (a new
//!   reservation, a method split in two), compare [the commands only](crate::journal::Replay::commands_only).
//! * [`is_same_domain`](crate::journal::Replay::is_same_domain) returns whether the domain is unchanged. If it is and
//!   there is a difference, the context gave other answers: a note is missing.
//!
//! The example is such a test, too: `squad -- --replay mission.jrn` fails where the squad does something else.
//!
//! # Limits of a journal
//!
//! A journal starts before the first tick and contains no running plans: to continue from the middle of a mission, in
//! another process or after a rollback, [save](super::saving) the director. To undo the last few ticks in the same
//! process, keep a [`clone`](crate::Director) of it; a clone has no journal.
//!
//! A game that panics in an expression and catches that ends its journal:
//! [`Ending::Panicked`](crate::journal::Ending::Panicked). The ticks before it are there, and the next one is where to look.
