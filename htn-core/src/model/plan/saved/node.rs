//! The nodes of a plan's tree, in a save.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::frame::FrameVars;
use crate::model::domain::TaskCode;
use crate::model::plan::{NodeRecord, RawPlan, truth};
use crate::persist::save::tasks::{InvalidSave, TaskCodec, ensure};
use crate::search::machine::NONE;
use crate::tables::{BranchRow, Slot, Tables, TaskId, TaskKind, TaskRow};

/// A compound task of a plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NodeSnapshot<T> {
    pub(super) task: NodeTask<T>,
    /// The values of its variables.
    pub(super) vars: Vec<Option<u64>>,
    method: u16,
    pub(super) branch: Option<u16>,
    /// The slot of its parent that receives the returned value.
    returns: Option<u16>,
    parent: Option<u32>,
    /// The number of planned steps before its branch was chosen.
    chosen: u32,
    expects: Option<Vec<CheckHistory>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum NodeTask<T> {
    Task(T),
    /// An `if`, `while` or `for`, by its number: what it captures is among its variables.
    Block(u16),
}

/// In which planned states a condition holds: whether in the first one, and the last states before each change.
#[derive(Serialize, Deserialize)]
pub(super) struct CheckHistory(bool, Vec<u32>);

impl<T: TaskCodec> NodeSnapshot<T> {
    /// The snapshot of a node of a plan.
    pub fn of(plan: RawPlan<'_>, node: &NodeRecord) -> Self {
        let task = &plan.tables.tasks[usize::from(node.task.0)];
        let branch = plan.branch(node);
        let words = plan.node_frame(node);
        let history = |row: u32| {
            let (first, changes) = truth::changes_of(plan.truth(), row as usize);
            CheckHistory(first, changes.collect())
        };
        let rows = node.truth..node.truth.saturating_add(plan.check_count(node) as u32);
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
            expects: (node.truth != NONE).then(|| rows.map(history).collect()),
        }
    }

    /// The record of node number `at` of a plan with so many planned steps, without its words and what it expects.
    pub fn read(
        &self,
        tables: &'static Tables,
        at: usize,
        steps: usize,
    ) -> Result<NodeRecord, InvalidSave> {
        let (id, args) = match &self.task {
            NodeTask::Block(number) => (TaskId(*number), 0),
            NodeTask::Task(task) => match task.code() {
                TaskCode::Task(id) => (id, task.words().len()),
                _ => return Err(InvalidSave("a node that is no compound task".into())),
            },
        };
        let Some(task) = tables.tasks.get(usize::from(id.0)) else {
            return Err(InvalidSave("a node of a task that there is not".into()));
        };
        let (kind, args_of) = match self.task {
            NodeTask::Block(_) => (TaskKind::Block, 0),
            NodeTask::Task(_) => (TaskKind::Method, task.params.len()),
        };
        let name = task.name;
        ensure!(task.kind == kind, "node {at}, `{name}`, is of another kind");
        ensure!(
            args == args_of,
            "node {at}, `{name}`, has not as many arguments as its task"
        );
        // What is no alternative of a task has any number here.
        let of_task = |method: u16| {
            let row = tables.methods.get(usize::from(method));
            row.is_some_and(|row| row.task == id)
        };
        ensure!(
            kind == TaskKind::Block || of_task(self.method),
            "node {at}, `{name}`, has no method {}",
            self.method
        );
        let parent = self.parent;
        ensure!(
            parent.is_none_or(|parent| (parent as usize) < at),
            "node {at} comes before its parent"
        );
        ensure!(
            self.chosen as usize <= steps,
            "node {at} was chosen after more steps than there are"
        );
        let branch = self.branch_row(tables)?;
        FrameVars::of_node(task, branch).check(tables, task, &self.vars)?;
        let checks = branch.map_or(0, |branch| usize::from(branch.checks.len));
        let known = self.expects.as_ref().is_none_or(|all| all.len() == checks);
        ensure!(
            known,
            "node {at} expects not as many conditions as its branch has"
        );
        let places = branch.map_or(&[][..], |branch| {
            &tables.checks[branch.checks.at as usize..][..checks]
        });
        let tests = places.iter().filter_map(|check| check.word);
        let mut slots = tests.map(|test| test.slot.0);
        ensure!(
            slots.all(|slot| slot < task.frame),
            "node {at}, `{name}`, has the branch of another task"
        );
        Ok(NodeRecord {
            task: id,
            method: self.method,
            branch: self.branch.unwrap_or(u16::MAX),
            ret: self.returns.map_or(Slot::NONE, Slot),
            parent: parent.unwrap_or(NONE),
            chosen: self.chosen,
            ..NodeRecord::BLANK
        })
    }

    fn branch_row(
        &self,
        tables: &'static Tables,
    ) -> Result<Option<&'static BranchRow>, InvalidSave> {
        let Some(number) = self.branch else {
            return Ok(None);
        };
        let row = tables.branches.get(usize::from(number));
        ensure!(row.is_some(), "there is no branch {number}");
        Ok(row)
    }

    /// All words of its frame, where it was [`read`](Self::read).
    pub fn words(&self, tables: &'static Tables) -> Vec<u64> {
        let mut words = alloc::vec![0; self.words_len(tables)];
        if let NodeTask::Task(task) = &self.task {
            words[..task.words().len()].copy_from_slice(task.words());
        }
        if let Some(row) = self.task_row(tables) {
            let branch = self
                .branch
                .map(|number| &tables.branches[usize::from(number)]);
            FrameVars::of_node(row, branch).place(&self.vars, &mut words);
        }
        words
    }

    /// How many there are.
    pub fn words_len(&self, tables: &'static Tables) -> usize {
        self.task_row(tables).map_or(0, |task| task.frame.into())
    }

    pub(super) fn task_row(&self, tables: &'static Tables) -> Option<&'static TaskRow> {
        let number = match &self.task {
            NodeTask::Block(number) => *number,
            NodeTask::Task(task) => match task.code() {
                TaskCode::Task(TaskId(number)) => number,
                _ => return None,
            },
        };
        tables.tasks.get(usize::from(number))
    }

    /// How many words the answers to its conditions take.
    pub fn truth_len(&self) -> usize {
        let rows = self.expects.iter().flatten();
        rows.map(|CheckHistory(_, changes)| 1 + changes.len()).sum()
    }

    /// Puts the answers to its conditions behind `truth`, where there is room; returns the first row, or `NONE`.
    pub fn write_truth(&self, truth: &mut Vec<u64>, steps: usize) -> Result<u32, InvalidSave> {
        let Some(checks) = &self.expects else {
            return Ok(NONE);
        };
        let first = truth.len();
        truth.resize(first + checks.len(), 0);
        for (row, CheckHistory(holds, changes)) in (first..).zip(checks) {
            ensure!(
                changes.is_sorted_by(|a, b| a < b),
                "what is known of a condition is in no order"
            );
            let last = changes.last().is_none_or(|last| *last as usize <= steps);
            ensure!(last, "a condition changes after more steps than there are");
            truth::write(truth, row, *holds, changes);
        }
        Ok(first as u32)
    }
}
