//! The runtime of `squad-htn`: the facts of a domain ([`State`]), the search for plans ([`Planner`], [`Plan`]), and what
//! carries them out ([`Executor`], [`Director`]).
//!
//! A game depends on `squad-htn`, which has all of this and the macro that makes a [`Domain`] of text. Here it is for
//! those who look something up, or depend on the runtime alone. It needs `alloc` for set-up; the feature `std`, on by
//! default, adds clocks.
#![forbid(unsafe_code)]
#![no_std]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

// What the macros lower a domain to, and what they expand to calls of. It is public because both are other crates, and
// hidden because it is for nobody else: it changes without notice. A game meets it nowhere.
#[doc(hidden)]
pub mod ask;
#[doc(hidden)]
pub mod bytes;
#[doc(hidden)]
pub mod container;
#[doc(hidden)]
pub mod domain;
#[doc(hidden)]
pub mod host;
#[doc(hidden)]
pub mod identity;
#[doc(hidden)]
pub mod key;
#[doc(hidden)]
pub mod rows;
#[doc(hidden)]
pub mod schema;
#[doc(hidden)]
pub mod show;
#[doc(hidden)]
pub mod solve;
#[doc(hidden)]
pub mod tables;

pub mod save;

#[cfg(feature = "explain")]
pub mod describe;
#[cfg(feature = "explain")]
pub mod explain;
pub mod journal;
#[cfg(feature = "reference")]
pub mod reference;

#[cfg(feature = "explain")]
pub mod trace;

mod budget;
mod director;
mod error;
mod event;
mod executor;
mod headquarters;
mod iterators;
mod limits;
mod machine;
mod names;
#[doc(hidden)]
pub mod packed;
mod plan;
mod planner;
mod pool;
mod settings;
mod state;
mod stats;
mod store;
mod term;
mod words;

pub use ask::{AskError, Solutions};
pub use budget::{Budget, BudgetLeft, Spend};
pub use director::{Director, SearchSteps, Searching};
pub use domain::Domain;
pub use error::{CapacityError, SearchError};
pub use event::{
    AbandonReason, ActionId, Event, EventDetail, EventEffect, EventForm, EventKind, FailureCause,
    NoPlanReason, Outcome, PlanId, Unmet, WaitFor, Waiting,
};
pub use executor::{
    Command, Commands, Doing, Executor, FinishError, PlanStatus, PlanStep, ReplaceError, StepState,
    SubmitError,
};
#[cfg(feature = "std")]
pub use headquarters::Workers;
pub use headquarters::{Headquarters, SquadId, Usage};
pub use identity::Agents;
pub use iterators::{Actions, Bindings, Events, Nodes, Plans, Steps, Tasks};
pub use limits::{LimitKind, Limits};
pub use names::Value;
#[doc(hidden)]
pub use names::{Visible, is_invisible, named, visible};
pub use plan::{Binding, Plan, PlanView, Tree, TreeNode};
pub use planner::{Best, Planner, Progress};
#[doc(hidden)]
pub mod rows_of {
    //! What the questions of a domain are answered by.
    pub use crate::state::{Keyed, value_of};
}
pub use settings::{DirectorSettings, Policy, Repair, Retry};
pub use state::{FactChange, Facts, Rows, State, Synced};
pub use stats::Stats;
pub use term::Term;
