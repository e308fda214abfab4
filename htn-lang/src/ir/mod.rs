//! The intermediate representation of a domain: names are resolved, and every argument is known to bind, to compare or to
//! be computed.
//!
//! [`modes`](crate::modes) builds it, passes transform it, and [`lower`](crate::lower) makes ops and graphs of it. A pass
//! is a function from IR to IR:
//!
//! | pass | job |
//! |---|---|
//! | [`order`](order::order) | moves tests forward, so that conditions fail early |
//! | [`inline`](inline::inline) | puts small axioms in place of their calls |
//! | [`assume_bound`] | compares variables that have a value instead of binding them |
//! | [`drop_unread`](unread::drop_unread) | drops returned values that nothing reads |
//!
//! The checks of the executor are [views](checks) of the same conditions.

mod assume_bound;
pub mod checks;
mod inline;
mod order;
mod print;
#[cfg(test)]
mod tests;
pub mod unread;

use std::collections::BTreeSet;

pub use assume_bound::assume_bound;
use htn_core::tables::{Columns, FactVerb, TypeId};
use proc_macro2::{Ident, Span};

use crate::ast::{self, Aggregate, Mark, Rust};
use crate::types::Types;

/// A variable: an index of [`BoundDomain::vars`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct VarId(pub usize);

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name at its first binding.
    pub name: Ident,
    /// `None` only after an error.
    pub ty: Option<TypeId>,
}

/// An expected type and its position in the source.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub ty: TypeId,
    pub span: Span,
}

/// A Rust expression.
#[derive(Clone, Debug)]
pub struct Expr<'a> {
    pub source: &'a Rust,
    /// Its variables without repetition, in the order of their occurrence.
    pub uses: Vec<VarId>,
    /// Variables with a name like an unknown one in it: if they are in scope, rustc can suggest them.
    pub near: Vec<VarId>,
    /// The type to check it against. The kind of a test, a cost or a key implies it.
    pub ty: Option<Wanted>,
    /// False if a reported error may be the cause of what rustc says about it.
    pub sound: bool,
}

/// The kind of answer of a polled expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Polled {
    Word,
    Test,
    Option,
}

/// The kind of value of an expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ExprKind {
    /// A value of a type of the domain.
    Word,
    /// A `bool`.
    Test,
    /// An `Option` of a value: `let Some(x): Option<T> = …`.
    Option,
    /// A `Poll` of one of the three above.
    Poll(Polled),
    /// An iterator over values: `let x in …`.
    Items,
    /// The ends of a range of numbers: an `Items` that is written as a range.
    Span { inclusive: bool },
    /// The key of a `sort by`.
    Key { descending: bool },
    /// A summand of `sum`.
    Sum,
    /// A candidate of `min`.
    Min,
    /// A candidate of `max`.
    Max,
    /// A cost or a duration.
    Cost,
}

/// An argument of a predicate or an axiom.
#[derive(Clone, Debug)]
pub enum BoundArg<'a> {
    /// `_`.
    Any,
    /// Writes the variable.
    Bind(VarId),
    /// Compares with the variable, which is bound before this atom.
    Is(VarId),
    /// Compares with the variable, which an earlier column of this atom binds.
    Again(VarId),
    /// Compares with the value.
    Expr(Expr<'a>),
}

/// A condition.
#[derive(Clone, Debug)]
pub enum Cond<'a> {
    And(Vec<Cond<'a>>),
    Or(Vec<Cond<'a>>),
    Not(Box<Cond<'a>>),
    /// A predicate of the domain, by its number.
    Fact {
        rel: usize,
        args: Vec<BoundArg<'a>>,
    },
    /// A call of an axiom, by its number among [`BoundDomain::axioms`].
    Axiom {
        axiom: usize,
        args: Vec<BoundArg<'a>>,
    },
    /// The clause of a small axiom in place of its call. Its variables are different from those of its surroundings.
    Inlined {
        params: Vec<VarId>,
        args: Vec<BoundArg<'a>>,
        body: Box<Cond<'a>>,
    },
    /// Binds the variable, or if `compare` is true, compares the value with the one that the variable has already.
    Let {
        var: VarId,
        compare: bool,
        value: LetValue<'a>,
    },
    /// Only the first solution, in the order of the key.
    First(Box<SortedCond<'a>>),
    /// Holds if the second condition holds for each solution of the first.
    Forall(Box<Cond<'a>>, Box<Cond<'a>>),
    /// A conjunct that the executor does not check.
    WhenPlanning(Box<Cond<'a>>),
    Test(Expr<'a>),
}

/// The right-hand side of a `let`.
#[derive(Clone, Debug)]
pub enum LetValue<'a> {
    /// `let x: T = expression`.
    Word(Expr<'a>),
    /// `let Some(x): Option<T> = expression`: has no solution for `None`.
    Some(Expr<'a>),
    /// `let x: T in expression`: a solution for each item.
    In(Expr<'a>),
    /// `let x: T = count(…)`, `sum`, `min` or `max` over the solutions of a condition.
    Aggregate {
        kind: Aggregate,
        of: Option<Expr<'a>>,
        over: Box<Cond<'a>>,
    },
}

/// A condition whose solutions may be sorted.
#[derive(Clone, Debug)]
pub struct SortedCond<'a> {
    pub cond: Cond<'a>,
    pub sort: Option<SortBy<'a>>,
    /// The source, for the texts of its conjuncts.
    pub source: &'a ast::Condition,
}

/// The key of a `sort by`.
#[derive(Clone, Debug)]
pub struct SortBy<'a> {
    pub key: Expr<'a>,
    pub descending: bool,
}

/// An argument of a task.
#[derive(Clone, Debug)]
pub enum BoundValue<'a> {
    Var(VarId),
    Expr(Expr<'a>),
}

/// A statement of a body.
#[derive(Clone, Debug)]
pub enum Stmt<'a> {
    /// A call of a task.
    Task {
        /// The number of the task among the names.
        task: usize,
        args: Vec<BoundValue<'a>>,
        ret: Option<VarId>,
    },
    /// A task that is planned when its turn comes.
    Later {
        /// The number of the task among the names.
        task: usize,
        args: Vec<BoundValue<'a>>,
    },
    Let {
        var: VarId,
        value: LetValue<'a>,
    },
    Effect(BoundEffect<'a>),
    If(Vec<Block<'a>>),
    While(Block<'a>),
    For(Block<'a>),
    Unordered(Vec<Vec<Stmt<'a>>>),
    /// A strand for each solution.
    UnorderedFor(Block<'a>),
    /// No other strand runs between the statement before it and the one after it.
    Now,
    Return(Expr<'a>),
    /// The priority of the plan. The variable only carries the value to the plan: no expression reads it.
    Priority(VarId, Expr<'a>),
}

/// A guarded body: a branch, or a block of a body.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    pub guard: Option<SortedCond<'a>>,
    pub body: Vec<Stmt<'a>>,
}

/// A change of facts, or a statement of a body about facts.
#[derive(Clone, Debug)]
pub struct BoundEffect<'a> {
    pub verb: FactVerb,
    /// Predicates with their arguments: `Is`, `Expr`, and `Any` in a `delete`.
    pub atoms: Vec<(usize, Vec<BoundArg<'a>>)>,
    /// The condition of a `for`: the effect is applied once for each solution.
    pub each: Option<SortedCond<'a>>,
}

/// An axiom with one pattern of bound arguments.
#[derive(Clone, Debug)]
pub struct BoundAxiom<'a> {
    pub alternatives: Vec<AxiomAlternative<'a>>,
}

/// One of several definitions of an axiom.
#[derive(Clone, Debug)]
pub struct AxiomAlternative<'a> {
    pub params: Vec<VarId>,
    /// The clauses, separated by `else`: only the first one that holds counts.
    pub clauses: Vec<Cond<'a>>,
}

/// An operator.
#[derive(Clone, Debug)]
pub struct BoundOperator<'a> {
    pub item: &'a ast::Operator,
    pub params: Vec<VarId>,
    /// The precondition: `if`.
    pub requires: Option<SortedCond<'a>>,
    /// The condition that must hold while the action runs: `while`.
    pub during: Option<SortedCond<'a>>,
    /// The effects, with the moments they are marked with.
    pub effects: Vec<(Option<Mark>, BoundEffect<'a>)>,
    pub cost: Option<Expr<'a>>,
    pub duration: Option<Expr<'a>>,
    pub busy: Option<Expr<'a>>,
    /// The task that undoes it, by its number among the names, with its arguments.
    pub undo: Option<(usize, Vec<BoundValue<'a>>)>,
}

/// A method.
#[derive(Clone, Debug)]
pub struct BoundMethod<'a> {
    pub item: &'a ast::Method,
    pub params: Vec<VarId>,
    pub branches: Vec<Block<'a>>,
}

/// A value of one type that is used as another with a different spelling. Rustc checks that they are the same.
#[derive(Clone, Debug)]
pub struct TypeCheck {
    pub from: TypeId,
    pub to: Wanted,
    pub at: Ident,
}

/// The IR of a domain.
#[derive(Clone, Debug, Default)]
pub struct BoundDomain<'a> {
    pub types: Types,
    pub vars: Vec<Variable>,
    /// By predicate, the columns that identify a row.
    pub keys: Vec<Columns>,
    pub axioms: Vec<BoundAxiom<'a>>,
    /// In the order of the items.
    pub operators: Vec<BoundOperator<'a>>,
    /// In the order of the items.
    pub methods: Vec<BoundMethod<'a>>,
    pub checks: Vec<TypeCheck>,
    /// Types that a `count` is bound to.
    pub counts: Vec<Wanted>,
    pub queries: Vec<QueriedAxiom>,
}

/// An axiom that a program can query.
#[derive(Clone, Debug)]
pub struct QueriedAxiom {
    /// Its number among the names of axioms.
    pub group: usize,
    pub params: Vec<VarId>,
    /// By pattern of bound parameters, the axiom's number among [`BoundDomain::axioms`]. The pattern with all of them comes
    /// first.
    pub patterns: Vec<(u32, usize)>,
}

/// A part of a condition, a statement or an operator, one level down.
#[derive(Clone, Copy, Debug)]
pub enum BoundPart<'f, 'a> {
    Cond(&'f Cond<'a>),
    Stmt(&'f Stmt<'a>),
    /// A variable that is bound or used.
    Var(VarId),
    Expr(ExprKind, &'f Expr<'a>),
}

impl<'a> Cond<'a> {
    /// Returns the variables that the condition binds, in order.
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
            Cond::Fact { args, .. } | Cond::Axiom { args, .. } | Cond::Inlined { args, .. } => {
                out.extend(args.iter().filter_map(|arg| match arg {
                    BoundArg::Bind(var) => Some(*var),
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

    /// Returns its parts, one level down.
    pub fn parts(&self) -> Vec<BoundPart<'_, 'a>> {
        match self {
            Cond::And(parts) | Cond::Or(parts) => parts.iter().map(BoundPart::Cond).collect(),
            Cond::Not(inner) | Cond::WhenPlanning(inner) => vec![BoundPart::Cond(inner)],
            Cond::Fact { args, .. } | Cond::Axiom { args, .. } => {
                args.iter().filter_map(BoundArg::part).collect()
            }
            Cond::Inlined { args, body, .. } => {
                let args = args.iter().filter_map(BoundArg::part);
                args.chain([BoundPart::Cond(body)]).collect()
            }
            Cond::Let { var, value, .. } => {
                let mut parts = vec![BoundPart::Var(*var)];
                parts.extend(value.parts());
                parts
            }
            Cond::First(sorted) => sorted.parts(),
            Cond::Forall(all, hold) => vec![BoundPart::Cond(all), BoundPart::Cond(hold)],
            Cond::Test(expr) => vec![BoundPart::Expr(expr.kind(ExprKind::Test), expr)],
        }
    }

    /// Returns true if it is an expression whose answer may be pending, or a `let` of one.
    pub fn is_polled(&self) -> bool {
        match self {
            Cond::Test(expr)
            | Cond::Let {
                value: LetValue::Word(expr) | LetValue::Some(expr),
                ..
            } => expr.source.is_polled(),
            _ => false,
        }
    }

    /// Returns true if it has at most one solution, given the key columns of each predicate.
    pub fn is_single(&self, keys: &[Columns]) -> bool {
        match self {
            Cond::And(parts) => parts.iter().all(|part| part.is_single(keys)),
            Cond::WhenPlanning(body) | Cond::Inlined { body, .. } => body.is_single(keys),
            Cond::Fact { rel, args } => is_key(keys[*rel], bound_columns(args)),
            Cond::Let { value, .. } => !matches!(value, LetValue::In(_)),
            Cond::Not(_) | Cond::First(_) | Cond::Forall(..) | Cond::Test(_) => true,
            Cond::Axiom { .. } | Cond::Or(_) => false,
        }
    }

    /// Returns the operands of `&&`, or the condition itself.
    pub fn conjuncts(&self) -> &[Cond<'a>] {
        match self {
            Cond::And(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    /// Rebuilds the condition from the inside out: `change` is applied to every condition in it and then to itself.
    pub fn map(self, change: &mut dyn FnMut(Cond<'a>) -> Cond<'a>) -> Cond<'a> {
        let mut list = |conds: Vec<Cond<'a>>| -> Vec<Cond<'a>> {
            conds.into_iter().map(|cond| cond.map(change)).collect()
        };
        let changed = match self {
            Cond::And(parts) => Cond::And(list(parts)),
            Cond::Or(sides) => Cond::Or(list(sides)),
            Cond::Not(inner) => Cond::Not(Box::new(inner.map(change))),
            Cond::WhenPlanning(inner) => Cond::WhenPlanning(Box::new(inner.map(change))),
            Cond::Forall(all, hold) => {
                let all = Box::new(all.map(change));
                Cond::Forall(all, Box::new(hold.map(change)))
            }
            Cond::First(sorted) => Cond::First(Box::new(SortedCond {
                cond: sorted.cond.map(change),
                ..*sorted
            })),
            Cond::Inlined { params, args, body } => Cond::Inlined {
                params,
                args,
                body: Box::new(body.map(change)),
            },
            Cond::Let {
                var,
                compare,
                value: LetValue::Aggregate { kind, of, over },
            } => {
                let over = Box::new(over.map(change));
                let value = LetValue::Aggregate { kind, of, over };
                Cond::Let {
                    var,
                    compare,
                    value,
                }
            }
            leaf @ (Cond::Fact { .. } | Cond::Axiom { .. } | Cond::Let { .. } | Cond::Test(_)) => {
                leaf
            }
        };
        change(changed)
    }

    /// Returns the conditions in it, one level down.
    pub fn children(&self) -> impl Iterator<Item = &Cond<'a>> {
        self.parts().into_iter().filter_map(|part| match part {
            BoundPart::Cond(cond) => Some(cond),
            BoundPart::Stmt(_) | BoundPart::Var(_) | BoundPart::Expr(..) => None,
        })
    }

    /// Returns true if it or a condition in it is `wanted`, except those of axioms that it calls.
    pub fn any(&self, wanted: &impl Fn(&Cond<'a>) -> bool) -> bool {
        wanted(self) || self.children().any(|child| child.any(wanted))
    }

    /// Visits every variable in it, bound or used.
    pub fn each_var(&self, visit: &mut dyn FnMut(VarId)) {
        each_var(self.parts(), visit);
    }
}

/// Visits the variables of some parts.
fn each_var(parts: Vec<BoundPart<'_, '_>>, visit: &mut dyn FnMut(VarId)) {
    for part in parts {
        match part {
            BoundPart::Cond(cond) => cond.each_var(visit),
            BoundPart::Stmt(stmt) => stmt.each_var(visit),
            BoundPart::Var(var) => visit(var),
            BoundPart::Expr(_, expr) => expr.each_var(visit),
        }
    }
}

impl<'a> BoundAxiom<'a> {
    /// Returns the conditions of all its alternatives.
    pub fn clauses(&self) -> impl Iterator<Item = &Cond<'a>> {
        let alternatives = self.alternatives.iter();
        alternatives.flat_map(|alternative| &alternative.clauses)
    }
}

impl Expr<'_> {
    /// Returns the kind of its value, which is `answer` unless it is polled.
    pub fn kind(&self, answer: ExprKind) -> ExprKind {
        match answer {
            ExprKind::Word if self.source.is_polled() => ExprKind::Poll(Polled::Word),
            ExprKind::Test if self.source.is_polled() => ExprKind::Poll(Polled::Test),
            ExprKind::Option if self.source.is_polled() => ExprKind::Poll(Polled::Option),
            kind => kind,
        }
    }

    pub fn each_var(&self, visit: &mut dyn FnMut(VarId)) {
        self.uses.iter().for_each(|var| visit(*var));
    }
}

impl<'a> BoundArg<'a> {
    fn part(&self) -> Option<BoundPart<'_, 'a>> {
        match self {
            BoundArg::Any => None,
            BoundArg::Bind(var) | BoundArg::Is(var) | BoundArg::Again(var) => {
                Some(BoundPart::Var(*var))
            }
            BoundArg::Expr(expr) => Some(BoundPart::Expr(ExprKind::Word, expr)),
        }
    }
}

impl<'a> BoundValue<'a> {
    fn part(&self) -> BoundPart<'_, 'a> {
        match self {
            BoundValue::Var(var) => BoundPart::Var(*var),
            BoundValue::Expr(expr) => BoundPart::Expr(ExprKind::Word, expr),
        }
    }

    pub fn each_var(&self, visit: &mut dyn FnMut(VarId)) {
        each_var(vec![self.part()], visit);
    }
}

impl<'a> LetValue<'a> {
    fn parts(&self) -> Vec<BoundPart<'_, 'a>> {
        match self {
            LetValue::Word(expr) => vec![BoundPart::Expr(expr.kind(ExprKind::Word), expr)],
            LetValue::Some(expr) => vec![BoundPart::Expr(expr.kind(ExprKind::Option), expr)],
            LetValue::In(expr) => vec![BoundPart::Expr(ExprKind::Items, expr)],
            LetValue::Aggregate { kind, of, over } => {
                let gives = match kind {
                    Aggregate::Min => ExprKind::Min,
                    Aggregate::Max => ExprKind::Max,
                    Aggregate::Count | Aggregate::Sum => ExprKind::Sum,
                };
                let mut parts = vec![BoundPart::Cond(over)];
                parts.extend(of.iter().map(|of| BoundPart::Expr(gives, of)));
                parts
            }
        }
    }
}

impl<'a> SortedCond<'a> {
    pub fn parts(&self) -> Vec<BoundPart<'_, 'a>> {
        let mut parts = vec![BoundPart::Cond(&self.cond)];
        parts.extend(self.sort.iter().map(|sort| {
            let descending = sort.descending;
            BoundPart::Expr(ExprKind::Key { descending }, &sort.key)
        }));
        parts
    }
}

impl<'a> BoundEffect<'a> {
    pub fn parts(&self) -> Vec<BoundPart<'_, 'a>> {
        let each = self.each.iter().flat_map(SortedCond::parts);
        let args = self.atoms.iter().flat_map(|(_, args)| args);
        each.chain(args.filter_map(BoundArg::part)).collect()
    }

    pub fn each_var(&self, visit: &mut dyn FnMut(VarId)) {
        each_var(self.parts(), visit);
    }

    /// Returns true if it has an `_`.
    pub fn is_open(&self) -> bool {
        let mut args = self.atoms.iter().flat_map(|(_, args)| args);
        args.any(|arg| matches!(arg, BoundArg::Any))
    }
}

impl<'a> Block<'a> {
    pub fn parts(&self) -> Vec<BoundPart<'_, 'a>> {
        let guard = self.guard.iter().flat_map(SortedCond::parts);
        guard.chain(self.body.iter().map(BoundPart::Stmt)).collect()
    }

    pub fn each_var(&self, visit: &mut dyn FnMut(VarId)) {
        each_var(self.parts(), visit);
    }
}

impl<'a> Stmt<'a> {
    pub fn parts(&self) -> Vec<BoundPart<'_, 'a>> {
        match self {
            Stmt::Task { args, ret, .. } => {
                let ret = ret.iter().map(|var| BoundPart::Var(*var));
                args.iter().map(BoundValue::part).chain(ret).collect()
            }
            Stmt::Later { args, .. } => args.iter().map(BoundValue::part).collect(),
            Stmt::Let { var, value } => {
                let mut parts = vec![BoundPart::Var(*var)];
                parts.extend(value.parts());
                parts
            }
            Stmt::Effect(effect) => effect.parts(),
            Stmt::If(blocks) => blocks.iter().flat_map(Block::parts).collect(),
            Stmt::While(block) | Stmt::For(block) | Stmt::UnorderedFor(block) => block.parts(),
            Stmt::Unordered(strands) => strands.iter().flatten().map(BoundPart::Stmt).collect(),
            Stmt::Now => Vec::new(),
            Stmt::Return(expr) => vec![BoundPart::Expr(ExprKind::Word, expr)],
            Stmt::Priority(var, expr) => {
                vec![BoundPart::Var(*var), BoundPart::Expr(ExprKind::Word, expr)]
            }
        }
    }

    pub fn each_var(&self, visit: &mut dyn FnMut(VarId)) {
        each_var(self.parts(), visit);
    }
}

impl<'a> BoundOperator<'a> {
    pub fn parts(&self) -> Vec<BoundPart<'_, 'a>> {
        let conditions = self.requires.iter().chain(&self.during);
        let mut parts: Vec<_> = conditions.flat_map(SortedCond::parts).collect();
        parts.extend(self.effects.iter().flat_map(|(_, effect)| effect.parts()));
        let numbers = self.cost.iter().chain(&self.duration);
        parts.extend(numbers.map(|number| BoundPart::Expr(ExprKind::Cost, number)));
        parts.extend(
            self.busy
                .iter()
                .map(|busy| BoundPart::Expr(ExprKind::Test, busy)),
        );
        let undo = self.undo.iter().flat_map(|(_, args)| args);
        parts.extend(undo.map(BoundValue::part));
        parts
    }
}

/// Returns the columns of an atom whose values are known before it.
pub fn bound_columns(args: &[BoundArg<'_>]) -> Columns {
    let is_bound = |arg: &BoundArg<'_>| matches!(arg, BoundArg::Is(_) | BoundArg::Expr(_));
    let columns = args.iter().take(16).enumerate();
    Columns(columns.fold(0, |bits, (i, arg)| bits | u16::from(is_bound(arg)) << i))
}

/// Returns true if these columns identify a row.
pub fn is_key(key: Columns, bound: Columns) -> bool {
    bound.0 & key.0 == key.0
}

/// Prepares a condition for lowering: orders its tests and inlines small axioms.
pub fn prepare<'a>(cond: Cond<'a>, domain: &BoundDomain<'a>) -> Cond<'a> {
    inline::inline(order::order(cond, &domain.keys), domain)
}

/// Returns the variables that an operator's conditions bind.
pub fn bound_by(operator: &BoundOperator<'_>) -> Vec<VarId> {
    let conditions = operator.requires.iter().chain(&operator.during);
    let binds = conditions.flat_map(|condition| condition.cond.binds());
    binds.collect()
}
