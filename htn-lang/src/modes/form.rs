//! The moded form: every name looked up, every argument known to bind, to compare or to be worked out.

use std::collections::BTreeSet;

use htn_core::tables::TypeId;
use proc_macro2::{Ident, Span};

use crate::ast::{self, Aggregate, Mark, Rust};
use crate::types::Types;

/// A variable: an index of [`BoundDomain::vars`].
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

/// What an expression gives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ExprKind {
    Word,
    Test,
    Option,
    Items,
    /// The ends of a range of numbers, which `Items` is where it is written as one.
    Span {
        inclusive: bool,
    },
    Key {
        descending: bool,
    },
    Sum,
    Min,
    Max,
    Cost,
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
    /// An axiom, by its number among [`BoundDomain::axioms`].
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
    /// A conjunct of a guard that the executor does not check.
    WhenPlanning(Box<Cond<'a>>),
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
    /// The variable is one that only the plan sees.
    Priority(VarId, Expr<'a>),
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
pub struct BoundDomain<'a> {
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
    /// [`BoundDomain::axioms`]. All of them comes first.
    pub patterns: Vec<(u32, usize)>,
}

/// What stands in a condition, a statement or an operator, one level down.
#[derive(Clone, Copy, Debug)]
pub enum Part<'f, 'a> {
    Cond(&'f Cond<'a>),
    Stmt(&'f Stmt<'a>),
    /// A variable that is bound or used.
    Var(VarId),
    Expr(ExprKind, &'f Expr<'a>),
}

/// How many solutions a condition has.
pub enum Solutions<'f, 'a> {
    /// One at most.
    One,
    Several,
    /// One at most where each of these has one at most.
    OfAll(&'f [Cond<'a>]),
    /// As many as there are such facts.
    OfFact(usize, &'f [Arg<'a>]),
    OfAxiom(usize),
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
            Cond::WhenPlanning(inner) => inner.collect_binds(out),
            Cond::Not(_) | Cond::Forall(..) | Cond::Test(_) => {}
        }
    }

    /// What stands in it, one level down.
    pub fn parts(&self) -> Vec<Part<'_, 'a>> {
        match self {
            Cond::And(parts) | Cond::Or(parts) => parts.iter().map(Part::Cond).collect(),
            Cond::Not(inner) | Cond::WhenPlanning(inner) => vec![Part::Cond(inner)],
            Cond::Fact { args, .. } | Cond::Axiom { args, .. } => {
                args.iter().filter_map(Arg::part).collect()
            }
            Cond::Let { var, value, .. } => {
                let mut parts = vec![Part::Var(*var)];
                parts.extend(value.parts());
                parts
            }
            Cond::First(sorted) => sorted.parts(),
            Cond::Forall(all, hold) => vec![Part::Cond(all), Part::Cond(hold)],
            Cond::Test(expr) => vec![Part::Expr(ExprKind::Test, expr)],
        }
    }

    /// How many solutions it has.
    pub fn solutions(&self) -> Solutions<'_, 'a> {
        match self {
            Cond::And(parts) => Solutions::OfAll(parts),
            Cond::WhenPlanning(inner) => inner.solutions(),
            Cond::Fact { rel, args } => Solutions::OfFact(*rel, args),
            Cond::Axiom { axiom, .. } => Solutions::OfAxiom(*axiom),
            Cond::Let { value, .. } => match value {
                LetValue::In(_) => Solutions::Several,
                LetValue::Word(_) | LetValue::Some(_) | LetValue::Aggregate { .. } => {
                    Solutions::One
                }
            },
            Cond::Not(_) | Cond::First(_) | Cond::Forall(..) | Cond::Test(_) => Solutions::One,
            Cond::Or(_) => Solutions::Several,
        }
    }

    /// The conditions that stand in it, one level down.
    pub fn children(&self) -> impl Iterator<Item = &Cond<'a>> {
        self.parts().into_iter().filter_map(|part| match part {
            Part::Cond(cond) => Some(cond),
            Part::Stmt(_) | Part::Var(_) | Part::Expr(..) => None,
        })
    }

    /// Whether it, or a condition anywhere in it, is wanted. Axioms that it calls are not looked into.
    pub fn any(&self, wanted: &impl Fn(&Cond<'a>) -> bool) -> bool {
        wanted(self) || self.children().any(|child| child.any(wanted))
    }

    /// Visits every variable that occurs, bound or used.
    pub fn each_var(&self, visit: &mut dyn FnMut(VarId)) {
        each_var(self.parts(), visit);
    }
}

/// Visits the variables of all that stands there.
fn each_var(parts: Vec<Part<'_, '_>>, visit: &mut dyn FnMut(VarId)) {
    for part in parts {
        match part {
            Part::Cond(cond) => cond.each_var(visit),
            Part::Stmt(stmt) => stmt.each_var(visit),
            Part::Var(var) => visit(var),
            Part::Expr(_, expr) => expr.each_var(visit),
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

impl Expr<'_> {
    pub fn each_var(&self, visit: &mut dyn FnMut(VarId)) {
        self.uses.iter().for_each(|var| visit(*var));
    }
}

impl<'a> Arg<'a> {
    fn part(&self) -> Option<Part<'_, 'a>> {
        match self {
            Arg::Any => None,
            Arg::Bind(var) | Arg::Is(var) | Arg::Again(var) => Some(Part::Var(*var)),
            Arg::Expr(expr) => Some(Part::Expr(ExprKind::Word, expr)),
        }
    }
}

impl<'a> Value<'a> {
    fn part(&self) -> Part<'_, 'a> {
        match self {
            Value::Var(var) => Part::Var(*var),
            Value::Expr(expr) => Part::Expr(ExprKind::Word, expr),
        }
    }

    pub fn each_var(&self, visit: &mut dyn FnMut(VarId)) {
        each_var(vec![self.part()], visit);
    }
}

impl<'a> LetValue<'a> {
    fn parts(&self) -> Vec<Part<'_, 'a>> {
        match self {
            LetValue::Word(expr) => vec![Part::Expr(ExprKind::Word, expr)],
            LetValue::Some(expr) => vec![Part::Expr(ExprKind::Option, expr)],
            LetValue::In(expr) => vec![Part::Expr(ExprKind::Items, expr)],
            LetValue::Aggregate { kind, of, over } => {
                let gives = match kind {
                    Aggregate::Min => ExprKind::Min,
                    Aggregate::Max => ExprKind::Max,
                    Aggregate::Count | Aggregate::Sum => ExprKind::Sum,
                };
                let mut parts = vec![Part::Cond(over)];
                parts.extend(of.iter().map(|of| Part::Expr(gives, of)));
                parts
            }
        }
    }
}

impl<'a> Sorted<'a> {
    pub fn parts(&self) -> Vec<Part<'_, 'a>> {
        let mut parts = vec![Part::Cond(&self.cond)];
        parts.extend(self.sort.iter().map(|sort| {
            let descending = sort.descending;
            Part::Expr(ExprKind::Key { descending }, &sort.key)
        }));
        parts
    }
}

impl<'a> Effect<'a> {
    pub fn parts(&self) -> Vec<Part<'_, 'a>> {
        let each = self.each.iter().flat_map(Sorted::parts);
        let args = self.atoms.iter().flat_map(|(_, args)| args);
        each.chain(args.filter_map(Arg::part)).collect()
    }

    pub fn each_var(&self, visit: &mut dyn FnMut(VarId)) {
        each_var(self.parts(), visit);
    }
}

impl<'a> Block<'a> {
    pub fn parts(&self) -> Vec<Part<'_, 'a>> {
        let guard = self.guard.iter().flat_map(Sorted::parts);
        guard.chain(self.body.iter().map(Part::Stmt)).collect()
    }

    pub fn each_var(&self, visit: &mut dyn FnMut(VarId)) {
        each_var(self.parts(), visit);
    }
}

impl<'a> Stmt<'a> {
    pub fn parts(&self) -> Vec<Part<'_, 'a>> {
        match self {
            Stmt::Task { args, ret, .. } => {
                let ret = ret.iter().map(|var| Part::Var(*var));
                args.iter().map(Value::part).chain(ret).collect()
            }
            Stmt::Let { var, value } => {
                let mut parts = vec![Part::Var(*var)];
                parts.extend(value.parts());
                parts
            }
            Stmt::Effect(effect) => effect.parts(),
            Stmt::If(blocks) => blocks.iter().flat_map(Block::parts).collect(),
            Stmt::While(block) | Stmt::For(block) => block.parts(),
            Stmt::Unordered(strands) => strands.iter().flatten().map(Part::Stmt).collect(),
            Stmt::Return(expr) => vec![Part::Expr(ExprKind::Word, expr)],
            Stmt::Priority(var, expr) => vec![Part::Var(*var), Part::Expr(ExprKind::Word, expr)],
        }
    }

    pub fn each_var(&self, visit: &mut dyn FnMut(VarId)) {
        each_var(self.parts(), visit);
    }
}

impl<'a> Operator<'a> {
    pub fn parts(&self) -> Vec<Part<'_, 'a>> {
        let conditions = self.requires.iter().chain(&self.during);
        let mut parts: Vec<_> = conditions.flat_map(Sorted::parts).collect();
        parts.extend(self.effects.iter().flat_map(|(_, effect)| effect.parts()));
        let numbers = self.cost.iter().chain(&self.duration);
        parts.extend(numbers.map(|number| Part::Expr(ExprKind::Cost, number)));
        parts.extend(
            self.busy
                .iter()
                .map(|busy| Part::Expr(ExprKind::Test, busy)),
        );
        let undo = self.undo.iter().flat_map(|(_, args)| args);
        parts.extend(undo.map(Value::part));
        parts
    }
}
