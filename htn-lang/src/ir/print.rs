//! Prints the IR: variables and predicates by number, bound arguments with `=`, Rust expressions as written.

use std::fmt::{Display, Formatter, Result};

use super::{
    Block, BoundArg, BoundEffect, BoundValue, Cond, Expr, LetValue, SortedCond, Stmt, VarId,
};
use crate::pretty::expression;

/// Items with a separator between them.
struct Joined<'l, T>(&'l [T], &'static str);

impl<T: Display> Display for Joined<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (i, item) in self.0.iter().enumerate() {
            write!(f, "{}{item}", if i > 0 { self.1 } else { "" })?;
        }
        Ok(())
    }
}

fn list<T: Display>(items: &[T]) -> Joined<'_, T> {
    Joined(items, ", ")
}

impl Display for VarId {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "v{}", self.0)
    }
}

impl Display for Expr<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&expression(self.source))
    }
}

impl Display for BoundArg<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            BoundArg::Any => f.write_str("_"),
            BoundArg::Bind(var) => write!(f, "={var}"),
            BoundArg::Is(var) => write!(f, "{var}"),
            BoundArg::Again(var) => write!(f, "again {var}"),
            BoundArg::Expr(expr) => write!(f, "{{{expr}}}"),
        }
    }
}

impl Display for Cond<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Cond::And(parts) => write!(f, "({})", Joined(parts, " && ")),
            Cond::Or(sides) => write!(f, "({})", Joined(sides, " || ")),
            Cond::Not(inner) => write!(f, "!{inner}"),
            Cond::Fact { rel, args } => write!(f, "p{rel}({})", list(args)),
            Cond::Axiom { axiom, args } => write!(f, "a{axiom}({})", list(args)),
            Cond::Inlined { params, args, body } => {
                write!(f, "[{} = {}: {body}]", list(params), list(args))
            }
            Cond::Let {
                var,
                compare,
                value,
            } => {
                let sign = if *compare { "==" } else { "=" };
                write!(f, "let {var} {sign} {value}")
            }
            Cond::First(sorted) => write!(f, "first({sorted})"),
            Cond::Forall(all, hold) => write!(f, "forall({all} => {hold})"),
            Cond::WhenPlanning(inner) => write!(f, "when_planning({inner})"),
            Cond::Test(expr) => write!(f, "{{{expr}}}"),
        }
    }
}

impl Display for LetValue<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            LetValue::Word(expr) => write!(f, "{{{expr}}}"),
            LetValue::Some(expr) => write!(f, "some {{{expr}}}"),
            LetValue::In(expr) => write!(f, "in {{{expr}}}"),
            LetValue::Aggregate { kind, of, over } => {
                write!(f, "{kind:?}(")?;
                of.iter().try_for_each(|of| write!(f, "{{{of}}} of "))?;
                write!(f, "{over})")
            }
        }
    }
}

impl Display for SortedCond<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}", self.cond)?;
        self.sort.iter().try_for_each(|sort| {
            let order = if sort.descending { " desc" } else { "" };
            write!(f, " sort by {{{}}}{order}", sort.key)
        })
    }
}

impl Display for BoundValue<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            BoundValue::Var(var) => write!(f, "{var}"),
            BoundValue::Expr(expr) => write!(f, "{{{expr}}}"),
        }
    }
}

impl Display for BoundEffect<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(self.verb.word())?;
        for (rel, args) in &self.atoms {
            write!(f, " p{rel}({})", list(args))?;
        }
        self.each
            .iter()
            .try_for_each(|each| write!(f, " for {each}"))
    }
}

impl Display for Stmt<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Stmt::Task { task, args, ret } => {
                ret.iter().try_for_each(|ret| write!(f, "{ret} = "))?;
                write!(f, "t{task}({})", list(args))
            }
            Stmt::Later { task, args } => write!(f, "later t{task}({})", list(args)),
            Stmt::Let { var, value } => write!(f, "let {var} = {value}"),
            Stmt::Effect(effect) => write!(f, "{effect}"),
            Stmt::If(blocks) => write!(f, "if {}", Joined(blocks, " else ")),
            Stmt::While(block) => write!(f, "while {block}"),
            Stmt::For(block) => write!(f, "for {block}"),
            Stmt::Unordered(strands) => {
                f.write_str("unordered")?;
                let mut strands = strands.iter();
                strands.try_for_each(|strand| write!(f, " {{ {} }}", Joined(strand, "; ")))
            }
            Stmt::UnorderedFor(block) => write!(f, "unordered for {block}"),
            Stmt::Now => f.write_str("now"),
            Stmt::Return(expr) => write!(f, "return {{{expr}}}"),
            Stmt::Priority(_, expr) => write!(f, "priority {{{expr}}}"),
        }
    }
}

impl Display for Block<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.guard
            .iter()
            .try_for_each(|guard| write!(f, "{guard} "))?;
        write!(f, "{{ {} }}", Joined(&self.body, "; "))
    }
}
