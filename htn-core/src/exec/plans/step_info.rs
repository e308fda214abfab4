//! The static properties of a step, from the tables.

use crate::model::domain::TaskCode;
use crate::model::plan::StepKind;
use crate::tables::{OperatorRow, Param, RelId, Tables, TaskKind, Undo};

/// The static properties of a step of one kind: an operator, a statement of a body about a fact, or a later
/// task.
#[derive(Clone, Copy)]
pub(crate) struct StepInfo {
    pub code: TaskCode,
    pub kind: TaskKind,
    /// Parameters or columns.
    pub params: &'static [Param],
    /// The number of its words: its frame, or its columns.
    pub size: u16,
    /// `None` for the other kinds.
    pub operator: Option<&'static OperatorRow>,
}

impl StepInfo {
    // Inlined, so that the compiler drops the lookups whose results are not used.
    #[inline(always)]
    pub fn of(tables: &'static Tables, kind: StepKind) -> StepInfo {
        match kind {
            StepKind::Operator(id) => {
                let operator = &tables.operators[usize::from(id.0)];
                let task = &tables.tasks[usize::from(operator.task.0)];
                StepInfo {
                    code: TaskCode::Task(operator.task),
                    kind: task.kind,
                    params: task.params,
                    size: task.frame,
                    operator: Some(operator),
                }
            }
            StepKind::Later(id) => {
                let task = &tables.tasks[usize::from(id.0)];
                StepInfo {
                    code: TaskCode::Task(id),
                    kind: task.kind,
                    params: task.params,
                    size: task.params.len() as u16,
                    operator: None,
                }
            }
            StepKind::Fact(verb, rel) => {
                let params = tables.relations[usize::from(rel.0)].columns;
                StepInfo {
                    code: TaskCode::Fact(verb, rel),
                    kind: TaskKind::Internal,
                    params,
                    size: params.len() as u16,
                    operator: None,
                }
            }
        }
    }

    pub fn is_external(self) -> bool {
        self.kind == TaskKind::External
    }

    /// Returns true for a task that is planned when its turn comes.
    pub fn is_later(self) -> bool {
        self.kind == TaskKind::Method
    }

    /// Returns true if no step after it starts before it has started and ended.
    pub fn is_barrier(self) -> bool {
        self.kind == TaskKind::GlobalBlock || self.is_later()
    }

    /// Returns true for the four synchronisation operators.
    pub fn synchronises(self) -> bool {
        matches!(
            self.kind,
            TaskKind::BlockOn
                | TaskKind::GlobalBlock
                | TaskKind::FinishAction
                | TaskKind::StopAction
        )
    }

    /// Returns the places of its agents among its parameters. A later task waits for every earlier step, whoever acts.
    pub fn agents(self) -> impl Iterator<Item = usize> {
        let params = if self.is_later() { &[] } else { self.params };
        let params = params.iter().enumerate();
        params
            .filter(|(_, param)| param.agent)
            .map(|(place, _)| place)
    }

    /// Returns the numbers of those of its agents that are listed after `by`.
    pub fn by(self) -> impl Iterator<Item = usize> {
        let by = self.operator.map_or(0, |operator| operator.by);
        let agents = self.agents().enumerate();
        agents
            .filter(move |(_, place)| by >> place & 1 == 1)
            .map(|(agent, _)| agent)
    }

    /// Returns the operator that undoes it.
    pub fn undo(self) -> Option<Undo> {
        self.operator?.undo
    }

    /// Returns the number of arguments of its `undo`, or 0 if it has no `undo`.
    pub fn undo_size(self) -> usize {
        self.undo().map_or(0, |undo| usize::from(undo.args.len))
    }

    /// Returns the number of words that it needs beyond its frame: its mentions of agents, and the arguments of its `undo`.
    pub fn extra(self) -> usize {
        self.agents().count() + self.undo_size()
    }

    /// Returns true if one of its effects, at any moment, is on one of these predicates.
    pub fn writes(self, reads: &[RelId]) -> bool {
        match self.code {
            TaskCode::Fact(verb, rel) => verb.changes_facts() && reads.contains(&rel),
            TaskCode::Task(_) => self.operator.is_some_and(|operator| {
                let writes = operator.writes.iter().copied().flatten();
                writes.into_iter().any(|rel| reads.contains(rel))
            }),
        }
    }

    /// Returns true if it has a sensed effect on one of these predicates.
    pub fn senses(self, reads: &[RelId]) -> bool {
        let sensed = self
            .operator
            .map_or(&[][..], |operator| operator.writes[SENSED]);
        sensed.iter().any(|rel| reads.contains(rel))
    }
}

// The moments of an operator's effects, by their place in `OperatorRow::moments`.
pub(in crate::exec) const START: usize = 0;
pub(in crate::exec) const FINISH: usize = 1;
pub(in crate::exec) const SUCCESS: usize = 2;
pub(in crate::exec) const SENSED: usize = 3;
pub(in crate::exec) const FAILURE: usize = 4;
