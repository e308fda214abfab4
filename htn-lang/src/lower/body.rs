//! The statements of a body.

use std::collections::BTreeSet;

use htn_core::tables::{Callee, InlineArgs, Op, Pc, Slot, TaskKind};

use super::Lower;
use super::functions::ExprKind;
use super::graph::NO;
use super::retry::Retry;
use crate::modes::form::{LetValue, Stmt, Value, VarId};

impl<'m, 'a> Lower<'m, 'a> {
    /// A body without its `return`: where strands interleave, another one may be next at its end.
    ///
    /// A `let` takes no step, so it is no place to interleave of its own, which would give plans twice: it goes with the
    /// statement behind it, as an argument goes with its task; at the end of a body, with the statement before it.
    pub fn body(&mut self, body: &'m [Stmt<'a>]) {
        let lets = body.iter().rev().take_while(|stmt| only_lets(stmt));
        let (work, lets) = body.split_at(body.len() - lets.count());
        self.statements(work);
        if !work.is_empty() && !lets.is_empty() {
            self.rows.op(Op::Stay);
        }
        self.statements(lets);
        // Work has its own end. What has none is through at once; as in JSHOP2, that counts like a step.
        if work.is_empty() || !lets.is_empty() {
            self.rows.op(Op::Stepped);
        }
    }

    pub fn statements(&mut self, body: &'m [Stmt<'a>]) {
        for stmt in body {
            match stmt {
                Stmt::Task { task, args, ret } => {
                    let args = self.values(args);
                    let ret = ret.filter(|var| !self.unread.contains(var));
                    let ret = ret.map_or(Slot::NONE, |var| self.frame.slot(var));
                    self.begin(*task, &args, ret);
                }
                Stmt::Let { var, value } => self.local(*var, value),
                Stmt::Effect(effect) => self.body_effect(effect),
                Stmt::If(blocks) => self.if_block(blocks),
                Stmt::While(block) => self.while_block(block),
                Stmt::For(block) => self.for_block(block),
                Stmt::Unordered(strands) => self.unordered(strands),
                Stmt::Priority(var, expr) => {
                    let (f, to) = (self.function(ExprKind::Word, expr), self.frame.slot(*var));
                    self.rows.op(Op::Let { f, to });
                }
                Stmt::Return(expr) => {
                    let f = self.function(ExprKind::Word, expr);
                    self.rows.op(Op::Return(f));
                }
            }
        }
    }

    /// Begins a task, or a step where it is an operator.
    pub fn begin(&mut self, number: usize, args: &[Slot], ret: Slot) {
        let of = Callee::new(self.task_id(number));
        let few = InlineArgs::new(args);
        let is_compound = matches!(
            self.rows.tables.tasks[number].kind,
            TaskKind::Method | TaskKind::Block
        );
        let op = match (few, is_compound) {
            (Some(args), true) if ret == Slot::NONE => Op::Begin { of, args },
            (_, true) => {
                let args = self.rows.slot_run(args);
                Op::Task { of, args, ret }
            }
            (_, false) => return self.rows.step(number, args),
        };
        self.rows.op(op);
    }

    /// A local value: an expression, or an aggregate.
    fn local(&mut self, var: VarId, value: &LetValue<'a>) {
        let to = self.frame.slot(var);
        if let LetValue::Word(expr) = value {
            let f = self.function(ExprKind::Word, expr);
            self.rows.op(Op::Let { f, to });
            return;
        }
        let f = self.solver(|lower| {
            let mut retry = Retry::at(NO);
            lower.value(to, value, &mut retry);
            lower.holds(&retry);
        });
        self.solve(f);
    }

    /// The slots of arguments, worked out where they are not variables.
    pub fn values(&mut self, values: &[Value<'a>]) -> Vec<Slot> {
        let mut slots = Vec::new();
        for value in values {
            slots.push(match value {
                Value::Var(var) => self.frame.slot(*var),
                Value::Expr(expr) => self.word_of_statement(expr),
            });
        }
        slots
    }

    fn unordered(&mut self, strands: &'m [Vec<Stmt<'a>>]) {
        // Without a task there is no statement that could be next: such a strand is through when it is reached.
        let (lets, strands): (Vec<_>, Vec<_>) =
            (strands.iter()).partition(|strand| strand.iter().all(only_lets));
        lets.into_iter().for_each(|strand| self.statements(strand));
        if strands.is_empty() {
            return;
        }
        // The places of the strands are not known before they have code; their run is filled in then.
        let run = self.rows.strand_run(&vec![Pc(0); strands.len()]);
        self.rows.op(Op::Unordered(run));
        let end = self.rows.op(Op::Jump(Pc(0)));
        for (i, strand) in strands.into_iter().enumerate() {
            self.rows.tables.strands[run.at as usize + i] = self.rows.here();
            self.body(strand);
            self.rows.op(Op::StrandEnd);
        }
        self.rows.lead_here(end);
    }
}

/// The variables that a body mentions once.
pub fn mentioned_once(body: &[Stmt<'_>]) -> BTreeSet<VarId> {
    let (mut once, mut more) = (BTreeSet::new(), BTreeSet::new());
    for stmt in body {
        stmt.each_var(&mut |var| {
            if !once.insert(var) {
                more.insert(var);
            }
        });
    }
    &once - &more
}

/// Whether a statement has no task in it, only `let`s.
fn only_lets(stmt: &Stmt<'_>) -> bool {
    match stmt {
        Stmt::Let { .. } | Stmt::Priority(..) => true,
        Stmt::Unordered(strands) => strands.iter().flatten().all(only_lets),
        _ => false,
    }
}
