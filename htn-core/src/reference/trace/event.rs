//! What a trace tells.

use core::fmt;

use arrayvec::ArrayVec;

use crate::model::domain::Domain;
use crate::model::plan::Binding;
pub use crate::reference::Port;

/// The most bindings that an event has room for.
const BINDINGS: usize = 16;

/// What a box is around.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TraceKind {
    /// A task: what it takes to do it.
    Task,
    /// One of the methods of a task.
    Method,
    /// The condition of a branch.
    Branch,
    /// The condition of an `if`, `while` or `for` of a body.
    Block,
    /// The body of a branch or of a block, for one solution of its condition.
    Body,
    /// One of the operators of a task.
    Operator,
    /// The precondition of an operator, or its `while`.
    Precondition,
    /// An axiom that is called.
    Axiom,
    /// A block of an axiom.
    Clause,
    /// A conjunct of any condition.
    Conjunct,
}

impl TraceKind {
    fn word(self) -> &'static str {
        match self {
            TraceKind::Task => "task",
            TraceKind::Method => "method",
            TraceKind::Branch => "branch",
            TraceKind::Block => "block",
            TraceKind::Body => "body",
            TraceKind::Operator => "operator",
            TraceKind::Precondition => "precondition",
            TraceKind::Axiom => "axiom",
            TraceKind::Clause => "clause",
            TraceKind::Conjunct => "conjunct",
        }
    }
}

/// Something has happened at a box of the search. It prints as a line, indented by the boxes around it.
#[derive(Clone)]
pub struct TraceEvent<D: Domain> {
    /// Whether the box is entered or left, and how.
    pub port: Port,
    /// What it is around.
    pub kind: TraceKind,
    /// The box: each call has a number of its own, from 1 on.
    pub id: u64,
    /// The box around it; 0 where there is none.
    pub parent: u64,
    /// How many boxes are around it.
    pub depth: u32,
    /// Of a task, method, operator or axiom its name, of a branch the branch's, of a conjunct how it is written; else empty.
    pub name: &'static str,
    /// Its line; 0 where nobody knows.
    pub line: u32,
    /// The task, where it is one.
    pub task: Option<D::Task>,
    pub(super) bindings: ArrayVec<Binding, BINDINGS>,
    /// How many more variables are bound.
    pub more: usize,
}

impl<D: Domain> TraceEvent<D> {
    /// What is bound in the method, operator or axiom, as far as there is room for it.
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }
}

/// Lines are indented no further.
const DEEPEST: u32 = 32;

impl<D: Domain> fmt::Display for TraceEvent<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let port = match self.port {
            Port::Call => "call",
            Port::Exit => "exit",
            Port::Redo => "redo",
            Port::Fail => "fail",
        };
        let width = 2 * self.depth.min(DEEPEST) as usize;
        write!(f, "{:width$}{port} {}", "", self.kind.word())?;
        match (self.task, self.kind, self.name) {
            (Some(task), _, _) => write!(f, " {task}")?,
            (None, _, "") => {}
            (None, TraceKind::Conjunct, name) => write!(f, " `{name}`")?,
            (None, _, name) => write!(f, " {name}")?,
        }
        if self.line > 0 {
            write!(f, " (line {})", self.line)?;
        }
        for (number, binding) in self.bindings.iter().enumerate() {
            let before = if number == 0 { ": " } else { ", " };
            write!(f, "{before}{binding}")?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}
