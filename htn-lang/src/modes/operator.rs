//! Binds the variables of operators.

use std::collections::BTreeSet;

use proc_macro2::Span;
use quote::quote;

use super::scan::scan;
use super::{Walk, binders};
use crate::ast::{self, OperatorStatement, Rust};
use crate::ir::{BoundOperator, Expr, VarId, Wanted};
use crate::parse::assigned::BlockKind;

impl<'a> Walk<'_, 'a> {
    pub fn operator(&mut self, operator: &'a ast::Operator) -> BoundOperator<'a> {
        let (scope, params) = self.params(&operator.params);
        self.scope = scope;
        for statement in &operator.statements {
            match statement {
                OperatorStatement::If { sorted, .. } => {
                    binders::of_sorted(Some(sorted), &mut self.scope.binders);
                }
                OperatorStatement::While { condition, .. } => {
                    binders::of_condition(condition, &mut self.scope.binders);
                }
                OperatorStatement::Effect { effect, .. } => {
                    binders::of_effect(effect, &mut self.scope.binders);
                }
                _ => {}
            }
        }
        let mut walked = BoundOperator {
            item: operator,
            params,
            requires: None,
            during: None,
            effects: Vec::new(),
            cost: None,
            duration: None,
            busy: None,
            undo: None,
        };
        // The precondition is first, wherever it is written, since all other statements see its variables.
        for statement in &operator.statements {
            if let OperatorStatement::If { sorted, .. } = statement {
                walked.requires = Some(self.sorted(sorted));
            }
        }
        for statement in &operator.statements {
            if let OperatorStatement::While { condition, .. } = statement {
                walked.during = Some(crate::ir::SortedCond {
                    cond: self.condition(condition),
                    sort: None,
                    source: condition,
                });
            }
        }
        for statement in &operator.statements {
            self.operator_statement(statement, &mut walked);
        }
        self.report_unused();
        walked
    }

    fn operator_statement(
        &mut self,
        statement: &'a OperatorStatement,
        walked: &mut BoundOperator<'a>,
    ) {
        match statement {
            OperatorStatement::If { .. } | OperatorStatement::While { .. } => {}
            OperatorStatement::Effect { mark, effect } => {
                let effect = self.effect(effect, BlockKind::Operator);
                walked.effects.push((mark.map(|(mark, _)| mark), effect));
            }
            OperatorStatement::Cost { keyword, value } => {
                walked.cost = Some(self.number(value, *keyword));
            }
            OperatorStatement::Duration { keyword, value } => {
                walked.duration = Some(self.number(value, *keyword));
            }
            OperatorStatement::Busy { value, .. } => {
                self.only_params(value, &walked.params);
                walked.busy = Some(self.expr(value, None));
            }
            OperatorStatement::Undo { name, args, .. } => {
                let task = self.names.task(name);
                let types = task.map_or(Vec::new(), |task| self.task_types(task, args).0);
                let args = self.values(args, &types);
                walked.undo = task.map(|task| (task, args));
            }
        }
    }

    /// Walks an expression of type `f32`.
    fn number(&mut self, value: &'a Rust, span: Span) -> Expr<'a> {
        let ty = self.moded.types.own(quote!(::core::primitive::f32));
        self.expr(value, Some(Wanted { ty, span }))
    }

    /// Reports variables of `busy` that are not parameters: it is evaluated for a running action, which has only these.
    fn only_params(&mut self, rust: &Rust, params: &[VarId]) {
        let mut reported = BTreeSet::new();
        for name in scan(&rust.tokens).names {
            let text = name.to_string();
            let Some(var) = self.scope.bound.get(&text) else {
                continue;
            };
            if !params.contains(var) && reported.insert(text) {
                self.errors.at(
                    name.span(),
                    format_args!("`busy` can use parameters only, and `{name}` is bound by the condition\nhelp: make `{name}` a parameter"),
                );
            }
        }
    }
}
