//! The Rust expressions of random domains, evaluated without rustc.

use htn_core::Term;
use htn_core::reference::ExpressionHost;
use htn_core::reference::rows::Var;

use crate::spec::*;
use crate::values::{Kind, WIDE};

/// The expressions of a domain, indexed by their numbers in the rows.
pub struct Expressions {
    pub(crate) kind: Kind,
    pub(crate) all: Vec<Expression>,
}

/// The operation of an expression on the words of its variables.
#[derive(Clone, Debug)]
pub(crate) enum Expression {
    Value(Operand),
    Sum(Operand, Word),
    /// The rank of a sum.
    Rank(Operand, Word),
    Wide(Operand),
    Narrow(Var),
    Small(Var),
    Test(Operand, &'static str, Operand),
    TestNumber(Var, &'static str, Word),
    List(Vec<Operand>),
    Span(Operand, Operand),
    /// The variables, their sort keys, and true for descending order.
    Key(Vec<Var>, SortOf, bool),
    Below(Operand),
    /// The operation on each value of an aggregate.
    Folded(Folded, Operand),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Folded {
    Sum,
    Best(Best),
    BestNumber(Best),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Operand {
    Var(Var),
    Num(Word),
    /// Returns the value of a sum.
    Sum(Var, Word),
}

impl Best {
    fn of<T: Ord>(self, a: T, b: T) -> T {
        match self {
            Best::Min => a.min(b),
            Best::Max => a.max(b),
        }
    }
}

impl Expressions {
    fn get(&self, function: u16) -> &Expression {
        &self.all[usize::from(function)]
    }

    fn var(&self, var: Var, vars: &[u64]) -> Word {
        self.kind.number(vars[usize::from(var)])
    }

    /// Returns the number of a value.
    fn number(&self, operand: Operand, vars: &[u64]) -> Word {
        match operand {
            Operand::Var(var) => self.var(var, vars),
            Operand::Num(word) => word,
            Operand::Sum(var, plus) => (self.var(var, vars) + plus) % MODULO,
        }
    }

    fn value(&self, function: u16, vars: &[u64]) -> Word {
        match self.get(function) {
            Expression::Value(operand) => self.number(*operand, vars),
            Expression::Sum(operand, plus) => (self.number(*operand, vars) + plus) % MODULO,
            Expression::Narrow(var) => {
                let word = vars[usize::from(*var)];
                let number = WIDE.iter().position(|wide| *wide == word);
                number.expect("it is a word of a wide column") as Word
            }
            Expression::Small(var) => (vars[usize::from(*var)] % u64::from(MODULO)) as Word,
            other => unreachable!("{other:?} is no value"),
        }
    }
}

fn test<T: PartialOrd>(a: T, op: &str, b: T) -> bool {
    match op {
        "==" => a == b,
        "!=" => a != b,
        "<" => a < b,
        ">=" => a >= b,
        other => unreachable!("`{other}` is no test"),
    }
}

impl ExpressionHost for Expressions {
    fn word(&self, function: u16, vars: &[u64]) -> u64 {
        match self.get(function) {
            Expression::Wide(operand) => WIDE[usize::from(self.number(*operand, vars))],
            Expression::Rank(operand, plus) => {
                let number = (self.number(*operand, vars) + plus) % MODULO;
                RANKS[usize::from(number)].to_word()
            }
            _ => self.kind.word(self.value(function, vars)),
        }
    }

    fn test(&self, function: u16, vars: &[u64]) -> bool {
        match self.get(function) {
            Expression::Test(a, op, b) => test(self.number(*a, vars), op, self.number(*b, vars)),
            Expression::TestNumber(var, op, number) => {
                test(vars[usize::from(*var)], op, u64::from(*number))
            }
            other => unreachable!("{other:?} is no test"),
        }
    }

    fn option(&self, function: u16, vars: &[u64]) -> Option<u64> {
        match self.get(function) {
            Expression::Below(operand) => {
                let below = self.number(*operand, vars).checked_sub(1)?;
                Some(self.kind.word(below))
            }
            other => unreachable!("{other:?} is no option"),
        }
    }

    fn item(&self, function: u16, vars: &[u64], number: usize) -> Option<u64> {
        let item = match self.get(function) {
            Expression::List(items) => self.number(*items.get(number)?, vars),
            Expression::Span(from, to) => {
                (self.number(*from, vars)..self.number(*to, vars)).nth(number)?
            }
            other => unreachable!("{other:?} gives no items"),
        };
        Some(self.kind.word(item))
    }

    fn key(&self, function: u16, vars: &[u64]) -> Vec<u64> {
        match self.get(function) {
            Expression::Key(by, of, falling) => {
                let last = MODULO - 1;
                let place = |var: &Var| match self.var(*var, vars) {
                    number if *of == SortOf::Price && PRICES[usize::from(number)].is_nan() => {
                        MODULO
                    }
                    number if *falling => last - number,
                    number => number,
                };
                by.iter().map(|var| u64::from(place(var))).collect()
            }
            other => unreachable!("{other:?} is no key"),
        }
    }

    fn fold(&self, function: u16, vars: &[u64], so_far: Option<u64>) -> u64 {
        let Expression::Folded(folded, operand) = self.get(function) else {
            unreachable!("function {function} is not folded");
        };
        let number = self.number(*operand, vars);
        match (folded, so_far) {
            (Folded::Best(best), Some(word)) => {
                self.kind.word(best.of(number, self.kind.number(word)))
            }
            (Folded::Best(_), None) => self.kind.word(number),
            (Folded::Sum, Some(sum)) => sum + u64::from(number),
            (Folded::BestNumber(best), Some(word)) => best.of(word, number.into()),
            (Folded::Sum | Folded::BestNumber(_), None) => number.into(),
        }
    }

    fn cost(&self, function: u16, vars: &[u64]) -> f32 {
        PRICES[usize::from(self.value(function, vars))]
    }
}
