//! What `htn_domain!` implements.

use core::fmt::{Debug, Display};
use core::hash::Hash;

use arrayvec::ArrayVec;

use crate::model::term::Term;
use crate::search::host::Functions;
use crate::tables::{FnId, RelId, Tables, TaskId};

/// The most columns a predicate, and parameters a task, can have.
pub const MAX_COLUMNS: usize = 16;

/// The values of a fact or of a task's arguments, as words.
pub type Row = ArrayVec<u64, MAX_COLUMNS>;

/// A task as the tables know it: what a step of a plan is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskCode {
    /// A method, an operator or a synchronisation operator.
    Task(TaskId),
    /// `add` in a body.
    Add(RelId),
    /// `delete` in a body.
    Delete(RelId),
}

/// A domain. `htn_domain!` implements it for the marker type `Domain` of the module it makes, and nobody else does: it is
/// there for code that works with any domain, and names the types that belong to one.
pub trait Domain: Copy + Eq + Hash + Debug + 'static {
    /// What the domain is, in one number: the same on every machine and in every build of the same source. Whatever changes what
    /// a domain means changes it: its items, its Rust expressions, its capacities, the definitions of those of its types that
    /// have `#[derive(Term)]`. Doc comments and layout do not, nor where it stands, nor what features are on. What its types and
    /// expressions call in turn is not known to it.
    ///
    /// Saves and recordings have it in front: what was written by another version of a domain is not read as if it were this
    /// one.
    const HASH: u64 = 0;

    /// What Rust expressions in the domain see of the game; `()` for a domain without context.
    type Context<'c>: ?Sized;
    /// Facts.
    type Fact: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;
    /// Tasks.
    type Task: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;
    /// What the game is told to do.
    type Action: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;
    /// Those who act; a type without values for a domain without them.
    type Agent: Term + PartialEq + Debug + Send + Sync + 'static;

    /// The tables.
    #[doc(hidden)]
    fn tables() -> &'static Tables;
    /// The Rust expressions.
    #[doc(hidden)]
    fn functions() -> &'static Functions<Self>;
    /// A fact as a row.
    #[doc(hidden)]
    fn fact_to_row(fact: Self::Fact, row: &mut Row) -> RelId;
    /// A row as a fact.
    #[doc(hidden)]
    fn fact_from_row(rel: RelId, row: &[u64]) -> Self::Fact;
    /// A task as a row.
    #[doc(hidden)]
    fn task_to_row(task: Self::Task, row: &mut Row) -> TaskCode;
    /// A row as a task; never called with a block of a body.
    #[doc(hidden)]
    fn task_from_row(task: TaskCode, row: &[u64]) -> Self::Task;
    /// A row as an action; `None` where the task is not an external operator.
    #[doc(hidden)]
    fn action_from_row(task: TaskId, row: &[u64]) -> Option<Self::Action>;

    /// The value of a `busy` expression that needs nothing but the parameters; `None` for all other tests.
    #[doc(hidden)]
    fn busy_of(_test: FnId, _slots: &[u64]) -> Option<bool> {
        None
    }

    /// What is in the domain, as it is written, and where; `None` where it is too large for that.
    #[cfg(feature = "explain")]
    fn describe() -> Option<crate::reference::describe::Description> {
        crate::reference::describe::Description::new::<Self>()
    }

    /// The domain in the shape of its source; `None` where the macro was not asked for it.
    #[cfg(feature = "reference")]
    fn reference() -> Option<crate::reference::ReferenceDomain<Self>> {
        None
    }
}

/// The agent type of a domain without agents: there are none.
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
