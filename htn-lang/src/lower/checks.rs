//! Lowers the checks of branches and operators.

use htn_core::tables::{Arg as Cell, BranchId, FAIL, Op, Run, Slot, TaskId, WordTest};

use super::code::CodePlace;
use super::context::rel_id;
use super::frame::Frame;
use super::graph::{Line, NO};
use super::retry::Retry;
use super::rows::{BranchRow, BranchSource, Check, Var, count};
use super::task::BranchCode;
use super::{CodeWriter, Lower, Solutions};
use crate::ir::checks::CheckView;
use crate::parse::tokens::plain;

impl<'a> Lower<'_, 'a> {
    /// Adds the branches of the present task with their checks, which lie above a frame of `size` slots.
    pub fn finish_branches(&mut self, task: usize, size: u16) {
        for branch in std::mem::take(&mut self.branches) {
            let guard = branch.block.and_then(|block| block.guard.as_ref());
            let sort = guard.and_then(|guard| guard.sort.as_ref());
            self.sources.push(BranchSource {
                task: TaskId(count(task)),
                method: branch.method,
                guard: guard.map(|guard| guard.source),
                sort: sort.map(|sort| (sort.key.source, sort.descending)),
            });
            let checks = self.branch_checks(&branch, size);
            self.writer.tables.branches.push(BranchRow {
                checks,
                ..branch.row
            });
        }
    }

    /// Adds a check for each predicate that a `protect` is about. Its frame is the fact.
    pub fn protected_checks(&mut self) {
        let writer = &mut self.writer;
        let mut checks = Vec::new();
        for number in writer.context.protected.clone() {
            let predicate = &writer.context.names.domain.predicates[number];
            let columns = predicate.columns.iter().zip(0..).zip('a'..);
            let vars = columns.map(|((column, slot), letter)| Var {
                name: column.name.as_ref().map_or(letter.to_string(), plain),
                ty: writer.context.type_of(&column.ty),
                slot: Slot(slot),
            });
            let vars: Vec<Var> = vars.collect();
            let names: Vec<&str> = vars.iter().map(|var| var.name.as_str()).collect();
            let cells: Vec<Cell> = vars.iter().map(|var| Cell::Is(var.slot)).collect();
            let rel = rel_id(number);
            let check = Check {
                text: format!("protected {}({})", plain(&predicate.name), names.join(", ")),
                entry: writer.code.here(),
                frame: count(vars.len()),
                reads: vec![rel],
                collected: false,
                asks_game: false,
                word: None,
                vars,
            };
            let (there, branch) = (true, BranchId::NONE);
            let (index, atom, on_fail) = (1, writer.atom(&cells), FAIL);
            let op = Op::Fact {
                rel,
                index,
                atom,
                there,
                on_fail,
                branch,
            };
            writer.code.op(op);
            writer.code.op(Op::Holds);
            checks.push(check);
        }
        writer.tables.protected = writer.checks(checks);
    }

    fn branch_checks(&mut self, branch: &BranchCode<'_, 'a>, size: u16) -> Run {
        let Some(guard) = &branch.block.and_then(|block| block.guard.as_ref()) else {
            return self.writer.checks(Vec::new());
        };
        let body = branch.block.map_or(&[][..], |block| &block.body);
        let (groups, sort) = self.views.branch(guard, body);
        let frame = branch.frame.above(size.into());
        let mut checks = Vec::new();
        for group in &groups {
            let mut check = self.writer.check(group, frame.clone());
            if branch.collected {
                (check.collected, check.word) = (true, None);
            }
            checks.push(check);
        }
        let run = self.writer.checks(checks);
        // The check of a sort follows those of its branch.
        if let Some(sort) = sort {
            let check = self.writer.check(&sort, frame);
            self.writer.checks(vec![check]);
        }
        run
    }
}

impl<'a> CodeWriter<'_, 'a> {
    /// Adds some checks in a row.
    pub fn checks(&mut self, checks: Vec<Check>) -> Run {
        let (at, len) = (self.tables.checks.len(), count(checks.len()));
        self.tables.checks.extend(checks);
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        Run { at, len }
    }

    /// Lowers a check over a frame.
    pub fn check(&mut self, view: &CheckView<'a>, mut frame: Frame) -> Check {
        for var in &view.recomputed {
            let slot = frame.temporary();
            frame.place(*var, slot);
        }
        let given = |var: &&_| view.fixed.contains(var) || frame.is_param(**var);
        let given = view.vars.iter().filter(given).copied();
        let vars = self.context.vars(given, &frame);
        self.frame = frame;
        let entry = self.code.here();
        let mut word = None;
        if let Some(cond) = &view.cond {
            let cond = self.context.prepared(cond);
            let solutions = self.solve(CodePlace::FAIL, BranchId::NONE, |build| {
                build.cond(&cond, &mut Retry::at(NO), true);
                // One solution is enough.
                build.holds(&Retry::at(NO));
            });
            word = self.word_test(&solutions);
        }
        self.code.op(Op::Holds);
        Check {
            text: view.text.clone(),
            entry,
            frame: self.frame_size(),
            reads: view.reads.clone(),
            collected: false,
            asks_game: view.asks_game,
            vars,
            word,
        }
    }

    /// Returns the test of a check that only tests whether a word is a fact.
    fn word_test(&self, solutions: &Solutions) -> Option<WordTest> {
        let Solutions::OneAtOnce(lines) = solutions else {
            return None;
        };
        let [
            Line::Fact {
                rel, cells, there, ..
            },
        ] = lines.as_slice()
        else {
            return None;
        };
        let predicate = &self.context.names.domain.predicates[usize::from(rel.0)];
        match cells.as_slice() {
            [Cell::Is(slot)] if predicate.key.is_none() => Some(WordTest {
                rel: *rel,
                slot: *slot,
                there: *there,
            }),
            _ => None,
        }
    }
}
