//! Watching a running game: a live page, breakpoints and steps.
//!
//! A report shows a mission when it is over. This chapter is about the time before: a page that follows the game, and squads that
//! halt at the moment that you wonder about.
//!
//! # A page
//!
//! `htn-view` with the feature `live-page` serves the page of its reports while the game runs:
//!
//! ```ignore
//! let mut live = htn_view::LivePage::new("Office").ticks_a_second(30.0).serve("127.0.0.1:0")?;
//! println!("{}", live.url().unwrap_or_default());
//! let mut recording = htn_view::Recording::<squad::Domain>::new().limit(4 << 20);
//! loop {
//!     director.tick(&game, Budget::micros(500));
//!     recording.tick(&director);
//!     live.show("Alpha", &recording);
//! }
//! ```
//!
//! ```sh
//! cargo run --release --features live-page --example squad -- --page
//! ```
//!
//! ```text
//! office, seed 56: 9 rooms, a squad of 4, and an unknown number of suspects
//! Open the page in a browser: http://127.0.0.1:41873/
//! ```
//!
//! The page has a row for each agent, the plans as trees, the facts, the log and, if the game draws one, a map. It follows the
//! game until you move the slider; *behind* beside the clock returns to the present. A click shows why something happened, as far as
//! the recording knows: [`explain`](crate::explain) adds reasons. The README of `htn-view` describes the limits of the page, who can see it, and
//! what happens to slow browsers.
//!
//! # Breakpoints
//!
//! A breakpoint halts a director at the end of the tick in which something happens:
//!
//! ```
//! use squad_htn::prelude::*;
//! use squad_htn::{Break, DebugStep};
//!
//! htn_domain! {
//!     pub domain office;
//!     agent u8;
//!     predicate closed(u8) [4];
//!     predicate cleared(u8) [4];
//!     operator open(who: u8, door: u8) by who { success delete closed(door); }
//!     operator sweep(who: u8, room: u8) by who { success add cleared(room); }
//!     pub method clear(room: u8) {
//!         branch carefully if closed(room) { open(1, room); sweep(1, room); }
//!         branch at_once if !cleared(room) { sweep(1, room); }
//!     }
//! }
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let mut director = office::Director::new(office::Task::Clear { room: 3 });
//!     director.state_mut().insert(office::Fact::Closed(3))?;
//!     director.break_on(Break::branch("clear", "carefully"))?; // a plan or a repair takes the branch
//!     director.break_on(Break::operator("sweep"))?; // a step of the operator starts
//!     director.break_on(Break::event("failed"))?; // an event of this kind
//!     director.break_on(Break::when(office::Fact::Cleared(3)))?; // the fact appears
//!     director.break_on(Break::when_any("closed"))?; // any fact of the predicate appears
//!
//!     director.tick(&(), Budget::micros(500));
//!     let halt = director.halted().expect("the plan takes the branch");
//!     assert_eq!(halt.to_string(), "branch clear carefully: tick 1: plan 1 found: 2 steps, cost 2");
//!     director.step(DebugStep::Event); // to the end of the next tick with an event; `DebugStep::Tick` for one tick
//!     director.tick(&(), Budget::micros(500));
//!     assert_eq!(director.halted().map(|halt| halt.to_string()).as_deref(), Some("step: tick 2: plan 1 started open(1, 3)"));
//!     director.resume();
//!     Ok(())
//! }
//! ```
//!
//! A name that the domain does not have is an error with the nearest one: ``unknown branch `carefuly`; help: there is a branch
//! `carefully` ``. Breakpoints can also be read from text: `"operator sweep".parse()`.
//!
//! * **A halted director** does nothing in its ticks: they return no commands, and its tick number stays. Reports of the game,
//!   `finish` for example, are processed when it continues. Its commands and events are those of its last tick, so a game that reads
//!   [`events`](crate::Director::events) in each frame checks [`halted`](crate::Director::halted) first. The mission is the same as without the
//!   break, as far as the game is.
//! * **A squad of a scheduler** that is halted is [paused](crate::SquadScheduler::is_paused): frames skip it.
//!   [`set_paused`](crate::SquadScheduler::set_paused) continues it. While a squad has breakpoints, it does not sleep.
//! * **In Bevy**, it gets the component `Paused`. Remove that to continue; call `step` of its director first for a step.
//! * **Saves, clones and journals** do not have breakpoints. A loaded director runs, and so does a clone. In a journal, the ticks in
//!   which the director was halted did not happen.
//! * The recording has a line with the reason. The live page shows it above the slider, and the live view on a terminal in its second
//!   line.
//!
//! # From the page
//!
//! A page can halt squads, and continue them, if the game allows it and the browser has the token in the address that the game prints:
//!
//! ```ignore
//! let mut live = htn_view::LivePage::new("Office").control().serve("127.0.0.1:0")?;
//! println!("{}", live.url().unwrap_or_default()); // http://127.0.0.1:41873/#token=9f0c…
//! loop {
//!     live.control("Alpha", &mut director);
//!     director.tick(&game, Budget::micros(500));
//!     // …
//! }
//! ```
//!
//! The rest of the game does not stop with a squad: time passes for it. A game that is to stop as well checks [`halted`](crate::Director::halted), and
//! does not advance its own clock meanwhile.
