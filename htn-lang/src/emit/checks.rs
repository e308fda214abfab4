//! Collects the Rust expressions of a domain with errors that rustc can still check, so that its errors are reported in
//! the same run as those of the macro.

use htn_core::tables::Slot;
use proc_macro2::Span;

use crate::ir::{BoundDomain, BoundPart, Expr};
use crate::lower::functions::{ExprKind, Function, Seen};
use crate::lower::range::range;

/// Returns the functions of the sound expressions, in the order of the source. They are never called.
pub fn sound<'a>(moded: &BoundDomain<'a>, axioms: usize) -> Vec<Function<'a>> {
    let mut checks = Checks {
        moded,
        functions: Vec::new(),
    };
    // The axioms as declared come first. The patterns that they are called with follow.
    let axioms = moded.axioms.iter().take(axioms);
    let clauses = axioms.flat_map(|axiom| axiom.clauses());
    clauses.for_each(|clause| checks.parts(clause.parts()));
    let operators = moded.operators.iter();
    operators.for_each(|operator| checks.parts(operator.parts()));
    let branches = moded.methods.iter().flat_map(|method| &method.branches);
    branches.for_each(|branch| checks.parts(branch.parts()));
    checks.functions
}

struct Checks<'m, 'a> {
    moded: &'m BoundDomain<'a>,
    functions: Vec<Function<'a>>,
}

impl<'a> Checks<'_, 'a> {
    fn expr(&mut self, gives: ExprKind, expr: &Expr<'a>) {
        let fixed = matches!(gives, ExprKind::Test | ExprKind::Key { .. });
        let typed = expr
            .ty
            .is_some_and(|wanted| self.moded.types.is_read(wanted.ty));
        if !expr.sound || !(fixed || typed) {
            return;
        }
        let near = expr.near.iter().map(|var| (var, true));
        let vars = expr.uses.iter().map(|var| (var, false)).chain(near);
        let sees = vars.filter_map(|(var, near)| {
            let var = &self.moded.vars[var.0];
            let mut name = var.name.clone();
            if near {
                name.set_span(name.span().resolved_at(Span::call_site()));
            }
            Some(Seen {
                name,
                ty: var.ty.filter(|ty| self.moded.types.is_read(*ty))?,
                slot: Slot(0),
            })
        });
        let sees = sees.collect();
        let Expr { source, ty, .. } = *expr;
        self.functions.push(Function {
            gives,
            source,
            sees,
            ty,
        });
    }

    fn parts(&mut self, parts: Vec<BoundPart<'_, 'a>>) {
        for part in parts {
            match part {
                BoundPart::Cond(cond) => self.parts(cond.parts()),
                BoundPart::Stmt(stmt) => self.parts(stmt.parts()),
                BoundPart::Expr(ExprKind::Items, expr) => {
                    let gives = range(expr, &self.moded.types).unwrap_or(ExprKind::Items);
                    self.expr(gives, expr);
                }
                BoundPart::Expr(gives, expr) => self.expr(gives, expr),
                BoundPart::Var(_) => {}
            }
        }
    }
}
