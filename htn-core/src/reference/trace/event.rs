//! The events of a trace.

use core::fmt;

use arrayvec::ArrayVec;

use crate::model::domain::Domain;
use crate::model::plan::Binding;
pub use crate::reference::Port;

/// The most bindings that an event has room for.
const BINDINGS: usize = 16;

/// The item of a box.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/trace/) has an example.
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

/// An event at a box of the search. Prints as a line, indented by the enclosing boxes.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/trace/) has an example.
#[derive(Clone)]
pub struct TraceEvent<D: Domain> {
    /// The port: how the box is entered or left.
    pub port: Port,
    /// The kind of its item.
    pub kind: TraceKind,
    /// The box. Each call has a number of its own, from 1.
    pub id: u64,
    /// The enclosing box; 0 for the outermost one.
    pub parent: u64,
    /// The number of enclosing boxes.
    pub depth: u32,
    /// Of a task, method, operator or axiom its name, of a branch the branch's, of a conjunct how it is written; else empty.
    pub name: &'static str,
    /// Its line; 0 if unknown.
    pub line: u32,
    /// The task, if the item is one.
    pub task: Option<D::Task>,
    pub(super) bindings: ArrayVec<Binding, BINDINGS>,
    /// The number of further bound variables.
    pub more: usize,
}

impl<D: Domain> TraceEvent<D> {
    /// Returns the bound variables of the method, operator or axiom, up to a fixed number.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/trace/) has an example.
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
