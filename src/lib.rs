//! Hierarchical planning (HTN) and coordinated execution for squads of game characters.
//!
//! [`htn_domain!`] compiles a planning domain, written inline in Rust, to functions and static tables. The domain's module
//! has the types that a game uses; they are aliases of the types below. One planner plans for the whole squad, a slice of
//! each frame, and an executor runs the plans, several at once.
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub struct Guard(u8);
//!
//! htn_domain! {
//!     pub domain watch;
//!     agent Guard;
//!     predicate on_duty(Guard) [4];
//!     predicate alarm();
//!
//!     operator ring(who: Guard) by who { success delete alarm(); }
//!     operator patrol(who: Guard) by who {}
//!
//!     pub method guard() {
//!         branch alarmed if alarm() && on_duty(who) { ring(who); }
//!         branch quiet if on_duty(who) { patrol(who); }
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use watch::{Action, Director, Fact, Task};
//!
//! let mut director = Director::new(Task::Guard);
//! director.state_mut().insert(Fact::OnDuty(Guard(1)))?;
//! director.state_mut().insert(Fact::Alarm)?;
//! let started: Vec<Action> = (director.tick(&(), Budget::unlimited()))
//!     .filter_map(|command| match command {
//!         Command::Start { action, .. } => Some(action),
//!         Command::Stop { .. } => None,
//!     })
//!     .collect();
//! assert_eq!(started, []); // the plan is found at the end of the first tick
//! let command = director.tick(&(), Budget::unlimited()).next();
//! assert!(matches!(command, Some(Command::Start { action: Action::Ring { .. }, .. })));
//! # Ok(())
//! # }
//! ```
//!
//! # Map
//!
//! | to | use |
//! |---|---|
//! | write a domain | [`htn_domain!`], whose documentation is the language reference; [`htn_part!`] for parts that domains share; [`Term`](trait@Term) for the types of its columns |
//! | hold facts | [`State`], [`Facts`], [`Rows`], [`CapacityError`] |
//! | search for a plan | [`Planner`], [`Budget`], [`Progress`], [`Limits`], [`Stats`], [`SearchError`] |
//! | read a plan | [`Plan`], [`PlanView`], [`Tree`]; [`PlanTools`] for schedules and distances |
//! | execute plans | [`Executor`], [`Command`], [`Outcome`], [`PlanStatus`], [`AgentActivity`] |
//! | do all of it for one squad | [`Director`], [`DirectorSettings`], [`Policy`], [`Repair`], [`Event`] |
//! | share planners and time among squads | [`SquadScheduler`], [`SquadId`] |
//! | record who knows what, and how certain it is | [`Beliefs`] |
//! | save, load, record and replay | [`save`], [`journal`] |
//! | halt a squad when something happens, and step it | [`Break`], [`Halt`], [`DebugStep`], [`BreakError`] |
//! | find out why | the modules `explain`, `trace` and `describe`, with the feature `explain` |
//!
//! # Guide
//!
//! - Start: [a tutorial](_guide::tutorial), [glossary](_guide::glossary), [patterns](_guide::patterns), [Bevy](_guide::bevy)
//! - Solve problems: [my domain finds no plan](_guide::no_plan), [my agents stand around](_guide::standing_around),
//!   [watch and halt squads](_guide::breakpoints),
//!   [how to test a domain](_guide::testing), [the command line](_guide::command_line), [editors](_guide::editor)
//! - Work on domains: [reloading](_guide::reloading)
//! - Keep missions: [saving and loading](_guide::saving), [replays](_guide::replaying)
//! - Published systems: [Unreal Tournament's domination](_guide::domination), [TMK](_guide::tmk), [F.E.A.R.'s
//!   goals](_guide::goals), [Killzone's beliefs](_guide::beliefs), [Full Spectrum Command's matrix](_guide::matrix), [Left
//!   Alive's repairs](_guide::left_alive)
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![no_std]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;

// Documentation only: a program that uses this crate is built without it.
#[cfg(any(doc, doctest))]
pub mod _guide;
#[cfg(feature = "explain")]
pub mod describe;
#[cfg(feature = "explain")]
pub mod explain;
#[cfg(feature = "reference")]
pub mod reference;
#[cfg(feature = "reload")]
pub mod reload;
#[cfg(feature = "explain")]
pub mod trace;
// The documentation that editors display. A program is built without it.
#[cfg(any(rust_analyzer, doctest))]
#[doc(hidden)]
#[allow(non_upper_case_globals, missing_docs, missing_debug_implementations)]
pub mod words;

#[cfg(feature = "std")]
pub use htn_core::Workers;
pub use htn_core::journal;
pub use htn_core::save;
pub use htn_core::{
    AbandonReason, ActionId, Actions, AgentActivity, Agents, AskError, Best, Binding, Bindings,
    Break, BreakError, BreakId, Budget, BudgetLeft, CapacityError, Command, Commands, DebugStep,
    Director, DirectorSettings, Domain, Event, EventForm, Events, Executor, FactChange, Facts,
    FailureCause, FinishError, Halt, IntoBudget, LimitKind, Limits, MemoError, NoPlanReason, Nodes,
    Outcome, Plan, PlanId, PlanStatus, PlanStep, PlanView, Planner, Plans, Policy, Progress,
    Repair, ReplaceError, Retry, Rows, SearchError, SearchSteps, Searching, Solutions, SquadId,
    SquadScheduler, State, Stats, StepState, Steps, SubmitError, Synced, Tasks, Term, Tree,
    TreeNode, Unmet, Usage, Value, WaitFor, Waiting,
};
pub use htn_macros::{Term, htn_domain, htn_part};
pub use htn_tools::{
    Beliefs, BeliefsFull, Claim, Heard, Matrix, MatrixCell, MatrixEntry, MatrixError, PlanDistance,
    PlanTools, PlannerTools, Portfolio, Schedule, ScheduleError, ScheduledStep, decay,
};

/// The names that most programs need. It leaves out the types that a domain's module has under the same names (`State`,
/// `Planner`, `Plan`, `Executor`, `Director`), so that `use my_domain::*` works beside it.
pub mod prelude {
    #[doc(no_inline)]
    pub use crate::{
        AbandonReason, ActionId, Best, Budget, CapacityError, Command, DirectorSettings, Event,
        FailureCause, Limits, NoPlanReason, Outcome, PlanId, PlanTools, PlannerTools, Policy,
        Progress, Repair, Retry, SearchError, Stats, StepState, Term, WaitFor, htn_domain,
        htn_part,
    };
}

/// Expands to its input if this crate has the feature `serde`.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __if_serde {
    ($($saves:tt)*) => { $($saves)* };
}

/// Expands to nothing without the feature `serde`.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __if_serde {
    ($($saves:tt)*) => {};
}

#[doc(hidden)]
pub use htn_core::__director_settings;

/// The interface of code that the macros emit. It changes with each version, so its name carries the version of this crate.
#[doc(hidden)]
pub mod __private_0_1_0 {
    pub use crate::__if_serde as if_serde;
    #[cfg(any(rust_analyzer, doctest))]
    pub use crate::words;
    // Emitted code names primitive types by path, since a game may have types with their names.
    pub use core::primitive::{bool, f32, str, u16, u32, u64, usize};
    pub use htn_core::domain::{Domain, NoAgent, Row, TaskCode};
    pub use htn_core::host::{
        FactReader, Functions, Game, Layout, PolledWord, Store, ask, ask_into, write,
    };
    pub use htn_core::key::{
        NumberRange, SortKey, fold_max, fold_min, fold_sum, is_count, key_words,
    };
    pub use htn_core::packed::{must_fit, put, take};
    pub use htn_core::query::{AxiomQuery, QueryDomain};
    #[cfg(feature = "reference")]
    pub use htn_core::reference;
    #[cfg(feature = "reload")]
    pub use htn_core::reload;
    pub use htn_core::rows_of::Keyed;
    pub use htn_core::save::hash;
    #[cfg(feature = "serde")]
    pub use htn_core::save::terms as saving;
    pub use htn_core::show::{Codec, codec};
    pub use htn_core::solve::{ConditionAnswer, ItemSink, Workspace};
    /// The names that emitted conditions and operators use without a path.
    pub mod conditions {
        pub use core::option::Option::{self, Some};
        pub use core::primitive::{bool, u64, usize};
        pub use htn_core::host::{FactReader, Functions, Store, write};
        pub use htn_core::solve::ConditionAnswer::{self, Full, Last, No, Paused, Yes};
        pub use htn_core::solve::Workspace;
        pub use htn_core::tables::Parts;
        // Short names, with which the signature of a condition fits on one line.
        pub use htn_core::solve::ConditionAnswer as Found;
        pub type Facts<'f> = &'f Store;
        pub type Slots<'s> = &'s mut [u64];
        pub type Work<'q> = &'q mut Workspace;
    }
    /// The names that emitted tables use without a path.
    pub mod rows {
        pub use core::option::Option::{None, Some};
        pub use core::primitive::{u8, usize};
        pub use htn_core::tables::*;
    }
    pub use htn_core::tables;
    pub use htn_core::tables::{RelId, Tables, TaskId};
    pub use htn_core::{
        __domain_answers as domain_answers, __domain_mentions as domain_mentions,
        __domain_queries as domain_queries, __domain_rows as domain_rows,
        __domain_types as domain_types, __domain_values as domain_values, Term,
    };
}
