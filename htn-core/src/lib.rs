//! The runtime of `squad-htn`: the facts of a domain ([`State`]), the search for plans ([`Planner`], [`Plan`]), and the
//! execution of plans ([`Executor`], [`Director`]).
//!
//! A game depends on `squad-htn`, which exports all of this together with the macro that defines a [`Domain`]. Depend on
//! this crate only for tools that need no macro. It needs `alloc` for set-up; the feature `std`, on by default, adds
//! clocks.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![no_std]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod exec;
mod model;
mod persist;
#[cfg(feature = "reference")]
pub mod reference;
#[cfg(feature = "reload")]
pub mod reload;
mod search;
mod squads;
mod store;
#[doc(hidden)]
pub mod tables;

// The interface of emitted code and of the other crates of this workspace. It may change in any version.
#[doc(hidden)]
pub use model::{bytes, domain, identity, key, show};
#[doc(hidden)]
pub use persist::{container, schema};
#[doc(hidden)]
pub use search::{host, query, solve};
#[doc(hidden)]
pub use tables::packed;

pub use persist::{journal, save};
#[cfg(feature = "explain")]
#[doc(inline)]
pub use reference::{describe, explain, trace};

pub use exec::{
    AgentActivity, Command, Commands, Executor, FinishError, PlanStatus, PlanStep, ReplaceError,
    StepState, SubmitError,
};
pub use model::budget::{Budget, BudgetLeft, IntoBudget};
pub use model::domain::Domain;
pub use model::error::{CapacityError, MemoError, SearchError};
pub use model::event::{
    AbandonReason, ActionId, Event, EventDetail, EventEffect, EventForm, EventKind, FailureCause,
    NoPlanReason, Outcome, PlanId, Unmet, WaitFor, Waiting,
};
pub use model::identity::Agents;
pub use model::iterators::{Actions, Bindings, Events, Nodes, Plans, Steps, Tasks};
pub use model::limits::{LimitKind, Limits};
pub use model::names::Value;
#[doc(hidden)]
pub use model::names::{Visible, is_invisible, named, visible};
pub use model::plan::{Binding, Plan, PlanView, Tree, TreeNode};
pub use search::planner::{Best, Planner, Progress};
pub use search::query::{AskError, Solutions};
pub use squads::director::{
    Break, BreakError, BreakId, DebugStep, Director, Halt, SearchSteps, Searching,
};
#[cfg(feature = "std")]
pub use squads::scheduler::parallel::Workers;
pub use squads::scheduler::{SquadId, SquadScheduler, Usage};
#[doc(hidden)]
pub mod rows_of {
    //! The functions that emitted queries of facts call.
    pub use crate::store::state::{Keyed, value_of};
}
pub use model::settings::{DirectorSettings, Policy, Repair, Retry};
pub use model::stats::Stats;
pub use model::term::Term;
pub use store::state::{FactChange, Facts, Rows, State, Synced};
