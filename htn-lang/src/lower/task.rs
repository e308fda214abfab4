//! Compound tasks, and the blocks of bodies, which become tasks of their own.

use std::collections::BTreeSet;

use htn_core::tables::{
    BranchId, ConstantId, FAIL, FnId, MethodId, Op, Run, Slot, TaskId, TaskKind,
};

use super::code::CodePlace;
use super::collect::Collected;
use super::frame::{Frame, offset};
use super::functions::ExprKind;
use super::graph::NO;
use super::retry::Retry;
use super::rows::{BranchRow, Constant, MethodRow, Param, TaskRow, count};
use super::{CodeWriter, Lower, Solutions};
use crate::ir::{Block, SortedCond, Stmt, VarId};
use crate::parse::tokens::plain;

/// An `if`, `while`, `for` or `unordered for` that has no code yet.
pub struct Lifted<'m, 'a> {
    task: usize,
    kind: Kind<'m, 'a>,
    captured: Vec<VarId>,
}

enum Kind<'m, 'a> {
    If(&'m [Block<'a>]),
    While(&'m Block<'a>),
    /// With the variables of each row of the collection.
    For(&'m Block<'a>, Vec<VarId>),
    /// The strand for each row, with the variables of the rows.
    Strand(&'m Block<'a>, Vec<VarId>),
}

/// A branch that has code, but no checks yet.
pub struct BranchCode<'m, 'a> {
    pub row: BranchRow,
    /// `None` for a branch that does nothing.
    pub block: Option<&'m Block<'a>>,
    pub frame: Frame,
    /// True for the rounds of a `for`.
    pub collected: bool,
    /// The method, unless it is a block of a body.
    pub method: MethodId,
}

/// A link from a branch to the next one.
#[derive(Clone, Copy)]
struct NextBranch {
    next: CodePlace,
    /// True if the search may return after it chose the branch: then there is no other.
    commits: bool,
}

/// The sort key of a branch.
type Sort = Option<(FnId, ConstantId)>;

impl<'m, 'a> Lower<'m, 'a> {
    /// Adds a task.
    pub fn task(&mut self, group: usize) {
        let task = &self.writer.context.names.tasks[group];
        let (name, kind) = (task.name.clone(), task.kind);
        let entry = self.writer.code.here();
        let (method, frame) = match kind {
            TaskKind::Method => self.methods(group),
            TaskKind::External | TaskKind::Internal => (MethodId(0), self.operators(group)),
            _ => (MethodId(0), self.synchronisation(group)),
        };
        let row = TaskRow {
            name,
            doc: self.task_doc(group),
            kind,
            params: self.task_params(group),
            entry,
            method,
            frame,
            not_memoized: self.writer.context.fact_order.matters_for_task(group),
        };
        self.tasks.insert(group, row);
        self.finish_branches(group, frame);
    }

    /// Adds the methods of a task; returns the first one and the size of the task's frame.
    fn methods(&mut self, group: usize) -> (MethodId, u16) {
        let (names, domain) = (self.writer.context.names, self.writer.context.domain);
        let items = &names.tasks[group].items;
        let first = MethodId(count(self.writer.tables.methods.len()));
        let mut size = 0;
        for (i, item) in items.iter().enumerate() {
            let next = (i + 1 < items.len()).then(|| self.writer.try_next());
            let method = &domain.methods[*item];
            // A task begins with its first method.
            if i > 0 {
                let id = MethodId(count(self.writer.tables.methods.len()));
                self.writer.code.op(Op::Method(id));
            }
            self.writer.tables.methods.push(MethodRow {
                task: TaskId(count(group)),
                doc: method.item.docs.text(),
            });
            self.writer.frame = Frame::new(&method.params);
            for (i, (written, block)) in method
                .item
                .branches
                .iter()
                .zip(&method.branches)
                .enumerate()
            {
                let name = written.name.as_ref().map_or(String::new(), plain);
                let row = branch_row(name, written.docs.text());
                let slots = self.writer.frame.mark();
                let next = self.branch(row, block, i + 1 == method.branches.len());
                if !matches!(block.body.last(), Some(Stmt::Return(_))) {
                    self.writer.code.op(Op::Done);
                }
                self.next_branch(next);
                self.writer.frame.rewind(slots);
            }
            size = size.max(self.writer.frame_size());
            next.into_iter().for_each(|next| self.writer.code.set(next));
        }
        (first, size)
    }

    /// Adds a branch without its end. If it is not the last, returns the link to the next one.
    fn branch(&mut self, row: BranchRow, block: &'m Block<'a>, last: bool) -> Option<NextBranch> {
        let next = if last {
            CodePlace::FAIL
        } else {
            self.writer.code.place()
        };
        let guard: Vec<_> = block.guard.iter().collect();
        let solutions = self.writer.condition(&guard, next, self.next_branch_id());
        let sort = self.sort_key(block);
        self.decomposition(&block.body);
        self.finish_branch(BranchRow { sort, ..row }, block, false);
        // Every sorted row is a solution, so the search never returns without one.
        let guard = block.guard.as_ref();
        let is_sorted = guard.is_some_and(|guard| guard.sort.is_some());
        let commits = matches!(solutions, Solutions::Several(_)) && !is_sorted;
        (!last).then_some(NextBranch { next, commits })
    }

    fn last_method(&self) -> MethodId {
        MethodId(count(self.writer.tables.methods.len().saturating_sub(1)))
    }

    fn next_branch_id(&self) -> BranchId {
        BranchId(count(
            self.writer.tables.branches.len() + self.branches.len(),
        ))
    }

    /// Starts the branch after another one that had no solution.
    fn next_branch(&mut self, next: Option<NextBranch>) {
        if let Some(NextBranch { next, commits }) = next {
            self.writer.code.set(next);
            if commits {
                self.writer.code.op(Op::Unchosen);
            }
        }
    }

    /// Adds the body of a branch.
    fn decomposition(&mut self, body: &'m [Stmt<'a>]) {
        let (before, last) = match body {
            [before @ .., Stmt::Return(_)] => (before, &body[before.len()..]),
            _ => (body, &body[body.len()..]),
        };
        self.body(before);
        self.statements(last);
    }

    /// Returns the sort key of a branch with the constant for its size.
    fn sort_key(&mut self, block: &Block<'a>) -> Sort {
        let sort = block.guard.as_ref()?.sort.as_ref()?;
        let descending = sort.descending;
        let key = self
            .writer
            .function(ExprKind::Key { descending }, &sort.key);
        Some((key, self.constants.id(Constant::KeyWords(key))))
    }

    /// Ends a branch whose body has code.
    fn finish_branch(&mut self, row: BranchRow, block: &'m Block<'a>, collected: bool) {
        let guard = block.guard.as_ref();
        let mut vars = guard.map_or(Vec::new(), |guard| guard.cond.binds());
        body_vars(&block.body, &mut vars);
        let priority = match block.body.first() {
            Some(Stmt::Priority(var, _)) => self.writer.frame.get(*var),
            _ => None,
        };
        self.branches.push(BranchCode {
            row: BranchRow {
                vars: self.writer.context.vars(vars, &self.writer.frame),
                priority,
                ..row
            },
            block: Some(block),
            frame: self.writer.frame.clone(),
            collected,
            method: self.last_method(),
        });
    }

    /// Starts a block of a body as a task of its own. Its arguments are `own` and the captured variables.
    fn lift(&mut self, kind: Kind<'m, 'a>, own: &[Slot], captured: Vec<VarId>) {
        let args = [own, &self.writer.slots_of(&captured)].concat();
        let task = self.next_block;
        self.next_block += 1;
        self.blocks.push_back(Lifted {
            task,
            kind,
            captured,
        });
        self.writer.code.start(task, args, Slot::NONE);
    }

    pub fn if_block(&mut self, blocks: &'m [Block<'a>]) {
        let captured = self.writer.captured(blocks);
        self.lift(Kind::If(blocks), &[], captured);
    }

    pub fn while_block(&mut self, block: &'m Block<'a>) {
        let captured = self.writer.captured(std::slice::from_ref(block));
        self.lift(Kind::While(block), &[], captured);
    }

    pub fn for_block(&mut self, block: &'m Block<'a>) {
        let Some(guard) = &block.guard else {
            return;
        };
        // The variables of the collected rows are not captured: each round loads them.
        let captured = self.writer.captured(std::slice::from_ref(block));
        let row = guard.cond.binds();
        let region = self.writer.collector(guard, &row).region;
        let zero = self.writer.frame.temporary();
        self.writer.code.op(Op::Zero(zero));
        self.lift(Kind::For(block, row), &[region, zero], captured);
    }

    /// Adds the strands of an `unordered for`. Each begins a block with the number of its row.
    pub fn unordered_for(&mut self, block: &'m Block<'a>) {
        let Some(guard) = &block.guard else {
            return;
        };
        let captured = self.writer.captured(std::slice::from_ref(block));
        let row = guard.cond.binds();
        let region = self.writer.collector(guard, &row).region;
        let number = self.writer.frame.temporary();
        let strand = self.writer.code.place();
        let begin = Op::UnorderedRows {
            region,
            strand: FAIL,
        };
        self.writer.code.lead(begin, strand);
        self.writer.code.op(Op::Stepped);
        let end = self.writer.code.jump();
        self.writer.code.set(strand);
        self.writer.code.op(Op::StrandNumber(number));
        self.lift(Kind::Strand(block, row), &[region, number], captured);
        self.writer.code.op(Op::StrandEnd);
        self.writer.code.set(end);
    }

    /// Adds the blocks that were lifted out of bodies, and those inside them.
    pub fn lifted_blocks(&mut self) {
        while let Some(lifted) = self.blocks.pop_front() {
            let entry = self.writer.code.here();
            let order = &self.writer.context.fact_order;
            let not_memoized = match lifted.kind {
                Kind::If(blocks) => blocks.iter().any(|block| order.matters_for_block(block)),
                Kind::While(_) | Kind::For(..) | Kind::Strand(..) => true,
            };
            self.lifted_block(&lifted);
            let frame = self.writer.frame_size();
            let row = TaskRow {
                name: lifted.kind.name().to_owned(),
                doc: String::new(),
                kind: TaskKind::Block,
                params: self.lifted_params(&lifted),
                entry,
                method: MethodId(0),
                frame,
                not_memoized,
            };
            self.tasks.insert(lifted.task, row);
            self.finish_branches(lifted.task, frame);
        }
    }

    fn lifted_params(&self, lifted: &Lifted<'m, 'a>) -> Vec<Param> {
        let context = &self.writer.context;
        let agent = context.names.agent().map(|agent| context.type_of(agent));
        let param = |name: String, ty| Param {
            name,
            ty,
            agent: false,
        };
        let own = std::iter::repeat_with(|| param(String::new(), context.index_type));
        let captured = lifted.captured.iter().map(|var| Param {
            agent: agent == Some(context.var_type(*var)),
            ..param(context.var_name(*var), context.var_type(*var))
        });
        own.take(lifted.kind.own_params()).chain(captured).collect()
    }

    fn lifted_block(&mut self, lifted: &Lifted<'m, 'a>) {
        match &lifted.kind {
            Kind::If(blocks) => {
                self.writer.frame = Frame::new(&lifted.captured);
                self.if_branches(blocks);
            }
            Kind::While(block) => {
                self.writer.frame = Frame::new(&lifted.captured);
                let end = self.branch(named("while"), block, false);
                let args = self.writer.slots_of(&lifted.captured);
                self.writer.code.round(lifted.task, args, false);
                self.empty_branch(end);
            }
            Kind::For(block, row) | Kind::Strand(block, row) => {
                self.for_round(lifted, block, row);
            }
        }
    }

    fn if_branches(&mut self, blocks: &'m [Block<'a>]) {
        for (i, block) in blocks.iter().enumerate() {
            let name = match (i, &block.guard) {
                (0, _) => "if",
                (_, Some(_)) => "else if",
                (_, None) => "else",
            };
            let slots = self.writer.frame.mark();
            let next = self.branch(named(name), block, block.guard.is_none());
            self.writer.code.op(Op::Done);
            self.writer.frame.rewind(slots);
            if i + 1 == blocks.len() && next.is_some() {
                self.empty_branch(next);
            } else {
                self.next_branch(next);
            }
        }
    }

    /// Adds the branch of a block for which no condition holds: the block succeeds without a step.
    fn empty_branch(&mut self, next: Option<NextBranch>) {
        self.next_branch(next);
        self.writer.code.op(Op::Branch(self.next_branch_id()));
        self.branches.push(BranchCode {
            row: named(""),
            block: None,
            frame: Frame::default(),
            collected: false,
            method: self.last_method(),
        });
        self.writer.code.op(Op::Stepped);
        self.writer.code.op(Op::Done);
    }

    /// Adds the block of one row, and the next round if the rows are no strands.
    fn for_round(&mut self, lifted: &Lifted<'m, 'a>, block: &'m Block<'a>, row: &[VarId]) {
        self.writer.frame = Frame::default();
        // `RowAt` expects these two first.
        let (region, _) = (self.writer.frame.temporary(), self.writer.frame.temporary());
        let captured = self.writer.slots_of(&lifted.captured);
        let from = self.writer.frame.temporaries(row.len());
        for (i, var) in row.iter().enumerate() {
            self.writer.frame.place(*var, offset(from, i));
        }
        let to = offset(from, row.len());
        let of = self.writer.collection(Collected { region, from, to });
        let next = self.writer.frame.temporary();
        let id = self.next_branch_id();
        // Strands may interleave where a round begins: before its first task, or before an op for that.
        let begins_task = matches!(block.body.first(), Some(Stmt::Task { .. }));
        let done = self.writer.code.place();
        let row_at = Op::RowAt {
            of,
            next,
            done: FAIL,
            branch: if begins_task { id } else { BranchId::NONE },
        };
        match lifted.kind {
            // A strand has its row.
            Kind::Strand(..) => self.writer.code.op(row_at),
            _ => self.writer.code.lead(row_at, done),
        }
        if !begins_task {
            self.writer.code.op(Op::Branch(id));
        }
        let sort = self.sort_key(block);
        self.decomposition(&block.body);
        let row = BranchRow {
            sort,
            ..named(lifted.kind.name())
        };
        self.finish_branch(row, block, true);
        if let Kind::Strand(..) = lifted.kind {
            return self.writer.code.op(Op::Done);
        }
        let mut args = vec![region, next];
        args.extend(captured);
        self.writer.code.round(lifted.task, args, true);
        self.writer.code.set(done);
        self.writer.code.op(Op::Stepped);
        self.writer.code.op(Op::Done);
    }
}

impl<'m, 'a> CodeWriter<'m, 'a> {
    /// Adds the condition of a branch or an operator. If it does not hold, the search continues at `on_fail`.
    pub fn condition(
        &mut self,
        parts: &[&SortedCond<'a>],
        on_fail: CodePlace,
        branch: BranchId,
    ) -> Solutions {
        if parts.is_empty() {
            if branch != BranchId::NONE {
                self.code.op(Op::Branch(branch));
            }
            return Solutions::OneAtOnce(Vec::new());
        }
        let parts = parts.iter().map(|part| self.context.prepared_sorted(part));
        let parts: Vec<SortedCond<'a>> = parts.collect();
        self.solve(on_fail, branch, |build| {
            let mut retry = Retry::at(NO);
            for (i, part) in parts.iter().enumerate() {
                build.sorted(part, &mut retry, false);
                // The sorted rows are needed while the next part collects others.
                if part.sort.is_some() && i + 1 < parts.len() {
                    build.note_height();
                }
            }
            build.holds(&retry);
        })
    }

    /// Returns the variables of some blocks that the present frame has.
    fn captured(&self, blocks: &[Block<'a>]) -> Vec<VarId> {
        let mut seen = BTreeSet::new();
        let mut captured = Vec::new();
        for block in blocks {
            block.each_var(&mut |var| {
                if self.frame.get(var).is_some() && seen.insert(var) {
                    captured.push(var);
                }
            });
        }
        captured
    }

    fn slots_of(&mut self, vars: &[VarId]) -> Vec<Slot> {
        vars.iter().map(|var| self.frame.slot(*var)).collect()
    }
}

impl Kind<'_, '_> {
    fn name(&self) -> &'static str {
        match self {
            Kind::If(_) => "if",
            Kind::While(_) => "while",
            Kind::For(..) => "for",
            Kind::Strand(..) => "unordered for",
        }
    }

    /// Returns the number of parameters before the captured variables: the region of a collection and the next row.
    fn own_params(&self) -> usize {
        match self {
            Kind::If(_) | Kind::While(_) => 0,
            Kind::For(..) | Kind::Strand(..) => 2,
        }
    }
}

fn named(name: &str) -> BranchRow {
    branch_row(name.to_owned(), String::new())
}

/// Returns the row of a branch of which only the name is known.
fn branch_row(name: String, doc: String) -> BranchRow {
    BranchRow {
        name,
        doc,
        vars: Vec::new(),
        checks: Run { at: 0, len: 0 },
        sort: None,
        priority: None,
    }
}

/// Adds the variables that a body itself binds, without those of the blocks in it.
fn body_vars(body: &[Stmt<'_>], out: &mut Vec<VarId>) {
    for stmt in body {
        match stmt {
            Stmt::Task { ret, .. } => out.extend(ret),
            Stmt::Let { var, .. } | Stmt::Priority(var, _) => out.push(*var),
            Stmt::Unordered(strands) => strands.iter().for_each(|strand| body_vars(strand, out)),
            _ => {}
        }
    }
}
