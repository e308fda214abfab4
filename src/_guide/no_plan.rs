//! My domain finds no plan, or not the one that I expected.
//!
//! # The result of the search
//!
//! | you see | meaning |
//! |---|---|
//! | `find` returns `Ok(None)`, `resume` returns `Progress::NoPlan` | the search is complete, and no plan exists |
//! | `Err(SearchError)` | a limit was reached and the error names it: a predicate (give it a larger `[capacity]`), or one of the [`Limits`](crate::Limits). `depth` usually means endless recursion in a method or a `while` |
//! | `Progress::Paused`, again and again | the budget is too small for the search; it continues with each call, unless you call `start` again |
//! | `Progress::Waiting`, again and again; "no plan yet" of a director | an answer of the game is pending: [`waits_for`](crate::Planner::waits_for) names the expression after `poll` |
//! | [`Event::NoPlan`](crate::Event::NoPlan) of a director | its [`NoPlanReason`](crate::NoPlanReason): none was found, or the director rejected the plan, because another plan with the same steps is running, because it is no better than the running plan, or because it was abandoned recently |
//! | an empty plan | the search chose a branch without tasks, `{}`: according to the domain, the task is done already |
//!
//! A director reports `NoPlan` once, and not again as long as the answer stays the same.
//!
//! # Explain the search
//!
//! Enable the feature, in the build that has the problem:
//!
//! ```sh
//! cargo add squad-htn --features explain
//! ```
//!
//! Now the state can explain a search for the task, with the context that you plan with:
//!
#![cfg_attr(feature = "explain", doc = "```")]
#![cfg_attr(not(feature = "explain"), doc = "```ignore")]
//! use squad_htn::explain::given;
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Officer { Ash, Beck }
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Suspect { Ivo, Jana }
//! use {Officer::*, Suspect::*};
//!
//! pub struct Level { officers: [f32; 2], suspects: [f32; 2] }
//! impl Level {
//!     fn distance(&self, who: Officer, target: Suspect) -> f32 {
//!         (self.officers[who as usize] - self.suspects[target as usize]).abs()
//!     }
//! }
//!
//! htn_domain! {
//!     domain arrest(level: &Level);
//!     agent Officer;
//!     predicate on_duty(Officer);
//!     predicate reserved(Officer);
//!     predicate surrendered(Suspect);
//!     predicate cuffs(Officer => u8);
//!
//!     operator cuff(who: Officer, target: Suspect) by who {
//!         if cuffs(who, pairs) && pairs > 0;
//!         success add cuffs(who, pairs - 1);
//!     }
//!     operator aim_at(who: Officer, target: Suspect) by who {}
//!
//!     pub method restrain() {
//!         branch near
//!             if surrendered(target) && on_duty(who) && !reserved(who)
//!                 && level.distance(who, target) < 30.0
//!         { cuff(who, target); }
//!         branch from_afar if surrendered(target) && on_duty(who) { aim_at(who, target); }
//!     }
//! }
//!
//! # /// Without lines and files, which differ between machines.
//! # fn text(why: impl std::fmt::Display) -> String {
//! #     let (mut text, mut rest) = (String::new(), why.to_string());
//! #     while let Some(at) = [" (line ", " (src/", " (/", " (doctest"].iter().filter_map(|mark| rest.find(mark)).min() {
//! #         text += &rest[..at];
//! #         rest = rest[at..].split_once(')').unwrap().1.to_string();
//! #     }
//! #     text + &rest
//! # }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use arrest::{Fact, State, Task};
//! let level = Level { officers: [0.0, 60.0], suspects: [50.0, 55.5] };
//! let mut state = State::from_facts([Fact::OnDuty(Ash), Fact::OnDuty(Beck), Fact::Surrendered(Jana)])?;
//! let why = state.explain(&level, Task::Restrain)?;
//! println!("{why}");
//! # let text = |why: &dyn std::fmt::Display| -> Vec<String> { text(why).lines().map(str::to_string).collect() };
//!
//! // `text` leaves out the files and lines that are printed, too. There is no plan, though `from_afar` would do:
//! assert_eq!(text(&why), [
//!     "restrain(): no plan",
//!     "  branch near: held once, but its body failed",
//!     "    tried with target = Jana, who = Beck, as far as `cuff(who, target)`",
//!     "      cuff(Beck, Jana): failed",
//!     "        if: `cuffs(who, pairs)` did not hold: there is no fact cuffs",
//!     "  not evaluated, since near held: from_afar",
//! ]);
//!
//! // The state has no fact about Beck's cuffs.
//! state.insert(Fact::Cuffs(Beck, 1))?;
//! assert_eq!(text(&state.explain(&level, Task::Restrain)?), [
//!     "restrain(): a plan of 1 step",
//!     "  branch near: chosen with target = Jana, who = Beck",
//!     "    cuff(Beck, Jana)",
//!     "  not evaluated, since near held: from_afar",
//! ]);
//!
//! # let mut director = arrest::Director::new(Task::Restrain);
//! # director.state_mut().insert(Fact::OnDuty(Ash))?;
//! # assert_eq!(text(&director.explain(&level)?)[0], "restrain(): no plan");
//! // And why isn't it Ash who does it? The shortest answer to a narrow question:
//! let why = state.why_not(&level, Task::Restrain, "near", [given("who", Ash)])?;
//! assert_eq!(text(&why), [
//!     "near with who = Ash: `level.distance(who, target) < 30.0` did not hold for target = Jana: \
//!      the sides are 55.5 and 30.0",
//! ]);
//! # Ok(()) }
//! ```
//!
//! `given` is `squad_htn::explain::given`. The module `explain` says how to read every line; `println!("{why:#}")` opens axioms, `||`
//! and `forall` as well. An explanation searches again, slowly and with watching: for a key of the debug build, not for each
//! frame. `why.with_names(&names)` prints `Ash` where a type prints `PersonId(0)`. `director.explain(&game)?` explains the search that a director would
//! begin now, with its limits, its policy and its check for loops. Where a plan was found and then given up,
//! `explain::FailureLog` has the chain: what failed, which tasks were to be planned again, and why there was no plan for each of them.
//!
//! # Or look at it
//!
//! `htn_view::Recording` keeps all that a director does. With the feature `explain` of `htn-view`, call `recording.explain(&director, &game)` after `recording.tick(&director)`, and it keeps the
//! reasons, too: for each plan that was found, for each time that there was none, for repairs, and for plans that were abandoned. In the page that `htn_view::Report` writes, a click
//! on a task, a step, a wait or a line of the log opens them: why this branch, and why not that one. `cargo run --release --features explain --example squad -- --report squad.html` makes one.
//!
//! # Frequent causes
//!
//! | the explanation says | cause |
//! |---|---|
//! | `there is no fact p` | the game did not add it, or uses another name. Print all facts with `for fact in state.facts()` |
//! | `p(x) holds` | a reservation that was never reverted: the operator that adds it has no `undo`, or a plan ends without its `free` |
//! | `held …, but its body failed`, and `not evaluated, since b held` | branches are if, else if, else: once the condition of `b` holds, the later ones are discarded. Write two methods with the same name, which the planner tries one after the other. Or add the needs of the body to the condition, inside `when_planning`: see below |
//! | a conjunct did not hold for any of N candidates | the values are those of the nearest miss: is it the unit (metres, centimetres), or the wrong side of a `<`? |
//! | `cut here: it goes deeper`, or `SearchError` | a search without end: a method that calls itself with the same arguments, a `while` that changes nothing that it reads. `planner.detect_loops(true)` refuses the first |
//! | `Stats` with far more backtracks than the plan has steps | the same failure is found again and again, in another order: `planner.remember(100_000)` remembers failures. Or the condition that fails belongs in front of the tasks |
//!
//! # A condition that only chooses
//!
//! A branch that is chosen and fails hides the branches after it. It is tempting to add what its tasks need to its
//! condition: `branch work if job(j) && available(_) { … }`. But the condition of a branch is checked again before each
//! action below it. The plan has its agent by then, so `available(_)` holds only if *another* agent is free, and the plan
//! fails as soon as another plan reserves the last of them. `when_planning` is a condition of the search alone:
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub struct Crew(u8);
//!
//! htn_domain! {
//!     domain ship;
//!     agent Crew;
//!     predicate crew(Crew);
//!     predicate reserved(Crew);
//!     predicate job(u8);
//!     axiom available(who: Crew) { crew(who) && !reserved(who) }
//!     internal operator reserve(who: Crew) { if !reserved(who); add reserved(who); undo free(who); }
//!     internal operator free(who: Crew) { delete reserved(who); }
//!     operator work(who: Crew, job: u8) by who { success delete job(job); }
//!     operator play_cards(who: Crew) by who {}
//!
//!     pub method duty() {
//!         branch work if job(j) && when_planning(available(_)) { see_to(j); }
//!         branch cards if crew(who) { play_cards(who); }
//!     }
//!     method see_to(job: u8) if available(who) { reserve(who); work(who, job); global_block(who); free(who); }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use ship::{Fact, Planner, State, Task};
//! let mut state = State::from_facts([Fact::Crew(Crew(1)), Fact::Crew(Crew(2)), Fact::Job(7)])?;
//! let mut planner = Planner::new();
//! let plan = planner.find(&state, &(), Task::Duty)?.expect("there is a job");
//! // The executor will check this before `work`, and not whether another agent is available.
//! assert_eq!(plan.expected(1).collect::<Vec<_>>(), ["job(j)"]);
//!
//! state.insert(Fact::Reserved(Crew(1)))?;
//! state.insert(Fact::Reserved(Crew(2)))?;
//! let plan = planner.find(&state, &(), Task::Duty)?.expect("there are cards");
//! assert_eq!(plan.tasks().next(), Some(Task::PlayCards { who: Crew(1) }));
//! # Ok(()) }
//! ```
//!
//! A condition that the plan relies on until its end stays outside, as `job(j)` does above. The reference of the language says which conditions are
//! checked again, and with which values, under *Checked again* ([`htn_domain!`](crate::htn_domain)).
//!
//! # Without the feature
//!
//! An axiom can be queried at any time: turn the suspicious condition into an axiom, and print `solutions::name(&state,
//! &game, None)`. See [`testing`](super::testing).
