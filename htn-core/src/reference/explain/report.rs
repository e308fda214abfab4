//! An explanation as data.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::model::domain::Domain;
use crate::model::error::SearchError;
use crate::model::plan::Binding;

/// Why a search for a task came out as it did. It prints as text: with `{}` in short, with `{:#}` with the axioms opened.
pub struct Explanation<D: Domain> {
    /// What the search found.
    pub found: Found<D>,
    /// The difference between the search that found it and the reports below. `None` if they are of one search. Only
    /// [`Director::explain`](crate::Director::explain) has both: a planner's search, and the reports.
    pub differs: Option<String>,
    /// The task that was asked for, and everything below it.
    pub task: TaskReport<D>,
    /// How many tasks, methods, branches and bodies were left out because there were too many; 0 where it is complete.
    pub left_out: u64,
    /// How often the search tried the branches that it tried, in the order in which they are written. Nothing is left out.
    pub branches: Vec<BranchCount>,
    /// The file that the domain is written in.
    pub file: &'static str,
}

/// How often a search tried a branch of a method, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchCount {
    /// The name of the task.
    pub task: &'static str,
    /// Which of the methods of that name, from 0.
    pub method: usize,
    /// Which of its branches, from 0.
    pub branch: usize,
    /// How often its condition was asked.
    pub tried: u64,
    /// How often it had a solution.
    pub held: u64,
    /// How often it is part of the plan that was found.
    pub taken: u64,
}

/// What a search found.
#[non_exhaustive]
pub enum Found<D: Domain> {
    /// A plan: its steps.
    Plan(Vec<D::Task>),
    /// There is none.
    NoPlan,
    /// The search ended with this error, as that of a planner does.
    Error(SearchError),
    /// The search was not finished, for this reason: what is told goes as far as it went.
    Unknown(String),
}

/// What became of a task or of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It is part of the plan.
    Done,
    /// It failed.
    Failed,
    /// The search ended inside of it.
    Unfinished,
}

/// Why something is left out of an explanation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// It is deeper than is told.
    TooDeep,
    /// There are more boxes than are kept.
    TooMany,
}

/// A task that was tried.
pub struct TaskReport<D: Domain> {
    /// The task.
    pub task: D::Task,
    /// What became of it.
    pub end: End,
    /// Why not all of what is inside is told; `None` where it is.
    pub cut: Option<Cut>,
    /// The methods or operators that were tried, in order.
    pub ways: Vec<WayReport<D>>,
    /// Methods or operators of that name that were not tried.
    pub not_tried: usize,
}

/// A method or an operator that was tried.
pub struct WayReport<D: Domain> {
    /// Which of those of that name, from 0.
    pub number: usize,
    /// Whether it is an operator.
    pub operator: bool,
    /// The file that it is written in.
    pub file: &'static str,
    /// Its line; 0 where nobody knows.
    pub line: u32,
    /// Its branches, in order. For an operator its precondition, and its `while`.
    pub branches: Vec<BranchReport<D>>,
}

/// A branch, a block of a body, or a precondition.
pub struct BranchReport<D: Domain> {
    /// Of a branch its name, of a block `if`, `while` or `for`, of an operator `if` or `while`; empty for a branch without a name.
    pub name: &'static str,
    /// Its line; 0 where nobody knows.
    pub line: u32,
    /// What became of it.
    pub verdict: Verdict<D>,
}

/// What became of a branch.
pub enum Verdict<D: Domain> {
    /// It is part of the plan.
    Chosen {
        /// By these bindings; more than one where it is a loop.
        rounds: Vec<Attempt<D>>,
        /// By these it was tried before, in vain.
        before: Vec<Attempt<D>>,
        /// What stands behind `sort by`; empty where nothing does.
        sort: &'static str,
        /// Other bindings that hold, in their order.
        runners_up: Vec<RunnerUp>,
        /// How many bindings hold, as far as they were looked for.
        solutions: usize,
    },
    /// Its condition holds, but nothing came of it.
    BodyFailed {
        /// The bindings that were tried: the first ones and the last one.
        attempts: Vec<Attempt<D>>,
        /// How many there were.
        solutions: usize,
    },
    /// Its condition does not hold.
    Failed(Reason<D>),
    /// Its condition does not hold, or nobody knows why.
    Unclear,
    /// An earlier branch held, so that nobody looked at it.
    NotLookedAt {
        /// The one that held.
        held: &'static str,
    },
    /// The search came no further.
    Unfinished,
}

/// A body that was tried for one solution of its condition.
pub struct Attempt<D: Domain> {
    /// What became of it.
    pub end: End,
    /// What is bound.
    pub bindings: Vec<Binding>,
    /// What it is sorted by, as it prints; empty where there is no `sort by`.
    pub key: String,
    /// What is in the body: all of it where it was done, else where it got furthest.
    pub parts: Vec<Part<D>>,
    /// Where it got furthest, as it is written, with its line; none where it was done.
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

/// What is in a body.
pub enum Part<D: Domain> {
    /// A task.
    Task(TaskReport<D>),
    /// An `if`, `while` or `for`.
    Block(BranchReport<D>),
    /// A strand of `unordered`.
    Strand(Attempt<D>),
    /// A `let` without a value, as written, with its line.
    NoValue(String, u32),
}

/// A solution that was not taken.
#[derive(Clone)]
pub struct RunnerUp {
    /// What it binds.
    pub bindings: Vec<Binding>,
    /// What it is sorted by, as it prints; empty where there is no `sort by`.
    pub key: String,
}

/// Why a condition does not hold: the first conjunct that no binding got past.
pub struct Reason<D: Domain> {
    /// The conjunct, as written.
    pub conjunct: &'static str,
    /// The file that it is written in.
    pub file: &'static str,
    /// Its line; 0 where nobody knows.
    pub line: u32,
    /// How many bindings got there.
    pub tried: usize,
    /// One of them: of a comparison the nearest miss, else the first.
    pub bindings: Vec<Binding>,
    /// Why the conjunct did not hold for it.
    pub because: Because<D>,
}

/// A fact or an axiom that is asked for, or something else as it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked {
    /// The name of the predicate or axiom, or how it is written.
    pub name: &'static str,
    /// Its arguments; `None` if it is neither a fact nor an axiom.
    pub args: Option<Vec<AskedArg>>,
}

/// An argument of a missing fact or axiom.
#[derive(Clone, PartialEq, Debug)]
pub enum AskedArg {
    /// This value.
    Value(Binding),
    /// A variable without a value that is an argument more than once: `x` in `p(x, x)`.
    Same(&'static str),
    /// Anything.
    Any,
}

/// Why a conjunct does not hold.
pub enum Because<D: Domain> {
    /// There is no such fact.
    NoSuchFact {
        /// The fact that is asked for.
        asked: Asked,
        /// How many facts the predicate has.
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
    /// A `let` whose value is none, or another one than the variable has.
    NoValue,
    /// An axiom that does not hold.
    Axiom {
        /// The axiom with its values.
        asked: Asked,
        /// Why, block by block.
        blocks: Vec<Reason<D>>,
    },
    /// None of the sides of `||` holds, or not what is inside `first`.
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
}
