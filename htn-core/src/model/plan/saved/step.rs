//! The steps of a plan, in a save.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::frame::FrameVars;
use crate::model::domain::TaskCode;
use crate::model::plan::{RawPlan, StepIndex, StepKind, StepRecord};
use crate::persist::save::tasks::{InvalidSave, TaskCodec, ensure};
use crate::search::machine::NONE;
use crate::tables::{OperatorId, OperatorRow, Tables, TaskId};

/// A step of a plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepSnapshot<T> {
    pub task: T,
    /// Which operator of that name; none for an `add` or `delete` of a body.
    operator: Option<u16>,
    /// The values of its variables.
    pub(super) vars: Vec<Option<u64>>,
    node: Option<u32>,
    /// The bits of the cost of the plan up to and including this step.
    pub cost: u32,
    /// It had started when the plan was last repaired.
    pub absorbed: bool,
}

impl<T: TaskCodec> StepSnapshot<T> {
    /// The snapshot of a step of a plan.
    pub fn of(plan: RawPlan<'_>, step: StepIndex) -> Self {
        let (row, info) = (plan.step(step), plan.info(step));
        let (code, args) = plan.task(step);
        StepSnapshot {
            task: T::new(code, args),
            operator: match row.kind {
                StepKind::Operator(id) => Some(id.0),
                StepKind::Add(_) | StepKind::Delete(_) => None,
            },
            vars: FrameVars::of_step(info.operator).values(plan.tables, plan.frame(step)),
            node: plan.number_of(row.node()).map(|node| node as u32),
            cost: row.cost.to_bits(),
            absorbed: row.is_absorbed(),
        }
    }

    /// The record of a step of a plan with so many nodes, without its words, rank and trail.
    pub fn read(&self, tables: &'static Tables, nodes: usize) -> Result<StepRecord, InvalidSave> {
        let known = self.node.is_none_or(|node| (node as usize) < nodes);
        ensure!(known, "a step below a node that there is not");
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
                let operator = tables.operators.get(usize::from(number));
                let operator = operator.filter(|operator| operator.task == id);
                let Some(operator) = operator else {
                    return Err(InvalidSave("a step by the operator of another task".into()));
                };
                let task = &tables.tasks[usize::from(id.0)];
                ensure!(
                    self.task.words().len() == task.params.len(),
                    "a step `{}` that has not as many arguments as its task",
                    task.name
                );
                FrameVars::of_step(Some(operator)).check(tables, task, &self.vars)?;
                Ok(StepKind::Operator(OperatorId(number)))
            }
            (TaskCode::Add(rel), None) if self.vars.is_empty() => Ok(StepKind::Add(rel)),
            (TaskCode::Delete(rel), None) if self.vars.is_empty() => Ok(StepKind::Delete(rel)),
            _ => Err(InvalidSave("a step that is none".into())),
        }
    }

    /// The operator that it is by.
    pub fn operator_row(&self, tables: &'static Tables) -> Option<&'static OperatorRow> {
        tables.operators.get(usize::from(self.operator?))
    }

    /// All words of its frame, where it was [`read`](Self::read).
    pub fn words(&self, tables: &'static Tables) -> Vec<u64> {
        let mut words = alloc::vec![0; self.words_len(tables)];
        words[..self.task.words().len()].copy_from_slice(self.task.words());
        FrameVars::of_step(self.operator_row(tables)).place(&self.vars, &mut words);
        words
    }

    /// How many there are.
    pub fn words_len(&self, tables: &'static Tables) -> usize {
        match self.task.code() {
            TaskCode::Task(TaskId(number)) => tables.tasks[usize::from(number)].frame.into(),
            TaskCode::Add(_) | TaskCode::Delete(_) => self.task.words().len(),
        }
    }
}
