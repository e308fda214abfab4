//! A trace of a search: the events of Byrd's box model. With the feature `explain`.
//!
//! A box surrounds each task, method, operator, condition, body, conjunct and axiom. It is entered by `call`, left by
//! `exit` with an answer, entered again by `redo` after a later failure, and left by `fail` if there is no other
//! answer. Events contain the current bindings. The plans and their order are those of a [`Planner`](crate::Planner).
//!
//! Events go to a closure, to a [`Ring`] that keeps the last ones in a fixed amount of memory and counts the lost ones,
//! or, with the feature `tracing`, to the subscribers of the crate of that name (`Spans`).
//!
//! ```
//! use squad_htn::prelude::*;
//! use squad_htn::trace::{Ring, TraceEvent, TraceKind};
//!
//! htn_domain! {
//!     domain doors;
//!     predicate open(u8);
//!     internal operator go(door: u8) {}
//!     pub method enter() {
//!         branch through if open(door) && door > 1 { go(door); }
//!     }
//! }
//! use doors::{Domain, Fact, State, Task};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let state = State::from_facts([Fact::Open(1), Fact::Open(2)])?;
//! let mut lines = Vec::new();
//! let traced = state.trace(&(), Task::Enter, &mut |event: &TraceEvent<Domain>| {
//!     if event.kind == TraceKind::Conjunct {
//!         lines.push(format!("{:?} {} {:?}", event.port, event.name, event.bindings()));
//!     }
//! })?;
//! assert_eq!(traced.plans, [[Task::Go { door: 2 }]]);
//! assert_eq!(lines, [
//!     "Call open(door) []",
//!     "Exit open(door) [door = 1]",
//!     "Call door > 1 [door = 1]",
//!     "Fail door > 1 [door = 1]",
//!     "Redo open(door) [door = 1]",
//!     "Exit open(door) [door = 2]",
//!     "Call door > 1 [door = 2]",
//!     "Exit door > 1 [door = 2]",
//! ]);
//!
//! let mut ring = Ring::<Domain>::new(3);
//! state.trace(&(), Task::Enter, &mut ring)?;
//! assert_eq!(ring.events().last().map(TraceEvent::to_string).as_deref(), Some("exit task enter()"));
//! assert_eq!(ring.lost(), 19);
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "tracing")]
pub use htn_core::trace::Spans;
#[cfg(feature = "tracing")]
#[doc(no_inline)]
pub use htn_core::trace::tracing;
pub use htn_core::trace::{Port, Ring, Sink, TraceEvent, TraceKind, Traced};
