//! What rustc has to say about a domain with errors: its own errors are reported in the same run as the macro's, as far
//! as they can't follow from those.

use htn_core::tables::Slot;
use proc_macro2::Span;

use crate::ast::Aggregate;
use crate::lower::functions::{Function, Gives, Seen};
use crate::lower::range::range;
use crate::modes::form::{
    Arg, Block, Cond, Effect, Expr, LetValue, Moded, Operator, Sorted, Stmt, Value,
};

/// The functions of the expressions that are sound, in the order in which they are written. They are never called.
pub fn sound<'a>(moded: &Moded<'a>, axioms: usize) -> Vec<Function<'a>> {
    let mut checks = Checks {
        moded,
        functions: Vec::new(),
    };
    // The first ones are the axioms as they are declared; behind them come other patterns of the same.
    let axioms = moded.axioms.iter().take(axioms);
    for alternative in axioms.flat_map(|axiom| &axiom.alternatives) {
        alternative
            .clauses
            .iter()
            .for_each(|clause| checks.condition(clause));
    }
    moded
        .operators
        .iter()
        .for_each(|operator| checks.operator(operator));
    let branches = moded.methods.iter().flat_map(|method| &method.branches);
    branches.for_each(|branch| checks.block(branch));
    checks.functions
}

struct Checks<'m, 'a> {
    moded: &'m Moded<'a>,
    functions: Vec<Function<'a>>,
}

impl<'a> Checks<'_, 'a> {
    fn expr(&mut self, gives: Gives, expr: &Expr<'a>) {
        let fixed = matches!(gives, Gives::Test | Gives::Key { .. });
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

    fn operator(&mut self, operator: &Operator<'a>) {
        let conditions = operator.requires.iter().chain(&operator.during);
        conditions.for_each(|condition| self.sorted(condition));
        operator
            .effects
            .iter()
            .for_each(|(_, effect)| self.effect(effect));
        let numbers = operator.cost.iter().chain(&operator.duration);
        numbers.for_each(|number| self.expr(Gives::Cost, number));
        operator
            .busy
            .iter()
            .for_each(|busy| self.expr(Gives::Test, busy));
        if let Some((_, args)) = &operator.undo {
            self.values(args);
        }
    }

    fn block(&mut self, block: &Block<'a>) {
        block.guard.iter().for_each(|guard| self.sorted(guard));
        self.body(&block.body);
    }

    fn body(&mut self, body: &[Stmt<'a>]) {
        for statement in body {
            match statement {
                Stmt::Task { args, .. } => self.values(args),
                Stmt::Let { value, .. } => self.value(value),
                Stmt::Effect(effect) => self.effect(effect),
                Stmt::If(blocks) => blocks.iter().for_each(|block| self.block(block)),
                Stmt::While(block) | Stmt::For(block) => self.block(block),
                Stmt::Unordered(strands) => strands.iter().for_each(|strand| self.body(strand)),
                Stmt::Return(expr) => self.expr(Gives::Word, expr),
            }
        }
    }

    fn effect(&mut self, effect: &Effect<'a>) {
        effect.each.iter().for_each(|each| self.sorted(each));
        effect.atoms.iter().for_each(|(_, args)| self.args(args));
    }

    fn sorted(&mut self, sorted: &Sorted<'a>) {
        self.condition(&sorted.cond);
        if let Some(sort) = &sorted.sort {
            let descending = sort.descending;
            self.expr(Gives::Key { descending }, &sort.key);
        }
    }

    fn condition(&mut self, condition: &Cond<'a>) {
        match condition {
            Cond::And(parts) | Cond::Or(parts) => {
                parts.iter().for_each(|part| self.condition(part));
            }
            Cond::Not(inner) => self.condition(inner),
            Cond::Fact { args, .. } | Cond::Axiom { args, .. } => self.args(args),
            Cond::Let { value, .. } => self.value(value),
            Cond::First(sorted) => self.sorted(sorted),
            Cond::Forall(all, hold) => {
                self.condition(all);
                self.condition(hold);
            }
            Cond::Test(expr) => self.expr(Gives::Test, expr),
        }
    }

    fn value(&mut self, value: &LetValue<'a>) {
        match value {
            LetValue::Word(expr) => self.expr(Gives::Word, expr),
            LetValue::Some(expr) => self.expr(Gives::Option, expr),
            LetValue::In(expr) => {
                let gives = range(expr, &self.moded.types).unwrap_or(Gives::Items);
                self.expr(gives, expr);
            }
            LetValue::Aggregate { kind, of, over } => {
                self.condition(over);
                let gives = match kind {
                    Aggregate::Min => Gives::Min,
                    Aggregate::Max => Gives::Max,
                    Aggregate::Count | Aggregate::Sum => Gives::Sum,
                };
                of.iter().for_each(|of| self.expr(gives, of));
            }
        }
    }

    fn args(&mut self, args: &[Arg<'a>]) {
        for arg in args {
            if let Arg::Expr(expr) = arg {
                self.expr(Gives::Word, expr);
            }
        }
    }

    fn values(&mut self, values: &[Value<'a>]) {
        for value in values {
            if let Value::Expr(expr) = value {
                self.expr(Gives::Word, expr);
            }
        }
    }
}
