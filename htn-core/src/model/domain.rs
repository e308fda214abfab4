//! The trait that `htn_domain!` implements.

use core::fmt::{Debug, Display};
use core::hash::Hash;

use arrayvec::ArrayVec;

use crate::model::term::Term;
use crate::search::host::Functions;
use crate::tables::{FactVerb, FnId, RelId, Tables, TaskId};

/// The maximum number of columns of a predicate and of parameters of a task.
pub const MAX_COLUMNS: usize = 16;

/// The columns of a fact or the arguments of a task, as words.
pub type Row = ArrayVec<u64, MAX_COLUMNS>;

/// The kind of a step: a task of the tables, or a change of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskCode {
    /// A method, an operator or a synchronisation operator.
    Task(TaskId),
    /// A statement of a body about a fact.
    Fact(FactVerb, RelId),
}

/// A domain, for code that works with any domain; names the types that belong to it.
///
/// Only `htn_domain!` implements it, for the marker type `Domain` of the module that it generates.
/// The [first page of `squad-htn`](https://docs.rs/squad-htn/latest/squad_htn/) has an example of a domain.
pub trait Domain: Copy + Eq + Hash + Debug + 'static {
    /// A hash of the domain's meaning: the same on every machine and in every build of the same source.
    ///
    /// It changes with anything that changes the meaning of the domain: items, Rust expressions, capacities, and the definitions
    /// of the domain's types that have `#[derive(Term)]`. It does not depend on doc comments, layout, the place in the source or
    /// enabled features. It does not see the bodies of functions that types and expressions call.
    ///
    /// Saves and recordings begin with it, so that data of one version of a domain is not read as data of another.
    const HASH: u64 = 0;

    /// The part of the game that Rust expressions in the domain can read; `()` for a domain without context.
    type Context<'c>: ?Sized;
    /// Facts.
    type Fact: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;
    /// Tasks.
    type Task: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;
    /// External operators with their arguments: the commands to the game.
    type Action: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;
    /// The acting characters; a type without values if the domain has none.
    type Agent: Term + PartialEq + Debug + Send + Sync + 'static;

    /// Returns the tables.
    #[doc(hidden)]
    fn tables() -> &'static Tables;
    /// Returns the Rust expressions.
    #[doc(hidden)]
    fn functions() -> &'static Functions<Self>;
    /// Converts a fact to a row.
    #[doc(hidden)]
    fn fact_to_row(fact: Self::Fact, row: &mut Row) -> RelId;
    /// Converts a row to a fact.
    #[doc(hidden)]
    fn fact_from_row(rel: RelId, row: &[u64]) -> Self::Fact;
    /// Converts a task to a row.
    #[doc(hidden)]
    fn task_to_row(task: Self::Task, row: &mut Row) -> TaskCode;
    /// Converts a row to a task. Never called with a block of a body.
    #[doc(hidden)]
    fn task_from_row(task: TaskCode, row: &[u64]) -> Self::Task;
    /// Converts a row to an action; `None` if the task is not an external operator.
    #[doc(hidden)]
    fn action_from_row(task: TaskId, row: &[u64]) -> Option<Self::Action>;

    /// Evaluates a `busy` expression that depends on the parameters alone; `None` for all other tests.
    #[doc(hidden)]
    fn busy_of(_test: FnId, _slots: &[u64]) -> Option<bool> {
        None
    }

    /// Returns the expressions that a reloaded domain may use; `None` if the macro was not configured to emit them.
    #[cfg(feature = "reload")]
    #[doc(hidden)]
    fn registry() -> Option<&'static crate::reload::Registry<Self>> {
        None
    }

    /// Describes the items of the domain with their source places; `None` if the domain is too large.
    /// `describe::Description` has an example.
    /// The [module `describe`](https://docs.rs/squad-htn/latest/squad_htn/describe/) has an example.
    #[cfg(feature = "explain")]
    fn describe() -> Option<crate::reference::describe::Description> {
        crate::reference::describe::Description::new::<Self>()
    }

    /// Returns the domain in the shape of its source; `None` if the macro was not configured to emit it.
    /// The [module `reference`](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
    #[cfg(feature = "reference")]
    fn reference() -> Option<crate::reference::ReferenceDomain<Self>> {
        None
    }
}

/// The agent type of a domain without agents. It has no values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum NoAgent {}

impl Term for NoAgent {
    const BITS: u32 = 0;
    fn to_word(self) -> u64 {
        match self {}
    }
    fn from_word(_: u64) -> Self {
        unreachable!("a domain without `agent` holds no agents")
    }
}
