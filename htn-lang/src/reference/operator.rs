//! Lowers operators to reference rows.

use htn_core::reference::rows::{self, EffectMoment};

use super::{ItemVars, RowLowering, file, line};
use crate::ast::{Mark, OperatorStatement};
use crate::ir::{BoundOperator, ExprKind};
use crate::pretty;
use crate::text::text;

impl<'m, 'a> RowLowering<'m, 'a> {
    pub fn operator(&mut self, operator: &'m BoundOperator<'a>) -> rows::OperatorSource<'static> {
        let item = operator.item;
        let scope = &mut ItemVars(operator.params.clone());
        let requires = operator.requires.as_ref();
        let requires = requires.map(|requires| self.sorted(requires, scope));
        let during = operator.during.as_ref();
        let during = during.map(|during| self.condition(&during.cond, during.source, scope));
        let effects = operator.effects.iter();
        let effects = effects.map(|(mark, effect)| (moment(*mark), self.effect(effect, scope)));
        let effects = effects.collect::<Vec<_>>().into();
        let cost = match &operator.cost {
            Some(cost) => rows::Cost::Function(self.function(ExprKind::Cost, cost, scope)),
            None if item.internal => rows::Cost::Fixed(0.0),
            None => rows::Cost::Fixed(1.0),
        };
        let duration = match &operator.duration {
            Some(duration) => rows::Cost::Function(self.function(ExprKind::Cost, duration, scope)),
            None if item.internal => rows::Cost::Fixed(0.0),
            None => rows::Cost::Fixed(1.0),
        };
        let engaged = item.by.iter();
        let engaged =
            engaged.filter_map(|by| item.params.iter().position(|param| param.name == *by));
        let by = engaged.map(|place| self.number(place)).collect::<Vec<_>>();
        let busy = operator.busy.as_ref();
        let busy = busy.map(|busy| self.function(ExprKind::Test, busy, scope));
        let undo = operator.undo.as_ref();
        let undo = undo.map(|(task, args)| (self.number(*task), self.arguments(args, scope)));
        rows::OperatorSource {
            file: file(item.name.span(), self.names),
            line: line(item.name.span()),
            params: self.number(operator.params.len()),
            requires,
            during,
            effects,
            cost,
            duration,
            by: by.into(),
            busy,
            undo,
            statements: item
                .statements
                .iter()
                .map(statement)
                .collect::<Vec<_>>()
                .into(),
            vars: self.vars(ItemVars(std::mem::take(&mut scope.0))),
        }
    }
}

fn statement(of: &OperatorStatement) -> rows::SourceText<'static> {
    let (text, begin) = match of {
        OperatorStatement::If { keyword, sorted } => {
            (format!("if {}", pretty::sorted(sorted)), *keyword)
        }
        OperatorStatement::While { keyword, condition } => {
            (format!("while {}", pretty::condition(condition)), *keyword)
        }
        OperatorStatement::Effect { mark, effect } => {
            let text = pretty::effect(effect);
            match mark {
                Some((mark, span)) => (format!("{} {text}", pretty::mark(*mark)), *span),
                None => (text, effect.keyword),
            }
        }
        OperatorStatement::Cost { keyword, value } => {
            (format!("cost {}", text(&value.tokens)), *keyword)
        }
        OperatorStatement::Duration { keyword, value } => {
            (format!("duration {}", text(&value.tokens)), *keyword)
        }
        OperatorStatement::Busy { keyword, value } => {
            (format!("busy {}", text(&value.tokens)), *keyword)
        }
        OperatorStatement::Undo {
            keyword,
            name,
            args,
        } => (format!("undo {}", pretty::call(name, args)), *keyword),
    };
    rows::SourceText {
        text: text.into(),
        line: line(begin),
    }
}

/// Returns the moment of a mark. Effects without one belong to the first moment.
fn moment(mark: Option<Mark>) -> EffectMoment {
    match mark {
        None | Some(Mark::Start) => EffectMoment::Start,
        Some(Mark::Finish) => EffectMoment::Finish,
        Some(Mark::Success) => EffectMoment::Success,
        Some(Mark::Failure) => EffectMoment::Failure,
        Some(Mark::Sensed) => EffectMoment::Sensed,
    }
}
