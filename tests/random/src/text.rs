//! Random domains as the text of a domain.

use std::fmt::{Display, Formatter, Result};

use crate::spec::*;

struct List<'a, T>(&'a [T]);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (i, item) in self.0.iter().enumerate() {
            write!(f, "{}{item}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// As a range, one kind or the other, where they are one.
struct Items<'a>(&'a [Word]);

impl Display for Items<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let items = self.0;
        match items {
            [first, .., last] if items.is_sorted_by(|a, b| *b == a + 1) => match items.len() % 2 {
                0 => write!(f, "{first}..{}", last + 1),
                _ => write!(f, "{first}..={last}"),
            },
            [] => write!(f, "3..3"),
            _ => write!(f, "[{}]", List(items)),
        }
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Item::Var(name) => f.write_str(name),
            Item::Num(word) => write!(f, "{word}"),
            Item::Any => f.write_str("_"),
        }
    }
}

impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}({})", self.name, List(&self.args))
    }
}

impl Display for Sum {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "({} + {}) % {MODULO}", self.item, self.plus)
    }
}

impl Display for Cond {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Cond::And(all) => {
                for (i, cond) in all.iter().enumerate() {
                    write!(f, "{}{cond}", if i == 0 { "" } else { " && " })?;
                }
                Ok(())
            }
            Cond::Or(a, b) => write!(f, "(({a}) || ({b}))"),
            Cond::Not(a) => write!(f, "!({a})"),
            Cond::Atom(atom) => write!(f, "{atom}"),
            Cond::Test(a, op, b) => write!(f, "{a} {op} {b}"),
            Cond::Let(name, sum) => write!(f, "let {name}: u8 = {sum}"),
            Cond::Count(name, over) => write!(f, "let {name}: usize = count({over})"),
            Cond::Sum(name, of, over) => {
                // A number says nothing of its type.
                let ty = if matches!(of, Item::Num(_)) { "u8" } else { "" };
                write!(f, "let {name}: u64 = sum(u64::from({of}{ty}); {over})")
            }
            Cond::Best(name, best, of, over) => write!(f, "let {name}: u8 = {best}({of}; {over})"),
            Cond::Some(name, of) => write!(f, "let Some({name}): Option<u8> = self::below({of})"),
            Cond::Each(name, items) => write!(f, "let {name}: u8 in {}", Items(items)),
            Cond::Range(name, from, to) => write!(f, "let {name}: u8 in {from}..{to}"),
            Cond::First(sorted) => write!(f, "first({sorted})"),
            Cond::Forall(a, b) => write!(f, "forall({a} => {b})"),
        }
    }
}

impl Display for Best {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Best::Min => "min",
            Best::Max => "max",
        })
    }
}

impl Display for Sorted {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}", self.cond)?;
        if let Some((name, falling)) = &self.sort {
            write!(f, " sort by {name}{}", if *falling { " desc" } else { "" })?;
        }
        Ok(())
    }
}

impl Display for Effect {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(
            f,
            "{} {}",
            if self.add { "add" } else { "delete" },
            List(&self.atoms)
        )?;
        if let Some(each) = &self.each {
            write!(f, " for {each}")?;
        }
        writeln!(f, ";")
    }
}

fn body(statements: &[Stmt], f: &mut Formatter<'_>) -> Result {
    writeln!(f, "{{")?;
    for statement in statements {
        write!(f, "{statement}")?;
    }
    writeln!(f, "}}")
}

impl Display for Stmt {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Stmt::Task(name, args) => writeln!(f, "{name}({});", List(args)),
            Stmt::LetTask(x, name, args) => writeln!(f, "let {x} = {name}({});", List(args)),
            Stmt::Let(x, sum) => writeln!(f, "let {x}: u8 = {sum};"),
            Stmt::Best(x, best, of, over) => writeln!(f, "let {x}: u8 = {best}({of}; {over});"),
            Stmt::Effect(effect) => write!(f, "{effect}"),
            Stmt::If(blocks) => {
                for (i, (guard, inner)) in blocks.iter().enumerate() {
                    write!(f, "{}", if i == 0 { "" } else { "else " })?;
                    if let Some(guard) = guard {
                        write!(f, "if {guard} ")?;
                    }
                    body(inner, f)?;
                }
                Ok(())
            }
            Stmt::While(guard, inner) => {
                write!(f, "while {guard} ")?;
                body(inner, f)
            }
            Stmt::For(guard, inner) => {
                write!(f, "for {guard} ")?;
                body(inner, f)
            }
            Stmt::Unordered(strands) => {
                writeln!(f, "unordered {{")?;
                for strand in strands {
                    match strand.as_slice() {
                        [Stmt::Task(..)] => write!(f, "{}", strand[0])?,
                        _ => body(strand, f)?,
                    }
                }
                writeln!(f, "}}")
            }
            Stmt::Return(item) => writeln!(f, "return {item};"),
        }
    }
}

fn params(params: &[String], f: &mut Formatter<'_>) -> Result {
    let typed: Vec<String> = params.iter().map(|name| format!("{name}: u8")).collect();
    write!(f, "({})", List(&typed))
}

impl Display for Spec {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "pub domain random;")?;
        for predicate in &self.predicates {
            write!(f, "predicate {}(", predicate.name)?;
            for column in 0..predicate.columns {
                let before = match (column, predicate.key) {
                    (column, Some(key)) if column == key => " => ",
                    (0, _) => "",
                    _ => ", ",
                };
                write!(f, "{before}u8")?;
            }
            writeln!(f, ") [{CAPACITY}];")?;
        }
        for axiom in &self.axioms {
            write!(f, "axiom {}", axiom.name)?;
            params(&axiom.params, f)?;
            for (i, clause) in axiom.clauses.iter().enumerate() {
                writeln!(f, "{} {{ {clause} }}", if i == 0 { "" } else { " else" })?;
            }
        }
        for operator in &self.operators {
            let internal = if operator.internal { "internal " } else { "" };
            write!(f, "{internal}operator {}", operator.name)?;
            params(&operator.params, f)?;
            writeln!(f, " {{")?;
            if let Some(guard) = &operator.guard {
                writeln!(f, "if {guard};")?;
            }
            operator
                .effects
                .iter()
                .try_for_each(|effect| write!(f, "{effect}"))?;
            if let Some(cost) = &operator.cost {
                writeln!(f, "cost self::price({cost});")?;
            }
            writeln!(f, "}}")?;
        }
        for method in &self.methods {
            // Where one task is `pub`, it is an error that none reaches an item.
            let public = if method.name == "m0" { "pub " } else { "" };
            write!(f, "{public}method {}", method.name)?;
            params(&method.params, f)?;
            writeln!(f, "{} {{", if method.returns { " -> u8" } else { "" })?;
            for (i, (guard, inner)) in method.branches.iter().enumerate() {
                write!(f, "branch b{i} ")?;
                if let Some(guard) = guard {
                    write!(f, "if {guard} ")?;
                }
                body(inner, f)?;
            }
            writeln!(f, "}}")?;
        }
        Ok(())
    }
}
