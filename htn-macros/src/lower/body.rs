//! The statements of a body.

use htn_core::tables::{Op, Pc, Slot};

use super::Lower;
use super::back::Back;
use super::functions::Gives;
use crate::modes::form::{Stmt, Value};

impl<'m, 'a> Lower<'m, 'a> {
    pub fn body(&mut self, body: &'m [Stmt<'a>]) {
        for stmt in body {
            match stmt {
                Stmt::Task { task, args, ret } => {
                    let args = self.values(args);
                    let ret = ret.map_or(Slot::NONE, |var| self.frame.slot(var));
                    let task = self.task_id(*task);
                    let args = self.rows.slot_run(&args);
                    self.rows.op(Op::Task { task, args, ret });
                }
                Stmt::Let { var, value } => {
                    let mut back = Back::fail();
                    self.bind_value(*var, value, &mut back);
                    self.leave(&back);
                }
                Stmt::Effect(effect) => self.body_effect(effect),
                Stmt::If(blocks) => self.if_block(blocks),
                Stmt::While(block) => self.while_block(block),
                Stmt::For(block) => self.for_block(block),
                Stmt::Unordered(strands) => self.unordered(strands),
                Stmt::Return(expr) => {
                    let f = self.function(Gives::Word, expr);
                    self.rows.op(Op::Return(f));
                }
            }
        }
    }

    /// The slots of arguments, worked out where they are not variables.
    pub fn values(&mut self, values: &[Value<'a>]) -> Vec<Slot> {
        let mut slots = Vec::new();
        for value in values {
            slots.push(match value {
                Value::Var(var) => self.frame.slot(*var),
                Value::Expr(expr) => self.word(expr),
            });
        }
        slots
    }

    fn unordered(&mut self, strands: &'m [Vec<Stmt<'a>>]) {
        // An empty block has no statement that could be next.
        let strands: Vec<_> = strands.iter().filter(|strand| !strand.is_empty()).collect();
        // The places of the strands are not known before they have code; their run is filled in then.
        let run = self.rows.strand_run(&vec![Pc(0); strands.len()]);
        self.rows.op(Op::Unordered(run));
        let end = self.rows.op(Op::Jump(Pc(0)));
        for (i, strand) in strands.into_iter().enumerate() {
            self.rows.strands[run.at as usize + i] = self.rows.here();
            self.body(strand);
            self.rows.op(Op::StrandEnd);
        }
        self.rows.lead_here(end);
    }
}
