//! The reference interpreter: a naive search that defines the plans of a domain and their order. With the feature
//! `reference`.
//!
//! It allocates, recurs and copies the facts for each step, so games do not plan with it. Tests compare the plans of a
//! [`Planner`](crate::Planner) with its plans, and [`explain`](crate::State::explain) reads its search.
//!
//! ```
//! use squad_htn::prelude::*;
//! use squad_htn::Domain as _;
//! use squad_htn::reference::{Bounds, Compiled, Interpreter};
//!
//! htn_domain! {
//!     domain doors;
//!     predicate open(u8) [8];
//!     operator go(door: u8) {}
//!     pub method enter() {
//!         branch through if open(door) { go(door); }
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use doors::{Domain, Fact, State, Task};
//!
//! let reference = Domain::reference().ok_or("the feature `reference` is off")?;
//! let expressions = Compiled { expressions: reference.expressions, context: &() };
//! let bounds = Bounds { length: 100, ..Bounds::default() };
//! let interpreter = Interpreter::new(reference.rows, &expressions).within(bounds);
//!
//! let state = State::from_facts([Fact::Open(3), Fact::Open(1)])?;
//! let facts = reference.facts(state.facts()).map_err(|error| error.message(reference.rows))?;
//! let task = reference.call(Task::Enter).ok_or("`enter` is a step, not a task")?;
//!
//! let mut plans = interpreter.plans(facts, &[task]);
//! let first = plans.next().ok_or("no plan")?.map_err(|error| error.message(reference.rows))?;
//! let first: Vec<Task> = first.iter().map(|step| reference.task(step)).collect();
//! assert_eq!(first, [Task::Go { door: 3 }]);
//! # Ok(())
//! # }
//! ```

pub use htn_core::reference::{
    Bounds, Compiled, Error, FactSets, Interpreter, PlanIter, ReferenceDomain, ReferenceStep,
    TaskCall,
};
// For tests of the interpreter, and for emitted code.
#[doc(hidden)]
pub use htn_core::reference::*;
