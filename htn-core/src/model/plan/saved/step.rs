//! Snapshots of the steps of plans.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::frame::FrameVars;
use crate::model::domain::TaskCode;
use crate::model::plan::{RawPlan, StepIndex, StepKind, StepRecord};
use crate::persist::save::map::Mapping;
use crate::persist::save::tasks::{InvalidSave, TaskCodec, ensure, invalid};
use crate::search::machine::NONE;
use crate::tables::{OperatorId, OperatorRow, Tables, TaskId, TaskKind};

/// A step of a plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepSnapshot<T> {
    pub task: T,
    /// The operator among those of its name; `None` for a statement of a body about a fact, and for a later task.
    pub(super) operator: Option<u16>,
    /// The values of its variables.
    pub(super) vars: Vec<Option<u64>>,
    pub(super) node: Option<u32>,
    /// The bits of the cost of the plan up to and including this step.
    cost: u32,
    /// True if it had started when the plan was last repaired.
    pub absorbed: bool,
}

impl<T: TaskCodec> StepSnapshot<T> {
    /// Returns the snapshot of a step of a plan.
    pub fn of(plan: RawPlan<'_>, step: StepIndex) -> Self {
        let (row, info) = (plan.step(step), plan.info(step));
        let (code, args) = plan.task(step);
        StepSnapshot {
            task: T::new(code, args),
            operator: match row.kind {
                StepKind::Operator(id) => Some(id.0),
                StepKind::Fact(..) | StepKind::Later(_) => None,
            },
            vars: FrameVars::of_step(info.operator).values(plan.tables, plan.frame(step)),
            node: plan.number_of(row.node()).map(|node| node as u32),
            cost: row.cost.to_bits(),
            absorbed: row.is_absorbed(),
        }
    }

    /// Returns the record of a step of a plan with `nodes` nodes, without its words, rank and trail.
    pub fn read(&self, tables: &'static Tables, nodes: usize) -> Result<StepRecord, InvalidSave> {
        if let Some(node) = self.node.filter(|node| *node as usize >= nodes) {
            return Err(invalid!(
                "parent node {node} does not exist: the plan has {nodes} nodes"
            ));
        }
        Ok(StepRecord {
            kind: self.read_kind(tables)?,
            node: self.node.unwrap_or(NONE),
            cost: f32::from_bits(self.cost),
            ..StepRecord::BLANK
        })
    }

    fn read_kind(&self, tables: &'static Tables) -> Result<StepKind, InvalidSave> {
        match (self.task.code(), self.operator) {
            (TaskCode::Task(id), Some(number)) => {
                let (task, found) = (&tables.tasks[usize::from(id.0)], self.task.words().len());
                let (name, expected) = (task.name, task.params.len());
                let operator = self
                    .operator_row(tables)
                    .filter(|operator| operator.task == id);
                ensure!(
                    operator.is_some(),
                    "operator {number} is not an operator of `{name}`"
                );
                ensure!(
                    expected == found,
                    "`{name}` takes {expected} arguments, found {found}"
                );
                FrameVars::of_step(operator).validate(tables, task, &self.vars)?;
                Ok(StepKind::Operator(OperatorId(number)))
            }
            (TaskCode::Task(id), None) if self.vars.is_empty() => {
                let (task, found) = (&tables.tasks[usize::from(id.0)], self.task.words().len());
                let (name, expected) = (task.name, task.params.len());
                ensure!(
                    task.kind == TaskKind::Method,
                    "`{name}` has no operator, and is not a task that is planned later"
                );
                ensure!(
                    expected == found,
                    "`{name}` takes {expected} arguments, found {found}"
                );
                Ok(StepKind::Later(id))
            }
            (TaskCode::Fact(verb, rel), None) if self.vars.is_empty() => {
                Ok(StepKind::Fact(verb, rel))
            }
            _ => Err(invalid!(
                "a task needs an operator; a statement about a fact has neither operator nor variables"
            )),
        }
    }

    /// Returns its operator; `None` for a statement of a body about a fact.
    pub fn operator_row(&self, tables: &'static Tables) -> Option<&'static OperatorRow> {
        tables.operators.get(usize::from(self.operator?))
    }

    /// Returns its frame, if it is [valid](Self::read).
    pub fn words(&self, tables: &'static Tables) -> Vec<u64> {
        let mut words = alloc::vec![0; self.words_len(tables)];
        words[..self.task.words().len()].copy_from_slice(self.task.words());
        FrameVars::of_step(self.operator_row(tables)).write(&self.vars, &mut words);
        words
    }

    /// Returns the size of its frame.
    pub fn words_len(&self, tables: &'static Tables) -> usize {
        match self.task.code() {
            TaskCode::Task(_) if self.operator.is_none() => self.task.words().len(),
            TaskCode::Task(TaskId(number)) => tables.tasks[usize::from(number)].frame.into(),
            TaskCode::Fact(..) => self.task.words().len(),
        }
    }

    pub fn map_terms(&mut self, mapping: &mut Mapping<'_>) {
        mapping.tasks(core::slice::from_mut(&mut self.task));
        let operator = self.operator_row(mapping.tables);
        FrameVars::of_step(operator).map_terms(&mut self.vars, mapping);
    }
}
