//! Random domains as data: what the generator makes, the text shows and `described` gives to the reference interpreter.

use crate::values::Kind;

/// A value, by its number.
pub type Word = u8;

/// A variable, a value, or an expression of one.
#[derive(Clone, Debug)]
pub enum Item {
    Var(String),
    /// As a literal, where bytes are the values.
    Num(Word),
    /// By the name of a constant.
    Const(Word),
    Any,
    Sum(Box<Sum>),
    /// As a wide column has it.
    Wide(Box<Item>),
}

#[derive(Clone, Debug)]
pub struct Atom {
    pub name: String,
    pub args: Vec<Item>,
}

/// The value some further on.
#[derive(Clone, Debug)]
pub struct Sum {
    pub item: Item,
    pub plus: Word,
    /// Whether it is written `(item + plus) % modulo`, and not as a call.
    pub inline: bool,
}

/// How many values there are.
pub const MODULO: Word = 4;

/// How many facts most predicates can hold.
pub const CAPACITY: usize = 256;

/// What a step costs whose `cost` comes to this value.
pub const PRICES: [f32; MODULO as usize] = [0.0, 1.0, 2.5, f32::NAN];

/// The priority of a branch whose `priority` comes to this value.
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
    /// An aggregate.
    Value(String, Value),
    /// A number, which is no value, against another.
    TestNumber(String, &'static str, Word),
    /// The value that a number stands for.
    Small(String, String, NumberType),
    /// The value that a variable of a wide column stands for.
    Narrow(String, String),
    Each(String, Vec<Item>),
    Range(String, Item, Item),
    /// The same by a function that gives an iterator.
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
    /// Of numbers that are wider than values, so that it does not matter how these would wrap.
    Sum(Item),
    /// The least or the greatest value, where values are numbers.
    Best(Best, Item),
    /// The least or the greatest of their numbers.
    BestNumber(Best, Item),
}

/// The type of a number that is no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberType {
    Usize,
    U64,
}

impl Fold {
    /// Its type; none for a value.
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

/// What is looked at of the values that are sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SortOf {
    /// They themselves, where they are numbers.
    Value,
    Number,
    /// What they cost: of one of them that is no number, and comes last either way.
    Price,
}

#[derive(Clone, Debug)]
pub struct Predicate {
    pub name: String,
    pub columns: usize,
    /// The column whose words are large, whatever the domain's values are.
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

/// When an effect takes place, where operators take time.
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
    pub add: bool,
    pub atoms: Vec<Atom>,
    pub each: Option<Cond>,
}

#[derive(Clone, Debug)]
pub struct Operator {
    pub name: String,
    pub internal: bool,
    pub params: Vec<String>,
    /// How many of its parameters do it.
    pub by: usize,
    pub guard: Option<Sorted>,
    /// What must hold throughout.
    pub during: Option<Cond>,
    pub effects: Vec<Effect>,
    pub cost: Option<Sum>,
}

/// A condition, if there is one, and what is done where it holds.
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
    LetTask(String, String, Vec<Item>),
    Let(String, Sum),
    /// `let name: V = min(item; cond);` or another aggregate.
    Value(String, Value),
    /// The value that a number stands for.
    Small(String, String, NumberType),
    Effect(Effect),
    If(Vec<Block>),
    While(Sorted, Vec<Stmt>),
    For(Sorted, Vec<Stmt>),
    Unordered(Vec<Vec<Stmt>>),
    Return(Item),
    /// `priority self::rank(sum);`
    Priority(Sum),
}

#[derive(Clone, Debug, Default)]
pub struct Spec {
    pub kind: Kind,
    /// Whether values are agents, and operators take time.
    pub agents: bool,
    pub predicates: Vec<Predicate>,
    pub axioms: Vec<Axiom>,
    pub operators: Vec<Operator>,
    pub methods: Vec<Method>,
    /// Facts to begin with, each by its predicate's number: several times over, since to plan costs little beside compiling.
    pub worlds: Vec<Vec<(usize, Vec<Word>)>>,
}

impl Spec {
    /// The words of a fact.
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
