//! Compound tasks, and the blocks of bodies that are lifted out as tasks of their own.

use std::collections::BTreeSet;

use htn_core::tables::{
    BranchId, Callee, Collection, FAIL, InlineArgs, MethodId, Op, Pc, Run, Slot, TaskKind,
};

use super::Lower;
use super::body::mentioned_once;
use super::condition::Solutions;
use super::frame::Frame;
use super::rows::{BranchRow, Constant, MethodRow, Param, TaskRow};
use crate::modes::form::{self, Block, Stmt, VarId};
use crate::parse::tokens::plain;

/// An `if`, `while` or `for` that has no code yet.
pub struct Lifted<'m, 'a> {
    task: usize,
    kind: Kind<'m, 'a>,
    captured: Vec<VarId>,
}

/// How a branch leads to the one after it.
#[derive(Clone, Copy)]
struct NextBranch {
    next: Pc,
    /// Whether it may come to its end after it was chosen: then there is no other.
    commits: bool,
}

enum Kind<'m, 'a> {
    If(&'m [Block<'a>]),
    While(&'m Block<'a>),
    /// With the variables that each row of the collection holds.
    For(&'m Block<'a>, Vec<VarId>),
}

impl<'m, 'a> Lower<'m, 'a> {
    /// The code of a task.
    pub fn task(&mut self, group: usize) {
        let names = self.names;
        let entry = self.rows.here();
        let size = match names.tasks[group].kind {
            TaskKind::Method => self.methods(group),
            TaskKind::External | TaskKind::Internal => self.operators(group),
            _ => self.synchronisation(group),
        };
        let row = &mut self.rows.tables.tasks[group];
        row.entry = entry;
        row.frame = size;
        self.pending_checks(size);
    }

    fn methods(&mut self, group: usize) -> u16 {
        let (names, moded) = (self.names, self.moded);
        let task = self.task_id(group);
        let items = &names.tasks[group].items;
        let mut size = 0;
        for (i, item) in items.iter().enumerate() {
            let next = (i + 1 < items.len()).then(|| self.rows.op(Op::Try(Pc(0))));
            let method = &moded.methods[*item];
            let doc = method.item.docs.text();
            let id = self.rows.method(MethodRow { task, doc });
            // A task begins with the first one.
            match i {
                0 => self.rows.tables.tasks[group].method = id,
                _ => _ = self.rows.op(Op::Method(id)),
            }
            self.frame = Frame::new(&method.params);
            let branches = method.item.branches.iter().map(|branch| {
                let name = branch.name.as_ref().map_or(String::new(), plain);
                branch_row(name, branch.docs.text())
            });
            self.branches(branches.zip(&method.branches).collect());
            size = size.max(self.frame_size());
            if let Some(next) = next {
                self.rows.lead_here(next);
            }
        }
        size
    }

    /// Branches: if, else if, else.
    fn branches(&mut self, branches: Vec<(BranchRow, &'m Block<'a>)>) {
        let count = branches.len();
        for (i, (row, block)) in branches.into_iter().enumerate() {
            let slots = self.frame.mark();
            let (_, next) = self.branch(row, block, i + 1 == count);
            if !matches!(block.body.last(), Some(Stmt::Return(_))) {
                self.rows.op(Op::Done);
            }
            self.next_branch(next);
            self.frame.rewind(slots);
        }
    }

    /// A branch without its end. Where it is not the last, gives the way to the next one.
    fn branch(
        &mut self,
        row: BranchRow,
        block: &'m Block<'a>,
        last: bool,
    ) -> (BranchId, Option<NextBranch>) {
        let next = if last { FAIL } else { self.rows.label() };
        let guard: Vec<_> = block.guard.iter().collect();
        let id = self.rows.branch(row);
        let solutions = self.condition(&guard, next, id);
        self.sorted_by(id, block);
        self.decomposition(&block.body);
        self.finish_branch(id, block, false);
        // Sorted rows are solutions, every one: they can't come to an end in vain.
        let is_sorted = block
            .guard
            .as_ref()
            .is_some_and(|guard| guard.sort.is_some());
        let commits = solutions == Solutions::Several && !is_sorted;
        (id, (!last).then_some(NextBranch { next, commits }))
    }

    /// What is lowered from here on is tried where the branch had no solution.
    fn next_branch(&mut self, next: Option<NextBranch>) {
        if let Some(NextBranch { next, commits }) = next {
            self.rows.place(next);
            if commits {
                self.rows.op(Op::Unchosen);
            }
        }
    }

    /// The body of a branch.
    fn decomposition(&mut self, body: &'m [Stmt<'a>]) {
        let (before, last) = match body {
            [before @ .., Stmt::Return(_)] => (before, &body[before.len()..]),
            _ => (body, &body[body.len()..]),
        };
        self.unread = mentioned_once(body);
        self.body(before);
        self.statements(last);
    }

    /// Notes what a branch is sorted by.
    fn sorted_by(&mut self, id: BranchId, block: &'m Block<'a>) {
        if let Some(sort) = block.guard.as_ref().and_then(|guard| guard.sort.as_ref()) {
            let descending = sort.descending;
            let key = self.function(super::functions::ExprKind::Key { descending }, &sort.key);
            let words = self.rows.constant(Constant::KeyWords(key));
            self.rows.tables.branches[usize::from(id.0)].sort = Some((key, words));
        }
    }

    /// What is known of a branch when its body has been lowered.
    fn finish_branch(&mut self, id: BranchId, block: &'m Block<'a>, collected: bool) {
        let guard = block.guard.as_ref();
        let mut vars = guard.map_or(Vec::new(), |guard| guard.cond.binds());
        body_vars(&block.body, &mut vars);
        let vars = self.vars(vars);
        let row = &mut self.rows.tables.branches[usize::from(id.0)];
        row.vars = vars;
        if let Some(Stmt::Priority(var, _)) = block.body.first() {
            row.priority = self.frame.get(*var);
        }
        self.branch_checks(id, block, collected);
    }

    /// The variables of a block that the present frame has.
    fn captured(&self, visit: impl FnOnce(&mut dyn FnMut(VarId))) -> Vec<VarId> {
        let mut seen = BTreeSet::new();
        let mut captured = Vec::new();
        visit(&mut |var| {
            if self.frame.get(var).is_some() && seen.insert(var) {
                captured.push(var);
            }
        });
        captured
    }

    fn lift(&mut self, name: &str, own: usize, kind: Kind<'m, 'a>, captured: Vec<VarId>) -> usize {
        let mut params = Vec::new();
        for _ in 0..own {
            let ty = self.index_type;
            params.push(Param {
                name: String::new(),
                ty,
                agent: false,
            });
        }
        for var in &captured {
            let ty = self.var_type(*var);
            let agent = self
                .names
                .agent()
                .is_some_and(|agent| self.type_of(agent) == ty);
            let name = plain(&self.moded.vars[var.0].name);
            params.push(Param { name, ty, agent });
        }
        let task = self.rows.tables.tasks.len();
        self.rows.tables.tasks.push(TaskRow {
            name: name.to_owned(),
            doc: String::new(),
            kind: TaskKind::Block,
            params,
            entry: Pc(0),
            method: MethodId(0),
            frame: 0,
        });
        self.blocks.push_back(Lifted {
            task,
            kind,
            captured,
        });
        task
    }

    fn enter(&mut self, task: usize, args: &[Slot]) {
        self.begin(task, args, Slot::NONE);
    }

    fn slots_of(&mut self, vars: &[VarId]) -> Vec<Slot> {
        vars.iter().map(|var| self.frame.slot(*var)).collect()
    }

    pub fn if_block(&mut self, blocks: &'m [Block<'a>]) {
        let captured = self.captured(|visit| {
            blocks
                .iter()
                .for_each(|block| block.each_var(&mut |var| visit(var)))
        });
        let args = self.slots_of(&captured);
        let task = self.lift("if", 0, Kind::If(blocks), captured);
        self.enter(task, &args);
    }

    pub fn while_block(&mut self, block: &'m Block<'a>) {
        let captured = self.captured(|visit| block.each_var(&mut |var| visit(var)));
        let args = self.slots_of(&captured);
        let task = self.lift("while", 0, Kind::While(block), captured);
        self.enter(task, &args);
    }

    pub fn for_block(&mut self, block: &'m Block<'a>) {
        let Some(guard) = &block.guard else {
            return;
        };
        let captured = self.captured(|visit| block.each_var(&mut |var| visit(var)));
        let row = guard.cond.binds();
        let region = self.collector(guard, &row).region;
        let zero = self.frame.temporary();
        self.rows.op(Op::Zero(zero));
        let mut args = vec![region, zero];
        args.extend(self.slots_of(&captured));
        let task = self.lift("for", 2, Kind::For(block, row), captured);
        self.enter(task, &args);
    }

    /// The code of the blocks that were lifted out, and of those inside them.
    pub fn lifted_blocks(&mut self) {
        while let Some(lifted) = self.blocks.pop_front() {
            let entry = self.rows.here();
            self.lifted_block(&lifted);
            let size = self.frame_size();
            let row = &mut self.rows.tables.tasks[lifted.task];
            row.entry = entry;
            row.frame = size;
            self.pending_checks(size);
        }
    }

    fn lifted_block(&mut self, lifted: &Lifted<'m, 'a>) {
        match &lifted.kind {
            Kind::If(blocks) => {
                self.frame = Frame::new(&lifted.captured);
                self.if_branches(blocks);
            }
            Kind::While(block) => {
                self.frame = Frame::new(&lifted.captured);
                let (_, end) = self.branch(named("while"), block, false);
                let args = self.slots_of(&lifted.captured);
                self.again(lifted.task, &args, false);
                self.empty_branch(end);
            }
            Kind::For(block, row) => self.for_rounds(lifted, block, row),
        }
    }

    fn if_branches(&mut self, blocks: &'m [Block<'a>]) {
        for (i, block) in blocks.iter().enumerate() {
            let name = match (i, &block.guard) {
                (0, _) => "if",
                (_, Some(_)) => "else if",
                (_, None) => "else",
            };
            let slots = self.frame.mark();
            let (_, next) = self.branch(named(name), block, block.guard.is_none());
            self.rows.op(Op::Done);
            self.frame.rewind(slots);
            if i + 1 == blocks.len() && next.is_some() {
                self.empty_branch(next);
            } else {
                self.next_branch(next);
            }
        }
    }

    /// Nothing holds: the block succeeds with no step.
    fn empty_branch(&mut self, next: Option<NextBranch>) {
        self.next_branch(next);
        let id = self.rows.branch(named(""));
        self.rows.unconditional_branch(id);
        self.rows.op(Op::Stepped);
        self.rows.op(Op::Done);
    }

    fn again(&mut self, task: usize, args: &[Slot], collected: bool) {
        let of = Callee::new(self.task_id(task));
        let op = match InlineArgs::new(args) {
            Some(args) => Op::Round {
                of,
                args,
                collected,
            },
            None => Op::Again {
                of,
                args: self.rows.slot_run(args),
                collected,
            },
        };
        self.rows.op(op);
    }

    fn for_rounds(&mut self, lifted: &Lifted<'m, 'a>, block: &'m Block<'a>, row: &[VarId]) {
        self.frame = Frame::default();
        let (region, at) = (self.frame.temporary(), self.frame.temporary());
        lifted.captured.iter().for_each(|var| {
            self.frame.slot(*var);
        });
        let from = self.frame.temporaries(row.len());
        for (i, var) in row.iter().enumerate() {
            self.frame
                .place(*var, Slot(from.0.saturating_add(i as u16)));
        }
        let to = Slot(from.0.saturating_add(row.len() as u16));
        let of = self.rows.collection(Collection { from, to, region });
        let next = self.frame.temporary();
        let id = self.rows.branch(named("for"));
        // Strands may interleave where a round begins: in front of its first task, or of an op for that.
        let begins_task = matches!(block.body.first(), Some(Stmt::Task { .. }));
        let done = self.rows.op(Op::RowAt {
            of,
            region,
            at,
            next,
            done: Pc(0),
            branch: if begins_task { id } else { BranchId::NONE },
        });
        if !begins_task {
            self.rows.unconditional_branch(id);
        }
        self.sorted_by(id, block);
        self.decomposition(&block.body);
        self.finish_branch(id, block, true);
        let mut args = vec![region, next];
        args.extend(self.slots_of(&lifted.captured));
        self.again(lifted.task, &args, true);
        self.rows.lead_here(done);
        self.rows.op(Op::Stepped);
        self.rows.op(Op::Done);
    }
}

fn named(name: &str) -> BranchRow {
    branch_row(name.to_owned(), String::new())
}

/// A branch of which no more is known yet.
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

/// The variables that a body itself binds; those of the blocks in it are theirs.
fn body_vars(body: &[Stmt<'_>], out: &mut Vec<VarId>) {
    for stmt in body {
        match stmt {
            Stmt::Task { ret, .. } => out.extend(ret),
            Stmt::Let { var, .. } | Stmt::Priority(var, _) => out.push(*var),
            Stmt::Unordered(strands) => strands.iter().for_each(|strand| body_vars(strand, out)),
            Stmt::Effect(form::Effect { .. })
            | Stmt::If(_)
            | Stmt::While(_)
            | Stmt::For(_)
            | Stmt::Return(_) => {}
        }
    }
}
