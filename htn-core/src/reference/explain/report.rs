//! An explanation as data.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::model::domain::Domain;
use crate::model::error::SearchError;
use crate::model::plan::Binding;

/// Why a search for a task came out as it did. It prints as text: with `{}` in short, with `{:#}` with the axioms opened.
///
/// The module [`explain`](https://docs.rs/squad-htn/latest/squad_htn/explain/) of `squad-htn` has an example, as text and
/// as a tree.
pub struct Explanation<D: Domain> {
    /// The result of the search.
    pub found: Found<D>,
    /// The difference between the search that found it and the reports below. `None` if they are of one search. Only
    /// [`Director::explain`](crate::Director::explain) has both: a planner's search, and the reports.
    pub differs: Option<String>,
    /// The requested task, and everything below it.
    pub task: TaskReport<D>,
    /// The number of tasks, methods, branches and bodies that were omitted because of limits; 0 if the report is complete.
    pub left_out: u64,
    /// Counts for each branch that was tried, in source order. Never truncated.
    pub branches: Vec<BranchCount>,
    /// The file that the domain is written in.
    pub file: &'static str,
}

/// The counts of one branch of a method. It is part of an [`Explanation`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchCount {
    /// The name of the task.
    pub task: &'static str,
    /// The index of the method among those of the same name.
    pub method: usize,
    /// The index of the branch in the method.
    pub branch: usize,
    /// The number of evaluations of its condition.
    pub tried: u64,
    /// The number of evaluations with a solution.
    pub held: u64,
    /// The number of its uses in the plan.
    pub taken: u64,
}

/// The result of a search. It is part of an [`Explanation`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
#[non_exhaustive]
pub enum Found<D: Domain> {
    /// A plan: its steps.
    Plan(Vec<D::Task>),
    /// No plan exists.
    NoPlan,
    /// The search ended with this error, as that of a planner does.
    Error(SearchError),
    /// The search stopped early for this reason; the report covers its part.
    Unknown(String),
}

/// The outcome of a task or a body. It is part of a [`TaskReport`] in an [`Explanation`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It is part of the plan.
    Done,
    /// It failed.
    Failed,
    /// The search ended inside of it.
    Unfinished,
}

/// Why something is left out of an explanation. It is part of an [`Explanation`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// It is below the maximum depth of the report.
    TooDeep,
    /// There are more boxes than are kept.
    TooMany,
}

/// A task that was tried. It is part of an [`Explanation`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
pub struct TaskReport<D: Domain> {
    /// The task.
    pub task: D::Task,
    /// Its outcome.
    pub end: End,
    /// The reason why its contents are incomplete; `None` if they are complete.
    pub cut: Option<Cut>,
    /// The methods or operators that were tried, in order.
    pub ways: Vec<WayReport<D>>,
    /// Methods or operators of that name that were not tried.
    pub not_tried: usize,
}

/// A method or an operator that was tried. It is part of an [`Explanation`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
pub struct WayReport<D: Domain> {
    /// The index among those of the same name.
    pub number: usize,
    /// True for an operator, false for a method.
    pub operator: bool,
    /// The file that it is written in.
    pub file: &'static str,
    /// Its line; 0 if unknown.
    pub line: u32,
    /// Its branches, in order. For an operator its precondition, and its `while`.
    pub branches: Vec<BranchReport<D>>,
    /// Of an operator: why its effects failed, if they did.
    pub refusal: Option<Refusal<D>>,
}

/// Why the effects of an operator, or a statement about a fact, failed. It is part of an [`Explanation`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Refusal<D: Domain> {
    /// They would delete a protected fact.
    Protected {
        /// The fact.
        fact: D::Fact,
        /// The line of its `protect`; 0 if unknown.
        line: u32,
    },
    /// The fact to be protected is absent.
    Absent {
        /// The fact.
        fact: D::Fact,
    },
}

/// A branch, a block of a body, or a precondition. It is part of an [`Explanation`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
pub struct BranchReport<D: Domain> {
    /// Of a branch its name, of a block `if`, `while` or `for`, of an operator `if` or `while`; empty for a branch without a name.
    pub name: &'static str,
    /// Its line; 0 if unknown.
    pub line: u32,
    /// Its outcome.
    pub verdict: Verdict<D>,
}

/// The outcome of a branch. It is part of the tree of an [`Explanation`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
pub enum Verdict<D: Domain> {
    /// It is part of the plan.
    Chosen {
        /// The chosen bindings; several for a loop.
        rounds: Vec<Attempt<D>>,
        /// Earlier bindings whose body failed.
        before: Vec<Attempt<D>>,
        /// The text of `sort by`; empty if absent.
        sort: &'static str,
        /// Other bindings that hold, in their order.
        runners_up: Vec<RunnerUp>,
        /// The number of solutions that were computed.
        solutions: usize,
    },
    /// Its condition holds, but its body failed for all solutions.
    BodyFailed {
        /// The bindings that were tried: the first ones and the last one.
        attempts: Vec<Attempt<D>>,
        /// The number of solutions.
        solutions: usize,
    },
    /// Its condition does not hold.
    Failed(Reason<D>),
    /// Its condition does not hold for an unknown reason.
    Unclear,
    /// It was not evaluated, because an earlier branch held.
    NotLookedAt {
        /// The one that held.
        held: &'static str,
    },
    /// The search ended here.
    Unfinished,
}

/// A body that was tried for one solution of its condition. It is part of the tree of an [`Explanation`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
pub struct Attempt<D: Domain> {
    /// Its outcome.
    pub end: End,
    /// The bound variables.
    pub bindings: Vec<Binding>,
    /// The printed sort key; empty without `sort by`.
    pub key: String,
    /// The parts of the body: all if it completed, else up to its furthest point.
    pub parts: Vec<Part<D>>,
    /// The statement at its furthest point, with its line; `None` if it completed.
    pub stopped: Option<(String, u32)>,
}

impl<D: Domain> Attempt<D> {
    /// A failed body without details: there were too many nodes.
    pub(super) fn unseen(bindings: Vec<Binding>) -> Attempt<D> {
        Attempt {
            end: End::Failed,
            bindings,
            key: String::new(),
            parts: Vec::new(),
            stopped: None,
        }
    }
}

/// A part of a body. It is part of the tree of an [`Explanation`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
pub enum Part<D: Domain> {
    /// A task.
    Task(TaskReport<D>),
    /// An `if`, `while` or `for`.
    Block(BranchReport<D>),
    /// A strand of `unordered`.
    Strand(Attempt<D>),
    /// A `let` without a value, as written, with its line.
    NoValue(String, u32),
    /// A statement about a fact that failed.
    Refused(Refusal<D>),
}

/// A solution that was not taken. It is part of the tree of an [`Explanation`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
#[derive(Clone)]
pub struct RunnerUp {
    /// The variables that it binds.
    pub bindings: Vec<Binding>,
    /// The printed sort key; empty without `sort by`.
    pub key: String,
}

/// Why a condition does not hold: the first conjunct that no binding got past. It is part of an [`Explanation`] or a
/// [`WhyNot`](super::WhyNot). The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
pub struct Reason<D: Domain> {
    /// The conjunct, as written.
    pub conjunct: &'static str,
    /// The file that it is written in.
    pub file: &'static str,
    /// Its line; 0 if unknown.
    pub line: u32,
    /// The number of bindings that reached it.
    pub tried: usize,
    /// One of these bindings: the nearest miss of a comparison, else the first.
    pub bindings: Vec<Binding>,
    /// Why the conjunct did not hold for it.
    pub because: Because<D>,
}

/// The pattern of a fact or the call of an axiom, or the text of another condition. It is part of a [`Reason`] in an
/// [`Explanation`]. The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked {
    /// The name of the predicate or axiom, or how it is written.
    pub name: &'static str,
    /// Its arguments; `None` if it is neither a fact nor an axiom.
    pub args: Option<Vec<AskedArg>>,
}

/// An argument of a missing fact or axiom. It is part of an [`Explanation`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
#[derive(Clone, PartialEq, Debug)]
pub enum AskedArg {
    /// This value.
    Value(Binding),
    /// A variable without a value that is an argument more than once: `x` in `p(x, x)`.
    Same(&'static str),
    /// Anything.
    Any,
}

/// Why a conjunct does not hold. It is part of a [`Reason`] in an [`Explanation`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
pub enum Because<D: Domain> {
    /// There is no such fact.
    NoSuchFact {
        /// The pattern.
        asked: Asked,
        /// The number of facts of the predicate.
        facts: usize,
    },
    /// A negation: this holds.
    InTheWay {
        /// The facts that make it hold.
        facts: Vec<D::Fact>,
        /// The conjuncts of it that are no facts: axioms with their values, others as they are written.
        others: Vec<Asked>,
    },
    /// A comparison that is false.
    Compared {
        /// The left side, as its `Debug` prints it.
        left: String,
        /// The right side.
        right: String,
    },
    /// An expression that is false.
    False,
    /// A `let` without a value, or with another value than the variable has.
    NoValue,
    /// An axiom that does not hold.
    Axiom {
        /// The axiom with its values.
        asked: Asked,
        /// Why, block by block.
        blocks: Vec<Reason<D>>,
    },
    /// No side of `||` holds, or the condition inside of `first` does not.
    NoneOf(Vec<Reason<D>>),
    /// `forall` has an exception.
    Exception {
        /// The values for which it does not hold.
        bindings: Vec<Binding>,
        /// Why.
        reason: Option<Box<Reason<D>>>,
    },
    /// The bound was reached before it was known.
    Unknown,
    /// The answer of an expression after `poll` is pending.
    Pending,
}
