//! The moded form: every name looked up, every argument known to bind, to compare or to be worked out.

use std::collections::BTreeSet;

use htn_core::tables::TypeId;
use proc_macro2::{Ident, Span};

use crate::ast::{self, Aggregate, Mark, Rust};
use crate::types::Types;

/// A variable: an index of [`Moded::vars`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct VarId(pub usize);

/// A variable of one scope.
#[derive(Clone, Debug)]
pub struct Var {
    /// As written where it was first bound.
    pub name: Ident,
    /// None only where an error was reported.
    pub ty: Option<TypeId>,
}

/// The type that is expected somewhere, and where it says so.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub ty: TypeId,
    pub span: Span,
}

/// A Rust expression with the variables it uses.
#[derive(Clone, Debug)]
pub struct Expr<'a> {
    pub source: &'a Rust,
    /// Without repetition, in the order in which they occur.
    pub uses: Vec<VarId>,
    /// Variables whose names are near to one that nobody knows: with them in scope rustc can propose them.
    pub near: Vec<VarId>,
    /// What rustc is to check it against; for a test, a cost or a key that is fixed elsewhere.
    pub ty: Option<Wanted>,
    /// Whether nothing was reported that could be the reason of what rustc may say about it.
    pub sound: bool,
}

#[derive(Clone, Debug)]
pub enum Arg<'a> {
    Any,
    /// Writes the variable.
    Bind(VarId),
    /// Compares with the variable, which was bound before this atom.
    Is(VarId),
    /// Compares with the variable, which an earlier column of this atom binds.
    Again(VarId),
    /// Compares with the value.
    Expr(Expr<'a>),
}

#[derive(Clone, Debug)]
pub enum Cond<'a> {
    And(Vec<Cond<'a>>),
    Or(Vec<Cond<'a>>),
    Not(Box<Cond<'a>>),
    /// A predicate of the domain, by its number.
    Fact {
        rel: usize,
        args: Vec<Arg<'a>>,
    },
    /// An axiom, by its number among [`Moded::axioms`].
    Axiom {
        axiom: usize,
        args: Vec<Arg<'a>>,
    },
    /// `compare` where the variable is a parameter that is bound already.
    Let {
        var: VarId,
        compare: bool,
        value: LetValue<'a>,
    },
    First(Box<Sorted<'a>>),
    Forall(Box<Cond<'a>>, Box<Cond<'a>>),
    Test(Expr<'a>),
}

#[derive(Clone, Debug)]
pub enum LetValue<'a> {
    Word(Expr<'a>),
    Some(Expr<'a>),
    In(Expr<'a>),
    Aggregate {
        kind: Aggregate,
        of: Option<Expr<'a>>,
        over: Box<Cond<'a>>,
    },
}

#[derive(Clone, Debug)]
pub struct Sorted<'a> {
    pub cond: Cond<'a>,
    pub sort: Option<SortBy<'a>>,
    /// The condition as written, for the texts of its conjuncts.
    pub source: &'a ast::Condition,
}

#[derive(Clone, Debug)]
pub struct SortBy<'a> {
    pub key: Expr<'a>,
    pub descending: bool,
}

/// An argument of a task: known when its turn comes.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    Var(VarId),
    Expr(Expr<'a>),
}

#[derive(Clone, Debug)]
pub enum Stmt<'a> {
    Task {
        /// A group of tasks, by its number among the names.
        task: usize,
        args: Vec<Value<'a>>,
        ret: Option<VarId>,
    },
    Let {
        var: VarId,
        value: LetValue<'a>,
    },
    Effect(Effect<'a>),
    If(Vec<Block<'a>>),
    While(Block<'a>),
    For(Block<'a>),
    Unordered(Vec<Vec<Stmt<'a>>>),
    Return(Expr<'a>),
}

/// A guarded body: a branch, or a block of a body.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    pub guard: Option<Sorted<'a>>,
    pub body: Vec<Stmt<'a>>,
}

#[derive(Clone, Debug)]
pub struct Effect<'a> {
    pub add: bool,
    /// The number of the predicate, and its arguments: `Is`, `Expr`, and `Any` in a `delete`.
    pub atoms: Vec<(usize, Vec<Arg<'a>>)>,
    pub each: Option<Sorted<'a>>,
}

#[derive(Clone, Debug)]
pub struct Axiom<'a> {
    pub alternatives: Vec<AxiomAlternative<'a>>,
}

#[derive(Clone, Debug)]
pub struct AxiomAlternative<'a> {
    pub params: Vec<VarId>,
    pub clauses: Vec<Cond<'a>>,
}

#[derive(Clone, Debug)]
pub struct Operator<'a> {
    pub item: &'a ast::Operator,
    pub params: Vec<VarId>,
    pub requires: Option<Sorted<'a>>,
    pub during: Option<Sorted<'a>>,
    pub effects: Vec<(Option<Mark>, Effect<'a>)>,
    pub cost: Option<Expr<'a>>,
    pub duration: Option<Expr<'a>>,
    pub busy: Option<Expr<'a>>,
    /// The group of the task that takes it back.
    pub undo: Option<(usize, Vec<Value<'a>>)>,
}

#[derive(Clone, Debug)]
pub struct Method<'a> {
    pub item: &'a ast::Method,
    pub params: Vec<VarId>,
    pub branches: Vec<Block<'a>>,
}

/// A place where a value of one type is used as another that is spelt differently: rustc says whether they are one.
#[derive(Clone, Debug)]
pub struct TypeCheck {
    pub from: TypeId,
    pub to: Wanted,
    pub at: Ident,
}

/// A whole domain.
#[derive(Clone, Debug, Default)]
pub struct Moded<'a> {
    pub types: Types,
    pub vars: Vec<Var>,
    pub axioms: Vec<Axiom<'a>>,
    /// In the order of the items.
    pub operators: Vec<Operator<'a>>,
    /// In the order of the items.
    pub methods: Vec<Method<'a>>,
    pub checks: Vec<TypeCheck>,
    /// Types that a `count` is bound to.
    pub counts: Vec<Wanted>,
    /// What a program can ask.
    pub questions: Vec<Question>,
}

/// An axiom that a program can ask.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its number among the axioms that have names.
    pub group: usize,
    pub params: Vec<VarId>,
    /// Which parameters may have a value when it is asked, and the axiom for that, by its number among
    /// [`Moded::axioms`]. All of them comes first.
    pub patterns: Vec<(u32, usize)>,
}

impl<'a> Cond<'a> {
    /// The variables that are bound where the condition has held, in order.
    pub fn binds(&self) -> Vec<VarId> {
        let mut all = Vec::new();
        self.collect_binds(&mut all);
        let mut seen = BTreeSet::new();
        all.retain(|var| seen.insert(*var));
        all
    }

    fn collect_binds(&self, out: &mut Vec<VarId>) {
        match self {
            Cond::And(parts) => parts.iter().for_each(|part| part.collect_binds(out)),
            Cond::Or(sides) => {
                let sides: Vec<_> = sides.iter().map(Cond::binds).collect();
                let Some((first, others)) = sides.split_first() else {
                    return;
                };
                out.extend(
                    first
                        .iter()
                        .filter(|var| others.iter().all(|side| side.contains(var))),
                );
            }
            Cond::Fact { args, .. } | Cond::Axiom { args, .. } => {
                out.extend(args.iter().filter_map(|arg| match arg {
                    Arg::Bind(var) => Some(*var),
                    _ => None,
                }));
            }
            Cond::Let { var, compare, .. } => {
                if !compare {
                    out.push(*var);
                }
            }
            Cond::First(sorted) => sorted.cond.collect_binds(out),
            Cond::Not(_) | Cond::Forall(..) | Cond::Test(_) => {}
        }
    }

    /// The conditions that stand in it, one level down.
    pub fn children(&self) -> Vec<&Cond<'a>> {
        match self {
            Cond::And(parts) | Cond::Or(parts) => parts.iter().collect(),
            Cond::Not(inner) => vec![inner],
            Cond::Forall(all, hold) => vec![all, hold],
            Cond::First(sorted) => vec![&sorted.cond],
            Cond::Let { value, .. } => match value {
                LetValue::Aggregate { over, .. } => vec![over],
                LetValue::Word(_) | LetValue::Some(_) | LetValue::In(_) => Vec::new(),
            },
            Cond::Fact { .. } | Cond::Axiom { .. } | Cond::Test(_) => Vec::new(),
        }
    }

    /// Whether it, or a condition anywhere in it, is wanted. Axioms that it calls are not looked into.
    pub fn any(&self, wanted: &impl Fn(&Cond<'a>) -> bool) -> bool {
        wanted(self) || self.children().into_iter().any(|child| child.any(wanted))
    }

    /// Visits every variable that occurs, bound or used.
    pub fn each_var(&self, visit: &mut impl FnMut(VarId)) {
        match self {
            Cond::And(parts) | Cond::Or(parts) => {
                parts.iter().for_each(|part| part.each_var(visit))
            }
            Cond::Not(inner) => inner.each_var(visit),
            Cond::Fact { args, .. } | Cond::Axiom { args, .. } => {
                args.iter().for_each(|arg| arg.each_var(visit))
            }
            Cond::Let { var, value, .. } => {
                visit(*var);
                value.each_var(visit);
            }
            Cond::First(sorted) => sorted.each_var(visit),
            Cond::Forall(all, hold) => {
                all.each_var(visit);
                hold.each_var(visit);
            }
            Cond::Test(expr) => expr.each_var(visit),
        }
    }
}

impl<'a> Axiom<'a> {
    /// The conditions of all its alternatives.
    pub fn clauses(&self) -> impl Iterator<Item = &Cond<'a>> {
        let alternatives = self.alternatives.iter();
        alternatives.flat_map(|alternative| &alternative.clauses)
    }
}

impl Arg<'_> {
    pub fn each_var(&self, visit: &mut impl FnMut(VarId)) {
        match self {
            Arg::Any => {}
            Arg::Bind(var) | Arg::Is(var) | Arg::Again(var) => visit(*var),
            Arg::Expr(expr) => expr.each_var(visit),
        }
    }
}

impl Expr<'_> {
    pub fn each_var(&self, visit: &mut impl FnMut(VarId)) {
        self.uses.iter().for_each(|var| visit(*var));
    }
}

impl LetValue<'_> {
    pub fn each_var(&self, visit: &mut impl FnMut(VarId)) {
        match self {
            LetValue::Word(expr) | LetValue::Some(expr) | LetValue::In(expr) => {
                expr.each_var(visit)
            }
            LetValue::Aggregate { of, over, .. } => {
                over.each_var(visit);
                if let Some(of) = of {
                    of.each_var(visit);
                }
            }
        }
    }
}

impl Sorted<'_> {
    pub fn each_var(&self, visit: &mut impl FnMut(VarId)) {
        self.cond.each_var(visit);
        if let Some(sort) = &self.sort {
            sort.key.each_var(visit);
        }
    }
}

impl Effect<'_> {
    pub fn each_var(&self, visit: &mut impl FnMut(VarId)) {
        if let Some(each) = &self.each {
            each.each_var(visit);
        }
        for (_, args) in &self.atoms {
            args.iter().for_each(|arg| arg.each_var(visit));
        }
    }
}

impl Block<'_> {
    pub fn each_var(&self, visit: &mut impl FnMut(VarId)) {
        if let Some(guard) = &self.guard {
            guard.each_var(visit);
        }
        self.body.iter().for_each(|stmt| stmt.each_var(visit));
    }
}

impl Stmt<'_> {
    pub fn each_var(&self, visit: &mut impl FnMut(VarId)) {
        match self {
            Stmt::Task { args, ret, .. } => {
                args.iter().for_each(|arg| arg.each_var(visit));
                ret.iter().for_each(|var| visit(*var));
            }
            Stmt::Let { var, value } => {
                visit(*var);
                value.each_var(visit);
            }
            Stmt::Effect(effect) => effect.each_var(visit),
            Stmt::If(blocks) => blocks.iter().for_each(|block| block.each_var(visit)),
            Stmt::While(block) | Stmt::For(block) => block.each_var(visit),
            Stmt::Unordered(strands) => strands
                .iter()
                .flatten()
                .for_each(|stmt| stmt.each_var(visit)),
            Stmt::Return(expr) => expr.each_var(visit),
        }
    }
}

impl Value<'_> {
    pub fn each_var(&self, visit: &mut impl FnMut(VarId)) {
        match self {
            Value::Var(var) => visit(*var),
            Value::Expr(expr) => expr.each_var(visit),
        }
    }
}
