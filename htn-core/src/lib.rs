//! The runtime of `squad-htn`.
#![forbid(unsafe_code)]
#![no_std]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod domain;
pub mod facts;
pub mod host;
pub mod key;
pub mod rows;
pub mod show;
pub mod solve;
pub mod tables;

mod budget;
mod director;
mod error;
mod event;
mod executor;
mod limits;
mod machine;
mod plan;
mod planner;
mod pool;
mod state;
mod stats;
mod store;
mod term;
mod words;

pub use budget::Budget;
pub use director::{Director, Policy, Repair};
pub use domain::Domain;
pub use error::{PlannerFull, StateFull, What};
pub use event::{ActionId, Event, Outcome, PlanId, Reason, Until, Waiting, Why};
pub use executor::{
    Command, Commands, Executor, ExecutorFull, FinishError, PlanStatus, ReplaceError,
};
pub use limits::Limits;
pub use plan::{Binding, Plan, Tree, TreeNode};
pub use planner::{Best, Planner, Progress};
pub use state::{Facts, State};
pub use stats::Stats;
pub use term::Term;
