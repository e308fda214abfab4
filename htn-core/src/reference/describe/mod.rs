//! A description of a domain: its items with their texts and places.

mod build;
mod text;

use alloc::vec::Vec;

/// The description of a domain. Prints as an outline of it.
///
/// The module [`describe`](https://docs.rs/squad-htn/latest/squad_htn/describe/) of `squad-htn` has an example.
#[derive(Clone, PartialEq, Debug)]
pub struct Description {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment; empty if it has none. The same goes for all other doc comments.
    pub doc: &'static str,
    /// The source file. Items of other files have their own. Lines are 0 if unknown.
    pub file: &'static str,
    /// Its predicates.
    pub predicates: Vec<Predicate>,
    /// Its axioms; those of one name are one.
    pub axioms: Vec<Axiom>,
    /// Its tasks: operators, synchronisation operators and methods; those of one name are one.
    pub tasks: Vec<Task>,
}

impl Description {
    /// Returns the task with this name. See [`Description`].
    pub fn task(&self, name: &str) -> Option<&Task> {
        self.tasks.iter().find(|task| task.name == name)
    }
}

/// A column of a predicate, or a parameter. It is part of a [`Description`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/describe/) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name; empty for a column without one.
    pub name: &'static str,
    /// Its type, as written.
    pub ty: &'static str,
    /// True for the domain's agent type.
    pub agent: bool,
}

/// A predicate. It is part of a [`Description`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/describe/) has an example.
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
    /// The number of key columns, before `=>`; `None` without `=>`.
    pub key: Option<usize>,
    /// Its capacity in facts.
    pub capacity: usize,
}

/// The axioms of one name. It is part of a [`Description`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/describe/) has an example.
#[derive(Clone, PartialEq, Debug)]
pub struct Axiom {
    /// The name.
    pub name: &'static str,
    /// Each of them, in order.
    pub alternatives: Vec<Alternative>,
}

/// One axiom. It is part of an [`Axiom`] in a [`Description`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/describe/) has an example.
#[derive(Clone, PartialEq, Debug)]
pub struct Alternative {
    /// The file that it is written in.
    pub file: &'static str,
    /// Its line.
    pub line: u32,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its clauses, separated by `else`.
    pub blocks: Vec<Vec<SourceLine>>,
}

/// A conjunct or a statement as it is written. It is part of a [`Description`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/describe/) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceLine {
    /// The text.
    pub text: &'static str,
    /// Its line.
    pub line: u32,
}

/// The form of a task. It is part of a [`Task`] in a [`Description`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/describe/) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskForm {
    /// A compound task, with methods.
    Compound,
    /// An operator that an agent carries out.
    External,
    /// An operator that is bookkeeping.
    Internal,
    /// `block_on`, `global_block`, `finish_action` or `stop_action`.
    Synchronisation,
}

/// A task. It is part of a [`Description`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/describe/) has an example.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment.
    pub doc: &'static str,
    /// Compound, an operator, or built in.
    pub form: TaskForm,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The methods of a compound task, in order.
    pub methods: Vec<Method>,
    /// The operators of a primitive task, in order.
    pub operators: Vec<Operator>,
}

/// A method. It is part of a [`Description`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/describe/) has an example.
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

/// A branch of a method, or a block of a body. It is part of a [`Description`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/describe/) has an example.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// Its name; empty if it has none.
    pub name: &'static str,
    /// Its doc comment.
    pub doc: &'static str,
    /// Its line.
    pub line: u32,
    /// The conjuncts of its condition; empty without a condition.
    pub condition: Vec<SourceLine>,
    /// The text of `sort by`; empty if absent.
    pub sort: &'static str,
    /// The statements.
    pub body: Vec<Statement>,
}

/// A statement of a body. It is part of the body of a [`Branch`] in a [`Description`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/describe/) has an example.
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
    /// `unordered for`.
    UnorderedFor(Branch),
    /// `now`, before its task.
    Now,
    /// `return`.
    Return(SourceLine),
    /// `priority`.
    Priority(SourceLine),
}

/// An operator. It is part of a [`Description`].
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/describe/) has an example.
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
