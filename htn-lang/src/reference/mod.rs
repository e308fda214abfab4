//! Lowers the IR to reference rows: the domain in the shape of its source, for the interpreter that defines what it means.
//! No pass runs before: nothing is moved, inlined or dropped.
//!
//! The IR and the syntax tree are walked side by side: one has the meaning, the other the text.

mod body;
mod condition;
mod operator;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use htn_core::reference::rows;
use htn_core::tables::{TaskKind, TypeId};
use proc_macro2::{Ident, Span};

use crate::ir::{BoundDomain, BoundValue, Expr, ExprKind, VarId};
use crate::parse::tokens::plain as unraw;
use crate::resolve::Names;
use crate::text::text;

/// A domain as reference rows.
pub struct ReferenceDomain<'m, 'a> {
    /// The rows, without capacities and the file, which only rustc knows.
    pub rows: rows::DomainSource<'static>,
    pub expressions: Expressions<'m, 'a>,
}

/// The Rust expressions, by the kinds of the interpreter.
#[derive(Default)]
pub struct Expressions<'m, 'a> {
    pub words: Vec<Expression<'m, 'a>>,
    pub tests: Vec<Expression<'m, 'a>>,
    pub options: Vec<Expression<'m, 'a>>,
    pub items: Vec<Expression<'m, 'a>>,
    pub keys: Vec<Expression<'m, 'a>>,
    pub folds: Vec<Expression<'m, 'a>>,
    pub costs: Vec<Expression<'m, 'a>>,
    pub polls: Vec<Expression<'m, 'a>>,
}

impl<'m, 'a> Expressions<'m, 'a> {
    fn list(&mut self, of: ExprKind) -> &mut Vec<Expression<'m, 'a>> {
        match of {
            ExprKind::Word => &mut self.words,
            ExprKind::Test => &mut self.tests,
            ExprKind::Option => &mut self.options,
            ExprKind::Items | ExprKind::Span { .. } => &mut self.items,
            ExprKind::Key { .. } => &mut self.keys,
            ExprKind::Sum | ExprKind::Min | ExprKind::Max => &mut self.folds,
            ExprKind::Cost => &mut self.costs,
            ExprKind::Poll(_) => &mut self.polls,
        }
    }
}

/// Expressions with the same text over the same variables and types are one.
type Identity = (ExprKind, String, Vec<(rows::Var, TypeId)>, Option<TypeId>);

/// A Rust expression over variables of an item.
pub struct Expression<'m, 'a> {
    pub of: ExprKind,
    pub expr: &'m Expr<'a>,
    /// The variables that it sees.
    pub sees: Vec<VisibleVar>,
}

/// A variable that an expression sees.
pub struct VisibleVar {
    pub name: Ident,
    pub ty: TypeId,
    pub var: rows::Var,
}

/// Lowers a domain that has no errors; `None` if a part of it has no rows.
pub fn lower<'m, 'a>(
    names: &'m Names<'a>,
    moded: &'m BoundDomain<'a>,
) -> Option<ReferenceDomain<'m, 'a>> {
    let mut lower = RowLowering {
        names,
        moded,
        expressions: Expressions::default(),
        numbers: BTreeMap::new(),
        incomplete: false,
    };
    let axioms: Vec<_> = (0..names.axioms.len())
        .map(|group| lower.axiom(group))
        .collect();
    let tasks: Vec<_> = (0..names.tasks.len())
        .map(|group| lower.task(group))
        .collect();
    let predicates: Vec<_> = {
        let predicates = names.domain.predicates.iter();
        predicates.map(|of| predicate(of, names)).collect()
    };
    let rows = rows::DomainSource {
        name: unraw(&names.domain.name).into(),
        file: "".into(),
        predicates: predicates.into(),
        axioms: axioms.into(),
        tasks: tasks.into(),
    };
    let RowLowering {
        expressions,
        incomplete,
        ..
    } = lower;
    (!incomplete).then_some(ReferenceDomain { rows, expressions })
}

fn predicate(of: &crate::ast::Predicate, names: &Names<'_>) -> rows::PredicateSource<'static> {
    // There are at most 16 columns.
    let number = |columns: usize| columns as u16;
    rows::PredicateSource {
        name: unraw(&of.name).into(),
        columns: number(of.columns.len()),
        key: of.key.map(number),
        capacity: 0,
        file: file(of.name.span(), names),
        line: line(of.name.span()),
    }
}

struct RowLowering<'m, 'a> {
    names: &'m Names<'a>,
    moded: &'m BoundDomain<'a>,
    expressions: Expressions<'m, 'a>,
    /// The numbers of known expressions.
    numbers: BTreeMap<Identity, rows::ExprId>,
    /// True if a part has no row: numbers are exhausted, or the IR and the syntax tree differ, which is a bug.
    incomplete: bool,
}

/// The variables of one item, in the order of their numbers.
struct ItemVars(Vec<VarId>);

impl<'m, 'a> RowLowering<'m, 'a> {
    fn number(&mut self, of: usize) -> u16 {
        u16::try_from(of).unwrap_or_else(|_| {
            self.incomplete = true;
            0
        })
    }

    fn var(&mut self, var: VarId, scope: &mut ItemVars) -> rows::Var {
        let known = scope.0.iter().position(|other| *other == var);
        let number = known.unwrap_or_else(|| {
            scope.0.push(var);
            scope.0.len() - 1
        });
        self.number(number)
    }

    /// Returns the variables of an item after the walk.
    fn vars(&self, scope: ItemVars) -> rows::SourceList<'static, rows::NamedVar<'static>> {
        let vars = scope.0.into_iter().map(|var| {
            let var = &self.moded.vars[var.0];
            rows::NamedVar {
                name: unraw(&var.name).into(),
                ty: var.ty.map_or(0, |ty| ty.0),
            }
        });
        vars.collect::<Vec<_>>().into()
    }

    /// Returns the number of an expression among those of its kind; adds it if it is new.
    fn function(&mut self, of: ExprKind, expr: &'m Expr<'a>, scope: &mut ItemVars) -> rows::ExprId {
        let sees = expr.uses.iter().map(|var| {
            let number = self.var(*var, scope);
            let var = &self.moded.vars[var.0];
            VisibleVar {
                name: var.name.clone(),
                ty: var.ty.unwrap_or(TypeId(0)),
                var: number,
            }
        });
        let sees: Vec<VisibleVar> = sees.collect();
        let identity = (
            of,
            text(&expr.source.tokens),
            sees.iter().map(|seen| (seen.var, seen.ty)).collect(),
            expr.ty.map(|wanted| wanted.ty),
        );
        if let Some(number) = self.numbers.get(&identity) {
            return *number;
        }
        let number = self.expressions.list(of).len();
        let number = self.number(number);
        let expression = Expression { of, expr, sees };
        self.expressions.list(of).push(expression);
        self.numbers.insert(identity, number);
        number
    }

    /// Lowers the arguments of a task.
    fn arguments(
        &mut self,
        values: &'m [BoundValue<'a>],
        scope: &mut ItemVars,
    ) -> rows::SourceList<'static, rows::ArgSource> {
        let args = values.iter().map(|value| match value {
            BoundValue::Var(var) => rows::ArgSource::Var(self.var(*var, scope)),
            BoundValue::Expr(expr) => {
                rows::ArgSource::Word(self.function(ExprKind::Word, expr, scope))
            }
        });
        args.collect::<Vec<_>>().into()
    }

    fn axiom(&mut self, group: usize) -> rows::AxiomSource<'static> {
        // The declared axioms are first; instances of them for other patterns follow.
        let (names, moded) = (self.names, self.moded);
        let items = names.axioms[group].items.iter();
        let mut alternatives = Vec::new();
        for (item, alternative) in items.zip(&moded.axioms[group].alternatives) {
            let written = &names.domain.axioms[*item].clauses;
            let mut scope = ItemVars(alternative.params.clone());
            let mut clauses = Vec::new();
            for (clause, written) in alternative.clauses.iter().zip(written) {
                clauses.push(rows::Clause {
                    line: condition::span(written).map_or(0, line),
                    condition: self.condition(clause, written, &mut scope),
                });
            }
            alternatives.push(rows::AxiomItem {
                file: file(names.domain.axioms[*item].name.span(), names),
                line: line(names.domain.axioms[*item].name.span()),
                params: self.number(alternative.params.len()),
                vars: self.vars(scope),
                clauses: clauses.into(),
            });
        }
        rows::AxiomSource {
            name: names.axioms[group].name.clone().into(),
            alternatives: alternatives.into(),
        }
    }

    fn task(&mut self, group: usize) -> rows::TaskSource<'static> {
        let (names, moded) = (self.names, self.moded);
        let task = &names.tasks[group];
        let items = task.items.iter();
        rows::TaskSource {
            name: task.name.clone().into(),
            done_by: match task.kind {
                TaskKind::Method => {
                    let methods = items.map(|item| self.method(&moded.methods[*item]));
                    rows::DoneBy::Methods(methods.collect::<Vec<_>>().into())
                }
                TaskKind::External | TaskKind::Internal => {
                    let operators = items.map(|item| self.operator(&moded.operators[*item]));
                    rows::DoneBy::Operators(operators.collect::<Vec<_>>().into())
                }
                _ => rows::DoneBy::Itself,
            },
        }
    }
}

/// Returns the line of a token.
fn line(span: Span) -> u32 {
    u32::try_from(span.start().line).unwrap_or(0)
}

/// Returns the file of a token if it differs from the domain's.
fn file(span: Span, names: &Names<'_>) -> rows::CowText<'static> {
    let (file, own) = (span.file(), names.domain.name.span().file());
    if file == own { "".into() } else { file.into() }
}
