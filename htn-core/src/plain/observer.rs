//! Those who watch the interpreter at work.

use alloc::rc::Rc;

use super::rows::Conjunct;

/// A condition that is asked, by where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
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

/// Told what the interpreter tries. Does nothing by itself.
pub trait Observer {
    /// A condition is asked.
    fn tried(&self, _: &Place) {}

    /// It has a solution: the first one.
    fn held(&self, _: &Place) {}

    /// It has none: of its conjuncts, this one is the furthest that was reached, and never held.
    fn failed(&self, _: &Place, _number: usize, _conjunct: &Conjunct<'_>) {}
}

/// Nobody.
pub struct Nobody;

impl Observer for Nobody {}
