//! Save a mission, and continue it elsewhere.
//!
//! With the feature `serde`, facts, plans and directors are data like the rest of a game's: for a player's save, for
//! another server, or for debugging. Any format of `serde` works; the tests use JSON, which people can read, and
//! postcard, which is small.
//!
//! ```toml
//! squad-htn = { version = "0.1", features = ["serde"] }
//! serde = { version = "1", features = ["derive"] }
//! ```
//!
//! # Terms, facts and tasks
//!
//! The types of a domain's columns and parameters are the game's own, so the game says how they are written: by deriving
//! `Serialize` and `Deserialize` beside [`Term`](crate::Term). That is all. `Fact`, `Task` and `Action` of the domain can be written
//! and read then, and are spelt as in the domain:
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
//! pub struct Officer(pub u16);
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
//! pub enum Room { Lobby, Cellar }
//!
//! htn_domain! {
//!     pub domain raid;
//!     agent Officer;
//!     predicate alarm();
//!     predicate at(Officer => Room) [16];
//!     operator go(who: Officer, to: Room) by who { success add at(who, to); }
//!     pub method gather(to: Room) {
//!         for at(who, _) && !at(who, to) { go(who, to); }
//!     }
//! }
//! use raid::{Fact, Task};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let task = Task::Go { who: Officer(7), to: Room::Cellar };
//! assert_eq!(serde_json::to_string(&task)?, r#"{"go":{"who":7,"to":"Cellar"}}"#);
//! assert_eq!(serde_json::from_str::<Fact>(r#"{"at":[7,"Lobby"]}"#)?, Fact::At(Officer(7), Room::Lobby));
//! assert_eq!(serde_json::to_string(&Fact::Alarm)?, r#""alarm""#);
//!
//! // A save that contradicts the domain is an error.
//! let error = serde_json::from_str::<Fact>(r#"{"at":[7]}"#).unwrap_err();
//! assert!(error.to_string().starts_with("invalid length 1, expected 2 values for `at`"));
//! # Ok(())
//! # }
//! ```
//!
//! A domain with a type that is not `Serialize` still compiles; saving its facts returns an error.
//!
//! # A state
//!
//! A [`State`](crate::State) is saved with all its facts in their order, and with its domain. A loaded state behaves
//! like the saved one: the same plans in the same order, down to [`Stats`](crate::Stats).
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! # use squad_htn::prelude::*;
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
//! # pub struct Officer(pub u16);
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
//! # pub enum Room { Lobby, Cellar }
//! # htn_domain! {
//! #     pub domain raid;
//! #     agent Officer;
//! #     predicate alarm();
//! #     predicate at(Officer => Room) [16];
//! #     operator go(who: Officer, to: Room) by who { success add at(who, to); }
//! # }
//! # use raid::Fact;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use raid::State;
//!
//! let state = State::from_facts([Fact::At(Officer(7), Room::Lobby), Fact::Alarm])?;
//!
//! let text = serde_json::to_string(&state)?;
//! assert!(text.ends_with(r#""saved":["alarm",{"at":[7,"Lobby"]}]}"#));
//! assert_eq!(serde_json::from_str::<State>(&text)?, state);
//!
//! let bytes = postcard::to_allocvec(&state)?;
//! assert_eq!(postcard::from_bytes::<State>(&bytes)?, state);
//! # Ok(())
//! # }
//! ```
//!
//! In formats for people, which say so (`is_human_readable`), facts are lists of values. In others they are the words that the engine
//! works on, a byte or two each: there, what a word means is the business of [`Term`](crate::Term) alone. In both, nothing depends on
//! the machine: a save of a 64-bit server is loaded on a 32-bit console, where a `usize` that does not fit is an error.
//!
//! JSON has no numbers for infinity, and `serde_json` reads decimal numbers exactly only with its feature
//! `float_roundtrip`. Enable it if your terms contain such numbers. A column of type `f32` or `f64` may be infinite: it
//! is then written as a text.
//!
//! # A mission in the middle
//!
//! A [`Director`](crate::Director) is saved as a whole, between two ticks: its facts, its plans with every action that runs, hold and
//! barrier, the repairs that are wanted or were found, what the game called since the last tick, and its settings. The loaded
//! director does in the next tick what the other one would have done, to the last event, except that a search in progress
//! starts again. [`Executor`](crate::Executor), [`Planner`](crate::Planner) and [`Plan`](crate::Plan) are saved in the same way by those
//! who have them apart.
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! # use squad_htn::prelude::*;
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
//! # pub struct Medic(pub u16);
//! htn_domain! {
//!     pub domain ward;
//!     agent Medic;
//!     predicate medic(Medic) [8];
//!     predicate wounded(u16) [8];
//!     operator walk(who: Medic, to: u16) by who {}
//!     operator bandage(who: Medic, patient: u16) by who { success delete wounded(patient); }
//!     pub method help() if wounded(patient) && medic(who) { walk(who, patient); bandage(who, patient); }
//! }
//! use ward::{Director, Fact, Task};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut director = Director::new(Task::Help);
//! director.state_mut().insert(Fact::Medic(Medic(1)))?;
//! director.state_mut().insert(Fact::Wounded(12))?;
//! director.tick(&(), Budget::unlimited());
//! let Some(Command::Start { id, .. }) = director.tick(&(), Budget::unlimited()).next() else {
//!     panic!("the medic walks");
//! };
//!
//! let save = serde_json::to_string(&director)?;
//! assert!(save.contains(r#"{"walk":{"who":1,"to":12}}"#));
//! drop(director);
//!
//! // Another day. The game knows which of its animations this was: ids can be saved, too.
//! let mut director: Director = serde_json::from_str(&save)?;
//! assert!(director.is_busy(Medic(1)));
//! director.finish(id, Outcome::Success)?;
//! director.tick(&(), Budget::unlimited());
//! let log: Vec<String> = director.events().map(|event| event.to_string()).collect();
//! assert_eq!(log, [
//!     "tick 3: plan 1 finished walk(Medic(1), 12)",
//!     "tick 3: plan 1 started bandage(Medic(1), 12)",
//! ]);
//! # Ok(())
//! # }
//! ```
//!
//! The events and commands of the last tick are not in a save: read them before. The running actions are in
//! [`PlanStatus::steps`](crate::PlanStatus::steps) and [`Executor::doing`](crate::Executor::doing), also right after
//! loading.
//!
//! **Limits** are those of the loading side: [`Limits::default`](crate::Limits), or others with
//! [`deserialize_with_limits`](https://docs.rs/squad-htn/latest/squad_htn/struct.Director.html#method.deserialize_with_limits). What does not fit is an error that names the limit. What was made `with_limits` is
//! best loaded with the same limits: otherwise it allocates other memory, and a search that reached a limit continues.
//! In a struct of the game's own, `#[serde(deserialize_with = "…")]`
//! names a function that does so.
//!
//! ```
//! # use squad_htn::prelude::*;
//! # htn_domain! {
//! #     pub domain countdown;
//! #     operator tick(left: u32) {}
//! #     pub method count_down(from: u32) { branch on if from > 0 { tick(from); count_down(from - 1); } branch zero {} }
//! # }
//! # use countdown::{Executor, Planner, State, Task};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut planner = Planner::new();
//! # let plan = planner.find(&State::new(), &(), Task::CountDown { from: 20 })?.expect("there is one");
//! # let mut executor = Executor::new();
//! # executor.submit(plan, 0)?;
//! let save = serde_json::to_string(&executor)?;
//! let mut save = serde_json::Deserializer::from_str(&save);
//! let small = Limits::compact().steps(10);
//! let error = Executor::deserialize_with_limits(&mut save, small).unwrap_err();
//! assert!(error.to_string().starts_with("plan 1: plan not accepted: a plan may have at most 10 steps"));
//! # Ok(())
//! # }
//! ```
//!
//! **A search in progress** is not saved. The loaded director starts it again in its next tick, from its facts, so it may find its
//! plan a few ticks later than the original. If both must continue identically, call
//! [`restart_search`](crate::Director::restart_search) in the tick of the save: then the original starts its search again, too. A game in
//! lockstep calls it on every peer in that tick, and the peer that joins loads the save. A planner on its own is loaded as it
//! was right after its `start`.
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! htn_domain! {
//!     pub domain safe;
//!     operator open(code: u32) {}
//!     pub method guess() if let code: u32 in 0..1_000 && code == 600 { open(code); }
//! }
//! use safe::{Director, Task};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut director = Director::new(Task::Guess);
//! director.tick(&(), Budget::steps(400));
//! assert!(director.is_searching());
//!
//! let save = serde_json::to_string(&director)?;
//! director.restart_search();
//! let mut loaded: Director = serde_json::from_str(&save)?;
//! for _frame in 0..5 {
//!     let both = [&mut director, &mut loaded].map(|director| {
//!         director.tick(&(), Budget::steps(400));
//!         director.events().map(|event| event.to_string()).collect::<Vec<_>>()
//!     });
//!     assert_eq!(both[0], both[1]);
//! }
//! assert!(!director.is_searching(), "the code was found");
//! # Ok(())
//! # }
//! ```
//!
//! Saves that are made in every tick would restart a search that takes longer than a tick for ever. Most searches are over
//! within a frame; [`is_searching`](crate::Director::is_searching) says whether one is in progress.
//!
//! **Going back a few frames**, as games do that predict what the others' players do, is `clone`: it takes no format, and no memory is
//! shared, and a search in progress continues exactly. Saves are for what leaves the process. `BENCHMARKS.md` has what each takes.
//!
//! `cargo run --release --features json --example saving` saves a mission in the middle, prints the save, and has a second process
//! continue it; `squad -- --save FILE --at 1:05` and `--load FILE` do so with a whole building.
//!
//! # Schedulers and beliefs
//!
//! A [`SquadScheduler`](crate::SquadScheduler) is saved with all its squads, between two frames, with the waiting time
//! and usage of each. A [`SquadId`](crate::SquadId) stays valid, and can be saved with the game's own data.
//! Planners are shared and belong to the loading side, as limits do. Searches in progress start again after loading;
//! [`restart_searches`](crate::SquadScheduler::restart_searches) does the same without a save.
//!
//! [`Beliefs`](crate::Beliefs) are saved beside the state that they are about, and a [`Claim`](crate::Claim) that is still on its way
//! can be saved, too. How beliefs decay is a function of the game, so they are loaded into new ones that have it:
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! # use squad_htn::prelude::*;
//! # use squad_htn::{Beliefs, decay};
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
//! # pub struct Soldier(pub u8);
//! # htn_domain! {
//! #     pub domain sentry;
//! #     agent Soldier;
//! #     predicate enemy(u8 => place: u8) [8];
//! #     operator watch(who: Soldier, place: u8) by who {}
//! #     pub method guard(who: Soldier) if enemy(_, place) { watch(who, place); }
//! # }
//! # use sentry::{Domain, Fact, State};
//! fn decays(_: Fact, age: u64) -> f32 { decay::evenly(age, 600) }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (mut state, mut beliefs) = (State::new(), Beliefs::<Domain>::new(decays));
//! beliefs.see(&mut state, Fact::Enemy(1, 20), 100)?;
//! let saved = (serde_json::to_string(&state)?, serde_json::to_string(&beliefs)?);
//!
//! let state: State = serde_json::from_str(&saved.0)?;
//! let mut text = serde_json::Deserializer::from_str(&saved.1);
//! let beliefs = Beliefs::<Domain>::new(decays).load(&mut text)?;
//! assert_eq!(beliefs.sure(&state, Fact::Enemy(1, 20), 400), 0.5);
//! # Ok(())
//! # }
//! ```
//!
//! # A save is input from outside
//!
//! It was on a disk that the player can write to, or came over the network. Whatever it contains, loading either
//! returns an error that describes the problem, or a state that could have been saved: never a panic, an endless loop,
//! or unbounded memory. A fact that is present
//! twice is refused, and a predicate with more facts than the domain has room for; a word that stands for no value is, too. So it is with
//! directors: a step that runs without an action, an agent that two actions engage, a plan that waits for itself. What follows from the rest, such as whose turn it is, is not in a save at all.
//!
//! An action that does not engage its agents although its `busy` is true is refused, too, if `busy` consists of parameters, literals,
//! comparisons and logical operators. Loading does not evaluate a `busy` that uses the context or that may panic.
//!
//! # Versions of a domain
//!
//! Every save begins with the domain's name, its [`HASH`](crate::Domain::HASH) and the signatures of its predicates and tasks. The hash
//! changes with whatever changes what the domain means, and with nothing else: not with doc comments, layout, features or machines. A
//! save of another version is refused, because its plans may rely on conditions that have changed; the error says what
//! differs if it can be determined.
//!
//! A patch that raises a capacity should not cost the player's world.
//! [`State::load_matching`](https://docs.rs/squad-htn/latest/squad_htn/struct.State.html#method.load_matching) loads
//! the facts of all predicates whose name, types and key are unchanged. It reports what it omitted.
//!
//! ```
//! mod last_week {
//!     squad_htn::htn_domain! {
//!         pub domain depot;
//!         predicate open();
//!         predicate ammo(u8 => u32) [16];
//!         predicate post(u8) [8];
//!     }
//! }
//! mod today {
//!     squad_htn::htn_domain! {
//!         pub domain depot;
//!         predicate ammo(u8 => u16) [16];
//!         predicate post(u8) [32];
//!     }
//! }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use last_week::depot::{Fact, State};
//! let old = State::from_facts([Fact::Open, Fact::Ammo(1, 30), Fact::Post(1), Fact::Post(2)])?;
//! let save = postcard::to_allocvec(&old)?;
//!
//! // In JSON the error says: "the save is of another version of the domain `depot`: predicate `open` is gone; `ammo`: column 2 was
//! // `u32`, now `u16`". postcard's errors have no texts.
//! assert!(postcard::from_bytes::<today::depot::State>(&save).is_err());
//!
//! let mut save = postcard::Deserializer::from_bytes(&save);
//! let (state, left_out) = today::depot::State::load_matching(&mut save)?;
//! assert_eq!(state.to_string(), "post(1)\npost(2)");
//! let left_out: Vec<String> = left_out.iter().map(ToString::to_string).collect();
//! assert_eq!(left_out, [
//!     "1 fact of `open`: the predicate no longer exists",
//!     "1 fact of `ammo`: `ammo`: column 2 was `u32`, now `u16`",
//! ]);
//! # Ok(())
//! # }
//! ```
//!
//! A type is identified by its name and, with `#[derive(Term)]`, by its definition: an added or moved variant makes it
//! another type, since its words may have another meaning. A `Term` implemented by hand is identified by its name only;
//! give it a
//! [`SHAPE`](crate::Term::SHAPE), and another one when its words change.
//!
//! # Squads after a patch
//!
//! A director's plans belong to the version of the domain that found them. To keep the rest, every save of a director also has its
//! facts as they would be if all its plans were cancelled: running actions have ended as failures, with their `finish` and
//! `failure` effects, and reservations are undone. Only the differences are saved. `Director::load_matching` takes these facts
//! over into a changed domain, as `State::load_matching` does, and drops the plans; settings and the root task are kept. The
//! report lists everything that was left out:
//!
//! ```
//! # use squad_htn::prelude::*;
//! mod last_week {
//!     squad_htn::htn_domain! {
//!         pub domain depot;
//!         agent u8;
//!         predicate guard(u8) [8];
//!         predicate rested(u8) [8];
//!         predicate booked(u8) [8];
//!         internal operator book(who: u8) { if !booked(who); undo release(who); add booked(who); }
//!         internal operator release(who: u8) { delete booked(who); }
//!         operator patrol(who: u8) by who { finish delete rested(who); }
//!         pub method watch() if guard(who) && !booked(who) { book(who); patrol(who); release(who); }
//!     }
//! }
//! mod today {
//!     squad_htn::htn_domain! {
//!         pub domain depot;
//!         agent u8;
//!         predicate guard(u8) [8];
//!         predicate tired(u8) [8];
//!         predicate booked(u8) [8];
//!         operator stand(who: u8) by who {}
//!         pub method watch() if guard(who) && !booked(who) { stand(who); }
//!     }
//! }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use last_week::depot::{Fact, Task};
//! let mut old = last_week::depot::Director::new(Task::Watch);
//! for fact in [Fact::Guard(1), Fact::Guard(2), Fact::Rested(1), Fact::Rested(2)] {
//!     old.state_mut().insert(fact)?;
//! }
//! for _frame in 0..2 {
//!     old.tick(&(), Budget::unlimited());
//! }
//! assert!(old.is_busy(1), "guard 1 is on patrol, and guard 2 is next");
//! let save = serde_json::to_string(&old)?;
//!
//! let mut save = serde_json::Deserializer::from_str(&save);
//! let (squad, report) = today::depot::Director::load_matching(&mut save, None)?;
//! assert_eq!(squad.state().to_string(), "guard(1)\nguard(2)");
//! assert_eq!(
//!     report.to_string(),
//!     "2 facts kept\n\
//!      left out: 1 fact of `rested`: the predicate no longer exists\n\
//!      dropped: plan 1: patrol, release\n\
//!      dropped: plan 2: book, patrol, release"
//! );
//! # Ok(())
//! # }
//! ```
//!
//! `SquadScheduler::load_matching` does so for all squads of a scheduler. They keep their ids, weights and usage, and each has
//! a report of its own.
//!
//! If the root task does not exist any more, or has other parameters, loading is an error; give another task instead of `None` to
//! plan for that one. Numbers of ticks, plans and actions continue, so that an id that the game has kept is never that of
//! another action.
//!
//! Saving has no context. An effect or an `undo` with an expression that sees the context can't be worked out then: it is left
//! out, and the report names its operator in `not_undone`. Expressions over the variables of the operator, such as `n - 1`, are
//! evaluated. So write the `undo` of a reservation without the context, if saves are to survive patches.
//!
//! # Handles that are others after loading
//!
//! An engine's entities have other numbers in the next process, and pointers into a level lead elsewhere. `map_agents` replaces the agents, and
//! `map_terms` all terms of any type, wherever they are: in a column, in an `Option`, in a tuple, in an enum. A
//! [`State`](crate::State), a [`Plan`](crate::Plan), a [`Planner`](crate::Planner), an
//! [`Executor`](crate::Executor) and a [`Director`](crate::Director) have both.
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! # use squad_htn::prelude::*;
//! use std::collections::BTreeMap;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term, Serialize, Deserialize)]
//! pub struct Entity(pub u32);
//!
//! htn_domain! {
//!     pub domain patrol;
//!     agent Entity;
//!     predicate member(Entity) [8];
//!     predicate target(=> Option<Entity>);
//!     operator walk(who: Entity, to: Entity) by who {}
//!     operator greet(who: Entity, whom: Entity) by who { success add target(None); }
//!     pub method visit() if member(who) && target(t) && let Some(whom): Option<Entity> = t {
//!         walk(who, whom);
//!         greet(who, whom);
//!     }
//! }
//! use patrol::{Director, Fact, Task};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut director = Director::new(Task::Visit);
//! director.state_mut().insert(Fact::Member(Entity(1)))?;
//! director.state_mut().insert(Fact::Target(Some(Entity(2))))?;
//! for _frame in 0..2 {
//!     director.tick(&(), Budget::unlimited());
//! }
//! let save = serde_json::to_string(&director)?;
//!
//! // In another process: what the engine says of who is who now.
//! let now = BTreeMap::from([(Entity(1), Entity(901)), (Entity(2), Entity(77))]);
//! let mut director: Director = serde_json::from_str(&save)?;
//! director.map_agents(|old| now[&old])?;
//! assert_eq!(director.state().to_string(), "member(Entity(901))\ntarget(Some(Entity(77)))");
//! let doing = director.executor().doing(Entity(901)).expect("he walks");
//! assert_eq!(doing.to_string(), "walk(Entity(901), Entity(77)) for plan 1 since tick 2");
//! # Ok(())
//! # }
//! ```
//!
//! A loaded mission continues as the saved one would have, with the new handles: the same events and commands, in the
//! same ticks. There are three differences. A search in progress starts again. A domain that looks *into* handles, as
//! `sort by` a handle does, reads the new ones. And a search may take a few
//! [steps](crate::Stats) more or less, since facts about small numbers are found at once and about large ones in a table; where a budget of steps cuts searches,
//! a plan may be found in another tick.
//!
//! Squads of a scheduler are mapped one by one (`for (_, squad) in hq.squads_mut() { squad.map_agents(…)?; }`), and
//! [`Beliefs`](crate::Beliefs) have `map_agents` and `map_terms`, too.
//!
//! Two handles may become one if the result is possible: facts that become equal are merged, and an agent that replaces
//! two performs their steps one after the other. If it is not possible, because both are busy or one is held for the
//! other, the result is an error, and nothing changes. Map each agent that no longer exists to a distinct unused agent;
//! then report that they
//! [left](crate::Director::agent_left).
//!
//! In [Bevy](super::bevy), `SavedSquad` and `LoadedSquad` do all of that: a squad is saved with its members, settings and open orders, and spawned in another world by a table of which
//! entity stands for which. `LoadedSquad::matching` loads one after a patch of its domain. `cargo run -p bevy_squad_htn --features serde --example saving` shows it.
