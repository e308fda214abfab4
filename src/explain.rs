//! Explanations of searches. With the feature `explain`.
//!
//! [`State::explain`](crate::State::explain) repeats the search of a planner and reports each task with its methods and branches in
//! order: the chosen one with its bindings and the alternatives, and the reason for each other one.
//! [`State::why_not`](crate::State::why_not) answers the most frequent question: why was a certain branch not chosen?
//!
//! ```
//! use squad_htn::explain::given;
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! enum Who { Ash, Beck, Ivo }
//! use Who::*;
//!
//! struct Street([f32; 3]);
//! impl Street {
//!     fn distance(&self, a: Who, b: Who) -> f32 { (self.0[a as usize] - self.0[b as usize]).abs() }
//! }
//!
//! htn_domain! {
//!     domain arrest(street: &Street);
//!     agent Who;
//!     predicate officer(Who);
//!     predicate surrendered(Who);
//!     predicate reserved(Who);
//!     operator cuff(who: Who, target: Who) by who {}
//!     pub method restrain() {
//!         branch nearest
//!             if surrendered(target) && officer(who) && !reserved(who)
//!                 && street.distance(who, target) < 30.0
//!             sort by street.distance(who, target)
//!         { cuff(who, target); }
//!     }
//! }
//! use arrest::{Fact, State, Task};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let street = Street([0.0, 10.0, 45.5]);
//! let mut state = State::from_facts([Fact::Officer(Ash), Fact::Officer(Beck), Fact::Surrendered(Ivo)])?;
//!
//! // restrain(): no plan (src/arrest.rs)
//! //   branch nearest (line 24): `street.distance(who, target) < 30.0` (line 26) did not hold for any of 2 candidates, …
//! let why = state.explain(&street, Task::Restrain)?;
//! assert!(why.to_string().ends_with(
//!     "did not hold for any of 2 candidates, \
//!      the nearest miss target = Ivo, who = Beck: the sides are 35.5 and 30.0\n"
//! ));
//! let names = |value: squad_htn::Value<'_>| value.get("Who").map(|who: Who| format!("Officer {who:?}"));
//! assert!(why.with_names(&names).to_string().contains("who = Officer Beck: the sides are"));
//!
//! state.insert(Fact::Reserved(Ash))?;
//! let why = state.why_not(&street, Task::Restrain, "nearest", [given("who", Ash)])?;
//! // nearest with who = Ash: `!reserved(who)` (line 25) did not hold for target = Ivo: reserved(Ash) holds
//! assert!(why.to_string().ends_with("did not hold for target = Ivo: reserved(Ash) holds"));
//! # Ok(())
//! # }
//! ```
//!
//! # How to read it
//!
//! `{}` prints a short explanation, `{:#}` a detailed one: why an axiom fails, block by block; each side of `||`; the
//! exception of a `forall`. A conjunct is quoted as written, with its line. Values print as their `Debug` does, or by
//! the closure passed to [`with_names`](Explanation::with_names). [`lines`](Explanation::lines) returns the text line
//! by line with the subject of each line, for tools that draw it.
//!
//! | text | meaning |
//! |---|---|
//! | `` `c` did not hold for any of 12 candidates, the nearest miss … `` | the conjuncts before `c` had 12 solutions, and `c` held for none of them; for a comparison the text names the solution that came nearest, otherwise the first one |
//! | `x holds` | `c` is a negation, and the fact `x` exists |
//! | `held 3 times, but its body failed` | the condition has solutions; for the first ones and the last one that were tried, the explanation shows how far the body succeeded, and the failure there |
//! | `not evaluated, since b held` | branches are if, else if, else: a branch whose condition holds hides the later ones, even if its body fails |
//! | `chosen with …`, `rather than …` | this solution is in the plan; the others come later in the order of the sort key |
//! | `failed before it with …` | the solutions that were tried first, and failed |
//! | `refused as a loop` | the planner detects loops, and the same task with the same arguments and facts is open above |
//! | `no answer, …` | the search ends with this error, as a planner's search does: a predicate is full, or a director's limit is reached |
//! | `not known, …`, `not known: … did not end within the bound` | the explanation reached one of its own bounds; a planner may find an answer |
//! | `cut here` | there was more to report, or it is nested more deeply; the last line gives the number of omitted parts. See [`Explainer`] for the bounds |
//!
//! `why_not` evaluates the condition of the branch as the search does and looks for the given values among its solutions. So
//! it agrees with the planner about `first`, `sort by` and the `else` of an axiom: if these choose other values, the answer is
//! [`Answer::OtherSolutions`] or [`Answer::EarlierSolution`]. If it cannot decide, the answer is [`Answer::Stopped`] with the part of
//! the search that stops.
//!
//! # As data
//!
//! Tools read the tree of an [`Explanation`], and the [answers](Answer) of a [`WhyNot`]. An [`Explainer`] has bounds for both.
//!
//! ```
//! use squad_htn::explain::{Answer, ExplainError, Explainer, Found, given};
//! use squad_htn::prelude::*;
//!
//! htn_domain! {
//!     domain camp;
//!     predicate tent(u8) [8];
//!     operator sleep(tent: u8) {}
//!     pub method rest() { branch in_a_tent if tent(t) && t > 2 sort by t { sleep(t); } }
//! }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use camp::{Fact, State, Task};
//!
//! let mut state = State::from_facts([Fact::Tent(1), Fact::Tent(2)])?;
//! let why = Explainer::new(&state, &()).nodes(1_000).deepest(8).explain(Task::Rest)?;
//! assert!(matches!(why.found, Found::NoPlan));
//! // The task, its methods, their branches.
//! let branch = &why.task.ways[0].branches[0];
//! assert_eq!((branch.name, why.branches[0].tried, why.branches[0].held), ("in_a_tent", 1, 0));
//! // The text as lines with their subjects.
//! assert!(why.lines(false, None).len() > 1);
//!
//! state.insert(Fact::Tent(3))?;
//! state.insert(Fact::Tent(4))?;
//! let why = state.why_not(&(), Task::Rest, "in_a_tent", [given("t", 3_u8)])?;
//! assert!(matches!(why.answers[..], [Answer::Taken]));
//! let why = state.why_not(&(), Task::Rest, "in_a_tent", [given("t", 4_u8)])?;
//! assert!(!matches!(why.answers[..], [Answer::Taken]), "tent 3 comes first");
//!
//! let error = state.why_not(&(), Task::Rest, "outside", []).err();
//! assert!(matches!(error, Some(ExplainError::NoSuchBranch { there_are, .. }) if there_are == ["in_a_tent"]));
//! # Ok(())
//! # }
//! ```
//!
//! # A squad that does nothing, a plan that was given up
//!
//! [`Director::explain`](crate::Director::explain) explains the search for the director's own task that it would begin now: with its limits, its policy and its check for
//! loops. A [`FailureLog`] is given the events of each tick, and where a plan was abandoned it has
//! the chain: what failed, the tasks that were to be planned again, from below upwards, and why there was no plan for each of them.
//!
//! ```
//! # use squad_htn::prelude::*;
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! # struct Man(u8);
//! # htn_domain! {
//! #     domain way;
//! #     agent Man;
//! #     predicate man(Man);
//! #     predicate key(Man);
//! #     operator open(who: Man) by who {}
//! #     pub method go() { branch by_key if man(who) && key(who) { open(who); } }
//! # }
//! # use way::{Director, Fact, Task};
//! use squad_htn::explain::FailureLog;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut director = Director::new(Task::Go);
//! # director.state_mut().insert(Fact::Man(Man(1)))?;
//! # director.state_mut().insert(Fact::Key(Man(1)))?;
//! # let game = ();
//! let mut text = String::new();
//! let mut log = FailureLog::new();
//! # for _ in 0..9 {
//! // In each frame:
//! for command in director.tick(&game, Budget::unlimited()) {
//!     // …
//! #   let Command::Start { id, .. } = command else { continue };
//! #   director.finish(id, Outcome::Failure)?;
//! #   director.state_mut().remove(Fact::Key(Man(1)));
//! }
//! for lost in log.watch(director.events()) {
//!     println!("{lost}");
//! #   text += &lost.to_string();
//!     for why in lost.explain(&director, &game)? {
//!         println!("{why}");
//! #       text += &why.to_string();
//!     }
//! }
//! # }
//! assert!(text.contains("failed at open(Man(1))") && text.contains("there is no fact key"), "{text}");
//! # Ok(())
//! # }
//! ```
//!
//! # Cost
//!
//! Planning is not affected: explanations use a separate search. The naive interpreter that defines the language
//! ([`reference`](crate::reference)) repeats it, which is hundreds of times as slow; use it for tests, tools, and a key
//! in a debug build. The feature adds the rows of the domain in the shape of its source, with texts and lines, to the
//! program. The recursion, the work and the stack of the interpreter are bounded
//! ([`Bounds`](crate::reference::Bounds)), so that the explanation of an endless search ends. It fits on a thread with
//! a stack of 1 MiB, also without optimisation.

pub use htn_core::explain::*;
