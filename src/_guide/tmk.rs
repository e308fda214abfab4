//! From TMK: returned values, `if`, `while`, `for`, assignment, preconditions.
//!
//! TMK (task, method, knowledge) describes behaviour as programs do: tasks call tasks, with loops, conditions, variables and
//! returned values, down to leaves that are done. Hoang, Lee-Urban and Muñoz-Avila (*Hierarchical Plan Representations for
//! Encoding Strategic Game AI*) show that all of it can be said in an HTN, and have a table of how. The language of this crate
//! has most of the constructs themselves, and the ways of the table work as well:
//!
//! | TMK | the table: in an HTN | here |
//! |---|---|---|
//! | return values of functions | an unbound variable as parameter, bound by the preconditions of the subtask | a method with `-> Type`; an axiom with an open parameter, if no step is needed |
//! | if-then-else | a method's pairs of preconditions and subtasks | `if` in a body, or branches |
//! | iterations (while) | recursion | `while` in a body, or recursion |
//! | iterations (for) | change to while, recursion | `for` in a body, or recursion |
//! | assignment (set) | split into a new method and pass in the evaluated value | `let` with a new name; a parameter; a fact with `=>` |
//! | tasks have preconditions | add preconditions to methods | the condition of a method, the `if` of an operator |
//!
//! `cargo run --example tmk` shows each row: the text of TMK (figures 8 to 10 of the paper), ours in both ways, and the plan. An
//! interpreter of TMK reads the same texts and judges: over random knowledge, the actions of the plan are those of TMK's run, there
//! is no second plan, and none where TMK's task fails.
//!
//! # All of it at once
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! htn_domain! {
//!     domain domination;
//!     predicate point(u8) [8];
//!     predicate owned(u8) [8];
//!     predicate bots(=> u32);
//!     predicate enemies(=> u32);
//!
//!     operator capture(point: u8) { add owned(point); }
//!     operator patrol(rounds: u32) {}
//!     operator fall_back() {}
//!     operator shoot() { if enemies(n) && n > 0; add enemies(n - 1); }
//!
//!     /// boolean function; `let` takes what it returns
//!     pub method play() {
//!         let strong = outnumber();
//!         if strong { hold(); } else { fall_back(); }
//!     }
//!     method outnumber() -> bool if bots(ours) && enemies(theirs) { return ours > theirs; }
//!
//!     /// the task's precondition: there is a point
//!     method hold() if point(_) {
//!         for point(p) && !owned(p) { capture(p); }       // for each
//!         while enemies(n) && n > 0 { shoot(); }          // while
//!         let rounds: u32 = sum(1; owned(_));             // assignment
//!         patrol(rounds + 1);
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use domination::{Fact, Planner, State, Task};
//! let facts = [Fact::Point(1), Fact::Point(2), Fact::Owned(1), Fact::Bots(3), Fact::Enemies(2)];
//! let mut state = State::from_facts(facts)?;
//! let mut planner = Planner::new();
//! let mut play = |state: &State| -> Result<String, SearchError> {
//!     let plan = planner.find(state, &(), Task::Play)?;
//!     Ok(plan.map_or("no plan".into(), |plan| plan.tasks().map(|step| step.to_string() + " ").collect()))
//! };
//! assert_eq!(play(&state)?, "capture(2) shoot() shoot() patrol(3) ");
//!
//! state.insert(Fact::Enemies(3))?;
//! assert_eq!(play(&state)?, "fall_back() ");
//! state.remove(Fact::Enemies(3));
//! assert_eq!(play(&state)?, "no plan");       // the function returns nothing
//! # Ok(()) }
//! ```
//!
//! # Differences
//!
//! * **TMK executes, a planner searches.** TMK evaluates a condition once. Here a condition has solutions, and if the
//!   first one fails the next is tried, in `if` and `while`, too. This is usually intended; to use only the first one,
//!   write `first(…)`.
//! * **A task that only looks something up is an axiom.** An axiom can be used in a condition, `while own_all_points()
//!   { … }`. A method cannot: it may have steps.
//! * **`for` iterates over the solutions at its start.** A loop of TMK or C evaluates its condition in each iteration.
//!   If the body changes the bound of the loop, count in a parameter:
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! htn_domain! {
//!     domain volley;
//!     predicate grenades(=> u32);
//!     operator throw(number: u32) { if grenades(n) && n > 0; add grenades(n - 1); }
//!
//!     pub method all_there_were() { for grenades(n) && let number: u32 in 0..n { throw(number); } }
//!     pub method as_long_as_it_is_less() { throw_from(0); }
//!     method throw_from(number: u32) {
//!         branch again if grenades(n) && number < n { throw(number); throw_from(number + 1); }
//!         branch done {}
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use volley::{Fact, Planner, State, Task};
//! let state = State::from_facts([Fact::Grenades(4)])?;
//! let mut planner = Planner::new();
//! let mut thrown = |task| planner.find(&state, &(), task).unwrap().map_or(0, |plan| plan.len());
//! assert_eq!(thrown(Task::AllThereWere), 4);
//! assert_eq!(thrown(Task::AsLongAsItIsLess), 2);
//! # Ok(()) }
//! ```
//!
//! * **A `let` is never assigned again.** A new value has a new name. A variable that changes in a loop is a parameter
//!   of a method that calls itself; a value that outlives the task is a fact: `predicate wave(=> u32);` and `add wave(n
//!   + 1);`.
//! * **A loop without an end** reaches `Limits::depth` and is an error value.
