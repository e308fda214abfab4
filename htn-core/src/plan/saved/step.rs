//! The steps of a plan, in a save.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::frame::FrameVars;
use crate::domain::TaskCode;
use crate::plan::StepKind;
use crate::save::tasks::{InvalidSave, TaskCodec, ensure};
use crate::tables::{OperatorId, OperatorRow, Tables, TaskId};

/// A step of a plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepContent<T> {
    pub task: T,
    /// Which operator of that name; none for an `add` or `delete` of a body.
    operator: Option<u16>,
    /// The values of its variables.
    pub(super) vars: Vec<Option<u64>>,
    pub node: Option<u32>,
    /// The bits of what it costs: of a plan that was found, with all steps before it.
    pub cost: u32,
}

/// A step with its words, to be written.
pub(crate) fn step_content<T: TaskCodec>(
    tables: &'static Tables,
    kind: StepKind,
    words: &[u64],
    node: Option<u32>,
    cost: f32,
) -> StepContent<T> {
    let (code, operator, params) = match kind {
        StepKind::Operator(id) => {
            let task = tables.operators[usize::from(id.0)].task;
            let params = tables.tasks[usize::from(task.0)].params.len();
            (TaskCode::Task(task), Some(id.0), params)
        }
        StepKind::Add(rel) => (TaskCode::Add(rel), None, words.len()),
        StepKind::Delete(rel) => (TaskCode::Delete(rel), None, words.len()),
    };
    let row = operator.map(|id| &tables.operators[usize::from(id)]);
    StepContent {
        task: T::new(code, &words[..params]),
        operator,
        vars: FrameVars::of_step(row).values(tables, words),
        node,
        cost: cost.to_bits(),
    }
}

impl<T: TaskCodec> StepContent<T> {
    /// Checks a step of a plan with so many nodes.
    pub fn read(&self, tables: &'static Tables, nodes: usize) -> Result<StepKind, InvalidSave> {
        let known = self.node.is_none_or(|node| (node as usize) < nodes);
        ensure!(known, "a step below a node that there is not");
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
