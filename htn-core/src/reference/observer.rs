//! Those who watch the interpreter at work.

use alloc::rc::Rc;

use super::env::Env;
use super::facts::FactSets;
use super::rows::{Conjunct, DomainSource, DoneBy, NamedVar, SourceText, Var};

/// A condition that is asked, by where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConditionPlace {
    /// A branch of a method.
    Branch {
        /// The task.
        task: u16,
        /// Its arguments.
        args: Rc<[u64]>,
        /// Which of the methods of that name.
        method: usize,
        /// Which of its branches.
        branch: usize,
    },
    /// The `if` of an operator, or its `while`.
    Operator {
        /// The task.
        task: u16,
        /// Its arguments.
        args: Rc<[u64]>,
        /// Which of the operators of that name.
        operator: usize,
        /// Whether it is the `while`.
        during: bool,
    },
    /// A block of an axiom.
    Clause {
        /// The axiom.
        axiom: u16,
        /// Which of the axioms of that name.
        alternative: usize,
        /// Which of its blocks.
        clause: usize,
    },
    /// `if`, `while` or `for` in a body, by its line.
    Block {
        /// The line; 0 where nobody knows.
        line: u32,
    },
}

/// Where a box is entered or left: the four ports of Byrd's box model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Port {
    /// It is asked for the first time.
    Call,
    /// It has an answer.
    Exit,
    /// What came behind it failed: it is asked for another answer.
    Redo,
    /// It has no answer, or no more.
    Fail,
}

/// The item whose variables are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// None: what is called from outside.
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

/// What a box is around.
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

/// Something has happened at a box.
pub struct BoxEvent<'e> {
    /// What.
    pub port: Port,
    /// The box. Each call has a number of its own, and 0 is none.
    pub id: u64,
    /// The box around it.
    pub parent: u64,
    /// How many boxes are around it.
    pub nesting: u32,
    /// What the box is around.
    pub item: BoxItem<'e>,
    /// Whose variables are bound.
    pub scope: Scope,
    pub(crate) env: &'e Env,
    pub(crate) facts: &'e FactSets,
}

impl BoxEvent<'_> {
    /// The value of a variable, where it is bound.
    pub fn value(&self, var: Var) -> Option<u64> {
        self.env.get(var).ok().flatten()
    }

    /// The facts at that moment.
    pub fn facts(&self) -> &FactSets {
        self.facts
    }
}

/// Told what the interpreter tries. Does nothing by itself.
pub trait Observer {
    /// Called with the first solution of a condition.
    fn held(&self, _: &ConditionPlace) {}

    /// Whether it is to be told [events](Observer::event), which take time.
    fn traces(&self) -> bool {
        false
    }

    /// Something has happened at a box.
    fn event(&self, _: &BoxEvent<'_>) {}

    /// A statement of a body, by the number of the body's box, is begun; so many are left behind it.
    fn reached(&self, _body: u64, _left: usize, _: Option<&SourceText<'_>>) {}

    /// A `let` of a body has no value, so that the body fails.
    fn without_value(&self, _body: u64, _: &SourceText<'_>) {}
}

/// Nobody.
pub struct NoopObserver;

impl Observer for NoopObserver {}
