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

/// A list that is borrowed or owned.
// `Cow` would do, but for lists that live longer than is asked for, which it does not take.
#[derive(Clone, Debug)]
pub enum SourceList<'a, T> {
    /// Somebody else's.
    Borrowed(&'a [T]),
    /// Its own.
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
    /// As a person would write it; empty where nobody knows.
    pub text: CowText<'a>,
    /// The line that it begins in; 0 where nobody knows.
    pub line: u32,
}

/// A whole domain.
#[derive(Clone, Debug)]
pub struct DomainSource<'a> {
    /// The domain's name.
    pub name: CowText<'a>,
    /// Where it is written; empty where nobody knows.
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
    /// How many columns it has.
    pub columns: u16,
    /// How many of them stand before `=>`; none where there is no such sign.
    pub key: Option<u16>,
    /// How many facts it can hold.
    pub capacity: usize,
    /// The file that it is written in; empty where that is the domain's own.
    pub file: CowText<'a>,
    /// The line that it stands in; 0 where nobody knows.
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
    /// The file that it is written in; empty where that is the domain's own.
    pub file: CowText<'a>,
    /// The line that it begins in; 0 where nobody knows.
    pub line: u32,
    /// How many of the variables are parameters.
    pub params: u16,
    /// Its variables.
    pub vars: SourceList<'a, NamedVar<'a>>,
    /// The blocks, between which stands `else`: the first that has a solution gives all of its own.
    pub clauses: SourceList<'a, Clause<'a>>,
}

/// A block of an axiom.
#[derive(Clone, Debug)]
pub struct Clause<'a> {
    /// The line that it begins in; 0 where nobody knows.
    pub line: u32,
    /// What has to hold.
    pub condition: Condition<'a>,
}

/// Conjuncts, from left to right.
pub type Condition<'a> = SourceList<'a, Conjunct<'a>>;

/// A piece of a condition, between `&&`.
#[derive(Clone, Debug)]
pub struct Conjunct<'a> {
    /// As written.
    pub text: CowText<'a>,
    /// The line that it stands in; 0 where nobody knows.
    pub line: u32,
    /// What it is.
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
    /// `let var: Type = value`: binds the variable, or compares where it is bound.
    Let {
        /// The variable.
        var: Var,
        /// Its value.
        value: LetSource<'a>,
    },
    /// A Rust expression that is a `bool`.
    Test(ExprId),
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
    /// The conditions that stand in it, each with whether what it binds is bound behind the form too.
    pub fn conditions(&self) -> Vec<(&Condition<'a>, bool)> {
        match self {
            Form::Fact { .. } | Form::Axiom { .. } | Form::Test(_) => Vec::new(),
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
    /// Compares with the variable, or binds it where it is not bound.
    Var(Var),
    /// A Rust expression.
    Word(ExprId),
}

/// What stands right of `let … =` or `let … in`.
#[derive(Clone, Debug)]
pub enum LetSource<'a> {
    /// A Rust expression.
    Word(ExprId),
    /// One that is an `Option`.
    Some(ExprId),
    /// One that gives items.
    In(ExprId),
    /// `count(a)`.
    Count(Condition<'a>),
    /// `sum(e; a)`: zero where there is no solution. The function adds one value to those before.
    Sum(ExprId, Condition<'a>),
    /// `min(e; a)` or `max(e; a)`: none where there is no solution. The function picks one of two values.
    Best(ExprId, Condition<'a>),
}

impl<'a> LetSource<'a> {
    /// What an aggregate is over.
    pub fn over(&self) -> Option<&Condition<'a>> {
        match self {
            LetSource::Count(over) | LetSource::Sum(_, over) | LetSource::Best(_, over) => {
                Some(over)
            }
            LetSource::Word(_) | LetSource::Some(_) | LetSource::In(_) => None,
        }
    }
}

/// A condition with or without `sort by`.
#[derive(Clone, Debug)]
pub struct Sorted<'a> {
    /// What has to hold.
    pub condition: Condition<'a>,
    /// What the solutions are sorted by.
    pub key: Option<ExprId>,
    /// What stands behind `sort by`, as written; empty where there is nothing, or where nobody knows.
    pub by: CowText<'a>,
}

/// The methods or operators of one name.
#[derive(Clone, Debug)]
pub struct TaskSource<'a> {
    /// Their name.
    pub name: CowText<'a>,
    /// What does it.
    pub done_by: DoneBy<'a>,
}

/// What does a task.
#[derive(Clone, Debug)]
pub enum DoneBy<'a> {
    /// Choices that the search may come back to, in order.
    Methods(SourceList<'a, MethodSource<'a>>),
    /// The same.
    Operators(SourceList<'a, OperatorSource<'a>>),
    /// A synchronisation operator: a step without condition and effect.
    Itself,
}

/// One `method` item.
#[derive(Clone, Debug)]
pub struct MethodSource<'a> {
    /// The file that it is written in; empty where that is the domain's own.
    pub file: CowText<'a>,
    /// The line that it begins in; 0 where nobody knows.
    pub line: u32,
    /// How many of the variables are parameters.
    pub params: u16,
    /// Its variables.
    pub vars: SourceList<'a, NamedVar<'a>>,
    /// If, else if, else.
    pub branches: SourceList<'a, BlockSource<'a>>,
}

/// A body under a condition: a branch of a method, or a block of `if`, `while` or `for`.
#[derive(Clone, Debug)]
pub struct BlockSource<'a> {
    /// Of a branch; empty where it has none.
    pub name: CowText<'a>,
    /// Its doc comment; empty where it has none.
    pub doc: CowText<'a>,
    /// The line that it begins in; 0 where nobody knows.
    pub line: u32,
    /// Its condition; none for `else` and for a branch without one.
    pub guard: Option<Sorted<'a>>,
    /// What to do.
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
    /// `return expression;`
    Return(ExprId, SourceText<'a>),
    /// `priority expression;`, the first statement of a branch.
    Priority(ExprId, SourceText<'a>),
}

/// `add atom, … for …;`, `delete atom, … for …;`
#[derive(Clone, Debug)]
pub struct Effect<'a> {
    /// `add`, else `delete`.
    pub add: bool,
    /// The facts.
    pub atoms: SourceList<'a, Atom<'a>>,
    /// What stands behind `for`.
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
    /// The file that it is written in; empty where that is the domain's own.
    pub file: CowText<'a>,
    /// The line that it begins in; 0 where nobody knows.
    pub line: u32,
    /// How many of the variables are parameters.
    pub params: u16,
    /// Its variables.
    pub vars: SourceList<'a, NamedVar<'a>>,
    /// `if …;`
    pub requires: Option<Sorted<'a>>,
    /// `while …;`, which counts as part of the precondition.
    pub during: Option<Condition<'a>>,
    /// Its effects, each with its moment.
    pub effects: SourceList<'a, (EffectMoment, Effect<'a>)>,
    /// What the step costs.
    pub cost: Cost,
    /// How long it takes. The search has no use for it.
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

/// What a step costs, or how long it takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cost {
    /// Always the same.
    Fixed(f32),
    /// A Rust expression.
    Function(ExprId),
}
