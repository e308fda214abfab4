//! Lowers the statements of a body to ops.

use htn_core::tables::{BranchId, Op, Slot};

use super::code::CodePlace;
use super::facts::Operands;
use super::functions::ExprKind;
use super::graph::NO;
use super::retry::Retry;
use super::{CodeWriter, Lower};
use crate::ir::{BoundValue, Cond, LetValue, Stmt, VarId};

impl<'m, 'a> Lower<'m, 'a> {
    /// Adds a body without its `return`. Another strand may be next at its end.
    ///
    /// A `let` is not a step, and strands that interleave at it would give the same plans twice. It belongs to the statement
    /// after it, as an argument belongs to its task, and at the end of a body to the statement before it.
    pub fn body(&mut self, body: &'m [Stmt<'a>]) {
        let lets = body.iter().rev().take_while(|stmt| only_lets(stmt));
        let (work, lets) = body.split_at(body.len() - lets.count());
        self.statements(work);
        if !work.is_empty() && !lets.is_empty() {
            self.writer.code.op(Op::Stay);
        }
        self.statements(lets);
        // A task has its own end. A body without one ends at once; as in JSHOP2, that counts as a step.
        if work.is_empty() || !lets.is_empty() {
            self.writer.code.op(Op::Stepped);
        }
    }

    pub fn statements(&mut self, body: &'m [Stmt<'a>]) {
        for (at, stmt) in body.iter().enumerate() {
            // `let`s belong to the statement after them.
            if (at == 0 || !only_lets(&body[at - 1])) && leads_to_now(&body[at..]) {
                self.writer.code.op(Op::Stay);
            }
            match stmt {
                Stmt::Task { task, args, ret } => {
                    let args = self.writer.values(args);
                    let ret = ret.map_or(Slot::NONE, |var| self.writer.frame.slot(var));
                    self.writer.code.start(*task, args, ret);
                }
                Stmt::Later { task, args } => {
                    let args = self.writer.values(args);
                    self.writer.code.later(*task, args);
                    self.writer.code.op(Op::Stepped);
                }
                Stmt::Let { var, value } => self.writer.local(*var, value),
                Stmt::Effect(effect) => self.writer.body_effect(effect),
                Stmt::If(blocks) => self.if_block(blocks),
                Stmt::While(block) => self.while_block(block),
                Stmt::For(block) => self.for_block(block),
                Stmt::Unordered(strands) => self.unordered(strands),
                Stmt::UnorderedFor(block) => self.unordered_for(block),
                Stmt::Now => {}
                Stmt::Priority(var, expr) => {
                    let (f, to) = (
                        self.writer.function(ExprKind::Word, expr),
                        self.writer.slot(*var),
                    );
                    self.writer.code.op(Op::Let { f, to });
                }
                Stmt::Return(expr) => {
                    let f = self.writer.function(ExprKind::Word, expr);
                    self.writer.code.op(Op::Return(f));
                }
            }
        }
    }

    fn unordered(&mut self, strands: &'m [Vec<Stmt<'a>>]) {
        // A strand without a task ends as soon as it begins, since it has no statement that could be next.
        let (lets, strands): (Vec<_>, Vec<_>) =
            (strands.iter()).partition(|strand| strand.iter().all(only_lets));
        lets.into_iter().for_each(|strand| self.statements(strand));
        if strands.is_empty() {
            return;
        }
        let places: Vec<CodePlace> = strands.iter().map(|_| self.writer.code.place()).collect();
        self.writer.code.unordered(places.clone());
        let end = self.writer.code.jump();
        for (strand, place) in strands.into_iter().zip(places) {
            self.writer.code.set(place);
            self.body(strand);
            self.writer.code.op(Op::StrandEnd);
        }
        self.writer.code.set(end);
    }
}

impl<'m, 'a> CodeWriter<'m, 'a> {
    /// Adds a `let`: an expression, or what a condition computes.
    fn local(&mut self, var: VarId, value: &LetValue<'a>) {
        let to = self.frame.slot(var);
        if let LetValue::Word(expr) = value
            && !expr.source.is_polled()
        {
            let f = self.function(ExprKind::Word, expr);
            return self.code.op(Op::Let { f, to });
        }
        let cond = self.context.prepared(&Cond::Let {
            var,
            compare: false,
            value: value.clone(),
        });
        self.solve(CodePlace::FAIL, BranchId::NONE, |build| {
            let mut retry = Retry::at(NO);
            build.cond(&cond, &mut retry, false);
            build.holds(&retry);
        });
    }

    /// Returns the slots of arguments; computes those that are not variables.
    pub fn values(&mut self, values: &[BoundValue<'a>]) -> Vec<Slot> {
        let slots = values.iter().map(|value| match value {
            BoundValue::Var(var) => self.slot(*var),
            BoundValue::Expr(expr) => self.word(expr),
        });
        slots.collect()
    }
}

/// Returns true if a statement has no task in it, only `let`s.
fn only_lets(stmt: &Stmt<'_>) -> bool {
    match stmt {
        Stmt::Let { .. } | Stmt::Priority(..) => true,
        Stmt::Unordered(strands) => strands.iter().flatten().all(only_lets),
        _ => false,
    }
}

/// Returns true if there are only `let`s before a `now`.
fn leads_to_now(body: &[Stmt<'_>]) -> bool {
    let after_lets = body.iter().find(|stmt| !only_lets(stmt));
    matches!(after_lets, Some(Stmt::Now))
}
