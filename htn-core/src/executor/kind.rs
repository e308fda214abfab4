//! What the tables say about a step.

use crate::domain::TaskCode;
use crate::plan::StepKind;
use crate::tables::{OperatorRow, Param, RelId, Tables, TaskKind};

/// A row of a plan's step, as the tables have it.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub tables: &'static Tables,
    pub kind: StepKind,
}

impl Kind {
    /// The operator; `None` for the `add` and `delete` of a body.
    pub fn operator(self) -> Option<&'static OperatorRow> {
        match self.kind {
            StepKind::Operator(id) => self.tables.operators.get(id.0 as usize),
            StepKind::Add(_) | StepKind::Delete(_) => None,
        }
    }

    pub fn code(self) -> TaskCode {
        match self.kind {
            StepKind::Operator(id) => TaskCode::Task(self.tables.operators[id.0 as usize].task),
            StepKind::Add(rel) => TaskCode::Add(rel),
            StepKind::Delete(rel) => TaskCode::Delete(rel),
        }
    }

    pub fn task_kind(self) -> TaskKind {
        match self.code() {
            TaskCode::Task(task) => self.tables.tasks[task.0 as usize].kind,
            TaskCode::Add(_) | TaskCode::Delete(_) => TaskKind::Internal,
        }
    }

    pub fn is_external(self) -> bool {
        self.task_kind() == TaskKind::External
    }

    /// Whether it is one of the three synchronisation operators.
    pub fn synchronises(self) -> bool {
        matches!(
            self.task_kind(),
            TaskKind::BlockOn | TaskKind::GlobalBlock | TaskKind::FinishAction
        )
    }

    /// Parameters or columns.
    pub fn params(self) -> &'static [Param] {
        match self.code() {
            TaskCode::Task(task) => self.tables.tasks[task.0 as usize].params,
            TaskCode::Add(rel) | TaskCode::Delete(rel) => {
                self.tables.relations[rel.0 as usize].columns
            }
        }
    }

    /// How many words it has: its frame, or its columns.
    pub fn size(self) -> u16 {
        match self.code() {
            TaskCode::Task(task) => self.tables.tasks[task.0 as usize].frame,
            TaskCode::Add(_) | TaskCode::Delete(_) => self.params().len() as u16,
        }
    }

    /// The agents among its words.
    pub fn agents(self, words: &[u64]) -> impl Iterator<Item = u64> + '_ {
        let params = self.params().iter().zip(words);
        params
            .filter(|(param, _)| param.agent)
            .map(|(_, &word)| word)
    }

    /// The agents after `by` among its words.
    pub fn by(self, words: &[u64]) -> impl Iterator<Item = u64> + '_ {
        let by = self.operator().map_or(0, |operator| operator.by);
        let params = words.iter().take(self.params().len()).enumerate();
        params
            .filter(move |(i, _)| by >> i & 1 == 1)
            .map(|(_, &word)| word)
    }

    /// The words of its undo's arguments, where it has one.
    pub fn undo_words(self) -> Option<usize> {
        let undo = self.operator()?.undo?;
        Some(undo.args.len as usize)
    }

    /// Whether any effect of it, at whatever moment, is on one of these predicates.
    pub fn writes(self, reads: &[RelId]) -> bool {
        match self.kind {
            StepKind::Add(rel) | StepKind::Delete(rel) => reads.contains(&rel),
            StepKind::Operator(_) => self.operator().is_some_and(|operator| {
                let writes = operator.writes.iter().copied().flatten();
                writes.into_iter().any(|rel| reads.contains(rel))
            }),
        }
    }

    /// Whether it has a sensed effect on one of these predicates.
    pub fn senses(self, reads: &[RelId]) -> bool {
        let sensed = self
            .operator()
            .map_or(&[][..], |operator| operator.writes[SENSED]);
        sensed.iter().any(|rel| reads.contains(rel))
    }
}

// The moments of an operator.
pub(super) const START: usize = 0;
pub(super) const FINISH: usize = 1;
pub(super) const SUCCESS: usize = 2;
pub(super) const SENSED: usize = 3;
pub(super) const FAILURE: usize = 4;
