//! Random domains as data: what the generator makes, the text shows and `described` gives to the plain interpreter.

/// A value of the one type that these domains have.
pub type Word = u8;

/// A variable or a literal.
#[derive(Clone, Debug)]
pub enum Item {
    Var(String),
    Num(Word),
    Any,
}

#[derive(Clone, Debug)]
pub struct Atom {
    pub name: String,
    pub args: Vec<Item>,
}

/// `(item + plus) % modulo`.
#[derive(Clone, Debug)]
pub struct Sum {
    pub item: Item,
    pub plus: Word,
}

/// What sums wrap at: values are below it.
pub const MODULO: Word = 4;

/// How many facts a predicate can hold.
pub const CAPACITY: usize = 256;

/// What a step costs whose `cost` comes to this value.
pub const PRICES: [f32; MODULO as usize] = [0.0, 1.0, 2.5, f32::NAN];

#[derive(Clone, Debug)]
pub enum Cond {
    And(Vec<Cond>),
    Or(Box<Cond>, Box<Cond>),
    Not(Box<Cond>),
    Atom(Atom),
    Test(Item, &'static str, Item),
    Let(String, Sum),
    /// `let Some(name): Option<u8> = self::below(item)`
    Some(String, Item),
    Count(String, Box<Cond>),
    /// Of numbers that are wider than words, so that it does not matter how these would wrap.
    Sum(String, Item, Box<Cond>),
    /// The least, or the greatest.
    Best(String, Best, Item, Box<Cond>),
    Each(String, Vec<Word>),
    Range(String, Item, Item),
    First(Box<Sorted>),
    Forall(Box<Cond>, Box<Cond>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Best {
    Min,
    Max,
}

#[derive(Clone, Debug)]
pub struct Sorted {
    pub cond: Cond,
    /// The variable, and whether falling.
    pub sort: Option<(String, bool)>,
}

#[derive(Clone, Debug)]
pub struct Predicate {
    pub name: String,
    pub columns: usize,
    pub key: Option<usize>,
}

#[derive(Clone, Debug)]
pub struct Axiom {
    pub name: String,
    pub params: Vec<String>,
    pub clauses: Vec<Cond>,
}

#[derive(Clone, Debug)]
pub struct Effect {
    pub add: bool,
    pub atoms: Vec<Atom>,
    pub each: Option<Cond>,
}

#[derive(Clone, Debug)]
pub struct Operator {
    pub name: String,
    pub internal: bool,
    pub params: Vec<String>,
    pub guard: Option<Sorted>,
    pub effects: Vec<Effect>,
    pub cost: Option<Sum>,
}

#[derive(Clone, Debug)]
pub struct Method {
    pub name: String,
    pub params: Vec<String>,
    pub returns: bool,
    pub branches: Vec<(Option<Sorted>, Vec<Stmt>)>,
}

#[derive(Clone, Debug)]
pub enum Stmt {
    Task(String, Vec<Item>),
    LetTask(String, String, Vec<Item>),
    Let(String, Sum),
    /// `let name: u8 = min(item; cond);`, or the greatest.
    Best(String, Best, Item, Cond),
    Effect(Effect),
    If(Vec<(Option<Sorted>, Vec<Stmt>)>),
    While(Sorted, Vec<Stmt>),
    For(Sorted, Vec<Stmt>),
    Unordered(Vec<Vec<Stmt>>),
    Return(Item),
}

#[derive(Clone, Debug, Default)]
pub struct Spec {
    pub predicates: Vec<Predicate>,
    pub axioms: Vec<Axiom>,
    pub operators: Vec<Operator>,
    pub methods: Vec<Method>,
    /// Facts to begin with, each by its predicate's number: several times over, since to plan costs little beside compiling.
    pub worlds: Vec<Vec<(usize, Vec<Word>)>>,
}
