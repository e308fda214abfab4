//! How to test a domain.
//!
//! A domain is a program, and the same input gives the same output: the same plans, in the same order, on every machine. So it can
//! be tested like any other function, without the game. From the cheapest test to the dearest:
//!
//! 1. the axioms, one by one: `holds` and `solutions`;
//! 2. the plan for a situation: its actions, or its text;
//! 3. that there is *no* plan where there must be none, and why;
//! 4. a whole mission: a director, a few lines that stand for the game, and what must be true at its end.
//!
//! The samples on this page are about this domain. Yours is in a module of your game, and the tests beside it.
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Medic { Ash, Beck }
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub struct Patient(pub u8);
//! use Medic::{Ash, Beck};
//!
//! htn_domain! {
//!     domain rescue;
//!     agent Medic;
//!     predicate on_duty(Medic);
//!     predicate bandages(Medic => u8);
//!     predicate hurt(Patient);
//!     predicate taken(Patient);
//!
//!     /// On duty, and with something to treat wounds with.
//!     axiom ready(who: Medic, bandages: u8) { on_duty(who) && bandages(who, bandages) && bandages > 0 }
//!
//!     internal operator take(patient: Patient) { if !taken(patient); add taken(patient); undo leave(patient); }
//!     internal operator leave(patient: Patient) { delete taken(patient); }
//!     operator treat(who: Medic, patient: Patient) by who {
//!         if bandages(who, n) && n > 0;
//!         start add bandages(who, n - 1);
//!         success delete hurt(patient);
//!     }
//!
//!     pub method help() if hurt(patient) && !taken(patient) {
//!         take(patient);
//!         treat_by_somebody(patient);
//!         leave(patient);
//!     }
//!     method treat_by_somebody(patient: Patient) if ready(who, n) sort by n desc {
//!         treat(who, patient);
//!         global_block(who);
//!     }
//! }
//! use rescue::{Action, Director, Fact, Planner, State, Task, get, holds, rows, solutions};
//!
//! /// The situation that most tests begin with.
//! fn situation() -> State {
//!     let facts = [Fact::OnDuty(Ash), Fact::OnDuty(Beck), Fact::Bandages(Ash, 1), Fact::Bandages(Beck, 3), Fact::Hurt(Patient(1))];
//!     State::from_facts(facts).expect("it fits")
//! }
//!
//! /// The actions of the first plan, as text; an empty list if there is no plan.
//! fn plan(state: &State, task: Task) -> Vec<String> {
//!     let mut planner = Planner::new();
//!     let plan = planner.find(state, &(), task).expect("nothing is full");
//!     plan.map_or(Vec::new(), |plan| plan.actions().map(|action| action.to_string()).collect())
//! }
//!
//! // #[test]
//! fn who_has_bandages_is_ready() -> Result<(), Box<dyn std::error::Error>> {
//!     let mut state = situation();
//!     assert!(holds::ready(&state, &(), Ash, 1)?);
//!     // `None` enumerates the values: here the ready medics, each with the number of bandages.
//!     assert_eq!(solutions::ready(&state, &(), None, None)?, [(Ash, 1), (Beck, 3)]);
//!     state.insert(Fact::Bandages(Ash, 0))?;
//!     assert_eq!(solutions::ready(&state, &(), None, None)?, [(Beck, 3)]);
//!     Ok(())
//! }
//!
//! // #[test]
//! fn whoever_has_most_bandages_goes() {
//!     assert_eq!(plan(&situation(), Task::Help), ["treat(Beck, Patient(1))"]);
//! }
//!
//! // #[test]
//! fn nobody_goes_without_bandages_or_where_somebody_is() -> Result<(), CapacityError> {
//!     let mut state = situation();
//!     state.insert(Fact::Taken(Patient(1)))?;
//!     assert!(plan(&state, Task::Help).is_empty());
//!
//!     let mut state = situation();
//!     state.insert(Fact::Bandages(Ash, 0))?;
//!     state.insert(Fact::Bandages(Beck, 0))?;
//!     assert!(plan(&state, Task::Help).is_empty());
//!     Ok(())
//! }
//!
//! // #[test]
//! fn a_medic_who_fails_is_replaced_and_nothing_stays_taken() -> Result<(), Box<dyn std::error::Error>> {
//!     let mut director = Director::new(Task::Help).interval(10);
//!     for fact in situation().facts() {
//!         director.state_mut().insert(fact)?;
//!     }
//!     let mut begun = Vec::new();
//!     let mut ends: Vec<(ActionId, u32, Outcome)> = Vec::new();
//!     for tick in 0..100 {
//!         for (id, _, outcome) in ends.extract_if(.., |end| end.1 == tick) {
//!             director.finish(id, outcome)?;
//!         }
//!         // Steps, not microseconds: then the test does the same on every machine.
//!         for command in director.tick(&(), Budget::steps(1_000)) {
//!             match command {
//!                 Command::Start { id, action: Action::Treat { who, .. }, .. } => {
//!                     // Beck goes away with what he has, and Ash does it.
//!                     let outcome = if who == Beck { Outcome::Failure } else { Outcome::Success };
//!                     if who == Beck {
//!                         director.state_mut().insert(Fact::Bandages(Beck, 0))?;
//!                     }
//!                     begun.push(who);
//!                     ends.push((id, tick + 5, outcome));
//!                 }
//!                 Command::Stop { id, .. } => ends.retain(|end| end.0 != id),
//!             }
//!         }
//!     }
//!     assert_eq!(begun, [Beck, Ash]);
//!     assert_eq!(rows::hurt(director.state()).count(), 0);
//!     assert_eq!(get::bandages(director.state(), Ash), Some(0));
//!     // What was reserved is free again: the test that finds most mistakes in domains.
//!     assert_eq!(rows::taken(director.state()).count(), 0);
//!     Ok(())
//! }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! #     who_has_bandages_is_ready()?;
//! #     whoever_has_most_bandages_goes();
//! #     nobody_goes_without_bandages_or_where_somebody_is()?;
//! #     a_medic_who_fails_is_replaced_and_nothing_stays_taken()
//! # }
//! ```
//!
//! # Asking from Rust
//!
//! `rows`, `get`, `holds` and `solutions` are modules of the domain, with a function for each predicate or axiom, typed as it is in
//! the domain. `rows::hurt(&state)` returns the facts of a predicate in their order, `get::bandages(&state, who)` the
//! value of a key, `holds::ready(&state, &context, …)` whether an axiom holds, and `solutions::ready(&state, &context,
//! …)` all its solutions, with `Some(value)` for given arguments and `None` for those to enumerate. The last two copy
//! the facts: they are for tests and tools, not for each frame.
//!
//! # What to test
//!
//! * **Conditions that decide** as axioms with names. A condition inside a branch can only be tested through a plan; an
//!   axiom needs one line.
//! * **Each branch once**, with the smallest situation in which it is chosen, and once with the facts that make it
//!   fail.
//! * **The order.** If several plans are possible, test that the right one comes first. Call `start` and then `resume`
//!   repeatedly to get all of them.
//! * **The end of a mission**, not its course: every suspect is restrained, no officer is reserved, no plan is left
//!   (`director.executor().plans().count() == 0`). A mission that asserts every tick breaks with every change.
//! * **Losses.** Have the game of the test fail an action at random, with a seed, and take officers away. What must hold at the end must hold
//!   then, too.
//! * **Limits.** Run the largest level that you have, and look at [`Stats::used`](crate::Stats) to see how much of the
//!   [`Limits`](crate::Limits) it takes.
//!
//! With the feature `explain`, a failing test can say why: `panic!("{}", state.explain(&game, task)?)`. See
//! [`no_plan`](super::no_plan).
//!
//! # Branches without a test
//!
//! `htn_view::Coverage` counts how often each branch was chosen, was refused because its condition failed, or was a dead end
//! because a later part of the plan failed. Rust's tests have no final moment at which to print such a list. Write the
//! situations as functions with a coverage parameter, have a test for each of them, and one more that runs them all:
//!
//! ```toml
//! [dev-dependencies]
//! htn-view = { version = "0.1", features = ["explain"] }     # which needs that of squad-htn, too
//! ```
//!
#![cfg_attr(feature = "explain", doc = "```")]
#![cfg_attr(not(feature = "explain"), doc = "```ignore")]
//! use htn_view::Coverage;
//! use squad_htn::prelude::*;
//!
//! htn_domain! {
//!     domain breach;
//!     predicate locked(u8);
//!     predicate key(u8);
//!     predicate charges(u8);
//!     operator unlock(door: u8) { delete locked(door); }
//!     operator blast(door: u8) { delete locked(door); }
//!     operator enter(door: u8) {}
//!     pub method through(door: u8) {
//!         branch by_key if locked(door) && key(door) { unlock(door); enter(door); }
//!         branch with_a_bang if locked(door) && charges(left) && left > 0 { blast(door); enter(door); }
//!         branch open if !locked(door) { enter(door); }
//!     }
//! }
//! use breach::{Domain, Fact, State, Task};
//!
//! /// What is counted: searches, as a planner makes them.
//! fn plan(seen: &mut Coverage, facts: &[Fact]) -> Result<(), Box<dyn std::error::Error>> {
//!     let state = State::from_facts(facts.iter().copied())?;
//!     // … what this situation must lead to is asserted here …
//!     Ok(seen.search(&state, &(), Task::Through { door: 1 })?)
//! }
//!
//! type Situation = fn(&mut Coverage) -> Result<(), Box<dyn std::error::Error>>;
//! const SITUATIONS: [Situation; 2] = [
//!     |seen| plan(seen, &[]),
//!     |seen| plan(seen, &[Fact::Locked(1), Fact::Key(1)]),
//! ];
//!
//! // #[test]
//! fn every_branch_is_taken_by_a_test() -> Result<(), Box<dyn std::error::Error>> {
//!     let mut seen = Coverage::of::<Domain>().expect("squad-htn has its feature `reference`");
//!     for situation in SITUATIONS {
//!         situation(&mut seen)?;
//!     }
//!     let never: Vec<String> = seen.never_taken().map(|branch| branch.to_string()).collect();
//!     assert!(never.is_empty(), "no test takes {never:?}:\n{seen}");
//!     Ok(())
//! }
//! # fn main() {
//! # let panic = std::panic::catch_unwind(|| every_branch_is_taken_by_a_test().is_ok()).unwrap_err();
//! # let text = panic.downcast_ref::<String>().unwrap();
//! # assert!(text.starts_with("no test takes [\"through: with_a_bang (line "), "{text}");
//! # assert!(text.contains("breach: 2 of 3 branches taken, in 2 searches"), "{text}");
//! # assert!(text.contains("        1        0        1        0  through: with_a_bang"), "{text}");
//! # }
//! ```
//!
//! It fails, and says:
//!
//! ```text
//! no test takes ["through: with_a_bang (line 16)"]:
//! breach: 2 of 3 branches taken, in 2 searches
//!     tried    taken  refused dead end
//!         2        1        1        0  through: by_key (line 15)
//!         1        0        1        0  through: with_a_bang (line 16)
//!         1        1        0        0  through: open (line 17)
//! ```
//!
//! A test that plays a whole mission passes its `htn_view::Recording` to `seen.recording(&recording)`, a test of one
//! plan calls `seen.plan(&plan)`. Plans contain only chosen branches, so they need only the feature `graph` of
//! `htn-view`. If the tests are in several programs, each writes `seen.to_text()` to a file, and `Coverage::read` and
//! `merge` combine them. `Graph::of::<Domain>()` draws the result: in `graph.with(&seen).to_svg()`, the width of an
//! edge shows the number of attempts and its colour their success.
