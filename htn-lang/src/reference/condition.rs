//! Lowers conditions to reference rows, conjunct by conjunct.

use htn_core::reference::rows::{self, ArgSource, Conjunct, Form};
use proc_macro2::Span;

use super::{ItemVars, RowLowering, line};
use crate::ast::{self, Aggregate, Condition, Part};
use crate::ir::{BoundArg, Cond, ExprKind, LetValue, SortedCond};
use crate::pretty;
use crate::text::text;

impl<'m, 'a> RowLowering<'m, 'a> {
    pub fn sorted(
        &mut self,
        sorted: &'m SortedCond<'a>,
        scope: &mut ItemVars,
    ) -> rows::Sorted<'static> {
        let condition = self.condition(&sorted.cond, sorted.source, scope);
        let key = sorted.sort.as_ref().map(|sort| {
            let descending = sort.descending;
            self.function(ExprKind::Key { descending }, &sort.key, scope)
        });
        let by = sorted.sort.as_ref().map_or_else(String::new, |sort| {
            let key = text(&sort.key.source.tokens);
            if sort.descending {
                format!("{key} desc")
            } else {
                key
            }
        });
        rows::Sorted {
            condition,
            key,
            by: by.into(),
        }
    }

    pub fn condition(
        &mut self,
        cond: &'m Cond<'a>,
        written: &'a Condition,
        scope: &mut ItemVars,
    ) -> rows::Condition<'static> {
        let mut conjuncts = Vec::new();
        self.conjuncts(cond, written, scope, &mut conjuncts);
        conjuncts.into()
    }

    /// Adds the parts of a conjunction, in parentheses or not.
    fn conjuncts(
        &mut self,
        cond: &'m Cond<'a>,
        written: &'a Condition,
        scope: &mut ItemVars,
        out: &mut Vec<Conjunct<'static>>,
    ) {
        if let (Cond::And(parts), Condition::And(written)) = (cond, written) {
            for (part, written) in parts.iter().zip(written) {
                self.conjuncts(part, written, scope, out);
            }
            return;
        }
        match self.form(cond, written, scope) {
            Some(form) => out.push(Conjunct {
                text: pretty::conjunct(written).into(),
                line: span(written).map_or(0, line),
                form,
            }),
            None => self.incomplete = true,
        }
    }

    /// Returns `None` if the two are not the same form.
    fn form(
        &mut self,
        cond: &'m Cond<'a>,
        written: &'a Condition,
        scope: &mut ItemVars,
    ) -> Option<Form<'static>> {
        Some(match cond {
            Cond::Fact { rel, args } => Form::Fact {
                predicate: self.number(*rel),
                args: self.args(args, scope),
            },
            Cond::Axiom { args, .. } => {
                let Condition::Atom(atom) = written else {
                    return None;
                };
                let group = self.names.axiom(&atom.name.to_string())?;
                Form::Axiom {
                    axiom: self.number(group),
                    args: self.args(args, scope),
                }
            }
            Cond::Let { var, value, .. } => {
                let over = match written {
                    Condition::Let { value, .. } => over(value),
                    _ => None,
                };
                let value = self.value(value, over, scope)?;
                let var = self.var(*var, scope);
                Form::Let { var, value }
            }
            Cond::Test(expr) if cond.is_polled() => {
                Form::Poll(self.function(expr.kind(ExprKind::Test), expr, scope))
            }
            Cond::Test(expr) => Form::Test(self.function(ExprKind::Test, expr, scope)),
            Cond::Not(inner) => {
                let Condition::Not(written) = written else {
                    return None;
                };
                Form::Not(self.condition(inner, written, scope))
            }
            Cond::Or(sides) => {
                let Condition::Or(written) = written else {
                    return None;
                };
                let sides = sides.iter().zip(written);
                let sides = sides.map(|(side, written)| self.condition(side, written, scope));
                Form::Or(sides.collect::<Vec<_>>().into())
            }
            Cond::First(sorted) => Form::First(self.sorted(sorted, scope)),
            Cond::Forall(all, each) => {
                let Condition::Forall(written_all, written_each) = written else {
                    return None;
                };
                let all = self.condition(all, written_all, scope);
                Form::Forall(all, self.condition(each, written_each, scope))
            }
            Cond::WhenPlanning(inner) => {
                let Condition::WhenPlanning { inner: written, .. } = written else {
                    return None;
                };
                Form::WhenPlanning(self.condition(inner, written, scope))
            }
            // `conjuncts` splits a conjunction, and passes have not run yet.
            Cond::And(_) | Cond::Inlined { .. } => return None,
        })
    }

    /// Lowers the right side of a `let`. `written` is the condition of an aggregate.
    pub fn value(
        &mut self,
        value: &'m LetValue<'a>,
        written: Option<&'a Condition>,
        scope: &mut ItemVars,
    ) -> Option<rows::LetSource<'static>> {
        Some(match value {
            LetValue::Word(expr) if expr.source.is_polled() => {
                rows::LetSource::Poll(self.function(expr.kind(ExprKind::Word), expr, scope))
            }
            LetValue::Some(expr) if expr.source.is_polled() => {
                rows::LetSource::Poll(self.function(expr.kind(ExprKind::Option), expr, scope))
            }
            LetValue::Word(expr) => {
                rows::LetSource::Word(self.function(ExprKind::Word, expr, scope))
            }
            LetValue::Some(expr) => {
                rows::LetSource::Some(self.function(ExprKind::Option, expr, scope))
            }
            LetValue::In(expr) => rows::LetSource::In(self.function(ExprKind::Items, expr, scope)),
            LetValue::Aggregate { kind, of, over } => {
                let over = self.condition(over, written?, scope);
                let mut fold = |fold| Some(self.function(fold, of.as_ref()?, scope));
                match kind {
                    Aggregate::Count => rows::LetSource::Count(over),
                    Aggregate::Sum => rows::LetSource::Sum(fold(ExprKind::Sum)?, over),
                    Aggregate::Min => rows::LetSource::Best(fold(ExprKind::Min)?, over),
                    Aggregate::Max => rows::LetSource::Best(fold(ExprKind::Max)?, over),
                }
            }
        })
    }

    /// Lowers the arguments of an atom. A variable is compared if it is bound, and bound otherwise.
    pub fn args(
        &mut self,
        args: &'m [BoundArg<'a>],
        scope: &mut ItemVars,
    ) -> rows::SourceList<'static, ArgSource> {
        let args = args.iter().map(|arg| match arg {
            BoundArg::Any => ArgSource::Any,
            BoundArg::Bind(var) | BoundArg::Is(var) | BoundArg::Again(var) => {
                ArgSource::Var(self.var(*var, scope))
            }
            BoundArg::Expr(expr) => ArgSource::Word(self.function(ExprKind::Word, expr, scope)),
        });
        args.collect::<Vec<_>>().into()
    }
}

/// Returns the condition of an aggregate.
pub fn over(value: &ast::Value) -> Option<&Condition> {
    match value {
        ast::Value::Aggregate { over, .. } => Some(over),
        ast::Value::Rust(_) => None,
    }
}

/// Returns the approximate start of a condition.
pub fn span(condition: &Condition) -> Option<Span> {
    condition.parts().into_iter().find_map(|part| match part {
        Part::Condition { inner, .. } => span(inner),
        Part::Atom(atom) => Some(atom.name.span()),
        Part::Binds(name) => Some(name.span()),
        Part::Rust(rust) => Some(rust.span),
    })
}
