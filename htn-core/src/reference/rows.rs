//! A domain in the shape of its source.
//!
//! Values are words. A variable is a number in the item that it belongs to: an axiom, an operator or a method, whose
//! parameters are the first ones. What is Rust in the domain is a number too, by kind, and the [`ExpressionHost`](super::ExpressionHost)
//! works it out.
//!
//! Lists are borrowed or owned: what a macro has emitted borrows from statics, what a program reads from a file owns its
//! parts.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Deref;

pub use crate::tables::FactVerb;

/// A list that is borrowed or owned.
// Not a `Cow`, because that is invariant in the lifetime of borrowed lists.
#[derive(Clone, Debug)]
pub enum SourceList<'a, T> {
    /// A borrowed list.
    Borrowed(&'a [T]),
    /// An owned list.
    Owned(Vec<T>),
}

impl<T> Deref for SourceList<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            SourceList::Borrowed(list) => list,
            SourceList::Owned(list) => list,
        }
    }
}

impl<T> From<Vec<T>> for SourceList<'_, T> {
    fn from(list: Vec<T>) -> Self {
        SourceList::Owned(list)
    }
}

/// A text that is borrowed or owned.
pub type CowText<'a> = Cow<'a, str>;

/// A variable of an item, by its number.
pub type Var = u16;

/// A Rust expression, by its number among those of its kind.
pub type ExprId = u16;

/// How something is written.
#[derive(Clone, Debug, Default)]
pub struct SourceText<'a> {
    /// The source text; empty if unknown.
    pub text: CowText<'a>,
    /// Its first line; 0 if unknown.
    pub line: u32,
}

/// A whole domain.
#[derive(Clone, Debug)]
pub struct DomainSource<'a> {
    /// The domain's name.
    pub name: CowText<'a>,
    /// The source file; empty if unknown.
    pub file: CowText<'a>,
    /// Its predicates.
    pub predicates: SourceList<'a, PredicateSource<'a>>,
    /// Its axioms, one for each name.
    pub axioms: SourceList<'a, AxiomSource<'a>>,
    /// Its tasks, one for each name.
    pub tasks: SourceList<'a, TaskSource<'a>>,
}

/// `predicate name(…) [capacity];`
#[derive(Clone, Debug)]
pub struct PredicateSource<'a> {
    /// Its name.
    pub name: CowText<'a>,
    /// The number of columns.
    pub columns: u16,
    /// The number of key columns, before `=>`; `None` without `=>`.
    pub key: Option<u16>,
    /// Its capacity in facts.
    pub capacity: usize,
    /// The source file; empty if it is the file of the domain.
    pub file: CowText<'a>,
    /// Its line; 0 if unknown.
    pub line: u32,
}

/// A variable, for those who look at one.
#[derive(Clone, Debug)]
pub struct NamedVar<'a> {
    /// As written.
    pub name: CowText<'a>,
    /// Its type, by the number that the domain's tables have for it.
    pub ty: u16,
}

/// The axioms of one name: all their solutions count, in order.
#[derive(Clone, Debug)]
pub struct AxiomSource<'a> {
    /// Their name.
    pub name: CowText<'a>,
    /// The alternatives.
    pub alternatives: SourceList<'a, AxiomItem<'a>>,
}

/// One `axiom` item.
#[derive(Clone, Debug)]
pub struct AxiomItem<'a> {
    /// The source file; empty if it is the file of the domain.
    pub file: CowText<'a>,
    /// Its first line; 0 if unknown.
    pub line: u32,
    /// The number of variables that are parameters; they come first.
    pub params: u16,
    /// Its variables.
    pub vars: SourceList<'a, NamedVar<'a>>,
    /// The clauses, separated by `else`: all solutions come from the first one that has any.
    pub clauses: SourceList<'a, Clause<'a>>,
}

/// A block of an axiom.
#[derive(Clone, Debug)]
pub struct Clause<'a> {
    /// Its first line; 0 if unknown.
    pub line: u32,
    /// The condition.
    pub condition: Condition<'a>,
}

/// Conjuncts, from left to right.
pub type Condition<'a> = SourceList<'a, Conjunct<'a>>;

/// A piece of a condition, between `&&`.
#[derive(Clone, Debug)]
pub struct Conjunct<'a> {
    /// As written.
    pub text: CowText<'a>,
    /// Its line; 0 if unknown.
    pub line: u32,
    /// The form.
    pub form: Form<'a>,
}

/// The forms of a conjunct.
#[derive(Clone, Debug)]
pub enum Form<'a> {
    /// `name(args)`, a predicate.
    Fact {
        /// Its number.
        predicate: u16,
        /// Its arguments.
        args: SourceList<'a, ArgSource>,
    },
    /// `name(args)`, an axiom.
    Axiom {
        /// Its number.
        axiom: u16,
        /// Its arguments.
        args: SourceList<'a, ArgSource>,
    },
    /// `let var: Type = value`: binds the variable, or compares its value if it is bound.
    Let {
        /// The variable.
        var: Var,
        /// Its value.
        value: LetSource<'a>,
    },
    /// A Rust expression that is a `bool`.
    Test(ExprId),
    /// `poll expression`: a `bool` that may be pending.
    Poll(ExprId),
    /// `!a`.
    Not(Condition<'a>),
    /// `a || b`.
    Or(SourceList<'a, Condition<'a>>),
    /// `first(a)`, `first(a sort by e)`.
    First(Sorted<'a>),
    /// `forall(a => b)`.
    Forall(Condition<'a>, Condition<'a>),
    /// `when_planning(a)`: holds as `a` does, since this interpreter only plans.
    WhenPlanning(Condition<'a>),
}

impl<'a> Form<'a> {
    /// Returns the inner conditions, each with true if its variables stay bound after the form.
    pub fn conditions(&self) -> Vec<(&Condition<'a>, bool)> {
        match self {
            Form::Fact { .. } | Form::Axiom { .. } | Form::Test(_) | Form::Poll(_) => Vec::new(),
            Form::Let { value, .. } => value.over().map(|over| (over, false)).into_iter().collect(),
            Form::Not(inner) => Vec::from([(inner, false)]),
            Form::Or(sides) => sides.iter().map(|side| (side, true)).collect(),
            Form::First(sorted) => Vec::from([(&sorted.condition, true)]),
            Form::Forall(all, each) => Vec::from([(all, false), (each, false)]),
            Form::WhenPlanning(inner) => Vec::from([(inner, true)]),
        }
    }
}

/// An argument of an atom or of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgSource {
    /// `_`.
    Any,
    /// Compares with the variable, or binds it if it is unbound.
    Var(Var),
    /// A Rust expression.
    Word(ExprId),
}

/// The right side of `let … =` or `let … in`.
#[derive(Clone, Debug)]
pub enum LetSource<'a> {
    /// A Rust expression.
    Word(ExprId),
    /// One that is an `Option`.
    Some(ExprId),
    /// One after `poll`, whose answer may be pending.
    Poll(ExprId),
    /// One that gives items.
    In(ExprId),
    /// `count(a)`.
    Count(Condition<'a>),
    /// `sum(e; a)`: zero without a solution. The function adds one value.
    Sum(ExprId, Condition<'a>),
    /// `min(e; a)` or `max(e; a)`: no value without a solution. The function picks one of two values.
    Best(ExprId, Condition<'a>),
}

impl<'a> LetSource<'a> {
    /// Returns the condition of an aggregate.
    pub fn over(&self) -> Option<&Condition<'a>> {
        match self {
            LetSource::Count(over) | LetSource::Sum(_, over) | LetSource::Best(_, over) => {
                Some(over)
            }
            LetSource::Word(_) | LetSource::Some(_) | LetSource::Poll(_) | LetSource::In(_) => None,
        }
    }
}

/// A condition with or without `sort by`.
#[derive(Clone, Debug)]
pub struct Sorted<'a> {
    /// The condition.
    pub condition: Condition<'a>,
    /// The sort key.
    pub key: Option<ExprId>,
    /// The text of `sort by`; empty if absent or unknown.
    pub by: CowText<'a>,
}

/// The methods or operators of one name.
#[derive(Clone, Debug)]
pub struct TaskSource<'a> {
    /// Their name.
    pub name: CowText<'a>,
    /// The methods or operators.
    pub done_by: DoneBy<'a>,
}

/// The definitions of a task.
#[derive(Clone, Debug)]
pub enum DoneBy<'a> {
    /// Methods in order, which the search may backtrack to.
    Methods(SourceList<'a, MethodSource<'a>>),
    /// Operators in order.
    Operators(SourceList<'a, OperatorSource<'a>>),
    /// A synchronisation operator: a step without condition and effect.
    Itself,
}

/// One `method` item.
#[derive(Clone, Debug)]
pub struct MethodSource<'a> {
    /// The source file; empty if it is the file of the domain.
    pub file: CowText<'a>,
    /// Its first line; 0 if unknown.
    pub line: u32,
    /// The number of variables that are parameters; they come first.
    pub params: u16,
    /// Its variables.
    pub vars: SourceList<'a, NamedVar<'a>>,
    /// If, else if, else.
    pub branches: SourceList<'a, BlockSource<'a>>,
}

/// A body under a condition: a branch of a method, or a block of `if`, `while` or `for`.
#[derive(Clone, Debug)]
pub struct BlockSource<'a> {
    /// The name of a branch; empty if it has none.
    pub name: CowText<'a>,
    /// Its doc comment; empty if it has none.
    pub doc: CowText<'a>,
    /// Its first line; 0 if unknown.
    pub line: u32,
    /// Its condition; `None` for `else` and for a branch without one.
    pub guard: Option<Sorted<'a>>,
    /// The statements.
    pub body: Statements<'a>,
}

/// Statements, in order.
pub type Statements<'a> = SourceList<'a, Stmt<'a>>;

/// A statement of a body.
#[derive(Clone, Debug)]
pub enum Stmt<'a> {
    /// `name(args);`, `let returned = name(args);`
    Task {
        /// The task's number.
        task: u16,
        /// Its arguments.
        args: SourceList<'a, ArgSource>,
        /// The variable that is given what the method returns.
        returned: Option<Var>,
        /// The statement.
        written: SourceText<'a>,
    },
    /// `later name(args);`
    Later {
        /// The task's number.
        task: u16,
        /// Its arguments.
        args: SourceList<'a, ArgSource>,
        /// The statement.
        written: SourceText<'a>,
    },
    /// `let var: Type = value;`
    Let {
        /// The variable.
        var: Var,
        /// Its value.
        value: LetSource<'a>,
        /// The statement.
        written: SourceText<'a>,
    },
    /// `add …;`, `delete …;`: a step for each fact.
    Effect(Effect<'a>),
    /// `if … { … } else if … { … } else { … }`.
    If(SourceList<'a, BlockSource<'a>>),
    /// `while … { … }`.
    While(BlockSource<'a>),
    /// `for … { … }`.
    For(BlockSource<'a>),
    /// `unordered { … }`, strand by strand.
    Unordered(SourceList<'a, Statements<'a>>),
    /// `unordered for condition { … }`: a strand for each solution.
    UnorderedFor(BlockSource<'a>),
    /// `now`, before its task: no other strand runs between the statement before it and the one after it.
    Now,
    /// `return expression;`
    Return(ExprId, SourceText<'a>),
    /// `priority expression;`, the first statement of a branch.
    Priority(ExprId, SourceText<'a>),
}

/// `add atom, … for …;`, and the same with `delete`, `protect` or `release`.
#[derive(Clone, Debug)]
pub struct Effect<'a> {
    /// The keyword.
    pub verb: FactVerb,
    /// The facts.
    pub atoms: SourceList<'a, Atom<'a>>,
    /// The condition of a `for`.
    pub each: Option<Sorted<'a>>,
    /// The statement, without its moment.
    pub written: SourceText<'a>,
}

/// A fact of an effect.
#[derive(Clone, Debug)]
pub struct Atom<'a> {
    /// The predicate's number.
    pub predicate: u16,
    /// Its arguments; [`ArgSource::Any`] only in a `delete`.
    pub args: SourceList<'a, ArgSource>,
}

/// One `operator` item.
#[derive(Clone, Debug)]
pub struct OperatorSource<'a> {
    /// The source file; empty if it is the file of the domain.
    pub file: CowText<'a>,
    /// Its first line; 0 if unknown.
    pub line: u32,
    /// The number of variables that are parameters; they come first.
    pub params: u16,
    /// Its variables.
    pub vars: SourceList<'a, NamedVar<'a>>,
    /// `if …;`
    pub requires: Option<Sorted<'a>>,
    /// `while …;`, which counts as part of the precondition.
    pub during: Option<Condition<'a>>,
    /// Its effects, each with its moment.
    pub effects: SourceList<'a, (EffectMoment, Effect<'a>)>,
    /// The cost of a step.
    pub cost: Cost,
    /// Its expected duration, which the search ignores.
    pub duration: Cost,
    /// The parameters after `by`.
    pub by: SourceList<'a, Var>,
    /// `busy …;`
    pub busy: Option<ExprId>,
    /// `undo name(args);`: the task and its arguments.
    pub undo: Option<(u16, SourceList<'a, ArgSource>)>,
    /// All its statements, in order.
    pub statements: SourceList<'a, SourceText<'a>>,
}

/// When an effect comes about. The planner assumes them in this order, but for a failure, which it never assumes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectMoment {
    /// `start`; and all effects of an internal operator.
    Start,
    /// `finish`.
    Finish,
    /// `success`.
    Success,
    /// `sensed`.
    Sensed,
    /// `failure`.
    Failure,
}

/// A cost or a duration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cost {
    /// Always the same.
    Fixed(f32),
    /// A Rust expression.
    Function(ExprId),
}
