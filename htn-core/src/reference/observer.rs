//! Observers of the interpreter.

use alloc::rc::Rc;

use super::env::Env;
use super::facts::{FactSets, Protection};
use super::rows::{Conjunct, DomainSource, DoneBy, NamedVar, SourceText, Var};

/// The place of an evaluated condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConditionPlace {
    /// A branch of a method.
    Branch {
        /// The task.
        task: u16,
        /// Its arguments.
        args: Rc<[u64]>,
        /// The index of the method among those of the same name.
        method: usize,
        /// The index of the branch.
        branch: usize,
    },
    /// The `if` of an operator, or its `while`.
    Operator {
        /// The task.
        task: u16,
        /// Its arguments.
        args: Rc<[u64]>,
        /// The index of the operator among those of the same name.
        operator: usize,
        /// True for the `while`, false for the precondition.
        during: bool,
    },
    /// A block of an axiom.
    Clause {
        /// The axiom.
        axiom: u16,
        /// The index of the axiom among those of the same name.
        alternative: usize,
        /// The index of the clause.
        clause: usize,
    },
    /// `if`, `while` or `for` in a body, by its line.
    Block {
        /// The line; 0 if unknown.
        line: u32,
    },
}

/// Where a box is entered or left: the four ports of Byrd's box model. It is part of the events of a trace.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/trace/) has an example.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Port {
    /// The condition is evaluated for its first solution.
    Call,
    /// The item has a solution.
    Exit,
    /// A later part failed: the next solution is requested.
    Redo,
    /// The item has no further solution.
    Fail,
}

/// The item that owns the variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// No item: the call comes from outside.
    Nothing,
    /// A method, by its task and its number among those of that name.
    Method(u16, usize),
    /// An operator, in the same way.
    Operator(u16, usize),
    /// An axiom, in the same way.
    Axiom(u16, usize),
}

impl Scope {
    /// The variables.
    pub fn vars<'r>(self, rows: &'r DomainSource<'r>) -> &'r [NamedVar<'r>] {
        let done_by = |task: u16| rows.tasks.get(usize::from(task)).map(|task| &task.done_by);
        let vars = match self {
            Scope::Nothing => None,
            Scope::Method(task, number) => match done_by(task) {
                Some(DoneBy::Methods(all)) => all.get(number).map(|method| &method.vars),
                _ => None,
            },
            Scope::Operator(task, number) => match done_by(task) {
                Some(DoneBy::Operators(all)) => all.get(number).map(|operator| &operator.vars),
                _ => None,
            },
            Scope::Axiom(axiom, number) => {
                let axiom = rows.axioms.get(usize::from(axiom));
                let alternative = axiom.and_then(|axiom| axiom.alternatives.get(number));
                alternative.map(|alternative| &alternative.vars)
            }
        };
        vars.map_or(&[], |vars| vars)
    }
}

/// The item of a box.
#[derive(Clone, Copy, Debug)]
pub enum BoxItem<'e> {
    /// A task that is called with these arguments.
    Task(u16, &'e [u64]),
    /// One of the methods of a task.
    Method(u16, usize),
    /// One of the operators of a task: its precondition, and the step.
    Operator(u16, usize),
    /// A condition as a whole.
    Condition(&'e ConditionPlace, &'e [Conjunct<'e>]),
    /// The body of a branch or of a block, for one solution of its condition.
    Body,
    /// A conjunct, with its number in its condition.
    Conjunct(usize, &'e Conjunct<'e>),
    /// An axiom that is called.
    Axiom(u16),
}

/// An event at a box.
pub struct BoxEvent<'e> {
    /// The port.
    pub port: Port,
    /// The box. Each call has a number of its own, from 1.
    pub id: u64,
    /// The enclosing box.
    pub parent: u64,
    /// The number of enclosing boxes.
    pub nesting: u32,
    /// The item of the box.
    pub item: BoxItem<'e>,
    /// The item that owns the bound variables.
    pub scope: Scope,
    pub(crate) env: &'e Env,
    pub(crate) facts: &'e FactSets,
}

impl BoxEvent<'_> {
    /// Returns the value of a variable; `None` if it is unbound.
    pub fn value(&self, var: Var) -> Option<u64> {
        self.env.get(var).ok().flatten()
    }

    /// Returns the facts at the time of the event.
    pub fn facts(&self) -> &FactSets {
        self.facts
    }
}

/// Why a change of a fact fails.
pub enum Refused<'e> {
    /// It would delete the fact of this protection.
    Protected(&'e Protection),
    /// The fact of this predicate is to be protected, and is absent.
    Absent(u16, &'e [u64]),
}

/// Receives what the interpreter tries. The default methods do nothing.
pub trait Observer {
    /// Called with the first solution of a condition.
    fn held(&self, _: &ConditionPlace) {}

    /// Returns true to receive [events](Observer::event), which cost time.
    fn traces(&self) -> bool {
        false
    }

    /// Called for each event at a box.
    fn event(&self, _: &BoxEvent<'_>) {}

    /// Called when a statement of a body begins. `body` is the body's box, and `left` the number of statements after it.
    fn reached(&self, _body: u64, _left: usize, _: Option<&SourceText<'_>>) {}

    /// Called when a `let` of a body has no value, so that the body fails.
    fn without_value(&self, _body: u64, _: &SourceText<'_>) {}

    /// Called when a change of a fact fails, by the operator or the body in this box.
    fn refused(&self, _id: u64, _: &Refused<'_>) {}
}

/// An observer that ignores everything.
pub struct NoopObserver;

impl Observer for NoopObserver {}
