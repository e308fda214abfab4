//! Random domains as data: the output of the generator, and the input of `text` and `described`.

use crate::values::Kind;
pub use htn_core::tables::FactVerb;

/// A value, by its number.
pub type Word = u8;

/// A variable, a value, or an expression of one.
#[derive(Clone, Debug)]
pub enum Item {
    Var(String),
    /// A literal, if values are bytes.
    Num(Word),
    /// The name of a constant.
    Const(Word),
    Any,
    Sum(Box<Sum>),
    /// The word of a wide column.
    Wide(Box<Item>),
}

#[derive(Clone, Debug)]
pub struct Atom {
    pub name: String,
    pub args: Vec<Item>,
}

/// A value plus an offset.
#[derive(Clone, Debug)]
pub struct Sum {
    pub item: Item,
    pub plus: Word,
    /// True if it is written as `(item + plus) % modulo` rather than as a call.
    pub inline: bool,
}

/// The number of values.
pub const MODULO: Word = 4;

/// The capacity of most predicates.
pub const CAPACITY: usize = 256;

/// Returns the cost of a step whose `cost` has this value.
pub const PRICES: [f32; MODULO as usize] = [0.0, 1.0, 2.5, f32::NAN];

/// Returns the priority of a branch whose `priority` has this value.
pub const RANKS: [i32; MODULO as usize] = [i32::MIN, -1, 0, 7];

#[derive(Clone, Debug)]
pub enum Cond {
    And(Vec<Cond>),
    Or(Box<Cond>, Box<Cond>),
    Not(Box<Cond>),
    Atom(Atom),
    Test(Item, &'static str, Item),
    Let(String, Sum),
    /// `let Some(name): Option<V> = self::below(item)`
    Some(String, Item),
    /// A test or a `let` of an expression after `poll`.
    Polled(Box<Cond>),
    /// An aggregate.
    Value(String, Value),
    /// A comparison of two numbers that are not values.
    TestNumber(String, &'static str, Word),
    /// Converts a number to a value.
    Small(String, String, NumberType),
    /// Converts a variable of a wide column to a value.
    Narrow(String, String),
    Each(String, Vec<Item>),
    Range(String, Item, Item),
    /// Iterates over the result of a function.
    Span(String, Item, Item),
    First(Box<Sorted>),
    Forall(Box<Cond>, Box<Cond>),
    /// A conjunct of a guard.
    WhenPlanning(Box<Cond>),
}

/// An aggregate over the solutions of a condition.
#[derive(Clone, Debug)]
pub struct Value {
    pub fold: Fold,
    pub over: Box<Cond>,
}

#[derive(Clone, Debug)]
pub enum Fold {
    Count,
    /// A sum of numbers wider than values, which cannot overflow.
    Sum(Item),
    /// The minimum or maximum value, if values are numbers.
    Best(Best, Item),
    /// The minimum or maximum of the values' numbers.
    BestNumber(Best, Item),
}

/// The type of a number that is not a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberType {
    Usize,
    U64,
}

impl Fold {
    /// The type of a number, or `None` for a value.
    pub fn number_type(&self) -> Option<NumberType> {
        match self {
            Fold::Count => Some(NumberType::Usize),
            Fold::Sum(_) | Fold::BestNumber(..) => Some(NumberType::U64),
            Fold::Best(..) => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Best {
    Min,
    Max,
}

#[derive(Clone, Debug)]
pub struct Sorted {
    pub cond: Cond,
    pub sort: Option<Sort>,
}

#[derive(Clone, Debug)]
pub struct Sort {
    /// One variable, or a tuple of them.
    pub by: Vec<String>,
    pub of: SortOf,
    pub falling: bool,
}

/// The sort key of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SortOf {
    /// The value itself, if it is a number.
    Value,
    Number,
    /// The cost of the value. One value has the cost NaN, which is last in both orders.
    Price,
}

#[derive(Clone, Debug)]
pub struct Predicate {
    pub name: String,
    pub columns: usize,
    /// The column with large words, for any type of values.
    pub wide: Option<usize>,
    pub key: Option<usize>,
    pub capacity: usize,
}

#[derive(Clone, Debug)]
pub struct Axiom {
    pub name: String,
    pub params: Vec<String>,
    pub clauses: Vec<Cond>,
}

/// The time of an effect, if operators take time.
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
    pub mark: Option<Mark>,
    pub verb: FactVerb,
    pub atoms: Vec<Atom>,
    pub each: Option<Cond>,
}

#[derive(Clone, Debug)]
pub struct Operator {
    pub name: String,
    pub internal: bool,
    pub params: Vec<String>,
    /// The number of parameters that are agents.
    pub by: usize,
    pub guard: Option<Sorted>,
    /// The condition of `while`.
    pub during: Option<Cond>,
    pub effects: Vec<Effect>,
    pub cost: Option<Sum>,
    /// The cost as a number, if `cost` is `None`.
    pub fixed_cost: Option<f32>,
}

/// An optional condition with its body.
pub type Block = (Option<Sorted>, Vec<Stmt>);

#[derive(Clone, Debug)]
pub struct Method {
    pub name: String,
    pub params: Vec<String>,
    pub returns: bool,
    pub branches: Vec<Block>,
}

#[derive(Clone, Debug)]
pub enum Stmt {
    Task(String, Vec<Item>),
    Later(String, Vec<Item>),
    LetTask(String, String, Vec<Item>),
    Let(String, Sum),
    /// `let name: V = min(item; cond);` or another aggregate.
    Value(String, Value),
    /// Converts a number to a value.
    Small(String, String, NumberType),
    Effect(Effect),
    If(Vec<Block>),
    While(Sorted, Vec<Stmt>),
    For(Sorted, Vec<Stmt>),
    Unordered(Vec<Vec<Stmt>>),
    /// `unordered for`.
    UnorderedFor(Sorted, Vec<Stmt>),
    /// `now`, before a task.
    Now,
    Return(Item),
    /// `priority self::rank(sum);`
    Priority(Sum),
}

#[derive(Clone, Debug, Default)]
pub struct Spec {
    pub kind: Kind,
    /// True if values are agents and operators take time.
    pub agents: bool,
    pub predicates: Vec<Predicate>,
    pub axioms: Vec<Axiom>,
    pub operators: Vec<Operator>,
    pub methods: Vec<Method>,
    /// Initial facts with the numbers of their predicates, for several worlds, because planning is cheap compared with compiling.
    pub worlds: Vec<Vec<(usize, Vec<Word>)>>,
}

impl Spec {
    /// Returns the words of a fact.
    pub fn words(&self, predicate: usize, row: &[Word]) -> Vec<u64> {
        let wide = self.predicates[predicate].wide;
        let words = row.iter().enumerate();
        let words = words.map(|(column, number)| match wide == Some(column) {
            true => crate::values::WIDE[usize::from(*number)],
            false => self.kind.word(*number),
        });
        words.collect()
    }
}
