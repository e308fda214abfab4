//! A domain as it was written: the output of parsing, with names not yet looked up.
//!
//! Rust expressions and types are kept as the tokens that the user wrote; rustc reads them.

use htn_core::tables::FactVerb;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};

/// The text of the doc comments above a thing, one entry a line.
#[derive(Clone, Debug, Default)]
pub struct Docs(pub Vec<String>);

impl Docs {
    /// The text in the tables: lines without white space around them.
    pub fn text(&self) -> String {
        let lines: Vec<&str> = self.0.iter().map(|line| line.trim()).collect();
        lines.join("\n")
    }
}

/// A piece of Rust that rustc will read: an expression or a type.
#[derive(Clone, Debug)]
pub struct Rust {
    pub tokens: TokenStream,
    /// From the first token to the last where the compiler can say that; else the first. To underline all of it,
    /// report on the tokens.
    pub span: Span,
    /// The `poll` before it: its answer may be pending.
    pub poll: Option<Span>,
}

impl Rust {
    /// A placeholder for a type or an expression that could not be read. The error is reported already.
    pub fn unparsed(span: Span) -> Rust {
        Rust {
            tokens: quote::quote_spanned!(span=> ()),
            span,
            poll: None,
        }
    }

    pub fn is_polled(&self) -> bool {
        self.poll.is_some()
    }

    pub fn is_unparsed(&self) -> bool {
        let mut tokens = self.tokens.clone().into_iter();
        let unit = matches!(tokens.next(), Some(TokenTree::Group(group))
            if group.delimiter() == Delimiter::Parenthesis && group.stream().is_empty());
        unit && tokens.next().is_none()
    }
}

#[derive(Clone, Debug)]
pub struct Domain {
    pub docs: Docs,
    /// The hash of all its tokens but documentation.
    pub hash: u64,
    /// `pub`, `pub(crate)`, …; empty for none.
    pub visibility: TokenStream,
    pub name: Ident,
    pub context: Option<Context>,
    /// `#![crate = path]`.
    pub runtime: Option<TokenStream>,
    /// `use` items, whole.
    pub uses: Vec<TokenStream>,
    pub agents: Vec<Rust>,
    pub predicates: Vec<Predicate>,
    pub axioms: Vec<Axiom>,
    pub operators: Vec<Operator>,
    pub methods: Vec<Method>,
    /// Names of items that could not be read at all. Using one is not a further error. Contains `agent` if the type of
    /// the agents could not be read.
    pub unparsed_names: Vec<Ident>,
    /// True if the context, a `use` or an unknown item could not be read: expressions may need its names.
    pub context_unparsed: bool,
    /// True if an item without a name or with an unknown modifier could not be read. It may have used other items.
    pub items_unparsed: bool,
}

#[derive(Clone, Debug)]
pub struct Context {
    pub name: Ident,
    /// The type after the `&`.
    pub ty: Rust,
}

#[derive(Clone, Debug)]
pub struct Predicate {
    pub docs: Docs,
    pub name: Ident,
    pub columns: Vec<Column>,
    /// The number of columns before `=>`. `None` if there is no `=>`.
    pub key: Option<usize>,
    pub capacity: Option<Rust>,
    /// True if a part of it could not be read. The error is reported already; the fields are correct, but some may be missing.
    pub incomplete: bool,
}

#[derive(Clone, Debug)]
pub struct Column {
    pub name: Option<Ident>,
    pub ty: Rust,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: Ident,
    pub ty: Rust,
}

/// One `axiom` item; those of one name are alternatives.
#[derive(Clone, Debug)]
pub struct Axiom {
    pub name: Ident,
    pub params: Vec<Parameter>,
    /// The block, then those after each `else`.
    pub clauses: Vec<Condition>,
    /// True if a part of it could not be read. The error is reported already; the fields are correct, but some may be missing.
    pub incomplete: bool,
}

#[derive(Clone, Debug)]
pub struct Operator {
    pub docs: Docs,
    pub public: bool,
    pub internal: bool,
    pub name: Ident,
    pub params: Vec<Parameter>,
    pub by: Vec<Ident>,
    pub statements: Vec<OperatorStatement>,
    /// True if a part of it could not be read. The error is reported already; the fields are correct, but some may be missing.
    pub incomplete: bool,
}

#[derive(Clone, Debug)]
pub enum OperatorStatement {
    If {
        keyword: Span,
        sorted: Sorted,
    },
    While {
        keyword: Span,
        condition: Condition,
    },
    Effect {
        mark: Option<(Mark, Span)>,
        effect: Effect,
    },
    Cost {
        keyword: Span,
        value: Rust,
    },
    Duration {
        keyword: Span,
        value: Rust,
    },
    Busy {
        keyword: Span,
        value: Rust,
    },
    Undo {
        keyword: Span,
        name: Ident,
        args: Args,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    Start,
    Finish,
    Success,
    Failure,
    Sensed,
}

#[derive(Clone, Debug)]
pub struct Effect {
    pub keyword: Span,
    pub verb: FactVerb,
    pub atoms: Vec<Atom>,
    pub each: Option<Sorted>,
}

/// One `method` item; those of one name are alternatives.
#[derive(Clone, Debug)]
pub struct Method {
    pub docs: Docs,
    pub public: bool,
    pub name: Ident,
    pub params: Vec<Parameter>,
    pub returns: Option<Rust>,
    pub branches: Vec<Branch>,
    /// True if a part of it could not be read. The error is reported already; the fields are correct, but some may be missing.
    pub incomplete: bool,
}

#[derive(Clone, Debug)]
pub struct Branch {
    pub docs: Docs,
    /// `None` if a method has one branch, written without the word.
    pub name: Option<Ident>,
    /// The place of errors about the branch as a whole: its name, or that of the method.
    pub span: Span,
    pub guard: Option<Sorted>,
    pub body: Vec<Statement>,
    /// True if a part of it or of the method's head could not be read. The error is reported already.
    pub incomplete: bool,
}

/// A condition with an optional `sort by`.
#[derive(Clone, Debug)]
pub struct Sorted {
    pub condition: Condition,
    pub sort: Option<Sort>,
}

#[derive(Clone, Debug)]
pub struct Sort {
    pub key: Rust,
    pub descending: bool,
}

#[derive(Clone, Debug)]
pub enum Condition {
    /// Two or more, or none: an empty block, which holds once.
    And(Vec<Condition>),
    /// Two or more.
    Or(Vec<Condition>),
    Not(Box<Condition>),
    Atom(Atom),
    Let {
        name: Ident,
        ty: Rust,
        value: Value,
    },
    /// `ty` is the type of the variable: the argument of `Option<…>`.
    LetSome {
        name: Ident,
        ty: Rust,
        value: Rust,
    },
    LetIn {
        name: Ident,
        ty: Rust,
        items: Rust,
    },
    First(Box<Sorted>),
    Forall(Box<Condition>, Box<Condition>),
    /// `when_planning(condition)`.
    WhenPlanning {
        keyword: Span,
        inner: Box<Condition>,
    },
    Rust(Rust),
}

#[derive(Clone, Debug)]
pub enum Value {
    Rust(Rust),
    Aggregate {
        kind: Aggregate,
        of: Option<Rust>,
        over: Box<Condition>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aggregate {
    Count,
    Sum,
    Min,
    Max,
}

impl Aggregate {
    const ALL: [Aggregate; 4] = [
        Aggregate::Count,
        Aggregate::Sum,
        Aggregate::Min,
        Aggregate::Max,
    ];

    pub fn of(word: &str) -> Option<Aggregate> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    pub fn word(self) -> &'static str {
        match self {
            Aggregate::Count => "count",
            Aggregate::Sum => "sum",
            Aggregate::Min => "min",
            Aggregate::Max => "max",
        }
    }
}

/// A word that begins a form of conditions or a value. No item can have this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConditionWord {
    First,
    Forall,
    WhenPlanning,
    Aggregate(Aggregate),
}

impl ConditionWord {
    pub fn of(word: &str) -> Option<ConditionWord> {
        match word {
            "first" => Some(ConditionWord::First),
            "forall" => Some(ConditionWord::Forall),
            "when_planning" => Some(ConditionWord::WhenPlanning),
            word => Aggregate::of(word).map(ConditionWord::Aggregate),
        }
    }
}

/// A direct part of a condition.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// Another condition. `negated` is true if the absence of a solution matters.
    Condition {
        inner: &'a Condition,
        negated: bool,
    },
    Atom(&'a Atom),
    /// A variable that is bound by a `let`.
    Binds(&'a Ident),
    Rust(&'a Rust),
}

impl Condition {
    /// The direct parts, from left to right.
    pub fn parts(&self) -> Vec<Part<'_>> {
        let with = |inner, negated| Part::Condition { inner, negated };
        match self {
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().map(|part| with(part, false)).collect()
            }
            Condition::Not(inner) => vec![with(inner, true)],
            Condition::Atom(atom) => vec![Part::Atom(atom)],
            Condition::Let { name, value, .. } => {
                let mut parts = vec![Part::Binds(name)];
                parts.extend(value.parts());
                parts
            }
            Condition::LetSome { name, value, .. } => vec![Part::Binds(name), Part::Rust(value)],
            Condition::LetIn { name, items, .. } => vec![Part::Binds(name), Part::Rust(items)],
            Condition::First(sorted) => sorted.parts(),
            Condition::Forall(all, hold) => vec![with(all, true), with(hold, true)],
            Condition::WhenPlanning { inner, .. } => vec![with(inner, false)],
            Condition::Rust(rust) => vec![Part::Rust(rust)],
        }
    }
}

impl Sorted {
    pub fn parts(&self) -> Vec<Part<'_>> {
        let mut parts = vec![Part::Condition {
            inner: &self.condition,
            negated: false,
        }];
        parts.extend(self.sort.iter().map(|sort| Part::Rust(&sort.key)));
        parts
    }
}

impl Value {
    pub fn parts(&self) -> Vec<Part<'_>> {
        match self {
            Value::Rust(rust) => vec![Part::Rust(rust)],
            Value::Aggregate { of, over, .. } => {
                let mut parts: Vec<_> = of.iter().map(Part::Rust).collect();
                parts.push(Part::Condition {
                    inner: over,
                    negated: true,
                });
                parts
            }
        }
    }
}

/// `name(args)` in a condition or an effect.
#[derive(Clone, Debug)]
pub struct Atom {
    pub name: Ident,
    pub args: Args,
}

#[derive(Clone, Debug)]
pub struct Args {
    pub list: Vec<Arg>,
    /// The parentheses.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Arg {
    /// `_`.
    Any(Span),
    /// A lower-case identifier.
    Name(Ident),
    /// Any other expression, such as a constant.
    Rust(Rust),
}

#[derive(Clone, Debug)]
pub enum Statement {
    Task {
        name: Ident,
        args: Args,
    },
    /// `later name(args);`
    Later {
        name: Ident,
        args: Args,
    },
    /// `let x = name(args);`, with or without a type.
    LetTask {
        name: Ident,
        ty: Option<Rust>,
        task: Ident,
        args: Args,
    },
    Let {
        name: Ident,
        ty: Rust,
        value: Value,
    },
    Effect(Effect),
    /// The blocks in order; the last may have no condition (`else`).
    If {
        blocks: Vec<(Option<Sorted>, Vec<Statement>)>,
    },
    While {
        sorted: Sorted,
        body: Vec<Statement>,
    },
    For {
        sorted: Sorted,
        body: Vec<Statement>,
    },
    /// `now`, before a task: no other strand runs before it. The task is the next statement.
    Now(Span),
    /// Each strand is one task or a block.
    Unordered {
        strands: Vec<Vec<Statement>>,
    },
    /// `unordered for condition { … }`: a strand for each solution.
    UnorderedFor {
        sorted: Sorted,
        body: Vec<Statement>,
    },
    Return {
        keyword: Span,
        value: Rust,
    },
    /// `priority expression;`
    Priority {
        keyword: Span,
        value: Rust,
    },
}

impl Statement {
    /// Returns the blocks in it, each with its condition. A strand is a block without one.
    pub fn blocks(&self) -> Vec<(Option<&Sorted>, &[Statement])> {
        match self {
            Statement::If { blocks } => {
                let blocks = blocks.iter();
                let blocks = blocks.map(|(guard, body)| (guard.as_ref(), body.as_slice()));
                blocks.collect()
            }
            Statement::While { sorted, body }
            | Statement::For { sorted, body }
            | Statement::UnorderedFor { sorted, body } => vec![(Some(sorted), body)],
            Statement::Unordered { strands } => {
                let strands = strands.iter().map(|strand| (None, strand.as_slice()));
                strands.collect()
            }
            Statement::Task { .. }
            | Statement::Later { .. }
            | Statement::LetTask { .. }
            | Statement::Let { .. }
            | Statement::Effect(_)
            | Statement::Now(_)
            | Statement::Return { .. }
            | Statement::Priority { .. } => Vec::new(),
        }
    }
}
