//! Snapshots of the nodes of a plan's tree.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::frame::FrameVars;
use crate::model::domain::TaskCode;
use crate::model::plan::{NodeRecord, RawPlan, condition_history};
use crate::persist::save::map::Mapping;
use crate::persist::save::tasks::{InvalidSave, TaskCodec, ensure, invalid};
use crate::search::machine::NONE;
use crate::tables::{BranchRow, Slot, Tables, TaskId, TaskKind, TaskRow};

/// A compound task of a plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NodeSnapshot<T> {
    pub(super) task: NodeTask<T>,
    /// The values of its variables.
    pub(super) vars: Vec<Option<u64>>,
    pub(super) method: u16,
    pub(super) branch: Option<u16>,
    /// The slot of its parent that receives the returned value.
    pub(super) returns: Option<u16>,
    pub(super) parent: Option<u32>,
    /// The number of planned steps before its branch was chosen.
    chosen: u32,
    pub(super) expects: Option<Vec<CheckHistory>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum NodeTask<T> {
    Task(T),
    /// An `if`, `while` or `for`, by its number. Its captures are among its variables.
    Block(u16),
}

/// The planned states in which a condition holds: whether it holds in the first one, and the last state before each change.
#[derive(Serialize, Deserialize)]
pub(super) struct CheckHistory(bool, Vec<u32>);

impl<T: TaskCodec> NodeSnapshot<T> {
    /// Returns the snapshot of a node of a plan.
    pub fn of(plan: RawPlan<'_>, node: &NodeRecord) -> Self {
        let task = &plan.tables.tasks[usize::from(node.task.0)];
        let branch = plan.branch(node);
        let words = plan.node_frame(node);
        let history = |row: u32| {
            let (first, changes) =
                condition_history::changes_of(plan.condition_history(), row as usize);
            CheckHistory(first, changes.collect())
        };
        let rows = node.history_row
            ..node
                .history_row
                .saturating_add(plan.check_count(node) as u32);
        NodeSnapshot {
            task: if task.kind == TaskKind::Block {
                NodeTask::Block(node.task.0)
            } else {
                let (code, args) = plan.node_task(node);
                NodeTask::Task(T::new(code, args))
            },
            vars: FrameVars::of_node(task, branch).values(plan.tables, words),
            method: node.method,
            branch: branch.map(|_| node.branch),
            returns: (node.ret != Slot::NONE).then_some(node.ret.0),
            parent: plan.number_of(node.parent()).map(|parent| parent as u32),
            chosen: node.chosen,
            expects: (node.history_row != NONE).then(|| rows.map(history).collect()),
        }
    }

    /// Returns the record of node `at` of a plan with `steps` planned steps, without its words and its check histories.
    pub fn read(
        &self,
        tables: &'static Tables,
        at: usize,
        steps: usize,
    ) -> Result<NodeRecord, InvalidSave> {
        let Some((id, task)) = self.task_row(tables) else {
            return Err(invalid!("unknown task"));
        };
        let name = task.name;
        let (kind, noun, found) = match &self.task {
            NodeTask::Block(_) => (TaskKind::Block, "block", task.params.len()),
            NodeTask::Task(task) => (TaskKind::Method, "method", task.words().len()),
        };
        ensure!(task.kind == kind, "`{name}` is not a {noun}");
        let expected = task.params.len();
        ensure!(
            found == expected,
            "`{name}` takes {expected} arguments, found {found}"
        );
        // The number of a block is not used.
        let method = tables.methods.get(usize::from(self.method));
        ensure!(
            kind == TaskKind::Block || method.is_some_and(|row| row.task == id),
            "`{name}` has no method {}",
            self.method
        );
        if let Some(parent) = self.parent.filter(|parent| *parent as usize >= at) {
            return Err(invalid!(
                "its parent, node {parent}, does not come before it"
            ));
        }
        let chosen = self.chosen;
        ensure!(
            chosen as usize <= steps,
            "chosen after step {chosen}, but the plan has {steps} steps"
        );
        let branch = self.branch_row(tables);
        if let (None, Some(unknown)) = (branch, self.branch) {
            return Err(invalid!("unknown branch {unknown}"));
        }
        FrameVars::of_node(task, branch).validate(tables, task, &self.vars)?;
        let checks = branch.map_or(&[][..], |branch| {
            &tables.checks[branch.checks.at as usize..][..branch.checks.len.into()]
        });
        let histories = self.expects.as_ref().map_or(checks.len(), Vec::len);
        ensure!(
            histories == checks.len(),
            "its branch has {} conditions, but there are histories of {histories}",
            checks.len()
        );
        let mut tests = checks.iter().filter_map(|check| check.word);
        ensure!(
            tests.all(|test| test.slot.0 < task.frame),
            "`{name}` has the branch of another task"
        );
        Ok(NodeRecord {
            task: id,
            method: self.method,
            branch: self.branch.unwrap_or(u16::MAX),
            ret: self.returns.map_or(Slot::NONE, Slot),
            parent: self.parent.unwrap_or(NONE),
            chosen,
            ..NodeRecord::BLANK
        })
    }

    pub(super) fn branch_row(&self, tables: &'static Tables) -> Option<&'static BranchRow> {
        tables.branches.get(usize::from(self.branch?))
    }

    /// Returns its frame, if it is [valid](Self::read).
    pub fn words(&self, tables: &'static Tables) -> Vec<u64> {
        let mut words = alloc::vec![0; self.words_len(tables)];
        if let NodeTask::Task(task) = &self.task {
            words[..task.words().len()].copy_from_slice(task.words());
        }
        if let Some((_, row)) = self.task_row(tables) {
            FrameVars::of_node(row, self.branch_row(tables)).write(&self.vars, &mut words);
        }
        words
    }

    /// Returns the size of its frame.
    pub fn words_len(&self, tables: &'static Tables) -> usize {
        self.task_row(tables)
            .map_or(0, |(_, task)| task.frame.into())
    }

    pub(super) fn task_row(&self, tables: &'static Tables) -> Option<(TaskId, &'static TaskRow)> {
        let id = match &self.task {
            NodeTask::Block(number) => TaskId(*number),
            NodeTask::Task(task) => match task.code() {
                TaskCode::Task(id) => id,
                TaskCode::Fact(..) => return None,
            },
        };
        Some((id, tables.tasks.get(usize::from(id.0))?))
    }

    /// Returns the number of words that its check histories take.
    pub fn condition_history_len(&self) -> usize {
        let rows = self.expects.iter().flatten();
        rows.map(|CheckHistory(_, changes)| 1 + changes.len()).sum()
    }

    /// Appends its check histories to `rows`, which has room for them. Returns the first row, or `NONE`.
    pub fn write_condition_history(
        &self,
        rows: &mut Vec<u64>,
        steps: usize,
    ) -> Result<u32, InvalidSave> {
        let Some(checks) = &self.expects else {
            return Ok(NONE);
        };
        let first = rows.len();
        rows.resize(first + checks.len(), 0);
        for (row, CheckHistory(holds, changes)) in (first..).zip(checks) {
            ensure!(
                changes.is_sorted_by(|a, b| a < b),
                "condition history is not in ascending order"
            );
            let last = changes.last().copied().unwrap_or(0);
            ensure!(
                last as usize <= steps,
                "a condition changes after step {last}, but the plan has {steps} steps"
            );
            condition_history::write(rows, row, *holds, changes);
        }
        Ok(first as u32)
    }

    pub fn map_terms(&mut self, mapping: &mut Mapping<'_>) {
        if let NodeTask::Task(task) = &mut self.task {
            mapping.tasks(core::slice::from_mut(task));
        }
        if let Some((_, task)) = self.task_row(mapping.tables) {
            let vars = FrameVars::of_node(task, self.branch_row(mapping.tables));
            vars.map_terms(&mut self.vars, mapping);
        }
    }
}
