//! Replays: the mission in which it went wrong, and missions as tests.
//!
//! "It happened in the second room, after a minute or so" is a poor report. A [`journal`](crate::journal) is a better
//! one: everything that a director was given, ten bytes or so a tick. Who has it has the mission, tick by tick, with each plan,
//! each fact and each reason, and can run it as often as it takes.
//!
//! # Keep a journal
//!
//! Begin before the first tick, and take what is written once a tick. Nothing else changes: the director notes what
//! it is given, whoever calls it.
//!
//! ```
//! use squad_htn::journal::{Journal, JournalOptions, Replay};
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Guard { Ash, Beck }
//!
//! /// What the domain asks the game: how far it is.
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
//! /// A game of so many frames, and its journal.
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
//!         // Now, and not at the end: what was written is there when the program crashes.
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
//! The domain asks its context, and a journal does not know what it answered. So the one thing that a game has to do is
//! to leave a note where its answers depend on the moment, and to make the same context of it in the replay. A context
//! that never changes, or `()`, needs none.
//!
//! Where there is no `std`, [`Journal::take`](crate::journal::Journal::take) gives the bytes that were written since the last time.
//!
//! # Look at a mission again
//!
//! * [`Replay::director`](crate::journal::Replay::director) is the director after the tick that was just played. Everything that
//!   looks at a director looks at this one: `htn-view`'s `Recording` and its report page, `doing`, `search_stats`.
//! * With the feature `explain`: `replay.director().state().explain(…)` tells what a search would find at the end of a tick, and why;
//!   [`before_search`](crate::journal::Replay::before_search) gives the director as the search of the next tick finds it.
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
//! Where it is meant to change something, the first difference says what that is: `the same until tick 740, then plan 3
//! started look(Beck, 20) instead of plan 3 started look(Ash, 20)`. Read it, and keep the journal of a new mission if you like
//! what you see. Behind the first difference there is nothing to compare: the game of the journal goes on as if the squad had
//! done what it did then.
//!
//! * Facts are found by the names of their predicates. A predicate that is gone, or has other columns, is an error that
//!   names it, and only where the journal has facts of it.
//! * Events are compared as they print. After a change that makes other plans for the same deeds (a new reservation, a method
//!   split in two), compare [the commands only](crate::journal::Replay::commands_only).
//! * [`is_same_domain`](crate::journal::Replay::is_same_domain) tells whether the domain was changed at all. If it was not, and there is a difference,
//!   the context gave other answers: a note is missing.
//!
//! The example is such a test, too: `squad -- --replay mission.jrn` fails where the squad does something else.
//!
//! # What a journal is not
//!
//! It begins before the first tick, and has no plan that is under way: to go on from the middle of a mission, in another
//! process or after a rollback, [save](super::saving) the director. To take back the last few ticks in the same process, keep a
//! [`clone`](crate::Director) of it; a clone keeps no journal, since what it does is another story.
//!
//! A game that panics in an expression and catches that ends its journal:
//! [`Ending::Panicked`](crate::journal::Ending::Panicked). The ticks before it are there, and the next one is where to look.
