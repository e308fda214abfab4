//! Snapshots of plans of a domain that was reloaded: the same nodes and steps, by the numbers of the other version.

use alloc::vec;
use alloc::vec::Vec;

use super::frame::FrameVars;
use super::node::{NodeSnapshot, NodeTask};
use super::{PlanSnapshot, StepSnapshot};
use crate::model::domain::TaskCode;
use crate::persist::save::tasks::TaskCodec;
use crate::reload::Origins;
use crate::tables::{BranchRow, Param, Tables, TaskId, TaskKind};

/// Two versions of a domain.
#[derive(Clone, Copy)]
pub(crate) struct Relink {
    pub from: (&'static Tables, Origins),
    pub to: (&'static Tables, Origins),
}

impl Relink {
    /// Returns the same task in the other version. Blocks of bodies are found by their branches.
    fn task(&self, task: TaskId) -> Option<TaskId> {
        let was = self.from.0.tasks.get(usize::from(task.0))?;
        let is_same = |now: &crate::tables::TaskRow| {
            now.kind == was.kind && now.name == was.name && is_same(now.params, was.params)
        };
        let found = self.to.0.tasks.iter().position(is_same)?;
        (was.kind != TaskKind::Block).then_some(TaskId(found as u16))
    }

    /// Returns the task and the number of the same branch in the other version.
    fn branch(&self, branch: u16) -> Option<(TaskId, u16)> {
        let was = self.from.1.branches.get(usize::from(branch))?;
        let block = self.from.0.tasks.get(usize::from(was.task.0))?;
        let task = self.task(was.task);
        let mut all = self.to.1.branches.iter();
        let found = all.position(|now| {
            let of = &self.to.0.tasks[usize::from(now.task.0)];
            let is_owner = match task {
                Some(task) => now.task == task,
                None => {
                    of.kind == TaskKind::Block
                        && of.name == block.name
                        && is_same(of.params, block.params)
                }
            };
            is_owner && now.hash == was.hash
        })?;
        Some((self.to.1.branches[found].task, found as u16))
    }

    /// Returns any branch of a task in the other version.
    fn any_branch(&self, task: TaskId) -> Option<(TaskId, u16)> {
        let task = self.task(task)?;
        let mut all = self.to.1.branches.iter();
        Some((task, all.position(|now| now.task == task)? as u16))
    }

    /// Returns the same operator in the other version. If it need not be the same, returns any one of its task.
    fn operator(&self, operator: u16, must_be_same: bool) -> Option<u16> {
        let hash = self.from.1.operators.get(usize::from(operator))?;
        let task = self.task(self.from.0.operators.get(usize::from(operator))?.task)?;
        let mut rows = self.to.0.operators.iter().zip(self.to.1.operators);
        let same = rows
            .clone()
            .position(|(row, now)| row.task == task && now == hash);
        let found = same.or_else(|| {
            let any = rows.position(|(row, _)| row.task == task);
            any.filter(|_| !must_be_same)
        });
        found.map(|found| found as u16)
    }

    fn branch_row(&self, branch: u16) -> Option<&'static BranchRow> {
        self.to.0.branches.get(usize::from(branch))
    }
}

/// Returns true if parameters have the same names and types.
fn is_same(a: &[Param], b: &[Param]) -> bool {
    let same = |(a, b): (&Param, &Param)| (a.name, a.ty) == (b.name, b.ty);
    a.len() == b.len() && a.iter().zip(b).all(same)
}

/// Returns the values of variables, by their names.
fn values(from: FrameVars, to: FrameVars, values: &[Option<u64>]) -> Vec<Option<u64>> {
    let named = from.names().zip(values);
    let values = to.names().map(|(name, ty, _)| {
        let mut named = named.clone();
        let found = named.find(|((other, of, _), _)| (*other, *of) == (name, ty));
        found.and_then(|(_, word)| *word)
    });
    values.collect()
}

impl<T: TaskCodec> PlanSnapshot<T> {
    /// Converts the plan to the other version. `is_open` has the steps that have not ended, or may have to be undone. Returns false
    /// if one of them, or a condition above it, has changed.
    pub fn relink(&mut self, link: &Relink, is_open: &[bool]) -> bool {
        let mut is_needed = vec![false; self.nodes.len()];
        for (step, open) in self.steps.iter().zip(is_open) {
            let mut node = step.node;
            while let Some(at) = node.filter(|_| *open) {
                let Some(of) = self.nodes.get(at as usize) else {
                    return false;
                };
                is_needed[at as usize] = true;
                node = of.parent;
            }
        }
        let mut steps = self.steps.iter_mut().zip(is_open);
        if !steps.all(|(step, open)| step.relink(link, *open)) {
            return false;
        }
        // Children first: a child refers to a variable of its parent by the slot.
        for at in (0..self.nodes.len()).rev() {
            let (before, rest) = self.nodes.split_at_mut(at);
            let Some(node) = rest.first_mut() else {
                return false;
            };
            let parent = node.parent.and_then(|parent| before.get(parent as usize));
            if !node.relink(link, parent, is_needed[at]) {
                return false;
            }
        }
        true
    }
}

impl<T: TaskCodec> StepSnapshot<T> {
    fn relink(&mut self, link: &Relink, is_open: bool) -> bool {
        let TaskCode::Task(task) = self.task.code() else {
            // Predicates keep their numbers.
            return true;
        };
        let Some(task) = link.task(task) else {
            return false;
        };
        if let Some(operator) = self.operator {
            let Some(found) = link.operator(operator, is_open) else {
                return false;
            };
            let was = FrameVars::of_step(self.operator_row(link.from.0));
            self.operator = Some(found);
            let now = FrameVars::of_step(self.operator_row(link.to.0));
            self.vars = values(was, now, &self.vars);
        }
        self.task = T::new(TaskCode::Task(task), self.task.words());
        true
    }
}

impl<T: TaskCodec> NodeSnapshot<T> {
    /// The variables of its frame in one version.
    fn frame(&self, tables: &'static Tables) -> Option<FrameVars> {
        let (_, task) = self.task_row(tables)?;
        Some(FrameVars::of_node(task, self.branch_row(tables)))
    }

    fn relink(&mut self, link: &Relink, parent: Option<&Self>, is_needed: bool) -> bool {
        if let Some(slot) = self.returns
            && !self.relink_returns(link, parent, slot)
        {
            if is_needed {
                return false;
            }
            self.returns = None;
        }
        let Some((was, _)) = self.task_row(link.from.0) else {
            return false;
        };
        let Some(branch) = self.branch else {
            // A later task.
            let Some(task) = link.task(was) else {
                return false;
            };
            self.method = link.to.0.tasks[usize::from(task.0)].method.0;
            self.set_task(task);
            return true;
        };
        let same = link.branch(branch);
        let found = same.or_else(|| link.any_branch(was).filter(|_| !is_needed));
        let (Some((task, branch)), Some(vars)) = (found, self.frame(link.from.0)) else {
            return false;
        };
        let row = &link.to.0.tasks[usize::from(task.0)];
        self.vars = values(
            vars,
            FrameVars::of_node(row, link.branch_row(branch)),
            &self.vars,
        );
        self.branch = Some(branch);
        self.method = link.to.1.branches[usize::from(branch)].method.0;
        if same.is_none() {
            self.expects = None;
        }
        self.set_task(task);
        true
    }

    fn set_task(&mut self, task: TaskId) {
        self.task = match &self.task {
            NodeTask::Block(_) => NodeTask::Block(task.0),
            NodeTask::Task(of) => NodeTask::Task(T::new(TaskCode::Task(task), of.words())),
        };
    }

    /// Finds the variable of the parent that receives the value of the task. Returns false if it does not exist.
    fn relink_returns(&mut self, link: &Relink, parent: Option<&Self>, slot: u16) -> bool {
        let find = || {
            let parent = parent?;
            let mut was = parent.frame(link.from.0)?.names();
            let (name, ty, _) = was.find(|(.., of)| of.0 == slot)?;
            let (task, branch) = link.branch(parent.branch?)?;
            let row = &link.to.0.tasks[usize::from(task.0)];
            let mut now = FrameVars::of_node(row, link.branch_row(branch)).names();
            now.find(|(other, of, _)| (*other, *of) == (name, ty))
        };
        match find() {
            Some((.., slot)) => {
                self.returns = Some(slot.0);
                true
            }
            None => false,
        }
    }
}
