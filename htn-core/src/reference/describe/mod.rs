//! A domain, described: what is in it, as it is written, and where.

mod build;
mod text;

use alloc::vec::Vec;

/// A domain.
#[derive(Clone, PartialEq, Debug)]
pub struct Description {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment; empty where it has none. The same goes for all other doc comments.
    pub doc: &'static str,
    /// The file that it is written in. Items that it has from elsewhere say so. Lines are 0 where nobody knows.
    pub file: &'static str,
    /// Its predicates.
    pub predicates: Vec<Predicate>,
    /// Its axioms; those of one name are one.
    pub axioms: Vec<Axiom>,
    /// Its tasks: operators, synchronisation operators and methods; those of one name are one.
    pub tasks: Vec<Task>,
}

impl Description {
    /// The task of that name.
    pub fn task(&self, name: &str) -> Option<&Task> {
        self.tasks.iter().find(|task| task.name == name)
    }
}

/// A column of a predicate, or a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name; empty for a column without one.
    pub name: &'static str,
    /// Its type, as written.
    pub ty: &'static str,
    /// Whether it is of the domain's agent type.
    pub agent: bool,
}

/// A predicate.
#[derive(Clone, PartialEq, Debug)]
pub struct Predicate {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment.
    pub doc: &'static str,
    /// The file that it is written in.
    pub file: &'static str,
    /// Its line.
    pub line: u32,
    /// Its columns.
    pub columns: Vec<Parameter>,
    /// How many of them stand before `=>`; none where there is no such sign.
    pub key: Option<usize>,
    /// How many facts it can hold.
    pub capacity: usize,
}

/// The axioms of one name.
#[derive(Clone, PartialEq, Debug)]
pub struct Axiom {
    /// The name.
    pub name: &'static str,
    /// Each of them, in order.
    pub alternatives: Vec<Alternative>,
}

/// One axiom.
#[derive(Clone, PartialEq, Debug)]
pub struct Alternative {
    /// The file that it is written in.
    pub file: &'static str,
    /// Its line.
    pub line: u32,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its blocks, between which stands `else`.
    pub blocks: Vec<Vec<SourceLine>>,
}

/// Something as it is written: a conjunct or a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceLine {
    /// The text.
    pub text: &'static str,
    /// Its line.
    pub line: u32,
}

/// What kind of task it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskKind {
    /// Done by methods.
    Compound,
    /// An operator that an agent carries out.
    External,
    /// An operator that is bookkeeping.
    Internal,
    /// `block_on`, `global_block`, `finish_action` or `stop_action`.
    Synchronisation,
}

/// A task.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment.
    pub doc: &'static str,
    /// What kind of task it is.
    pub kind: TaskKind,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// What does it, in order, where it is a compound task.
    pub methods: Vec<Method>,
    /// What does it, in order, where it is a primitive one.
    pub operators: Vec<Operator>,
}

/// A method.
#[derive(Clone, PartialEq, Debug)]
pub struct Method {
    /// Its doc comment.
    pub doc: &'static str,
    /// The file that it is written in.
    pub file: &'static str,
    /// Its line.
    pub line: u32,
    /// Its branches: if, else if, else.
    pub branches: Vec<Branch>,
}

/// A branch of a method, or a block of a body.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// Its name; empty where it has none.
    pub name: &'static str,
    /// Its doc comment.
    pub doc: &'static str,
    /// Its line.
    pub line: u32,
    /// The conjuncts of its condition; none where it has no condition.
    pub condition: Vec<SourceLine>,
    /// What stands behind `sort by`; empty where nothing does.
    pub sort: &'static str,
    /// What is done.
    pub body: Vec<Statement>,
}

/// A statement of a body.
#[derive(Clone, PartialEq, Debug)]
pub enum Statement {
    /// A task.
    Task {
        /// The statement.
        written: SourceLine,
        /// The name of the task.
        task: &'static str,
    },
    /// `let`.
    Let(SourceLine),
    /// `add` or `delete`.
    Effect(SourceLine),
    /// `if`, `else if`, `else`.
    If(Vec<Branch>),
    /// `while`.
    While(Branch),
    /// `for`.
    For(Branch),
    /// `unordered`, strand by strand.
    Unordered(Vec<Vec<Statement>>),
    /// `return`.
    Return(SourceLine),
    /// `priority`.
    Priority(SourceLine),
}

/// An operator.
#[derive(Clone, PartialEq, Debug)]
pub struct Operator {
    /// Its doc comment.
    pub doc: &'static str,
    /// The file that it is written in.
    pub file: &'static str,
    /// Its line.
    pub line: u32,
    /// The parameters after `by`.
    pub by: Vec<&'static str>,
    /// Its statements, in order.
    pub statements: Vec<SourceLine>,
}
